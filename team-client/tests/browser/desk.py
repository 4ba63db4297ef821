"""A team's page: its program, and the browser's window on it."""

import json
import subprocess
import time

from hall import PATIENCE, Failure
from pages import PAINT, RULES, WEIGHT, weigh



class Desk:
    """One team's page."""

    def __init__(self, hall, browser, code, size, colours, lang, pictures, fingers=None):
        """`fingers` names a computer that is touched: the team's second one, with receipts of its own."""
        self.hall, self.code, self.pictures, self.wrong, self.taken = hall, code, pictures, [], 0
        self.called = fingers or code
        receipts = f"receipts-{self.called}"
        link = ("--server", hall.address, "--token-file", hall.folder / f"{code}.token", "--receipts", receipts)
        command = [hall.programs / "team-client", "--json", "web", "--no-open", *link, "--lang", lang]
        self.process = subprocess.Popen(
            list(map(str, command)), cwd=hall.folder, env=hall.environment, stdout=subprocess.PIPE, text=True
        )
        hall.others.append(self.process)
        self.address = json.loads(self.process.stdout.readline())["address"]
        self.origin = "/".join(self.address.split("/")[:3])
        window = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=fingers is not None,
            is_mobile=fingers is not None,
            color_scheme=colours,
            reduced_motion="reduce" if colours == "dark" else "no-preference",
        )
        self.page = window.new_page()
        self.page.on("request", lambda request: self.asked(request.url))
        self.page.on("dialog", lambda dialog: self.wrong.append(f"a dialog: {dialog.message}"))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto(self.address, wait_until="load")

    def asked(self, address):
        if not address.startswith(self.origin + "/"):
            self.wrong.append(f"a foreign request: {address}")

    def text(self):
        return self.page.inner_text("body")

    def that(self, what, holds, within=PATIENCE):
        """Waits until something holds of the page."""
        ends = time.monotonic() + within
        while True:
            if self.wrong:
                raise Failure(f"{self.code}: " + "; ".join(self.wrong))
            if holds(self.page):
                return
            if time.monotonic() > ends:
                raise Failure(f"{self.code}: {what}")
            self.page.wait_for_timeout(20)

    def see(self, *texts, without=(), within=PATIENCE):
        """Waits until the page says all this and nothing of that."""

        def says(_):
            text = self.text()
            return all(one in text for one in texts) and not any(one in text for one in without)

        self.that(f"does not say {texts} without {without}", says, within)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector):
        """Goes to something with the Tab key alone."""
        for _ in range(200):
            if self.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.press("Tab")
        raise Failure(f"{self.code}: no Tab leads to {selector}")

    def state(self):
        return self.page.evaluate("fetch('state').then((answer) => answer.json())")

    def square(self, row, col):
        """The middle of a square of the wall, on the screen."""
        place = self.page.evaluate(
            """([row, col]) => {
                const svg = document.querySelector(".board svg");
                svg.scrollIntoView({block: "center"});
                const point = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(svg.getScreenCTM());
                return [point.x, point.y];
            }""",
            [row, col],
        )
        return place

    def sound(self, axe):
        """What has to hold at any moment: rules of accessibility, and no scrolling sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            raise Failure(f"{self.code}: the page is {wide} pixels wider than its window")
        self.page.evaluate(axe)
        found = self.page.evaluate("rules => axe.run({runOnly: {type: 'tag', values: rules}})", RULES)["violations"]
        if found:
            told = [f"{item['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for item in found for node in item["nodes"][:2]]
            raise Failure(f"{self.code}: breaks rules of accessibility: " + "; ".join(told))

    def light(self):
        """How heavy the page is, and how soon it shows something."""
        weight, paint = weigh(self.page)
        if weight > WEIGHT or paint > PAINT:
            raise Failure(f"{self.code}: the page weighs {weight} bytes, and shows something after {paint:.0f} ms")
        return weight, paint

    def keep(self, name, whole=True):
        """Writes a picture of the whole page, or of what is in sight: fingers on the page would notice another size."""
        if self.pictures:
            self.taken += 1
            file = self.pictures / f"{self.called}-{self.taken:02}-{name}.png".replace(" ", "-")
            self.page.screenshot(path=file, full_page=whole)
