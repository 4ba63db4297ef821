"""A team's page: its window in the browser, and the program that serves it."""

import json
import os
import pathlib
import re
import subprocess
import time

import chromium
from hall import TIMEOUT, Failure
from pages import MAX_BYTES, MAX_PAINT, weigh


SIZES = ((390, 844), (820, 1180), (1280, 720), (1920, 1080))

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Directories of the scripts and styles, by their paths on the page.
SOURCES = {"desk": ROOT / "team-client/src/tui/page", "judge": ROOT / "server/pages/src/judge", "page": ROOT / "proto/page/assets"}

# Urgent elements that the window doesn't show, in the stage's own view.
OUTSIDE = """(stage) => {
    const urgent = [".desk-bar", ".clock", ".phase", ".mark-text", ".act"];
    if (stage === "bidding") urgent.push(".lot", ".lot .add");
    if (stage === "bidding" || stage === "rebid") urgent.push(".money", ".line", ".line input.price");
    if (stage === "waiting" || stage === "building") urgent.push(".board svg");
    if (stage === "result") urgent.push(".outcome .place");
    const whole = stage === "waiting" || stage === "building" ? [".board svg"] : [".act", ".clock"];
    for (const box of document.querySelectorAll(".column, .desk-main")) box.scrollTop = 0;
    return urgent.filter((selector) => {
        const element = document.querySelector(selector);
        if (!element || element.hidden || (element.closest("[hidden]"))) return [".desk-bar", ".mark-text"].includes(selector);
        const {left, top, right, bottom} = element.getBoundingClientRect();
        // Of a large element the beginning must be visible, of a wall and the main button all.
        const end = whole.includes(selector) ? bottom : Math.min(bottom, top + 60);
        const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
        const over = document.elementFromPoint(x, end - 3);
        if (over && !document.querySelector("dialog[open]") && !over.contains(element) && !element.contains(over)) return true;
        return right <= left || bottom <= top || left < -1 || top < -1 || right > innerWidth + 1 || end > innerHeight + 1;
    });
}"""


def serve_sources(context):
    """Serves scripts and styles from the source tree instead of the built ones, to try changes without a build."""

    def fulfill(route):
        folder, name = route.request.url.split("?")[0].split("/")[-2:]
        file = SOURCES[folder] / name
        if file.exists():
            route.fulfill(path=file)
        else:
            route.continue_()

    for folder in SOURCES:
        context.route(re.compile(rf"/{folder}/[a-z_]+\.(js|css)$"), fulfill)


class Window:
    """A window of the browser with a team's page, which is at `self.address`."""

    def __init__(self, hall, browser, code, size, colours, lang, pictures, touch=None, has_hints=False):
        """`touch` names a device with a touch screen."""
        self.hall, self.code, self.pictures, self.errors, self.picture_count = hall, code, pictures, [], 0
        self.name, self.lang = touch or code, lang
        self.origin = "/".join(self.address.split("/")[:3])
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch is not None,
            is_mobile=touch is not None,
            color_scheme=colours,
            locale={"en": "en-US", "ja": "ja-JP"}[lang],
            reduced_motion="reduce" if colours == "dark" else "no-preference",
            ignore_https_errors=True,
        )
        if not has_hints:
            # The hints of the first game have their own check.
            self.context.add_init_script("try { localStorage.setItem('hints', 'waiting bidding rebid building result'); } catch {}")
        if os.environ.get("ISHIGAKI_PAGE_SOURCES"):
            serve_sources(self.context)
        self.page = self.context.new_page()
        self.page.on("request", lambda request: self.check_request(request.url))
        self.page.on("dialog", lambda dialog: self.errors.append(f"unexpected dialog: {dialog.message}"))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def check_request(self, address):
        if not address.startswith(self.origin + "/"):
            self.errors.append(f"request to another host: {address}")

    def text(self):
        return self.page.inner_text("body")

    def wait_for(self, condition, problem, within=TIMEOUT):
        """Waits until a condition of the page is true, or fails with this problem."""
        ends = time.monotonic() + within
        while True:
            if self.errors:
                raise Failure(f"{self.code}: " + "; ".join(self.errors))
            if condition(self.page):
                return
            if time.monotonic() > ends:
                raise Failure(f"{self.code}: {problem}")
            self.page.wait_for_timeout(20)

    def see(self, *texts, without=(), within=TIMEOUT):
        """Waits until the page shows all texts, and none of the texts in `without`."""

        def shows(_):
            text = self.text()
            return all(one in text for one in texts) and not any(one in text for one in without)

        self.wait_for(shows, f"does not show {texts} without {without}", within)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector):
        """Presses Tab until an element has the focus."""
        for _ in range(200):
            if self.page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
                return
            self.press("Tab")
        raise Failure(f"{self.code}: Tab does not reach {selector}")

    def state(self):
        return self.page.evaluate("lang => fetch('state?lang=' + lang).then((answer) => answer.json())", self.lang)

    def show(self, view):
        """Shows a view of this window, by its name in the program."""
        tab = {"sheet": "bids", "wall": "wall", "results": "bids", "advice": "bids", "rivals": "teams", "standings": "teams"}.get(view, "messages")
        if self.page.locator(".tabs").is_visible():
            self.page.locator(f'.tabs [data-tab="{tab}"]').click()
            button = self.page.locator(f'.subviews [data-view="{view}"]')
            if button.is_visible():
                button.click()
        else:
            self.page.locator(f'.views [data-view="{view}"]').click()
        self.wait_for(lambda page: page.locator(".columns").get_attribute("data-view") == view, f"the view {view} is not shown")

    def use_tool(self, name):
        """Presses a button of the menu, which is open in a wide window."""
        button = self.page.locator(".tools").get_by_role("button", name=name)
        if not button.is_visible():
            self.page.locator(".menu").click()
        button.click()

    def scroll_to_square(self, row, col):
        """Scrolls the wall into view, and returns the middle of a square on the screen."""
        return self.page.evaluate(
            """([row, col]) => {
                const svg = document.querySelector(".board svg");
                svg.scrollIntoView({block: "center"});
                const point = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(svg.getScreenCTM());
                return [point.x, point.y];
            }""",
            [row, col],
        )

    def check_urgent(self):
        """Checks that bar, clock, main button, and the first stone and line are inside the window without scrolling, at all sizes."""
        size, stage = self.page.viewport_size, self.state()["stage"]
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(60)
            outside = self.page.evaluate(OUTSIDE, stage)
            if outside:
                self.keep(f"outside {stage} {width}", whole=False)
                raise Failure(f"{self.code}: not inside {width}x{height} in stage {stage}: {outside}")
        self.page.set_viewport_size(size)
        self.page.wait_for_timeout(60)

    def check(self, axe):
        """Checks accessibility rules and horizontal scrolling, and that every part of the page is shown."""
        chromium.check(self.code, self.page, axe)
        # A key of the catalogue instead of its text.
        if re.search(r"can't be shown|表示できません|\b(?:page|team|shared|panel)-[a-z]+-[a-z]+", self.text()):
            raise Failure(f"{self.code}: {self.text()}")

    def check_weight(self):
        """Returns the size and the first paint of the page. Fails if one is over the limit."""
        size, paint = weigh(self.page)
        if size > MAX_BYTES or paint > MAX_PAINT:
            raise Failure(f"{self.code}: the page has {size} bytes, first paint after {paint:.0f} ms")
        return size, paint

    def keep(self, name, whole=True):
        """Saves a picture of the page, or of its visible part: a full-page picture changes the window's size, which disturbs
        touches."""
        if self.pictures:
            self.picture_count += 1
            file = self.pictures / f"{self.name}-{self.picture_count:02}-{name}.png".replace(" ", "-")
            self.page.screenshot(path=file, full_page=whole)


class Desk(Window):
    """One team's page, served by a program of the team."""

    def __init__(self, hall, browser, code, size, colours, lang, pictures, touch=None):
        """`touch` names a second computer of the team, with a touch screen and its own receipts."""
        receipts = f"receipts-{touch or code}"
        link = ("--server", hall.address, "--token-file", hall.folder / f"{code}.token", "--receipts", receipts)
        command = [hall.programs / "team-client", "--json", "web", "--no-open", *link, "--lang", lang]
        self.process = subprocess.Popen(
            list(map(str, command)), cwd=hall.folder, env=hall.environment, stdout=subprocess.PIPE, text=True
        )
        hall.others.append(self.process)
        self.address = json.loads(self.process.stdout.readline())["address"]
        super().__init__(hall, browser, code, size, colours, lang, pictures, touch)
        self.page.goto(self.address, wait_until="load")
