"""Presets of the three Othello events and of small events, and their settings."""

from dataclasses import dataclass, field, replace

from .rejection import need


@dataclass(frozen=True)
class Preset:
    """Settings of an event, fixed before it begins."""

    name: str
    leagues: str  # Names of the leagues, one letter each.
    preliminary: int  # Last round of the separate leagues; TF4 applies after it.
    last: int  # T, the last league round; in a round robin, the most rounds that a roster may need.
    criteria: int  # K, the largest k of S_k (TR3).
    digits: tuple  # Digits of each lottery result (TD2).
    prefix: str  # Precedes every lottery result (TD2).
    seeds: dict = field(default_factory=dict)  # Numbers of each seed class, in slip order (TD6).
    gap: str = "worst_first"  # TP6
    forfeit_tiebreak: str = "opponent"  # TW3
    seed_mode: str = "manual"  # TD6
    slip_check: str = "desk"  # TO9
    is_round_robin: bool = False  # TS2

    @property
    def has_semi_finals(self):
        return len(self.leagues) == 4

    @property
    def end(self):
        """Returns the last round with a game. Without leagues, there is no knock-out (TS1)."""
        return self.last + 1 if self.leagues else self.last

    @property
    def least_players(self):
        return max(2, 2 * len(self.leagues))  # TL3, TS1

    @property
    def most_players(self):
        return self.last + self.last % 2 if self.is_round_robin else float("inf")  # TS2

    def of_players(self, players):
        """Returns the preset for this number of players: a round robin ends when each two have met (TS2)."""
        rounds = players - 1 + players % 2
        return replace(self, preliminary=rounds, last=rounds) if self.is_round_robin else self


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("M42", "ABCD", 6, 7, 7, (3, 4, 4, 4), "", {"A": [1, 2, 3, 4]}),
        Preset("O18", "AB", 6, 6, 6, (4, 4, 4), "0", {"A": [1, 2, 3]}),
        Preset("MX", "ABCD", 6, 7, 6, (4, 4, 4), "0", {"A": [1, 2, 3, 4], "B": [5, 6, 7]}),
        Preset("swiss", "", 5, 5, 5, (3, 4, 4, 4), ""),
        Preset("round-robin", "", 23, 23, 5, (3, 4, 4, 4), "", is_round_robin=True),
    )
}
SETTINGS = {
    "gap": ("worst_first", "best_first"),
    "forfeit_tiebreak": ("opponent", "phantom"),
    "seed_mode": ("manual", "lcg"),
    "slip_check": ("desk", "second-person"),
}


def read_preset(config):
    """Returns the preset of a configuration, with its settings; rejects others as `bad_config`."""
    need(type(config) is dict and type(config.get("preset")) is str, "bad_request")
    need(config["preset"] in PRESETS, "bad_config")
    settings = {name: config[name] for name in SETTINGS if name in config}
    for name, value in settings.items():
        need(type(value) is str, "bad_request")
        need(value in SETTINGS[name], "bad_config")
    if "seed_numbers" in config:
        settings["seeds"] = read_seed_numbers(config["seed_numbers"])
    return replace(PRESETS[config["preset"]], **settings)


def read_seed_numbers(classes):
    """Checks the seed numbers of the organiser: 1 to 10, all different (TD6)."""
    need(type(classes) is dict, "bad_request")
    need("A" in classes and set(classes) <= {"A", "B"}, "bad_config")
    for numbers in classes.values():
        need(type(numbers) is list and all(type(number) is int for number in numbers), "bad_request")
    every = [number for numbers in classes.values() for number in numbers]
    need(all(1 <= number <= 10 for number in every) and len(set(every)) == len(every), "bad_config")
    return classes
