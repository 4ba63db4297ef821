#!/usr/bin/env python3
"""Lets two bidders play a whole round on a server of their own, encrypted, and checks that they bought something.

    pip install grpcio grpcio-reflection
    python3 try_bidder.py PATH/TO/ishigaki-server

The server runs in a folder that goes away again. The judge is played here, through the same reflection.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading

from bidder import Bidder, Service

# A proxy that answers nothing, as a school's laptop may have one set: calls must not go through it.
os.environ |= {"http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}

CONTEST = """
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"""


def outfit(server, folder):
    """Makes a contest's folder; gives the tokens by name, and the file with the authority."""
    command = [server, "init", "--contest", "contest.toml", "--out", "day", "--address", "localhost:7150"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    day = pathlib.Path(folder, "day")
    files = {"judge": day / "judge.token", "a": day / "teams/a/token", "b": day / "teams/b/token"}
    return {name: file.read_text().strip() for name, file in files.items()}, str((day / "ca.pem").resolve())


def play_round(address, token, ca):
    """Opens round 1, lets both bid until no re-bid is open, confirms; gives what each team has left."""
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
        opened = event.WhichOneof("fact") in ("lists_opened", "rebids_opened")
        if opened and not answer.item.derived.settlement.ties:
            break
    judge.call("ConfirmLots", game="g", round=1, attempt=1, all={})
    for _, thread in bidders:
        thread.join(timeout=20)
        assert not thread.is_alive(), "a bidder did not see its round become final"
    return [bidder.held for bidder, _ in bidders]


def main():
    server = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "contest.toml").write_text(CONTEST)
        token, ca = outfit(server, folder)
        command = [server, "serve", "--folder", "day", "--listen", "127.0.0.1:0"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = process.stdout.readline().split("https://")[1].strip()
            left = play_round(address, token, ca)
        finally:
            process.terminate()
            process.wait()
    assert all(held < 60 for held in left), f"both bought something: {left} TSUYAMA left"
    print(f"a whole round was played in Python; {left} TSUYAMA left")


if __name__ == "__main__":
    main()
