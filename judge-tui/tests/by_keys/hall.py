"""A hall for rehearsals: a server with its journal, teams, bots, and terminals in a separate tmux server.

The hall stops every program that it starts, and deletes its folder, also after a failure.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from screen import Screen

# Timeout and interval of waiting, in seconds.
TIMEOUT = 20
LOOK = 0.02


class Failure(Exception):
    """A check that failed."""


class Pane:
    """A terminal that runs one program."""

    def __init__(self, hall, name, command, size):
        self.hall, self.name = hall, name
        # "=" and ":" select exactly this session, because tmux also matches windows by the start of their names.
        self.target = f"={name}:"
        columns, lines = map(str, size)
        hall.tmux("new-session", "-d", "-s", name, "-x", columns, "-y", lines, *map(str, command))
        hall.panes.append(self)

    def press(self, *keys):
        """Presses keys by their tmux names."""
        self.hall.tmux("send-keys", "-t", self.target, *keys)

    def write(self, text):
        """Types a text."""
        self.hall.tmux("send-keys", "-t", self.target, "-l", text)

    def open_round(self):
        """Starts the next round of the judge's game, even if teams are not connected."""
        self.press("o")
        ends = time.monotonic() + TIMEOUT
        while time.monotonic() < ends:
            screen = self.screen()
            if screen.says("Not connected:") or screen.says("未接続："):
                self.press("y")
                return
            if not screen.says("[o]"):
                return
            time.sleep(LOOK)
        raise Failure(f"after {TIMEOUT} s the {self.name} has not started the round")

    def resize(self, columns, lines):
        self.hall.tmux("resize-window", "-t", self.target, "-x", str(columns), "-y", str(lines))

    def wipe(self):
        """Clears the terminal without the program's knowledge."""
        self.hall.tmux("send-keys", "-R", "-t", self.target)

    def screen(self):
        return Screen(self.hall.tmux("capture-pane", "-p", "-t", self.target).removesuffix("\n"))

    def see(self, *texts, without=(), that=None, within=TIMEOUT, keep=None, frames=True):
        """Waits until the screen has all of `texts`, none of `without`, satisfies `that`, and has only straight frames.

        Returns the screen. The result of `that` counts as true or false.
        """
        ends = time.monotonic() + within
        last = None
        while True:
            screen = self.screen()
            faults = [f"does not say {text!r}" for text in texts if not screen.says(text)]
            faults += [f"says {text!r}" for text in without if screen.says(text)]
            faults += [that.__doc__ or "is not as it should be"] if that and not that(screen) else []
            faults += screen.crooked()[:3] if frames else []
            # Require two equal screens in a row, because one may be only partly drawn.
            if not faults and last == screen.text:
                self.hall.keep(keep or self.name, screen)
                return screen
            last = screen.text
            if time.monotonic() > ends:
                raise Failure(f"after {within} s the {self.name}'s screen " + ("; ".join(faults) or "keeps changing"))
            time.sleep(LOOK)

    def exit_code(self, within=TIMEOUT):
        """Waits until the program has ended, and returns its exit code."""
        ends = time.monotonic() + within
        while True:
            ask = "#{pane_dead} #{pane_dead_status}"
            dead, *code = self.hall.tmux("display-message", "-p", "-t", self.target, ask).split()
            if dead == "1":
                return int(code[0]) if code else None
            if time.monotonic() > ends:
                raise Failure(f"the {self.name} has not ended after {within} s")
            time.sleep(LOOK)

    def expect_success(self):
        """Waits until the program has ended, and fails unless its exit code is 0."""
        if code := self.exit_code():
            raise Failure(f"the {self.name} ended with {code}")


class Hall:
    """The server, the teams' programs and the terminals of a rehearsal."""

    def __init__(self, programs, contest, referenced, pictures=None):
        """`referenced` is the scenario or plan that the contest file refers to."""
        self.programs, self.pictures = pathlib.Path(programs).resolve(), pictures
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="by-keys-"))
        self.panes, self.bots, self.others, self.server, self.address = [], {}, [], None, None
        self.tokens, self.taken = {}, 0
        # The programs must not inherit a token, server or language from the environment.
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "TERM": "screen-256color",
        }
        (self.folder / "contest.toml").write_text(contest, encoding="utf-8")
        shutil.copyfile(referenced, self.folder / referenced.name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(self._tmux("kill-server"), capture_output=True, env=self.environment, check=False)
        for process in [*self.bots.values(), *self.others, self.server]:
            if process and process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Programs

    def run(self, program, *arguments, fails=False):
        """Runs a program and returns its output. Fails unless it succeeds, or fails if `fails` is set."""
        command = [self.programs / program, *map(str, arguments)]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60, check=False
        )
        if (done.returncode != 0) != fails:
            what = "should have failed" if fails else f"failed with {done.returncode}"
            raise Failure(f"{program} {' '.join(map(str, arguments))} {what}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def make_tokens(self, *roles):
        """Issues the contest's tokens, and one for each of these roles."""
        lines = self.run("ishigaki-server", "tokens", "--contest", "contest.toml").splitlines()
        lines += [self.run("ishigaki-server", "token", "issue", "--role", role) for role in roles]
        for name, token in (line.split() for line in lines):
            self.tokens[name] = token
            (self.folder / f"{name}.token").write_text(token, encoding="utf-8")

    def serve(self):
        """Starts the server, again on the same address if it ran before. Returns the time at which it listens."""
        listen = self.address.removeprefix("http://") if self.address else "127.0.0.1:0"
        with open(self.folder / "server.log", "a", encoding="utf-8") as log:
            self.server = subprocess.Popen(
                [self.programs / "ishigaki-server", "serve", "--contest", "contest.toml", "--listen", listen],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        said = self.server.stdout.readline()
        if "listening on " not in said:
            raise Failure(f"the server did not start: {said}")
        self.address = said.split()[-1]
        return time.monotonic()

    def kill_server(self):
        """Kills the server (SIGKILL) and returns the time."""
        self.server.kill()
        self.server.wait()
        self.server.stdout.close()
        return time.monotonic()

    def team(self, code, *arguments, game="g1", fails=False):
        """Runs a command of a team and returns its output."""
        return self.run("team-client", *self._link(code, game), *arguments, fails=fails)

    def judge_once(self, command, *arguments):
        """Runs a command of the judge and returns its output."""
        link = ("--server", self.address, "--token-file", self.folder / "judge.token", "--lang", "en")
        return self.run("judge-tui", command, *arguments, *link)

    def status(self, code):
        return json.loads(self.team(code, "--json", "status").splitlines()[-1])

    def start_bot(self, code, seed, game="g1"):
        """Starts a bot that plays for this team until the result is declared."""
        self.bots[code] = self._start(code, game, "bot", "--seed", str(seed))

    def start_judge(self):
        """Starts an automatic judge of all games with short delays."""
        link = ("--server", self.address, "--token-file", self.folder / "judge.token", "--lang", "en")
        delays = ("--pause", 1, "--confirm-after", 1, "--end-after", 1, "--declare")
        command = [self.programs / "judge-tui", "auto", "--all", *delays, *link]
        with open(self.folder / "auto.log", "a", encoding="utf-8") as log:
            self.others.append(
                subprocess.Popen(
                    list(map(str, command)), cwd=self.folder, env=self.environment, stdout=log, stderr=log
                )
            )

    def await_judge(self, game, within=20):
        """Waits until the automatic judge has this game. The server serves it by then."""
        end = time.monotonic() + within
        log = self.folder / "auto.log"
        while f"{game}: judging automatically" not in log.read_text(encoding="utf-8"):
            if time.monotonic() > end:
                raise Failure(f"the automatic judge did not take {game} within {within} s")
            time.sleep(0.05)

    def _start(self, code, game, *arguments):
        command = [self.programs / "team-client", *self._link(code, game), *arguments]
        with open(self.folder / f"{code}.log", "a", encoding="utf-8") as log:
            return subprocess.Popen(
                list(map(str, command)), cwd=self.folder, env=self.environment, stdout=log, stderr=log
            )

    def judge_tui(self, name, token, *arguments, size=(80, 24), lang="en"):
        """Opens a terminal with the judge's program."""
        link = ("--server", self.address, "--token-file", self.folder / f"{token}.token") if token else ()
        return Pane(self, name, [self.programs / "judge-tui", *arguments, *link, "--lang", lang], size)

    def team_tui(self, name, code, size=(80, 24), game="g1"):
        """Opens a terminal with a team's screen."""
        return Pane(self, name, [self.programs / "team-client", "tui", *self._link(code, game)], size)

    def _link(self, code, game):
        token, receipts = self.folder / f"{code}.token", f"receipts-{code}"
        link = ("--server", self.address, "--token-file", token, "--receipts", receipts)
        return (*link, "--game", game, "--lang", "en")

    # Terminals

    def tmux(self, *arguments):
        done = subprocess.run(
            self._tmux(*arguments), capture_output=True, env=self.environment, text=True, cwd=self.folder, check=False
        )
        if done.returncode != 0:
            raise Failure(f"tmux {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def _tmux(self, *arguments):
        # Use a separate socket and no user settings, and keep the last output after a program has ended.
        settings = self.folder / "tmux.conf"
        if not settings.exists():
            settings.write_text("set -g remain-on-exit on\nset -s escape-time 0\nset -g status off\n")
        return ["tmux", "-u", "-S", str(self.folder / "tmux"), "-f", str(settings), *arguments]

    # Evidence

    def keep(self, name, screen):
        """Writes a screen to the directory of `--keep`, if given."""
        if self.pictures:
            self.taken += 1
            file = self.pictures / f"{self.taken:03}-{name.replace(' ', '-')}.txt"
            file.write_text(f"{screen}\n", encoding="utf-8")

    def log(self):
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def expect_no_warning(self):
        """Fails if the server has logged a warning or an error."""
        # An almost full disk is a fault of the machine, not of the server.
        log = "\n".join(line for line in self.log().splitlines() if "the disk is almost full" not in line)
        if found := re.findall(r"^.*\b(?:WARN|ERROR)\b.*|^.*panicked.*", log, re.MULTILINE):
            raise Failure("the server logged: " + "\n".join(found))

    def evidence(self):
        """Returns the screens and the ends of all logs."""
        parts = []
        for pane in self.panes:
            try:
                ask = "#{pane_width}x#{pane_height}, alternate #{alternate_on}, dead #{pane_dead}"
                state = self.tmux("display-message", "-p", "-t", pane.target, ask).strip()
                parts.append(f"---- {pane.name}: {state}\n{pane.screen()}")
            except Failure as failure:
                parts.append(f"---- {pane.name}: {failure}")
        for file in sorted(self.folder.glob("*.log")):
            last = file.read_text(encoding="utf-8").splitlines()[-25:]
            parts.append(f"---- {file.name}\n" + "\n".join(last))
        return "\n".join(parts)
