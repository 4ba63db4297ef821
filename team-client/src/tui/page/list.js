// The team's list: one list with a state, whether submitted or changed since. In a re-bid, its tied lines. A field with focus is
// never repainted.

import { h, name, part } from "/page/dom.js";
import { figure, say } from "/page/words.js";
import { act, press } from "./act.js";
import { keys_are_on, shortcut } from "./keys.js";
import { code_of, draw_kind } from "./kinds.js";
import { price_field, show_price, stepped } from "./price.js";

const heading = h("h2", { id: "list-heading" });
const how = h("p", { class: "faint how" });
const lines = h("ol", { class: "lines" });
const empty = h("p", { class: "faint empty" });
const total = h("p", { class: "total figures" });
const flaws = h("div", { class: "flaws", role: "status" });
const buttons = h("p", { class: "buttons" });

export const list = h("section", { class: "card-box list-box", "aria-labelledby": "list-heading" },
  h("div", { class: "box-head" }, heading, how), empty, lines, total, flaws, buttons);

let rows = [];
let wanted = null;
/** Whether this window has asked for a new line, which is then scrolled into view. */
let is_growing = false;
let main = () => {};

/** Sets what Enter in the last field does. */
export function after_last_line(focus) {
  main = focus;
}

/** Focuses the new line's price once it is there. */
export function expect_line() {
  is_growing = true;
  // On touch screens the keyboard would cover the list.
  wanted = matchMedia("(pointer: coarse)").matches ? null : { line: Infinity, part: "input" };
}

function button(text, pressed, more) {
  const element = h("button", { type: "button", ...more }, text);
  element.addEventListener("click", pressed);
  return element;
}

function move(row, by, focus) {
  const to = row.at + by;
  if (to < 0 || to >= rows.length) return;
  wanted = { line: to, part: focus };
  act({ do: "move", line: row.at, to });
}

/** Moves a line with the pointer, and shows where it would land. */
function drag_by(row, handle) {
  let from = null;
  let to = null;
  const middle = (other) => {
    const { top, height } = other.element.getBoundingClientRect();
    return top + height / 2;
  };
  const show = () => rows.forEach((other) => {
    const is_target = to !== null && other.at === to && other !== row;
    other.element.classList.toggle("drop-before", is_target && to < row.at);
    other.element.classList.toggle("drop-after", is_target && to > row.at);
  });
  handle.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || handle.disabled) return;
    handle.setPointerCapture(event.pointerId);
    from = event.clientY;
    to = row.at;
    row.element.classList.add("lifted");
  });
  handle.addEventListener("pointermove", (event) => {
    if (from === null) return;
    event.preventDefault();
    row.element.style.translate = `0 ${event.clientY - from}px`;
    const others = rows.filter((other) => other !== row);
    to = others.filter((other) => middle(other) < event.clientY).length;
    show();
  });
  const end = (is_done) => () => {
    if (from === null) return;
    const place = to;
    from = to = null;
    row.element.classList.remove("lifted");
    row.element.style.translate = "";
    show();
    if (is_done && place !== row.at) act({ do: "move", line: row.at, to: place });
  };
  handle.addEventListener("pointerup", end(true));
  handle.addEventListener("pointercancel", end(false));
}

/** Creates a line of the draft at an index. */
function line_row(lot, code, at) {
  const row = { lot, at, element: null, field: null, notes: h("p", { class: "notes figures", id: `notes-${at}` }), refusal: null };
  const turn = (by) => act({ do: "turn", field: { line: row.at }, by });
  row.field = price_field(say("page-desk-price", { lot: code }), {
    write: (text) => act({ do: "price", line: row.at, lot, text }, true),
    turn,
    refused: (why) => refuse(row, why),
  });
  row.field.setAttribute("aria-describedby", row.notes.id);
  row.field.addEventListener("keydown", (event) => {
    if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
      event.preventDefault();
      return move(row, event.key === "ArrowUp" ? -1 : 1, "input");
    }
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const next = rows[row.at + 1]?.field;
    if (next) next.focus();
    else main();
  });
  const handle = h("button", { type: "button", class: "handle", "aria-label": say("page-desk-drag", { lot: code }), title: say("page-desk-drag", { lot: code }) },
    h("span", { class: "grip", "aria-hidden": "true" }, "⋮⋮"), h("span", { class: "rank figures" }, String(at + 1)));
  handle.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(row, by, ".handle");
  });
  drag_by(row, handle);
  row.element = h(
    "li",
    { class: "line" },
    handle,
    h("span", { class: "picture" }, draw_kind(lot)),
    h("b", { class: "code" }, name(code)),
    row.notes,
    stepped(row.field, code, turn),
    button("✕", () => {
      wanted = { line: Math.max(0, row.at - 1), part: ".remove" };
      act({ do: "remove", line: row.at });
    }, { class: "remove", "aria-label": say("page-desk-remove", { lot: code }), title: say("page-desk-remove", { lot: code }) }),
  );
  return row;
}

let shown = null;

function refuse(row, why) {
  row.refusal = why;
  if (shown) show_line(row, shown);
}

/** Shows the notes of a line: why a text was refused, its errors, what has changed, or the lot's prices. */
function show_line(row, state) {
  const line = (state.rebid?.lines ?? state.lines)[row.at];
  if (!line) return;
  show_price(row.field, line.price);
  const is_faulty = line.flaws.length > 0;
  row.field.setAttribute("aria-invalid", String(is_faulty || row.refusal !== null));
  row.element.classList.toggle("faulty", is_faulty);
  row.element.classList.toggle("changed", line.was !== undefined && (line.was !== null || line.new));
  const lot = state.lots.find((one) => one.lot === line.lot);
  part(row.notes, [row.refusal, line.flaws, line.was, line.new, lot?.min, lot?.last, line.above, line.most, line.rivals], () => {
    if (row.refusal !== null) return h("span", { class: "flaw", role: "alert" }, row.refusal);
    if (is_faulty) return line.flaws.map((flaw) => h("span", { class: "flaw" }, `✗ ${flaw} `));
    if (state.rebid) {
      return [h("span", null, say("page-desk-above", { price: figure(line.above) })), h("span", null, say("page-desk-most", { price: figure(line.most) })), h("span", { class: "rivals" }, line.rivals)];
    }
    return [
      lot ? h("span", null, say("page-desk-min", { price: figure(lot.min) })) : null,
      lot && lot.last !== null ? h("span", null, say("page-desk-last", { price: figure(lot.last) })) : null,
      line.was !== null ? h("span", { class: "change" }, say("page-desk-was", { price: figure(line.was) })) : null,
      line.new ? h("span", { class: "change" }, say("page-desk-line-new")) : null,
    ];
  });
}

function tied_row(tied, at) {
  const row = { lot: tied.lot, at, element: null, field: null, notes: h("p", { class: "notes figures", id: `notes-${at}` }), refusal: null };
  const turn = (by) => act({ do: "turn", field: { tied: tied.line }, by });
  row.field = price_field(say("page-desk-raise", { lot: tied.code }), {
    write: (text) => act({ do: "offer", line: tied.line, text }, true),
    turn,
    refused: (why) => refuse(row, why),
  });
  row.field.setAttribute("aria-describedby", row.notes.id);
  row.field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const next = rows[row.at + 1]?.field;
    if (next) next.focus();
    else main();
  });
  row.element = h(
    "li",
    { class: "line tied" },
    h("span", { class: "picture" }, draw_kind(tied.lot)),
    h("b", { class: "code" }, name(tied.code)),
    row.notes,
    stepped(row.field, tied.code, turn),
    button("✕", () => act({ do: "offer", line: tied.line, text: "" }), { class: "remove", "aria-label": `${tied.code}: ${say("page-desk-give-up")}`, title: say("page-desk-give-up") }),
  );
  return row;
}

function paint_lines(state) {
  const is_rebid = state.rebid !== null;
  const given = is_rebid ? state.rebid.lines : state.lines;
  const made_of = JSON.stringify([is_rebid, given.map((line) => [line.line, line.lot, code_of(line.lot)]), document.documentElement.lang]);
  if (lines.dataset.key !== made_of) {
    lines.dataset.key = made_of;
    const at = rows.findIndex((row) => row.element.contains(document.activeElement));
    const grew = is_growing && given.length > rows.length;
    is_growing &&= !grew;
    rows = given.map((line, place) => (is_rebid ? tied_row(line, place) : line_row(line.lot, line.code, place)));
    lines.replaceChildren(...rows.map((row) => row.element));
    const focus = wanted ?? (at >= 0 ? { line: at, part: "input" } : null);
    wanted = null;
    rows.forEach((row) => show_line(row, state));
    if (focus) {
      const row = rows[Math.min(focus.line, rows.length - 1)];
      (row?.element.querySelector(focus.part) ?? document.querySelector(".lots button"))?.focus({ preventScroll: true });
      row?.element.scrollIntoView({ block: "nearest" });
    } else if (grew) {
      rows.at(-1).element.scrollIntoView({ block: "nearest" });
    }
  }
  rows.forEach((row) => show_line(row, state));
}

/** Repaints the list. */
export function paint_list(state, views) {
  if (!state) return;
  shown = state;
  const is_rebid = state.rebid !== null;
  const title = say(is_rebid ? "page-desk-rebid" : "page-desk-list");
  if (heading.textContent !== title) heading.textContent = title;
  const hint = is_rebid ? "" : say("page-desk-list-how");
  if (how.textContent !== hint) how.textContent = hint;
  const nothing = is_rebid || state.lines.length > 0 ? "" : state.empty;
  if (empty.textContent !== nothing) empty.textContent = nothing;
  empty.hidden = nothing === "";
  paint_lines(state);
  const sum = (is_rebid ? state.rebid.budget : state.total) ?? "";
  if (total.textContent !== sum) total.textContent = sum;
  const given = is_rebid ? state.rebid.lines : state.lines;
  total.classList.toggle("bad", state.flaws.length > 0 || given.some((line) => line.flaws.length > 0));
  part(flaws, [state.flaws], () => state.flaws.map((flaw) => h("p", null, `✗ ${flaw}`)));
  const focused = buttons.contains(document.activeElement) ? [...buttons.children].indexOf(document.activeElement) : -1;
  const painted = part(buttons, [state.can_seal, is_rebid, keys_are_on()], () => [
    is_rebid ? null : button(say("page-desk-suggest"), () => views.show("advice"), shortcut("views", "advice")),
    button(say(is_rebid ? "page-desk-pass-rebid" : "page-desk-pass"), () => press("decline"), { disabled: !state.can_seal, "data-button": "decline", ...shortcut("buttons", "decline") }),
  ]);
  if (painted && focused >= 0) buttons.children[focused]?.focus({ preventScroll: true });
}

/** Returns the list as it is shown: lots and prices in their order. */
export const displayed = () => rows.map((row) => `${code_of(row.lot)}:${row.field.value}`);
