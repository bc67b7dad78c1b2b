// The last things that happened, in words, the newest first.

import { fill, h, whenChanged } from "./dom.js";
import { rich, trade } from "./goods.js";
import { t } from "./words.js";

/** Draws the log into a list. */
export function logPart(element, most = 60) {
  const draw = whenChanged((log) => {
    let round = null;
    fill(element, log.slice(-most).reverse().map((entry) => {
      const begins = entry.round !== round;
      round = entry.round;
      return h("li", {}, h("span", { class: begins ? "log-round" : "log-round same" }, String(entry.round)), h("span", {}, rich(entry.text),
        entry.cost.length || entry.gain.length ? [" ", trade(entry.cost, entry.gain, { pay: t("web.pay"), get: t("web.get") })] : null));
    }));
  });
  return (log) => draw(log, document.documentElement.lang);
}
