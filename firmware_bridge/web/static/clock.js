// The players' clocks: the page counts on by itself, the table only says when the turn changes.

const EVERY_MS = 500;

function clockText(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** Keeps every element under `root` that has a data-clock (a player) at that player's time: show(clocks), null for none. */
export function clockPart(root) {
  let clocks = null,
    since = 0,
    last = "";

  function tick() {
    const passed = (performance.now() - since) / 1000;
    for (const cell of root.querySelectorAll("[data-clock]")) {
      const player = cell.dataset.clock;
      const seconds = (clocks?.spent[player] ?? 0) + (player === clocks?.running ? passed : 0);
      cell.textContent = clocks ? clockText(seconds) : "";
    }
  }

  setInterval(tick, EVERY_MS);
  return (given) => {
    const now = JSON.stringify(given);
    if (now !== last) [last, clocks, since] = [now, given, performance.now()];
    tick();
  };
}
