// The referee's rulings. Each shows its changes before it is made.

import { h, part } from "/page/dom.js";
import { say } from "/page/words.js";
import { ask, ask_server, button, flaw, number, send, tell } from "/page/act.js";
import { field, figure, games, making, now, picker, player, reason_field, who_text } from "./parts.js";
import { card_title, result_text, slip_form } from "./slips.js";

/** Shows what a call changes, and makes it once the referee agrees. Returns whether it was made. */
async function rule(key, call, request, pressed, problem) {
  const { text, answer } = await ask_server(making(call, request, "preview"));
  tell(problem, text);
  if (text !== null) return false;
  const changes = answer.lines ?? [];
  const more = h("div", { class: "changes", tabindex: "0" }, h("h3", null, say("page-staff-changes")), changes.length === 0 ? h("p", { class: "faint" }, say("page-staff-no-changes")) : h("ul", null, changes.map((line) => h("li", null, line))));
  if (!(await ask(say(`page-staff-${key}`), say("page-staff-rule"), more))) return false;
  return send(pressed, problem, making(call, request), say("page-staff-ruled"));
}

const players = () => now.state.players;
const playing = () => now.state.players.filter(({ plays }) => plays);
/** Games with a result, as choices: their table is found by its number, and both players by their names. */
const decided = () => games().filter(({ result }) => result !== null).map((game) => {
  const [one, other] = [player(game.one), player(game.other)];
  return { ...game, number: null, name: `${card_title(game)}: ${result_text(game.result.slip)}`, found: [...one.found, ...other.found, `R${game.round}T${game.table}`] };
});

/** Makes a ruling's form: a title, an explanation, parts, and the request that they make; `null` if something is missing. */
function ruling(key, parts, request_of, call) {
  const reason = reason_field();
  const problem = flaw();
  const made = parts.map((one) => one());
  const pressed = h("button", { type: "submit", class: "main" }, say("page-staff-preview"));
  const form = h("form", null, made.map(({ element }) => element), reason.row, h("p", { class: "buttons" }, pressed), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell(problem, "");
    const request = request_of(...made);
    if (request === null) return tell(problem, say("page-staff-needs-choice"));
    const text = reason.input.value.trim();
    if (text === "") return ask_for_reason(reason, problem);
    if (!(await rule(key, call, { ...request, reason: text }, pressed, problem))) return;
    reason.input.value = "";
    for (const one of made) one.clear?.();
  });
  return box(key, form);
}

function ask_for_reason({ input }, problem) {
  tell(problem, say("page-staff-needs-reason"));
  input.focus();
}

const box = (key, ...content) => h("details", { class: "card ruling" }, h("summary", null, say(`page-staff-${key}`)), h("p", { class: "faint" }, say(`page-staff-${key}-how`)), content);

const pick_player = (key = "page-staff-player") => () => picker(say(key), players);
const pick_playing = (key = "page-staff-player") => () => picker(say(key), playing);

function correct() {
  const problem = flaw();
  const place = h("div");
  const chosen = picker(say("page-staff-game"), decided, (game) => {
    place.replaceChildren();
    if (game === null) return;
    const reason = reason_field();
    const form = slip_form(game, say("page-staff-preview"), async (request, pressed, flaw_of_form) => {
      const text = reason.input.value.trim();
      if (text === "") return ask_for_reason(reason, flaw_of_form);
      if (await rule("correct", "overrule_result", { entry: game.result.entry, slip: request.slip, reason: text }, pressed, flaw_of_form)) chosen.clear();
      if (chosen.value() === null) place.replaceChildren();
    }, game.result.slip);
    form.element.prepend(reason.row);
    place.replaceChildren(form.element);
  }, "page-staff-no-game");
  return box("correct", chosen.element, place, problem);
}

const last_round = () => now.state.rounds.at(-1)?.round ?? null;

function free_text() {
  const { input, row } = field(say("page-staff-text"), { maxlength: 200 });
  const problem = flaw();
  const pressed = h("button", { type: "submit", class: "main" }, say("page-staff-record"));
  const form = h("form", null, row, h("p", { class: "buttons" }, pressed), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (input.value.trim() === "") return input.focus();
    if (await send(pressed, problem, making("add_ruling", { text: input.value.trim() }), say("page-staff-ruled"))) input.value = "";
  });
  return box("text-ruling", form);
}

function digits() {
  const { input, row } = field(say("page-staff-digits"), { inputmode: "numeric" });
  return { element: row, clear: () => (input.value = ""), value: () => input.value.normalize("NFKC").split(/[\s,、]+/).filter((one) => one !== "") };
}

const absent = () => {
  const input = h("select", { "aria-label": say("page-staff-attendance") }, h("option", { value: "true" }, say("page-staff-absent")), h("option", { value: "false" }, say("page-staff-present")));
  return { element: h("p", { class: "field" }, input), value: () => input.value === "true" };
};

function league() {
  const input = h("select", { "aria-label": say("page-staff-league") }, Array.from({ length: now.state.event.leagues }, (_, at) => h("option", null, String.fromCharCode(65 + at))));
  return { element: h("p", { class: "field" }, input), value: () => input.value };
}

function firsts() {
  const place = h("div");
  const problem = flaw();
  const paint_firsts = () => part(place, [now.state.firsts], () => {
    const open = now.state.firsts.filter(({ player: first }) => first !== null);
    return open.length === 0 ? h("p", { class: "faint" }, say("page-staff-nothing-to-confirm")) : open.map(({ league: letter, player: first }) => h("p", { class: "row" }, h("span", null, say("page-staff-first-of", { league: letter, player: first })), button(say("page-staff-confirm-first"), ({ currentTarget }) => rule("firsts", "confirm_first", { league: letter }, currentTarget, problem), { class: "main" })));
  });
  return { element: box("firsts", place, problem), paint_firsts };
}

function spare() {
  const choices = () => now.state.groups.map((group) => ({ ...group, number: null, name: `${group.game}: ${group.teams.join(", ")}`, found: [group.game, ...group.teams] }));
  return ruling("replace-game", [() => picker(say("page-staff-game"), choices)], (game) => {
    const one = game.value();
    return one === null ? null : { game: { stage: one.stage, group: one.group, spare: one.spare }, counted: one.counted };
  }, "replace_game");
}

const element = h("section", { class: "view" });
const forms = h("div", { class: "cards" });
const done = h("div", { class: "rulings" });
element.append(h("p", { class: "how faint" }, say("page-staff-referee-how")), forms, done);
export const referee = element;

const name_first = () => ruling("name-first", [league, pick_player()], (letter, one) => (one.value() === null ? null : { league: letter.value(), player: one.value().line }), "name_first");

let made_for = null;
let of_firsts = null;

function make_forms() {
  if (!now.state.event.in_leagues) return [spare(), free_text()];
  const has_leagues = now.state.event.leagues > 0;
  of_firsts = has_leagues ? firsts() : null;
  return [
    correct(),
    ruling("replay", [() => picker(say("page-staff-game"), () => decided().filter(({ round }) => round === last_round()))], (game) => (game.value() === null ? null : { entry: game.value().result.entry }), "reopen_game"),
    ruling("unpair", [], () => (last_round() === null ? null : { round: last_round() }), "unpair_round"),
    ruling("pair-by-ruling", [pick_playing("page-staff-player-one"), pick_playing("page-staff-player-other")], (one, other) => {
      if (one.value() === null || other.value() === null) return null;
      return { round: (last_round() ?? 0) + 1, fixed: [{ higher: one.value().line, lower: other.value().line }] };
    }, "pair_by_ruling"),
    ruling("excuse", [pick_playing()], (one) => (one.value() === null ? null : { player: one.value().line }), "excuse_player"),
    ruling("attendance", [pick_player(), absent], (one, is_absent) => (one.value() === null ? null : { player: one.value().line, absent: is_absent.value() }), "overrule_attendance"),
    ...(has_leagues ? [of_firsts.element, name_first()] : []),
    ruling("digits-ruling", [digits], (typed) => (typed.value().length === 0 ? null : { results: typed.value() }), "overrule_digits"),
    free_text(),
  ];
}

export function paint_referee() {
  const { event, rulings } = now.state;
  if (made_for !== event.event) {
    made_for = event.event;
    forms.replaceChildren(...make_forms());
  }
  of_firsts?.paint_firsts();
  part(done, [rulings], () => rulings.length === 0 ? null : [h("h2", null, say("page-staff-rulings")), h("ol", null, rulings.map((text) => h("li", null, text)))]);
}
