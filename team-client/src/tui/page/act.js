// Sends the user's actions to the program, one at a time and in order.

import { request } from "/page/sign_in.js";

const waiting = [];
let is_sending = false;
let told = () => {};

/** Sets a callback. `failed(what)` gets `null` if an action arrives, `refused` if it fails, `gone` if the address is no longer valid. */
export function tell_failures(failed) {
  told = failed;
}

/** Sends an action. If `merges`, it replaces the previous action on the same field while that waits, because only the last one counts. */
export function act(what, merges = false) {
  const last = waiting[waiting.length - 1];
  if (merges && last?.merges && last.what.do === what.do && last.what.line === what.line) waiting.pop();
  waiting.push({ what, merges });
  send();
}

async function send() {
  if (is_sending) return;
  is_sending = true;
  while (waiting.length > 0) {
    const { what } = waiting.shift();
    const problem = await request("act", "POST", what);
    if (problem === null) told(null);
    else lose({ 401: "signed-out", 404: "gone" }[problem.status] ?? "refused");
  }
  is_sending = false;
}

/** Reports a failed action, and discards the waiting ones, because they assume that it arrived. */
function lose(why) {
  waiting.length = 0;
  told(why);
}

/** Presses a button, which is a key in the terminal. */
export const press = (button) => act({ do: "press", button });

/** Does the same on the wall as a key in the terminal. */
export const work = (what) => act({ do: "work", work: what });
