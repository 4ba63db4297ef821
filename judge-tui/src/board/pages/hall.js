// The page for a projector: everything of the moment at once, to be read from the other end of the hall.

import { h, keep, kept, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { inks } from "/page/stone.js";
import { other_language, said, say } from "/page/words.js";
import * as parts from "./parts.js";
import { cut, fit_lots, fit_walls, pager, share, show_rows, turn_to } from "./room.js";

/** How long a page stands where there is more than fits. */
const TURN = 8_000;

/** For so many rows there is room to say what separates each from the next. */
const WHY = 8;
/** So many games are on the screen at once at most, and so many rows of each one's standings at least. */
const AT_ONCE = 4;
const ROWS = 4;

const wanted = new URLSearchParams(location.search);
/** The ids of the games that are asked for; none: all. */
const chosen_games = (wanted.get("game") ?? "").split(",").map((id) => id.trim()).filter(Boolean);
let board = null;
let painted = [];
/** Which of all screens is shown, and how many there are. */
let turn = 0;
let total = 0;
let held = false;
let fonts = "";

const page = document.getElementById("page");
const old = running("old-line");
const trouble = h("p", { class: "trouble", role: "status" });
const contact = running("contact");
const none = h("h1", { class: "await", hidden: true });
const stage = h("div", { class: "stage" }, none);
const foot = h("footer", { class: "foot" });
const turns = h("span", { class: "turns figures" });
const key = h("p", { class: "key figures" });
const hold = h("button", { type: "button", class: "quiet", "aria-pressed": "false" });
const tools = h("span", { class: "tools" });
foot.append(key, turns, tools);
page.replaceChildren(old.seen, old.told, trouble, contact.seen, contact.told, stage, foot);

/** The parts of one game on the screen, made once. */
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
    seals: h("ul", { class: "seals" }),
    told: h("ul", { class: "announcements", role: "status" }),
    lots: h("ul", { class: "lots" }),
    walls: h("ul", { class: "walls" }),
    ranking: h("div", { class: "ranking" }),
    news: h("p", { class: "news" }),
  };
  const where = h("div", { class: "where" }, made.title, made.phase, made.facts, made.contact.seen, made.contact.told);
  made.head.append(where, made.clock);
  made.body.append(made.lots, made.walls, made.ranking);
  made.root.append(made.head, made.told, made.seals, made.body, made.news);
  return made;
}

/** The games' panes and the event's sheets: all are on the stage, and hidden as long as it is not their turn. */
const panes = new Map();
const sheets = [];

/** The screens of the games as they were laid out last, and what they were laid out for. */
let laid = { key: null, screens: [] };

function pane_of(game) {
  if (!panes.has(game.id)) panes.set(game.id, pane());
  return panes.get(game.id);
}

/** The newest announcements, as many as leave room for the game, and how many more there are. */
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
    part(at.facts, [game.round, game.how_many], () => [
      h("span", null, said(game.round)), game.round && game.how_many ? " · " : null, h("span", null, said(game.how_many))]),
    part(at.told, game.announcements, () => announcements(game.announcements)),
    part(at.seals, game.teams.map((team) => [team.name, team.seal]), () => parts.seals(game)),
    part(at.lots, [game.lots, names], () => parts.lots(game)),
    part(at.walls, [game.teams, game.frame], () => parts.walls(game)),
    part(at.ranking, [game.ranking, names, game.view], () => [
      h("h2", null, said(game.ranking.heading)),
      h("table", null, h("thead", null, parts.heads(game)), parts.rows(game, game.view === "standings" && game.ranking.rows.length <= WHY)),
    ]),
    part(at.news, game.news, () => said(game.news)),
  ];
  // How much room the head takes follows from its figures.
  parts.tick(at.clock, game, line.now());
  return changed.includes(true);
}

/** How a game stands on the stage, its parts apart: what decides how much room they have. */
const stand_of = (game) => [game.id, game.view, pane_of(game).contact.seen.hidden, pane_of(game).clock.textContent.length];

/** Measures a game in its pane, and cuts what has not enough room there into pages. */
function lay_game(game) {
  const at = pane_of(game);
  if (!game.title) return [];
  const [bodies, lots, walls] = [[...at.ranking.querySelectorAll("tbody")], [...at.lots.children], [...at.walls.children]];
  [...bodies, ...lots, ...walls].forEach((child) => { child.hidden = false; });
  share(at.body, at.ranking);
  fit_walls(at.walls, game.teams.length, game.frame);
  // Room is kept for what becomes of the lots, so that nothing jumps when the opening begins.
  fit_lots(at.lots, game.lots.some((lot) => lot.result && !lot.result.covered) ? 1 : 1.6);
  return [pager(at.ranking, bodies), pager(at.lots, lots), pager(at.walls, walls)];
}

/** Shows these games and nothing else. */
function show_games(games) {
  stage.className = `stage count-${games.length}`;
  const shown = games.map((game) => pane_of(game).root);
  [...stage.children].forEach((child) => { child.hidden = !shown.includes(child); });
  games.forEach((game) => pane_of(game).root.classList.toggle("compact", games.length > 1));
}

/** Lays games out together: what takes turns in each. */
function lay_games(games) {
  show_games(games);
  return { games, pagers: games.map(lay_game) };
}

/** Whether games that were laid out together can be read: nothing is cut off, and enough is there of all that each one shows. */
function is_legible({ games, pagers }) {
  return games.every((game, place) => {
    const at = pane_of(game);
    if (games.length === 1 || !game.title) return true;
    const whole = [at.root, at.head, at.ranking].every((element) => element.scrollWidth <= element.clientWidth + 1);
    const enough = [at.ranking, at.lots, at.walls].every((element, part) =>
      !element.offsetParent || has_enough(element, pagers[place][part]));
    return whole && at.root.scrollHeight <= at.root.clientHeight + 1 && enough;
  });
}

/** Whether enough of a list is to be seen at once. */
function has_enough(element, pager) {
  const { children, pages } = pager;
  const bottom = element.getBoundingClientRect().bottom + 1;
  turn_to(pager, 0);
  const rows = children.filter((row) => !row.hidden && row.getBoundingClientRect().bottom <= bottom).length;
  return rows >= Math.min(ROWS, children.length) && pages.length > 0;
}

/** The games as they are on the screen at once: as many as can be read. */
function scenes_of(games) {
  let laid = [];
  for (let most = Math.min(AT_ONCE, games.length); most >= 1; most -= 1) {
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

/** The screens of the games, which are laid out anew if one of them or its room has changed. */
function game_screens(games) {
  const is_new = games.map(paint_game).includes(true);
  const key = JSON.stringify([room(), games.map(stand_of)]);
  if (!is_new && laid.key === key) return laid.screens;
  games.forEach((game) => { pane_of(game).root.className = `game view-${game.view ?? "none"}`; });
  const screens = scenes_of(games).flatMap(({ games, pagers }) => {
    const steps = Math.max(1, ...pagers.flat().map(({ pages }) => pages.length));
    return Array.from({ length: steps }, (_, step) => ({
      games,
      show: () => {
        show_games(games);
        pagers.flat().forEach((pager) => turn_to(pager, step));
      },
    }));
  });
  laid = { key, screens };
  return screens;
}

/** The room of the stage. */
const room = () => `${stage.clientWidth} ${stage.clientHeight} ${fonts}`;

/** The screens of a sheet, which are cut anew if it or its room has changed. */
function sheet_screens(sheet, place) {
  sheets[place] ??= { root: h("article", { class: "sheet" }), room: null, screens: [] };
  const at = sheets[place];
  if (at.root.parentElement !== stage) stage.append(at.root);
  const is_new = part(at.root, [sheet, board.event.stage], () =>
    [h("p", { class: "phase" }, said(board.event.stage)), parts.sheet(sheet)]);
  const tables = at.root.querySelector(".tables");
  const shown = () => {
    stage.className = "stage";
    [...stage.children].forEach((child) => { child.hidden = child !== at.root; });
  };
  if (is_new || at.room !== room()) {
    shown();
    at.screens = cut(tables);
    at.room = room();
  }
  return at.screens.map((rows) => ({
    games: [],
    show: () => {
      shown();
      show_rows(tables, rows);
    },
  }));
}

/**
 * The games that are asked for. One that is there no more is followed by its spare, which is played in its stead (G4). Where the
 * list has not told yet which that is, it is the game of the same teams; who they were is kept on this machine.
 */
function wanted_games() {
  if (chosen_games.length === 0) return board.games;
  return [...new Set(chosen_games.flatMap(wanted_game))];
}

/** The ids that are asked for and of no game, once the games are known. */
function unknown_games() {
  if (board.games.length === 0) return [];
  return chosen_games.filter((chosen) => wanted_game(chosen).length === 0);
}

/** What is wrong with the line, or with the games that are asked for. */
function trouble_told() {
  if (board.trouble) return said(board.trouble);
  const unknown = unknown_games();
  if (unknown.length === 0) return null;
  return say("board-unknown-games", { games: unknown.join(", "), known: board.games.map(({ id }) => id).join(", ") });
}

/** The game with this id, or the one that is played in its stead. */
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

/** What takes turns on the screen: games, and the event's sheets while no game has the hall's attention. */
function programme() {
  const games = wanted_games();
  const busy = games.some((game) => game.attention);
  const printouts = busy || chosen_games.length > 0 ? [] : (board.event?.[document.documentElement.lang] ?? []);
  forget(games, printouts.length);
  return [...game_screens(games), ...printouts.flatMap(sheet_screens)];
}

/** Takes away what is on no screen any more. */
function forget(games, how_many) {
  for (const [id, { root }] of panes) {
    if (games.some((game) => game.id === id)) continue;
    root.remove();
    panes.delete(id);
  }
  sheets.splice(how_many).forEach(({ root }) => root.remove());
}

/** What is wrong with the line to the event, or to the list of games as long as it has none; a game speaks for itself. */
function trouble_beside() {
  if (board.event) return parts.trouble_of([board.event]);
  return board.games.length > 0 ? null : parts.trouble_of([board]);
}

/** Says what is wrong with the line, with how long it has been so. */
function tell_contact() {
  parts.tell_contact(contact, trouble_beside(), line.now());
  painted.forEach(tell_contact_of);
}

function tell_contact_of(game) {
  // Once is enough.
  parts.tell_contact(pane_of(game).contact, trouble_beside() === null ? game.contact : null, line.now());
}

function paint() {
  if (board === null) return;
  document.documentElement.classList.toggle("is-dim", wanted.get("scene") === "black");
  part(trouble, [board.trouble, unknown_games(), board.games.map(({ id }) => id)], trouble_told);
  tell_contact();
  // The foot takes its room before the screens are laid out.
  painted = board.games;
  paint_foot();
  const screens = programme();
  total = screens.length;
  turn = total > 0 ? turn % total : 0;
  const shown = new Set(screens[turn]?.games.map((game) => game.id));
  painted = board.games.filter((game) => shown.has(game.id));
  none.hidden = total > 0;
  part(none, [trouble_beside() === null, board.event?.stage], () =>
    trouble_beside() === null ? said(board.event?.stage) || say("board-no-games") : null);
  screens[turn]?.show();
  paint_foot();
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
  part(tools, null, () => [hold, " ", other_language(paint)]);
}

/** Goes so many screens on, round and round. */
function go(screens) {
  turn = total > 0 ? (turn + screens + total) % total : 0;
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
setInterval(() => go(held ? 0 : 1), TURN);

parts.dress();
inks();
const line = follow("/events", (state) => {
  board = state;
  paint();
}, (age) => {
  parts.tell_age(old, age);
  if (board === null) return;
  painted.filter((game) => game.title).forEach((game) => parts.tick(pane_of(game).clock, game, line.now()));
  tell_contact();
});
