// Fields of prices: digits only, with steppers. Full-width digits are folded. Other text is refused while it is typed, with the
// reason next to the field, so that the field always shows the price that is submitted.

import { h } from "/page/dom.js";
import { say } from "/page/words.js";

/** Time in milliseconds for which a sent text stays in its field without the program's confirmation. */
const ON_ITS_WAY = 3_000;
const STEPS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const MOST_DIGITS = 12;
/** Time in milliseconds for which a refusal stays visible, and in which what is typed after it belongs to it: `9.5` is not 95. */
const REFUSAL = 6_000;
const SAME_TEXT = 2_000;

/** Each field with the text sent from it, and the program's last price for it. */
const fields = new WeakMap();

const fold = (text) => text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/** Returns why a text is no price; `null` for digits and for an empty field. */
function refusal(text) {
  const sign = [...text].find((char) => !/[0-9]/.test(char));
  if (sign !== undefined) return say("page-desk-refused-sign", { sign });
  return text.replace(/^0+/, "").length > MOST_DIGITS ? say("page-desk-refused-long", { most: MOST_DIGITS }) : null;
}

/**
 * Creates a price field. `write` gets each typed text, and `turn` gets the step of an arrow or page key. `refused` gets the reason
 * why a text was refused, or `null` once another one is taken.
 */
export function price_field(label, { write, turn, refused }) {
  const field = h("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", autocomplete: "off", class: "price figures", "aria-label": label });
  const own = { sent: null, at: 0, is_composing: false, price: null, text: "", timer: 0, refusal: null, refused_at: 0 };
  fields.set(field, own);
  function take() {
    const text = fold(field.value);
    const is_going_on = own.refusal !== null && text.length > own.text.length && performance.now() - own.refused_at < SAME_TEXT;
    const why = refusal(text) ?? (is_going_on ? own.refusal : null);
    clearTimeout(own.timer);
    own.refusal = why;
    refused?.(why);
    if (why !== null) {
      own.refused_at = performance.now();
      field.value = own.text;
      own.timer = setTimeout(() => {
        own.refusal = null;
        refused?.(null);
      }, REFUSAL);
      return;
    }
    if (field.value !== text) {
      const behind = field.value.length - field.selectionEnd;
      field.value = text;
      field.setSelectionRange(text.length - behind, text.length - behind);
    }
    own.text = text;
    own.sent = text;
    own.at = performance.now();
    write(text);
  }
  field.addEventListener("input", () => {
    if (!own.is_composing) take();
  });
  field.addEventListener("compositionstart", () => { own.is_composing = true; });
  field.addEventListener("compositionend", () => {
    own.is_composing = false;
    take();
  });
  field.addEventListener("focus", () => field.select());
  field.addEventListener("blur", () => {
    own.refused_at = 0;
  });
  field.addEventListener("keydown", (event) => {
    const by = STEPS[event.key];
    if (by === undefined || event.isComposing || event.altKey) return;
    event.preventDefault();
    own.sent = null;
    turn(by);
  });
  return field;
}

/** Returns a field between buttons that change it by 1. */
export function stepped(field, code, turn) {
  const step = (sign, by, key) => {
    const button = h("button", { type: "button", class: "step", tabindex: -1, "aria-label": say(key, { lot: code }) }, sign);
    button.addEventListener("click", () => {
      fields.get(field).sent = null;
      turn(by);
    });
    return button;
  };
  return h("span", { class: "stepper" }, step("−", -1, "page-desk-cheaper"), field, step("+", 1, "page-desk-dearer"));
}

/** Shows the program's price in a field. */
export function show_price(field, price) {
  const own = fields.get(field);
  own.price = price;
  show(field, own);
}

/** Restores the program's price where a sent text isn't confirmed: after a timeout, or in all fields if one was `lost`. */
export function restore_prices(lost = false) {
  for (const field of document.querySelectorAll("input.price")) {
    const own = fields.get(field);
    if (lost) own.sent = null;
    if (lost || own.sent !== null) show(field, own);
  }
}

function show(field, own) {
  if (own.price === null || own.is_composing) return;
  const { shown, typed } = own.price;
  if (own.sent !== null && own.sent !== typed && performance.now() - own.at < ON_ITS_WAY) return;
  own.sent = null;
  own.text = shown;
  if (field.value === shown) return;
  // The cursor keeps its distance from the end.
  const behind = field.value.length - field.selectionEnd;
  field.value = shown;
  if (document.activeElement === field) field.setSelectionRange(shown.length - behind, shown.length - behind);
}
