// The page for a projector: everything important at once, readable from the back of the hall.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { inks } from "/page/stone.js";
import { other_language, said, say } from "/page/words.js";
import * as parts from "./parts.js";
import { SHEET_SCALES, fit_lots, fit_walls, fits, lay_columns, pager, share, takes_share, turn_to } from "./room.js";

/** Minimum and maximum display time of a screen in milliseconds, if there are several, and the time to read a row of a sheet. */
const TURN = [8_000, 20_000];
const READING = 350;
/** Interval in milliseconds of checks whether the next screen is due. */
const CHECK = 500;

/** Maximum number of rows for which the standings also show what separates each from the next. */
const WHY = 8;
/** Possible numbers of games on a screen, each with the minimum number of visible entries in each of their lists. */
const AT_ONCE = [4, 2, 1];
const ROWS = { 4: 2, 3: 2, 2: 3 };

/** Maximum shares of the height that lots take if the walls go below them: before the opening, and with room for results. */
const FEW = [0.4, 0.6];

const wanted = new URLSearchParams(location.search);
/** Whether the page is laid over the picture of a stream. */
const is_overlay = wanted.get("scene") === "overlay";
/** The requested game ids. Without any, all games are shown. */
const chosen_games = (wanted.get("game") ?? "").split(",").map((id) => id.trim()).filter(Boolean);
let board = null;
let painted = [];
/** Index of the current screen, and number of screens. */
let turn = 0;
let total = 0;
/** Time in milliseconds that the current screen stays, and the moment at which it came. */
let stay = TURN[0];
let since = performance.now();
let held = false;
let fonts = "";

const page = document.getElementById("page");
const old = running("old-line");
const trouble = h("p", { class: "trouble", role: "status" });
const contact = running("contact");
const none = h("h1", { class: "await", hidden: true });
const calls = h("div", { class: "calls", role: "status" });
const stage = h("div", { class: "stage" }, none);
const foot = h("footer", { class: "foot" });
const turns = h("span", { class: "turns figures" });
const key = h("p", { class: "key figures" });
const hold = h("button", { type: "button", class: "quiet", "aria-pressed": "false" });
const tools = h("span", { class: "tools" });
foot.append(key, turns, tools);
page.replaceChildren(old.seen, old.told, trouble, contact.seen, contact.told, calls, stage, foot);

/** Creates the elements of one game. */
function pane() {
  const made = {
    root: h("article", { class: "game" }),
    head: h("header", { class: "head" }),
    body: h("div", { class: "body" }),
    title: h("h1"),
    contact: running("contact"),
    phase: h("p", { class: "phase", role: "status" }),
    facts: h("p", { class: "facts" }),
    clock: h("p", { class: "clock figures", role: "timer", "aria-live": "off" }),
    next: running("next"),
    seals: h("ul", { class: "seals" }),
    spot: h("div", { class: "spot" }),
    winner: h("div", { class: "winner" }),
    told: h("ul", { class: "announcements", role: "status" }),
    lots: h("ul", { class: "lots" }),
    walls: h("ul", { class: "walls" }),
    ranking: h("div", { class: "ranking" }),
    news: h("p", { class: "news" }),
    few: false,
  };
  const where = h("div", { class: "where" }, made.title, made.phase, made.facts, made.next.seen, made.next.told,
    made.contact.seen, made.contact.told);
  made.head.append(where, made.clock);
  made.body.append(made.spot, made.lots, made.walls, made.ranking);
  made.root.append(made.head, made.told, made.seals, made.body, made.winner, made.news);
  return made;
}

/** The panes of the games, and the sheets of the event. All are on the stage, and hidden when it isn't their turn. */
const panes = new Map();
const sheets = [];

/** The screens of the games from the last layout, and the key of that layout. */
let laid = { key: null, screens: [] };

function pane_of(game) {
  if (!panes.has(game.id)) panes.set(game.id, pane());
  return panes.get(game.id);
}

/** Maximum number of visible announcements, so that they leave room for the game. */
const MOST_ANNOUNCEMENTS = 2;

function announcements(told) {
  const rest = told.length - MOST_ANNOUNCEMENTS;
  const shown = told.slice(0, MOST_ANNOUNCEMENTS).map((text) => h("li", null, said(text)));
  return rest > 0 ? [...shown, h("li", { class: "more" }, say("board-more-announcements", { count: rest }))] : shown;
}

function paint_game(game) {
  const at = pane_of(game);
  if (at.root.parentElement !== stage) stage.append(at.root);
  tell_contact_of(game);
  const title = part(at.title, [game.id, game.title, game.practice], () => parts.title(game));
  if (!game.title) return title;
  const names = game.teams.map((team) => team.name);
  const changed = [
    title,
    part(at.phase, [game.phase, game.paused], () => parts.phase(game)),
    part(at.facts, [game.round, game.how_many, game.teams.map(({ seal }) => seal)], () => facts(game)),
    part(at.told, game.announcements, () => announcements(game.announcements)),
    part(at.seals, game.teams.map((team) => [team.name, team.seal]), () => parts.seals(game)),
    part(at.spot, [game.view, game.lots, game.cover, names, game.news], () => spot(game)),
    part(at.winner, [game.winner, game.teams, game.frame], () => game.winner && parts.winner(game)),
    part(at.lots, [game.lots, names], () => parts.lots(game)),
    part(at.walls, [game.teams, game.frame], () => parts.walls(game)),
    part(at.ranking, [game.ranking, names, game.view], () => [
      h("h2", null, said(game.ranking.heading)),
      h("table", null, h("thead", null, parts.heads(game)), parts.rows(game, game.view === "standings" && game.ranking.rows.length <= WHY)),
    ]),
    part(at.news, game.news, () => said(game.news)),
  ];
  // The height of the head depends on its figures.
  parts.tell_next(at.next, parts.next_of(game, board));
  parts.tick(at.clock, game, line.now());
  return changed.includes(true);
}

/** Returns the round with the number of submitted lists, in words and for narrow panels in figures. */
function facts(game) {
  const [done, awaited] = ["sealed", "awaited"].map((seal) => game.teams.filter((team) => team.seal === seal).length);
  const has_tally = game.how_many && done + awaited > 0;
  return [
    h("span", null, said(game.round)),
    game.how_many ? h("span", { class: has_tally ? "many" : null }, game.round ? " · " : null, said(game.how_many)) : null,
    has_tally ? h("span", { class: "tally figures", "aria-hidden": "true" }, ` ✓ ${done}/${done + awaited}`) : null,
  ];
}

/** Returns the lot that was uncovered last, or during an opening the latest sentence. Empty outside of openings. */
function spot(game) {
  if (game.view !== "lots") return null;
  const lot = parts.spotlight(game);
  if (lot !== null) return lot;
  return game.cover === null ? null : h("p", null, said(game.news));
}

/** Returns everything besides the content of a game's parts that affects its layout. */
const stand_of = (game) => {
  const { contact, next, clock } = pane_of(game);
  return [game.id, game.view, contact.seen.hidden, next.seen.hidden, clock.textContent.length];
};

/** Lays out a game in its pane, and divides lists that don't fit into pages. */
function lay_game(game, is_alone) {
  const at = pane_of(game);
  if (!game.title) return [];
  const [bodies, lots, walls] = [[...at.ranking.querySelectorAll("tbody")], [...at.lots.children], [...at.walls.children]];
  [...bodies, ...lots, ...walls].forEach((child) => { child.hidden = false; });
  at.root.classList.toggle("opening", at.spot.childNodes.length > 0);
  at.root.classList.toggle("covering", game.cover !== null);
  at.root.classList.toggle("results", game.lots.some((lot) => lot.result));
  at.root.classList.remove("crowned");
  share(at.body, at.ranking);
  // Space for results is reserved, so that nothing moves when the opening begins.
  const grows = game.lots.some((lot) => lot.result && !lot.result.covered) ? 1 : 1.6;
  const has_results = game.lots.some((lot) => lot.result);
  at.root.classList.remove("few");
  fit_lots(at.lots, grows);
  // Below few lots there is room for larger walls. An opening keeps the layout, if all results fit.
  if (!has_results) at.few = takes_share(at.lots, at.body.clientHeight) < FEW[0];
  if (is_alone && at.few) {
    at.root.classList.add("few");
    const has_room = fit_lots(at.lots, grows, at.body.clientHeight * FEW[1]);
    if (!has_room) {
      at.root.classList.remove("few");
      fit_lots(at.lots, grows);
    }
  }
  fit_walls(at.walls, game.teams.length, game.frame, is_alone);
  return [pager(at.ranking, bodies), pager(at.lots, lots), pager(at.walls, walls)];
}

/** Shows only these games. */
function show_games(games) {
  stage.className = `stage count-${games.length}`;
  const shown = games.map((game) => pane_of(game).root);
  [...stage.children].forEach((child) => { child.hidden = !shown.includes(child); });
  games.forEach((game) => pane_of(game).root.classList.toggle("compact", games.length > 1));
}

/** Lays out games on one screen, and returns the pages of their lists. */
function lay_games(games) {
  show_games(games);
  return { games, pagers: games.map((game) => lay_game(game, games.length === 1)) };
}

/** Returns whether games laid out together are legible: nothing is cut off, and every list shows enough entries. */
function is_legible({ games, pagers }) {
  return games.every((game, place) => {
    const at = pane_of(game);
    if (games.length === 1 || !game.title) return true;
    const whole = [at.root, at.head, at.ranking].every((element) => element.scrollWidth <= element.clientWidth + 1);
    const enough = [at.ranking, at.lots, at.walls].every((element, part) =>
      !element.offsetParent || has_enough(element, pagers[place][part], ROWS[games.length]));
    return whole && at.root.scrollHeight <= at.root.clientHeight + 1 && enough;
  });
}

/** Returns whether a list shows at least `least` entries at once. */
function has_enough(element, pager, least) {
  const { children, pages } = pager;
  const bottom = element.getBoundingClientRect().bottom + 1;
  turn_to(pager, 0);
  const rows = children.filter((row) => !row.hidden && row.getBoundingClientRect().bottom <= bottom).length;
  return rows >= Math.min(least, children.length) && pages.length > 0;
}

/** Groups the games into screens, with as many on each as are legible. */
function scenes_of(games) {
  if (games.length === 0) return [];
  let laid = [];
  for (const most of AT_ONCE) {
    const scenes = Math.ceil(games.length / most);
    const each = Array.from({ length: scenes }, (_, at) =>
      games.slice(Math.ceil((at * games.length) / scenes), Math.ceil(((at + 1) * games.length) / scenes)));
    laid = [];
    for (const scene of each) {
      laid.push(lay_games(scene));
      if (!is_legible(laid.at(-1))) break;
    }
    if (laid.length === scenes && is_legible(laid.at(-1))) break;
  }
  return laid;
}

/** Returns the screens of the games. Lays them out again only if a game or the stage has changed. */
function game_screens(games) {
  const is_new = games.map(paint_game).includes(true);
  const key = JSON.stringify([room(), games.map(stand_of)]);
  if (!is_new && laid.key === key) return laid.screens;
  games.forEach((game) => { pane_of(game).root.className = `game view-${game.view ?? "none"}`; });
  const screens = scenes_of(games).flatMap(({ games, pagers }) => {
    const steps = Math.max(1, ...pagers.flat().map(({ pages }) => pages.length));
    // The winner comes first, then the whole result.
    const first = games.some((game) => game.winner) ? -1 : 0;
    return Array.from({ length: steps - first }, (_, step) => ({
      games,
      show: () => {
        show_games(games);
        games.forEach((game) => pane_of(game).root.classList.toggle("crowned", Boolean(game.winner) && step + first < 0));
        pagers.flat().forEach((pager) => turn_to(pager, Math.max(0, step + first)));
      },
    }));
  });
  laid = { key, screens };
  return screens;
}

/** Returns a key for the size of the stage and its fonts. */
const room = () => `${stage.clientWidth} ${stage.clientHeight} ${fonts}`;

/** Returns the events in the order of their turns, with the current one marked; without sheets, with their stage. Empty for one event. */
function strip(event) {
  const events = parts.wanted_events(board);
  if (events.length < 2) return [];
  return [h("ul", { class: "events" }, events.map((other) => h("li", { "aria-current": other === event ? "true" : null },
    name(parts.event_title(other)), sheets_of(other).length > 0 ? null : ` (${said(other.stage)})`)))];
}

const sheets_of = (event) => event[document.documentElement.lang];

/** Returns the screens of an event's sheet. Divides it again only if the sheet or the stage has changed. */
function sheet_screens({ event, sheet }, place) {
  sheets[place] ??= { root: h("article", { class: "sheet" }), next: running("next"), screens: [], key: null };
  const at = sheets[place];
  at.event = event;
  if (at.root.parentElement !== stage) stage.append(at.root);
  parts.tell_next_round(at.next, event, board);
  const shown = () => {
    stage.className = "stage";
    [...stage.children].forEach((child) => { child.hidden = child !== at.root; });
  };
  const turns = parts.wanted_events(board).map(({ id, title, stage }) => [id, title, stage]);
  const key = JSON.stringify([document.documentElement.lang, sheet, event.id, turns, room(), at.next.seen.hidden]);
  if (at.key !== key) {
    const head = h("div", { class: "sheet-head" }, h("p", { class: "phase" }, said(event.stage)), at.next.seen, at.next.told);
    const lay = (scale) => {
      at.root.replaceChildren(...strip(event), head, ...parts.sheet(sheet));
      shown();
      return lay_columns(at.root.querySelector(".tables"), scale);
    };
    // As large as the same number of screens allows.
    const least = lay(1).length;
    at.screens = null;
    for (const scale of SHEET_SCALES) {
      at.screens = lay(scale);
      if (at.screens.length <= least && fits(at.root.querySelector(".tables"))) break;
    }
    at.key = key;
  }
  return at.screens.map((columns) => ({
    games: [],
    event: event.id,
    rows: columns.reduce((rows, column) => rows + column.querySelectorAll("tbody tr").length, 0),
    show: () => {
      shown();
      at.screens.flat().forEach((column) => { column.hidden = !columns.includes(column); });
    },
  }));
}

/**
 * Returns the requested games, or all games unless an event is requested. A game that no longer exists is replaced by its spare (G4). If no game is known as its
 * spare yet, the game with the same teams is used. The teams of each game are stored on this machine.
 */
function wanted_games() {
  if (chosen_games.length === 0) return parts.is_pinned ? [] : board.games;
  return [...new Set(chosen_games.flatMap(wanted_game))];
}

/** Returns the requested ids that match no game, once the games are known. */
function unknown_games() {
  if (board.games.length === 0) return [];
  return chosen_games.filter((chosen) => wanted_game(chosen).length === 0);
}

/** Returns the text of the board's problem, or an error about unknown ids of games or events. */
function trouble_told() {
  if (board.trouble) return said(board.trouble);
  const unknown = unknown_games();
  if (unknown.length === 0) return parts.unknown_events_told(board);
  return say("board-unknown-games", { games: unknown.join(", "), known: board.games.map(({ id }) => id).join(", ") });
}

/** Returns the game with this id, or its spare, in a list. */
function wanted_game(chosen) {
  const teams_of = (game) => game.teams?.map(({ code }) => code).join(" ") ?? null;
  const found = board.games.find((game) => game.id === chosen);
  if (found) {
    if (found.title) keep(`teams ${chosen}`, teams_of(found));
    return [found];
  }
  const spare = board.games.filter((game) => game.stands_for === chosen);
  const teams = kept(`teams ${chosen}`);
  if (spare.length > 0 || teams === null) return spare;
  return board.games.filter((game) => teams_of(game) === teams);
}

/** Returns all screens: those of the games, and those of the events' sheets unless a game is chosen or needs attention. */
function programme() {
  const games = wanted_games();
  const busy = games.some((game) => game.attention);
  const events = busy || (chosen_games.length > 0 && !parts.is_pinned) ? [] : parts.wanted_events(board);
  const printouts = events.flatMap((event) => sheets_of(event).map((sheet) => ({ event, sheet })));
  forget(games, printouts.length);
  return [...game_screens(games), ...printouts.flatMap(sheet_screens)];
}

/** Removes panes and sheets that are no longer needed. */
function forget(games, how_many) {
  for (const [id, { root }] of panes) {
    if (games.some((game) => game.id === id)) continue;
    root.remove();
    panes.delete(id);
  }
  sheets.splice(how_many).forEach(({ root }) => root.remove());
}

/** Returns the lost contact of the events, or of the list of games while it is empty. Each game shows its own. */
function trouble_beside() {
  if (board.events.length > 0) return parts.trouble_of(parts.wanted_events(board));
  return board.games.length > 0 ? null : parts.trouble_of([board]);
}

/** Shows lost connections, with the time since then. */
function tell_contact() {
  parts.tell_contact(contact, trouble_beside(), line.now());
  painted.forEach(tell_contact_of);
}

/** Shows what comes next, in each game and on the events' sheets. */
function tell_next() {
  painted.forEach((game) => parts.tell_next(pane_of(game).next, parts.next_of(game, board)));
  sheets.forEach(({ next, event }) => parts.tell_next_round(next, event, board));
}

function tell_contact_of(game) {
  // A problem shown for the whole page isn't repeated for each game.
  parts.tell_contact(pane_of(game).contact, trouble_beside() === null ? game.contact : null, line.now());
}

function paint() {
  if (board === null) return;
  document.documentElement.classList.toggle("is-dim", wanted.get("scene") === "black");
  if (is_overlay) return paint_overlay();
  const events = parts.wanted_events(board);
  document.title = events.map((event) => parts.event_title(event)).join(" · ") || parts.event_title(null);
  part(trouble, [board.trouble, unknown_games(), [board.games, board.events].map((all) => all.map(({ id }) => id)), board.contact.live], trouble_told);
  part(calls, events.map((event) => [event.calls, event.notices]), () => parts.calls(events));
  tell_contact();
  // The foot takes its space before the layout.
  painted = board.games;
  paint_foot();
  const screens = programme();
  total = screens.length;
  turn = total > 0 ? turn % total : 0;
  turn = turn_to_round(screens, events);
  turn = turn_to_winner(screens);
  const shown = new Set(screens[turn]?.games.map((game) => game.id));
  painted = board.games.filter((game) => shown.has(game.id));
  none.hidden = total > 0;
  part(none, [trouble_beside() === null, events.map(({ id, title, stage }) => [id, title, stage])], () => {
    if (trouble_beside() !== null) return null;
    return events.length > 0 ? events.map(awaited) : parts.is_pinned ? null : say("board-no-games");
  });
  screens[turn]?.show();
  stay = Math.max(TURN[0], Math.min(TURN[1], (screens[turn]?.rows ?? 0) * READING));
  paint_foot();
}

/** Returns an event before its first sheet. */
const awaited = (event) => h("span", { class: "await-event" }, name(parts.event_title(event)), h("br"), said(event.stage));

/** The known stages of the events, by id. */
let stages = new Map();

/** Returns the first screen of an event whose new round is paired, because its players look for their tables, or the current one. */
function turn_to_round(screens, events) {
  const before = stages;
  stages = new Map(events.filter(({ stage }) => stage.en).map(({ id, stage }) => [id, stage.en]));
  const fresh = events.filter(({ id, results }) => results?.[0] === 0 && before.has(id) && before.get(id) !== stages.get(id));
  const found = held ? -1 : screens.findIndex(({ event }) => fresh.some(({ id }) => id === event));
  if (found < 0) return turn;
  since = performance.now();
  return found;
}

/** Ids of the games whose winner is known. */
let crowned = null;

/** Returns the screen of a new winner, or the current one. */
function turn_to_winner(screens) {
  const known = new Set(board.games.filter((game) => game.winner).map(({ id }) => id));
  const fresh = [...known].filter((id) => crowned !== null && !crowned.has(id));
  crowned = known;
  const found = screens.findIndex(({ games }) => games.some(({ id }) => fresh.includes(id)));
  return found < 0 ? turn : found;
}

/** Paints the lower third of a stream: one game's clock, phase, and lots or opening. */
function paint_overlay() {
  const games = wanted_games().filter((game) => game.title);
  const game = games.find((game) => game.attention) ?? games[0];
  painted = game ? [game] : [];
  forget(painted, 0);
  foot.hidden = true;
  none.hidden = true;
  if (!game) return;
  paint_game(game);
  const at = pane_of(game);
  at.root.className = `game view-${game.view}`;
  at.root.classList.toggle("opening", at.spot.childNodes.length > 0);
  at.root.classList.toggle("crowned", Boolean(game.winner));
  at.winner.querySelectorAll(".drawing").forEach((drawing) => { drawing.style.removeProperty("width"); });
  const lots = [...at.lots.children];
  lots.forEach((lot) => { lot.hidden = false; });
  turn_to(pager(at.lots, lots), turn);
}

function paint_foot() {
  const game = painted.find((game) => game.fingerprint);
  part(key, [game?.fingerprint, game?.last_head], () => [
    game?.last_head ? `${say("board-head", { head: game.last_head })}  ` : null,
    game?.fingerprint ? say("board-fingerprint", { fingerprint: game.fingerprint }) : null,
  ]);
  turns.textContent = total > 1 ? `${turn + 1} / ${total}` : "";
  hold.hidden = total < 2;
  hold.textContent = say(held ? "page-go-on" : "page-hold");
  hold.setAttribute("aria-pressed", String(held));
  part(tools, null, () => [hold, " ", other_language(paint), " ", h("a", { href: "/hall?view=phone" }, say("page-phone")), " ", parts.home()]);
}

/** Moves by a number of screens, and wraps around. */
function go(screens) {
  since = performance.now();
  if (is_overlay) turn += screens;
  else turn = total > 0 ? (turn + screens + total) % total : 0;
  paint();
}

function toggle() {
  held = !held;
  paint();
}

hold.addEventListener("click", toggle);
addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
  if (event.key === " ") toggle();
  else if (event.key === "ArrowRight") go(1);
  else if (event.key === "ArrowLeft") go(-1);
  else return;
  event.preventDefault();
});
addEventListener("resize", paint);
document.fonts?.ready.then(() => {
  fonts = "ready";
  paint();
});
setInterval(() => {
  if (performance.now() - since >= stay) go(held ? 0 : 1);
}, CHECK);

if (is_overlay) document.documentElement.classList.add("is-overlay");
inks();
const line = follow("/events", (state) => {
  board = state;
  paint();
}, (age) => {
  parts.tell_age(old, age);
  if (board === null) return;
  painted.filter((game) => game.title).forEach((game) => parts.tick(pane_of(game).clock, game, line.now()));
  tell_next();
  tell_contact();
});
