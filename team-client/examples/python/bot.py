#!/usr/bin/env python3
"""A whole bot in Python: it bids, re-bids, builds, and plays on until the result is declared, also if the server restarts, or
another one goes on with the game.

    pip install grpcio grpcio-reflection
    python3 bot.py --server https://192.168.0.10:7150[,...] --ca ca.pem --token TOKEN [--game ID] [--seed N]

It needs no generated code. All that it knows comes from the feed: what it does is decided by what the feed shows, so a
call whose answer got lost is simply looked for there. A table to try it at: `rehearsal practice --join`.
"""

import argparse
import os
import random
import sys
import time

import grpc
from bidder import PASSING, Service, phase_name


class Bot:
    """Plays one team in one game."""

    def __init__(self, service, game, team, chance):
        self.service, self.game, self.team, self.chance = service, game, team, chance
        self.next = 1  # The sequence of the feed's next item: where to go on after a cut.
        self.is_over = False
        self.round, self.wave, self.settlement = 0, 0, None
        self.sealed, self.sent = set(), set()  # What the feed has shown as sealed, and what we have sent.
        self.stones, self.laid, self.tried = [], {}, 0  # Our stones, where they lie, with how many we last built.
        self.wall = 0  # The revision of our wall: how often it has changed.

    def play(self):
        while not self.is_over:
            try:
                self.follow()
            except grpc.RpcError as error:
                if not self.service.is_passing(error):
                    raise
                print("     the server is away or full, or another one has the game; trying again", flush=True)
                time.sleep(0.5)

    def follow(self):
        """Takes in the feed from where we were, and acts whenever we are up to date."""
        has_caught_up = False
        self.sent.clear()  # What was sent before a cut is sealed, or it will be sent again.
        for answer in self.service.call("WatchGame", game=self.game, from_sequence=self.next):
            item = answer.item
            body = item.WhichOneof("body")
            if body == "pulse":
                has_caught_up = has_caught_up or item.pulse.caught_up
            else:
                self.next = item.sequence + 1
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
        self.left = {lot.code: lot.copies for lot in setup.lots}
        self.plans, self.held = setup.rounds, setup.initial
        self.frame = {(r, c) for r, row in enumerate(setup.frame) for c, sign in enumerate(row) if sign == "#"}
        self.bottom = max(row for row, _ in self.frame)

    def event(self, item):
        fact = item.event.WhichOneof("fact")
        what, derived = getattr(item.event, fact), item.derived
        if fact == "round_opened":
            self.round, self.attempt, self.wave = what.round, what.attempt, 0
        elif fact in ("bids_sealed", "rebid_sealed") and what.team == self.team:
            self.sealed.add(self.moment())
        elif fact in ("lists_opened", "rebids_opened"):
            self.wave += 1
            self.settlement = derived.settlement
        elif fact == "round_finalised":
            for team in derived.handover.teams:
                for handed in team.stones:
                    self.left[handed.stone.lot] -= 1
                if team.team == self.team:
                    self.held = team.held
                    self.stones += [(handed.stone.lot, handed.stone.copy) for handed in team.stones]
        elif fact == "stone_placed" and what.team == self.team:
            self.lay(what.stone, what.spot)
        elif fact == "wall_replaced" and what.team == self.team:
            self.laid.clear()
            for laid in what.wall:
                self.lay(laid.stone, laid.spot)
        elif fact == "stone_taken_out" and what.team == self.team:
            self.laid.pop((what.stone.lot, what.stone.copy), None)
        elif fact in ("result_declared", "game_abandoned"):
            self.is_over = True
        for row in derived.standings.rows:
            if row.team == self.team:
                self.wall = max(self.wall, row.wall_revision)  # The feed may lie behind what an answer has told.

    def moment(self):
        return (self.round, self.attempt, self.wave)

    def act(self, phase):
        if phase in ("PHASE_BIDDING", "PHASE_REBIDDING") and self.moment() not in self.sealed | self.sent:
            self.sent.add(self.moment())
            self.bid() if phase == "PHASE_BIDDING" else self.rebid()
        if phase not in ("PHASE_ENDED", "PHASE_DECLARED", "PHASE_ABANDONED") and self.tried != len(self.stones):
            self.build()
            self.tried = len(self.stones)

    def send(self, name, **fields):
        """Makes a call and gives the answer. A refusal is told, and nothing has changed: None."""
        try:
            return self.service.call(name, game=self.game, **fields)
        except grpc.RpcError as error:
            if self.service.is_passing(error):
                raise
            reason, figures = self.service.refusal(error)
            print(f"     {name} refused: {reason} {figures}: {error.details()}", file=sys.stderr, flush=True)
            return None

    def bid(self):
        """The biggest stones first, a bit above the least price, with an even share of the money for each round."""
        plan, rounds_left = self.plans[self.round - 1], len(self.plans) - self.round + 1
        money, bids = self.held // rounds_left, []
        offered = [lot for code, lot in self.lots.items() if self.left[code] > 0]
        for lot in sorted(offered, key=lambda lot: -len(cells(lot.shape))):
            price = lot.min_price + self.chance.randint(1, 1 + lot.min_price // 2)
            if price <= money and len(bids) < plan.max_bids:
                bids.append({"lot": lot.code, "price": price})
                money -= price
        self.send("SubmitBids", pad_to=self.sealing_bytes, round=self.round, bids=bids)
        print(f"{self.next:4} round {self.round}: {len(bids)} bids", flush=True)

    def rebid(self):
        """Raises what is tied as far as the budget goes; an empty list is a pass. Not ours to do if nothing is tied."""
        budget = {team.team: team.budget for team in self.settlement.tied_teams}.get(self.team)
        if budget is None:
            return
        raises = []
        for tie in self.settlement.ties:
            for line in tie.lines:
                price = tie.price + self.chance.randint(1, 4)
                if line.team == self.team and price <= budget:
                    raises.append({"priority": line.priority, "price": price})
                    budget -= price
        self.send("SubmitRebid", pad_to=self.sealing_bytes, round=self.round, wave=self.wave, raises=raises)
        print(f"{self.next:4} wave {self.wave}: {len(raises)} raises", flush=True)

    def build(self):
        """Lays each stone that fits beside what lies: as low as it goes, then as far left."""
        for code, copy in sorted(self.stones, key=lambda stone: -len(cells(self.lots[stone[0]].shape))):
            if (code, copy) in self.laid:
                continue
            taken = set().union(*self.laid.values())
            spots = []
            for turns in range(4):
                shape = turned(cells(self.lots[code].shape), turns)
                for row, col in self.frame:
                    square = {(row + r, col + c) for r, c in shape}
                    rests = any(r == self.bottom or (r + 1, c) in taken for r, c in square)
                    if square <= self.frame and not square & taken and rests:
                        spots.append((-sum(r for r, _ in square), col, turns, row, square))
            if spots:
                _, col, turns, row, square = min(spots, key=lambda spot: spot[:4])
                spot = {"quarter_turns": turns, "row": row, "col": col}
                placement = {"stone": {"lot": code, "copy": copy}, "spot": spot}
                answer = self.send("PlaceStone", placement=placement, replaces_revision=self.wall)
                if answer is not None:
                    self.laid[code, copy], self.wall = square, answer.revision
        print(f"{self.next:4} {len(self.laid)} of {len(self.stones)} stones lie", flush=True)

    def lay(self, stone, spot):
        shape = turned(cells(self.lots[stone.lot].shape), spot.quarter_turns)
        self.laid[stone.lot, stone.copy] = {(spot.row + r, spot.col + c) for r, c in shape}


def cells(drawing):
    return [(r, c) for r, row in enumerate(drawing) for c, sign in enumerate(row) if sign == "#"]


def turned(shape, turns):
    """So many quarter turns clockwise, then moved so that the least row and column are 0."""
    for _ in range(turns):
        shape = [(c, -r) for r, c in shape]
    row, col = min(r for r, _ in shape), min(c for _, c in shape)
    return [(r - row, c - col) for r, c in shape]


def enter(server, token, ca):
    """The service and the code of our team, as soon as a server has room for us."""
    while True:
        try:
            service = Service(server, token, "team", ca)
            return service, service.call("ListGames").team
        except grpc.RpcError as error:
            if error.code() not in PASSING:
                raise
            print("     the server is away or full; trying again", flush=True)
            time.sleep(0.5 + random.random())


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    server = os.environ.get("ISHIGAKI_SERVER", "127.0.0.1:7150")
    options.add_argument("--server", default=server, help="HOST:PORT, several with commas, or ISHIGAKI_SERVER (%(default)s)")
    options.add_argument("--ca", default=os.environ.get("ISHIGAKI_CA"), help="ca.pem of the team's folder; or ISHIGAKI_CA")
    options.add_argument("--token", default=os.environ.get("ISHIGAKI_TOKEN"), help="or ISHIGAKI_TOKEN")
    options.add_argument("--game", default="", help="the game's id; not needed where there is only one")
    options.add_argument("--seed", type=int, help="another seed bids otherwise; without it, every time")
    given = options.parse_args()
    if not given.token:
        options.error("a token is needed: --token or ISHIGAKI_TOKEN")
    if given.ca is None and "https://" in given.server:
        options.error("an https:// server is known by its authority: --ca or ISHIGAKI_CA")
    try:
        service, team = enter(given.server, given.token, given.ca)
        Bot(service, given.game, team, random.Random(given.seed)).play()
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
