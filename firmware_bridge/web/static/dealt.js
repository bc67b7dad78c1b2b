// What the table has dealt by itself, folded: at a virtual table the cards that are drawn lie already.

import { fill, h, whenChanged } from "./dom.js";
import { rich } from "./goods.js";
import { capital, t } from "./words.js";

/**
 * Draws into the element, which stays until the game goes on: show(state, may). done(): says that all of it lies; where
 * this page may, it does so by itself, once a state.
 */
export function dealtPart(element, done) {
  let answered = -1;
  let dealt = null;
  let since = null;
  const draw = whenChanged((hands) => {
    element.hidden = !hands;
    if (!hands) return fill(element);
    fill(
      element,
      h(
        "details",
        {},
        h("summary", { "data-key": "dealt" }, t("web.dealt", { title: hands.title, n: hands.steps.length })),
        h(
          "ol",
          {},
          hands.steps.map((step) => h("li", {}, rich(capital(step)))),
        ),
      ),
    );
  });
  return (state, may) => {
    const last = JSON.stringify(state.log.at(-1) ?? null);
    if (may && state.hands) {
      [dealt, since] = [state.hands, last];
      if (answered !== state.number) done();
      answered = state.number;
    } else if (last !== since || !may) {
      dealt = null;
    }
    draw(dealt, document.documentElement.lang);
  };
}
