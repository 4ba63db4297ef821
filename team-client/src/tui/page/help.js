// Help: what to do now, the legend of marks, keys and rules. And one hint for each stage of the first game.

import { h, keep, kept, part } from "/page/dom.js";
import { say } from "/page/words.js";

const HINTS = { waiting: "page-hint-waiting", bidding: "page-hint-bidding", rebid: "page-hint-rebid", building: "page-hint-building", result: "page-hint-result" };
const MARKS = [
  ["#1", "rank", "page-desk-legend-rank"],
  ["✓", "sealed", "page-desk-legend-sealed"],
  ["○", "awaited", "page-desk-legend-awaited"],
  ["", "pattern", "page-desk-legend-pattern"],
  ["", "plan", "page-desk-legend-plan"],
  ["!", "loose", "page-desk-legend-loose"],
  ["✓", "", "page-desk-legend-checked"],
  ["→", "", "page-desk-legend-carried"],
  ["(A5)", "", "page-desk-legend-rules"],
];

const dialog = h("dialog", { class: "help", "aria-labelledby": "help-heading" });
const hint_text = h("p");
const hint_close = h("button", { type: "button" });

export const help = dialog;
export const hint = h("aside", { class: "hint", hidden: true }, hint_text, hint_close);

dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

let state = null;

const seen = () => (kept("hints") ?? "").split(" ");

hint_close.addEventListener("click", () => {
  keep("hints", [...seen(), state.stage].join(" ").trim());
  paint_hint(state);
});

/** Shows the hint of the stage until it is dismissed for good. */
export function paint_hint(now) {
  state = now;
  const text = seen().includes(state.stage) ? "" : say(HINTS[state.stage]);
  if (hint_text.textContent !== text) hint_text.textContent = text;
  if (hint_close.textContent !== say("page-hint-close")) hint_close.textContent = say("page-hint-close");
  hint.hidden = text === "";
}

function paint_help() {
  part(dialog, [state.stage, state.keys], () => {
    const close = h("button", { type: "button", class: "main" }, say("key-close"));
    close.addEventListener("click", () => dialog.close());
    const rules = document.documentElement.lang === "ja" ? "/rules/ja" : "/rules";
    return [
      h("h2", { id: "help-heading", tabindex: -1, autofocus: true }, say("page-desk-help")),
      h("p", { class: "now" }, say(HINTS[state.stage])),
      h("p", null, h("a", { class: "button", href: rules, target: "_blank", rel: "help" }, say("page-desk-rules"))),
      h("h3", null, say("page-desk-legend")),
      h("dl", { class: "legend" }, MARKS.map(([sign, kind, key]) => h("div", null, h("dt", { class: `legend-mark ${kind}` }, sign), h("dd", null, say(key))))),
      h("div", { class: "key-help" }, h("h3", null, say("page-desk-keys")), state.keys.map(({ heading, keys }) => [
        h("h4", null, heading),
        h("dl", { class: "keys" }, keys.map(([key, meaning]) => h("div", null, h("dt", null, key), h("dd", null, meaning)))),
      ])),
      h("p", { class: "buttons" }, close),
    ];
  });
}

/** Opens or closes the help. */
export function toggle_help() {
  if (state === null) return;
  if (dialog.open) return dialog.close();
  paint_help();
  dialog.showModal();
}
