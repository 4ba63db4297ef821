// Counts, lists on paper, and questions. A form stays the same element while its subject is open, so that nothing typed is lost.

import { h, name, part } from "/page/dom.js";
import { language, say } from "/page/words.js";
import { ask, button, flaw, number, send, tell } from "/page/act.js";

const FIGURES = [["empty", "page-judge-empty"], ["top_gaps", "page-judge-top-gaps"], ["used", "page-judge-used"]];
/** Maximum length of an answer, and of a reason. */
const MOST = 200;

let ids = 0;
function field(text, more) {
  const id = `field-${(ids += 1)}`;
  const input = h("input", { type: "text", id, autocomplete: "off", ...more });
  return { input, row: h("p", { class: "field" }, h("label", { for: id }, text), input) };
}

const digits = { inputmode: "numeric", class: "figure", maxlength: 9 };

/** Keeps one form for each subject, in order, and removes those whose subject is gone. */
function keyed(box, forms, subjects, key, make, empty) {
  const keys = subjects.map(key);
  for (const old of [...forms.keys()]) {
    if (keys.includes(old)) continue;
    forms.get(old).element.remove();
    forms.delete(old);
  }
  subjects.forEach((subject, at) => {
    if (!forms.has(keys[at])) forms.set(keys[at], make(subject));
    const form = forms.get(keys[at]);
    form.paint(subject);
    // An element that moves loses the focus, so only a misplaced one is moved.
    if (box.children[at] !== form.element) box.insertBefore(form.element, box.children[at] ?? null);
  });
  while (box.children.length > subjects.length) box.lastElementChild.remove();
  if (subjects.length === 0) box.append(h("p", { class: "empty" }, empty));
}

// Counts.

const count_cards = h("div", { class: "cards" });
const count_forms = new Map();
let state = null;

/** The view of counts. */
export const counts = h("section", { class: "view" }, h("p", { class: "how faint" }, say("page-judge-count-how")), count_cards);

function count_form({ team }) {
  const fields = FIGURES.map(([figure, key]) => [figure, field(say(key), digits)]);
  const problem = flaw();
  const head = h("div");
  const entered = h("div", { class: "entered" });
  const reason = field(say("page-judge-count-reason"), { maxlength: MOST, value: say("page-judge-count-reason-text") });
  const check = h("button", { type: "submit", class: "main" }, say("page-judge-count-check"));
  const form = h("form", null, h("div", { class: "figures" }, fields.map(([, { row }]) => row)), h("p", { class: "buttons" }, check));
  const confirm_box = h("div", { hidden: true }, reason.row);
  let shown = null;

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const read = fields.map(([figure, { input }]) => [figure, number(input)]);
    const bad = read.findIndex(([, value]) => value === null);
    if (bad >= 0) return fields[bad][1].input.focus();
    const done = await send(check, problem, { do: "count", game: state.game.game, team, count: Object.fromEntries(read) });
    if (done) for (const [, { input }] of fields) input.value = "";
  });

  async function confirm(pressed) {
    const { own, first } = shown.entered;
    if (own && !(await ask(say("page-judge-confirm-alone"), say("page-judge-confirm-anyway")))) return;
    const what = { do: "confirm-count", game: state.game.game, team, count: first, reason: reason.input.value.trim(), alone: own };
    await send(pressed, problem, what, say("page-judge-count-saved"));
  }

  const drop = (key) => button(say(key), ({ currentTarget }) => send(currentTarget, problem, { do: "drop-count", game: state.game.game, team }), { class: "quiet" });

  /** Returns what the counts mean, and what can be done with them. */
  function steps(count) {
    const buttons = (...list) => h("p", { class: "buttons" }, list);
    if (count.matches && (count.second === null || count.agreed)) return [h("p", { class: "good" }, "✓ ", say("page-judge-count-matches")), buttons(drop("page-judge-count-again"))];
    if (count.second !== null && !count.agreed) return [h("p", { class: "wait" }, say("page-judge-counts-differ")), buttons(drop("page-judge-count-again"))];
    if (!is_confirmed_here(count)) return [h("p", { class: "wait" }, say(count.agreed ? "page-judge-confirm-agreed" : "page-judge-confirm-other")), buttons(drop("page-judge-count-drop"))];
    const agreed = count.agreed ? h("p", { class: "good" }, "✓ ", say("page-judge-counts-agree")) : null;
    return [agreed, buttons(button(say("page-judge-confirm"), ({ currentTarget }) => confirm(currentTarget), { class: "main" }), drop("page-judge-count-drop"))];
  }

  function table({ entered: { first, second }, counted }) {
    const columns = [["page-judge-count-first", first], ["page-judge-count-second", second], ["page-judge-server", counted]].filter(([, count]) => count !== null);
    const head_row = h("tr", null, h("td"), columns.map(([key]) => h("th", { scope: "col" }, say(key))));
    const rows = FIGURES.map(([figure, key]) => {
      const figures = columns.map(([, count]) => count[figure]);
      const differs = new Set(figures).size > 1;
      return h("tr", { class: differs ? "differs" : null, "data-figure": figure },
        h("th", { scope: "row" }, say(key), differs ? [h("b", { "aria-hidden": "true" }, "\u00a0≠"), h("span", { class: "unseen" }, say("page-judge-count-differs"))] : null), figures.map((value) => h("td", null, String(value))));
    });
    return h("table", null, h("thead", null, head_row), h("tbody", null, rows));
  }

  const element = h("article", { class: "card count", "data-team": team }, head, form, entered, problem);
  return {
    element,
    paint(subject) {
      shown = subject;
      const { won, carried, checked, placed, counted, manual, entered: count } = subject;
      const is_open = count === null || count.first === null;
      part(head, [subject.name, won, carried, checked, placed, counted, manual, subject.out, is_open, count === null], () => [
        h("h2", null, name(subject.name), subject.out ? h("span", { class: "badge" }, say("shared-fate-disqualified")) : null),
        h("p", { class: "faint" }, say("page-judge-progress", { won, carried, checked, placed })),
        manual ? h("p", null, say("page-judge-count-manual")) : null,
        // The server's figures could sway a count, so only recorded ones are shown before it.
        manual && is_open && counted !== null ? h("p", null, FIGURES.map(([figure, key]) => `${say(key)} ${counted[figure]}`).join(" / ")) : null,
        is_open && count !== null ? h("p", { class: "wait" }, say("page-judge-count-other")) : null,
      ]);
      form.hidden = !is_open;
      entered.hidden = is_open;
      part(entered, [count, counted, state.alone, state.game.game], () => is_open ? null : [table(subject), confirm_box, ...steps(count)]);
      confirm_box.hidden = is_open || !is_confirmed_here(count);
    },
  };
}

/** Returns whether this device can confirm the count: the second person's, or that of the only judge after a question. */
const is_confirmed_here = ({ own, agreed, matches, second }) => !(matches && (second === null || agreed)) && (own ? state.alone && second === null : agreed);

export function paint_counts(now) {
  state = now;
  keyed(count_cards, count_forms, now.game.teams, ({ team }) => `${now.game.game} ${team}`, count_form, "");
}

// Lists on paper.

const list_state = h("p", { class: "empty" });
const list_problem = flaw();
const lines = h("ol", { class: "lines" });
const team_select = h("select", { id: "list-team" });
const list_reason = field(say("page-judge-list-reason"), { maxlength: MOST, value: say("page-judge-list-reason-text") });
const enter_button = h("button", { type: "submit", class: "main" }, say("page-judge-list-submit"));
const add_button = button(say("page-judge-line-add"), () => add_line(true), { class: "quiet" });
const decline_button = button(say("page-judge-decline"), decline, { class: "quiet" });
const list_form = h(
  "form", { class: "card list" },
  h("p", { class: "faint" }, say("page-judge-list-how")),
  h("p", { class: "field" }, h("label", { for: "list-team" }, say("page-judge-list-team")), team_select),
  lines, h("p", { class: "buttons" }, add_button), list_reason.row, list_problem,
  h("p", { class: "buttons" }, enter_button, decline_button),
);
/**
 * The round and attempt in which the list was begun, because it must not end up in the next one, and whether its team had submitted
 * a list, because another one must not be replaced unseen.
 */
let begun = null;

/** The view of lists on paper. */
export const lists = h("section", { class: "view" }, list_state, list_form);

const offer = () => state?.game?.list ?? null;

function fill_options(select, options) {
  const was = select.value;
  const key = JSON.stringify(options);
  if (select.dataset.key === key) return;
  select.dataset.key = key;
  // A chosen option stays until somebody changes it, even if it is no longer on offer.
  const kept = was === "" || options.some(([value]) => value === was) ? [] : [[was, was]];
  select.replaceChildren(...[["", "–"], ...kept, ...options].map(([value, text]) => h("option", { value }, text)));
  select.value = was;
}

const lot_options = () => (offer()?.lots ?? []).map(({ code, min }) => [code, `${code} (${say("page-desk-min", { price: min })})`]);

function add_line(is_focused) {
  const at = lines.children.length + 1;
  if (at > (offer()?.most ?? 0)) return;
  const lot = h("select", { class: "lot", "aria-label": say("page-judge-line-lot", { line: at }) });
  const price = h("input", { type: "text", autocomplete: "off", ...digits, "aria-label": say("page-judge-line-price", { line: at }) });
  lot.append(h("option", { value: "" }, "–"));
  fill_options(lot, lot_options());
  lines.append(h("li", { class: "row" }, lot, price));
  add_button.hidden = at >= (offer()?.most ?? 0);
  if (is_focused) lot.focus();
}

function clear_list() {
  lines.replaceChildren();
  team_select.value = "";
  begun = null;
  tell(list_problem, null);
  fill_lines();
}

/** Adds empty lines up to a short list's length. */
function fill_lines() {
  while (lines.children.length < Math.min(3, offer()?.most ?? 0)) add_line(false);
}

/** Returns the lines of the list; `null` if one is incomplete, which gets the focus. */
function read_lines() {
  const bids = [];
  for (const line of lines.children) {
    const [lot, price] = line.children;
    if (lot.value === "" && price.value.trim() === "") {
      price.removeAttribute("aria-invalid");
      continue;
    }
    const value = number(price);
    lot.setAttribute("aria-invalid", String(lot.value === ""));
    if (lot.value === "" || value === null) {
      (lot.value === "" ? lot : price).focus();
      tell(list_problem, say("page-judge-list-bad"));
      return null;
    }
    bids.push({ lot: lot.value, price: value });
  }
  return bids;
}

const chosen = () => offer()?.teams.find(({ team }) => team === team_select.value);

/** Remembers what the list is for, from the first input until it is entered or refused. */
function begin_list() {
  const now = offer();
  if (now !== null) begun ??= { game: state.game.game, round: now.round, attempt: now.attempt, replaces: chosen()?.submitted ?? false };
}

async function enter_list(pressed, bids) {
  begin_list();
  if (begun === null) return;
  const team = team_select.value;
  const title = chosen()?.name ?? team;
  const { round, attempt, replaces } = begun;
  const doubts = bids.length === 0 ? ["page-judge-decline-sure", "page-judge-decline-replace-sure"] : [null, "page-judge-list-replace-sure"];
  const doubt = doubts[Number(replaces)];
  if (doubt !== null && !(await ask(say(doubt, { team: title }), say(bids.length === 0 ? "page-judge-decline" : "page-judge-list-submit")))) return;
  const what = { do: "list", game: state.game.game, team, round, attempt, bids, replaces, reason: list_reason.input.value.trim() };
  if (await send(pressed, list_problem, what, say("page-judge-list-entered", { team: title }))) clear_list();
  // The reason was shown, so the next attempt is meant for what is on the screen now.
  else begun = null;
}

list_form.addEventListener("input", begin_list);
team_select.addEventListener("change", () => {
  begun = null;
  begin_list();
});
list_form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (team_select.value === "") return team_select.focus();
  const bids = read_lines();
  if (bids === null) return;
  if (bids.length === 0) return tell(list_problem, say("page-judge-list-add-first"));
  await enter_list(enter_button, bids);
});

async function decline({ currentTarget }) {
  if (team_select.value === "") return team_select.focus();
  await enter_list(currentTarget, []);
}

export function paint_lists(now) {
  state = now;
  const list = now.game.list;
  if (begun !== null && begun.game !== now.game.game) clear_list();
  const key = !now.organiser ? "page-judge-list-organiser" : list === null ? "page-judge-no-list" : null;
  list_state.hidden = key === null;
  if (key !== null && list_state.textContent !== say(key)) list_state.textContent = say(key);
  // A form that was begun stays, so that a reason can be read and nothing typed is lost.
  list_form.hidden = key !== null && begun === null && list_problem.hidden;
  enter_button.disabled = list === null;
  decline_button.disabled = list === null;
  if (list === null) return;
  const team_option = ({ team, name: title, submitted }) => [team, submitted ? say("page-judge-list-submitted", { team: title }) : title];
  fill_options(team_select, list.teams.map(team_option));
  for (const line of lines.children) fill_options(line.firstElementChild, lot_options());
  fill_lines();
}

// Questions.

const question_cards = h("div", { class: "cards" });
const question_forms = new Map();

/** The view of questions. */
export const questions = h("section", { class: "view" }, question_cards);

/** Returns the prepared answers as buttons that fill in both fields, and asks before they replace a typed text. */
function prepared_answers(english, japanese, filled) {
  const texts = () => [english.value.trim(), japanese.value.trim()];
  const is_prepared = ([en, ja]) => state.answers.some((answer) => answer.english === en && answer.japanese === ja);
  const is_typed = () => texts().some((text) => text !== "") && !is_prepared(texts());
  const choice = (answer) => {
    const [first, other] = language() === "ja" ? [answer.japanese, answer.english] : [answer.english, answer.japanese];
    return h("li", null, button(first || other, async () => {
      if (is_typed() && !(await ask(say("page-judge-answer-replace"), say("page-judge-answer-replace-yes")))) return;
      [english.value, japanese.value] = [answer.english, answer.japanese];
      filled();
    }, { class: "quiet" }));
  };
  const list = h("ul");
  const element = h("details", { class: "prepared" }, h("summary", null, say("page-judge-answer-prepared")), list);
  return {
    element,
    paint() {
      element.hidden = state.answers.length === 0;
      part(list, state.answers, () => state.answers.map(choice));
    },
  };
}

function question_form({ team, name: title, number: question, at, text }) {
  const english = field(say("page-judge-answer-english"), { maxlength: MOST, lang: "en" });
  const japanese = field(say("page-judge-answer-japanese"), { maxlength: MOST, lang: "ja" });
  const to_all = h("input", { type: "checkbox" });
  const problem = flaw();
  const answer = h("button", { type: "submit", class: "main" }, say("page-judge-answer-send"));
  let revision = 0;
  const prepared = prepared_answers(english.input, japanese.input, () => tell(problem, null));
  const form = h("form", null, prepared.element, english.row, japanese.row, h("label", { class: "check" }, to_all, say("page-judge-answer-public")), problem, h("p", { class: "buttons" }, answer));
  form.addEventListener("input", () => tell(problem, null));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const texts = { english: english.input.value.trim(), japanese: japanese.input.value.trim() };
    if (texts.english === "" && texts.japanese === "") {
      tell(problem, say("page-judge-answer-one"));
      return english.input.focus();
    }
    send(answer, problem, { do: "answer", game: state.game.game, team, question, revision, ...texts, to_all: to_all.checked });
  });
  const element = h("article", { class: "card" }, h("h2", null, say("page-judge-answer", { team: title })), h("p", { class: "faint" }, at), h("blockquote", null, name(text)), form);
  return {
    element,
    paint(subject) {
      revision = subject.revision;
      prepared.paint();
    },
  };
}

export function paint_questions(now) {
  state = now;
  const key = ({ team, number: question }) => `${now.game.game} ${team} ${question}`;
  keyed(question_cards, question_forms, now.game.questions, key, question_form, say("page-judge-no-questions"));
}
