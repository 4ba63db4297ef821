"""A device of the staff, which counts its taps."""

import re

from hall import Failure

VIEW = "section.view:not([hidden])"
CARD = f"{VIEW} > article.card:not([hidden])"
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1280, 720)}


class Screen:
    """The hall's page in a browser, on a projector or on a visitor's phone."""

    def __init__(self, site, browser, kind, lang):
        width, height = SIZES["phone" if kind == "phone" else "desk"]
        self.context = browser.new_context(ignore_https_errors=True, viewport={"width": width, "height": height}, locale=lang)
        self.page, self.lang = self.context.new_page(), lang
        self.page.set_default_timeout(15_000)
        self.page.goto(f"{site.pages}/hall?view={kind}&lang={lang}")

    def find(self, name):
        """Chooses the player on the phone."""
        self.page.locator(".finder input").fill(name)
        self.page.locator(".found button").first.click()


class Device:
    """A browser that has signed in with a staff sheet."""

    def __init__(self, site, browser, role, size, lang="en"):
        width, height = SIZES[size]
        self.context = browser.new_context(ignore_https_errors=True, viewport={"width": width, "height": height}, locale=lang)
        self.page, self.taps, self.errors = self.context.new_page(), 0, []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.set_default_timeout(15_000)
        pin, code = site.codes_of(role)
        self.page.goto(f"{site.pages}/staff/#{pin}/{code}")
        self.page.locator("nav.tabs button").first.wait_for()

    def tap(self, target):
        found = self.page.locator(target) if isinstance(target, str) else target
        found.click()
        self.taps += 1

    def view(self, name):
        self.tap(f'nav.tabs [data-view="{name}"]')

    def status(self, text):
        """Waits until the line at the foot has a text."""
        self.page.locator("p.status", has_text=text).wait_for()

    def answer(self):
        """Answers the open question with yes, and returns its text."""
        box = self.page.locator("dialog[open]")
        box.wait_for()
        text = box.inner_text()
        self.tap(box.locator("button.main"))
        box.wait_for(state="hidden")
        return text

    def flaw(self, text):
        """Waits for a problem with this text."""
        self.page.locator(".flaw:visible", has_text=re.compile(text)).first.wait_for()

    def expect(self, what, text):
        if not re.search(text, what):
            raise Failure(f"expected {text!r} in {what!r}")

    def next_step(self, title):
        """Waits until a step is next."""
        self.page.locator("article.next h2", has_text=title).wait_for()

    # Reception.

    def person(self, name):
        return self.page.locator("li.person", has_text=name).first

    def mark(self, name, present):
        row = self.person(name)
        self.tap(row.get_by_role("button", name="Present" if present else "Absent", exact=True))
        self.page.locator(f'li.person[data-state="{"present" if present else "absent"}"]', has_text=name).first.wait_for()

    # Slips.

    def card(self):
        return self.page.locator(CARD).first

    def players(self):
        """Returns the names of the players on the open card."""
        return [re.sub(r"^\d+\s+", "", text) for text in self.card().locator(".winners button").all_inner_texts()]

    def choose_winner(self, at):
        self.tap(self.card().locator(".winners button").nth(at))

    def sign(self):
        self.tap(self.card().locator("button.sign"))

    def enter(self):
        self.tap(self.card().locator("button.main"))

    def discs(self, winner, loser):
        card = self.card()
        if card.locator("details:not([open])").count():
            self.tap(card.locator("summary"))
        for field, value in zip(card.locator("input.figure").all(), (winner, loser)):
            field.fill(str(value))

    def open_table(self, table):
        self.page.locator(f"{VIEW} form.find input.figure").fill(str(table))
        self.tap(f"{VIEW} form.find button[type=submit]")
        self.page.locator(f"{CARD} h2", has_text=re.compile(rf"table {table}\b")).wait_for()

    def title(self):
        return self.card().locator("h2").inner_text()

    def entered(self, title):
        """Waits until another card is open, or none is left."""
        self.page.wait_for_function(
            "([card, title]) => (document.querySelector(card + ' h2')?.textContent ?? '') !== title", arg=[CARD, title]
        )

    # Rulings.

    def open_ruling(self, key):
        """Opens a ruling by its title, and returns its element."""
        box = self.page.locator("details.ruling", has=self.page.locator("summary", has_text=re.compile(f"^{key}$")))
        if box.get_attribute("open") is None:
            self.tap(box.locator("summary").first)
        return box

    def pick(self, box, at, text):
        """Chooses the first match in a ruling's field."""
        picker = box.locator(".picker").nth(at)
        picker.locator("input[type=search]").fill(text)
        self.tap(picker.locator(".found button").first)

    def rule(self, box, reason):
        """Makes a ruling, and returns what it changes."""
        box.locator("input[maxlength='200']").fill(reason)
        self.tap(box.locator("button[type=submit]"))
        text = self.answer()
        self.status("Ruling recorded")
        return text
