// The dialog of a new game: who plays, who starts, what the table watches, who deals.

import { fill, h } from "./dom.js";
import { capital, t, word } from "./words.js";

const COLOURS = ["yellow", "green", "brown", "orange", "purple"];
const COUNTS = [3, 4, 5];

function choice(name, value, text, chosen) {
  return h("label", {}, h("input", { type: "radio", name, value, checked: chosen }), h("span", {}, text));
}

/** Opens the dialog; begin({players, start, depth, dealing}) comes to whether the game began. */
export function openNewGame(dialog, state, begin) {
  let players = state.players.length >= COUNTS[0] ? [...state.players] : COLOURS.slice(0, COUNTS[0]);

  function seats() {
    const options = (mine) =>
      COLOURS.map((colour) => h("option", { value: colour, selected: colour === mine }, capital(word(colour))));
    return players.map((player, seat) =>
      h(
        "label",
        { class: "seat-choice" },
        t("web.seat-number", { n: seat + 1 }),
        h(
          "select",
          {
            "data-key": `seat-${seat}`,
            onchange: (event) => {
              const other = players.indexOf(event.target.value);
              if (other >= 0) players[other] = players[seat];
              players[seat] = event.target.value;
              redraw();
            },
          },
          options(player),
        ),
      ),
    );
  }

  function recount(count) {
    const free = COLOURS.filter((colour) => !players.includes(colour));
    players = [...players, ...free].slice(0, count);
    redraw();
  }

  const seatPart = h("div", { class: "seat-choices" }),
    startPart = h("div", { class: "row-choices" });
  const dealing = h(
    "fieldset",
    {},
    h("legend", {}, t("web.dealing")),
    h(
      "div",
      { class: "row-choices" },
      choice("dealing", "virtual", t("web.dealing-virtual"), true),
      choice("dealing", "cards", t("web.dealing-cards")),
    ),
  );
  const form = h(
    "form",
    {
      method: "dialog",
      onsubmit: async (event) => {
        event.preventDefault();
        const data = new FormData(form);
        const depth = data.get("depth");
        const wanted = { players, start: data.get("start"), depth };
        if (depth === "full") wanted.dealing = data.get("dealing");
        if (await begin(wanted)) dialog.close();
      },
      onchange: () => {
        dealing.hidden = new FormData(form).get("depth") !== "full";
      },
    },
    h("h2", { id: "new-title" }, t("web.new-game")),
    h(
      "fieldset",
      {},
      h("legend", {}, t("web.players")),
      h(
        "div",
        { class: "row-choices" },
        COUNTS.map((count) =>
          h(
            "label",
            {},
            h("input", {
              type: "radio",
              name: "count",
              value: count,
              checked: count === players.length,
              onchange: () => recount(count),
            }),
            h("span", {}, String(count)),
          ),
        ),
      ),
    ),
    h("fieldset", {}, h("legend", {}, t("web.seats")), seatPart),
    h("fieldset", {}, h("legend", {}, t("web.starts")), startPart),
    h(
      "fieldset",
      {},
      h("legend", {}, t("web.depth")),
      h(
        "div",
        { class: "row-choices" },
        choice("depth", "full", t("web.depth-full"), state.depth === "full"),
        choice("depth", "referee", t("web.depth-referee"), state.depth !== "full"),
      ),
    ),
    dealing,
    !state.idle && !state.over && h("p", { class: "hint" }, t("web.old-game-kept")),
    h(
      "div",
      { class: "dialog-buttons" },
      h("button", { type: "submit", class: "main" }, t("web.begin")),
      h("button", { type: "button", onclick: () => dialog.close() }, t("web.cancel")),
    ),
  );

  function redraw() {
    const start = new FormData(form).get("start");
    fill(seatPart, seats());
    fill(
      startPart,
      players.map((player) =>
        choice("start", player, capital(word(player)), player === (players.includes(start) ? start : players[0])),
      ),
    );
  }

  fill(dialog, form);
  redraw();
  dealing.hidden = state.depth !== "full";
  dialog.showModal();
}
