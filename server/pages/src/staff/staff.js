// The page of an event's staff: reception, desk, tables, referee and organiser, as far as the token allows. Each window has its own view
// and language.

import { button, flaw, post, question_box, send, status_line } from "/page/act.js";
import { h, keep, kept, name, part } from "/page/dom.js";
import { hosted } from "/page/hosted.js";
import { speak_preferred } from "/page/reader_language.js";
import { say } from "/page/words.js";
import { now, sentence } from "./parts.js";

// The forms are made in the window's language, so it comes first.
speak_preferred();
const query = new URLSearchParams(location.search);

const { reception, paint_reception } = await import("./reception.js");
const { desk, tables, paint_desk, paint_tables, open_card } = await import("./slips.js");
const { referee, paint_referee } = await import("./rulings.js");
const { organiser, paint_organiser } = await import("./organiser.js");

const EVENT = "staff-event";
const VIEW = "staff-view";
const VIEWS = [
  ["organiser", organiser, paint_organiser, () => now.state.organiser],
  ["reception", reception, paint_reception, () => now.state.desk && now.state.event.in_leagues],
  ["desk", desk, paint_desk, () => now.state.desk && now.state.event.in_leagues],
  ["tables", tables, paint_tables, () => now.state.desk && now.state.event.in_leagues],
  ["referee", referee, paint_referee, () => now.state.referee],
];

let view = query.get("view") ?? kept(VIEW);
let wanted_event = query.get("event") ?? kept(EVENT);
let card = /^(\d+)-(\d+)$/.exec(query.get("card") ?? "");
if (card !== null) view = "desk";

const site = hosted({ title: "page-staff", how: "page-staff-sign-in-how", signed_out: "page-staff-signed-out" }, paint);
const title = h("h1");
const stage = h("p", { class: "phase" });
const tools = h("p", { class: "tools" });
const head = h("header", { class: "head" }, h("div", null, title, stage), tools);
const tabs = h("nav", { class: "tabs" });
const chooser = h("section", { class: "view" });
const problem = flaw();
const page = document.getElementById("page");

function choose(event, pressed) {
  wanted_event = event;
  keep(EVENT, event);
  return send(pressed, problem, { do: "event", event }, "");
}

function paint_views() {
  const has_event = now.state.event !== null;
  chooser.hidden = has_event;
  tabs.hidden = !has_event;
  const possible = has_event ? VIEWS.filter(([, , , is_possible]) => is_possible()) : [];
  const shown = possible.find(([key]) => key === view) ?? possible[0];
  for (const one of VIEWS) one[1].hidden = one !== shown;
  shown?.[2]();
  const focused = tabs.contains(document.activeElement) ? [...tabs.children].indexOf(document.activeElement) : -1;
  const open = now.state.reports.length;
  const painted = part(tabs, [possible.map(([key]) => key), shown?.[0], open], () => possible.map(([key]) => button(
    [say(`page-staff-${key}`), key === "desk" && open > 0 ? h("span", { class: "open" }, String(open)) : null],
    () => { view = key; keep(VIEW, key); paint_views(); },
    { "aria-current": shown[0] === key ? "page" : null, "data-view": key },
  )));
  if (painted && focused >= 0) tabs.children[focused]?.focus({ preventScroll: true });
}

function paint_chooser() {
  part(chooser, [now.state.events], () => now.state.events.length === 0
    ? h("p", { class: "empty" }, say("page-staff-no-event"))
    : [h("h2", null, say("page-staff-choose")), h("ul", { class: "games" }, now.state.events.map(({ event, title: text, stage: at }) =>
      h("li", null, button([name(text), " ", h("span", { class: "faint" }, at)], ({ currentTarget }) => choose(event, currentTarget), { class: "main" }))))]);
}

function paint_head() {
  const { event, events } = now.state;
  part(title, [event?.title], () => (event === null ? say("page-staff") : name(event.title)));
  document.title = [event?.title, say("page-staff")].filter(Boolean).join(" – ");
  part(stage, [event?.stage], () => sentence(event?.stage ?? ""));
  const others = event === null ? [] : events.filter((other) => other.event !== event.event);
  part(tools, [others], () => [
    ...others.map(({ event: id, title: text }) => button(name(text), ({ currentTarget }) => choose(id, currentTarget), { class: "quiet other" })),
    ...site.tools(),
  ]);
}

function paint(news) {
  now.state = news;
  if (!page.contains(head)) page.replaceChildren(...site.notices, head, tabs, problem, chooser, ...VIEWS.map(([, element]) => element), status_line, question_box);
  site.tell_lost(news.event !== null && !news.live);
  paint_head();
  paint_chooser();
  paint_views();
  if (card !== null && news.live && news.event !== null) {
    open_card(Number(card[1]), Number(card[2]));
    card = null;
  }
  // The device's choice is kept over a restart of the page server.
  const has_choice = wanted_event !== null && news.events.some(({ event }) => event === wanted_event);
  if (has_choice && news.event?.event !== wanted_event) post({ do: "event", event: wanted_event });
}

site.start();
