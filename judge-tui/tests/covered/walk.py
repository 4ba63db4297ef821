"""A game from its first bid to its revealed ranking, alone and as the game of an event's group.

At every step every surface is read. Nothing that it shows may give away a covered row; what is revealed it has to show.
"""

import dataclasses
import json
import re
import time

from cover import Cover, Rank
from hall import PATIENCE, Failure
from looks import asks
from surfaces import EVENT_PAGES, Surfaces

# The seats of the teams by their places, so that the ranking is neither the order of the game nor its reverse.
SEATS = (2, 0, 3, 1)
# What the team of each place wins and lays: stone, price, row and column, and the empty squares that are left.
WALLS = (("K", 71, ("5", "0"), 43), ("I", 73, ("6", "0"), 45), ("V", 67, ("5", "0"), 46), ("D", 59, ("6", "0"), 47))
# What a surface says that has arrived at a step.
PHASES = {
    "bidding": r"Bidding|bidding",
    "settled": r"Waiting for the chief judge|The opening|confirming",
    "building": r"Building|building",
    "countdown": r"Countdown to the end|countdown|The game is over|ended",
    "ended": r"The game is over|ended",
    "declared": r"The result is final|declared",
}
# What a surface says while the game goes on, when the standings are public, and once it does not.
RUNNING = re.compile(
    r'Countdown to the end|Building, all rounds|"phase":"(?:ready|bidding|rebidding|confirming|building|countdown)"'
)
OVER = re.compile(r'The game is over|The result is final|"phase":"(?:ended|declared)"')


@dataclasses.dataclass(frozen=True)
class Course:
    """What is walked."""

    game: str
    event: str | None


GAME = Course("g1", None)
EVENT = Course("cup-heats-1", "cup")


class Walk:
    """A game that is played, with everybody who looks on."""

    def __init__(self, hall, course, keep, tell):
        self.hall, self.course, self.keep, self.tell = hall, course, keep, tell
        self.count, self.is_over = 0, False
        hall.make_tokens()
        hall.serve()
        if course.event:
            draw_group(hall)
        self.console = hall.judge_tui("console", "judge", "--game", course.game, size=(120, 40))
        self.see("▶ Start round 1. [o]")
        games = json.loads(hall.judge_once("games", "--json"))["games"]
        self.teams = next(game["teams"] for game in games if game["game"] == course.game)
        names = dict(re.findall(r'id = "(t\d)"\nname = "(\w+)"', (hall.folder / "contest.toml").read_text(encoding="utf-8")))
        codes = [self.teams[seat] for seat in SEATS]
        self.rows = tuple(Rank(at, code, names[code], empty, price)
                          for at, (code, (_, price, _, empty)) in enumerate(zip(codes, WALLS), start=1))
        self.surfaces = Surfaces(hall, course.game, self.teams, course.event)

    def see(self, *texts, **how):
        return self.console.see(*texts, frames=False, **how)

    def press(self, *keys):
        self.console.press(*keys)

    def team(self, at, *arguments):
        """A command of the team of this place."""
        self.hall.team(self.rows[at].code, *arguments, game=self.course.game)

    def in_seats(self):
        """Places in the order of the seats, in which teams act."""
        return sorted(range(len(SEATS)), key=SEATS.__getitem__)

    def check(self, step, covered, phase=None, secret=False):
        """Reads every surface until it has arrived at this step, and checks each reading."""
        cover, waits = Cover(self.rows, covered), list(self.surfaces.all)
        arrived = re.compile(PHASES[phase or step])
        ends, self.count, seen = time.monotonic() + PATIENCE, self.count + 1, {}
        while waits:
            shown = self.surfaces.read(waits)
            lacking = {}
            for surface in waits:
                text = "\n".join(shown[surface.name])
                seen[surface.name] = seen.get(surface.name, "") + text
                self.write(step, surface.name, seen[surface.name])
                for one in shown[surface.name]:
                    is_live = RUNNING.search(one) and not OVER.search(one)
                    self.refuse_leak(step, surface, one, Cover(self.rows, 0) if is_live else cover, secret)
                lacking[surface.name] = self.lacking(surface, text, cover, arrived)
            waits = [surface for surface in waits if lacking[surface.name]]
            if waits and time.monotonic() > ends:
                raise Failure("; ".join(f"{step}: {one.name} lacks {lacking[one.name]}" for one in waits))
        self.tell(f"{step}: {len(seen)} surfaces, {covered} rows covered")

    def refuse_leak(self, step, surface, text, cover, secret):
        leaks = cover.leaks(text, surface.own)
        leaks += cover.prices(text, surface.own) if secret else []
        if leaks:
            raise Failure(f"{step}: {surface.name} shows {', '.join(leaks)}:\n{text}")

    def lacking(self, surface, text, cover, arrived):
        """What a surface does not show yet."""
        if surface.has_phase and not arrived.search(text):
            return arrived.pattern
        is_due = surface.shows == "step" or (surface.shows == "end" and not cover.covered)
        is_ranked = self.is_over and surface.shows
        return ", ".join(cover.lacks(text)) if is_ranked and is_due else None

    def await_event(self, text):
        """Waits until the sheets of the event on the pages say this; returns them."""
        surface = next(one for one in self.surfaces.all if one.name == EVENT_PAGES)
        ends = time.monotonic() + PATIENCE
        while text not in (said := "".join(surface.read())):
            if time.monotonic() > ends:
                raise Failure(f"the event's sheets do not say {text!r}:\n{said}")
            time.sleep(0.05)
        return said

    def write(self, step, name, text):
        if self.keep:
            folder = self.keep / f"{self.count:02} {step}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")

    def play(self):
        """Plays the game to its end."""
        self.console.open_round()
        self.see("▶ Wait for lists")
        *early, late = self.in_seats()
        for at in early:
            self.team(at, "bid", f"{WALLS[at][0]}:{WALLS[at][1]}")
        self.check("bidding", 0, secret=True)
        self.team(late, "bid", f"{WALLS[late][0]}:{WALLS[late][1]}")
        self.see("▶ Confirm:")
        self.check("settled", 0)
        self.press("C")
        self.see(that=asks("This makes round 1 final"))
        self.press("y")
        self.see("[E]")
        for at in self.in_seats():
            self.team(at, "place", f"{WALLS[at][0]}-1", *WALLS[at][2])
        self.check("building", 0)
        self.press("E")
        self.see(that=asks("The game ends in"))
        self.press("Y")
        self.see("Countdown to the end")
        self.check("countdown", len(self.rows))

    def count_wall(self, row):
        """Enters by hand what is counted on this team's wall: the same as the server counts."""
        link = ("--server", self.hall.address, "--token-file", self.hall.folder / "organiser.token", "--lang", "en")
        count = (self.course.game, row.code, str(row.empty), "7", "1", "--reason", "checked")
        self.hall.run("judge-tui", "enter-count", *count, *link)

    def end(self):
        """Ends the game, declares its result, and reveals it place by place."""
        self.see("▶ Declare the final result. [F]")
        rows, self.is_over = len(self.rows), True
        self.check("ended", rows)
        self.count_wall(self.rows[0])
        self.check("counted", rows, phase="ended")
        self.press("F")
        self.see(that=asks("This ranking becomes the final result."))
        self.press("Y")
        self.see("[v]")
        self.surfaces.join_late()
        self.check("declared", rows)
        self.press("v")
        self.see("Enter shows the next.")
        self.check("reveal begun", rows, phase="declared")
        for covered in reversed(range(rows)):
            self.press("Enter")
            self.check(f"{rows - covered} revealed", covered, phase="declared")


def walk(hall, course, keep, tell):
    """Walks it; `tell` is told what is done."""
    game = Walk(hall, course, keep, tell)
    game.play()
    game.end()
    if course.event:
        rank_event(hall, game)
        tell("the event's ranking is declared")


def act_on_event(hall, *act):
    link = ("--server", hall.address, "--token-file", hall.folder / "organiser.token", "--lang", "en")
    return hall.run("judge-tui", "event", *act, *link)


def draw_group(hall):
    """Commits the event and draws its group."""
    for act in (("commit",), ("digits", "1234567", "87654321"), ("draw-groups", "1")):
        act_on_event(hall, *act)


def rank_event(hall, game):
    """Counts the final by hand and declares the event's ranking, of which the board has no sheet before."""
    first, second = game.rows[:2]
    counts = (f"{first.code}=9,0,50,1,0", f"{second.code}=8,0,50,1,0")
    for act in (("close-stage", "1"), ("draw-groups", "2"), ("count", "1", *counts), ("close-stage", "2")):
        act_on_event(hall, *act)
    sheets = game.await_event("all games are played")
    if "Final ranking" in sheets or "NOT DECLARED" not in print_ranking(hall):
        raise Failure(f"the event's ranking looks declared before it is:\n{sheets}")
    act_on_event(hall, "declare")
    for said in (game.await_event("Final ranking"), print_ranking(hall)):
        lacking = [row.name for row in game.rows if row.name not in said]
        if lacking or "NOT DECLARED" in said:
            raise Failure(f"the declared ranking lacks {lacking}:\n{said}")


def print_ranking(hall):
    link = ("--server", hall.address, "--token-file", hall.folder / "board.token", "--lang", "en")
    return hall.run("judge-tui", "event", "print", "ranking", *link)
