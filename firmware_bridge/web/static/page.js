// What all pages have in common: the connection, the choice of a language, and one line for what the table answers.

import { Connection } from "./connection.js";
import { fill, h } from "./dom.js";
import { capital, keepLanguage, setTexts, t, translatePage, wantedLanguage } from "./words.js";

const TOLD_MS = 6000;

/**
 * Starts a page. title: key of its title. who: gives seat and PIN for the greeting. hear: {welcome, state, far, hardware,
 * seats}, what to do with messages. Returns {ask, askQuietly, tell, hello}: `ask` tells a refusal to the visitor and
 * comes to the answer if it was done, `askQuietly` tells nobody.
 */
export function startPage({ title, who = () => ({}), hear }) {
  const notice = document.getElementById("notice");
  const languages = document.getElementById("language");
  let timer = 0;
  let pages = null;

  function tell(text) {
    clearTimeout(timer);
    // While a dialog is open, what lies outside of it is behind its backdrop, and read to nobody.
    (document.querySelector("dialog[open]") ?? document.body).append(notice);
    notice.textContent = text;
    notice.hidden = !text;
    timer = setTimeout(() => {
      notice.hidden = true;
    }, TOLD_MS);
  }

  function welcomed(message) {
    if (pages !== null && message.pages !== pages) {
      location.reload(); // the service came back as another program: this page would not understand it
      return;
    }
    pages = message.pages;
    if (message.texts) setTexts(message.language, message.texts); // told where the language is new
    translatePage(t(title));
    fill(
      languages,
      Object.entries(message.languages).map(([code, name]) =>
        h("option", { value: code, lang: code, selected: code === message.language }, name),
      ),
    );
    languages.value = message.language;
    document.body.dataset.role = message.role;
    hear.welcome?.(message);
  }

  let wanted = wantedLanguage();
  const connection = new Connection(
    () => ({ language: wanted, seat: null, pin: null, ...who() }),
    { ...hear, welcome: welcomed },
    (lost) => {
      document.body.classList.toggle("lost", lost);
      document.getElementById("lost").hidden = !lost;
    },
  );
  languages.addEventListener("change", () => {
    wanted = languages.value;
    keepLanguage(wanted);
    connection.hello();
  });

  /** Why something was refused; to an operator with the particulars. */
  function refusal({ why, clause, detail }) {
    const more = document.body.dataset.role === "operator" && detail && detail !== why ? ` ${capital(detail)}` : "";
    return `${why}${more}${clause ? ` (${clause})` : ""}`;
  }

  async function ask(what, fields) {
    const answer = await connection.ask(what, fields);
    if (answer.type === "refused") tell(refusal(answer));
    if (answer.type === "lost") tell(t("web.lost"));
    return answer.type === "done" ? answer : null;
  }

  return { ask, askQuietly: (what, fields) => connection.ask(what, fields), tell, hello: () => connection.hello() };
}
