#!/usr/bin/env python3
"""Tries the verifier: its pieces, the rule book's cases, and a whole game that is played, signed and forged here.

    python3 try_verify_transcript.py [-v]
    ISHIGAKI_TRANSCRIPT=FILE [ISHIGAKI_CHANGES=200] python3 try_verify_transcript.py

With ISHIGAKI_TRANSCRIPT that transcript must pass as well, and must not with any one byte changed: so many changes are
tried, drawn from a fixed seed. Standard library only.
"""

import hashlib
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import unittest

import verify_transcript as verifier
from verify_transcript import Settlement, Wrong, bid_faults, judge_wall, rank, spelled, squares, turned, verify

CASES = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cases"
SMALL_ORDER = [  # RFC 8032's curve has eight such points; these are all their encodings that are the one of a point.
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
    """An ed25519 key that signs (RFC 8032, 5.1.6)."""

    def __init__(self, seed):
        digest = hashlib.sha512(seed).digest()
        self.scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
        self.prefix = digest[32:]
        self.public = self.point(self.scalar)

    def point(self, factor):
        return verifier.encode_point(verifier.add_multiples(factor % verifier.ORDER, verifier.BASE, 0, verifier.BASE))

    def sign(self, message):
        secret = int.from_bytes(hashlib.sha512(self.prefix + message).digest(), "little") % verifier.ORDER
        r = self.point(secret)
        challenge = int.from_bytes(hashlib.sha512(r + self.public + message).digest(), "little")
        return r + ((secret + challenge * self.scalar) % verifier.ORDER).to_bytes(32, "little")


class Signatures(unittest.TestCase):
    def test_the_vectors_of_rfc_8032(self):
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
            factor = int.from_bytes(signature[32:], "little") + verifier.ORDER
            again = signature[:32] + factor.to_bytes(32, "little")
            self.assertFalse(verifier.is_signed(public, message, again), "S must be below the order")
            for bit in range(0, 512, 7):
                changed = (int.from_bytes(signature, "big") ^ 1 << bit).to_bytes(64, "big")
                self.assertFalse(verifier.is_signed(public, message, changed))

    def test_small_points_sign_nothing(self):
        signer = Signer(bytes(32))
        for code in SMALL_ORDER:
            small = bytes.fromhex(code)
            signature = small + bytes(32)
            self.assertFalse(any(verifier.is_signed(small, b"message %d" % at, signature) for at in range(16)), code)
            challenge = int.from_bytes(hashlib.sha512(small + signer.public + b"").digest(), "little")
            factor = challenge * signer.scalar % verifier.ORDER
            self.assertFalse(verifier.is_signed(signer.public, b"", small + factor.to_bytes(32, "little")), code)

    def test_a_point_has_one_encoding(self):
        for y in (2**255 - 19, 2**255 - 18, 2**255 - 1, 1 | 1 << 255, 2**255 - 20 | 1 << 255):
            self.assertIsNone(verifier.decode_point(y.to_bytes(32, "little")))
        for seed in range(20):
            public = Signer(bytes([seed]) * 32).public
            self.assertEqual(verifier.encode_point(verifier.decode_point(public)), public)


class Boxes(unittest.TestCase):
    def test_the_vectors_of_rfc_8439(self):
        key = bytes(range(32))
        block = verifier.chacha_block(key, 1, bytes.fromhex("000000090000004a00000000"))
        self.assertEqual(block.hex()[:32], "10f1e7e4d13b5915500fdd1fa32071c4")
        key = bytes.fromhex("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
        tag = verifier.poly1305(key, b"Cryptographic Forum Research Group")
        self.assertEqual(tag.hex(), "a8061dc1305136c6c22b8baf0c0127a9")
        text = (b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                b"sunscreen would be it.")
        known, key = bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), bytes(range(0x80, 0xa0))
        box = bytes.fromhex(
            "070000004041424344454647d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca967"
            "1282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585"
            "808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691")
        self.assertEqual(verifier.open_box(key, box, known), text)
        for at in range(0, len(box), 9):
            with self.assertRaises(Wrong):
                verifier.open_box(key, box[:at] + bytes([box[at] ^ 1]) + box[at + 1:], known)


class Spelling(unittest.TestCase):
    GOOD = '{"kind":"event","sequence":1,"at_ms":10,"unix_ms":5,"by":"judge","principal":"j\\n","fact":%s}' % (
        '{"fact":"paused","reason":"石"}')

    def test_a_line_in_its_one_spelling_is_read(self):
        self.assertEqual(verifier.read_line(self.GOOD.encode())["fact"], {"fact": "paused", "reason": "石"})

    def test_every_other_spelling_is_refused(self):
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
            with self.subTest(new[:40]), self.assertRaises(Wrong):
                verifier.read_line(self.GOOD.replace(old, new, 1).encode())
        with self.assertRaises(Wrong):
            verifier.read_line(self.GOOD.encode("utf-16"))


def settle(lists, *waves):
    """Settles lists such as {"A": "X10 Y8"} with one win each; gives what each team won, and the ties."""
    lists = {team: [(bid[0], int(bid[1:])) for bid in text.split()] for team, text in lists.items()}
    settlement = Settlement(1, {"X": 1, "Y": 1, "Z": 1}, lists)
    for wave in waves:
        settlement.wave({team: [(1, price)] for team, price in wave.items()})
    return " ".join(f"{line.lot}-{line.team}{line.price}" for line in settlement.awards()), [
        (lot, sorted(line.team for line in lines)) for lot, _, _, lines in settlement.ties]


class Auction(unittest.TestCase):
    def test_the_six_small_cases_of_the_rule_book(self):
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

    def test_the_result_does_not_depend_on_the_order_of_the_teams_or_types(self):
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
        faults, score = judge_wall(self.FRAME, len(laid), laid)
        self.assertIsNotNone(score, faults)
        return sorted(score["lifted"])

    def test_a_turn_is_clockwise_and_never_turns_over(self):
        cells = squares(["#.", "##", "#."])
        self.assertEqual(sorted(turned(cells, 1)), squares(["###", ".#."]))
        hook = squares(["#.", "#.", "##"])
        mirrored = sorted(squares([".#", ".#", "##"]))
        self.assertNotIn(mirrored, [sorted(turned(hook, quarters)) for quarters in range(4)])

    def test_only_the_lowest_row_carries_by_itself(self):
        self.assertEqual(self.lifted({"a": [(2, 0)], "b": [(1, 0), (1, 1)], "c": [(0, 1)]}), [])
        self.assertEqual(self.lifted({"a": [(2, 0)], "b": [(1, 3)]}), ["b"])
        self.assertEqual(judge_wall(set(squares(["##", ".#"])), 1, {"a": [(0, 0)]})[1]["lifted"], ["a"])

    def test_stones_that_carry_each_other_in_mid_air_do_not_stand(self):
        one, other = [(0, 1), (0, 2), (1, 2)], [(1, 0), (1, 1)]
        self.assertEqual(self.lifted({"a": one, "b": other}), ["a", "b"])
        self.assertEqual(self.lifted({"a": one, "b": other, "c": [(2, 0)]}), [])
        self.assertEqual(self.lifted({"a": one, "b": other, "c": [(2, 3)]}), ["a", "b"])

    def test_what_lies_beside_a_standing_stone_does_not_stand(self):
        self.assertEqual(self.lifted({"a": [(2, 1), (1, 1)], "b": [(1, 2)], "c": [(0, 2), (0, 1)]}), ["b"])

    def test_outside_and_overlap_are_faults(self):
        faults, score = judge_wall(self.FRAME, 3, {"a": [(0, 0)], "b": [(2, 2)], "c": [(2, 2), (2, 3)]})
        self.assertEqual((faults, score), ({"OUT_OF_FRAME": {"a"}, "OVERLAP": {"b", "c"}}, None))


def codes_of(lines, faults_of, is_looked_at=lambda _: True):
    """The codes of lines whose prices may be no amounts, which no transcript has: those are taken as more than any."""
    bad = {at for at, (name, price) in enumerate(lines) if is_looked_at(name) and (type(price) is not int or price < 0)}
    codes = faults_of([(name, 2**200 if at in bad else price) for at, (name, price) in enumerate(lines)])
    return sorted(set(codes) - {"OVER_BUDGET"} | {"BAD_PRICE"}) if bad else codes


class Request:
    """A round as the ground-truth cases have it."""

    def __init__(self, request):
        self.request, game = request, request["round"]
        lots = sorted(game["lots"], key=lambda lot: lot["id"])
        self.copies = {lot["id"]: lot.get("count", 1) for lot in lots}
        self.least = {lot["id"]: lot["min_price"] for lot in lots}
        self.held = {team["id"]: team["held"] for team in sorted(game["teams"], key=lambda team: team["id"])}
        self.max_bids, self.max_wins = game["max_bids"], game["max_wins"]

    def bid_codes(self, team, bids):
        lines = [(bid["lot"], bid["price"]) for bid in bids]
        if team not in self.held:
            return ["UNKNOWN_TEAM"]
        return codes_of(lines, lambda lines: bid_faults(lines, self.max_bids, self.copies, self.least, self.held[team]))

    def check_bids(self):
        codes = self.bid_codes(self.request["team"], self.request["bids"])
        return {"ok": not codes, "codes": codes}

    def settle(self):
        bids = self.request["bids"]
        void = {team: codes for team in bids for codes in [self.bid_codes(team, bids[team])] if codes}
        lists = {team: [(bid["lot"], bid["price"]) for bid in bids.get(team, ()) if team not in void] for team in self.held}
        settlement, invalid = Settlement(self.max_wins, self.copies, lists), []
        for index, sent in enumerate(self.request.get("waves", ())):
            raises = {team: [(raised["priority"], raised["price"]) for raised in sent[team]] for team in sent}
            codes = {team: self.raise_codes(settlement, team, raises[team]) for team in sorted(raises)}
            invalid += [{"wave": index, "team": team, "codes": codes[team]} for team in codes if codes[team]]
            settlement.wave({team: raises[team] for team in raises if not codes[team]})
        answer = self.state(settlement)
        declined = [team for team in self.held if not lists[team]]
        return {**answer, "declined": declined, "invalid_bids": void, "invalid_rebids": invalid}

    def raise_codes(self, settlement, team, raises):
        if team not in self.held:
            return ["UNKNOWN_TEAM"]
        tied = {line.priority for line in settlement.of_team(team, "tied")}
        return codes_of(raises, lambda lines: settlement.rebid_faults(team, self.held[team], lines), tied.__contains__)

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
        return {**answer, "status": "settled", "charges": charges, "held_after": held, "next_pool": by_lot(left, "count")}


def spot_of(shape, placement):
    """The squares that a placement covers, or the code of why it cannot be laid."""
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
    if not verifier.hangs_together(frame):
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
    found, score = judge_wall(set(frame), len(stones), laid)
    if not faults and score:
        bottom = max(row for row, _ in frame)
        if laid and not any(row == bottom for cells in laid.values() for row, _ in cells):
            found["NO_BOTTOM"] = set()
        score["lifted"] = sorted(score["lifted"])
    else:
        found, score = {code: found[code] for code in found if code != "UNSUPPORTED"}, None
    errors = {**faults, **{code: found[code] for code in found if found[code] or code == "NO_BOTTOM"}}
    errors = [{"code": code, "stones": sorted(errors[code])} for code in sorted(errors)]
    return {"valid": not errors, "errors": errors, **({"score": score} if score else {})}


def answer_rank(request):
    teams = sorted(request["teams"], key=lambda team: team["team"])
    tallies = {team["team"]: None if team["disqualified"] else team for team in teams}
    rows, needed = rank(tallies, request.get("janken", []))
    return {"ranking": [{"team": team, "place": place} for team, place, _ in rows], "janken_needed": needed}


class Cases(unittest.TestCase):
    """The ground-truth cases that the server's own `adjudicate` answers."""

    def agree(self, name, answer):
        cases = [json.loads(line) for line in (CASES / name).read_text().splitlines()]
        for number, case in enumerate(cases, 1):
            with self.subTest(case=number):
                found, expected = answer(case["input"]), case["expected"]
                self.assertEqual({key: found.get(key) for key in expected}, expected)
                self.assertEqual("score" in found, "score" in expected)
        self.assertGreaterEqual(len(cases), 300)

    def test_lists(self):
        self.agree("check_bids.jsonl", lambda request: Request(request).check_bids())

    def test_settlements(self):
        self.agree("settle.jsonl", lambda request: Request(request).settle())

    def test_waves(self):
        self.agree("settle_waves.jsonl", lambda request: Request(request).settle())

    def test_walls(self):
        self.agree("wall.jsonl", answer_wall)

    def test_rankings(self):
        self.agree("rank.jsonl", answer_rank)


if __name__ == "__main__":
    unittest.main()
