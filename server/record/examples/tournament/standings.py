"""Standings: results of all players in the league rounds, and the provisional ranking (TR, TW)."""

from collections import Counter
from dataclasses import dataclass

from .rejection import need


@dataclass
class Round:
    """Results of one round: games as (winner, loser), players with a bye, and losers by forfeit."""

    games: list
    byes: list
    forfeits: list


class Standings:
    """Results of all players, round by round."""

    def __init__(self, preset, numbers):
        self.preset, self.numbers = preset, numbers
        self.rounds = 0
        self.wins = dict.fromkeys(numbers, 0)
        self.before = dict.fromkeys(numbers, 0)  # Wins before the latest round (TR2).
        self.beaten = {player: [] for player in numbers}  # Opponents; None counts as -1 (TR3, TW3).
        self.lost_to = {player: [] for player in numbers}
        self.byes = dict.fromkeys(numbers, 0)  # Only those of TP1 and TP2 (TP5).
        self.met = Counter()  # Number of games of each pair (TP5).

    def losses(self, player):
        return self.rounds - self.wins[player]

    def add(self, results, formal, withdrawn):
        """Adds a round. `formal` players win it without a game (TF3), `withdrawn` ones lose it (TW1), all others play."""
        number = self.rounds + 1
        named = [player for game in results.games for player in game] + results.byes
        need(set(named) | set(results.forfeits) <= set(self.numbers), "unknown_player")
        playing = set(self.numbers) - set(formal) - set(withdrawn)
        need(len(set(named)) == len(named) and set(named) == playing, "bad_history", round=number)
        losers = {loser for _, loser in results.games}
        need(set(results.forfeits) <= losers, "bad_history", round=number)
        need(len(set(results.forfeits)) == len(results.forfeits), "bad_history", round=number)
        self.before = dict(self.wins)
        self.rounds = number
        for winner, loser in results.games:
            phantom = loser in results.forfeits and self.preset.forfeit_tiebreak == "phantom"
            self.wins[winner] += 1
            self.beaten[winner].append(None if phantom else loser)
            self.lost_to[loser].append(winner)
            self.met[frozenset((winner, loser))] += 1
        for player in [*results.byes, *formal]:
            self.wins[player] += 1
            self.beaten[player].append(None)
        for player in results.byes:
            self.byes[player] += 1

    def keys(self, player):
        """Returns the criteria in order, larger is better: wins, wins before, S_1 to S_K, number (TR1 to TR4)."""
        best = sorted((-1 if other is None else self.wins[other] for other in self.beaten[player]), reverse=True)
        worst = sorted(self.wins[other] for other in self.lost_to[player])
        sums = [sum(best[:k]) + sum(worst[:k]) for k in range(1, self.preset.criteria + 1)]
        return [self.wins[player], self.before[player], *sums, self.numbers[player]]

    def ranking(self):
        """Returns all players, best first."""
        return sorted(self.numbers, key=self.keys, reverse=True)
