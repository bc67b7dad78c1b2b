// How players are told apart: a colour and a sign each, on tokens, pawns and wherever a player is named.

import { h, s } from "./dom.js";
import { capital, word } from "./words.js";

// Signs in a square from -10 to 10.
const SIGNS = {
  yellow: "M0-9.2l2.6 5.7 6.2.7-4.6 4.2 1.3 6.1L0 4.4l-5.5 3.1 1.3-6.1-4.6-4.2 6.2-.7z",
  green: "M-7.6 8C-10-2-4-9 8.2-8.4 9 4 2.6 9.6-5 7.2L3-2.4-7.6 8z",
  brown: "M0-9L9 0 0 9-9 0zM0-4.2L-4.2 0 0 4.2 4.2 0z",
  orange: "M0-8.6a8.6 8.6 0 1 0 0 17.2a8.6 8.6 0 1 0 0-17.2zM0-4a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
  purple: "M-3-9h6v6h6v6h-6v6h-6v-6h-6v-6h6z",
};
const DASHES = { yellow: null, green: "14 7", brown: "3 7", orange: "22 7 3 7", purple: "8 5" };

/** The dashes of a player's line in a chart, so that it can be told from others without its colour. */
export function dashesOf(player) {
  return DASHES[player] ?? null;
}

/** A player's sign alone, `size` wide, around the middle of where it is put. */
export function sign(player, size, className = "sign") {
  return s("path", {
    class: className,
    d: SIGNS[player] ?? SIGNS.orange,
    "fill-rule": "evenodd",
    transform: `scale(${size / 20})`,
  });
}

/** A tag that is nobody's token: a key fob with a question mark. */
function keyShape(radius) {
  const w = radius * 0.62;
  return s(
    "g",
    { class: "token-shape player-unknown" },
    s("circle", { class: "key-ring", cy: -radius * 0.72, r: radius * 0.26, "stroke-width": radius * 0.11 }),
    s("rect", { class: "token-side", x: -w, y: -radius * 0.48, width: w * 2, height: radius * 1.44, rx: w * 0.8 }),
    s("rect", { class: "token-body", x: -w, y: -radius * 0.52, width: w * 2, height: radius * 1.42, rx: w * 0.8 }),
    s("text", { class: "key-sign", y: radius * 0.52, "font-size": radius * 0.95 }, "?"),
  );
}

/** A token of turned wood with the player's sign, of that radius, around the middle of where it is put; none: a key. */
export function tokenShape(player, radius) {
  if (!player) return keyShape(radius);
  return s(
    "g",
    { class: `token-shape player-${player}` },
    s("ellipse", { class: "token-shadow", cx: radius * 0.06, cy: radius * 0.16, rx: radius * 1.02, ry: radius }),
    s("circle", { class: "token-side", r: radius, cy: radius * 0.07 }),
    s("circle", { class: "token-body", r: radius }),
    s("circle", { class: "token-shine", r: radius }),
    s("circle", { class: "token-rim", r: radius * 0.78, "stroke-width": radius * 0.06 }),
    sign(player, radius * 0.98, "token-sign"),
  );
}

/** A pawn on the influence track, `size` high. */
export function pawnShape(player, size) {
  const k = size / 24;
  return s(
    "g",
    { class: `pawn-shape player-${player}`, transform: `scale(${k})` },
    s("ellipse", { class: "token-shadow", cx: 1, cy: 10, rx: 9.5, ry: 4 }),
    s("path", { class: "pawn-body", d: "M-9 9.5Q-9 4-4.4 1.6A6.6 6.6 0 1 1 4.4 1.6Q9 4 9 9.5 9 11.5 0 11.5T-9 9.5z" }),
    s("g", { transform: "translate(0,-3.6)" }, sign(player, 7.6, "token-sign")),
  );
}

/** A small token as a picture of its own, beside a name. */
export function badge(player, className = "badge") {
  return s("svg", { class: className, viewBox: "-12 -12 24 24", "aria-hidden": "true" }, tokenShape(player, 10.5));
}

/** A player's name with the badge. */
export function named(player, className = "named") {
  return h("span", { class: `${className} player-${player}` }, badge(player), h("span", {}, capital(word(player))));
}
