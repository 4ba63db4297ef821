// Parts of the staff's views: the state they share, names of players, a choice of players, and fields.

import { h, name, part } from "/page/dom.js";
import { matches } from "/page/names.js";
import { say } from "/page/words.js";
import { button } from "/page/act.js";

/** The latest state, which `staff.js` replaces. */
export const now = { state: null };

/** Maximum number of visible matches. */
const MATCHES = 8;
/** Maximum length of a reason. */
const MOST = 200;

let ids = 0;

/** Returns a labelled text field. */
export function field(text, more) {
  const id = `field-${(ids += 1)}`;
  const input = h("input", { type: "text", id, autocomplete: "off", ...more });
  return { input, row: h("p", { class: "field" }, h("label", { for: id }, text), input) };
}

export const figure = { inputmode: "numeric", class: "figure", maxlength: 9 };

/** Returns the field of a reason. */
export const reason_field = () => field(say("page-staff-reason"), { maxlength: MOST });

/** Returns a player of the roster by the line, from 1. */
export const player = (line) => now.state.players[line - 1];

/** Returns a player's number and name. */
export const who = ({ number, name: text }) => [number === null ? null : h("b", { class: "number" }, String(number)), number === null ? null : " ", name(text)];

/** Returns the same as text. */
export const who_text = ({ number, name: text }) => (number === null ? text : `${number} ${text}`);

/** Returns a text that begins with a capital letter. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the players whom reception has neither seen nor marked absent, while attendance is open. */
export const unseen = () => (now.state.event.code === "COMMITTED" && now.state.event.in_leagues ? now.state.players.filter(({ absent, seen }) => !absent && !seen) : []);

/** Returns a scrolling list of players. */
export const names_of = (players) => h("ul", { class: "changes", tabindex: "0" }, players.map((one) => h("li", null, who(one))));

export const event_id = () => now.state.event.event;

/** Returns an act that makes a call of the event's services. */
export const making = (call, request, what = "make") => ({ do: what, event: event_id(), call, request });

/** Returns all games with their rounds. */
export const games = () => now.state.rounds.flatMap(({ round, games: list }) => list.map((game) => ({ ...game, round })));

/** Returns whether two lines are the players of a game. */
export const is_of = (game, one, other) => (game.one === one && game.other === other) || (game.one === other && game.other === one);

/**
 * Keeps a row for each item of a list, so that a tap isn't lost when other rows change. `key` names an item's row, `made_of` its data, and
 * `paint` returns its content.
 */
export function rows(list, items, key, made_of, paint) {
  const old = new Map([...list.children].map((row) => [row.dataset.row, row]));
  items.forEach((item, at) => {
    const id = String(key(item));
    const row = old.get(id) ?? h("li", { "data-row": id });
    old.delete(id);
    part(row, made_of(item), () => paint(item, row));
    if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
  });
  for (const gone of old.values()) gone.remove();
}

/**
 * Returns a choice of one of several: a search field, and the matches as buttons. `all` returns the choices with `number`, `name` and
 * `found`; `chosen` is called with each choice, and `null` when it is withdrawn. `none` is the sentence for no match.
 */
export function picker(text, all, chosen = () => {}, none = "page-find-none") {
  const { input, row } = field(text, { type: "search", enterkeyhint: "search" });
  const found = h("ul", { class: "found" });
  const told = h("p", { class: "faint", role: "status" });
  const mine = h("p", { class: "row picked", hidden: true });
  const element = h("div", { class: "picker" }, row, told, found, mine);
  let value = null;

  function choose(one) {
    value = one;
    input.value = "";
    show();
    chosen(one);
    (one === null ? input : mine.querySelector("button")).focus();
  }

  function show() {
    row.hidden = value !== null;
    mine.hidden = value === null;
    if (value !== null) mine.replaceChildren(h("span", null, who(value)), button(say("page-staff-other"), () => choose(null), { class: "quiet" }));
    const list = value === null ? matches(all(), input.value) : [];
    found.replaceChildren(...list.slice(0, MATCHES).map((one) => h("li", null, button(h("span", null, who(one)), () => choose(one)))));
    const typed = input.value.trim();
    const rest = list.length - MATCHES;
    told.textContent = value !== null || typed === "" ? "" : list.length === 0 ? say(none, { text: typed }) : rest > 0 ? say("page-find-more", { count: rest }) : "";
  }

  input.addEventListener("input", show);
  return { element, input, value: () => value, clear: () => { value = null; input.value = ""; show(); } };
}
