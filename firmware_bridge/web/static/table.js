// The virtual table: the board with hands on it, the choices of the player in turn, the display and the lights.

import { Board } from "./board.js";
import { cardsPart } from "./cards.js";
import { choicesPart, handsPart } from "./choices.js";
import { dealtPart } from "./dealt.js";
import { devicePart } from "./device.js";
import { fill, parts, whenChanged } from "./dom.js";
import { rich } from "./goods.js";
import { logPart } from "./log.js";
import { marksMore } from "./more.js";
import { openNewGame } from "./new_game.js";
import { startPage } from "./page.js";
import { scoresPart } from "./scores.js";
import { stocksPart } from "./stocks.js";
import { Hands } from "./tokens.js";
import { tricksPart } from "./tricks.js";
import { turnPart } from "./turn.js";
import { t, upper, word } from "./words.js";
import { boardInWords } from "./words_board.js";

const at = parts(
  "board",
  "trays",
  "side",
  "problems",
  "turn",
  "news",
  "how",
  "work",
  "hands",
  "dealt",
  "choices",
  "scores",
  "device",
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
let hardware = null;
let role = "spectator";

const page = startPage({
  title: "web.title-table",
  who: () => ({ far: true }),
  hear: {
    welcome(message) {
      role = message.role;
      far = message.simulated ? far : null;
      // A real table has its own display and buttons, and hands that no page moves.
      for (const part of [at.device, at.trays]) part.hidden = !message.simulated;
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
    hardware(message) {
      hardware = message;
      showTricks();
    },
  },
});

const { ask, askQuietly } = page;
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
const device = devicePart(at, (button, down) => ask("bench.press", { button, down }));
const tricks = tricksPart(at.tricks, ask);
const play = (move) => ask("play", { move });
/** What is wrong is seen when it comes, wherever the column beside the board has been scrolled to. */
const seesProblems = whenChanged((wrong) => {
  if (wrong) at.side.scrollTop = 0;
});
const shown = [
  turnPart(at),
  cardsPart(at, document.querySelectorAll("[data-cards]")),
  stocksPart(at.stocks),
  scoresPart(at.scores),
  boardInWords(at.words),
];
const choices = choicesPart(at.choices, play, () => role === "operator");
const work = handsPart(at.hands, () => ask("laid-out"));
const dealt = dealtPart(at.dealt, () => askQuietly("laid-out"));
const log = logPart(at.log);

/** The tokens as they lie: what the hands did, and where no bench tells that, what the readers see. */
function showTokens() {
  if (!state) return;
  const tokens = far?.table ?? state.lying;
  board.show(state, tokens);
  hands.show(state, tokens);
  showHow();
}

function isSilent({ state }) {
  return state !== "well" && state !== "garbled";
}

function showFar() {
  if (!far) return;
  if (far.display) device.show(far.display, document.documentElement.lang);
  if (far.leds) board.light(far.leds);
  showTricks();
}

/** The switches stand as the table finds its wires, whoever has a hand in it; what is noise nothing but the page knows. */
function showTricks() {
  if (!far) return;
  tricks({
    silent: (hardware?.readers ?? []).filter(isSilent).map((reader) => reader.reads),
    display: hardware?.display.state === "lost",
    lights: hardware?.lights.state === "lost",
    noise: far.noise,
  });
}

function showAll() {
  if (!state) return;
  showTokens();
  for (const show of shown) show(state);
  seesProblems(state.problems.length > 0);
  choices(state.choices);
  const byItself = state.simulated && state.dealing === "virtual"; // the cards lie: the page draws them
  work(byItself ? null : state.hands, role === "operator");
  dealt(state, byItself && role === "operator");
  log(state.log);
  showTools();
}

/** One line of how to play, until the first token lies. */
function showHow() {
  const first = state.round === 1 && state.phase === "placing" && !state.paused && !state.idle;
  at.how.hidden = !(first && state.simulated && role === "operator" && !(far?.table ?? state.lying).length);
  at.how.textContent = state.in_turn ? t("web.how", { PLAYER: upper(word(state.in_turn)) }) : "";
}

function showTools() {
  const may = role === "operator";
  at.undo.hidden = !may || !state.undo.operator;
  fill(at.undo, state.undo.operator && rich(t("web.take-back", { what: state.undo.operator })));
  at.undo.title = at.undo.textContent;
  at.pause.hidden = !may || state.idle;
  at.pause.textContent = t(state.paused ? "web.go-on" : "web.pause");
  at.new.hidden = !may;
}

marksMore(at.side);
at.words.closest("details").addEventListener("toggle", showAll);
at.undo.addEventListener("click", () => ask("take-back", { operator: true }));
at.pause.addEventListener("click", () => ask("pause", { on: !state.paused }));
at.new.addEventListener("click", () => openNewGame(at["new-game"], state, (wanted) => ask("new", wanted)));
