// What an operator may do to the game: its buttons, corrections, the seats.

import { seatCode } from "./codes.js";
import { fill, h, whenChanged } from "./dom.js";
import { rich } from "./goods.js";
import { openNewGame } from "./new_game.js";
import { named } from "./players.js";
import { capital, t, word } from "./words.js";

const CORRECTED = [
  "coins",
  "wood",
  "coal",
  "metal",
  "technology",
  "tools",
  "development",
  "influence",
  "bonus-tokens",
  "patents",
];
const HELD_AS = { "bonus-tokens": "bonus" };

/** Asks in the dialog whether it is really meant, and then does it. */
function askFirst(dialog, question, act) {
  fill(
    dialog,
    h("h2", { id: "sure-title" }, question),
    h(
      "div",
      { class: "dialog-buttons" },
      h(
        "button",
        {
          type: "button",
          class: "main",
          onclick: () => {
            dialog.close();
            act();
          },
        },
        t("web.yes"),
      ),
      h("button", { type: "button", onclick: () => dialog.close() }, t("web.no")),
    ),
  );
  dialog.showModal();
}

/** The game's buttons: show(state). */
export function gamePart({ buttons, newGame, sure }, ask) {
  let state = null;
  const button = (key, text, act) => h("button", { type: "button", "data-key": key, onclick: act }, text);
  const draw = whenChanged((paused, clocks, undo, idle) =>
    fill(
      buttons,
      button("undo", undo ? rich(t("web.take-back", { what: undo })) : t("web.nothing-to-take-back"), () =>
        ask("take-back", { operator: true }),
      ),
      !idle && button("pause", t(paused ? "web.go-on" : "web.pause"), () => ask("pause", { on: !paused })),
      !idle && button("accept", t("web.accept"), () => askFirst(sure, t("web.accept-sure"), () => ask("accept"))),
      button("clocks", t(clocks ? "web.hide-clocks" : "web.show-clocks"), () => ask("clocks", { on: !clocks })),
      button("new", t("web.new-game"), () => openNewGame(newGame, state, (wanted) => ask("new", wanted))),
      !idle && button("end", t("web.end-game"), () => askFirst(sure, t("web.end-sure"), () => ask("end"))),
    ),
  );
  return (now) => {
    state = now;
    draw(now.paused, Boolean(now.clocks), now.undo.operator, now.idle, document.documentElement.lang);
  };
}

/** The form that corrects what a player has; where the players keep count themselves, the tracks alone. */
export function correctPart(form, ask) {
  let state = null;
  let recorded = 0;
  const value = (player, what) => {
    const held = state.holdings?.[player];
    if (!held) return state.tracks[what]?.[player] ?? 0;
    return Object.fromEntries(held.goods)[what] ?? held[HELD_AS[what] ?? what] ?? 0;
  };
  const options = (all) => all.map((name) => h("option", { value: name }, capital(word(HELD_AS[name] ?? name))));
  const player = () => form.elements.player.value,
    what = () => form.elements.what.value;
  const amount = () => Number(form.elements.amount.value);
  // What the record has already can't be set.
  const judge = () => {
    form.elements.set.disabled = amount() === recorded;
  };
  const refresh = () => {
    recorded = value(player(), what());
    form.elements.amount.value = recorded;
    judge();
  };

  form.addEventListener("change", (event) => {
    if (event.target.name !== "amount") refresh();
  });
  form.addEventListener("input", judge);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (state.holdings?.[player()]) ask("correct", { move: `correct ${player()} ${what()} ${amount()}` });
    else ask("move-track", { player: player(), track: what(), space: amount() });
  });
  const draw = whenChanged((players, full) => {
    fill(
      form,
      h(
        "label",
        {},
        h("span", {}, t("web.whose")),
        h("select", { name: "player", "data-key": "player" }, options(players)),
      ),
      h(
        "label",
        {},
        h("span", {}, t("web.what")),
        h("select", { name: "what", "data-key": "what" }, options(full ? CORRECTED : ["influence", "patents"])),
      ),
      h(
        "label",
        {},
        h("span", {}, t("web.how-many")),
        h("input", { name: "amount", type: "number", min: 0, max: 9999, required: true, "data-key": "amount" }),
      ),
      h("button", { type: "submit", name: "set", "data-key": "set" }, t("web.set")),
    );
    refresh();
  });
  return (now) => {
    state = now;
    draw(now.players, Object.keys(now.holdings ?? {}).length > 0, document.documentElement.lang);
    if (amount() === recorded) return refresh(); // nobody has typed another number
    recorded = value(player(), what());
    judge();
  };
}

/** The seats: their codes, who is away, and giving a seat to somebody else. show(state, seats). */
export function seatsPart({ list, sure }, ask) {
  const draw = whenChanged((players, seats, away) =>
    fill(
      list,
      players.map((player) => {
        const seat = seats.find((one) => one.player === player);
        const gone = away.includes(player);
        return h(
          "li",
          { class: `seat player-${player}` },
          h(
            "div",
            { class: "seat-head" },
            named(player),
            seat && h("span", { class: "seat-taken" }, t(seat.taken ? "web.taken" : "web.not-taken")),
          ),
          seat && h("details", {}, h("summary", {}, t("web.code")), h("ul", {}, seatCode(seat))),
          h(
            "div",
            { class: "buttons-row" },
            h(
              "button",
              { type: "button", "data-key": `away-${player}`, onclick: () => ask("away", { player, away: !gone }) },
              t(gone ? "web.is-back" : "web.set-away"),
            ),
            h(
              "button",
              {
                type: "button",
                "data-key": `over-${player}`,
                onclick: () =>
                  askFirst(sure, t("web.hand-over-sure", { player: capital(word(player)) }), () =>
                    ask("hand-over", { player }),
                  ),
              },
              t("web.hand-over"),
            ),
          ),
        );
      }),
    ),
  );
  return (state, seats) => draw(state.players, seats, state.away, document.documentElement.lang);
}
