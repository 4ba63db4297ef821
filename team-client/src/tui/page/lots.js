// The stones on offer. A tap on `+` adds a bid; a tap on the drawing shows the prices of earlier rounds.

import { h, name, part } from "/page/dom.js";
import { figure, say } from "/page/words.js";
import { act } from "./act.js";
import { code_of, draw_kind } from "./kinds.js";
import { expect_line } from "./list.js";

/** Copies left at which their number is highlighted. */
const FEW = 2;

const heading = h("h2", { id: "lots-heading" });
const grid = h("ul", { class: "lots", "aria-labelledby": "lots-heading" });
const past = h("dialog", { class: "past", "aria-labelledby": "past-heading" });

export const lots = h("section", { class: "card-box lots-box", "aria-labelledby": "lots-heading" }, heading, grid, past);

past.addEventListener("click", (event) => event.target === past && past.close());

function show_past(lot) {
  const close = h("button", { type: "button" }, say("key-close"));
  close.addEventListener("click", () => past.close());
  past.replaceChildren(
    h("h2", { id: "past-heading" }, say("page-desk-earlier", { lot: code_of(lot.lot) })),
    h("ul", null, lot.past.map((text) => h("li", null, text))),
    close,
  );
  past.showModal();
}

function lot_card(lot, ranks, can_add) {
  const code = code_of(lot.lot);
  const label = ranks.length > 0 ? say("page-desk-again", { lot: code }) : say("page-desk-add", { lot: code });
  const add = h("button", { type: "button", class: `add ${ranks.length > 0 ? "ranked" : ""}`, "aria-label": label, title: label, "data-lot": lot.lot },
    ranks.length > 0 ? `#${ranks.join(" ")}` : "+");
  add.addEventListener("click", () => {
    expect_line();
    act({ do: "add", lot: lot.lot });
  });
  const picture = h("button", { type: "button", class: "picture", disabled: lot.past.length === 0, title: lot.past.length > 0 ? say("page-desk-earlier", { lot: code }) : null, "aria-label": say("page-desk-earlier", { lot: code }) }, draw_kind(lot.lot));
  picture.addEventListener("click", () => show_past(lot));
  const left = Number(lot.left.split("/")[0]);
  return h(
    "li",
    { class: `lot ${ranks.length > 0 ? "listed" : ""}` },
    lot.past.length > 0 ? picture : h("span", { class: "picture" }, draw_kind(lot.lot)),
    h("p", { class: "facts figures" },
      h("b", null, name(code)), " ",
      h("span", { class: left <= FEW ? "few" : "faint" }, say("page-desk-copies", { count: left }))),
    h("p", { class: "prices figures" },
      h("span", null, say("page-desk-min", { price: figure(lot.min) })),
      lot.last === null ? null : h("span", null, say("page-desk-last", { price: figure(lot.last) }))),
    can_add ? add : null,
  );
}

/** Repaints the stones on offer. */
export function paint_lots(state) {
  if (!state) return;
  const can_add = state.can_draft && state.rebid === null;
  const ranks = (lot) => state.lines.flatMap((line, at) => (line.lot === lot ? [at + 1] : []));
  const shown = state.lots.map((lot) => [lot, ranks(lot.lot)]);
  if (heading.textContent !== say("page-desk-lots")) heading.textContent = say("page-desk-lots");
  const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.lot : undefined;
  const painted = part(grid, [shown, can_add], () => shown.map(([lot, ranks]) => lot_card(lot, ranks, can_add)));
  if (painted && focused !== undefined) grid.querySelector(`[data-lot="${focused}"]`)?.focus({ preventScroll: true });
}
