// The walls of all teams as small multiples. A tap shows one large.

import { h, name, part } from "/page/dom.js";
import { wall as draw_wall } from "/page/stone.js";
import { figure, say } from "/page/words.js";
import { SEALS } from "./bar.js";

const heading = h("h2", { id: "walls-heading" });
const grid = h("ul", { class: "walls" });
const large = h("dialog", { class: "large-wall", "aria-labelledby": "large-heading" });

export const walls = h("section", { class: "card-box walls-box", "aria-labelledby": "walls-heading" }, heading, grid, large);

large.addEventListener("click", (event) => event.target === large && large.close());
large.addEventListener("close", () => { shown = null; });

let shown = null;

const drawing = (team, frame) =>
  draw_wall(frame, team.stones.map(({ lot, letter, cells, loose }) => ({ lot, name: letter, cells, loose })), say("page-wall", { team: team.team, stones: team.stones.length }));

const figures = (team) => say("page-desk-wall-figures", { empty: team.empty, purse: figure(team.purse) });

function paint_large(all, frame) {
  const team = all[shown];
  if (!team) return;
  part(large, [team, frame], () => {
    const close = h("button", { type: "button", autofocus: true }, say("key-close"));
    close.addEventListener("click", () => large.close());
    return [h("h2", { id: "large-heading" }, name(team.team)), drawing(team, frame), h("p", { class: "figures" }, figures(team)), close];
  });
}

function card(team, at, frame, open) {
  const [sign, key] = SEALS[team.seal] ?? [];
  const button = h("button", { type: "button", class: "wall-card", "aria-label": say("page-desk-wall-large", { team: team.team }), "data-at": at }, drawing(team, frame));
  button.addEventListener("click", () => open(at));
  return h("li", { class: team.own ? "own" : null }, button,
    h("p", { class: "wall-name" }, sign ? [h("span", { class: `sign ${team.seal}`, role: "img", "aria-label": say(key) }, sign), " "] : null, name(team.team)),
    h("p", { class: "faint figures" }, figures(team)));
}

/** Repaints the walls of the other teams, or of all teams if `with_own`. */
export function paint_walls(all, frame, with_own) {
  if (heading.textContent !== say("page-desk-teams")) heading.textContent = say("page-desk-teams");
  const open = (at) => {
    shown = at;
    paint_large(all, frame);
    large.showModal();
  };
  const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
  const painted = part(grid, [all, frame, with_own], () => (frame === null ? [] : all.flatMap((team, at) => (team.own && !with_own ? [] : [card(team, at, frame, open)]))));
  if (painted && focused !== undefined) grid.querySelector(`[data-at="${focused}"]`)?.focus({ preventScroll: true });
  if (shown !== null) paint_large(all, frame);
}
