// The board as text, for those who do not see the drawing.

import { fill, h, whenChanged } from "./dom.js";
import { AREAS } from "./layout.js";
import { capital, goodsInWords, t, upper, word } from "./words.js";

/** A card by its name; the `?` of a counterfeit one as a word. */
const cardName = ({ text }) => capital(text.replace(/ \?$/, ` (${t("web.counterfeit")})`));

const list = (items) =>
  h(
    "ul",
    {},
    items.map((item) => h("li", {}, item)),
  );

/** Draws the board in words into the element. */
export function boardInWords(element) {
  const draw = whenChanged((spaces, tracks, board, holdings) =>
    fill(
      element,
      h("h3", {}, t("web.areas")),
      list(
        AREAS.map(
          (area) =>
            `${upper(word(area))}: ${spaces
              .filter((space) => space.area === area)
              .map(
                (space) =>
                  `${space.space} ${space.player ? `${word(space.player)}, ` : ""}${t(`web.look-${space.look}`)}`,
              )
              .join("; ")}`,
        ),
      ),
      Object.keys(tracks.influence ?? {}).length
        ? [
            h("h3", {}, t("web.tracks")),
            list(
              Object.entries(tracks.influence).map(
                ([player, space]) =>
                  `${capital(word(player))}: ${word("influence")} ${space}, ${t("web.patents")} ${tracks.patents[player]}`,
              ),
            ),
          ]
        : null,
      board && [
        h("h3", {}, t("web.factory-row")),
        list(
          board.row
            .filter(Boolean)
            .map(
              (card) =>
                `${cardName(card)}: ${t("web.pay")} ${goodsInWords(card.cost)}, ${t("web.get")} ${goodsInWords(card.makes)}`,
            ),
        ),
        h("h3", {}, t("web.invention-display")),
        list(
          board.display
            .filter(Boolean)
            .map(
              (card) =>
                `${cardName(card)}: ${t("web.pay")} ${goodsInWords(card.cost)}, ${t("web.get")} ${goodsInWords([...card.profit, ...(card.influence ? [["influence", card.influence]] : [])])}`,
            ),
        ),
        h("h3", {}, t("web.loads")),
        list(board.loads.map((load) => `${capital(load.text)}: ${load.stock}`)),
        h("h3", {}, t("web.fields")),
        list(
          board.fields.map(
            (field) =>
              `${capital(field.text)}: ${t("web.pay")} ${field.cost} ${word("development")}, ${field.owner ? word(field.owner) : t("web.free")}${field.patented ? `, ${t("web.patented")}` : ""}`,
          ),
        ),
      ],
      Object.keys(holdings).length
        ? [
            h("h3", {}, t("web.stocks")),
            list(
              Object.entries(holdings).map(
                ([player, held]) =>
                  `${capital(word(player))}: ${goodsInWords(held.goods)}; ${held.factories.map((factory) => factory.text).join(", ")}`,
              ),
            ),
          ]
        : null,
    ),
  );
  return (state) => {
    if (element.closest("details").open)
      draw(state.spaces, state.tracks, state.board, state.holdings, document.documentElement.lang);
  };
}
