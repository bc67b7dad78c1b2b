// A player's own seat, on the phone: the own choices, the clock, the stock, and what happened.

import { choicesPart, handsPart } from "./choices.js";
import { clockPart } from "./clock.js";
import { fill, h, parts, whenChanged } from "./dom.js";
import { rich } from "./goods.js";
import { logPart } from "./log.js";
import { ownTokensPart } from "./own_tokens.js";
import { startPage } from "./page.js";
import { badge, named } from "./players.js";
import { scoresPart } from "./scores.js";
import { stock } from "./stocks.js";
import { turnPart } from "./turn.js";
import { capital, t, upper, word } from "./words.js";

const at = parts(
  "whose",
  "stranger",
  "problems",
  "turn",
  "news",
  "own-tokens",
  "choices",
  "hands",
  "undo",
  "scores",
  "clock",
  "stock",
  "others",
  "log",
);
let state = null;
let seat = null;
let answered = false;

const page = startPage({
  title: "web.title-seat",
  who: () => ({ seat: location.pathname.split("/")[2] }),
  hear: {
    welcome(message) {
      seat = message.seat;
      answered = true;
      document.body.className = `${document.body.className.replace(/player-\S+/g, "")} player-${seat ?? "nobody"}`;
      showAll();
    },
    state(message) {
      state = message;
      showAll();
    },
  },
});

const { ask } = page;
const turn = turnPart(at);
const choices = choicesPart(
  at.choices,
  (move) => ask("play", { move }),
  (given) => given.player === seat || given.player === null,
);
const hands = handsPart(at.hands, () => ask("laid-out"));
const scores = scoresPart(at.scores);
const showClock = whenChanged((mine) => fill(at.clock, named(mine), h("b", { "data-clock": mine })));
const tick = clockPart(at.clock);
const log = logPart(at.log);
const ownTokens = ownTokensPart(at["own-tokens"], ask);

const showWhose = whenChanged((mine) =>
  fill(at.whose, mine && badge(mine, "badge big"), h("span", {}, mine ? capital(word(mine)) : "Era of Inventions")),
);
const showStock = whenChanged((held) => fill(at.stock, held && stock(seat, held)));
const showOthers = whenChanged((players, holdings) =>
  fill(
    at.others,
    players.map((player) => stock(player, holdings[player])),
  ),
);

/** At the own turn the page says what it is for; at another's whose it is, and that there is nothing to do. */
function forMe(given) {
  if (given.in_turn === null || given.over || given.paused) return given;
  const mine = given.in_turn === seat;
  if (mine) return given;
  return {
    ...given,
    acting: null,
    head: { ...given.head, areas: "", does: t("web.wait-for", { player: upper(word(given.in_turn)) }) },
  };
}

function showAll() {
  if (!state || !answered) return;
  const language = document.documentElement.lang;
  at.stranger.hidden = seat !== null;
  showWhose(seat, language);
  document.body.classList.toggle("my-turn", seat !== null && state.in_turn === seat && !state.over);
  turn(forMe(state));
  choices(seat === null ? { items: [] } : state.choices);
  hands(state.hands, seat !== null);
  scores(state);
  at.clock.hidden = seat === null || !state.clocks;
  showClock(seat ?? "nobody", language);
  tick(state.clocks);
  const mayUndo = seat !== null && state.undo.player === seat && state.undo.own;
  at.undo.hidden = !mayUndo;
  fill(at.undo, mayUndo && rich(t("web.take-back", { what: state.undo.own })));
  ownTokens(seat, state, state.lying);
  const held = state.holdings ?? {};
  showStock(held[seat] ?? null, language);
  const others = state.players.filter((player) => player !== seat && held[player]);
  at.others.closest("details").hidden = !others.length;
  showOthers(others, held, language);
  log(state.log);
}

at.undo.addEventListener("click", () => ask("take-back"));
