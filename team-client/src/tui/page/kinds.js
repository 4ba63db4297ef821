// The kinds of stones in this game: codes and drawings by their numbers.

import { shape } from "/page/stone.js";
import { say } from "/page/words.js";

let known = [];

/** Sets the kinds. */
export function learn_kinds(kinds) {
  known = kinds;
}

/** Returns the code of a kind. */
export const code_of = (lot) => known[lot]?.code ?? "";

/** Returns a drawing of a kind. All drawings have the same scale, set by `--unit`. */
export function draw_kind(lot) {
  const { code, cells } = known[lot];
  return shape(cells, lot, code, say("page-shape", { lot: code, squares: cells.length }));
}
