#!/usr/bin/env node
// A whole bot in Node: it bids, re-bids, builds, and plays on until the result is declared, also if the server restarts, or
// another one goes on with the game.
//
//     npm install
//     node bot.js --server https://192.168.0.10:7150[,...] --ca ca.pem --token TOKEN [--game ID] [--seed N]
//
// It knows no rules. All that it knows comes from the feed: what it does is decided by what the feed shows, so a call whose
// answer got lost is simply looked for there. A table to try it at: `rehearsal practice --join`.
"use strict";

const { parseArgs } = require("node:util");
const { connect, refusal } = require("./service");

const OVER = ["PHASE_ENDED", "PHASE_DECLARED", "PHASE_ABANDONED"];
const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

/// Plays one team in one game.
class Bot {
  constructor(service, game, team, chance) {
    Object.assign(this, { service, game, team, chance });
    this.next = 1; // The sequence of the feed's next item: where to go on after a cut.
    this.isOver = false;
    [this.round, this.attempt, this.wave, this.settlement] = [0, 0, 0, null];
    [this.sealed, this.sent] = [new Set(), new Set()]; // What the feed has shown as sealed, and what we have sent.
    [this.stones, this.laid, this.tried] = [[], new Map(), 0]; // Our stones, where they lie, with how many we last built.
    this.wall = 0; // The revision of our wall: how often it has changed.
  }

  async play() {
    while (!this.isOver) {
      try {
        await this.follow();
      } catch (error) {
        const why = refusal(error);
        if (!why.isPassing) throw error;
        console.log(`     the server is away or full, or another one has the game (${why.reason ?? why.code}); trying again`);
        await sleep(why.retryMs);
      }
    }
  }

  /// Takes in the feed from where we were, and acts whenever we are up to date.
  async follow() {
    let hasCaughtUp = false;
    this.sent.clear(); // What was sent before a cut is sealed, or it will be sent again.
    const items = this.service.watch(this.game, this.next);
    for await (const { item } of items) {
      if (item.body === "pulse") hasCaughtUp ||= item.pulse.caught_up;
      else this.next = item.sequence + 1;
      if (item.body === "set_up") this.setUp(item.set_up, item.sealing_bytes);
      if (item.body === "event") this.event(item.event, item.derived);
      if (this.isOver) return items.cancel();
      if (hasCaughtUp) await this.act(item.clock.phase);
    }
  }

  setUp(setup, sealingBytes) {
    this.sealingBytes = sealingBytes; // How long every request is that seals something.
    this.lots = new Map(setup.lots.map((lot) => [lot.code, lot]));
    this.left = new Map(setup.lots.map((lot) => [lot.code, lot.copies]));
    [this.plans, this.held] = [setup.rounds, setup.initial];
    this.frame = new Set(cells(setup.frame).map(String));
    this.bottom = setup.frame.length - 1;
  }

  event(event, derived) {
    const what = event[event.fact];
    const isOurs = what.team === this.team;
    if (event.fact === "round_opened") {
      [this.round, this.attempt, this.wave] = [what.round, what.attempt, 0];
    } else if (["bids_sealed", "rebid_sealed"].includes(event.fact) && isOurs) {
      this.sealed.add(this.moment());
    } else if (["lists_opened", "rebids_opened"].includes(event.fact)) {
      this.wave += 1;
      this.settlement = derived.settlement;
    } else if (event.fact === "round_finalised") {
      for (const team of derived.handover.teams) {
        for (const { stone } of team.stones) this.left.set(stone.lot, this.left.get(stone.lot) - 1);
        if (team.team !== this.team) continue;
        this.held = team.held;
        this.stones.push(...team.stones.map(({ stone }) => stone));
      }
    } else if (event.fact === "stone_placed" && isOurs) {
      this.lay(what.stone, what.spot);
    } else if (event.fact === "wall_replaced" && isOurs) {
      this.laid.clear();
      for (const { stone, spot } of what.wall) this.lay(stone, spot);
    } else if (event.fact === "stone_taken_out" && isOurs) {
      this.laid.delete(name(what.stone));
    } else if (["result_declared", "game_abandoned"].includes(event.fact)) {
      this.isOver = true;
    }
    const own = derived?.standings?.rows.find((row) => row.team === this.team);
    // What the feed shows may lie behind what an answer has told.
    if (own) this.wall = Math.max(this.wall, own.wall_revision);
  }

  moment() {
    return `${this.round} ${this.attempt} ${this.wave}`;
  }

  async act(phase) {
    const moment = this.moment();
    const isOpen = ["PHASE_BIDDING", "PHASE_REBIDDING"].includes(phase);
    if (isOpen && !this.sealed.has(moment) && !this.sent.has(moment)) {
      this.sent.add(moment);
      await (phase === "PHASE_BIDDING" ? this.bid() : this.rebid());
    }
    if (!OVER.includes(phase) && this.tried !== this.stones.length) {
      await this.build();
      this.tried = this.stones.length;
    }
  }

  /// Makes a call and gives its answer; `null` if it is refused, and then nothing has changed. A server that is away or full
  /// ends the feed for a while: what was sent will show there, or is sent again.
  async send(call, request, padTo = 0) {
    try {
      return await this.service.call(call, { game: this.game, ...request }, padTo);
    } catch (error) {
      const why = refusal(error);
      if (why.isPassing) throw error;
      if (why.reason === "WALL_CHANGED") this.wall = Number(why.figures.current); // Our other computer, or the organiser.
      console.error(`     ${call} refused: ${why.reason} ${JSON.stringify(why.figures)}`);
      for (const { field, reason, rule, figures } of why.violations) {
        console.error(`       ${field}: ${reason} (${rule}) ${JSON.stringify(figures)}`);
      }
      return null;
    }
  }

  /// The biggest stones first, a bit above the least price, with an even share of the money for each round.
  async bid() {
    const [plan, roundsLeft] = [this.plans[this.round - 1], this.plans.length - this.round + 1];
    let money = Math.floor(this.held / roundsLeft);
    const bids = [];
    const offered = [...this.lots.values()].filter((lot) => this.left.get(lot.code) > 0);
    for (const lot of offered.sort((one, other) => cells(other.shape).length - cells(one.shape).length)) {
      const price = lot.min_price + 1 + this.chance(1 + Math.floor(lot.min_price / 2));
      if (price > money || bids.length >= plan.max_bids) continue;
      bids.push({ lot: lot.code, price });
      money -= price;
    }
    await this.send("SubmitBids", { round: this.round, attempt: this.attempt, bids }, this.sealingBytes);
    console.log(`${this.next} round ${this.round}: ${bids.length} bids`);
  }

  /// Raises what is tied as far as the budget goes; an empty list is a pass. Not ours to do if nothing is tied.
  async rebid() {
    let budget = this.settlement.tied_teams.find((team) => team.team === this.team)?.budget;
    if (budget === undefined) return;
    const raises = [];
    for (const tie of this.settlement.ties) {
      for (const line of tie.lines.filter((line) => line.team === this.team)) {
        const price = tie.price + 1 + this.chance(4);
        if (price > budget) continue;
        raises.push({ priority: line.priority, price });
        budget -= price;
      }
    }
    const { round, attempt, wave } = this;
    await this.send("SubmitRebid", { round, attempt, wave, raises }, this.sealingBytes);
    console.log(`${this.next} wave ${wave}: ${raises.length ? "raised" : "passed"}`);
  }

  /// Lays each stone as low as it can lie, on the bottom edge or on another stone.
  async build() {
    for (const stone of this.stones.filter((stone) => !this.laid.has(name(stone)))) {
      const taken = new Set([...this.laid.values()].flat().map(String));
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
      const answer = await this.send("PlaceStone", { placement: { stone, spot }, replaces_revision: this.wall });
      if (!answer) continue;
      this.laid.set(name(stone), best.squares);
      this.wall = answer.revision;
    }
    console.log(`${this.next} ${this.laid.size} of ${this.stones.length} stones lie`);
  }

  lay(stone, spot) {
    const shape = turned(cells(this.lots.get(stone.lot).shape), spot.quarter_turns);
    this.laid.set(name(stone), shape.map(([r, c]) => [spot.row + r, spot.col + c]));
  }
}

const name = (stone) => `${stone.lot}-${stone.copy}`;

/// The squares of a drawing, row and column.
function cells(drawing) {
  return drawing.flatMap((row, r) => [...row].flatMap((sign, c) => (sign === "#" ? [[r, c]] : [])));
}

/// So many quarter turns clockwise, then moved so that the least row and column are 0.
function turned(shape, turns) {
  for (let turn = 0; turn < turns; turn++) shape = shape.map(([r, c]) => [c, -r]);
  const [row, col] = [0, 1].map((at) => Math.min(...shape.map((cell) => cell[at])));
  return shape.map(([r, c]) => [r - row, c - col]);
}

/// Whole numbers from 0 to below a limit, the same for a seed.
function dice(seed) {
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
  if (!values.token) throw new Error("a token is needed: --token or ISHIGAKI_TOKEN");
  if (!values.ca && values.server.includes("https://")) throw new Error("an https:// server is known by its authority: --ca");
  const service = connect(values, "team");
  let team = null;
  while (team === null) {
    try {
      ({ team } = await service.call("ListGames", {}));
    } catch (error) {
      const why = refusal(error);
      if (!why.isPassing) throw error;
      await sleep(why.retryMs);
    }
  }
  await new Bot(service, values.game, team, dice(Number(values.seed))).play();
  service.close();
}

main().catch((error) => {
  console.error(error.details ?? error.message);
  process.exitCode = 1;
});
