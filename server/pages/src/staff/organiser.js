// What is next for the organiser, the roster from a file, and printouts.

import { h, part } from "/page/dom.js";
import { language, say } from "/page/words.js";
import { ask, ask_server, button, flaw, send, tell } from "/page/act.js";
import { event_id, field, making, now, player, who } from "./parts.js";

const problem = flaw();
const next_box = h("article", { class: "card next" });
const prints = h("div", { class: "card prints" });

/** The view of the organiser. */
export const organiser = h("section", { class: "view" }, next_box, problem, prints);

async function make(next, pressed) {
  const { text, answer } = await ask_server(making(next.call, next.request, "preview"));
  tell(problem, text);
  if (text !== null) return;
  const changes = answer.lines ?? [];
  const more = changes.length === 0 ? null : h("div", { class: "changes", tabindex: "0" }, h("ul", null, changes.map((line) => h("li", null, line))));
  if (await ask(answer.question, say("page-staff-do"), more)) await send(pressed, problem, making(next.call, next.request));
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
      : [h("p", { class: "good" }, answer.question), (answer.lines ?? []).length > 0 ? [h("p", { class: "wait" }, say("page-staff-roster-remarks")), lines(answer.lines)] : [], h("p", { class: "buttons" }, set)].flat()));
    // The same file can be chosen again once it is corrected.
    file.value = "";
  });
  return [h("p", { class: "field" }, h("label", { for: "roster" }, say("page-staff-roster")), file), h("p", { class: "faint" }, say("page-staff-roster-how")), found];
}

function digits_form({ lotteries, question }) {
  const fields = lotteries.map(({ name: text, digits }) => field(say("page-staff-lottery", { name: text, digits }), { inputmode: "numeric", maxlength: digits, class: "figure" }));
  const enter = h("button", { type: "submit", class: "main" }, say("page-staff-digits-enter"));
  const form = h("form", null, fields.map(({ row }) => row), h("p", { class: "buttons" }, enter));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const results = fields.map(({ input }) => input.value.normalize("NFKC").trim());
    const bad = results.findIndex((result, at) => result.length !== lotteries[at].digits || !/^\d+$/.test(result));
    if (bad >= 0) return fields[bad].input.focus();
    if (await ask(question || say("page-staff-digits-sure", { digits: results.join(" ") }), say("page-staff-digits-enter"), h("p", { class: "figures" }, results.join(" ")))) await send(enter, problem, making("enter_digits", { results }));
  });
  return form;
}

function janken_form({ request }) {
  const order = [];
  const list = h("div");
  const paint_order = () => list.replaceChildren(
    h("ol", null, order.map((line) => h("li", null, who(player(line))))),
    h("p", { class: "buttons" }, request.order.filter((line) => !order.includes(line)).map((line) => button(h("span", null, who(player(line))), () => { order.push(line); paint_order(); }))),
    h("p", { class: "buttons" },
      order.length === request.order.length ? button(say("page-staff-do"), ({ currentTarget }) => send(currentTarget, problem, making("enter_janken", { stage: request.stage, order })), { class: "main" }) : null,
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
    if (next === null) return [h("h2", null, say("page-staff-over")), h("p", null, event.stage)];
    const blocked = next.blocked === null ? null : h("p", { class: "wait" }, next.blocked);
    const title = h("h2", null, next.text.charAt(0).toUpperCase() + next.text.slice(1));
    const content = {
      roster: roster_form,
      digits: () => digits_form(next),
      janken: () => janken_form(next),
      results: open_tables,
      games: () => null,
      act: () => h("p", { class: "buttons" }, button(say("page-staff-do"), ({ currentTarget }) => make(next, currentTarget), { class: "main" })),
    }[next.step]();
    const again = event.code === "ROSTER" && next.step !== "roster" ? h("details", null, h("summary", null, say("page-staff-roster-again")), roster_form()) : null;
    return [h("p", { class: "faint" }, say("page-staff-next")), title, blocked, content, again];
  });
}

export function paint_organiser() {
  paint_next();
  part(prints, [now.state.prints], () => now.state.prints.length === 0 ? null : [
    h("h2", null, say("page-staff-print")),
    h("ul", { class: "games" }, now.state.prints.map(({ kind, name: text, round }) => {
      const query = new URLSearchParams({ event: event_id(), kind, lang: language() });
      if (round !== null) query.set("round", round);
      return h("li", null, h("a", { href: `print?${query}`, target: "_blank", class: "print" }, text, round === null ? null : ` (${say("page-round", { round })})`));
    })),
  ]);
  prints.hidden = now.state.prints.length === 0;
}
