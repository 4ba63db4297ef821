"""What has to stand on the screens of the console and the board: conditions, each of which says in its doc string what
is wrong if it does not hold, and figures read from a screen. Knows no keys and no time.
"""

import re

from hall import Failure

# The teams by the names that they are known by here; the last two are bots.
ONE, TWO, THREE, FOUR = "津山高専", "Bricklayers", "石工🧱", "Kite"
NAMES = (ONE, TWO, THREE, FOUR, "ボット一号", "Bot Two")


def marks(first, bots=""):
    """The sealed marks of t1 to t4, and of the bots if they are told."""
    wanted = dict(zip(NAMES, first + bots))

    def fit(screen):
        head = " ".join(screen.lines[3:8]) if screen.line("▶") else screen.text
        return all(re.search(rf"{re.escape(mark)} {re.escape(name)}", head) for name, mark in wanted.items())

    fit.__doc__ = "does not have the marks " + ", ".join(f"{mark} {name}" for name, mark in wanted.items())
    return fit


def window(title, *texts):
    """All these texts in the frame of this title."""

    def fit(screen):
        inside = screen.window(title)
        return inside and all(inside.says(text) for text in texts)

    fit.__doc__ = f"does not say in the window {title!r} all of {texts}"
    return fit


def who(*texts):
    """All these texts in the window that shows who is there."""
    return window("Who is there", *texts)


def asks(*texts, title="Chief judge"):
    """All these texts in the console's question."""
    return window(title, *texts)


def figure(number):
    """A figure by itself, not part of a word or another one: no piece of a fingerprint is a price."""
    return re.compile(rf"(?<![\w-]){number}(?![\w-])")


def fills(columns, lines):
    """A screen that has been painted anew for a size: its frames reach its edge."""

    def fit(screen):
        return len(screen.lines) == lines and max((frame.right for frame in screen.frames()), default=0) == columns - 1

    fit.__doc__ = f"does not fill {columns} columns and {lines} lines"
    return fit


def both(one, other):
    fit = lambda screen: one(screen) and other(screen)
    fit.__doc__ = f"{one.__doc__}, or {other.__doc__}"
    return fit


def has_countdown(screen):
    """shows no countdown"""
    return re.search(r"\b(\d+):(\d\d)\b", screen.lines[1])


def countdown(screen):
    """The seconds that the console's countdown shows."""
    found = has_countdown(screen)
    if not found:
        raise Failure(f"no countdown in {screen.lines[1]!r}")
    return int(found[1]) * 60 + int(found[2])


def lost_for(seconds):
    def fit(screen):
        found = re.search(r"LOST for (\d+):(\d\d)", screen.text)
        return found and int(found[1]) * 60 + int(found[2]) >= seconds

    fit.__doc__ = f"does not say that the connection has been lost for {seconds} s"
    return fit


def places(screen):
    """The teams in the order of the standings, by the names that they are known by here."""
    rows = [line for line in screen.lines if re.search(r"\d(?:st|nd|rd|th) ", line)]
    return [next((name for name in NAMES if name in row), row) for row in rows]
