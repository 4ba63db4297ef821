// The hand-out queue: stones that wait, by lot, and those that can still be taken back.

import { h, name, part } from "/page/dom.js";
import { shape } from "/page/stone.js";
import { say } from "/page/words.js";
import { button, flaw, send } from "/page/act.js";

const queue = h("div", { class: "cards" });
const carried = h("section", { class: "card carried" });
const problem = flaw();

/** The view of stones. */
export const stones = h("section", { class: "view" }, problem, queue, carried);

const hand_out = (pressed, game, list, is_carried) =>
  send(pressed, problem, { do: "hand-out", game, stones: list.map(({ stone }) => stone), carried: is_carried });

function card(game, { lot, code, cells, stones: waiting }) {
  const drawing = shape(cells, lot, code, say("page-shape", { lot: code, squares: cells.length }));
  const rows = waiting.map((one) =>
    h("li", null, button(
      [h("span", { class: "stone-id" }, one.stone), h("span", { class: "to" }, "→\u00a0", name(one.name)), h("span", { class: "tick", "aria-hidden": "true" }, "✓")],
      ({ currentTarget }) => hand_out(currentTarget, game, [one], true),
      { class: "main hand", "aria-label": say("page-judge-hand-out", { stone: one.stone, team: one.name }), "data-stone": `${one.team} ${one.stone}` },
    )),
  );
  const all = button(say("page-judge-hand-all"), ({ currentTarget }) => hand_out(currentTarget, game, waiting, true), { class: "quiet" });
  return h("article", { class: "card lot" }, h("h2", null, code), drawing, h("ul", null, rows), waiting.length > 1 ? all : null);
}

/** Puts the focus back to the same button, or to the next one. */
function keep_focus(element, paint) {
  const was = element.contains(document.activeElement) ? [...element.querySelectorAll("button")].indexOf(document.activeElement) : -1;
  const id = document.activeElement?.dataset?.stone;
  if (!paint() || was < 0) return;
  const buttons = [...element.querySelectorAll("button")];
  (buttons.find((one) => one.dataset.stone === id) ?? buttons[Math.min(was, buttons.length - 1)])?.focus({ preventScroll: true });
}

export function paint_stones({ game, queue: lots, carried: handed }) {
  keep_focus(queue, () => part(queue, [game, lots], () => lots.length === 0 ? h("p", { class: "empty" }, say("page-judge-all-handed")) : lots.map((lot) => card(game, lot))));
  carried.hidden = handed.length === 0;
  keep_focus(carried, () => part(carried, [game, handed], () => [
    h("h2", null, say("page-judge-carried")),
    h("ul", null, handed.map((one) => h("li", { class: "row" },
      h("span", null, h("b", null, one.stone), " → ", name(one.name)),
      button(say("page-judge-undo"), ({ currentTarget }) => hand_out(currentTarget, game, [one], false), { class: "quiet", "aria-label": `${say("page-judge-undo")}: ${one.stone} → ${one.name}` }),
    ))),
  ]));
}
