#!/usr/bin/env python3
"""Verifies a team's receipts: the server signed each of them, and the record contains each list unchanged.
Usage: python3 verify_receipts.py RECEIPTS RECORD. Verify the record itself with verify_transcript.py.
Written from docs/reference/sealed-data.md; shares no code with the server. Python 3.9 or later, standard library only. Exit
code 0: valid; 1: invalid; 2: wrong usage."""
import argparse, hashlib, re, sys

from ciphers import VerificationError, is_signed, need
from verify_transcript import HEX_16, HEX_32, HEX_64, U32, U64, fits, read_line, read_lines, spelled

RECEIPT = {"receipt": range(3, 4), "game": str, "instance": HEX_16, "epoch": U32, "tag": HEX_16, "round": U32, "attempt": U32,
           "wave": U32, "team": str, "counter": U64, "at_ms": U64, "commitment": HEX_32}
LINES = {"receipt": {"kind": str, "receipt": RECEIPT, "signature": HEX_64, "leaf": range(64), "path": re.compile("[0-9a-f]{384}"),
                     "nonce": HEX_32, "list": str, "server_key": HEX_32}}
def sha256(*parts): return hashlib.sha256(b"".join(parts)).digest()
def tree_root(receipt, leaf, path):  # Returns the root of a tree with this receipt at this leaf (RFC 9162, 2.1.1).
    at = sha256(b"\0", spelled(receipt))
    for level in range(6):
        sibling = path[32 * level:][:32]
        at = sha256(b"\1", sibling, at) if leaf >> level & 1 else sha256(b"\1", at, sibling)
    return at
def check_receipt(line):  # Checks a receipt without the record.
    message = b"ishigaki receipts\n" + tree_root(line["receipt"], line["leaf"], bytes.fromhex(line["path"]))
    need(is_signed(bytes.fromhex(line["server_key"]), message, bytes.fromhex(line["signature"])), "invalid signature")
    commitment = sha256(bytes.fromhex(line["nonce"]), line["list"].encode())
    need(line["receipt"]["commitment"] == commitment.hex(), "the commitment does not match the list")
def find_submissions(record):  # Returns receipt, key and opening (or None) of each submission, by team and counter.
    found, branch, window = {}, {}, {}
    for text, _ in read_lines(record):
        line = read_line(text.rstrip(b"\n"))
        if line["kind"] == "game":
            branch = {"game": line["game"], "instance": line["instance"], "epoch": 1, "tag": line["instance"]}
            key = line["server_key"]
        elif line["kind"] == "epoch":
            branch.update(epoch=line["number"], tag=line["tag"])
        fact = line["fact"] if line["kind"] == "event" else {"fact": None}
        if fact["fact"] == "round_opened":
            window = {"round": fact["round"], "attempt": fact["attempt"], "wave": 0}
        elif fact["fact"] in ("bids_sealed", "rebid_sealed"):
            receipt = {"receipt": 3, **branch, **window, **{field: fact[field] for field in ("team", "counter")},
                       "at_ms": line["at_ms"], "commitment": fact["commitment"]}
            found[fact["team"], fact["counter"]] = [receipt, key, None]
        elif fact["fact"] in ("lists_opened", "rebids_opened"):
            field = "bids" if "lists" in fact else "raises"
            for opened in fact.get("lists") or fact.get("raises") or []:
                text = spelled({field: opened[field]}).decode()
                found[opened["team"], opened["counter"]][2] = text, opened["nonce"]
            window = {**window, "wave": window["wave"] + 1}
    return found
def verify(receipts, record):  # Takes bytes or files; returns the numbers of receipts and of opened lists.
    found, number, opened = find_submissions(record), 0, 0
    try:
        for number, (text, _) in enumerate(read_lines(receipts), 1):
            need(text[-1:] == b"\n", "the last line is incomplete")
            line = read_line(text[:-1], LINES)
            check_receipt(line)
            receipt, key, opening = found.get((line["receipt"]["team"], line["receipt"]["counter"]), (None, None, None))
            need(receipt, "the submission is missing from the record")
            need(key == line["server_key"], "the record has another server key")
            for field, value in receipt.items():
                need(line["receipt"][field] == value, f"the record has another {field}")
            need(opening in (None, (line["list"], line["nonce"])), "the record opens another list")
            opened += opening is not None
    except VerificationError as error:
        raise VerificationError(f"receipt {number}: {error}") from None
    return number, opened
def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("receipts", metavar="RECEIPTS", help="receipt file of the team for this game")
    options.add_argument("record", metavar="RECORD", help="record of the game")
    given = options.parse_args()
    try:
        with open(given.receipts, "rb") as receipts, open(given.record, "rb") as record:
            count, opened = verify(receipts, record)
    except (OSError, VerificationError) as error:
        sys.exit(str(error))
    print(f"valid: {count} receipts are signed and in the record; {opened} of their lists were opened unchanged")

if __name__ == "__main__": main()
