"""The board's pages in browser windows, readable from any thread."""

import concurrent.futures
import json

import chromium

VIEWPORT = {"width": 1920, "height": 1080}
# Fills the search for an entrant with this text.
SEARCH = "t"


class Windows:
    """Windows of one browser. Playwright needs the same thread for all calls."""

    def __init__(self):
        self._thread = concurrent.futures.ThreadPoolExecutor(1)
        self._pages = {}
        self._thread.submit(self._start).result()

    def _start(self):
        self._opened = chromium.browser()
        self._context = self._opened.__enter__().new_context(viewport=VIEWPORT, ignore_https_errors=True)

    def open(self, name, address):
        self._thread.submit(self._open, name, address).result()

    def _open(self, name, address):
        page = self._pages[name] = self._context.new_page()
        page.goto(address)

    def read(self, name):
        """Returns everything that the window shows or keeps: its text, its elements, and what a search for people finds."""
        return self._thread.submit(self._read, name).result()

    def _read(self, name):
        page = self._pages[name]
        if (field := page.locator("input[type=search]:visible")).count():
            field.fill(SEARCH)
        labels = page.evaluate("() => [...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))")
        return [page.inner_text("body") + "\n" + json.dumps(labels, ensure_ascii=False)]

    def close(self):
        self._thread.submit(self._opened.__exit__, None, None, None).result()
