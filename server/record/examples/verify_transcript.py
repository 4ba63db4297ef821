#!/usr/bin/env python3
"""Verifies the record of a game on its own: reads a transcript, works everything out again, says what is wrong.

    python3 verify_transcript.py FILE [--key FINGERPRINT]        ("-" reads standard input)

Written from the record's FORMAT.md and the rule book; shares no code with the server. Python 3.9 or later, standard
library only. Exit code 0: all is in order; 1: something is wrong; 2: called wrongly. (A5) is a rule's number.
"""
import argparse
import hashlib
import json
import re
import struct
import sys
from types import SimpleNamespace

class Wrong(Exception):
    """Something is wrong with a line; whoever reads the lines knows with which one."""

def need(condition, text):
    if not condition:
        raise Wrong(text)

# --- Spelling: the fields of every line in their order, "?" after those that may be left out -------------------------

HEX_32, HEX_64, HEX_ANY = (re.compile(digits) for digits in ("[0-9a-f]{64}", "[0-9a-f]{128}", "([0-9a-f]{2})*"))
TYPES = dict.fromkeys("kind game by principal title code name team lot stone reason".split(), str)
TYPES.update(dict.fromkeys("server_key head nonce key commitment".split(), HEX_32), signature=HEX_64, box=HEX_ANY)
TYPES.update(turn=(0, 1, 2, 3), close=("at_deadline", "when_all_sealed"), support=("each_move", "at_end"), format=(2,))
TYPES.update(fact=dict, frame=[str], shape=[str], order=[str], lots=[str])

def form(fields, **types):
    return {field: types.get(field) or TYPES.get(field.rstrip("?"), int) for field in fields.split()}

SETUP = form("title frame lots teams initial rounds support end_countdown_ms", teams=[form("code name")],
             lots=[form("code shape min_price copies")],
             rounds=[form("max_bids max_wins window_ms rebid_window_ms close")])
LISTS = [form("team bids counter nonce key", bids=[form("lot price")])]
RAISES = [form("team raises counter nonce key", raises=[form("priority price")])]
SEALED = form("team revision counter commitment box signature")
LINES = {
    "game": form("kind format game server_key unix_ms setup", setup=SETUP),
    "event": form("kind sequence at_ms unix_ms by principal fact"),
    "signed": form("kind sequence head signature"),
    "result": form("kind records head rounds teams ranking", rounds=list, teams=list, ranking=list),
}
RUNNING = "ready bidding rebidding confirming building countdown"
FACTS = {  # Who brings it about, in which phases of the game, and its fields.
    "round_opened": ("judge", "ready", form("round attempt closes_at_ms")),
    "bids_sealed": ("team", "bidding", SEALED),
    "lists_opened": ("clock", "bidding", form("lists rebid_closes_at_ms?", lists=LISTS)),
    "rebid_sealed": ("team", "rebidding", SEALED),
    "rebids_opened": ("clock", "rebidding", form("wave raises rebid_closes_at_ms?", raises=RAISES)),
    "lots_confirmed": ("judge", "confirming", form("lots")),
    "round_finalised": ("clock", "confirming", form("round")),
    "stone_placed": ("team", RUNNING, form("team stone turn row col")),
    "stone_taken_out": ("team", RUNNING, form("team stone")),
    "wall_replaced": ("team", RUNNING, form("team wall", wall=[form("stone turn row col")])),
    "end_signalled": ("judge", "building", form("ends_at_ms")),
    "game_ended": ("clock", "countdown", {}),
    "janken_entered": ("judge", "ended", form("order")),
    "team_disqualified": ("judge", RUNNING + " ended", form("team reason")),
    "team_reinstated": ("judge", RUNNING + " ended", form("team reason")),
    "result_declared": ("judge", "ended", {}),
    "paused": ("judge clock", RUNNING, form("reason")),
    "resumed": ("judge", RUNNING, form("closes_at_ms?")),
    "window_extended": ("judge", "bidding rebidding countdown", form("closes_at_ms reason")),
    "round_voided": ("judge", "bidding rebidding confirming", form("round attempt reason")),
    "game_abandoned": ("judge", RUNNING + " ended", form("reason")),
}
NOT_WHILE_PAUSED = ("round_opened", "bids_sealed", "rebid_sealed", "end_signalled", "paused")
CLOSING = ("lists_opened", "rebids_opened", "result_declared", "game_abandoned")

def spelled(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

def fits(value, form):
    if isinstance(form, dict) and type(value) is dict:
        given = {field.rstrip("?"): form[field] for field in form if field[-1] != "?" or field[:-1] in value}
        return list(value) == list(given) and all(fits(value[field], given[field]) for field in given)
    if isinstance(form, list) and type(value) is list:
        return all(fits(item, form[0]) for item in value)
    if isinstance(form, tuple):
        return type(value) is type(form[0]) and value in form
    if isinstance(form, re.Pattern):
        return type(value) is str and form.fullmatch(value) is not None
    return type(value) is form and (form is not int or 0 <= value < 2**64)

def read_line(line):
    """What the line says, if it is one of the format's in the format's one spelling."""
    try:
        value = json.loads(line.decode())
        # A field that stands there twice is read once, so this refuses it too.
        need(spelled(value) == line, "the line is not spelled as the format spells it")
    except (ValueError, RecursionError):
        raise Wrong("the line is not JSON in UTF-8") from None
    kind = value.get("kind") if type(value) is dict else None
    need(kind in list(LINES) and fits(value, LINES[kind]), f"this is no line of a transcript, or no proper one: {kind}")
    if kind == "event":
        name = value["fact"].get("fact")
        need(name in list(FACTS) and fits(value["fact"], {"fact": str, **FACTS[name][2]}), f"no proper fact: {name}")
    return value

# --- Signatures: ed25519 (RFC 8032), strict --------------------------------------------------------------------------

P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1, 1, 0)  # A point is (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.

def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P

def add_multiples(m, p, n, q):
    """m times p and n times q, in one."""
    total, either = NEUTRAL, {(1, 0): p, (0, 1): q, (1, 1): add(p, q)}
    for bit in reversed(range(253)):
        total = add(total, total)
        bits = m >> bit & 1, n >> bit & 1
        total = add(total, either[bits]) if any(bits) else total
    return total

def encode_point(point):
    x, y = (coordinate * pow(point[2], -1, P) % P for coordinate in point[:2])
    return (y | (x & 1) << 255).to_bytes(32, "little")

def decode_point(data):
    """The point, or None if these bytes are not the one encoding of one."""
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    x = x if x & 1 == sign else P - x
    return (x, y, 1, x * y % P) if y < P and x < P and x * x % P == square else None

BASE = decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))

def is_small(point):
    """Whether the point is one of the eight of small order."""
    for _ in range(3):
        point = add(point, point)
    return point[0] == 0 and point[1] == point[2]

def is_signed(public, message, signature):
    """Whether the signature of the message is that of the key; a key of small order signs nothing."""
    point, factor = decode_point(public), int.from_bytes(signature[32:], "little")
    if point is None or is_small(point) or factor >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    minus = (P - point[0], point[1], 1, P - point[3])
    r = add_multiples(factor, BASE, int.from_bytes(digest, "little") % ORDER, minus)
    # Compared with what is encoded here, no other encoding of R can pass.
    return not is_small(r) and encode_point(r) == signature[:32]

# --- Boxes: ChaCha20-Poly1305 (RFC 8439) -----------------------------------------------------------------------------

def chacha_block(key, counter, nonce):
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    s = list(start)
    columns = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
    diagonals = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    for a, b, c, d in (columns + diagonals) * 10:
        for sum_at, other, mixed_at, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[sum_at] = (s[sum_at] + s[other]) & 0xFFFFFFFF
            mixed = s[mixed_at] ^ s[sum_at]
            s[mixed_at] = (mixed << bits | mixed >> 32 - bits) & 0xFFFFFFFF
    return struct.pack("<16I", *((one + other) & 0xFFFFFFFF for one, other in zip(s, start)))

def chacha(key, nonce, data):
    blocks = (chacha_block(key, 1 + at // 64, nonce) for at in range(0, len(data), 64))
    return bytes(one ^ other for one, other in zip(data, b"".join(blocks)))

def poly1305(key, message):
    r, total = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF, 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at:at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")

def box_tag(key, nonce, sealed, known):
    padded = b"".join(part + bytes(-len(part) % 16) for part in (known, sealed))
    return poly1305(chacha_block(key, 0, nonce)[:32], padded + struct.pack("<QQ", len(known), len(sealed)))

def open_box(key, box, known):
    nonce, sealed, tag = box[:12], box[12:-16], box[-16:]
    need(len(box) >= 28 and box_tag(key, nonce, sealed, known) == tag, "the key does not open the box")
    return chacha(key, nonce, sealed)

# --- The auction (A2, A5 to A9) --------------------------------------------------------------------------------------

def bid_faults(bids, max_bids, copies, min_price, held):
    """What is wrong with a list of (lot, price), as codes (A2)."""
    lots = [lot for lot, _ in bids]
    codes = {"TOO_MANY_BIDS"} if len(bids) > max_bids else set()
    codes |= {"TOO_MANY_OF_LOT" if copies.get(lot) else "UNKNOWN_LOT" for lot in lots
              if lots.count(lot) > copies.get(lot, 0)}
    codes |= {"BELOW_MIN" for lot, price in bids if copies.get(lot) and price < min_price[lot]}
    return sorted(codes) or ["OVER_BUDGET"] * (sum(price for _, price in bids) > held)

class Line:
    def __init__(self, team, priority, lot, price):
        self.team, self.priority, self.lot, self.price, self.fate = team, priority, lot, price, "live"

class Settlement:
    """A round's auction: `copies` by lot and `lists` of (lot, price) by team, both in the set-up's order."""

    def __init__(self, max_wins, copies, lists):
        self.max_wins, self.free = max_wins, dict(copies)
        self.lines = {team: [Line(team, at, *bid) for at, bid in enumerate(bids, 1)] for team, bids in lists.items()}
        self.ties, self.failed, self.waves = [], [], 0  # Ties are (lot, price, copies, lines).
        self.settle()

    def of_team(self, team, fate):
        """Its lines of this fate; live are only those whose type has a free copy."""
        return [line for line in self.lines[team] if line.fate == fate and (fate != "live" or self.free[line.lot])]

    def awards(self):
        won = [line for team in self.lines for line in self.of_team(team, "awarded")]
        return sorted(won, key=lambda line: (list(self.free).index(line.lot), -line.price))  # Then by team, priority.

    def claims(self):
        claims = {lot: [] for lot in self.free}
        for team in self.lines:
            for line in self.of_team(team, "live")[:self.max_wins - len(self.of_team(team, "awarded"))]:
                claims[line.lot].append(line)
        return claims

    def reject(self, claims, free):
        """Rejects the claims on one type that cannot win any more, and counts them (A5, A6)."""
        if len(claims) <= free:
            return 0
        margin = sorted(line.price for line in claims)[-free]
        places = free - sum(line.price > margin for line in claims)
        rejected = [line for line in claims if line.price < margin]
        for team in self.lines:
            rejected += [line for line in claims if line.team == team and line.price == margin][places:]
        for line in rejected:
            line.fate = "rejected"
        return len(rejected)

    def settle(self):
        """Settles all that can be settled; the ties that stay need a wave (A5, A6)."""
        while sum([self.reject(claims, self.free[lot]) for lot, claims in self.claims().items()]):
            pass
        self.ties = []
        for lot, claims in self.claims().items():
            free, tied = self.free[lot], []
            if len(claims) > free:
                price = min(line.price for line in claims)
                tied = [line for line in claims if line.price == price]
                self.ties.append((lot, price, free - len(claims) + len(tied), tied))
            for line in claims:
                line.fate = "tied" if line in tied else "awarded"
            self.free[lot] = max(0, free - len(claims))

    def budget(self, team, held):
        """The most a tied team may name in the open wave (A7)."""
        return held - sum(line.price for fate in ("awarded", "live") for line in self.of_team(team, fate))

    def rebid_faults(self, team, held, raises):
        """What is wrong with a re-bid of (priority, price), as codes (A7)."""
        tied = {line.priority: line.price for line in self.of_team(team, "tied")}
        codes = {"DUPLICATE_LINE"} if len({priority for priority, _ in raises}) < len(raises) else set()
        codes |= {"NOT_TIED" for priority, _ in raises if priority not in tied}
        codes |= {"NOT_ABOVE" for priority, price in raises if priority in tied and price <= tied[priority]}
        return sorted(codes) or ["OVER_BUDGET"] * (sum(price for _, price in raises) > self.budget(team, held))

    def wave(self, raises):
        """Holds the open wave with each team's valid re-bid and settles on (A8, A9)."""
        self.waves += 1
        for lot, _, copies, lines in self.ties:
            new = {line: dict(raises.get(line.team, ())).get(line.priority) for line in lines}
            offers = sorted((line for line in lines if new[line] is not None), key=lambda o: (-new[o], o.priority))
            won, reason = offers[:copies], "short_rebid" if offers else "no_rebid"
            equal = [line for line in offers if new[line] == new[won[-1]]]
            if not set(equal) <= set(won) and len({line.team for line in equal}) > 1:
                won, reason = [line for line in won if line not in equal], "tied_rebid"
            for line in lines:
                line.fate = "awarded" if line in won else "out"
                line.price = new[line] if line in won else line.price
            if len(won) < copies:
                self.failed.append((lot, copies - len(won), reason))
        self.failed.sort(key=lambda failure: list(self.free).index(failure[0]))
        self.settle()

# --- The wall (W1 to W5) ---------------------------------------------------------------------------------------------

def squares(rows):
    return [(row, col) for row, signs in enumerate(rows) for col, sign in enumerate(signs) if sign == "#"]

def hangs_together(cells):
    rest, todo = set(cells), cells[:1]
    while todo:
        row, col = todo.pop()
        if (row, col) in rest:
            rest.remove((row, col))
            todo += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    return bool(cells) and not rest

def turned(cells, quarters):
    """The cells after clockwise quarter turns, shifted so that the least row and column are 0; never mirrored (W2)."""
    for _ in range(quarters):
        cells = [(col, -row) for row, col in cells]
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return [(row - top, col - left) for row, col in cells]

def judge_wall(frame, owned, laid):
    """What is wrong with the laid stones {stone: cells}, by code; the score, if all lie right (W2, W3, W5)."""
    lying = {}
    for stone, cells in laid.items():
        for cell in cells:
            lying.setdefault(cell, []).append(stone)
    faults = {"OUT_OF_FRAME": {stone for cell in lying if cell not in frame for stone in lying[cell]},
              "OVERLAP": {stone for stones in lying.values() if len(stones) > 1 for stone in stones}}
    if any(faults.values()):
        return faults, None
    bottom = max(row for row, _ in frame)
    standing = {stones[0] for (row, _), stones in lying.items() if row == bottom}
    todo = list(standing)
    while todo:
        carried = {stone for row, col in laid[todo.pop()] for stone in lying.get((row - 1, col), ())} - standing
        standing |= carried
        todo += carried
    gaps = frame - {cell for cell, stones in lying.items() if stones[0] in standing}
    lifted = [stone for stone in laid if stone not in standing]
    return {"UNSUPPORTED": set(lifted)}, {
        "empty": len(gaps), "top_gaps": sum(row == min(frame)[0] for row, _ in gaps),
        "used": len(standing), "unused": owned - len(standing), "lifted": lifted}

# --- The ranking (E2, E3) --------------------------------------------------------------------------------------------

CRITERIA = {"empty": 1, "top_gaps": 1, "held": -1, "used": -1, "unused": 1}

def rank(tallies, janken):
    """The rows (team, place, what separates it from the next row), and the groups that need a janken."""
    keys = {team: tally and [sign * tally[name] for name, sign in CRITERIA.items()] for team, tally in tallies.items()}
    rest, rows, needed = sorted(keys, key=lambda team: (keys[team] is None, keys[team] or [])), [], []
    while rest:
        group = [team for team in rest if keys[team] == keys[rest[0]]]
        key, first, rest = keys[group[0]], len(rows) + 1, rest[len(group):]
        below = keys[rest[0]] if rest else None
        last = "disqualified" if rest else None
        if below:
            last = next(name for name, one, other in zip(CRITERIA, key, below) if one != other)
        orders = [order for order in janken if key and sorted(order) == sorted(group)]
        if key and not orders and len(group) > 1:
            needed.append(group)
        within = ("janken" if orders else "janken_needed") if key else "both_disqualified"
        for at, team in enumerate(orders[-1] if orders else group):
            rows.append((team, first + (at if orders else 0), within if at < len(group) - 1 else last))
    return rows, needed

# --- The game: every fact has a method of its name, which checks and follows it --------------------------------------

def must_be(found, **expected):
    for field, value in expected.items():
        need(found.get(field) == value, f"{field} must be {'absent' if value is None else value}")

class Game:
    def __init__(self, line):
        self.id, self.key, self.setup = line["game"], bytes.fromhex(line["server_key"]), line["setup"]
        self.lots, teams, plans = {lot["code"]: lot for lot in self.setup["lots"]}, self.setup["teams"], self.setup["rounds"]
        for rows in [self.setup["frame"]] + [lot["shape"] for lot in self.lots.values()]:
            drawn = all(len(row) == len(rows[0]) and set(row) <= set("#.") for row in rows)
            need(drawn and hangs_together(squares(rows)), "a frame or shape is not one piece drawn with # and . (W1)")
        self.frame, self.pool = set(squares(self.setup["frame"])), {code: lot["copies"] for code, lot in self.lots.items()}
        self.teams = {team["code"]: SimpleNamespace(held=self.setup["initial"], stones=[], laid={}, counter=0,
                                                    is_out=False, is_barred=False) for team in teams}
        need(2 <= len(self.teams) == len(teams) <= 16 and 0 < len(self.lots) == len(self.setup["lots"]) and plans
             and all(self.pool.values()) and all(all(plan.values()) for plan in plans), "this can be no game (G1, G2)")
        self.phase, self.now, self.closes_at, self.paused_at, self.follows = "ready", 0, None, None, None
        self.number, self.attempt, self.plan, self.sealed, self.settlement, self.confirmed = 1, 0, None, {}, None, []
        self.finals, self.jankens, self.box_length, self.sealings, self.openings = [], [], None, 0, 0

    def apply(self, event):
        at, by, fact = event["at_ms"], event["by"], event["fact"]
        name, team, is_paused = fact["fact"], fact.get("team"), self.paused_at is not None
        who, phases, _ = FACTS[name]
        need(at >= self.now, "time goes back")
        need(team in [None, *self.teams], f"there is no team {team}")
        need(by in ([f"team {team}", "organiser"] if who == "team" else ["clock"] * ("clock" in who) +
                    ["judge", "organiser"] * ("judge" in who)), f"{by} cannot bring this about")
        need((event["principal"] == "") == (by == "clock"), "all but the clock act with a token's name")
        need(self.phase in phases.split() and not (is_paused and name in NOT_WHILE_PAUSED),
             f"{name} is not possible while the game is {'paused, ' * is_paused}{self.phase}")
        need(who != "team" or self.plays(team), f"team {team} takes no part now (E3)")
        need("reason" not in fact or fact["reason"] == fact["reason"].strip() != "", "there must be a reason")
        is_due = not is_paused and self.closes_at is not None and at >= self.closes_at
        if self.follows:
            need(name == self.follows and at == self.now, f"{self.follows} must follow at once")
        elif who == "clock":
            need(is_due and name != "round_finalised", "this was not due")
        else:
            need(not is_due, f"what was due at {self.closes_at} ms must happen first")
        self.now = at
        getattr(self, name)(fact)
        self.follows = self.what_follows(name)

    def what_follows(self, name):
        """What must happen at once because of what just has (A3, A7, A10)."""
        if name == "lots_confirmed" and not self.unconfirmed():
            return "round_finalised"
        causes = ("bids_sealed", "lists_opened", "rebid_sealed", "rebids_opened", "team_disqualified")
        if name not in causes or self.paused_at is not None or any(map(self.is_awaited, self.teams)):
            return None
        may_close_early = self.plan and self.plan["close"] == "when_all_sealed" and any(map(self.plays, self.teams))
        return {"bidding": "lists_opened" if may_close_early else None, "rebidding": "rebids_opened"}.get(self.phase)

    def plays(self, team):
        return not (self.teams[team].is_out or self.teams[team].is_barred)

    def is_awaited(self, team):
        """Whether the window is open for this team and it is silent so far; in a wave, if it can raise (A7)."""
        tied = self.settlement.of_team(team, "tied") if self.phase == "rebidding" else []
        can_raise = tied and min(line.price for line in tied) < self.settlement.budget(team, self.teams[team].held)
        return (self.phase == "bidding" or can_raise) and self.plays(team) and team not in self.sealed

    def unconfirmed(self):
        return [lot for lot, copies in self.pool.items() if copies and lot not in self.confirmed]

    def round_opened(self, fact):
        self.plan, self.attempt, self.phase = self.setup["rounds"][self.number - 1], self.attempt + 1, "bidding"
        self.closes_at = self.now + self.plan["window_ms"]
        must_be(fact, round=self.number, attempt=self.attempt, closes_at_ms=self.closes_at)

    def bids_sealed(self, fact):
        code, wave = fact["team"], self.settlement.waves + 1 if self.settlement else 0
        need(not wave or self.settlement.of_team(code, "tied"), "the team is not tied (A7)")
        self.teams[code].counter += 1
        must_be(fact, revision=self.sealed.get(code, {"revision": 0})["revision"] + 1, counter=self.teams[code].counter)
        self.box_length = self.box_length or len(fact["box"])
        need(len(fact["box"]) == self.box_length, "all boxes of a game must have the same length")
        receipt = {"receipt": 1, "game": self.id, "round": self.number, "attempt": self.attempt, "wave": wave,
                   "team": code, "counter": fact["counter"], "at_ms": self.now, "commitment": fact["commitment"]}
        need(is_signed(self.key, b"ishigaki receipt\n" + spelled(receipt), bytes.fromhex(fact["signature"])),
             "the receipt's signature is not the server's")
        self.sealed[code], self.sealings = fact, self.sealings + 1

    def lists_opened(self, fact):
        is_wave, opened = self.settlement is not None, {}
        entries, field = (fact["raises"], "raises") if is_wave else (fact["lists"], "bids")
        need([entry["team"] for entry in entries] == [team for team in self.teams if team in self.sealed],
             "what is opened is not of the teams that have sealed, in the set-up's order")
        for entry in entries:
            code, held, fact_sealed = entry["team"], self.teams[entry["team"]].held, self.sealed[entry["team"]]
            must_be(entry, counter=fact_sealed["counter"])
            nonce, text = bytes.fromhex(entry["nonce"]), spelled({field: entry[field]})
            commitment = hashlib.sha256(nonce + text).digest()
            must_be(fact_sealed, commitment=commitment.hex())
            plain = open_box(bytes.fromhex(entry["key"]), bytes.fromhex(fact_sealed["box"]), commitment)
            content = nonce + struct.pack(">I", len(text)) + text
            need(plain == content.ljust(len(plain), b"\0"), f"the box of team {code} holds something else")
            lines = [tuple(line.values()) for line in entry[field]]
            faults = self.settlement.rebid_faults(code, held, lines) if is_wave else bid_faults(
                lines, self.plan["max_bids"], self.pool, {lot: self.lots[lot]["min_price"] for lot in self.lots}, held)
            need(not faults, f"what team {code} sealed is not valid ({'A7' if is_wave else 'A2'}): {', '.join(faults)}")
            opened[code] = lines
        if is_wave:
            must_be(fact, wave=self.settlement.waves + 1)
            self.settlement.wave(opened)
        else:
            self.settlement = Settlement(self.plan["max_wins"], self.pool, {code: opened.get(code, []) for code in self.teams})
        self.closes_at = self.now + self.plan["rebid_window_ms"] if self.settlement.ties else None
        must_be(fact, rebid_closes_at_ms=self.closes_at)
        self.phase = "rebidding" if self.settlement.ties else "confirming"
        self.sealed, self.openings = {}, self.openings + len(opened)

    rebid_sealed, rebids_opened = bids_sealed, lists_opened

    def lots_confirmed(self, fact):
        need(fact["lots"] in [self.unconfirmed()] + [[lot] for lot in self.unconfirmed()],
             "what is confirmed must be one open lot or all of them (A10)")
        self.confirmed += fact["lots"]

    def round_finalised(self, fact):
        must_be(fact, round=self.number)
        awards = []
        for line in self.settlement.awards():
            stone = f"{line.lot}-{self.lots[line.lot]['copies'] - self.pool[line.lot] + 1}"
            self.pool[line.lot] -= 1
            self.teams[line.team].held -= line.price
            self.teams[line.team].stones.append(stone)
            awards.append({"lot": line.lot, "team": line.team, "priority": line.priority, "price": line.price, "stone": stone})
        failed = [dict(zip(("lot", "copies", "reason"), failure)) for failure in self.settlement.failed]
        self.finals.append({"round": self.number, "attempt": self.attempt, "awards": awards, "failed": failed})
        self.number, self.attempt = self.number + 1, 0
        self.leave_round()

    def leave_round(self):
        self.plan, self.sealed, self.settlement, self.confirmed, self.closes_at = None, {}, None, [], None
        self.phase = "ready" if self.number <= len(self.setup["rounds"]) else "building"
        for team in self.teams.values():
            team.is_barred = False

    def round_voided(self, fact):
        must_be(fact, round=self.number, attempt=self.attempt)
        self.leave_round()

    def in_order(self, stones):
        return sorted(stones, key=lambda stone: (list(self.lots).index(stone.rpartition("-")[0]),
                                                 int(stone.rpartition("-")[2])))

    def judge(self, team, wall):
        cells = {}
        for stone, (turn, row, col) in wall.items():
            shape = turned(squares(self.lots[stone.rpartition("-")[0]]["shape"]), turn)
            cells[stone] = [(row + down, col + right) for down, right in shape]
        return judge_wall(self.frame, len(team.stones), cells)

    def wall_replaced(self, fact):
        team = self.teams[fact["team"]]
        wall, named = ({}, fact["wall"]) if "wall" in fact else (dict(team.laid), [fact])
        need({laid["stone"] for laid in named} <= set(team.stones), "the team has not been handed this stone (W4)")
        if fact["fact"] == "stone_taken_out":
            need(wall.pop(fact["stone"], None), "the stone is not on the wall (W4)")
        else:
            wall.update({laid["stone"]: (laid["turn"], laid["row"], laid["col"]) for laid in named})
        faults, _ = self.judge(team, wall)
        wrong = [code for code in faults if faults[code] and (code, self.setup["support"]) != ("UNSUPPORTED", "at_end")]
        need(not wrong, f"the wall is not valid (W2, W3): {', '.join(wrong)}")
        team.laid = {stone: wall[stone] for stone in self.in_order(wall)}
        need(len(named) == 1 or [laid["stone"] for laid in named] == list(team.laid), "the stones are not in order")

    stone_placed = stone_taken_out = wall_replaced

    def end_signalled(self, fact):
        self.phase, self.closes_at = "countdown", self.now + self.setup["end_countdown_ms"]
        must_be(fact, ends_at_ms=self.closes_at)

    def game_ended(self, _):
        self.phase, self.closes_at = "ended", None
        for team in self.teams.values():
            for stone in self.judge(team, team.laid)[1]["lifted"]:
                del team.laid[stone]

    def tally(self, team):
        score = {**self.judge(team, team.laid)[1], "held": team.held}
        return None if team.is_out else {name: score[name] for name in CRITERIA}

    def rank(self, jankens):
        return rank({code: self.tally(team) for code, team in self.teams.items()}, jankens)

    def janken_entered(self, fact):
        need(sorted(fact["order"]) in map(sorted, self.rank([])[1]), "this is not one whole tied group (E2)")
        self.jankens.append(fact["order"])

    def team_disqualified(self, fact):
        team = self.teams[fact["team"]]
        need(not team.is_out, "the team is disqualified already (E3)")
        team.is_out, team.is_barred = True, False
        self.sealed.pop(fact["team"], None)

    def team_reinstated(self, fact):
        team = self.teams[fact["team"]]
        need(team.is_out, "the team is not disqualified (E3)")
        team.is_out, team.is_barred = False, self.plan is not None  # It is back from the next round on.

    def result_declared(self, _):
        need(not self.rank(self.jankens)[1], "a janken is open (E4)")
        self.phase = "declared"

    def paused(self, _):
        self.paused_at = self.now

    def resumed(self, fact):
        need(self.paused_at is not None, "the game is not paused (T)")
        self.closes_at = None if self.closes_at is None else self.closes_at + self.now - self.paused_at
        self.paused_at = must_be(fact, closes_at_ms=self.closes_at)

    def window_extended(self, fact):
        need(0 < fact["closes_at_ms"] - self.closes_at <= 3_600_000, "an extension is of 1 ms to an hour (T)")
        self.closes_at = fact["closes_at_ms"]

    def game_abandoned(self, _):
        self.phase, self.closes_at, self.paused_at = "abandoned", None, None

    def result(self):
        teams = []
        for code, team in self.teams.items():
            wall = [dict(zip(("stone", "turn", "row", "col"), (stone, *place))) for stone, place in team.laid.items()]
            tally = {} if team.is_out else {"tally": self.tally(team)}
            teams.append({"team": code, "held": team.held, "stones": self.in_order(team.stones), "wall": wall, **tally})
        rows = self.rank(self.jankens)[0] if self.phase in ("ended", "declared") else []
        ranking = [{"team": team, "place": place, **({"decided_by": by} if by else {})} for team, place, by in rows]
        return {"rounds": self.finals, "teams": teams, "ranking": ranking}

# --- The file --------------------------------------------------------------------------------------------------------

def verify(data, fingerprint=None):
    """What was checked, in lines for people. Raises Wrong, with the number of the first line that is wrong."""
    *lines, rest = data.split(b"\n")
    number, head, sequence, heads, must_sign = 0, bytes(32), 0, [0], False
    try:
        for number, text in enumerate(lines, 1):
            line = read_line(text)
            kind = "game" if number == 1 else "signed" if must_sign else "result" if number == len(lines) else "event"
            need(line["kind"] == kind, f"a line of kind {kind} must stand here")
            must_sign = kind == "event" and line["fact"]["fact"] in CLOSING
            if kind in ("game", "event"):
                head = hashlib.sha256(head + struct.pack(">Q", len(text)) + text).digest()
            if kind == "game":
                game, mark = Game(line), hashlib.sha256(bytes.fromhex(line["server_key"])).hexdigest()[:32]
                need(fingerprint in (None, mark), "the server's key has another fingerprint than the one given")
            elif kind == "event":
                sequence += 1
                must_be(line, sequence=sequence)
                game.apply(line)
            elif kind == "signed":
                must_be(line, sequence=sequence, head=head.hex())
                message = b"ishigaki head\n" + spelled({"game": game.id, "sequence": sequence, "head": head.hex()})
                need(is_signed(game.key, message, bytes.fromhex(line["signature"])), "the head's signature is not the server's")
                heads.append(sequence)
            else:
                need(not game.follows, f"before this, {game.follows} must follow")
                must_be(line, records=sequence, head=head.hex())
                for part, value in game.result().items():
                    need(spelled(line[part]) == spelled(value), f"by the rules, {part} must be {spelled(value).decode()}")
        number += 1
        need(number > 1 and kind == "result" and rest == b"", "the file ends too early, or within a line")
    except Wrong as wrong:
        raise Wrong(f"line {number}: {wrong}") from None
    return [
        f"game {game.id}: {sequence} records, {len(game.finals)} final rounds, the game is {game.phase}",
        f"every line has its one spelling; the chain, {len(heads) - 1} signed heads and {game.sealings} receipts are right",
        f"{game.openings} lists and re-bids were opened, each what was sealed; {game.sealings - game.openings} stayed closed",
        "times, settlements, money, stones, walls and ranking follow from the facts by the rules",
        f"the last {sequence - heads[-1]} records are not signed" if sequence > heads[-1] else "all records are signed",
        f"signed with the key {'-'.join(re.findall('....', mark))}" + ("" if fingerprint else ": signer not checked"),
    ]

def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("file", metavar="FILE", type=argparse.FileType("rb"), help="the transcript; - is standard input")
    options.add_argument("--key", metavar="FINGERPRINT", help="what the server's key must have, as on the team's sheet")
    given = options.parse_args()
    key = given.key and re.sub(r"[\s-]", "", given.key).lower()
    if key is not None and not re.fullmatch("[0-9a-f]{32}", key):
        options.error("a fingerprint has eight groups of four hexadecimal digits")
    try:
        print("\n".join(verify(given.file.buffer.read() if hasattr(given.file, "buffer") else given.file.read(), key)))
    except Wrong as wrong:
        sys.exit(f"{given.file.name}: {wrong}")

if __name__ == "__main__":
    main()
