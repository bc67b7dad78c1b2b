// The last things that happened, in words, the newest first.

import { fill, h, whenChanged } from "./dom.js";

/** Draws the log into a list. */
export function logPart(element, most = 60) {
  return whenChanged((log) => {
    let round = null;
    fill(element, log.slice(-most).reverse().map((entry) => {
      const begins = entry.round !== round;
      round = entry.round;
      return h("li", {}, h("span", { class: begins ? "log-round" : "log-round same" }, String(entry.round)), h("span", {}, entry.text));
    }));
  });
}
