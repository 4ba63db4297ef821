// Plots as SVG drawings, with figures at the axes.

import { s } from "./dom.js";
import { figure } from "./words.js";

export const PLOT = { wide: 640, high: 240, room: 44, foot: 24 };

/** Returns the axes of a plot up to `high`, with `names` below, each at its x. `y` maps a value, and `frame` makes the drawing. */
export function axes(high, label, names, show = figure) {
  const y = (value) => PLOT.high - PLOT.foot - (value / high) * (PLOT.high - 40);
  const lines = steps_to(high).map((value) => [
    s("line", { class: "rule", x1: PLOT.room, x2: PLOT.wide - 8, y1: y(value), y2: y(value) }),
    s("text", { class: "tick", x: PLOT.room - 6, y: y(value) + 4, "text-anchor": "end" }, show(value)),
  ]);
  const ticks = names.map(([x, text]) => s("text", { class: "tick", x, y: PLOT.high - 6, "text-anchor": "middle" }, text));
  const frame = (...children) =>
    s("svg", { viewBox: `0 0 ${PLOT.wide} ${PLOT.high}`, role: "img", "aria-label": label, class: "plot" }, lines, ticks, children);
  return { y, frame };
}

/** Returns the quarters of a height, rounded unless the height is below 4. */
function steps_to(high) {
  const quarters = [0, 0.25, 0.5, 0.75, 1].map((part) => high * part);
  return [...new Set(high >= 4 ? quarters.map(Math.round) : quarters)];
}
