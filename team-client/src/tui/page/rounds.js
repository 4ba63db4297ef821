// Opened rounds by lot: the team's own bids first, with their outcome, and who won.

import { h, name, part } from "/page/dom.js";
import { figure, say } from "/page/words.js";
import { code_of, draw_kind } from "./kinds.js";

const KINDS = {
  won: ["✓", "page-desk-line-won"],
  lost: ["✗", "page-desk-line-lost"],
  "not-needed": ["–", "page-desk-line-not-needed"],
  tied: ["=", "page-desk-line-tied"],
  open: ["…", "page-desk-line-open"],
};

const heading = h("h2", { id: "round-heading" });
const content = h("div", { class: "round-content" });

/** The last round, as a summary. */
export const last_round = h("section", { class: "card-box round-box", "aria-labelledby": "round-heading" }, heading, content);

function winners(lot) {
  if (lot.tied !== null && lot.winners.length === 0) return h("span", { class: "tied-at" }, `${say("page-tie")} ${figure(lot.tied)}`);
  if (lot.winners.length === 0) return h("span", { class: "faint" }, say("page-desk-no-winner"));
  return lot.winners.map(({ team, price, own }) => h("span", { class: `winner ${own ? "own" : ""}` },
    own ? say("page-desk-winner-you", { price: figure(price) }) : [name(team), " ", figure(price)]));
}

function own_bid({ price, kind, text }) {
  const [sign, key] = KINDS[kind];
  return h("div", { class: `own-bid ${kind}` },
    h("b", null, h("span", { "aria-hidden": "true" }, sign), " ", say(key), " ", h("span", { class: "figures" }, `(${figure(price)})`)),
    kind === "won" ? null : h("span", { class: "why" }, text));
}

function lot_row(lot, at) {
  return h("tr", { class: lot.own.length > 0 ? "own" : null, style: null, "data-at": Math.min(at, 12) },
    h("th", { scope: "row" }, h("span", { class: "picture" }, draw_kind(lot.lot)), name(code_of(lot.lot))),
    h("td", null, lot.own.map(own_bid)),
    h("td", { class: "winners" }, winners(lot)));
}

function table(lots, caption) {
  return h("table", { class: "round-table" },
    h("caption", { class: "unseen" }, caption),
    h("thead", null, h("tr", null, ["page-desk-head-lot", "page-desk-head-you", "page-desk-head-winner"].map((key) => h("th", { scope: "col" }, say(key))))),
    h("tbody", null, lots.map(lot_row)));
}

/** Returns a round: own lots, and all others in a part that opens. */
export function round_part(round, is_open) {
  const own = round.lots.filter((lot) => lot.own.length > 0);
  const others = round.lots.filter((lot) => lot.own.length === 0);
  return [
    h("p", { class: `summary ${round.won > 0 && !round.void ? "good" : ""}` }, round.summary),
    own.length > 0 ? table(own, round.heading) : null,
    others.length > 0 ? h("details", { class: "others", open: is_open || own.length === 0 },
      h("summary", null, say("page-desk-other-lots", { count: others.length })), table(others, say("page-desk-other-lots", { count: others.length }))) : null,
  ];
}

let seen = null;

/** Returns a round in one line that opens, so that the wall stays in view. */
function brief_round(round, is_open) {
  const [, ...details] = round_part(round, false);
  return h("details", { class: "brief", open: is_open },
    h("summary", { class: round.won > 0 && !round.void ? "good" : null }, h("span", null, `${round.heading}: ${round.summary}`)), details);
}

/** Repaints the last round, `brief` in a narrow window. A newly opened one is uncovered lot by lot. */
export function paint_last_round(rounds, brief) {
  const last = rounds[0] ?? null;
  const text = last?.heading ?? say("page-desk-round");
  if (heading.textContent !== text) heading.textContent = text;
  const key = last === null ? 0 : rounds.length;
  const is_new = seen !== null && key > seen;
  seen = key;
  if (is_new) {
    last_round.classList.remove("opening");
    // Starts the animation again.
    void last_round.offsetWidth;
    last_round.classList.add("opening");
  }
  const was_open = content.querySelector("details")?.open && !is_new;
  part(content, [last, brief], () => (last !== null && brief ? brief_round(last, was_open) : last === null ? h("p", { class: "faint" }, say("page-desk-no-round")) : round_part(last, was_open)));
  return is_new;
}
