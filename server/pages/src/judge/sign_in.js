// Signing in with the link or code of the judge's sheet.

import { h } from "/page/dom.js";
import { say } from "/page/words.js";
import { flaw, post, tell } from "./act.js";

const page = document.getElementById("page");

/** Shows the form, and calls `done` once the device is signed in. */
export function show_sign_in(text, done) {
  const problem = flaw();
  const field = h("input", { type: "text", id: "sign-in-code", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "sign-in-how" });
  const send = h("button", { type: "submit", class: "main" }, say("page-sign-in"));
  const form = h(
    "form",
    { class: "sign-in card" },
    h("h1", null, say("page-judge")),
    problem,
    h("p", { id: "sign-in-how" }, say("page-judge-sign-in-how")),
    h("label", { for: "sign-in-code" }, say("page-sign-in-code")),
    field,
    send,
  );
  tell(problem, text);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const link = field.value.trim();
    if (link === "") return field.focus();
    send.disabled = true;
    send.textContent = say("page-sign-in-wait");
    const fault = await post("/judge/session", "POST", { link });
    send.disabled = false;
    send.textContent = say("page-sign-in");
    if (fault !== null) return tell(problem, fault);
    done();
  };
  document.documentElement.classList.remove("is-old");
  page.replaceChildren(form);
}

/** Signs in with the link's secret, if the address has one, and calls `start` once the device is signed in. */
export async function enter(start) {
  const secret = location.hash.slice(1);
  if (secret !== "") {
    const problem = await post("/judge/session", "POST", { link: secret });
    // The secret stays in no history, not even if it is refused.
    history.replaceState(null, "", location.pathname + location.search);
    return problem === null ? start() : show_sign_in(problem, start);
  }
  const answer = await fetch("/judge/state").catch(() => null);
  if (answer?.status === 401) return show_sign_in("", start);
  start();
}

// A second link in the same window changes only the part after its `#`.
addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
