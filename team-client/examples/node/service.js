// A connection to the server, and refusals with all that they carry.
//
//     const { connect, refusal } = require("./service");
//     const team = connect({ server: "https://192.168.0.10:7150", ca: "ca.pem", token }, "team");
//     const { team: code } = await team.call("ListGames", {});
//
// Of several servers over one journal some are named with commas; a call goes to the one that has its game, also to one that
// another server names.
//
// Messages are plain objects with the names of the schema; 64-bit numbers are numbers, since no amount or time of a contest
// comes near 2^53, and enums are their names.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const protobuf = require("protobufjs");

// The schema, of this repository unless told.
const SCHEMA = process.env.ISHIGAKI_SCHEMA || path.join(__dirname, "../../../proto");
// Every server's certificate names this, whatever its address.
const SERVER_NAME = "ishigaki.internal";
const OPTIONS = { keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true, includeDirs: [SCHEMA] };

// How often a call follows from one server to the next.
const MOST_HOPS = 6;

/// A client of what everybody may ask (the watch service) and of what one audience may do: `team`, `judge` or `organiser`.
function connect({ server, ca, token }, audience) {
  const names = ["watch", audience];
  const services = names.map((name) => {
    const schema = grpc.loadPackageDefinition(loader.loadSync(`ishigaki/${name}/v1/${name}.proto`, OPTIONS));
    return schema.ishigaki[name].v1[`${name[0].toUpperCase()}${name.slice(1)}Service`];
  });
  const credentials = ca ? grpc.credentials.createSsl(fs.readFileSync(ca)) : grpc.credentials.createInsecure();
  const channel = {
    // A laptop whose network comes back should not wait for minutes.
    "grpc.max_reconnect_backoff_ms": 2000,
    // A machine that is gone says nothing: a line that is silent is tried after 5 s, and given up 5 s later.
    "grpc.keepalive_time_ms": 5000,
    "grpc.keepalive_timeout_ms": 5000,
    // The server is in the hall's network, which no proxy of a school leads into.
    "grpc.enable_http_proxy": 0,
  };
  if (ca) channel["grpc.ssl_target_name_override"] = SERVER_NAME;
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const route = new Route(server.split(",").map((one) => one.trim().replace(/^https?:\/\//, "")), Boolean(ca));
  const opened = new Map(); // The clients of each address; all of one address share one connection.
  const clientOf = (address, name) => {
    if (!opened.has(address)) opened.set(address, services.map((Service) => new Service(address, credentials, channel)));
    return opened.get(address).find((client) => client[name]);
  };
  /// Makes a call at one server.
  const ask = (address, name, request, padTo) =>
    new Promise((resolve, reject) => {
      const client = clientOf(address, name);
      if (padTo) request = padded(request, padTo, client[name].requestSerialize);
      const deadline = Date.now() + 20_000;
      client[name](request, metadata, { deadline }, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  return {
    /// Makes a call; its answer, or an error that `refusal` reads. What seals something is filled up to a length, that of the
    /// set-up's feed item.
    call: async (name, request, padTo = 0) => {
      for (let hop = 1; ; hop++) {
        try {
          return await ask(route.place(request.game), name, request, padTo);
        } catch (error) {
          if (!route.follow(request.game, error) || hop === MOST_HOPS) throw error;
        }
      }
    },
    /// Watches a game from an item on, for as long as the server serves it: `for await (const { item } of ...)`. After its end
    /// the next one is asked for where the game is then.
    watch: (game, from) => {
      const items = clientOf(route.place(game), "WatchGame").WatchGame({ game, from_sequence: from }, metadata);
      items.on("error", (error) => route.follow(game, error));
      return items;
    },
    close: () => [...opened.values()].flat().forEach((client) => client.close()),
  };
}

/// Which server has which game, as far as that is known.
class Route {
  constructor(addresses, isEncrypted) {
    Object.assign(this, { addresses, isEncrypted, held: new Map() });
  }

  /// The address of the server that is asked about a game; where none is named, that of any.
  place(game = "") {
    return this.held.get(game) ?? this.held.get("") ?? this.addresses[0];
  }

  /// Turns to where a call for this game belongs after an error; whether it surely changed nothing, and is known there.
  follow(game = "", error) {
    const { reason, code, figures } = refusal(error);
    if (reason === "GAME_ELSEWHERE" && figures.address) return this.turn(game, figures.address);
    // Nobody has the game at this moment, or the server is away.
    if (reason === "GAME_ELSEWHERE" || AWAY.includes(code)) {
      this.turn(game, this.addresses[(this.addresses.indexOf(this.place(game)) + 1) % this.addresses.length]);
    }
    return false;
  }

  /// Asks this server about a game from now on; whether it is another one.
  turn(game, address) {
    const isLocal = /^(127\.0\.0\.1|\[::1\]|localhost):\d+$/.test(address);
    // Without an authority a token goes to no machine but those that were named here.
    if (!this.isEncrypted && !isLocal && !this.addresses.includes(address)) return false;
    if (!this.addresses.includes(address)) this.addresses.push(address);
    const here = this.place(game);
    this.held.set(game, address);
    return address !== here;
  }
}

/// The same request at this length, so that its length does not tell whoever sees the network what is in it. One that is longer
/// goes up to the next step.
function padded(request, length, serialize) {
  const size = (zeros) => serialize({ ...request, padding: Buffer.alloc(zeros) }).length;
  const [least, step] = [128, 256];
  const goal = length + Math.max(0, Math.ceil((size(least) - length) / step)) * step;
  const zeros = least + goal - size(least);
  // What counts the zeros may have become longer.
  return { ...request, padding: Buffer.alloc(zeros - (size(zeros) - goal)) };
}

// The part of google.rpc that refusals travel in.
const rpc = protobuf.parse(`
  syntax = "proto3";
  package google.rpc;
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
`).root;
const own = new protobuf.Root();
own.resolvePath = (_, target) => path.join(SCHEMA, target);
own.loadSync("ishigaki/v1/error.proto");

/// What an error says for programs: `reason` and `figures` as the schema's error.proto names them; `violations`, each thing that
/// is wrong with a list, a re-bid or a wall; `isPassing`, whether the same call may come again after `retryMs`.
function refusal(error) {
  const [packed] = error.metadata ? error.metadata.get("grpc-status-details-bin") : [];
  const found = { code: grpc.status[error.code], reason: null, figures: {}, violations: [], retryMs: 500 };
  const details = packed ? rpc.lookupType("google.rpc.Status").decode(packed).details : [];
  for (const { type_url: type, value } of details.map((any) => ({ type_url: any.typeUrl ?? any.type_url, value: any.value }))) {
    if (type.endsWith("/google.rpc.ErrorInfo")) {
      const info = rpc.lookupType("google.rpc.ErrorInfo").decode(value);
      [found.reason, found.figures] = [info.reason, info.metadata];
    } else if (type.endsWith("/ishigaki.v1.Violations")) {
      const violations = own.lookupType("ishigaki.v1.Violations").decode(value).violations;
      const reasons = own.lookupEnum("ishigaki.v1.ErrorReason").valuesById;
      found.violations = violations.map(({ field, reason, rule, metadata }) => {
        return { field, reason: reasons[reason].replace("ERROR_REASON_", ""), rule, figures: metadata };
      });
    }
  }
  if (found.figures.retry_ms) found.retryMs = Number(found.figures.retry_ms);
  found.isPassing = found.reason
    ? PASSING.has(found.reason)
    : [...AWAY, "RESOURCE_EXHAUSTED"].includes(found.code);
  return found;
}

// Codes of a server that is away or stopping.
const AWAY = ["UNAVAILABLE", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED"];

// Reasons that go by without anybody doing anything about them: the server is full, stopping, or away, or another one has the game.
const PASSING = new Set([
  "BUSY", "GAME_ELSEWHERE", "GAME_STOPPED", "JOURNAL_FAILED", "SERVER_STOPPING", "SLOW_READER", "TIMED_OUT", "TOO_FAST",
  "TOO_MANY_CALLS",
]);

module.exports = { connect, refusal };
