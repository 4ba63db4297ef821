"""Conditions for the screens of the console and the board, and figures read from a screen.

The docstring of a condition is its error message.
"""

import re

from hall import Failure

# The teams' names; the last two teams are bots.
ONE, TWO, THREE, FOUR = "津山高専", "Bricklayers", "石工🧱", "Kite"
NAMES = (ONE, TWO, THREE, FOUR, "ボット一号", "Bot Two")


def marks(first, bots=""):
    """Checks the marks of t1 to t4, and those of the bots if given."""
    wanted = dict(zip(NAMES, first + bots))

    def fit(screen):
        head = " ".join(screen.lines[3:8]) if screen.line("▶") else screen.text
        return all(re.search(rf"{re.escape(mark)} {re.escape(name)}", head) for name, mark in wanted.items())

    fit.__doc__ = "does not have the marks " + ", ".join(f"{mark} {name}" for name, mark in wanted.items())
    return fit


def window(title, *texts):
    """Checks for all these texts in the frame with this title."""

    def fit(screen):
        inside = screen.window(title)
        return inside and all(inside.says(text) for text in texts)

    fit.__doc__ = f"does not have all of {texts} in the frame {title!r}"
    return fit


def asks(*texts, title="Chief judge"):
    """Checks for all these texts in the console's question."""
    return window(title, *texts)


def figure(number):
    """Matches a number that is not part of a word, a longer number or a fingerprint."""
    return re.compile(rf"(?<![\w-]){number}(?![\w-])")


def fills(columns, lines):
    """Checks that the screen is redrawn for this size, with frames that reach its edge."""

    def fit(screen):
        return len(screen.lines) == lines and max((frame.right for frame in screen.frames()), default=0) == columns - 1

    fit.__doc__ = f"does not fill {columns} columns and {lines} lines"
    return fit


def both(one, other):
    fit = lambda screen: one(screen) and other(screen)
    fit.__doc__ = f"{one.__doc__} or {other.__doc__}"
    return fit


def has_countdown(screen):
    """shows no countdown"""
    return re.search(r"\b(\d+):(\d\d)\b", screen.lines[1])


def countdown(screen):
    """Returns the seconds of the console's countdown."""
    found = has_countdown(screen)
    if not found:
        raise Failure(f"no countdown in {screen.lines[1]!r}")
    return int(found[1]) * 60 + int(found[2])


def lost_for(seconds):
    def fit(screen):
        found = re.search(r"LOST for (\d+):(\d\d)", screen.text)
        return found and int(found[1]) * 60 + int(found[2]) >= seconds

    fit.__doc__ = f"does not show a connection lost for at least {seconds} s"
    return fit


def places(screen):
    """Returns the teams' names in the order of the standings."""
    rows = [line for line in screen.lines if re.search(r"\d(?:st|nd|rd|th) ", line)]
    return [next((name for name in NAMES if name in row), row) for row in rows]
