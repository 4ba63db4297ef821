"""The day of an event, step by step."""

import pathlib
import re
import subprocess
import sys
import time

import chromium
import workbook
from hall import Failure
from staff import CARD, Device, Screen

DIGITS = ("0407", "1932", "0586")
VERIFIER = pathlib.Path(__file__).resolve().parents[3] / "record/examples/verify_event.py"
# A digit was misread.
MISREAD = ("0407", "1932", "0580")


def play(site, browser, chosen, axe, report):
    site.open()
    day = Day(site, browser, chosen, axe, report)
    try:
        for part in (day.roster, day.reception, day.lottery, day.first_round, day.second_round, day.other_rounds, day.end):
            part()
    except Exception:
        for name, device in zip(("organiser", "reception", "desk", "table", "referee"), day.devices):
            if chosen.keep:
                device.page.screenshot(path=chosen.keep / f"failed-{name}.png")
        raise


class Day:
    def __init__(self, site, browser, chosen, axe, report):
        self.site, self.browser, self.chosen, self.axe, self.report = site, browser, chosen, axe, report
        self.began, self.mistakes, self.slips, self.slip_taps = time.monotonic(), 0, 0, 0
        self.rows = workbook.players(chosen.players)
        self.strength = {row[1]: at for at, row in enumerate(self.rows)}
        self.organiser = Device(site, browser, "organiser", "tablet")
        self.reception_desk = Device(site, browser, "desk", "tablet")
        self.desk = Device(site, browser, "desk", "desk")
        self.table = Device(site, browser, "desk", "phone")
        self.referee = Device(site, browser, "referee", "phone")
        self.devices = (self.organiser, self.reception_desk, self.desk, self.table, self.referee)

    def mistake(self, what):
        self.mistakes += 1
        self.report(f"mistake {self.mistakes}: {what}")

    def look(self, name, device):
        """Checks a view, and keeps its picture."""
        # The tabs cover a part of a scrolled page, and the line about the last act its foot.
        device.page.evaluate("scrollTo(0, 0); document.querySelector('p.status')?.replaceChildren()")
        if self.chosen.keep:
            device.page.screenshot(path=self.chosen.keep / f"{name}.png", full_page=True)
        chromium.check(name, device.page, self.axe)

    def step(self, title):
        """Makes the organiser's next step."""
        self.organiser.next_step(title)
        self.organiser.tap("article.next button.main")
        return self.organiser.answer()

    def roster(self):
        bad, good = self.site.folder / "bad.xlsx", self.site.folder / "roster.xlsx"
        rows = [list(row) for row in self.rows]
        rows[8][0], rows[11][1], rows[14][6] = "5", "", "Z"
        workbook.write(bad, rows)
        workbook.write(good, self.rows)
        page = self.organiser.page
        page.locator("#roster").set_input_files(bad)
        faults = page.locator("ul.lines li")
        faults.first.wait_for()
        texts = "\n".join(faults.all_inner_texts())
        for line in ("10", "13", "16"):
            self.organiser.expect(texts, rf"\b{line}\b")
        self.look("roster-faults", self.organiser)
        self.mistake("a workbook with three faults is refused whole")
        page.locator("#roster").set_input_files(good)
        self.organiser.tap(page.locator("button.main", has_text="Use this roster"))
        self.step("Lock settings and roster")
        self.organiser.next_step("Enter the lottery results")
        self.report(f"{len(self.rows)} players are in the roster")

    def reception(self):
        device = self.reception_desk
        device.view("reception")
        names = [row[1] for row in self.rows]
        wrong, late, away = names[6], names[-1], names[-2]
        device.mark(wrong, present=False)
        device.mark(wrong, present=True)
        self.mistake("a player who was marked absent is present")
        for name in names[:-2]:
            if name != wrong:
                device.mark(name, present=True)
        self.look("reception", device)
        device.tap(device.page.locator("button", has_text="Mark everyone not yet seen"))
        device.expect(device.answer(), r"\(2\)")
        device.page.locator('li.person[data-state="absent"]', has_text=away).wait_for()
        device.mark(late, present=True)
        self.mistake("a player who was not seen came late")
        for name, number in zip(names[:5], (3, 1, 2, 6, 5)):
            device.tap(device.person(name).locator(".slips button", has_text=re.compile(f"^{number}$")))
            device.answer()
            device.page.locator("li.person", has_text=name).locator("p.good", has_text=f"Slip {number}").wait_for()
        self.report(f"reception took {device.taps} taps")

    def lottery(self):
        page = self.organiser.page
        for field, digits in zip(page.locator("article.next input.figure").all(), MISREAD):
            field.fill(digits)
        self.organiser.tap("article.next button.main")
        self.organiser.answer()
        self.organiser.next_step("Close reception")
        box = self.referee.open_ruling("Replace the lottery results")
        box.locator("input").first.fill(" ".join(DIGITS))
        self.referee.rule(box, "The last digit was misread")
        self.mistake("a misread digit is replaced by a ruling")
        box = self.referee.open_ruling("Change attendance after the lottery")
        self.referee.pick(box, 0, self.rows[9][1])
        self.referee.rule(box, "Left before the start")
        self.mistake("a player who left is absent by a ruling")
        self.step("Close reception")
        self.organiser.next_step("Pair round 1")

    def first_round(self):
        self.step("Pair round 1")
        self.organiser.next_step("Enter the missing results")
        box = self.referee.open_ruling("Undo the pairing")
        changes = self.referee.rule(box, "A player is on a late train")
        self.referee.expect(changes, "→|→|round 1|Round 1")
        self.look("rulings", self.referee)
        box = self.referee.open_ruling("Excuse a player for one round")
        self.referee.pick(box, 0, self.rows[12][1])
        self.referee.rule(box, "On a late train")
        self.mistake("a pairing is undone, and a player is excused")
        self.step("Pair round 1")
        self.desk.view("desk")
        self.table.view("tables")
        self.call()
        self.wrong_slips()
        self.table_report()
        self.finish_round(1)

    def call(self):
        """Calls the players of the next open game, and announces the lunch break: hall and phone show both."""
        desk = self.desk
        desk.card().locator(".winners button").first.wait_for()
        players, table = desk.players(), re.search(r"table (\d+)", desk.title())[1]
        screens = [(Screen(self.site, self.browser, "hall", lang), Screen(self.site, self.browser, "phone", lang)) for lang in ("en", "ja")]
        for _, phone in screens:
            phone.find(players[0])
        desk.tap(desk.card().locator("button.call"))
        question = desk.answer()
        for text in (players[0], players[1], f"table {table}", f"卓{table}"):
            desk.expect(question, re.escape(text))
        desk.status(f"Table {table} called")
        box = self.organiser.page.locator("details.announce")
        self.organiser.tap(box.locator("summary"))
        japanese, english = box.locator("input").all()
        japanese.fill("昼休みは13時までです")
        english.fill("Lunch break until 13:00")
        self.organiser.tap(box.locator("button[type=submit]"))
        box.locator("li", has_text="Lunch break").wait_for()
        for (hall, phone), seat, lunch in zip(screens, (f"Table {table}", f"卓{table}"), ("Lunch break", "昼休み")):
            hall.page.locator(".calls .call", has_text=seat).filter(has_text=players[0]).wait_for()
            hall.page.locator(".calls .notice", has_text=lunch).wait_for()
            phone.page.locator("p.called").wait_for()
            phone.page.locator(".announcements p", has_text=lunch).wait_for()
            self.look(f"call-hall-{hall.lang}", hall)
            self.look(f"call-phone-{phone.lang}", phone)
            hall.context.close()
            phone.context.close()
        self.report("a call is in the hall and on the player's phone")

    def wrong_slips(self):
        desk = self.desk
        desk.card().locator(".winners button").first.wait_for()
        desk.choose_winner(0)
        desk.enter()
        desk.flaw("signatures")
        self.mistake("a slip without signatures is refused")
        desk.sign()
        desk.discs(40, 20)
        desk.enter()
        desk.flaw("64|60")
        self.look("slip-refused", desk)
        self.mistake("discs that do not add up are refused")
        desk.discs(32, 32)
        desk.enter()
        desk.flaw("draw-win")
        self.mistake("a draw without the holder of the right is refused")
        title = desk.title()
        desk.tap(desk.card().locator("fieldset:has(legend:text('draw-win')) button").first)
        desk.enter()
        desk.entered(title)
        # The weaker player of the next game wins by mistake.
        players, title = desk.players(), desk.title()
        weaker = max((0, 1), key=lambda at: self.strength[players[at]])
        desk.choose_winner(weaker)
        desk.sign()
        desk.enter()
        desk.entered(title)
        table = int(re.search(r"table (\d+)", title)[1])
        desk.open_table(table)
        if desk.card().locator("form").count():
            raise Failure("a game with a result has a form")
        desk.expect(desk.card().inner_text(), "Only the referee")
        self.mistake("a slip cannot be entered twice")
        self.correct(f"R1T{table}", players[1 - weaker])
        self.mistake("a wrong winner is corrected in the round")

    def correct(self, game, winner):
        """Corrects a result by a ruling, and returns what it changes."""
        box = self.referee.open_ruling("Correct a result")
        self.referee.pick(box, 0, game)
        self.referee.tap(box.locator(".winners button", has_text=winner))
        return self.referee.rule(box, "The wrong name was ringed")

    def table_report(self):
        table = self.table
        table.card().locator(".winners button").first.wait_for()
        title, players = table.title(), table.players()
        weaker = max((0, 1), key=lambda at: self.strength[players[at]])
        table.choose_winner(weaker)
        table.sign()
        table.enter()
        table.entered(title)
        report = self.desk.page.locator("li.report")
        report.wait_for()
        self.look("desk-with-report", self.desk)
        self.desk.tap(report.locator("button", has_text="Discard"))
        self.desk.answer()
        report.wait_for(state="detached")
        self.mistake("a table's result that differs from the card is discarded")
        number = int(re.search(r"table (\d+)", title)[1])
        table.open_table(number)
        table.choose_winner(1 - weaker)
        table.sign()
        self.look("table", table)
        table.enter()
        report.wait_for()
        self.desk.tap(report.locator("button.main"))
        report.wait_for(state="detached")
        self.report("a result from a table counts with its card")

    def finish_round(self, number):
        """Enters all open slips of a round at the desk: the stronger player wins."""
        desk = self.desk
        over = desk.page.locator("p[role=status]:visible", has_text=f"All results of round {number} ")
        card = desk.page.locator(CARD, has_text=f"Round {number},")
        if desk.card().locator("button", has_text="Next open game").count():
            desk.tap(desk.card().locator("button", has_text="Next open game"))
        while True:
            over.or_(card.locator(".winners")).first.wait_for()
            if over.count():
                return
            before, title, players = desk.taps, desk.title(), desk.players()
            desk.choose_winner(min((0, 1), key=lambda at: self.strength[players[at]]))
            desk.sign()
            desk.enter()
            desk.entered(title)
            self.slips, self.slip_taps = self.slips + 1, self.slip_taps + desk.taps - before

    def second_round(self):
        self.organiser.next_step("Pair round 2")
        box = self.referee.open_ruling("Fix a pair")
        members = [row[1] for at, row in enumerate(self.rows) if at not in (9, len(self.rows) - 2)]
        pair = None
        for one in members[5:9]:
            for other in members[15:]:
                self.referee.pick(box, 0, one)
                self.referee.pick(box, 1, other)
                box.locator("input[maxlength='200']").fill("The computed pair shares one set of glasses")
                self.referee.tap(box.locator("button[type=submit]"))
                self.referee.page.locator("dialog[open], details.ruling[open] .flaw:visible").first.wait_for()
                if self.referee.page.locator("dialog[open]").count():
                    pair = one, other
                    break
                for button in box.locator(".picked:visible button").all()[::-1]:
                    self.referee.tap(button)
            if pair:
                break
        if pair is None:
            raise Failure("no pair could be fixed")
        self.look("pair-by-ruling", self.referee)
        self.referee.answer()
        self.referee.status("Ruling recorded")
        self.mistake("a computed pair is replaced by a ruling, which shows its cost")
        self.finish_round(2)
        self.step("Pair round 3")
        decided = self.site.run("judge-tui", *self.staff("desk"), "event", "print", "results", "--round", "2")
        line = next(line for line in decided.splitlines() if re.search(r"^\s*3\s", line))
        stronger = [name for name in self.strength if name in line]
        if len(stronger) != 2:
            raise Failure(f"table 3 has other players: {line}")
        loser = max(stronger, key=self.strength.get)
        changes = self.correct("R2T3", loser)
        self.referee.expect(changes, re.escape(loser))
        self.mistake("a result is corrected after the next pairing")

    def staff(self, role):
        return ("--server", self.site.address, "--token-file", f"day/{role}.token")

    def other_rounds(self):
        self.finish_round(3)
        for number in range(4, 20):
            self.organiser.page.wait_for_function("() => !/missing results/.test(document.querySelector('article.next h2').textContent)")
            title = self.organiser.page.locator("article.next h2").inner_text()
            if not title.startswith("Pair round"):
                break
            self.step(f"Pair round {number}")
            self.report(f"round {number} is paired")
            self.finish_round(number)

    def end(self):
        confirm = self.referee.open_ruling("Confirm a league winner")
        while confirm.locator("button.main").count():
            self.referee.tap(confirm.locator("button.main").first)
            self.referee.answer()
            self.referee.status("Ruling recorded")
            self.referee.page.wait_for_timeout(300)
        self.step("Declare the final ranking")
        self.organiser.next_step("Nothing left to do")
        self.look("declared", self.organiser)
        self.print_diplomas()
        for device in self.devices:
            if device.errors:
                raise Failure(f"errors in a page: {device.errors}")
        minutes = (time.monotonic() - self.began) / 60
        self.report(f"{self.slips} slips with {self.slip_taps / self.slips:.2f} taps each; the event took {minutes:.1f} minutes")
        self.verify()

    def print_diplomas(self):
        """Checks that printed pages have their style and that each diploma is a page of its own, in both languages."""
        with self.organiser.context.expect_page() as opened:
            self.organiser.tap(self.organiser.page.locator("a.print", has_text="Diplomas"))
        page = opened.value
        page.wait_for_load_state()
        for lang in ("en", "ja"):
            page.goto(re.sub(r"lang=\w+", f"lang={lang}", page.url))
            diplomas = page.locator("article.diploma").count()
            border = page.locator("article.diploma").first.evaluate("diploma => getComputedStyle(diploma).borderTopStyle")
            if border != "double":
                raise Failure(f"a printed page has no style: {border}")
            pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
            if pages != diplomas:
                raise Failure(f"{pages} pages for {diplomas} diplomas in {lang}")
        page.locator("#print").wait_for()
        page.close()

    def verify(self):
        record = self.site.folder / "mx.jsonl"
        self.site.run("judge-tui", *self.staff("organiser"), "transcript", "mx", "--out", record)
        key = re.search(r"fingerprint=(\S+)", (self.site.folder / "server.log").read_text(encoding="utf-8"))[1]
        self.report(self.site.run("ishigaki-server", "verify", record, "--key", key).splitlines()[0])
        done = subprocess.run([sys.executable, VERIFIER, record, "--key", key], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"the second verifier: {done.stdout}{done.stderr}")
        self.report("the second verifier agrees")
