#!/usr/bin/env python3
"""Lets two bots play a whole game, encrypted, on a server of their own, which is killed and started again in the middle.

    pip install grpcio grpcio-reflection
    python3 try_bot.py PATH/TO/ishigaki-server

The server runs in a folder that goes away again. The judge is played here, through the same reflection.
"""

import pathlib
import subprocess
import sys
import tempfile

import grpc
from bidder import Service
from try_bidder import CONTEST, outfit

TEAMS = ("a", "b")
PATIENCE = 60  # seconds for anything that should happen at once


class Game:
    """A game as it is judged here, from its first round to the bots' end. Whoever is one has a `judge` and `bots`."""

    def act(self, name, **fields):
        self.judge.call(name, game="g", **fields)

    def wait(self, is_so):
        """Reads the game from its start until `is_so` of all facts so far and of the last one's item; gives the facts."""
        facts = []
        for answer in self.judge.call("WatchGame", game="g", from_sequence=1):
            if answer.item.WhichOneof("body") == "event":
                facts.append(answer.item.event.WhichOneof("fact"))
                if is_so(facts, answer.item):
                    return facts

    def play_round(self, number):
        """Plays a round until it is final; gives the facts until it was settled."""
        self.act("OpenRound", round=number)
        is_settled = lambda facts, item: (  # noqa: E731
            facts.count("round_opened") == number
            and facts[-1] in ("lists_opened", "rebids_opened")
            and not item.derived.settlement.ties
        )
        facts = self.wait(is_settled)
        self.act("ConfirmLots", round=number, attempt=1, all={})
        return facts

    def finish(self):
        """Lets the bots build, and ends the game; gives how each of them ended."""
        self.wait(lambda facts, item: facts.count("stone_placed") >= 4)
        self.act("SignalEnd")
        self.wait(lambda facts, item: facts[-1] == "game_ended")
        try:
            self.act("DeclareResult")
        except grpc.RpcError as error:
            # Two walls may be worth just the same.
            print(f"     {error.details()}")
            self.act("EnterJanken", order=TEAMS)
            self.act("DeclareResult")
        return [bot.wait(timeout=PATIENCE) for bot in self.bots]


class Hall(Game):
    """A server in a folder, its judge, and the bots."""

    def __init__(self, server, folder):
        self.server, self.folder, self.listen = server, folder, "127.0.0.1:0"
        pathlib.Path(folder, "contest.toml").write_text(CONTEST)
        self.token, self.ca = outfit(server, folder)
        self.start()
        bot = str(pathlib.Path(__file__).with_name("bot.py"))
        command = [sys.executable, bot, "--server", self.listen, "--ca", str(self.ca), "--game", "g", "--seed", "7"]
        self.bots = [subprocess.Popen([*command, "--token", self.token[team]], cwd=folder) for team in TEAMS]

    def start(self):
        command = [self.server, "serve", "--folder", "day", "--listen", self.listen]
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.listen = self.process.stdout.readline().split("https://")[1].strip()
        self.judge = Service(self.listen, self.token["judge"], "judge", self.ca)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def leave(self):
        for process in (*self.bots, self.process):
            process.kill()
            process.wait()

    def play(self):
        self.play_round(1)
        self.kill()
        self.start()
        self.play_round(2)
        return self.finish()


def main():
    server = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(server, folder)
        try:
            codes = hall.play()
        finally:
            hall.leave()
    assert codes == [0, 0], f"the bots ended with {codes}"
    print("a whole game was played in Python, over a restart of its server")


if __name__ == "__main__":
    main()
