"""Worked examples of the rule book, which `try_tournament.py` checks first."""

from tournament.draw import deal_groups, draw, generate, join_digits
from tournament.event import Event
from tournament.othello import SQUARES, Position, Transcript, perft
from tournament.preset import read_preset
from tournament.rejection import Rejection

DIGITS = ["407", "1932", "0586", "7741"]
SEEDS = ["P03", "P05", "P08", "P12"]
ROSTER = [{"id": f"P{line:02}", **({"seed": "A"} if f"P{line:02}" in SEEDS else {})} for line in range(1, 15)]
NUMBERS = [12, 13, 2, 20, 21, 19, 22, 1, 11, 24, 15, 4, 17, 23]  # By line of the roster, with the seeds' slips.
STREAMS = {  # x_0 and the first numbers of the generator (TD1 to TD4).
    ("O18", "2718 0314 9265"): [1965169, 5031576, 7124927, 2412518, 1838861, 7959860, 6554203, 177794, 8163753],
    ("MX", "1618 0033 9887"): [5867839, 6496614, 2875533, 5949108, 1496027, 460802, 5399337, 2090320, 1478263],
}
# Rounds of events in which the smaller number always wins, by pool; 0 is the phantom. O18 with twelve players, then with
# 24 as the thirteenth. The last rounds are given for both settings of the gap (TP6).
TWELVE = [1, 2, 4, 11, 12, 13, 15, 17, 19, 20, 22, 23]
TWELVE_ROUNDS = [
    ["A 22-12 19-4 15-1", "B 23-13 20-11 17-2"],
    ["A 12-15 4-1 22-19", "B 13-17 11-2 23-20"],
    ["A 1-12", "B 2-13", "P 11-19 4-20 17-22 15-23"],
    ["P 13-4 12-11 20-15 19-17 23-22"],
    ["P 11-4 12-17 13-15 19-23 20-22"],
]
THIRTEEN_ROUNDS = [
    ["A 22-12 19-4 15-1 24-0", "B 23-13 20-11 17-2"],
    ["A 12-24 4-1", "B 13-17 11-2 23-20", "P 22-0 19-15"],
    ["A 12-1", "B 2-13", "P 11-22 4-20 24-15 17-0 23-19"],
    ["P 12-17 13-4 15-11 20-19 24-22 23-0"],
]
EVENTS = [
    (TWELVE, "worst_first", [*TWELVE_ROUNDS, ["P 4-12 11-13 17-23 15-22 20-19"]]),
    (TWELVE, "best_first", [*TWELVE_ROUNDS, ["P 4-23 11-22 13-12 17-20 15-19"]]),
    ([*TWELVE, 24], "worst_first",
     [*THIRTEEN_ROUNDS, ["P 11-19 4-12 15-23 13-22 20-0 17-24"], ["P 4-11 12-20 13-15 19-0 22-17 24-23"]]),
    ([*TWELVE, 24], "best_first",
     [*THIRTEEN_ROUNDS, ["P 11-0 4-12 15-22 13-19 20-24 17-23"], ["P 4-11 12-0 15-13 19-17 22-20 24-23"]]),
]
FINAL_WINS = {4: 5, 11: 4, 12: 3, 13: 3, 17: 3, 19: 3, 15: 3, 20: 2, 22: 1, 23: 0}  # Twelve players, worst_first.
CRITERIA = {  # Thirteen players, before round 3: wins, wins before, S_1 to S_6 (TR).
    11: [1, 1, 3, 3, 3, 3, 3, 3], 4: [1, 1, 2, 2, 2, 2, 2, 2], 24: [1, 1, 1, 1, 1, 1, 1, 1],
    15: [1, 0, 2, 2, 2, 2, 2, 2], 22: [1, 0, 1, 1, 1, 1, 1, 1], 20: [1, 0, 1, 1, 1, 1, 1, 1],
    17: [0, 0, 2, 4, 4, 4, 4, 4], 23: [0, 0, 1, 3, 3, 3, 3, 3], 19: [0, 0, 1, 2, 2, 2, 2, 2],
}
GROUPS = [[9, 2, 11, 13, 6, 5, 10], [1, 3, 12, 8, 4, 7]]  # Thirteen teams, the first seed, target 6 (TG).
POSITIONS = {  # Position, side to move, and its moves; the second entry is a forced pass (TO3).
    ("---------------------------OX------XOX-------O------------------", "black"): "d3 c4 e6 f7",
    ("--------------------------XXX--O---XXXOO-----X-O-----X----------", "black"): "",
    ("--------------------------XXX--O---XXXOO-----X-O-----X----------", "white"): "c5 e7",
    ("------------------XXXX----XOXX----XXXXX---XXXOX-----XX----------", "black"): "g7",
}
SCORES = {
    "OOOOOOOOOXXOOXOXOXXXXOXXOXOXXXXXOXOOXXXXOXOOOXXXOOOOOOXXOXXXXXXX": (34, 30),
    "------------------X--------XXXX----XXXXX----X-X------X------O-X-": (63, 1),
}
LEAVES = {0: [4, 12, 56, 244, 1396], 1: [4, 12, 56, 244, 1396], 4: [4, 12, 56, 244, 1396]}


def check(found, expected, name):
    assert found == expected, f"{name}: expected {expected}, got {found}"


def try_vectors():
    """Checks the rules in Python against the examples of the rule book."""
    try_draws()
    for numbers, gap, rounds in EVENTS:
        try_event(numbers, gap, rounds)
    try_othello()


def try_draws():
    preset = read_preset({"preset": "M42"})
    seed = join_digits(preset, DIGITS)
    start, rows = draw(preset, ROSTER, seed, ["P05", "P10"], {"P08": 1, "P03": 2, "P12": 4})
    check((seed, start), ("407193205867741", 6554845), "seed of the digits")
    check([row["number"] for row in rows], NUMBERS, "draw numbers")
    for (name, results), numbers in STREAMS.items():
        start, xs = generate(join_digits(read_preset({"preset": name}), results.split()), 0, 8)
        check([start, *xs], numbers, f"generator of {name}")
        check(generate(join_digits(read_preset({"preset": name}), results.split()), 3, 5)[1], xs[3:], "a later stage")
    _, xs = generate(seed, 0, 13)
    check(deal_groups(list(range(1, 14)), xs, 2), GROUPS, "groups")


def try_event(numbers, gap, rounds):
    preset = read_preset({"preset": "O18", "gap": gap})
    ids = {str(number): number for number in numbers}
    event = Event(preset, [], ids, [])
    for number, pools in enumerate(rounds, 1):
        found = [format_pairing(name, pairing) for name, pairing in event.pairings.items()]
        check(found, [sort_pairs(pool) for pool in pools], f"round {number} of {len(numbers)}, {gap}")
        if number == 3 and len(numbers) == 13:
            standings = event.flow.standings
            check({key: standings.keys(str(key)) for key in CRITERIA}, {k: [*v, k] for k, v in CRITERIA.items()}, "TR")
        pairs = [pair for pairing in event.pairings.values() for pair in pairing.pairs]
        event.play([min(pair, key=ids.get) for pair in pairs], [])
    if rounds is EVENTS[0][2]:
        check({number: event.flow.standings.wins[str(number)] for number in FINAL_WINS}, FINAL_WINS, "wins at the end")


def format_pairing(name, pairing):
    return sort_pairs(" ".join([name, *map("-".join, pairing.pairs), *([f"{pairing.bye}-0"] if pairing.bye else [])]))


def sort_pairs(pool):
    """Sorts the pairs of a pool, because the rule book and the answer list them in different orders."""
    name, *pairs = pool.split()
    return name, sorted(sorted(pair.split("-")) for pair in pairs)


def try_othello():
    for (board, turn), moves in POSITIONS.items():
        check([SQUARES[square] for square in Position(board, turn).legal()], moves.split(), board)
    for board, (black, white) in SCORES.items():
        check(Position(board, "black").score(), {"black": black, "white": white}, board)
    boards = set()
    for text in ("f5d6c3d3c4", "f5d6c4d3c3"):  # One opening in two move orders.
        game = Transcript(Position.start())
        game.play(text)
        boards.add(game.position)
    check(len(boards), 1, "positions after one opening in two move orders")
    game = Transcript(Position.start())
    game.play("f5d6c5f4e3c6d3f6e6")
    check(game.plies[-1]["flips"], ["e5"], "e6 after f5d6c5f4e3c6d3f6")
    try:
        game.play("--")
        raise AssertionError("a pass with legal moves was accepted")
    except Rejection as rejection:
        check(rejection.details["reason"], "pass_with_moves", "a pass with legal moves")
    for handicap, leaves in LEAVES.items():
        found = [perft(Position.start(handicap), depth) for depth in range(1, len(leaves) + 1)]
        check(found, leaves, f"leaves with handicap {handicap}")
