#!/usr/bin/env python3
"""Compares the event verifier with the server's. On every record, both must return the same exit code and, for an invalid
one, name the same line.

    python3 try_verify_event.py BIN_DIR [--changes 60] [--events 4] [--seed 1]

BIN_DIR contains `ishigaki-server` and `rehearsal`. The records are:
- the example of the server's tests;
- the example with a changed byte, or with a changed fact and a new chain and signatures;
- small events of the presets `swiss` and `round-robin` from a rehearsal, and forgeries of them;
- random events in leagues, in one pool and in groups, some of them incomplete or with a rejected act at the end.

Exit code 0: all verdicts agree; 1: some differ. Standard library only.
"""

import argparse
import copy
import hashlib
import json
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile
from collections import Counter

from tournament import draw as draws
from tournament.contest import equal_sets
from tournament.rejection import Rejection
from try_verify_transcript import Signer
from verify_event import Event
from verify_transcript import VerificationError, spelled, verify

EXAMPLE = pathlib.Path(__file__).resolve().parents[1] / "tests" / "tournament" / "meijin.jsonl"
KEY = Signer(bytes([7] * 32))  # Of the example.


# --- Both verdicts ---------------------------------------------------------------------------------------------------
def line_of(text):
    found = re.match(r"line (\d+)", text)
    return int(found[1]) if found else text


class Verdicts:
    """Compares both verifiers and counts equal verdicts."""

    def __init__(self, server, folder):
        self.server, self.path, self.agreed, self.different = server, pathlib.Path(folder) / "record.jsonl", {}, 0

    def ask_server(self, options):
        command = [self.server, "verify", "--json", str(self.path), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        verdict = json.loads(done.stdout)
        return (done.returncode, line_of(verdict["wrong"]) if "wrong" in verdict else None), verdict

    def ask_python(self, data, key, head):
        try:
            report = verify(data, key, head, Event)
        except VerificationError as error:
            return (1, line_of(str(error))), str(error)
        return (6 if report.gaps else 0, None), report

    def compare(self, name, data, expected=None, key=None, head=None):
        """Compares both verdicts on a record, and the expected exit code if there is one."""
        self.path.write_bytes(data)
        options = [*(["--key", key] if key else []), *(["--head", head] if head else [])]
        (ours, ours_text), (theirs, theirs_text) = self.ask_python(data, key, head), self.ask_server(options)
        if ours == theirs and expected in (None, ours[0]):
            self.agreed[ours[0]] = self.agreed.get(ours[0], 0) + 1
            return
        self.different += 1
        path = pathlib.Path(tempfile.gettempdir()) / f"different-{self.different}.jsonl"
        path.write_bytes(data)
        print(f"{name}: Python {ours}, server {theirs}, expected {expected}; see {path}\n  Python: {ours_text}\n  server: {theirs_text}")


# --- Writing ---------------------------------------------------------------------------------------------------------
class Writer:
    """Writes a record like a server, with chain and signatures, but with any facts."""

    def __init__(self, line):
        self.lines, self.head, self.sequence = [], bytes(32), 0
        self.branch = {"game": line["event"], "instance": line["instance"], "epoch": 1, "tag": line["instance"]}
        self.chain(line)

    def chain(self, line):
        text = line if type(line) is bytes else spelled(line)
        self.head = hashlib.sha256(self.head + struct.pack(">Q", len(text)) + text).digest()
        self.lines.append(text)

    def sign(self):
        signed = {"sequence": self.sequence, "head": self.head.hex()}
        signature = KEY.sign(b"ishigaki head\n" + spelled({**self.branch, **signed})).hex()
        self.lines.append(spelled({"kind": "signed", **signed, "signature": signature}))

    def event(self, by, at_ms, fact):
        self.sequence += 1
        self.chain({"kind": "event", "sequence": self.sequence, "at_ms": at_ms, "unix_ms": 1_790_000_000_000 + at_ms,
                    "by": by, "principal": "" if by == "server" else by, "fact": fact})
        self.sign()

    def start_epoch(self, tag):
        self.branch.update(epoch=self.branch["epoch"] + 1, tag=tag)
        self.chain({"kind": "epoch", "number": self.branch["epoch"], "tag": tag, "unix_ms": 1_790_000_000_000})

    def record(self, result):
        last = {"kind": "result", "records": self.sequence, "head": self.head.hex(), **result}
        return b"".join(line + b"\n" for line in [*self.lines, spelled(last)])


def re_signed(change, data=None):
    """Returns the example or another record with changed lines, and with a new chain and signatures."""
    lines = [json.loads(line) for line in (data or EXAMPLE.read_bytes()).splitlines()]
    change(lines)
    writer, result = Writer(lines[0]), lines[-1]
    for line in lines[1:-1]:
        if line["kind"] == "epoch":
            writer.branch.update(epoch=line["number"], tag=line["tag"])
            writer.chain(line)
        elif line["kind"] == "event":
            writer.sequence = line["sequence"]
            writer.chain(line)
            writer.sign()
    return writer.record({part: result[part] for part in ("draw", "leagues", "provisional", "ranking") if part in result})


def respelled(number, spell):
    """Returns the example with another spelling of this line (from 1), and with a new chain and signatures."""
    lines = EXAMPLE.read_bytes().splitlines()
    writer = Writer(json.loads(lines[0]))
    if number == 1:
        writer.lines, writer.head = [], bytes(32)
        writer.chain(spell(lines[0]))
    for at, text in enumerate(lines[1:-1], 2):
        line = json.loads(text)
        if line["kind"] == "epoch":
            writer.branch.update(epoch=line["number"], tag=line["tag"])
        if line["kind"] != "signed":
            writer.chain(spell(text) if at == number else text)
        if line["kind"] == "event":
            writer.sequence = line["sequence"]
            writer.sign()
    result = json.loads(lines[-1])
    return writer.record({part: result[part] for part in ("draw", "leagues", "provisional", "ranking")})


# --- Changes to the example ------------------------------------------------------------------------------------------
def leaves(value, path=()):
    """Yields the paths of all values that are neither objects nor lists."""
    if type(value) in (dict, list):
        for key, part in value.items() if type(value) is dict else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path


def other_value(value, rng):
    if type(value) is bool:
        return not value
    if type(value) is int:
        return rng.choice([value + 1, max(0, value - 1), 0, 2**32, 2**64, -1])
    words = ["organiser", "referee", "desk", "server", "judge", "forfeit", "time", "A", "B", "P", "final", "", " ", "\x7f", "先"]
    return rng.choice([word for word in words if word != value] + [value + "x", value[1:]])


def change_leaf(rng):
    """Returns a function that changes or removes one value of a line."""

    def change(lines):
        line = rng.choice([line for line in lines if line["kind"] not in ("signed",)])
        *path, last = rng.choice([path for path in leaves(line) if path not in (("kind",), ("server_key",))])
        for key in path:
            line = line[key]
        if rng.random() < 0.1 and type(line) is dict:
            del line[last]
        else:
            line[last] = other_value(line[last], rng)

    return change


def try_example(verdicts, rng, changes):
    data = EXAMPLE.read_bytes()
    key = hashlib.sha256(KEY.public).hexdigest()[:32]
    head = json.loads(data.splitlines()[-1])["head"]
    assert re_signed(lambda lines: None) == data, "the writer in Python differs from the server"
    verdicts.compare("the example", data, 6)
    verdicts.compare("the right key given", data, 0, key=key)
    verdicts.compare("the right head given", data, 0, key=key, head=head[:16])
    verdicts.compare("another key given", data, 1, key=key[::-1])
    verdicts.compare("another head given", data, 1, head=head[::-1])
    lines = data.splitlines(keepends=True)
    for at in sorted(rng.sample(range(len(lines)), min(12, changes))):
        verdicts.compare(f"without line {at + 1}", b"".join(lines[:at] + lines[at + 1:]), 1)
        verdicts.compare(f"line {at + 1} twice", b"".join([*lines[:at + 1], *lines[at:]]), 1)
    for _ in range(changes):
        at, bit = rng.randrange(len(data)), 1 << rng.randrange(8)
        verdicts.compare(f"byte {at}", data[:at] + bytes([data[at] ^ bit]) + data[at + 1:], 1)
    for number in range(changes):
        try:
            changed = re_signed(change_leaf(rng))
        except (KeyError, TypeError, UnicodeError):
            continue  # The line can't be signed, for example without its number.
        verdicts.compare(f"change {number}", changed)


# --- Other spellings and invalid values -------------------------------------------------------------------------------
def put(old, new):
    return lambda text: text.replace(old, new, 1)


SPELLINGS = {  # Other spellings of a value, which a reader must reject.
    "a space": put(b":", b": "), "a tab at the end": lambda text: text + b"\t", "a space at the end": lambda text: text + b" ",
    "a carriage return": lambda text: text + b"\r", "a byte order mark": lambda text: b"\xef\xbb\xbf" + text,
    "minus zero": put(b'"at_ms":0', b'"at_ms":-0'), "a leading zero": put(b'"sequence":', b'"sequence":0'),
    "a fraction": put(b',"unix_ms":', b'.0,"unix_ms":'), "an exponent": put(b',"unix_ms":', b'e0,"unix_ms":'),
    "a plus": put(b'"at_ms":', b'"at_ms":+'), "an escaped letter": put(b'"kind":"e', b'"kind":"\\u0065'),
    "an escaped slash": put(b'"fact":"', b'"fact":"\\/'), "a field twice": put(b'"sequence":', b'"sequence":1,"sequence":'),
    "the kind twice": put(b'"kind":"event",', b'"kind":"event","kind":"event",'), "an unknown field": put(b'"by":', b'"more":1,"by":'),
    "a field that is null": put(b'"by":', b'"principal":null,"by":'), "capitals": put(b'"by":"organiser"', b'"by":"Organiser"'),
    "another order": put(b'"kind":"event",', b""), "single quotes": put(b'"kind"', b"'kind'"),
    "NaN": put(b'"unix_ms":1', b'"unix_ms":NaN,"x":1'), "a comment": lambda text: text + b"//", "two values": lambda text: text + b"{}",
}
SQUARES = [["A1"], ["a1", "a1"], ["b1", "a1"], ["a1", "A1"], ["a1 "], [" a1"], ["a01"], ["i1"], ["a9"], [""], ["\uff41\uff11"], [1], [None],
           "a1", None, {"a1": 1}, [], ["a1"], ["a1", "b1", "h8"]]
SLIPS = [("claims", [{"kind": "no_flip", "by": "black", "number": 3, "squares": squares, "ruling": "turned back"}]) for squares in SQUARES] + [
    ("claims", [{"kind": kind, "by": by, "number": number, "squares": [], "ruling": ruling}]) for kind, by, number, ruling in [
        ("No_Flip", "black", 1, "x"), ("no_flip", "Black", 1, "x"), ("no_flip", "black", -1, "x"), ("no_flip", "black", 2**32, "x"),
        ("no_flip", "black", 1.0, "x"), ("no_flip", "black", True, "x"), ("no_flip", "black", "1", "x"), ("no_flip", "black", 1, None)]] + [
    ("handicap", 5), ("handicap", -1), ("handicap", 256), ("handicap", True), ("handicap", "0"), ("handicap", 0.0), ("signed", [True]),
    ("signed", [True, True, True]), ("signed", [1, 1]), ("signed", {}), ("discs", [40, 24, 0]), ("discs", [40]), ("discs", [True, 63]),
    ("discs", [2**32, 0]), ("discs", [64, 0]), ("discs", None), ("transcript", 1), ("transcript", ""), ("transcript", "F5D6"), ("black", 0),
    ("black", None), ("draw_win", 2**32), ("call", "Black"), ("call", ""), ("reason", "Normal"), ("reason", "forfeit"), ("winner", 0),
    ("winner", -1), ("winner", True), ("winner", [1]), ("claims", {}), ("claims", None), ("more", 1)]
ROSTER_LINES = [{}, {"id": None}, {"id": 1}, {"id": ""}, {"id": []}, {"id": "x" * 65}, {"id": "x", "name": None}, {"id": "x", "name": 1},
                {"id": "x", "kana": {}}, {"id": "x", "romaji": []}, {"id": "x", "seed": []}, {"id": "x", "seed": {}}, {"id": "x", "seed": 1},
                {"id": "x", "seed": ""}, {"id": "x", "seed": None}, {"id": "x", "woman": None}, {"id": "x", "woman": 1}, {"id": "x", "more": []},
                {"id": "x", "more": 2**64}, {"id": "x", "more": -2**63}, {"id": "x", "more": 0.5}, {"id": "\x1b"}, {"id": "x", "name": "\u2028"},
                {"id": "x", "name": "\ud800"},
                {"id": "x", "rank": "\x1b"}, {"id": "x", "rank": "三段"}, {"id": "x", "rank": 3}, {"id": "x", "rank": None}, [], None, 1, "x"]
ROSTERS = [[], {}, None, "", [{"id": "x"}] * 2]
CONFIGS = [("seed_numbers", 5), ("seed_numbers", []), ("seed_numbers", {"A": 1}), ("seed_numbers", {"A": [1, 1]}), ("seed_numbers", {"": [1]}),
           ("seed_numbers", {"A": [True]}), ("seed_numbers", {"A": [None]}), ("gap", []), ("gap", 1), ("seed_mode", {}),
           ("slip_check", 1), ("slip_check", "nobody"), ("slip_check", "second-person"), ("title", 1), ("title", []), ("title_ja", {}),
           ("preset", []), ("preset", 1), ("preset", ""), ("plan", {}), ("plan", []), ("guests", {}), ("guests", 1),
           ("lottery_date", "2026-02-29"), ("lottery_date", "2028-02-29"), ("lottery_date", 20261205), ("lottery_date", []),
           ("lottery_date", "2026-12-5"), ("lottery_date", " 2026-12-05"), ("lottery_date", "２０２６-12-05"), ("lottery_date", None)]


def try_kinds(verdicts):
    """Compares all values of the tables above, each in the first line of its kind."""
    lines = [json.loads(line) for line in EXAMPLE.read_bytes().splitlines()]
    first = {kind: at for at, kind in reversed([(at, line["kind"]) for at, line in enumerate(lines)])}
    of_fact = {line["fact"]["fact"]: at for at, line in reversed(list(enumerate(lines))) if line["kind"] == "event"}
    for name, spell in SPELLINGS.items():
        for number in (1, first["event"] + 1, first["epoch"] + 1, of_fact["result_entered"] + 1):
            verdicts.compare(f"{name} in line {number}", respelled(number, spell))

    def compare(name, change):
        try:
            changed = re_signed(change)
        except (UnicodeError, AttributeError, TypeError, KeyError):
            return  # Such a line can't be written.
        verdicts.compare(name, changed)

    for field, value in SLIPS:
        compare(f"a slip with {field} {value}", lambda lines, field=field, value=value: lines[of_fact["result_entered"]]["fact"][
            "slip"].update({field: value}))
    for entry in ROSTER_LINES:
        compare(f"a line {entry} of the roster", lambda lines, entry=entry: lines[of_fact["roster_set"]]["fact"]["roster"].append(entry))
    for roster in ROSTERS:
        compare(f"the roster {roster}", lambda lines, roster=roster: lines[of_fact["roster_set"]]["fact"].update(roster=roster))
    for member, value in CONFIGS:
        compare(f"settings with {member} {value}", lambda lines, member=member, value=value: lines[0].update(
            config=dict(sorted({**lines[0]["config"], member: value}.items()))))


# --- Small events ----------------------------------------------------------------------------------------------------
def facts(lines, name):
    return [line["fact"] for line in lines if line["kind"] == "event" and line["fact"]["fact"] == name]


def turn_result(lines):
    """Swaps winner and loser of the last result."""
    slip = facts(lines, "result_entered")[-1]["slip"]
    slip.update(winner=slip["loser"], loser=slip["winner"])


def swap_opponents(lines):
    pairs = facts(lines, "round_paired")[1]["pools"][0]["pairs"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]


def drop_last_round(lines):
    """Declares the ranking one round too early."""
    last = len(facts(lines, "round_paired"))
    lines[:] = [line for line in lines if line.get("fact", {}).get("round") != last]
    for number, line in enumerate((line for line in lines if line["kind"] == "event"), 1):
        line["sequence"] = number


def swap_places(lines):
    first, second = lines[-1]["ranking"][:2]
    first["player"], second["player"] = second["player"], first["player"]


def take_award(lines):
    del lines[-1]["ranking"][2]["award"]


def change_preset(lines):
    lines[0]["config"]["preset"] = {"swiss": "round-robin", "round-robin": "swiss"}[lines[0]["config"]["preset"]]


FORGERIES = (turn_result, swap_opponents, drop_last_round, swap_places, take_award, change_preset)


def try_small_events(verdicts, bin_dir, folder):
    """Compares whole events of rehearsals, which must be correct, and forgeries of them, which must not."""
    path = pathlib.Path(folder) / "rehearsal.jsonl"
    for preset, players, seed in [("swiss", 13, 1), ("swiss", 8, 2), ("round-robin", 9, 3), ("round-robin", 8, 4)]:
        subprocess.run([bin_dir / "rehearsal", "event", "--preset", preset, "--players", str(players), "--seed", str(seed), "--json",
                        "--transcript", path], check=True, timeout=120, stdout=subprocess.DEVNULL)
        data, name = path.read_bytes(), f"{preset} of {players}"
        verdicts.compare(name, data, 6)

        def own_key(lines):
            lines[0]["server_key"] = KEY.public.hex()

        verdicts.compare(f"{name}, signed again", re_signed(own_key, data), 6)
        for forge in FORGERIES:
            forged = re_signed(lambda lines, forge=forge: (own_key(lines), forge(lines)), data)
            verdicts.compare(f"{name}, forged by {forge.__name__}", forged, 1)


# --- Random events ---------------------------------------------------------------------------------------------------
# A game that is over after nine moves, one that is not over, one of 32 to 32, and an illegal one.
MOVES = ["f5d6c5f4e7f6g5e6e3", "f5D6c3", "d3c3e6f6g6e3f5d6c5b4d7g5c4c7e2h6h5e1b5c8f7b6a6d2d8f4a3h7g3e7h4g7f2c6c1g2h2f3b8b3f8d1h8h3"
         "c2g1a4h1g4a5b2b1a7b7a1a2f1a8g8e8", "f5f5"]
RULINGS = ("digits_overruled", "result_overruled", "first_named", "first_confirmed", "ruled", "attendance_overruled", "game_replaced",
              "game_overruled", "janken_overruled", "round_unpaired", "round_paired_by_ruling", "player_excused", "game_reopened")


class RandomEvent:
    """An event with random acts; those that the rules allow are recorded."""

    def __init__(self, rng, config):
        self.rng, self.at_ms = rng, 0
        self.line = {"kind": "tournament", "format": 5, "event": "hall", "instance": rng.randbytes(16).hex(),
                     "server_key": KEY.public.hex(), "unix_ms": 1_790_000_000_000, "config": sort_members(config)}
        self.writer, self.event = Writer(self.line), Event(self.line)
        self.rejected, self.done = [], []

    def step(self):
        """Proposes an act. If it is rejected, keeps a record that ends with it."""
        fact = self.propose()
        is_ruling = fact["fact"] in RULINGS and self.rng.random() < 0.95
        by = "referee" if is_ruling else self.rng.choice(["organiser", "desk", "server"])
        tried = copy.deepcopy(self.event)
        line = {"by": by, "principal": "" if by == "server" else by, "at_ms": self.at_ms, "fact": fact}
        try:
            tried.apply(line)
        except VerificationError:
            forged = copy.deepcopy(self.writer)
            forged.event(by, self.at_ms, fact)
            self.rejected.append((fact["fact"], forged.record(self.event.result())))
            return
        self.event = tried
        self.done.append(fact["fact"])
        self.writer.event(by, self.at_ms, fact)
        self.at_ms += self.rng.randint(0, 2)
        if self.rng.random() < 0.02:
            self.writer.start_epoch(self.rng.randbytes(16).hex())

    def forge(self):
        """Returns a record that ends with a forged fact, or None if none can be forged now."""
        return None


def sort_members(value):
    """Sorts the members of all objects in a value, as for hashing (TV1)."""
    if type(value) is dict:
        return {name: sort_members(value[name]) for name in sorted(value)}
    return [sort_members(item) for item in value] if type(value) is list else value


class RandomLeagueEvent(RandomEvent):
    """A random event in leagues."""

    def __init__(self, rng, leaves):
        preset = rng.choice(["M42", "O18", "MX", "swiss", "round-robin"])
        super().__init__(rng, {"preset": preset, **rng.choice([
            {}, {"gap": "best_first"}, {"forfeit_tiebreak": "phantom"}, {"seed_mode": "lcg"},
            {"seed_numbers": {"A": [4, 2, 9]}}])})
        self.size = rng.randint(24, 26) if preset == "round-robin" and rng.random() < 0.2 else rng.randint(2, 6) * max(1, len(self.event.preset.leagues)) + rng.randint(0, 3)
        self.leaves = leaves  # Share of acts that are withdrawals.
        self.seeds = 0.15 if self.event.preset.seeds else 0.01
        self.leagues = self.event.preset.leagues or "A"

    def roster(self):
        woman, lines = {"woman": True}, []
        for number in range(self.size):
            seed = {"seed": self.rng.choice(list(self.event.preset.seeds or "A"))} if self.rng.random() < self.seeds else {}
            lines.append({"id": f"P{number}", "name": f"選手{number}", **seed, **(woman if number % 3 == 0 else {})})
        return lines

    def slip(self, pair):
        """Returns a result slip whose optional fields may contradict each other (TO5, TO9)."""
        rng = self.rng
        winner, loser = rng.sample(sorted(pair), 2)
        reason = rng.choice(["normal"] * 6 + ["time", "double_time", "forfeit", "referee"])
        roll = rng.random()
        players = {"black": winner, "call": "white"} if roll < 0.2 else {}
        if roll < 0.1:
            players = {"black": rng.choice([winner, loser]), "draw_win": rng.choice([winner, loser, loser, 1])}
        moves = {"transcript": rng.choice(MOVES)} if rng.random() < 0.1 else {}
        discs = {"discs": rng.choice([[40, 24], [64, 0], [32, 32], [20, 44], [33, 30]])} if roll < 0.25 else {}
        claims = [{"kind": "no_flip", "by": "black", "number": 5, "squares": ["a1", "f5"], "ruling": "戻す"}] if roll < 0.2 else []
        return {"winner": winner, "loser": loser, "reason": reason, **players, "handicap": rng.choice([0] * 9 + [1]), **moves,
                **discs, "claims": claims, "signed": [True, rng.random() < 0.9]}

    def propose(self):
        """Returns an act that is often possible in this stage."""
        event, rng = self.event, self.rng
        anyone = rng.randint(1, max(1, len(event.roster)) + (rng.random() < 0.02))
        stage = rng.choice(["reception", "playing", "between"]) if rng.random() < 0.05 else event.stage
        if stage == "roster":
            if not event.roster or rng.random() < 0.1:
                return {"fact": "roster_set", "roster": self.roster()}
            return {"fact": "committed", "commitment": draws.commitment(event.config, event.entered)}
        if stage == "committed":
            if rng.random() < 0.3:
                return {"fact": "attendance_marked", "player": anyone, "absent": rng.random() < 0.6}
            lotteries = [str(rng.randrange(10**digits)).zfill(digits) for digits in event.preset.digits]
            return {"fact": "digits_entered", "results": lotteries}
        if stage == "reception":
            roll = rng.random()
            if roll < 0.05:
                lotteries = [str(rng.randrange(10**digits)).zfill(digits) for digits in event.preset.digits]
                return {"fact": "digits_overruled", "results": lotteries, "reason": "桁の入れ違い"}
            if roll < 0.2:
                if rng.random() < 0.1:
                    return {"fact": "attendance_marked", "player": anyone, "absent": rng.random() < 0.4}
                return {"fact": "attendance_overruled", "player": anyone, "absent": rng.random() < 0.4,
                        "reason": "電車の遅れ"}
            if roll < 0.7:
                seeds = [line["id"] for line in event.roster if "seed" in line] or [anyone]
                return {"fact": "slip_drawn", "player": rng.choice(seeds), "number": rng.randint(1, 9)}
            return {"fact": "leagues_made"}
        if rng.random() < self.leaves:
            league = event.leagues.dealt.get(self.leagues[0], ()) if event.leagues else ()
            player = rng.choice(sorted(league)) if league and rng.random() < 0.7 else anyone
            return {"fact": "player_withdrew", "player": player}
        roll = rng.random()
        if roll < 0.002:
            return {"fact": "event_abandoned", "reason": "地震"}
        if roll < 0.2 and event.entries:
            entry = rng.randint(1, len(event.entries))
            old = event.entries[entry - 1][1]
            return {"fact": "result_overruled", "entry": entry, "slip": self.slip((old["winner"], old["loser"])),
                    "reason": "逆に記入"}
        if roll < 0.22 and event.entries:
            entry = rng.choice([len(event.entries), rng.randint(1, len(event.entries) + 1)])
            return {"fact": "game_reopened", "entry": entry, "reason": "石の色が逆"}
        if roll < 0.23:
            return {"fact": "first_confirmed", "league": rng.choice(self.leagues)}
        if roll < 0.24:
            return {"fact": "ruled", "text": "昼は12:15から"}
        if roll < 0.26:
            return {"fact": "player_excused", "player": anyone, "reason": "試験"}
        if roll < 0.29 and event.rounds:
            return {"fact": "round_unpaired", "round": len(event.rounds) - (rng.random() < 0.1), "reason": "兄弟の対戦"}
        if roll < 0.4 and stage == "between" and event.leagues:
            return self.paired_by_ruling()
        if stage == "playing" and event.rounds and rng.random() < 0.06:
            return self.message()
        if stage == "playing" and event.rounds:
            games = event.open_games() or event.all_games(event.rounds[-1])
            pair = rng.choice(games) if games else (1, 2)
            return {"fact": "result_entered", "round": len(event.rounds), "slip": self.slip(pair)}
        if stage == "between" and event.leagues:
            try:
                return {"fact": "round_paired", **event.pair()[1]}
            except Rejection as rejection:
                league = rejection.details.get("league", "A")
                return {"fact": "first_named", "league": league, "player": anyone, "reason": "誰もいない"}
        return {"fact": "ranking_declared"}

    def message(self):
        """Returns an announcement or a call, which may be impossible (TV4)."""
        event, rng = self.event, self.rng
        if rng.random() < 0.3:
            texts = rng.choice([("Lunch until 13:00", ""), ("", "昼休みは13時まで"), ("Lunch", "昼休み"), ("", "")])
            return {"fact": "notice_posted", "english": texts[0], "japanese": texts[1]}
        paired = event.rounds[-1]
        tables = [list(pair) for pool in paired.pools for pair in pool["pairs"]] + [[game["a"], game["b"]] for game in paired.games]
        table = rng.randint(1, len(tables) + (rng.random() < 0.1))
        pair = tables[min(table, len(tables)) - 1]
        players = rng.choice([pair, pair, pair[:1], pair[1:], pair[::-1], [], [1]])
        return {"fact": "players_called", "round": len(event.rounds) - (rng.random() < 0.1), "table": table, "players": players}

    def paired_by_ruling(self):
        """Returns a pairing with one or two random pairs, which may be impossible."""
        event, rng = self.event, self.rng
        players = [number + 1 for number in range(len(event.roster))]
        try:
            pools = [list(members) for members in event.leagues.advanced(event.leaving).pools().values()]
        except Rejection:
            pools = []
        fixed = [rng.sample(rng.choice(pools) if pools and rng.random() < 0.9 else players, 2) for _ in range(rng.randint(1, 2))
                 ] if all(len(pool) > 1 for pool in pools) else [players[:2]]
        number, empty = len(event.rounds) + 1, {"pools": [], "games": []}
        try:
            paired = event.pair(fixed)[1]
        except (Rejection, VerificationError):
            paired = empty
        return {"fact": "round_paired_by_ruling", "round": number, "fixed": fixed, "reason": "兄弟の対戦", **paired}

    def forge(self):
        """Returns a record with the next round and one changed value in its pairing, or None if no round can be paired.

        Sometimes an announcement that is no line of 1 to 200 characters is forged instead."""
        if not self.event.closed and self.rng.random() < 0.3:
            forged = copy.deepcopy(self.writer)
            text = self.rng.choice([" Lunch", "あ" * 201, "a\nb", "\u200b", "\x85"])
            forged.event("desk", self.at_ms, {"fact": "notice_posted", "english": text, "japanese": ""})
            return forged.record(self.event.result())
        if self.event.stage != "between":
            return None
        try:
            fact = {"fact": "round_paired", **self.event.pair()[1]}
        except Rejection:
            return None
        part = fact
        *path, last = self.rng.choice(list(leaves(fact)))
        for key in path:
            part = part[key]
        part[last] = part[last] + 1 if type(part[last]) is int else "A" if part[last] == "P" else "P"
        forged = copy.deepcopy(self.writer)
        forged.event("organiser", self.at_ms, fact)
        return forged.record(self.event.result())


class RandomGroupEvent(RandomEvent):
    """A random group contest."""

    LOTTERY_DIGITS = (3, 4, 4, 4)

    def __init__(self, rng, _):
        super().__init__(rng, rng.choice([{"preset": "ishigaki"}, {"plan": self.plan(rng)}]))
        self.size = rng.randint(2, 20)

    def plan(self, rng):
        """Returns a random plan: heats, a repechage and a final with a guest."""
        lotteries = [{"name": f"Cash {digits}", "digits": digits} for digits in self.LOTTERY_DIGITS]
        game = rng.choice([[], [{"scenario": "heat-7", "spare": "heat-9"}],
                              [{"teams": 4, "scenario": "heat-7"}, {"scenario": "final-6", "spare": "heat-7"}]])
        heats = {"name": "heats", "roster": True, "target": rng.randint(4, 8), "per_group": rng.randint(0, 2),
                 "best_rest": rng.randint(0, 2), "game": game}
        rest = {"name": "rest", "repechage": ["heats"], "per_group": 1, "game": game}
        last = {"name": "final", "advanced": ["heats", "rest"], "guests": ["P0"], "groups": rng.randint(1, 2), "per_group": 0}
        return {"name": "own", "title": "A day", "lottery": lotteries, "stage": [heats, rest, last]}

    def roster(self):
        return [{"id": f"P{number}", "name": f"石工{number}"} for number in range(self.size)]

    def outcome(self, teams):
        """Returns a random result of a game, sometimes with equal teams and a janken (E2)."""
        few = self.rng.choice([1, 2, 9])
        counts = [{name: self.rng.randrange(few) for name in ("empty", "top_gaps", "held", "used", "unused")} for _ in teams]
        contenders = [{"team": team, **({"tally": count} if self.rng.random() < 0.9 else {})}
                      for team, count in zip(teams, counts)]
        rows = [{"team": one["team"], **one["tally"]} for one in contenders if "tally" in one]
        sets = [self.shuffled(equals) for equals in equal_sets(rows)]
        return {"contenders": contenders, "janken": sets if self.rng.random() < 0.7 else sets[1:]}

    def shuffled(self, things):
        return self.rng.sample(things, len(things))

    def games(self, is_open):
        """Returns the games of the current stage without a result, or those with one."""
        contest = self.event.contest
        groups = contest.states[contest.current - 1].groups if contest.is_playing else []
        return [({"stage": contest.current, "group": number, "spare": group.spare}, group.teams)
                for number, group in enumerate(groups, 1) if len(group.teams) > 1 and (group.result is None) == is_open]

    def propose(self):
        """Returns an act that is often possible in this stage."""
        event, rng, stage = self.event, self.rng, self.event.stage
        if stage == "roster":
            if not event.roster or rng.random() < 0.2:
                return {"fact": "roster_set", "roster": self.roster()}
            return {"fact": "committed", "commitment": draws.commitment(event.config, event.entered)}
        if stage == "committed" and rng.random() < 0.6:
            lotteries = [str(rng.randrange(10**digits)).zfill(digits) for digits in self.LOTTERY_DIGITS]
            return {"fact": "digits_entered", "results": lotteries}
        contest, roll = event.contest, rng.random()
        number = contest.current or len(contest.states)
        if roll < 0.02:
            number = rng.randint(1, len(contest.states) + 1)
        if roll < 0.025:
            return {"fact": "notice_posted", "english": "", "japanese": rng.choice(["集合", ""])}
        if roll < 0.03:
            return {"fact": "ruled", "text": "昼は12:15から"}
        if roll < 0.032:
            return {"fact": "event_abandoned", "reason": "地震"}
        if roll < 0.1:
            return self.ruling(number)
        if stage in ("committed", "reception"):
            return self.reception(number)
        if stage == "playing":
            return self.play(number)
        return {"fact": "ranking_declared"}

    def ruling(self, number):
        rng, contest = self.rng, self.event.contest
        state = contest.states[min(number, len(contest.states)) - 1]
        if rng.random() < 0.3 and state.janken:
            return {"fact": "janken_overruled", "stage": number, "order": self.shuffled(rng.choice(state.janken)),
                    "reason": "手の見間違い"}
        game, teams = rng.choice(self.games(True) + self.games(False) or [({"stage": number, "group": 1, "spare": False}, [1])])
        if rng.random() < 0.5:
            return {"fact": "game_replaced", "game": game, "reason": "石が足りない"}
        return {"fact": "game_overruled", "game": game, "result": self.outcome(teams), "reason": "数え間違い"}

    def reception(self, number):
        rng = self.rng
        roll = rng.random()
        if roll < 0.05:
            lotteries = [str(rng.randrange(10**digits)).zfill(digits) for digits in self.LOTTERY_DIGITS]
            return {"fact": "digits_overruled", "results": lotteries, "reason": "桁の入れ違い"}
        if roll < 0.5:
            team = rng.randint(1, len(self.event.roster))
            return {"fact": "team_attendance_marked", "stage": number, "team": team, "absent": rng.random() < 0.6}
        return {"fact": "groups_drawn", "stage": number}

    def play(self, number):
        rng, contest = self.rng, self.event.contest
        games = self.games(rng.random() < 0.95)
        if games:
            game, teams = rng.choice(games)
            if rng.random() < 0.05:
                game = {**game, "spare": not game["spare"]}
            if rng.random() < 0.03:
                teams = teams[1:]
            return {"fact": "game_counted", "game": game, "result": self.outcome(teams)}
        needed = contest.needed(min(number, len(contest.states)))
        if needed and rng.random() < 0.8:
            return {"fact": "janken_entered", "stage": number, "order": self.shuffled(rng.choice(needed))}
        return {"fact": "stage_closed", "stage": number}


def try_events(verdicts, rng, events):
    """Compares random events of both kinds, and returns the number of acts by name."""
    done = Counter()
    for number in range(2 * events):
        # If many players leave, a league may become empty (TF4).
        session = (RandomGroupEvent if number % 2 else RandomLeagueEvent)(rng, 0.7 if number % 4 else 0.08)
        shown = []
        for _ in range(600):
            session.step()
            if rng.random() < 0.03:
                shown.append(session.writer.record(session.event.result()))
                forged = session.forge()
                if forged:
                    verdicts.compare(f"event {number}, with a forged fact", forged, 1)
            if session.event.closed and rng.random() < 0.1:
                break
        done.update(session.done)
        for data in [*rng.sample(shown, min(3, len(shown))), session.writer.record(session.event.result())]:
            verdicts.compare(f"event {number}", data, 6)
        for name, data in rng.sample(session.rejected, min(12, len(session.rejected))):
            verdicts.compare(f"event {number}, with a rejected {name}", data, 1)
    return done


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("bin_dir", metavar="BIN_DIR", type=pathlib.Path, help="directory of ishigaki-server and rehearsal")
    options.add_argument("--changes", type=int, default=60, help="number of changes to the example, of each kind")
    options.add_argument("--events", type=int, default=4, help="number of random events, of each kind")
    options.add_argument("--seed", type=int, default=1, help="seed of the random numbers")
    given = options.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Verdicts((given.bin_dir / "ishigaki-server").resolve(), folder)
        try_example(verdicts, rng, given.changes)
        try_kinds(verdicts)
        try_small_events(verdicts, given.bin_dir.resolve(), folder)
        done = try_events(verdicts, rng, given.events)
    print(f"equal verdicts: {sum(verdicts.agreed.values())}, by exit code {dict(sorted(verdicts.agreed.items()))}")
    print("random acts: " + ", ".join(f"{count} {name}" for name, count in sorted(done.items())))
    sys.exit(1 if verdicts.different else 0)


if __name__ == "__main__":
    main()
