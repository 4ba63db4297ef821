// Which parts are on the page, by the stage of the game, the view of this window, and its width.

import { h, part } from "/page/dom.js";
import { say } from "/page/words.js";
import { keys_are_on, offers, shortcut } from "./keys.js";

/** Widths in pixels from which the page has two and three columns. */
const TWO = 800;
const THREE = 1200;

/** Labels of the views, by their names in the program. */
const VIEWS = { result: "page-desk-result", sheet: "page-desk-bids", wall: "team-panel-wall", results: "team-panel-results", rivals: "team-panel-rivals", standings: "panel-standings", advice: "team-panel-advice", messages: "team-panel-messages", log: "team-panel-log" };
/** Tabs of a narrow window, each with its views. */
const TABS = { bids: ["page-desk-bids", ["sheet", "results", "advice"]], wall: ["team-panel-wall", ["wall"]], teams: ["page-desk-teams", ["rivals", "standings"]], messages: ["team-panel-messages", ["messages", "log"]] };
const RESULT_TAB = ["page-desk-result", ["result", "results"]];
/** View with which each stage begins. */
const HOME = { waiting: "wall", bidding: "sheet", rebid: "sheet", building: "wall", result: "result" };

export const nav = h("nav", { class: "views" });
export const tabs = h("nav", { class: "tabs" });
export const subviews = h("nav", { class: "subviews" });

/** The organiser can switch the adviser off. */
const is_offered = (name) => name !== "advice" || offers("views", name);

const is_bidding = (stage) => stage === "bidding" || stage === "rebid";

/** Returns the columns of a view: the names of the parts in each. A leading number is the column's share. */
export function columns(stage, view, count) {
  if (view === "result") return count === 1 ? [["outcome", "standings", "walls"]] : [["outcome"], ["standings", "walls"]];
  if (view === "sheet") {
    if (stage === "rebid") return [[["list"], ["round"], ["wall", "walls"]], [["list"], ["round"]], [["list", "round"]]][3 - count];
    return [[["lots"], ["list"], ["wall", "walls"]], [["lots"], ["list"]], [["lots", "list"]]][3 - count];
  }
  if (view === "wall") {
    if (is_bidding(stage)) return [[["wall"], ["list"]], [["wall"], ["list"]], [["wall"]]][3 - count];
    if (stage === "waiting") return count === 1 ? [["round", "wall"]] : [["wall"], ["round", "walls"]];
    return count === 1 ? [["wall"]] : [["wall"], ["standings", "walls"]];
  }
  const content = view === "rivals" ? ["walls", "panel"] : ["panel"];
  if (count === 1) return [content];
  if (is_bidding(stage)) return count === 3 && stage === "bidding" ? [["lots"], ["list"], content] : [content, ["list"]];
  return [content, [stage === "result" ? "outcome" : "wall"]];
}

let chosen = null;
let stage = null;
let shows = () => {};
let tab_view = {};

/** Sets what repaints the page after a change of the view, which it gets, or of the width. */
export function on_show(repaint) {
  shows = repaint;
}

/** Returns the view of this window. */
export const view = () => chosen ?? HOME[stage];

/** Shows a view in this window. */
export function show(wanted) {
  const name = wanted === "lots" ? "sheet" : wanted;
  if (!(name in VIEWS)) return;
  chosen = name === HOME[stage] ? null : name;
  shows(name);
}

/** Returns the number of columns that fit. */
export const column_count = () => (innerWidth >= THREE ? 3 : innerWidth >= TWO ? 2 : 1);

let before = column_count();
addEventListener("resize", () => {
  const now = column_count();
  if (now !== before) shows(null);
  before = now;
});

function view_button(name, unread, more) {
  const button = h("button", { type: "button", "aria-current": name === view() ? "page" : null, "data-view": name, ...shortcut("views", name), ...more }, say(VIEWS[name]),
    name === "messages" && unread ? h("span", { class: "dot", role: "img", "aria-label": unread }) : null);
  button.addEventListener("click", () => show(name));
  return button;
}

function focus_again(element, mark, paint) {
  const focused = element.contains(document.activeElement) ? document.activeElement.getAttribute(mark) : null;
  if (paint() && focused) element.querySelector(`[${mark}="${focused}"]`)?.focus({ preventScroll: true });
}

const groups = () => (stage === "result" ? { ...TABS, bids: RESULT_TAB } : TABS);

function tab_button(name, unread) {
  const [label, views] = groups()[name];
  const is_current = views.includes(view());
  const button = h("button", { type: "button", "aria-current": is_current ? "page" : null, "data-tab": name }, say(label),
    name === "messages" && unread ? h("span", { class: "dot", role: "img", "aria-label": unread }) : null);
  button.addEventListener("click", () => show(is_current ? views[0] : (tab_view[name] ?? views[0])));
  return button;
}

/** Repaints the navigation. A new stage begins with its own view. */
export function paint_views(now, unread) {
  if (now !== stage) {
    stage = now;
    chosen = null;
    tab_view = {};
  }
  const current = view();
  const names = Object.keys(VIEWS).filter((name) => (name !== "result" || stage === "result") && is_offered(name));
  focus_again(nav, "data-view", () => part(nav, [current, stage, unread, keys_are_on()], () => names.map((name) => view_button(name, unread))));
  const [tab, [, views]] = Object.entries(groups()).find(([, [, views]]) => views.includes(current)) ?? ["bids", groups().bids];
  tab_view[tab] = current;
  focus_again(tabs, "data-tab", () => part(tabs, [current, stage, unread], () => Object.keys(groups()).map((name) => tab_button(name, unread))));
  subviews.hidden = views.length < 2;
  focus_again(subviews, "data-view", () => part(subviews, [current, stage, unread, views], () => views.filter(is_offered).map((name) => view_button(name, unread))));
  return current;
}
