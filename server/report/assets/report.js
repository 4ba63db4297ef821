// A whole game as one page: its proof, its ranking, every moment, every round, and plots of prices, money and walls.

import { h, name, part, s } from "./dom.js";
import { countdown, figure, language, other_language, said, say } from "./words.js";
import { inks, shape, wall } from "./stone.js";
import { axes, PLOT } from "./plot.js";
import { drawn } from "./game.js";
import { fingerprint, proof } from "./prove.js";

const data = (id) => JSON.parse(document.getElementById(id).textContent);
/** The game, computed from the proved lines; `null` until they are proved. */
let game = null;
const root = document.getElementById("page");

/** State of the proof: its progress, its result, or the first violation. */
let found = { state: "checking", at: 0, of: 1 };
let moment = 0;
let playing = null;

const header = h("header", { class: "top" });
const proved = h("section", { class: "proof", role: "status" });
const ranked = h("section");
const times = h("section", { class: "times" });
const now = h("div", { class: "now-shown", "aria-live": "polite" });
const rounds = h("section");
const plots = h("section");
const messages = h("section");
const log = h("section");

/** All moments of the game, each with the round opened last. */
const moments = [];

/** Takes the proved lines, so that the page can be drawn. */
function take(lines) {
  game = drawn(lines);
  for (const told of game.moments) moments.push({ ...told, round: told.opens ?? moments.at(-1)?.round ?? -1 });
  moment = moments.length - 1;
  slider.max = moments.length - 1;
}

/** Wraps content that may be wider than the page. It scrolls separately, also with keys. */
const wide = (label, ...children) => h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": label }, children);

const clock = (millis) => countdown(Math.floor((millis ?? 0) / 1000) * 1000);
const team_name = (team) => name(said(game.teams[team]));

function paint_proof() {
  const words = {
    checking: () => h("p", null, say("page-report-checking", { line: figure(found.at), lines: figure(found.of) })),
    holds: () => [
      h("p", { class: "holds" }, "✓ ", say("page-report-holds", {
        records: figure(found.records), heads: figure(found.heads), lists: figure(found.lists) })),
      h("p", null, say("page-report-signer", { fingerprint: found.fingerprint })),
      found.unsigned > 0 ? h("p", { class: "open" }, say("page-report-unsigned", { lines: figure(found.unsigned) })) : null,
    ],
    fails: () => h("p", { class: "fails" }, "✗ ", say("page-report-fails", { line: figure(found.line), what: say(`page-report-fails-${found.what}`) })),
  };
  part(proved, [found, language()], () => [
    h("h2", null, say("page-report-proof")),
    words[found.state](),
    h("p", { class: "faint" }, say("page-report-rules")),
  ]);
}

function paint_ranking() {
  const { heading, heads, rows } = game.ranking;
  if (!rows) return;
  const row = (row) => h("tbody", null,
    h("tr", null,
      h("td", { class: "place figures" }, said(row.place)),
      h("th", { scope: "row" }, team_name(row.team)),
      row.figures
        ? row.figures.map((value) => h("td", { class: "figures" }, figure(value)))
        : h("td", { colspan: heads.length }, say("console-disqualified"))),
    row.why ? h("tr", { class: "faint why" }, h("td"), h("td", { colspan: heads.length + 1 }, `↓ ${said(row.why)}`)) : null);
  ranked.replaceChildren(
    h("h2", null, said(heading)),
    wide(said(heading), h("table", { class: "ranking-table" },
      h("thead", null, h("tr", null, h("td"), h("td"), heads.map((head) => h("th", { scope: "col" }, said(head))))),
      rows.map(row))));
}

const slider = h("input", { type: "range", min: 0, max: 0, step: 1 });
const play = h("button", { type: "button" });

function paint_times() {
  slider.setAttribute("aria-label", say("page-report-moment"));
  const step = (by, key) => {
    const button = h("button", { type: "button", "aria-label": say(key) }, by < 0 ? "◀" : "▶");
    button.addEventListener("click", () => go(moment + by));
    return button;
  };
  times.replaceChildren(
    h("h2", null, say("page-report-moment")),
    h("div", { class: "scrub" }, step(-1, "page-report-before"), slider, step(1, "page-report-after"), play),
    now);
  go(moment);
}

function go(to) {
  moment = Math.max(0, Math.min(moments.length - 1, to));
  const shown = moments[moment];
  slider.value = moment;
  slider.setAttribute("aria-valuetext", `${clock(shown.at)} ${said(shown.text)}`);
  play.textContent = say(playing === null ? "page-report-play" : "page-report-stop");
  const round = game.rounds[shown.round];
  now.replaceChildren(
    h("p", { class: "when" }, h("b", { class: "figures" }, clock(shown.at)), round ? h("span", { class: "faint" }, ` · ${said(round.title)}`) : null),
    h("p", { class: "what" }, shown.text ? said(shown.text) : "–"),
    h("ul", { class: "walls" }, game.teams.map((team, at) => {
      const stones = shown.walls[at] ?? [];
      const [empty, held] = shown.tallies[at] ?? [null, null];
      return h("li", null,
        h("p", { class: "caption" }, h("b", null, team_name(at)),
          h("span", { class: "faint figures" }, `${said(game.ranking.heads[0])} ${figure(empty ?? "–")} · ${figure(held ?? "–")}`)),
        wall(game.frame, stones, say("page-wall", { team: said(team), stones: stones.length })));
    })));
}

function run() {
  if (playing !== null) {
    clearInterval(playing);
    playing = null;
  } else {
    if (moment === moments.length - 1) moment = -1;
    playing = setInterval(() => (moment < moments.length - 1 ? go(moment + 1) : run()), 700);
  }
  go(moment);
}

function list_of(list) {
  const line = (line, at) => h("tr", { class: line.won ? "won" : null },
    h("td", { class: "figures" }, String(at + 1)),
    h("td", null, h("b", null, game.lots[line.lot].code)),
    h("td", { class: "figures" }, [line.price, ...line.raises].map(figure).join(" → ")),
    h("td", null, line.won ? "✓ " : null, said(line.why)));
  return h("section", { class: "list" },
    h("h4", null, team_name(list.team)),
    list.lines.length > 0 ? h("table", null, h("tbody", null, list.lines.map(line))) : h("p", { class: "faint" }, say("page-report-declined")));
}

function paint_rounds() {
  const round = (round) => h("details", { class: "round" },
    h("summary", null, said(round.title), round.reason ? [" – ", say("page-report-void"), " ", name(round.reason)] : null),
    h("ul", { class: "offer" }, round.offer.map(([lot, copies]) => {
      const { code, cells } = game.lots[lot];
      return h("li", null, shape(cells, lot, code, say("page-shape", { lot: code, squares: cells.length })), ` ×${copies}`);
    })),
    h("div", { class: "lists" }, round.lists.map(list_of)),
    h("ul", { class: "failures" }, round.failures.map((text) => h("li", null, said(text)))));
  rounds.replaceChildren(h("h2", null, say("page-report-rounds")), ...game.rounds.map(round));
}

// Plots.

const DASHES = ["none", "8 4", "2 3", "10 3 2 3", "5 5", "1 4", "12 4", "6 2 2 2"];
const MARKS = ["●", "■", "▲", "◆", "▼", "○", "□", "△", "◇", "▽", "★", "☆", "✚", "✖", "◐", "◧"];

const legend = () => h("ul", { class: "legend" }, game.teams.map((_, at) =>
  h("li", null, s("svg", { viewBox: "0 0 36 10", width: 36, height: 10, "aria-hidden": "true" },
    s("line", { class: `trace team-${at % 8}`, x1: 1, x2: 35, y1: 5, y2: 5, "stroke-dasharray": DASHES[at % 8] })), " ", MARKS[at % 16], " ", team_name(at))));

/** Draws a line for each team over all moments. `value` returns its height. */
function traces(high, label, value) {
  const x = (at) => PLOT.room + (at / Math.max(moments.length - 1, 1)) * (PLOT.wide - PLOT.room - 20);
  const opened = moments.flatMap((shown, at) => (shown.opens === undefined ? [] : [[x(at), String(shown.opens + 1)]]));
  const { y, frame } = axes(Math.max(high, 1), label, opened);
  const rules = opened.map(([at]) => s("line", { class: "rule", x1: at, x2: at, y1: 12, y2: PLOT.high - PLOT.foot }));
  return frame(rules, game.teams.map((_, team) => {
    const points = moments.map((shown, at) => [x(at), value(shown, team)]).filter(([, value]) => value !== null);
    const path = points.map(([at, value], place) => `${place === 0 ? "M" : "H"}${at.toFixed(1)}${place === 0 ? " " : "V"}${y(value).toFixed(1)}`).join("");
    const [last_x, last] = points.at(-1) ?? [0, 0];
    return [s("path", { class: `trace team-${team % 8}`, d: path, "stroke-dasharray": DASHES[team % 8] }),
      s("text", { class: `tick mark-of team-${team % 8}`, x: last_x + 4, y: y(last) + 4 }, MARKS[team % 16])];
  }));
}

function prices() {
  const sold = game.rounds.flatMap((round, at) => round.state === "void" ? [] : round.awards.map(([lot, team, price]) => [lot, team, price, at + 1]));
  const lots = game.lots.map((lot, at) => [lot, at]).filter(([, at]) => sold.some(([lot]) => lot === at));
  const x = (lot) => PLOT.room + ((lots.findIndex(([, at]) => at === lot) + 0.5) / lots.length) * (PLOT.wide - PLOT.room - 20);
  const { y, frame } = axes(Math.max(...sold.map(([, , price]) => price), 1), say("page-report-prices"), lots.map(([lot, at]) => [x(at), lot.code]));
  const least = lots.map(([lot, at]) => s("line", { class: "least", x1: x(at) - 8, x2: x(at) + 8, y1: y(lot.min), y2: y(lot.min) }));
  const shift = (2 * (PLOT.wide - PLOT.room)) / (lots.length * 5 * Math.max(game.rounds.length, 1));
  return frame(least, sold.map(([lot, team, price, round]) =>
    s("text", { class: `mark-of team-${team % 8}`, x: x(lot) + (round - (game.rounds.length + 1) / 2) * shift, y: y(price) + 4, "text-anchor": "middle" },
      s("title", null, `${game.lots[lot].code} ${figure(price)} ${said(game.teams[team])} (${said(game.rounds[round - 1].title)})`), MARKS[team % 16])));
}

function paint_plots() {
  const figure_of = (key, plot) => h("figure", null, h("figcaption", null, say(key)), wide(say(key), plot));
  plots.replaceChildren(...[
    h("h2", null, say("page-report-plots")),
    legend(),
    figure_of("page-report-prices", prices()),
    figure_of("page-report-money", traces(game.initial, say("page-report-money"), (shown, team) => shown.tallies[team]?.[1] ?? null)),
    game.ranking.rows && figure_of("page-report-filled", traces(game.area, say("page-report-filled"), (shown, team) => {
      const empty = shown.tallies[team]?.[0] ?? null;
      return empty === null ? null : game.area - empty;
    })),
  ].filter(Boolean));
}

function paint_messages() {
  const one = (tag, told, ...below) => h(tag, null,
    h("span", { class: "figures" }, clock(told.at)), " ", h("b", null, said(told.head)), " ", said(told.text), ...below);
  const rows = game.messages.map((told) => one("li", told, told.answers.map((answer) => one("div", answer))));
  messages.replaceChildren(...(rows.length ? [h("h2", null, say("page-report-messages")), h("ol", { class: "log" }, rows)] : []));
}

function paint_log() {
  const rows = moments.slice(1).map((shown, at) => {
    const button = h("button", { type: "button", class: "jump figures" }, clock(shown.at));
    button.addEventListener("click", () => {
      go(at + 1);
      times.scrollIntoView();
    });
    return h("li", null, button, " ", said(shown.text));
  });
  log.replaceChildren(h("h2", null, say("page-report-log")), h("details", null, h("summary", null, figure(rows.length)), h("ol", { class: "log" }, rows)));
}

function paint() {
  paint_proof();
  if (game === null) return header.replaceChildren(h("h1", null, say("page-report")), other_language(paint));
  document.title = `${said(game.title)} – ${say("page-report")}`;
  header.replaceChildren(h("h1", null, name(said(game.title)), " ", h("span", { class: "id" }, game.id)), other_language(paint));
  paint_ranking();
  paint_times();
  paint_rounds();
  paint_plots();
  paint_messages();
  paint_log();
}

/** Checks the record step by step, so that the page stays responsive. */
function check(steps) {
  const until = performance.now() + 40;
  try {
    do {
      const { value, done } = steps.next();
      if (done) {
        if (value.heads === 0) throw { line: 1, what: "signature" };
        take(value.lines);
        found = { ...value, state: "holds", fingerprint: fingerprint(value.key) };
        return paint();
      }
      found = { ...value, state: "checking" };
    } while (performance.now() < until);
  } catch (wrong) {
    found = { state: "fails", line: wrong.line ?? 0, what: wrong.what ?? "read" };
    return paint_proof();
  }
  paint_proof();
  setTimeout(check, 0, steps);
}

slider.addEventListener("input", () => go(Number(slider.value)));
play.addEventListener("click", run);
inks();
root.replaceChildren(header, ranked, times, plots, rounds, messages, log, proved);
paint();
check(proof(data("record")));
