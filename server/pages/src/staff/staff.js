// The page of an event's staff: reception, desk, tables, referee and organiser, as far as the token allows. Each window has its own view
// and language.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { sign_in, sign_out } from "/page/sign_in.js";
import { countdown, language, say, speak } from "/page/words.js";
import { button, flaw, on_signed_out, post, question_box, send, status_line } from "/page/act.js";
import { now } from "./parts.js";

// This window's language: asked for in the address, chosen here before, or the browser's first that the page knows. The forms are
// made in it, so it comes first.
const query = new URLSearchParams(location.search);
const preferred = [query.get("lang"), kept("lang"), ...navigator.languages.map((code) => code.slice(0, 2))];
speak(preferred.find((code) => code === "en" || code === "ja") ?? document.documentElement.lang);

const { reception, paint_reception } = await import("./reception.js");
const { desk, tables, paint_desk, paint_tables, open_card } = await import("./slips.js");
const { referee, paint_referee } = await import("./rulings.js");
const { organiser, paint_organiser } = await import("./organiser.js");

const { enter, show_sign_in } = sign_in("page-staff", "page-staff-sign-in-how", "page-act-failed");
/** Time in milliseconds until a page that has ended asks for a new one. */
const AGAIN = 3_000;
const EVENT = "staff-event";
const VIEW = "staff-view";
const VIEWS = [
  ["organiser", organiser, paint_organiser, () => now.state.organiser],
  ["reception", reception, paint_reception, () => now.state.desk && now.state.event.in_leagues],
  ["desk", desk, paint_desk, () => now.state.desk && now.state.event.in_leagues],
  ["tables", tables, paint_tables, () => now.state.desk && now.state.event.in_leagues],
  ["referee", referee, paint_referee, () => now.state.referee],
];

let line = null;
let view = query.get("view") ?? kept(VIEW);
let ended = false;
let wanted_event = query.get("event") ?? kept(EVENT);
let card = /^(\d+)-(\d+)$/.exec(query.get("card") ?? "");
if (card !== null) view = "desk";

const old = running("old-line");
const lost = running("old-line");
const title = h("h1");
const stage = h("p", { class: "phase" });
const tools = h("p", { class: "tools" });
const head = h("header", { class: "head" }, h("div", null, title, stage), tools);
const tabs = h("nav", { class: "tabs" });
const chooser = h("section", { class: "view" });
const problem = flaw();
const page = document.getElementById("page");

function switch_language() {
  keep("lang", language() === "en" ? "ja" : "en");
  // The address may ask for another language.
  const address = new URL(location);
  address.searchParams.delete("lang");
  location.replace(address);
  if (address.href === location.href) location.reload();
}

function end_session(key) {
  if (ended) return;
  ended = true;
  show_sign_in(say(key), () => location.reload());
}

async function leave({ currentTarget }) {
  currentTarget.disabled = true;
  const is_out = await sign_out();
  currentTarget.disabled = false;
  if (is_out) end_session("page-staff-signed-out");
}

function choose(event, pressed) {
  wanted_event = event;
  keep(EVENT, event);
  return send(pressed, problem, { do: "event", event });
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
  part(stage, [event?.stage], () => event?.stage ?? "");
  const others = event === null ? [] : events.filter((other) => other.event !== event.event);
  part(tools, [others], () => [
    ...others.map(({ event: id, title: text }) => button(name(text), ({ currentTarget }) => choose(id, currentTarget), { class: "quiet other" })),
    button(say("shared-language"), switch_language, { class: "quiet", lang: language() === "en" ? "ja" : "en" }),
    button(say("page-sign-out"), leave, { class: "quiet" }),
  ]);
}

function paint(news) {
  if (news.ended !== undefined) return take_end(news.ended);
  now.state = news;
  if (!page.contains(head)) page.replaceChildren(old.seen, old.told, lost.seen, lost.told, head, tabs, problem, chooser, ...VIEWS.map(([, element]) => element), status_line, question_box);
  const is_lost = news.event !== null && !news.live;
  lost.tell(is_lost ? say("page-told-lost") : "", is_lost ? say("page-told-lost") : "");
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

function take_end(why) {
  if (ended) return;
  if (why === "revoked") return end_session("sign-in-revoked");
  ended = true;
  const key = why === "idle" ? "page-ended-idle" : "page-ended-failed";
  old.tell(say(key), say(key));
  page.replaceChildren(old.seen, old.told);
  setTimeout(() => location.reload(), AGAIN);
}

let asked = 0;
/** Checks during a silence whether the session is still valid. */
async function look(age) {
  if (age === null || performance.now() - asked < 5_000) return;
  asked = performance.now();
  const answer = await fetch(`state?lang=${language()}`).catch(() => null);
  if (answer?.status === 401) end_session("page-staff-signed-out");
}

function begin() {
  ended = false;
  line ??= follow(`events?lang=${language()}`, (news) => ended || paint(news), (age) => {
    if (ended) return;
    document.documentElement.classList.toggle("is-old", age !== null);
    if (age === null) old.tell("", "");
    else old.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
    look(age);
  });
}

on_signed_out(() => end_session("page-staff-signed-out"));
enter(begin);
