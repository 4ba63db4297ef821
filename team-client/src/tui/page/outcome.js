// The result: place, deciding figure, and the counted wall.

import { h, part } from "/page/dom.js";
import { wall as draw_wall } from "/page/stone.js";
import { say } from "/page/words.js";
import { press } from "./act.js";

/** Characters of a team's name in a sentence. */
const NAME = 24;

const heading = h("h2", { class: "unseen", id: "outcome-heading" });
const said = h("div", { role: "status" });
const picture = h("div", { class: "counted" });
const buttons = h("p", { class: "buttons" });

export const outcome = h("section", { class: "card-box outcome", "aria-labelledby": "outcome-heading" }, heading, said, picture, buttons);

/** Shortens the names of teams in a sentence, so that what decided stays in view. */
function shorten(text, walls) {
  return walls.reduce((said, { team }) => {
    const signs = [...team];
    return signs.length > NAME ? said.replaceAll(team, `${signs.slice(0, NAME).join("")}…`) : said;
  }, text);
}

/** Repaints the result. `receipts` is the address of the receipts, if they can be downloaded. */
export function paint_outcome(state, receipts) {
  const { result, walls, wall } = state;
  if (heading.textContent !== say("page-desk-result")) heading.textContent = say("page-desk-result");
  part(said, [result], () => (result === null ? null : [
    h("p", { class: `place ${result.first ? "first" : ""}` },
      result.place === null ? null : h("b", null, result.place), result.place === null ? null : " ",
      h("span", null, result.text)),
    result.why === null ? null : h("p", { class: "decided" }, shorten(result.why, walls)),
  ]));
  const own = walls.find((team) => team.own);
  part(picture, [own, wall?.frame, wall?.counts], () => (own && wall ? [
    draw_wall(wall.frame, own.stones.map(({ lot, letter, cells, loose }) => ({ lot, name: letter, cells, loose })), say("page-wall", { team: own.team, stones: own.stones.length })),
    h("p", { class: "figures" }, wall.counts),
  ] : []));
  part(buttons, [receipts, state.game], () => {
    const other = h("button", { type: "button" }, say("team-key-other-game"));
    other.addEventListener("click", () => press("other-game"));
    return [receipts ? h("a", { class: "button", href: receipts, download: "receipts.jsonl" }, say("page-receipts")) : null, state.game === null ? null : other];
  });
}
