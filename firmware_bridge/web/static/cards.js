// What lies beside the board: the factory row, the invention display, ships and warehouses, and the fields of inventions.

import { artIcon } from "./art.js";
import { fill, h, whenChanged } from "./dom.js";
import { amounts } from "./goods.js";
import { badge } from "./players.js";
import { capital, t, word } from "./words.js";

const LEAVING_FROM = { row: 2, display: 4 };

function card(item, place, leaves) {
  if (!item) return h("li", { class: "card empty" }, h("span", { class: "unseen" }, t("web.empty")));
  return h(
    "li",
    {
      class: `card ${place}${item.counterfeit ? " counterfeit" : ""}${leaves ? " leaves" : ""}`,
      "data-card": item.card,
      title: item.counterfeit ? t("web.counterfeit") : null,
    },
    h("span", { class: "card-head" }, h("span", { class: "card-name" }, capital(item.text.replace(/ \?$/, "")))),
    h(
      "span",
      { class: "card-art" },
      artIcon(item.card),
      item.counterfeit && h("b", { class: "copy", title: t("web.counterfeit") }, "?"),
      item.counterfeit && h("span", { class: "unseen" }, t("web.counterfeit")),
    ),
    h(
      "span",
      { class: "card-gain" },
      amounts(item.makes ?? item.profit, t("web.get")),
      item.influence ? amounts([["influence", item.influence]], t("web.get")) : null,
    ),
    h("span", { class: "card-cost" }, amounts(item.cost, t("web.pay"))),
    leaves && h("span", { class: "unseen" }, t("web.leaves")),
  );
}

function deck(count, name) {
  return h("li", { class: "card deck" }, h("b", {}, String(count)), h("span", {}, name));
}

function load(item) {
  const kind = item.id.includes("ship") ? "ship" : "warehouse";
  return h(
    "li",
    { class: `load ${kind}${item.stock ? "" : " empty"}`, "data-load": item.id },
    artIcon(kind),
    h("span", { class: "load-name" }, capital(item.text)),
    amounts([[item.resource, item.stock]]),
  );
}

function field(item, kind) {
  const owner = item.owner;
  const label = `${capital(item.text)}: ${owner ? word(owner) : t("web.free")}${item.patented ? `, ${t("web.patented")}` : ""}`;
  return h(
    "div",
    { class: `field-half ${kind}${owner ? ` owned player-${owner}` : ""}` },
    h("span", { class: "unseen" }, label),
    h(
      "span",
      { class: "field-numbers" },
      amounts([["development", item.cost]], t("web.pay")),
      h("span", { class: "turns-into", "aria-hidden": "true" }, "→"),
      amounts([["influence", item.influence]], t("web.get")),
    ),
    h(
      "span",
      { class: "field-owner", title: label },
      owner ? badge(owner) : h("span", { class: "hole", "aria-hidden": "true" }),
      h("span", { class: item.patented ? "circle marked" : "circle", "aria-hidden": "true" }, item.patented ? "✓" : ""),
    ),
    h("span", { class: "field-reward" }, amounts(item.reward, t("web.reward"))),
  );
}

function invention(original, technical) {
  const id = original.field.split(" ")[0];
  return h(
    "li",
    { class: "field", "data-field": id },
    h("span", { class: "field-head" }, artIcon(id), h("span", {}, capital(word(id)))),
    field(original, "original"),
    technical && field(technical, "technical"),
  );
}

/** Draws `state.board` into the elements: {row, display, loads, fields}; `places` are hidden where the players keep all that. */
export function cardsPart({ row, display, loads, fields }, places) {
  const drawRow = whenChanged((list, count) =>
    fill(
      row,
      list.map((item, index) => card(item, "factory", item && index >= LEAVING_FROM.row)),
      deck(count, t("web.deck")),
    ),
  );
  const drawDisplay = whenChanged((list, count) => {
    const [p0, p1, p2, ...top] = list.map((item, index) =>
      card(item, "invention", item && index >= LEAVING_FROM.display),
    );
    fill(display, top, p2, p1, p0, deck(count, t("web.deck")));
  });
  const drawLoads = whenChanged((list) => fill(loads, list.map(load)));
  const drawFields = whenChanged((list) => {
    const pairs = new Map();
    for (const item of list)
      pairs.set(item.field.split(" ")[0], [...(pairs.get(item.field.split(" ")[0]) ?? []), item]);
    fill(
      fields,
      [...pairs.values()].map(([original, technical]) => invention(original, technical)),
    );
  });
  return ({ board }) => {
    for (const place of places) place.hidden = !board;
    if (!board) return;
    const language = document.documentElement.lang;
    drawRow(board.row, board.decks.factories, language);
    drawDisplay(board.display, board.decks.inventions, language);
    drawLoads(board.loads, language);
    drawFields(board.fields, language);
  };
}
