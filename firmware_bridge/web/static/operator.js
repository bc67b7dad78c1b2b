// The operator's console: the game's levers, the seats, the readers and the machine.

import { choicesPart, handsPart } from "./choices.js";
import { parts } from "./dom.js";
import { keep, kept } from "./kept.js";
import { correctPart, gamePart, seatsPart } from "./levers.js";
import { logPart } from "./log.js";
import { startPage } from "./page.js";
import { machinePart, readersPart } from "./readers.js";
import { turnPart } from "./turn.js";

const KEPT_PIN = "era-table-pin";

const at = parts(
  "pin-part",
  "pin-form",
  "pin",
  "problems",
  "turn",
  "news",
  "console",
  "game",
  "hands",
  "choices",
  "correct",
  "seat-list",
  "here-only",
  "readers",
  "machine",
  "machine-buttons",
  "log",
  "new-game",
  "sure",
  "to-table",
);
let state = null;
let hardware = null;
let seats = [];
let welcome = null;
let pin = kept("sessionStorage", KEPT_PIN);

/** The PIN to greet with from now on; null: none. */
function setPin(given) {
  pin = given;
  keep("sessionStorage", KEPT_PIN, given);
}

const page = startPage({
  title: "web.title-operator",
  who: () => ({ pin }),
  hear: {
    welcome(message) {
      welcome = message;
      if (message.role !== "operator") setPin(null); // it was changed: to say it again counts as a guess
      showAll();
    },
    state(message) {
      state = message;
      showAll();
    },
    hardware(message) {
      hardware = message;
      showHardware();
    },
    seats(message) {
      seats = message.seats;
      at["here-only"].hidden = !message.here_only;
      showAll();
    },
  },
});

const { ask } = page;
const turn = turnPart(at);
const choices = choicesPart(
  at.choices,
  (move) => ask("play", { move }),
  () => true,
);
const hands = handsPart(at.hands, () => ask("laid-out"));
const log = logPart(at.log);
const game = gamePart({ buttons: at.game, newGame: at["new-game"], sure: at.sure }, ask);
const correct = correctPart(at.correct, ask);
const seatList = seatsPart({ list: at["seat-list"], sure: at.sure }, ask);
const readers = readersPart(at.readers, ask);
const machine = machinePart({ facts: at.machine, buttons: at["machine-buttons"] }, ask);

function showAll() {
  if (!welcome) return;
  const may = welcome.role === "operator";
  at["pin-part"].hidden = may;
  at["pin-form"].hidden = !welcome.pin;
  at.console.hidden = !may || !state;
  at["to-table"].hidden = !welcome.simulated;
  if (!state) return;
  turn(state);
  choices(state.choices);
  hands(state.hands, may);
  document.body.classList.toggle("no-choice", !state.choices.items.length && !state.hands);
  log(state.log);
  game(state);
  correct(state);
  seatList(state, seats);
  showHardware();
}

function showHardware() {
  if (!hardware || !welcome) return;
  readers(hardware.readers, document.documentElement.lang);
  machine(hardware, welcome.languages, document.documentElement.lang);
}

at["pin-form"].addEventListener("submit", async (event) => {
  event.preventDefault();
  setPin(at.pin.value);
  at.pin.value = "";
  const answer = await page.hello();
  if (answer.type !== "refused") return;
  setPin(null);
  page.tell(answer.why);
});
