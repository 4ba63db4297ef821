// The page of a judge at the walls: hand-out, counts, lists on paper and questions. Each window has its own view and language.

import { h, keep, kept, name, part, running } from "/page/dom.js";
import { follow } from "/page/line.js";
import { sign_in, sign_out } from "/page/sign_in.js";
import { inks } from "/page/stone.js";
import { countdown, language, say, speak } from "/page/words.js";
import { button, flaw, on_signed_out, post, question_box, send, status_line } from "/page/act.js";

// This window's language: asked for in the address, chosen here before, or the browser's first that the page knows. The forms are
// made in it, so it comes first.
const asked_language = new URLSearchParams(location.search).get("lang");
const preferred = [asked_language, kept("lang"), ...navigator.languages.map((code) => code.slice(0, 2))];
speak(preferred.find((code) => code === "en" || code === "ja") ?? document.documentElement.lang);

const { paint_stones, stones } = await import("./stones.js");
const { counts, lists, paint_counts, paint_lists, paint_questions, questions } = await import("./forms.js");

const { enter, show_sign_in } = sign_in("page-judge", "page-judge-sign-in-how", "page-act-failed");
/** Time in milliseconds until a page that has ended asks for a new one. */
const AGAIN = 3_000;
const GAME = "judge-game";
const VIEWS = [["stones", stones], ["counts", counts], ["lists", lists], ["questions", questions]];

let state = null;
let line = null;
let view = "stones";
let ended = false;
let wanted_game = kept(GAME);

const old = running("old-line");
const lost = running("old-line");
const title = h("h1");
const clock = h("p", { class: "clock", role: "timer" });
const phase = h("p", { class: "phase" });
const tools = h("p", { class: "tools" });
const head = h("header", { class: "head" }, h("div", null, title, phase), clock, tools);
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
  if (is_out) end_session("page-judge-signed-out");
}

function show(wanted) {
  view = wanted;
  paint_views();
}

function choose(game, pressed) {
  wanted_game = game;
  keep(GAME, game);
  return send(pressed, problem, { do: "game", game });
}

function paint_views() {
  const has_game = state.game !== null;
  chooser.hidden = has_game;
  tabs.hidden = !has_game;
  for (const [key, element] of VIEWS) element.hidden = !has_game || key !== view;
  const open = { stones: state.game?.waiting, questions: state.game?.questions.length,
    counts: state.game?.teams.filter(({ entered }) => entered !== null && !entered.matches).length };
  const focused = tabs.contains(document.activeElement) ? [...tabs.children].indexOf(document.activeElement) : -1;
  const painted = part(tabs, [view, open], () => VIEWS.map(([key]) => button(
    [say(`page-judge-${key}`), open[key] ? h("span", { class: "open" }, String(open[key])) : null],
    () => show(key),
    { "aria-current": key === view ? "page" : null, "data-view": key },
  )));
  if (painted && focused >= 0) tabs.children[focused].focus({ preventScroll: true });
}

function paint_chooser() {
  part(chooser, [state.games], () => state.games.length === 0
    ? h("p", { class: "empty" }, say("page-judge-no-game"))
    : [h("h2", null, say("page-judge-choose")), h("ul", { class: "games" }, state.games.map(({ game, title: text }) =>
      h("li", null, button([name(text), " ", h("span", { class: "faint" }, game)], ({ currentTarget }) => choose(game, currentTarget), { class: "main" }))))]);
}

function paint_head() {
  part(title, [state.game?.title, state.game?.game], () => state.game === null ? say("page-judge") : [name(state.game.title), " ", h("span", { class: "faint" }, state.game.game)]);
  document.title = [state.game?.title, say("page-judge")].filter(Boolean).join(" – ");
  part(phase, [state.game?.phase_text, state.clock?.left], () => [state.game?.phase_text ?? "", state.clock?.left === null || !state.clock ? null : ` ${say("board-paused")}`]);
  const others = state.games.filter(({ game }) => game !== state.game?.game);
  part(tools, [state.game === null ? [] : others], () => [
    ...(state.game === null ? [] : others.map(({ game, title: text }) => button([game, " ", name(text)], ({ currentTarget }) => choose(game, currentTarget), { class: "quiet" }))),
    button(say("shared-language"), switch_language, { class: "quiet", lang: language() === "en" ? "ja" : "en" }),
    button(say("page-sign-out"), leave, { class: "quiet" }),
  ]);
}

function tick() {
  const now = line?.now() ?? null;
  const left = state?.clock?.left ?? (now === null || !state?.clock ? null : state.clock.closes_at - now);
  const text = left === null || left === undefined ? "" : `${state.clock.guess ? "~" : ""}${countdown(left)}`;
  if (clock.textContent !== text) clock.textContent = text;
}

function paint(news) {
  if (news.ended !== undefined) return take_end(news.ended);
  state = news;
  if (!page.contains(head)) page.replaceChildren(old.seen, old.told, lost.seen, lost.told, head, tabs, problem, chooser, ...VIEWS.map(([, element]) => element), status_line, question_box);
  const is_lost = state.game !== null && !state.live;
  lost.tell(is_lost ? say("page-told-lost") : "", is_lost ? say("page-told-lost") : "");
  paint_head();
  paint_chooser();
  if (state.game !== null) for (const paint_part of [() => paint_stones(state.game), () => paint_counts(state), () => paint_lists(state), () => paint_questions(state)]) paint_part();
  paint_views();
  tick();
  // The device's choice is kept over a restart of the page server.
  const has_choice = wanted_game !== null && state.games.some(({ game }) => game === wanted_game);
  if (state.game === null && has_choice) post({ do: "game", game: wanted_game });
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
  if (answer?.status === 401) end_session("page-judge-signed-out");
}

function begin() {
  ended = false;
  line ??= follow(`events?lang=${language()}`, (news) => ended || paint(news), (age) => {
    if (ended) return;
    document.documentElement.classList.toggle("is-old", age !== null);
    if (age === null) old.tell("", "");
    else old.tell(say("page-no-line", { time: countdown(age) }), say("page-told-no-line"));
    tick();
    look(age);
  });
}

on_signed_out(() => end_session("page-judge-signed-out"));
inks();
enter(begin);
