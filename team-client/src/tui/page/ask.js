// A question to the judge: one line with a character count. The program keeps the text, so that a reload or a lost connection loses
// nothing.

import { h } from "/page/dom.js";
import { say } from "/page/words.js";
import { act } from "./act.js";

const field = h("input", { type: "text", id: "question-text", autocomplete: "off", "aria-describedby": "question-count" });
const label = h("label", { for: "question-text" });
const count = h("p", { class: "faint figures", id: "question-count" });
const send = h("button", { type: "submit" });

/** The form. It is never recreated, so that text composition with an input method isn't interrupted. */
export const ask = h("form", { class: "ask", hidden: true }, label, field, send, count);

let state = null;

const written = () => act({ do: "write", text: field.value }, true);

function show_count() {
  const characters = [...field.value.trim()].length;
  const text = say("team-question-count", { count: characters, most: state.most });
  if (count.textContent !== text) count.textContent = text;
  field.setAttribute("aria-invalid", String(characters > state.most));
}

field.addEventListener("input", () => {
  written();
  show_count();
});
ask.addEventListener("submit", (event) => {
  event.preventDefault();
  written();
  act({ do: "ask" });
});

/** Repaints the form. Text being typed stays until the question is sent. */
export function paint_ask(now) {
  const is_asked = state !== null && now !== null && now.asked !== state.asked;
  state = now ?? state;
  ask.hidden = now === null;
  if (now === null) return;
  if ((document.activeElement !== field || is_asked) && field.value !== now.text) field.value = now.text;
  if (label.textContent !== say("page-desk-question")) label.textContent = say("page-desk-question");
  if (send.textContent !== say("team-key-send-question")) send.textContent = say("team-key-send-question");
  send.disabled = now.is_off;
  show_count();
}
