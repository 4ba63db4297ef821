// Calls to tables, and announcements.

import { h, part } from "/page/dom.js";
import { ask, ask_server, button, flaw, send, tell } from "/page/act.js";
import { say } from "/page/words.js";
import { field, making, now } from "./parts.js";

/** Maximum length of an announcement in one language. */
const MOST = 200;

/** Returns the button that calls the players of an open game. It shows the words of the call first. */
export function call_button({ round, table, called }, problem) {
  async function call({ currentTarget }) {
    const request = { round, table, players: [] };
    const { text, answer } = await ask_server(making("call_players", request, "preview"));
    tell(problem, text);
    if (text !== null || !(await ask(answer.question, say("page-staff-call")))) return;
    await send(currentTarget, problem, making("call_players", request), say("page-staff-called", { table }));
  }
  const label = called === 0 ? say("page-staff-call") : say("page-staff-call-again", { count: called });
  return button(label, call, { class: "quiet call" });
}

const problem = flaw();
const english = field(say("page-staff-english"), { maxlength: MOST, lang: "en" });
const japanese = field(say("page-staff-japanese"), { maxlength: MOST, lang: "ja" });
const show = h("button", { type: "submit", class: "main" }, say("page-staff-announce"));
const form = h("form", null, japanese.row, english.row, h("p", { class: "buttons" }, show), problem);
const shown = h("ul", { class: "lines" });

/** The organiser's card for announcements, with the latest. */
export const announcements = h("details", { class: "card announce" }, h("summary", null, say("page-staff-announcements")), h("p", { class: "faint" }, say("page-staff-announcements-how")), form, shown);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const request = { english: english.input.value, japanese: japanese.input.value };
  if (!(await send(show, problem, making("post_notice", request)))) return;
  english.input.value = "";
  japanese.input.value = "";
});

export function paint_announcements() {
  part(shown, now.state.notices, () => now.state.notices.map((text) => h("li", null, text)));
}
