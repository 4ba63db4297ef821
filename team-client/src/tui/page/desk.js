// The team's desk: the head with the clock and what counts, the list, the wall, and the panels to be read.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { inks } from "/page/stone.js";
import { countdown, say, speak } from "/page/words.js";
import { act, press, tell_failures } from "./act.js";
import { bids, paint_bids } from "./bids.js";
import { keys_are_on, learn, shortcut } from "./keys.js";
import { paint_panel, panel } from "./panels.js";
import { look_after_prices } from "./price.js";
import { paint_wall, wall } from "./wall.js";

/** From here on the last seconds are coloured. */
const SOON = [30_000, 10_000];
const SEALS = { sealed: ["✓", "page-sealed"], awaited: ["…", "page-awaited"], aside: ["–", "page-aside"], out: ["✗", "shared-fate-disqualified"] };
/** The parts of the page by what the program calls them. */
const VIEWS = { sheet: "page-desk-bids", wall: "team-panel-wall", results: "team-panel-results", rivals: "team-panel-rivals", standings: "panel-standings", advice: "team-panel-advice", messages: "team-panel-messages", log: "team-panel-log" };

let desk = null;
let keys = kept("keys") !== "off";
let trouble = null;
/** Whether the program was asked to end, and whether it has. */
let leaving = false;
let ended = false;

const old = running("old-line");
const failed = h("p", { class: "failed", role: "alert", hidden: true });
const unpainted = h("p", { class: "failed", role: "alert", hidden: true });
const title = h("h1");
const tools = h("p", { class: "tools" });
const clock = h("p", { class: "clock figures", role: "timer", "aria-live": "off" });
const phase = h("p", { class: "phase", role: "status" });
const held = h("span");
const game_time = h("span", { class: "faint" });
const contact = running("contact");
const standing = h("p", { class: "standing", role: "status" });
const news = h("section", { class: "news", hidden: true });
const notice = h("p", { class: "notice", role: "status" });
// What comes and goes: below all else and always in sight, so that nothing moves under whoever works.
const unread = h("button", { type: "button", class: "unread" });
unread.addEventListener("click", () => press("messages"));
const told = h("div", { class: "told" }, old.seen, failed, unpainted, contact.seen, notice, news, h("p", { class: "badges" }, unread));
const seals = h("ul", { class: "seals" });
const views = h("nav", { class: "views" });
const foot = h("footer", { class: "foot faint" });
const question = h("dialog", { class: "question" });
const body = h("div", { class: "work" }, bids, wall, panel);
const page = document.getElementById("page");

function button(text, pressed, more) {
  const element = h("button", { type: "button", ...more }, text);
  element.addEventListener("click", pressed);
  return element;
}

/** The view that stands beside the list. */
const view_of = (state) => (["lots", "sheet"].includes(state.panel) ? "sheet" : state.panel);

function paint_views(state) {
  const view = view_of(state);
  body.dataset.view = view;
  const focused = views.contains(document.activeElement) ? document.activeElement.dataset.view : null;
  const painted = part(views, [view, state.lang, state.game, keys_are_on()], () => [
    Object.entries(VIEWS).map(([one, key]) => button(say(key), () => act({ do: "show", panel: one }), {
      "aria-current": one === view ? "page" : null,
      ...shortcut("views", one),
      "data-view": one,
    })),
  ]);
  if (painted && focused) views.querySelector(`[data-view="${focused}"]`)?.focus({ preventScroll: true });
}

function paint_tools(state) {
  const focused = tools.contains(document.activeElement) ? [...tools.children].indexOf(document.activeElement) : -1;
  const painted = part(tools, [state.lang, keys], () => [
    button(say("shared-language"), () => press("language"), { class: "quiet", lang: state.lang === "en" ? "ja" : "en" }),
    button(say(keys ? "page-desk-keys-on" : "page-desk-keys-off"), () => {
      keys = !keys;
      keep("keys", keys ? null : "off");
      paint(desk);
    }, { class: "quiet", "aria-pressed": String(keys) }),
    button(say("team-key-other-game"), () => press("other-game"), { class: "quiet", ...shortcut("buttons", "other-game") }),
    button(say("team-key-help"), () => press("help"), { class: "quiet", ...shortcut("buttons", "help") }),
    button(say("key-quit"), leave, { class: "quiet", ...shortcut("buttons", "quit") }),
  ]);
  if (painted && focused >= 0) tools.children[focused]?.focus({ preventScroll: true });
}

function leave() {
  leaving = true;
  press("quit");
}

/** Answers the question that is asked; whoever says no to leaving stays. */
function answer(yes, choice) {
  leaving &&= yes;
  act({ do: "answer", yes, choice: choice ?? 0 });
}

function paint_question(asked) {
  part(question, [asked, document.documentElement.lang], () => {
    if (!asked) return null;
    // Whoever is helped begins to read at the top.
    const parts = [h("h2", { id: "question", tabindex: -1, autofocus: asked.kind === "help" }, asked.title)];
    parts.push(asked.text.length > 0 ? h("ul", null, asked.text.map((text) => h("li", null, text))) : null);
    if (asked.kind === "help") {
      parts.push(asked.keys.map(({ heading, keys }) => [
        h("h3", null, heading),
        h("dl", { class: "keys" }, keys.map(([key, meaning]) => h("div", null, h("dt", null, key), h("dd", null, meaning)))),
      ]));
      parts.push(h("p", { class: "buttons" }, button(say("key-close"), () => answer(false))));
    } else if (asked.kind === "choose") {
      parts.push(h("p", { class: "buttons column" }, asked.choices.map((text, at) => button(name(text), () => answer(true, at))), button(say("key-no"), () => answer(false))));
    } else {
      parts.push(h("p", { class: "buttons" }, button(say("key-yes"), () => answer(true), { class: "main" }), button(say("key-no"), () => answer(false), { autofocus: true })));
    }
    return parts;
  });
  question.setAttribute("aria-labelledby", "question");
  if (asked && !question.open) question.showModal();
  if (!asked && question.open) question.close();
}

// Escape is a no, told to the program: it closes the question.
question.addEventListener("cancel", (event) => {
  event.preventDefault();
  answer(false);
});
question.addEventListener("keydown", (event) => {
  const yes = { y: true, n: false }[event.key];
  if (yes === undefined || desk?.dialog?.kind !== "ask") return;
  event.preventDefault();
  answer(yes);
});

function tell_contact(state, now) {
  if (!state.text && !state.live && state.lost_since !== null && now !== null) {
    contact.tell(say("contact-lost", { time: countdown(now - state.lost_since) }), say("page-told-lost"));
  } else {
    const text = state.text ?? (state.live ? "" : say("contact-connecting"));
    contact.tell(text, text);
  }
}

/** A span as minutes and seconds, whole seconds counted. */
const passed = (millis) => countdown(Math.floor(Math.max(0, millis) / 1000) * 1000);

function tick() {
  if (!desk) return;
  const now = line.now();
  let text = "";
  let tone = "";
  if (desk.clock && (desk.clock.left !== null || now !== null)) {
    const left = desk.clock.left ?? Math.max(0, desk.clock.closes_at - now);
    text = countdown(left) + (desk.clock.guess ? "?" : "");
    tone = desk.paused || left > SOON[0] ? "" : left > SOON[1] ? "soon" : "last";
    if (desk.clock.guess) tone = "guess";
  }
  let of_game = "";
  if (desk.waiting && (desk.waiting.at !== null || now !== null)) {
    const at = desk.waiting.at ?? now;
    text = say("team-waiting", { time: passed(at - desk.waiting.since) });
    of_game = say("team-game-time", { time: passed(at - desk.waiting.game) });
    tone = "passed";
  }
  if (clock.textContent !== text) clock.textContent = text;
  if (game_time.textContent !== of_game) game_time.textContent = of_game;
  clock.className = `clock figures ${tone}`;
  look_after_prices();
  tell_contact(desk.contact, now);
}

function paint_head(state) {
  part(title, [state.team, state.title, state.game, state.practice, state.lang], () => [
    state.practice ? h("span", { class: "badge practice" }, say("board-practice")) : null,
    state.practice ? " " : null,
    name(state.team), state.title ? " / " : null, state.title ? name(state.title) : null, " ",
    state.game ? h("span", { class: "id" }, state.game) : null,
  ]);
  document.title = [state.team, state.title].filter(Boolean).join(" – ") || say("page-desk");
  part(phase, [state.phase, state.paused, state.lang], () => [
    state.paused ? h("span", { class: "badge paused" }, say("board-paused")) : null, state.paused ? " " : null, state.phase,
  ]);
  if (held.textContent !== (state.held ?? "")) held.textContent = state.held ?? "";
  unread.parentElement.hidden = state.unread === null;
  if (unread.textContent !== (state.unread ?? "")) unread.textContent = state.unread ?? "";
  part(standing, state.standing, () => [{ calm: "▶ ", good: "✓ ", soon: "▶ ", loud: "!! " }[state.standing.tone], state.standing.text]);
  standing.className = `standing ${state.standing.tone}`;
  news.hidden = state.news.length === 0;
  part(news, [state.news, state.lang, keys_are_on()], () => state.news.length === 0 ? null : [
    h("div", { role: "status" }, h("ul", null, state.news.map((text) => h("li", null, text)))),
    button(say("team-key-put-away"), () => press("put-away"), { class: "quiet", ...shortcut("buttons", "put-away") }),
  ]);
  part(notice, state.notice, () => state.notice?.text ?? null);
  notice.className = `notice ${state.notice?.tone ?? ""}`;
  part(seals, [state.seals, state.lang], () => state.seals.map(({ name: team, seal }) => {
    const [sign, key] = SEALS[seal];
    return h("li", { class: `seal ${seal}` }, h("span", { class: "sign", role: "img", "aria-label": say(key) }, sign), " ", name(team));
  }));
  part(foot, [state.fingerprint, state.lang], () => state.fingerprint ? say("board-fingerprint", { fingerprint: state.fingerprint }) : null);
}

/** Puts everything on the page, before anything is painted: what is not on it can neither be opened nor get the focus. */
function set_up() {
  if (page.contains(clock)) return;
  page.replaceChildren(
    h("header", { class: "bar" }, title, tools),
    h("div", { class: "now" }, clock, h("div", { class: "where" }, phase, h("p", { class: "held figures" }, held, game_time)), standing),
    seals, views, body, foot, told, old.told, contact.told, question,
  );
}

/** Paints each part by itself: one that cannot be painted leaves the others as they are, and is named. */
function paint(state) {
  desk = state;
  speak(state.lang);
  set_up();
  const parts = [
    () => learn(state.shortcuts, keys),
    () => paint_head(state),
    () => paint_tools(state),
    () => paint_views(state),
    () => paint_bids(state.bids),
    () => paint_wall(state.wall, state.standing.text),
    () => paint_panel(state.sheet, state.ask),
    () => paint_question(state.dialog),
    () => { views.hidden = state.bids === null; },
    tick,
  ];
  const faults = parts.flatMap((part) => {
    try {
      part();
      return [];
    } catch (fault) {
      console.error(fault);
      return [String(fault)];
    }
  });
  unpainted.hidden = faults.length === 0;
  const text = faults.length === 0 ? "" : say("page-desk-unpainted", { what: faults[0] });
  if (unpainted.textContent !== text) unpainted.textContent = text;
}

/** Keys that mean something wherever one is; fields and buttons keep theirs. */
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keys || desk?.dialog) return;
  if (event.target.closest?.("input, select, textarea, dialog, [role=application]")) return;
  if (event.key !== "Escape" && (event.key.length !== 1 || event.key === " ")) return;
  event.preventDefault();
  // The terminal's key for the button.
  leaving ||= event.key === "q";
  act({ do: "key", key: event.key, wall: false });
});

tell_failures((what) => {
  if (ended) return;
  trouble = what;
  if (what !== null) look_after_prices(true);
  failed.hidden = what === null;
  const text = what === null ? "" : say(what === "gone" ? "page-desk-gone" : "page-desk-refused");
  if (failed.textContent !== text) failed.textContent = text;
});

/** The program has done as it was asked: nothing is wrong, and nothing comes any more. */
function end() {
  ended = true;
  question.close();
  document.documentElement.classList.add("is-old");
  failed.hidden = true;
  old.tell(say("page-desk-left"), say("page-desk-left"));
}

/** A page that hears nothing asks whether its address is still good, and one that is left whether its program has ended. */
let asked = 0;
async function look(age) {
  if (trouble === "gone" || (age === null && !leaving) || performance.now() - asked < (leaving ? 500 : 5_000)) return;
  asked = performance.now();
  try {
    const answer = await fetch("state");
    if (answer.status === 404) {
      trouble = "gone";
      failed.hidden = false;
      failed.textContent = say("page-desk-gone");
    }
  } catch {
    // Nobody answers, which the line at the top says.
    if (leaving) end();
  }
}

inks();
const line = follow("events", paint, (age) => {
  if (ended) return;
  document.documentElement.classList.toggle("is-old", age !== null);
  if (age === null) old.tell("", "");
  else old.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
  tick();
  look(age);
});
