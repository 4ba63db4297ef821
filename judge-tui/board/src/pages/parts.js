// The parts of a game that both pages of the board show.

import { h, name } from "/page/dom.js";
import { countdown, figure, said, say } from "/page/words.js";
import { shape, wall } from "/page/stone.js";

/** Remaining milliseconds at which the clock changes its colour. */
const SOON = [30_000, 10_000];

/** Applies the colours of `?theme=`, which takes precedence over the machine's setting. */
export function dress() {
  const theme = new URLSearchParams(location.search).get("theme");
  if (!["light", "dark"].includes(theme)) return;
  document.documentElement.dataset.theme = theme;
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    const is_night = rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme: dark");
    if (is_night) rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
}

/** Returns the heading of a game: its id, and its title once it is known. */
export function title(game) {
  return [
    game.practice ? h("span", { class: "badge practice" }, say("board-practice")) : null,
    h("span", { class: "id" }, game.id),
    " ",
    game.title ? name(said(game.title)) : null,
  ];
}

/** Returns a link to the start page, if the site has one. */
export const home = () => document.body.classList.contains("hosted") ? h("a", { href: "/" }, say("page-home")) : null;

/** The requested event ids. Without any, all events are shown. */
const chosen_events = (new URLSearchParams(location.search).get("event") ?? "").split(",").map((id) => id.trim()).filter(Boolean);

/** Whether the address requests events. */
export const is_pinned = chosen_events.length > 0;

/** Returns the requested events, or all events. */
export function wanted_events(board) {
  return is_pinned ? board.events.filter(({ id }) => chosen_events.includes(id)) : board.events;
}

/** Returns an error about requested ids that match no event, once the events are known. */
export function unknown_events_told(board) {
  const known = board.events.map(({ id }) => id);
  const unknown = chosen_events.filter((id) => !known.includes(id));
  if (unknown.length === 0 || (known.length === 0 && !board.contact.live)) return null;
  return say("board-unknown-events", { events: unknown.join(", "), known: known.join(", ") || "–" });
}

/** Returns the title of an event, or of the board without one. */
export function event_title(event) {
  return said(event?.title) || event?.id || say("board-title");
}

/** Shows the problem of a connection in a running line, if there is one. */
export function tell_contact(at, state, now) {
  if (state === null || state.live) return at.tell("", "");
  if (state.lost_since !== null && now !== null) {
    return at.tell(say("contact-lost", { time: countdown(now - state.lost_since) }), say("page-told-lost"));
  }
  const text = state.text ? said(state.text) : say("contact-connecting");
  return at.tell(text, text);
}

/** Returns the first contact that isn't live; `null` if all are. */
export function trouble_of(shown) {
  return shown.map((one) => one.contact).find((contact) => !contact.live) ?? null;
}

/** Updates the clock: the remaining time, or the step of the opening. */
export function tick(element, game, now) {
  const clock = game.clock;
  let text = "";
  let tone = "";
  if (game.cover !== null) {
    text = `${game.cover}`;
  } else if (clock && (clock.left !== null || now !== null)) {
    const left = clock.left ?? Math.max(0, clock.closes_at - now);
    text = countdown(left) + (clock.guess ? "?" : "");
    tone = game.paused || left > SOON[0] ? "" : left > SOON[1] ? "soon" : "last";
    if (clock.guess) tone = "guess";
  }
  if (element.textContent !== text) element.textContent = text;
  element.className = `clock figures ${tone}`;
}

/** Maximum time until the next part at which it is shown, and at which it is counted down. */
const NEXT = [12 * 3_600_000, 3_600_000];
const DAY = 86_400_000;

/** Returns the milliseconds from now until a time of day, in minutes from midnight by this machine's clock; negative if it has passed. */
function until(minutes) {
  const left = until_today(minutes);
  return left < -DAY / 2 ? left + DAY : left;
}

/** Returns the same for a time of this day. */
function until_today(minutes) {
  const now = new Date();
  return minutes * 60_000 - (((now.getHours() * 60 + now.getMinutes()) * 60 + now.getSeconds()) * 1000);
}

/** Returns the next part of the day, with the break that goes on until then, if it does; `null` after the last part. */
export function scheduled(schedule) {
  const at = schedule.findIndex((entry) => until_today(entry.minutes) > 0);
  if (at < 0) return null;
  const now = schedule[at - 1];
  return { ...schedule[at], key: "page-starts-in", now: now?.pause ? now.text : null };
}

/** Returns the index of the part that goes on now; -1 before the first. */
export const running_part = (schedule) => schedule.findLastIndex((entry) => until_today(entry.minutes) <= 0);

/** Returns the parts of the day. */
export function schedule(entries, now) {
  return [h("h2", null, say("page-schedule")), h("ol", null, entries.map((entry, at) =>
    h("li", { "aria-current": at === now ? "time" : null }, h("b", { class: "figures" }, time_of_day(entry.minutes)), " ", said(entry.text))))];
}

/** Returns what comes next for a game: its own announcement, or the next part of the day, except while it needs attention. */
export const next_of = (game, board) => game?.next ?? (game?.attention ? null : scheduled(board.schedule));

/** Shows an event's next round in a running line, or the next part of the day. */
export function tell_next_round(at, event, board) {
  const round = event?.next;
  if (round) tell_next(at, round, "page-starts-in");
  else tell_next(at, scheduled(board.schedule));
}

/** Formats minutes from midnight as a time of day. */
export const time_of_day = (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

/** Shows what comes next in a running line: counted down within an hour in the sentence `key`, before that with its time. */
export function tell_next(at, next, key = "page-next-in") {
  const left = next ? until(next.minutes) : 0;
  if (left <= 0 || left > NEXT[0]) return at.tell("", "");
  const time = left > NEXT[1]
    ? say("page-next-at", { clock: time_of_day(next.minutes) })
    : say(next.key ?? key, { time: countdown(left) });
  const what = [next.now, next.text].filter(Boolean).map(said);
  at.tell([...what.slice(0, -1), time, what.at(-1)].join(" – "), `${say("page-next-at", { clock: time_of_day(next.minutes) })} – ${what.at(-1)}`);
}

/** Returns the phase. It contains no running time, so screen readers read it only when it changes. */
export function phase(game) {
  return [
    game.paused ? h("span", { class: "badge paused" }, say("board-paused")) : null,
    game.paused ? " " : null,
    said(game.phase),
  ];
}

const SEALS = { sealed: ["✓", "page-sealed"], awaited: ["…", "page-awaited"], aside: ["–", "page-aside"], out: ["✗", "shared-fate-disqualified"] };

/** Returns which teams have submitted. */
export function seals(game) {
  return game.teams.map((team) => {
    const [sign, key] = SEALS[team.seal];
    return h(
      "li",
      { class: `seal ${team.seal}` },
      h("span", { class: "sign", role: "img", "aria-label": say(key) }, sign),
      " ",
      name(said(team.name)),
    );
  });
}

/** Returns the names of teams, separated by commas. */
function names(game, teams) {
  return teams.flatMap((at, place) => [place > 0 ? ", " : null, name(said(game.teams[at].name))]);
}

/** Returns the awards, with the number of copies that one team won for one price. */
function merged(awards) {
  const counts = new Map();
  for (const award of awards) {
    const key = `${award.price} ${award.teams}`;
    counts.set(key, { award, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** Returns the outcome of a lot. */
function fate(game, result) {
  if (result.covered) return h("p", { class: "fate covered" }, say("board-covered"));
  const ties = result.ties.map((tie) =>
    h("li", { class: "tie" }, h("b", { class: "price figures" }, figure(tie.price)), " ",
      h("span", { class: "badge" }, say("page-tie")), " ", names(game, tie.teams)),
  );
  const awards = merged(result.awards).map(({ award, count }) =>
    h("li", { class: "award" }, h("b", { class: "price figures" }, figure(award.price)), " ", names(game, award.teams),
      count > 1 ? ` ×${count}` : null),
  );
  const rest = result.rest.map((text) => h("li", { class: "rest" }, said(text)));
  return h("ul", { class: "fate" }, ties, awards, rest);
}

/** Returns the class of a lot: whether it is uncovered, and whether nobody got it. */
function lot_class(lot) {
  const open = lot.result && !lot.result.covered;
  const idle = open && lot.result.awards.length === 0 && lot.result.ties.length === 0;
  return ["lot", lot.lit ? "lit" : "", open ? "open" : "", idle ? "idle" : ""].filter(Boolean).join(" ");
}

const drawing_of = (lot) => shape(lot.cells, lot.lot, lot.code, say("page-shape", { lot: lot.code, squares: lot.cells.length }));

/** Returns the lot that was uncovered last with its outcome, or `null` if several were, or none. */
export function spotlight(game) {
  const lit = game.lots.filter((lot) => lot.lit && lot.result && !lot.result.covered);
  if (lit.length !== 1) return null;
  return [drawing_of(lit[0]), h("b", { class: "code" }, lit[0].code), fate(game, lit[0].result)];
}

/** Returns the winner's screen: name, wall, place, and what decided it. */
export function winner(game) {
  return [
    h("p", { class: "crown" }, say("board-winner")),
    h("ul", null, game.winner.teams.map((at) => h(
      "li",
      null,
      h("h2", null, h("span", { class: "place figures" }, said(game.winner.place)), " ", name(said(game.teams[at].name))),
      wall(game.frame, game.teams[at].stones, say("page-wall", { team: said(game.teams[at].name), stones: game.teams[at].stones.length })),
      h("p", { class: "faint" }, said(game.teams[at].caption)),
    ))),
    game.winner.why ? h("p", { class: "why" }, say("board-winner-why", { why: said(game.winner.why) })) : null,
  ];
}

/** Returns the lots on offer with their outcomes. */
export function lots(game) {
  if (game.lots.length === 0) return [h("li", { class: "none" }, say("board-no-lots"))];
  return game.lots.map((lot) =>
    h(
      "li",
      { class: lot_class(lot) },
      drawing_of(lot),
      h(
        "div",
        { class: "about" },
        h("p", { class: "offer" }, h("b", null, lot.code), ` ×${lot.copies} `,
          h("span", { class: "faint" }, say("shared-from", { price: figure(lot.min) }))),
        lot.result ? fate(game, lot.result) : null,
      ),
    ),
  );
}

/** Returns a team's wall with its caption. */
export function wall_of(game, team) {
  const label = say("page-wall", { team: said(team.name), stones: team.stones.length });
  return h(
    "li",
    { class: "wall" },
    h("p", { class: "caption" }, h("b", null, name(said(team.name))), " ", h("span", { class: "faint" }, said(team.caption))),
    wall(game.frame, team.stones, label),
  );
}

export function walls(game) {
  return game.teams.map((team) => wall_of(game, team));
}

/** Returns the header row of the standings. */
export function heads(game) {
  return h(
    "tr",
    null,
    h("td"),
    h("td", { class: "room" }),
    game.ranking.heads.map((head) => h("th", { scope: "col" }, said(head))),
  );
}

/** Returns the rows of the standings. `pinned` is the index of the chosen team. */
export function rows(game, with_why, pinned) {
  return game.ranking.rows.map((row) => {
    if (row.covered) {
      return h("tbody", { class: "row covered" }, h("tr", null, h("td"),
        h("td", { colspan: game.ranking.heads.length + 1 }, say("board-covered"))));
    }
    const figures =
      row.figures.length > 0
        ? row.figures.map((value) => h("td", { class: "figures" }, figure(value)))
        : h("td", { colspan: game.ranking.heads.length }, say("console-disqualified"));
    const why = with_why && row.why
      ? h("tr", { class: "why faint" }, h("td"), h("td", { colspan: game.ranking.heads.length + 1 }, `↓ ${said(row.why)}`))
      : null;
    return h(
      "tbody",
      { class: `row ${row.lit ? "lit" : ""} ${row.team === pinned ? "pinned" : ""}` },
      h("tr", null, h("td", { class: "place figures" }, said(row.place)),
        h("th", { scope: "row" }, name(said(game.teams[row.team].name))), figures),
      why,
    );
  });
}

/** Maximum number of visible calls and announcements of the event. */
const MOST_CALLS = 4;

/** Returns what the hall shows of events' calls and announcements, the latest first: tables large, names with their reading. */
export function calls(events) {
  const recent = events.flatMap((event) => event.calls.filter(({ recent }) => recent));
  const called = recent.map(({ table, players }) => h("div", { class: "call" },
    h("b", { class: "seat figures" }, said(table)),
    h("span", { class: "who" }, players.map((player) => h("span", null, name(said(player.name)), player.reading ? h("span", { class: "reading faint" }, player.reading) : null)))));
  const told = events.flatMap(({ notices }) => notices).map((text) => h("div", { class: "notice" }, said(text)));
  const all = [...called, ...told];
  const rest = all.length - MOST_CALLS;
  return [...all.slice(0, MOST_CALLS), rest > 0 ? h("div", { class: "more" }, say("board-more-announcements", { count: rest })) : null];
}

/** Returns the content of one of the event's sheets. Rows with the name `mine` are marked. */
export function sheet(sheet, mine = null) {
  const table = (table) =>
    h(
      "table",
      { class: "print" },
      table.heading ? h("caption", null, table.heading) : null,
      h("thead", null, h("tr", null, table.heads.map(([text, is_figure]) =>
        h("th", { scope: "col", class: is_figure ? "figures" : null }, text)))),
      h("tbody", null, table.rows.map((row) => h("tr", { class: mine !== null && row.includes(mine) ? "mine-row" : null }, row.map((cell, at) =>
        h("td", { class: table.heads[at][1] ? "figures" : null }, name(cell)))))),
    );
  return [
    h("h2", null, name(sheet.event), " ", h("span", { class: "faint" }, sheet.heading)),
    h("div", { class: "tables" }, sheet.tables.map(table)),
    h("ul", { class: "notes faint" }, sheet.notes.map((note) => h("li", null, note))),
  ];
}

/** Shows that the page is out of date while it receives nothing. */
export function tell_age(at, age) {
  document.documentElement.classList.toggle("is-old", age !== null);
  if (age === null) at.tell("", "");
  else at.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
}
