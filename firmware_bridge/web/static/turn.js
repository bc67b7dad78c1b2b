// Whose turn it is and what for, what is wrong, and what happened last.

import { fill, h, whenChanged } from "./dom.js";
import { rich } from "./goods.js";
import { badge } from "./players.js";
import { t, upper, word } from "./words.js";

/** Draws into the elements; `problems` and `turn` are live regions of the page, which says what is new by itself. */
export function turnPart({ turn, problems, news }) {
  const drawTurn = whenChanged((head, player, isAway) =>
    fill(
      turn,
      h("p", { class: "round" }, head.round),
      player &&
        h("p", { class: `who player-${player}` }, badge(player, "badge big"), h("span", {}, upper(word(player)))),
      h("p", { class: player ? "does" : "does alone" }, head.does),
      head.areas && h("p", { class: "areas" }, head.areas),
      isAway && h("p", { class: "note" }, t("web.is-away")),
    ),
  );
  const drawProblems = whenChanged((all) => {
    // One mistake can be seen at several places, each marked on the board: it is told once.
    const list = all.filter((problem, index) => all.findIndex((other) => other.text === problem.text) === index);
    problems.classList.toggle("none", !list.length);
    fill(
      problems,
      list.map((problem, index) =>
        h(
          "div",
          { class: index ? "problem" : "problem first" },
          problem.player ? badge(problem.player, "badge") : h("span", { class: "alarm", "aria-hidden": "true" }, "!"),
          h("p", {}, problem.text.replaceAll(" | ", " "), problem.clause && h("small", {}, problem.clause)),
        ),
      ),
    );
  });
  const drawNews = whenChanged((text) => fill(news, text && rich(text)));
  return (state) => {
    const acting = state.paused ? null : state.acting; // while the game waits, that is what the head says
    const head = acting ? { ...state.head, does: t("web.carries-out", { area: upper(word(acting)) }) } : state.head;
    drawTurn(head, state.in_turn, state.away.includes(state.in_turn), document.documentElement.lang);
    drawProblems(state.problems);
    drawNews([state.news, state.trouble].filter(Boolean).join(" · "), document.documentElement.lang);
  };
}
