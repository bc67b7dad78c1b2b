// The last things that happened, in words, the newest first.

import { fill, h, whenChanged } from "./dom.js";
import { amounts, rich } from "./goods.js";
import { t } from "./words.js";

function line(entry, begins) {
  const { cost, gain } = entry;
  return h(
    "li",
    {},
    h("span", { class: begins ? "log-round" : "log-round same" }, String(entry.round)),
    h(
      "span",
      {},
      rich(entry.text),
      cost.length > 0 && h("span", { class: "trade" }, "−", amounts(cost, t("web.pay"))),
      gain.length > 0 && h("span", { class: "trade" }, "+", amounts(gain, t("web.get"))),
    ),
  );
}

/** Draws the log into a list: show(log). */
export function logPart(element, most = 60) {
  const draw = whenChanged((log) => {
    const newest = log.slice(-most).reverse();
    fill(
      element,
      newest.map((entry, index) => line(entry, index === 0 || newest[index - 1].round !== entry.round)),
    );
  });
  return (log) => draw(log, document.documentElement.lang);
}
