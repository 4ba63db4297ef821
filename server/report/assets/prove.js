// What a page checks of the record within it, by itself: its lines in their places, chain, signed heads, and that every opened
// list is the sealed one.

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

/** The head of a chain with one more line. */
function extended(head, line) {
  const length = new DataView(new ArrayBuffer(8));
  length.setBigUint64(0, BigInt(line.length));
  return sha256(joined(head, new Uint8Array(length.buffer), line));
}

/** The first 16 bytes of the key's SHA-256, as people compare them. */
export function fingerprint(key) {
  return hex(sha256(bytes(key)).slice(0, 16)).match(/.{4}/g).join("-");
}

/** The fields of an object's JSON that stand for the branch, as they are signed. */
const branch_text = (branch) =>
  `"game":${JSON.stringify(branch.game)},"instance":"${branch.instance}","epoch":${branch.epoch},"tag":"${branch.tag}"`;

/** A line in its one spelling, of a kind that may stand there. */
function parsed(text, at, of) {
  const line = JSON.parse(text);
  if (JSON.stringify(line) !== text) throw new Error("another spelling");
  const kinds = at === 0 ? ["game"] : at === of - 1 ? ["event", "epoch", "signed", "result"] : ["event", "epoch", "signed"];
  if (!kinds.includes(line.kind)) throw new Error("a line in another's place");
  return line;
}

/**
 * Checks a record and says how far it is. It yields after every signature, so that the page stays alive; at the end it
 * returns `{ records, heads, lists, unsigned, key, head, lines }`; `lines` are those that are signed: the game line and the
 * events, as they were read. What is wrong is thrown: `{ line, what }`.
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
  // Lines behind the last signed head are anybody's, so that nothing is drawn from them; the game line is in that chain.
  return { ...told, lines: read.slice(0, proved) };
}
