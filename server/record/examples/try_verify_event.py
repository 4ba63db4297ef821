#!/usr/bin/env python3
"""Tries the verifier of events against the server's: both must say the same of every record, and of a wrong one name
the same line.

    python3 try_verify_event.py BIN_DIR [--changes 60] [--events 4] [--seed 1]

BIN_DIR holds `ishigaki-server`. The records are the example beside the server's tests; that one with single bytes
changed, with a fact changed and everything after it chained and signed anew; and events that are played here by chance,
as far as they have come, with acts that the rules refuse at their end. Exit code 0: all is equal; 1: something differs.
Standard library only.
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
from tournament.rejection import Rejection
from try_verify_transcript import Signer
from verify_event import Event
from verify_transcript import Wrong, spelled, verify

EXAMPLE = pathlib.Path(__file__).resolve().parents[1] / "tests" / "tournament" / "meijin.jsonl"
KEY = Signer(bytes([7] * 32))  # The example's own.


# --- Both verdicts ---------------------------------------------------------------------------------------------------
def line_of(text):
    named = re.match(r"line (\d+)", text)
    return int(named[1]) if named else text


class Verdicts:
    """Asks both verifiers, and counts what they agreed on."""

    def __init__(self, server, folder):
        self.server, self.path, self.agreed, self.different = server, pathlib.Path(folder) / "record.jsonl", {}, 0

    def of_server(self, options):
        command = [self.server, "verify", "--json", str(self.path), *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        said = json.loads(done.stdout)
        return (done.returncode, line_of(said["wrong"]) if "wrong" in said else None), said

    def of_python(self, data, key, head):
        try:
            report = verify(data, key, head, Event)
        except Wrong as wrong:
            return (1, line_of(str(wrong))), str(wrong)
        return (6 if report.open else 0, None), report

    def compare(self, what, data, expected=None, key=None, head=None):
        """Compares both verdicts on a record, and with the exit code that is expected if one is."""
        self.path.write_bytes(data)
        options = [*(["--key", key] if key else []), *(["--head", head] if head else [])]
        (ours, said), (theirs, answered) = self.of_python(data, key, head), self.of_server(options)
        if ours == theirs and expected in (None, ours[0]):
            self.agreed[ours[0]] = self.agreed.get(ours[0], 0) + 1
            return
        self.different += 1
        kept = pathlib.Path(tempfile.gettempdir()) / f"different-{self.different}.jsonl"
        kept.write_bytes(data)
        print(f"{what}: here {ours}, the server {theirs}, expected {expected}; {kept}\n  here: {said}\n  there: {answered}")


# --- Writing ---------------------------------------------------------------------------------------------------------
class Writer:
    """A record as a server writes it: chained and signed, whatever its facts say."""

    def __init__(self, line):
        self.lines, self.head, self.sequence = [], bytes(32), 0
        self.branch = {"game": line["event"], "instance": line["instance"], "epoch": 1, "tag": line["instance"]}
        self.chain(line)

    def chain(self, line):
        text = spelled(line)
        self.head = hashlib.sha256(self.head + struct.pack(">Q", len(text)) + text).digest()
        self.lines.append(text)

    def sign(self):
        said = {"sequence": self.sequence, "head": self.head.hex()}
        signature = KEY.sign(b"ishigaki head\n" + spelled({**self.branch, **said})).hex()
        self.lines.append(spelled({"kind": "signed", **said, "signature": signature}))

    def event(self, by, at_ms, fact):
        self.sequence += 1
        self.chain({"kind": "event", "sequence": self.sequence, "at_ms": at_ms, "unix_ms": 1_790_000_000_000 + at_ms,
                    "by": by, "principal": "" if by == "server" else by, "fact": fact})
        self.sign()

    def take_up(self, tag):
        self.branch.update(epoch=self.branch["epoch"] + 1, tag=tag)
        self.chain({"kind": "epoch", "number": self.branch["epoch"], "tag": tag, "unix_ms": 1_790_000_000_000})

    def record(self, result):
        last = {"kind": "result", "records": self.sequence, "head": self.head.hex(), **result}
        return b"".join(line + b"\n" for line in [*self.lines, spelled(last)])


def signed_anew(change):
    """The example with a change of its lines, chained and signed as if the server had written it so."""
    lines = [json.loads(line) for line in EXAMPLE.read_bytes().splitlines()]
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
    return writer.record({part: result[part] for part in ("draw", "leagues", "provisional", "ranking")})


# --- Changes of the example ------------------------------------------------------------------------------------------
def leaves(value, path=()):
    """Paths to all that is neither object nor list."""
    if type(value) in (dict, list):
        for key, part in value.items() if type(value) is dict else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path


def other_value(value, chance):
    if type(value) is bool:
        return not value
    if type(value) is int:
        return chance.choice([value + 1, max(0, value - 1), 0, 2**32, 2**64, -1])
    words = ["organiser", "referee", "desk", "server", "judge", "forfeit", "time", "A", "B", "P", "final", "", " ", "\x7f", "先"]
    return chance.choice([word for word in words if word != value] + [value + "x", value[1:]])


def change_leaf(chance):
    """Changes one value of a line, or takes it out."""

    def change(lines):
        line = chance.choice([line for line in lines if line["kind"] not in ("signed",)])
        *path, last = chance.choice([path for path in leaves(line) if path not in (("kind",), ("server_key",))])
        for key in path:
            line = line[key]
        if chance.random() < 0.1 and type(line) is dict:
            del line[last]
        else:
            line[last] = other_value(line[last], chance)

    return change


def try_example(verdicts, chance, changes):
    data = EXAMPLE.read_bytes()
    key = hashlib.sha256(KEY.public).hexdigest()[:32]
    head = json.loads(data.splitlines()[-1])["head"]
    assert signed_anew(lambda lines: None) == data, "the writer here writes otherwise than the server"
    verdicts.compare("the example", data, 6)
    verdicts.compare("its key given", data, 0, key=key)
    verdicts.compare("its head given", data, 0, key=key, head=head[:16])
    verdicts.compare("another key given", data, 1, key=key[::-1])
    verdicts.compare("another head given", data, 1, head=head[::-1])
    lines = data.splitlines(keepends=True)
    for at in sorted(chance.sample(range(len(lines)), min(12, changes))):
        verdicts.compare(f"without line {at + 1}", b"".join(lines[:at] + lines[at + 1:]), 1)
        verdicts.compare(f"line {at + 1} twice", b"".join([*lines[:at + 1], *lines[at:]]), 1)
    for _ in range(changes):
        at, bit = chance.randrange(len(data)), 1 << chance.randrange(8)
        verdicts.compare(f"byte {at}", data[:at] + bytes([data[at] ^ bit]) + data[at + 1:], 1)
    for number in range(changes):
        try:
            changed = signed_anew(change_leaf(chance))
        except (KeyError, TypeError, UnicodeError):
            continue  # A line that nobody can sign, such as one without its number.
        verdicts.compare(f"change {number}", changed)


# --- Events by chance ------------------------------------------------------------------------------------------------
class Hall:
    """An event under way, with acts that are proposed at random; what the rules allow is written down."""

    def __init__(self, chance, leaves):
        self.chance, self.at_ms = chance, 0
        preset = chance.choice(["M42", "O18", "MX"])
        config = {"preset": preset, **chance.choice([{}, {"gap": "best_first"}, {"forfeit_tiebreak": "phantom"},
                                                     {"seed_mode": "lcg"}, {"seed_numbers": {"A": [4, 2, 9]}}])}
        config = dict(sorted(config.items()))
        self.line = {"kind": "tournament", "format": 3, "event": "hall", "instance": chance.randbytes(16).hex(),
                     "server_key": KEY.public.hex(), "unix_ms": 1_790_000_000_000, "config": config}
        self.writer, self.event = Writer(self.line), Event(self.line)
        self.size = chance.randint(2, 6) * len(self.event.preset.leagues) + chance.randint(0, 3)
        self.leaves = leaves  # How often somebody wants to.
        self.refused, self.done = [], []

    def roster(self):
        woman, lines = {"woman": True}, []
        for number in range(self.size):
            seed = {"seed": self.chance.choice(list(self.event.preset.seeds))} if self.chance.random() < 0.15 else {}
            lines.append({"id": f"P{number}", "name": f"選手{number}", **seed, **(woman if number % 3 == 0 else {})})
        return lines

    def slip(self, pair):
        winner, loser = self.chance.sample(sorted(pair), 2)
        reason = self.chance.choice(["normal"] * 6 + ["time", "double_time", "forfeit", "referee"])
        more = {"black": winner, "call": "white"} if self.chance.random() < 0.2 else {}
        claims = [{"kind": "no_flip", "by": "black", "number": 5, "squares": ["a1", "f5"], "ruling": "戻す"}] if more else []
        return {"winner": winner, "loser": loser, "reason": reason, **more, "handicap": 0,
                **({"discs": [40, 24]} if more else {}), "claims": claims, "signed": [True, self.chance.random() < 0.9]}

    def propose(self):
        """An act that is often possible at this stage, and by whom."""
        event, chance = self.event, self.chance
        anyone = chance.randint(1, max(1, len(event.roster)) + (chance.random() < 0.02))
        stage = chance.choice(["reception", "playing", "between"]) if chance.random() < 0.05 else event.stage
        if stage == "roster":
            if not event.roster or chance.random() < 0.1:
                return {"fact": "roster_set", "roster": self.roster()}
            return {"fact": "committed", "commitment": draws.commitment(event.config, event.entered)}
        if stage == "committed":
            lotteries = [str(chance.randrange(10**digits)).zfill(digits) for digits in event.preset.digits]
            return {"fact": "digits_entered", "results": lotteries}
        if stage == "reception":
            drawn = chance.random()
            if drawn < 0.2:
                return {"fact": "attendance_marked", "player": anyone, "absent": chance.random() < 0.4}
            if drawn < 0.7:
                seeds = [line["id"] for line in event.roster if "seed" in line] or [anyone]
                return {"fact": "slip_drawn", "player": chance.choice(seeds), "number": chance.randint(1, 9)}
            return {"fact": "leagues_made"}
        if chance.random() < self.leaves:
            league = event.leagues.dealt[event.preset.leagues[0]] if event.leagues else ()
            player = chance.choice(sorted(league)) if league and chance.random() < 0.7 else anyone
            return {"fact": "player_withdrew", "player": player}
        drawn = chance.random()
        if drawn < 0.002:
            return {"fact": "event_abandoned", "reason": "地震"}
        if drawn < 0.2 and event.entries:
            entry = chance.randint(1, len(event.entries))
            old = event.entries[entry - 1][1]
            return {"fact": "result_overruled", "entry": entry, "slip": self.slip((old["winner"], old["loser"])),
                    "reason": "逆に記入"}
        if drawn < 0.23:
            return {"fact": "first_confirmed", "league": chance.choice(event.preset.leagues)}
        if drawn < 0.24:
            return {"fact": "ruled", "text": "昼は12:15から"}
        if stage == "playing" and event.rounds:
            games = event.open_games() or event.all_games(event.rounds[-1])
            pair = chance.choice(games) if games else (1, 2)
            return {"fact": "result_entered", "round": len(event.rounds), "slip": self.slip(pair)}
        if stage == "between" and event.leagues:
            try:
                return {"fact": "round_paired", **event.pair()[1]}
            except Rejection as rejection:
                league = rejection.where.get("league", "A")
                return {"fact": "first_named", "league": league, "player": anyone, "reason": "誰もいない"}
        return {"fact": "ranking_declared"}

    def step(self):
        """Proposes an act; one that is refused is kept as a record that ends with it."""
        fact = self.propose()
        of_referee = fact["fact"] in ("result_overruled", "first_named", "first_confirmed", "ruled")
        by = "referee" if of_referee and self.chance.random() < 0.95 else self.chance.choice(["organiser", "desk", "server"])
        tried = copy.deepcopy(self.event)
        line = {"by": by, "principal": "" if by == "server" else by, "at_ms": self.at_ms, "fact": fact}
        try:
            tried.apply(line)
        except Wrong:
            forged = copy.deepcopy(self.writer)
            forged.event(by, self.at_ms, fact)
            self.refused.append((fact["fact"], forged.record(self.event.result())))
            return
        self.event = tried
        self.done.append(fact["fact"])
        self.writer.event(by, self.at_ms, fact)
        self.at_ms += self.chance.randint(0, 2)
        if self.chance.random() < 0.02:
            self.writer.take_up(self.chance.randbytes(16).hex())

    def forge_pairing(self):
        """The next round with one value of its pairing changed, where there is one to pair."""
        if self.event.stage != "between":
            return None
        try:
            fact = {"fact": "round_paired", **self.event.pair()[1]}
        except Rejection:
            return None
        part = fact
        *path, last = self.chance.choice(list(leaves(fact)))
        for key in path:
            part = part[key]
        part[last] = part[last] + 1 if type(part[last]) is int else "P"
        forged = copy.deepcopy(self.writer)
        forged.event("organiser", self.at_ms, fact)
        return forged.record(self.event.result())


def try_events(verdicts, chance, events):
    done = Counter()
    for number in range(events):
        hall = Hall(chance, 0.7 if number % 2 else 0.08)  # Where many leave, a league may be left empty (TF4).
        shown = []
        for _ in range(600):
            hall.step()
            if chance.random() < 0.03:
                shown.append(hall.writer.record(hall.event.result()))
                forged = hall.forge_pairing()
                if forged:
                    verdicts.compare(f"event {number}, a pairing forged", forged)
            if hall.event.closed and chance.random() < 0.1:
                break
        done.update(hall.done)
        for data in [*chance.sample(shown, min(3, len(shown))), hall.writer.record(hall.event.result())]:
            verdicts.compare(f"event {number}", data, 6)
        for name, data in chance.sample(hall.refused, min(12, len(hall.refused))):
            verdicts.compare(f"event {number}, {name} refused", data, 1)
    return done


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("bin_dir", metavar="BIN_DIR", type=pathlib.Path, help="where ishigaki-server is")
    options.add_argument("--changes", type=int, default=60, help="of the example, of each kind")
    options.add_argument("--events", type=int, default=4, help="to be played by chance")
    options.add_argument("--seed", type=int, default=1, help="of the chance")
    given = options.parse_args()
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        verdicts = Verdicts((given.bin_dir / "ishigaki-server").resolve(), folder)
        try_example(verdicts, chance, given.changes)
        done = try_events(verdicts, chance, given.events)
    print(f"both say the same of {sum(verdicts.agreed.values())} records, by exit code {dict(sorted(verdicts.agreed.items()))}")
    print("played by chance: " + ", ".join(f"{count} {name}" for name, count in sorted(done.items())))
    sys.exit(1 if verdicts.different else 0)


if __name__ == "__main__":
    main()
