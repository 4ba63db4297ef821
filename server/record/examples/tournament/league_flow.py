"""Flow of the leagues: qualifications, moves to the placement league, withdrawals (TF, TW1)."""

from dataclasses import dataclass, field

from .rejection import Rejection, need
from .standings import Standings

PLACEMENT = "P"


@dataclass
class Transition:
    """Changes between two rounds (TF5)."""

    withdrawn: list = field(default_factory=list)
    moved: list = field(default_factory=list)
    qualified: list = field(default_factory=list)


class LeagueFlow:
    """Leagues of an event, from the division to the end of the last league round.

    `withdrawals` has (player, first round without the player), including future ones.
    """

    def __init__(self, preset, numbers, leagues, withdrawals):
        self.preset, self.numbers = preset, numbers
        self.standings = Standings(preset, numbers)
        self.dealt = {name: set(leagues[name]) for name in preset.leagues}
        self.open = {name: set(members) for name, members in self.dealt.items()}
        self.placement = set() if preset.leagues else set(numbers)  # The only pool of a small event (TS1).
        self.first = dict.fromkeys(preset.leagues)
        self.out = set()
        self.excused = set()  # From the next round, by a ruling (TV3).
        self.leaving = {}
        for player, since in withdrawals:
            need(player in numbers, "unknown_player")
            is_good = 1 <= since <= preset.last and player not in self.leaving
            need(is_good, "bad_withdrawal", id=player)
            self.leaving[player] = since

    @property
    def qualified(self):
        return {first["id"] for first in self.first.values() if first}

    def advance(self):
        """Advances the leagues to the next pairing: TF1-4, withdrawals, TF1-4 again (TF5)."""
        transition, before = Transition(), set(self.placement)
        self.update_leagues(transition)
        leaving = sorted(player for player, since in self.leaving.items() if since == self.standings.rounds + 1)
        for player in leaving:
            need(player not in self.qualified, "bad_withdrawal", id=player)
        for members in [*self.open.values(), self.placement]:
            members.difference_update(leaving)
        self.out.update(leaving)
        if leaving:
            self.update_leagues(transition)
        transition.withdrawn, transition.moved = leaving, sorted(self.placement - before)
        transition.qualified.sort(key=lambda row: row["league"])
        return transition

    def update_leagues(self, transition):
        """Applies TF1 to TF4 to every league without a first."""
        for name in self.preset.leagues:
            if self.first[name]:
                continue
            unbeaten = {player for player in self.open[name] if not self.standings.losses(player)}
            count = len(unbeaten)
            if count == 1:
                self.qualify(name, min(unbeaten), "sole", transition)
            elif count == 0:
                left = self.dealt[name] - self.out - self.qualified
                if not left:
                    raise Rejection("needs_referee", league=name)
                self.qualify(name, self.order(left)[0], "ranking", transition)
            elif self.standings.rounds >= self.preset.preliminary:
                self.qualify(name, self.order(unbeaten)[0], "ranking", transition)
            elif count & (count - 1) == 0:
                self.move(name, self.open[name] - unbeaten)

    def qualify(self, name, player, by, transition):
        self.first[name] = {"id": player, "by": by, "after": self.standings.rounds}
        transition.qualified.append({"id": player, "league": name, "by": by})
        self.placement.discard(player)
        self.move(name, self.open[name] - {player})
        self.open[name] = set()

    def move(self, name, players):
        self.open[name] -= players
        self.placement |= players

    def order(self, players):
        """Returns the players in provisional order (TR)."""
        return [player for player in self.standings.ranking() if player in players]

    def pools(self):
        """Returns the pools to pair by name, with the members in provisional order."""
        if self.standings.rounds >= self.preset.last:
            return {}
        pools = {**self.open, PLACEMENT: self.placement}
        pools = {name: self.order(members - self.excused) for name, members in pools.items()}
        return {name: members for name, members in pools.items() if members}

    def scheduled(self):
        """Returns the next games of a round robin whose players are both there (TS2).

        In round r (from 0), two of the s seats of the circle meet if their sum is 2r modulo s. The player alone in seat r
        meets the last player, who has no seat. With an odd number of players there is none, and seat r has the bye.
        """
        if not self.preset.is_round_robin:
            return []
        order, turn = sorted(self.numbers, key=self.numbers.get), self.standings.rounds
        seats = len(order) - 1 + len(order) % 2
        games = [(order[one], order[two]) for one in range(seats) for two in range(one) if (one + two - 2 * turn) % seats == 0]
        games += [(order[turn % seats], order[-1])] if seats < len(order) else []
        return [game for game in games if set(game) <= self.placement - self.excused]

    def play(self, results):
        """Adds the results of a round, with any pairs within the pools."""
        number = self.standings.rounds + 1
        need(number <= self.preset.last, "bad_history", round=number)
        pools = self.pools()
        pool_of = {player: name for name, members in pools.items() for player in members}
        self.standings.add(results, self.qualified, self.out | self.excused)
        need(all(pool_of[a] == pool_of[b] for a, b in results.games), "bad_history", round=number)
        rested = [pool_of[player] for player in results.byes]
        is_good = all(rested.count(name) == len(members) % 2 for name, members in pools.items())
        need(is_good, "bad_history", round=number)
        self.excused = set()
