"""Finds places, figures and the order of the ranking in a text before the reveal, and sealed prices."""

import dataclasses
import re

# Figures in style sheets are ignored.
STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}
FATE = re.compile(r"\badvances\b")
# Shorter orders can match other lists by chance.
SHORTEST_ORDER = 3


def figure(number):
    """Matches a number that is not part of a word, a time, an address or a longer number."""
    return re.compile(rf"(?<![\w.-])(?<!\d:){number}(?![\w.-])(?!:\d)")


def place(number):
    """Matches a place in the notation of any surface."""
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
    """The ranking, best first, and the number of its covered rows."""

    rows: tuple
    covered: int

    @property
    def hidden(self):
        return self.rows[: self.covered]

    @property
    def revealed(self):
        return self.rows[self.covered :]

    def leaks(self, text, own=None):
        """Returns the facts in the text about covered rows. A team's own surfaces may count its wall."""
        text = STYLE.sub("", text)
        found = [f"place {row.place}" for row in self.hidden if place(row.place).search(text)]
        others = [row for row in self.hidden if row.code != own]
        found += [f"{row.empty} empty squares of {row.name}" for row in others if figure(row.empty).search(text)]
        if self.covered and FATE.search(text):
            found.append("advancing teams")
        if self.covered >= SHORTEST_ORDER and self._has_order(text):
            found.append("the order of the ranking")
        return found

    def lacks(self, text):
        """Returns the revealed rows that the text does not show."""
        return [f"{row.name} with {row.empty} empty squares" for row in self.revealed if not figure(row.empty).search(text)]

    def prices(self, text, own=None):
        """Returns the prices in a text, except the team's own."""
        return [f"the price {row.price} of {row.name}" for row in self.rows
                if row.code != own and figure(row.price).search(text)]

    def _has_order(self, text):
        """Returns whether the text lists the covered teams in the order of the ranking."""
        codes = {name: row.code for row in self.rows for name in (row.code, row.name)}
        named = [codes[name] for name in re.findall("|".join(rf"\b{name}\b" for name in codes), text)]
        named = [code for at, code in enumerate(named) if at == 0 or named[at - 1] != code]
        wanted = [row.code for row in self.hidden]
        return any(named[at : at + len(wanted)] == wanted for at in range(len(named)))
