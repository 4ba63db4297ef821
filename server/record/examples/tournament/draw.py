"""The draw: commitment, seed, numbers of the players, leagues and groups (TV1, TD, TL, TG)."""

import hashlib
import re

from .rejection import need

MODULUS, FACTOR, INCREMENT = 2**23, 65_793, 4_282_663  # TD1
FIRST_NUMBER = 11  # TD5
MAX_LEAGUE_SIZE = 64  # TL3
ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


# --- Commitment ------------------------------------------------------------------------------------------------------
def canonical(value):
    """Returns the canonical text of a JSON value: keys by code point, no spaces, minimal escapes (TV1)."""
    if type(value) is dict:
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if type(value) is list:
        return "[" + ",".join(map(canonical, value)) + "]"
    if type(value) is str:
        return '"' + re.sub('["\\\\\x00-\x1f]', lambda at: ESCAPES.get(at[0], f"\\u{ord(at[0]):04x}"), value) + '"'
    if value is None or type(value) is bool:
        return {None: "null", True: "true", False: "false"}[value]
    need(type(value) is int, "bad_request")
    return str(value)


def commitment(config, roster):
    """Returns the SHA-256 of configuration and roster as entered, in hexadecimal (TV1)."""
    text = canonical({"config": config, "roster": roster})
    return hashlib.sha256(text.encode()).hexdigest()


# --- Numbers ---------------------------------------------------------------------------------------------------------
def generate(seed, skip, count):
    """Returns x_0, and x_{skip+1} to x_{skip+count}, of the generator with this seed (TD1, TD3, TD4, TG3)."""
    start = x = int(seed) % MODULUS
    factor, increment = FACTOR, INCREMENT
    skip %= MODULUS
    while skip:  # Combines steps of 1, 2, 4, ...
        if skip & 1:
            x = (x * factor + increment) % MODULUS
        factor, increment = factor * factor % MODULUS, increment * (factor + 1) % MODULUS
        skip >>= 1
    numbers = []
    for _ in range(count):
        x = (x * FACTOR + INCREMENT) % MODULUS
        numbers.append(x)
    return start, numbers


def join_digits(preset, results):
    """Returns the seed of the lottery results. `bad_digits` names a result with the wrong number of digits (TD2)."""
    need(len(results) == len(preset.digits), "bad_digits")
    for place, (digits, result) in enumerate(zip(preset.digits, results), 1):
        need(re.fullmatch(f"[0-9]{{{digits}}}", result), "bad_digits", field=place)
    return "".join(preset.prefix + result for result in results)


def draw(preset, roster, seed, absent=(), drawn=None):
    """Returns x_0 and a row for each player: id, x, base number, number, present (TD3 to TD7).

    `drawn` has the slips that the seeds drew at reception. With None, numbers that are drawn by hand are None.
    """
    players = [line["id"] for line in roster]
    need(set(absent) <= set(players), "unknown_player")
    need(set(drawn or ()) <= set(players), "unknown_player")
    start, xs = generate(seed, 0, len(roster))
    by_x = sorted(range(len(roster)), key=lambda line: xs[line])
    bases = {players[line]: FIRST_NUMBER + rank for rank, line in enumerate(by_x)}
    seeded = {name: [] for name in preset.seeds}  # Seeds of each class, by ascending x.
    for line in by_x:
        if "seed" in roster[line]:
            seeded[roster[line]["seed"]].append(players[line])
    numbers = dict(bases)
    if preset.seed_mode == "lcg":
        need(not drawn, "bad_seed")
        for name, seeds in seeded.items():
            numbers.update(zip(seeds, preset.seeds[name]))
    elif drawn is None:
        numbers.update({player: None for seeds in seeded.values() for player in seeds})
    else:
        check_slips(preset, seeded, set(absent), drawn)
        numbers.update(drawn)
    rows = [
        {"id": player, "x": x, "base": bases[player], "number": numbers[player], "present": player not in absent}
        for player, x in zip(players, xs)
    ]
    return start, rows


def check_slips(preset, seeded, absent, drawn):
    """Checks that only present seeds drew, each a different slip of the class, as long as there were slips (TD6)."""
    need(set(drawn) <= {player for seeds in seeded.values() for player in seeds} - absent, "bad_seed")
    for name, seeds in seeded.items():
        slips = preset.seeds[name][: len(seeds)]
        taken = [drawn[player] for player in seeds if player in drawn]
        need(set(taken) <= set(slips) and len(set(taken)) == len(taken), "bad_seed")
        present = [player for player in seeds if player not in absent]
        need(len(taken) == min(len(slips), len(present)), "bad_seed")


# --- Leagues and groups ----------------------------------------------------------------------------------------------
def divide(preset, numbers):
    """Returns the leagues as dealt, the moves, and the leagues after them, all by number (TL1, TL2). There may be none (TS1)."""
    names, order = preset.leagues, sorted(numbers, key=numbers.get)
    need(len(order) >= preset.least_players, "too_few")
    dealt = {name: order[place :: len(names)] for place, name in enumerate(names)}
    leagues, moves = {name: list(members) for name, members in dealt.items()}, []
    for to, source in zip(names[::2], names[1::2]):
        if len(leagues[to]) % 2 and len(leagues[source]) % 2:
            player = leagues[source].pop()
            leagues[to] = sorted([*leagues[to], player], key=numbers.get)
            moves.append({"id": player, "from": source, "to": to})
    return dealt, moves, leagues


def warn_of_leagues(leagues):
    """Warns of leagues over 64, in which six rounds may leave two unbeaten players (TL3)."""
    return ["LEAGUE_OVER_64"] if any(len(members) > MAX_LEAGUE_SIZE for members in leagues.values()) else []


def count_groups(teams, target, groups=None):
    """Returns the number of groups: the given one if it is possible, otherwise the nearest to the target (TG1)."""
    need(4 <= target <= 8, "bad_config")
    if groups is not None:
        need(1 <= groups and teams // groups >= 2 and -(-teams // groups) <= 16, "bad_config")
        return groups
    if teams < 4:
        return 1
    possible = range(-(-teams // 8), teams // 4 + 1)
    return min(possible, key=lambda count: (abs(count * target - teams), -count))


def fit_groups(teams, target, groups=None):
    """Returns the number of groups of a stage: that of the plan, or the nearest possible. A single team is one group."""
    if teams < 2:
        return teams
    if groups is None:
        return count_groups(teams, target)
    return min(max(groups, -(-teams // 16)), teams // 2)


def deal_groups(teams, xs, groups):
    """Deals the teams to groups, each in draw order (TG2)."""
    order = [team for _, team in sorted(zip(xs, teams))]
    return [order[group::groups] for group in range(groups)]
