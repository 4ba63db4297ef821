// Signing in to the hosted page with the link or code of the team's sheet.

import { h } from "/page/dom.js";
import { say } from "/page/words.js";
import { PAGE_HEADERS } from "./act.js";

/** Whether this page is served by the contest's page server, and not by a program on this computer. */
export const is_hosted = location.pathname === "/team/";

const form = h("form", { class: "sign-in card-box" });
const failure = h("p", { class: "flaw", role: "alert", hidden: true });
const field = h("input", { type: "text", id: "sign-in-code", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
const send = h("button", { type: "submit", class: "main" });

function tell(text) {
  failure.textContent = text;
  failure.hidden = text === "";
}

/** Exchanges a link or code for a session, and returns the problem; `null` if the device is signed in. */
async function exchange(link) {
  try {
    const answer = await fetch("/team/session", { method: "POST", headers: PAGE_HEADERS, body: JSON.stringify({ link }) });
    if (answer.ok) return null;
    const problem = await answer.json().catch(() => null);
    return problem?.text ?? say("page-desk-refused");
  } catch {
    return say("page-desk-refused");
  }
}

/** Shows the form, and calls `done` once the device is signed in. */
export function show_sign_in(text, done) {
  form.replaceChildren(
    h("h1", null, say("page-sign-in")),
    failure,
    h("p", { id: "sign-in-how" }, say("page-sign-in-how")),
    h("label", { for: "sign-in-code" }, say("page-sign-in-code")),
    field,
    send,
  );
  field.setAttribute("aria-describedby", "sign-in-how");
  send.textContent = say("page-sign-in");
  tell(text);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const link = field.value.trim();
    if (link === "") return field.focus();
    send.disabled = true;
    send.textContent = say("page-sign-in-wait");
    const problem = await exchange(link);
    send.disabled = false;
    send.textContent = say("page-sign-in");
    if (problem !== null) return tell(problem);
    field.value = "";
    done();
  };
  document.documentElement.classList.remove("is-old");
  document.getElementById("page").replaceChildren(form);
}

/** Signs in with the link's secret, if the address has one, and calls `start` once the device is signed in. */
export async function enter(start) {
  if (!is_hosted) return start();
  if (location.hash.length > 1) {
    const problem = await exchange(location.hash);
    // The secret stays in no history, not even if it is refused.
    history.replaceState(null, "", location.pathname + location.search);
    if (problem !== null) return show_sign_in(problem, start);
    return start();
  }
  const answer = await fetch("/team/state").catch(() => null);
  if (answer?.status === 401) return show_sign_in("", start);
  start();
}

// A second link in the same window changes only the part behind `#`.
if (is_hosted) addEventListener("hashchange", () => location.hash.length > 1 && location.reload());

/** Ends the session of this device. */
export async function sign_out(done) {
  const answer = await fetch("/team/session", { method: "DELETE", headers: PAGE_HEADERS }).catch(() => null);
  if (answer?.ok) done();
}
