// The serial display as it is, and the three buttons beside it.

import { fill, h, whenChanged } from "./dom.js";
import { t } from "./words.js";

/**
 * Draws into `screen` and `buttons`. press(button, down): a button of the simulated table goes down or comes up; without
 * `down` it is pressed and let go.
 */
export function devicePart({ screen, buttons }, press) {
  let held = null;
  const draw = whenChanged(({ columns, rows, lines }) => {
    screen.style.setProperty("--columns", columns);
    screen.setAttribute("aria-label", `${t("web.display")}: ${lines.map((line) => line.trim()).join(" ")}`);
    fill(
      screen,
      Array.from({ length: rows }, (_, row) =>
        h("span", { class: "line" }, (lines[row] ?? "").padEnd(columns).slice(0, columns)),
      ),
    );
  });

  function down(name) {
    up();
    held = name;
    press(name, true);
  }

  function up() {
    if (!held) return;
    press(held, false);
    held = null;
  }

  // Wherever the finger is when it is lifted, and also when the page is left with it down.
  for (const end of ["pointerup", "pointercancel", "blur", "pagehide"]) addEventListener(end, up);

  function button(name, sign) {
    const isKey = (event) => event.key === "Enter" || event.key === " ";
    return h(
      "button",
      {
        type: "button",
        class: `push push-${name}`,
        "data-key": `push-${name}`,
        "aria-label": t(`web.button-${name}`),
        title: t(`web.button-${name}`),
        onpointerdown: (event) => {
          if (event.button === 0) down(name);
        },
        oncontextmenu: (event) => event.preventDefault(), // as a long touch brings it up
        onkeydown: (event) => {
          if (!isKey(event)) return;
          event.preventDefault();
          if (!event.repeat) down(name);
        },
        onkeyup: (event) => {
          if (!isKey(event)) return;
          event.preventDefault();
          up();
        },
        onblur: () => {
          if (held === name) up(); // not by the focus that comes here from another button
        },
        onclick: (event) => {
          if (event.detail === 0) press(name); // from no pointer and no key: a reader of screens
        },
      },
      sign,
    );
  }

  return {
    show: draw,
    words() {
      up();
      fill(buttons, button("left", "‹"), button("ok", "OK"), button("right", "›"));
    },
  };
}
