// Drawings of stones and walls. Each type of stone has a colour, a pattern and a letter.

import { s } from "./dom.js";

/** Number of inks. Types of stones use them in turn. */
const INKS = 8;

/** Lines of each pattern, in a tile of one square. The first has none. */
const PATTERNS = [
  "",
  "M0 1L1 0M-.25 .25L.25 -.25M.75 1.25L1.25 .75",
  "M.25 .2v.1M.75 .7v.1",
  "M0 .25H1M0 .75H1",
  "M0 0L1 1M0 1L1 0",
  "M.25 0V1M.75 0V1",
  "M0 0L1 1M-.25 .75L.25 1.25M.75 -.25L1.25 .25",
  "M0 .5H1M.5 0V1",
];

/** Adds the patterns to the page. Must be called once. */
export function inks() {
  const tile = (lines, ink) =>
    s(
      "pattern",
      { id: `ink-${ink}`, width: 1, height: 1, patternUnits: "userSpaceOnUse" },
      s("rect", { class: `ink ink-${ink}`, width: 1, height: 1 }),
      s("path", { class: "mark", d: lines || "M0 0", "stroke-width": ink === 2 ? 0.22 : 0.1 }),
    );
  const defs = s("defs", null, PATTERNS.map(tile));
  document.body.append(s("svg", { class: "inks", width: 0, height: 0, "aria-hidden": "true" }, defs));
}

const key = (row, col) => `${row} ${col}`;

/** Returns the outline of squares as a path. */
export function outline(cells) {
  const own = new Set(cells.map(([row, col]) => key(row, col)));
  const edges = [];
  for (const [row, col] of cells) {
    if (!own.has(key(row - 1, col))) edges.push(`M${col} ${row}h1`);
    if (!own.has(key(row + 1, col))) edges.push(`M${col} ${row + 1}h1`);
    if (!own.has(key(row, col - 1))) edges.push(`M${col} ${row}v1`);
    if (!own.has(key(row, col + 1))) edges.push(`M${col + 1} ${row}v1`);
  }
  return edges.join("");
}

/** Returns squares as a path to fill. */
export const squares = (cells) => cells.map(([row, col]) => `M${col} ${row}h1v1h-1z`).join("");

/** Returns the square nearest to the middle, for the letter. */
function middle(cells) {
  const mean = (at) => cells.reduce((sum, cell) => sum + cell[at], 0) / cells.length;
  const [row, col] = [mean(0), mean(1)];
  const far = (cell) => (cell[0] - row) ** 2 + (cell[1] - col) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/** Returns a stone with its letter. */
export function stone(cells, lot, letter, more) {
  if (cells.length === 0) return s("g");
  const [row, col] = middle(cells);
  const size = letter.length > 2 ? 0.36 : letter.length > 1 ? 0.5 : 0.66;
  return s(
    "g",
    { class: `stone ${more ?? ""}` },
    s("path", { d: squares(cells), fill: `url(#ink-${lot % INKS})` }),
    s("path", { class: "edge", d: outline(cells) }),
    s("circle", { class: `plate ink-${lot % INKS}`, cx: col + 0.5, cy: row + 0.5, r: 0.43 }),
    s("text", { x: col + 0.5, y: row + 0.5, "font-size": size, class: "letter" }, letter),
  );
}

function drawing(width, height, label, ...children) {
  const room = 0.08;
  const box = [-room, -room, width + 2 * room, height + 2 * room].join(" ");
  return s("svg", { viewBox: box, role: "img", "aria-label": label, class: "drawing" }, children);
}

/** Returns a drawing of one stone. Its size in squares is in `--columns` and `--rows`. */
export function shape(cells, lot, letter, label) {
  const most = (at) => Math.max(...cells.map((cell) => cell[at])) + 1;
  const svg = drawing(most(1), most(0), label, stone(cells, lot, letter));
  svg.style.setProperty("--columns", most(1));
  svg.style.setProperty("--rows", most(0));
  return svg;
}

/** Returns a drawing of a wall. Unsupported stones have a dashed edge and an exclamation mark. */
export function wall(frame, stones, label) {
  const cells = [];
  frame.rows.forEach((line, row) => [...line].forEach((sign, col) => sign === "#" && cells.push([row, col])));
  const width = Math.max(...frame.rows.map((line) => line.length));
  const laid = stones.map(({ lot, name, cells, loose }) =>
    stone(cells, lot, loose ? "!" : name.replace(/-\d+$/, ""), loose ? "loose" : ""),
  );
  const ground = s("path", { class: "ground", d: squares(cells) });
  const grid = s("path", { class: "grid", d: cells.map((cell) => outline([cell])).join("") });
  const edge = s("path", { class: "frame", d: outline(cells) });
  return drawing(width, frame.rows.length, label, ground, grid, laid, edge);
}
