// The texts of the language that this browser has chosen, as the table's catalogues give them.

import { keep, kept } from "./kept.js";

let texts = {};
let chosen = "en";

const KEPT = "era-table-language";

/** The texts of a language, by their keys. */
export function setTexts(language, given) {
  chosen = language;
  texts = given;
}

/** The language that is shown. */
export function language() {
  return chosen;
}

/** The language to ask for: what was chosen in this browser before, else what the browser itself speaks. */
export function wantedLanguage() {
  return kept("localStorage", KEPT) || navigator.language.slice(0, 2);
}

/** Keeps a choice for the next time. */
export function keepLanguage(code) {
  keep("localStorage", KEPT, code);
}

/** A text by its key; what stands in braces is filled in. */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A word of the game by its id: an area, a colour, a good; "build:1" is an area and a number. */
export function word(id) {
  if (id.includes(":")) return id.split(":").map(word).join(" ");
  return texts[`word.${id}`] ?? id;
}

/** With a capital letter at its beginning. */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(chosen) + text.slice(1);
}

/** In capitals, as its language writes them. */
export function upper(text) {
  return text.toLocaleUpperCase(chosen);
}

/** The two letters that stand for goods on small displays, each with what it stands for. */
export function codes() {
  return Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => key.startsWith("code."))
      .map(([key, code]) => [code, key.slice(5)]),
  );
}

/** Goods in words, for those who hear the page: "2 coal, 1 metal". */
export function goodsInWords(goods) {
  return goods.map(([kind, count]) => `${count} ${word(kind)}`).join(", ");
}

/** The place of a token in words: "BUILD 1". */
export function placeInWords(place) {
  return upper(word(place));
}

/** Fills in every element of the page that has a text of its own: data-text for what it says, data-label for its name. */
export function translatePage(title) {
  document.documentElement.lang = chosen;
  document.title = title;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
  }
}
