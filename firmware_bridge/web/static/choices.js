// What the player in turn may choose now, each line with what it costs and gives; groups open in place.

import { fill, h, whenChanged } from "./dom.js";
import { amounts, rich, trade } from "./goods.js";
import { badge, named } from "./players.js";
import { capital, t } from "./words.js";

/** Draws into the element. play(move): plays a move. mine(choices): whether this page may choose. */
export function choicesPart(element, play, mine) {
  let open = "";
  let asked = false;
  let waiting = false;
  let shown = null;

  async function choose(move) {
    if (waiting) return;
    waiting = true;
    element.classList.add("waiting");
    asked = false;
    await play(move);
    waiting = false;
    element.classList.remove("waiting");
  }

  function line(item, path) {
    const key = `${path}/${item.move ?? item.text}`;
    if (item.inside?.length) return group(item, key);
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: item.move === "done" ? "choice done" : "choice",
          type: "button",
          "data-key": key,
          "data-move": item.move,
          onclick: () => {
            if (item.move === "done" && shown.ask) {
              asked = true;
              draw();
              element.querySelector(".question button")?.focus();
            } else {
              choose(item.move);
            }
          },
        },
        h("span", { class: "choice-text" }, rich(capital(item.text))),
        trade(item.cost, item.gain, { pay: t("web.pay"), get: t("web.get") }),
        item.others?.map(([player, goods]) =>
          h("span", { class: "choice-other" }, named(player), amounts(goods, t("web.get"))),
        ),
      ),
    );
  }

  function group(item, key) {
    const isOpen = open === key;
    return h(
      "li",
      { class: isOpen ? "group open" : "group" },
      h(
        "button",
        {
          class: "choice",
          type: "button",
          "data-key": key,
          "aria-expanded": String(isOpen),
          onclick: () => {
            open = isOpen ? "" : key;
            draw();
          },
        },
        h("span", { class: "choice-text" }, rich(capital(item.text))),
        h("span", { class: "opens", "aria-hidden": "true" }, isOpen ? "–" : "+"),
      ),
      isOpen &&
        h(
          "ul",
          {},
          item.inside.map((inside) => line(inside, key)),
        ),
    );
  }

  function question() {
    return h(
      "div",
      { class: "question", role: "group", "aria-label": shown.ask },
      h("p", {}, shown.ask),
      h("button", { type: "button", class: "yes", "data-key": "yes", onclick: () => choose("done") }, t("web.yes")),
      h(
        "button",
        {
          type: "button",
          class: "no",
          "data-key": "no",
          onclick: () => {
            asked = false;
            draw();
          },
        },
        t("web.no"),
      ),
    );
  }

  function draw() {
    const there = shown && shown.items.length && mine(shown);
    element.hidden = !there;
    if (!there) return fill(element);
    const focused = element.contains(document.activeElement);
    fill(
      element,
      h("h2", { class: "choices-title" }, shown.player && badge(shown.player), h("span", {}, shown.title)),
      asked
        ? question()
        : h(
            "ul",
            { class: "choice-list" },
            shown.items.map((item) => line(item, "")),
          ),
    );
    if (focused && !element.contains(document.activeElement))
      element.querySelector("button").focus({ preventScroll: true });
  }

  const changed = whenChanged((choices) => {
    shown = choices;
    asked = false;
    draw();
  });
  return (choices) => changed(choices, document.documentElement.lang);
}

/** The work for hands at a round's end, with a button that says it is done. */
export function handsPart(element, done) {
  return whenChanged((hands, may) => {
    element.hidden = !hands;
    if (!hands) return;
    fill(
      element,
      h("h2", {}, hands.title),
      h(
        "ol",
        {},
        hands.steps.map((step) => h("li", {}, rich(capital(step)))),
      ),
      may && h("button", { type: "button", class: "main", "data-key": "laid-out", onclick: done }, t("web.laid-out")),
    );
  });
}
