#!/usr/bin/env python3
"""Lets two bots play a game on two servers over one journal, of which the one that has the game is killed in the middle.

    pip install grpcio grpcio-reflection
    python3 try_several.py PATH/TO/ishigaki-server [COMMAND OF A BOT ...]

One bot knows both servers, the other one only the one that does not have the game. Which bot that is may be said: the one beside
this file by itself, or `node ../node/bot.js`. The journal is in a PostgreSQL of its own, which goes away again; where there is
none on this machine, that is said, and nothing is tried.
"""

import glob
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import grpc
from bidder import Service
from try_bidder import CONTEST, outfit
from try_bot import TEAMS, Game

BOT = [sys.executable, str(pathlib.Path(__file__).with_name("bot.py"))]


class Database:
    """A PostgreSQL in a folder, reached at a socket there. It refuses to be run by root, who runs it as its own user."""

    def __init__(self, programs):
        self.programs, self.folder = programs, tempfile.mkdtemp(prefix="ishigaki-postgres-")
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = f"-k {self.folder} -c listen_addresses=''"
        self.run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", settings, "start")
        self.url = f"postgres://postgres@{self.folder.replace('/', '%2F')}/postgres"

    def run(self, program, *arguments):
        as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.getuid() == 0 else []
        command = [*as_user, str(pathlib.Path(self.programs, program)), *arguments]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def leave(self):
        self.run("pg_ctl", "-D", "data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    @staticmethod
    def programs_here():
        """The folder of PostgreSQL's programs; `None` where there is none."""
        named, path = os.environ.get("ISHIGAKI_POSTGRES"), shutil.which("initdb")
        installed = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        return named or (path and str(pathlib.Path(path).parent)) or (installed[-1] if installed else None)


class Hall(Game):
    """Two servers with a copy of one folder each, their judge, and the bots."""

    def __init__(self, server, folder, database, bot):
        self.server, self.bot, self.processes, self.bots = server, bot, {}, []
        pathlib.Path(folder, "contest.toml").write_text(CONTEST)
        self.token, self.ca = outfit(server, folder)
        for name in ("one", "two"):
            home = pathlib.Path(folder, name)
            shutil.copytree(pathlib.Path(folder, "day"), home / "day")
            self.serve(home, database.url)

    def serve(self, home, journal):
        command = [self.server, "serve", "--folder", "day", "--listen", "127.0.0.1:0", "--advertise", "127.0.0.1:0"]
        process = subprocess.Popen(
            command,
            cwd=home,
            env={**os.environ, "ISHIGAKI_JOURNAL": journal},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.processes[process.stdout.readline().split("https://")[1].strip()] = process

    def begin(self):
        """Seats the bots; gives the address of the server that has the game, and of the other one."""
        holder = next(address for address in self.processes if self.has_game(address))
        other = next(address for address in self.processes if address != holder)
        self.judge = Service(f"{holder},{other}", self.token["judge"], "judge", self.ca)
        for team, known, seed in zip(TEAMS, (f"{holder},{other}", other), "78"):
            command = [*self.bot, "--server", known, "--ca", self.ca, "--game", "g", "--seed", seed]
            self.bots.append(subprocess.Popen(command, env={**os.environ, "ISHIGAKI_TOKEN": self.token[team]}))
        return holder, other

    def has_game(self, address):
        games = Service(address, self.token["judge"], "judge", self.ca).call("ListGames").games
        return any(game.game == "g" and game.HasField("clock") for game in games)

    def leave(self):
        for process in (*self.bots, *self.processes.values()):
            process.kill()
            process.wait()

    def until_granted(self, make):
        """Asks until a server has the game and answers: whatever is asked here may be asked twice."""
        while True:
            try:
                return make()
            except grpc.RpcError as error:
                if not self.judge.is_passing(error):
                    raise

    def act(self, name, **fields):
        self.until_granted(lambda: super(Hall, self).act(name, **fields))

    def wait(self, is_so):
        return self.until_granted(lambda: super(Hall, self).wait(is_so))

    def play_whole_round(self, number):
        facts = self.play_round(number)
        assert facts.count("bids_sealed") == number * len(TEAMS), f"both bots have sealed in each of {number} rounds"

    def play(self):
        holder, other = self.begin()
        self.play_whole_round(1)
        self.processes[holder].kill()
        self.play_whole_round(2)
        assert self.has_game(other), "the other server goes on with the game"
        return self.finish()


def main():
    server, bot = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:] or BOT
    programs = Database.programs_here()
    if programs is None:
        lacking = "there is no PostgreSQL here (apt-get install postgresql) for two servers' journal"
        if "postgres" in os.environ.get("ISHIGAKI_REQUIRE", "").replace(" ", "").split(","):
            sys.exit(f"ISHIGAKI_REQUIRE names postgres: {lacking}")
        return print(f"PASSED OVER: {lacking}")
    # Whoever ends this in the middle ends the servers and the database, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    database = Database(programs)
    try:
        with tempfile.TemporaryDirectory() as folder:
            hall = Hall(server, folder, database, bot)
            try:
                codes = hall.play()
            finally:
                hall.leave()
    finally:
        database.leave()
    assert codes == [0, 0], f"the bots ended with {codes}"
    print("a whole game was played over two servers, of which the one that had it was killed")


if __name__ == "__main__":
    main()
