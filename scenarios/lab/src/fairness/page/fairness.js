// The fairness report as one page: every line with its interval and band, and plots of walls, prices and the lead.

import { h, s } from "./dom.js";
import { figure, other_language, say } from "./words.js";
import { axes, PLOT } from "./plot.js";

const report = JSON.parse(document.getElementById("report").textContent);
const root = document.getElementById("page");
const simulated = report.simulated;
const SIGNS = { inside: "✓", outside: "✗", open: "?", alike: "✓", unlike: "✗" };

const scroll = (label, ...children) => h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": label }, children);
const exact = (value, places = 3) => (value === null || value === undefined ? "–" : value.toFixed(places));
const signed = (value) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(4);
const percent = (share) => `${Math.round(share * 100)}%`;
const between = (low, high, places = 3) => `${exact(low, places)} … ${exact(high, places)}`;
const verdict = (is) => h("span", { class: `verdict ${is}` }, SIGNS[is], " ", say(`fairness-${is}`));
/** Returns the verdict on a simulated line, with the reason if it is open. */
const judged = ({ verdict: is, open: why }, games) => why === "few-games" || why === "no-spread"
  ? h("span", { class: "verdict open" }, SIGNS.open, " ", why === "no-spread" ? say("fairness-no-spread")
    : say("fairness-few-games", { games: figure(games), least: figure(simulated.least_games) }))
  : verdict(is);
const place = (inside) => (inside ? "inside" : "outside");

/** Returns the header of a text column. Headers of columns of figures are strings. */
const of_words = (text) => ({ text });

/** Returns a table with these headers. */
function rows_under(label, heads, rows) {
  const head = (head) => h("th", { scope: "col", class: head.text === undefined ? null : "words" }, head.text ?? head);
  return scroll(label, h("table", { class: "lines" }, h("thead", null, h("tr", null, heads.map(head))), h("tbody", null, rows)));
}

/** Returns a cell with a mean, and its interval below. */
const mean_of = (mean, interval) => h("td", { class: "figures" }, mean, h("span", { class: "faint below" }, interval));

const row = (name, ...cells) => h("tr", null, h("th", { scope: "row" }, name), cells);
const number = (text) => h("td", { class: "figures" }, text);
const words = (...children) => h("td", null, children);

/** Draws a band as a bar, an interval as a line over it, and values as marks. Each strip has its own scale. */
function strip(label, band, low, high, values) {
  const [width, height] = [200, 22];
  const ends = [band.low, band.high, low, high, ...values].filter((value) => value !== null && value !== undefined);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const span = most - least || 1;
  const x = (value) => 10 + ((value - least) / span) * (width - 20);
  const mid = height / 2;
  const interval = low === null || low === undefined ? null : [
    s("line", { class: "interval", x1: x(low), x2: x(high), y1: mid, y2: mid }),
    [low, high].map((end) => s("line", { class: "interval", x1: x(end), x2: x(end), y1: mid - 5, y2: mid + 5 }))];
  const marks = values.map((value, at) => value === null || value === undefined ? null
    : s(at === 0 ? "circle" : "rect", at === 0 ? { class: "mean", cx: x(value), cy: mid, r: 4 }
      : { class: "other", x: x(value) - 4, y: mid - 4, width: 8, height: 8 }));
  return h("td", { class: "strip" }, s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label },
    s("rect", { class: "band", x: x(band.low), y: 3, width: Math.max(x(band.high) - x(band.low), 2), height: height - 6 }), interval, marks));
}

function counted() {
  const other = report.against;
  const heads = [of_words(say("fairness-figures")), report.scenario, say("fairness-band"), of_words(say("fairness-page-plot")), of_words(say("shared-verdict"))];
  if (other) heads.push(other.scenario, say("fairness-apart"), of_words(say("shared-verdict")));
  const line = (line) => {
    const name = say(`fairness-${line.figure}`);
    const beside = other ? [
      number(exact(line.other)), number(exact(line.apart)),
      words(verdict(line.alike ? "alike" : "unlike"), line.other_inside ? null : [" ", verdict("outside")])] : [];
    return row(name, number(exact(line.value)), number(between(line.band.low, line.band.high, 2)),
      strip(`${name} ${exact(line.value)}`, line.band, null, null, [line.value, line.other]), words(verdict(place(line.inside))), beside);
  };
  return h("section", null, h("h2", null, say("fairness-figures")), rows_under(say("fairness-figures"), heads, report.figures.map(line)));
}

function played() {
  const heads = [of_words(say("fairness-simulated")), say("fairness-page-value"), say("fairness-page-interval"), say("fairness-band"),
    of_words(say("fairness-page-plot")), of_words(say("shared-verdict"))];
  const line = (of) => {
    const { line: named, estimate, band } = of;
    const name = say(`fairness-${named}`);
    const shown = estimate ? `${name} ${exact(estimate.mean)} [${between(estimate.low, estimate.high)}]` : name;
    return row(name, number(exact(estimate?.mean)), number(estimate ? between(estimate.low, estimate.high) : "–"),
      number(between(band.low, band.high, 2)), strip(shown, band, estimate?.low, estimate?.high, [estimate?.mean]),
      words(judged(of, estimate?.games ?? 0)));
  };
  return h("section", null, h("h2", null, say("fairness-simulated")),
    rows_under(say("fairness-simulated"), heads, simulated.lines.map(line)), h("p", { class: "faint" }, say("fairness-note", { least: figure(simulated.least_games) })));
}

function equivalence() {
  if (simulated.equivalence.length === 0) return null;
  const heads = [of_words(say("fairness-equivalence")), report.scenario, report.against.scenario, say("fairness-difference"), say("fairness-apart"),
    of_words(say("fairness-page-plot")), of_words(say("shared-verdict"))];
  const mean = (estimate) => (estimate ? mean_of(exact(estimate.mean, 4), `[${between(estimate.low, estimate.high, 4)}]`) : number("–"));
  const line = (line) => {
    const name = say(`fairness-field-${line.field}`);
    const found = line.difference;
    const interval = found ? `[${signed(found.low)} … ${signed(found.high)}]` : "–";
    return row(name, mean(line.scenario), mean(line.against), found ? mean_of(signed(found.mean), interval) : number("–"), number(`±${exact(line.limit)}`),
      strip(`${name} ${interval}`, { low: -line.limit, high: line.limit }, found?.low, found?.high, [found?.mean]),
      words(judged(line, Math.min(line.scenario?.games ?? 0, line.against?.games ?? 0))));
  };
  return h("section", null, h("h2", null, say("fairness-page-equivalence")),
    rows_under(say("fairness-page-equivalence"), heads, simulated.equivalence.map(line)));
}

/** Returns a drawing with its title above, and explanations below. */
const drawn = (title, drawing, ...below) => h("figure", null, h("figcaption", null, title), scroll(title, drawing), below);

/** Draws the distribution of walls over the empty share of the frame in percent, with the scenarios side by side. */
function histogram(field) {
  const all = simulated.distributions.walls.filter((walls) => walls.field === field);
  const title = `${say("fairness-page-empty")} – ${say(`fairness-field-${field}`)}`;
  const of = ({ counts, squares }) => {
    const bins = [];
    counts.forEach((count, empty) => {
      const bin = Math.floor((empty * 100) / squares);
      bins[bin] = (bins[bin] ?? 0) + count;
    });
    const sum = counts.reduce((sum, count) => sum + count, 0);
    return Array.from(bins, (count) => (count ?? 0) / sum);
  };
  const shares = all.map(of);
  const bins = Math.max(...shares.map((shares) => shares.length), 5);
  const high = Math.ceil(Math.max(...shares.flat(), 0.1) * 5) / 5;
  const step = (PLOT.wide - PLOT.room - 20) / bins;
  const every = Math.ceil(bins / 12);
  const names = [...Array(bins).keys()].filter((bin) => bin % every === 0).map((bin) => [PLOT.room + (bin + 0.5) * step, `${bin}%`]);
  const { y, frame } = axes(high, title, names, percent);
  const width = (step * 0.8) / all.length;
  const bars = shares.map((shares, at) => shares.map((share, bin) => share === 0 ? null
    : s("rect", { class: `bar bar-${at}`, x: PLOT.room + bin * step + step * 0.1 + at * width, y: y(share), width, height: y(0) - y(share) },
      s("title", null, `${all[at].scenario} ${bin}%: ${percent(share)}`))));
  const legend = all.map((walls, at) => {
    const sum = walls.counts.reduce((sum, count) => sum + count, 0);
    const empty = walls.counts.reduce((sum, count, empty) => sum + count * empty, 0) / sum;
    const gaps = { scenario: walls.scenario, walls: figure(sum), empty: exact(empty, 2), squares: figure(walls.squares), share: exact((empty / walls.squares) * 100, 2) };
    return h("li", null, s("svg", { viewBox: "0 0 16 10", width: 16, height: 10, "aria-hidden": "true" },
      s("rect", { class: `bar bar-${at}`, x: 1, y: 1, width: 14, height: 8 })), " ", say("fairness-page-walls", gaps));
  });
  return drawn(title, frame(bars), h("ul", { class: "legend" }, legend));
}

/** Draws the minimum price of each type, and the quartiles and the maximum of the prices paid. */
function prices() {
  const lots = simulated.distributions.prices;
  const step = (PLOT.wide - PLOT.room - 20) / lots.length;
  const x = (at) => PLOT.room + (at + 0.5) * step;
  const high = Math.ceil(Math.max(...lots.map((lot) => lot.highest ?? lot.minimum)) / 4) * 4;
  const { y, frame } = axes(high, say("fairness-page-prices"), lots.map((lot, at) => [x(at), lot.lot]));
  const half = Math.min(step * 0.32, 10);
  const marks = lots.map((lot, at) => [
    lot.quartiles ? [
      s("line", { class: "interval", x1: x(at), x2: x(at), y1: y(lot.highest), y2: y(lot.quartiles[2]) }),
      s("rect", { class: "bar bar-0", x: x(at) - half, y: y(lot.quartiles[2]), width: half * 2, height: Math.max(y(lot.quartiles[0]) - y(lot.quartiles[2]), 1) }),
      s("circle", { class: "median", cx: x(at), cy: y(lot.quartiles[1]), r: 3 })] : null,
    s("line", { class: "least", x1: x(at) - half - 3, x2: x(at) + half + 3, y1: y(lot.minimum), y2: y(lot.minimum) })]);
  const heads = [of_words(say("shared-lot")), say("fairness-page-minimum"), say("fairness-page-quartiles"), say("fairness-page-highest"), say("fairness-page-sold")];
  const line = (lot) => row(lot.lot, number(figure(lot.minimum)), number(lot.quartiles ? lot.quartiles.map(figure).join(" / ") : "–"),
    number(lot.highest === null ? "–" : figure(lot.highest)), number(`${figure(lot.sold)} / ${figure(lot.offered)}`));
  return drawn(say("fairness-page-prices"), frame(marks), h("p", { class: "faint" }, say("fairness-page-prices-how")),
    h("details", null, h("summary", null, say("fairness-page-table")), rows_under(say("fairness-page-prices"), heads, lots.map(line))));
}

/** Draws the share of games in which the lead changed, for each round. */
function leads() {
  const shares = simulated.distributions.leads;
  const step = (PLOT.wide - PLOT.room - 20) / Math.max(shares.length, 1);
  const high = Math.ceil(Math.max(...shares, 0.1) * 5) / 5;
  const { y, frame } = axes(high, say("fairness-page-leads"), shares.map((_, at) => [PLOT.room + (at + 0.5) * step, String(at + 2)]), percent);
  return drawn(say("fairness-page-leads"), frame(shares.map((share, at) => [
    s("rect", { class: "bar bar-0", x: PLOT.room + (at + 0.2) * step, y: y(share), width: step * 0.6, height: y(0) - y(share) }),
    s("text", { class: "tick", x: PLOT.room + (at + 0.5) * step, y: y(share) - 4, "text-anchor": "middle" }, percent(share))])),
  h("p", { class: "faint" }, say("fairness-page-leads-how")));
}

function summary() {
  const all = [...report.figures.map((line) => place(line.inside)), ...(simulated?.lines ?? []).map((line) => line.verdict)];
  const count = (is) => figure(all.filter((verdict) => verdict === is).length);
  return [
    report.against ? h("p", null, say("fairness-against", { other: say("fairness-page-of", report.against) })) : null,
    h("p", { class: "sum" }, say("fairness-page-sum", { inside: count("inside"), outside: count("outside"), open: count("open") })),
    simulated ? h("p", null, say("fairness-page-how", { games: figure(simulated.games), first: simulated.from_seed, last: simulated.from_seed + simulated.games - 1 })) : null,
    simulated ? h("p", null, simulated.permuted === simulated.symmetric ? "✓ " : "✗ ",
      say("fairness-symmetry", { games: figure(simulated.permuted), same: figure(simulated.symmetric) })) : null];
}

function plots() {
  const fields = ["mixed", "strong", "steady"];
  return h("section", null, h("h2", null, say("fairness-page-plots")),
    h("div", { class: "plots" }, fields.map(histogram), leads(), prices()));
}

function paint() {
  const title = say("fairness-page-title", { scenario: report.scenario });
  document.title = title;
  root.replaceChildren(...[
    h("header", { class: "top" }, h("h1", null, title, " ", h("span", { class: "faint" }, say("fairness-page-teams", { teams: report.teams }))), other_language(paint)),
    summary(), counted(), simulated ? [equivalence(), played(), plots()] : null,
  ].flat(9).filter((child) => child !== null));
}

paint();
