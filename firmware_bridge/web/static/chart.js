// Scores over the rounds: a line for each player, told apart by dashes and the sign at its end as well as by colour.

import { fill, s, whenChanged } from "./dom.js";
import { dashesOf, tokenShape } from "./players.js";
import { t, word } from "./words.js";

const WIDE = 1000,
  HIGH = 460,
  LEFT = 62,
  RIGHT = 84,
  TOP = 26,
  BOTTOM = 54;

function tidyTop(most) {
  const step = [1, 2, 5, 10, 20, 50, 100].find((each) => most / each <= 5) ?? 100;
  return { step, top: Math.max(step, Math.ceil(most / step) * step) };
}

/** Heights of labels that would lie on each other are moved apart, `gap` at least, in their order. */
function spread(wanted, gap) {
  const order = wanted.map((y, index) => ({ y, index })).sort((one, other) => one.y - other.y);
  for (let at = 1; at < order.length; at++) order[at].y = Math.max(order[at].y, order[at - 1].y + gap);
  const over = (order.at(-1)?.y ?? 0) - (HIGH - BOTTOM);
  if (over > 0) for (const each of order) each.y -= over;
  const result = [];
  for (const { y, index } of order) result[index] = y;
  return result;
}

/** Draws the chart into an <svg>: show(history, players, rounds). */
export function chartPart(svg) {
  svg.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  return whenChanged((history, players, rounds) => {
    const there = history.length > 0;
    svg.toggleAttribute("hidden", !there);
    if (!there) return;
    // All begin at 0; of a game whose first rounds are not known nothing is drawn before what is.
    const begins = history[0].round === 1;
    const zero = { round: 0, scores: Object.fromEntries(players.map((player) => [player, 0])) };
    const points = begins ? [zero, ...history] : history;
    const { step, top } = tidyTop(Math.max(1, ...points.flatMap((point) => Object.values(point.scores))));
    const x = (round) => LEFT + ((WIDE - LEFT - RIGHT) * round) / rounds;
    const y = (score) => HIGH - BOTTOM - ((HIGH - TOP - BOTTOM) * score) / top;
    const last = points.at(-1);
    const heights = spread(
      players.map((player) => y(last.scores[player] ?? 0)),
      38,
    );
    const lines = Array.from({ length: top / step + 1 }, (_, index) => index * step);
    svg.setAttribute(
      "aria-label",
      `${t("web.chart")}: ${players.map((player) => `${word(player)} ${last.scores[player] ?? 0}`).join(", ")}`,
    );
    fill(
      svg,
      lines.map((score) =>
        s(
          "g",
          {},
          s("line", { class: "chart-line", x1: LEFT, x2: WIDE - RIGHT, y1: y(score), y2: y(score) }),
          s("text", { class: "chart-number", x: LEFT - 14, y: y(score) + 9 }, String(score)),
        ),
      ),
      Array.from({ length: rounds }, (_, index) =>
        s("text", { class: "chart-round", x: x(index + 1), y: HIGH - 14 }, String(index + 1)),
      ),
      players.map((player, seat) =>
        s(
          "g",
          { class: `player-${player}` },
          s("polyline", {
            class: "chart-player",
            "stroke-dasharray": dashesOf(player),
            points: points.map((point) => `${x(point.round)},${y(point.scores[player] ?? 0)}`).join(" "),
          }),
          history.map((point) =>
            s("circle", { class: "chart-dot", cx: x(point.round), cy: y(point.scores[player] ?? 0), r: 6 }),
          ),
          s("g", { transform: `translate(${x(last.round) + 30},${heights[seat]})` }, tokenShape(player, 16)),
          s(
            "text",
            { class: "chart-score", x: x(last.round) + 52, y: heights[seat] + 10 },
            String(last.scores[player] ?? 0),
          ),
        ),
      ),
    );
  });
}
