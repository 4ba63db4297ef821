"""Play-offs, final ranking and awards (TK, TE)."""

from dataclasses import dataclass

from .rejection import need

PRIZES, MAX_PRIZE_FIELD = 6, 12  # TK2
DAN = {"champion": 7, "runner_up": 6, "third": 6, "fourth": 5, "prize": 5}  # TE5
DAN_BY_WINS = {4: 2, 5: 3}
SMALL_AWARDS = ("champion", "runner_up", "third")  # TS3


@dataclass
class Game:
    """A play-off between a and b."""

    name: str
    a: str
    b: str
    winner: object = None

    @property
    def loser(self):
        return self.winner and (self.b if self.winner == self.a else self.a)


class PlayOffs:
    """The play-off games whose players are known, and their results.

    `winners` are by the name of the game. Unknown games, and winners that don't play in them, are rejected.
    """

    def __init__(self, preset, flow, women, winners):
        self.preset, self.flow, self.women, self.winners = preset, flow, women, dict(winners)
        self.games = {}
        self.is_complete = flow.standings.rounds == preset.last  # All league rounds are played.
        first = [flow.first[name]["id"] for name in preset.leagues]
        if preset.has_semi_finals:
            a, b, c, d = first
            one, two = self.add("SF1", a, d), self.add("SF2", b, c)
            if self.is_complete:
                self.add("final", one.winner, two.winner)
            if self.is_complete and preset.name == "M42":
                self.add("third", one.loser, two.loser)
        elif preset.leagues:
            self.add("final", *first)
        self.field, self.woman = [], None
        if self.is_complete:
            self.add_prize_games()
            if preset.name == "MX":
                self.add_womens_final()
        need(not self.winners, "bad_results", game=min(self.winners, default=None))

    def add(self, name, a, b):
        game = Game(name, a, b)
        if a is None or b is None:
            return game
        game.winner = self.winners.pop(name, None)
        need(game.winner in (None, a, b), "bad_results", game=name)
        self.games[name] = game
        return game

    def add_prize_games(self):
        """Adds the games for six prizes, in M42: the best of the placement league with at most one loss (TK2)."""
        if self.preset.name != "M42":
            return
        flow = self.flow
        self.field = [player for player in flow.order(flow.placement) if flow.standings.losses(player) <= 1]
        playing = min(len(self.field), MAX_PRIZE_FIELD)
        for rank in range(PRIZES, MAX_PRIZE_FIELD - playing, -1):
            self.add(f"prize{rank}", self.field[rank - 1], self.field[MAX_PRIZE_FIELD - rank])

    def add_womens_final(self):
        """Adds the final of the two best women, in MX if no finalist is a woman (TK3)."""
        final = self.games.get("final")
        if not final:
            return
        finalists = [player for player in (final.a, final.b) if player in self.women]
        if finalists:
            self.woman = finalists[0] if len(finalists) == 1 else final.winner
            return
        losers = [self.games["SF1"].loser, self.games["SF2"].loser]
        best = [player for player in losers + self.flow.order(self.flow.placement) if player in self.women]
        if len(best) > 1:
            self.woman = self.add("women", *best[:2]).winner
        elif best:
            self.woman = best[0]

    def undecided(self):
        return [game for game in self.games.values() if not game.winner]

    def warnings(self):
        return ["PRIZE_OVER_12"] if len(self.field) > MAX_PRIZE_FIELD else []

    def prize_winners(self):
        """Returns the winners of prizes: TK2 for M42, TE3 for MX."""
        if self.preset.name == "M42":
            losers = {game.loser for name, game in self.games.items() if name.startswith("prize")}
            return {player for player in self.field[:MAX_PRIZE_FIELD] if player not in losers}
        if self.preset.name == "MX":
            return {player for player in self.flow.numbers if self.has_lost_to_firsts_only(player)}
        return set()

    def has_lost_to_firsts_only(self, player):
        """Returns whether the player has at most one loss, and only to a first of a league (TE3).

        Rounds after a withdrawal are losses without an opponent.
        """
        standings = self.flow.standings
        to_firsts = sum(other in self.flow.qualified for other in standings.lost_to[player])
        return standings.losses(player) == to_firsts <= 1

    def top_places(self):
        """Returns place and award of the players that the play-offs place (TE1 to TE3); none without a knock-out (TS3)."""
        if not self.preset.leagues:
            return {}
        final = self.games["final"]
        top = {final.winner: (1, "champion"), final.loser: (2, "runner_up")}
        if self.preset.name == "M42":
            third = self.games["third"]
            top.update({third.winner: (3, "third"), third.loser: (4, "fourth")})
        elif self.preset.name == "MX":
            top.update({self.games[name].loser: (3, "third") for name in ("SF1", "SF2")})
        return top

    def ranking(self):
        """Returns the final ranking by place; equal places in provisional order (TE, TS3)."""
        standings, order = self.flow.standings, self.flow.standings.ranking()
        provisional = {player: rank for rank, player in enumerate(order)}
        top, prizes = self.top_places(), self.prize_winners()
        is_m42, is_small = self.preset.name == "M42", not self.preset.leagues
        has_no_ties = is_small or self.preset.name == "MX"

        def key(player):  # Smaller is better; equal keys share a place.
            rank = provisional[player]
            wins, before = standings.wins[player], standings.before[player]
            return -wins, player not in prizes, rank if player in prizes and is_m42 else 0, not is_small and -before, has_no_ties and rank

        others = sorted((player for player in order if player not in top), key=key)
        placed = {player: place for player, (place, _) in top.items()}
        for at, player in enumerate(others):
            is_joint = at and key(player) == key(others[at - 1])
            placed[player] = placed[others[at - 1]] if is_joint else len(top) + at + 1
        rows = []
        for player in sorted(order, key=placed.get):
            award = top[player][1] if player in top else "prize" if player in prizes else None
            if is_small and placed[player] <= len(SMALL_AWARDS):
                award = SMALL_AWARDS[placed[player] - 1]
            wins, losses = standings.wins[player], standings.losses(player)
            row = {"id": player, "place": placed[player], "wins": wins, "losses": losses, "award": award}
            if is_m42:
                row["dan"] = DAN.get(award) or DAN_BY_WINS.get(wins, 4 if wins >= 6 else 0)
                row["oza"] = wins >= 4
            rows.append(row)
        return rows
