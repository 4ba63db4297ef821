// Keys of buttons: told with the button, for whoever would rather type.

import { say } from "/page/words.js";

let known = { buttons: [], views: [], works: [] };
let is_on = true;

/** Notes the keys as the program has them, and whether letters are keys at all. */
export function learn(shortcuts, on) {
  known = shortcuts;
  is_on = on;
}

/** Changes whenever buttons say something else of their keys. */
export const keys_are_on = () => is_on;

/** What a button of `buttons`, `views` or `works` says of its key. Those of the wall hold with the wall in focus. */
export function shortcut(kind, name) {
  const key = known[kind].find(([one]) => one === name)?.[1];
  if (!key || (kind !== "works" && !is_on)) return {};
  const said = { Esc: "Escape" }[key] ?? (/^[A-Z]$/.test(key) ? `Shift+${key}` : key);
  return { title: say(kind === "works" ? "page-desk-key-on-wall" : "page-desk-key", { key }), "aria-keyshortcuts": said };
}
