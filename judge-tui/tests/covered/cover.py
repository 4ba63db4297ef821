"""What a text may not show: a place, a figure or the order of the ranking before its reveal, or a sealed price."""

import dataclasses
import re

# Styles have figures of their own, which say nothing.
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
FATE = re.compile(r"\badvances\b")
# The order of fewer rows than these may be that of another list by chance.
SHORTEST_ORDER = 3


def figure(number):
    """A number that is no part of a word, a moment, an address or a longer number."""
    return re.compile(rf"(?<![\w.-])(?<!\d:){number}(?![\w.-])(?!:\d)")


def place(number):
    """A place as any surface writes it."""
    return re.compile(rf'(?<![\w-]){ORDINALS[number]}(?!\w)|(?<!\d){number}位|"place": ?{number}\b')


@dataclasses.dataclass(frozen=True)
class Rank:
    """A row of the ranking."""

    place: int
    code: str
    name: str
    empty: int
    price: int


@dataclasses.dataclass(frozen=True)
class Cover:
    """The ranking, best first, and how many of its rows are covered."""

    rows: tuple
    covered: int

    @property
    def hidden(self):
        return self.rows[: self.covered]

    @property
    def revealed(self):
        return self.rows[self.covered :]

    def leaks(self, text, own=None):
        """What the text shows of the covered rows. A team's own wall is counted on its own surfaces."""
        text = STYLE.sub("", text)
        found = [f"place {row.place}" for row in self.hidden if place(row.place).search(text)]
        others = [row for row in self.hidden if row.code != own]
        found += [f"{row.empty} empty squares of {row.name}" for row in others if figure(row.empty).search(text)]
        if self.covered and FATE.search(text):
            found.append("who advances")
        if self.covered >= SHORTEST_ORDER and self._has_order(text):
            found.append("the order of the ranking")
        return found

    def lacks(self, text):
        """The revealed rows that the text does not show."""
        return [f"{row.name} with {row.empty} empty squares" for row in self.revealed if not figure(row.empty).search(text)]

    def prices(self, text, own=None):
        """The prices in a text, but for the team's own."""
        return [f"the price {row.price} of {row.name}" for row in self.rows
                if row.code != own and figure(row.price).search(text)]

    def _has_order(self, text):
        """Whether the covered teams are named one after the other in the order of the ranking."""
        codes = {name: row.code for row in self.rows for name in (row.code, row.name)}
        named = [codes[name] for name in re.findall("|".join(rf"\b{name}\b" for name in codes), text)]
        named = [code for at, code in enumerate(named) if at == 0 or named[at - 1] != code]
        wanted = [row.code for row in self.hidden]
        return any(named[at : at + len(wanted)] == wanted for at in range(len(named)))
