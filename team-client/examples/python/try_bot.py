#!/usr/bin/env python3
"""Plays a game and its spare with two bots on an encrypted server, which is killed and restarted in the middle.

The bots are started before the first game, and find both games by themselves.

    pip install grpcio grpcio-reflection
    python3 try_bot.py PATH/TO/ishigaki-server

The server runs in a temporary directory. The script is the judge, over the same reflection.
"""

import pathlib
import subprocess
import sys
import tempfile

import grpc
from bidder import Service
from try_bidder import create_contest

TEAMS = ("a", "b")
CONTEST = """
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [
    { id = "g", scenario = "tiny-2", close = "all-sealed", starts = "by-organiser", spare = "h" },
    { id = "h", scenario = "tiny-2", close = "all-sealed", starts = "by-organiser" },
]
"""
BOT_TIMEOUT = 60  # Seconds in which a bot must exit after the result.


class Game:
    """A game and its judge. Subclasses provide `judge` and `bots`."""

    game = "g"

    def act(self, name, **fields):
        self.judge.call(name, game=self.game, **fields)

    def wait(self, condition):
        """Reads the feed from its start until the condition is true, and returns the names of the facts so far.

        The condition gets these names and the item of the last fact."""
        facts = []
        for answer in self.judge.call("WatchGame", game=self.game, from_sequence=1):
            if answer.item.WhichOneof("body") == "event":
                facts.append(answer.item.event.WhichOneof("fact"))
                if condition(facts, answer.item):
                    return facts

    def play_round(self, number):
        """Plays a round until it is final, and returns the names of the facts until it was settled."""
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
        """Waits until the bots have built, ends the game, and returns the exit codes of the bots."""
        self.wait(lambda facts, item: facts.count("stone_placed") >= 4)
        self.act("SignalEnd")
        self.wait(lambda facts, item: facts[-1] == "game_ended")
        try:
            self.act("DeclareResult")
        except grpc.RpcError as error:
            # Two walls may be equal.
            print(f"     {error.details()}")
            self.act("EnterJanken", order=TEAMS)
            self.act("DeclareResult")
        return [bot.wait(timeout=BOT_TIMEOUT) for bot in self.bots]


class RestartedGame(Game):
    """A game and its spare with two bots on one server, which is killed and restarted between the rounds."""

    def __init__(self, server, folder):
        self.server, self.folder, self.listen = server, folder, "127.0.0.1:0"
        self.token, self.ca = create_contest(server, folder, CONTEST)
        self.start()
        bot = str(pathlib.Path(__file__).with_name("bot.py"))
        command = [sys.executable, bot, "--server", self.listen, "--ca", str(self.ca), "--seed", "7"]
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

    def stop(self):
        for process in (*self.bots, self.process):
            process.kill()
            process.wait()

    def play(self):
        organiser = Service(self.listen, self.token["organiser"], "organiser", self.ca)
        organiser.call("StartGame", game="g")
        self.play_round(1)
        organiser.call("ReplaceGame", game="g", reason="the projector failed")
        self.game = "h"
        self.play_round(1)
        self.kill()
        self.start()
        self.play_round(2)
        return self.finish()


def main():
    server = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        game = RestartedGame(server, folder)
        try:
            codes = game.play()
        finally:
            game.stop()
    assert codes == [0, 0], f"the bots exited with {codes}"
    print("Played a game and its spare in Python and restarted its server in the middle.")


if __name__ == "__main__":
    main()
