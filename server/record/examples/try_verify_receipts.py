#!/usr/bin/env python3
"""Tries the verifier of receipts, on receipts and the record of a game that the server's own library has made.

    python3 try_verify_receipts.py [-v]

Standard library only.
"""

import json
import pathlib
import unittest

import verify_receipts as verifier
from verify_transcript import Wrong, spelled

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "proof" / "fuzz" / "corpus"
RECORD = (CORPUS / "transcript" / "good-small.jsonl").read_bytes()
RECEIPTS = {team: (CORPUS / "receipts" / f"good-{team}.jsonl").read_bytes() for team in "ab"}


def lines(team="a"):
    return [json.loads(line) for line in RECEIPTS[team].splitlines()]


def text(receipts):
    return b"".join(spelled(line) + b"\n" for line in receipts)


class Receipts(unittest.TestCase):
    def is_wrong(self, receipts, what, record=RECORD):
        with self.assertRaisesRegex(Wrong, what):
            verifier.verify(receipts, record)

    def test_those_of_the_game_are_in_order(self):
        for team, receipts in RECEIPTS.items():
            count, opened = verifier.verify(receipts, RECORD)
            self.assertEqual(count, len(lines(team)))
            self.assertGreater(opened, 0)

    def test_those_of_one_moment_share_a_tree(self):
        roots = {line["signature"] for team in "ab" for line in lines(team)}
        leaves = [line["leaf"] for team in "ab" for line in lines(team)]
        self.assertEqual((len(roots), len(set(leaves))), (1, len(leaves)))

    def test_whatever_is_changed_is_found(self):
        for field, change, what in (
            ("signature", lambda it: f"{int(it[0], 16) ^ 1:x}" + it[1:], "signature"),
            ("path", lambda it: it[:-1] + f"{int(it[-1], 16) ^ 1:x}", "signature"),
            ("leaf", lambda it: it ^ 1, "signature"),
            ("leaf", lambda it: it + 64, "no proper one"),
            ("nonce", lambda it: f"{int(it[0], 16) ^ 1:x}" + it[1:], "not for this list"),
            ("list", lambda it: it.replace("price\":", "price\":1"), "not for this list"),
            ("server_key", lambda it: "00" * 32, "signature"),
        ):
            changed = lines()
            changed[0][field] = change(changed[0][field])
            self.is_wrong(text(changed), f"receipt 1: .*{what}")
        for field in ("epoch", "round", "attempt", "wave", "counter", "at_ms"):
            changed = lines()
            changed[1]["receipt"][field] += 1
            self.is_wrong(text(changed), "receipt 2: the signature")

    def test_one_that_the_record_lacks_or_tells_otherwise_is_found(self):
        team = lines()[0]["receipt"]["team"]
        sealings = [line for line in RECORD.splitlines() if b"_sealed" in line and f'"team":"{team}"'.encode() in line]
        without = RECORD.replace(sealings[0] + b"\n", b"")
        self.is_wrong(RECEIPTS["a"], "receipt 1: the record lacks", without)
        later = json.loads(sealings[0])
        later["at_ms"] += 1
        self.is_wrong(RECEIPTS["a"], "receipt 1: the record tells another at_ms", RECORD.replace(sealings[0], spelled(later)))

    def test_half_a_line_is_no_receipt(self):
        self.is_wrong(RECEIPTS["a"][:-1], "ends within a line")
        self.is_wrong(RECEIPTS["a"].replace(b'"leaf":', b'"leaf": ', 1), "receipt 1: the line is not spelled")


if __name__ == "__main__":
    unittest.main()
