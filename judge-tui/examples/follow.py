#!/usr/bin/env python3
"""Keeps what happens in games in a file, and goes on where it was, however it was ended: follow.py FILE GAME.. (or --all)."""
import json, os, subprocess, sys

kept, *games = sys.argv[1:]
with open(kept, "a+b") as file:
    file.seek(0)
    text = file.read()
    whole = text[: text.rfind(b"\n") + 1]  # a line that was cut off comes again
    file.truncate(len(whole))
    last = {}
    for line in map(json.loads, whole.splitlines()):
        last[line["game"]] = line["id"]
    after = [word for id in last.values() for word in ("--after", id)]
    feed = subprocess.Popen(["judge-tui", "feed", *games, *after], stdout=subprocess.PIPE)
    for line in feed.stdout:
        if "id" in json.loads(line):  # the others tell of the connection
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
sys.exit(feed.wait())
