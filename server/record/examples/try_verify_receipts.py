#!/usr/bin/env python3
"""Tests the receipt verifier on the receipts and the record of a game, both made by the server's library.

    python3 try_verify_receipts.py [-v]

Standard library only.
"""

import json
import pathlib
import unittest

import verify_receipts as verifier
from verify_transcript import VerificationError, spelled

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "proof" / "fuzz" / "corpus"
RECORD = (CORPUS / "transcript" / "good-small.jsonl").read_bytes()
RECEIPTS = {team: (CORPUS / "receipts" / f"good-{team}.jsonl").read_bytes() for team in "ab"}


def lines(team="a"):
    return [json.loads(line) for line in RECEIPTS[team].splitlines()]


def text(receipts):
    return b"".join(spelled(line) + b"\n" for line in receipts)


class Receipts(unittest.TestCase):
    def assert_rejected(self, receipts, message, record=RECORD):
        with self.assertRaisesRegex(VerificationError, message):
            verifier.verify(receipts, record)

    def test_receipts_of_the_game_are_valid(self):
        for team, receipts in RECEIPTS.items():
            count, opened = verifier.verify(receipts, RECORD)
            self.assertEqual(count, len(lines(team)))
            self.assertGreater(opened, 0)

    def test_receipts_of_one_moment_share_a_tree(self):
        roots = {line["signature"] for team in "ab" for line in lines(team)}
        leaves = [line["leaf"] for team in "ab" for line in lines(team)]
        self.assertEqual((len(roots), len(set(leaves))), (1, len(leaves)))

    def test_changed_receipts_are_rejected(self):
        for field, change, message in (
            ("signature", lambda it: f"{int(it[0], 16) ^ 1:x}" + it[1:], "signature"),
            ("path", lambda it: it[:-1] + f"{int(it[-1], 16) ^ 1:x}", "signature"),
            ("leaf", lambda it: it ^ 1, "signature"),
            ("leaf", lambda it: it + 64, "invalid line"),
            ("nonce", lambda it: f"{int(it[0], 16) ^ 1:x}" + it[1:], "does not match the list"),
            ("list", lambda it: it.replace("price\":", "price\":1"), "does not match the list"),
            ("server_key", lambda it: "00" * 32, "signature"),
        ):
            changed = lines()
            changed[0][field] = change(changed[0][field])
            self.assert_rejected(text(changed), f"receipt 1: .*{message}")
        for field in ("epoch", "round", "attempt", "wave", "counter", "at_ms"):
            changed = lines()
            changed[1]["receipt"][field] += 1
            self.assert_rejected(text(changed), "receipt 2: invalid signature")

    def test_receipt_missing_from_the_record_or_different_is_rejected(self):
        team = lines()[0]["receipt"]["team"]
        sealings = [line for line in RECORD.splitlines() if b"_sealed" in line and f'"team":"{team}"'.encode() in line]
        without = RECORD.replace(sealings[0] + b"\n", b"")
        self.assert_rejected(RECEIPTS["a"], "receipt 1: the submission is missing", without)
        later = json.loads(sealings[0])
        later["at_ms"] += 1
        self.assert_rejected(RECEIPTS["a"], "receipt 1: the record has another at_ms", RECORD.replace(sealings[0], spelled(later)))

    def test_incomplete_and_misspelled_lines_are_rejected(self):
        self.assert_rejected(RECEIPTS["a"][:-1], "the last line is incomplete")
        self.assert_rejected(RECEIPTS["a"].replace(b'"leaf":', b'"leaf": ', 1), "receipt 1: invalid spelling")


if __name__ == "__main__":
    unittest.main()
