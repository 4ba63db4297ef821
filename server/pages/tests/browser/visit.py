"""Visitors without a token: the start page, and the hall's board."""

import json

import chromium
from hall import TIMEOUT, Failure
from pages import has_figure

# Width, height, colours and language of each visitor, and the board's page that fits the window.
VISITORS = {
    "phone": (390, 844, "light", "en", "phone"),
    "phone ja": (390, 844, "dark", "ja", "phone"),
    "computer": (1280, 720, "dark", "en", "hall"),
    "computer ja": (1280, 720, "light", "ja", "hall"),
}
LOCALES = {"en": "en-US", "ja": "ja-JP"}
HALL_LINK = {"en": "Hall board", "ja": "会場表示"}
GAME = "g1"


class Visit:
    """The windows of all visitors. They stay open during the game."""

    def __init__(self, site, browser, pictures, axe):
        self.site, self.pictures, self.axe, self.pages, self.count = site, pictures, axe, {}, 0
        for name, (width, height, colours, lang, _) in VISITORS.items():
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=colours, locale=LOCALES[lang],
                has_touch=name.startswith("phone"), is_mobile=name.startswith("phone"), ignore_https_errors=True,
            )
            page = self.pages[name] = context.new_page()
            page.on("pageerror", lambda error, name=name: self.fail(name, error))
            page.goto(site.pages + "/", wait_until="load")
            if (shown := page.evaluate("document.documentElement.lang")) != lang:
                self.fail(name, f"the start page is in {shown}")
        self.inspect("start")

    @staticmethod
    def fail(name, problem):
        raise Failure(f"{name}: {problem}")

    def inspect(self, what):
        """Checks accessibility, and keeps pictures."""
        self.count += 1
        for name, page in self.pages.items():
            chromium.check(f"{what} of the {name}", page, self.axe)
            if self.pictures:
                page.screenshot(path=self.pictures / f"visit-{self.count}-{what}-{name}.png".replace(" ", "-"))

    def enter_hall(self):
        """Follows the link to the hall, and waits for the game."""
        for name, page in self.pages.items():
            *_, lang, view = VISITORS[name]
            page.get_by_role("link", name=HALL_LINK[lang]).click()
            page.wait_for_selector(f"body.{view} h1:has-text('{GAME}')", timeout=TIMEOUT * 1000)
        self.pin_team(self.pages["phone"], self.pages["phone ja"])
        self.inspect("hall")

    def pin_team(self, page, other):
        """Chooses a team on one phone, which no other visitor notices."""
        page.locator(".mine select").select_option("t2")
        page.wait_for_selector(".mine .my-wall svg", timeout=TIMEOUT * 1000)
        if other.locator(".mine .my-wall").count() or other.locator(".mine select").input_value():
            self.fail("phone ja", "has the team of another visitor")

    def check_overlay(self):
        """Opens the lower third of a stream."""
        page = self.pages["computer"].context.new_page()
        page.goto(f"{self.site.pages}/hall?scene=overlay&lang=ja", wait_until="load")
        page.wait_for_selector("html.is-overlay .game h1", timeout=TIMEOUT * 1000)
        if self.pictures:
            page.screenshot(path=self.pictures / "visit-overlay.png")
        page.close()

    def check_absent(self, *figures):
        """Fails if a visitor has one of these figures on the page, or in the state."""
        page = self.pages["phone"]
        state = page.evaluate("fetch('/state').then((answer) => answer.json())")
        texts = {"the state": json.dumps(state)} | {name: page.inner_text("body") for name, page in self.pages.items()}
        for name, text in texts.items():
            for figure in figures:
                if has_figure(text, figure):
                    self.fail(name, f"shows {figure} too early")

    def see(self, selector):
        """Waits until every visitor's page has this element, which may wait for its turn."""
        for page in self.pages.values():
            page.wait_for_selector(selector, state="attached", timeout=TIMEOUT * 1000)
