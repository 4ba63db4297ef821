// The parts of a game that both pages of the board show.

import { h, name } from "/page/dom.js";
import { countdown, figure, said, say } from "/page/words.js";
import { shape, wall } from "/page/stone.js";

/** From here on the last seconds are coloured. */
const SOON = [30_000, 10_000];

/** Colours by day or by night as they are asked for (`?theme=`), whatever the machine would have. */
export function dress() {
  const theme = new URLSearchParams(location.search).get("theme");
  if (!["light", "dark"].includes(theme)) return;
  document.documentElement.dataset.theme = theme;
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    const is_night = rule instanceof CSSMediaRule && rule.conditionText.includes("prefers-color-scheme: dark");
    if (is_night) rule.media.mediaText = theme === "dark" ? "all" : "not all";
  }
}

/** A game's title, or its id before that is known. */
export function title(game) {
  return [
    game.practice ? h("span", { class: "badge practice" }, say("board-practice")) : null,
    h("span", { class: "id" }, game.id),
    " ",
    game.title ? name(said(game.title)) : null,
  ];
}

/** Says in a running line what is wrong with the connection behind the page, if anything. */
export function tell_contact(at, state, now) {
  if (state === null || state.live) return at.tell("", "");
  if (state.lost_since !== null && now !== null) {
    return at.tell(say("contact-lost", { time: countdown(now - state.lost_since) }), say("page-told-lost"));
  }
  const text = state.text ? said(state.text) : say("contact-connecting");
  return at.tell(text, text);
}

/** How the program stands with what is shown, where it is not well: the first of these that it has no line to. */
export function trouble_of(shown) {
  return shown.map((one) => one.contact).find((contact) => !contact.live) ?? null;
}

/** Fills the element of the clock: figures that run, or the steps of the opening. */
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

/** What phase it is, for eyes and for readers of screens: told when it changes, not while a clock runs. */
export function phase(game) {
  return [
    game.paused ? h("span", { class: "badge paused" }, say("board-paused")) : null,
    game.paused ? " " : null,
    said(game.phase),
  ];
}

const SEALS = { sealed: ["✓", "page-sealed"], awaited: ["…", "page-awaited"], aside: ["–", "page-aside"], out: ["✗", "shared-fate-disqualified"] };

/** Who has sealed; never what. */
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

/** The names of teams, with commas. */
function names(game, teams) {
  return teams.flatMap((at, place) => [place > 0 ? ", " : null, name(said(game.teams[at].name))]);
}

/** What became of a lot. */
function fate(game, result) {
  if (result.covered) return h("p", { class: "fate covered" }, say("board-covered"));
  const ties = result.ties.map((tie) =>
    h("li", { class: "tie" }, h("b", { class: "price figures" }, figure(tie.price)), " ",
      h("span", { class: "badge" }, say("page-tie")), " ", names(game, tie.teams)),
  );
  const awards = result.awards.map((award) =>
    h("li", { class: "award" }, h("b", { class: "price figures" }, figure(award.price)), " ", names(game, award.teams)),
  );
  const rest = result.rest.map((text) => h("li", { class: "rest" }, said(text)));
  return h("ul", { class: "fate" }, ties, awards, rest);
}

/** The lots on offer, and what became of them. */
export function lots(game) {
  if (game.lots.length === 0) return [h("li", { class: "none" }, say("board-no-lots"))];
  return game.lots.map((lot) =>
    h(
      "li",
      { class: `lot ${lot.lit ? "lit" : ""}` },
      shape(lot.cells, lot.lot, lot.code, say("page-shape", { lot: lot.code, squares: lot.cells.length })),
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

/** A team's wall with its caption. */
export function wall_of(game, team) {
  const label = say("page-wall", { team: said(team.name), stones: team.stones.length });
  return h(
    "li",
    { class: "wall" },
    h("p", { class: "caption" }, h("b", null, name(said(team.name))), " ", h("span", { class: "faint" }, said(team.caption))),
    wall(game.frame, team.stones, label),
  );
}

/** All walls. */
export function walls(game) {
  return game.teams.map((team) => wall_of(game, team));
}

/** The head of the standings' figures. */
export function heads(game) {
  return h(
    "tr",
    null,
    h("td"),
    h("td", { class: "room" }),
    game.ranking.heads.map((head) => h("th", { scope: "col" }, said(head))),
  );
}

/** The rows of the standings; `pinned` is a team's place in the list of teams. */
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

/** The sheets of the event in the reader's language. */
export function sheet(sheet) {
  const table = (table) =>
    h(
      "table",
      { class: "print" },
      table.heading ? h("caption", null, table.heading) : null,
      h("thead", null, h("tr", null, table.heads.map(([text, is_figure]) =>
        h("th", { scope: "col", class: is_figure ? "figures" : null }, text)))),
      h("tbody", null, table.rows.map((row) => h("tr", null, row.map((cell, at) =>
        h("td", { class: table.heads[at][1] ? "figures" : null }, name(cell)))))),
    );
  return [
    h("h2", null, name(sheet.event), " ", h("span", { class: "faint" }, sheet.heading)),
    h("div", { class: "tables" }, sheet.tables.map(table)),
    h("ul", { class: "notes faint" }, sheet.notes.map((note) => h("li", null, note))),
  ];
}

/** The line that a page shows while it hears nothing. */
export function tell_age(at, age) {
  document.documentElement.classList.toggle("is-old", age !== null);
  if (age === null) at.tell("", "");
  else at.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
}
