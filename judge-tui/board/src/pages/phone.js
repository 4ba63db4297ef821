// The page for phones: one game from top to bottom, with the chosen team first.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { matches } from "/page/names.js";
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
const event_told = h("div", { class: "announcements", role: "status" });
const next = running("next");
const top = h("div", { class: "now" }, clock, h("div", null, phase, facts, next.seen, next.told));
const event_next = running("next");
const search = h("input", { type: "search", autocomplete: "off", enterkeyhint: "search", "aria-describedby": "found" });
const search_label = h("span");
const found = h("ul", { class: "found", id: "found" });
const found_told = h("p", { class: "found-told faint", role: "status" });
const me = h("div", { class: "me" });
const find_heading = h("h2");
const finder = h("div", { class: "finder" }, h("label", null, search_label, " ", search), found_told, found);
const find = h("section", { class: "find" }, find_heading, me, finder, event_next.seen, event_next.told);
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
const won = h("section", { class: "winner" });
const foot = h("footer", { class: "foot" });
const page = document.getElementById("page");

/** Returns the chosen game or its spare (G4). Otherwise the first game that needs attention, or the first of all. */
function shown() {
  const games = board.games.filter((game) => game.title);
  const chosen = games.find((game) => game.id === game_id) ?? games.find((game) => game_id && game.stands_for === game_id);
  return chosen ?? games.find((game) => game.attention) ?? games[0] ?? board.games[0];
}

const pin_of = (game) => `team ${game.id}`;

/** Returns the index of the chosen team: the one chosen in this game, otherwise the reader in the event or the last choice in any game. */
function pinned(game) {
  const code = kept(pin_of(game)) ?? reader()?.id ?? kept("team");
  const at = game.teams.findIndex((team) => team.code === code);
  return at < 0 ? null : at;
}

/** Returns buttons for the games, if there are several. */
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

/** Paints the bar. A focused link or button keeps the focus. */
function paint_bar(game) {
  const controls = () => [...bar.querySelectorAll("a, button")];
  const focused = controls().indexOf(document.activeElement);
  const painted = part(bar, [board.games.map(({ id, title }) => [id, title]), game?.id, game?.practice, board.event?.title], () => [
    h("h1", null, game ? parts.title(game) : parts.event_title(board)),
    h("p", { class: "tools" }, other_language(paint), " ", h("a", { href: "/hall?view=hall" }, say("page-hall"))),
    game && choice(game),
  ]);
  if (painted && focused >= 0) controls()[focused]?.focus({ preventScroll: true });
}

/** Paints the choice of a team, and that team's state. The choice stays the same element, so that it keeps the focus. */
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

const reader_key = () => `entrant ${board.event.id}`;

/** Returns the event's entrant that the reader has chosen, or `null`. */
function reader() {
  const id = board.event ? kept(reader_key()) : null;
  return id === null ? null : board.event.entrants.find((entrant) => entrant.id === id) ?? null;
}

function choose_reader(id) {
  keep(reader_key(), id);
  search.value = "";
  paint();
  (id === null ? search : me.querySelector("button"))?.focus();
}

/** Maximum number of visible matches. */
const MATCHES = 8;

const who = (entrant) => [entrant.number === null ? null : h("b", { class: "number figures" }, String(entrant.number)), " ", name(said(entrant.name))];

/** Paints the search, or the reader with the next game. The field stays the same element, so that it keeps the focus. */
function paint_find() {
  const own = reader();
  part(find_heading, own === null, () => say(own === null ? "page-find" : "page-me"));
  part(search_label, null, () => say("page-find-how"));
  const call = own && board.event.calls.find(({ players }) => players.some(({ id }) => id === own.id));
  part(me, [own, call, board.games.map(({ id }) => id)], () => own && [call ? h("p", { class: "called", role: "alert" }, say("page-called")) : null, seat(own)]);
  finder.hidden = own !== null;
  const all = own === null ? matches(board.event.entrants, search.value) : [];
  part(found, all.slice(0, MATCHES).map(({ id, name, seat }) => [id, name, seat]), () => all.slice(0, MATCHES).map(match));
  const text = search.value.trim();
  const rest = all.length - MATCHES;
  found_told.textContent = own !== null || text === "" ? ""
    : all.length === 0 ? say("page-find-none", { text }) : rest > 0 ? say("page-find-more", { count: rest }) : "";
}

function match(entrant) {
  const where = entrant.seat ? h("span", { class: "faint" }, said(entrant.seat.place)) : null;
  const button = h("button", { type: "button" }, h("span", null, who(entrant)), where);
  button.addEventListener("click", () => choose_reader(entrant.id));
  return h("li", null, button);
}

/** Returns where an entrant plays next and against whom. */
function seat(entrant) {
  const again = h("button", { type: "button", class: "quiet" }, say("page-find-again"));
  again.addEventListener("click", () => choose_reader(null));
  const at = entrant.seat;
  const start = at && at.minutes !== null && !at.is_over ? say("page-next-at", { clock: parts.time_of_day(at.minutes) }) : null;
  const where = at === null ? h("p", null, say("page-seat-none")) : [
    h("p", { class: "faint" }, say(at.is_over ? "page-seat-last" : "page-seat-next"), " · ", said(at.round), start ? ` · ${start}` : null),
    h("p", { class: "place" }, said(at.place)),
    at.against ? h("p", { class: "against" }, say("page-against", { names: said(at.against) })) : null,
  ];
  const is_listed = at?.game && board.games.some(({ id }) => id === at.game);
  const show = is_listed ? h("button", { type: "button" }, say("page-show-game")) : null;
  show?.addEventListener("click", () => {
    game_id = at.game;
    keep("game", game_id);
    paint();
    top.scrollIntoView();
  });
  return [h("p", { class: "who" }, who(entrant)), where, h("p", { class: "tools" }, show, " ", again)];
}

search.addEventListener("input", () => paint_find());

/** Returns a team's place, figures and wall. */
function state_of(game, at) {
  const row = game.ranking.rows.find((row) => row.team === at);
  const figures = (row?.figures ?? []).map((value, place) =>
    h("div", null, h("dt", null, said(game.ranking.heads[place])), h("dd", { class: "figures" }, String(value))));
  const place = row?.place ? h("p", { class: "my-place figures" }, said(row.place)) : null;
  const wall = h("ul", { class: "my-wall" }, parts.wall_of(game, game.teams[at]));
  return [h("div", { class: "my-state" }, place, h("dl", null, figures)), wall];
}

/** Returns the standings as a list. Each figure has its label next to it, so that the list fits a narrow screen. */
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

/** Returns the lost contact of the game or event on the page, or of the list of games if there is neither. */
function trouble_of_all() {
  const shown = [painted, board.event].filter((one) => one);
  return parts.trouble_of(shown.length > 0 ? shown : [board]);
}

function tell_next() {
  parts.tell_next(next, parts.next_of(painted, board));
  parts.tell_next_round(event_next, board);
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
  const has_entrants = (board.event?.entrants.length ?? 0) > 0;
  if (has_entrants) paint_find();
  const own_name = reader() ? said(reader().name) : null;
  tell_next();
  part(event, [board.event?.stage, sheets, own_name], () => sheets.length === 0 ? null : [
    h("p", { class: "stage faint" }, said(board.event.stage)),
    sheets.map((sheet) => h("article", { class: "sheet" }, parts.sheet(sheet, own_name))),
  ]);
  part(event_told, board.event?.notices, () => board.event?.notices.map((text) => h("p", null, said(text))));
  // Horizontal scrolling works with keys too.
  event.tabIndex = sheets.length > 0 ? 0 : -1;
  if (!game?.title) {
    document.title = parts.event_title(board);
    order(old.seen, old.told, bar, trouble, contact.seen, contact.told, event_told, has_entrants ? find : null, sheets.length > 0 ? event : none);
    const text = board.event ? said(board.event.stage) : "";
    none.textContent = game || trouble_of_all() ? "" : text || say("board-no-games");
    return;
  }
  document.title = `${said(game.title)} – ${game.id}`;
  part(phase, [game.phase, game.paused], () => parts.phase(game));
  part(facts, [game.round, game.how_many], () => [said(game.round), game.round && game.how_many ? " · " : null, said(game.how_many)]);
  part(told, game.announcements, () => game.announcements.map((text) => h("li", null, said(text))));
  part(won, [game.winner, game.teams, game.frame], () => game.winner && parts.winner(game));
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
  order(old.seen, old.told, bar, trouble, contact.seen, contact.told, event_told, has_entrants ? find : null, told, top, news,
    game.winner ? won : null, mine, ...ORDER[game.view], event, foot);
}

/** Puts elements on the page in this order. Elements that stay aren't removed, so that they keep the focus and their scroll position. */
function order(...wanted) {
  const elements = wanted.filter((element) => element !== null);
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
  tell_next();
  tell_contact();
});
