"""Practice by pages: the main button of the result starts another game."""

import json
import signal
import subprocess

from desk import Window
from game import has_dialog
from hall import TIMEOUT, Failure


class Practice(Window):
    """A practice game's page: on this computer with `--web`, or hosted for any device with `--pages`."""

    def __init__(self, hall, browser, pictures, *seat):
        command = [hall.programs / "rehearsal", "practice", "--json", "--scenario", "tiny-2", "--pace", "60,20,0,0", *seat]
        self.process = subprocess.Popen(
            list(map(str, command)), cwd=hall.folder, env=hall.environment, stdout=subprocess.PIPE, text=True
        )
        hall.others.append(self.process)
        self.address = self.read()["page"]
        super().__init__(hall, browser, f"practice{seat[0]}", (1280, 720), "light", "en", pictures)
        self.page.goto(self.address, wait_until="load")

    def read(self):
        return json.loads(self.process.stdout.readline())

    def play(self):
        """Declines each round until the result."""
        for number in (1, 2):
            self.wait_for(lambda _: f"Round {number} of 2: Bidding" in self.page.inner_text(".phase"), f"round {number} does not open")
            self.page.locator("[data-button='decline']").click()
            self.wait_for(has_dialog, "there is no question")
            self.page.locator("dialog[open] button.main").click()
        self.wait_for(lambda page: page.locator(".outcome .place b").is_visible(), "there is no result")
        self.check_urgent()

    def play_again(self):
        self.page.locator(".act").get_by_text("Play again").click()
        self.see("Round 1 of 2", within=TIMEOUT)


def practise(hall, browser, axe, pictures):
    """Plays two games in each mode."""
    for seat, is_hosted in (("--web", "--no-open"), False), (("--pages", "127.0.0.1:0"), True):
        desk = Practice(hall, browser, pictures, *seat)
        desk.play()
        desk.check(axe)
        desk.keep("result", whole=False)
        # A hosted game is reported at its end, as the terminal is free.
        reports = [desk.read()] if is_hosted else []
        desk.play_again()
        desk.play()
        if is_hosted:
            reports.append(desk.read())
            desk.process.send_signal(signal.SIGINT)
        else:
            desk.use_tool("quit")
            reports += [desk.read(), desk.read()]
        if code := desk.process.wait(TIMEOUT):
            raise Failure(f"the practice ended with {code}")
        if [report["seat"] for report in reports] != ["you", "you"] or reports[0]["seed"] == reports[1]["seed"]:
            raise Failure(f"not two games are reported: {reports}")
