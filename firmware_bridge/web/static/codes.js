// The codes of the seats, for phones to scan.

import { h, s } from "./dom.js";
import { named } from "./players.js";
import { capital, t, word } from "./words.js";

/** A seat's code, with its player, as a list item; {player, path, url, qr: {size, path}}. */
export function seatCode({ player, path, url, qr }) {
  const name = capital(word(player));
  return h("li", { class: `seat-code player-${player}` },
    h("a", { href: path, "aria-label": t("web.seat-of", { player: name }), title: url ?? path },
      s("svg", { viewBox: `0 0 ${qr.size} ${qr.size}`, "shape-rendering": "crispEdges", "aria-hidden": "true" },
        s("rect", { width: qr.size, height: qr.size, fill: "#fff" }), s("path", { d: qr.path, stroke: "#000", fill: "none" }))),
    named(player));
}
