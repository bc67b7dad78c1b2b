// Faults to switch on at the simulated table: noise, pads without a plug, cables of display and lights.

import { fill, h, whenChanged } from "./dom.js";
import { AREAS } from "./layout.js";
import { placeInWords, t } from "./words.js";

const PLACES = AREAS.flatMap((area) => [`${area}:1`, `${area}:2`]);

function toggle(key, on, text, change) {
  return h(
    "label",
    { class: "switch" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: on,
      "data-key": key,
      onchange: (event) => change(event.target.checked),
    }),
    h("span", {}, text),
  );
}

/** Draws the switches into the element; ask: asks the table. */
export function tricksPart(element, ask) {
  return whenChanged(({ readers, display, lights, noise }) =>
    fill(
      element,
      toggle("noise", noise, t("web.noise"), (on) => ask("bench.noise", { on })),
      toggle("display", display, t("web.pull-display"), (on) =>
        ask(on ? "bench.pull" : "bench.plug-in", { what: "display" }),
      ),
      toggle("lights", lights, t("web.pull-lights"), (on) =>
        ask(on ? "bench.pull" : "bench.plug-in", { what: "lights" }),
      ),
      h(
        "fieldset",
        { class: "pads-off" },
        h("legend", {}, t("web.unplug")),
        PLACES.map((place, reader) =>
          toggle(place, readers.includes(place), placeInWords(place), (on) =>
            ask(on ? "bench.unplug" : "bench.plug", { reader }),
          ),
        ),
      ),
    ),
  );
}
