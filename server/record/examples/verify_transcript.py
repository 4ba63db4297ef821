#!/usr/bin/env python3
"""Verifies the record of a game on its own: reads a transcript, works everything out again, says what is wrong.

    python3 verify_transcript.py FILE [--key FINGERPRINT]        ("-" reads standard input)

Written from FORMAT.md beside this folder and from the rule book alone; it shares no code with the server. Python 3.9
or later, standard library only. Exit code 0: all is in order; 1: something is wrong; 2: called wrongly. The letters
and numbers in brackets are those of the rule book.
"""

import argparse
import hashlib
import hmac
import json
import re
import struct
import sys


class Wrong(Exception):
    """Something in a line is wrong; whoever reads the lines knows which one it is."""


def need(condition, text):
    if not condition:
        raise Wrong(text)


# --- Spelling: every line has exactly one -----------------------------------------------------------------------

HEX_32, HEX_64, HEX_ANY = (re.compile(pattern) for pattern in ("[0-9a-f]{64}", "[0-9a-f]{128}", "([0-9a-f]{2})*"))
OPENING = {"counter": int, "nonce": HEX_32, "key": HEX_32}
SEALING = {"team": str, "revision": int, "counter": int, "commitment": HEX_32, "box": HEX_ANY, "signature": HEX_64}
LIST = {"team": str, "bids": [{"lot": str, "price": int}], **OPENING}
RAISES = {"team": str, "raises": [{"priority": int, "price": int}], **OPENING}
LAID = {"stone": str, "turn": (0, 1, 2, 3), "row": int, "col": int}
FACTS = {
    "round_opened": {"round": int, "attempt": int, "closes_at_ms": int},
    "bids_sealed": SEALING,
    "lists_opened": {"lists": [LIST], "rebid_closes_at_ms?": int},
    "rebid_sealed": SEALING,
    "rebids_opened": {"wave": int, "raises": [RAISES], "rebid_closes_at_ms?": int},
    "lots_confirmed": {"lots": [str]},
    "round_finalised": {"round": int},
    "stone_placed": {"team": str, **LAID},
    "stone_taken_out": {"team": str, "stone": str},
    "wall_replaced": {"team": str, "wall": [LAID]},
    "end_signalled": {"ends_at_ms": int},
    "game_ended": {},
    "janken_entered": {"order": [str]},
    "team_disqualified": {"team": str, "reason": str},
    "team_reinstated": {"team": str, "reason": str},
    "result_declared": {},
    "paused": {"reason": str},
    "resumed": {"closes_at_ms?": int},
    "window_extended": {"closes_at_ms": int, "reason": str},
    "round_voided": {"round": int, "attempt": int, "reason": str},
    "game_abandoned": {"reason": str},
}
ROUND = {"max_bids": int, "max_wins": int, "window_ms": int, "rebid_window_ms": int,
         "close": ("at_deadline", "when_all_sealed")}
SETUP = {"title": str, "frame": [str], "lots": [{"code": str, "shape": [str], "min_price": int, "copies": int}],
         "teams": [{"code": str, "name": str}], "initial": int, "rounds": [ROUND],
         "support": ("each_move", "at_end"), "end_countdown_ms": int}
LINES = {
    "game": {"kind": str, "format": (2,), "game": str, "server_key": HEX_32, "unix_ms": int, "setup": SETUP},
    "event": {"kind": str, "sequence": int, "at_ms": int, "unix_ms": int, "by": str, "principal": str, "fact": dict},
    "signed": {"kind": str, "sequence": int, "head": HEX_32, "signature": HEX_64},
    "result": {"kind": str, "records": int, "head": HEX_32, "rounds": list, "teams": list, "ranking": list},
}
CLOSING = ("lists_opened", "rebids_opened", "result_declared", "game_abandoned")


def spelled(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def read_line(line):
    """The line as a value of its form, if it is spelled as the format spells it."""
    def pairs(found):
        need(len(dict(found)) == len(found), "a field stands there twice")
        return dict(found)

    def no_float(_):
        raise Wrong("a number is not a plain integer")

    try:
        value = json.loads(line.decode(), object_pairs_hook=pairs, parse_float=no_float, parse_constant=no_float)
        need(spelled(value) == line, "the line is not spelled as the format spells it")
    except (ValueError, RecursionError):
        raise Wrong("the line is not JSON in UTF-8") from None
    need(type(value) is dict and value.get("kind") in list(LINES), "this is no line of a transcript")
    check_form(value, LINES[value["kind"]], value["kind"])
    if value["kind"] == "event":
        fact = value["fact"]
        need(fact.get("fact") in list(FACTS), "there is no such fact")
        check_form(fact, {"fact": str, **FACTS[fact["fact"]]}, fact["fact"])
    return value


def check_form(value, form, name):
    """Whether a value has this form: for objects, all fields in order; those with `?` may be left out."""
    if isinstance(form, dict):
        need(type(value) is dict, f"{name} must be an object")
        fields = {field.rstrip("?"): inner for field, inner in form.items()
                  if not field.endswith("?") or field[:-1] in value}
        need(list(value) == list(fields), f"{name} must have the fields {', '.join(fields)} in this order")
        for field, inner in fields.items():
            check_form(value[field], inner, field)
    elif isinstance(form, list):
        need(type(value) is list, f"{name} must be a list")
        for item in value:
            check_form(item, form[0], name)
    elif isinstance(form, tuple):
        need(type(value) is type(form[0]) and value in form, f"{name} must be one of {form}")
    elif isinstance(form, re.Pattern):
        need(type(value) is str and form.fullmatch(value), f"{name} must be hexadecimal, of the right length")
    else:
        need(type(value) is form and (form is not int or 0 <= value < 2**64), f"{name} must be of type {form.__name__}")


# --- Signatures: ed25519, RFC 8032, strict ----------------------------------------------------------------------

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1, 1, 0)  # Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    e, f, g, h = (b - a) % P, (d - c) % P, (d + c) % P, (b + a) % P
    return e * f % P, g * h % P, f * g % P, e * h % P


def encode_point(point):
    x, y = (coordinate * pow(point[2], -1, P) % P for coordinate in point[:2])
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode_point(data):
    """The point, or None if these bytes are not the one encoding of one."""
    y, sign = int.from_bytes(data, "little") & (2**255 - 1), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def is_small(point):
    """Whether the point is one of the eight of small order."""
    for _ in range(3):
        point = add(point, point)
    return point[0] == 0 and point[1] == point[2]


class Multiples:
    """A point's multiples, ready to be added up: for each hexadecimal digit of the factor all sixteen."""

    def __init__(self, point):
        self.rows = []
        for _ in range(64):
            row = [NEUTRAL]
            for _ in range(16):
                row.append(add(row[-1], point))
            point = row.pop()
            self.rows.append(row)

    def times(self, factor):
        total = NEUTRAL
        for place, row in enumerate(self.rows):
            total = add(total, row[factor >> 4 * place & 15])
        return total


BASE = Multiples(decode_point((4 * pow(5, -1, P) % P).to_bytes(32, "little")))


class PublicKey:
    def __init__(self, data):
        point = decode_point(data)
        need(point is not None and not is_small(point), "the server's key is not a good ed25519 key")
        self.data = data
        self.negative = Multiples((P - point[0], point[1], 1, P - point[3]))

    def signed(self, message, signature):
        factor = int.from_bytes(signature[32:], "little")
        digest = hashlib.sha512(signature[:32] + self.data + message).digest()
        point = add(BASE.times(factor), self.negative.times(int.from_bytes(digest, "little") % ORDER))
        # Only the one encoding of R is equal to what is encoded here.
        return factor < ORDER and not is_small(point) and encode_point(point) == signature[:32]

    def fingerprint(self):
        return "-".join(re.findall("....", hashlib.sha256(self.data).hexdigest()[:32]))


# --- Boxes: ChaCha20-Poly1305, RFC 8439 -------------------------------------------------------------------------

def chacha_block(key, counter, nonce):
    start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce)
    s = list(start)
    columns = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
    diagonals = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))
    for a, b, c, d in (columns + diagonals) * 10:
        for to, other, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[to] = (s[to] + s[other]) & 0xFFFFFFFF
            mixed = s[turned] ^ s[to]
            s[turned] = (mixed << bits | mixed >> 32 - bits) & 0xFFFFFFFF
    return struct.pack("<16I", *((one + other) & 0xFFFFFFFF for one, other in zip(s, start)))


def chacha(key, nonce, data):
    blocks = (chacha_block(key, 1 + at // 64, nonce) for at in range(0, len(data), 64))
    return bytes(one ^ other for one, other in zip(data, b"".join(blocks)))


def poly1305(key, message):
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(message), 16):
        total = (total + int.from_bytes(message[at:at + 16] + b"\1", "little")) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def box_tag(key, nonce, sealed, known):
    padded = b"".join(part + bytes(-len(part) % 16) for part in (known, sealed))
    return poly1305(chacha_block(key, 0, nonce)[:32], padded + struct.pack("<QQ", len(known), len(sealed)))


def open_box(key, box, known):
    nonce, sealed, tag = box[:12], box[12:-16], box[-16:]
    need(len(box) >= 28 and hmac.compare_digest(box_tag(key, nonce, sealed, known), tag), "the key opens no such box")
    return chacha(key, nonce, sealed)


# --- The auction (A2, A5 to A9) ---------------------------------------------------------------------------------

def bid_faults(bids, max_bids, copies, min_price, held):
    """What is wrong with a list of (lot, price), as codes (A2)."""
    codes, lots = set(), [lot for lot, _ in bids]
    if len(bids) > max_bids:
        codes.add("TOO_MANY_BIDS")
    for lot, price in bids:
        if not copies.get(lot):
            codes.add("UNKNOWN_LOT")
        elif lots.count(lot) > copies[lot]:
            codes.add("TOO_MANY_OF_LOT")
        if type(price) is not int or price < 0:
            codes.add("BAD_PRICE")
        elif copies.get(lot) and price < min_price[lot]:
            codes.add("BELOW_MIN")
    if not codes and sum(price for _, price in bids) > held:
        codes.add("OVER_BUDGET")
    return sorted(codes)


class Line:
    def __init__(self, team, priority, lot, price):
        self.team, self.priority, self.lot, self.price = team, priority, lot, price
        self.fate = "live"


class Settlement:
    """A round's auction: `copies` by lot and `lists` of (lot, price) by team, both in the order of the set-up."""

    def __init__(self, max_wins, copies, lists):
        self.max_wins, self.free = max_wins, dict(copies)
        self.lines = {team: [Line(team, at, *bid) for at, bid in enumerate(bids, 1)] for team, bids in lists.items()}
        self.order = {code: at for codes in (copies, lists) for at, code in enumerate(codes)}
        self.lot_order, self.team_order = ({code: at for at, code in enumerate(codes)} for codes in (copies, lists))
        self.ties, self.failed, self.waves = [], [], 0  # ties: (lot, price, copies, lines)
        self.settle()

    def with_fate(self, team, fate):
        return [line for line in self.lines.get(team, ()) if line.fate == fate]

    def awards(self):
        won = [line for team in self.lines for line in self.with_fate(team, "awarded")]
        return sorted(won, key=lambda a: (self.lot_order[a.lot], -a.price, self.team_order[a.team], a.priority))

    def live(self, team):
        return [line for line in self.with_fate(team, "live") if self.free[line.lot] > 0]

    def claims(self):
        claims = {lot: [] for lot in self.free}
        for team in self.lines:
            for line in self.live(team)[:self.max_wins - len(self.with_fate(team, "awarded"))]:
                claims[line.lot].append(line)
        return claims

    def reject(self, lot, claims):
        """Rejects the claims on a lot that cannot win any more; how many those are (A5, A6)."""
        free = self.free[lot]
        if len(claims) <= free:
            return 0
        margin = sorted(claim.price for claim in claims)[-free]
        places = free - sum(claim.price > margin for claim in claims)
        rejected = [claim for claim in claims if claim.price < margin]
        for team in self.lines:
            rejected += [claim for claim in claims if claim.team == team and claim.price == margin][places:]
        for claim in rejected:
            claim.fate = "rejected"
        return len(rejected)

    def settle(self):
        """Settles all that can be settled; what is tied then needs a wave (A5, A6)."""
        while sum(self.reject(lot, claims) for lot, claims in self.claims().items()):
            pass
        self.ties = []
        for lot, claims in self.claims().items():
            tied, free = [], self.free[lot]
            if len(claims) > free:
                price = min(claim.price for claim in claims)
                tied = [claim for claim in claims if claim.price == price]
                self.ties.append((lot, price, free - len(claims) + len(tied), tied))
            for claim in claims:
                claim.fate = "tied" if claim in tied else "awarded"
            self.free[lot] = max(0, free - len(claims))

    def budget(self, team, held):
        """The most a tied team may name in the open wave (A7)."""
        return held - sum(line.price for line in self.with_fate(team, "awarded") + self.live(team))

    def rebid_faults(self, team, held, raises):
        """What is wrong with a re-bid of (priority, price), as codes (A7)."""
        codes, tied = set(), {line.priority: line.price for line in self.with_fate(team, "tied")}
        if len({priority for priority, _ in raises}) < len(raises):
            codes.add("DUPLICATE_LINE")
        for priority, price in raises:
            if priority not in tied:
                codes.add("NOT_TIED")
            elif type(price) is not int or price < 0:
                codes.add("BAD_PRICE")
            elif price <= tied[priority]:
                codes.add("NOT_ABOVE")
        if not codes and sum(price for _, price in raises) > self.budget(team, held):
            codes.add("OVER_BUDGET")
        return sorted(codes)

    def wave(self, raises):
        """Holds the open wave with the valid re-bids of each team, and settles on (A8, A9)."""
        self.waves += 1
        for lot, _, copies, lines in self.ties:
            new = {line: dict(raises.get(line.team, ())).get(line.priority) for line in lines}
            offers = sorted((line for line in lines if new[line] is not None), key=lambda o: (-new[o], o.priority))
            won, reason = offers[:copies], "short_rebid" if offers else "no_rebid"
            if len(offers) > copies and new[offers[copies]] == new[won[-1]]:
                equal = [line for line in offers if new[line] == new[won[-1]]]
                if len({line.team for line in equal}) > 1:
                    won, reason = [line for line in won if line not in equal], "tied_rebid"
            for line in lines:
                line.fate = "awarded" if line in won else "out"
                line.price = new[line] if line in won else line.price
            if len(won) < copies:
                self.failed.append((lot, copies - len(won), reason))
        self.failed.sort(key=lambda failure: self.lot_order[failure[0]])
        self.settle()


# --- The wall (W1 to W5) ----------------------------------------------------------------------------------------

def squares(rows):
    return [(row, col) for row, signs in enumerate(rows) for col, sign in enumerate(signs) if sign == "#"]


def turned(cells, quarters):
    """The cells after clockwise quarter turns, shifted so that the least row and column are 0 (W2)."""
    for _ in range(quarters):
        cells = [(col, -row) for row, col in cells]
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return [(row - top, col - left) for row, col in cells]


def hangs_together(cells):
    reached, rest = [], set(cells)
    todo = [min(rest)] if rest else []
    while todo:
        row, col = todo.pop()
        if (row, col) in rest:
            rest.remove((row, col))
            reached.append((row, col))
            todo += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    return bool(reached) and not rest


def judge_wall(frame, owned, laid):
    """What is wrong with the laid stones {stone: cells}, by code, and the score if all lie right (W2, W3, W5)."""
    lying = {}
    for stone, cells in laid.items():
        for cell in cells:
            lying.setdefault(cell, []).append(stone)
    faults = {"OUT_OF_FRAME": {stone for cell, stones in lying.items() if cell not in frame for stone in stones},
              "OVERLAP": {stone for stones in lying.values() if len(stones) > 1 for stone in stones}}
    if any(faults.values()):
        return faults, None
    top, bottom = min(row for row, _ in frame), max(row for row, _ in frame)
    standing = {stones[0] for cell, stones in lying.items() if cell[0] == bottom}
    todo = list(standing)
    while todo:
        for row, col in laid[todo.pop()]:
            for stone in lying.get((row - 1, col), ()):
                if stone not in standing:
                    standing.add(stone)
                    todo.append(stone)
    gaps = frame - {cell for cell, stones in lying.items() if stones[0] in standing}
    score = {"empty": len(gaps), "top_gaps": sum(row == top for row, _ in gaps), "used": len(standing),
             "unused": owned - len(standing), "lifted": [stone for stone in laid if stone not in standing]}
    return {"UNSUPPORTED": set(score["lifted"])}, score


# --- The ranking (E2, E3) ---------------------------------------------------------------------------------------

def rank(tallies, janken):
    """The rows (team, place, what separates it from the row below) and the groups that need a janken."""
    def key(team):
        tally = tallies[team]
        return (1,) if tally is None else (0, tally["empty"], tally["top_gaps"], -tally["held"], -tally["used"],
                                           tally["unused"])

    rows, needed, rest = [], [], sorted(tallies, key=key)
    while rest:
        group = [team for team in rest if key(team) == key(rest[0])]
        rest = rest[len(group):]
        if not rest:
            below = None
        elif tallies[rest[0]] is None:
            below = "disqualified"
        else:
            differ = [one != other for one, other in zip(key(group[0])[1:], key(rest[0])[1:])]
            below = ("empty", "top_gaps", "held", "used", "unused")[differ.index(True)]
        first, within, step = len(rows) + 1, "janken_needed", 0
        orders = [order for order in janken if sorted(order) == sorted(group)]
        if tallies[group[0]] is None:
            within = "both_disqualified"
        elif orders:
            group, within, step = orders[-1], "janken", 1
        elif len(group) > 1:
            needed.append(group)
        for at, team in enumerate(group):
            rows.append((team, first + at * step, within if at < len(group) - 1 else below))
    return rows, needed
