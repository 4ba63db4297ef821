"""A contest in groups: its plan, and stage by stage who plays, in which groups, who advances, and where each ends (TG)."""

import re
from datetime import date
from dataclasses import dataclass, field

from . import draw as draws
from .groups import CRITERIA, advance, key_of
from .rejection import need

SEED_DIGITS = 15  # TG2
TEAMS = range(2, 17)  # Of a game (TG1).
STAGE_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,11}")
CASH = [("Tennessee Cash 3 Evening", 3), ("Tennessee Cash 4 Evening", 4), ("Rhode Island The Numbers Evening", 4),
        ("Michigan Daily 4 Evening", 4)]


@dataclass
class Stage:
    """What a plan says of a stage."""

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
        """What a game of so many teams is played with, if the plan says so."""
        return next((variant for variant in self.game if variant["teams"] == teams), None)


@dataclass
class Plan:
    """How a contest is played: lotteries as digits and the zeros before them, and stages."""

    lotteries: list
    stages: list


def for_all(scenario):
    """The same scenario and its spare for every number of teams."""
    return [{"teams": teams, "scenario": scenario, "spare": f"{scenario}-spare"} for teams in TEAMS]


ISHIGAKI = Plan([(digits, 0) for _, digits in CASH], [
    Stage("heats", 1, roster=True, game=for_all("heat-7")),
    Stage("repechage", 1, repechage=["heats"], target=8, game=for_all("heat-9")),
    Stage("semi-finals", 2, advanced=["heats", "repechage"], best_rest=2, game=for_all("rehearsal-8")),
    Stage("final", 0, advanced=["semi-finals"], groups=1, game=for_all("final-6")),
])


# --- Reading ---------------------------------------------------------------------------------------------------------
def read(table, forms):
    """A table of a plan with known members of known types; what may be absent may not be null but where the form says so."""
    need(type(table) is dict and set(table) <= set(forms), "bad_config")
    said = {}
    for name, (is_good, is_needed, is_nullable) in forms.items():
        if name not in table or is_nullable and table[name] is None:
            need(not is_needed, "bad_config")
        else:
            need(is_good(table[name]), "bad_config")
            said[name] = table[name]
    return said


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
    """A date such as 2026-12-05 (TD8)."""
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
    """A plan as a preset file says it; `bad_config` if no contest can be played by it."""
    said = read(plan, PLAN)
    lotteries = [read(lottery, LOTTERY) for lottery in said["lottery"]]
    stages = [read(stage, STAGE) for stage in said["stage"]]
    need(not any("target" in stage and "groups" in stage for stage in stages), "bad_config")
    for stage in stages:
        games = [read(game, GAME) for game in stage.get("game", [])]
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
    """The plan with other guests in some stages."""
    need(type(guests) is dict and all(map(is_texts, guests.values())), "bad_config")
    for name, ids in guests.items():
        stage = next((stage for stage in plan.stages if stage.name == name), None)
        need(stage, "bad_config")
        stage.guests = ids
    return check(plan)


# --- The contest -----------------------------------------------------------------------------------------------------
class Group:
    """A group that is drawn: its teams, whether its spare is played, and the result that holds."""

    def __init__(self, teams):
        self.teams, self.spare, self.result = teams, False, None

    @property
    def is_open(self):
        return len(self.teams) > 1 and self.result is None

    def rows(self):
        """What its teams count, as the rules of advancing take it; a team alone has no game and counts nothing."""
        if self.result is None:
            return [{"team": team, **dict.fromkeys(CRITERIA, 0)} for team in self.teams]
        return [{"team": one["team"], **one.get("tally", {"disqualified": True})} for one in self.result["contenders"]]


class Drawn:
    """What is known of a stage; `groups` is None until they are drawn."""

    def __init__(self):
        self.absent, self.left_out, self.roster, self.xs, self.groups = set(), set(), [], [], None
        self.janken, self.is_closed = [], False

    def is_open(self):
        return any(group.is_open for group in self.groups)

    def orders(self):
        of_games = [order for group in self.groups if group.result for order in group.result["janken"]]
        return of_games + self.janken


class Contest:
    """A contest after its commitment; teams are the lines of the roster, from 1, and stages count from 1."""

    def __init__(self, plan, ids):
        self.plan, self.ids, self.seed = plan, ids, None
        self.drawn = [Drawn() for _ in plan.stages]
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
            self.drawn[0].left_out = set(self.drawn[0].absent)  # Nobody is admitted later (TD7).
        self.seed = "".join("0" * zeros + result for (_, zeros), result in zip(self.plan.lotteries, results))

    @property
    def current(self):
        """The number of the stage that is drawn or played, from 1; None once all are closed."""
        return next((number for number, drawn in enumerate(self.drawn, 1) if not drawn.is_closed), None)

    @property
    def is_playing(self):
        return self.current is not None and self.drawn[self.current - 1].groups is not None

    def roster_of(self, number):
        """The stage's roster in the order of the contest's (TG3, TG5), as far as the stages are closed that it takes from."""
        stage, lines = self.plan.stages[number - 1], set()
        for line, team in enumerate(self.ids, 1):
            if stage.roster and team not in self.guests or team in stage.guests:
                lines.add(line)
        for at, earlier in enumerate(self.plan.stages, 1):
            if self.drawn[at - 1].is_closed and earlier.name in stage.advanced:
                lines |= {row["team"] for row in self.outcome(at)["advance"]}
            if self.drawn[at - 1].is_closed and earlier.name in stage.repechage:
                lines |= set(self.outcome(at)["repechage"])
        return sorted(lines)

    def present(self, number):
        return [team for team in self.roster_of(number) if team not in self.drawn[number - 1].absent]

    def draw(self, number):
        """Draws the stage's groups (TG2, TG3). Whoever is absent after the digits leaves an empty place (TD7)."""
        drawn, stage, roster = self.drawn[number - 1], self.plan.stages[number - 1], self.roster_of(number)
        used = sum(len(other.xs) for other in self.drawn[:number - 1])
        _, xs = draws.generate(self.seed, used, len(roster))
        dealt_in = [(team, x) for team, x in zip(roster, xs) if team not in drawn.left_out]
        count = draws.fit_groups(len(dealt_in), stage.target, stage.groups)
        groups = draws.deal_groups([team for team, _ in dealt_in], [x for _, x in dealt_in], count) if count else []
        there = [[team for team in group if team not in drawn.absent] for group in groups]
        drawn.roster, drawn.xs, drawn.groups = roster, xs, [Group(group) for group in there]

    def group_of(self, game):
        """The group whose game this is now."""
        drawn = self.drawn[game["stage"] - 1] if game["stage"] <= len(self.drawn) else None
        need(drawn and drawn.groups is not None and game["group"] <= len(drawn.groups), "no_game")
        group = drawn.groups[game["group"] - 1]
        need(len(group.teams) > 1 and group.spare == game["spare"], "no_game")
        return group

    def check_result(self, group, result):
        """A result is of exactly the group's teams, its orders of whole sets of equals (E2)."""
        need(sorted(one["team"] for one in result["contenders"]) == sorted(group.teams), "other_teams")
        rows = [{"team": one["team"], **one["tally"]} for one in result["contenders"] if "tally" in one]
        equals = equal_sets(rows)
        need(all(sorted(order) in equals for order in result["janken"]), "bad_order")

    def spare_of(self, game):
        """The scenario of the game that replaces this one, if there is one (G4)."""
        teams = len(self.group_of(game).teams)
        variant = self.plan.stages[game["stage"] - 1].variant(teams)
        return variant and variant.get("spare")

    def rows(self, number):
        return [group.rows() for group in self.drawn[number - 1].groups]

    def outcome(self, number):
        """Who goes where after a stage (TG4), or which jankens are needed; None while games are open."""
        stage, drawn = self.plan.stages[number - 1], self.drawn[number - 1]
        if drawn.groups is None or drawn.is_open():
            return None
        return advance(self.rows(number), stage.per_group, stage.best_rest, drawn.orders())

    def needed(self, number):
        """The sets of equals that need an order before the stage is closed; of the last one all of its ranking (TG4, E4)."""
        drawn = self.drawn[number - 1]
        if drawn.groups is None or drawn.is_open():
            return []
        if number < len(self.drawn):
            return self.outcome(number).get("janken_needed", [])
        rows = [row for rows in self.rows(number) for row in rows if not row.get("disqualified")]
        held = [sorted(order) for order in drawn.orders()]
        return [equals for equals in equal_sets(rows) if equals not in held]

    def may_change(self, number):
        """Whether a ruling may change what a stage came to: no later one is drawn from it (TG3)."""
        need(all(drawn.groups is None for drawn in self.drawn[number:]), "built_upon")

    # --- What follows ---
    def ranking(self, number):
        """Places of a stage's teams, all groups together (E2)."""
        rows = [row for rows in self.rows(number) for row in rows if not row.get("disqualified")]
        orders = {frozenset(order): order for order in self.drawn[number - 1].orders()}
        places, keys = {}, sorted(map(key_of, rows))
        for row in rows:
            equals = frozenset(other["team"] for other in rows if key_of(other) == key_of(row))
            order = orders.get(equals)
            places[row["team"]] = 1 + keys.index(key_of(row)) + (order.index(row["team"]) if order else 0)
        return places

    def finishes(self):
        """Every team's end: by place in the last stage, then whoever came further first, then by line."""
        ends = []
        for line in range(1, len(self.ids) + 1):
            played = [number for number, drawn in enumerate(self.drawn, 1) if line in drawn.roster]
            if played:
                ends.append(self.finish(line, played[-1]))
        hows = ("ranked", "eliminated", "disqualified", "absent")
        ends.sort(key=lambda end: (-end["stage"], hows.index(end["how"]), end.get("place", 0), end["team"]))
        return ends

    def finish(self, line, number):
        end = {"team": line, "stage": number}
        if line in self.drawn[number - 1].absent:
            return {**end, "how": "absent"}
        if any(row["team"] == line and row.get("disqualified") for rows in self.rows(number) for row in rows):
            return {**end, "how": "disqualified"}
        if number < len(self.drawn):
            return {**end, "how": "eliminated"}
        return {**end, "how": "ranked", "place": self.ranking(number)[line]}

    def stages(self):
        """The stages that are drawn, as the record's last line says them."""
        lines = []
        for number, drawn in enumerate(self.drawn, 1):
            if drawn.groups is None:
                continue
            line = {"roster": drawn.roster, "x": drawn.xs, "groups": [group.teams for group in drawn.groups]}
            outcome = self.outcome(number)
            if outcome and outcome["status"] == "final":
                through = [{"team": row["team"], **({"group": row["group"] + 1} if row["by"] == "group" else {})}
                           for row in outcome["advance"]]
                line["outcome"] = {"advance": through, "repechage": outcome["repechage"], "out": outcome["out"]}
            lines.append(line)
        return lines


def equal_sets(rows):
    """The sets of teams that are equal on all five counts, each by team, in the order of the ranking."""
    keys = sorted({tuple(key_of(row)) for row in rows})
    sets = [sorted(row["team"] for row in rows if tuple(key_of(row)) == key) for key in keys]
    return [equals for equals in sets if len(equals) > 1]
