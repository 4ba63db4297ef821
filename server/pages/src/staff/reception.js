// Reception: attendance, the seeds' slips, and withdrawals.

import { h, part } from "/page/dom.js";
import { matches } from "/page/names.js";
import { say } from "/page/words.js";
import { ask, button, flaw, send } from "/page/act.js";
import { event_id, field, making, names_of, now, player, rows, unseen, who, who_text } from "./parts.js";

const FILTERS = ["all", "unseen", "present", "absent"];
let filter = "all";

const problem = flaw();
const { input: search, row: search_row } = field(say("page-staff-find"), { type: "search" });
const counts = h("p", { class: "tabs filters" });
const how = h("p", { class: "how faint" });
const list = h("ul", { class: "people" });
const none = h("p", { class: "empty" });
const rest = h("div");

/** The view of reception. */
export const reception = h("section", { class: "view" }, how, search_row, counts, problem, none, list, rest);

/** Attendance is open until the digits are known; afterwards it takes a ruling. */
const is_open = () => now.state.event.code === "COMMITTED";
const takes_slips = () => ["COMMITTED", "RECEPTION"].includes(now.state.event.code);
const is_playing = () => ["BETWEEN", "PLAYING"].includes(now.state.event.code);

/** Once attendance is fixed, everyone who isn't absent is present. */
const status = ({ absent, seen }) => (absent ? "absent" : seen || !["ROSTER", "COMMITTED"].includes(now.state.event.code) ? "present" : "unseen");

function check_in(line, present, pressed) {
  return send(pressed, problem, { do: "check-in", event: event_id(), player: line, present }, say(present ? "page-staff-marked-present" : "page-staff-marked-absent", { player: who_text(player(line)) }));
}

async function draw_slip(line, number, pressed) {
  const question = say("page-staff-slip-sure", { player: who_text(player(line)), number });
  if (await ask(question, say("page-staff-slip-enter"))) await send(pressed, problem, making("draw_slip", { player: line, number }));
}

async function withdraw(line, pressed) {
  const question = say("page-staff-withdraw-sure", { player: who_text(player(line)) });
  if (await ask(question, say("page-staff-withdraw"))) await send(pressed, problem, making("withdraw_player", { player: line }));
}

function slip_of({ line, slip, slips, absent }) {
  if (slip !== null) return h("p", { class: "good" }, say("page-staff-slip-drawn", { number: slip }));
  if (!takes_slips() || slips.length === 0 || absent) return null;
  return h("p", { class: "slips" }, h("span", null, say("page-staff-slip")), " ", slips.map((number) => button(String(number), ({ currentTarget }) => draw_slip(line, number, currentTarget))));
}

function person(one, row) {
  const state = status(one);
  row.className = "person";
  row.dataset.state = state;
  const mark = (present, key) => button(say(key), ({ currentTarget }) => check_in(one.line, present, currentTarget), { "aria-pressed": String(state === (present ? "present" : "absent")) });
  return [
    h("p", { class: "row" }, h("span", null, who(one), " ", h("span", { class: "faint" }, one.reading, " ", say("page-staff-line", { id: one.id }))), h("span", { class: "state" }, one.place || say(`page-staff-${state}`))),
    is_open() ? h("p", { class: "buttons pair" }, mark(true, "page-staff-present"), mark(false, "page-staff-absent")) : null,
    slip_of(one),
    is_playing() && one.plays ? h("p", { class: "buttons" }, button(say("page-staff-withdraw"), ({ currentTarget }) => withdraw(one.line, currentTarget), { class: "quiet" })) : null,
  ];
}

/** Marks all players absent whom reception hasn't seen. */
export async function mark_rest(pressed, problem_of_act = problem) {
  const players = unseen();
  if (await ask(say("page-staff-rest-sure", { count: players.length }), say("page-staff-rest"), names_of(players))) await send(pressed, problem_of_act, { do: "absent-rest", event: event_id() });
}

export function paint_reception() {
  const { players, event } = now.state;
  part(how, [event.code], () => say(event.code === "ROSTER" ? "page-staff-reception-early" : is_open() ? "page-staff-reception-how" : takes_slips() ? "page-staff-reception-slips" : is_playing() ? "page-staff-reception-playing" : "page-staff-reception-closed"));
  const of = (wanted) => players.filter((one) => wanted === "all" || status(one) === wanted);
  part(counts, [filter, FILTERS.map((one) => of(one).length)], () => FILTERS.map((one) => button(
    [say(`page-staff-${one}`), " ", h("b", null, String(of(one).length))],
    () => { filter = one; paint_reception(); },
    { "aria-pressed": String(filter === one) },
  )));
  const shown = search.value.trim() === "" ? of(filter) : matches(players, search.value);
  none.hidden = shown.length > 0;
  none.textContent = say(players.length === 0 ? "page-staff-no-roster" : "page-staff-none");
  rows(list, shown, ({ line }) => line, (one) => [one, event.code], person);
  const count = unseen().length;
  part(rest, [count], () => count > 0 ? h("p", { class: "buttons rest" }, button(say("page-staff-rest-count", { count }), ({ currentTarget }) => mark_rest(currentTarget), { class: "quiet" })) : null);
}

search.addEventListener("input", paint_reception);
