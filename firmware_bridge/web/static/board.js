// The board as it lies on the table: six areas of two spaces, the influence track as its rim, patents, rounds, lamps.

import { stillParts } from "./board_parts.js";
import { fill, mayMove, s, whenChanged } from "./dom.js";
import { goodShape } from "./goods.js";
import { AREAS, layout } from "./layout.js";
import { Leds } from "./leds.js";
import { pawnShape, sign, tokenShape } from "./players.js";
import { capital, placeInWords, t, word } from "./words.js";

const STEP_MS = 170;
/** How far a token that lies on another is drawn beside it. */
const STACK = 13;
/** What is offered in the game's turn looks so while the game waits. */
const WAITING = { open: "closed", liftable: "taken" };
const MARKS = { calls: "!", "calls-softly": "…", gone: "?", silent: "×", liftable: "↑" };

/** Draws the board into an <svg>, in its tall form on narrow screens. spaces: {node, mark, text, pad} of each place. */
export class Board {
  #svg;
  #narrow = matchMedia("(max-width: 640px)");
  #last = null;
  #held = null;
  #glow = null;

  constructor(svg) {
    this.#svg = svg;
    this.spaces = new Map();
    this.#draw();
    this.#narrow.addEventListener("change", () => this.redraw());
  }

  /** Draws everything anew, for another form of the board or another language. */
  redraw() {
    this.#draw();
    if (this.#last) this.show(this.#last.state, this.#last.tokens);
    if (this.#glow) this.light(this.#glow);
  }

  /** What the lights show: {tracks, colours}. */
  light(glow) {
    this.#glow = glow;
    this.leds.show(glow);
  }

  #draw() {
    const form = layout(this.#narrow.matches);
    this.form = form;
    const { edge } = form;
    this.#svg.setAttribute("viewBox", [-edge, -edge, form.width + 2 * edge, form.height + 2 * edge].join(" "));
    this.#svg.classList.toggle("tall", form.tall);
    const symbols = s("g"),
      looks = s("g"),
      pawns = s("g"),
      tokens = s("g", { class: "tokens" }),
      marks = s("g"),
      patents = s("g");
    this.leds = new Leds(form);
    const { under, over } = stillParts(form);
    fill(
      this.#svg,
      under,
      symbols,
      this.leds.track("influence"),
      over,
      this.leds.track("patents"),
      patents,
      this.leds.track("rounds"),
      this.leds.track("players"),
      this.leds.track("start"),
      this.leds.track("spaces"),
      looks,
      pawns,
      tokens,
      marks,
    );
    this.#parts = { symbols, looks, pawns, tokens, marks, patents };
    this.spaces.clear();
    this.#tokenNodes = new Map();
    this.#pawnNodes = new Map();
    this.#drawSpaces();
    this.#symbolsShown = whenChanged((given) =>
      fill(
        symbols,
        given.map(({ space, gives }) => {
          const cell = form.cells[space];
          return (
            cell &&
            s(
              "g",
              {
                transform: `translate(${cell.x - form.cell * 0.27},${cell.y - form.cell * 0.2}) scale(${form.cell / 44})`,
              },
              goodShape(gives),
            )
          );
        }),
      ),
    );
  }

  #parts;
  #tokenNodes;
  #pawnNodes;
  #symbolsShown;

  #drawSpaces() {
    const { form } = this;
    fill(
      this.#parts.looks,
      form.pads.map((pad) => {
        const node = s(
          "g",
          {
            class: "space",
            role: "button",
            tabindex: "-1",
            "data-place": pad.place,
            "data-key": pad.place,
            transform: `translate(${pad.x},${pad.y})`,
          },
          s("circle", { class: "space-reach", r: form.radius + 4 }),
          s("circle", { class: "space-focus", r: form.radius + 3 }),
          s("circle", { class: "space-ring", r: form.radius - 4 }),
          s("g", { class: "ghost" }),
        );
        const text = s("text", { class: "mark-sign", y: form.radius * 0.13 });
        const mark = s("g", {}, s("g", { class: "mark" }, s("circle", { r: form.radius * 0.34 }), text));
        this.#parts.marks.append(mark);
        this.spaces.set(pad.place, { node, mark, text, pad });
        return node;
      }),
    );
    this.#parts.looks.querySelector(".space").setAttribute("tabindex", "0");
  }

  /** The state, and the tokens that lie on the pads: [{tag, place, player}]. */
  show(state, tokens) {
    this.#last = { state, tokens };
    for (const space of state.spaces) {
      const offered = space.look === "open" || space.look === "liftable";
      this.#look(state.paused && offered ? { ...space, look: WAITING[space.look] } : space, tokens);
    }
    this.#symbolsShown(state.tracks.symbols ?? []);
    this.#lay(tokens);
    this.#pawns(state);
    this.#patents(state);
    this.leds.seats(state.players, state.rounds);
    for (const number of this.#svg.querySelectorAll("[data-round]")) {
      number.classList.toggle("now", Number(number.dataset.round) === state.round);
      number.classList.toggle("unused", Number(number.dataset.round) > state.rounds);
    }
    for (const [index, area] of AREAS.entries()) {
      this.#svg.querySelectorAll(".area")[index].classList.toggle("acting", state.acting === area);
    }
  }

  #look({ area, space, look, player }, tokens) {
    const place = `${area}:${space}`;
    const { node, mark, text, pad } = this.spaces.get(place);
    const lies = tokens.filter((token) => token.place === place);
    node.setAttribute(
      "class",
      `space look-${look}${player ? ` player-${player}` : ""}${lies.length ? " has-token" : ""}`,
    );
    text.textContent = MARKS[look] ?? "";
    mark.setAttribute("class", `look-${look}`);
    const aside = this.form.radius * 0.72 + STACK * Math.max(0, lies.length - 1);
    mark.setAttribute("transform", `translate(${pad.x + aside},${pad.y - aside})`);
    const ghost = node.querySelector(".ghost");
    fill(ghost, look === "gone" && player && !lies.length && sign(player, this.form.radius, "ghost-sign"));
    const who = lies.map((token) => (token.player ? word(token.player) : t("web.unknown-token"))).join(", ");
    node.setAttribute("aria-label", `${placeInWords(place)}: ${who || t("web.empty")}. ${t(`web.look-${look}`)}`);
  }

  #lay(tokens) {
    const nodes = this.#tokenNodes,
      stacked = {},
      there = new Set();
    for (const { tag, place, player } of tokens) {
      const space = this.spaces.get(place);
      if (!space) continue;
      there.add(tag);
      const height = (stacked[place] = (stacked[place] ?? -1) + 1);
      let node = nodes.get(tag);
      if (!node) {
        node = s("g", { class: "token" }, tokenShape(player, this.form.radius * 0.74));
        nodes.set(tag, node);
        this.#parts.tokens.append(node);
      }
      const { x, y } = space.pad;
      node.style.transform = `translate(${x + height * STACK}px, ${y - height * STACK}px)`;
      node.classList.toggle("held", tag === this.#held);
    }
    for (const [tag, node] of nodes) {
      if (there.has(tag)) continue;
      node.remove();
      nodes.delete(tag);
    }
  }

  /** Marks the token that is in the hand now, by its tag; null: none of the board's is. */
  hold(held) {
    this.#held = held;
    for (const [tag, node] of this.#tokenNodes) node.classList.toggle("held", tag === held);
  }

  #pawns(state) {
    const { form } = this,
      nodes = this.#pawnNodes;
    const influence = state.tracks.influence ?? {};
    state.players.forEach((player, seat) => {
      if (!(player in influence)) return;
      let node = nodes.get(player);
      if (!node) {
        node = s("g", { class: `pawn player-${player}` }, pawnShape(player, form.cell * 0.5), s("title"));
        nodes.set(player, node);
        this.#parts.pawns.append(node);
      }
      const space = influence[player];
      node.querySelector("title").textContent = `${capital(word(player))}: ${word("influence")} ${space}`;
      const before = node.dataset.space === undefined ? space : Number(node.dataset.space);
      node.dataset.space = space;
      const at = (number) => pawnPoint(form, number, seat);
      node.style.transform = at(space);
      if (before < space && mayMove()) {
        const way = Array.from({ length: space - before + 1 }, (_, step) => ({ transform: at(before + step) }));
        node.animate(way, { duration: STEP_MS * (space - before) + 200, easing: "ease-in-out" });
      }
    });
    for (const [player, node] of nodes) {
      if (player in influence) continue;
      node.remove();
      nodes.delete(player);
    }
  }

  #patents(state) {
    const kept = state.tracks.patents ?? {};
    fill(
      this.#parts.patents,
      state.players.map((player, seat) => {
        if (!(player in kept)) return null;
        const spot = this.form.patents.find((point) => point.seat === seat && point.space === kept[player]);
        return (
          spot &&
          s("g", { transform: `translate(${spot.x},${spot.y})` }, tokenShape(player, this.form.tall ? 8.5 : 12.5))
        );
      }),
    );
  }
}

function pawnPoint(form, number, seat) {
  const cell = form.cells[number % form.cells.length];
  const place = [
    [-0.24, -0.2],
    [0.24, -0.2],
    [-0.24, 0.2],
    [0.24, 0.2],
    [0, 0],
  ][seat];
  return `translate(${cell.x + place[0] * form.cell}px, ${cell.y + place[1] * form.cell}px)`;
}
