// Faults to switch on at the simulated table: noise, pads without a plug, cables of display and lights.

import { fill, h, whenChanged } from "./dom.js";
import { AREAS } from "./layout.js";
import { placeInWords, t } from "./words.js";

const PLACES = AREAS.flatMap((area) => [`${area}:1`, `${area}:2`]);

/**
 * Draws the switches into the element; ask: asks the table. show({silent, display, lights, noise}): the places whose
 * readers do not answer, whether display and lights are lost, whether noise is on. A switch follows that when it changes,
 * whoever did it; between a deed and what the table finds it stands as it was set.
 */
export function tricksPart(element, ask) {
  const switches = new Map();
  const told = new Map();

  function toggle(key, text, change) {
    const input = h("input", {
      type: "checkbox",
      role: "switch",
      checked: told.get(key) ?? false,
      "data-key": key,
      onchange: async () => {
        const on = input.checked;
        if (!(await change(on))) input.checked = !on;
      },
    });
    switches.set(key, input);
    return h("label", { class: "switch" }, input, h("span", {}, text));
  }

  const cable = (what) => (on) => ask(on ? "bench.pull" : "bench.plug-in", { what });
  const draw = whenChanged(() =>
    fill(
      element,
      toggle("noise", t("web.noise"), (on) => ask("bench.noise", { on })),
      toggle("display", t("web.pull-display"), cable("display")),
      toggle("lights", t("web.pull-lights"), cable("lights")),
      h(
        "fieldset",
        { class: "pads-off" },
        h("legend", {}, t("web.unplug")),
        PLACES.map((place, reader) =>
          toggle(place, placeInWords(place), (on) => ask(on ? "bench.unplug" : "bench.plug", { reader })),
        ),
      ),
    ),
  );

  function follow(key, on) {
    if ((told.get(key) ?? false) !== on) switches.get(key).checked = on;
    told.set(key, on);
  }

  return ({ silent, display, lights, noise }) => {
    draw(document.documentElement.lang);
    for (const place of PLACES) follow(place, silent.includes(place));
    follow("display", display);
    follow("lights", lights);
    follow("noise", noise);
  };
}
