// Layout of a projector's screen: scale of drawings, and distribution of lists and tables over screens.

/** Possible scales of the lots, largest first. */
const SCALES = [2, 1.7, 1.45, 1.2, 1];
/** Maximum share of the body's height for the standings. */
const STANDINGS = 0.65;
/** Minimum side of a wall's square, minimum width and height of its caption, and gap between walls, in `rem`. */
const ONE = { least: 0.3, caption: [6.5, 2.6], gap: 0.8 };
/** The same if a screen has several games. */
const SEVERAL = { least: 0.2, caption: [4.5, 1.3], gap: 0.5 };

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const show = (children, from, to) => children.forEach((child, at) => { child.hidden = at < from || at >= to; });

/** Divides children into pages that fit an element, as `[from, to]`. A child that is too large has its own page. */
function pages_of(element, children) {
  const bottom = element.getBoundingClientRect().bottom + 1;
  const pages = [];
  for (let from = 0; from < children.length; ) {
    show(children, from, children.length);
    const last = children.findLastIndex((child, at) => at >= from && child.getBoundingClientRect().bottom <= bottom);
    pages.push([from, Math.max(last, from) + 1]);
    from = Math.max(last, from) + 1;
  }
  return pages;
}

/** Returns a list with its pages. A hidden list has none. */
export function pager(element, children) {
  if (!element.offsetParent) return { children: [], pages: [] };
  return { children, pages: pages_of(element, children) };
}

/** Shows a list's page for this step. If a child is highlighted, its page is shown instead. */
export function turn_to({ children, pages }, step) {
  if (pages.length === 0) return;
  const lit = children.findIndex((child) => child.classList.contains("lit"));
  const with_lit = pages.find(([from, to]) => lit >= from && lit < to);
  show(children, ...(with_lit ?? pages[step % pages.length]));
}

/** Reserves a share of the body for the standings, regardless of their current page. The walls get the rest. */
export function share(body, ranking) {
  body.style.removeProperty("--standings");
  if (!ranking.offsetParent) return;
  const most = body.clientHeight * STANDINGS - parseFloat(getComputedStyle(body).rowGap);
  body.style.setProperty("--standings", `${Math.max(0, Math.min(ranking.scrollHeight, most))}px`);
}

/** Returns the largest side of a square at which `count` walls fit into an element, and the number of walls in a row. */
function square(element, count, columns, rows, sizes) {
  const [wide, high, gap] = [element.clientWidth - 2, element.clientHeight, rem() * sizes.gap];
  const [least, caption] = sizes.caption.map((size) => size * rem());
  const most = Math.max(1, Math.min(count, Math.floor((wide + gap) / (least + gap))));
  let best = { side: 1, per_row: most };
  for (let per_row = 1; per_row <= most; per_row += 1) {
    const lines = Math.ceil(count / per_row);
    const by_width = (wide - gap * (per_row - 1)) / per_row / (columns + 0.2);
    const by_height = ((high - gap * (lines - 1)) / lines - caption) / (rows + 0.2);
    const side = Math.min(by_width, by_height);
    if (side > best.side) best = { side, per_row };
  }
  return best;
}

/** Draws the walls as large as possible, on as few screens as keep them legible. */
export function fit_walls(element, count, frame, is_alone) {
  if (!element.offsetParent) return;
  const sizes = is_alone ? ONE : SEVERAL;
  const [rows, columns] = [frame.rows.length, Math.max(...frame.rows.map((row) => row.length))];
  let best = null;
  for (let screens = 1; best === null; screens += 1) {
    const at_once = Math.ceil(count / screens);
    const found = square(element, at_once, columns, rows, sizes);
    if (found.side >= sizes.least * rem() || at_once <= 1) best = found;
  }
  element.style.setProperty("--drawing", `${Math.floor(best.side * (columns + 0.2) * 100) / 100}px`);
  element.style.setProperty("--per-row", best.per_row);
}

/** Draws the lots as large as fits a height, and returns whether they fit. `grows` is the factor by which they may still grow. */
export function fit_lots(element, grows, height = element.clientHeight) {
  if (!element.offsetParent) return true;
  return SCALES.some((scale) => {
    element.style.setProperty("--scale", scale);
    return element.scrollHeight * grows <= height;
  });
}

/** Returns the share of a height that the children of an element take. */
export function takes_share(element, height) {
  const [top, bottom] = [element.firstElementChild, element.lastElementChild].map((child) => child?.getBoundingClientRect());
  return top ? (bottom.bottom - top.top) / height : 0;
}

/** Possible scales of a sheet's tables, largest first. */
export const SHEET_SCALES = [1.7, 1.45, 1.2, 1];

/** Returns whether no table is wider than its column. */
export function fits(element) {
  return [...element.children].every((column) => column.hidden || column.scrollWidth <= column.clientWidth + 1);
}

/** Minimum gap between the columns of a sheet, in `rem`. */
const COLUMN_GAP = 1.5;
/** Share of a column's height by which it shrinks at each try to make the columns equally high. */
const SHRINK = 0.96;

/** Distributes tables over columns of a height. A table is split only if it is higher than a column. */
function flow(tables, height) {
  const columns = [[]];
  let left = height;
  const close = () => {
    columns.push([]);
    left = height;
  };
  tables.forEach(({ head, rows }, table) => {
    const whole = rows.reduce((sum, row) => sum + row, head);
    if (whole > left && left < height && (whole <= height || left < head + rows.slice(0, 3).reduce((sum, row) => sum + row, 0))) close();
    let from = 0;
    do {
      let to = from;
      let used = head;
      while (to < rows.length && (to === from || used + rows[to] <= left)) {
        used += rows[to];
        to += 1;
      }
      columns.at(-1).push([table, from, to]);
      left -= used;
      from = to;
      if (from < rows.length) close();
    } while (from < rows.length);
  });
  return columns;
}

/** Returns the columns with the least height that needs no more screens. */
function even_columns(tables, height, per_screen) {
  const screens = (columns) => Math.ceil(columns.length / per_screen);
  let best = flow(tables, height);
  for (let lower = height * SHRINK; lower > height / 4; lower *= SHRINK) {
    const tried = flow(tables, lower);
    if (screens(tried) > screens(best)) break;
    best = tried;
  }
  return best;
}

/** Moves rows of a table into a copy of it, with columns as wide as in the whole table. */
function piece(table, rows, widths) {
  const made = table.cloneNode(false);
  [...table.children].filter((child) => child !== table.tBodies[0]).forEach((child) => made.append(child.cloneNode(true)));
  const body = document.createElement("tbody");
  body.append(...rows);
  made.append(body);
  [...(made.tHead?.rows[0].cells ?? [])].forEach((cell, at) => { cell.style.width = `${widths[at]}px`; });
  return made;
}

/** Lays tables out in as many columns as fit at a scale, and returns the screens, each a list of columns. */
export function lay_columns(element, scale) {
  element.style.setProperty("--scale", scale);
  const gap = rem() * COLUMN_GAP;
  const tables = [...element.children];
  const [wide, high] = [element.clientWidth, element.clientHeight];
  const sizes = tables.map((table) => {
    const rows = [...table.tBodies[0].rows];
    const heights = rows.map((row) => row.getBoundingClientRect().height);
    const total = table.getBoundingClientRect().height;
    return { head: total - heights.reduce((sum, one) => sum + one, 0) + rem(), rows: heights };
  });
  const widest = Math.min(wide, Math.max(1, ...tables.map((table) => table.getBoundingClientRect().width)));
  const per_screen = Math.max(1, Math.floor((wide + gap) / (widest + gap)));
  const columns = even_columns(sizes, high + rem(), per_screen);
  const parts = tables.map((table) => ({
    table,
    rows: [...table.tBodies[0].rows],
    widths: [...(table.tHead?.rows[0].cells ?? [])].map((cell) => cell.getBoundingClientRect().width),
  }));
  const made = columns.map((pieces) => {
    const column = document.createElement("div");
    column.className = "column";
    column.append(...pieces.map(([at, from, to]) => piece(parts[at].table, parts[at].rows.slice(from, to), parts[at].widths)));
    return column;
  });
  element.replaceChildren(...made);
  element.style.setProperty("--columns", Math.min(per_screen, made.length));
  return Array.from({ length: Math.ceil(made.length / per_screen) }, (_, at) => made.slice(at * per_screen, (at + 1) * per_screen));
}
