"""The board's pages in a real browser, and what has to hold of every one of them at any moment."""

import json
import re
import subprocess
import time
import urllib.request

from hall import PATIENCE, Failure

# Width, height and address of each page that is looked at; the last two are small, dark and without motion.
PAGES = {
    "hall": (1920, 1080, "/hall?lang=en", "light"),
    "hall ja": (1280, 720, "/hall?lang=ja", "dark"),
    "phone": (360, 640, "/?lang=en", "light"),
    "phone ja": (320, 640, "/?lang=ja", "dark"),
}
# What a page may weigh with all it needs, and how long its first paint may take, in bytes and milliseconds.
WEIGHT, PAINT = 300_000, 500
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def tells(text, figure):
    """Whether a figure is in a text: by itself, not in another figure, a time or a fingerprint."""
    text = re.sub(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b", "", text)
    return bool(re.search(rf"(?<![\d.:-]){figure}(?![\d.:-])", text))


class Board:
    """The program that hands the pages out."""

    def __init__(self, hall):
        self.hall, self.process, self.base = hall, None, None
        self.start("127.0.0.1:0")

    def start(self, address):
        link = ("--server", self.hall.address, "--token-file", self.hall.folder / "board.token")
        command = [self.hall.programs / "judge-tui", "board", "--http", address, *link, "--lang", "en"]
        self.process = subprocess.Popen(
            list(map(str, command)), cwd=self.hall.folder, env=self.hall.environment, stdout=subprocess.PIPE, text=True
        )
        self.hall.others.append(self.process)
        self.process.stdout.readline()
        said = self.process.stdout.readline()
        if not (found := re.search(r"(http://[^/]+)/hall", said)):
            raise Failure(f"the board does not say where its pages are: {said!r}")
        self.base = found[1]

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        self.start(self.base.removeprefix("http://"))

    def state(self):
        with urllib.request.urlopen(self.base + "/state", timeout=PATIENCE) as answer:
            return json.load(answer)


def check_windows(browser, board, count=8):
    """A browser opens six connections to a host: more windows than that show the board all the same, also without the first."""
    context = browser.new_context()
    windows = []
    for _ in range(count):
        windows.append(context.new_page())
        windows[-1].goto(f"{board.base}/hall?lang=en", wait_until="load", timeout=PATIENCE * 1000)
    for lead in (None, windows[0]):
        if lead:
            lead.close()
            windows.remove(lead)
            windows.append(context.new_page())
            windows[-1].goto(f"{board.base}/hall?lang=en", wait_until="load", timeout=PATIENCE * 1000)
        for window in windows:
            window.wait_for_selector(".stage .game h1:not(:empty)", state="attached", timeout=PATIENCE * 1000)
    context.close()


class Pages:
    """All pages, each in a window of its own."""

    def __init__(self, browser, board, pictures):
        self.board, self.pictures, self.taken, self.wrong, self.pages = board, pictures, 0, [], {}
        for name, (width, height, address, colours) in PAGES.items():
            window = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=colours,
                reduced_motion="reduce" if colours == "dark" else "no-preference",
            )
            page = self.pages[name] = window.new_page()
            page.on("request", lambda request, name=name: self.asked(name, request.url))
            page.on("dialog", lambda dialog, name=name: self.wrong.append(f"{name}: a dialog: {dialog.message}"))
            page.on("pageerror", lambda error, name=name: self.wrong.append(f"{name}: {error}"))
            page.goto(board.base + address, wait_until="load")

    def wait(self, millis):
        """Lets time pass, in the pages as well."""
        next(iter(self.pages.values())).wait_for_timeout(millis)

    def asked(self, name, address):
        if not address.startswith((self.board.base + "/", self.board.hall.folder.as_uri())):
            self.wrong.append(f"{name}: a foreign request: {address}")

    def all(self, what, that, within=PATIENCE):
        """Waits until something holds of all pages; `that` gets a page and says what is wrong with it, if anything."""
        ends = time.monotonic() + within
        while True:
            found = {name: why for name, page in self.pages.items() if (why := that(page))}
            if self.wrong:
                raise Failure("; ".join(self.wrong))
            if not found:
                return self.keep(what)
            if time.monotonic() > ends:
                self.keep(f"{what} wrong")
                raise Failure(f"{what}: " + "; ".join(f"{name}: {why}" for name, why in found.items()))
            self.wait(20)

    def see(self, what, english, japanese, without=(), within=PATIENCE):
        """Waits until all pages say something, each in its language, and nothing of what must not be there."""

        def that(page):
            text = page.inner_text("body")
            wanted = japanese if page.evaluate("document.documentElement.lang") == "ja" else english
            lacking = [f"does not say {part!r}" for part in wanted if part not in text]
            return "; ".join(lacking + [f"says {part!r}" for part in without if part in text])

        self.all(what, that, within)

    def never(self, *figures):
        """That none of these figures is anywhere: neither on a page, nor in what it is made of, nor in the state."""
        self.lacks(self.contents(), self.board.state(), figures)

    def contents(self):
        """All pages as they are."""
        return {name: page.content() for name, page in self.pages.items()}

    @staticmethod
    def lacks(contents, state, figures):
        for name, text in {**contents, "the state": json.dumps(state, ensure_ascii=False)}.items():
            text = re.sub(r'<svg.*?</svg>|data-key="[^"]*"', "", text)
            for figure in figures:
                if tells(text, figure):
                    raise Failure(f"{figure} is on {name} before its time")

    def sound(self, axe, halls=True):
        """What has to hold at any moment: rules of accessibility, no scrolling sideways, figures large enough."""
        for name, page in self.pages.items():
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                raise Failure(f"{name} is {wide} pixels wider than its window")
            if halls and name.startswith("hall"):
                small = page.evaluate(SMALL)
                if small:
                    raise Failure(f"{name}: below 2.5 % of the height: {small}")
            if axe:
                page.evaluate(axe)
                found = page.evaluate(
                    "rules => axe.run({runOnly: {type: 'tag', values: rules}})", RULES
                )["violations"]
                if found:
                    told = [f"{item['id']}: {node['html'][:160]} {node['failureSummary'][:200]}" for item in found for node in item["nodes"][:2]]
                    raise Failure(f"{name} breaks rules of accessibility: " + "; ".join(told))

    def light(self):
        """How heavy each page is, and how soon it shows something."""
        seen = []
        for name, page in self.pages.items():
            weight, paint = weigh(page)
            if weight > WEIGHT or paint > PAINT:
                raise Failure(f"{name} weighs {weight} bytes, and shows something after {paint:.0f} ms")
            seen.append((name, weight, paint))
        return seen

    def keep(self, name):
        if self.pictures:
            self.taken += 1
            for page_name, page in self.pages.items():
                file = self.pictures / f"{self.taken:02}-{name}-{page_name}.png".replace(" ", "-")
                page.screenshot(path=file, full_page=page_name.startswith("phone"))


def weigh(page):
    """What a page weighs with all it needs, and when it first shows something: at the best of three times, since the machine
    may be busy with something else."""
    tries = []
    while not tries or (tries[-1][1] > PAINT and len(tries) < 3):
        if tries:
            page.reload(wait_until="load")
        tries.append(page.evaluate(LIGHT))
    return min(tries, key=lambda seen: seen[1])


# Bytes of a page with all it needs, and the moment of its first paint in milliseconds.
LIGHT = """() => [
    performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
        .reduce((sum, entry) => sum + entry.transferSize, 0),
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
]"""


# Texts of a page that are smaller than 2.5 % of its height; the letters of stones are parts of a drawing.
SMALL = """() => {
    const small = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || element.closest("svg, script, noscript, [hidden]") || !element.offsetParent) continue;
        if (parseFloat(getComputedStyle(element).fontSize) < innerHeight * 0.025 - 0.1) small.add(walk.currentNode.data);
    }
    return [...small].join(", ");
}"""
