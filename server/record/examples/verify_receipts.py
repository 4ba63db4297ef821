#!/usr/bin/env python3
"""Verifies a team's receipts on its own: that the server signed each, and that a record has the list of each unchanged:
python3 verify_receipts.py RECEIPTS RECORD (verify the record itself with verify_transcript.py).
Written from the record's FORMAT.md; shares no code with the server. Python 3.9 or later, standard library only. Exit
code 0: all is in order; 1: something is wrong; 2: called wrongly."""
import argparse, hashlib, re, sys

from ciphers import Wrong, is_signed, need
from verify_transcript import HEX_16, HEX_32, HEX_64, U32, U64, fits, read_line, read_lines, spelled

RECEIPT = {"receipt": range(3, 4), "game": str, "instance": HEX_16, "epoch": U32, "tag": HEX_16, "round": U32, "attempt": U32,
           "wave": U32, "team": str, "counter": U64, "at_ms": U64, "commitment": HEX_32}
LINES = {"receipt": {"kind": str, "receipt": RECEIPT, "signature": HEX_64, "leaf": range(64), "path": re.compile("[0-9a-f]{384}"),
                     "nonce": HEX_32, "list": str, "server_key": HEX_32}}
def hashed(*parts): return hashlib.sha256(b"".join(parts)).digest()
def root(receipt, leaf, path):  # Of the tree in which this receipt stands at this leaf (RFC 9162, 2.1.1).
    at = hashed(b"\0", spelled(receipt))
    for level in range(6):
        beside = path[32 * level:][:32]
        at = hashed(b"\1", beside, at) if leaf >> level & 1 else hashed(b"\1", at, beside)
    return at
def is_sound(line):  # What can be said of a receipt by itself.
    message = b"ishigaki receipts\n" + root(line["receipt"], line["leaf"], bytes.fromhex(line["path"]))
    need(is_signed(bytes.fromhex(line["server_key"]), message, bytes.fromhex(line["signature"])), "the signature is not the key's")
    commitment = hashed(bytes.fromhex(line["nonce"]), line["list"].encode())
    need(line["receipt"]["commitment"] == commitment.hex(), "the receipt is not for this list")
def sealings(record):  # All that a record has receipts for, by team and number: the receipt, and what it was opened to, if it was.
    found, branch, place = {}, {}, {}
    for text, _ in read_lines(record):
        line = read_line(text.rstrip(b"\n"))
        if line["kind"] == "game":
            branch = {"game": line["game"], "instance": line["instance"], "epoch": 1, "tag": line["instance"]}
            key = line["server_key"]
        elif line["kind"] == "epoch":
            branch.update(epoch=line["number"], tag=line["tag"])
        fact = line["fact"] if line["kind"] == "event" else {"fact": None}
        if fact["fact"] == "round_opened":
            place = {"round": fact["round"], "attempt": fact["attempt"], "wave": 0}
        elif fact["fact"] in ("bids_sealed", "rebid_sealed"):
            receipt = {"receipt": 3, **branch, **place, **{field: fact[field] for field in ("team", "counter")},
                       "at_ms": line["at_ms"], "commitment": fact["commitment"]}
            found[fact["team"], fact["counter"]] = [receipt, key, None]
        elif fact["fact"] in ("lists_opened", "rebids_opened"):
            field = "bids" if "lists" in fact else "raises"
            for opened in fact.get("lists") or fact.get("raises") or []:
                text = spelled({field: opened[field]}).decode()
                found[opened["team"], opened["counter"]][2] = text, opened["nonce"]
            place = {**place, "wave": place["wave"] + 1}
    return found
def verify(receipts, record):  # Bytes or files; how many receipts there are and how many were opened, or raises Wrong.
    found, number, opened = sealings(record), 0, 0
    try:
        for number, (text, _) in enumerate(read_lines(receipts), 1):
            need(text[-1:] == b"\n", "the file ends within a line")
            line = read_line(text[:-1], LINES)
            is_sound(line)
            receipt, key, opening = found.get((line["receipt"]["team"], line["receipt"]["counter"]), (None, None, None))
            need(receipt, "the record lacks this sealing")
            need(key == line["server_key"], "the record is of another server's key")
            for field, value in receipt.items():
                need(line["receipt"][field] == value, f"the record tells another {field}")
            need(opening in (None, (line["list"], line["nonce"])), "the record opens it to another list")
            opened += opening is not None
    except Wrong as wrong:
        raise Wrong(f"receipt {number}: {wrong}") from None
    return number, opened
def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("receipts", metavar="RECEIPTS", help="the team's file of receipts of this game")
    options.add_argument("record", metavar="RECORD", help="the record of the game")
    given = options.parse_args()
    try:
        with open(given.receipts, "rb") as receipts, open(given.record, "rb") as record:
            count, opened = verify(receipts, record)
    except (OSError, Wrong) as error:
        sys.exit(str(error))
    print(f"{count} receipts are signed and in the record, {opened} of their lists were opened unchanged")

if __name__ == "__main__": main()
