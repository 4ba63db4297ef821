"""A whole game by pages: lists, a tie, a decline, a passed deadline, walls, the end, the reveal, and the proofs."""

import itertools
import pathlib
import re
import subprocess

from contest_day import submit_last
from files import ROUNDS, SHORT_WINDOW, codes
from game import confirm, has_dialog, prices
from hall import Failure
from looks import asks
from secrets_of_game import Player, Vault

# Name, size, colours, language and touch of the devices.
KINDS = (
    ("phone", (390, 844), "light", "en", True), ("laptop", (1280, 720), "dark", "ja", False), ("tablet", (820, 1180), "light", "ja", True),
    ("desktop", (1920, 1080), "light", "en", False), ("small-phone", (360, 640), "dark", "ja", True), ("wide", (1366, 768), "light", "en", False),
)
VERIFIER = pathlib.Path(__file__).resolve().parents[4] / "server/record/examples/verify_receipts.py"
BIDS = (3, 2, 2)
# Time for the solver of a page, in seconds.
SOLVER_TIMEOUT = 60


def play(site, browser, chosen, axe, report):
    """Plays the game. `report` prints each step."""
    site.open()
    judge = site.judge_tui("console", "judge", size=(160, 50))
    judge.see("▶ Start round 1. [o]", frames=False)
    vault = Vault()
    for code, (name, size, colours, lang, touch) in zip(codes(chosen.teams), itertools.cycle(KINDS)):
        Player(vault, site, browser, code, f"{code}-{name}", size, colours, lang, chosen.keep, touch=touch).sign_in()
    game = Game(site, judge, vault, axe)
    game.look("ready")
    report(f"{len(game.players)} devices are signed in from their sheets")
    game.first_round(report)
    game.second_round(report)
    game.third_round(report)
    game.build(report)
    game.end(report)
    game.verify(report)


class Game:
    def __init__(self, site, judge, vault, axe):
        self.site, self.judge, self.vault, self.players, self.axe = site, judge, vault, vault.players, axe
        self.lots, self.submissions = itertools.count(), {player.code: 0 for player in self.players}

    def look(self, name, *players):
        """Checks accessibility and width, and keeps pictures, of all pages or these."""
        for player in players or self.players:
            player.check(self.axe)
            player.keep(name, whole=False)

    def all_see(self, condition, problem, within=20):
        for player in self.players:
            player.wait_for(lambda _, player=player: condition(player), problem, within)

    def open(self):
        self.judge.open_round()
        self.all_see(lambda player: player.window() == "bids", "bidding does not open")

    def draft(self, player, price, lot=None, owners=None, window="bids"):
        """Adds a bid at a price that is secret from then on: for this lot, or the next one that is not for the tie."""
        lots = player.page.locator(".lot .add")
        self.vault.lock(price, owners or [player.code], window)
        add = lots.nth(1 + next(self.lots) % (lots.count() - 1) if lot is None else lot)
        before = len(prices(player))
        player.press_on(add)
        fields = player.page.locator(".line input.price")
        player.wait_for(lambda _: fields.count() == before + 1, "the bid has no line")
        fields.nth(before).fill(str(price))
        player.wait_for(lambda _: prices(player)[-1:] == [str(price)], f"the price is not {price}")
        if price not in player.known:
            raise Failure(f"{player.code}: the price is not in what its own page receives, so the search for it finds nothing")

    def submit(self, player):
        before = player.state()["bids"]["revision"]
        player.press_on(player.page.locator(".act"))
        is_in = lambda: player.window() != "bids" or player.state()["bids"]["revision"] != before
        player.wait_for(lambda page: is_in() or has_dialog(page), "there is neither a submission nor a question")
        if has_dialog(player.page):
            player.press_on(player.page.locator("dialog[open] button.main"))
        player.wait_for(lambda _: is_in(), "the list is not submitted")
        self.submissions[player.code] += 1

    def decline(self, player):
        player.press_on(player.page.locator("[data-button='decline']"))
        player.press_on(player.page.locator("dialog[open] button.main"))
        player.wait_for(lambda _: player.window() != "bids" or player.state()["bids"]["revision"] is not None, "the decline is not submitted")
        self.submissions[player.code] += 1

    def bid(self, players, count):
        """Lets teams submit lists of so many bids."""
        for player in players:
            for price in self.vault.fresh(count):
                self.draft(player, price)
            self.submit(player)

    def opened(self, within=20):
        """Waits until all pages have the opening, after which its prices are public."""
        self.all_see(lambda player: player.window() != "bids", "bidding does not end", within)
        self.vault.open("bids")

    def settled(self, text):
        confirm(self.judge)
        self.judge.see(text, frames=False)

    def first_round(self, report):
        self.open()
        first, second, *others, last = self.players
        (tied,) = self.vault.fresh(1)
        for player in (first, second):
            self.draft(player, tied, lot=0, owners=[first.code, second.code])
            self.draft(player, *self.vault.fresh(1))
        self.look("bidding", first, second)
        self.submit(first)
        self.submit(second)
        self.bid(others, BIDS[0])
        self.look("submitted")
        report("lists are submitted by all teams but one")
        self.decline(last)
        self.opened()
        self.rebid(first, second)
        report("a team has declined, and a tie is re-bid")
        self.settled("▶ Start round 2. [o]")
        self.all_see(lambda player: player.merged["stage"] == "waiting" and player.merged["rounds"], "no result of the round")
        self.look("opened")

    def rebid(self, first, second):
        self.all_see(lambda player: player.window() == "rebid", "there is no re-bid")
        won, lost = reversed(self.vault.fresh(2))
        for player, price in ((first, won), (second, lost)):
            self.vault.lock(price, [player.code], "rebid")
            player.wait_for(lambda page: page.locator(".tied input").count() == 1, "there is no tied line")
            player.page.locator(".tied input").fill(str(price))
            player.wait_for(lambda _, player=player: player.state()["bids"]["differs"], "the re-bid is not in the draft")
            self.look("rebid")
            self.submissions[player.code] += 1
            if player is first:
                player.press_on(player.page.locator(".act"))
                player.wait_for(lambda _: first.state()["bids"]["differs"] is False or has_dialog(first.page), "the re-bid is not submitted")
                if has_dialog(player.page):
                    player.press_on(player.page.locator("dialog[open] button.main"))
                player.wait_for(lambda _: first.state()["bids"]["differs"] is False, "the re-bid is not submitted")
        submit_last(second, "rebid")
        self.all_see(lambda player: player.window() == "none", "the re-bid does not end")
        self.vault.open("rebid")
        self.judge.see("▶ Confirm:", frames=False)

    def second_round(self, report):
        """A team has a draft, but lets the deadline pass."""
        self.open()
        *others, late = self.players[:-2] + self.players[-1:] + self.players[-2:-1]
        self.draft(late, *self.vault.fresh(1), window=None)
        self.bid(others, BIDS[1])
        self.look("last seconds", late)
        self.opened(within=SHORT_WINDOW + 10)
        self.judge.see("▶ Confirm:", frames=False)
        self.look("missed", late)
        report("a team has let the deadline pass, and its draft stays secret")
        self.settled("▶ Start round 3. [o]")

    def third_round(self, report):
        self.open()
        self.bid(self.players, BIDS[2])
        self.opened()
        self.judge.see("▶ Confirm:", frames=False)
        self.settled("since the last round")
        report(f"round {len(ROUNDS)} of {len(ROUNDS)} is final")

    def build(self, report):
        self.all_see(lambda player: player.merged["stage"] == "building", "the stage is not building")
        self.look("building")
        for at, player in enumerate(self.players):
            if not player.state()["wall"]["stones"]:
                continue
            if player.page.locator(".tabs").is_visible():
                player.show("wall")
            if at % 2 == 0:
                self.solve(player)
            else:
                self.place(player)
            player.press_on(player.page.locator(".act"))
            player.wait_for(lambda _: player.state()["wall"]["differs"] is False, "the wall is not saved")
        self.look("built")
        report("the walls are saved, every other one by the page's solver")

    def solve(self, player):
        player.press_on(player.page.locator("[data-work='fill']"))
        wall = lambda: player.state()["wall"]
        player.wait_for(lambda _: wall()["laid"] and not wall()["is_searching"], "the solver finds nothing", SOLVER_TIMEOUT)

    def place(self, player):
        """Places up to two stones by taps or clicks."""
        wall = lambda: player.state()["wall"]
        for _ in range(min(2, len(wall()["stones"]))):
            laid = len(wall()["laid"])
            player.press_on(player.page.locator(".trays .card").first)
            player.wait_for(lambda _: wall()["held"] is not None, "the stone is not held")
            held = wall()["held"]
            at = next((at for at, turn in enumerate(held["turns"]) if turn["places"]), None)
            if at is None:
                return
            for number in range((at - held["turn"]) % 4):
                player.press_on(player.page.locator("[data-work='turn']"))
                player.wait_for(lambda _: wall()["held"]["turn"] == (held["turn"] + number + 1) % 4, "the stone is not rotated")
            (row, col), turn = held["turns"][at]["places"][-1], held["turns"][at]
            down, right = turn["cells"][0]
            player.press_at(*player.scroll_to_square(row + down, col + right))
            player.wait_for(lambda _: wall()["held"] is None or wall()["held"]["can_lay"], "the stone is not in a legal place")
            if len(wall()["laid"]) == laid:
                player.press_on(player.page.locator("[data-work='lay']"))
            player.wait_for(lambda _: len(wall()["laid"]) == laid + 1, "the stone is not placed")

    def end(self, report):
        judge = self.judge
        judge.press("E")
        judge.see(that=asks("The last round became final"), frames=False)
        judge.press("Y")
        self.all_see(lambda player: player.merged["clock"], "no countdown")
        self.look("countdown")
        judge.see("The game is over", frames=False)
        while judge.screen().says("[J]"):
            judge.press("J")
            judge.press("Enter")
            judge.see(that=asks("Enter this janken result"), frames=False)
            judge.press("y")
            judge.see("janken", without=["Enter this janken result"], frames=False)
        judge.see("▶ Declare the final result", frames=False)
        judge.press("F")
        judge.see(that=asks("Declare this ranking as the final result?"), frames=False)
        judge.press("Y")
        self.all_see(lambda player: player.merged["stage"] == "result", "the result is not declared")
        self.look("declared")
        report("the walls are final after a countdown, and the ranking is declared")
        judge.see("Reveal the ranking. [v]", frames=False)
        judge.press("v")
        judge.see("Press Enter for the next place", frames=False)
        placed = lambda: [player for player in self.players if player.merged["result"]["place"]]
        for number in range(1, len(self.players) + 1):
            self.vault.revealed = number
            judge.press("Enter")
            self.players[0].wait_for(lambda _: len(placed()) == number, f"not {number} teams have got their place, but {len(placed())}")
            if number == 1:
                self.look("one place revealed", placed()[0])
        self.look("revealed")
        checked = sum(player.checked for player in self.players)
        report(f"the places are revealed one by one; {checked} states had no price before its opening, and no place before its reveal")

    def verify(self, report):
        """Verifies the record, and the receipts that each team downloads from its page."""
        link = ("--server", self.site.address, "--token-file", self.site.folder / "judge.token")
        self.site.run("judge-tui", "transcript", "g1", "--out", "g1.jsonl", *link)
        key = re.search(r"([0-9a-f]{4}-){7}[0-9a-f]{4}", self.site.run("judge-tui", "games", *link))
        self.site.run("ishigaki-server", "verify", "g1.jsonl", "--key", key.group())
        for player in self.players:
            text = player.page.evaluate("fetch('/team/receipts').then((answer) => answer.text())")
            file = self.site.folder / f"{player.code}.receipts.jsonl"
            file.write_text(text, encoding="utf-8")
            count = len(text.splitlines())
            if count != self.submissions[player.code]:
                raise Failure(f"{player.code} has {count} receipts of {self.submissions[player.code]} submissions")
            command = ["python3", VERIFIER, file, self.site.folder / "g1.jsonl"]
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
            if done.returncode != 0:
                raise Failure(f"the receipts of {player.code} are invalid: {done.stdout}{done.stderr}")
        report(f"the record and {sum(self.submissions.values())} receipts of {len(self.players)} teams are valid")
