"""A contest's folder with its sheets, the server with its page server, and the devices of teams."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import time

from desk import Window
from hall import TIMEOUT, Failure, Hall

MAX_DEVICES = 2
FOLDER = "day"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site(Hall):
    """A hall whose teams need only a browser."""

    def open(self):
        """Creates the contest's folder, and starts the server with its page server."""
        self.port, self.page_port, self.links = free_port(), free_port(), {}
        self.address, self.pages = f"https://127.0.0.1:{self.port}", f"https://127.0.0.1:{self.page_port}"
        init = ("--contest", "contest.toml", "--out", FOLDER, "--address", f"127.0.0.1:{self.port}")
        self.run("ishigaki-server", "init", *init, "--pages-address", f"127.0.0.1:{self.page_port}")
        folder = self.folder / FOLDER
        self.environment["ISHIGAKI_CA"] = str(folder / "ca.pem")
        self.tokens = {file.parent.name: file.read_text().strip() for file in folder.glob("teams/*/token")}
        for role in ("judge", "organiser"):
            self.tokens[role] = (folder / f"{role}.token").read_text().strip()
        for name, token in self.tokens.items():
            (self.folder / f"{name}.token").write_text(token, encoding="utf-8")
        self.serve()

    def serve(self):
        """Starts the server, and waits until it and its page server listen."""
        pages = ("--pages", f"127.0.0.1:{self.page_port}", "--pages-devices", str(MAX_DEVICES))
        with open(self.folder / "server.log", "a", encoding="utf-8") as log:
            self.server = subprocess.Popen(
                [self.programs / "ishigaki-server", "serve", "--folder", FOLDER, *pages],
                cwd=self.folder, env=self.environment, stdout=log, stderr=log,
            )
        for port in (self.port, self.page_port):
            wait_for_port(port)

    def kill_server(self):
        self.server.kill()
        self.server.wait()

    def stop_page_server(self):
        """Suspends the page server, which then answers nothing."""
        os.kill(self.page_server(), signal.SIGSTOP)

    def kill_page_server(self):
        """Kills the page server (SIGKILL), and waits until another one has been started."""
        killed = self.page_server()
        os.kill(killed, signal.SIGKILL)
        ends = time.monotonic() + TIMEOUT
        while self.page_server() in (None, killed):
            if time.monotonic() > ends:
                raise Failure("the page server is not restarted")
            time.sleep(0.05)
        wait_for_port(self.page_port)

    def page_server(self):
        """Returns the process of the page server; `None` if there is none."""
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                name, state, parent = stat.read_text().split("(", 1)[1].rsplit(")", 1)[0], *stat.read_text().rsplit(") ", 1)[1].split()[:2]
            except (OSError, IndexError):
                continue
            if parent == str(self.server.pid) and name.startswith("ishigaki-pages") and state != "Z":
                return int(stat.parent.name)
        return None

    def revoke(self, code):
        self.run("ishigaki-server", "token", "revoke", code, "--folder", FOLDER)

    def link(self, browser, code):
        """Returns the link of a sheet, of a team or the judge."""
        if code not in self.links:
            self.links[code] = self.scan_sheet(browser, code)
        return self.links[code]

    def codes_of(self, role, folder=FOLDER):
        """Returns the pin and the token's code of the judge or the organiser, of this or another contest."""
        return (self.folder / folder / f"{role}.join").read_text().strip().split("/")[-2:]

    def open_other_contest(self):
        """Creates another contest's folder, and returns the pin and the code of its judge."""
        self.run("ishigaki-server", "init", "--contest", "contest.toml", "--out", "other", "--address", "127.0.0.1:1")
        return self.codes_of("judge", "other")

    def scan_sheet(self, browser, code):
        """Returns the link in the large QR code of a sheet, read from a picture of the sheet."""
        page = browser.new_page(viewport={"width": 900, "height": 1280})
        sheet, path = ("judge.sheet.html", "judge") if code == "judge" else (f"teams/{code}/sheet.html", "team")
        page.goto((self.folder / FOLDER / sheet).as_uri())
        picture = self.folder / f"{code}.png"
        page.screenshot(path=picture, full_page=True)
        page.close()
        done = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, timeout=60, check=False)
        links = [line for line in done.stdout.split() if line.startswith("https://")]
        if len(links) != 1 or not links[0].startswith(f"{self.pages}/{path}/#"):
            raise Failure(f"the sheet of {code} has other codes: {done.stdout}")
        return links[0]


def wait_for_port(port):
    ends = time.monotonic() + TIMEOUT
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > ends:
                raise Failure(f"nothing listens on port {port}") from None
            time.sleep(0.05)


class Device(Window):
    """A device of a team, which is not signed in. Remembers all that it has received."""

    # The page's path, and what it shows once the device is signed in.
    path, signed_in = "/team", ".desk-bar"

    def __init__(self, site, browser, code, name, size, colours, lang, pictures, touch=False, has_hints=False):
        self.address, self.received, self.events = f"{site.pages}{self.path}/", [], []
        super().__init__(site, browser, code, size, colours, lang, pictures, name if touch else None, has_hints)
        self.name = name
        self.page.on("response", self.take_response)
        session = self.context.new_cdp_session(self.page)
        session.send("Network.enable")
        session.on("Network.eventSourceMessageReceived", self.take_event)

    def take_response(self, response):
        path = response.url.removeprefix(self.origin).split("?")[0]
        if path in (f"{self.path}/act", f"{self.path}/session", "/team/receipts"):
            self.received.append(response.url)

    def sign_in(self, link=None):
        """Opens the link of the sheet, and waits for its page."""
        link = link or self.hall.link(self.context.browser, self.code)
        self.page.goto(link, wait_until="load")
        self.wait_for(lambda page: page.locator(self.signed_in).count() == 1, "the page is not shown")
        if "#" in self.page.url or link.rsplit("/", 1)[1] in self.page.url:
            raise Failure(f"{self.name}: the token stays in the address")

    def wait_for_form(self, text, within=TIMEOUT):
        """Waits for the form for signing in, with a text."""
        self.wait_for(
            lambda page: page.locator(".sign-in").is_visible() and text in page.inner_text(".sign-in"),
            f"the form for signing in does not say {text!r}", within,
        )

    def take_event(self, event):
        self.received.append(event["data"])
        self.events.append((event["eventName"], event["data"]))

    def states(self):
        """Returns all received states, with the parts of earlier ones that did not change."""
        states, state = [], {}
        for kind, data in self.events:
            if kind in ("state", "patch"):
                state = {**(state if kind == "patch" else {}), **json.loads(data)}
                states.append(state)
        return [state for state in states if "stage" in state]
