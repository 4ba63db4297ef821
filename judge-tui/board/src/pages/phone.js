// The page for phones: one game from top to bottom, with the chosen team first.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { matches } from "/page/names.js";
import { inks } from "/page/stone.js";
import { other_language, said, say } from "/page/words.js";
import * as parts from "./parts.js";

let board = null;
let painted = null;
let is_at_fragment = false;
let game_id = new URLSearchParams(location.search).get("game")?.trim() || (parts.is_pinned ? null : kept("game"));

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
const events = h("nav", { class: "games" });
const event = h("section", { class: "event" });
const results = h("div", { id: "results" });
const day = h("section", { class: "day", id: "schedule" });
const won = h("section", { class: "winner" });
const foot = h("footer", { class: "foot" });
const page = document.getElementById("page");

/** Returns the chosen game or its spare (G4). Otherwise the first game that needs attention, or the first of all, unless an event is requested. */
function shown() {
  const games = board.games.filter((game) => game.title);
  const chosen = games.find((game) => game.id === game_id) ?? games.find((game) => game_id && game.stands_for === game_id);
  if (chosen || parts.is_pinned) return chosen;
  return games.find((game) => game.attention) ?? games[0] ?? board.games[0];
}

const pin_of = (game) => `team ${game.id}`;

/** Returns the index of the chosen team: the one chosen in this game, otherwise the reader in an event or the last choice in any game. */
function pinned(game) {
  const own = readers().find(({ id }) => game.teams.some(({ code }) => code === id));
  const code = kept(pin_of(game)) ?? own?.id ?? kept("team");
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
  const title = parts.event_title(shown_event());
  const painted = part(bar, [board.games.map(({ id, title }) => [id, title]), game?.id, game?.practice, title], () => [
    h("h1", null, game ? parts.title(game) : name(title)),
    h("p", { class: "tools" }, other_language(paint), " ", h("a", { href: "/hall?view=hall" }, say("page-hall")), " ", parts.home()),
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

const key_of = ({ event, id }) => `${event} ${id}`;

/** Returns the entrants of events, each with the id and title of its event. */
const entrants_of = (events) => events.flatMap(({ id, title, entrants }) => entrants.map((entrant) => ({ ...entrant, event: id, title })));

/** Returns the entrant that the reader has chosen, and those with the same name in other events. */
function readers() {
  const all = entrants_of(board.events);
  const chosen = all.find((entrant) => key_of(entrant) === kept("entrant"));
  if (!chosen) return [];
  const is_same = ({ name, event }) => event !== chosen.event && name.en === chosen.name.en && name.ja === chosen.name.ja;
  const wanted = parts.wanted_events(board).map(({ id }) => id);
  return [chosen, ...all.filter(is_same)].filter(({ event }) => wanted.includes(event));
}

function choose_reader(entrant) {
  keep("entrant", entrant && key_of(entrant));
  search.value = "";
  if (entrant) keep("event", entrant.event);
  paint();
  (entrant === null ? search : me.querySelector("button"))?.focus();
}

/** Returns the chosen event, otherwise the reader's, or the first one with sheets; `null` without events. */
function shown_event() {
  const all = parts.wanted_events(board);
  const find = (wanted) => all.find(({ id }) => id === wanted);
  return find(kept("event")) ?? find(readers()[0]?.event) ?? all.find(({ en }) => en.length > 0) ?? all[0] ?? null;
}

/** Returns buttons for the events, if there are several. */
function choice_of_event(shown) {
  const all = parts.wanted_events(board);
  return all.length < 2 ? null : all.map((other) => {
    const button = h("button", { type: "button", "aria-pressed": String(other === shown) }, name(parts.event_title(other)));
    button.addEventListener("click", () => {
      keep("event", other.id);
      paint();
      [...events.children].find((child) => child.getAttribute("aria-pressed") === "true")?.focus();
    });
    return button;
  });
}

/** Maximum number of visible matches. */
const MATCHES = 8;

const who = (entrant) => [entrant.number === null ? null : h("b", { class: "number figures" }, String(entrant.number)), " ", name(said(entrant.name))];

/** Paints the search, or the reader with the next games. The field stays the same element, so that it keeps the focus. */
function paint_find() {
  const [own, events] = [readers(), parts.wanted_events(board)];
  const is_known = own.length > 0;
  part(find_heading, is_known, () => say(is_known ? "page-me" : "page-find"));
  part(search_label, null, () => say("page-find-how"));
  const is_called = own.some(({ event, id }) => events.find((one) => one.id === event)?.calls.some(({ players }) => players.some((player) => player.id === id)));
  part(me, [own, is_called, events.length > 1, board.games.map(({ id }) => id)], () => is_known ? [is_called ? h("p", { class: "called", role: "alert" }, say("page-called")) : null, ...seats(own, events.length > 1)] : null);
  finder.hidden = is_known;
  const all = is_known ? [] : matches(entrants_of(events), search.value);
  const first = all.slice(0, MATCHES);
  part(found, [first, events.length > 1], () => first.map((entrant) => match(entrant, events.length > 1)));
  const text = search.value.trim();
  const rest = all.length - MATCHES;
  found_told.textContent = is_known || text === "" ? ""
    : all.length === 0 ? say("page-find-none", { text }) : rest > 0 ? say("page-find-more", { count: rest }) : "";
}

function match(entrant, has_title) {
  const where = [has_title ? name(parts.event_title(entrant)) : null, entrant.seat ? said(entrant.seat.place) : null].filter((one) => one);
  const button = h("button", { type: "button" }, h("span", null, who(entrant)),
    h("span", { class: "faint" }, where.flatMap((one, at) => at === 0 ? [one] : [" · ", one])));
  button.addEventListener("click", () => choose_reader(entrant));
  return h("li", null, button);
}

/** Returns where the reader plays next, in each of the reader's events. */
function seats(own, has_title) {
  const again = h("button", { type: "button", class: "quiet" }, say("page-find-again"));
  again.addEventListener("click", () => choose_reader(null));
  return [
    h("p", { class: "who" }, has_title ? name(said(own[0].name)) : who(own[0])),
    own.map((entrant) => [
      has_title ? h("h3", null, name(parts.event_title(entrant)), entrant.number === null ? null : h("b", { class: "number figures" }, ` ${entrant.number}`)) : null,
      seat(entrant),
    ]),
    h("p", { class: "tools" }, again),
  ];
}

/** Returns where an entrant plays next and against whom. */
function seat(entrant) {
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
  return [where, show && h("p", { class: "tools" }, show)];
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
  const shown = [painted, ...parts.wanted_events(board)].filter((one) => one);
  return parts.trouble_of(shown.length > 0 ? shown : [board]);
}

/** Scrolls to the part of the page that the address names, once it is there. */
function show_fragment() {
  if (is_at_fragment || location.hash === "") return;
  const wanted = document.getElementById(location.hash.slice(1));
  is_at_fragment = wanted !== null;
  wanted?.scrollIntoView();
}

function tell_next() {
  const running = parts.running_part(board.schedule);
  part(day, [board.schedule, running], () => board.schedule.length > 0 ? parts.schedule(board.schedule, running) : null);
  parts.tell_next(next, parts.next_of(painted, board));
  parts.tell_next_round(event_next, shown_event(), board);
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
  const problem = board.trouble ? said(board.trouble) : parts.unknown_events_told(board);
  part(trouble, problem, () => problem);
  paint_bar(game);
  painted = game ?? null;
  tell_contact();
  const current = shown_event();
  const sheets = current?.[document.documentElement.lang] ?? [];
  const has_entrants = parts.wanted_events(board).some(({ entrants }) => entrants.length > 0);
  if (has_entrants) paint_find();
  const own = readers().find(({ event }) => event === current.id);
  const own_name = own ? said(own.name) : null;
  tell_next();
  part(events, [parts.wanted_events(board).map(({ id, title }) => [id, title]), current?.id], () => choice_of_event(current));
  const has_choice = events.children.length > 0;
  part(event, [current?.stage, sheets, own_name], () => sheets.length === 0 ? null : [
    h("p", { class: "stage faint" }, said(current.stage)),
    sheets.map((sheet) => h("article", { class: "sheet" }, parts.sheet(sheet, own_name))),
  ]);
  const notices = parts.wanted_events(board).flatMap((one) => one.notices);
  part(event_told, notices, () => notices.map((text) => h("p", null, said(text))));
  // Horizontal scrolling works with keys too.
  event.tabIndex = sheets.length > 0 ? 0 : -1;
  if (!game?.title) {
    document.title = parts.event_title(current);
    order(old.seen, old.told, bar, trouble, contact.seen, contact.told, event_told, has_entrants ? find : null, results, has_choice ? events : null, sheets.length > 0 ? event : none, day);
    const text = current ? said(current.stage) : "";
    none.textContent = game || trouble_of_all() || problem ? "" : text || say("board-no-games");
    show_fragment();
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
    game.winner ? won : null, mine, results, ...ORDER[game.view], has_choice ? events : null, event, day, foot);
  show_fragment();
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
