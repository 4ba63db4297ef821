// The team's desk: the head with the clock and what counts, the list, the wall, and the panels to be read.

import { h, keep, kept, name, part } from "/page/dom.js";
import { follow } from "/page/line.js";
import { inks } from "/page/stone.js";
import { countdown, say, speak } from "/page/words.js";
import { act, press, tell_failures } from "./act.js";
import { bids, paint_bids } from "./bids.js";
import { paint_panel, panel } from "./panels.js";
import { paint_wall, wall } from "./wall.js";

/** From here on the last seconds are coloured. */
const SOON = [30_000, 10_000];
const SEALS = { sealed: ["✓", "page-sealed"], awaited: ["…", "page-awaited"], aside: ["–", "page-aside"], out: ["✗", "page-out"] };
/** The parts of the page by what the program calls them. */
const VIEWS = { sheet: "page-desk-bids", wall: "team-panel-wall", results: "team-panel-results", rivals: "team-panel-rivals", standings: "team-panel-standings", advice: "team-panel-advice", log: "team-panel-log" };

let desk = null;
let keys = kept("keys") !== "off";
let trouble = null;

const old = h("p", { class: "old-line", role: "status", hidden: true });
const failed = h("p", { class: "failed", role: "alert", hidden: true });
const title = h("h1");
const tools = h("p", { class: "tools" });
const clock = h("p", { class: "clock figures", role: "timer", "aria-live": "off" });
const phase = h("p", { class: "phase", role: "status" });
const held = h("p", { class: "held figures" });
const contact = h("p", { class: "contact", role: "status" });
const standing = h("p", { class: "standing", role: "status" });
const news = h("section", { class: "news", hidden: true });
const notice = h("p", { class: "notice", role: "status" });
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
  const painted = part(views, [view, state.lang, state.game], () => [
    Object.entries(VIEWS).map(([one, key]) => button(say(key), () => act({ do: "show", panel: one }), {
      "aria-current": one === view ? "page" : null,
      "data-view": one,
    })),
  ]);
  if (painted && focused) views.querySelector(`[data-view="${focused}"]`)?.focus();
}

function paint_tools(state) {
  const focused = tools.contains(document.activeElement) ? [...tools.children].indexOf(document.activeElement) : -1;
  const painted = part(tools, [state.lang, keys], () => [
    button(say("page-language"), () => press("language"), { class: "quiet", lang: state.lang === "en" ? "ja" : "en" }),
    button(say(keys ? "page-desk-keys-on" : "page-desk-keys-off"), () => {
      keys = !keys;
      keep("keys", keys ? null : "off");
      paint_tools(desk);
    }, { class: "quiet", "aria-pressed": String(keys) }),
    button(say("team-key-other-game"), () => press("other-game"), { class: "quiet" }),
    button(say("team-key-help"), () => press("help"), { class: "quiet" }),
    button(say("team-key-quit"), () => press("quit"), { class: "quiet" }),
  ]);
  if (painted && focused >= 0) tools.children[focused]?.focus();
}

function paint_question(asked) {
  part(question, [asked, document.documentElement.lang], () => {
    if (!asked) return null;
    const answer = (yes, choice) => () => act({ do: "answer", yes, choice: choice ?? 0 });
    const parts = [h("h2", { id: "question" }, asked.title)];
    parts.push(asked.text.length > 0 ? h("ul", null, asked.text.map((text) => h("li", null, text))) : null);
    if (asked.kind === "help") {
      parts.push(asked.keys.map(({ heading, keys }) => [
        h("h3", null, heading),
        h("dl", { class: "keys" }, keys.map(([key, meaning]) => h("div", null, h("dt", null, key), h("dd", null, meaning)))),
      ]));
      parts.push(h("p", { class: "buttons" }, button(say("team-key-close"), answer(false), { autofocus: true })));
    } else if (asked.kind === "choose") {
      parts.push(h("p", { class: "buttons column" }, asked.choices.map((text, at) => button(name(text), answer(true, at))), button(say("team-key-no"), answer(false))));
    } else {
      parts.push(h("p", { class: "buttons" }, button(say("team-key-yes"), answer(true), { class: "main" }), button(say("team-key-no"), answer(false), { autofocus: true })));
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
  act({ do: "answer", yes: false });
});
question.addEventListener("keydown", (event) => {
  const yes = { y: true, n: false }[event.key];
  if (yes === undefined || desk?.dialog?.kind !== "ask") return;
  event.preventDefault();
  act({ do: "answer", yes });
});

function contact_text(state, now) {
  if (state.text) return state.text;
  if (state.live) return "";
  if (state.lost_since === null || now === null) return say("contact-connecting");
  return say("contact-lost", { time: countdown(now - state.lost_since) });
}

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
  if (clock.textContent !== text) clock.textContent = text;
  clock.className = `clock figures ${tone}`;
  const told = contact_text(desk.contact, now);
  if (contact.textContent !== told) contact.textContent = told;
  contact.hidden = told === "";
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
  part(standing, state.standing, () => [{ calm: "▶ ", good: "✓ ", soon: "▶ ", loud: "!! " }[state.standing.tone], state.standing.text]);
  standing.className = `standing ${state.standing.tone}`;
  news.hidden = state.news.length === 0;
  part(news, [state.news, state.lang], () => state.news.length === 0 ? null : [
    h("div", { role: "status" }, h("ul", null, state.news.map((text) => h("li", null, text)))),
    button(say("team-key-put-away"), () => press("put-away"), { class: "quiet" }),
  ]);
  part(notice, state.notice, () => state.notice?.text ?? null);
  notice.className = `notice ${state.notice?.tone ?? ""}`;
  notice.hidden = !state.notice;
  part(seals, [state.seals, state.lang], () => state.seals.map(({ name: team, seal }) => {
    const [sign, key] = SEALS[seal];
    return h("li", { class: `seal ${seal}` }, h("span", { class: "sign", role: "img", "aria-label": say(key) }, sign), " ", name(team));
  }));
  part(foot, [state.fingerprint, state.lang], () => state.fingerprint ? say("board-fingerprint", { fingerprint: state.fingerprint }) : null);
}

function paint(state) {
  desk = state;
  speak(state.lang);
  paint_head(state);
  paint_tools(state);
  paint_views(state);
  paint_bids(state.bids);
  paint_wall(state.wall, state.standing.text);
  paint_panel(state.sheet);
  paint_question(state.dialog);
  views.hidden = state.bids === null;
  if (!page.contains(clock)) {
    page.replaceChildren(
      old, failed,
      h("header", { class: "bar" }, title, tools),
      h("div", { class: "now" }, clock, h("div", { class: "where" }, phase, held), standing),
      contact, news, notice, seals, views, body, foot, question,
    );
  }
  tick();
}

/** Keys that mean something wherever one is; fields and buttons keep theirs. */
addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !keys || desk?.dialog) return;
  if (event.target.closest?.("input, select, textarea, dialog, [role=application]")) return;
  if (event.key !== "Escape" && (event.key.length !== 1 || event.key === " ")) return;
  event.preventDefault();
  act({ do: "key", key: event.key, wall: false });
});

tell_failures((what) => {
  trouble = what;
  failed.hidden = what === null;
  const text = what === null ? "" : say(what === "gone" ? "page-desk-gone" : "page-desk-refused");
  if (failed.textContent !== text) failed.textContent = text;
});

/** A page that hears nothing asks whether its address is still good. */
let asked = 0;
async function look(age) {
  if (age === null || trouble === "gone" || performance.now() - asked < 5_000) return;
  asked = performance.now();
  try {
    const answer = await fetch("state");
    if (answer.status === 404) {
      trouble = "gone";
      failed.hidden = false;
      failed.textContent = say("page-desk-gone");
    }
  } catch {
    // Nobody answers: the line at the top says so.
  }
}

inks();
const line = follow("events", paint, (age) => {
  document.documentElement.classList.toggle("is-old", age !== null);
  const text = age === null ? "" : say("page-no-line", { time: countdown(age) });
  old.hidden = age === null;
  if (old.textContent !== text) old.textContent = text;
  tick();
  look(age);
});
