#!/usr/bin/env python3
"""Plays a game with two bots on two servers with one journal. The server of the game is killed in the middle.

    pip install grpcio grpcio-reflection
    python3 try_several.py PATH/TO/ishigaki-server [BOT COMMAND ...]

One bot knows both servers, the other one only the server that doesn't have the game. The bot is `bot.py` in this
directory, or the given command, such as `node ../node/bot.js`. The journal is in a temporary PostgreSQL database.
Without PostgreSQL on this machine, the script is skipped.
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
from try_bidder import create_contest
from try_bot import TEAMS, Game

BOT = [sys.executable, str(pathlib.Path(__file__).with_name("bot.py"))]


class Database:
    """A PostgreSQL in a temporary directory with a socket. It doesn't run as root, so root runs it as `postgres`."""

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

    def stop(self):
        self.run("pg_ctl", "-D", "data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    @staticmethod
    def find_programs():
        """Returns the directory of PostgreSQL's programs, or None if it is not installed."""
        configured, path = os.environ.get("ISHIGAKI_POSTGRES"), shutil.which("initdb")
        installed = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        return configured or (path and str(pathlib.Path(path).parent)) or (installed[-1] if installed else None)


class MovedGame(Game):
    """A game with two bots on two servers, each with a copy of one contest directory."""

    def __init__(self, server, folder, database, bot):
        self.server, self.bot, self.processes, self.bots = server, bot, {}, []
        self.token, self.ca = create_contest(server, folder)
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

    def start_bots(self):
        """Starts the bots, and returns the address of the game's server and of the other one."""
        first = next(address for address in self.processes if self.has_game(address))
        other = next(address for address in self.processes if address != first)
        self.judge = Service(f"{first},{other}", self.token["judge"], "judge", self.ca)
        for team, known, seed in zip(TEAMS, (f"{first},{other}", other), "78"):
            command = [*self.bot, "--server", known, "--ca", self.ca, "--game", "g", "--seed", seed]
            self.bots.append(subprocess.Popen(command, env={**os.environ, "ISHIGAKI_TOKEN": self.token[team]}))
        return first, other

    def has_game(self, address):
        games = Service(address, self.token["judge"], "judge", self.ca).call("ListGames").games
        return any(game.game == "g" and game.HasField("clock") for game in games)

    def stop(self):
        for process in (*self.bots, *self.processes.values()):
            process.kill()
            process.wait()

    def retry(self, call):
        """Repeats a call until a server with the game answers. A call may therefore be made twice."""
        while True:
            try:
                return call()
            except grpc.RpcError as error:
                if not self.judge.is_temporary(error):
                    raise

    def act(self, name, **fields):
        self.retry(lambda: super(MovedGame, self).act(name, **fields))

    def wait(self, condition):
        return self.retry(lambda: super(MovedGame, self).wait(condition))

    def play_submitted_round(self, number):
        facts = self.play_round(number)
        assert facts.count("bids_sealed") == number * len(TEAMS), f"both bots must submit in each of {number} rounds"

    def play(self):
        first, other = self.start_bots()
        self.play_submitted_round(1)
        self.processes[first].kill()
        self.play_submitted_round(2)
        assert self.has_game(other), "the other server must continue the game"
        return self.finish()


def main():
    server, bot = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:] or BOT
    programs = Database.find_programs()
    if programs is None:
        missing = "PostgreSQL not found (apt-get install postgresql)"
        if "postgres" in os.environ.get("ISHIGAKI_REQUIRE", "").replace(" ", "").split(","):
            sys.exit(f"ISHIGAKI_REQUIRE names postgres: {missing}")
        return print(f"SKIPPED: {missing}")
    # Exit normally on SIGTERM, so that the servers and the database are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    database = Database(programs)
    try:
        with tempfile.TemporaryDirectory() as folder:
            game = MovedGame(server, folder, database, bot)
            try:
                codes = game.play()
            finally:
                game.stop()
    finally:
        database.stop()
    assert codes == [0, 0], f"the bots exited with {codes}"
    print("Played a whole game on two servers and killed the server of the game in the middle.")


if __name__ == "__main__":
    main()
