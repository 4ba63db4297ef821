// The page for phones: one game from top to bottom, with one's own team first.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { inks } from "/page/stone.js";
import { other_language, said, say } from "/page/words.js";
import * as parts from "./parts.js";

let board = null;
let painted = null;
let game_id = new URLSearchParams(location.search).get("game")?.trim() || kept("game");

const old = running("old-line");
const trouble = h("p", { class: "trouble", role: "status" });
const bar = h("header", { class: "bar" });
const clock = h("p", { class: "clock figures", role: "timer", "aria-live": "off" });
const phase = h("p", { class: "phase", role: "status" });
const facts = h("p", { class: "facts faint" });
const contact = running("contact");
const told = h("ul", { class: "announcements", role: "status" });
const top = h("div", { class: "now" }, clock, h("div", null, phase, facts));
const pin = h("span");
const team = h("select");
const my_team = h("div");
const mine = h("section", { class: "mine" }, h("label", { class: "pin" }, pin, " ", team), my_team);
const seals = h("ul", { class: "seals" });
const lots = h("section", { class: "lots" });
const ranking = h("section", { class: "ranking" });
const walls = h("section", { class: "walls" });
const news = h("p", { class: "news faint" });
const none = h("p", { class: "none" });
const event = h("section", { class: "event" });
const foot = h("footer", { class: "foot" });
const page = document.getElementById("page");

/** The game that is shown: the one that was chosen or is played in its stead (G4), else the first with something going on. */
function shown() {
  const games = board.games.filter((game) => game.title);
  const chosen = games.find((game) => game.id === game_id) ?? games.find((game) => game_id && game.stands_for === game_id);
  return chosen ?? games.find((game) => game.attention) ?? games[0] ?? board.games[0];
}

const pin_of = (game) => `team ${game.id}`;

/** The place of one's team in the game: the one that was chosen there, else the one that was chosen last in any. */
function pinned(game) {
  const code = kept(pin_of(game)) ?? kept("team");
  const at = game.teams.findIndex((team) => team.code === code);
  return at < 0 ? null : at;
}

/** The choice of game, where there are several. */
function choice(game) {
  if (board.games.length < 2) return null;
  return h("nav", { class: "games" }, board.games.map((other) => {
    const button = h("button", { type: "button", "aria-pressed": String(other === game) },
      h("span", { class: "id" }, other.id), other.title ? [" ", name(said(other.title))] : null);
    button.addEventListener("click", () => {
      game_id = other.id;
      keep("game", game_id);
      paint();
    });
    return button;
  }));
}

/** The bar with what can be pressed: what has the focus keeps it. */
function paint_bar(game) {
  const controls = () => [...bar.querySelectorAll("a, button")];
  const focused = controls().indexOf(document.activeElement);
  const painted = part(bar, [board.games.map(({ id, title }) => [id, title]), game?.id, game?.practice], () => [
    h("h1", null, game ? parts.title(game) : say("board-title")),
    h("p", { class: "tools" }, other_language(paint), " ", h("a", { href: "/hall" }, say("page-hall"))),
    game && choice(game),
  ]);
  if (painted && focused >= 0) controls()[focused]?.focus({ preventScroll: true });
}

/** The choice of one's team, which stays the same element, and what is to be known of that team. */
function paint_mine(game) {
  const at = pinned(game);
  part(pin, null, () => say("page-my-team"));
  part(team, [game.id, game.teams.map(({ code, name }) => [code, name])], () => [
    h("option", { value: "" }, say("page-no-team")),
    game.teams.map(({ code, name }) => h("option", { value: code }, said(name))),
  ]);
  const chosen = at === null ? "" : game.teams[at].code;
  if (team.value !== chosen) team.value = chosen;
  part(my_team, [at, game.teams[at], game.frame, game.ranking], () => at === null ? null : state_of(game, at));
}

team.addEventListener("change", () => {
  keep(pin_of(painted), team.value);
  keep("team", team.value || null);
  paint();
});

/** A team's place, its figures and its wall. */
function state_of(game, at) {
  const row = game.ranking.rows.find((row) => row.team === at);
  const figures = (row?.figures ?? []).map((value, place) =>
    h("div", null, h("dt", null, said(game.ranking.heads[place])), h("dd", { class: "figures" }, String(value))));
  const place = row?.place ? h("p", { class: "my-place figures" }, said(row.place)) : null;
  const wall = h("ul", { class: "my-wall" }, parts.wall_of(game, game.teams[at]));
  return [h("div", { class: "my-state" }, place, h("dl", null, figures)), wall];
}

/** The standings as a list: every figure has its head beside it, so that nothing has to be wide. */
function standings(game) {
  const at = pinned(game);
  const rows = game.ranking.rows.map((row) => {
    if (row.covered) return h("li", { class: "covered" }, say("board-covered"));
    const figures = row.figures.map((value, place) =>
      h("span", { class: "tally" }, said(game.ranking.heads[place]), " ", h("b", { class: "figures" }, String(value))));
    return h(
      "li",
      { class: `${row.lit ? "lit" : ""} ${row.team === at ? "pinned" : ""}` },
      h("span", { class: "place figures" }, said(row.place)),
      h("b", null, name(said(game.teams[row.team].name))),
      h("p", { class: "tallies faint" }, row.figures.length > 0 ? figures : say("console-disqualified")),
      row.why ? h("p", { class: "why faint" }, `↓ ${said(row.why)}`) : null,
    );
  });
  return [h("h2", null, said(game.ranking.heading)), h("ol", { class: "rows" }, rows)];
}

/** What is wrong with the line to what is shown, or to the list of games as long as there is nothing. */
function trouble_of_all() {
  const shown = [painted, board.event].filter((one) => one);
  return parts.trouble_of(shown.length > 0 ? shown : [board]);
}

const tell_contact = () => parts.tell_contact(contact, trouble_of_all(), line.now());

const ORDER = {
  lots: [lots, seals, ranking, walls],
  walls: [ranking, walls, lots],
  standings: [ranking, walls, lots],
};

function paint() {
  if (board === null) return;
  const game = shown();
  part(trouble, board.trouble && said(board.trouble), () => board.trouble && said(board.trouble));
  paint_bar(game);
  painted = game ?? null;
  tell_contact();
  const sheets = board.event?.[document.documentElement.lang] ?? [];
  part(event, [board.event?.stage, sheets], () => sheets.length === 0 ? null : [
    h("p", { class: "stage faint" }, said(board.event.stage)),
    sheets.map((sheet) => h("article", { class: "sheet" }, parts.sheet(sheet))),
  ]);
  // What is scrolled sideways can be so by keys.
  event.tabIndex = sheets.length > 0 ? 0 : -1;
  if (!game?.title) {
    order(old.seen, old.told, bar, trouble, contact.seen, contact.told, sheets.length > 0 ? event : none);
    const text = board.event ? said(board.event.stage) : "";
    none.textContent = game || trouble_of_all() ? "" : text || say("board-no-games");
    return;
  }
  document.title = `${said(game.title)} – ${game.id}`;
  part(phase, [game.phase, game.paused], () => parts.phase(game));
  part(facts, [game.round, game.how_many], () => [said(game.round), game.round && game.how_many ? " · " : null, said(game.how_many)]);
  part(told, game.announcements, () => game.announcements.map((text) => h("li", null, said(text))));
  paint_mine(game);
  part(seals, game.teams.map((team) => [team.name, team.seal]), () => parts.seals(game));
  part(lots, [game.lots, game.teams.map((team) => team.name)], () => [h("h2", null, say("shared-heading-stones")), h("ul", null, parts.lots(game))]);
  part(ranking, [game.ranking, game.teams.map((team) => team.name), pinned(game)], () => standings(game));
  part(walls, [game.teams, game.frame], () => [h("h2", null, say("shared-walls")), h("ul", null, parts.walls(game))]);
  part(news, game.news, () => said(game.news));
  part(foot, [game.fingerprint, game.last_head], () => [
    game.last_head ? h("p", null, say("board-head", { head: game.last_head })) : null,
    game.fingerprint ? h("p", null, say("board-fingerprint", { fingerprint: game.fingerprint })) : null,
  ]);
  order(old.seen, old.told, bar, trouble, contact.seen, contact.told, told, top, news, mine, ...ORDER[game.view], event, foot);
}

/** Puts these on the page in this order, and takes nothing away that stays: it would lose the focus, and where it was scrolled to. */
function order(...elements) {
  [...page.children].filter((child) => !elements.includes(child)).forEach((child) => child.remove());
  elements.forEach((element, at) => {
    if (page.children[at] !== element) page.insertBefore(element, page.children[at] ?? null);
  });
}

parts.dress();
inks();
const line = follow("/events", (state) => {
  board = state;
  paint();
}, (age) => {
  parts.tell_age(old, age);
  if (board === null) return;
  if (painted?.title) parts.tick(clock, painted, line.now());
  tell_contact();
});
