// On the simulated table: the own tokens, laid and lifted from the phone, as hands would.

import { fill, h, whenChanged } from "./dom.js";
import { artIcon } from "./art.js";
import { t, upper, word } from "./words.js";

/** Draws into the element: show(seat, state, tokens); ask: asks the table. */
export function ownTokensPart(element, ask) {
  const draw = whenChanged((seat, lay, lift) => {
    element.hidden = !lay.length && !lift.length;
    fill(
      element,
      h("h2", {}, t(lay.length ? "web.lay-on" : "web.lift-from")),
      h(
        "div",
        { class: "area-buttons" },
        lay.map(({ area, place }) => areaButton(area, () => ask("bench.lay", { player: seat, place }))),
        lift.map(({ area, tag }) => areaButton(area, () => ask("bench.lift", { tag }))),
      ),
    );
  });

  return (seat, state, tokens) => {
    const mine = seat !== null && state.simulated && state.in_turn === seat && !state.paused;
    const taken = new Set(tokens.map((token) => token.place));
    const lay = new Map(),
      lift = [];
    for (const { area, space, look, player } of mine ? state.spaces : []) {
      const place = `${area}:${space}`;
      if (look === "open" && !taken.has(place) && !lay.has(area)) lay.set(area, { area, place });
      const token = tokens.find((lying) => lying.place === place && lying.player === seat);
      if (look === "liftable" && player === seat && token) lift.push({ area, tag: token.tag });
    }
    draw(seat, state.phase === "placing" ? [...lay.values()] : [], lift, document.documentElement.lang);
  };
}

function areaButton(area, act) {
  return h(
    "button",
    { type: "button", "data-key": area, onclick: act },
    artIcon(area),
    h("span", {}, upper(word(area))),
  );
}
