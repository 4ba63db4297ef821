// The page for a projector: everything of the moment at once, to be read from the other end of the hall.

import { h, part } from "/page/dom.js";
import { follow } from "/page/line.js";
import { inks } from "/page/stone.js";
import { other_language, said, say } from "/page/words.js";
import * as parts from "./parts.js";

/** How long a page stands where there is more than fits. */
const TURN = 8_000;

/** For so many rows there is room to say what separates each from the next. */
const WHY = 8;
/** How large the lots are at most, and at least. */
const SCALES = [2, 1.7, 1.45, 1.2, 1];

const wanted = new URLSearchParams(location.search);
let board = null;
let painted = [];
let turn = 0;
let held = false;

const page = document.getElementById("page");
const old = h("p", { class: "old-line", role: "status", hidden: true });
const trouble = h("p", { class: "trouble", role: "status" });
const stage = h("div", { class: "stage" });
const foot = h("footer", { class: "foot" });
const turns = h("span", { class: "turns figures" });
const key = h("p", { class: "key figures" });
const hold = h("button", { type: "button", class: "quiet", "aria-pressed": "false" });
const tools = h("span", { class: "tools" });
foot.append(key, turns, tools);
page.replaceChildren(old, trouble, stage, foot);

/** The parts of one game on the screen, made once. */
function pane() {
  const made = {
    root: h("article", { class: "game" }),
    title: h("h1"),
    contact: h("p", { class: "contact", role: "status" }),
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
  const where = h("div", { class: "where" }, made.title, made.phase, made.facts, made.contact);
  made.root.append(
    h("header", { class: "head" }, where, made.clock),
    made.told,
    made.seals,
    h("div", { class: "body" }, made.lots, made.walls, made.ranking),
    made.news,
  );
  return made;
}

const panes = new Map();

function pane_of(game) {
  if (!panes.has(game.id)) panes.set(game.id, pane());
  return panes.get(game.id);
}

function paint_game(game, compact) {
  const at = pane_of(game);
  at.root.className = `game view-${game.view ?? "none"} ${compact ? "compact" : ""}`;
  part(at.title, [game.id, game.title, game.practice], () => parts.title(game));
  if (!game.title) return at.root;
  const names = game.teams.map((team) => team.name);
  part(at.phase, [game.phase, game.paused], () => parts.phase(game));
  part(at.facts, [game.round, game.how_many], () => [
    h("span", null, said(game.round)), game.round && game.how_many ? " · " : null, h("span", null, said(game.how_many))]);
  part(at.told, game.announcements, () => game.announcements.map((text) => h("li", null, said(text))));
  part(at.seals, game.teams.map((team) => [team.name, team.seal]), () => parts.seals(game));
  part(at.lots, [game.lots, names], () => parts.lots(game));
  part(at.walls, [game.teams, game.frame], () => parts.walls(game));
  part(at.ranking, [game.ranking, names, game.view], () => [
    h("h2", null, said(game.ranking.heading)),
    h("table", null, h("thead", null, parts.heads(game)), parts.rows(game, game.view === "standings" && game.ranking.rows.length <= WHY)),
  ]);
  part(at.news, game.news, () => said(game.news));
  return at.root;
}

/** Squares as large as they can be: how large the walls and the stones of lots are drawn follows from the room. */
function fit_drawings(game, root) {
  const walls = root.querySelector(".walls");
  const lots = root.querySelector(".lots");
  if (walls.offsetParent) {
    const [rows, columns] = [game.frame.rows.length, Math.max(...game.frame.rows.map((row) => row.length))];
    walls.style.setProperty("--frame-columns", columns + 0.2);
    walls.style.setProperty("--square", `${square(walls, game.teams.length, columns, rows)}px`);
  }
  if (lots.offsetParent) {
    [...lots.children].forEach((child) => { child.hidden = false; });
    // Room is kept for what becomes of the lots, so that nothing jumps when the opening begins.
    const grows = game.lots.some((lot) => lot.result && !lot.result.covered) ? 1 : 1.6;
    const fits = (scale) => {
      lots.style.setProperty("--scale", scale);
      return lots.scrollHeight * grows <= lots.clientHeight;
    };
    SCALES.find(fits);
  }
}

/** The largest square with which so many drawings, each with its caption, have room in an element. */
function square(element, count, columns, rows) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const [wide, high, gap, caption] = [element.clientWidth - 2, element.clientHeight, rem * 0.8, rem * 2.6];
  const most = Math.max(1, Math.min(count, Math.floor((wide + gap) / (rem * 6.5 + gap))));
  let best = 4;
  for (let abreast = 1; abreast <= most; abreast += 1) {
    const lines = Math.ceil(count / abreast);
    const by_width = (wide - gap * (abreast - 1)) / abreast / (columns + 0.2);
    const by_height = ((high - gap * (lines - 1)) / lines - caption) / (rows + 0.2);
    best = Math.max(best, Math.min(by_width, by_height));
  }
  return Math.floor(best * 100) / 100;
}

/**
 * Of children that do not all fit into an element, those of this turn are shown, or those among which everybody should look
 * at one; how many turns they take.
 */
function take_turns(element, children) {
  children.forEach((child) => { child.hidden = false; });
  const bottom = element.getBoundingClientRect().bottom + 1;
  const fits = (from) => {
    children.forEach((child, at) => { child.hidden = at < from; });
    const last = children.findLastIndex((child, at) => at >= from && child.getBoundingClientRect().bottom <= bottom);
    return Math.max(last, from) + 1;
  };
  const pages = [];
  for (let from = 0; from < children.length; ) {
    const to = fits(from);
    pages.push([from, to]);
    from = to;
  }
  const lit = children.findIndex((child) => child.classList.contains("lit"));
  const with_lit = pages.find(([from, to]) => lit >= from && lit < to);
  const [from, to] = with_lit ?? pages[turn % Math.max(pages.length, 1)] ?? [0, 0];
  children.forEach((child, at) => { child.hidden = at < from || at >= to; });
  return pages.length;
}

/** What takes turns on the screen: games, and the event's sheets while no game has the hall's attention. */
function programme() {
  const chosen = wanted.get("game");
  const games = board.games.filter((game) => !chosen || game.id === chosen);
  const busy = games.some((game) => game.attention);
  const sheets = busy || chosen ? [] : (board.event?.[document.documentElement.lang] ?? []);
  const of_games = games.length > 0 ? [{ games }] : [];
  return [...of_games, ...sheets.map((sheet) => ({ sheet }))];
}

function paint() {
  if (board === null) return;
  document.documentElement.classList.toggle("is-dim", wanted.get("scene") === "black");
  part(trouble, board.trouble, () => board.trouble && said(board.trouble));
  const scenes = programme();
  const scene = scenes[turn % Math.max(scenes.length, 1)];
  painted = scene?.games ?? [];
  let most = scenes.length;
  if (!scene) {
    part(stage, ["none", board.contact, document.documentElement.lang], () =>
      h("h1", { class: "await" }, board.contact.live ? say("board-no-games") : parts.contact(board.contact, line.now())));
  } else if (scene.sheet) {
    part(stage, ["sheet", scene.sheet, board.event.stage], () =>
      h("article", { class: "sheet" }, h("p", { class: "phase" }, said(board.event.stage)), parts.sheet(scene.sheet)));
    stage.querySelectorAll("tbody").forEach((body) => {
      most = Math.max(most, take_turns(stage.querySelector(".tables"), [...body.children]));
    });
  } else {
    const compact = scene.games.length > 1;
    const roots = scene.games.map((game) => paint_game(game, compact));
    stage.className = `stage count-${Math.min(scene.games.length, 4)}`;
    delete stage.dataset.key;
    const same = roots.length === stage.children.length && roots.every((root, at) => stage.children[at] === root);
    if (!same) stage.replaceChildren(...roots);
    scene.games.filter((game) => game.title).forEach((game) => {
      const at = pane_of(game);
      fit_drawings(game, at.root);
      const bodies = [...at.ranking.querySelectorAll("tbody")];
      most = Math.max(most, take_turns(at.ranking, bodies), take_turns(at.lots, [...at.lots.children]));
      most = Math.max(most, take_turns(at.walls, [...at.walls.children]));
    });
  }
  const game = painted.find((game) => game.fingerprint);
  part(key, [game?.fingerprint, game?.last_head, document.documentElement.lang], () => [
    game?.last_head ? `${say("board-head", { head: game.last_head })}  ` : null,
    game?.fingerprint ? say("board-fingerprint", { fingerprint: game.fingerprint }) : null,
  ]);
  turns.textContent = most > 1 ? `${(turn % most) + 1} / ${most}` : "";
  hold.hidden = most < 2;
  hold.textContent = say(held ? "page-go-on" : "page-hold");
  hold.setAttribute("aria-pressed", String(held));
  part(tools, [document.documentElement.lang], () => [hold, " ", other_language(repaint)]);
}

function repaint() {
  document.querySelectorAll("[data-key]").forEach((element) => delete element.dataset.key);
  panes.clear();
  stage.replaceChildren();
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
  else if (event.key === "ArrowRight") turn += 1;
  else if (event.key === "ArrowLeft") turn = Math.max(0, turn - 1);
  else return;
  event.preventDefault();
  paint();
});
addEventListener("resize", paint);
document.fonts?.ready.then(paint);
setInterval(() => {
  if (!held) turn += 1;
  paint();
}, TURN);

if (wanted.has("theme")) document.documentElement.dataset.theme = wanted.get("theme");
inks();
const line = follow("/events", (state) => {
  board = state;
  paint();
}, (age) => {
  parts.old_line(old, age);
  painted.filter((game) => game.title).forEach((game) => {
    const at = pane_of(game);
    parts.tick(at.clock, game, line.now());
    const text = parts.contact(game.contact, line.now());
    if (at.contact.textContent !== text) at.contact.textContent = text;
    at.contact.hidden = text === "";
  });
});
