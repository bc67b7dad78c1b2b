// The hardware as it is: each reader with what it read last, display, lights, recording, memory.

import { fill, h, whenChanged } from "./dom.js";
import { placeInWords, t } from "./words.js";

const SHOWN_RUNS = 8;
const MIB = 1024 * 1024;

function lastSeen({ recent }) {
  return h(
    "span",
    { class: "runs" },
    recent.slice(0, SHOWN_RUNS).map((run) => {
      const text = `${t(`web.seen-${run.seen}`)}${run.tags.length ? ` ${run.tags.join(", ")}` : ""}: ${run.looks}×, ${run.ago_s} s${run.why ? `, ${run.why}` : ""}`;
      return h("span", { class: `run seen-${run.seen}`, title: text }, h("span", { class: "unseen" }, `${text}; `));
    }),
    recent.length
      ? h("span", { class: "run-words" }, `${t(`web.seen-${recent[0].seen}`)} ${recent[0].tags.join(", ")}`)
      : null,
  );
}

function stateWords({ state, why }) {
  return h(
    "span",
    { class: `state state-${state === "well" || state === "absent" ? state : "bad"}` },
    h("span", { class: "dot", "aria-hidden": "true" }, state === "well" ? "✓" : state === "absent" ? "–" : "!"),
    state === "well" ? t("web.state-well") : state === "absent" ? t("web.state-absent") : why || state,
  );
}

/** The table of readers: show(readers). */
export function readersPart(element, ask) {
  return whenChanged((readers) => {
    const swap = (reader) =>
      h(
        "select",
        {
          "aria-label": t("web.swap-with", { reader: placeInWords(reader.reads) }),
          "data-key": `swap-${reader.reader}`,
          onchange: (event) => {
            if (event.target.value !== "")
              ask("swap-reader", { reader: reader.reader, with: Number(event.target.value) });
            event.target.value = "";
          },
        },
        h("option", { value: "" }, t("web.swap")),
        readers
          .filter((other) => other.reader !== reader.reader)
          .map((other) => h("option", { value: other.reader }, placeInWords(other.reads))),
      );
    // A list that is open must not be drawn anew under the finger.
    if (element.contains(document.activeElement) && document.activeElement.tagName === "SELECT") return;
    fill(
      element,
      h(
        "table",
        { class: "readers" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["reads", "state", "recent", "errors", "chip"].map((name) =>
              h("th", { scope: "col" }, t(`web.reader-${name}`)),
            ),
            h("td", {}),
          ),
        ),
        h(
          "tbody",
          {},
          readers.map((reader) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, placeInWords(reader.reads)),
              h("td", {}, stateWords(reader)),
              h("td", {}, lastSeen(reader)),
              h(
                "td",
                {},
                h(
                  "span",
                  { class: "rate" },
                  h("meter", { min: 0, max: 1, high: 0.3, value: reader.error_rate, "aria-hidden": "true" }),
                  `${(reader.error_rate * 100).toFixed(1)} %`,
                ),
              ),
              h("td", {}, reader.version),
              h(
                "td",
                { class: "reader-buttons" },
                h(
                  "button",
                  {
                    type: "button",
                    "data-key": `retry-${reader.reader}`,
                    "aria-label": `${t("web.retry")}: ${placeInWords(reader.reads)}`,
                    onclick: () => ask("retry", { reader: reader.reader }),
                  },
                  t("web.retry"),
                ),
                swap(reader),
              ),
            ),
          ),
        ),
      ),
    );
  });
}

async function download(ask, what) {
  const answer = await ask("ticket", { what });
  if (answer) location.assign(answer.path ?? `/download/${what}?ticket=${answer.ticket}`);
}

/** Display, lights, buttons, recording and memory: show(hardware, languages). */
export function machinePart({ facts, buttons }, ask) {
  const drawFacts = whenChanged((list) =>
    fill(
      facts,
      list.map(([key, value]) => [
        h("dt", {}, t(key)),
        h("dd", {}, typeof value === "string" ? value : stateWords(value)),
      ]),
    ),
  );
  const drawButtons = whenChanged((recording, languages, chosen) =>
    fill(
      buttons,
      h(
        "label",
        { class: "display-language" },
        h("span", {}, t("web.display-language")),
        h(
          "select",
          { "data-key": "display-language", onchange: (event) => ask("language", { language: event.target.value }) },
          Object.entries(languages).map(([code, name]) =>
            h("option", { value: code, lang: code, selected: code === chosen }, name),
          ),
        ),
      ),
      h(
        "button",
        { type: "button", "data-key": "record", onclick: () => ask("record", { on: !recording }) },
        t(recording ? "web.record-stop" : "web.record-start"),
      ),
      h(
        "button",
        { type: "button", "data-key": "get-recording", onclick: () => download(ask, "recording") },
        t("web.get-recording"),
      ),
      h(
        "button",
        { type: "button", "data-key": "get-journal", onclick: () => download(ask, "journal") },
        t("web.get-journal"),
      ),
    ),
  );
  return (hardware, languages) => {
    const { recording } = hardware;
    drawFacts(
      [
        ["web.display", hardware.display],
        ["web.lights", hardware.lights],
        ["web.buttons", hardware.buttons],
        ["web.rounds-per-s", String(hardware.rounds_per_s)],
        ["web.memory", `${Math.round(hardware.memory / MIB)} MB`],
        [
          "web.recording",
          recording.file
            ? `${t("web.recording-on")}, ${Math.round((recording.bytes ?? 0) / 1024)} kB`
            : t("web.recording-off"),
        ],
      ],
      document.documentElement.lang,
    );
    drawButtons(Boolean(recording.file), languages, hardware.display_language, document.documentElement.lang);
  };
}
