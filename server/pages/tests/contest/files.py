"""The contest file, and a scenario with the stones and the frame of a shipped one."""

import contextlib
import pathlib
import tempfile

SHIPPED = pathlib.Path(__file__).resolve().parents[4] / "scenarios/heat-9.toml"
# Enough for prices of three digits, which no other figure of a page has.
MONEY = 2000
# Seconds of the round in which a team lets the deadline pass, and of the others, which end when all have submitted.
SHORT_WINDOW, LONG_WINDOW = 60, 900
ROUNDS = (LONG_WINDOW, SHORT_WINDOW, LONG_WINDOW)
# The first stone, of which there is one copy for two teams that tie.
SINGLE = """
[[stone]]
id = "K"
min_price = 6
shape = \"\"\"
###
###
\"\"\"
"""
NAMES = (
    "石工組", "Bricklayers", "<b>Masons</b>", "津山高専 石垣研究会", "בנאים", "Keystone", "算木積み", "Gneiss & Co", "野面積み", "Rubble",
    "鏡石", "Dry Wall", "根石", "Capstone", "天端石", "Quoins",
)


@contextlib.contextmanager
def scenario():
    """Makes the scenario's file."""
    text = SHIPPED.read_text(encoding="utf-8")
    head, stones = text[: text.index("[[round]]")], text[text.index("[[stone]]") :]
    lines = [line for line in head.splitlines() if not line.startswith(("#", "teams", "money", "title"))]
    lines = ['title = "Heat of pages"', 'title_ja = "ページで行う予選"', f"money = {MONEY}", "end_countdown_s = 3", *lines]
    for window in ROUNDS:
        lines += ["[[round]]", "bids = 4", "wins = 3", f"window_s = {window}", "rebid_window_s = 300", 'close = "all-sealed"']
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "scenario.toml"
        file.write_text("\n".join([*lines, SINGLE, stones]), encoding="utf-8")
        yield file


def codes(count):
    return [f"t{number}" for number in range(1, count + 1)]


def contest(count):
    teams = "".join(f'[[team]]\nid = "{code}"\nname = "{name}"\n' for code, name in zip(codes(count), NAMES))
    return f'{teams}[[game]]\nid = "g1"\nscenario = "./scenario.toml"\n'
