// Fields of prices. What is typed goes to the program as it is, which alone reads it; a field shows what the program has made
// of it: the price, or the text that is none. Nothing is corrected here.

import { h } from "/page/dom.js";

/** So long a text that was sent stays, while the program has not said that it has it. */
const ON_ITS_WAY = 3_000;
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** Each field with what was sent from it, and what the program said of it last. */
const fields = new Map();

/** A field for a price; `write` gets each text that is typed, `turn` by how much a key changes the price. */
export function price_field(label, { write, turn }) {
  const field = h("input", { type: "text", inputmode: "numeric", autocomplete: "off", class: "price figures", "aria-label": label });
  const own = { sent: null, at: 0, is_composing: false, price: null };
  for (const one of fields.keys()) if (!one.isConnected) fields.delete(one);
  fields.set(field, own);
  field.addEventListener("input", () => {
    own.sent = field.value;
    own.at = performance.now();
    write(field.value);
  });
  field.addEventListener("compositionstart", () => { own.is_composing = true; });
  field.addEventListener("compositionend", () => {
    own.is_composing = false;
    show(field, own);
  });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("keydown", (event) => {
    const by = STEPS[event.key];
    if (by === undefined || event.isComposing) return;
    event.preventDefault();
    own.sent = null;
    turn(by);
  });
  return field;
}

/** Shows what the program has of a field. */
export function show_price(field, price) {
  const own = fields.get(field);
  own.price = price;
  show(field, own);
}

/** Shows what the program has wherever a text has not arrived: of all fields if one is `lost`, else of those that waited long. */
export function look_after_prices(lost = false) {
  for (const [field, own] of fields) {
    if (lost) own.sent = null;
    if (lost || own.sent !== null) show(field, own);
  }
}

function show(field, own) {
  if (own.price === null || own.is_composing) return;
  const { shown, typed } = own.price;
  if (own.sent !== null && own.sent !== typed && performance.now() - own.at < ON_ITS_WAY) return;
  own.sent = null;
  if (field.value === shown) return;
  // The cursor stays as far from the end as it is.
  const behind = field.value.length - field.selectionEnd;
  field.value = shown;
  if (document.activeElement === field) field.setSelectionRange(shown.length - behind, shown.length - behind);
}
