// The players' clocks: the page counts on by itself, the table only says when the turn changes.

import { h, fill } from "./dom.js";
import { named } from "./players.js";

const EVERY_MS = 500;

function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Draws the clocks of those players into the element: show(clocks, players); clocks: null hides them. */
export function clockPart(element) {
  let clocks = null, players = [], since = 0, key = "";

  function draw() {
    const passed = (performance.now() - since) / 1000;
    for (const cell of element.querySelectorAll("[data-clock]")) {
      const player = cell.dataset.clock;
      cell.textContent = clockText((clocks.spent[player] ?? 0) + (player === clocks.running ? passed : 0));
    }
  }

  setInterval(() => { if (clocks) draw(); }, EVERY_MS);
  return (given, whose) => {
    const now = JSON.stringify([given, whose, document.documentElement.lang]);
    if (now === key) return;
    key = now;
    clocks = given;
    players = whose;
    since = performance.now();
    element.hidden = !clocks;
    if (!clocks) return;
    fill(element, players.map((player) => h("span", { class: player === clocks.running ? "clock running" : "clock" },
      named(player), h("b", { "data-clock": player }))));
    draw();
  };
}
