"""A game from its first bid to its revealed ranking, alone or as the game of an event's group.

Reads every surface at every step. No surface may show a covered row, and each must show the revealed rows.
"""

import dataclasses
import json
import re
import time

from cover import Cover, Rank
from hall import TIMEOUT, Failure
from looks import asks
from surfaces import EVENT_PAGES, Surfaces

# Seats by place. The ranking is neither the order of the seats nor its reverse.
SEATS = (2, 0, 3, 1)
# By place: the stone that the team wins and places, its price, its row and column, and the remaining empty squares.
WALLS = (("K", 71, ("5", "0"), 43), ("I", 73, ("6", "0"), 45), ("V", 67, ("5", "0"), 46), ("D", 59, ("6", "0"), 47))
# Texts on a surface that has reached a step: the English phase, or the phase in JSON.
PHASES = {
    "bidding": r'Bidding|"phase":"bidding"',
    "settled": r'Waiting for the chief judge|Opening|"phase":"confirming"',
    "building": r'Building: all rounds|"phase":"building"',
    "countdown": r'Countdown to the end|The game is over|"phase":"(?:countdown|ended)"',
    "ended": r'The game is over|"phase":"ended"',
    "declared": r'The result is final|"phase":"declared"',
}
# Texts on a surface while the standings are public, and after the game.
RUNNING = re.compile(
    r'Countdown to the end|Building: all rounds|"phase":"(?:ready|bidding|rebidding|confirming|building|countdown)"'
)
OVER = re.compile(r'The game is over|The result is final|"phase":"(?:ended|declared)"')
# A late page may first show the set-up of the game, in which all teams share the first place.
SET_UP = '"phase":{"en":"Waiting for round 1 to start"'
SHARED_PLACE = '"place":{"en":"1st","ja":"1位"}'


@dataclasses.dataclass(frozen=True)
class Course:
    """The game of a walk, and its event if it has one."""

    game: str
    event: str | None


GAME = Course("g1", None)
EVENT = Course("cup-heats-1", "cup")


class Walk:
    """A game in progress, with all its surfaces."""

    def __init__(self, hall, course, keep, report):
        self.hall, self.course, self.keep, self.report = hall, course, keep, report
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
        """Runs a command of the team of this place."""
        self.hall.team(self.rows[at].code, *arguments, game=self.course.game)

    def in_seats(self):
        """Returns the places in the order of the seats."""
        return sorted(range(len(SEATS)), key=SEATS.__getitem__)

    def check(self, step, covered, phase=None, secret=False):
        """Reads every surface until all have reached this step, and checks each reading."""
        cover, pending = Cover(self.rows, covered), list(self.surfaces.all)
        reached = re.compile(PHASES[phase or step])
        ends, self.count, seen = time.monotonic() + TIMEOUT, self.count + 1, {}
        while pending:
            shown = self.surfaces.read(pending)
            missing = {}
            for surface in pending:
                text = "\n".join(shown[surface.name])
                seen[surface.name] = seen.get(surface.name, "") + text
                self.write(step, surface.name, seen[surface.name])
                for one in shown[surface.name]:
                    is_live = RUNNING.search(one) and not OVER.search(one)
                    one = one.replace(SHARED_PLACE, "") if SET_UP in one else one
                    self.reject_leak(step, surface, one, Cover(self.rows, 0) if is_live else cover, secret)
                missing[surface.name] = self.missing(surface, text, cover, reached)
            pending = [surface for surface in pending if missing[surface.name]]
            if pending and time.monotonic() > ends:
                raise Failure("; ".join(f"{step}: {one.name} lacks {missing[one.name]}" for one in pending))
        self.report(f"{step}: {len(seen)} surfaces, {covered} rows covered")

    def reject_leak(self, step, surface, text, cover, secret):
        leaks = cover.leaks(text, surface.own)
        leaks += cover.prices(text, surface.own) if secret else []
        if leaks:
            raise Failure(f"{step}: {surface.name} shows {', '.join(leaks)}:\n{text}")

    def missing(self, surface, text, cover, reached):
        """Returns the texts that a surface does not show yet."""
        if surface.has_phase and not reached.search(text):
            return reached.pattern
        is_due = surface.shows == "step" or (surface.shows == "end" and not cover.covered)
        is_ranked = self.is_over and surface.shows
        return ", ".join(cover.lacks(text)) if is_ranked and is_due else None

    def await_event(self, text):
        """Waits until the event's sheets on the pages have this text, and returns them."""
        surface = next(one for one in self.surfaces.all if one.name == EVENT_PAGES)
        ends = time.monotonic() + TIMEOUT
        while text not in (sheets := "".join(surface.read())):
            if time.monotonic() > ends:
                raise Failure(f"the event's sheets lack {text!r}:\n{sheets}")
            time.sleep(0.05)
        return sheets

    def write(self, step, name, text):
        if self.keep:
            folder = self.keep / f"{self.count:02} {step}"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.txt").write_text(text, encoding="utf-8")

    def play(self):
        """Plays the game up to the countdown."""
        self.console.open_round()
        self.see("▶ Waiting for lists")
        *early, late = self.in_seats()
        for at in early:
            self.team(at, "bid", f"{WALLS[at][0]}:{WALLS[at][1]}")
        self.check("bidding", 0, secret=True)
        self.team(late, "bid", f"{WALLS[late][0]}:{WALLS[late][1]}")
        self.see("▶ Confirm:")
        self.check("settled", 0)
        self.press("C")
        self.see(that=asks("Confirm round 1?"))
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
        """Enters this team's counts by hand, with the server's figures."""
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
        self.see(that=asks("Declare this ranking as the final result?"))
        self.press("Y")
        self.see("[v]")
        self.surfaces.join_late()
        self.check("declared", rows)
        self.press("v")
        self.see("Press Enter for the next place.")
        self.check("reveal begun", rows, phase="declared")
        for covered in reversed(range(rows)):
            self.press("Enter")
            self.check(f"{rows - covered} revealed", covered, phase="declared")


def walk(hall, course, keep, report):
    """Walks a course. `report` prints each step."""
    game = Walk(hall, course, keep, report)
    try:
        game.play()
        game.end()
        if course.event:
            rank_event(hall, game)
            report("the event's ranking is declared")
    finally:
        game.surfaces.windows.close()


def act_on_event(hall, *act):
    link = ("--server", hall.address, "--token-file", hall.folder / "organiser.token", "--lang", "en")
    return hall.run("judge-tui", "event", *act, *link)


def draw_group(hall):
    """Fixes the event's settings and draws its group."""
    for act in (("commit",), ("digits", "1234567", "87654321"), ("draw-groups", "1")):
        act_on_event(hall, *act)


def rank_event(hall, game):
    """Counts the final by hand and declares the event's ranking. The board has no sheet of it before."""
    first, second = game.rows[:2]
    counts = (f"{first.code}=9,0,50,1,0", f"{second.code}=8,0,50,1,0")
    for act in (("close-stage", "1"), ("draw-groups", "2"), ("count", "1", *counts), ("close-stage", "2")):
        act_on_event(hall, *act)
    sheets = game.await_event("all games have been played")
    if "Final ranking" in sheets or "NOT DECLARED" not in print_ranking(hall):
        raise Failure(f"the event's ranking looks declared too early:\n{sheets}")
    act_on_event(hall, "declare")
    for text in (game.await_event("Final ranking"), print_ranking(hall)):
        missing = [row.name for row in game.rows if row.name not in text]
        if missing or "NOT DECLARED" in text:
            raise Failure(f"the declared ranking lacks {missing}, or is not marked as declared:\n{text}")


def print_ranking(hall):
    link = ("--server", hall.address, "--token-file", hall.folder / "board.token", "--lang", "en")
    return hall.run("judge-tui", "event", "print", "ranking", *link)
