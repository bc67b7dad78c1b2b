// What lies before each player: goods, influence, bonus tokens, markers, patents, factories.

import { artIcon } from "./art.js";
import { fill, h, whenChanged } from "./dom.js";
import { amounts, goodIcon } from "./goods.js";
import { named } from "./players.js";
import { capital, t, word } from "./words.js";

const COUNTED = ["influence", "bonus", "patents", "markers"];

function count(kind, number, isFaint = false) {
  const name = kind === "markers" ? t("web.markers") : word(kind);
  return h(
    "span",
    { class: isFaint ? "amount zero" : "amount", title: name },
    h("span", { class: "unseen" }, `${name}: `),
    h("b", {}, String(number)),
    goodIcon(kind),
  );
}

function factory({ card, text, makes }) {
  return h(
    "li",
    { class: "small-factory", title: capital(text) },
    artIcon(card),
    h("span", { class: "unseen" }, capital(text)),
    amounts(makes, t("web.get")),
  );
}

/** One player's stock as an element. */
export function stock(player, held, marks = "") {
  const goods = held.goods.map(([kind, number]) => count(kind, number, !number));
  return h(
    "section",
    { class: `stock player-${player} ${marks}`, "aria-label": capital(word(player)) },
    h("h3", {}, named(player)),
    h("div", { class: "stock-goods" }, goods),
    h(
      "div",
      { class: "stock-counts" },
      COUNTED.map((kind) => count(kind, held[kind])),
    ),
    h("ul", { class: "stock-factories", "aria-label": t("web.factories") }, held.factories.map(factory)),
  );
}

/** Draws all players' stocks into the element, in order of seats. */
export function stocksPart(element) {
  const draw = whenChanged((players, holdings, inTurn) =>
    fill(
      element,
      players
        .filter((player) => holdings[player])
        .map((player) => stock(player, holdings[player], player === inTurn ? "in-turn" : "")),
    ),
  );
  return (state) => draw(state.players, state.holdings ?? {}, state.in_turn, document.documentElement.lang);
}
