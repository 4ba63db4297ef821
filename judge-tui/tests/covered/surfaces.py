"""Readers of every public surface of a contest. They don't know what may be visible."""

import concurrent.futures
import dataclasses
import json
import re
import ssl
import subprocess
import threading
import time
import urllib.request
from collections.abc import Callable

from hall import TIMEOUT, Failure
from windows import Windows

# Large enough for a game with all its panels.
SIZE = (200, 60)
# These keys show every panel in turn.
BOARD_KEYS = "01230"
TEAM_KEYS = "lvwMhoO"
EVENT_KEYS = ("1", "3", "Enter", "Escape", "7", "8")
LANGUAGE = ("--lang", "en")
WORKERS = 4
# Counts and times of a record are not figures of the ranking.
NUMBERING = re.compile(r'"(?:sequence|records|at_ms|closes_at_ms|ends_at_ms|written_ms)":\d+,?')
EVENT_PAGES = "event on the pages"


class Stream:
    """The lines that a program or a page has sent so far."""

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
            # The program has ended.
            pass

    def take(self):
        """Returns the lines since the last call, or the last line again if there are none."""
        with self._lock:
            new = self._lines[self._taken :] or self._lines[-1:]
            self._taken = len(self._lines)
        return new


def events(address, security=None):
    """Streams the states that a page receives as server-sent events. A patch holds the parts that have changed."""
    state, kind = {}, ""

    def accept(line):
        nonlocal state, kind
        name, _, value = line.strip().partition(": ")
        if name == "event":
            kind = value
        if name != "data" or kind == "beat":
            return None
        part = json.loads(value)
        state = {**state, **part} if kind == "patch" else part
        return json.dumps(state, ensure_ascii=False, separators=(",", ":"))

    return Stream(urllib.request.urlopen(address + "events", context=security), accept)


def get(address, security=None):
    with urllib.request.urlopen(address, timeout=TIMEOUT, context=security) as answer:
        return answer.read().decode()


@dataclasses.dataclass(frozen=True)
class Surface:
    """A screen, page or command output for spectators or a team. `read` returns its texts since the last reading."""

    name: str
    read: Callable
    # A revealed row appears at once (`step`), when the reveal is over (`end`), or never (`None`).
    shows: str | None
    # The team that this surface belongs to.
    own: str | None = None
    # Whether it shows the progress of the game.
    has_phase: bool = False


class Surfaces:
    """The surfaces of a game for spectators and its teams."""

    def __init__(self, hall, game, teams, event):
        self.hall, self.game, self.teams, self.event, self.all = hall, game, teams, event, []
        self.windows = Windows()
        self.pool = concurrent.futures.ThreadPoolExecutor(WORKERS)
        self._board()
        self._hosted_hall()
        for code in teams[:2]:
            self._team_page(code)
        self._team(teams[0])
        self._spectator()
        self._record()
        if event:
            self._event()

    def read(self, surfaces):
        """Reads these surfaces at the same time, and returns their texts by name."""
        return dict(zip([one.name for one in surfaces], self.pool.map(lambda one: one.read(), surfaces)))

    def _add(self, name, read, shows, **more):
        self.all.append(Surface(name, read, shows, **more))

    def join_late(self):
        """Opens a board and a feed after the game has ended."""
        address = self._pages()
        self._add("late hall page", events(address).take, "step", has_phase=True)
        self._window("late hall page in a browser", address + "hall?lang=en", "step")
        self._feed("late ")

    def _board(self):
        address = self._pages()
        self._add("hall page", events(address).take, "step", has_phase=True)
        self._add("phone page", lambda: [get(address + "state"), get(address)], "step", has_phase=True)
        # An event's sheets take turns with the game, so a window shows one game.
        for name, path, shows in (
            ("hall page in a browser", f"hall?game={self.game}&lang=en", "step"),
            ("hall page of all in a browser", "hall?lang=en", None),
            ("phone page in a browser", "?lang=en", "step"),
            ("overlay in a browser", "hall?scene=overlay&lang=en", None),
        ):
            self._window(name, address + path, shows)
        pane = self.hall.judge_tui("board", "board", "board", size=SIZE)
        self._add("terminal board", lambda: self._look(pane, BOARD_KEYS), "step", has_phase=True)
        self._feed()
        if self.event:
            self._add(EVENT_PAGES, lambda: [json.dumps(json.loads(get(address + "state"))["events"])], "end")
            event = self.hall.judge_tui("event-board", "board", "board", "--event", self.event, size=SIZE)
            self._add("event on the terminal board", lambda: self._look(event, "4"), "end")

    def _hosted_hall(self):
        """Adds the hall's board of a page server, which visitors see without a token."""
        address, security = self._page_server()
        self._add("hosted hall", events(address, security).take, "step", has_phase=True)
        self._add("hosted hall, loaded again", lambda: [get(address + "state", security)], "step", has_phase=True)
        for name, path, shows in (
            ("hosted hall in a browser", f"hall?game={self.game}&lang=en", "step"),
            ("hosted hall on a phone", "hall?view=phone&lang=en", "step"),
            ("hosted overlay in a browser", "hall?scene=overlay&lang=en", None),
        ):
            self._window(name, address + path, shows)

    def _page_server(self):
        """Starts a page server; returns its address, and the trust in its certificate."""
        day = self.hall.folder / "pages-day"
        self.hall.run("ishigaki-server", "init", "--contest", "contest.toml", "--out", day, "--address", "127.0.0.1:1")
        files = ("--certificate", day / "server.pem", "--certificate-key", day / "server-key.pem", "--folder", "pages")
        link = ("--server", self.hall.address, "--board-token", self.hall.folder / "board.token")
        line = self._start("ishigaki-pages", "--listen", "127.0.0.1:0", *files, *link).readline()
        if not (found := re.search(r"https://\S+", line)):
            raise Failure(f"the page server does not print its address: {line!r}")
        return found[0] + "/", ssl.create_default_context(cafile=day / "ca.pem")

    def _window(self, name, address, shows):
        self.windows.open(name, address)
        self._add(name, lambda: self.windows.read(name), shows, has_phase=shows is not None)

    def _pages(self):
        """Starts a board's pages; returns their address."""
        for line in self._start("judge-tui", "board", "--http", "127.0.0.1:0", *self._link("board")):
            if found := re.search(r"(http://[^/]+)/hall", line):
                return found[1] + "/"
        raise Failure("the board does not print the address of its pages")

    def _feed(self, when=""):
        feed = Stream(self._start("judge-tui", "feed", self.game, *self._link("board")))
        self._add(f"{when}feed", feed.take, "end")

    def _team_page(self, code):
        output = self._start("team-client", "--json", "web", "--no-open", *self._team_link(code, "page"))
        address = json.loads(output.readline())["address"]
        self._add(f"page of {code}", events(address).take, "step", own=code, has_phase=True)
        self._add(f"page of {code}, loaded again", lambda: [get(address + "state")], "step", own=code, has_phase=True)

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
        """Adds the records that spectators and teams download."""
        team = self._team_link(self.teams[0], "record")
        for name, command in (
            ("record", ("judge-tui", "transcript", self.game, *self._link("board"))),
            ("record of a team", ("team-client", "transcript", *team)),
        ):
            self._add(name, lambda command=command: [NUMBERING.sub("", self._ask(*command))], "end")

    def _event(self):
        link = ("--event", self.event, *self._link("board"))
        for form in ((), ("--html",), ("--csv",), ("--json",)):
            command = ("judge-tui", "event", "print", "groups", *form, *link)
            self._command(f"event print groups {' '.join(form)}", "end", *command)
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
        """Returns the output of a command, also if it fails."""
        hall = self.hall
        done = subprocess.run(
            [hall.programs / program, *map(str, arguments)],
            cwd=hall.folder, env=hall.environment, capture_output=True, text=True, timeout=60, check=False,
        )
        return done.stdout + done.stderr

    def _look(self, pane, keys):
        """Returns the pane's screen after each key, once it has stopped changing."""
        shown = []
        for key in keys:
            pane.press(key)
            last, ends = None, time.monotonic() + TIMEOUT
            while (screen := str(pane.screen())) != last and time.monotonic() < ends:
                last = screen
                time.sleep(0.04)
            shown.append(screen)
        return shown
