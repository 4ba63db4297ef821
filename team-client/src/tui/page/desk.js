// The team's desk: the stage of the game decides what is on the page. Each window has its own view and language.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { sign_in, sign_out } from "/page/sign_in.js";
import { inks } from "/page/stone.js";
import { speak_preferred, switch_language } from "/page/reader_language.js";
import { countdown, language, say } from "/page/words.js";
import { act, press, tell_failures } from "./act.js";
import { bar, focus_main, paint_bar, strip, tick_bar } from "./bar.js";
import { help, hint, paint_hint, toggle_help } from "./help.js";
import { button_of_key, keys_are_on, learn, shortcut, view_of_key, window_act_of_key } from "./keys.js";
import { learn_kinds } from "./kinds.js";
import { column_count, columns, nav, on_show, paint_views, show, subviews, tabs, view } from "./layout.js";
import { after_last_line, list, paint_list } from "./list.js";
import { lots, paint_lots } from "./lots.js";
import { outcome, paint_outcome } from "./outcome.js";
import { paint_panel, paint_standings, panel, standings } from "./panels.js";
import { restore_prices } from "./price.js";
import { last_round, paint_last_round } from "./rounds.js";
import { follow_sound, play, sound_is_on, toggle_sound } from "./sound.js";
import { paint_wall, wall } from "./wall.js";
import { paint_walls, walls } from "./walls.js";

/** Time in milliseconds until a page whose screen has ended asks for a new one. */
const AGAIN = 3_000;
/** Time in milliseconds after which a success and, once the line is good, a failed action are no longer shown. */
const NOTICE_TIME = 8_000;
const RECEIPTS = "/team/receipts";
/** Whether this page is served by the contest's page server, and not by a program on this computer. */
const is_hosted = location.pathname === "/team/";
const { enter, show_sign_in } = sign_in("page-sign-in", "page-sign-in-how", "page-desk-refused");

let desk = null;
let line = null;
let keys = kept("keys") !== "off";
let trouble = null;
let refused_at = 0;
let notice_timer = 0;
/** Stage and view that are on the page. */
let shown_place = "";
/** Whether the user has quit the program, and whether the page has ended. */
let leaving = false;
let ended = false;

const old = running("old-line");
const failed = h("p", { class: "failed", role: "alert", hidden: true });
const unpainted = h("p", { class: "failed", role: "alert", hidden: true });
const title = h("h1");
const tools = h("div", { class: "tools", id: "tools" });
const menu = h("button", { type: "button", class: "menu", "aria-controls": "tools", "aria-expanded": "false" });
const head = h("header", { class: "head" }, title, menu, tools);
menu.addEventListener("click", () => open_menu(!head.classList.contains("open")));
addEventListener("click", (event) => head.contains(event.target) || open_menu(false));
const contact = running("contact");
const news = h("section", { class: "news", hidden: true });
const notice = h("p", { class: "notice", role: "status" });
const unread = h("button", { type: "button", class: "unread" });
unread.addEventListener("click", () => show("messages"));
// Notices are below the columns, so that they cover nothing, and nothing moves during work.
const told = h("div", { class: "told" }, old.seen, failed, unpainted, contact.seen, notice, news, hint, h("p", { class: "badges" }, unread));
const foot = h("footer", { class: "foot faint" });
const question = h("dialog", { class: "question" });
const content = h("div", { class: "columns" });
const page = document.getElementById("page");
const PARTS = { lots, list, wall, walls, round: last_round, standings, panel, outcome };

function button(text, pressed, more) {
  const element = h("button", { type: "button", ...more }, text);
  element.addEventListener("click", pressed);
  return element;
}

/** Opens or closes the menu of a window that is too narrow for all tools. */
function open_menu(is_open) {
  head.classList.toggle("open", is_open);
  menu.setAttribute("aria-expanded", String(is_open));
}

/** Puts the parts of the view into columns. Elements that stay in place aren't touched, so that they keep focus and position. */
function arrange(state) {
  const count = column_count();
  const wanted = columns(state.stage, view(), count);
  const shape = JSON.stringify(wanted);
  content.dataset.columns = wanted.length;
  content.dataset.view = view();
  content.dataset.stage = state.stage;
  content.dataset.first = wanted[0][0];
  content.dataset.count = count;
  if (content.dataset.shape !== shape) {
    content.dataset.shape = shape;
    const focused = document.activeElement;
    // The keys scroll a column without fields and buttons only if it can have the focus.
    const more = view() === "result" ? { tabindex: 0 } : {};
    content.replaceChildren(...wanted.map((names) => h("div", { class: "column", ...more }, names.map((one) => PARTS[one]))));
    if (focused && focused !== document.activeElement && content.contains(focused)) focused.focus({ preventScroll: true });
  }
  // A new stage or view begins at its top, such as the result with the place.
  const place = `${state.stage} ${view()}`;
  if (place !== shown_place) for (const box of [content.parentElement, ...content.children]) box.scrollTop = 0;
  shown_place = place;
}

function paint_tools() {
  if (menu.textContent !== say("page-desk-menu")) menu.textContent = say("page-desk-menu");
  const focused = tools.contains(document.activeElement) ? [...tools.children].indexOf(document.activeElement) : -1;
  const painted = part(tools, [keys, sound_is_on(), desk.game], () => [
    button(say("shared-language"), switch_language, { class: "quiet", lang: language() === "en" ? "ja" : "en", ...shortcut("window", "language") }),
    button(say(sound_is_on() ? "page-desk-sound-on" : "page-desk-sound-off"), () => {
      toggle_sound();
      paint(desk);
    }, { class: "quiet", "aria-pressed": String(sound_is_on()) }),
    button(say(keys ? "page-desk-keys-on" : "page-desk-keys-off"), () => {
      keys = !keys;
      keep("keys", keys ? null : "off");
      paint(desk);
    }, { class: "quiet for-keys", "aria-pressed": String(keys) }),
    desk.game === null ? null : button(say("team-key-other-game"), () => press("other-game"), { class: "quiet", ...shortcut("buttons", "other-game") }),
    button(say("page-desk-help"), () => {
      open_menu(false);
      toggle_help();
    }, { class: "quiet", ...shortcut("window", "help") }),
    is_hosted ? h("a", { class: "button quiet", href: RECEIPTS, download: "receipts.jsonl" }, say("page-receipts")) : null,
    is_hosted
      ? button(say("page-sign-out"), async () => (await sign_out()) && end_session("page-ended-quit"), { class: "quiet" })
      : button(say("key-quit"), leave, { class: "quiet", ...shortcut("buttons", "quit") }),
  ]);
  if (painted && focused >= 0) tools.children[focused]?.focus({ preventScroll: true });
}

function leave() {
  leaving = true;
  press("quit");
}

/** Answers the dialog. A `no` also cancels quitting. */
function answer(yes, choice) {
  leaving &&= yes;
  act({ do: "answer", yes, choice: choice ?? 0 });
}

function paint_question(asked) {
  part(question, [asked], () => {
    if (!asked) return null;
    const parts = [h("h2", { id: "question" }, asked.title)];
    parts.push(asked.text.length > 0 ? h("ul", null, asked.text.map((text) => h("li", null, text))) : null);
    if (asked.kind === "choose") {
      parts.push(h("p", { class: "buttons column" }, asked.choices.map((text, at) => button(name(text), () => answer(true, at))), button(say("key-no"), () => answer(false))));
    } else {
      parts.push(h("p", { class: "buttons" }, button(asked.accept, () => answer(true), { class: "main" }), button(say("key-no"), () => answer(false), { autofocus: true })));
    }
    return parts;
  });
  question.setAttribute("aria-labelledby", "question");
  if (asked && !question.open) question.showModal();
  if (!asked && question.open) question.close();
}

// Escape means no; the program closes the question.
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

function tick() {
  if (!desk) return;
  const now = line.now();
  follow_sound(desk.stage, tick_bar(desk, now));
  restore_prices();
  tell_contact(desk.contact, now);
}

function paint_head(state) {
  part(title, [state.team, state.title, state.game, state.practice], () => [
    state.practice ? h("span", { class: "badge practice" }, say("board-practice")) : null,
    state.practice ? " " : null,
    name(state.team), state.title ? h("span", { class: "faint" }, " / ", name(state.title)) : null, " ",
    state.game ? h("span", { class: "id" }, state.game) : null,
  ]);
  document.title = [state.team, state.title].filter(Boolean).join(" – ") || say("page-desk");
  unread.parentElement.hidden = state.unread === null || view() === "messages";
  if (unread.textContent !== (state.unread ?? "")) unread.textContent = state.unread ?? "";
  news.hidden = state.news.length === 0;
  part(news, [state.news, keys_are_on()], () => state.news.length === 0 ? null : [
    h("div", { role: "status" }, h("ul", null, state.news.map((text) => h("li", null, text)))),
    button("✕", () => press("put-away"), { "aria-label": say("team-key-put-away"), ...shortcut("buttons", "put-away") }),
  ]);
  if (part(notice, state.notice, () => state.notice?.text ?? null)) {
    clearTimeout(notice_timer);
    notice.hidden = false;
    // The state of the list says the same.
    if (state.notice?.tone === "good") notice_timer = setTimeout(() => { notice.hidden = true; }, NOTICE_TIME);
  }
  notice.className = `notice ${state.notice?.tone ?? ""}`;
  part(foot, [state.fingerprint], () => state.fingerprint ? say("board-fingerprint", { fingerprint: state.fingerprint }) : null);
}

/** Puts all elements on the page before they are painted, because only then can they be opened or focused. */
function set_up() {
  if (page.contains(bar)) return;
  page.replaceChildren(
    bar, head, nav, strip, subviews, h("div", { class: "desk-main" }, content, foot), told, tabs,
    old.told, contact.told, question, help,
  );
}

/** Paints each part separately. If one fails, the others are painted nevertheless, and the page shows the error. */
function paint(state) {
  if (state.ended !== undefined) return take_end(state.ended);
  const was = desk;
  desk = state;
  set_up();
  const frame = state.wall?.frame ?? null;
  const parts = [
    () => learn(state.shortcuts, keys),
    () => learn_kinds(state.kinds),
    () => paint_views(state.stage, state.unread),
    () => arrange(state),
    () => paint_head(state),
    () => paint_tools(),
    () => paint_lots(state.bids),
    () => paint_list(state.bids, { show }),
    () => paint_bar(state, line.now()),
    () => paint_wall(state.wall, state.mark.text),
    () => paint_walls(state.walls, frame, state.stage === "result" || view() === "rivals"),
    () => paint_last_round(state.rounds, state.stage === "waiting" && column_count() === 1) && play(state.rounds[0].won > 0 ? "won" : "opened"),
    () => paint_outcome(state, is_hosted ? RECEIPTS : null),
    () => paint_standings(state.panels),
    () => paint_panel(view(), state.panels, state.rounds, state.ask),
    () => paint_hint(state),
    () => paint_question(state.dialog),
    () => state.result?.first && was?.result?.first === false && play("won"),
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

on_show((name) => {
  if (!desk) return;
  paint(desk);
  // Requests advice when its view first opens.
  const parts = desk.panels?.advice.parts ?? [];
  const can_ask = parts.some((one) => one.kind === "button" && one.button === "ask-advice" && !one.is_off);
  if (name === "advice" && can_ask && parts.every((one) => one.kind !== "table")) press("ask-advice");
});
after_last_line(focus_main);

/** Handles keys that work everywhere on the page. Fields, dialogs and the wall handle their own keys. */
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keys || !desk || desk.dialog) return;
  if (event.target.closest?.("input, select, textarea, dialog")) return;
  if (event.key !== "Escape" && (event.key.length !== 1 || event.key === " ")) return;
  event.preventDefault();
  const wanted = view_of_key(event.key);
  if (wanted) return show(wanted);
  const here = window_act_of_key(event.key);
  if (here) return here === "help" ? toggle_help() : switch_language();
  if (button_of_key(event.key) === "quit") {
    // A hosted page has no program to quit.
    if (!is_hosted) leave();
    return;
  }
  act({ do: "key", key: event.key, wall: false });
});

function fail(key) {
  failed.hidden = key === null;
  const text = key === null ? "" : say(key);
  if (failed.textContent !== text) failed.textContent = text;
}

tell_failures((what) => {
  if (ended) return;
  if (what === "signed-out") return end_session("page-signed-out");
  trouble = what;
  refused_at = performance.now();
  if (what !== null) restore_prices(true);
  fail(what === null ? null : what === "gone" ? "page-desk-gone" : "page-desk-refused");
});

/** Shows that the program has ended as requested, instead of a connection problem. */
function end() {
  ended = true;
  question.close();
  document.documentElement.classList.add("is-old");
  failed.hidden = true;
  old.tell(say("page-desk-left"), say("page-desk-left"));
}

/** Shows the form for signing in, because this device's session has ended. */
function end_session(key) {
  ended = true;
  show_sign_in(say(key), () => location.reload());
}

/** Handles the end of a hosted screen. */
function take_end(why) {
  if (ended) return;
  const key = `page-ended-${why}`;
  if (why === "revoked" || why === "quit") return end_session(key);
  ended = true;
  old.tell(say(key), say(key));
  page.replaceChildren(old.seen, old.told);
  setTimeout(() => location.reload(), AGAIN);
}

/** Checks during a silence whether the address is still valid, and after quitting whether the program has ended. */
let asked = 0;
async function look(age) {
  if (trouble === "gone" || (age === null && !leaving) || performance.now() - asked < (leaving ? 500 : 5_000)) return;
  asked = performance.now();
  try {
    const answer = await fetch(`state?lang=${language()}`);
    if (answer.status === 401 && is_hosted && !ended) end_session("page-signed-out");
    if (answer.status === 404) {
      trouble = "gone";
      fail("page-desk-gone");
    }
  } catch {
    // The program doesn't answer; the line at the top shows it.
    if (leaving) end();
  }
}

function begin() {
  line ??= follow(`events?lang=${language()}`, paint, (age) => {
    if (ended) return;
    document.documentElement.classList.toggle("is-old", age !== null);
    if (trouble === "refused" && age === null && performance.now() - refused_at > NOTICE_TIME) {
      trouble = null;
      fail(null);
    }
    if (age === null) old.tell("", "");
    else old.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
    tick();
    look(age);
  });
}

speak_preferred();
inks();
if (is_hosted) enter(begin);
else begin();
