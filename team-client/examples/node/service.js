// A connection to the server, and the details of its errors.
//
//     const { connect, errorDetails } = require("./service");
//     const team = connect({ server: "https://192.168.0.10:7150", ca: "ca.pem", token }, "team");
//     const { team: code } = await team.call("ListGames", {});
//
// Separate the addresses of several servers with commas. Each call goes to the server of its game, which doesn't have to
// be in this list.
//
// Messages are plain objects with the schema's field names. 64-bit integers are numbers, because no amount or time of a
// contest comes near 2^53. Enum values are their names.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const protobuf = require("protobufjs");

// The schema of this repository by default.
const SCHEMA = process.env.ISHIGAKI_SCHEMA || path.join(__dirname, "../../../proto");
// Name in the certificates of all servers.
const SERVER_NAME = "ishigaki.internal";
const OPTIONS = { keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true, includeDirs: [SCHEMA] };

// Timeout of a call, in milliseconds.
const CALL_TIMEOUT = 20_000;

// Maximum attempts of a call that is redirected from server to server.
const MAX_CALL_ATTEMPTS = 6;

// Codes of a server that is unreachable or stopping.
const UNAVAILABLE_CODES = ["UNAVAILABLE", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED"];

// Temporary reasons: the server is full, stopping or unavailable, or another one has the game.
const TEMPORARY_REASONS = new Set([
  "BUSY", "GAME_ELSEWHERE", "GAME_STOPPED", "JOURNAL_FAILED", "SERVER_STOPPING", "SLOW_READER", "TIMED_OUT", "TOO_FAST",
  "TOO_MANY_CALLS",
]);

/** Returns a client of the watch service and of the service of one audience: `team`, `judge` or `organiser`. */
function connect({ server, ca, token }, audience) {
  const services = ["watch", audience].map((name) => {
    const schema = grpc.loadPackageDefinition(loader.loadSync(`ishigaki/${name}/v1/${name}.proto`, OPTIONS));
    return schema.ishigaki[name].v1[`${name[0].toUpperCase()}${name.slice(1)}Service`];
  });
  const credentials = ca ? grpc.credentials.createSsl(fs.readFileSync(ca)) : grpc.credentials.createInsecure();
  const channel = {
    // A laptop that is back online should not wait for minutes.
    "grpc.max_reconnect_backoff_ms": 2000,
    // A dead machine sends nothing: a silent connection is probed after 5 s, and closed 5 s later.
    "grpc.keepalive_time_ms": 5000,
    "grpc.keepalive_timeout_ms": 5000,
    // The server is in the local network, so no proxy is used.
    "grpc.enable_http_proxy": 0,
  };
  if (ca) channel["grpc.ssl_target_name_override"] = SERVER_NAME;
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const addresses = server.split(",").map((address) => address.trim().replace(/^https?:\/\//, ""));
  const routes = new Routes(addresses, Boolean(ca));
  const clients = new Map(); // By address. The clients of an address share one connection.
  const clientFor = (address, name) => {
    if (!clients.has(address)) clients.set(address, services.map((Service) => new Service(address, credentials, channel)));
    return clients.get(address).find((client) => client[name]);
  };
  /** Makes a call at one server. */
  const callAt = (address, name, request, padTo) =>
    new Promise((resolve, reject) => {
      const client = clientFor(address, name);
      if (padTo) request = padded(request, padTo, client[name].requestSerialize);
      const deadline = Date.now() + CALL_TIMEOUT;
      client[name](request, metadata, { deadline }, (error, answer) => (error ? reject(error) : resolve(answer)));
    });
  return {
    /**
     * Makes a call and returns its answer, or throws an error for `errorDetails`. For submissions, `padTo` is the
     * `sealing_bytes` of the feed's setup item: requests are padded to this length.
     */
    call: async (name, request, padTo = 0) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await callAt(routes.address(request.game), name, request, padTo);
        } catch (error) {
          if (!routes.redirect(request.game, error) || attempt === MAX_CALL_ATTEMPTS) throw error;
        }
      }
    },
    /**
     * Returns the feed of a game from an item on: `for await (const { item } of ...)`. It ends with an error when the
     * server stops serving the game. The next feed comes from the game's current server.
     */
    watch: (game, from) => {
      const items = clientFor(routes.address(game), "WatchGame").WatchGame({ game, from_sequence: from }, metadata);
      items.on("error", (error) => routes.redirect(game, error));
      return items;
    },
    close: () => [...clients.values()].flat().forEach((client) => client.close()),
  };
}

/** The known servers, and the server of each game. */
class Routes {
  constructor(addresses, isEncrypted) {
    this.addresses = addresses;
    this.isEncrypted = isEncrypted;
    this.addressOfGame = new Map(); // The key "" is for calls without a game.
  }

  /** Returns the address of the server for a game; without a known one, that of any server. */
  address(game = "") {
    return this.addressOfGame.get(game) ?? this.addressOfGame.get("") ?? this.addresses[0];
  }

  /**
   * Chooses the server for a game after an error. Returns whether the same call can be repeated there at once. That is
   * the case only if the call has changed nothing and the game's server is known.
   */
  redirect(game = "", error) {
    const { reason, code, figures } = errorDetails(error);
    if (reason === "GAME_ELSEWHERE" && figures.address) return this.switch(game, figures.address);
    // No server has the game now, or its server is unavailable.
    if (reason === "GAME_ELSEWHERE" || UNAVAILABLE_CODES.includes(code)) {
      const next = (this.addresses.indexOf(this.address(game)) + 1) % this.addresses.length;
      this.switch(game, this.addresses[next]);
    }
    return false;
  }

  /** Uses this server for a game. Returns whether the server changed. */
  switch(game, address) {
    const isLocal = /^(127\.0\.0\.1|\[::1\]|localhost):\d+$/.test(address);
    // Without a CA, the token is sent only to listed or local servers.
    if (!this.isEncrypted && !isLocal && !this.addresses.includes(address)) return false;
    if (!this.addresses.includes(address)) this.addresses.push(address);
    const before = this.address(game);
    this.addressOfGame.set(game, address);
    return address !== before;
  }
}

/**
 * Pads a submission to this length, so that its length reveals nothing about its content. A longer one is padded to the
 * next step of 256 bytes.
 */
function padded(request, length, serialize) {
  const size = (zeros) => serialize({ ...request, padding: Buffer.alloc(zeros) }).length;
  const [least, step] = [128, 256];
  const goal = length + Math.max(0, Math.ceil((size(least) - length) / step)) * step;
  const zeros = least + goal - size(least);
  // The padding's length prefix may have become longer.
  return { ...request, padding: Buffer.alloc(zeros - (size(zeros) - goal)) };
}

// The types of google.rpc in errors.
const googleTypes = protobuf.parse(`
  syntax = "proto3";
  package google.rpc;
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }
`).root;
const errorTypes = new protobuf.Root();
errorTypes.resolvePath = (_, target) => path.join(SCHEMA, target);
errorTypes.loadSync("ishigaki/v1/error.proto");

/**
 * Returns the details of an error:
 * - `code`: the name of the gRPC status
 * - `reason`, `figures`: as listed in the schema's error.proto
 * - `violations`: all problems of a list, re-bid or wall
 * - `isTemporary`: whether the same call may be repeated after `retryMs`
 */
function errorDetails(error) {
  const [packed] = error.metadata ? error.metadata.get("grpc-status-details-bin") : [];
  const found = { code: grpc.status[error.code], reason: null, figures: {}, violations: [], retryMs: 500 };
  const details = packed ? googleTypes.lookupType("google.rpc.Status").decode(packed).details : [];
  for (const { type_url: type, value } of details.map((any) => ({ type_url: any.typeUrl ?? any.type_url, value: any.value }))) {
    if (type.endsWith("/google.rpc.ErrorInfo")) {
      const info = googleTypes.lookupType("google.rpc.ErrorInfo").decode(value);
      [found.reason, found.figures] = [info.reason, info.metadata];
    } else if (type.endsWith("/ishigaki.v1.Violations")) {
      const violations = errorTypes.lookupType("ishigaki.v1.Violations").decode(value).violations;
      const reasons = errorTypes.lookupEnum("ishigaki.v1.ErrorReason").valuesById;
      found.violations = violations.map(({ field, reason, rule, metadata }) => {
        return { field, reason: reasons[reason].replace("ERROR_REASON_", ""), rule, figures: metadata };
      });
    }
  }
  if (found.figures.retry_ms) found.retryMs = Number(found.figures.retry_ms);
  found.isTemporary = found.reason
    ? TEMPORARY_REASONS.has(found.reason)
    : [...UNAVAILABLE_CODES, "RESOURCE_EXHAUSTED"].includes(found.code);
  return found;
}

module.exports = { connect, errorDetails };
