#!/usr/bin/env python3
"""A complete bot (docs/reference/bot-protocol.md) for the arena or team-client bot --exec "python3 line_bot.py"."""
import json
import random
import sys


def cells(drawing):
    return [(r, c) for r, row in enumerate(drawing) for c, sign in enumerate(row) if sign == "#"]


def turned(shape, turns):
    """Rotates a shape clockwise by quarter turns, then moves its lowest row and column numbers to 0."""
    for _ in range(turns):
        shape = [(c, -r) for r, c in shape]
    return [(r - min(shape)[0], c - min(c for _, c in shape)) for r, c in shape]


def bids(question):
    """Bids on the largest stones first, slightly above the minimum price, with an equal budget for each round."""
    lots, lines = question["lots"], []
    money = lots["held"] // (len(setup["rounds"]) - lots["round"] + 1)
    for lot in sorted(lots["lots"], key=lambda lot: -lot["squares"]):
        price = lot["min_price"] + rng.randint(0, 1 + lot["min_price"] // 4)
        if price <= money and len(lines) < lots["max_bids"]:
            lines.append({"lot": lot["lot"], "price": price})
            money -= price
    return lines


def raises(question):
    """Raises tied bids by one, in their order, until the budget is used up."""
    budget, lines = question["status"]["rebid_budget"], []
    for tied in question["status"]["tied"]:
        if (budget := budget - tied["price"] - 1) >= 0:
            lines.append({"priority": tied["line"], "price": tied["price"] + 1})
    return lines


def wall(question):
    """Builds the whole wall, with the largest stones first: each as low as possible, then as far left as possible."""
    shapes = {lot["code"]: cells(lot["shape"]) for lot in setup["lots"]}
    free, taken, placed = set(cells(setup["frame"])), set(), []
    for stone in sorted(question["status"]["stones"], key=lambda stone: -len(shapes[stone["lot"]])):
        spots = [(-sum(r for r, _ in squares), col, turn, row, squares)
                 for turn, shape in enumerate(turned(shapes[stone["lot"]], turn) for turn in range(4))
                 for row, col in cells(setup["frame"]) for squares in [{(row + r, col + c) for r, c in shape}]
                 if squares <= free and any(r + 1 == len(setup["frame"]) or (r + 1, c) in taken for r, c in squares)]
        for _, col, turn, row, squares in sorted(spots, key=lambda spot: spot[:4])[:1]:
            placed.append({"stone": stone["stone"], "turn": turn, "row": row, "col": col})
            free, taken = free - squares, taken | squares
    return placed


for message in map(json.loads, sys.stdin):
    if message["type"] == "game":
        setup, rng = message["setup"], random.Random(message["seed"])
    elif message["type"] in ("bids", "raises", "wall"):
        answer = {"bids": bids, "raises": raises, "wall": wall}[message["type"]](message)
        print(json.dumps({"id": message["id"], message["type"]: answer}), flush=True)
