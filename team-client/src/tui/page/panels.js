// Read-only panels: opened rounds, teams, standings, advice, messages, log.

import { h, name, part } from "/page/dom.js";
import { figure, say } from "/page/words.js";
import { act, press } from "./act.js";
import { ask, paint_ask } from "./ask.js";
import { price_field, show_price } from "./price.js";
import { round_part } from "./rounds.js";

const content = h("div");
export const panel = h("section", { class: "panel card-box" }, content, ask);

const ranking = h("div");
/** The standings, next to other parts. */
export const standings = h("section", { class: "panel card-box" }, ranking);

let trial = null;

function table({ caption, heads, rows }) {
  const row = (row) => [
    h("tr", { class: row.own ? "own" : null }, row.cells.map((cell, at) =>
      h("td", { class: `${heads[at]?.[1] ? "figures" : ""} ${at === row.decides ? "decides" : ""}` }, name(cell), at === row.decides ? " ◂" : null))),
    row.note ? h("tr", { class: "note faint" }, h("td", { colspan: heads.length }, row.note)) : null,
  ];
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": caption ?? heads.map(([head]) => head).join(" ") },
    h(
      "table",
      { class: "print" },
      caption ? h("caption", null, caption) : null,
      h("thead", null, h("tr", null, heads.map(([head, is_figure]) =>
        h(head ? "th" : "td", { scope: head ? "col" : null, class: is_figure ? "figures" : null }, head)))),
      h("tbody", null, rows.map(row)),
    ),
  );
}

function opened_list(list) {
  return h(
    "article",
    { class: `list ${list.own ? "own" : ""}` },
    h("h4", null, name(list.team)),
    list.note ? h("p", { class: "faint" }, list.note) : null,
    h("ol", null, list.lines.map(([code, price, said, is_won]) =>
      h("li", { class: is_won ? "won" : null }, is_won ? "✓ " : null, h("b", null, name(code)), " ",
        h("b", { class: "figures" }, figure(price)), " ", h("span", { class: "faint" }, said)))),
    list.lines.length > 0 ? h("p", { class: "faint figures" }, list.charge) : null,
  );
}

/** Returns fields to try another price. They are recreated only if the list's lots change. */
function tried({ at, price, lines }) {
  const key = JSON.stringify([lines.map(([code]) => code), document.documentElement.lang]);
  if (trial?.key !== key) {
    const select = h("select", { "aria-label": say("page-desk-try") }, lines.map(([code], place) => h("option", { value: place }, `${place + 1}. ${code}`)));
    select.addEventListener("change", () => act({ do: "try", line: Number(select.value) }));
    const field = price_field(say("page-desk-try"), {
      write: (text) => act({ do: "try", line: Number(select.value), text }, true),
      turn: (by) => act({ do: "turn", field: "tried", by }),
    });
    trial = { key, select, field, element: h("p", { class: "trial" }, h("span", null, say("page-desk-try")), " ", select, " ", field) };
  }
  trial.select.value = String(at);
  show_price(trial.field, price);
  return trial.element;
}

const PARTS = {
  message: ({ text, time, is_new }) => h("p", { class: `message ${is_new ? "new" : ""}` },
    is_new ? h("span", { class: "badge" }, say("page-desk-messages-new")) : null, is_new ? " " : null,
    h("span", { class: "faint figures" }, time), " ", name(text)),
  read: ({ text, through }) => {
    const element = h("button", { type: "button", class: "main", "data-button": "read" }, text);
    element.addEventListener("click", () => act({ do: "read", through }));
    return element;
  },
  text: ({ text, tone }) => h("p", { class: `said ${tone}` }, text),
  table,
  lines: ({ lines }) => h("ul", { class: "said-lines" }, lines.map((line) => h("li", null, line))),
  round: ({ heading, lists }) => [h("h3", null, heading), h("div", { class: "lists" }, lists.map(opened_list))],
  trial: tried,
  button: ({ button, text, is_off }) => {
    const element = h("button", { type: "button", disabled: is_off, "data-button": button }, text);
    element.addEventListener("click", () => press(button));
    return element;
  },
};

const parts_of = (state) => [h("h2", null, name(state.title)), state.parts.map((one) => PARTS[one.kind](one))];

/** Explains the marks of the standings, if there are any. */
const legend = ({ parts }) =>
  parts.some((one) => one.rows?.some((row) => row.decides !== null)) ? h("p", { class: "faint" }, say("page-desk-decides")) : null;

/** Paints the panel of a view. A focused element keeps the focus. */
export function paint_panel(view, panels, rounds, asking) {
  paint_ask(view === "messages" ? asking : null);
  const state = panels?.[view] ?? null;
  panel.hidden = state === null;
  if (state === null) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement : null;
  const button = focused?.dataset.button;
  const by_lot = view === "results" ? rounds : [];
  part(content, [view, state, by_lot], () => [
    parts_of({ ...state, parts: state.parts.filter((one) => one.kind !== "round") }),
    by_lot.map((round) => h("section", { class: "round" }, h("h3", null, round.heading), round_part(round, false))),
    view === "results" ? state.parts.filter((one) => one.kind === "round").map((one) => h("details", null, h("summary", null, `${one.heading}: ${say("team-panel-rivals")}`), PARTS.round(one))) : null,
    view === "standings" ? legend(state) : null,
  ]);
  if (focused && document.activeElement !== focused) {
    (panel.contains(focused) ? focused : panel.querySelector(`[data-button="${button}"]`))?.focus({ preventScroll: true });
  }
}

/** Paints the standings next to other parts. */
export function paint_standings(panels) {
  // Before the reveal, the result says that there are none yet.
  standings.hidden = !panels?.standings.parts.some((one) => one.kind === "table");
  if (standings.hidden) return;
  part(ranking, [panels.standings], () => [parts_of(panels.standings), legend(panels.standings)]);
}
