"""Advancing teams of the groups, and teams for the repechage (TG4)."""

from itertools import groupby

from .rejection import need

CRITERIA = {"empty": 1, "top_gaps": 1, "held": -1, "used": -1, "unused": 1}  # E2; 1: lower is better.


def key_of(row):
    return [sign * row[name] for name, sign in CRITERIA.items()]


def advance(groups, per_group, best_rest, jankens):
    """Returns the teams that advance, enter the repechage, or are out; or the sets of equal teams that need a janken."""
    orders = {frozenset(order): order for order in jankens}
    needed, advanced, rest, out = [], [], [], []
    for place, rows in enumerate(groups):
        out += [row["team"] for row in rows if row.get("disqualified")]
        counted = [row for row in rows if not row.get("disqualified")]
        best, others, tied = split(counted, per_group, orders)
        needed += [tied] if tied else []
        advanced += [{"team": team, "by": "group", "group": place} for team in best]
        rest += [row for row in counted if row["team"] in others]
    if not needed:
        best, _, tied = split(rest, best_rest, orders)
        needed += [tied] if tied else []
        advanced += [{"team": team, "by": "rest"} for team in best]
    if needed:
        return {"status": "janken", "janken_needed": needed}
    through = {row["team"] for row in advanced}
    repechage = sorted(row["team"] for row in rest if row["team"] not in through)
    return {"status": "final", "advance": advanced, "repechage": repechage, "out": sorted(out)}


def split(rows, count, orders):
    """Returns the best `count` teams, the others, and equal teams at the margin that need a janken first."""
    best, others = [], []
    for _, equals in groupby(sorted(rows, key=key_of), key_of):
        teams = sorted(row["team"] for row in equals)
        free = count - len(best)
        if 0 < free < len(teams):
            if frozenset(teams) not in orders:
                return best, others, teams
            teams = orders[frozenset(teams)]
        best += teams[:free] if free > 0 else []
        others += teams[free:] if free > 0 else teams
    return best, others, None


def check_teams(groups):
    """Checks that each team is in one group, once."""
    teams = [row["team"] for rows in groups for row in rows]
    need(len(set(teams)) == len(teams), "bad_roster")
