// Sends a page's acts, and shows the outcome next to each.

import { h } from "/page/dom.js";
import { headers } from "/page/sign_in.js";
import { say } from "/page/words.js";

let gone = () => {};

/** Sets what happens once this device's session has ended. */
export function on_signed_out(handler) {
  gone = handler;
}

/** Posts an act or a file. Returns the server's answer, or the problem's text if it was not carried out. */
export async function ask_server(what, path = "act") {
  const body = what instanceof Blob ? what : JSON.stringify(what);
  try {
    const response = await fetch(path, { method: "POST", headers: headers(), body });
    const answer = await response.json().catch(() => null);
    if (response.ok) return { text: null, answer };
    if (response.status === 401) gone();
    return { text: answer?.text ?? say("page-act-failed"), answer: null };
  } catch {
    return { text: say("page-act-failed"), answer: null };
  }
}

/** Posts an act, and returns the problem's text; `null` if it was carried out. */
export async function post(what) {
  const { text } = await ask_server(what);
  return text;
}

/** Time in milliseconds for which the last act is shown. */
const SHOWN = 8_000;
let fading = 0;
const status = h("p", { class: "status", role: "status" });

/** The line that says what was done last. */
export const status_line = status;

/** Returns a button. */
export function button(text, pressed, more) {
  const element = h("button", { type: "button", ...more }, text);
  element.addEventListener("click", pressed);
  return element;
}

/** Returns a place for the problem of an act. */
export const flaw = () => h("p", { class: "flaw", role: "alert", hidden: true });

export function tell(element, text) {
  element.textContent = text ?? "";
  element.hidden = !text;
}

/** Sends an act, once for several presses. Its problem is shown in `problem`. Returns whether it was carried out. */
export async function send(pressed, problem, what, done) {
  if (pressed.ariaDisabled === "true") return false;
  // A disabled button would lose the focus.
  pressed.ariaDisabled = "true";
  const text = await post(what);
  pressed.ariaDisabled = null;
  tell(problem, text);
  status.textContent = text === null ? (done ?? say("page-act-done")) : "";
  clearTimeout(fading);
  fading = setTimeout(() => (status.textContent = ""), SHOWN);
  return text === null;
}

const question = h("dialog", { class: "question", "aria-labelledby": "question" });

/** The dialog for questions. */
export const question_box = question;

/** Asks before an act that can't be undone, and returns whether the answer is yes. `more` is below the question. */
export function ask(text, yes, more) {
  return new Promise((resolve) => {
    const close = (answer) => {
      question.close();
      resolve(answer);
    };
    question.oncancel = () => resolve(false);
    question.replaceChildren(
      h("p", { id: "question" }, text),
      ...(more ? [more] : []),
      h("p", { class: "buttons" }, button(yes, () => close(true), { class: "main" }), button(say("key-no"), () => close(false), { autofocus: true })),
    );
    question.showModal();
  });
}

/** Reads a number that was typed, also in full-width digits; `null` if it is none. */
export function number(field) {
  const text = field.value.normalize("NFKC").trim();
  const is_number = /^\d{1,9}$/.test(text);
  field.setAttribute("aria-invalid", String(!is_number));
  if (!is_number) return null;
  field.value = text;
  return Number(text);
}
