// The bar that is always visible: clock, what to do now, money, and the main button. Below it the state of the list.

import { h, name, part } from "/page/dom.js";
import { countdown, figure, say } from "/page/words.js";
import { press, work } from "./act.js";
import { keys_are_on, shortcut } from "./keys.js";
import { displayed } from "./list.js";

/** Remaining milliseconds at which the clock changes its colour. */
const SOON = [30_000, 10_000];
const SIGNS = { calm: "▶", good: "✓", soon: "▲", loud: "!!" };
/** Marks of the teams from which a list is expected, and of disqualified ones. */
export const SEALS = { sealed: ["✓", "page-sealed"], awaited: ["○", "page-awaited"], out: ["✗", "shared-fate-disqualified"] };

const clock = h("p", { class: "clock figures", role: "timer", "aria-live": "off" });
const game_time = h("p", { class: "game-time figures" });
const phase = h("p", { class: "phase", role: "status" });
const todo = h("p", { class: "todo" });
const money_label = h("p", { class: "money-label" });
const money = h("p", { class: "money-figure figures" });
const meter = h("span", { class: "fill" });
const purse = h("div", { class: "money" }, money_label, money, h("div", { class: "meter", "aria-hidden": "true" }, meter));
const main = h("button", { type: "button", class: "act" });

export const bar = h("div", { class: "desk-bar" }, h("div", { class: "time" }, clock, game_time), h("div", { class: "where" }, phase, todo), purse, main);

const mark = h("p", { class: "mark-text", role: "status" });
const revert = h("button", { type: "button", class: "revert", hidden: true });
const seals = h("ul", { class: "seals" });
const alarm = h("p", { class: "receipt-alarm", role: "alert", hidden: true });

export const strip = h("div", { class: "strip" }, mark, revert, seals, alarm);

revert.addEventListener("click", () => press("take-sealed"));

let does = () => {};
/** The list as it was displayed when it was submitted, and the revision before. */
let sent = null;

main.addEventListener("click", () => does());

/** Focuses the main button. */
export const focus_main = () => main.focus();

function submit(state) {
  sent = state.bids.rebid === null ? { shown: displayed(), before: state.bids.revision } : null;
  press("seal");
}

/** Returns the main button of the stage: its text, its act, and whether it is off; `null` for none. */
function main_of(state) {
  const { stage, bids, wall } = state;
  if (stage === "bidding" && bids) {
    const text = bids.differs ? (bids.revision === null ? "page-desk-submit" : "page-desk-submit-changes") : "page-desk-submitted";
    return { text, off: !bids.can_seal || !bids.differs, go: () => submit(state), key: "seal" };
  }
  if (stage === "rebid" && bids?.rebid) {
    const is_blank = bids.rebid.lines.every((line) => line.price.shown === "");
    if (is_blank && bids.revision === null) return { text: "page-desk-pass-rebid", off: !bids.can_seal, go: () => press("decline"), key: "decline" };
    return { text: bids.differs ? "page-desk-submit-rebid" : "page-desk-submitted", off: !bids.can_seal || !bids.differs || is_blank, go: () => submit(state), key: "seal" };
  }
  if ((stage === "building" || stage === "waiting") && wall) {
    if (stage === "waiting" && !(wall.differs && wall.can_send)) return null;
    if (!wall.can_build) return null;
    return { text: wall.differs ? "page-desk-save-wall" : "page-desk-wall-saved", off: !wall.can_send || !wall.differs, go: () => work("send-wall"), key: null };
  }
  return state.again ? { text: "page-desk-play-again", off: false, go: () => press("play-again"), key: "play-again" } : null;
}

function paint_money(state) {
  purse.hidden = state.money === null;
  if (!state.money) return;
  const { total, budget } = state.money;
  const is_over = total !== null && total > budget;
  const label = total === null ? say("page-desk-money-left") : say("page-desk-if-all-win");
  const text = total === null ? figure(budget) : say("page-desk-money", { total: figure(total), budget: figure(budget) });
  if (money_label.textContent !== label) money_label.textContent = label;
  if (money.textContent !== text) money.textContent = text;
  meter.style.width = `${total === null || budget === 0 ? 0 : Math.min(100, (100 * total) / budget)}%`;
  purse.classList.toggle("over", is_over);
  purse.classList.toggle("idle", total === null);
}

function time_of_day(at, now) {
  const date = new Date(Date.now() - (now - at));
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":");
}

let own_mark = null;

function paint_mark(state, now) {
  const { text, tone, at } = state.mark;
  // The time is written once, so that it doesn't waver with the connection.
  const key = JSON.stringify([text, at]);
  if (own_mark?.key !== key && (at === null || now !== null)) {
    own_mark = { key, text: at === null ? text : text.replace("{time}", time_of_day(at, now)) };
  }
  const said = own_mark?.key === key ? own_mark.text : text.replace("{time}", "");
  part(mark, [said, tone], () => [h("span", { class: "mark-sign", "aria-hidden": "true" }, SIGNS[tone]), " ", said]);
  strip.dataset.tone = tone;
  strip.dataset.stage = state.stage;
  const bids = state.bids;
  const can_revert = (state.stage === "bidding" || state.stage === "rebid") && bids !== null && bids.can_take && bids.differs && bids.revision !== null;
  const label = say(bids?.overtaken ? "page-desk-use-submitted" : "page-desk-revert");
  revert.hidden = !can_revert;
  if (revert.textContent !== label) revert.textContent = label;
  for (const [attribute, value] of Object.entries(shortcut("buttons", "take-sealed"))) revert.setAttribute(attribute, value);
}

/** Compares a new submission with the list that was displayed when it was sent. */
function check_receipt(state) {
  const bids = state.bids;
  if (sent === null || !bids || bids.revision === null || bids.revision === sent.before) return;
  const sealed = bids.sealed.lines.map(([code, price]) => `${code}:${price}`);
  const is_same = JSON.stringify(sealed) === JSON.stringify(sent.shown);
  alarm.hidden = is_same || bids.overtaken;
  const text = alarm.hidden ? "" : say("page-desk-receipt-differs", { revision: bids.revision, shown: sent.shown.join(" ") });
  if (alarm.textContent !== text) alarm.textContent = text;
  sent = null;
}

/** Repaints the bar. */
export function paint_bar(state, now) {
  part(phase, [state.phase, state.paused, state.stage], () => [
    state.paused ? h("span", { class: "badge paused" }, say("board-paused")) : null, state.paused ? " " : null, state.phase,
  ]);
  if (todo.textContent !== state.todo) todo.textContent = state.todo;
  paint_money(state);
  const button = main_of(state);
  main.hidden = button === null;
  if (button) {
    const text = say(button.text);
    if (main.textContent !== text) main.textContent = text;
    // A focused button that is switched off loses the keys.
    main.setAttribute("aria-disabled", String(button.off));
    main.classList.toggle("off", button.off);
    for (const attribute of ["title", "aria-keyshortcuts"]) main.removeAttribute(attribute);
    for (const [attribute, value] of Object.entries(button.key && keys_are_on() ? shortcut("buttons", button.key) : {})) main.setAttribute(attribute, value);
    does = button.off ? () => {} : button.go;
  }
  paint_mark(state, now);
  check_receipt(state);
  part(seals, [state.seals], () => state.seals.filter(({ seal }) => seal in SEALS).map(({ name: team, seal }) => {
    const [sign, key] = SEALS[seal];
    return h("li", { class: `seal ${seal}` }, h("span", { class: "sign", role: "img", "aria-label": say(key) }, sign), " ", name(team));
  }));
}

/** Formats a duration as minutes and seconds, rounded down. */
const passed = (millis) => countdown(Math.floor(Math.max(0, millis) / 1000) * 1000);

/** Repaints the clock, and returns the milliseconds left; `null` without a window. */
export function tick_bar(state, now) {
  let text = "";
  let tone = "";
  let remaining = null;
  if (state.clock && (state.clock.left !== null || now !== null)) {
    const left = state.clock.left ?? Math.max(0, state.clock.closes_at - now);
    remaining = state.clock.left === null ? left : null;
    text = countdown(left) + (state.clock.guess ? "?" : "");
    tone = state.clock.guess ? "guess" : state.paused || left > SOON[0] ? "" : left > SOON[1] ? "soon" : "last";
  }
  let of_game = "";
  if (state.waiting && (state.waiting.at !== null || now !== null)) {
    const at = state.waiting.at ?? now;
    text = passed(at - state.waiting.since);
    of_game = say("team-game-time", { time: passed(at - state.waiting.game) });
    tone = "passed";
  }
  if (clock.textContent !== text) clock.textContent = text;
  if (game_time.textContent !== of_game) game_time.textContent = of_game;
  clock.className = `clock figures ${tone}`;
  clock.hidden = state.stage === "result" && text === "";
  return remaining;
}
