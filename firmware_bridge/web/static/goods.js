// Pictures of what players hold and pay: cubes as square tiles, the rest by shapes of their own, a mark on each.

import { h, s } from "./dom.js";
import { codes, goodsInWords, t, word } from "./words.js";

const STAR = "M12 5.6l1.9 4.2 4.6.5-3.4 3.1.9 4.5-4-2.3-4 2.3.9-4.5-3.4-3.1 4.6-.5z";
const TILE = "M5.5 2.5h13a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-13a3 3 0 0 1 3-3z";
const DISC = "M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z";
const HEX = "M12 1.8l9 5.1v10.2l-9 5.1-9-5.1V6.9z";
const SEAL =
  "M12 1.5l2.6 2 3.2-.4 1.2 3 3 1.2-.4 3.2 2 2.6-2 2.6.4 3.2-3 1.2-1.2 3-3.2-.4-2.6 2-2.6-2-3.2.4-1.2-3-3-1.2" +
  ".4-3.2-2-2.6 2-2.6-.4-3.2 3-1.2 1.2-3 3.2.4z";

// Each: its outline, its class (the colour), and the mark on it, as lines and as a filled shape.
const SHAPES = {
  wood: [
    TILE,
    "M12 6.4a5.6 5.6 0 1 0 0 11.2a5.6 5.6 0 1 0 0-11.2zM12 9.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8z",
    "",
  ],
  coal: [TILE, "M10 8.6l1.6 4.4 4.8 1M11.6 13l-2 4.2", "M5.8 14.4l1.6-5.2 4.2-3 5 2.2 1.8 5-2.6 4.2-6 .6z"],
  metal: [TILE, "M8.6 9.4l2 3h5M15.6 9.4l2 3", "M5.4 16.6l2.8-8h7.6l2.8 8z"],
  technology: [
    TILE,
    "M12 5.2v2.6M12 16.2v2.6M5.2 12h2.6M16.2 12h2.6M7.2 7.2L9 9M15 15l1.8 1.8M7.2 16.8L9 15M15 9l1.8-1.8" +
      "M12 8.4a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z",
    "",
  ],
  tools: [TILE, "M11.6 9.6V18.6", "M6.6 6.2h7.6l3.4 2.4-3.4 1.2H6.6z"],
  coins: [DISC, "M12 5.4a6.6 6.6 0 1 0 0 13.2a6.6 6.6 0 1 0 0-13.2zM12 8.6v6.8M10 8.6h4M10 15.4h4", ""],
  development: [HEX, "M10 16.2h4M10.6 18.4h2.8", "M12 5.4a4.4 4.4 0 0 0-2.4 8.1v1.1h4.8v-1.1a4.4 4.4 0 0 0-2.4-8.1z"],
  influence: [DISC, "", STAR],
  bonus: [DISC, "M12 6.8v10.4M6.8 12h10.4", ""],
  patents: [SEAL, "M8.4 12.2l2.6 2.6 4.8-5.2", ""],
  markers: ["M6 20.5V8a6 6 0 0 1 12 0v12.5z", "M8.6 16.6h6.8", ""],
  wild: [TILE, "M8.8 9.4a3.2 3.2 0 1 1 4.8 2.8q-1.6.9-1.6 2.6M12 17.4v.4", ""],
};

/** The picture of a kind of good, as a <g> of 24 by 24 for a bigger drawing. */
export function goodShape(kind) {
  const [outline, lines, filled] = SHAPES[kind] ?? SHAPES.wild;
  return s(
    "g",
    { class: `good good-${kind in SHAPES ? kind : "wild"}` },
    s("path", { class: "good-body", d: outline }),
    filled && s("path", { class: "good-mark", d: filled }),
    lines && s("path", { class: filled ? "good-cut" : "good-line", d: lines }),
  );
}

/** The picture by itself. */
export function goodIcon(kind) {
  return s("svg", { class: "good-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, goodShape(kind));
}

/** Goods as pictures with numbers; in words for those who hear the page. */
export function amounts(goods, label = "") {
  if (!goods || !goods.length) return null;
  return h(
    "span",
    { class: "amounts" },
    h("span", { class: "unseen" }, `${label} ${goodsInWords(goods)}`),
    goods.map(([kind, count]) =>
      h(
        "span",
        { class: "amount", "aria-hidden": "true", title: word(kind) },
        h("b", {}, String(count)),
        goodIcon(kind),
      ),
    ),
  );
}

/** The text with a word for the `?` by which the table's texts mark a counterfeit card (`telephone ?`). */
function withCopies(text) {
  const sign = () => [
    " ",
    h("span", { title: t("web.counterfeit"), "aria-hidden": "true" }, "?"),
    h("span", { class: "unseen" }, `(${t("web.counterfeit")})`),
  ];
  return text.split(/ \?(?![\p{L}\d])/u).flatMap((piece, index) => (index ? [...sign(), piece] : [piece]));
}

/** A text of the table's, as nodes: goods that it has in letters (`1Me 2Co`) become pictures, `->` an arrow. */
export function rich(text) {
  const kinds = codes();
  const goods = (piece) =>
    piece
      .trim()
      .split(" ")
      .map((one) => [kinds[one.replace(/^\d+/, "")], parseInt(one, 10)]);
  const code = Object.keys(kinds)
    .map((one) => one.replace(/[$?]/, "\\$&"))
    .join("|");
  const pattern = new RegExp(`((?:\\d+(?:${code})(?![\\p{L}\\d]) ?)+)`, "u");
  const tidy = text
    .replaceAll(" | ", " ")
    .replaceAll("->", "→")
    .replace(/ ?\.\.$/, " …");
  return tidy.split(pattern).map((piece, index) => (index % 2 ? [amounts(goods(piece)), " "] : withCopies(piece)));
}

/** What is paid and what comes of it, each with its word: a price alone would look like a gain. */
export function trade(cost, gain, labels) {
  const part = (goods, label) => {
    const there = amounts(goods, label);
    return there && [h("span", { class: "trade-word", "aria-hidden": "true" }, label), there];
  };
  return h("span", { class: "trade" }, part(cost, labels.pay), part(gain, labels.get));
}
