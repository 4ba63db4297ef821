"""The board's pages in a real browser, with checks that apply to every page at any time."""

import json
import re
import subprocess
import time
import urllib.request

import chromium
from hall import TIMEOUT, Failure

# Width, height, address and colours of each tested page. Dark pages also have reduced motion.
PAGES = {
    "hall": (1920, 1080, "/hall?lang=en", "light"),
    "hall ja": (1280, 720, "/hall?lang=ja", "dark"),
    "phone": (390, 844, "/?lang=en", "light"),
    "phone ja": (320, 640, "/?lang=ja", "dark"),
    "phone tablet": (820, 1180, "/?lang=ja", "light"),
}
# Maximum size of a page with its files in bytes, and maximum time to its first paint in milliseconds.
MAX_BYTES, MAX_PAINT = 300_000, 500


def has_figure(text, figure):
    """Returns whether a text contains a figure that is not part of another figure, a time or a fingerprint."""
    text = re.sub(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b", "", text)
    return bool(re.search(rf"(?<![\d.:-]){figure}(?![\d.:-])", text))


class Board:
    """The program that serves the pages."""

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
        line = self.process.stdout.readline()
        if not (found := re.search(r"(http://[^/]+)/hall", line)):
            raise Failure(f"the board does not print the address of its pages: {line!r}")
        self.base = found[1]

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        self.start(self.base.removeprefix("http://"))

    def state(self):
        with urllib.request.urlopen(self.base + "/state", timeout=TIMEOUT) as answer:
            return json.load(answer)


def check_windows(browser, board, count=8):
    """Checks that more windows than a browser's six connections to a host all show the board, also after the first one closes."""
    context = browser.new_context()
    windows = []
    for _ in range(count):
        windows.append(context.new_page())
        windows[-1].goto(f"{board.base}/hall?lang=en", wait_until="load", timeout=TIMEOUT * 1000)
    for closing in (None, windows[0]):
        if closing:
            closing.close()
            windows.remove(closing)
            windows.append(context.new_page())
            windows[-1].goto(f"{board.base}/hall?lang=en", wait_until="load", timeout=TIMEOUT * 1000)
        for window in windows:
            window.wait_for_selector(".stage .game h1:not(:empty)", state="attached", timeout=TIMEOUT * 1000)
    context.close()


class Pages:
    """All tested pages, each in its own window."""

    def __init__(self, browser, board, pictures):
        self.board, self.pictures, self.picture_count, self.errors, self.pages = board, pictures, 0, [], {}
        for name, (width, height, address, colours) in PAGES.items():
            window = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=colours,
                reduced_motion="reduce" if colours == "dark" else "no-preference",
            )
            page = self.pages[name] = window.new_page()
            page.on("request", lambda request, name=name: self.check_request(name, request.url))
            page.on("dialog", lambda dialog, name=name: self.errors.append(f"{name}: unexpected dialog: {dialog.message}"))
            page.on("pageerror", lambda error, name=name: self.errors.append(f"{name}: {error}"))
            page.goto(board.base + address, wait_until="load")

    def wait(self, millis):
        """Waits while the pages run."""
        next(iter(self.pages.values())).wait_for_timeout(millis)

    def check_request(self, name, address):
        if not address.startswith((self.board.base + "/", self.board.hall.folder.as_uri())):
            self.errors.append(f"{name}: request to another host: {address}")

    def wait_for(self, what, problem_of, within=TIMEOUT):
        """Waits until `problem_of` returns nothing for any page. It gets a page, and returns a description of its problem."""
        ends = time.monotonic() + within
        while True:
            problems = {name: problem for name, page in self.pages.items() if (problem := problem_of(page))}
            if self.errors:
                raise Failure("; ".join(self.errors))
            if not problems:
                return self.keep(what)
            if time.monotonic() > ends:
                self.keep(f"{what} failed")
                raise Failure(f"{what}: " + "; ".join(f"{name}: {problem}" for name, problem in problems.items()))
            self.wait(20)

    def see(self, what, english, japanese, without=(), within=TIMEOUT):
        """Waits until every page shows all texts of its language, and none of the texts in `without`."""

        def problem_of(page):
            text = page.inner_text("body")
            wanted = japanese if page.evaluate("document.documentElement.lang") == "ja" else english
            missing = [f"does not show {part!r}" for part in wanted if part not in text]
            return "; ".join(missing + [f"shows {part!r}" for part in without if part in text])

        self.wait_for(what, problem_of, within)

    def check_absent(self, *figures):
        """Fails if one of these figures is in a page, also outside its visible text, or in the state."""
        self.check_figures(self.contents(), self.board.state(), figures)

    def contents(self):
        """Returns the current HTML of all pages."""
        return {name: page.content() for name, page in self.pages.items()}

    @staticmethod
    def check_figures(contents, state, figures):
        for name, text in {**contents, "the state": json.dumps(state, ensure_ascii=False)}.items():
            text = re.sub(r'<svg.*?</svg>|data-key="[^"]*"', "", text)
            for figure in figures:
                if has_figure(text, figure):
                    raise Failure(f"{name} contains {figure} too early")

    def check(self, axe, halls=True):
        """Checks accessibility rules, horizontal scrolling, and the size of text in the hall."""
        for name, page in self.pages.items():
            if halls and name.startswith("hall"):
                small = page.evaluate(SMALL_TEXTS)
                if small:
                    raise Failure(f"{name}: smaller than 2.5 % of the height: {small}")
            chromium.check(name, page, axe)

    def check_weight(self):
        """Returns the size and the first paint of each page. Fails if one is over the limit."""
        weights = []
        for name, page in self.pages.items():
            size, paint = weigh(page)
            if size > MAX_BYTES or paint > MAX_PAINT:
                raise Failure(f"{name} has {size} bytes, first paint after {paint:.0f} ms")
            weights.append((name, size, paint))
        return weights

    def keep(self, name):
        """Saves a picture of each page, if wanted."""
        if self.pictures:
            self.picture_count += 1
            for page_name, page in self.pages.items():
                file = self.pictures / f"{self.picture_count:02}-{name}-{page_name}.png".replace(" ", "-")
                page.screenshot(path=file, full_page=page_name.startswith("phone"))


def weigh(page):
    """Returns the size of a page with its files, and its first paint. Takes the best of three tries, because the machine may be
    busy."""
    tries = []
    while not tries or (tries[-1][1] > MAX_PAINT and len(tries) < 3):
        if tries:
            page.reload(wait_until="load")
        tries.append(page.evaluate(SIZE_AND_PAINT))
    return min(tries, key=lambda one: one[1])


# Size of a page with its files in bytes, and time of its first paint in milliseconds.
SIZE_AND_PAINT = """() => [
    performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource"))
        .reduce((sum, entry) => sum + entry.transferSize, 0),
    performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
]"""


# Texts smaller than 2.5 % of the page's height. Letters on stones are part of a drawing, so they are left out.
SMALL_TEXTS = """() => {
    const small = new Set();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || element.closest("svg, script, noscript, [hidden]") || !element.offsetParent) continue;
        if (parseFloat(getComputedStyle(element).fontSize) < innerHeight * 0.025 - 0.1) small.add(walk.currentNode.data);
    }
    return [...small].join(", ");
}"""
