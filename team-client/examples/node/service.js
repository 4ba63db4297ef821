// A connection to the server, and refusals with all that they carry.
//
//     const { connect, refusal } = require("./service");
//     const team = connect({ server: "https://192.168.0.10:7150", ca: "ca.pem", token }, "team");
//     const { team: code } = await team.call("ListGames", {});
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

/// A client of what everybody may ask (the watch service) and of what one audience may do: `team`, `judge` or `organiser`.
function connect({ server, ca, token }, audience) {
  const address = server.replace(/^https?:\/\//, "");
  const credentials = ca ? grpc.credentials.createSsl(fs.readFileSync(ca)) : grpc.credentials.createInsecure();
  // A laptop whose network comes back should not wait for minutes.
  const channel = { "grpc.max_reconnect_backoff_ms": 2000 };
  if (ca) channel["grpc.ssl_target_name_override"] = SERVER_NAME;
  // All clients of one address and one set of options share one connection.
  const clients = ["watch", audience].map((name) => {
    const schema = grpc.loadPackageDefinition(loader.loadSync(`ishigaki/${name}/v1/${name}.proto`, OPTIONS));
    const Client = schema.ishigaki[name].v1[`${name[0].toUpperCase()}${name.slice(1)}Service`];
    return new Client(address, credentials, channel);
  });
  const metadata = new grpc.Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  return {
    /// Makes a call; its answer, or an error that `refusal` reads. What seals something is filled up to a length, that of the
    /// set-up's feed item.
    call: (name, request, padTo = 0) =>
      new Promise((resolve, reject) => {
        const client = clients.find((client) => client[name]);
        if (padTo) request = padded(request, padTo, client[name].requestSerialize);
        const deadline = Date.now() + 20_000;
        client[name](request, metadata, { deadline }, (error, answer) => (error ? reject(error) : resolve(answer)));
      }),
    /// Watches a game from an item on, for as long as the server serves it: `for await (const { item } of ...)`.
    watch: (game, from) => clients[0].WatchGame({ game, from_sequence: from }, metadata),
    close: () => clients.forEach((client) => client.close()),
  };
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
    : ["UNAVAILABLE", "CANCELLED", "UNKNOWN", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"].includes(found.code);
  return found;
}

// Reasons that go by without anybody doing anything about them: the server is full, stopping, or away.
const PASSING = new Set([
  "BUSY", "GAME_STOPPED", "JOURNAL_FAILED", "SERVER_STOPPING", "SLOW_READER", "TIMED_OUT", "TOO_FAST", "TOO_MANY_CALLS",
]);

module.exports = { connect, refusal };
