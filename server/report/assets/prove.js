// Verifies the record within the page: order of lines, chain, signed heads, and that every opened list matches its commitment.

import { sha256 } from "./sha.js";
import { verify } from "./ed25519.js";

const encoder = new TextEncoder();
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (all) => Array.from(all, (byte) => byte.toString(16).padStart(2, "0")).join("");

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Returns the head of a chain extended by a line. */
function extended(head, line) {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(line.length));
  return sha256(joined(head, new Uint8Array(length.buffer), line));
}

/** Returns the first 16 bytes of the key's SHA-256 in the form that people compare. */
export function fingerprint(key) {
  return hex(sha256(bytes(key)).slice(0, 16)).match(/.{4}/g).join("-");
}

/** Returns the signed JSON fields of a branch. */
const branch_text = (branch) =>
  `"game":${JSON.stringify(branch.game)},"instance":"${branch.instance}","epoch":${branch.epoch},"tag":"${branch.tag}"`;

/** Parses a line. Rejects other spellings than the canonical one, and kinds that are not allowed in this place. */
function parsed(text, at, of) {
  const line = JSON.parse(text);
  if (JSON.stringify(line) !== text) throw new Error("another spelling");
  const kinds = at === 0 ? ["game"] : at === of - 1 ? ["event", "epoch", "signed", "result"] : ["event", "epoch", "signed"];
  if (!kinds.includes(line.kind)) throw new Error("a line in another's place");
  return line;
}

/**
 * Checks a record, and yields its progress after every signature, so that the page stays responsive. At the end it returns
 * `{ records, heads, lists, unsigned, key, head, lines }`. `lines` are the signed ones: the parsed game line and events.
 * Throws the first violation: `{ line, what }`.
 */
export function* proof(text) {
  const lines = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
  let head = new Uint8Array(32);
  let branch = null;
  let key = null;
  const sealed = new Map();
  const told = { records: 0, heads: 0, lists: 0, unsigned: 0, key: null, head: null, of: lines.length };
  const wrong = (line, what) => ({ line: line + 1, what });
  const read = [];
  let proved = 0;
  for (const [at, text] of lines.entries()) {
    let line;
    try {
      line = parsed(text, at, lines.length);
    } catch {
      throw wrong(at, "read");
    }
    if (line.kind === "game" || line.kind === "event") read.push(line);
    if (line.kind === "game") {
      branch = { game: line.game, instance: line.instance, epoch: 1, tag: line.instance };
      key = bytes(line.server_key);
      told.key = line.server_key;
    } else if (line.kind === "epoch") {
      if (line.number !== branch.epoch + 1) throw wrong(at, "read");
      branch = { ...branch, epoch: line.number, tag: line.tag };
    }
    if (["game", "epoch", "event"].includes(line.kind)) {
      head = extended(head, encoder.encode(text));
      told.unsigned += 1;
    }
    if (line.kind === "signed") {
      if (line.head !== hex(head) || line.sequence !== told.records) throw wrong(at, "head");
      const message = `ishigaki head\n{${branch_text(branch)},"sequence":${line.sequence},"head":"${line.head}"}`;
      if (!verify(key, encoder.encode(message), bytes(line.signature))) throw wrong(at, "signature");
      told.heads += 1;
      told.unsigned = 0;
      proved = read.length;
      yield { ...told, at };
    }
    if (line.kind === "result" && (line.head !== hex(head) || line.records !== told.records)) throw wrong(at, "head");
    if (line.kind !== "event") continue;
    told.records += 1;
    if (line.sequence !== told.records) throw wrong(at, "read");
    const fact = line.fact;
    if (fact.fact === "bids_sealed" || fact.fact === "rebid_sealed") {
      sealed.set(`${fact.team} ${fact.counter}`, fact.commitment);
    } else if (fact.fact === "lists_opened" || fact.fact === "rebids_opened") {
      for (const list of fact.lists ?? fact.raises) {
        const content = JSON.stringify(fact.lists ? { bids: list.bids } : { raises: list.raises });
        const commitment = hex(sha256(joined(bytes(list.nonce), encoder.encode(content))));
        if (sealed.get(`${list.team} ${list.counter}`) !== commitment) throw wrong(at, "list");
        told.lists += 1;
      }
    }
  }
  told.head = hex(head);
  // Lines after the last signed head may be forged, so nothing is drawn from them. The game line is in the signed chain.
  return { ...told, lines: read.slice(0, proved) };
}
