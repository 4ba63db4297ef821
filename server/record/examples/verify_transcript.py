#!/usr/bin/env python3
"""Verifies the record of a game: recomputes everything from its events and reports the first problem.
Usage: python3 verify_transcript.py FILE [--key FINGERPRINT] [--head HEAD] [--partial] ("-" reads standard input).
Written from docs/reference/record-format.md and the rule book; shares no code with the server. Python 3.9 or later, standard
library only. Exit code 0: valid; 1: invalid; 2: wrong usage; 6: partly checked, because the key is not given or the end is
not signed (--partial accepts this). Rules are cited by number: (A5)."""
import argparse, datetime, hashlib, hmac, io, json, re, struct, sys
from functools import partial
from types import SimpleNamespace

from ciphers import VerificationError, is_signed, need, open_box
def must_be(found, **expected):
    for field, value in expected.items():
        need(found.get(field) == value, f"{field} must be {'absent' if value is None else value}")

# --- Spelling: the fields of every line in order; "?" marks optional ones --------------------------------------------
MAX_LINE_BYTES, MAX_ENTRIES = 2**23, 2**20  # Bytes of a line; lots, teams and list lines of all attempts.
MAX_MESSAGES, MAX_OPEN_QUESTIONS = 4096, 5  # Of a game, with read marks; of a team.
MAX_NOTE_BYTES, MAX_PRINCIPAL_BYTES = 2**14, 128  # With padding; with quotes and escapes.
MAX_ROWS, MAX_SQUARES = 2**14, 2**22  # Rows or columns, and squares including empty ones, of a drawing.
HEX_16, HEX_32, HEX_64, HEX_ANY = (re.compile(digits) for digits in (
    "[0-9a-f]{32}", "[0-9a-f]{64}", "[0-9a-f]{128}", "([0-9a-f]{2})*"))
TEXT, U32, U64 = re.compile("(?s)[\\S\x1c-\x1f](.*[\\S\x1c-\x1f])?"), range(2**32), range(2**64)  # A TEXT is trimmed.
INVISIBLE = ("\\s\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
          "\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff")  # Invisible characters.
MESSAGE_TEXT, QUESTION_TEXT = (re.compile("(?=[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,%d}\\Z)(?=.*[^%s])\\S(.*\\S)?" % (most, INVISIBLE)) for most in (200, 400))
TYPES = {name: kind for kind, names in (
    (str, "kind game by principal title code name team lot stone"), (HEX_32, "server_key head nonce key commitment"),
    (HEX_64, "signature"), (HEX_16, "instance tag"), (HEX_ANY, "box"), ([str], "frame shape order lots stones"), (TEXT, "reason by_hand text"),
    (re.compile("at_deadline|when_all_sealed"), "close"), (re.compile("each_move|at_end"), "support"), (dict, "fact"),
    (bool, "carried to_all corrects"), (MESSAGE_TEXT, "english japanese"), (QUESTION_TEXT, "asked"), (re.compile("(?s).+"), "title_ja"),
    (U32, "format number copies max_bids max_wins round attempt wave "
     "revision priority turn row col empty top_gaps used question through note epoch")) for name in names.split()}
def form(fields, **types):
    return {field: types.get(field.rstrip("?")) or TYPES.get(field.rstrip("?"), U64) for field in fields.split()}
SETUP = form("title title_ja? frame lots teams initial rounds support end_countdown_ms", teams=[form("code name")],
             lots=[form("code shape min_price copies")],
             rounds=[form("max_bids max_wins window_ms rebid_window_ms close")])
LINES = {"game": form("kind format game instance server_key unix_ms setup", setup=SETUP),
         "event": form("kind sequence at_ms unix_ms by principal fact"),
         "epoch": form("kind number tag unix_ms"), "signed": form("kind sequence head signature"),
         "result": form("kind records head rounds teams ranking", rounds=list, teams=list, ranking=list)}
SEALED = form("team revision counter commitment box by_hand?")
LISTS = [form("team bids counter nonce key", bids=[form("lot price")])]
RAISES = [form("team raises counter nonce key", raises=[form("priority price")])]
NOTE_KEYS = [form("epoch key")]
RUNNING = "ready bidding rebidding confirming building countdown"
ENDED, JUDGE, TEAM = RUNNING + " ended", "judge organiser", "team organiser"
FACTS = {  # Authors, phases of the game, and fields.
    "round_opened": (JUDGE, "ready", form("round attempt closes_at_ms")), "remarked": (JUDGE, ENDED, form("text")),
    "announced": (JUDGE, ENDED, form("teams english? japanese? asked? corrects", teams=[str])),
    "note_sealed": ("clock", ENDED, form("note commitment box")),
    "bids_sealed": (TEAM, "bidding", SEALED), "rebid_sealed": (TEAM, "rebidding", SEALED),
    "lists_opened": ("clock", "bidding", form("lists rebid_closes_at_ms?", lists=LISTS)),
    "rebids_opened": ("clock", "rebidding", form("wave raises rebid_closes_at_ms?", raises=RAISES)),
    "lots_confirmed": (JUDGE, "confirming", form("lots")), "round_finalised": ("clock", "confirming", form("round")),
    "round_voided": (JUDGE, "bidding rebidding confirming", form("round attempt reason")),
    "stone_placed": (TEAM, RUNNING, form("team stone turn row col")),
    "stone_taken_out": (TEAM, RUNNING, form("team stone")), "game_abandoned": (JUDGE, ENDED, form("reason note_keys?", note_keys=NOTE_KEYS)),
    "wall_replaced": (TEAM, RUNNING, form("team wall by_hand?", wall=[form("stone turn row col")])),
    "wall_counted": (JUDGE, ENDED, form("team count? reason", count=form("empty top_gaps used"))),
    "stones_ticked": (JUDGE, ENDED, form("stones carried")), "stones_checked": ("team", ENDED, form("team stones")),
    "end_signalled": (JUDGE, "building", form("ends_at_ms")), "game_ended": ("clock", "countdown", {}),
    "janken_entered": (JUDGE, "ended", form("order")), "result_declared": (JUDGE, "ended", form("note_keys?", note_keys=NOTE_KEYS)),
    "team_disqualified": (JUDGE, ENDED, form("team reason")), "team_reinstated": (JUDGE, ENDED, form("team reason")),
    "paused": (JUDGE + " clock", RUNNING, form("reason")), "resumed": (JUDGE, RUNNING, form("closes_at_ms?")),
    "window_extended": (JUDGE, "bidding rebidding countdown", form("closes_at_ms reason"))}
NOTE, NOTES = form("by principal fact"), {  # Facts in notes: authors and fields.
    "announced": FACTS["announced"][::2], "question_asked": ("team", form("team question text", text=QUESTION_TEXT)),
    "question_answered": (JUDGE, form("team question english? japanese? to_all")),
    "messages_read": ("team", form("team through"))}
NO_CHANGE = "this changes nothing, so it cannot be in a record"
NOT_WHILE_PAUSED = ("round_opened", "bids_sealed", "rebid_sealed", "end_signalled", "paused")
SIGNED = ("lists_opened", "rebids_opened", "round_finalised", "round_voided", "wall_counted", "team_disqualified",
          "team_reinstated", "game_ended", "janken_entered", "result_declared", "game_abandoned")
def spelled(value): return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
def fits(value, form):
    if isinstance(form, dict) and type(value) is dict:
        given = {field.rstrip("?"): form[field] for field in form if field[-1] != "?" or field[:-1] in value}
        return list(value) == list(given) and all(fits(value[field], given[field]) for field in given)
    if isinstance(form, list) and type(value) is list:
        return all(fits(item, form[0]) for item in value)
    if isinstance(form, tuple) and type(value) is list:
        return len(value) == len(form) and all(map(fits, value, form))
    if isinstance(form, re.Pattern):
        return type(value) is str and form.fullmatch(value) is not None
    return type(value) is int and value in form if isinstance(form, range) else type(value) is form
def read_line(line, lines=LINES, facts=FACTS):  # Returns the value of a line, and rejects any but its one spelling.
    try:
        value = json.loads(line.decode())  # A duplicate field is read only once, so the spelling differs:
        need(spelled(value) == line, "invalid spelling of the line")
    except (ValueError, RecursionError):
        raise VerificationError("the line is not JSON in UTF-8") from None
    kind = value.get("kind") if type(value) is dict else None
    need(kind in list(lines) and fits(value, lines[kind]), f"invalid line of kind {kind}")
    if kind == "event":
        name = value["fact"].get("fact")
        need(name in list(facts) and fits(value["fact"], {"fact": str, **facts[name][2]}), f"invalid fact: {name}")
    return value

def after(at, millis): return min(at + millis, U64[-1])  # Times end at 2^64-1.

# --- The auction (A2, A5 to A9) --------------------------------------------------------------------------------------
def is_valid_list(bids, max_bids, copies, min_price, held):  # `bids` are (lot, price) (A2).
    lots = [lot for lot, _ in bids]
    return len(bids) <= max_bids and sum(price for _, price in bids) <= held and all(
        lots.count(lot) <= copies.get(lot, 0) and price >= min_price[lot] for lot, price in bids)
class Line:
    def __init__(self, team, priority, lot, price):
        self.team, self.priority, self.lot, self.price, self.state = team, priority, lot, price, "live"
class Settlement:
    def __init__(self, max_wins, copies, lists):  # All in the order of the setup; a list has (lot, price).
        self.max_wins, self.free = max_wins, dict(copies)
        self.lines = {team: [Line(team, at, *bid) for at, bid in enumerate(bids, 1)] for team, bids in lists.items()}
        self.ties, self.failed, self.waves = [], [], 0  # A tie is (lot, price, copies, lines).
        self.settle()
    def of_team(self, team, state):  # A line is live only if its lot has a free copy.
        return [line for line in self.lines[team] if line.state == state and (state != "live" or self.free[line.lot])]
    def awards(self):
        won = [line for team in self.lines for line in self.of_team(team, "awarded")]
        return sorted(won, key=lambda line: (list(self.free).index(line.lot), -line.price))  # Stable: by team, priority.
    def settle(self):  # Settles everything but ties, which need a wave (A5, A6).
        claims, rejected, self.ties = {}, [None], []
        while rejected:
            claims = {lot: [] for lot in self.free}
            for team in self.lines:
                for line in self.of_team(team, "live")[:self.max_wins - len(self.of_team(team, "awarded"))]:
                    claims[line.lot].append(line)
            # A claim loses if higher prices, and better priorities of its team at its price, take all copies.
            rejected = [line for lot, lines in claims.items() for line in lines if self.free[lot] <= sum(
                other.price > line.price or (other.price, other.team) == (line.price, line.team)
                and other.priority < line.priority for other in lines)]
            for line in rejected:
                line.state = "rejected"
        for lot, lines in claims.items():
            excess, price = len(lines) - self.free[lot], min((line.price for line in lines), default=0)
            tied = [line for line in lines if line.price == price and excess > 0]
            self.ties += [(lot, price, len(tied) - excess, tied)] if tied else []
            for line in lines:
                line.state = "tied" if line in tied else "awarded"
            self.free[lot] = max(0, -excess)
    def budget(self, team, held):  # Maximum total of a tied team's re-bid in the open wave (A7).
        return held - sum(line.price for state in ("awarded", "live") for line in self.of_team(team, state))
    def is_valid_rebid(self, team, held, raises):  # `raises` are (priority, price) (A7).
        tied = {line.priority: line.price for line in self.of_team(team, "tied")}
        good = [price for priority, price in dict(raises).items() if priority in tied and price > tied[priority]]
        return len(good) == len(raises) and sum(good) <= self.budget(team, held)
    def wave(self, raises):  # Decides the open wave by valid re-bids, then settles the rest (A8, A9).
        self.waves += 1
        for lot, _, copies, lines in self.ties:
            new = {line: dict(raises.get(line.team, ())).get(line.priority) for line in lines}
            offers = sorted((line for line in lines if new[line] is not None), key=lambda o: (-new[o], o.priority))
            won, reason = offers[:copies], "short_rebid" if offers else "no_rebid"
            equal = [line for line in offers if new[line] == new[won[-1]]]
            if not set(equal) <= set(won) and len({line.team for line in equal}) > 1:
                won, reason = [line for line in won if line not in equal], "tied_rebid"
            for line in lines:
                line.state, line.price = ("awarded", new[line]) if line in won else ("out", line.price)
            self.failed += [(lot, copies - len(won), reason)] if len(won) < copies else []
        self.failed.sort(key=lambda failure: list(self.free).index(failure[0]))
        self.settle()
        return self

# --- The wall (W1 to W5) ---------------------------------------------------------------------------------------------
def squares(rows): return [(row, col) for row, line in enumerate(rows) for col, sign in enumerate(line) if sign == "#"]
def is_valid_drawing(rows):
    width = len(rows[0]) if rows else 0
    return max(len(rows), width) <= MAX_ROWS and len(rows) * width <= MAX_SQUARES and all(
        len(row) == width and set(row) <= set("#.") for row in rows)
def is_connected(rows):  # One byte per square, because drawings may be large.
    stride = max(map(len, rows), default=0) + 1  # Empty squares surround the drawing.
    grid = bytearray("".join(row.ljust(stride, ".") for row in ["", *rows, ""]).encode())
    todo = [grid.find(b"#")]
    while todo and todo[0] >= 0:
        grid[todo[0]], fresh = ord("."), []
        for at in todo:
            for near in (at - stride, at - 1, at + 1, at + stride):
                if grid[near] == ord("#"):
                    grid[near] = ord(".")
                    fresh.append(near)
        todo = fresh
    return not todo and b"#" not in grid
def turned(cells, quarters):  # Rotates clockwise and moves the lowest row and column to 0; never mirrors (W2).
    for _ in range(quarters):
        cells = [(col, -row) for row, col in cells]
    top, left = map(min, zip(*cells))
    return [(row - top, col - left) for row, col in cells]
def judge_wall(frame, laid):
    """Returns the stones of {stone: cells} outside the frame, the overlapping ones (W2), and without both the score (W5)."""
    lying, top, bottom = {}, min(frame)[0], max(frame)[0]
    for stone, cells in laid.items():
        for cell in cells:
            lying.setdefault(cell, set()).add(stone)
    outside = set().union(*(stones for cell, stones in lying.items() if cell not in frame))
    overlapping = set().union(*(stones for stones in lying.values() if len(stones) > 1))
    standing, fresh = set(), set().union(*(lying[cell] for cell in lying if cell[0] == bottom))
    while fresh:  # From the bottom up: a stone on a standing stone stands (W3).
        standing |= fresh
        above = [(row - 1, col) for stone in fresh for row, col in laid[stone]]
        fresh = set().union(*(lying.get(cell, ()) for cell in above)) - standing
    gaps = [cell for cell in frame if not lying.get(cell, set()) & standing]
    score = {"empty": len(gaps), "top_gaps": sum(row == top for row, _ in gaps), "used": len(standing),
             "lifted": [stone for stone in laid if stone not in standing]}
    return outside, overlapping, None if outside or overlapping else score

# --- The ranking (E2, E3) --------------------------------------------------------------------------------------------
CRITERIA = {"empty": 1, "top_gaps": 1, "held": -1, "used": -1, "unused": 1}
def rank(tallies, jankens):  # Returns rows (team, place, decided_by), and the groups that need a janken.
    keys = {team: (0, *(sign * tally[name] for name, sign in CRITERIA.items())) if tally else (1,)
            for team, tally in tallies.items()}
    rest, rows, needed = sorted(keys, key=keys.get), [], []
    while rest:
        key, first, group = keys[rest[0]], len(rows) + 1, [team for team in rest if keys[team] == keys[rest[0]]]
        orders = [order for order in jankens if tallies[group[0]] and sorted(order) == sorted(group)]
        within = "janken" if orders else "janken_needed" if tallies[group[0]] else "both_disqualified"
        needed += [group] if within == "janken_needed" and len(group) > 1 else []
        rest = rest[len(group):]
        names = zip(("disqualified", *CRITERIA), key, keys[rest[0]] if rest else key)
        last = next((name for name, one, other in names if one != other), None)
        for at, team in enumerate(orders[-1] if orders else group):
            rows.append((team, first + (at if orders else 0), within if at < len(group) - 1 else last))
    return rows, needed

# --- The game: the method with the name of a fact checks and applies it ----------------------------------------------
class Game:
    KIND, LINES, FACTS, SIGNED = "game", LINES, FACTS, SIGNED
    def __init__(self, line):
        self.id, self.key, self.setup = line["game"], bytes.fromhex(line["server_key"]), line["setup"]
        lots, teams, plans = self.setup["lots"], self.setup["teams"], self.setup["rounds"]
        for rows, is_shape in [(self.setup["frame"], False)] + [(lot["shape"], True) for lot in lots]:
            rims = [rows[:1], rows[-1:], [row[:1] for row in rows], [row[-1:] for row in rows]] * is_shape
            need(is_valid_drawing(rows) and is_connected(rows) and all("#" in "".join(rim) for rim in rims),
                 "invalid frame or shape: it must be one piece of # and ., a shape without empty rows or columns at its edges (W1)")
        self.frame, self.lots = set(squares(self.setup["frame"])), {lot["code"]: lot for lot in lots}
        self.pool, self.stones = {lot["code"]: lot["copies"] for lot in lots}, {}
        new_team = {"held": self.setup["initial"], "stones": [], "laid": {}, "count": {}, "counter": 0, "bar": ""}
        self.teams = {team["code"]: SimpleNamespace(**new_team, checked=set()) for team in teams}
        need(line["format"] == 5 and 2 <= len(self.teams) == len(teams) <= 16 and 0 < len(self.lots) == len(lots) and plans
             and all(self.pool.values()) and all(all(plan.values()) for plan in plans), "invalid setup (G1, G2)")
        self.phase, self.now, self.closes_at, self.paused_at, self.next_fact = "ready", 0, None, None, None
        self.number, self.attempt, self.plan, self.sealed, self.settlement, self.unconfirmed = 1, 0, None, {}, None, []
        self.finals, self.jankens, self.box_length, self.submissions, self.openings = [], [], None, 0, 0
        self.branch = {"game": self.id, "instance": line["instance"], "epoch": 1, "tag": line["instance"]}
        self.entries, self.messages, self.notes = 0, [], 0  # Entries so far; announcements and notes; number of notes.
    def start_epoch(self, line):  # A server resumed the game: never between an event and one that follows at once.
        need(not self.next_fact, f"{self.next_fact} must come first")
        must_be(line, number=self.branch["epoch"] + 1)
        self.branch.update(epoch=line["number"], tag=line["tag"])
    def count_entries(self, count):
        self.entries += count
        need(self.entries <= MAX_ENTRIES, f"the attempts so far exceed {MAX_ENTRIES} lots, teams and list lines")
    def apply(self, event):
        at, by, fact = event["at_ms"], event["by"], event["fact"]
        (actors, phases, fields), name, code = FACTS[fact["fact"]], fact["fact"], fact.get("team")
        need(code in [None, *self.teams], f"unknown team {code}")
        need(by in [f"team {code}" if actor == "team" else actor for actor in actors.split()] and
             (by == "clock") == (event["principal"] == ""), f"{by} cannot do this, or not with this principal")
        need(("by_hand" in fact) == (by == "organiser" and "by_hand?" in fields), "by_hand is required for entries by the organiser, and only for them")
        need(self.phase in phases.split() and (self.paused_at is None or name not in NOT_WHILE_PAUSED),
             f"{name} is not possible in phase {self.phase}, or not in a pause")
        need("team" not in actors or not self.teams[code].bar, f"team {code} is disqualified or not back yet (E3)")
        is_due = self.paused_at is None and self.closes_at is not None and at >= self.closes_at
        closing = {"bidding": "lists_opened", "rebidding": "rebids_opened", "countdown": "game_ended"}
        due = self.next_fact or (closing[self.phase] if is_due else None)
        need(name == due or not due and (actors != "clock" or name == "note_sealed"), f"{due or 'nothing'} is due at {at} ms")
        need(at == self.now if self.next_fact else at >= self.now, f"impossible time: {at} ms")
        self.now = at
        if name in ("announced", "note_sealed"):
            self.messages.append((event["sequence"], self.branch["epoch"], at, by, fact))
            need(len(self.messages) <= MAX_MESSAGES, "too many messages and read marks")
        getattr(self, name, lambda _: None)(fact)  # A remark has no effect.
        self.next_fact = self.find_next_fact(name)
    def find_next_fact(self, name):  # Returns the event that must follow at once (A3, A7, A10).
        if name == "lots_confirmed" and not self.unconfirmed:
            return "round_finalised"
        causes = ("bids_sealed", "lists_opened", "rebid_sealed", "rebids_opened", "team_disqualified", "resumed")
        if name not in causes or self.paused_at is not None or any(map(self.is_awaited, self.teams)):
            return None
        if self.phase == "bidding" and self.plan["close"] == "when_all_sealed":
            return None if all(team.bar for team in self.teams.values()) else "lists_opened"
        return "rebids_opened" if self.phase == "rebidding" else None
    def is_awaited(self, code):  # Whether the open window waits for the team; a wave does only if it can raise (A7).
        tied = self.settlement.of_team(code, "tied") if self.phase == "rebidding" else []
        can_raise = tied and min(line.price for line in tied) < self.settlement.budget(code, self.teams[code].held)
        return (self.phase == "bidding" or can_raise) and not self.teams[code].bar and code not in self.sealed
    def round_opened(self, fact):
        self.count_entries(len(self.lots) + len(self.teams))
        self.plan, self.attempt, self.phase = self.setup["rounds"][self.number - 1], self.attempt + 1, "bidding"
        self.unconfirmed = [lot for lot, copies in self.pool.items() if copies]
        self.closes_at = after(self.now, self.plan["window_ms"])
        must_be(fact, round=self.number, attempt=self.attempt, closes_at_ms=self.closes_at)
    def bids_sealed(self, fact):
        code = fact["team"]
        need(not self.settlement or self.settlement.of_team(code, "tied"), "the team has no tied bid (A7)")
        self.teams[code].counter += 1
        must_be(fact, revision=self.sealed.get(code, {"revision": 0})["revision"] + 1, counter=self.teams[code].counter)
        self.box_length = self.box_length or len(fact["box"])
        need(len(fact["box"]) == self.box_length, "all boxes of a game must have the same length")
        self.sealed[code], self.submissions = fact, self.submissions + 1
    def unseal(self, code, opening, field):  # Checks commitment and box, and returns the lines.
        sealed, nonce, text = self.sealed[code], bytes.fromhex(opening["nonce"]), spelled({field: opening[field]})
        commitment = hashlib.sha256(nonce + text).digest()
        must_be(sealed, counter=opening["counter"], commitment=commitment.hex())
        plain = open_box(bytes.fromhex(opening["key"]), bytes.fromhex(sealed["box"]), commitment)
        need(plain == (nonce + struct.pack(">I", len(text)) + text).ljust(len(plain), b"\0"),
             f"the box of team {code} contains something else")
        return [tuple(line.values()) for line in opening[field]]
    def lists_opened(self, fact):
        is_wave, minimum = "wave" in fact, {code: lot["min_price"] for code, lot in self.lots.items()}
        entries, field = (fact["raises"], "raises") if is_wave else (fact["lists"], "bids")
        opened = {code: [] for code in self.teams}
        need([entry["team"] for entry in entries] == [code for code in self.teams if code in self.sealed],
             "the opened lists must be those of the teams that submitted, in the order of the setup")
        self.count_entries(sum(len(entry[field]) for entry in entries) + is_wave)
        for entry in entries:
            code, held = entry["team"], self.teams[entry["team"]].held
            opened[code] = lines = self.unseal(code, entry, field)
            is_valid = self.settlement.is_valid_rebid(code, held, lines) if is_wave else is_valid_list(
                lines, self.plan["max_bids"], self.pool, minimum, held)
            need(is_valid, f"invalid {'re-bid' if is_wave else 'list'} of team {code} ({'A7' if is_wave else 'A2'})")
        must_be(fact, wave=self.settlement.waves + 1 if self.settlement else None)
        new = self.settlement.wave if is_wave else lambda lists: Settlement(self.plan["max_wins"], self.pool, lists)
        self.settlement = new(opened)
        self.closes_at = after(self.now, self.plan["rebid_window_ms"]) if self.settlement.ties else None
        must_be(fact, rebid_closes_at_ms=self.closes_at)
        self.phase = "rebidding" if self.settlement.ties else "confirming"
        self.sealed, self.openings = {}, self.openings + len(entries)
    def lots_confirmed(self, fact):
        need(fact["lots"] in [self.unconfirmed] + [[lot] for lot in self.unconfirmed],
             "lots must be one unconfirmed lot or all of them (A10)")
        self.unconfirmed = [lot for lot in self.unconfirmed if lot not in fact["lots"]]
    def round_finalised(self, fact):
        must_be(fact, round=self.number)
        if fact["fact"] == "round_voided":
            must_be(fact, attempt=self.attempt)
        else:
            failed = [dict(zip(("lot", "copies", "reason"), failure)) for failure in self.settlement.failed]
            self.finals.append({"round": self.number, "attempt": self.attempt, "awards": [], "failed": failed})
            for line in self.settlement.awards():
                lot, team = self.lots[line.lot], self.teams[line.team]
                copy = lot["copies"] - self.pool[line.lot] + 1
                stone, self.pool[line.lot] = f"{line.lot}-{copy}", lot["copies"] - copy
                team.held -= line.price
                self.stones[stone] = list(self.lots).index(line.lot), copy, squares(lot["shape"])
                team.stones = sorted([*team.stones, stone], key=self.stones.get)
                self.finals[-1]["awards"].append({"lot": line.lot, "team": line.team, "priority": line.priority,
                                                  "price": line.price, "stone": stone})
            self.number, self.attempt = self.number + 1, 0
        self.plan, self.sealed, self.settlement, self.closes_at = None, {}, None, None
        self.phase = "ready" if self.number <= len(self.setup["rounds"]) else "building"
        for team in self.teams.values():
            team.bar = "" if team.bar == "this round" else team.bar
    def covered(self, wall):
        return {stone: {(row + down, col + right) for down, right in turned(self.stones[stone][2], turn)}
                for stone, (turn, row, col) in wall.items()}
    def judge(self, wall): return judge_wall(self.frame, self.covered(wall))
    def wall_replaced(self, fact):
        team = self.teams[fact["team"]]
        wall, named = ({}, fact["wall"]) if "wall" in fact else (dict(team.laid), [fact])
        need(all(laid["stone"] in team.stones and laid.get("turn", 0) < 4 for laid in named),
             "not a stone of the team, or an invalid rotation (W2, W4)")
        if fact["fact"] == "stone_taken_out":
            need(wall.pop(fact["stone"], None), "the stone is not on the wall (W4)")
        else:
            wall.update({laid["stone"]: (laid["turn"], laid["row"], laid["col"]) for laid in named})
        outside, overlapping, score = self.judge(wall)
        need(score, f"outside the frame: {sorted(outside)}, overlapping: {sorted(overlapping)} (W2)")
        need(not score["lifted"] or self.setup["support"] == "at_end", f"not supported: {score['lifted']} (W3, W5)")
        need("by_hand" in fact or self.covered(wall) != self.covered(team.laid), NO_CHANGE)
        team.laid = {stone: wall[stone] for stone in sorted(wall, key=self.stones.get)}
        need("wall" not in fact or [laid["stone"] for laid in named] == list(team.laid), "the stones of the wall are not in order")
    def wall_counted(self, fact):  # The count replaces the figures of the wall until it is removed.
        team, bare = self.teams[fact["team"]], self.judge({})[2]
        team.count, won = fact.get("count", {}), sum(len(self.stones[stone][2]) for stone in team.stones)
        empty, top_gaps, used = team.count.values() or (bare["empty"], 0, 0)
        need(bare["empty"] - won <= empty <= bare["empty"] and top_gaps <= min(empty, bare["top_gaps"])
             and used <= len(team.stones), "no wall of these stones can have this count (E2)")
    def announced(self, fact):
        need(not fact["teams"], "an announcement to some teams must be sealed")
        need("english" in fact or "japanese" in fact, "the announcement has no text")
    def note_sealed(self, fact):
        self.notes += 1
        must_be(fact, note=self.notes)
        room = 3452 + len(self.teams) * (1 + max(len(spelled(code)) for code in self.teams))
        need(room <= MAX_NOTE_BYTES and len(fact["box"]) == 2 * (12 + 32 + 4 + room + 16), "the box of the note has the wrong length")
    def open_note(self, key, fact):  # Returns author and fact.
        commitment, info = bytes.fromhex(fact["commitment"]), b"ishigaki note\n" + struct.pack(">I", fact["note"])
        plain = open_box(hmac.digest(key, info + b"\1", "sha256"), bytes.fromhex(fact["box"]), commitment)
        nonce, text = plain[:32], plain[36:36 + int.from_bytes(plain[32:36], "big")]
        need(plain == (nonce + struct.pack(">I", len(text)) + text).ljust(len(plain), b"\0")
             and hashlib.sha256(nonce + text).digest() == commitment, f"note {fact['note']} contains something else")
        try:
            note = json.loads(text.decode())
            need(spelled(note) == text and fits(note, NOTE) and note["principal"] and len(spelled(note["principal"])) <= MAX_PRINCIPAL_BYTES,
                 f"invalid spelling of note {fact['note']}")
        except (ValueError, RecursionError):
            raise VerificationError(f"note {fact['note']} is not JSON in UTF-8") from None
        by, fact = note["by"], note["fact"]
        actors, fields = NOTES.get(str(fact.get("fact")), ("", {}))
        need(fits(fact, {"fact": str, **fields}), f"invalid fact in a note: {fact.get('fact')}")
        need(fact.get("team") in [None, *self.teams] and by in [
            f"team {fact.get('team')}" if actor == "team" else actor for actor in actors.split()], f"{by} cannot write this note")
        need(fact.get("teams") != [], "an announcement to all must not be sealed")
        return by, fact
    def open_notes(self, fact):  # Checks all messages in order when the game is closed.
        keys, sealed = fact.get("note_keys", []), sorted({epoch for _, epoch, _, _, message in self.messages if "box" in message})
        need([key["epoch"] for key in keys] == sealed and ("note_keys" in fact) == bool(sealed),
             "note_keys must have the key of each epoch with notes, in order, and be absent without notes")
        keys = {key["epoch"]: hmac.digest(bytes(32), bytes.fromhex(key["key"]), "sha256") for key in keys}
        asked, received, read_until = {code: [] for code in self.teams}, dict.fromkeys(self.teams, 0), dict.fromkeys(self.teams, 0)
        expected = None
        for count, (sequence, epoch, at, by, fact) in enumerate(self.messages if self.notes else [], 1):
            by, fact = self.open_note(keys[epoch], fact) if "box" in fact else (by, fact)
            need(expected in (None, (sequence, epoch, at, by, fact)), "an answer to all must be announced at once, unchanged")
            name, team, is_consequence, expected = fact["fact"], fact.get("team"), expected is not None, None
            most = MAX_MESSAGES // (2 if name == "messages_read" else 1) - bool(fact.get("to_all"))
            need(is_consequence or count <= most, "too many messages and read marks")
            need("english" in fact or "japanese" in fact or name in ("question_asked", "messages_read"), "the message has no text")
            if name == "question_asked":
                must_be(fact, question=len(asked[team]) + 1)
                need(sum(not answered for _, answered, _ in asked[team]) < MAX_OPEN_QUESTIONS, "too many unanswered questions")
                asked[team].append((fact["text"], False, False))
            elif name == "question_answered":
                need(0 < fact["question"] <= len(asked[team]), "unknown question")
                text, _, corrects = asked[team][fact["question"] - 1]
                asked[team][fact["question"] - 1] = text, True, corrects or fact["to_all"]
                texts = {name: fact[name] for name in ("english", "japanese") if name in fact}
                announced = {"fact": "announced", "teams": [], **texts, "asked": text, "corrects": corrects}
                expected = (sequence + 1, epoch, at, by, announced) if fact["to_all"] else None
                received[team] += not fact["to_all"]
            elif name == "announced":
                teams = fact["teams"]
                need(teams == [code for code in self.teams if code in teams], "unknown teams, or not in the order of the setup")
                received.update((code, received[code] + 1) for code in teams or self.teams)
            else:
                need(read_until[team] < fact["through"] <= received[team], "a read mark must be after the last one and within the messages")
                read_until[team] = fact["through"]
        need(expected is None, "an answer to all was not announced")
    def stones_ticked(self, fact):
        owned, stones = self.teams[fact["team"]].stones if "team" in fact else self.stones, fact["stones"]
        need(stones and set(stones) <= set(owned) and stones == sorted(set(stones), key=self.stones.get),
             "stones must be awarded ones, each once, in order (W4)")
        if "team" in fact:
            need(not set(stones) <= self.teams[fact["team"]].checked, NO_CHANGE)
            self.teams[fact["team"]].checked |= set(stones)
    def end_signalled(self, fact):
        self.phase, self.closes_at = "countdown", after(self.now, self.setup["end_countdown_ms"])
        must_be(fact, ends_at_ms=self.closes_at)
    def game_ended(self, _):
        self.phase, self.closes_at = "ended", None
        for team in self.teams.values():
            for stone in self.judge(team.laid)[2]["lifted"]:
                del team.laid[stone]
    def tallies(self):
        tallies = {}
        for code, team in self.teams.items():
            score = {**self.judge(team.laid)[2], **team.count, "held": team.held}
            score["unused"] = len(team.stones) - score["used"]
            tallies[code] = None if team.bar == "for good" else {name: score[name] for name in CRITERIA}
        return tallies
    def janken_entered(self, fact):
        need(sorted(fact["order"]) in map(sorted, rank(self.tallies(), [])[1]), "the order must have exactly one group of equal teams (E2)")
        # An order is valid only for its group. A later one that shares a team with it replaces it permanently (E2).
        self.jankens = [order for order in self.jankens if not set(order) & set(fact["order"])] + [fact["order"]]
    def team_disqualified(self, fact):
        team = self.teams[fact["team"]]
        need((team.bar == "for good") == (fact["fact"] == "team_reinstated"),
             "the team is already disqualified, or not disqualified (E3)")
        team.bar = "for good" if fact["fact"] == "team_disqualified" else "this round" if self.plan else ""
        self.sealed.pop(fact["team"], None)
    def result_declared(self, fact):
        need(not rank(self.tallies(), self.jankens)[1], "a janken is needed (E4)")
        self.open_notes(fact)
        self.phase = "declared"
    def paused(self, _): self.paused_at = self.now
    def resumed(self, fact):
        need(self.paused_at is not None, "the game is not paused (T)")
        self.closes_at = None if self.closes_at is None else after(self.closes_at, self.now - self.paused_at)
        self.paused_at = must_be(fact, closes_at_ms=self.closes_at)
    def window_extended(self, fact):
        need(0 < fact["closes_at_ms"] - self.closes_at <= 3_600_000, "an extension must be 1 ms to 1 hour (T)")
        self.closes_at = fact["closes_at_ms"]
    def game_abandoned(self, fact):
        self.open_notes(fact)
        self.phase, self.closes_at, self.paused_at = "abandoned", None, None
    def result(self):
        tallies, is_ranked = self.tallies(), self.phase in ("ended", "declared")
        teams = [{"team": code, "held": team.held, "stones": team.stones, "wall": [
            {"stone": stone, "turn": turn, "row": row, "col": col} for stone, (turn, row, col) in team.laid.items()],
            **({"tally": tallies[code]} if is_ranked and tallies[code] else {})} for code, team in self.teams.items()]
        rows = rank(tallies, self.jankens)[0] if is_ranked else []
        ranking = [{"team": team, "place": place, **({"decided_by": by} if by else {})} for team, place, by in rows]
        return {"rounds": self.finals, "teams": teams, "ranking": ranking}
    def summary(self, records, heads, ranking):  # Summarizes the checks for people.
        closed = self.submissions - self.openings
        return [f"game {self.id}: {records} records, {len(self.finals)} final rounds, phase {self.phase}",
                f"checked: spelling, chain, {heads} signed heads, {self.submissions} submissions",
                f"opened lists and re-bids: {self.openings}, matching their submissions; never opened: {closed}",
                f"private messages and read marks: {self.notes}, " + ("opened and verified"
                    if self.phase in ("declared", "abandoned") else "sealed until the game is closed"),
                "recomputed by the rules: times, settlements, money, stones, walls, ranking",
                *[f"place {row['place']}: team {row['team']}" for row in ranking]]
    rebid_sealed, rebids_opened, round_voided = bids_sealed, lists_opened, round_finalised
    stone_placed, stone_taken_out, stones_checked = wall_replaced, wall_replaced, stones_ticked
    team_reinstated = team_disqualified

# --- The file --------------------------------------------------------------------------------------------------------
class Report(list):  # The summary, one string per line; `gaps` has the missing checks.
    gaps = ()
def read_lines(source):  # Yields each line and whether it is the last. A line that is too long is cut.
    source = io.BytesIO(source) if isinstance(source, bytes) else source
    line = source.readline(MAX_LINE_BYTES + 2)
    while line:
        following = source.readline(MAX_LINE_BYTES + 2) if line[-1:] == b"\n" else b""
        yield line, not following
        line = following
def verify(source, fingerprint=None, noted=None, record=Game):  # Verifies bytes or a file, up to the first problem.
    number, head, sequence, heads, must_sign, kind = 0, bytes(32), 0, 0, False, None
    unsigned, found, epochs, last_signed, last = 0, None, 0, 0, None
    try:
        for number, (text, is_last) in enumerate(read_lines(source), 1):
            need(len(text) <= MAX_LINE_BYTES + 1, f"the line is longer than {MAX_LINE_BYTES} bytes")
            need(text[-1:] == b"\n", "the file ends too early, or within a line")
            line = read_line(text[:-1], record.LINES, record.FACTS)
            kind = record.KIND if number == 1 else "signed" if must_sign else "result" if is_last else "event"
            kind = "epoch" if kind == "event" and line["kind"] == "epoch" else kind
            need(line["kind"] == kind, f"expected a line of kind {kind}")
            must_sign = kind == "event" and line["fact"]["fact"] in record.SIGNED
            if kind in (record.KIND, "epoch", "event"):
                head = hashlib.sha256(head + struct.pack(">Q", len(text) - 1) + text[:-1]).digest()
                unsigned += 1
            if kind == record.KIND:
                game, key_fingerprint = record(line), hashlib.sha256(bytes.fromhex(line["server_key"])).hexdigest()[:32]
                need(fingerprint in (None, key_fingerprint), "the server's key does not have the given fingerprint")
                started = line["unix_ms"]
            elif kind == "epoch":
                game.start_epoch(line)
                epochs += 1
            elif kind == "event":
                sequence += 1
                must_be(line, sequence=sequence)
                game.apply(line)
            elif kind == "signed":
                must_be(line, sequence=sequence, head=head.hex())
                message = b"ishigaki head\n" + spelled({**game.branch, "sequence": sequence, "head": head.hex()})
                need(is_signed(game.key, message, bytes.fromhex(line["signature"])), "invalid signature")
                heads, unsigned, last_signed, last = heads + 1, 0, sequence, head.hex()
                found = sequence if noted and last.startswith(noted) else found
            else:
                need(not game.next_fact, f"{game.next_fact} must come first")
                result = {"kind": "result", "records": sequence, "head": head.hex(), **game.result()}
                need(set(line) == set(result), "the result has the wrong parts")
                for part, right in result.items():
                    need(spelled(line[part]) == spelled(right), f"{part} must be {spelled(right).decode()}")
                need(not noted or found, "no signed head begins with the given one" + (f"; the last is {last}" if heads else ""))
        number += 1
        need(kind == "result", "the file ends too early, or within a line")
    except VerificationError as error:
        raise VerificationError(f"line {number}: {error}") from None
    key, summary = "-".join(re.findall("....", key_fingerprint)), game.summary(sequence, heads, line.get("ranking"))
    report = Report([
        summary[0], f"set up {utc(started)}, instance {game.branch['instance']}, resumed {epochs} times since", *summary[1:],
        *[f"the last signed head is {last}, of record {last_signed}"] * (heads > 0),
        f"the last {unsigned} lines are not signed" if unsigned else "all records are signed",
        f"the key is {key}, as given" if fingerprint else f"the key is {key}; signer not checked"])
    gaps = (not fingerprint, "the key was not given"), (unsigned, "the end is not signed"), (
        noted and found != last_signed, "the given head is not the last one")
    report.gaps = [text for is_open, text in gaps if is_open]
    return report
def utc(unix_ms):  # Formats a server time; one beyond the calendar stays in milliseconds.
    try:
        return datetime.datetime.fromtimestamp(unix_ms // 1000, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S UTC")
    except (OverflowError, ValueError, OSError):
        return f"{unix_ms} ms"
def digits(text): return re.sub(r"[\s-]", "", text).lower()
def hexadecimal(what, least, most, text):
    if not re.fullmatch("[0-9a-f]*", digits(text)) or len(digits(text)) not in range(least, most + 1):
        raise argparse.ArgumentTypeError(f"a {what} is {least} {f'to {most} ' * (most > least)}hexadecimal digits")
    return digits(text)
def main(record=Game, about=__doc__):
    options = argparse.ArgumentParser(description=about.splitlines()[0])
    options.add_argument("file", metavar="FILE", help="record to verify; - reads standard input")
    options.add_argument("--key", metavar="FINGERPRINT", type=partial(hexadecimal, "fingerprint", 32, 32),
                         help="fingerprint of the server's key, from the team sheet")
    options.add_argument("--head", metavar="HEAD", type=partial(hexadecimal, "head", 16, 64), help="last signed head, as noted at the contest")
    options.add_argument("--partial", action="store_true", help="accept a record that is only partly checked")
    given = options.parse_args()
    try:
        with sys.stdin.buffer if given.file == "-" else open(given.file, "rb") as source:
            report = verify(source, given.key, given.head, record)
        print("\n".join(report))
    except (OSError, VerificationError) as error:
        sys.exit(str(error))
    if report.gaps:
        print("partly checked: " + ", ".join(report.gaps))
    sys.exit(6 if report.gaps and not given.partial else 0)

if __name__ == "__main__": main()
