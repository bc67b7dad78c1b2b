// The serial display as it is, and the three buttons beside it.

import { fill, h, whenChanged } from "./dom.js";
import { t } from "./words.js";

const LONG_MS = 900;

/** Draws into `screen` and `buttons`; press(button, long): a press on the simulated table. */
export function devicePart({ screen, buttons }, press) {
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

  function button(name, sign) {
    let since = 0;
    const end = (event) => {
      if (!since) return;
      press(name, event.timeStamp - since > LONG_MS);
      since = 0;
    };
    return h(
      "button",
      {
        type: "button",
        class: `push push-${name}`,
        "data-key": `push-${name}`,
        "aria-label": t(`web.button-${name}`),
        title: t(`web.button-${name}`),
        onpointerdown: (event) => {
          since = event.timeStamp;
        },
        onpointerup: end,
        onpointerleave: () => {
          since = 0;
        },
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          if (!event.repeat) press(name, event.shiftKey);
        },
      },
      sign,
    );
  }

  return {
    show: draw,
    words: () => fill(buttons, button("left", "‹"), button("ok", "OK"), button("right", "›")),
  };
}
