"""Rejections by the rules."""


class Rejection(Exception):
    """A rejection by the rules: its kind, and details such as the field, round, league or player."""

    def __init__(self, kind, **details):
        super().__init__(f"{kind} {details}" if details else kind)
        self.kind, self.details = kind, details


def need(condition, kind, **details):
    """Raises a rejection unless the condition is true."""
    if not condition:
        raise Rejection(kind, **details)
