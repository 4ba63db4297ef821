"""Pairing of a pool: the best way to pair all players, with its certificate (TP, TV2)."""

from collections import Counter
from dataclasses import dataclass

from .matching import match_lightest, prove


@dataclass
class Member:
    """A player of a pool, as far as the pairing needs it (TP2)."""

    id: str
    wins: int
    byes: int = 0


@dataclass
class Pairing:
    """Pairs, bye and certificate. In a pair the higher player is first; pairs are in the order of these players."""

    pairs: list
    bye: object = None
    cost: object = None

    def answer(self):
        """Returns pairs, bye and, from round 2 on, the certificate."""
        return {key: value for key, value in vars(self).items() if key != "cost" or value}


def pair_first(numbers):
    """Pairs round 1 (TP1). The pool is halved by number, and the largest numbers of both halves are paired, and so on.

    In an odd pool, the largest number has a bye.
    """
    order = sorted(numbers, key=numbers.get)
    bye = order.pop() if len(order) % 2 else None
    half = len(order) // 2
    pairs = [[order[half + place], order[place]] for place in reversed(range(half))]
    return Pairing(pairs, bye)


def pair_later(pool, met, gap):
    """Pairs a later round (TP2 to TP6). `pool` is in provisional order, `met` has the number of games by frozenset.

    The dual of the matching is checked here: it proves that no other pairing of this pool is as good.
    """
    if not pool:
        return Pairing([], None, count_cost([], [], met))
    size = len(pool) + len(pool) % 2  # A phantom is the lowest.
    breaches = [[None] * size for _ in range(size)]
    for low in range(size):
        for high in range(low):
            breaches[high][low] = breaches[low][high] = find_breach(pool, high, low, met)
    weigh = weigher(breaches, gap)
    weights = [[0] * size for _ in range(size)]
    for low in range(size):
        for high in range(low):
            weights[high][low] = weights[low][high] = weigh(high, low)
    mate, dual = match_lightest(weights)
    prove(weights, mate, dual)
    pairs = [(high, mate[high]) for high in range(size) if high < mate[high]]
    named = [[pool[high].id, pool[low].id] for high, low in pairs if low < len(pool)]
    bye = next((pool[high].id for high, low in pairs if low == len(pool)), None)
    return Pairing(named, bye, count_cost(pool, pairs, met))


def count_cost(pool, pairs, met):
    """Returns the cost of pairs, given as places in the pool (TP3)."""
    kept = [find_breach(pool, high, low, met) for high, low in pairs]
    gaps = Counter(wins for _, _, wins in kept)
    return {
        "byes": sum(byes for byes, _, _ in kept),
        "rematches": sum(games for _, games, _ in kept),
        "gaps": [gaps[wins] for wins in range(max(gaps, default=-1) + 1)],
    }


def find_breach(pool, high, low, met):
    """Returns the cost of a pair: earlier byes, earlier games, gap in wins. The phantom has -1 wins (TP3, TP6)."""
    if low == len(pool):
        return pool[high].byes, 0, pool[high].wins + 1
    one, other = pool[high], pool[low]
    return 0, met.get(frozenset((one.id, other.id)), 0), abs(one.wins - other.wins)


def weigher(breaches, gap):
    """Returns a function for the weight of a pair by TP3 and TP4. No two matchings have the same total weight.

    The parts of a weight, most significant first: byes, rematches, gaps, and for TP4 one digit per player. The digit is
    the number of players below the opponent, if the player is the higher one of the pair.
    """
    size = len(breaches)
    pairs = size // 2
    every = [breaches[high][low] for low in range(size) for high in range(low)]
    ranks = {wins: rank for rank, wins in enumerate(sorted({wins for _, _, wins in every}))}
    base, top = pairs + 1, len(ranks) - 1
    if gap == "worst_first":
        of_gap = {wins: base**rank for wins, rank in ranks.items()}
    else:
        of_gap = {wins: base**top - base ** (top - rank) for wins, rank in ranks.items()}
    per_gap = size**size
    per_game = per_gap * (pairs * base**top + 1)
    per_bye = per_game * (pairs * max(games for _, games, _ in every) + 1)
    digit = [size ** (size - 1 - place) for place in range(size)]

    def weigh(high, low):
        byes, games, wins = breaches[high][low]
        return byes * per_bye + games * per_game + of_gap[wins] * per_gap + (size - 1 - low) * digit[high]

    return weigh
