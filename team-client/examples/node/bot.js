#!/usr/bin/env node
// A complete bot in Node: plays all games of a team, and bids, re-bids and builds until each result is declared.
//
//     npm install
//     node bot.js --server https://192.168.0.10:7150[,...] --ca ca.pem --token TOKEN [--game ID] [--seed N]
//
// It waits for the team's first game, and follows the team through the stages of a contest and into spare games. With
// --game, it plays that game only. It keeps playing if the server restarts or another one takes over the game. It knows no
// rules and decides by the feed alone: after a lost answer it looks for the effect of the call in the feed. Try it in a
// practice game: `rehearsal practice --join`.
"use strict";

const { parseArgs } = require("node:util");
const { connect, errorDetails } = require("./service");

const OVER_PHASES = ["PHASE_DECLARED", "PHASE_ABANDONED"];
const FINISHED_PHASES = ["PHASE_ENDED", ...OVER_PHASES];
const OVER_STAGES = ["EVENT_STAGE_DECLARED", "EVENT_STAGE_ABANDONED"];
const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

/** Plays for one team in one game. */
class Bot {
  constructor(service, game, team, random) {
    Object.assign(this, { service, game, team, random });
    this.nextItem = 1; // The feed continues here after a disconnect.
    this.isOver = false;
    [this.round, this.attempt, this.wave, this.settlement] = [0, 0, 0, null];
    [this.sealed, this.sent] = [new Set(), new Set()]; // Windows with a list of ours: shown by the feed, and sent by us.
    this.stones = [];
    this.placed = new Map(); // The squares of each placed stone.
    this.stonesAtBuild = 0; // Number of our stones when we last built.
    this.wallRevision = 0;
  }

  async play() {
    while (!this.isOver) {
      try {
        await this.follow();
      } catch (error) {
        const { isTemporary, reason, code, retryMs } = errorDetails(error);
        if (!isTemporary) throw error;
        console.log(`     server unavailable, full or not serving the game (${reason ?? code}); retrying`);
        await sleep(retryMs);
      }
    }
  }

  /** Reads the feed from the next item on, and acts while it has caught up. */
  async follow() {
    let hasCaughtUp = false;
    this.sent.clear(); // If the feed doesn't show a list that was sent before a disconnect, it is sent again.
    const items = this.service.watch(this.game, this.nextItem);
    for await (const { item } of items) {
      if (item.body === "pulse") hasCaughtUp ||= item.pulse.caught_up;
      else this.nextItem = item.sequence + 1;
      if (item.body === "set_up") this.setUp(item.set_up, item.sealing_bytes);
      if (item.body === "event") this.event(item.event, item.derived);
      if (this.isOver) return items.cancel();
      if (hasCaughtUp) await this.act(item.clock.phase);
    }
  }

  setUp(setup, sealingBytes) {
    this.sealingBytes = sealingBytes; // The length of every submission.
    this.lots = new Map(setup.lots.map((lot) => [lot.code, lot]));
    this.copiesLeft = new Map(setup.lots.map((lot) => [lot.code, lot.copies]));
    [this.rounds, this.money] = [setup.rounds, setup.initial];
    this.frame = new Set(cells(setup.frame).map(String));
    this.bottom = setup.frame.length - 1;
  }

  event(event, derived) {
    const name = event.fact;
    const fact = event[name];
    const isOurs = fact.team === this.team;
    if (name === "round_opened") {
      [this.round, this.attempt, this.wave] = [fact.round, fact.attempt, 0];
    } else if (["bids_sealed", "rebid_sealed"].includes(name) && isOurs) {
      this.sealed.add(this.window());
    } else if (["lists_opened", "rebids_opened"].includes(name)) {
      this.wave += 1;
      this.settlement = derived.settlement;
    } else if (name === "round_finalised") {
      for (const team of derived.handover.teams) {
        for (const { stone } of team.stones) this.copiesLeft.set(stone.lot, this.copiesLeft.get(stone.lot) - 1);
        if (team.team !== this.team) continue;
        this.money = team.held;
        this.stones.push(...team.stones.map(({ stone }) => stone));
      }
    } else if (name === "stone_placed" && isOurs) {
      this.notePlaced(fact.stone, fact.spot);
    } else if (name === "wall_replaced" && isOurs) {
      this.placed.clear();
      for (const { stone, spot } of fact.wall) this.notePlaced(stone, spot);
    } else if (name === "stone_taken_out" && isOurs) {
      this.placed.delete(stoneKey(fact.stone));
    } else if (["result_declared", "game_abandoned"].includes(name)) {
      this.isOver = true;
    }
    const row = derived?.standings?.rows.find((row) => row.team === this.team);
    // The feed may be behind an answer.
    if (row) this.wallRevision = Math.max(this.wallRevision, row.wall_revision);
  }

  window() {
    return `${this.round} ${this.attempt} ${this.wave}`;
  }

  async act(phase) {
    const window = this.window();
    const isOpen = ["PHASE_BIDDING", "PHASE_REBIDDING"].includes(phase);
    if (isOpen && !this.sealed.has(window) && !this.sent.has(window)) {
      this.sent.add(window);
      await (phase === "PHASE_BIDDING" ? this.bid() : this.rebid());
    }
    if (!FINISHED_PHASES.includes(phase) && this.stonesAtBuild !== this.stones.length) {
      await this.build();
      this.stonesAtBuild = this.stones.length;
    }
  }

  /**
   * Makes a call and returns its answer, or `null` if it is rejected. A temporary error ends the feed. After the
   * reconnect, the effect is in the feed or the call is repeated.
   */
  async send(call, request, padTo = 0) {
    try {
      return await this.service.call(call, { game: this.game, ...request }, padTo);
    } catch (error) {
      const { isTemporary, reason, figures, violations } = errorDetails(error);
      if (isTemporary) throw error;
      // The wall was changed by our other computer or the organiser.
      if (reason === "WALL_CHANGED") this.wallRevision = Number(figures.current);
      console.error(`     ${call} rejected: ${reason} ${JSON.stringify(figures)}`);
      for (const violation of violations) {
        console.error(`       ${violation.field}: ${violation.reason} (${violation.rule}) ${JSON.stringify(violation.figures)}`);
      }
      return null;
    }
  }

  /** Bids on the largest stones first, slightly above the minimum price, with an equal budget for each round. */
  async bid() {
    const [maxBids, roundsLeft] = [this.rounds[this.round - 1].max_bids, this.rounds.length - this.round + 1];
    let money = Math.floor(this.money / roundsLeft);
    const bids = [];
    const offered = [...this.lots.values()].filter((lot) => this.copiesLeft.get(lot.code) > 0);
    for (const lot of offered.sort((one, other) => cells(other.shape).length - cells(one.shape).length)) {
      const price = lot.min_price + 1 + this.random(1 + Math.floor(lot.min_price / 2));
      if (price > money || bids.length >= maxBids) continue;
      bids.push({ lot: lot.code, price });
      money -= price;
    }
    await this.send("SubmitBids", { round: this.round, attempt: this.attempt, bids }, this.sealingBytes);
    console.log(`${this.nextItem} round ${this.round}: ${bids.length} bids`);
  }

  /** Raises tied bids within the budget; an empty list is a pass. Without a tied bid, does nothing. */
  async rebid() {
    let budget = this.settlement.tied_teams.find((team) => team.team === this.team)?.budget;
    if (budget === undefined) return;
    const raises = [];
    for (const tie of this.settlement.ties) {
      for (const line of tie.lines.filter((line) => line.team === this.team)) {
        const price = tie.price + 1 + this.random(4);
        if (price > budget) continue;
        raises.push({ priority: line.priority, price });
        budget -= price;
      }
    }
    const { round, attempt, wave } = this;
    await this.send("SubmitRebid", { round, attempt, wave, raises }, this.sealingBytes);
    console.log(`${this.nextItem} wave ${wave}: ${raises.length ? "raised" : "passed"}`);
  }

  /** Places each stone as low as possible, on the bottom edge or on another stone. */
  async build() {
    for (const stone of this.stones.filter((stone) => !this.placed.has(stoneKey(stone)))) {
      const taken = new Set([...this.placed.values()].flat().map(String));
      let best = null;
      for (let turns = 0; turns < 4; turns++) {
        const shape = turned(cells(this.lots.get(stone.lot).shape), turns);
        for (const [row, col] of [...this.frame].map((cell) => cell.split(",").map(Number))) {
          const squares = shape.map(([r, c]) => [row + r, col + c]);
          const isFree = squares.every((cell) => this.frame.has(String(cell)) && !taken.has(String(cell)));
          const rests = squares.some(([r, c]) => r === this.bottom || taken.has(`${r + 1},${c}`));
          const depth = squares.reduce((sum, [r]) => sum + r, 0);
          if (isFree && rests && (!best || depth > best.depth)) best = { depth, row, col, turns, squares };
        }
      }
      if (!best) continue;
      const spot = { quarter_turns: best.turns, row: best.row, col: best.col };
      const request = { placement: { stone, spot }, replaces_revision: this.wallRevision };
      const answer = await this.send("PlaceStone", request);
      if (!answer) continue;
      this.placed.set(stoneKey(stone), best.squares);
      this.wallRevision = answer.revision;
    }
    console.log(`${this.nextItem} ${this.placed.size} of ${this.stones.length} stones placed`);
  }

  notePlaced(stone, spot) {
    const shape = turned(cells(this.lots.get(stone.lot).shape), spot.quarter_turns);
    this.placed.set(stoneKey(stone), shape.map(([r, c]) => [spot.row + r, spot.col + c]));
  }
}

/** Waits for the team's next game and returns its id, or `null` once no game can follow. */
async function nextGame(service, played) {
  for (;;) {
    try {
      const { games } = await service.call("ListGames", {});
      const running = games.filter(({ game, clock }) => !OVER_PHASES.includes(clock?.phase) && !played.has(game));
      // Practice only if no game counts.
      if (running.length > 0) return (running.find((game) => !game.practice) ?? running[0]).game;
      if (!(await mayFollow(service, games))) return null;
    } catch (error) {
      if (!errorDetails(error).isTemporary) throw error;
    }
    await sleep(1000);
  }
}

/**
 * Returns whether another game may follow. A contest in groups may have one until it is over. Outside of one, a team gets
 * a first game, and a spare for an abandoned one.
 */
async function mayFollow(service, games) {
  const { events } = await service.call("ListEvents", {});
  const contests = events.filter(({ kind }) => kind === "EVENT_KIND_GROUPS");
  if (contests.length > 0) return contests.some(({ stage }) => !OVER_STAGES.includes(stage));
  const last = games.filter(({ practice }) => !practice).at(-1);
  return last === undefined || last.clock?.phase === "PHASE_ABANDONED";
}

const stoneKey = (stone) => `${stone.lot}-${stone.copy}`;

/** Returns the squares of a drawing as rows and columns. */
function cells(drawing) {
  return drawing.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[r, c]] : [])));
}

/** Rotates a shape clockwise by quarter turns, then moves its lowest row and column numbers to 0. */
function turned(shape, turns) {
  for (let turn = 0; turn < turns; turn++) shape = shape.map(([r, c]) => [c, -r]);
  const [row, col] = [0, 1].map((at) => Math.min(...shape.map((cell) => cell[at])));
  return shape.map(([r, c]) => [r - row, c - col]);
}

/** Returns a function for random integers from 0 to below its argument, reproducible from a seed. */
function seededRandom(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

async function main() {
  const { env } = process;
  const { values } = parseArgs({
    options: {
      server: { type: "string", default: env.ISHIGAKI_SERVER ?? "127.0.0.1:7150" },
      ca: { type: "string", default: env.ISHIGAKI_CA },
      token: { type: "string", default: env.ISHIGAKI_TOKEN },
      game: { type: "string", default: "" },
      seed: { type: "string", default: String(Date.now()) },
    },
  });
  if (!values.token) throw new Error("Missing token: use --token or ISHIGAKI_TOKEN.");
  if (!values.ca && values.server.includes("https://")) throw new Error("An https:// server needs --ca or ISHIGAKI_CA.");
  const service = connect(values, "team");
  let team = null;
  while (team === null) {
    try {
      ({ team } = await service.call("ListGames", {}));
    } catch (error) {
      const { isTemporary, retryMs } = errorDetails(error);
      if (!isTemporary) throw error;
      await sleep(retryMs);
    }
  }
  const [random, played] = [seededRandom(Number(values.seed)), new Set()];
  let game = values.game || (await nextGame(service, played));
  while (game) {
    console.log(`     plays ${game}`);
    await new Bot(service, game, team, random).play();
    played.add(game);
    game = values.game ? null : await nextGame(service, played);
  }
  service.close();
}

main().catch((error) => {
  console.error(error.details ?? error.message);
  process.exitCode = 1;
});
