#!/usr/bin/env python3
"""A whole bot that is asked line by line (BOTS.md): team-client bot --exec "python3 line_bot.py", or in an arena."""
import json
import random
import sys


def cells(drawing):
    return [(r, c) for r, row in enumerate(drawing) for c, sign in enumerate(row) if sign == "#"]


def turned(shape, turns):
    """So many quarter turns clockwise, then moved so that the least row and column are 0."""
    for _ in range(turns):
        shape = [(c, -r) for r, c in shape]
    return [(r - min(shape)[0], c - min(c for _, c in shape)) for r, c in shape]


def bids(ask):
    """The biggest stones first, a bit above the least price, with an even share of the money for each round."""
    lots, lines = ask["lots"], []
    money = lots["held"] // (len(setup["rounds"]) - lots["round"] + 1)
    for lot in sorted(lots["lots"], key=lambda lot: -lot["squares"]):
        price = lot["min_price"] + chance.randint(0, 1 + lot["min_price"] // 4)
        if price <= money and len(lines) < lots["max_bids"]:
            lines.append({"lot": lot["lot"], "price": price})
            money -= price
    return lines


def raises(ask):
    """One more for the first tied lines, as far as the budget goes."""
    budget, lines = ask["status"]["rebid_budget"], []
    for tied in ask["status"]["tied"]:
        if (budget := budget - tied["price"] - 1) >= 0:
            lines.append({"priority": tied["line"], "price": tied["price"] + 1})
    return lines


def wall(ask):
    """All stones anew, the biggest first: each as low as it goes, then as far left."""
    shapes = {lot["code"]: cells(lot["shape"]) for lot in setup["lots"]}
    free, taken, laid = set(cells(setup["frame"])), set(), []
    for stone in sorted(ask["status"]["stones"], key=lambda stone: -len(shapes[stone["lot"]])):
        spots = [(-sum(r for r, _ in square), col, turn, row, square)
                 for turn, shape in enumerate(turned(shapes[stone["lot"]], turn) for turn in range(4))
                 for row, col in cells(setup["frame"]) for square in [{(row + r, col + c) for r, c in shape}]
                 if square <= free and any(r + 1 == len(setup["frame"]) or (r + 1, c) in taken for r, c in square)]
        for _, col, turn, row, square in sorted(spots, key=lambda spot: spot[:4])[:1]:
            laid.append({"stone": stone["stone"], "turn": turn, "row": row, "col": col})
            free, taken = free - square, taken | square
    return laid


for message in map(json.loads, sys.stdin):
    if message["type"] == "game":
        setup, chance = message["setup"], random.Random(message["seed"])
    elif message["type"] in ("bids", "raises", "wall"):
        answer = {"bids": bids, "raises": raises, "wall": wall}[message["type"]](message)
        print(json.dumps({"id": message["id"], message["type"]: answer}), flush=True)
