// The room on a projector's screen: how large drawings are, and what of a list or a table is on which of several screens.

/** How large the lots are at most, and at least. */
const SCALES = [2, 1.7, 1.45, 1.2, 1];
/** What the standings have at most of the room that they share with the walls. */
const STANDINGS = 0.65;
/** The least side of a wall's square, the least width of its caption, its height, and what is between walls, in text sizes. */
const LEAST = 0.3;
const CAPTION = [6.5, 2.6];
const GAP = 0.8;

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const show = (children, from, to) => children.forEach((child, at) => { child.hidden = at < from || at >= to; });

/**
 * Which children are on which screen of a room that has not enough for all, as `[from, to]`. Whatever is too large for the
 * whole room has a screen of its own.
 */
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

/** A list in its room, in pages. */
export function pager(element, children) {
  if (!element.offsetParent) return { children: [], pages: [] };
  return { children, pages: pages_of(element, children) };
}

/** Shows the page of this step of a list, or the one with what everybody should look at. */
export function turn_to({ children, pages }, step) {
  if (pages.length === 0) return;
  const lit = children.findIndex((child) => child.classList.contains("lit"));
  const with_lit = pages.find(([from, to]) => lit >= from && lit < to);
  show(children, ...(with_lit ?? pages[step % pages.length]));
}

/** Keeps a share of the body for the standings, whatever of them is shown; the rest is the walls'. */
export function share(body, ranking) {
  body.style.removeProperty("--standings");
  if (!ranking.offsetParent) return;
  const most = body.clientHeight * STANDINGS - parseFloat(getComputedStyle(body).rowGap);
  body.style.setProperty("--standings", `${Math.max(0, Math.min(ranking.scrollHeight, most))}px`);
}

/** The largest square with which so many walls have room in an element, and how many of them stand abreast. */
function square(element, count, columns, rows) {
  const [wide, high, gap] = [element.clientWidth - 2, element.clientHeight, rem() * GAP];
  const [least, caption] = CAPTION.map((sizes) => sizes * rem());
  const most = Math.max(1, Math.min(count, Math.floor((wide + gap) / (least + gap))));
  let best = { side: 1, abreast: most };
  for (let abreast = 1; abreast <= most; abreast += 1) {
    const lines = Math.ceil(count / abreast);
    const by_width = (wide - gap * (abreast - 1)) / abreast / (columns + 0.2);
    const by_height = ((high - gap * (lines - 1)) / lines - caption) / (rows + 0.2);
    const side = Math.min(by_width, by_height);
    if (side > best.side) best = { side, abreast };
  }
  return best;
}

/** Draws the walls as large as they can be, and as few at once as it takes for them to be seen. */
export function fit_walls(element, count, frame) {
  if (!element.offsetParent) return;
  const [rows, columns] = [frame.rows.length, Math.max(...frame.rows.map((row) => row.length))];
  let best = null;
  for (let screens = 1; best === null; screens += 1) {
    const at_once = Math.ceil(count / screens);
    const found = square(element, at_once, columns, rows);
    if (found.side >= LEAST * rem() || at_once <= 1) best = found;
  }
  element.style.setProperty("--drawing", `${Math.floor(best.side * (columns + 0.2) * 100) / 100}px`);
  element.style.setProperty("--abreast", best.abreast);
}

/** Draws the stones of lots as large as they can be; `grows` is how much more room they will need. */
export function fit_lots(element, grows) {
  if (!element.offsetParent) return;
  SCALES.find((scale) => {
    element.style.setProperty("--scale", scale);
    return element.scrollHeight * grows <= element.clientHeight;
  });
}

const overflows = (element) => element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;

/** Shows these rows of these tables, as `[table, from, to]`, and nothing of any other. */
export function show_rows(tables, shown) {
  [...tables.children].forEach((table, at) => {
    const [, from, to] = shown.find(([one]) => one === at) ?? [at, 0, 0];
    // A table without any row is there for its heading.
    table.hidden = !shown.some(([one]) => one === at);
    show([...table.tBodies[0].rows], from, to);
  });
}

/** Cuts tables into screens, each as `[table, from, to]` of what is on it: whole tables as long as there is room, else rows. */
export function cut(tables) {
  const count = [...tables.children].map((table) => table.tBodies[0].rows.length);
  const screens = [];
  let [table, from, screen] = [0, 0, []];
  const close = () => {
    screens.push(screen);
    screen = [];
  };
  while (table < count.length) {
    show_rows(tables, [...screen, [table, from, count[table]]]);
    if (!overflows(tables)) {
      screen.push([table, from, count[table]]);
      [table, from] = [table + 1, 0];
    } else if (screen.length > 0) {
      close();
    } else {
      const to = whole_rows(tables, table, from);
      screen.push([table, from, to]);
      close();
      [table, from] = to < count[table] ? [table, to] : [table + 1, 0];
    }
  }
  if (screen.length > 0) close();
  return screens;
}

/** To which row a table has room from a row on: one row at least. */
function whole_rows(tables, table, from) {
  const bottom = tables.getBoundingClientRect().bottom + 1;
  const rows = [...tables.children[table].tBodies[0].rows];
  let to = Math.max(rows.findLastIndex((row, at) => at >= from && row.getBoundingClientRect().bottom <= bottom), from) + 1;
  // Columns are as wide as what is in the rows that are shown.
  for (; to > from + 1; to -= 1) {
    show_rows(tables, [[table, from, to]]);
    if (tables.scrollHeight <= tables.clientHeight + 1) break;
  }
  return to;
}
