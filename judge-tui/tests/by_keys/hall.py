"""A hall to rehearse in: a server with its journal, teams, bots, and terminals in a multiplexer of its own.

Everything it starts it ends, however the rehearsal ends; its files are in a folder that goes away again.
"""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from screen import Screen

# How long anything may take that is waited for, in seconds, and how often it is looked for.
PATIENCE = 20
LOOK = 0.02


class Failure(Exception):
    """Something is not as it has to be."""


class Pane:
    """A terminal with one program in it, which knows nothing of being watched."""

    def __init__(self, hall, name, command, size):
        self.hall, self.name = hall, name
        # Exactly this session: a window is called like its program, and would be found by the start of its name.
        self.target = f"={name}:"
        columns, lines = map(str, size)
        hall.tmux("new-session", "-d", "-s", name, "-x", columns, "-y", lines, *map(str, command))
        hall.panes.append(self)

    def press(self, *keys):
        """Presses keys by their tmux names."""
        self.hall.tmux("send-keys", "-t", self.target, *keys)

    def write(self, text):
        """Types a text, letter by letter."""
        self.hall.tmux("send-keys", "-t", self.target, "-l", text)

    def open_round(self):
        """Opens the next round of the judge's game, also if teams are not connected."""
        self.press("o")
        ends = time.monotonic() + PATIENCE
        while time.monotonic() < ends:
            screen = self.screen()
            if screen.says("Not connected:") or screen.says("未接続："):
                self.press("y")
                return
            if not screen.says("[o]"):
                return
            time.sleep(LOOK)
        raise Failure(f"after {PATIENCE} s the {self.name}'s round is not open")

    def resize(self, columns, lines):
        self.hall.tmux("resize-window", "-t", self.target, "-x", str(columns), "-y", str(lines))

    def wipe(self):
        """Takes from the terminal what was painted, without telling the program."""
        self.hall.tmux("send-keys", "-R", "-t", self.target)

    def screen(self):
        return Screen(self.hall.tmux("capture-pane", "-p", "-t", self.target).removesuffix("\n"))

    def see(self, *texts, without=(), that=None, within=PATIENCE, keep=None, frames=True):
        """Waits until all these texts stand on the screen, none of the others does, `that` holds of it, and all
        frames are straight; gives the screen. `that` may answer with anything: what counts is whether it is so."""
        ends = time.monotonic() + within
        last = None
        while True:
            screen = self.screen()
            lacking = [f"does not say {text!r}" for text in texts if not screen.says(text)]
            lacking += [f"says {text!r}" for text in without if screen.says(text)]
            lacking += [that.__doc__ or "is not as it should be"] if that and not that(screen) else []
            lacking += screen.crooked()[:3] if frames else []
            # A picture that is being painted counts for nothing: the next one has to be the same.
            if not lacking and last == screen.text:
                self.hall.keep(keep or self.name, screen)
                return screen
            last = screen.text
            if time.monotonic() > ends:
                raise Failure(f"after {within} s the {self.name}'s screen " + ("; ".join(lacking) or "is not still"))
            time.sleep(LOOK)

    def left(self, within=PATIENCE):
        """Waits until the program has ended, and gives its exit code."""
        ends = time.monotonic() + within
        while True:
            ask = "#{pane_dead} #{pane_dead_status}"
            dead, *code = self.hall.tmux("display-message", "-p", "-t", self.target, ask).split()
            if dead == "1":
                return int(code[0]) if code else None
            if time.monotonic() > ends:
                raise Failure(f"the {self.name} has not ended after {within} s")
            time.sleep(LOOK)


class Hall:
    """The server, the teams' programs and the terminals."""

    def __init__(self, programs, contest, beside, pictures=None):
        """`beside` is the file that the contest file names: a scenario, an event's plan."""
        self.programs, self.pictures = pathlib.Path(programs).resolve(), pictures
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="by-keys-"))
        self.panes, self.bots, self.others, self.server, self.address = [], {}, [], None, None
        self.tokens, self.taken = {}, 0
        # Nothing of whoever runs this may reach the programs: no token, no server, no language.
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "TERM": "screen-256color",
        }
        (self.folder / "contest.toml").write_text(contest, encoding="utf-8")
        shutil.copyfile(beside, self.folder / beside.name)

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
        """Runs a program to its end, which has to be a good one unless it has to fail; gives what it says."""
        command = [self.programs / program, *map(str, arguments)]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60, check=False
        )
        if (done.returncode != 0) != fails:
            what = "should have been refused" if fails else f"failed with {done.returncode}"
            raise Failure(f"{program} {' '.join(map(str, arguments))} {what}:\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def make_tokens(self, *roles):
        """The tokens of the contest, and of these who run its event."""
        lines = self.run("ishigaki-server", "tokens", "--contest", "contest.toml").splitlines()
        lines += [self.run("ishigaki-server", "token", "issue", "--role", role) for role in roles]
        for name, token in (line.split() for line in lines):
            self.tokens[name] = token
            (self.folder / f"{name}.token").write_text(token, encoding="utf-8")

    def serve(self):
        """Starts the server, the second time where it was; gives the moment since which it listens."""
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
            raise Failure(f"the server does not start: {said}")
        self.address = said.split()[-1]
        return time.monotonic()

    def kill_server(self):
        """Kills it without a word (SIGKILL); gives the moment."""
        self.server.kill()
        self.server.wait()
        self.server.stdout.close()
        return time.monotonic()

    def team(self, code, *arguments, game="g1", fails=False):
        """What a team's program answers to a command."""
        return self.run("team-client", *self._link(code, game), *arguments, fails=fails)

    def judge_once(self, command, *arguments):
        """What the judge's program answers to a command."""
        link = ("--server", self.address, "--token-file", self.folder / "judge.token", "--lang", "en")
        return self.run("judge-tui", command, *arguments, *link)

    def status(self, code):
        return json.loads(self.team(code, "--json", "status").splitlines()[-1])

    def start_bot(self, code, seed, game="g1"):
        """A bot plays for this team until the result is declared."""
        self.bots[code] = self._start(code, game, "bot", "--seed", str(seed))

    def start_judge(self):
        """An automatic judge of all games, in a hurry."""
        link = ("--server", self.address, "--token-file", self.folder / "judge.token", "--lang", "en")
        plan = ("--pause", 1, "--confirm-after", 1, "--end-after", 1, "--declare")
        command = [self.programs / "judge-tui", "auto", "--all", *plan, *link]
        with open(self.folder / "auto.log", "a", encoding="utf-8") as log:
            self.others.append(
                subprocess.Popen(
                    list(map(str, command)), cwd=self.folder, env=self.environment, stdout=log, stderr=log
                )
            )

    def await_judge(self, game, within=20):
        """Comes when the automatic judge has a game, which is served from then on at the latest."""
        end = time.monotonic() + within
        log = self.folder / "auto.log"
        while f"{game}: judged automatically" not in log.read_text(encoding="utf-8"):
            if time.monotonic() > end:
                raise Failure(f"nobody judges {game} after {within} s")
            time.sleep(0.05)

    def start_watching(self, code, game):
        """A team's laptop that is there and looks on."""
        self.others.append(self._start(code, game, "watch"))
        return self.others[-1]

    def _start(self, code, game, *arguments):
        command = [self.programs / "team-client", *self._link(code, game), *arguments]
        with open(self.folder / f"{code}.log", "a", encoding="utf-8") as log:
            return subprocess.Popen(
                list(map(str, command)), cwd=self.folder, env=self.environment, stdout=log, stderr=log
            )

    def judge_tui(self, name, token, *arguments, size=(80, 24), lang="en"):
        """A terminal with the judge's program in it."""
        link = ("--server", self.address, "--token-file", self.folder / f"{token}.token") if token else ()
        return Pane(self, name, [self.programs / "judge-tui", *arguments, *link, "--lang", lang], size)

    def team_tui(self, name, code, size=(80, 24), game="g1"):
        """A terminal with a team's screen in it."""
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
        # A socket of its own, no settings of anybody's; what a program said last stays after it has ended.
        settings = self.folder / "tmux.conf"
        if not settings.exists():
            settings.write_text("set -g remain-on-exit on\nset -s escape-time 0\nset -g status off\n")
        return ["tmux", "-u", "-S", str(self.folder / "tmux"), "-f", str(settings), *arguments]

    # Evidence

    def keep(self, name, screen):
        """Writes a screen into the folder for pictures, if there is one."""
        if self.pictures:
            self.taken += 1
            file = self.pictures / f"{self.taken:03}-{name.replace(' ', '-')}.txt"
            file.write_text(f"{screen}\n", encoding="utf-8")

    def log(self):
        return (self.folder / "server.log").read_text(encoding="utf-8")

    def evidence(self):
        """All that tells why something went wrong."""
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
