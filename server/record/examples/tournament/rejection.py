"""Rejection of a request by the rules."""


class Rejection(Exception):
    """The rules said no: the kind of fault, and what names the place of it (a field, a round, a league, a player)."""

    def __init__(self, kind, **where):
        super().__init__(f"{kind} {where}" if where else kind)
        self.kind, self.where = kind, where


def need(condition, kind, **where):
    """Rejects unless the condition holds."""
    if not condition:
        raise Rejection(kind, **where)
