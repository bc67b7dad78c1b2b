// The big screen: readable from five metres, for everybody who stands around the table.

import { chartPart } from "./chart.js";
import { handsPart } from "./choices.js";
import { clockPart } from "./clock.js";
import { seatCode } from "./codes.js";
import { fill, h, parts, whenChanged } from "./dom.js";
import { fits } from "./fit.js";
import { goodIcon } from "./goods.js";
import { logPart } from "./log.js";
import { startPage } from "./page.js";
import { named } from "./players.js";
import { scoresPart } from "./scores.js";
import { turnPart } from "./turn.js";
import { word } from "./words.js";

const LOG_LINES = 4;

const at = parts(
  "round",
  "problems",
  "turn",
  "news",
  "log",
  "hands",
  "scores",
  "chart-part",
  "chart",
  "standings",
  "seats",
  "codes",
  "here-only",
);
let state = null;
let seats = [];

const chart = chartPart(at.chart);
const turn = turnPart(at);
const scores = scoresPart(at.scores);
const log = logPart(at.log, LOG_LINES);
const hands = handsPart(at.hands, () => undefined);
const clock = clockPart(at.standings);

/** Each player's place on the tracks; the last change is marked. */
const standings = whenChanged((players, tracks, holdings, inTurn, gains) => {
  fill(
    at.standings,
    players.map((player) => {
      const gain = gains.find((one) => one.player === player);
      const held = holdings[player];
      return h(
        "div",
        { class: `standing player-${player}${player === inTurn ? " in-turn" : ""}${gain ? " gained" : ""}` },
        h("span", { class: "standing-who" }, named(player), h("b", { class: "clock", "data-clock": player })),
        gain && h("span", { class: "gain" }, `+${gain.after - gain.before}`),
        player in (tracks.influence ?? {}) &&
          h(
            "b",
            { class: "influence", title: word("influence") },
            String(tracks.influence[player]),
            goodIcon("influence"),
          ),
        held &&
          h(
            "span",
            { class: "purse" },
            held.goods
              .filter(([, count]) => count)
              .map(([kind, count]) =>
                h("span", { class: "amount", title: word(kind) }, h("b", {}, String(count)), goodIcon(kind)),
              ),
          ),
      );
    }),
  );
});

const codes = whenChanged((list) => {
  const free = list.filter((seat) => !seat.taken);
  at.seats.hidden = !free.length;
  fill(at.codes, free.map(seatCode));
});

function showAll() {
  if (!state) return;
  const language = document.documentElement.lang;
  at.round.textContent = state.head.round;
  turn(state);
  scores(state);
  log(state.log);
  hands(state.hands, false);
  const over = Boolean(state.scores);
  at.turn.hidden = over;
  document.body.classList.toggle("over", over);
  document.body.classList.toggle("trouble", state.problems.length > 0);
  const begun = over || state.history.some((point) => point.round < state.round); // else there is no line yet
  at["chart-part"].hidden = !state.history.length || !begun || Boolean(state.hands);
  chart(state.history, state.players, state.rounds, language);
  standings(state.players, state.tracks, state.holdings ?? {}, state.in_turn, state.gains, language);
  clock(state.clocks);
  codes(over || state.problems.length ? [] : seats, language);
}

fits(at.hands);
fits(at.problems);
fits(at.turn);
startPage({
  title: "web.title-big",
  hear: {
    welcome: showAll,
    state(message) {
      state = message;
      showAll();
    },
    seats(message) {
      seats = message.seats;
      at["here-only"].hidden = !message.here_only;
      showAll();
    },
  },
});
