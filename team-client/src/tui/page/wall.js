// The wall: stones dragged, rotated, placed and removed with mouse, touch and keys. The program computes the allowed places by the
// rules; this only snaps to them.

import { h, name, part, s } from "/page/dom.js";
import { outline, shape, squares, stone } from "/page/stone.js";
import { say } from "/page/words.js";
import { act, work } from "./act.js";
import { offers, shortcut, view_of_key, window_act_of_key } from "./keys.js";

/** Maximum distance from which a stone snaps to a legal place, in squares. */
const REACH = 1.6;
/** Minimum movement of a drag, in pixels. */
const SLACK = 6;

const heading = h("h2", { id: "wall-heading" });
const standing = h("p", { class: "standing" });
const counts = h("p", { class: "counts figures faint" });
const speech = h("div", { class: "speech", id: "speech", role: "status" });
const stones = h("ul", { class: "tray" });
const plans = h("ul", { class: "tray" });
const stones_heading = h("h3");
const plan = h("details", { class: "plan" }, h("summary"), plans);
const tools = h("div", { class: "tools" });
const how = h("p", { class: "faint how" });
const board = h("div", { class: "board", tabindex: 0, role: "application", "aria-labelledby": "wall-heading", "aria-describedby": "speech" });
const carried = h("div", { class: "carried", "aria-hidden": "true", hidden: true });

export const wall = h("section", { class: "wall-work card-box", "aria-labelledby": "wall-heading" },
  h("div", { class: "box-head" }, heading, counts),
  h("div", { class: "site" }, board, h("div", { class: "trays" }, how, stones_heading, stones, plan), speech, tools, standing),
  carried);

let state = null;
let drag = null;

const same = (one, other) => one && other && one.lot === other.lot && one.number === other.number && one.planned === other.planned;
const named = ({ lot, number, planned }) => ({ lot, number, planned });
const moved = (cells, row, col) => cells.map(([down, right]) => [down + row, right + col]);
const covers = (cells, row, col) => cells.some(([one, other]) => one === row && other === col);
const size = (cells, at) => Math.max(...cells.map((cell) => cell[at])) + 1;

/** Returns the position of a pointer on the wall, in squares; `null` without a drawing. */
function on_board(event) {
  const drawing = board.querySelector("svg");
  const matrix = drawing?.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return { row: y, col: x };
}

/** Returns the rotations of the dragged stone; `null` while the program holds another one. */
const turns = () => (drag && same(state.held, drag.piece) ? state.held.turns : null);

/** Returns the nearest place that the rules allow. */
function nearest(places, row, col, reach) {
  let best = null;
  for (const [down, right] of places) {
    const far = (down - row) ** 2 + (right - col) ** 2;
    if (far <= reach ** 2 && (best === null || far < best.far)) best = { row: down, col: right, far };
  }
  return best;
}

/** Returns the place where the dragged stone would snap now. */
function landing() {
  const known = turns();
  const cells = known ? known[drag.turn].cells : drag.cells;
  const row = drag.at.row - drag.grip.row;
  const col = drag.at.col - drag.grip.col;
  const rows = state.frame.rows.length;
  const cols = Math.max(...state.frame.rows.map((line) => line.length));
  const is_over = drag.at.row > -1 && drag.at.row < rows + 1 && drag.at.col > -1 && drag.at.col < cols + 1;
  const place = known && is_over ? nearest(known[drag.turn].places, row, col, REACH) : null;
  return { cells, is_over, place, row: Math.round(row), col: Math.round(col) };
}

function begin(event, piece, cells, grip, turn, is_laid, tray = null) {
  if (event.button !== 0 || !state.can_build || drag) return;
  // In a row of stones that scrolls sideways, a vertical movement drags.
  const pushes = event.pointerType === "touch" && tray !== null && tray.scrollWidth > tray.clientWidth;
  drag = { piece: named(piece), letter: piece.letter, cells, grip, turn, is_laid, pushes, pointer: event.pointerId, from: [event.clientX, event.clientY], is_on: false, at: on_board(event) };
}

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const [x, y] = drag.from;
  if (!drag.is_on) {
    const [right, down] = [Math.abs(event.clientX - x), Math.abs(event.clientY - y)];
    if (Math.hypot(right, down) < SLACK) return;
    if (drag.pushes && right > down) return end_drag();
    drag.is_on = true;
    document.body.classList.add("dragging");
    act({ do: "hold", piece: drag.piece });
  }
  event.preventDefault();
  drag.at = on_board(event);
  drag.pixel = [event.clientX, event.clientY];
  show_drag();
});

addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const was = drag;
  if (was.is_on) {
    was.at = on_board(event);
    const { place, is_over, row, col } = landing();
    if (place) act({ do: "lay", piece: was.piece, at: { turn: was.turn, row: place.row, col: place.col } });
    else if (is_over) act({ do: "point", at: { turn: was.turn, row, col } });
    else if (was.is_laid) act({ do: "take-out", piece: was.piece });
    else work("let-go");
    // A click at the end of a drag doesn't count.
    addEventListener("click", swallow, { capture: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
  }
  end_drag();
});

function swallow(click) {
  click.stopPropagation();
  click.preventDefault();
}

// The browser takes a second finger over when it scrolls, but not the dragging one.
addEventListener("pointercancel", (event) => {
  if (event.pointerId === drag?.pointer) end_drag();
});

// Prevents scrolling while dragging, because `touch-action` has no effect within a drawing. Touch events go to the
// first target, even if it is repainted during the drag.
board.addEventListener("touchstart", (event) => {
  if (drag) event.target.addEventListener("touchmove", stay, { passive: false });
}, { passive: true });

function stay(event) {
  if (drag && event.cancelable) event.preventDefault();
}

// Prevents the context menu of a long press.
addEventListener("contextmenu", (event) => {
  if (drag && event.pointerType !== "mouse") event.preventDefault();
});

// A second finger rotates the dragged stone.
addEventListener("pointerdown", (event) => {
  if (!drag?.is_on || event.pointerId === drag.pointer) return;
  event.preventDefault();
  event.stopPropagation();
  turn_drag(1);
}, { capture: true });

function end_drag() {
  drag = null;
  document.body.classList.remove("dragging");
  carried.hidden = true;
  if (state) paint_board();
}

/** Rotates the dragged stone, and grips it in the middle. */
function turn_drag(quarters) {
  drag.turn = (drag.turn + quarters + 4) % 4;
  const cells = turns()?.[drag.turn].cells;
  if (cells) drag.grip = { row: size(cells, 0) / 2, col: size(cells, 1) / 2 };
  show_drag();
}

addEventListener("wheel", (event) => {
  if (!drag?.is_on) return;
  event.preventDefault();
  turn_drag(event.deltaY > 0 ? 1 : -1);
}, { passive: false });

addEventListener("keydown", (event) => {
  if (!drag?.is_on) return;
  const quarters = { t: 1, " ": 1, T: -1 }[event.key];
  if (event.key === "Escape") end_drag();
  else if (quarters) turn_drag(quarters);
  else return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

function show_drag() {
  const { cells, is_over, place, row, col } = landing();
  const to = place ?? { row, col };
  if (is_over && turns()) {
    const spot = `${drag.turn} ${to.row} ${to.col}`;
    // The program shows why a stone doesn't fit.
    if (drag.told !== spot) act({ do: "point", at: { turn: drag.turn, row: to.row, col: to.col } }, true);
    drag.told = spot;
  }
  carried.hidden = is_over || !drag.pixel;
  if (!carried.hidden) {
    part(carried, [cells, drag.piece], () => shape(cells, drag.piece.lot, drag.letter, drag.letter));
    carried.style.left = `${drag.pixel[0]}px`;
    carried.style.top = `${drag.pixel[1]}px`;
  }
  paint_board();
}

/** Returns the stone on a square. */
const lying = (row, col) => state.laid.find((piece) => covers(piece.cells, row, col));

board.addEventListener("pointerdown", (event) => {
  const at = on_board(event);
  if (!at || !state) return;
  const [row, col] = [Math.floor(at.row), Math.floor(at.col)];
  const held = state.held;
  if (held && covers(moved(held.turns[held.turn].cells, held.row, held.col), row, col) && (!lying(row, col) || held.moving)) {
    return begin(event, held, held.turns[held.turn].cells, { row: at.row - held.row, col: at.col - held.col }, held.turn, held.moving);
  }
  const piece = lying(row, col);
  if (!piece) return;
  const [top, left] = [Math.min(...piece.cells.map((cell) => cell[0])), Math.min(...piece.cells.map((cell) => cell[1]))];
  begin(event, piece, moved(piece.cells, -top, -left), { row: at.row - top, col: at.col - left }, piece.turn, true);
});

board.addEventListener("click", (event) => {
  const at = on_board(event);
  if (!at || !state?.can_build) return;
  const [row, col] = [Math.floor(at.row), Math.floor(at.col)];
  const held = state.held;
  const ghost = held ? moved(held.turns[held.turn].cells, held.row, held.col) : [];
  const piece = lying(row, col);
  // On the selected stone: place it. On another stone: select it. Else: the nearest place that covers this square.
  if (held && covers(ghost, row, col) && (!piece || same(piece, held) || held.can_lay)) return work("lay");
  if (piece && !piece.planned) return act({ do: "hold", piece: named(piece) });
  if (!held) return piece ? act({ do: "hold", piece: named(piece) }) : undefined;
  const { cells, places } = held.turns[held.turn];
  const [middle_row, middle_col] = [at.row - size(cells, 0) / 2, at.col - size(cells, 1) / 2];
  const covering = places.filter(([down, right]) => covers(moved(cells, down, right), row, col));
  const place = nearest(covering, middle_row, middle_col, Infinity) ?? { row: Math.round(middle_row), col: Math.round(middle_col) };
  act({ do: "point", at: { turn: held.turn, row: place.row, col: place.col } });
});

board.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || ["Tab", "Shift"].includes(event.key)) return;
  if (event.key.length > 1 && !event.key.startsWith("Arrow") && !["Enter", "Escape"].includes(event.key)) return;
  if (view_of_key(event.key) || window_act_of_key(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  act({ do: "key", key: event.key, wall: true });
});

/** Returns the drawing of the held stone: under the pointer during a drag, otherwise in the program's place. */
function ghost() {
  if (drag?.is_on) {
    const { cells, is_over, place, row, col } = landing();
    if (!is_over) return null;
    const to = place ?? { row, col };
    return { cells: moved(cells, to.row, to.col), lot: drag.piece.lot, letter: drag.letter, is_good: place !== null || !turns() };
  }
  const held = state.held;
  if (!held || !state.can_build) return null;
  return { cells: moved(held.turns[held.turn].cells, held.row, held.col), lot: held.lot, letter: held.letter, is_good: held.can_lay };
}

function paint_board() {
  const held = state.held;
  const turn = drag?.is_on ? drag.turn : held?.turn;
  const seen = ghost();
  const moving = drag?.is_on && drag.is_laid ? drag.piece : held?.moving ? held : null;
  part(board, [state.frame, state.laid, seen, turn, held?.turns[turn ?? 0]?.places, moving && named(moving), document.documentElement.lang], () => {
    const { rows } = state.frame;
    const cells = rows.flatMap((line, row) => [...line].flatMap((sign, col) => (sign === "#" ? [[row, col]] : [])));
    const wide = Math.max(...rows.map((line) => line.length));
    const laid = state.laid.map((piece) => stone(piece.cells, piece.lot, piece.loose ? "!" : piece.letter,
      `${piece.loose ? "loose" : ""} ${piece.planned ? "planned" : ""} ${same(piece, moving) ? "left" : ""}`));
    const covered = new Map();
    if (seen && held) {
      const { cells, places } = held.turns[turn];
      for (const [row, col] of places) for (const [down, right] of moved(cells, row, col)) covered.set(`${down} ${right}`, [down, right]);
    }
    const reach = [...covered.values()].map(([row, col]) => s("circle", { class: "reach", cx: col + 0.5, cy: row + 0.5, r: 0.1 }));
    const label = say("page-desk-board");
    board.setAttribute("aria-label", label);
    return s(
      "svg",
      { viewBox: `-0.1 -0.1 ${wide + 0.2} ${rows.length + 0.2}`, class: "drawing", "aria-hidden": "true" },
      s("path", { class: "ground", d: squares(cells) }),
      s("path", { class: "grid", d: cells.map((cell) => outline([cell])).join("") }),
      laid,
      reach,
      s("path", { class: "frame", d: outline(cells) }),
      seen ? s("g", { class: `ghost ${seen.is_good ? "good" : "bad"}` }, stone(seen.cells, seen.lot, seen.is_good ? seen.letter : "✗"), s("path", { class: "around", d: outline(seen.cells) })) : null,
    );
  });
}

function card(piece) {
  const is_held = state.held !== null && same(state.held, piece) && !state.held.moving;
  const button = h(
    "button",
    { type: "button", class: "card", "aria-pressed": String(is_held), "aria-label": say("page-desk-hold", { stone: piece.name }), disabled: !state.can_build, "data-piece": JSON.stringify(named(piece)) },
    shape(piece.cells, piece.lot, piece.letter, piece.name),
    h("span", { class: "name" }, piece.name),
  );
  button.addEventListener("click", () => act({ do: "hold", piece: named(piece) }));
  button.addEventListener("pointerdown", (event) => {
    // Touches next to the stone scroll, touches on it drag.
    if (event.pointerType === "touch" && !event.target.closest("svg")) return;
    // A stone that was selected and rotated keeps its rotation.
    const turn = same(state.held, piece) ? state.held.turn : 0;
    const cells = turn > 0 ? state.held.turns[turn].cells : piece.cells;
    begin(event, piece, cells, { row: size(cells, 0) / 2, col: size(cells, 1) / 2 }, turn, false, button.closest(".tray"));
    if (button.hasPointerCapture?.(event.pointerId)) button.releasePointerCapture(event.pointerId);
  });
  return h("li", null, button);
}

/** Repaints a part, and restores the focus in it. */
function keeping_focus(element, made_of, paint, mark) {
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute(mark) : null;
  if (part(element, made_of, paint) && focused !== null) {
    const again = [...element.querySelectorAll(`[${mark}]`)].find((one) => one.getAttribute(mark) === focused && !one.disabled);
    (again ?? board).focus({ preventScroll: true });
  }
}

function tool(key, what, more) {
  const button = h("button", { type: "button", "data-work": what, ...shortcut("works", what), ...more }, say(key));
  button.addEventListener("click", () => work(what));
  return button;
}

function paint_tools() {
  const { held, can_build, can_send, differs, is_searching, has_plan, realisable } = state;
  const can_lay = held?.can_lay ?? false;
  keeping_focus(tools, [!!held, held?.moving, can_lay, can_build, can_send, differs, is_searching, has_plan, realisable, document.documentElement.lang], () => [
    h("p", null,
      tool("team-work-turn-back", "turn-back", { disabled: !held || !can_build }),
      tool("team-work-turn", "turn", { disabled: !held || !can_build }),
      tool("team-work-next-place", "next-place", { disabled: !held || !can_build }),
      tool("team-work-lay", "lay", { disabled: !can_lay || !can_build }),
      tool("team-work-take-out", "take-out", { disabled: !held?.moving || !can_build }),
      tool("team-work-undo", "undo", { disabled: !can_build }),
      tool("team-work-redo", "redo", { disabled: !can_build })),
    h("p", null,
      tool("team-work-send-wall", "send-wall", { class: differs ? "main" : null, disabled: !can_send || !differs }),
      tool("team-work-take-wall", "take-wall", { disabled: !can_build || !differs }),
      is_searching ? tool("page-desk-stop-search", "let-go", { class: "main" }) : offers("works", "fill") ? tool("team-work-fill", "fill", { disabled: !can_build }) : null,
      is_searching || !has_plan || !offers("works", "fill") ? null : tool("team-work-fill-with-plan", "fill-with-plan", { disabled: !can_build }),
      held?.moving ? tool("team-work-take-out-all", "take-out-all", { disabled: !can_build }) : null,
      held && !can_lay ? tool("team-work-lay-loose", "lay-loose", { disabled: !can_build }) : null,
      realisable > 0 ? tool("team-work-realise", "realise", { disabled: !can_build }) : null),
  ], "data-work");
}

/** Repaints everything. */
export function paint_wall(now, said) {
  state = now;
  wall.hidden = !now;
  if (!now) return;
  const lang = document.documentElement.lang;
  if (heading.textContent !== say("page-desk-wall")) heading.textContent = say("page-desk-wall");
  if (how.textContent !== say("page-desk-how")) how.textContent = say("page-desk-how");
  part(standing, now.standing, () => now.standing.text);
  standing.className = `standing ${now.standing.tone}`;
  // The head of the page may show it already.
  standing.hidden = said.includes(now.standing.text.replace(/^\S+ /, ""));
  if (counts.textContent !== now.counts) counts.textContent = now.counts;
  part(speech, now.speech, () => now.speech.map((text) => h("p", null, text)));
  if (!drag?.is_on) {
    part(stones_heading, [lang, now.stones.length], () => `${say("page-desk-stones")} (${now.stones.length})`);
    keeping_focus(stones, [now.stones, now.held && [named(now.held), now.held.moving], now.can_build, lang], () => now.stones.map(card), "data-piece");
    part(plan.firstElementChild, lang, () => say("page-desk-plan"));
    keeping_focus(plans, [now.plans, now.held && [named(now.held), now.held.moving], now.can_build, lang], () => now.plans.map(card), "data-piece");
  }
  paint_tools();
  // Without a stone there is nothing to do.
  tools.hidden = how.hidden = now.stones.length === 0 && now.laid.length === 0 && now.held === null;
  paint_board();
  if (drag?.is_on) {
    const cells = turns()?.[drag.turn].cells;
    if (cells) drag.cells = cells;
  }
}
