// Line drawings of inventions, factories and ships, our own, in a square of 48.

import { s } from "./dom.js";

const ring = (x, y, r) => `M${x} ${y - r}a${r} ${r} 0 1 0 .01 0z`;

const LINES = {
  telephone: `M10 20q0-9 14-9t14 9l-2 4h-7l-1-4h-8l-1 4h-7zM17 25l-5 14h24l-5-14${ring(24, 32, 4)}`,
  "cash-register":
    "M9 39h30v-9H9zM13 30l3-12h16l3 12M22 18V9h14v9M19 22.5h2M24 22.5h2M29 22.5h2M18 26.5h2M24 26.5h2M30 26.5h2M21 34.5h6",
  "sewing-machine": `M7 39h34M11 39v-5h27v5M36 34V17q0-5-5-5H12v9h5v-3h10v16M14.5 21v10${ring(38, 18, 3.4)}`,
  typewriter:
    "M9 39h30l-3-11H12zM14 28v-8h20v8M17.5 20V9h13v11M8 21h6M34 21h6M17 32h2M22 32h2M27 32h2M31 32h1M18 35.5h12M21 13h6M21 16h6",
  gramophone: "M9 40h22v-9H9zM20 31v-4M15 27h10M21 27q0-11 15-19 7 11-1 18-7 3-14 1zM36 8q-7 10-1 18",
  camera: `M8 16h8l3-5h10l3 5h8v21H8z${ring(24, 26, 7.5)}${ring(24, 26, 3)}M34 20.5h3`,
  car: `M9 33H6v-8l6-2 3-9h14l4 8 9 2v9h-4M19 33h10M22 14v9M12 23h21${ring(14, 33, 4.6)}${ring(34, 33, 4.6)}`,
  "steam-engine": `M8 32V13h11v10h13v-8h5v8h3v9zM6 13h15M30 15h9M40 32l4 6h-6M11 17h5v5h-5z${ring(14, 36, 4)}${ring(25, 37, 3)}${ring(34, 37, 3)}`,
  airplane: `M6 17h36v3H6zM6 28h36v3H6zM12 20v8M36 20v8M18 20v8M30 20v8M22 13h4v24h-4zM18 39h12M15 10h18${ring(24, 12, 2)}`,
  "light-bulb":
    "M24 7a12 12 0 0 1 7 21q-2 2-2 5H19q0-3-2-5a12 12 0 0 1 7-21zM19.5 36.5h9M21 40h6M19.5 20l2.2 4 2.3-4 2.3 4 2.2-4M21.7 24v9M26.3 24v9",
  "pocket-watch": `${ring(24, 28, 12)}${ring(24, 11, 2.8)}M24 16v-2M24 20v8l5 4M24 18v1M34 28h-1M14 28h1M24 38v-1`,
  bicycle: `${ring(12, 32, 7.5)}${ring(36, 32, 7.5)}M12 32l8-15h10l6 15M20 17l5 15H12M25 32l6-15M16 14h7M29 12h6M29 12l1 5`,
  barometer: `${ring(24, 25, 14)}${ring(24, 25, 10)}M24 25l6-6M17 22l-1-1M24 17v-1M31 28l1 1M16 28h1M24 11V8h4`,
  microscope: "M13 40h22M24 40v-4h-7M31 36a13 13 0 0 0 0-19M18 10l5-2 7 17-5 2zM16 31h14M17 8l6-3",
  telegraph: `M7 38h34M11 38v-5h26v5M17 33v-6M14 27h20l-3-4H17zM33 23q5-1 6-6h3${ring(13, 22, 2.6)}`,
  "fountain-pen": "M8 40l4-13L31 8q3-1 6 2t3 6L21 35zM8 40l9-9M12 27l9 9M28 11l9 9",
  stove: "M11 20h26v18H11zM17 20V8h5v12M16 25h16v8H16zM14 38v3M34 38v3M20 31q1-4 4-5 0 3 3 5M9 20h30",
  "gas-lamp": "M17 16h14l3 14H14zM15 16l9-7 9 7zM19 30v4h10v-4M24 34v8M19 42h10M24 27q-4-4 0-8 4 4 0 8z",
  padlock: `M12 22h24v17H12zM16.5 22v-6a7.5 7.5 0 0 1 15 0v6M24 31v4${ring(24, 29, 2)}`,
  match: "M10 40l19-21 3 3-20 20zM30 19q-3-7 5-12 0 3 2 5 3 5-4 9z",
  "tin-can": "M13 12v24q11 6 22 0V12q-11-6-22 0 11 6 22 0M13 19q11 6 22 0M13 30q11 6 22 0",
  sawmill: `${ring(24, 23, 10)}${ring(24, 23, 2.5)}M24 13V9l3 4M34 23h4l-4 3M24 33v4l-3-4M14 23h-4l4-3M31 16l3-3v5M31 30l3 3h-5M17 30l-3 3v-5M17 16l-3-3h5M8 39h32`,
  "coal-mine": "M13 40l20-23M35 40L16 17M27 12q9 2 12 11M9 20l9-9 5 5-9 9zM7 40h34",
  foundry: "M11 15h26l-4 15H15zM37 17l5-4M24 30v3M17 37q3-4 7 0t7 0M9 41h30M17 20h14",
  laboratory: `M19 8h10M21 8v12L11 36q-1 4 3 4h20q4 0 3-4L27 20V8M15 30h18${ring(22, 35, 1.4)}${ring(27, 33, 1)}`,
  "tool-works": "M7 15h27q0 9 7 9H28v6l6 9H14l6-9v-6Q9 24 7 15zM25 15V9h9",
  bank: "M7 18l17-10 17 10zM12 19v15M20 19v15M28 19v15M36 19v15M10 35h28M7 39h34M24 12.5v2",
  academy:
    "M24 13q-6-4-17-3v26q11-1 17 3 6-4 17-3V10q-11-1-17 3zM24 13v26M12 17q4 0 7 1M12 23q4 0 7 1M29 18q3-1 7-1M29 24q3-1 7-1",
  "starting-factory": "M8 40V23l10 6v-6l10 6v-6l12 6v11zM12 20V9h6v13M14 34h4M22 34h4M30 34h4",
  ship: "M6 30h36l-6 10H12zM13 30v-8h14v8M18 22V12h5v10M33 30V14M33 15l7 9h-7M17 8q3-3 6 0",
  warehouse: "M7 40V20l17-10 17 10v20zM14 40V25h20v15M14 30h20M14 35h20M21 18h6",
  // The six areas.
  build: "M10 40V28h28v12zM10 34h28M17 28v-6h14v6M24 34v6M24 22V8M24 8h12M36 8v5",
  produce: `${ring(19, 27, 7)}${ring(19, 27, 2)}M19 20v-3M19 37v-3M9 27h3M26 27h3M12 20l2 2M26 34l-2-2M12 34l2-2M26 20l-2 2${ring(34, 15, 4.5)}M34 8.500v2M34 21.500v-2M27.500 15h2M40.500 15h-2`,
  buy: `M6 12h6l5 18h18l4-13H15${ring(19, 36, 3)}${ring(33, 36, 3)}`,
  manufacture: "M9 32l12-12M19 14l9-6 6 6-6 9zM31 40l-6-9 9-8 6 8zM12 40h12",
  market: "M24 8v32M14 40h20M9 14h30M9 14L4 27h10zM39 14l-5 13h10zM4 27q5 5 10 0M34 27q5 5 10 0",
  develop: "M24 6v5M38 12l-3 3M10 12l3 3M43 25h-4M5 25h4M24 14a10 10 0 0 1 5 19v3H19v-3a10 10 0 0 1 5-19zM20 40h8",
};

/** The drawing of a card, factory, load or area by its id; what no one has drawn is a plain crate. */
export function art(id) {
  const base = id.replace(/-(\d+|copy)$/, "");
  const d = LINES[base] ?? LINES[base.replace(/^.*-(ship|warehouse)$/, "$1")] ?? "M9 14h30v24H9zM9 22h30M24 22v16";
  return s("path", { class: "art", d });
}

/** The drawing as a picture of its own. */
export function artIcon(id, className = "art-icon") {
  return s("svg", { class: className, viewBox: "0 0 48 48", "aria-hidden": "true" }, art(id));
}
