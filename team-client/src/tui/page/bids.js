// The lots, the list that is being written, and what is sealed. A field that is being typed in is never painted anew.

import { h, name, part } from "/page/dom.js";
import { shape } from "/page/stone.js";
import { figure, say } from "/page/words.js";
import { act, press } from "./act.js";
import { keys_are_on, shortcut } from "./keys.js";
import { price_field, show_price } from "./price.js";

const heading = h("h2", { id: "bids-heading" });
const lots = h("ul", { class: "lots", "aria-labelledby": "bids-heading" });
const lines = h("ol", { class: "lines" });
const empty = h("p", { class: "faint" });
const total = h("p", { class: "total figures" });
const flaws = h("div", { class: "flaws", role: "status" });
const sealed = h("section", { class: "sealed" });
const buttons = h("p", { class: "buttons" });
const draft = h("section", { class: "draft" });

/** All that has to do with the list. */
export const bids = h("section", { class: "bids", "aria-labelledby": "bids-heading" }, heading, lots, draft);

let rows = [];
let wanted = null;

function button(text, pressed, more) {
  const element = h("button", { type: "button", ...more }, text);
  element.addEventListener("click", pressed);
  return element;
}

const small = (sign, label, pressed) => button(sign, pressed, { class: "small", "aria-label": label, title: label });

/** A line of the draft, its number kept by whoever paints. */
function line_row(lot, code, at) {
  const row = { lot, code, at, element: null, field: null };
  row.field = price_field(say("page-desk-price", { lot: code }), {
    write: (text) => act({ do: "price", line: row.at, lot, text }, true),
    turn: (by) => act({ do: "turn", field: { line: row.at }, by }),
  });
  row.field.setAttribute("aria-describedby", flaw_id(at));
  row.field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    (rows[row.at + 1]?.field ?? buttons.querySelector("button"))?.focus();
  });
  const move = (by) => {
    const to = row.at + by;
    if (to < 0 || to >= rows.length) return;
    wanted = { line: to, part: by < 0 ? ".sooner" : ".later" };
    act({ do: "move", line: row.at, to });
  };
  row.element = h(
    "li",
    { class: "line" },
    h("b", { class: "code" }, name(code)),
    row.field,
    h(
      "span",
      { class: "tools" },
      small("↑", say("page-desk-sooner", { lot: code }), () => move(-1)),
      small("↓", say("page-desk-later", { lot: code }), () => move(1)),
      small("✕", say("page-desk-remove", { lot: code }), () => {
        wanted = { line: Math.max(0, row.at - 1), part: "input" };
        act({ do: "remove", line: row.at });
      }),
    ),
  );
  const [up, down] = row.element.querySelectorAll(".tools button");
  up.classList.add("sooner");
  down.classList.add("later");
  return row;
}

/** Where it is said what is wrong with a line: below the buttons, so that none of them moves while a price is typed. */
const flaw_id = (at) => `flaw-${at}`;

function show_flaws(row, told) {
  row.field.setAttribute("aria-invalid", String(told.length > 0));
  row.element.classList.toggle("faulty", told.length > 0);
}

function paint_draft(state) {
  const made_of = JSON.stringify([state.lines.map((line) => line.code), document.documentElement.lang]);
  if (lines.dataset.key !== made_of) {
    lines.dataset.key = made_of;
    const at = rows.findIndex((row) => row.element.contains(document.activeElement));
    rows = state.lines.map((line, place) => line_row(line.lot, line.code, place));
    lines.replaceChildren(...rows.map((row) => row.element));
    const focus = wanted ?? (at >= 0 ? { line: at, part: "input" } : null);
    wanted = null;
    show_lines(state.lines);
    if (focus) {
      const row = rows[Math.min(focus.line, rows.length - 1)];
      (row?.element.querySelector(focus.part) ?? lots.querySelector("button"))?.focus();
    }
  }
  show_lines(state.lines);
}

function show_lines(told) {
  told.forEach((line, at) => {
    show_price(rows[at].field, line.price);
    show_flaws(rows[at], line.flaws);
  });
}

function tied_row(tied, at) {
  const row = { element: null, field: null };
  row.field = price_field(say("page-desk-raise", { lot: tied.code }), {
    write: (text) => act({ do: "offer", line: tied.line, text }, true),
    turn: (by) => act({ do: "turn", field: { tied: tied.line }, by }),
  });
  row.field.setAttribute("aria-describedby", flaw_id(at));
  row.element = h(
    "li",
    { class: "line tied" },
    h("b", { class: "code" }, name(tied.code)),
    row.field,
    h("span", { class: "tools" }, small("✕", `${tied.code}: ${say("page-desk-give-up")}`, () =>
      act({ do: "offer", line: tied.line, text: "" }))),
    h("p", { class: "terms" }, tied.terms),
    h("p", { class: "faint" }, tied.rivals),
  );
  return row;
}

function paint_rebid(rebid) {
  const made_of = JSON.stringify(["tied", rebid.lines.map((line) => [line.line, line.code, line.terms, line.rivals])]);
  if (lines.dataset.key !== made_of) {
    const focused = rows.findIndex((row) => row.element.contains(document.activeElement));
    lines.dataset.key = made_of;
    rows = rebid.lines.map(tied_row);
    lines.replaceChildren(...rows.map((row) => row.element));
    show_lines(rebid.lines);
    if (focused >= 0) rows[Math.min(focused, rows.length - 1)]?.field.focus({ preventScroll: true });
  }
  show_lines(rebid.lines);
}

function lot_card(lot, can_add) {
  const add = button("+", () => {
    wanted = { line: Infinity, part: "input" };
    act({ do: "add", lot: lot.lot });
  }, { class: "add", "aria-label": say("page-desk-add", { lot: lot.code }), title: say("page-desk-add", { lot: lot.code }) });
  const past = lot.past.length === 0 ? null : h(
    "details",
    null,
    h("summary", null, say("page-desk-past")),
    h("ul", null, lot.past.map((text) => h("li", null, text))),
  );
  return h(
    "li",
    { class: "lot" },
    shape(lot.cells, lot.lot, lot.code, say("page-shape", { lot: lot.code, squares: lot.cells.length })),
    h(
      "div",
      { class: "about" },
      h("p", { class: "facts figures" },
        h("b", null, name(lot.code)),
        h("span", { class: "faint" }, `${say("head-left")} ${lot.left}`),
        h("span", { class: "faint" }, say("shared-from", { price: figure(lot.min) })),
        lot.last === null ? null : h("span", { class: "faint" }, `${say("team-head-last")} ${figure(lot.last)}`)),
    ),
    can_add ? add : null,
    past,
  );
}

function paint_sealed(state, is_rebid) {
  part(sealed, [state.sealed, state.rebid?.sealed, document.documentElement.lang], () => {
    if (is_rebid) return [h("p", null, state.rebid.sealed)];
    const { heading, note, lines, total } = state.sealed;
    return [
      h("h3", null, heading),
      note ? h("p", { class: `note ${note.tone}` }, note.text) : null,
      lines.length > 0 ? h("ol", null, lines.map(([code, price, differs]) =>
        h("li", { class: differs ? "differs" : null }, name(code), " ", h("b", { class: "figures" }, figure(price)), differs ? " ≠" : null))) : null,
      total && lines.length > 0 ? h("p", { class: "faint figures" }, total) : null,
    ];
  });
}

/** Paints it all as it is now. */
export function paint_bids(state) {
  bids.hidden = !state;
  if (!state) return;
  const is_rebid = state.rebid !== null;
  const lang = document.documentElement.lang;
  if (heading.textContent !== state.title) heading.textContent = state.title;
  const can_add = state.can_draft && !is_rebid;
  // For a re-bid there is little time: what is tied comes first.
  const order = is_rebid ? [heading, draft, lots] : [heading, lots, draft];
  if (order.some((child, at) => bids.children[at] !== child)) bids.replaceChildren(...order);
  const open = [...lots.querySelectorAll("details[open]")].map((one) => one.closest("li").querySelector("b").textContent);
  part(lots, [state.lots, can_add, lang], () => state.lots.map((lot) => lot_card(lot, can_add)));
  for (const one of lots.querySelectorAll("details")) {
    if (open.includes(one.closest("li").querySelector("b").textContent)) one.open = true;
  }
  // Where not all have room the arrow keys have to reach the rest, also while nothing in it can be chosen.
  if (lots.scrollHeight > lots.clientHeight + 1) lots.tabIndex = 0;
  else lots.removeAttribute("tabindex");
  part(draft, [is_rebid, lang], () => [
    h("h3", null, is_rebid ? "" : say("team-draft")), empty, lines, total, buttons, flaws, sealed,
  ]);
  const nothing = is_rebid || state.lines.length > 0 ? "" : state.empty;
  if (empty.textContent !== nothing) empty.textContent = nothing;
  empty.hidden = nothing === "";
  if (is_rebid) paint_rebid(state.rebid);
  else paint_draft(state);
  const sum = (is_rebid ? state.rebid.budget : state.total) ?? "";
  if (total.textContent !== sum) total.textContent = sum;
  const is_faulty = state.flaws.length > 0 || (is_rebid ? state.rebid.lines : state.lines).some((line) => line.flaws.length > 0);
  total.classList.toggle("bad", is_faulty);
  const wrong = (is_rebid ? state.rebid.lines : state.lines).map((line) => line.flaws);
  part(flaws, [wrong, state.flaws], () => [
    wrong.map((told, at) => (told.length > 0 ? h("p", { id: flaw_id(at) }, told.map((flaw) => `✗ ${flaw}`).join(" ")) : null)),
    state.flaws.map((flaw) => h("p", null, `✗ ${flaw}`)),
  ]);
  const focused = buttons.contains(document.activeElement) ? [...buttons.children].indexOf(document.activeElement) : -1;
  const painted = part(buttons, [state.can_seal, state.can_take, state.differs, is_rebid, lang, keys_are_on()], () => [
    button(say("team-key-seal"), () => press("seal"), { class: state.differs ? "main" : null, disabled: !state.can_seal, ...shortcut("buttons", "seal") }),
    button(say("team-key-take-sealed"), () => press("take-sealed"), { disabled: !state.can_take || !state.differs, ...shortcut("buttons", "take-sealed") }),
    button(say(is_rebid ? "team-key-pass" : "team-key-decline"), () => press("decline"), { disabled: !state.can_seal, ...shortcut("buttons", "decline") }),
  ]);
  if (painted && focused >= 0) buttons.children[focused]?.focus({ preventScroll: true });
  paint_sealed(state, is_rebid);
}
