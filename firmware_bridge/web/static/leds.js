// The lights of the table as they glow: one small lamp each, where the real ones sit.

import { s, whenChanged } from "./dom.js";
import { t } from "./words.js";

const GAMMA = 1 / 2.2;
const FAINTEST = 6;

/**
 * What a lamp looks like that is told an amount of light (#rrggbb). A screen cannot shine on paper: what is dim in the
 * room is drawn lighter than it is, and lets more of the board through (power, 0 to 1).
 */
function onScreen(colour) {
  const light = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...light, 1);
  const power = (most / 255) ** GAMMA;
  const shown = light.map((value) => Math.round(255 * (0.45 + 0.55 * power) * (value / most) ** GAMMA));
  return { lit: most > FAINTEST, colour: `rgb(${shown.join(",")})`, power };
}

/** The lamps of a board of that layout. */
export class Leds {
  #form;
  #lamps = {};
  #groups = {};

  constructor(form) {
    this.#form = form;
  }

  /** The lamps of a track as a group; where they stand says the layout. */
  track(name) {
    const form = this.#form,
      small = form.tall ? 0.72 : 1;
    const title = form.lampTitles[name];
    const group = s(
      "g",
      { class: `leds leds-${name}` },
      title && !form.tall && s("text", { class: "side-word", x: title.x, y: title.y }, t(title.key)),
    );
    this.#groups[name] = group;
    const points = {
      spaces: () => form.pads,
      rounds: () => form.rounds,
      players: () => form.players,
      start: () => form.start,
      influence: () => form.cells.map(({ x, y }) => ({ x: x + form.cell * 0.33, y: y - form.cell * 0.33 })),
      patents: () => form.patents.filter((point) => point.space > 0),
    }[name]();
    this.#lamps[name] = points.map(({ x, y }) => {
      const radius = {
        spaces: form.radius,
        influence: 3.4,
        patents: form.tall ? 8 : 11.5,
        rounds: 6,
        players: 8,
        start: 8,
      }[name];
      const ring = name === "spaces" || name === "patents";
      const lamp = s(
        "g",
        { class: ring ? "led ring" : "led", transform: `translate(${x},${y})` },
        s("circle", {
          class: "glow",
          r: ring ? radius : radius * 2.1 * small,
          "stroke-width": ring ? radius * 0.34 : null,
        }),
        s("circle", {
          class: "glass",
          r: ring ? radius : radius * small,
          "stroke-width": ring ? Math.max(2.5, radius * 0.11) : null,
        }),
      );
      group.append(lamp);
      return { lamp, shown: "" };
    });
    return group;
  }

  /** Hides the lamps of seats that nobody plays, and of rounds that are not played. */
  seats = whenChanged((players, rounds) => {
    this.#lamps.rounds.forEach(({ lamp }, index) => lamp.classList.toggle("unused", index >= rounds));
    for (const name of ["players", "start"]) {
      this.#lamps[name].forEach(({ lamp }, seat) => lamp.classList.toggle("unused", seat >= players.length));
    }
  });

  /** What they show: {tracks: [{name, count}], colours: ["#rrggbb", ...]}, the colours of all tracks one after another. */
  show({ tracks, colours }) {
    for (const [name, group] of Object.entries(this.#groups)) {
      group.classList.toggle("unused", !tracks.some((track) => track.name === name));
    }
    let first = 0;
    for (const { name, count } of tracks) {
      const lamps = this.#lamps[name] ?? [];
      for (let index = 0; index < count && index < lamps.length; index++)
        this.#light(lamps[index], colours[first + index]);
      first += count;
    }
  }

  #light(lamp, colour) {
    if (lamp.shown === colour || !colour) return;
    lamp.shown = colour;
    const { lit, colour: shown, power } = onScreen(colour);
    lamp.lamp.classList.toggle("lit", lit);
    lamp.lamp.style.setProperty("--light", shown);
    lamp.lamp.style.setProperty("--power", power.toFixed(2));
  }
}
