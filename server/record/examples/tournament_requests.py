"""Random requests about random events, which `try_tournament.py` sends to the server."""

import copy
import json

from tournament.adjudicate import answer
from tournament.draw import divide, draw, join_digits
from tournament.event import Event
from tournament.league_flow import LeagueFlow
from tournament.othello import PASS, SQUARES, Position
from tournament.preset import read_preset
from tournament.rejection import Rejection
from tournament.standings import Round

LEAST = {"M42": 8, "O18": 4, "MX": 8}


def make_requests(rng):
    """Returns requests about one event, with all operations. Most are valid, some have a fault."""
    entry = make_entry(rng)
    requests = [entry.request("draw"), entry.without_slips(), *play_event(rng, entry), *play_pools(rng, entry)]
    requests += [make_pool(rng), make_groups(rng), make_advance(rng), make_othello(rng)]
    chosen = [request for request in rng.sample(requests, 4) if "error" not in answer_to(request)]
    return requests + [spoil(rng, request) for request in chosen]


# --- Before the event ------------------------------------------------------------------------------------------------
class Entry:
    """The inputs before the first round."""

    def __init__(self, config, roster, digits, absent, drawn):
        self.config, self.roster, self.digits, self.absent, self.drawn = config, roster, digits, absent, drawn
        self.preset = read_preset(config)
        seed = join_digits(self.preset, digits)
        _, rows = draw(self.preset, roster, seed, absent, drawn)
        self.numbers = {row["id"]: row["number"] for row in rows if row["present"]}

    def request(self, op, **more):
        entered = {"config": self.config, "roster": self.roster, "digits": self.digits}
        return {"op": op, **entered, "absent": self.absent, "drawn": self.drawn, **more}

    def without_slips(self):
        request = self.request("draw")
        del request["drawn"]
        return request


def make_config(rng):
    config = {"preset": rng.choice(["M42", "O18", "MX"])}
    for name, values in (
        ("gap", ["worst_first", "best_first"]),
        ("forfeit_tiebreak", ["opponent", "phantom"]),
        ("seed_mode", ["manual", "lcg"]),
    ):
        if rng.random() < 0.6:
            config[name] = rng.choice(values)
    if rng.random() < 0.2:
        numbers = rng.sample(range(1, 11), rng.randint(1, 6))
        config["seed_numbers"] = {"A": numbers[:3], **({"B": numbers[3:]} if len(numbers) > 3 else {})}
    return config


def make_entry(rng):
    config = make_config(rng)
    preset = read_preset(config)
    least = LEAST[preset.name]
    size = rng.randint(least, 120) if rng.random() < 0.5 else rng.randint(least, 40)
    roster = []
    for number in range(1, size + 1):
        line = {"id": rng.choice(["P", "選手", "Ä"]) + f"{number:03}"}
        if rng.random() < rng.choice([0, 0.05, 0.2]):
            line["seed"] = rng.choice(list(preset.seeds))
        if rng.random() < 0.2:
            line["woman"] = True
        roster.append(line)
    players = [line["id"] for line in roster]
    absent = sorted(rng.sample(players, rng.randint(0, min(size // 6, size - least))))
    digits = ["".join(rng.choice("0123456789") for _ in range(count)) for count in preset.digits]
    return Entry(config, roster, digits, absent, draw_slips(rng, preset, roster, absent))


def draw_slips(rng, preset, roster, absent):
    drawn = {}
    if preset.seed_mode == "lcg":
        return drawn
    for name, numbers in preset.seeds.items():
        seeds = [line["id"] for line in roster if line.get("seed") == name]
        slips = numbers[: len(seeds)]
        present = [player for player in seeds if player not in absent]
        drawn.update(zip(rng.sample(present, len(present)), rng.sample(slips, len(slips))))
    return drawn


# --- Rounds ----------------------------------------------------------------------------------------------------------
def make_withdrawals(rng, numbers, last):
    share = rng.choice([0, 0.05, 0.2, 0.7])
    return {player: rng.randint(1, last) for player in sorted(numbers) if rng.random() < share}


def make_result(rng, manner, numbers, a, b):
    """Returns winner and loser: by number, at random, or mostly by number."""
    a, b = (a, b) if numbers[a] < numbers[b] else (b, a)
    upset = {"number": 0, "random": 0.5, "mixed": 0.2}[manner]
    return (b, a) if rng.random() < upset else (a, b)


def play_event(rng, entry):
    """Plays the event, to the end if possible. An impossible withdrawal is usually removed."""
    numbers = entry.numbers
    withdrawals = make_withdrawals(rng, numbers, entry.preset.last)
    manner, forfeits = rng.choice(["number", "random", "mixed"]), rng.choice([0, 0.1, 0.4])
    keeps_faults = rng.random() < 0.1
    while True:
        rounds, leaving = [], [{"id": player, "from": since} for player, since in withdrawals.items()]
        try:
            event = Event(entry.preset, entry.roster, numbers, list(withdrawals.items()))
            stop = rng.choice([event.total_rounds, event.total_rounds, rng.randint(0, event.total_rounds)])
            while len(rounds) < stop:
                results = [
                    make_result(rng, manner, numbers, a, b)
                    for pairing in event.pairings.values()
                    for a, b in pairing.pairs
                ]
                results += [make_result(rng, manner, numbers, game.a, game.b) for game in event.games]
                rng.shuffle(results)
                lost = [loser for _, loser in results if rng.random() < forfeits]
                rounds.append({"winners": [winner for winner, _ in results], "forfeits": lost})
                event.play(rounds[-1]["winners"], lost)
        except Rejection as rejection:
            if rejection.kind == "bad_withdrawal" and not keeps_faults:
                del withdrawals[rejection.details["id"]]
                continue
        whole = entry.request("event", rounds=rounds, withdrawn=leaving)
        return [whole, {**whole, "rounds": rounds[: len(rounds) // 2]}]


def play_pools(rng, entry):
    """Returns requests for leagues, flow, provisional ranking and final, with random pairs within the pools."""
    preset, numbers = entry.preset, entry.numbers
    _, _, leagues = divide(preset, numbers)
    base = {"config": entry.config, "numbers": numbers}
    withdrawals = make_withdrawals(rng, numbers, preset.last)
    while True:
        flow, rounds = LeagueFlow(preset, numbers, leagues, list(withdrawals.items())), []
        try:
            flow.advance()
            while flow.standings.rounds < preset.last:
                results = draw_round(rng, flow)
                rounds.append({"games": results.games, "byes": results.byes, "forfeits": results.forfeits})
                flow.play(results)
                flow.advance()
        except Rejection as rejection:
            if rejection.kind == "bad_withdrawal":
                del withdrawals[rejection.details["id"]]
                continue
        break
    leaving = [{"id": player, "from": since} for player, since in withdrawals.items()]
    played = {**base, "leagues": leagues, "rounds": rounds, "withdrawn": leaving}
    part = rounds[: rng.randint(0, len(rounds))]
    state = {
        "qualified": {first["id"]: first["after"] for first in flow.first.values() if first},
        "withdrawn": {player: flow.leaving[player] for player in flow.out},
    }
    return [
        {"op": "leagues", **base},
        {"op": "flow", **played, "rounds": part},
        {"op": "flow", **played},
        {"op": "provisional", **base, "rounds": rounds, **state},
        *decide_play_offs(rng, {"op": "final", **played, "women": draw_women(rng, numbers)}),
    ]


def draw_round(rng, flow):
    results = Round([], [], [])
    for members in flow.pools().values():
        members = rng.sample(members, len(members))
        results.byes += members[:1] if len(members) % 2 else []
        members = members[len(members) % 2 :]
        results.games += [list(game) for game in zip(members[::2], members[1::2])]
    results.forfeits = [loser for _, loser in results.games if rng.random() < 0.1]
    return results


def draw_women(rng, numbers):
    share = rng.choice([0, 0.02, 0.2, 1])
    return [player for player in numbers if rng.random() < share]


def decide_play_offs(rng, request):
    """Returns the request without play-offs, then with more and more of them until all are decided."""
    requests = [{**request, "playoffs": {}}]
    while True:
        found = answer_to(requests[-1])
        if found.get("status") != "playoff":
            return requests
        decided = dict(requests[-1]["playoffs"])
        for game in found["games"]:
            if rng.random() < 0.8:
                decided[game["game"]] = rng.choice([game["a"], game["b"]])
        requests.append({**request, "playoffs": decided})


def answer_to(request):
    return answer(json.dumps(request))


def make_pool(rng):
    """Returns a random pool, including wins, byes and earlier games that are impossible in an event."""
    size = rng.choice([1, 2, 3, rng.randint(2, 16), rng.randint(2, 60)])
    most, manners = rng.choice([0, 2, 7]), rng.choice([0, 1, 3])
    pool = [
        {"id": f"P{number:03}", "wins": rng.randint(0, most), "byes": rng.randint(0, manners)}
        for number in range(1, size + 1)
    ]
    rng.shuffle(pool)
    pool.sort(key=lambda row: -row["wins"])
    games = rng.choice([0, size, size * size // 4])
    ids = [row["id"] for row in pool]
    met = [rng.sample(ids, 2) for _ in range(games)] if size > 1 else []
    return {"op": "pair", "round": rng.randint(2, 7), "pool": pool, "met": met,
            "gap": rng.choice(["worst_first", "best_first"])}


# --- Groups and the game ---------------------------------------------------------------------------------------------
def make_groups(rng):
    teams = [f"T{number:02}" for number in range(1, rng.randint(2, 60) + 1)]
    config = {"target": rng.randint(4, 8)} if rng.random() < 0.7 else {}
    if rng.random() < 0.2:
        config["groups"] = rng.randint(1, 8)
    seed = f"{rng.randrange(10**15):015}"
    return {"op": "groups", "config": config, "roster": teams, "seed": seed, "skip": rng.choice([0, 7, 10**9])}


def make_advance(rng):
    """Returns groups of a stage with many equal teams, and most of the needed jankens."""
    most, number, groups = rng.choice([0, 1, 3, 9]), 0, []
    for _ in range(rng.randint(1, 8)):
        rows = []
        for _ in range(rng.randint(2, 8)):
            number += 1
            row = {"team": f"T{number:02}"}
            if rng.random() < 0.1:
                row["disqualified"] = True
            else:
                row.update((name, rng.randint(0, most)) for name in ("empty", "top_gaps", "held", "used", "unused"))
            rows.append(row)
        groups.append(rng.sample(rows, len(rows)))
    request = {"op": "advance", "groups": groups, "per_group": rng.randint(0, 4), "best_rest": rng.randint(0, 5)}
    request["janken"] = []
    while rng.random() < 0.8:
        needed = answer_to(request).get("janken_needed")
        if not needed:
            break
        request["janken"] = request["janken"] + [rng.sample(tied, len(tied)) for tied in needed]
    return request


def make_othello(rng):
    """Returns a game of random legal moves. Some passes are left out, and sometimes a random move is added."""
    handicap, text = rng.choice([0, 0, 1, 2, 3, 4]), ""
    position, length = Position.start(handicap), rng.choice([0, 70, rng.randint(1, 60)])
    for _ in range(length):
        if position.is_finished():
            break
        moves = position.legal()
        if not moves:
            position = position.passed()
            text += PASS if rng.random() < 0.5 else ""
            continue
        square = rng.choice(moves)
        text += rng.choice([SQUARES[square], SQUARES[square].upper()])
        position = position.play(square, position.flips(square))
    if rng.random() < 0.15:
        text += rng.choice([*SQUARES, PASS, "z9", "a"])
    request = {"op": "othello", "handicap": handicap, "moves": text}
    if rng.random() < 0.7:
        request["draw_win"] = rng.choice(["black", "white"])
    if rng.random() < 0.4:
        reason = rng.choice(["time", "forfeit", "referee", "double_time"])
        request["end"] = {"reason": reason}
        if reason != "double_time":
            request["end"]["loser"] = rng.choice(["black", "white"])
    return request


# --- Faults ----------------------------------------------------------------------------------------------------------
def spoil(rng, request):
    """Returns the request with one fault: a missing key, or a value of another type. The unused key `fault` names it."""
    spoiled = copy.deepcopy(request)
    key = rng.choice([key for key in spoiled if key != "op"])
    spoiled["fault"] = key
    if rng.random() < 0.5:
        del spoiled[key]
    else:
        spoiled[key] = rng.choice([1, -1, "x", [], {}, [1], True])
    return spoiled
