// Hands on the virtual table: tokens are dragged, or tapped and tapped, or moved with arrow keys and Enter.

import { fill, h, s, whenChanged } from "./dom.js";
import { tokenShape } from "./players.js";
import { capital, placeInWords, t, word } from "./words.js";

const DRAG_FROM = 6;
/** A key that is no token: what the table says of it is worth seeing. */
const KEY_TAG = "d3b07384";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The hands. board: the Board. trays: the element for the players' tokens in hand. lay({tag | player, place}) and
 * lift({tag}) move a token on the bench. say(text): for those who hear the page.
 */
export class Hands {
  #board;
  #svg;
  #trays;
  #lay;
  #lift;
  #say;
  #tokens = [];
  #taken = null;
  #drag = null;

  constructor({ board, svg, trays, lay, lift, say }) {
    this.#board = board;
    this.#svg = svg;
    this.#trays = trays;
    this.#lay = lay;
    this.#lift = lift;
    this.#say = say;
    for (const element of [svg, trays]) {
      element.addEventListener("pointerdown", (event) => this.#down(event));
      element.addEventListener("keydown", (event) => this.#key(event));
    }
    // A ring around what has the focus is for who uses keys.
    addEventListener("pointerdown", () => document.body.classList.add("points"), { capture: true });
    addEventListener("keydown", () => document.body.classList.remove("points"), { capture: true });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => {
      if (this.#drag?.picture) this.#release();
      this.#endDrag();
    });
  }

  /** The state, and the tokens that lie on the pads. */
  show(state, tokens) {
    this.#tokens = tokens;
    const taken = this.#taken;
    if (taken?.place && !tokens.some((token) => token.tag === taken.tag && token.place === taken.place))
      this.#release();
    this.#drawTrays(
      state.players,
      state.tokens,
      state.in_turn,
      state.start_player,
      state.players.map((player) => tokens.filter((token) => token.player === player).length),
      tokens.every((token) => token.tag !== KEY_TAG),
      document.documentElement.lang,
    );
    this.#mark();
  }

  #drawTrays = whenChanged((players, each, inTurn, start, lying, key) => {
    fill(
      this.#trays,
      players.map((player, seat) => {
        const left = Math.max(0, each - lying[seat]);
        const name = capital(word(player));
        return h(
          "div",
          {
            class: `tray player-${player}${player === inTurn ? " in-turn" : ""}`,
            "data-place": "hand",
            "data-hand": player,
            role: "group",
            "aria-label": t("web.hand-of", { player: name }),
          },
          h(
            "span",
            { class: "tray-name" },
            h("span", {}, name),
            player === start && h("span", { class: "start-mark" }, t("web.start")),
          ),
          h(
            "span",
            { class: "tray-tokens" },
            Array.from({ length: each }, (_, index) =>
              index < left
                ? h(
                    "button",
                    {
                      class: "tray-token",
                      type: "button",
                      "data-token": player,
                      "data-key": `${player}-${index}`,
                      "aria-label": t("web.token-in-hand", { player: name }),
                    },
                    picture(player),
                  )
                : h("button", {
                    class: "tray-hole",
                    type: "button",
                    "data-hole": player,
                    "data-key": `${player}-${index}`,
                    "aria-label": t("web.put-back", { player: name }),
                  }),
            ),
          ),
        );
      }),
      h(
        "div",
        { class: "tray key", "data-place": "hand" },
        key
          ? h(
              "button",
              {
                class: "tray-token",
                type: "button",
                "data-token": "",
                "data-key": "key",
                "aria-label": t("web.key"),
                title: t("web.key"),
              },
              picture(null),
            )
          : h("span", { class: "tray-hole" }),
      ),
    );
  });

  /** Takes a token: {player, from} from a hand, `from` the key of its button, or {tag, place, player} from the board. */
  #take(what) {
    this.#taken = what;
    document.body.classList.toggle("carries", Boolean(what));
    this.#board.hold(what?.place ? what.tag : null);
    this.#mark();
    if (what)
      this.#say(t("web.carries", { player: what.player ? capital(word(what.player)) : t("web.unknown-token") }));
  }

  /** Marks in the trays the token that is taken from there. */
  #mark() {
    const what = this.#taken;
    for (const button of this.#trays.querySelectorAll("[data-token]")) {
      const taken = what?.from === button.dataset.key;
      button.classList.toggle("taken", taken);
      button.setAttribute("aria-pressed", String(taken));
    }
  }

  #release() {
    this.#take(null);
  }

  #topOf(place) {
    return this.#tokens.filter((token) => token.place === place).at(-1) ?? null;
  }

  /** What stands under that element: a token that can be taken, or a place where one can be laid. */
  #at(element) {
    const spot = element?.closest?.("[data-token], [data-hole], [data-place]");
    if (!spot) return {};
    const from = spot.dataset.key;
    if (spot.dataset.token) return { token: { player: spot.dataset.token, from }, place: "hand" };
    if (spot.dataset.token === "") return { token: { tag: KEY_TAG, player: null, from }, place: "hand" };
    if (spot.dataset.hole || spot.dataset.place === "hand") return { token: null, place: "hand" };
    return { token: this.#topOf(spot.dataset.place), place: spot.dataset.place };
  }

  #put(what, place) {
    this.#release();
    if (place === "hand") {
      if (what.place) this.#lift({ tag: what.tag });
    } else if (place !== what.place) {
      this.#say(placeInWords(place));
      this.#lay(what.tag ? { tag: what.tag, place } : { player: what.player, place });
    }
  }

  #down(event) {
    if (event.button !== 0) return;
    const { token, place } = this.#at(event.target);
    if (!place) return;
    event.preventDefault();
    const focus = event.target.closest("button, .space");
    if (focus) focus.focus({ preventScroll: true });
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.#drag = { token, place, x: event.clientX, y: event.clientY, picture: null };
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag?.token) return;
    if (!drag.picture) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      this.#take(drag.token);
      document.body.classList.add("drags");
      drag.picture = h("div", { class: "dragged", "aria-hidden": "true" }, picture(drag.token.player));
      document.body.append(drag.picture);
    }
    drag.picture.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const over = this.#at(document.elementFromPoint(event.clientX, event.clientY)).place;
    for (const [place, { node }] of this.#board.spaces) node.classList.toggle("over", place === over);
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag) return;
    this.#endDrag();
    if (drag.picture) {
      const { place } = this.#at(document.elementFromPoint(event.clientX, event.clientY));
      this.#put(drag.token, place ?? "hand");
    } else {
      this.#tap(drag);
    }
  }

  #endDrag() {
    this.#drag?.picture?.remove();
    document.body.classList.remove("drags");
    this.#drag = null;
    for (const { node } of this.#board.spaces.values()) node.classList.remove("over");
  }

  #tap({ token, place }) {
    const taken = this.#taken;
    if (taken && !(place === "hand" && token)) this.#put(taken, place);
    else if (token && !(taken && taken.from === token.from)) this.#take(token);
    else this.#release();
  }

  #key(event) {
    if (event.key === "Escape" && this.#taken) {
      this.#release();
      event.preventDefault();
    } else if (event.key in ARROWS) {
      event.preventDefault();
      this.#walk(ARROWS[event.key]);
    } else if (event.key === "Enter" || event.key === " ") {
      const at = this.#at(event.target);
      if (!at.place) return;
      event.preventDefault();
      this.#tap(at);
      if (this.#taken && !this.#taken.place) this.#focusFirstOpen();
    }
  }

  #stops() {
    return [...this.#svg.querySelectorAll(".space"), ...this.#trays.querySelectorAll("button")];
  }

  #focus(element) {
    for (const space of this.#svg.querySelectorAll(".space"))
      space.setAttribute("tabindex", space === element ? "0" : "-1");
    if (element.tagName === "BUTTON") this.#svg.querySelector(".space").setAttribute("tabindex", "0");
    element.focus();
  }

  #focusFirstOpen() {
    const open = this.#svg.querySelector(".space.look-open") ?? this.#svg.querySelector(".space");
    this.#focus(open);
  }

  /** The focus goes to the nearest stop in that direction. */
  #walk([dx, dy]) {
    const from = middle(document.activeElement);
    let best = null,
      least = Infinity;
    for (const stop of this.#stops()) {
      if (stop === document.activeElement) continue;
      const to = middle(stop);
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      if (ahead < 4) continue;
      const far = ahead + 2.5 * aside;
      if (far < least) [best, least] = [stop, far];
    }
    if (best) this.#focus(best);
  }
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function picture(player) {
  return s("svg", { class: "token-picture", viewBox: "-26 -26 52 52", "aria-hidden": "true" }, tokenShape(player, 23));
}
