#!/usr/bin/env python3
"""Plays all games of a team: bids, re-bids and builds until each result is declared.

    pip install grpcio grpcio-reflection
    python3 bot.py --server https://192.168.0.10:7150[,...] --ca ca.pem --token TOKEN [--game ID] [--seed N]

It waits for the team's first game, and follows the team through the stages of a contest and into spare games. With
--game, it plays that game only. It keeps playing if the server restarts or another one takes over the game. It needs no
generated code, and decides by the feed alone: after a lost answer it looks for the effect of the call in the feed. Try it
in a practice game: `rehearsal practice --join`.
"""

import argparse
import os
import random
import sys
import time

import grpc
from bidder import TEMPORARY_CODES, Service, enum_name, phase_name

FINISHED_PHASES = ("PHASE_ENDED", "PHASE_DECLARED", "PHASE_ABANDONED")
OVER_PHASES = FINISHED_PHASES[1:]
OVER_STAGES = ("EVENT_STAGE_DECLARED", "EVENT_STAGE_ABANDONED")


class Bot:
    """Plays for one team in one game."""

    def __init__(self, service, game, team, rng):
        self.service, self.game, self.team, self.rng = service, game, team, rng
        self.next_item = 1  # The feed continues here after a disconnect.
        self.is_over = False
        self.round, self.wave, self.settlement = 0, 0, None
        self.sealed, self.sent = set(), set()  # Windows with a list of ours: shown by the feed, and sent by us.
        self.stones = []
        self.placed = {}  # The squares of each placed stone.
        self.stones_at_build = 0  # Number of our stones when we last built.
        self.wall_revision = 0

    def play(self):
        while not self.is_over:
            try:
                self.follow()
            except grpc.RpcError as error:
                if not self.service.is_temporary(error):
                    raise
                print("     server unavailable, full or not serving the game; retrying", flush=True)
                time.sleep(0.5)

    def follow(self):
        """Reads the feed from the next item on, and acts while it has caught up."""
        has_caught_up = False
        self.sent.clear()  # If the feed doesn't show a list that was sent before a disconnect, it is sent again.
        for answer in self.service.call("WatchGame", game=self.game, from_sequence=self.next_item):
            item = answer.item
            body = item.WhichOneof("body")
            if body == "pulse":
                has_caught_up = has_caught_up or item.pulse.caught_up
            else:
                self.next_item = item.sequence + 1
            if body == "set_up":
                self.set_up(item.set_up)
                self.sealing_bytes = item.sealing_bytes
            elif body == "event":
                self.event(item)
            if self.is_over:
                return
            if has_caught_up:
                self.act(phase_name(item.clock))

    def set_up(self, setup):
        self.lots = {lot.code: lot for lot in setup.lots}
        self.copies_left = {lot.code: lot.copies for lot in setup.lots}
        self.rounds, self.money = setup.rounds, setup.initial
        self.frame = {(r, c) for r, row in enumerate(setup.frame) for c, sign in enumerate(row) if sign == "#"}
        self.bottom = max(row for row, _ in self.frame)

    def event(self, item):
        name = item.event.WhichOneof("fact")
        fact, derived = getattr(item.event, name), item.derived
        if name == "round_opened":
            self.round, self.attempt, self.wave = fact.round, fact.attempt, 0
        elif name in ("bids_sealed", "rebid_sealed") and fact.team == self.team:
            self.sealed.add(self.window())
        elif name in ("lists_opened", "rebids_opened"):
            self.wave += 1
            self.settlement = derived.settlement
        elif name == "round_finalised":
            for team in derived.handover.teams:
                for handed in team.stones:
                    self.copies_left[handed.stone.lot] -= 1
                if team.team == self.team:
                    self.money = team.held
                    self.stones += [(handed.stone.lot, handed.stone.copy) for handed in team.stones]
        elif name == "stone_placed" and fact.team == self.team:
            self.note_placed(fact.stone, fact.spot)
        elif name == "wall_replaced" and fact.team == self.team:
            self.placed.clear()
            for placement in fact.wall:
                self.note_placed(placement.stone, placement.spot)
        elif name == "stone_taken_out" and fact.team == self.team:
            self.placed.pop((fact.stone.lot, fact.stone.copy), None)
        elif name in ("result_declared", "game_abandoned"):
            self.is_over = True
        for row in derived.standings.rows:
            if row.team == self.team:
                # The feed may be behind an answer.
                self.wall_revision = max(self.wall_revision, row.wall_revision)

    def window(self):
        return (self.round, self.attempt, self.wave)

    def act(self, phase):
        if phase in ("PHASE_BIDDING", "PHASE_REBIDDING") and self.window() not in self.sealed | self.sent:
            self.sent.add(self.window())
            if phase == "PHASE_BIDDING":
                self.bid()
            else:
                self.rebid()
        if phase not in FINISHED_PHASES and self.stones_at_build != len(self.stones):
            self.build()
            self.stones_at_build = len(self.stones)

    def send(self, name, **fields):
        """Makes a call and returns its answer, or None if it is rejected.

        A temporary error ends the feed. After the reconnect, the effect is in the feed or the call is repeated."""
        try:
            return self.service.call(name, game=self.game, **fields)
        except grpc.RpcError as error:
            if self.service.is_temporary(error):
                raise
            reason, figures = self.service.error_details(error)
            print(f"     {name} rejected: {reason} {figures}: {error.details()}", file=sys.stderr, flush=True)
            return None

    def bid(self):
        """Bids on the largest stones first, slightly above the minimum price, with an equal budget for each round."""
        rounds_left = len(self.rounds) - self.round + 1
        money, bids = self.money // rounds_left, []
        offered = [lot for code, lot in self.lots.items() if self.copies_left[code] > 0]
        for lot in sorted(offered, key=lambda lot: -len(cells(lot.shape))):
            price = lot.min_price + self.rng.randint(1, 1 + lot.min_price // 2)
            if price <= money and len(bids) < self.rounds[self.round - 1].max_bids:
                bids.append({"lot": lot.code, "price": price})
                money -= price
        self.send("SubmitBids", pad_to=self.sealing_bytes, round=self.round, bids=bids)
        print(f"{self.next_item:4} round {self.round}: {len(bids)} bids", flush=True)

    def rebid(self):
        """Raises tied bids within the budget; an empty list is a pass. Without a tied bid, does nothing."""
        budget = {team.team: team.budget for team in self.settlement.tied_teams}.get(self.team)
        if budget is None:
            return
        raises = []
        for tie in self.settlement.ties:
            for line in tie.lines:
                price = tie.price + self.rng.randint(1, 4)
                if line.team == self.team and price <= budget:
                    raises.append({"priority": line.priority, "price": price})
                    budget -= price
        self.send("SubmitRebid", pad_to=self.sealing_bytes, round=self.round, wave=self.wave, raises=raises)
        print(f"{self.next_item:4} wave {self.wave}: {'raised' if raises else 'passed'}", flush=True)

    def build(self):
        """Places each stone that fits, as low as possible, then as far left as possible. Starts with the largest stone."""
        for code, copy in sorted(self.stones, key=lambda stone: -len(cells(self.lots[stone[0]].shape))):
            if (code, copy) in self.placed:
                continue
            taken = set().union(*self.placed.values())
            spots = []
            for turns in range(4):
                shape = turned(cells(self.lots[code].shape), turns)
                for row, col in self.frame:
                    squares = {(row + r, col + c) for r, c in shape}
                    rests = any(r == self.bottom or (r + 1, c) in taken for r, c in squares)
                    if squares <= self.frame and not squares & taken and rests:
                        spots.append((-sum(r for r, _ in squares), col, turns, row, squares))
            if spots:
                _, col, turns, row, squares = min(spots, key=lambda spot: spot[:4])
                spot = {"quarter_turns": turns, "row": row, "col": col}
                placement = {"stone": {"lot": code, "copy": copy}, "spot": spot}
                answer = self.send("PlaceStone", placement=placement, replaces_revision=self.wall_revision)
                if answer is not None:
                    self.placed[code, copy], self.wall_revision = squares, answer.revision
        print(f"{self.next_item:4} {len(self.placed)} of {len(self.stones)} stones placed", flush=True)

    def note_placed(self, stone, spot):
        shape = turned(cells(self.lots[stone.lot].shape), spot.quarter_turns)
        self.placed[stone.lot, stone.copy] = {(spot.row + r, spot.col + c) for r, c in shape}


def next_game(service, played):
    """Waits for the team's next game and returns its id, or None once no game can follow."""
    while True:
        try:
            games = service.call("ListGames").games
            running = [game for game in games if phase_name(game.clock) not in OVER_PHASES and game.game not in played]
            if running:
                return min(running, key=lambda game: game.practice).game  # Practice only if no game counts.
            if not may_follow(service, games):
                return None
        except grpc.RpcError as error:
            if not service.is_temporary(error):
                raise
        time.sleep(1)


def may_follow(service, games):
    """Returns whether another game may follow.

    A contest in groups may have one until it is over. Outside of one, a team gets a first game, and a spare for an
    abandoned one."""
    events = service.call("ListEvents").events
    stages = [enum_name(event, "stage") for event in events if enum_name(event, "kind") == "EVENT_KIND_GROUPS"]
    if stages:
        return any(stage not in OVER_STAGES for stage in stages)
    counting = [game for game in games if not game.practice]
    return not counting or phase_name(counting[-1].clock) == "PHASE_ABANDONED"


def cells(drawing):
    """Returns the squares of a drawing as rows and columns."""
    return [(r, c) for r, row in enumerate(drawing) for c, sign in enumerate(row) if sign == "#"]


def turned(shape, turns):
    """Rotates a shape clockwise by quarter turns, then moves its lowest row and column numbers to 0."""
    for _ in range(turns):
        shape = [(c, -r) for r, c in shape]
    row, col = min(r for r, _ in shape), min(c for _, c in shape)
    return [(r - row, c - col) for r, c in shape]


def connect(server, token, ca):
    """Returns the service and the code of our team. Retries while the server is unavailable or full."""
    while True:
        try:
            service = Service(server, token, "team", ca)
            return service, service.call("ListGames").team
        except grpc.RpcError as error:
            if error.code() not in TEMPORARY_CODES:
                raise
            print("     server unavailable or full; retrying", flush=True)
            time.sleep(0.5 + random.random())


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    server = os.environ.get("ISHIGAKI_SERVER", "127.0.0.1:7150")
    options.add_argument("--server", default=server, help="HOST:PORT, comma-separated, or ISHIGAKI_SERVER (%(default)s)")
    options.add_argument("--ca", default=os.environ.get("ISHIGAKI_CA"), help="ca.pem of the team, or ISHIGAKI_CA")
    options.add_argument("--token", default=os.environ.get("ISHIGAKI_TOKEN"), help="token of the team, or ISHIGAKI_TOKEN")
    options.add_argument("--game", default="", help="id of the only game to play; without it, all games of the team")
    options.add_argument("--seed", type=int, help="seed of the random prices; different for every run without it")
    given = options.parse_args()
    if not given.token:
        options.error("missing token: use --token or ISHIGAKI_TOKEN")
    if given.ca is None and "https://" in given.server:
        options.error("an https:// server needs --ca or ISHIGAKI_CA")
    try:
        service, team = connect(given.server, given.token, given.ca)
        rng, played, game = random.Random(given.seed), set(), given.game or next_game(service, set())
        while game:
            print(f"     plays {game}", flush=True)
            Bot(service, game, team, rng).play()
            played.add(game)
            game = None if given.game else next_game(service, played)
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
