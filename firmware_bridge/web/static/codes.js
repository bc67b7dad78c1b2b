// The codes of the seats, for phones to scan.

import { h } from "./dom.js";
import { named } from "./players.js";
import { capital, t, word } from "./words.js";

/** A seat's code, with its player, as a list item; {player, path, qr: where its picture is}. */
export function seatCode({ player, path, qr }) {
  const name = capital(word(player));
  return h(
    "li",
    { class: `seat-code player-${player}` },
    h("a", { href: path }, h("img", { src: qr, alt: t("web.seat-of", { player: name }) })),
    named(player),
  );
}
