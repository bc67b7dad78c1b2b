// The virtual table: the board with hands on it, the choices of the player in turn, the display and the lights.

import { Board } from "./board.js";
import { cardsPart } from "./cards.js";
import { choicesPart, handsPart } from "./choices.js";
import { devicePart } from "./device.js";
import { fill, parts } from "./dom.js";
import { rich } from "./goods.js";
import { logPart } from "./log.js";
import { openNewGame } from "./new_game.js";
import { startPage } from "./page.js";
import { scoresPart } from "./scores.js";
import { stocksPart } from "./stocks.js";
import { Hands } from "./tokens.js";
import { tricksPart } from "./tricks.js";
import { turnPart } from "./turn.js";
import { t } from "./words.js";
import { boardInWords } from "./words_board.js";

const at = parts(
  "board",
  "trays",
  "problems",
  "turn",
  "news",
  "hands",
  "choices",
  "scores",
  "screen",
  "buttons",
  "tricks",
  "row",
  "display",
  "loads",
  "fields",
  "stocks",
  "words",
  "log",
  "undo",
  "pause",
  "new",
  "said",
  "new-game",
);
let state = null;
let far = null;
let role = "spectator";

const page = startPage({
  title: "web.title-table",
  who: () => ({ far: true }),
  hear: {
    welcome(message) {
      role = message.role;
      far = message.simulated ? far : null;
      device.words();
      board.redraw();
      showFar();
      showAll();
    },
    state(message) {
      state = message;
      showAll();
    },
    far(message) {
      const moved = JSON.stringify(message.table) !== JSON.stringify(far?.table);
      far = message;
      showFar();
      if (moved) showTokens();
    },
  },
});

const { ask } = page;
const board = new Board(at.board);
const hands = new Hands({
  board,
  svg: at.board,
  trays: at.trays,
  lay: (what) => ask("bench.lay", what),
  lift: (what) => ask("bench.lift", what),
  say: (text) => {
    at.said.textContent = text;
  },
});
const device = devicePart(at, (button, long) => ask("bench.press", { button, long }));
const tricks = tricksPart(at.tricks, ask);
const play = (move) => ask("play", { move });
const shown = [
  turnPart(at),
  cardsPart(at, document.querySelectorAll("[data-cards]")),
  stocksPart(at.stocks),
  scoresPart(at.scores),
  boardInWords(at.words),
];
const choices = choicesPart(at.choices, play, () => role === "operator");
const work = handsPart(at.hands, () => ask("laid-out"));
const log = logPart(at.log);

/** The tokens as they lie: what the hands did, and where no bench tells that, what the readers see. */
function showTokens() {
  if (!state) return;
  const tokens = far?.table ?? state.lying;
  board.show(state, tokens);
  hands.show(state, tokens);
}

function showFar() {
  if (!far) return;
  if (far.display) device.show(far.display, document.documentElement.lang);
  if (far.leds) board.light(far.leds);
  if (far.off) tricks(far.off, document.documentElement.lang);
}

function showAll() {
  if (!state) return;
  showTokens();
  for (const show of shown) show(state);
  choices(state.choices);
  work(state.hands, role === "operator");
  log(state.log);
  showTools();
}

function showTools() {
  const may = role === "operator";
  at.undo.hidden = !may || !state.undo.operator;
  fill(at.undo, state.undo.operator && rich(t("web.take-back", { what: state.undo.operator })));
  at.pause.hidden = !may;
  at.pause.textContent = t(state.paused ? "web.go-on" : "web.pause");
  at.new.hidden = !may;
}

at.words.closest("details").addEventListener("toggle", showAll);
at.undo.addEventListener("click", () => ask("take-back", { operator: true }));
at.pause.addEventListener("click", () => ask("pause", { on: !state.paused }));
at.new.addEventListener("click", () => openNewGame(at["new-game"], state, (wanted) => ask("new", wanted)));
