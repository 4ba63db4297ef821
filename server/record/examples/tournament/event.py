"""A whole event: draw, rounds, play-offs, final ranking."""

from .draw import commitment, divide, draw, join_digits
from .league_flow import LeagueFlow
from .pairing import Member, count_cost, pair_first, pair_later
from .playoffs import PlayOffs
from .rejection import need
from .standings import Round


def pair_pool(flow, name, members, fixed=()):
    """Pairs a pool for the next round, with some pairs fixed by a ruling or the schedule (TP, TV3, TS2)."""
    standings, place = flow.standings, members.index
    own = [sorted(pair, key=place) for pair in fixed if pair[0] in members]
    free = [player for player in members if not any(player in pair for pair in own)]
    if standings.rounds == 0:
        pairing = pair_first({player: flow.numbers[player] for player in free})
    else:
        pool = [Member(player, standings.wins[player], standings.byes[player]) for player in members]
        pairing = pair_later([member for member in pool if member.id in free], standings.met, flow.preset.gap)
    if own:
        pairing.pairs = sorted([*own, *pairing.pairs], key=lambda pair: place(pair[0]))
        if standings.rounds:
            places = [(place(high), place(low)) for high, low in pairing.pairs]
            places += [(place(pairing.bye), len(pool))] if pairing.bye else []
            pairing.cost = count_cost(pool, places, standings.met)
    return pairing


class Event:
    """An event after its draw. `rounds` has the answer for each round so far."""

    def __init__(self, preset, roster, numbers, withdrawals):
        self.preset = preset
        self.women = {line["id"] for line in roster if line.get("woman")} & set(numbers)
        self.dealt, self.moves, self.leagues = divide(preset, numbers)
        self.flow = LeagueFlow(preset, numbers, self.leagues, withdrawals)
        self.winners = {}  # Of the play-offs, by game.
        self.rounds = []
        self.pair_next()

    @property
    def total_rounds(self):
        return self.preset.end

    def play_offs(self):
        return PlayOffs(self.preset, self.flow, self.women, self.winners)

    def pair_next(self):
        """Pairs the next round."""
        flow = self.flow
        number = len(self.rounds) + 1
        transition = flow.advance()
        self.pairings = {name: pair_pool(flow, name, members) for name, members in flow.pools().items()}
        has_games = number > self.preset.last or self.preset.has_semi_finals and number == self.preset.last
        self.games = self.play_offs().undecided() if has_games else []
        pools = [{"pool": name, **pairing.answer()} for name, pairing in self.pairings.items()]
        games = [{"game": game.name, "a": game.a, "b": game.b} for game in self.games]
        self.rounds.append({"round": number, **vars(transition), "pools": pools, "games": games})

    def play(self, winners, forfeits):
        """Enters the winners of the current round, play-offs included, and pairs the next round."""
        number = len(self.rounds)
        pairs = [pair for pairing in self.pairings.values() for pair in pairing.pairs]
        both = [*pairs, *([game.a, game.b] for game in self.games)]
        won = set(winners)
        need(len(won) == len(winners) == len(both), "bad_results", round=number)
        need(all(len(won & set(pair)) == 1 for pair in both), "bad_results", round=number)
        losers = {player for pair in both for player in pair} - won
        is_good = set(forfeits) <= losers and len(set(forfeits)) == len(forfeits)
        need(is_good, "bad_results", round=number)
        results = [(a, b) if a in won else (b, a) for a, b in pairs]
        lost = {loser for _, loser in results}
        byes = [pairing.bye for pairing in self.pairings.values() if pairing.bye]
        if number <= self.preset.last:
            self.flow.play(Round(results, byes, [player for player in forfeits if player in lost]))
            self.rounds[-1]["ranking"] = self.flow.standings.ranking()
        self.winners.update({game.name: game.a if game.a in won else game.b for game in self.games})
        if number < self.total_rounds:
            self.pair_next()

    @property
    def is_final(self):
        return len(self.rounds) == self.total_rounds and not self.play_offs().undecided()


def final_answer(play_offs):
    """Returns the final ranking, the warnings and, for MX, the women's champion (TE, TK3)."""
    answer = {"ranking": play_offs.ranking(), "warnings": play_offs.warnings()}
    if play_offs.preset.name == "MX":
        answer["women_champion"] = play_offs.woman
    return answer


def replay(preset, config, roster, digits, absent, drawn, withdrawals, rounds):
    """Replays an event from its inputs, and returns the commitment, all results and the next pairing."""
    seed = join_digits(preset, digits)
    x0, rows = draw(preset, roster, seed, absent, drawn)
    numbers = {row["id"]: row["number"] for row in rows if row["present"]}
    event = Event(preset, roster, numbers, withdrawals)
    for number, (winners, forfeits) in enumerate(rounds, 1):
        need(number <= event.total_rounds, "bad_results", round=number)
        event.play(winners, forfeits)
    answer = {
        "commitment": commitment(config, roster),
        "x0": x0,
        "numbers": numbers,
        "leagues": event.leagues,
        "rounds": event.rounds,
        "status": "final" if event.is_final else "open",
    }
    if event.is_final:
        answer["final"] = final_answer(event.play_offs())
    return answer
