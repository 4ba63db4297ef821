// The organiser's next step, the roster from a file, and printouts.

import { h, part } from "/page/dom.js";
import { language, say } from "/page/words.js";
import { ask, ask_server, button, flaw, send, tell } from "/page/act.js";
import { announcements, paint_announcements } from "./calls.js";
import { event_id, field, making, names_of, now, player, sentence, unseen, who } from "./parts.js";
import { mark_rest } from "./reception.js";

const problem = flaw();
const next_box = h("article", { class: "card next" });
const prints = h("div", { class: "card prints" });
const commitment = h("div", { class: "card hash" });
/** Players who would be paired although reception hasn't seen them. */
const missing = h("div");
/** The round to print; null for the latest one. */
let printed_round = null;

/** The view of the organiser. */
export const organiser = h("section", { class: "view" }, next_box, problem, commitment, announcements, prints);

/** Returns the button's text of a step. */
const verb = (call) => say(`page-staff-do-${call.replaceAll("_", "-")}`);

async function make(next, pressed) {
  const { text, answer } = await ask_server(making(next.call, next.request, "preview"));
  tell(problem, text);
  if (text !== null) return;
  const changes = answer.lines ?? [];
  const more = changes.length === 0 ? null : h("div", { class: "changes", tabindex: "0" }, h("ul", null, changes.map((line) => h("li", null, line))));
  if (await ask(answer.question, verb(next.call), more)) await send(pressed, problem, making(next.call, next.request));
}

function roster_form() {
  const file = h("input", { type: "file", id: "roster", accept: ".csv,.txt,.tsv,.xlsx,.xls,.ods" });
  const found = h("div", { role: "status" });
  const path = (chosen, set) => `roster?${new URLSearchParams({ event: event_id(), file: chosen.name, set })}`;
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen === undefined) return found.replaceChildren();
    const { text, answer } = await ask_server(chosen, path(chosen, false));
    tell(problem, text);
    if (text !== null) return found.replaceChildren();
    const faults = answer.faults ?? [];
    const lines = (list) => h("ul", { class: "lines" }, list.map((line) => h("li", null, line)));
    const set = button(say("page-staff-roster-set"), async ({ currentTarget }) => {
      const sent = await ask_server(chosen, path(chosen, true));
      tell(problem, sent.text);
      if (sent.text === null) currentTarget.disabled = true;
    }, { class: "main" });
    found.replaceChildren(...(faults.length > 0
      ? [h("p", { class: "flaw" }, say("page-staff-roster-faults", { count: faults.length })), lines(faults)]
      : [h("p", { class: "good" }, answer.question), (answer.lines ?? []).length > 0 ? [h("p", { class: "wait" }, say("page-staff-roster-remarks")), lines(answer.lines)] : [],
        h("details", null, h("summary", null, say("page-staff-roster-players", { count: (answer.players ?? []).length })), lines(answer.players ?? [])), h("p", { class: "buttons" }, set)].flat()));
    // The same file can be chosen again once it is corrected.
    file.value = "";
  });
  return [h("p", { class: "field" }, h("label", { for: "roster" }, say("page-staff-roster")), file), h("p", { class: "faint" }, say("page-staff-roster-how")), found];
}

function digits_form({ lotteries, question }) {
  const fields = lotteries.map(({ name: text, digits, date }) => field(say(date === null ? "page-staff-lottery" : "page-staff-lottery-of", { name: text, digits, date }), { inputmode: "numeric", maxlength: digits, class: "figure" }));
  const enter = h("button", { type: "submit", class: "main" }, say("page-staff-digits-enter"));
  const form = h("form", null, missing, fields.map(({ row }) => row), h("p", { class: "buttons" }, enter));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    tell(problem, "");
    const results = fields.map(({ input }) => input.value.normalize("NFKC").trim());
    const bad = results.findIndex((result, at) => result.length !== lotteries[at].digits || !/^\d+$/.test(result));
    if (bad >= 0) {
      tell(problem, say("page-staff-digits-bad", { name: lotteries[bad].name, digits: lotteries[bad].digits }));
      return fields[bad].input.focus();
    }
    const players = unseen();
    const more = h("div", null, h("p", { class: "figures" }, results.join(" ")), players.length === 0 ? null : [h("p", { class: "wait" }, say("page-staff-unseen-play", { count: players.length })), names_of(players)]);
    if (await ask(question || say("page-staff-digits-sure", { digits: results.join(" ") }), say("page-staff-digits-enter"), more)) await send(enter, problem, making("enter_digits", { results }));
  });
  return form;
}

function paint_missing() {
  const players = unseen();
  part(missing, [players.map(({ line }) => line)], () => players.length === 0 ? null : [
    h("p", { class: "wait" }, say("page-staff-unseen-play", { count: players.length })),
    h("p", { class: "buttons" }, button(say("page-staff-rest-count", { count: players.length }), ({ currentTarget }) => mark_rest(currentTarget, problem), { class: "quiet" })),
  ]);
}

function paint_commitment() {
  const { commitment: hash, code } = now.state.event;
  const is_open = hash !== null && ["COMMITTED", "RECEPTION"].includes(code);
  commitment.hidden = !is_open;
  part(commitment, [hash, is_open], () => !is_open ? null : [
    h("p", null, say("page-staff-hash")),
    h("p", { class: "digest" }, hash),
    h("p", { class: "buttons" }, button(say("page-staff-copy"), ({ currentTarget }) => navigator.clipboard?.writeText(hash).then(() => (currentTarget.textContent = say("page-staff-copied"))), { class: "quiet" })),
  ]);
}

function janken_form({ request }) {
  const order = [];
  const list = h("div");
  const paint_order = () => list.replaceChildren(
    h("ol", null, order.map((line) => h("li", null, who(player(line))))),
    h("p", { class: "buttons" }, request.order.filter((line) => !order.includes(line)).map((line) => button(h("span", null, who(player(line))), () => { order.push(line); paint_order(); }))),
    h("p", { class: "buttons" },
      order.length === request.order.length ? button(verb("enter_janken"), ({ currentTarget }) => send(currentTarget, problem, making("enter_janken", { stage: request.stage, order })), { class: "main" }) : null,
      order.length > 0 ? button(say("page-staff-again"), () => { order.length = 0; paint_order(); }, { class: "quiet" }) : null),
  );
  paint_order();
  return list;
}

/** Returns the tables without a result. */
function open_tables() {
  const last = now.state.rounds.at(-1);
  const open = last?.games.filter(({ result }) => result === null) ?? [];
  return h("ul", { class: "tables" }, open.map(({ table, one, other }) => h("li", null, h("span", { class: "faint" }, say("page-table", { table })), " ", who(player(one)), " – ", who(player(other)))));
}

function paint_next() {
  const { next, rounds, event } = now.state;
  const open = rounds.at(-1)?.games.filter(({ result }) => result === null).length ?? 0;
  part(next_box, [next, open, event.code], () => {
    if (next === null) return [h("h2", null, say("page-staff-over")), h("p", null, sentence(event.stage))];
    const blocked = next.blocked === null ? null : h("p", { class: "wait" }, next.blocked);
    const title = h("h2", null, sentence(next.text));
    const content = {
      roster: roster_form,
      digits: () => digits_form(next),
      janken: () => janken_form(next),
      results: open_tables,
      games: () => null,
      act: () => h("p", { class: "buttons" }, button(verb(next.call), ({ currentTarget }) => make(next, currentTarget), { class: "main" })),
    }[next.step]();
    const again = event.code === "ROSTER" && next.step !== "roster" ? h("details", null, h("summary", null, say("page-staff-roster-again")), roster_form()) : null;
    return [h("p", { class: "faint" }, say("page-staff-next")), title, blocked, content, again];
  });
}

function round_choice(paired, chosen) {
  const choice = h("select", { id: "printed-round" }, paired.map((round) => h("option", { value: round, selected: round === chosen }, say("page-round", { round }))));
  choice.addEventListener("change", () => {
    printed_round = Number(choice.value);
    paint_organiser();
  });
  return h("p", { class: "field" }, h("label", { for: choice.id }, say("page-staff-print-round")), choice);
}

export function paint_organiser() {
  paint_next();
  paint_missing();
  paint_commitment();
  paint_announcements();
  const paired = now.state.prints.find(({ rounds }) => rounds.length > 0)?.rounds ?? [];
  const chosen = paired.includes(printed_round) ? printed_round : paired.at(-1);
  part(prints, [now.state.prints, chosen], () => now.state.prints.length === 0 ? null : [
    h("h2", null, say("page-staff-print")),
    paired.length < 2 ? null : round_choice(paired, chosen),
    h("ul", { class: "games" }, now.state.prints.map(({ kind, name: text, rounds }) => {
      const query = new URLSearchParams({ event: event_id(), kind, lang: language() });
      if (rounds.length > 0) query.set("round", chosen);
      return h("li", null, h("a", { href: `print?${query}`, target: "_blank", class: "print" }, text, rounds.length === 0 ? null : ` (${say("page-round", { round: chosen })})`));
    })),
  ]);
  prints.hidden = now.state.prints.length === 0;
}
