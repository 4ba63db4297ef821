"""Checks everything that pages receive for prices before their opening, and for places before their reveal."""

import json
import re

from hosting import Device

# Times of a state, in milliseconds, which may be any figure.
TIMES = {"at", "since", "game", "left", "closes_at", "lost_since"}
REBID = {"en": "Re-bid", "ja": "再入札"}


def figures(value, key=None):
    """Returns all whole numbers of a JSON value, also those in its texts."""
    if isinstance(value, dict):
        return set().union(*(figures(part, name) for name, part in value.items()))
    if isinstance(value, list):
        return set().union(*(figures(part) for part in value))
    if isinstance(value, str):
        text = re.sub(r"\b[0-9a-f]{4}(?:-[0-9a-f]{4})+\b", "", value)
        text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
        return {int(number) for number in re.findall(r"(?<![\w.:-])\d{1,15}(?![\d.:-])", text)}
    if isinstance(value, bool) or not isinstance(value, int) or key in TIMES:
        return set()
    return {value}


class Vault:
    """Prices that are still secret, and how many places have been revealed."""

    def __init__(self):
        self.prices, self.used, self.players, self.revealed = {}, set(), [], 0

    def fresh(self, count):
        """Returns prices that no page has received, nor has a secret one."""
        known = self.used.union(*(player.known for player in self.players))
        prices = [figure for figure in range(101, 400) if figure not in known][:count]
        self.used.update(prices)
        return prices

    def lock(self, price, owners, window):
        """Makes a price secret except for its owners: until the end of a window, or for ever if `window` is `None`."""
        self.prices[price] = (set(owners), window)

    def open(self, window):
        self.prices = {price: secret for price, secret in self.prices.items() if secret[1] != window}

    def leaks(self, player, found, window):
        """Returns the prices among these figures that a page must not have during this window of its game."""
        secret = lambda price: player.code not in self.prices[price][0] and self.prices[price][1] in (window, None)
        return sorted(price for price in found & set(self.prices) if secret(price))


class Player(Device):
    """A team's device. Each state and event that it receives is checked."""

    def __init__(self, vault, *args, **more):
        self.vault, self.known, self.merged, self.checked, self.has_touch = vault, set(), {}, 0, more.get("touch", False)
        vault.players.append(self)
        super().__init__(*args, **more)

    def window(self, state=None):
        """Returns the window of lists that is open in a state."""
        state = state or self.merged
        if state.get("stage") == "bidding":
            return "bids"
        return "rebid" if REBID[self.lang] in (state.get("phase") or "") else "none"

    def press_on(self, element):
        element.tap() if self.has_touch else element.click()

    def press_at(self, x, y):
        self.page.touchscreen.tap(x, y) if self.has_touch else self.page.mouse.click(x, y)

    def take_event(self, event):
        super().take_event(event)
        if event["eventName"] in ("state", "patch"):
            part = json.loads(event["data"])
            self.merged = part if event["eventName"] == "state" else {**self.merged, **part}
            self.check_received(part, self.merged)

    def state(self):
        state = super().state()
        self.check_received(state, state)
        return state

    def check_received(self, part, state):
        found = figures(part)
        self.known |= found
        self.checked += 1
        if leaks := self.vault.leaks(self, found, self.window(state)):
            self.errors.append(f"{self.code} has received prices of other teams before their opening: {leaks}")
        if state.get("stage") == "result":
            table = [part for part in state["panels"]["standings"]["parts"] if part["kind"] == "table"]
            shown = sum(len(part["rows"]) for part in table)
            if shown > self.vault.revealed or (state["result"]["place"] and not self.vault.revealed):
                self.errors.append(f"{self.code} has received {shown} places, but {self.vault.revealed} are revealed")
