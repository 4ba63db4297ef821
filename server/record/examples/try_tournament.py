#!/usr/bin/env python3
"""Tests the rules of events in Python with the examples of the rule book, the cases of the server's tests, and the server.

    python3 try_tournament.py [CASES ...] [--server BINARY [--events 100] [--seed SEED]]

CASES are files with lines {"input": request, "expected": answer}, or directories of such files. The default is the cases
of the server's tests. With --server, random events are played here and sent to `BINARY adjudicate`, which must give the
same answers. Exit code 0: all answers are equal; 1: some differ. Standard library only.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import time

from tournament.adjudicate import answer
from tournament.matching import ProofError, match_lightest, prove
from tournament_requests import make_requests
from tournament_vectors import try_vectors

CASES = pathlib.Path(__file__).resolve().parents[2] / "adjudicate" / "tests" / "cases" / "event"
MAX_SHOWN = 5


def find_difference(found, expected, path="answer"):
    """Returns the first difference of a JSON value from the expected one, or None. Additional keys are ignored."""
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
    """Returns the weight of the lightest perfect matching by trying all."""
    if not left:
        return 0
    one, *others = left
    return min(cost[one][two] + weigh_all(cost, [v for v in others if v != two]) for two in others)


def draw_costs(rng, size):
    most, cost = rng.choice([1, 2, 5, 30, 10**6]), [[0] * size for _ in range(size)]
    for u in range(size):
        for v in range(u):
            cost[u][v] = cost[v][u] = rng.randint(0, most)
    return cost


def is_proved(cost, mate, dual):
    try:
        prove(cost, mate, dual)
    except ProofError:
        return False
    return True


def try_matching():
    """Checks small graphs against all matchings, and larger ones by their proof. A heavier matching must fail its proof."""
    rng = random.Random(1)
    for turn in range(600):
        size = 2 * rng.randint(1, 4) if turn < 300 else 2 * rng.randint(5, 20)
        cost = draw_costs(rng, size)
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
                assert not is_proved(cost, worse, dual), "a heavier matching has a proof"


def read_lines(text):
    """Splits a text at line feeds only, because texts may contain other line separators."""
    return text.removesuffix("\n").split("\n") if text else []


# --- Cases -----------------------------------------------------------------------------------------------------------
def try_cases(file):
    """Returns the number of cases in a file, and of wrong answers."""
    count = wrong = 0
    for count, line in enumerate(read_lines(file.read_text()), 1):
        case = json.loads(line)
        difference = find_difference(answer(json.dumps(case["input"])), case["expected"])
        if difference:
            wrong += 1
            if wrong <= MAX_SHOWN:
                print(f"{file.name}:{count}: {difference[:600]}")
    return count, wrong


# --- The server ------------------------------------------------------------------------------------------------------
def try_server(binary, events, seed):
    """Returns the number of requests, and of different answers of the server."""
    rng = random.Random(seed)
    requests = [request for _ in range(events) for request in make_requests(rng)]
    lines = [json.dumps(request, ensure_ascii=False) for request in requests]
    # Objects with a duplicate member are rejected (TV1).
    lines += [line.replace('"id": ', '"id": "x", "id": ', 1) for line in rng.sample(lines, events)]
    lines_sent = "\n".join(lines) + "\n"
    run = subprocess.run([binary, "adjudicate"], input=lines_sent, capture_output=True, text=True, check=True)
    answers = read_lines(run.stdout)
    assert len(answers) == len(lines), f"{len(lines)} requests, {len(answers)} answers"
    wrong = 0
    for line, found in zip(lines, answers):
        difference = find_difference(json.loads(found), answer(line), "server's answer")
        if difference:
            wrong += 1
            if wrong <= MAX_SHOWN:
                print(f"{line[:3000]}\n  {difference[:1000]}")
    return len(lines), wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("cases", metavar="CASES", nargs="*", type=pathlib.Path, default=[CASES])
    options.add_argument("--server", metavar="BINARY", help="server program to compare with")
    options.add_argument("--events", type=int, default=100, help="number of random events")
    options.add_argument("--seed", type=int, help="seed of the random events; random and printed if not given")
    given = options.parse_args()
    try_matching()
    print("matching: 600 graphs passed")
    try_vectors()
    print("examples of the rule book passed")
    wrong = 0
    files = [file for path in given.cases for file in (sorted(path.glob("*.jsonl")) if path.is_dir() else [path])]
    for file in files:
        count, failed = try_cases(file)
        print(f"{file.name}: {count} cases, {failed} failed")
        wrong += failed or not count
    if given.server:
        seed = random.SystemRandom().randrange(2**32) if given.seed is None else given.seed
        print(f"{given.events} random events, --seed {seed}", flush=True)
        began = time.monotonic()
        count, failed = try_server(given.server, given.events, seed)
        print(f"{count} requests, {failed} answered differently by the server ({time.monotonic() - began:.1f} s)")
        wrong += failed or not count
    sys.exit(1 if wrong or not files else 0)


if __name__ == "__main__":
    main()
