#!/usr/bin/env python3
"""Plays a round with two bidders on an encrypted server, and checks that both bought something.

    pip install grpcio grpcio-reflection
    python3 try_bidder.py PATH/TO/ishigaki-server

The server runs in a temporary directory. The script is the judge, over the same reflection.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading

from bidder import Bidder, Service

# An unreachable proxy, as a school's laptop may have: calls must not use it.
os.environ |= {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}

CONTEST = """
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"""


def create_contest(server, folder, contest=CONTEST):
    """Creates a contest directory. Returns the tokens by name, and the path of the authority's certificate."""
    pathlib.Path(folder, "contest.toml").write_text(contest)
    command = [server, "init", "--contest", "contest.toml", "--out", "day", "--address", "localhost:7150"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    day = pathlib.Path(folder, "day")
    files = {"judge": day / "judge.token", "organiser": day / "organiser.token", "a": day / "teams/a/token", "b": day / "teams/b/token"}
    return {name: file.read_text().strip() for name, file in files.items()}, str((day / "ca.pem").resolve())


def play_round(address, token, ca):
    """Plays round 1 until it is final, and returns the money that each team has left."""
    bidders = []
    for team in ("a", "b"):
        bidder = Bidder(Service(address, token[team], "team", ca), "g", team, rounds=1)
        thread = threading.Thread(target=bidder.run, daemon=True)
        thread.start()
        bidders.append((bidder, thread))
    judge = Service(address, token["judge"], "judge", ca)
    judge.call("OpenRound", game="g", round=1)
    for answer in judge.call("WatchGame", game="g", from_sequence=1):
        event = answer.item.event
        is_opening = event.WhichOneof("fact") in ("lists_opened", "rebids_opened")
        if is_opening and not answer.item.derived.settlement.ties:
            break
    judge.call("ConfirmLots", game="g", round=1, attempt=1, all={})
    for _, thread in bidders:
        thread.join(timeout=20)
        assert not thread.is_alive(), "a bidder did not see the final round"
    return [bidder.money for bidder, _ in bidders]


def main():
    server = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        token, ca = create_contest(server, folder)
        command = [server, "serve", "--folder", "day", "--listen", "127.0.0.1:0"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = process.stdout.readline().split("https://")[1].strip()
            left = play_round(address, token, ca)
        finally:
            process.terminate()
            process.wait()
    assert all(money < 60 for money in left), f"both must buy something, but have {left} TSUYAMA left"
    print(f"Played a round in Python; {left} TSUYAMA left.")


if __name__ == "__main__":
    main()
