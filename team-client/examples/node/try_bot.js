#!/usr/bin/env node
// Lets two bots play a whole game, encrypted, on a server of their own, which is killed and started again in the middle; and
// reads what a refused list carries.
//
//     npm install
//     node try_bot.js PATH/TO/ishigaki-server
//
// The server runs in a folder that goes away again. The judge is played here, over the same service.
"use strict";

const assert = require("node:assert");
const { execFileSync, spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { connect, refusal } = require("./service");

// A proxy that answers nothing, as a school's laptop may have one set: calls must not go through it.
Object.assign(process.env, { http_proxy: "http://127.0.0.1:9", https_proxy: "http://127.0.0.1:9" });

const TEAMS = ["a", "b"];
const CONTEST = `
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
`;

/// A server in a folder, its judge, and the bots.
class Hall {
  constructor(server, folder) {
    Object.assign(this, { server, folder, listen: "127.0.0.1:0", bots: [] });
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

  join() {
    for (const [at, team] of TEAMS.entries()) {
      const bot = path.join(__dirname, "bot.js");
      const args = [bot, "--server", this.listen, "--ca", this.ca, "--game", "g", "--seed", String(7 + at)];
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

  leave() {
    for (const { child } of this.bots) child.kill();
    this.judge.close();
    this.process.kill("SIGKILL");
  }

  act(name, request = {}) {
    return this.judge.call(name, { game: "g", ...request });
  }

  /// Reads the game from its start until `isSo` of all facts so far and of the last one's item.
  async wait(isSo) {
    const facts = [];
    const items = this.judge.watch("g", 1);
    items.on("error", () => {}); // It is cancelled below.
    for await (const { item } of items) {
      if (item.body !== "event") continue;
      facts.push(item.event.fact);
      if (isSo(facts, item)) return items.cancel();
    }
  }

  async playRound(round, before = async () => {}) {
    await this.act("OpenRound", { round });
    await before();
    const count = (facts, fact) => facts.filter((one) => one === fact).length;
    await this.wait((facts, item) => {
      const isOpened = ["lists_opened", "rebids_opened"].includes(facts.at(-1));
      return count(facts, "round_opened") === round && isOpened && item.derived.settlement.ties.length === 0;
    });
    await this.act("ConfirmLots", { round, attempt: 1, all: {} });
  }

  async play() {
    await this.playRound(1, async () => {
      await this.refuse();
      this.join();
    });
    await this.kill();
    await this.start();
    await this.playRound(2);
    await this.wait((facts) => facts.filter((fact) => fact === "stone_placed").length >= 4);
    await this.act("SignalEnd");
    await this.wait((facts) => facts.at(-1) === "game_ended");
    try {
      await this.act("DeclareResult");
    } catch (error) {
      // Two walls may be worth just the same.
      assert.equal(refusal(error).reason, "JANKEN_OPEN");
      await this.act("EnterJanken", { order: TEAMS });
      await this.act("DeclareResult");
    }
    return Promise.all(this.bots.map(({ ended }) => ended));
  }

  /// What a team that plays nothing right is told: all that is wrong, each with its place and its figures.
  async refuse() {
    const team = this.as("team", "teams/a/token");
    const error = await team
      .call("SubmitBids", { game: "g", round: 1, bids: [{ lot: "P", price: 1 }, { lot: "Q", price: 9 }] })
      .then(() => assert.fail("it is no list"), (error) => error);
    team.close();
    const { reason, violations, isPassing } = refusal(error);
    assert.deepEqual([reason, isPassing], ["INVALID_LIST", false]);
    const found = violations.map(({ field, reason }) => [field, reason]);
    assert.deepEqual(found, [["bids[0].price", "BELOW_MIN"], ["bids[1].lot", "UNKNOWN_LOT"]]);
    assert.equal(violations[0].figures.min_price, "5");
  }
}

async function main() {
  const server = path.resolve(process.argv[2]);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ishigaki-node-"));
  const hall = new Hall(server, folder);
  try {
    await hall.start();
    const codes = await hall.play();
    assert.deepEqual(codes, [0, 0], "the bots end well");
  } finally {
    hall.leave();
    fs.rmSync(folder, { recursive: true });
  }
  console.log("a whole game was played in Node, over a restart of its server");
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
