"""Every public surface of a contest, and how it is read. Knows no rule about what may be visible."""

import concurrent.futures
import dataclasses
import json
import re
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable

from hall import PATIENCE, Failure

# Large enough for a game with all its panels.
SIZE = (200, 60)
# Keys that show every panel, one after the other.
BOARD_KEYS = "01230"
TEAM_KEYS = "lvwMhoO"
EVENT_KEYS = ("1", "3", "Enter", "Escape", "7", "8")
LANGUAGE = ("--lang", "en")
WORKERS = 4
# Counts and moments of a record, which say nothing about the ranking.
NUMBERING = re.compile(r'"(?:sequence|records|at_ms|closes_at_ms|ends_at_ms|written_ms)":\d+,?')
EVENT_PAGES = "event on the pages"


class Stream:
    """All lines that a program or a page sends, each as soon as it comes."""

    def __init__(self, source, accept=lambda line: line):
        self._lines, self._taken, self._lock = [], 0, threading.Lock()
        threading.Thread(target=self._read, args=(source, accept), daemon=True).start()

    def _read(self, source, accept):
        try:
            for line in source:
                if line := accept(line.decode() if isinstance(line, bytes) else line):
                    with self._lock:
                        self._lines.append(line.strip())
        except (OSError, ValueError):
            # Its program has ended.
            pass

    def take(self):
        """The lines since the last call; the last line again if there are none."""
        with self._lock:
            new = self._lines[self._taken :] or self._lines[-1:]
            self._taken = len(self._lines)
        return new


def events(address):
    """The states that a page receives as server-sent events, without the beats of its clock."""
    is_state = lambda line: line.startswith("data:") and '"build"' in line
    source = urllib.request.urlopen(address + "events")
    return Stream(source, lambda line: line.removeprefix("data:") if is_state(line) else None)


def get(address):
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.read().decode()


def show_panel(address, panel):
    """Opens a panel on a team's page."""
    origin = "/".join(address.split("/")[:3])
    body = json.dumps({"do": "show", "panel": panel}).encode()
    headers = {"content-type": "application/json", "origin": origin}
    urllib.request.urlopen(urllib.request.Request(address + "act", body, headers), timeout=PATIENCE).close()


@dataclasses.dataclass(frozen=True)
class Surface:
    """Something that spectators or a team can read. `read` returns texts: all that was shown since the last reading."""

    name: str
    read: Callable
    # When it shows a revealed row: at once (`step`), when the reveal is over (`end`), or never (`None`).
    shows: str | None
    # The team whose surface it is.
    own: str | None = None
    # Whether it tells how far the game is.
    has_phase: bool = False


class Surfaces:
    """The programs of a hall that show a game to spectators and to its teams."""

    def __init__(self, hall, game, teams, event):
        self.hall, self.game, self.teams, self.event, self.all = hall, game, teams, event, []
        self.pool = concurrent.futures.ThreadPoolExecutor(WORKERS)
        self._board()
        for code, panel in zip(teams, ("standings", "rivals")):
            self._team_page(code, panel)
        self._team(teams[0])
        self._spectator()
        self._record()
        if event:
            self._event()

    def read(self, surfaces):
        """What these show, read at the same time."""
        return dict(zip([one.name for one in surfaces], self.pool.map(lambda one: one.read(), surfaces)))

    def _add(self, name, read, shows, **more):
        self.all.append(Surface(name, read, shows, **more))

    def join_late(self):
        """Opens a board and a feed that have not seen the game."""
        address = self._pages()
        self._add("late hall page", events(address).take, "step", has_phase=True)
        self._feed("late ")

    def _board(self):
        address = self._pages()
        self._add("hall page", events(address).take, "step", has_phase=True)
        self._add("phone page", lambda: [get(address + "state"), get(address)], "step", has_phase=True)
        pane = self.hall.judge_tui("board", "board", "board", size=SIZE)
        self._add("terminal board", lambda: self._look(pane, BOARD_KEYS), "step", has_phase=True)
        self._feed()
        if self.event:
            self._add(EVENT_PAGES, lambda: [json.dumps(json.loads(get(address + "state"))["event"])], "end")
            event = self.hall.judge_tui("event-board", "board", "board", "--event", self.event, size=SIZE)
            self._add("event on the terminal board", lambda: self._look(event, "4"), "end")

    def _pages(self):
        """Starts a board's pages; returns their address."""
        for line in self._start("judge-tui", "board", "--http", "127.0.0.1:0", *self._link("board")):
            if found := re.search(r"(http://[^/]+)/hall", line):
                return found[1] + "/"
        raise Failure("the board does not print the address of its pages")

    def _feed(self, when=""):
        feed = Stream(self._start("judge-tui", "feed", self.game, *self._link("board")))
        self._add(f"{when}feed", feed.take, "end")

    def _team_page(self, code, panel):
        said = self._start("team-client", "--json", "web", "--no-open", *self._team_link(code, "page"))
        address = json.loads(said.readline())["address"]
        show_panel(address, panel)
        # The panel of all teams covers its figures until the end, all at once.
        shows = "step" if panel == "standings" else "end"
        self._add(f"page of {code}: {panel}", events(address).take, shows, own=code, has_phase=True)
        self._add(f"page of {code}, loaded again", lambda: [get(address + "state")], shows, own=code, has_phase=True)

    def _team(self, code):
        pane = self.hall.team_tui(f"screen-{code}", code, SIZE, self.game)
        self._add(f"screen of {code}", lambda: self._look(pane, TEAM_KEYS), "step", own=code, has_phase=True)
        for name, flag in (("", ()), (" in JSON", ("--json",))):
            watch = Stream(self._start("team-client", *flag, "watch", *self._team_link(code, f"watch{len(flag)}")))
            self._add(f"watch of {code}{name}", watch.take, None, own=code)
        link = self._team_link(code, "commands")
        self._command("status", "step", "team-client", "status", *link, own=code, has_phase=True)
        self._command("status in JSON", "step", "team-client", "--json", "status", *link, own=code, has_phase=True)
        for command in ("lots", "messages", "puzzle"):
            self._command(command, None, "team-client", command, *link, own=code)

    def _spectator(self):
        for command in (("games",), ("questions", self.game)):
            self._command(f"{command[0]} of a board", None, "judge-tui", *command, "--json", *self._link("board"))

    def _record(self):
        """The record as spectators and teams fetch it, and the page made of it."""
        team = self._team_link(self.teams[0], "record")
        for name, command in (
            ("record", ("judge-tui", "transcript", self.game, *self._link("board"))),
            ("record of a team", ("team-client", "transcript", *team)),
        ):
            self._add(name, lambda command=command: [NUMBERING.sub("", self._ask(*command))], "end")

    def _event(self):
        link = ("--event", self.event, *self._link("board"))
        for form in ((), ("--html",), ("--csv",), ("--json",)):
            self._command(f"event print groups {' '.join(form)}", "end", "judge-tui", "event", "print", "groups", *form, *link)
        for command in (("print", "ranking"), ("show",), ("show", "--json"), ("list", "--json")):
            self._command(f"event {' '.join(command)}", None, "judge-tui", "event", *command, *link)
        self._command("record of the event", "end", "judge-tui", "transcript", self.event, *self._link("board"))
        pane = self.hall.judge_tui("event", "board", "event", size=SIZE)
        self._add("event screen", lambda: self._look(pane, EVENT_KEYS), "end")

    def _command(self, name, shows, *command, **more):
        self._add(name, lambda: [self._ask(*command)], shows, **more)

    def _link(self, role):
        return ("--server", self.hall.address, "--token-file", self.hall.folder / f"{role}.token", *LANGUAGE)

    def _team_link(self, code, use):
        return (*self._link(code), "--receipts", f"receipts-{code}-{use}", "--game", self.game)

    def _start(self, program, *arguments):
        hall = self.hall
        with open(hall.folder / "surfaces.log", "a", encoding="utf-8") as log:
            process = subprocess.Popen(
                [hall.programs / program, *map(str, arguments)],
                cwd=hall.folder, env=hall.environment, stdout=subprocess.PIPE, stderr=log, text=True,
            )
        hall.others.append(process)
        return process.stdout

    def _ask(self, program, *arguments):
        """What a command prints, even if it is refused."""
        hall = self.hall
        done = subprocess.run(
            [hall.programs / program, *map(str, arguments)],
            cwd=hall.folder, env=hall.environment, capture_output=True, text=True, timeout=60, check=False,
        )
        return done.stdout + done.stderr

    def _look(self, pane, keys):
        """The pane after each key, once it is still."""
        shown = []
        for key in keys:
            pane.press(key)
            last, ends = None, time.monotonic() + PATIENCE
            while (screen := str(pane.screen())) != last and time.monotonic() < ends:
                last = screen
                time.sleep(0.04)
            shown.append(screen)
        return shown
