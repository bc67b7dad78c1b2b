// What of the board does not move: frame, rim, areas with their pads, the tracks of patents and rounds.

import { art } from "./art.js";
import { s } from "./dom.js";
import { t, upper, word } from "./words.js";

/** The drawing under the lights and tokens, in two layers: `under` the symbols of the rim, and `over` them. */
export function stillParts(form) {
  const { edge, cell, width, height } = form;
  const whole = { x: -edge, y: -edge, width: width + 2 * edge, height: height + 2 * edge, rx: edge * 1.2 };
  const inner = { x: cell, y: cell, width: width - 2 * cell, height: height - 2 * cell, rx: 4 };
  return {
    under: [
      gradients(),
      s("rect", { class: "frame", ...whole }),
      s("rect", { class: "sheet", width, height, rx: 5 }),
      s("rect", { class: "field", ...inner }),
      s(
        "g",
        { class: "rim" },
        form.cells.map((each, index) => rimCell(form, each, index)),
      ),
    ],
    over: [...form.areas.map((area) => areaBox(form, area)), sideBox(form)],
  };
}

function rimCell(form, cell, index) {
  const half = form.cell / 2;
  return s(
    "g",
    {},
    s("rect", {
      class: index % 10 ? "cell" : "cell ten",
      x: cell.x - half + 1,
      y: cell.y - half + 1,
      width: form.cell - 2,
      height: form.cell - 2,
      rx: 3,
    }),
    s("text", { class: "cell-number", x: cell.x - half + 4, y: cell.y - half + (form.tall ? 10 : 13) }, String(index)),
  );
}

function areaBox(form, area) {
  const title = upper(word(area.name));
  return s(
    "g",
    { class: "area", transform: `translate(${area.x},${area.y})` },
    s("rect", { class: "area-box", width: area.w, height: area.h, rx: 8 }),
    s("rect", { class: "area-line", x: 4, y: 4, width: area.w - 8, height: area.h - 8, rx: 5 }),
    s(
      "g",
      {
        class: "area-art",
        transform: form.tall
          ? `translate(${area.w - 27},${area.h - 26}) scale(0.44)`
          : `translate(${area.w - 43},6) scale(0.7)`,
      },
      art(area.name),
    ),
    s(
      "text",
      { class: title.length > 10 ? "area-title long" : "area-title", x: form.tall ? 10 : 14, y: form.tall ? 24 : 32 },
      title,
    ),
    s(
      "g",
      { class: "pads" },
      form.pads
        .filter((pad) => pad.place.startsWith(`${area.name}:`))
        .map((pad) => s("circle", { class: "pad", cx: pad.x - area.x, cy: pad.y - area.y, r: form.radius - 1 })),
    ),
    !form.tall && note(area),
  );
}

/** What the area's action gives, in one line or two. */
function note(area) {
  const lines = t(`web.area-${area.name}`).split(" | ");
  return s(
    "text",
    { class: "area-note" },
    lines.map((line, index) => s("tspan", { x: area.w / 2, y: area.h - 13 - (lines.length - 1 - index) * 16 }, line)),
  );
}

function sideBox(form) {
  const { side } = form;
  const last = form.patents.filter((point) => point.seat === 0);
  return s(
    "g",
    { class: "side" },
    s("rect", { class: "area-box", x: side.x, y: side.y, width: side.w, height: side.h, rx: 8 }),
    s("rect", { class: "area-line", x: side.x + 4, y: side.y + 4, width: side.w - 8, height: side.h - 8, rx: 5 }),
    s("text", { class: "side-title", ...form.patentTitle }, upper(t("web.patents"))),
    last.map((point) =>
      s("text", { class: "side-number", x: point.x - (form.tall ? 17 : 24), y: point.y + 4 }, String(point.space)),
    ),
    form.patents.map((point) =>
      s("circle", {
        class: point.space ? "patent-hole" : "patent-hole start",
        cx: point.x,
        cy: point.y,
        r: form.tall ? 7.5 : 11,
      }),
    ),
    form.rounds.map((point, index) =>
      s(
        "text",
        { class: "round-number", "data-round": index + 1, x: point.x, y: point.y + (form.tall ? 15 : 19) },
        String(index + 1),
      ),
    ),
    s("text", { class: "side-title", ...form.roundTitle }, upper(t("web.rounds"))),
  );
}

function gradients() {
  const stop = (offset, className) => s("stop", { offset, class: className });
  return s(
    "defs",
    {},
    s(
      "radialGradient",
      { id: "shine", cx: "0.34", cy: "0.26", r: "0.9" },
      stop(0, "shine-a"),
      stop(0.45, "shine-b"),
      stop(1, "shine-c"),
    ),
    s(
      "radialGradient",
      { id: "felt", cx: "0.5", cy: "0.42", r: "0.62" },
      stop(0, "felt-a"),
      stop(0.8, "felt-b"),
      stop(1, "felt-c"),
    ),
    s(
      "linearGradient",
      { id: "brass", x1: 0, y1: 0, x2: 0.7, y2: 1 },
      stop(0, "brass-a"),
      stop(0.4, "brass-b"),
      stop(0.6, "brass-c"),
      stop(1, "brass-d"),
    ),
    s(
      "linearGradient",
      { id: "walnut", x1: 0, y1: 0, x2: 0, y2: 1 },
      stop(0, "walnut-a"),
      stop(0.5, "walnut-b"),
      stop(1, "walnut-c"),
    ),
  );
}
