// Requests of a hosted page, and signing in to it with the link or code of a sheet. All paths are relative to the page.

import { h } from "/page/dom.js";
import { language, say } from "/page/words.js";

/** Returns headers that pages of other origins can't send, and the language for problems. */
export const headers = () => ({ "content-type": "application/json", "x-ishigaki-page": "1", "x-ishigaki-lang": language() });

/** Sends a request. Returns `null` if it succeeded, or else the answer's status and text, which are `null` if there are none. */
export async function request(path, method, body) {
  try {
    const answer = await fetch(path, { method, headers: headers(), body: JSON.stringify(body) });
    if (answer.ok) return null;
    const problem = await answer.json().catch(() => null);
    return { status: answer.status, text: problem?.text ?? null };
  } catch {
    return { status: null, text: null };
  }
}

/** Ends the session of this device, and returns whether it has ended. */
export const sign_out = async () => (await request("session", "DELETE", {})) === null;

/** Returns the two ways to a page: `show_sign_in` and `enter`. The parameters are the keys of its texts. */
export function sign_in(title, how, failed) {
  /** Exchanges a link or code for a session, and returns the problem; `null` if the device is signed in. */
  async function exchange(link) {
    const problem = await request("session", "POST", { link });
    return problem === null ? null : (problem.text ?? say(failed));
  }

  /** Shows the form, and calls `done` once the device is signed in. */
  function show_sign_in(text, done) {
    const flaw = h("p", { class: "flaw", role: "alert", hidden: text === "" }, text);
    const field = h("input", { type: "text", id: "sign-in-code", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-describedby": "sign-in-how" });
    const send = h("button", { type: "submit", class: "main" }, say("page-sign-in"));
    const form = h(
      "form", { class: "sign-in" },
      h("h1", null, say(title)), flaw, h("p", { id: "sign-in-how" }, say(how)), h("label", { for: "sign-in-code" }, say("page-sign-in-code")), field, send,
    );
    form.onsubmit = async (event) => {
      event.preventDefault();
      const link = field.value.trim();
      if (link === "") return field.focus();
      send.disabled = true;
      send.textContent = say("page-sign-in-wait");
      const problem = await exchange(link);
      send.disabled = false;
      send.textContent = say("page-sign-in");
      if (problem === null) return done();
      flaw.textContent = problem;
      flaw.hidden = false;
    };
    document.documentElement.classList.remove("is-old");
    document.getElementById("page").replaceChildren(form);
  }

  /** Signs in with the link's secret, if the address has one, and calls `start` once the device is signed in. */
  async function enter(start) {
    // A second link in the same window changes only the part behind `#`.
    addEventListener("hashchange", () => location.hash.length > 1 && location.reload());
    if (location.hash.length > 1) {
      // With its `#`, the server knows that it was a link and not typed.
      const problem = await exchange(location.hash);
      // The secret stays in no history, not even if it is refused.
      history.replaceState(null, "", location.pathname + location.search);
      return problem === null ? start() : show_sign_in(problem, start);
    }
    const answer = await fetch("state").catch(() => null);
    if (answer?.status === 401) return show_sign_in("", start);
    start();
  }

  return { enter, show_sign_in };
}
