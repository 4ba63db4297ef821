#!/usr/bin/env node
// Plays a game and its spare with two bots on an encrypted server, which is killed and restarted in the middle. The bots
// are started before the first game, and find both games by themselves. Also checks the details of a rejected list.
//
//     npm install
//     node try_bot.js PATH/TO/ishigaki-server
//
// The server runs in a temporary directory. The script is the judge, over the same service.
"use strict";

const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { connect, errorDetails } = require("./service");

// An unreachable proxy, as a school's laptop may have: calls must not use it.
Object.assign(process.env, { http_proxy: "http://127.0.0.1:9", https_proxy: "http://127.0.0.1:9" });

const TEAMS = ["a", "b"];
const CONTEST = `
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [
  { id = "g", scenario = "tiny-2", close = "all-sealed", starts = "by-organiser", spare = "h" },
  { id = "h", scenario = "tiny-2", close = "all-sealed", starts = "by-organiser" },
]
`;

/** A game and its spare with two bots on one server, and their judge. */
class RestartedGame {
  constructor(server, folder) {
    Object.assign(this, { server, folder, listen: "127.0.0.1:0", bots: [], game: "g" });
    fs.writeFileSync(path.join(folder, "contest.toml"), CONTEST);
    const args = ["init", "--contest", "contest.toml", "--out", "day", "--address", "localhost:7150"];
    execFileSync(server, args, { cwd: folder, stdio: "ignore" });
    this.ca = path.join(folder, "day/ca.pem");
  }

  token(file) {
    return fs.readFileSync(path.join(this.folder, "day", file), "utf8").trim();
  }

  as(audience, file) {
    return connect({ server: this.listen, ca: this.ca, token: this.token(file) }, audience);
  }

  async start() {
    const args = ["serve", "--folder", "day", "--listen", this.listen];
    this.process = spawn(this.server, args, { cwd: this.folder, stdio: ["ignore", "pipe", "ignore"] });
    const lines = await new Promise((resolve) => this.process.stdout.once("data", (data) => resolve(String(data))));
    this.listen = lines.match(/https:\/\/(\S+)/)[1];
    this.judge = this.as("judge", "judge.token");
  }

  startBots() {
    for (const [at, team] of TEAMS.entries()) {
      const bot = path.join(__dirname, "bot.js");
      const args = [bot, "--server", this.listen, "--ca", this.ca, "--seed", String(7 + at)];
      const env = { ...process.env, ISHIGAKI_TOKEN: this.token(`teams/${team}/token`) };
      const child = spawn(process.execPath, args, { env, stdio: "inherit" });
      this.bots.push({ child, ended: new Promise((done) => child.once("exit", done)) });
    }
  }

  kill() {
    this.judge.close();
    this.process.kill("SIGKILL");
    return new Promise((done) => this.process.once("exit", done));
  }

  stop() {
    for (const { child } of this.bots) child.kill();
    this.judge.close();
    this.process.kill("SIGKILL");
  }

  act(name, request = {}) {
    return this.judge.call(name, { game: this.game, ...request });
  }

  /** Reads the feed from its start until the condition is true for the names of all facts and the last item. */
  async wait(condition) {
    const facts = [];
    const items = this.judge.watch(this.game, 1);
    items.on("error", () => {}); // The cancellation below is an error too.
    for await (const { item } of items) {
      if (item.body !== "event") continue;
      facts.push(item.event.fact);
      if (condition(facts, item)) return items.cancel();
    }
  }

  /** Plays a round until it is final. */
  async playRound(round) {
    await this.act("OpenRound", { round });
    const count = (facts, fact) => facts.filter((one) => one === fact).length;
    await this.wait((facts, item) => {
      const isOpening = ["lists_opened", "rebids_opened"].includes(facts.at(-1));
      return count(facts, "round_opened") === round && isOpening && item.derived.settlement.ties.length === 0;
    });
    await this.act("ConfirmLots", { round, attempt: 1, all: {} });
  }

  async play() {
    const organiser = this.as("organiser", "organiser.token");
    await organiser.call("StartGame", { game: "g" });
    await this.act("OpenRound", { round: 1 });
    await this.checkRejection();
    await this.wait((facts) => facts.includes("lists_opened"));
    await organiser.call("ReplaceGame", { game: "g", reason: "the projector failed" });
    organiser.close();
    this.game = "h";
    await this.playRound(1);
    await this.kill();
    await this.start();
    await this.playRound(2);
    await this.wait((facts) => facts.filter((fact) => fact === "stone_placed").length >= 4);
    await this.act("SignalEnd");
    await this.wait((facts) => facts.at(-1) === "game_ended");
    try {
      await this.act("DeclareResult");
    } catch (error) {
      // Two walls may be equal.
      assert.equal(errorDetails(error).reason, "JANKEN_OPEN");
      await this.act("EnterJanken", { order: TEAMS });
      await this.act("DeclareResult");
    }
    return Promise.all(this.bots.map(({ ended }) => ended));
  }

  /** Checks the error details of an invalid list: positions, reasons and figures. */
  async checkRejection() {
    const team = this.as("team", "teams/a/token");
    const error = await team
      .call("SubmitBids", { game: "g", round: 1, bids: [{ lot: "P", price: 1 }, { lot: "Q", price: 9 }] })
      .then(() => assert.fail("an invalid list was accepted"), (error) => error);
    team.close();
    const { reason, violations, isTemporary } = errorDetails(error);
    assert.deepEqual([reason, isTemporary], ["INVALID_LIST", false]);
    const found = violations.map(({ field, reason }) => [field, reason]);
    assert.deepEqual(found, [["bids[0].price", "BELOW_MIN"], ["bids[1].lot", "UNKNOWN_LOT"]]);
    assert.equal(violations[0].figures.min_price, "5");
  }
}

async function main() {
  const server = path.resolve(process.argv[2]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ishigaki-node-"));
  const game = new RestartedGame(server, folder);
  try {
    await game.start();
    game.startBots();
    const codes = await game.play();
    assert.deepEqual(codes, [0, 0], "exit codes of the bots");
  } finally {
    game.stop();
    fs.rmSync(folder, { recursive: true });
  }
  console.log("Played a game and its spare in Node and restarted its server in the middle.");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
