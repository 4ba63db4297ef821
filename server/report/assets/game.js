// The game as the page draws it, computed only from the lines that the page has proved.

import { countdown, figure, say } from "./words.js";
import { covered, ranked_rows, score, Settlement, squares_of } from "./settle.js";

/** A text in the current language, under both names. */
const spoken = (text) => ({ get en() { return text(); }, get ja() { return text(); } });

/** Makes invisible characters and changes of the writing direction visible in a text by people. */
const clean = (text) => text?.replace(/[\u0000-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
  .replace(/[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/gu, "\ufffd");

const JOINED = (all) => all.join(", ");

/** Replays a game line by line. */
class Replay {
  constructor({ game, setup: given }) {
    const teams = given.teams.map((team) => ({ ...team, name: clean(team.name) }));
    const setup = { ...given, title: clean(given.title), title_ja: clean(given.title_ja), teams };
    this.id = game;
    this.setup = setup;
    this.codes = setup.teams.map((team) => team.code);
    this.frame = squares_of(setup.frame);
    this.cells = new Map(setup.lots.map((lot) => [lot.code, squares_of(lot.shape)]));
    this.pool = new Map(setup.lots.map((lot) => [lot.code, lot.copies]));
    this.teams = setup.teams.map(() => ({ held: setup.initial, stones: 0, laid: new Map(), count: null, out: false }));
    this.rounds = [];
    this.jankens = [];
    this.messages = [];
    this.paused_since = null;
    this.is_declared = false;
  }

  team(code) {
    return this.teams[this.codes.indexOf(code)];
  }

  name(code) {
    return this.setup.teams[this.codes.indexOf(code)]?.name ?? code;
  }

  lot(code) {
    return this.setup.lots.findIndex((lot) => lot.code === code);
  }

  /** Returns the squares of every stone on a wall. */
  laid(team) {
    return new Map([...team.laid].map(([stone, { turn, row, col }]) =>
      [stone, covered(this.cells.get(stone.replace(/-\d+$/, "")), turn, row, col)]));
  }

  tally(team) {
    const counted = { ...score(this.frame, this.laid(team)), ...team.count };
    return { ...counted, held: team.held, unused: team.stones - counted.used };
  }

  /** Applies a fact. */
  follow(fact, at_ms) {
    const team = fact.team === undefined ? null : this.team(fact.team);
    const round = this.rounds.at(-1);
    const steps = {
      round_opened: () => {
        const offer = [...this.pool].filter(([, copies]) => copies > 0).map(([lot, copies]) => [this.lot(lot), copies]);
        this.rounds.push({ number: fact.round, attempt: fact.attempt, state: "open", reason: null, offer, settlement: null });
      },
      lists_opened: () => {
        const lists = new Map(this.codes.map((code) => [code, []]));
        for (const list of fact.lists) lists.set(list.team, list.bids.map((bid) => [bid.lot, bid.price]));
        round.settlement = new Settlement(this.setup.rounds[round.number - 1].max_wins, this.pool, lists);
      },
      rebids_opened: () => round.settlement.wave(new Map(fact.raises.map((sent) =>
        [sent.team, new Map(sent.raises.map((raise) => [raise.priority, raise.price]))]))),
      round_finalised: () => {
        round.state = "final";
        for (const line of round.settlement.awards()) {
          this.pool.set(line.lot, this.pool.get(line.lot) - 1);
          this.team(line.team).held -= line.price;
          this.team(line.team).stones += 1;
        }
      },
      round_voided: () => Object.assign(round, { state: "void", reason: fact.reason }),
      stone_placed: () => team.laid.set(fact.stone, fact),
      stone_taken_out: () => team.laid.delete(fact.stone),
      wall_replaced: () => { team.laid = new Map(fact.wall.map((spot) => [spot.stone, spot])); },
      wall_counted: () => { team.count = fact.count ?? null; },
      game_ended: () => {
        for (const one of this.teams) for (const stone of score(this.frame, this.laid(one)).lifted) one.laid.delete(stone);
      },
      janken_entered: () => {
        const order = fact.order.map((code) => this.codes.indexOf(code));
        this.jankens = this.jankens.filter((other) => !other.some((at) => order.includes(at)));
        this.jankens.push(order);
      },
      team_disqualified: () => { team.out = true; },
      team_reinstated: () => { team.out = false; },
      result_declared: () => { this.is_declared = true; },
      announced: () => this.messages.push({ at: at_ms, fact }),
      paused: () => { this.paused_since = at_ms; },
      resumed: () => { this.paused_since = null; },
    };
    steps[fact.fact]?.();
  }
}

/** Returns the key and the values of a fact's sentence, with its rule. */
function gaps_of(game, fact, at_ms) {
  const window = (closes_at) => countdown(Math.max(0, (closes_at ?? at_ms) - at_ms));
  const said = {
    round_opened: () => [fact.attempt > 1 ? "event-round-opened-again" : "event-round-opened",
      { round: fact.round, attempt: fact.attempt, window: window(fact.closes_at_ms), rule: fact.attempt > 1 ? "G5" : "A1" }],
    bids_sealed: () => ["event-bids-sealed", { rule: "A2" }],
    rebid_sealed: () => ["event-rebid-sealed", { rule: "A7" }],
    lists_opened: () => ["page-report-lists-opened", { lists: fact.lists.length }],
    rebids_opened: () => ["page-report-rebids-opened", { wave: fact.wave }],
    lots_confirmed: () => [fact.lots.length > 0 ? "event-lots-confirmed" : "event-nothing-confirmed", { lots: JOINED(fact.lots), rule: "A10" }],
    round_finalised: () => ["event-round-finalised", { round: fact.round, rule: "A10" }],
    round_voided: () => ["event-round-voided", { round: fact.round, attempt: fact.attempt, rule: "G5" }],
    stone_placed: () => ["page-report-placed", { stone: fact.stone, row: fact.row + 1, col: fact.col + 1, turn: fact.turn * 90 }],
    stone_taken_out: () => ["event-stone-taken-out", { stone: fact.stone, rule: "W4" }],
    wall_replaced: () => ["page-report-wall", { stones: fact.wall.length }],
    wall_counted: () => (fact.count === undefined ? ["event-wall-counted-no-more", { rule: "E2" }] : ["page-report-counted", fact.count]),
    stones_ticked: () => [fact.carried ? "event-stones-carried" : "event-stones-not-carried", { stones: JOINED(fact.stones), rule: "W4" }],
    stones_checked: () => ["event-stones-checked", { stones: JOINED(fact.stones), rule: "W4" }],
    remarked: () => ["event-remarked", {}],
    announced: () => ["event-announced", { text: [fact.asked, fact.english, fact.japanese].filter((text) => text).join(" / ") }],
    note_sealed: () => ["event-note-sealed", {}],
    end_signalled: () => ["event-end-signalled", { window: window(fact.ends_at_ms), rule: "E1" }],
    game_ended: () => ["event-game-ended", { rule: "W6" }],
    janken_entered: () => ["event-janken-entered", { order: JOINED(fact.order.map((code) => game.name(code))), rule: "E2" }],
    team_disqualified: () => ["event-team-disqualified", { rule: "E3" }],
    team_reinstated: () => ["event-team-reinstated", { rule: "E3" }],
    result_declared: () => ["event-result-declared", { rule: "E4" }],
    paused: () => ["event-paused", { rule: "T" }],
    resumed: () => (fact.closes_at_ms === undefined ? ["event-resumed", { rule: "T" }]
      : ["event-resumed-window", { window: window(fact.closes_at_ms), rule: "T" }]),
    // The clocks are stopped during a pause.
    window_extended: () => ["event-window-extended",
      { window: countdown(Math.max(0, fact.closes_at_ms - (game.paused_since ?? at_ms))), rule: "T" }],
    game_abandoned: () => ["event-game-abandoned", { rule: "G4" }],
  };
  const [key, gaps] = said[fact.fact]?.() ?? [fact.fact, {}];
  return [key, { team: fact.team === undefined ? "" : game.name(fact.team), reason: clean(fact.reason), text: clean(fact.text), ...gaps }];
}

/** Returns the outcome of a line of a list. */
function fate_of(line, is_final) {
  const key = {
    awarded: line.raises.length > 0 ? "outcome-awarded-by-rebid" : "outcome-awarded",
    rejected: "page-report-outbid",
    out: "page-report-rebid-lost",
    tied: "outcome-tied",
    live: is_final ? "page-report-not-needed" : "outcome-waiting",
  }[line.fate];
  const rule = line.fate === "live" ? "A9" : line.raises.length > 0 ? "A8" : line.fate === "tied" ? "A6" : "A5";
  return spoken(() => say(key, { price: figure(line.price), rule }));
}

function round_of(game, told) {
  const { settlement } = told;
  const gaps = { round: told.number, rounds: game.setup.rounds.length, attempt: told.attempt };
  const key = { open: "board-round", final: "board-round-final", void: "board-round-void" }[told.state];
  const line = (one) => ({
    lot: game.lot(one.lot), price: one.asked, raises: one.raises, won: one.fate === "awarded", why: fate_of(one, told.state === "final"),
  });
  const lists = settlement ? [...settlement.lines] : [];
  return {
    title: spoken(() => say(key, gaps)),
    state: told.state,
    reason: told.reason,
    offer: told.offer,
    lists: lists.map(([code, lines]) => ({ team: game.codes.indexOf(code), lines: lines.map(line) })),
    awards: (settlement?.awards() ?? []).map((one) => [game.lot(one.lot), game.codes.indexOf(one.team), one.price]),
    failures: (settlement?.failed ?? []).map(({ lot, copies, reason }) =>
      spoken(() => say("page-report-failed", { lot, copies, why: say(`auction-failure-${reason}`) }))),
  };
}

/** Returns the headings of the criteria, and the standings, which are null while the record has no ranking. */
function ranking_of(game, is_ranked) {
  const tallies = game.teams.map((team) => (team.out ? null : game.tally(team)));
  const heads = ["empty", "top-gaps", "held", "used", "unused"].map((name) => spoken(() => say(`criterion-head-${name}`)));
  const names = ["empty", "top_gaps", "held", "used", "unused"];
  const row = ({ team, place, by }) => ({
    place: spoken(() => String(place)),
    team,
    figures: tallies[team] && names.map((name) => tallies[team][name]),
    why: by ? spoken(() => say(`criterion-head-${by.replace("_", "-")}`)) : null,
  });
  return {
    heading: spoken(() => say(game.is_declared ? "board-standings-final" : "board-standings-ended")),
    heads,
    rows: is_ranked ? ranked_rows(tallies, game.jankens).map(row) : null,
  };
}

/** Returns everything that the page draws, from the proved lines: the game line, then the event lines in order. */
export function drawn(lines) {
  const [first, ...rest] = lines;
  const game = new Replay(first);
  const { setup } = game;
  // Without a ranking the figures of the walls are hidden, because they would give it away before the reveal.
  const facts = rest.map(({ fact }) => fact.fact);
  const is_ranked = facts.includes("game_ended") && !facts.includes("game_abandoned");
  const moment = (more) => ({
    ...more,
    walls: Object.fromEntries(game.teams.map((team, at) => [at, [...game.laid(team)].map(([stone, cells]) =>
      ({ lot: game.lot(stone.replace(/-\d+$/, "")), name: stone, cells, loose: false }))])),
    tallies: Object.fromEntries(game.teams.map((team, at) => {
      const { empty, held } = game.tally(team);
      return [at, [is_ranked ? empty : null, held]];
    })),
  });
  const moments = [moment({})];
  for (const { at_ms, fact } of rest) {
    game.follow(fact, at_ms);
    const [key, gaps] = gaps_of(game, fact, at_ms);
    const opens = fact.fact === "round_opened" ? { opens: game.rounds.length - 1 } : {};
    moments.push(moment({ at: at_ms, text: spoken(() => say(key, gaps)), ...opens }));
  }
  return {
    id: game.id,
    title: { en: setup.title, ja: setup.title_ja ?? setup.title },
    initial: setup.initial,
    area: game.frame.length,
    frame: { rows: setup.frame },
    lots: setup.lots.map((lot) => ({ code: lot.code, cells: game.cells.get(lot.code), copies: lot.copies, min: lot.min_price })),
    teams: setup.teams.map((team) => ({ en: team.name, ja: team.name })),
    moments,
    rounds: game.rounds.map((round) => round_of(game, round)),
    ranking: ranking_of(game, is_ranked),
    messages: game.messages.map(({ at, fact }) => ({
      at,
      head: spoken(() => say("page-report-announced")),
      text: { en: clean(fact.english ?? fact.japanese), ja: clean(fact.japanese ?? fact.english) },
      answers: [],
    })),
  };
}
