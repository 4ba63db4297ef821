// The page of a judge at the walls: hand-out, counts, lists on paper and questions. Each window has its own view and language.

import { button, flaw, post, question_box, send, status_line } from "/page/act.js";
import { h, keep, kept, name, part } from "/page/dom.js";
import { hosted } from "/page/hosted.js";
import { inks } from "/page/stone.js";
import { speak_preferred } from "/page/reader_language.js";
import { countdown, say } from "/page/words.js";

// The forms are made in the window's language, so it comes first.
speak_preferred();

const { paint_stones, stones } = await import("./stones.js");
const { counts, lists, paint_counts, paint_lists, paint_questions, questions } = await import("./forms.js");

const GAME = "judge-game";
const VIEWS = [["stones", stones], ["counts", counts], ["lists", lists], ["questions", questions]];

let state = null;
let view = "stones";
let wanted_game = kept(GAME);

const site = hosted({ title: "page-judge", how: "page-judge-sign-in-how", signed_out: "page-judge-signed-out" }, paint, tick);
const title = h("h1");
const clock = h("p", { class: "clock", role: "timer" });
const phase = h("p", { class: "phase" });
const tools = h("p", { class: "tools" });
const head = h("header", { class: "head" }, h("div", null, title, phase), clock, tools);
const tabs = h("nav", { class: "tabs" });
const chooser = h("section", { class: "view" });
const problem = flaw();
const page = document.getElementById("page");

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
    ...site.tools(),
  ]);
}

function tick() {
  const now = site.time();
  const left = state?.clock?.left ?? (now === null || !state?.clock ? null : state.clock.closes_at - now);
  const text = left === null || left === undefined ? "" : `${state.clock.guess ? "~" : ""}${countdown(left)}`;
  if (clock.textContent !== text) clock.textContent = text;
}

function paint(news) {
  state = news;
  if (!page.contains(head)) page.replaceChildren(...site.notices, head, tabs, problem, chooser, ...VIEWS.map(([, element]) => element), status_line, question_box);
  site.tell_lost(state.game !== null && !state.live);
  paint_head();
  paint_chooser();
  if (state.game !== null) for (const paint_part of [() => paint_stones(state.game), () => paint_counts(state), () => paint_lists(state), () => paint_questions(state)]) paint_part();
  paint_views();
  tick();
  // The device's choice is kept over a restart of the page server.
  const has_choice = wanted_game !== null && state.games.some(({ game }) => game === wanted_game);
  if (state.game === null && has_choice) post({ do: "game", game: wanted_game });
}

inks();
site.start();
