"""Random requests about events that are played here: what `try_tournament.py` asks the server."""

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


def make_requests(chance):
    """Requests of one event, in all operations; most are whole, some have a fault."""
    entry = make_entry(chance)
    requests = [entry.request("draw"), entry.without_slips(), *play_event(chance, entry), *play_pools(chance, entry)]
    requests += [make_pool(chance), make_groups(chance), make_advance(chance), make_othello(chance)]
    chosen = [request for request in chance.sample(requests, 4) if "error" not in answer_to(request)]
    return requests + [spoil(chance, request) for request in chosen]


# --- Before the event ------------------------------------------------------------------------------------------------
class Entry:
    """What is entered before the first round."""

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


def make_config(chance):
    config = {"preset": chance.choice(["M42", "O18", "MX"])}
    for name, values in (
        ("gap", ["worst_first", "best_first"]),
        ("forfeit_tiebreak", ["opponent", "phantom"]),
        ("seed_mode", ["manual", "lcg"]),
    ):
        if chance.random() < 0.6:
            config[name] = chance.choice(values)
    if chance.random() < 0.2:
        numbers = chance.sample(range(1, 11), chance.randint(1, 6))
        config["seed_numbers"] = {"A": numbers[:3], **({"B": numbers[3:]} if len(numbers) > 3 else {})}
    return config


def make_entry(chance):
    config = make_config(chance)
    preset = read_preset(config)
    least = LEAST[preset.name]
    size = chance.randint(least, 120) if chance.random() < 0.5 else chance.randint(least, 40)
    roster = []
    for number in range(1, size + 1):
        line = {"id": chance.choice(["P", "選手", "Ä"]) + f"{number:03}"}
        if chance.random() < chance.choice([0, 0.05, 0.2]):
            line["seed"] = chance.choice(list(preset.seeds))
        if chance.random() < 0.2:
            line["woman"] = True
        roster.append(line)
    players = [line["id"] for line in roster]
    absent = sorted(chance.sample(players, chance.randint(0, min(size // 6, size - least))))
    digits = ["".join(chance.choice("0123456789") for _ in range(count)) for count in preset.digits]
    return Entry(config, roster, digits, absent, draw_slips(chance, preset, roster, absent))


def draw_slips(chance, preset, roster, absent):
    drawn = {}
    if preset.seed_mode == "lcg":
        return drawn
    for name, numbers in preset.seeds.items():
        seeds = [line["id"] for line in roster if line.get("seed") == name]
        slips = numbers[: len(seeds)]
        present = [player for player in seeds if player not in absent]
        drawn.update(zip(chance.sample(present, len(present)), chance.sample(slips, len(slips))))
    return drawn


# --- Rounds ----------------------------------------------------------------------------------------------------------
def make_withdrawals(chance, numbers, last):
    share = chance.choice([0, 0.05, 0.2, 0.7])
    return {player: chance.randint(1, last) for player in sorted(numbers) if chance.random() < share}


def make_result(chance, manner, numbers, a, b):
    """Winner and loser: by the number, by chance, or most often by the number."""
    a, b = (a, b) if numbers[a] < numbers[b] else (b, a)
    upset = {"number": 0, "chance": 0.5, "mixed": 0.2}[manner]
    return (b, a) if chance.random() < upset else (a, b)


def play_event(chance, entry):
    """The whole event, or as far as it gets; a withdrawal that is not possible is most often taken back."""
    numbers = entry.numbers
    withdrawals = make_withdrawals(chance, numbers, entry.preset.last)
    manner, forfeits = chance.choice(["number", "chance", "mixed"]), chance.choice([0, 0.1, 0.4])
    keeps_faults = chance.random() < 0.1
    while True:
        rounds, leaving = [], [{"id": player, "from": since} for player, since in withdrawals.items()]
        try:
            event = Event(entry.preset, entry.roster, numbers, list(withdrawals.items()))
            stop = chance.choice([event.rounds_in_all, event.rounds_in_all, chance.randint(0, event.rounds_in_all)])
            while len(rounds) < stop:
                results = [
                    make_result(chance, manner, numbers, a, b)
                    for pairing in event.pairings.values()
                    for a, b in pairing.pairs
                ]
                results += [make_result(chance, manner, numbers, game.a, game.b) for game in event.games]
                chance.shuffle(results)
                lost = [loser for _, loser in results if chance.random() < forfeits]
                rounds.append({"winners": [winner for winner, _ in results], "forfeits": lost})
                event.play(rounds[-1]["winners"], lost)
        except Rejection as rejection:
            if rejection.kind == "bad_withdrawal" and not keeps_faults:
                del withdrawals[rejection.where["id"]]
                continue
        whole = entry.request("event", rounds=rounds, withdrawn=leaving)
        return [whole, {**whole, "rounds": rounds[: len(rounds) // 2]}]


def play_pools(chance, entry):
    """Leagues, flow, provisional ranking and final of an event whose pairs are drawn at random within the pools."""
    preset, numbers = entry.preset, entry.numbers
    _, _, leagues = divide(preset, numbers)
    base = {"config": entry.config, "numbers": numbers}
    withdrawals = make_withdrawals(chance, numbers, preset.last)
    while True:
        flow, rounds = LeagueFlow(preset, numbers, leagues, list(withdrawals.items())), []
        try:
            flow.advance()
            while flow.standings.rounds < preset.last:
                results = draw_round(chance, flow)
                rounds.append({"games": results.games, "byes": results.byes, "forfeits": results.forfeits})
                flow.play(results)
                flow.advance()
        except Rejection as rejection:
            if rejection.kind == "bad_withdrawal":
                del withdrawals[rejection.where["id"]]
                continue
        break
    leaving = [{"id": player, "from": since} for player, since in withdrawals.items()]
    played = {**base, "leagues": leagues, "rounds": rounds, "withdrawn": leaving}
    part = rounds[: chance.randint(0, len(rounds))]
    state = {
        "qualified": {first["id"]: first["after"] for first in flow.first.values() if first},
        "withdrawn": {player: flow.leaving[player] for player in flow.out},
    }
    return [
        {"op": "leagues", **base},
        {"op": "flow", **played, "rounds": part},
        {"op": "flow", **played},
        {"op": "provisional", **base, "rounds": rounds, **state},
        *decide_play_offs(chance, {"op": "final", **played, "women": draw_women(chance, numbers)}),
    ]


def draw_round(chance, flow):
    results = Round([], [], [])
    for members in flow.pools().values():
        members = chance.sample(members, len(members))
        results.byes += members[:1] if len(members) % 2 else []
        members = members[len(members) % 2 :]
        results.games += [list(game) for game in zip(members[::2], members[1::2])]
    results.forfeits = [loser for _, loser in results.games if chance.random() < 0.1]
    return results


def draw_women(chance, numbers):
    share = chance.choice([0, 0.02, 0.2, 1])
    return [player for player in numbers if chance.random() < share]


def decide_play_offs(chance, request):
    """The request without play-offs, and with each further one until nothing is open."""
    requests = [{**request, "playoffs": {}}]
    while True:
        found = answer_to(requests[-1])
        if found.get("status") != "playoff":
            return requests
        decided = dict(requests[-1]["playoffs"])
        for game in found["games"]:
            if chance.random() < 0.8:
                decided[game["game"]] = chance.choice([game["a"], game["b"]])
        requests.append({**request, "playoffs": decided})


def answer_to(request):
    return answer(json.dumps(request))


def make_pool(chance):
    """A pool of any kind: also wins, byes and meetings that no event would bring about."""
    size = chance.choice([1, 2, 3, chance.randint(2, 16), chance.randint(2, 60)])
    most, manners = chance.choice([0, 2, 7]), chance.choice([0, 1, 3])
    pool = [
        {"id": f"P{number:03}", "wins": chance.randint(0, most), "byes": chance.randint(0, manners)}
        for number in range(1, size + 1)
    ]
    chance.shuffle(pool)
    pool.sort(key=lambda row: -row["wins"])
    games = chance.choice([0, size, size * size // 4])
    ids = [row["id"] for row in pool]
    met = [chance.sample(ids, 2) for _ in range(games)] if size > 1 else []
    return {"op": "pair", "round": chance.randint(2, 7), "pool": pool, "met": met,
            "gap": chance.choice(["worst_first", "best_first"])}


# --- Groups and the game ---------------------------------------------------------------------------------------------
def make_groups(chance):
    teams = [f"T{number:02}" for number in range(1, chance.randint(2, 60) + 1)]
    config = {"target": chance.randint(4, 8)} if chance.random() < 0.7 else {}
    if chance.random() < 0.2:
        config["groups"] = chance.randint(1, 8)
    seed = f"{chance.randrange(10**15):015}"
    return {"op": "groups", "config": config, "roster": teams, "seed": seed, "skip": chance.choice([0, 7, 10**9])}


def make_advance(chance):
    """A stage's groups with many equals; what needs a janken gets it, one after the other."""
    most, number, groups = chance.choice([0, 1, 3, 9]), 0, []
    for _ in range(chance.randint(1, 8)):
        rows = []
        for _ in range(chance.randint(2, 8)):
            number += 1
            row = {"team": f"T{number:02}"}
            if chance.random() < 0.1:
                row["disqualified"] = True
            else:
                row.update((name, chance.randint(0, most)) for name in ("empty", "top_gaps", "held", "used", "unused"))
            rows.append(row)
        groups.append(chance.sample(rows, len(rows)))
    request = {"op": "advance", "groups": groups, "per_group": chance.randint(0, 4), "best_rest": chance.randint(0, 5)}
    request["janken"] = []
    while chance.random() < 0.8:
        needed = answer_to(request).get("janken_needed")
        if not needed:
            break
        request["janken"] = request["janken"] + [chance.sample(tied, len(tied)) for tied in needed]
    return request


def make_othello(chance):
    """A game of random legal moves, passes written or not, now and then one more or another square."""
    handicap, text = chance.choice([0, 0, 1, 2, 3, 4]), ""
    position, length = Position.start(handicap), chance.choice([0, 70, chance.randint(1, 60)])
    for _ in range(length):
        if position.is_finished():
            break
        moves = position.legal()
        if not moves:
            position = position.passed()
            text += PASS if chance.random() < 0.5 else ""
            continue
        square = chance.choice(moves)
        text += chance.choice([SQUARES[square], SQUARES[square].upper()])
        position = position.play(square, position.flips(square))
    if chance.random() < 0.15:
        text += chance.choice([*SQUARES, PASS, "z9", "a"])
    request = {"op": "othello", "handicap": handicap, "moves": text}
    if chance.random() < 0.7:
        request["draw_win"] = chance.choice(["black", "white"])
    if chance.random() < 0.4:
        reason = chance.choice(["time", "forfeit", "referee", "double_time"])
        request["end"] = {"reason": reason}
        if reason != "double_time":
            request["end"]["loser"] = chance.choice(["black", "white"])
    return request


# --- Faults ----------------------------------------------------------------------------------------------------------
def spoil(chance, request):
    """The request with one fault: a key gone, or a value of another type; `fault`, which nobody reads, names it."""
    spoiled = copy.deepcopy(request)
    key = chance.choice([key for key in spoiled if key != "op"])
    spoiled["fault"] = key
    if chance.random() < 0.5:
        del spoiled[key]
    else:
        spoiled[key] = chance.choice([1, -1, "x", [], {}, [1], True])
    return spoiled
