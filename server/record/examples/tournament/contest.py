"""A group contest: its plan and, for each stage, roster, groups, advancing teams and finishes (TG)."""

import re
from datetime import date
from dataclasses import dataclass, field

from . import draw as draws
from .groups import CRITERIA, advance, key_of
from .rejection import need

SEED_DIGITS = 15  # TG2
TEAMS = range(2, 17)  # Number of teams of a game (TG1).
STAGE_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,11}")
CASH = [("Tennessee Cash 3 Evening", 3), ("Tennessee Cash 4 Evening", 4), ("Rhode Island The Numbers Evening", 4),
        ("Michigan Daily 4 Evening", 4)]


@dataclass
class Stage:
    """A stage of a plan."""

    name: str
    per_group: int
    roster: bool = False
    advanced: list = field(default_factory=list)
    repechage: list = field(default_factory=list)
    guests: list = field(default_factory=list)
    target: int = 6
    groups: int = None
    best_rest: int = 0
    game: list = field(default_factory=list)

    def variant(self, teams):
        """Returns the scenario and spare for a game of this many teams, or None without one in the plan."""
        return next((variant for variant in self.game if variant["teams"] == teams), None)


@dataclass
class Plan:
    """A plan of a contest: lotteries as (digits, zeros before them), and stages."""

    lotteries: list
    stages: list


def for_all_sizes(scenario):
    """Returns the same scenario and spare for every number of teams."""
    return [{"teams": teams, "scenario": scenario, "spare": f"{scenario}-spare"} for teams in TEAMS]


ISHIGAKI = Plan([(digits, 0) for _, digits in CASH], [
    Stage("heats", 1, roster=True, game=for_all_sizes("heat-7")),
    Stage("repechage", 1, repechage=["heats"], target=8, game=for_all_sizes("heat-9")),
    Stage("semi-finals", 2, advanced=["heats", "repechage"], best_rest=2, game=for_all_sizes("rehearsal-8")),
    Stage("final", 0, advanced=["semi-finals"], groups=1, game=for_all_sizes("final-6")),
])


# --- Reading ---------------------------------------------------------------------------------------------------------
def read_table(table, forms):
    """Reads a table of a plan. Rejects unknown or missing members, wrong types, and null except in nullable members."""
    need(type(table) is dict and set(table) <= set(forms), "bad_config")
    values = {}
    for name, (is_good, is_needed, is_nullable) in forms.items():
        if name not in table or is_nullable and table[name] is None:
            need(not is_needed, "bad_config")
        else:
            need(is_good(table[name]), "bad_config")
            values[name] = table[name]
    return values


def is_number(value):
    return type(value) is int and 0 <= value < 2**32


def is_count(value):
    return type(value) is int and 0 <= value < 2**64


def is_text(value):
    return type(value) is str


def is_texts(value):
    return type(value) is list and all(map(is_text, value))


def is_list(value):
    return type(value) is list


def is_flag(value):
    return type(value) is bool


def is_date(value):
    """Returns whether a value is a date such as 2026-12-05 (TD8)."""
    try:
        return is_text(value) and re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value) and \
            bool(date(int(value[:4]) or 4, int(value[5:7]), int(value[8:])))
    except ValueError:
        return False


NEEDED, OPTIONAL, NULLABLE = (True, False), (False, False), (False, True)
LOTTERY = {"name": (is_text, *NEEDED), "digits": (is_number, *NEEDED), "zeros": (is_number, *OPTIONAL),
           "date": (is_date, *NULLABLE)}
GAME = {"teams": (is_number, *NULLABLE), "scenario": (is_text, *NEEDED), "spare": (is_text, *NULLABLE)}
STAGE = {"name": (is_text, *NEEDED), "roster": (is_flag, *OPTIONAL), "advanced": (is_texts, *OPTIONAL),
         "repechage": (is_texts, *OPTIONAL), "guests": (is_texts, *OPTIONAL), "target": (is_number, *NULLABLE),
         "groups": (is_number, *NULLABLE), "per_group": (is_count, *NEEDED), "best_rest": (is_count, *OPTIONAL),
         "game": (is_list, *OPTIONAL)}
PLAN = {"name": (is_text, *NEEDED), "title": (is_text, *NEEDED), "title_ja": (is_text, *OPTIONAL),
        "lottery": (is_list, *NEEDED), "stage": (is_list, *NEEDED)}


def read_plan(plan):
    """Reads a plan as in a preset file; rejects an invalid one as `bad_config`."""
    values = read_table(plan, PLAN)
    lotteries = [read_table(lottery, LOTTERY) for lottery in values["lottery"]]
    stages = [read_table(stage, STAGE) for stage in values["stage"]]
    need(not any("target" in stage and "groups" in stage for stage in stages), "bad_config")
    for stage in stages:
        games = [read_table(game, GAME) for game in stage.get("game", [])]
        own = [game for game in games if "teams" in game]
        others = [teams for teams in TEAMS if teams not in [game["teams"] for game in own]]
        general = [{**game, "teams": teams} for game in games if "teams" not in game for teams in others]
        stage["game"] = own + general
    return check(Plan([(lottery["digits"], lottery.get("zeros", 0)) for lottery in lotteries],
                      [Stage(**stage) for stage in stages]))


def check(plan):
    need(sum(map(sum, plan.lotteries)) == SEED_DIGITS and all(digits for digits, _ in plan.lotteries), "bad_config")
    need(plan.stages, "bad_config")
    earlier = []
    for stage in plan.stages:
        need(STAGE_NAME.fullmatch(stage.name) and stage.name not in earlier, "bad_config")
        named = stage.advanced + stage.repechage
        need((stage.roster or stage.guests or named) and set(named) <= set(earlier), "bad_config")
        need(stage.groups != 0 and (stage.groups or 4 <= stage.target <= 8), "bad_config")
        need(stage.per_group <= (16 if stage.groups else 8), "bad_config")
        teams = [variant["teams"] for variant in stage.game]
        need(len(set(teams)) == len(teams) and set(teams) <= set(TEAMS), "bad_config")
        need(all(variant["scenario"] and variant.get("spare") != "" for variant in stage.game), "bad_config")
        earlier.append(stage.name)
    return plan


def name_guests(plan, guests):
    """Replaces the guests of some stages, and checks the plan."""
    need(type(guests) is dict and all(map(is_texts, guests.values())), "bad_config")
    for name, ids in guests.items():
        stage = next((stage for stage in plan.stages if stage.name == name), None)
        need(stage, "bad_config")
        stage.guests = ids
    return check(plan)


# --- The contest -----------------------------------------------------------------------------------------------------
class Group:
    """A drawn group: its teams, whether it plays the spare game, and its current result."""

    def __init__(self, teams):
        self.teams, self.spare, self.result = teams, False, None

    @property
    def is_open(self):
        return len(self.teams) > 1 and self.result is None

    def rows(self):
        """Returns the counts of the teams for `advance`; zeros for a team alone, which has no game."""
        if self.result is None:
            return [{"team": team, **dict.fromkeys(CRITERIA, 0)} for team in self.teams]
        return [{"team": one["team"], **one.get("tally", {"disqualified": True})} for one in self.result["contenders"]]


class StageState:
    """State of a stage. `groups` is None until they are drawn."""

    def __init__(self):
        self.absent, self.left_out, self.roster, self.xs, self.groups = set(), set(), [], [], None
        self.janken, self.is_closed = [], False

    def is_open(self):
        return any(group.is_open for group in self.groups)

    def orders(self):
        of_games = [order for group in self.groups if group.result for order in group.result["janken"]]
        return of_games + self.janken


class Contest:
    """A contest after its commitment. Teams are lines of the roster, from 1; stages are counted from 1."""

    def __init__(self, plan, ids):
        self.plan, self.ids, self.seed = plan, ids, None
        self.states = [StageState() for _ in plan.stages]
        self.guests = {guest for stage in plan.stages for guest in stage.guests}
        need(len(ids) >= 2 and self.guests <= set(ids), "bad_roster")
        need(set(ids) <= self.guests or any(stage.roster for stage in plan.stages), "bad_roster")
        first, teams = plan.stages[0], len(self.roster_of(1))
        if teams >= 2:
            groups = draws.count_groups(teams, first.target, first.groups)
            sizes = (teams // groups, -(-teams // groups))
            need(not first.game or all(map(first.variant, sizes)), "bad_groups")

    def enter_digits(self, results):
        need(len(results) == len(self.plan.lotteries), "bad_digits")
        for (digits, _), result in zip(self.plan.lotteries, results):
            need(re.fullmatch(f"[0-9]{{{digits}}}", result), "bad_digits")
        if self.seed is None:
            self.states[0].left_out = set(self.states[0].absent)  # No team is admitted later (TD7).
        self.seed = "".join("0" * zeros + result for (_, zeros), result in zip(self.plan.lotteries, results))

    @property
    def current(self):
        """Number of the current stage, or None if all stages are closed."""
        return next((number for number, state in enumerate(self.states, 1) if not state.is_closed), None)

    @property
    def is_playing(self):
        return self.current is not None and self.states[self.current - 1].groups is not None

    def roster_of(self, number):
        """Returns the roster of a stage in order of lines, as far as earlier stages are closed (TG3, TG5)."""
        stage, lines = self.plan.stages[number - 1], set()
        for line, team in enumerate(self.ids, 1):
            if stage.roster and team not in self.guests or team in stage.guests:
                lines.add(line)
        for at, earlier in enumerate(self.plan.stages, 1):
            if self.states[at - 1].is_closed and earlier.name in stage.advanced:
                lines |= {row["team"] for row in self.outcome(at)["advance"]}
            if self.states[at - 1].is_closed and earlier.name in stage.repechage:
                lines |= set(self.outcome(at)["repechage"])
        return sorted(lines)

    def present(self, number):
        return [team for team in self.roster_of(number) if team not in self.states[number - 1].absent]

    def draw(self, number):
        """Draws the groups of a stage (TG2, TG3). A team that is absent after the digits leaves an empty place (TD7)."""
        state, stage, roster = self.states[number - 1], self.plan.stages[number - 1], self.roster_of(number)
        used = sum(len(other.xs) for other in self.states[:number - 1])
        _, xs = draws.generate(self.seed, used, len(roster))
        dealt_teams = [(team, x) for team, x in zip(roster, xs) if team not in state.left_out]
        count = draws.fit_groups(len(dealt_teams), stage.target, stage.groups)
        groups = draws.deal_groups([team for team, _ in dealt_teams], [x for _, x in dealt_teams], count) if count else []
        present_groups = [[team for team in group if team not in state.absent] for group in groups]
        state.roster, state.xs, state.groups = roster, xs, [Group(group) for group in present_groups]

    def group_of(self, game):
        """Returns the group that plays a game now."""
        state = self.states[game["stage"] - 1] if game["stage"] <= len(self.states) else None
        need(state and state.groups is not None and game["group"] <= len(state.groups), "no_game")
        group = state.groups[game["group"] - 1]
        need(len(group.teams) > 1 and group.spare == game["spare"], "no_game")
        return group

    def check_result(self, group, result):
        """Checks that a result has exactly the teams of the group, and orders only of whole sets of equal teams (E2)."""
        need(sorted(one["team"] for one in result["contenders"]) == sorted(group.teams), "other_teams")
        rows = [{"team": one["team"], **one["tally"]} for one in result["contenders"] if "tally" in one]
        equals = equal_sets(rows)
        need(all(sorted(order) in equals for order in result["janken"]), "bad_order")

    def spare_of(self, game):
        """Returns the scenario of the spare game, or None without one (G4)."""
        teams = len(self.group_of(game).teams)
        variant = self.plan.stages[game["stage"] - 1].variant(teams)
        return variant and variant.get("spare")

    def rows(self, number):
        return [group.rows() for group in self.states[number - 1].groups]

    def outcome(self, number):
        """Returns the outcome of a stage or the needed jankens (TG4), or None while results are missing."""
        stage, state = self.plan.stages[number - 1], self.states[number - 1]
        if state.groups is None or state.is_open():
            return None
        return advance(self.rows(number), stage.per_group, stage.best_rest, state.orders())

    def needed(self, number):
        """Returns the sets of equal teams that need a janken; in the last stage, all sets without one (TG4, E4)."""
        state = self.states[number - 1]
        if state.groups is None or state.is_open():
            return []
        if number < len(self.states):
            return self.outcome(number).get("janken_needed", [])
        rows = [row for rows in self.rows(number) for row in rows if not row.get("disqualified")]
        held = [sorted(order) for order in state.orders()]
        return [equals for equals in equal_sets(rows) if equals not in held]

    def check_changeable(self, number):
        """Checks that a ruling may change the result of a stage: no later stage is drawn (TG3)."""
        need(all(state.groups is None for state in self.states[number:]), "built_upon")

    # --- Results ---
    def ranking(self, number):
        """Returns the places of all teams of a stage, over all groups (E2)."""
        rows = [row for rows in self.rows(number) for row in rows if not row.get("disqualified")]
        orders = {frozenset(order): order for order in self.states[number - 1].orders()}
        places, keys = {}, sorted(map(key_of, rows))
        for row in rows:
            equals = frozenset(other["team"] for other in rows if key_of(other) == key_of(row))
            order = orders.get(equals)
            places[row["team"]] = 1 + keys.index(key_of(row)) + (order.index(row["team"]) if order else 0)
        return places

    def finishes(self):
        """Returns the finishes of all teams: later stages first, then by kind, place and line."""
        ends = []
        for line in range(1, len(self.ids) + 1):
            played = [number for number, state in enumerate(self.states, 1) if line in state.roster]
            if played:
                ends.append(self.finish(line, played[-1]))
        kinds = ("ranked", "eliminated", "disqualified", "absent")
        ends.sort(key=lambda end: (-end["stage"], kinds.index(end["how"]), end.get("place", 0), end["team"]))
        return ends

    def finish(self, line, number):
        end = {"team": line, "stage": number}
        if line in self.states[number - 1].absent:
            return {**end, "how": "absent"}
        if any(row["team"] == line and row.get("disqualified") for rows in self.rows(number) for row in rows):
            return {**end, "how": "disqualified"}
        if number < len(self.states):
            return {**end, "how": "eliminated"}
        return {**end, "how": "ranked", "place": self.ranking(number)[line]}

    def stages(self):
        """Returns the drawn stages, as in the result line of the record."""
        lines = []
        for number, state in enumerate(self.states, 1):
            if state.groups is None:
                continue
            line = {"roster": state.roster, "x": state.xs, "groups": [group.teams for group in state.groups]}
            outcome = self.outcome(number)
            if outcome and outcome["status"] == "final":
                through = [{"team": row["team"], **({"group": row["group"] + 1} if row["by"] == "group" else {})}
                           for row in outcome["advance"]]
                line["outcome"] = {"advance": through, "repechage": outcome["repechage"], "out": outcome["out"]}
            lines.append(line)
        return lines


def equal_sets(rows):
    """Returns the sets of teams that are equal on all five counts, in the order of the ranking."""
    keys = sorted({tuple(key_of(row)) for row in rows})
    sets = [sorted(row["team"] for row in rows if tuple(key_of(row)) == key) for key in keys]
    return [equals for equals in sets if len(equals) > 1]
