// The final scoring, told step by step: player by player, clause by clause, the winner last.

import { fill, h, whenChanged } from "./dom.js";
import { named } from "./players.js";
import { capital, t } from "./words.js";

const STEP_MS = 1600;

/** Draws the scoring into the element, a line after the other; a button shows the rest at once. */
export function scoresPart(element) {
  let timer = 0;

  function draw(scores) {
    clearInterval(timer);
    element.hidden = !scores;
    if (!scores) return fill(element);
    const total = scores.players.reduce((sum, player) => sum + player.clauses.length + 1, 1);
    let step = 1;
    const showAll = h(
      "button",
      {
        type: "button",
        "data-key": "all",
        onclick: () => {
          step = total;
          show();
        },
      },
      t("web.show-all"),
    );
    const cards = scores.players.map((player) => {
      const lines = player.clauses.map((clause) =>
        h(
          "tr",
          {},
          h(
            "th",
            { scope: "row" },
            capital(t(`web.score-${clause.of}`, { n: clause.count })),
            " ",
            h("small", {}, clause.clause),
          ),
          h("td", {}, String(clause.points)),
        ),
      );
      const sum = h(
        "tr",
        { class: "total" },
        h("th", { scope: "row" }, t("web.total")),
        h("td", {}, String(player.total)),
      );
      const wins = scores.winners.includes(player.player);
      const card = h(
        "div",
        { class: `score player-${player.player}` },
        h("h3", {}, named(player.player)),
        h("table", {}, h("tbody", {}, lines, sum)),
      );
      return { card, lines: [...lines, sum], wins };
    });
    const winner = h("p", { class: "winner", "aria-live": "polite" }, capital(scores.text));
    fill(
      element,
      h("h2", {}, t("web.scoring")),
      h(
        "div",
        { class: "score-cards" },
        cards.map(({ card }) => card),
      ),
      winner,
      showAll,
    );

    function show() {
      let left = step;
      for (const { card, lines, wins } of cards) {
        card.classList.toggle("waiting", left <= 0);
        for (const line of lines) line.classList.toggle("waiting", left-- <= 0);
        card.classList.toggle("wins", wins && step >= total);
      }
      winner.classList.toggle("waiting", step < total);
      showAll.hidden = step >= total;
      if (step >= total) clearInterval(timer);
    }
    timer = setInterval(() => {
      step++;
      show();
    }, STEP_MS);
    show();
  }

  const changed = whenChanged(draw);
  return ({ scores }) => changed(scores, document.documentElement.lang);
}
