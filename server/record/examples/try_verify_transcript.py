#!/usr/bin/env python3
"""Tests the verifier: its parts, the cases of the rule book, and a whole game that is played, signed and forged here.

    python3 try_verify_transcript.py [-v]
    ISHIGAKI_TRANSCRIPT=FILE [ISHIGAKI_CHANGES=60] python3 try_verify_transcript.py

With ISHIGAKI_TRANSCRIPT, that transcript must pass too, and must be rejected with any one byte changed. ISHIGAKI_CHANGES
is the number of changes, drawn from a fixed seed. Standard library only.
"""

import hashlib
import hmac
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import time
import unittest

import ciphers
import verify_transcript as verifier
from verify_transcript import Settlement, VerificationError, is_valid_list, judge_wall, rank, spelled, squares, turned, verify

CASES = pathlib.Path(__file__).resolve().parents[2] / "adjudicate" / "tests" / "cases"
SMALL_ORDER = [  # The valid encodings of the 8 points of small order on the curve of RFC 8032.
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]


class Signer:
    """An ed25519 key for signing (RFC 8032, 5.1.6)."""

    def __init__(self, seed):
        digest = hashlib.sha512(seed).digest()
        self.scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
        self.prefix = digest[32:]
        self.public = self.point(self.scalar)

    def point(self, factor):
        return ciphers.encode_point(ciphers.add_multiples(factor % ciphers.ORDER, ciphers.BASE, 0, ciphers.BASE))

    def sign(self, message):
        secret = int.from_bytes(hashlib.sha512(self.prefix + message).digest(), "little") % ciphers.ORDER
        r = self.point(secret)
        challenge = int.from_bytes(hashlib.sha512(r + self.public + message).digest(), "little")
        return r + ((secret + challenge * self.scalar) % ciphers.ORDER).to_bytes(32, "little")


class Signatures(unittest.TestCase):
    def test_vectors_of_rfc_8032(self):
        for seed, public, message, signature in (
            ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
             "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
             "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
             "d25bf5f0595bbe24655141438e7a100b"),
            ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
             "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
             "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
             "387b2eaeb4302aeeb00d291612bb0c00"),
            ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
             "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
             "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
             "4a7c15e9716ed28dc027beceea1ec40a"),
        ):
            public, message, signature = map(bytes.fromhex, (public, message, signature))
            self.assertEqual(Signer(bytes.fromhex(seed)).public, public)
            self.assertEqual(Signer(bytes.fromhex(seed)).sign(message), signature)
            self.assertTrue(verifier.is_signed(public, message, signature))
            self.assertFalse(verifier.is_signed(public, message + b"!", signature))
            factor = int.from_bytes(signature[32:], "little") + ciphers.ORDER
            again = signature[:32] + factor.to_bytes(32, "little")
            self.assertFalse(verifier.is_signed(public, message, again), "S must be below the order")
            for bit in range(0, 512, 7):
                changed = (int.from_bytes(signature, "big") ^ 1 << bit).to_bytes(64, "big")
                self.assertFalse(verifier.is_signed(public, message, changed))

    def test_points_of_small_order_are_rejected(self):
        signer = Signer(bytes(32))
        for code in SMALL_ORDER:
            small = bytes.fromhex(code)
            signature = small + bytes(32)
            self.assertFalse(any(verifier.is_signed(small, b"message %d" % at, signature) for at in range(16)), code)
            challenge = int.from_bytes(hashlib.sha512(small + signer.public + b"").digest(), "little")
            factor = challenge * signer.scalar % ciphers.ORDER
            self.assertFalse(verifier.is_signed(signer.public, b"", small + factor.to_bytes(32, "little")), code)

    def test_point_has_one_encoding(self):
        for y in (2**255 - 19, 2**255 - 18, 2**255 - 1, 1 | 1 << 255, 2**255 - 20 | 1 << 255):
            self.assertIsNone(ciphers.decode_point(y.to_bytes(32, "little")))
        for seed in range(20):
            public = Signer(bytes([seed]) * 32).public
            self.assertEqual(ciphers.encode_point(ciphers.decode_point(public)), public)


class Boxes(unittest.TestCase):
    def test_vectors_of_rfc_8439(self):
        key = bytes(range(32))
        block = ciphers.chacha_block(key, 1, bytes.fromhex("000000090000004a00000000"))
        self.assertEqual(block.hex()[:32], "10f1e7e4d13b5915500fdd1fa32071c4")
        key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
        tag = ciphers.poly1305(key, b"Cryptographic Forum Research Group")
        self.assertEqual(tag.hex(), "a8061dc1305136c6c22b8baf0c0127a9")
        text = (b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                b"sunscreen would be it.")
        aad, key = bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), bytes(range(0x80, 0xa0))
        box = bytes.fromhex(
            "070000004041424344454647d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca967"
            "1282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585"
            "808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691")
        self.assertEqual(verifier.open_box(key, box, aad), text)
        for at in range(0, len(box), 9):
            with self.assertRaises(VerificationError):
                verifier.open_box(key, box[:at] + bytes([box[at] ^ 1]) + box[at + 1:], aad)


class Spelling(unittest.TestCase):
    GOOD = '{"kind":"event","sequence":1,"at_ms":10,"unix_ms":5,"by":"judge","principal":"j\\n","fact":%s}' % (
        '{"fact":"paused","reason":"石"}')

    def test_line_in_its_one_spelling_is_read(self):
        self.assertEqual(verifier.read_line(self.GOOD.encode())["fact"], {"fact": "paused", "reason": "石"})

    def test_every_other_spelling_is_rejected(self):
        for old, new in (
            ('"at_ms":10', '"at_ms":10.0'), ('"at_ms":10', '"at_ms":1e1'), ('"at_ms":10', '"at_ms":-10'),
            ('"at_ms":10', '"at_ms":010'), ('"at_ms":10', '"at_ms": 10'), ('"at_ms":10', '"at_ms":"10"'),
            ('"at_ms":10', '"at_ms":true'), ('"at_ms":10', '"at_ms":NaN'), ('"at_ms":10', '"at_ms":null'),
            ('"at_ms":10', '"at_ms":18446744073709551616'), ('"at_ms":10', '"at_ms":' + "9" * 5000),
            ('"at_ms":10', '"at_ms":10,"at_ms":10'), ('"at_ms":10,"unix_ms":5', '"unix_ms":5,"at_ms":10'),
            ('"at_ms":10,', ''), ('"by"', '"more":1,"by"'), ('石', '\\u77f3'), ('\\n', '\\u000a'), ('j', '\\u006a'),
            ('judge', 'j\\/udge'), ('judge', '\\ud800'), ('"paused"', '"stopped"'), ('"reason"', '"because"'),
            ('}}', '}} '), ('}}', '},"fact":{}}'), ('"event"', '"events"'), ('{', '[' * 100000),
        ):
            with self.subTest(new[:40]), self.assertRaises(VerificationError):
                verifier.read_line(self.GOOD.replace(old, new, 1).encode())
        with self.assertRaises(VerificationError):
            verifier.read_line(self.GOOD.encode("utf-16"))


def settle(lists, *waves):
    """Settles lists such as {"A": "X10 Y8"} with one win each, and returns the awards and the ties."""
    lists = {team: [(bid[0], int(bid[1:])) for bid in text.split()] for team, text in lists.items()}
    settlement = Settlement(1, {"X": 1, "Y": 1, "Z": 1}, lists)
    for wave in waves:
        settlement.wave({team: [(1, price)] for team, price in wave.items()})
    return " ".join(f"{line.lot}-{line.team}{line.price}" for line in settlement.awards()), [
        (lot, sorted(line.team for line in lines)) for lot, _, _, lines in settlement.ties]


class Auction(unittest.TestCase):
    def test_small_cases_of_the_rule_book(self):
        for lists, waves, awards, ties in (
            ({"A": "X10 Y8", "B": "X12", "C": "Y5"}, [], "X-B12 Y-A8", []),
            ({"A": "X10 Y9", "B": "Y7 Z3", "C": "Z4"}, [], "X-A10 Y-B7 Z-C4", []),
            ({"A": "X5 Y10", "B": "Y5 X10"}, [], "X-A5 Y-B5", []),
            ({"A": "X9", "B": "X9", "C": "X7"}, [], "", [("X", ["A", "B"])]),
            ({"A": "X9", "B": "X9", "C": "X7"}, [{"A": 10, "B": 10}], "", []),
            ({"A": "X9 Y6", "B": "X9", "C": "Y4"}, [{"A": 10, "B": 11}], "X-B11 Y-C4", []),
            ({"A": "X9 Y6", "B": "X9 Y6"}, [{"B": 11}], "X-B11 Y-A6", []),
        ):
            with self.subTest(lists=lists, waves=waves):
                self.assertEqual(settle(lists, *waves), (awards, ties))

    def test_result_is_independent_of_the_order_of_teams_and_lots(self):
        lists = {"A": [("X", 9), ("Y", 6)], "B": [("X", 9)], "C": [("Y", 4), ("X", 3)], "D": [("Y", 6), ("X", 9)]}
        for seed in range(20):
            draw = random.Random(seed)
            lots, teams = draw.sample("XY", 2), draw.sample(sorted(lists), 4)
            settlement = Settlement(1, dict.fromkeys(lots, 1), {team: lists[team] for team in teams})
            tied = {(lot, price): {line.team for line in lines} for lot, price, _, lines in settlement.ties}
            self.assertEqual(tied, {("X", 9): {"A", "B"}})
            self.assertEqual([(line.lot, line.team) for line in settlement.awards()], [("Y", "D")])


class Walls(unittest.TestCase):
    FRAME = set(squares([".##.", "####", "####"]))

    def lifted(self, laid):
        outside, overlapping, score = judge_wall(self.FRAME, laid)
        self.assertIsNotNone(score, (outside, overlapping))
        return sorted(score["lifted"])

    def test_rotation_is_clockwise_and_never_mirrors(self):
        cells = squares(["#.", "##", "#."])
        self.assertEqual(sorted(turned(cells, 1)), squares(["###", ".#."]))
        hook = squares(["#.", "#.", "##"])
        mirrored = sorted(squares([".#", ".#", "##"]))
        self.assertNotIn(mirrored, [sorted(turned(hook, quarters)) for quarters in range(4)])

    def test_only_the_lowest_row_supports_without_a_stone(self):
        self.assertEqual(self.lifted({"a": [(2, 0)], "b": [(1, 0), (1, 1)], "c": [(0, 1)]}), [])
        self.assertEqual(self.lifted({"a": [(2, 0)], "b": [(1, 3)]}), ["b"])
        self.assertEqual(judge_wall(set(squares(["##", ".#"])), {"a": [(0, 0)]})[2]["lifted"], ["a"])

    def test_stones_that_support_only_each_other_do_not_stand(self):
        one, other = [(0, 1), (0, 2), (1, 2)], [(1, 0), (1, 1)]
        self.assertEqual(self.lifted({"a": one, "b": other}), ["a", "b"])
        self.assertEqual(self.lifted({"a": one, "b": other, "c": [(2, 0)]}), [])
        self.assertEqual(self.lifted({"a": one, "b": other, "c": [(2, 3)]}), ["a", "b"])

    def test_stone_next_to_a_standing_stone_does_not_stand(self):
        self.assertEqual(self.lifted({"a": [(2, 1), (1, 1)], "b": [(1, 2)], "c": [(0, 2), (0, 1)]}), ["b"])

    def test_stones_outside_and_overlapping_are_reported(self):
        found = judge_wall(self.FRAME, {"a": [(0, 0)], "b": [(2, 2)], "c": [(2, 2), (2, 3)]})
        self.assertEqual(found, ({"a"}, {"b", "c"}, None))


class Request:
    """A request about a round, as in the ground-truth cases."""

    def __init__(self, request):
        self.request, game = request, request["round"]
        lots = sorted(game["lots"], key=lambda lot: lot["id"])
        self.copies = {lot["id"]: lot.get("count", 1) for lot in lots}
        self.least = {lot["id"]: lot["min_price"] for lot in lots}
        self.held = {team["id"]: team["held"] for team in sorted(game["teams"], key=lambda team: team["id"])}
        self.max_bids, self.max_wins = game["max_bids"], game["max_wins"]

    def is_valid(self, team, bids):
        lines = [(bid["lot"], bid["price"]) for bid in bids]
        return team in self.held and is_valid_list(lines, self.max_bids, self.copies, self.least, self.held[team])

    def check_bids(self):
        return {"ok": self.is_valid(self.request["team"], self.request["bids"])}

    def settle(self):
        bids = {team: lines for team, lines in self.request["bids"].items() if self.is_valid(team, lines)}
        lists = {team: [(bid["lot"], bid["price"]) for bid in bids.get(team, ())] for team in self.held}
        settlement, invalid = Settlement(self.max_wins, self.copies, lists), []
        for index, sent in enumerate(self.request.get("waves", ())):
            raises = {team: [(raised["priority"], raised["price"]) for raised in sent[team]] for team in sent}
            good = {team: lines for team, lines in raises.items()
                    if team in self.held and settlement.is_valid_rebid(team, self.held[team], lines)}
            invalid += [(index, team) for team in sorted(raises) if team not in good]
            settlement.wave(good)
        declined = [team for team in self.held if not lists[team]]
        return {**self.state(settlement), "declined": declined, "invalid_rebids": invalid,
                "invalid_bids": sorted(team for team in self.request["bids"] if team not in bids)}

    def state(self, settlement):
        def by_lot(counts, name):
            return [{"lot": lot, name: counts[lot]} for lot in self.copies if counts[lot]]

        awards, charges, left = [], dict.fromkeys(self.held, 0), dict(self.copies)
        for line in settlement.awards():
            awards.append({"team": line.team, "priority": line.priority, "lot": line.lot, "price": line.price})
            charges[line.team] += line.price
            left[line.lot] -= 1
        failed = [{"lot": lot, "copies": copies, "reason": reason.upper()} for lot, copies, reason in settlement.failed]
        answer = {"wave": settlement.waves, "awards": awards, "failed": failed,
                  "unsold": by_lot(settlement.free, "copies"), "ties": []}
        for lot, price, copies, lines in settlement.ties:
            lines = [{"team": line.team, "priority": line.priority} for line in lines]
            answer["ties"].append({"lot": lot, "price": price, "copies": copies, "lines": lines})
        if answer["ties"]:
            tied = {line["team"] for tie in answer["ties"] for line in tie["lines"]}
            budget = {team: settlement.budget(team, self.held[team]) for team in tied}
            return {**answer, "status": "rebid", "rebid_budget": budget}
        held = {team: self.held[team] - charges[team] for team in self.held}
        return {**answer, "status": "settled", "charges": charges, "held_after": held,
                "next_pool": by_lot(left, "count")}


def spot_of(shape, placement):
    """Returns the squares of a placement, or the error code if it is impossible."""
    if "cells" not in placement:
        turn = placement["rot"]
        if type(turn) is not int or turn not in range(4):
            return "BAD_ROTATION"
        return [(row + placement["row"], col + placement["col"]) for row, col in turned(shape, turn)]
    cells = [tuple(cell) for cell in placement["cells"]]
    wanted = sorted(turned(cells, 0)) if cells else None
    if wanted in [sorted(turned(shape, turn)) for turn in range(4)]:
        return cells
    over = [(row, -col) for row, col in shape]
    return "MIRRORED" if wanted in [sorted(turned(over, turn)) for turn in range(4)] else "SHAPE_MISMATCH"


def answer_wall(request):
    wall, frame = request["wall"], squares(request["wall"]["frame"])
    if not verifier.is_connected(request["wall"]["frame"]):
        return {"valid": False, "errors": [{"code": "BAD_FRAME", "stones": []}]}
    stones = {stone: [tuple(cell) for cell in cells] for stone, cells in wall["stones"].items()}
    faults, laid, named = {}, {}, set()
    for placement in wall["placements"]:
        stone = placement["stone"]
        spot = "NOT_OWNED" if stone not in stones else "DUPLICATE_STONE" if stone in named else None
        spot = spot or spot_of(stones[stone], placement)
        named.add(stone)
        if isinstance(spot, str):
            faults.setdefault(spot, set()).add(stone)
        else:
            laid[stone] = spot
    faults["OUT_OF_FRAME"], faults["OVERLAP"], score = judge_wall(set(frame), laid)
    if any(faults.values()):
        score = None
    else:
        faults["UNSUPPORTED"] = score["lifted"] = sorted(score["lifted"])
        score["unused"] = len(stones) - score["used"]
    errors = [{"code": code, "stones": sorted(faults[code])} for code in sorted(faults) if faults[code]]
    bottom = max(row for row, _ in frame)
    if score and laid and not any(row == bottom for cells in laid.values() for row, _ in cells):
        errors.insert(0, {"code": "NO_BOTTOM", "stones": []})
    return {"valid": not errors, "errors": errors, **({"score": score} if score else {})}


def answer_rank(request):
    teams = sorted(request["teams"], key=lambda team: team["team"])
    tallies = {team["team"]: None if team["disqualified"] else team for team in teams}
    rows, needed = rank(tallies, request.get("janken", []))
    return {"ranking": [{"team": team, "place": place} for team, place, _ in rows], "janken_needed": needed}


class Cases(unittest.TestCase):
    """The ground-truth cases for `adjudicate` of the server.

    The verifier rejects an invalid list or re-bid without naming every error. For these, only the team is compared."""

    def compare_cases(self, name, answer):
        cases = [json.loads(line) for line in (CASES / name).read_text().splitlines()]
        for number, case in enumerate(cases, 1):
            with self.subTest(case=number):
                found, expected = answer(case["input"]), case["expected"]
                expected.pop("codes", None)
                if "invalid_bids" in expected:
                    expected["invalid_bids"] = sorted(expected["invalid_bids"])
                    expected["invalid_rebids"] = [(void["wave"], void["team"]) for void in expected["invalid_rebids"]]
                self.assertEqual({key: found.get(key) for key in expected}, expected)
                self.assertEqual("score" in found, "score" in expected)
        self.assertGreaterEqual(len(cases), 300)

    def test_lists(self):
        self.compare_cases("check_bids.jsonl", lambda request: Request(request).check_bids())

    def test_settlements(self):
        self.compare_cases("settle.jsonl", lambda request: Request(request).settle())

    def test_waves(self):
        self.compare_cases("settle_waves.jsonl", lambda request: Request(request).settle())

    def test_walls(self):
        self.compare_cases("wall.jsonl", answer_wall)

    def test_rankings(self):
        self.compare_cases("rank.jsonl", answer_rank)


SETUP = {
    "title": "walls", "title_ja": "石垣", "frame": ["####", "####"],
    "lots": [{"code": "X", "shape": ["##"], "min_price": 2, "copies": 2},
             {"code": "Y", "shape": ["#"], "min_price": 1, "copies": 2},
             {"code": "L", "shape": ["#.", "##"], "min_price": 3, "copies": 1}],
    "teams": [{"code": code, "name": "team " + code} for code in "ABCDE"], "initial": 30,
    "rounds": [{"max_bids": 3, "max_wins": 2, "window_ms": 1000, "rebid_window_ms": 500, "close": "when_all_sealed"},
               {"max_bids": 2, "max_wins": 1, "window_ms": 1000, "rebid_window_ms": 500, "close": "at_deadline"}],
    "support": "each_move", "end_countdown_ms": 100,
}
RESULT = {
    "rounds": [
        {"round": 1, "attempt": 2, "awards": [
            {"lot": "X", "team": "B", "priority": 2, "price": 7, "stone": "X-1"},
            {"lot": "X", "team": "A", "priority": 2, "price": 6, "stone": "X-2"},
            {"lot": "Y", "team": "C", "priority": 2, "price": 1, "stone": "Y-1"},
            {"lot": "L", "team": "A", "priority": 1, "price": 10, "stone": "L-1"}], "failed": []},
        {"round": 2, "attempt": 1, "awards": [], "failed": [{"lot": "Y", "copies": 1, "reason": "tied_rebid"}]}],
    "teams": [
        {"team": "A", "held": 14, "stones": ["X-2", "L-1"],
         "wall": [{"stone": "X-2", "turn": 0, "row": 1, "col": 2}, {"stone": "L-1", "turn": 0, "row": 0, "col": 0}],
         "tally": {"empty": 3, "top_gaps": 3, "held": 14, "used": 2, "unused": 0}},
        {"team": "B", "held": 23, "stones": ["X-1"], "wall": [{"stone": "X-1", "turn": 1, "row": 0, "col": 3}],
         "tally": {"empty": 6, "top_gaps": 2, "held": 23, "used": 1, "unused": 0}},
        {"team": "C", "held": 29, "stones": ["Y-1"], "wall": [{"stone": "Y-1", "turn": 0, "row": 1, "col": 1}],
         "tally": {"empty": 7, "top_gaps": 4, "held": 29, "used": 1, "unused": 0}},
        {"team": "D", "held": 30, "stones": [], "wall": [],
         "tally": {"empty": 8, "top_gaps": 4, "held": 30, "used": 0, "unused": 0}},
        {"team": "E", "held": 30, "stones": [], "wall": [],
         "tally": {"empty": 8, "top_gaps": 4, "held": 30, "used": 0, "unused": 0}}],
    "ranking": [
        {"team": "A", "place": 1, "decided_by": "empty"}, {"team": "B", "place": 2, "decided_by": "empty"},
        {"team": "C", "place": 3, "decided_by": "empty"}, {"team": "E", "place": 4, "decided_by": "janken"},
        {"team": "D", "place": 5}],
}


def seal_box(key, nonce, plain, aad):
    sealed = ciphers.chacha(key, nonce, plain)
    return nonce + sealed + ciphers.box_tag(key, nonce, sealed, aad)


def note_key(epoch): return bytes([10 + epoch]) * 32


class RecordWriter:
    """Writes the record of a game like a server, but signs any event. `forge` changes an event before it is written."""

    def __init__(self, forge, setup, forge_note=lambda number, note: None):
        self.note_epochs = set()
        self.forge_note, self.notes, self.room = forge_note, 0, 3452 + len(setup["teams"]) * 4
        self.forge, self.signer, self.lines, self.head, self.sequence = forge, Signer(b"\7" * 32), [], bytes(32), 0
        self.counters, self.sealed, self.round, self.attempt, self.wave = {}, {}, 0, 0, 0
        self.branch = {"game": "g1", "instance": "1a" * 16, "epoch": 1, "tag": "1a" * 16}
        self.chain({"kind": "game", "format": 5, "game": "g1", "instance": "1a" * 16, "server_key": self.signer.public.hex(),
                      "unix_ms": 1790000000000, "setup": setup})

    def chain(self, line):
        text = spelled(line)
        self.head = hashlib.sha256(self.head + struct.pack(">Q", len(text)) + text).digest()
        self.lines.append(text)

    def event(self, at, by, fact, **fields):
        self.sequence += 1
        event = {"kind": "event", "sequence": self.sequence, "at_ms": at, "unix_ms": 1790000000000 + at, "by": by,
                 "principal": "" if by == "clock" else by, "fact": {"fact": fact, **fields}}
        self.forge(event)
        self.chain(event)
        if fact in verifier.SIGNED:
            self.sign_head()

    def note(self, at, by, fact, **fields):
        """Seals a private message or read mark."""
        self.notes += 1
        note = {"by": by, "principal": by, "fact": {"fact": fact, **fields}}
        self.forge_note(self.notes, note)
        draw, text = random.Random(f"note {self.notes}"), note.pop("raw", None)
        text = spelled(note) if text is None else text
        nonce, box_nonce = draw.randbytes(32), draw.randbytes(12)
        commitment = hashlib.sha256(nonce + text).digest()
        plain = (nonce + struct.pack(">I", len(text)) + text).ljust(36 + self.room, b"\0")
        info = b"ishigaki note\n" + struct.pack(">I", self.notes) + b"\1"
        key = hmac.digest(hmac.digest(bytes(32), note_key(self.branch["epoch"]), "sha256"), info, "sha256")
        self.note_epochs.add(self.branch["epoch"])
        self.event(at, "clock", "note_sealed", note=self.notes, commitment=commitment.hex(),
                   box=seal_box(key, box_nonce, plain, commitment).hex())

    def opened_notes(self):
        """Returns the keys of all epochs with notes, as a field of a fact."""
        keys = [{"epoch": epoch, "key": note_key(epoch).hex()} for epoch in sorted(self.note_epochs)]
        return {"note_keys": keys} if keys else {}

    def start_epoch(self, tag):
        """Starts a new epoch, as if a server resumed the game from its journal."""
        self.branch.update(epoch=self.branch["epoch"] + 1, tag=tag)
        self.chain({"kind": "epoch", "number": self.branch["epoch"], "tag": tag, "unix_ms": 1790000000000})

    def sign_head(self):
        message = b"ishigaki head\n" + spelled({**self.branch, "sequence": self.sequence, "head": self.head.hex()})
        self.lines.append(spelled({"kind": "signed", "sequence": self.sequence, "head": self.head.hex(),
                                   "signature": self.signer.sign(message).hex()}))

    def open_round(self, at, number, attempt):
        self.round, self.attempt, self.wave, self.sealed = number, attempt, 0, {}
        self.event(at, "judge", "round_opened", round=number, attempt=attempt, closes_at_ms=at + 1000)

    def seal(self, at, team, text, **by_hand):
        """Submits lines such as "L8 X5" or, in a wave, "1:10 2:6"; with `by_hand`, as the organiser."""
        self.counters[team] = counter = self.counters.get(team, 0) + 1
        if self.wave:
            lines = {"raises": [dict(zip(("priority", "price"), map(int, item.split(":")))) for item in text.split()]}
        else:
            lines = {"bids": [{"lot": item[0], "price": int(item[1:])} for item in text.split()]}
        draw = random.Random(f"{team}{counter}")
        nonce, key, box_nonce = draw.randbytes(32), draw.randbytes(32), draw.randbytes(12)
        commitment = hashlib.sha256(nonce + spelled(lines)).digest()
        plain = (nonce + struct.pack(">I", len(spelled(lines))) + spelled(lines)).ljust(200, b"\0")
        revision = self.sealed.get(team, {"revision": 0})["revision"] + 1
        self.sealed[team] = {"revision": revision, "opening": {
            "team": team, **lines, "counter": counter, "nonce": nonce.hex(), "key": key.hex()}}
        by, fact = "organiser" if by_hand else f"team {team}", "rebid_sealed" if self.wave else "bids_sealed"
        self.event(at, by, fact, team=team,
                   revision=revision, counter=counter, commitment=commitment.hex(),
                   box=seal_box(key, box_nonce, plain, commitment).hex(), **by_hand)

    def open_sealed(self, at, closes_at=None):
        entries = [self.sealed[team]["opening"] for team in sorted(self.sealed)]
        fields = {"wave": self.wave, "raises": entries} if self.wave else {"lists": entries}
        until = {} if closes_at is None else {"rebid_closes_at_ms": closes_at}
        self.event(at, "clock", "rebids_opened" if self.wave else "lists_opened", **fields, **until)
        self.wave, self.sealed = self.wave + 1, {}

    def finish(self, result):
        self.lines.append(spelled({"kind": "result", "records": self.sequence, "head": self.head.hex(), **result}))
        return b"".join(line + b"\n" for line in self.lines)


def play(forge=lambda event: None, result=RESULT, setup=SETUP, first_of_a="L8 X5 Y2", wave_of_b="1:9 2:7", stop=99,
         forge_note=lambda number, note: None):
    """Returns the record of a whole game with every kind of event. With `stop`, only the steps before it are played."""
    writer = RecordWriter(forge, setup, forge_note)
    for step in (play_round_1, play_waves, play_round_2, play_end)[:stop]:
        step(writer, first_of_a, wave_of_b)
    return writer.finish(result)


def play_round_1(writer, first_of_a, _):
    writer.open_round(0, 1, 1)
    writer.seal(10, "A", "X5")
    writer.event(20, "judge", "paused", reason="a lamp fell")
    writer.event(120, "judge", "resumed", closes_at_ms=1100)
    writer.event(130, "judge", "round_voided", round=1, attempt=1, reason="the lamp again")
    writer.open_round(200, 1, 2)
    writer.seal(210, "A", "X9")
    writer.seal(220, "A", first_of_a)
    writer.seal(225, "D", "")
    writer.seal(226, "E", "")
    writer.seal(230, "B", "L8 X5")
    writer.start_epoch("2b" * 16)
    writer.event(235, "organiser", "window_extended", closes_at_ms=1300, reason="a slow hall")
    writer.seal(240, "C", "X5 Y1", by_hand="a laptop burnt")
    writer.open_sealed(240, 740)


def play_waves(writer, _, wave_of_b):
    writer.seal(300, "A", "1:10 2:6")
    writer.seal(310, "B", "1:10")
    writer.seal(320, "B", wave_of_b)
    writer.seal(330, "C", "")
    writer.open_sealed(330)
    writer.event(400, "judge", "lots_confirmed", lots=["X"])
    writer.event(410, "judge", "lots_confirmed", lots=["Y", "L"])
    writer.event(410, "clock", "round_finalised", round=1)
    writer.event(420, "team A", "stone_placed", team="A", stone="L-1", turn=0, row=0, col=0)
    writer.event(430, "team A", "stone_placed", team="A", stone="X-2", turn=0, row=0, col=1)
    writer.event(440, "team B", "stone_placed", team="B", stone="X-1", turn=1, row=0, col=3)


def play_round_2(writer, *_):
    writer.open_round(500, 2, 1)
    writer.seal(505, "B", "Y9")
    writer.event(510, "judge", "team_disqualified", team="B", reason="a telephone")
    writer.event(515, "judge", "team_reinstated", team="B", reason="it was the judge's")
    writer.sealed.pop("B")
    writer.seal(520, "A", "Y3")
    writer.seal(530, "C", "Y3")
    writer.open_sealed(1505, 2005)
    writer.seal(1600, "A", "1:4")
    writer.seal(1610, "C", "1:4")
    writer.open_sealed(1610)
    writer.event(1700, "judge", "lots_confirmed", lots=["Y"])
    writer.event(1700, "clock", "round_finalised", round=2)


def play_end(writer, *_):
    writer.event(1800, "team A", "wall_replaced", team="A", wall=[
        {"stone": "X-2", "turn": 0, "row": 1, "col": 2}, {"stone": "L-1", "turn": 0, "row": 0, "col": 0}])
    writer.event(1810, "team C", "stone_placed", team="C", stone="Y-1", turn=0, row=1, col=0)
    writer.event(1815, "team C", "stone_taken_out", team="C", stone="Y-1")
    writer.event(1820, "organiser", "stone_placed", team="C", stone="Y-1", turn=0, row=1, col=1)
    writer.event(1900, "judge", "end_signalled", ends_at_ms=2000)
    writer.event(2000, "clock", "game_ended")
    writer.event(2010, "judge", "wall_counted", team="B", count={"empty": 6, "top_gaps": 2, "used": 1}, reason="tape")
    writer.start_epoch("3c" * 16)
    writer.event(2020, "organiser", "wall_counted", team="A", count={"empty": 3, "top_gaps": 0, "used": 0}, reason="dust")
    writer.event(2030, "organiser", "wall_counted", team="A", reason="it was no dust")
    writer.event(2040, "judge", "stones_ticked", stones=["X-1", "X-2", "L-1"], carried=True)
    writer.event(2050, "organiser", "stones_ticked", stones=["X-1"], carried=False)
    writer.event(2060, "team A", "stones_checked", team="A", stones=["X-2", "L-1"])
    writer.event(2070, "judge", "remarked", text="a lamp was dim")
    writer.event(2100, "judge", "janken_entered", order=["E", "D"])
    writer.event(2110, "judge", "announced", teams=[], english="to the stage", japanese="舞台へ", corrects=False)
    writer.note(2120, "organiser", "announced", teams=["A", "C"], japanese="集まれ", corrects=False)
    writer.note(2130, "team B", "question_asked", team="B", question=1, text="why \"L\"?")
    writer.note(2140, "judge", "question_answered", team="B", question=1, english="so", to_all=True)
    writer.event(2140, "judge", "announced", teams=[], english="so", asked="why \"L\"?", corrects=False)
    writer.note(2150, "judge", "question_answered", team="B", question=1, japanese="否", to_all=False)
    writer.note(2160, "team B", "messages_read", team="B", through=2)
    writer.note(2170, "team B", "messages_read", team="B", through=3)
    writer.event(2200, "judge", "result_declared", **writer.opened_notes())


def one_byte_changed(data, draw):
    at = draw.randrange(len(data))
    return at, data[:at] + bytes([data[at] ^ draw.randrange(1, 256)]) + data[at + 1:]


MAX_MEMORY = 2**30  # Of a verification. Small objects take much more memory as values than in a line.
VERIFY_SCRIPT = """if True:
    import resource, sys
    from verify_transcript import VerificationError, verify
    class Source:  # A file whose last line is repeated.
        left = int(sys.argv[1])
        def readline(self, most):
            line = sys.stdin.buffer.readline(most)
            self.last = line or self.last
            self.left -= not line
            return line or self.last * (self.left >= 0)
    try:
        print(verify(Source()))
    except VerificationError as wrong:
        print(str(wrong)[:300])
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def verify_in_process(start, again, times):
    """Verifies a file in a new process, with its last line `again` repeated. Returns the output and the peak memory in bytes."""
    command = [sys.executable, "-c", VERIFY_SCRIPT, str(times)]
    folder = pathlib.Path(verifier.__file__).parent
    done = subprocess.run(command, input=start + again, capture_output=True, check=True, cwd=folder)
    *output, memory = done.stdout.decode().splitlines()
    return "\n".join(output), int(memory) * 1024


class Drawings(unittest.TestCase):
    """Drawings with the longest paths: full, a comb, and a snake."""

    KINDS = {
        "full": lambda side: ["#" * side] * side,
        "comb": lambda side: ["#" * side] + ["#." * (side // 2)] * (side - 1),
        "snake": lambda side: ["#" * side if row % 2 == 0 else "." * (side - 1) + "#" if row % 4 == 1 else "#" + "." * (side - 1)
                               for row in range(side)],
    }

    def test_steps_grow_linearly_with_the_squares(self):
        def steps(rows):
            count = 0

            def trace(frame, event, _):
                nonlocal count
                frame.f_trace_opcodes = True
                count += event == "opcode"
                return trace

            before = sys.gettrace()
            sys.settrace(trace)
            try:
                is_connected = verifier.is_connected(rows)
                squares = verifier.squares(rows)
                verifier.judge_wall(set(squares), {square: [square] for square in squares})
            finally:
                sys.settrace(before)
            self.assertTrue(is_connected)
            return count

        for kind, drawing in self.KINDS.items():
            with self.subTest(kind):
                # Four times the squares: 4 times the steps if they grow linearly, 16 times if quadratically.
                self.assertLess(steps(drawing(64)), 6 * steps(drawing(32)))


class Transcripts(unittest.TestCase):
    def assert_rejected(self, data, text):
        with self.assertRaises(VerificationError) as refusal:
            verify(data)
        self.assertIn(text, str(refusal.exception))

    def test_whole_game_is_valid(self):
        report = "\n".join(verify(play()))
        self.assertIn("game g1: 60 records, 2 final rounds, phase declared", report)
        self.assertIn("15 signed heads, 16 submissions", report)
        self.assertIn("instance " + "1a" * 16 + ", resumed 2 times since", report)
        self.assertIn("opened lists and re-bids: 12, matching their submissions; never opened: 4", report)
        self.assertIn("private messages and read marks: 6, opened and verified", report)
        self.assertIn("signer not checked", report)

    def test_opened_notes_are_checked_by_the_rules(self):
        def changed(at, **fields):
            def forge(number, note):
                if number == at:
                    note.update({name: fields[name] for name in fields if name in ("by", "principal", "raw")})
                    note["fact"] = {name: value for name, value in {**note["fact"], **{
                        name: fields[name] for name in fields if name not in ("by", "principal", "raw")}}.items()
                        if value is not None}
            return play(forge_note=forge)
        verify(changed(1, japanese="\U0001f3ef" * 200))  # 200 castles: every valid text fits the box.
        for data, text in (
            (changed(1, teams=["C", "A"]), "not in the order of the setup"), (changed(1, teams=[]), "to all must not be sealed"),
            (changed(1, by="team A"), "cannot write this note"), (changed(1, principal=""), "invalid spelling"),
            (changed(1, japanese=None), "the message has no text"), (changed(1, japanese=" x"), "invalid fact"),
            (changed(1, japanese="a\u2028b"), "invalid fact"), (changed(1, japanese="\u200b\ufeff"), "invalid fact"),
            (changed(1, mood="good"), "invalid fact"), (changed(1, fact="remarked"), "invalid fact"),
            (changed(1, raw=b"[]"), "invalid spelling"), (changed(1, raw=b"\xff"), "not JSON"), (changed(1, raw=b"{"), "not JSON"),
            (changed(2, question=2), "question must be 1"), (changed(2, by="team A"), "cannot write this note"),
            (changed(2, team="Z", by="team Z"), "cannot write this note"),
            (changed(3, question=2), "unknown question"), (changed(3, english="no"), "must be announced at once"),
            (changed(3, by="organiser"), "must be announced at once"), (changed(5, through=4), "a read mark must be"),
            (changed(5, through=0), "a read mark must be"), (changed(6, through=2), "a read mark must be"),
            (changed(4, to_all=True), "must be announced at once"), (changed(4, fact="announced", teams=["B"], team=None,
             question=None, to_all=None, japanese="x"), "invalid fact"),
        ):
            self.assert_rejected(data, text)

    def test_announced_answer_corrects_only_an_earlier_one_to_all(self):
        def make_record(*answers):  # Answers are (to_all, corrects).
            writer = RecordWriter(lambda event: None, SETUP)
            writer.note(0, "team A", "question_asked", team="A", question=1, text="why?")
            for to_all, corrects in answers:
                writer.note(1, "judge", "question_answered", team="A", question=1, english="so", to_all=to_all)
                if to_all:
                    writer.event(1, "judge", "announced", teams=[], english="so", asked="why?", corrects=corrects)
            writer.event(2, "judge", "game_abandoned", reason="rain", **writer.opened_notes())
            return writer.finish({})
        for answers in ([(True, False)], [(False, None), (True, False)], [(True, False), (True, True)], [(True, False), (False, None), (True, True)]):
            self.assert_rejected(make_record(*answers), "invalid line of kind result")  # Valid up to the result line, which is empty.
        for answers in ([(True, True)], [(False, None), (True, True)], [(True, False), (True, False)]):
            self.assert_rejected(make_record(*answers), "must be announced at once, unchanged")

    def test_each_epoch_has_its_own_key_for_notes(self):
        def make_record(forge=lambda event: None):
            writer = RecordWriter(forge, SETUP)
            writer.note(0, "team A", "question_asked", team="A", question=1, text="why?")
            writer.start_epoch("2b" * 16)
            writer.start_epoch("3c" * 16)
            writer.note(1, "judge", "question_answered", team="A", question=1, english="so", to_all=False)
            writer.event(2, "judge", "game_abandoned", reason="rain", **writer.opened_notes())
            return writer.finish({})
        def forge(*keys):
            def forge(event):
                if "note_keys" in event["fact"]:
                    event["fact"]["note_keys"] = [{"epoch": epoch, "key": note_key(of).hex()} for epoch, of in keys]
            return forge
        self.assert_rejected(make_record(), "invalid line of kind result")  # Valid up to the result line, which is empty.
        for keys in ([(1, 1)], [(3, 3)], [(3, 3), (1, 1)], [(1, 1), (2, 2), (3, 3)]):
            self.assert_rejected(make_record(forge(*keys)), "note_keys must have")
        self.assert_rejected(make_record(forge((1, 1), (3, 1))), "does not open")

    def test_notes_must_match_their_sealed_form(self):
        def forged(fact, number=None, **fields):
            def forge(event):
                if event["fact"]["fact"] == fact and event["fact"].get("note") == number:
                    event["fact"].update(fields)
                    event["fact"] = {name: value for name, value in event["fact"].items() if value is not None}
            return play(forge)
        sealed = [json.loads(line)["fact"] for line in play().splitlines() if b'"note_sealed"' in line]
        other = {name: sealed[1][name] for name in ("commitment", "box")}
        for data, text in (
            (forged("note_sealed", 2, note=3), "note must be 2"), (forged("note_sealed", 1, **other), "does not open"),
            (forged("note_sealed", 2, box=sealed[1]["box"][:-2]), "the wrong length"),
            (forged("note_sealed", 2, box=sealed[1]["box"][:-1] + "0f"[sealed[1]["box"][-1] == "0"]), "does not open"),
            (forged("note_sealed", 2, commitment=sealed[0]["commitment"]), "does not open"),
            (forged("note_sealed", 2, by="x"), "invalid fact"),
            (forged("result_declared", note_keys=[{"epoch": 3, "key": "0b" * 32}]), "does not open"),
            (forged("result_declared", note_keys=[{"epoch": 2, "key": "0b" * 32}]), "note_keys must have"),
            (forged("result_declared", note_keys=[{"epoch": at, "key": note_key(at).hex()} for at in (2, 3)]), "note_keys must have"),
            (forged("result_declared", note_keys=[{"epoch": 3, "key": note_key(3).hex()}] * 2), "note_keys must have"),
            (forged("result_declared", note_keys=[]), "note_keys must have"),
            (forged("result_declared", note_keys=None), "note_keys must have"),
            (forged("game_ended", note_keys=[{"epoch": 3, "key": "0d" * 32}]), "invalid fact"),
        ):
            self.assert_rejected(data, text)
        quiet = RecordWriter(lambda event: None, SETUP)
        quiet.event(0, "judge", "game_abandoned", reason="rain", note_keys=[{"epoch": 1, "key": note_key(1).hex()}])
        self.assert_rejected(quiet.finish({"rounds": [], "teams": [], "ranking": []}), "be absent without notes")
        plain = RecordWriter(lambda event: None, SETUP)
        plain.event(0, "team A", "question_asked", team="A", question=1, text="why?")
        self.assert_rejected(plain.finish({}), "invalid fact")
        some = RecordWriter(lambda event: None, SETUP)
        some.event(0, "judge", "announced", teams=["A"], english="so", corrects=False)
        self.assert_rejected(some.finish({}), "must be sealed")
        late = RecordWriter(lambda event: None, SETUP)
        late.event(0, "judge", "game_abandoned", reason="rain")
        late.note(1, "judge", "announced", teams=["A"], english="so", corrects=False)
        self.assert_rejected(late.finish({}), "not possible")

    def test_messages_and_open_questions_are_limited(self):
        def make_record(*facts):
            writer = RecordWriter(lambda event: None, SETUP)
            for at, (by, fact, fields) in enumerate(facts):
                (writer.note if "teams" not in fields or fields["teams"] else writer.event)(at, by, fact, **fields)
            writer.event(10_000, "judge", "game_abandoned", reason="rain", **writer.opened_notes())
            return writer.finish({})
        asked = [("team A", "question_asked", {"team": "A", "question": at, "text": "why?"}) for at in range(1, 7)]
        self.assert_rejected(make_record(*asked), "too many unanswered questions")
        to_all = [("judge", "announced", {"teams": [], "english": "x", "corrects": False})]
        mark = [("team A", "messages_read", {"team": "A", "through": 1})]
        self.assert_rejected(make_record(*to_all * 4097), "too many messages and read marks")
        self.assert_rejected(make_record(*to_all * 2048, *mark), "too many messages and read marks")
        self.assert_rejected(make_record(*to_all * 2047, *mark), "invalid line of kind result")  # Valid up to the result line, which is empty.
        answer = [("judge", "question_answered", {"team": "A", "question": 1, "english": "so", "to_all": True})]
        self.assert_rejected(make_record(*to_all * 4094, asked[0], *answer), "too many messages and read marks")

    def test_epochs_are_numbered_and_in_place(self):
        lines = play().splitlines(keepends=True)
        epochs = [at for at, line in enumerate(lines) if b'"kind":"epoch"' in line]
        self.assertEqual(len(epochs), 2)
        for at, other in ((epochs[0], b"2c"), (epochs[1], b"2b")):
            changed = lines[:at] + [lines[at].replace(b'"tag":"', b'"tag":"' + other, 1)] + lines[at + 1:]
            self.assert_rejected(b"".join(changed), f"line {at + 1}: ")
        for number in (1, 3, 2**32):
            line = lines[epochs[0]].replace(b'"number":2', b'"number":%d' % number)
            self.assert_rejected(b"".join(lines[:epochs[0]] + [line] + lines[epochs[0] + 1:]), f"line {epochs[0] + 1}: ")
        writer = RecordWriter(lambda event: None, SETUP)
        play_round_1(writer, "L8 X5 Y2", "")
        play_waves(writer, "", "1:9 2:7")
        last = next(at for at, line in enumerate(writer.lines) if b"round_finalised" in line)
        epoch = spelled({"kind": "epoch", "number": 3, "tag": "5e" * 16, "unix_ms": 0})
        data = b"".join(line + b"\n" for line in writer.lines[:last] + [epoch] + writer.lines[last:])
        self.assert_rejected(data, "round_finalised must come first")

    def test_later_janken_replaces_orders_with_a_common_team(self):
        equal = {name: 0 for name in verifier.CRITERIA}
        game = verifier.Game(json.loads(RecordWriter(lambda event: None, SETUP).lines[0]))
        game.tallies = lambda: {code: equal if code in tied else None for code in "ABCDE"}
        for tied, order, kept in (("ABC", "CAB", ["CAB"]), ("ABCD", "DCBA", ["DCBA"]), ("AB", "BA", ["BA"]),
                                  ("CDE", "EDC", ["BA", "EDC"]), ("BC", "CB", ["CB"])):
            game.janken_entered({"order": list(order)})
            self.assertEqual(["".join(one) for one in game.jankens], kept)
        # The former group again: its order was replaced permanently.
        tied = "ABC"
        with self.assertRaises(VerificationError):
            game.result_declared({})

    def test_reading_a_line_stops_at_the_maximum_length(self):
        class Endless:  # Ten gibibytes in one line.
            left = 10 * 2**30
            
            def readline(self, most):
                self.left -= most
                return b" " * min(most, self.left + most) if self.left > -most else b""
        self.assert_rejected(Endless(), "line 1: the line is longer than")

    def test_no_file_takes_more_than_a_bounded_part_of_the_memory(self):
        lines = play().splitlines(keepends=True)
        signed = next(at for at, line in enumerate(lines) if b'"kind":"signed"' in line)
        def game(**changes): return RecordWriter(lambda event: None, {**SETUP, **changes}).lines[0] + b"\n"
        lot, most = {"code": "", "shape": ["#"], "min_price": 0, "copies": 1}, verifier.MAX_LINE_BYTES
        many = game(lots=[lot] * ((most - len(lines[0])) // (len(spelled(lot)) + 1)))
        bare = b'{"kind":"game","format":['
        for name, start, again, times, text in (
            ("signed lines", b"".join(lines[:signed + 1]), lines[signed], 10**6, f"line {signed + 2}: "),
            ("lots", many, b"", 0, "line 1: invalid setup"),
            ("a stone", game(lots=[{**lot, "shape": ["#" * 2000] * 4000}]), b"", 0, "line 1: invalid frame or shape"),
            ("a frame", game(frame=["#" * 2000] * 4000), b"", 0, "line 1: invalid frame or shape"),
            ("the largest stone", game(lots=[{**lot, "shape": ["#" * 2048] * 2048}]), b"", 0, "line 2: the file ends"),
            ("the largest frame", game(frame=["#" * 2048] * 2048), b"", 0, "line 2: the file ends too early"),
            ("lists", bare + b"[]," * ((most - 40) // 3) + b"0]}\n", b"", 0, "line 1: invalid line"),
            ("objects", bare + b'{"":0},' * ((most - 40) // 7) + b"0]}\n", b"", 0, "line 1: invalid line"),
            ("words", bare + b'"ab",' * ((most - 40) // 5) + b"0]}\n", b"", 0, "line 1: invalid line"),
        ):
            with self.subTest(name):
                found, taken = verify_in_process(start, again, times)
                self.assertTrue(found.startswith(text), found[:200])
                self.assertLess(taken, MAX_MEMORY, f"{taken >> 20} MiB")

    def test_partly_checked_records_have_their_own_exit_code(self):
        data, script = play(), str(pathlib.Path(verifier.__file__))
        report = verify(data)
        mark, head = report[-1].split()[3].rstrip(";"), report[-3].split()[5].rstrip(",")
        earlier = json.loads(next(line for line in data.splitlines() if b'"kind":"signed"' in line))["head"]
        for options, code, text in (([], 6, "partly checked: the key was not given"), (["--partial"], 0, "not checked"),
                                    (["--key", mark], 0, "as given"), (["--key", mark, "--head", head[:16]], 0, ""),
                                    (["--key", mark, "--head", earlier], 6, "not the last one"),
                                    (["--key", mark, "--head", "0" * 16], 1, "no signed head begins with"),
                                    (["--key", mark, "--head", "0" * 15], 2, "16 to 64"),
                                    (["--key", "f" * 32], 1, "does not have the given fingerprint"), (["--key", ""], 2, "is 32 hexa"),
                                    (["--key", mark[:9]], 2, "is 32 hexa"), (["--key", "0" + mark], 2, "is 32 hexa")):
            with self.subTest(options=options):
                command = [sys.executable, script, "-", *options]
                done = subprocess.run(command, input=data, capture_output=True, check=False)
                self.assertEqual(done.returncode, code, done.stderr.decode())
                self.assertIn(text, (done.stdout + done.stderr).decode())

    def test_any_changed_byte_is_rejected(self):
        data, draw = play(), random.Random(18)
        for _ in range(int(os.environ.get("ISHIGAKI_CHANGES", "60"))):
            at, changed = one_byte_changed(data, draw)
            with self.subTest(at=at), self.assertRaises(VerificationError):
                verify(changed)

    def test_missing_repeated_or_moved_line_is_rejected(self):
        lines = play().splitlines(keepends=True)
        for at in random.Random(2).sample(range(len(lines)), 12):
            changes = [lines[:at] + lines[at + 1:], lines[:at + 1] + lines[at:]]
            changes += [lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2:]] if at + 1 < len(lines) else []
            for changed in changes + [lines[:at]]:
                with self.subTest(at=at), self.assertRaises(VerificationError):
                    verify(b"".join(changed))
        self.assert_rejected(play()[:-1], "ends too early, or within a line")
        self.assert_rejected(play() + b"\n", "line ")
        self.assert_rejected(b"", "line 1: ")

    def test_running_game_is_valid_and_reports_unsigned_lines(self):
        teams = [{"team": code, "held": 30, "stones": [], "wall": []} for code in "ABCDE"]
        result = {"rounds": [], "teams": teams, "ranking": []}
        self.assertIn("all records are signed", verify(play(stop=1, result=result)))
        writer = RecordWriter(lambda event: None, SETUP)
        writer.open_round(0, 1, 1)
        report = verify(writer.finish(result))
        self.assertIn("the last 2 lines are not signed", report)
        self.assertIn("checked: spelling, chain, 0 signed heads, 0 submissions", report)
        result = {**RESULT, "rounds": RESULT["rounds"][:1], "ranking": []}
        # A record without a ranking has no tallies.
        result["teams"] = [{key: team[key] for key in team if key != "tally"} for team in RESULT["teams"]]
        result["teams"][0]["wall"] = [
            {"stone": "X-2", "turn": 0, "row": 0, "col": 1}, {"stone": "L-1", "turn": 0, "row": 0, "col": 0}]
        result["teams"][2]["wall"] = []
        self.assertIn("the last 3 lines are not signed", verify(play(stop=2, result=result)))

    def test_window_that_waits_for_no_team_closes_on_resume(self):
        writer = RecordWriter(lambda event: None, SETUP)
        writer.open_round(0, 1, 1)
        for at, team in enumerate("ABCD", 10):
            writer.seal(at, team, "")
        writer.event(20, "judge", "paused", reason="a quarrel")
        writer.event(30, "judge", "team_disqualified", team="E", reason="a quarrel")
        writer.event(40, "judge", "resumed", closes_at_ms=1020)
        early = len(writer.lines)
        writer.open_sealed(40)
        teams = [{"team": code, "held": 30, "stones": [], "wall": []} for code in "ABCDE"]
        data = writer.finish({"rounds": [], "teams": teams, "ranking": []})
        self.assertIn("opened lists and re-bids: 4,", "\n".join(verify(data)))
        lines = data.splitlines(keepends=True)
        self.assert_rejected(b"".join(lines[:early] + lines[-1:]), "lists_opened must come first")

    def test_signed_facts_against_the_rules_are_rejected(self):
        for sequence, field, value, text in FORGERIES:
            def forge(event):
                if event["sequence"] == sequence:
                    part = event if field in event else event["fact"]
                    self.assertNotEqual(spelled(part.get(field)), spelled(value), "the forgery changes nothing")
                    part.update({field: value})

            with self.subTest(sequence=sequence, field=field, value=value):
                self.assert_rejected(play(forge), text)

    def test_submissions_of_excluded_teams_are_rejected(self):
        for sequence, team, text in ((15, "D", "the team has no tied bid"), (30, "B", "is disqualified or not back yet")):
            def forge(event):
                if event["sequence"] == sequence:
                    event.update(by="organiser", principal="organiser")
                    event["fact"]["by_hand"] = "a laptop burnt"
                    event["fact"]["team"] = team

            self.assert_rejected(play(forge), text)

    def test_invalid_lists_are_rejected(self):
        for bids in ("L8 X5 Y2 Y2", "L8 L8 X5", "Z1", "L2", "L20 X11"):
            self.assert_rejected(play(first_of_a=bids), "invalid list of team A (A2)")
        for raises in ("1:9 1:10", "3:9", "1:8", "1:20 2:11"):
            self.assert_rejected(play(wave_of_b=raises), "invalid re-bid of team B (A7)")
        self.assert_rejected(play(wave_of_b="1:9 2:8"), "rounds must be")

    def test_what_changes_nothing_stands_in_no_record(self):
        def make_record(*facts):
            writer = RecordWriter(lambda event: None, SETUP)
            for step in (play_round_1, play_waves, play_round_2):
                step(writer, "L8 X5 Y2", "1:9 2:7")
            for by, fact in facts:
                writer.event(1800, by, **fact)
            return writer.finish({"rounds": [], "teams": [], "ranking": []})

        place = {"fact": "stone_placed", "team": "A", "stone": "X-2", "turn": 0, "row": 0, "col": 1}
        wall = {"fact": "wall_replaced", "team": "A", "wall": [
            {"stone": "X-2", "turn": 2, "row": 0, "col": 1}, {"stone": "L-1", "turn": 0, "row": 0, "col": 0}]}
        check = {"fact": "stones_checked", "team": "A", "stones": ["X-2"]}
        for facts in ([place], [{**place, "turn": 2}], [wall], [{**wall, "team": "C", "wall": []}], [check, check]):
            with self.subTest(facts=facts):
                self.assert_rejected(make_record(*[(f"team {fact['team']}", fact) for fact in facts]), "this changes nothing")
        both = {**check, "stones": ["X-2", "L-1"]}
        for by, *facts in (("organiser", {**wall, "by_hand": "it lies so"}), ("team A", check, both),
                           ("team A", {**wall, "wall": wall["wall"][1:]}, wall)):
            with self.subTest(facts=facts):
                self.assert_rejected(make_record(*[(by, fact) for fact in facts]), "rounds must be")

    def test_wrong_result_is_rejected(self):
        for part in RESULT:
            for at, row in enumerate(RESULT[part]):
                for field, value in row.items():
                    other = value + 1 if isinstance(value, int) else value[:-1] if isinstance(value, list) else "B-1"
                    if other != value:
                        rows = [*RESULT[part][:at], {**row, field: other}, *RESULT[part][at + 1:]]
                        self.assert_rejected(play(result={**RESULT, part: rows}), f"{part} must be")

    def test_invalid_setups_are_rejected(self):
        for field, value in (("frame", ["##", "#"]), ("frame", ["#.", ".#"]), ("frame", ["#x"]), ("frame", []),
                             ("teams", SETUP["teams"][:1]), ("teams", SETUP["teams"] + SETUP["teams"][:1]),
                             ("lots", []), ("lots", SETUP["lots"] * 2), ("rounds", []), ("support", "never"),
                             ("rounds", [{**SETUP["rounds"][0], "max_wins": 0}]), ("initial", -1),
                             ("lots", [{**SETUP["lots"][0], "copies": 0}]),
                             ("lots", [{**SETUP["lots"][0], "copies": 2**32}, *SETUP["lots"][1:]]), ("title_ja", ""),
                             ("lots", [{**SETUP["lots"][0], "shape": ["##."]}, *SETUP["lots"][1:]]),
                             ("lots", [{**SETUP["lots"][0], "shape": ["..", "##"]}, *SETUP["lots"][1:]])):
            with self.subTest(field=field, value=value):
                self.assert_rejected(play(setup={**SETUP, field: value}), "line 1: ")

    def test_only_the_given_key_is_accepted(self):
        mark = verify(play())[-1].split()[3].rstrip(";")
        data, script = play(), str(pathlib.Path(verifier.__file__))
        for key, code, text in ((mark.upper().replace("-", " "), 0, f"the key is {mark}, as given"),
                                (mark[::-1], 1, "line 1: the server's key does not have the given fingerprint"),
                                ("ab", 2, "a fingerprint is 32 hexadecimal digits")):
            command = [sys.executable, script, "-", "--key", key]
            done = subprocess.run(command, input=data, capture_output=True, check=False)
            self.assertEqual(done.returncode, code)
            self.assertIn(text, (done.stdout + done.stderr).decode())
            self.assertNotIn("not checked", done.stdout.decode())

    @unittest.skipUnless("ISHIGAKI_TRANSCRIPT" in os.environ, "no transcript given")
    def test_given_transcript_passes_only_unchanged(self):
        data, draw = pathlib.Path(os.environ["ISHIGAKI_TRANSCRIPT"]).read_bytes(), random.Random(4)
        print("\n".join(verify(data)))
        for _ in range(int(os.environ.get("ISHIGAKI_CHANGES", "60"))):
            at, changed = one_byte_changed(data, draw)
            with self.subTest(at=at), self.assertRaises(VerificationError):
                verify(changed)


FORGERIES = [  # Sequence, field, forged value, expected message.
    (1, "closes_at_ms", 1001, "closes_at_ms must be 1000"),
    (1, "by", "team A", "cannot do this"),
    (14, "principal", "judge", "cannot do this, or not with this principal"),
    (2, "principal", "", "cannot do this, or not with this principal"),
    (2, "by_hand", "a laptop burnt", "by_hand is required for entries by the organiser"),
    (2, "by", "organiser", "by_hand is required for entries by the organiser"),
    (13, "by", "team C", "by_hand is required for entries by the organiser"),
    (13, "by", "judge", "cannot do this"),
    (13, "by_hand", "a laptop burnt ", "invalid fact"),
    (2, "by", "team B", "cannot do this"),
    (2, "counter", 2, "counter must be 1"),
    (2, "revision", 2, "revision must be 1"),
    (2, "team", "Z", "unknown team Z"),
    (3, "reason", "", "invalid fact"),
    (3, "reason", "a lamp ", "invalid fact"),
    (3, "reason", "\u3000a lamp", "invalid fact"),
    (4, "closes_at_ms", 1000, "closes_at_ms must be 1100"),
    (4, "at_ms", 19, "impossible time"),
    (4, "by", "clock", "cannot do this"),
    (5, "attempt", 2, "attempt must be 1"),
    (6, "attempt", 1, "attempt must be 2"),
    (7, "counter", 1, "counter must be 2"),
    (8, "commitment", "00" * 32, "commitment must be"),
    (8, "revision", 1, "revision must be 2"),
    (8, "at_ms", 1200, "lists_opened is due at 1200 ms"),
    (8, "box", "00", "all boxes of a game"),
    (12, "closes_at_ms", 1200, "an extension must be"),
    (12, "closes_at_ms", 3601201, "an extension must be"),
    (14, "lists", [], "the opened lists must be those of the teams"),
    (14, "at_ms", 241, "impossible time: 241 ms"),
    (14, "rebid_closes_at_ms", 741, "rebid_closes_at_ms must be 740"),
    (14, "by", "judge", "cannot do this"),
    (16, "counter", 1, "counter must be 2"),
    (19, "wave", 2, "wave must be 1"),
    (19, "raises", [], "the opened lists must be those of the teams"),
    (20, "lots", ["L", "X"], "one unconfirmed lot or all"),
    (21, "lots", ["X"], "one unconfirmed lot or all"),
    (21, "lots", ["L", "Y"], "one unconfirmed lot or all"),
    (21, "lots", ["Y"], "nothing is due at 410 ms"),
    (22, "round", 2, "round must be 1"),
    (23, "stone", "L-2", "not a stone of the team"),
    (23, "stone", "X-1", "not a stone of the team"),
    (23, "turn", 2, "overlapping"),
    (23, "row", 1, "outside the frame: ['L-1']"),
    (24, "col", 0, "overlapping: ['L-1', 'X-2']"),
    (24, "col", 2, "not supported: ['X-2']"),
    (26, "round", 1, "round must be 2"),
    (27, "at_ms", 511, "impossible time"),
    (28, "team", "A", "already disqualified, or not disqualified"),
    (29, "team", "C", "already disqualified, or not disqualified"),
    (32, "at_ms", 1499, "nothing is due at 1499 ms"),
    (33, "at_ms", 2005, "rebids_opened is due at 2005 ms"),
    (35, "rebid_closes_at_ms", 2110, "rebid_closes_at_ms must be absent"),
    (36, "lots", ["X"], "one unconfirmed lot or all"),
    (38, "wall", [], "teams must be"),
    (40, "stone", "X-1", "not a stone of the team"),
    (41, "at_ms", 2001, "impossible time"),
    (42, "ends_at_ms", 2001, "ends_at_ms must be 2000"),
    (43, "at_ms", 1999, "nothing is due at 1999 ms"),
    (44, "by", "team B", "cannot do this"),
    (44, "count", {"empty": 5, "top_gaps": 2, "used": 1}, "no wall of these stones can have this count"),
    (44, "count", {"empty": 9, "top_gaps": 2, "used": 1}, "no wall of these stones can have this count"),
    (44, "count", {"empty": 6, "top_gaps": 5, "used": 1}, "no wall of these stones can have this count"),
    (44, "count", {"empty": 6, "top_gaps": 2, "used": 2}, "no wall of these stones can have this count"),
    (44, "count", {"empty": 6, "used": 1, "top_gaps": 2}, "invalid fact"),
    (44, "count", {"empty": 7, "top_gaps": 2, "used": 1}, "teams must be"),
    (46, "reason", " ", "invalid fact"),
    (47, "stones", ["X-2", "X-1", "L-1"], "stones must be awarded ones"),
    (47, "stones", ["X-1", "X-1"], "stones must be awarded ones"),
    (47, "stones", ["Y-2"], "stones must be awarded ones"),
    (47, "stones", [], "stones must be awarded ones"),
    (47, "carried", 1, "invalid fact"),
    (47, "by", "team A", "cannot do this"),
    (49, "stones", ["X-1"], "stones must be awarded ones"),
    (49, "by", "organiser", "cannot do this"),
    (50, "text", "", "invalid fact"),
    (51, "order", ["A", "B"], "exactly one group of equal teams"),
    (51, "order", ["E"], "exactly one group of equal teams"),
    (51, "order", ["D", "E"], "ranking must be"),
]


if __name__ == "__main__":
    unittest.main()
