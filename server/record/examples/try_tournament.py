#!/usr/bin/env python3
"""Tries the event's rules in Python: the rule book's examples, the cases of the server's tests, the server itself.

    python3 try_tournament.py [CASES ...] [--server BINARY [--events 100] [--seed SEED]]

CASES are files of lines {"input": request, "expected": answer}, or folders of such; without any the copies beside the
server's tests are taken. With --server random events are played here and sent to `BINARY adjudicate`, whose answers
must be the same. Exit code 0: all is equal; 1: something differs. Standard library only.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import time

from tournament.adjudicate import answer
from tournament.matching import Unproved, match_lightest, prove
from tournament_requests import make_requests
from tournament_vectors import try_vectors

CASES = pathlib.Path(__file__).resolve().parents[2] / "adjudicate" / "tests" / "cases" / "event"
MOST_SHOWN = 5


def find_difference(found, expected, path="answer"):
    """The first place where a JSON value lacks what is expected of it; further keys may stand there."""
    if type(found) is not type(expected):
        return f"{path} is {found!r}, expected {expected!r}"
    if type(expected) is dict:
        for key, value in expected.items():
            if key not in found:
                return f"{path} has no {key}, expected {value!r}"
            difference = find_difference(found[key], value, f"{path}.{key}")
            if difference:
                return difference
        return None
    if type(expected) is list:
        if len(found) != len(expected):
            return f"{path} is {found!r}, expected {expected!r}"
        pairs = (find_difference(*pair, f"{path}[{at}]") for at, pair in enumerate(zip(found, expected)))
        return next(filter(None, pairs), None)
    return None if found == expected else f"{path} is {found!r}, expected {expected!r}"


# --- Matching --------------------------------------------------------------------------------------------------------
def weigh_all(cost, left):
    """Weight of the lightest perfect matching, by trying all."""
    if not left:
        return 0
    one, *others = left
    return min(cost[one][two] + weigh_all(cost, [v for v in others if v != two]) for two in others)


def draw_costs(chance, size):
    most, cost = chance.choice([1, 2, 5, 30, 10**6]), [[0] * size for _ in range(size)]
    for u in range(size):
        for v in range(u):
            cost[u][v] = cost[v][u] = chance.randint(0, most)
    return cost


def is_proved(cost, mate, dual):
    try:
        prove(cost, mate, dual)
    except Unproved:
        return False
    return True


def try_matching():
    """Small graphs against all matchings, larger ones by their proof; a proof of another weight must not hold."""
    chance = random.Random(1)
    for turn in range(600):
        size = 2 * chance.randint(1, 4) if turn < 300 else 2 * chance.randint(5, 20)
        cost = draw_costs(chance, size)
        mate, dual = match_lightest(cost)
        assert is_proved(cost, mate, dual)
        weight = sum(cost[v][mate[v]] for v in range(size))
        if size <= 8:
            assert weight == 2 * weigh_all(cost, list(range(size)))
        if size > 2:
            worse = list(mate)
            u, v = 0, next(w for w in range(1, size) if w != mate[0])
            worse[mate[u]], worse[mate[v]] = mate[v], mate[u]
            worse[u], worse[v] = v, u
            if sum(cost[w][worse[w]] for w in range(size)) > weight:
                assert not is_proved(cost, worse, dual), "a heavier matching is proved"


def read_lines(text):
    """Lines that end with a line feed; other characters that end lines elsewhere stand within texts."""
    return text.removesuffix("\n").split("\n") if text else []


# --- Cases -----------------------------------------------------------------------------------------------------------
def try_cases(file):
    """Number of cases of a file, and how many of them are answered otherwise."""
    count = wrong = 0
    for count, line in enumerate(read_lines(file.read_text()), 1):
        case = json.loads(line)
        difference = find_difference(answer(json.dumps(case["input"])), case["expected"])
        if difference:
            wrong += 1
            if wrong <= MOST_SHOWN:
                print(f"{file.name}:{count}: {difference[:600]}")
    return count, wrong


# --- The server ------------------------------------------------------------------------------------------------------
def try_server(binary, events, seed):
    """Number of requests sent, and how many of them the server answers otherwise."""
    chance = random.Random(seed)
    requests = [request for _ in range(events) for request in make_requests(chance)]
    lines = [json.dumps(request, ensure_ascii=False) for request in requests]
    # What is hashed has no member twice (TV1).
    lines += [line.replace('"id": ', '"id": "x", "id": ', 1) for line in chance.sample(lines, events)]
    asked = "\n".join(lines) + "\n"
    run = subprocess.run([binary, "adjudicate"], input=asked, capture_output=True, text=True, check=True)
    answers = read_lines(run.stdout)
    assert len(answers) == len(lines), f"{len(lines)} requests, {len(answers)} answers"
    wrong = 0
    for line, found in zip(lines, answers):
        difference = find_difference(json.loads(found), answer(line), "the server's answer")
        if difference:
            wrong += 1
            if wrong <= MOST_SHOWN:
                print(f"{line[:3000]}\n  {difference[:1000]}")
    return len(lines), wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("cases", metavar="CASES", nargs="*", type=pathlib.Path, default=[CASES])
    options.add_argument("--server", metavar="BINARY", help="the server's program, to be asked the same")
    options.add_argument("--events", type=int, default=100, help="random events to ask about")
    options.add_argument("--seed", type=int, help="of the random events; drawn and printed without")
    given = options.parse_args()
    try_matching()
    print("the matching: 600 graphs are matched as lightly as can be")
    try_vectors()
    print("the rule book's examples come out as they stand there")
    wrong = 0
    files = [file for path in given.cases for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    for file in files:
        count, others = try_cases(file)
        print(f"{file.name}: {count} cases, {others} answered otherwise")
        wrong += others or not count
    if given.server:
        seed = random.SystemRandom().randrange(2**32) if given.seed is None else given.seed
        print(f"{given.events} random events, --seed {seed}", flush=True)
        began = time.monotonic()
        count, others = try_server(given.server, given.events, seed)
        print(f"{count} requests, {others} answered otherwise by the server ({time.monotonic() - began:.1f} s)")
        wrong += others or not count
    sys.exit(1 if wrong or not files else 0)


if __name__ == "__main__":
    main()
