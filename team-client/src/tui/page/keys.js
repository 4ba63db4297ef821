// Keys of buttons, shown with the button, and keys that have an effect only in this window.

import { say } from "/page/words.js";

let known = { buttons: [], views: [], works: [], window: [] };
let is_on = true;

/** Sets the program's keys, and whether letter keys are on. */
export function learn(shortcuts, on) {
  known = shortcuts;
  is_on = on;
}

/** Returns whether letter keys are on. */
export const keys_are_on = () => is_on;

/** Returns whether the program offers this: the organiser can switch aids off. */
export const offers = (kind, name) => known[kind].some(([one]) => one === name);

/** Returns the attributes that show a button's key. `kind` is `buttons`, `views`, `window`, or `works` for keys on the focused wall. */
export function shortcut(kind, name) {
  const key = known[kind].find(([one]) => one === name)?.[1];
  if (!key || (kind !== "works" && !is_on)) return {};
  const said = { Esc: "Escape" }[key] ?? (/^[A-Z]$/.test(key) ? `Shift+${key}` : key);
  return { title: say(kind === "works" ? "page-desk-key-on-wall" : "page-desk-key", { key }), "aria-keyshortcuts": said };
}

const with_key = (kind, key) => known[kind].find(([, other]) => other === key)?.[0] ?? null;

/** Returns the view that a key shows; `null` for other keys. */
export const view_of_key = (key) => with_key("views", key);

/** Returns what a key does in this window, `help` or `language`; `null` for other keys. */
export const window_act_of_key = (key) => with_key("window", key);

/** Returns the button of a key; `null` for other keys. */
export const button_of_key = (key) => with_key("buttons", key);
