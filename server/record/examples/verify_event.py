#!/usr/bin/env python3
"""Verifies the record of an event: recomputes draw, pairings and ranking, and reports the first problem.
Usage: python3 verify_event.py FILE [--key FINGERPRINT] [--head HEAD] [--partial] ("-" reads standard input).
Written from docs/reference/event-record-format.md and the rule book of events; shares no code with the server. Lines, chain,
signatures and exit codes are those of verify_transcript.py. It verifies events of the presets, and group contests of any
plan. For another event with a plan of its own, the exit code is 2. Rules are cited by number: (TP4)."""
import copy
import re
import sys
from dataclasses import replace
from types import SimpleNamespace

import verify_transcript
from tournament import contest as contests
from tournament import draw as draws
from tournament.event import pair_pool
from tournament.league_flow import Transition, LeagueFlow
from tournament.othello import BLACK, SQUARES, WHITE, Position, Transcript
from tournament.playoffs import PlayOffs
from tournament.preset import read_preset
from tournament.rejection import Rejection
from tournament.standings import Round, Standings
from verify_transcript import HEX_32, LINES, MESSAGE_TEXT, U32, VerificationError, fits, form, need, spelled

# --- Spelling --------------------------------------------------------------------------------------------------------
PLAYER, SIDE = range(1, 2**32), re.compile("black|white")
NOTICE, MAX_MESSAGES = re.compile(f"({MESSAGE_TEXT.pattern})?"), 2000  # A text or none; announcements and calls of an event.
NOT_BLANK = re.compile("(?s).*[\\S\x1c-\x1f].*")
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
CLAIM = form("kind by number squares ruling", by=SIDE, squares=[str], ruling=str, kind=re.compile(
    "wrong_turn|wrong_colour|no_flip|too_few_turned|too_many_turned|displaced|pass_with_move"))
SLIP = form("winner loser reason black? draw_win? call? handicap transcript? discs? claims signed", winner=PLAYER,
            loser=PLAYER, reason=re.compile("normal|time|double_time|forfeit|referee"), black=PLAYER, draw_win=PLAYER,
            call=SIDE, handicap=range(5), transcript=str, discs=(U32, U32), claims=[CLAIM], signed=(bool, bool))
ANYONE, REFEREE = "organiser desk referee server", "referee"
LINES = {**{kind: LINES[kind] for kind in ("event", "epoch", "signed")},
         "tournament": form("kind format event instance server_key unix_ms config", event=str, config=dict),
         "result": form("kind records head draw? leagues? provisional? ranking? stages? finishes?", draw=list,
                        leagues=list, provisional=list, ranking=list, stages=list, finishes=list)}
TALLY = form("empty top_gaps held used unused", empty=U32, top_gaps=U32, used=U32, unused=U32)
GROUP_GAME = form("stage group spare", stage=PLAYER, group=PLAYER, spare=bool)
GAME_RESULT = form("contenders janken", janken=[[PLAYER]], contenders=[form("team tally?", team=PLAYER, tally=TALLY)])
RECEPTION, RUNNING = "committed reception", "between playing"
NOT_OVER = "roster committed reception between playing over"
ALWAYS = NOT_OVER + " declared abandoned"
FACTS = {  # Authors, stages of the event, and fields.
    "roster_set": (ANYONE, "roster", form("roster", roster=[dict])),
    "committed": (ANYONE, "roster", form("commitment", commitment=HEX_32)),
    "digits_entered": (ANYONE, "committed", form("results", results=[str])),
    "digits_overruled": (REFEREE, "reception", form("results reason", results=[str], reason=NOT_BLANK)),
    "attendance_marked": (ANYONE, "committed", form("player absent", player=PLAYER, absent=bool)),
    "attendance_overruled": (REFEREE, "reception", form("player absent reason", player=PLAYER, absent=bool,
                                                        reason=NOT_BLANK)),
    "slip_drawn": (ANYONE, RECEPTION, form("player number", player=PLAYER)),
    "leagues_made": (ANYONE, "reception", {}),
    "round_paired": (ANYONE, "between", form("round pools games", pools=list, games=list)),
    "round_unpaired": (REFEREE, "playing", form("round reason", reason=NOT_BLANK)),
    "round_paired_by_ruling": (REFEREE, "between", form("round fixed reason pools games", fixed=[(PLAYER, PLAYER)], reason=NOT_BLANK,
                                                        pools=list, games=list)),
    "player_excused": (REFEREE, RUNNING, form("player reason", player=PLAYER, reason=NOT_BLANK)),
    "result_entered": (ANYONE, "playing", form("round slip", slip=SLIP)),
    "player_withdrew": (ANYONE, RUNNING, form("player", player=PLAYER)),
    "result_overruled": (REFEREE, NOT_OVER, form("entry slip reason", entry=U32, slip=SLIP, reason=NOT_BLANK)),
    "game_reopened": (REFEREE, NOT_OVER, form("entry reason", entry=U32, reason=NOT_BLANK)),
    "first_named": (REFEREE, "between", form("league player reason", league=str, player=PLAYER, reason=NOT_BLANK)),
    "first_confirmed": (REFEREE, NOT_OVER, form("league", league=str)),
    "ruled": (REFEREE, ALWAYS, form("text", text=NOT_BLANK)),
    "notice_posted": (ANYONE, NOT_OVER, form("english japanese", english=NOTICE, japanese=NOTICE)),
    "players_called": (ANYONE, "playing", form("round table players", round=PLAYER, table=PLAYER, players=[PLAYER])),
    "ranking_declared": (ANYONE, "over", {}),
    "event_abandoned": (ANYONE, NOT_OVER, form("reason", reason=NOT_BLANK)),
}


LEAGUE_FACTS = FACTS
COMMON_FACTS = ("roster_set", "committed", "digits_entered", "digits_overruled", "ruled", "notice_posted", "ranking_declared", "event_abandoned")
GROUP_FACTS = {
    **{name: FACTS[name] for name in COMMON_FACTS},
    "team_attendance_marked": (ANYONE, RECEPTION, form("stage team absent", stage=PLAYER, team=PLAYER, absent=bool)),
    "groups_drawn": (ANYONE, "reception", form("stage", stage=PLAYER)),
    "game_counted": (ANYONE, "playing", form("game result", game=GROUP_GAME, result=GAME_RESULT)),
    "game_replaced": (REFEREE, "playing", form("game reason", game=GROUP_GAME, reason=NOT_BLANK)),
    "game_overruled": (REFEREE, NOT_OVER, form("game result reason", game=GROUP_GAME, result=GAME_RESULT,
                                               reason=NOT_BLANK)),
    "janken_entered": (ANYONE, "playing", form("stage order", stage=PLAYER, order=[PLAYER])),
    "janken_overruled": (REFEREE, NOT_OVER, form("stage order reason", stage=PLAYER, order=[PLAYER], reason=NOT_BLANK)),
    "stage_closed": (ANYONE, "playing", form("stage", stage=PLAYER)),
}
LEAGUE_SETTINGS = ("gap", "forfeit_tiebreak", "seed_mode", "seed_numbers", "slip_check")


MAX_DEPTH = 64  # Maximum depth of objects and lists (TV1).


class UnknownPlan(Exception):
    """The event is not a group contest and has a plan of its own."""


def check_canonical(value, what):
    todo = [(value, 1)]
    while todo:
        one, depth = todo.pop()
        need(type(one) not in (dict, list) or depth <= MAX_DEPTH, f"the {what} has more than {MAX_DEPTH} levels (TV1)")
        todo += [(each, depth + 1) for each in (one.values() if type(one) is dict else one if type(one) is list else ())]
        need(type(one) is not int or -2**63 <= one < 2**64, f"the {what} has a number beyond 64 bits (TV1)")
    need(draws.canonical(value).encode() == spelled(value), f"the {what} is not in canonical JSON (TV1)")


def read_settings(config):
    """Returns the settings of a configuration without members that are null."""
    check_canonical(config, "configuration")
    settings = {name: value for name, value in config.items() if value is not None}
    plan = settings.get("plan") if type(settings.get("plan")) is dict else {}
    titles = [settings.get("title", plan.get("title", "")),
              settings.get("title_ja", "" if "title" in settings else plan.get("title_ja", ""))]
    need(all(type(title) is str and not CONTROL.search(title) for title in titles), "invalid title")
    need(("preset" in settings) != ("plan" in settings), "the configuration must have a preset or a plan, not both")
    need("lottery_date" not in settings or contests.is_date(settings["lottery_date"]), "invalid date of the lotteries (TD8)")
    return settings


def is_group_contest(config):
    plan = config.get("plan")
    return config.get("preset") == "ishigaki" or type(plan) is dict and "stage" in plan


def read_group_config(config):
    """Returns the plan of a group contest, with its guests."""
    settings = read_settings(config)
    need(not any(name in settings for name in LEAGUE_SETTINGS), "a group contest has no settings for leagues")
    plan = contests.read_plan(settings["plan"]) if "plan" in settings else copy.deepcopy(contests.ISHIGAKI)
    return contests.name_guests(plan, settings["guests"]) if "guests" in settings else plan


def read_config(config):
    """Returns the preset of a configuration, with its settings."""
    settings = read_settings(config)
    need("guests" not in settings, "only a group contest has guests (TG5)")
    if "plan" in settings:
        raise UnknownPlan
    classes = settings.pop("seed_numbers", None)
    preset = read_preset(settings)
    if classes is None:
        return preset
    numbers = [number for of_class in classes.values() for number in of_class] if fits(classes, dict) and all(
        fits(of_class, [range(1, 11)]) for of_class in classes.values()) else [0]
    need(numbers != [0] and all(classes) and len(set(numbers)) == len(numbers), "invalid seed_numbers (TD6)")
    return replace(preset, seeds=classes)


def read_roster(roster, preset):
    """Returns the roster for the rules, in which the id of a player is the line, from 1."""
    check_canonical(roster, "roster")
    need(1 <= len(roster) <= 4096, "a roster has 1 to 4,096 lines")
    ids, lines = [row.get("id") for row in roster], []
    for number, row in enumerate(roster, 1):
        texts = [row.get(name, "") for name in ("id", "name", "kana", "romaji")]
        need(all(type(text) is str and not CONTROL.search(text) for text in texts), f"roster line {number}: invalid id or name")
        seed, woman = row.get("seed"), row.get("woman", False)
        need(seed is None or type(seed) is str and seed in preset.seeds, f"roster line {number}: unknown seed class (TD6)")
        need(type(woman) is bool, f"roster line {number}: invalid value for woman")
        lines.append({"id": number, "woman": woman, **({"seed": seed} if seed else {})})
    need(all(ids) and len(set(ids)) == len(ids), "the ids of the roster must be different and not empty")
    need(all(len(text) <= 64 for text in ids), "an id of the roster has at most 64 characters")
    return lines


def pair_of(slip):
    return frozenset((slip["winner"], slip["loser"]))


def check_slip(slip):
    """Checks that a slip doesn't contradict itself; optional fields may be absent (TO5, TO7, TO9, TW2)."""
    winner, loser, reason = slip["winner"], slip["loser"], slip["reason"]
    need({slip.get("black", winner), slip.get("draw_win", winner)} <= {winner, loser}, "the slip names another player (TO9)")
    loser_holds, winner_holds = slip.get("draw_win") == loser, slip.get("draw_win") == winner
    discs = slip.get("discs")
    if discs is not None:
        need(reason != "forfeit", "a forfeit has no discs (TW2)")
        need(sum(discs) == 64, "the discs must add up to 64 (TO5)")
        need(reason != "normal" or discs[0] > discs[1] or discs[0] == discs[1] and winner_holds,
             "the loser has more discs, or a draw without the draw-win right (TO5)")
    need(reason != "double_time" or not loser_holds, "if both flags fell, the holder of the draw-win right wins (TO7)")
    if "transcript" in slip:
        check_moves(slip, winner_holds)
    for claim in slip["claims"]:
        squares = claim["squares"]
        need(set(squares) <= set(SQUARES) and squares == sorted(set(squares), key=SQUARES.index),
             "the squares of a claim must be different and in order (TO8)")


def check_moves(slip, winner_holds):
    """Checks that the moves are legal and lead to this result, for either side if black is not named."""
    game = Transcript(Position.start(slip["handicap"]))
    try:
        game.play(slip["transcript"])
    except Rejection as rejection:
        raise VerificationError(f"illegal moves: {rejection}") from None
    sides = (BLACK, WHITE) if slip.get("black") == slip["winner"] else (WHITE, BLACK)
    if slip["reason"] == "normal":
        need(game.position.is_finished(), "the moves do not end the game (TO4)")
        score = game.position.score()
        if "black" in slip:
            need(score[sides[0]] >= score[sides[1]], "by the moves, the loser wins (TO5)")
        if "discs" in slip:
            need(slip["discs"] == sorted(score.values(), reverse=True), "by the moves, the discs are different (TO5)")
        need(score[BLACK] != score[WHITE] or winner_holds, "the holder of the draw-win right must win a draw (TO5)")
    elif slip["reason"] == "forfeit":
        need(not slip["transcript"], "a forfeit has no moves (TW2)")
    elif slip["reason"] == "time" and "black" in slip and game.position.is_finished():
        need(game.last_mover == sides[1], "after the end, only the flag of the last mover counts (TO7)")


# --- Leagues with rulings of the referee (TF, TW1, TV3) --------------------------------------------------------------
class Leagues(LeagueFlow):
    """Leagues whose results can be changed by a ruling: the order changes, the leagues stay (TV3)."""

    def __init__(self, preset, numbers, leagues):
        super().__init__(preset, numbers, leagues, [])
        self.history = []

    def play(self, results):
        before = results, set(self.qualified), self.out | self.excused
        super().play(results)
        self.history.append(before)

    def correct(self, number, slip):
        results = self.history[number - 1][0]
        results.games = [game for game in results.games if set(game) != pair_of(slip)] + [(slip["winner"], slip["loser"])]
        results.forfeits = [player for player in results.forfeits if player not in pair_of(slip)]
        results.forfeits += [slip["loser"]] * (slip["reason"] == "forfeit")
        self.standings = Standings(self.preset, self.numbers)
        for entry in self.history:
            self.standings.add(*entry)

    def name(self, league, player):
        for members in self.open.values():
            members.discard(player) if members is not self.open[league] else None
        self.qualify(league, player, "referee", Transition())

    def advanced(self, leaving):
        """Returns a copy advanced to the next pairing. A player who qualifies first can't withdraw (TF5, TW1)."""
        leaving = set(leaving)
        while True:
            after = copy.deepcopy(self)
            after.leaving = dict.fromkeys(leaving, self.standings.rounds + 1)
            try:
                after.advance()
                return after
            except Rejection as rejection:
                if rejection.kind != "bad_withdrawal":
                    raise
                leaving.remove(rejection.details["id"])


# --- The event: the method with the name of a fact checks and applies it ---------------------------------------------
class Event:
    """An event; the constructor chooses the subclass by the configuration."""

    KIND, LINES, FACTS, SIGNED = "tournament", LINES, {**LEAGUE_FACTS, **GROUP_FACTS}, (*LEAGUE_FACTS, *GROUP_FACTS)
    next_fact = None  # No fact must follow at once.

    def __new__(cls, line=None):
        if cls is not Event:
            return super().__new__(cls)
        return super().__new__(GroupEvent if is_group_contest(line["config"]) else LeagueEvent)

    def __init__(self, line):
        need(line["format"] == 5, "unknown format")
        self.id, self.key, self.config = line["event"], bytes.fromhex(line["server_key"]), line["config"]
        self.branch = {"game": self.id, "instance": line["instance"], "epoch": 1, "tag": line["instance"]}
        self.now, self.roster, self.entered, self.commitment = 0, [], [], None
        self.closed = None  # Or "declared", or "abandoned".
        self.messages = 0
        try:
            self.start()
        except Rejection as rejection:
            raise VerificationError(f"invalid configuration: {rejection}") from None

    def start_epoch(self, line):
        verify_transcript.must_be(line, number=self.branch["epoch"] + 1)
        self.branch.update(epoch=line["number"], tag=line["tag"])

    def apply(self, event):
        fact = event["fact"]
        name = fact["fact"]
        need(name in self.OWN, f"{name} is not possible in this kind of event")
        actors, stages, _ = self.OWN[name]
        need(event["by"] in actors.split(), f"{event['by']} cannot do this (TV3)")
        need((event["by"] == "server") == (event["principal"] == ""), "the principal does not match the author")
        need(event["at_ms"] >= self.now, f"impossible time: {event['at_ms']} ms")
        need(self.stage in stages.split(), f"{name} is not possible in stage {self.stage}")
        need(fact.get("player", 0) <= len(self.roster), "unknown player (TD4)")
        self.now = event["at_ms"]
        try:
            getattr(self, name)(fact)
        except Rejection as rejection:
            raise VerificationError(f"the rules reject it: {rejection}") from None

    def commit(self, fact):
        self.commitment = draws.commitment(self.config, self.entered)
        verify_transcript.must_be(fact, commitment=self.commitment)

    def ruled(self, _):
        pass  # A text has no effect.

    def notice_posted(self, fact):
        need(fact["english"] or fact["japanese"], "the announcement has no text (TV4)")
        self.count_message()

    def count_message(self):
        self.messages += 1
        need(self.messages <= MAX_MESSAGES, "too many announcements and calls (TV4)")

    def ranking_declared(self, _):
        self.closed = "declared"

    def event_abandoned(self, _):
        self.closed = "abandoned"


class LeagueEvent(Event):
    OWN = LEAGUE_FACTS

    def start(self):
        self.preset = read_config(self.config)
        self.digits, self.absent, self.slips, self.leagues, self.at_finals = None, set(), {}, None, None
        self.rounds, self.entries, self.leaving, self.excused, self.confirmed = [], [], set(), set(), set()
        self.valid = {}  # Number of the valid entry of each game, by round and players.
        self.before_pairing = None  # Leagues, withdrawals, excused players, and leagues before the end of the round before.
        self.before_end = None  # Leagues before the last complete round entered the history.

    @property
    def stage(self):
        if self.closed or self.commitment is None:
            return self.closed or "roster"
        if not self.leagues:
            return "committed" if self.digits is None else "reception"
        if self.rounds and self.open_games():
            return "playing"
        return "over" if len(self.rounds) == self.preset.end else "between"

    # --- Before the leagues ---
    def roster_set(self, fact):
        self.roster, self.entered = read_roster(fact["roster"], self.preset), fact["roster"]
        self.absent = set()

    def committed(self, fact):
        need(len(self.roster) >= self.preset.least_players, "too few players (TL3, TS1)")
        need(len(self.roster) <= self.preset.most_players, "too many players for a round robin (TS2)")
        self.commit(fact)

    def digits_entered(self, fact):
        self.digits = draws.join_digits(self.preset, fact["results"])

    digits_overruled = digits_entered  # No leagues are drawn yet (TD8).

    def attendance_marked(self, fact):
        player = fact["player"]
        need((player in self.absent) != fact["absent"], verify_transcript.NO_CHANGE)
        self.absent ^= {player}
        self.slips.pop(player, None)  # An absent seed has no slip (TD6).

    attendance_overruled = attendance_marked

    def slip_drawn(self, fact):
        player, number = fact["player"], fact["number"]
        seed = self.roster[player - 1].get("seed")
        count = sum(line.get("seed") == seed for line in self.roster)
        need(seed and self.preset.seed_mode == "manual" and player not in self.absent, "the player draws no slip (TD6)")
        need(number in self.preset.seeds[seed][:count], "the seed class has no such slip (TD6)")
        need(player not in self.slips and number not in self.slips.values(), "the player or the slip was already drawn (TD6)")
        self.slips[player] = number

    def leagues_made(self, _):
        _, rows = draws.draw(self.preset, self.roster, self.digits, self.absent, self.slips)
        numbers = {row["id"]: row["number"] for row in rows if row["present"]}
        self.preset = self.preset.of_players(len(numbers))
        self.leagues = Leagues(self.preset, numbers, draws.divide(self.preset, numbers)[2])

    # --- Rounds ---
    def play_offs(self, flow):
        """Returns the play-offs: games as paired for the finals, if they are, with current wins and order (TV3)."""
        women = {line["id"] for line in self.roster if line["woman"]} & set(flow.numbers)
        winners = {game["game"]: paired.results[frozenset((game["a"], game["b"]))]["winner"] for paired in self.rounds
                   for game in paired.games if frozenset((game["a"], game["b"])) in paired.results}
        play_offs = PlayOffs(self.preset, self.at_finals or flow, women, winners)
        play_offs.flow = flow
        return play_offs

    def pair(self, fixed=()):
        """Returns the leagues advanced to the next pairing, and the content of its fact (TP, TK)."""
        number = len(self.rounds) + 1
        flow = self.leagues.advanced(self.leaving)
        flow.excused = set(self.excused)
        pools = flow.pools()
        for pair in fixed:
            need(any(set(pair) <= set(members) for members in pools.values()), "a fixed pair is not in one pool (TP)")
        fixed = fixed or flow.scheduled()
        pairings = {name: pair_pool(flow, name, members, fixed) for name, members in pools.items()}
        pools = [{"pool": name, "pairs": pairing.pairs, **({"bye": pairing.bye} if pairing.bye else {}),
                  **({"cost": pairing.cost} if pairing.cost else {})} for name, pairing in pairings.items()]
        has_games = number > self.preset.last or self.preset.has_semi_finals and number == self.preset.last
        undecided = self.play_offs(flow).undecided() if has_games else []
        games = [{"game": game.name, "a": game.a, "b": game.b} for game in undecided]
        return flow, {"round": number, "pools": pools, "games": games}

    def round_paired(self, fact):
        self.take_pairing(fact, ())

    def round_paired_by_ruling(self, fact):
        players = [player for pair in fact["fixed"] for player in pair]
        need(players, "a ruling fixes at least one pair (TP)")
        need(len(set(players)) == len(players), "a player is in two fixed pairs (TP)")
        self.take_pairing(fact, fact["fixed"])

    def take_pairing(self, fact, fixed):
        flow, paired = self.pair(fixed)
        for part, right in paired.items():
            need(spelled(fact[part]) == spelled(right), f"{part} must be {spelled(right).decode()}")
        self.before_pairing = self.leagues, self.leaving, self.excused, self.before_end
        self.leagues, self.leaving, self.excused = flow, set(), set()
        self.at_finals = copy.deepcopy(flow) if paired["round"] > self.preset.last else None
        self.rounds.append(SimpleNamespace(pools=paired["pools"], games=paired["games"], results={}))
        self.complete()

    def round_unpaired(self, fact):
        need(fact["round"] == len(self.rounds), "this is not the current round (TV3)")
        need(not self.rounds[-1].results, "the round has results (TV3)")
        self.rounds.pop()
        self.leagues, leaving, excused, self.before_end = self.before_pairing
        self.leaving, self.excused, self.at_finals = self.leaving | leaving, self.excused | excused, None
        self.confirmed = {league for league in self.confirmed if self.leagues.first[league]}

    def player_excused(self, fact):
        need(fact["player"] not in self.excused, "the player is already excused (TV3)")
        self.check_leaving(fact["player"])
        self.excused.add(fact["player"])

    def pairs(self, paired):
        return [frozenset(pair) for pool in paired.pools for pair in pool["pairs"]]

    def all_games(self, paired):
        return self.pairs(paired) + [frozenset((game["a"], game["b"])) for game in paired.games]

    def open_games(self):
        return [pair for pair in self.all_games(self.rounds[-1]) if pair not in self.rounds[-1].results]

    def complete(self):
        """Adds the last round to the history of the leagues when it is complete."""
        paired = self.rounds[-1]
        if not self.open_games() and self.leagues.standings.rounds < len(self.rounds) <= self.preset.last:
            slips = [paired.results[pair] for pair in self.pairs(paired)]
            forfeits = [slip["loser"] for slip in slips if slip["reason"] == "forfeit"]
            byes = [pool["bye"] for pool in paired.pools if "bye" in pool]
            self.before_end = copy.deepcopy(self.leagues)
            self.leagues.play(Round([(slip["winner"], slip["loser"]) for slip in slips], byes, forfeits))

    def players_called(self, fact):
        need(fact["round"] == len(self.rounds), "this is not the current round (TV4)")
        paired = self.rounds[-1]
        tables = [pair for pool in paired.pools for pair in pool["pairs"]] + [[game["a"], game["b"]] for game in paired.games]
        need(fact["table"] <= len(tables), "unknown table (TV4)")
        pair = tables[fact["table"] - 1]
        need(fact["players"] in (pair, pair[:1], pair[1:]), "the called players are not those of the table (TV4)")
        need(frozenset(pair) not in paired.results, "the game already has a result (TV4)")
        self.count_message()

    def result_entered(self, fact):
        slip, paired = fact["slip"], self.rounds[-1]
        need(fact["round"] == len(self.rounds) and pair_of(slip) in self.all_games(paired), "this game is not paired in this round (TO9)")
        need(pair_of(slip) not in paired.results, "the game already has a result (TO9)")
        check_slip(slip)
        paired.results[pair_of(slip)] = slip
        self.entries.append((fact["round"], slip))
        self.valid[fact["round"], pair_of(slip)] = len(self.entries)
        self.complete()

    def player_withdrew(self, fact):
        self.check_leaving(fact["player"])
        self.leaving.add(fact["player"])

    def check_leaving(self, player):
        flow = self.leagues
        plays = any(player in members for members in (*flow.open.values(), flow.placement))
        need(plays and player not in self.leaving and len(self.rounds) < self.preset.last, "the player cannot withdraw now (TW1)")
        need(not self.is_already_first(player), "the first of a league cannot withdraw (TW1)")

    def is_already_first(self, player):
        """Returns whether a player is first of a league after a complete round, before the next pairing (TF5)."""
        if self.rounds and self.open_games():
            return False
        try:
            return player in self.leagues.advanced(()).qualified
        except Rejection:
            return False

    # --- Rulings (TV3) ---
    def valid_entry(self, number):
        """Returns round and slip of an entry, whose result must not have been taken back."""
        need(1 <= number <= len(self.entries), "unknown entry (TO9)")
        round_number, slip = self.entries[number - 1]
        need(self.valid.get((round_number, pair_of(slip))) == number, "the result of the entry was taken back (TV3)")
        return round_number, slip

    def game_reopened(self, fact):
        number, slip = self.valid_entry(fact["entry"])
        need(number == len(self.rounds), "a later round is paired (TV3)")
        was_complete = not self.open_games()
        del self.rounds[-1].results[pair_of(slip)], self.valid[number, pair_of(slip)]
        if was_complete and number <= self.preset.last:
            self.leagues = self.before_end

    def result_overruled(self, fact):
        slip = fact["slip"]
        number, old = self.valid_entry(fact["entry"])
        need(pair_of(old) == pair_of(slip), "the ruling names other players (TV3)")
        check_slip(slip)
        paired = self.rounds[number - 1]
        if pair_of(slip) not in self.pairs(paired):
            later = [game for other in self.rounds[number:] for game in other.games]
            need(not any({game["a"], game["b"]} & pair_of(slip) for game in later), "a later game was paired from this result (TK1)")
        paired.results[pair_of(slip)] = slip
        before, _, _, before_end = self.before_pairing or (None,) * 4
        for leagues in filter(None, (self.leagues, self.before_end, before, before_end)):
            if pair_of(slip) in self.pairs(paired) and leagues.standings.rounds >= number:
                leagues.correct(number, slip)

    def first_named(self, fact):
        league, player = fact["league"], fact["player"]
        try:
            self.leagues.advanced(self.leaving)
            stuck = None
        except Rejection as rejection:
            stuck = rejection.details.get("league")
        need(stuck == league, "the league does not need a first (TF4)")
        flow = self.leagues
        own = next((name for name, members in flow.open.items() if player in members), None)
        unbeaten = [other for other in flow.open[own] if not flow.standings.losses(other)] if own else []
        need((own or player in flow.placement) and unbeaten != [player] and player not in self.leaving,
             "the player cannot be a first (TF3, TF4)")
        flow.name(league, player)

    def first_confirmed(self, fact):
        first = self.leagues and self.leagues.first.get(fact["league"])
        need(first and first["by"] == "ranking" and fact["league"] not in self.confirmed, "no first by ranking to confirm (TF4)")
        self.confirmed.add(fact["league"])

    # --- The end ---
    def draw(self):
        if self.digits is None:
            return []
        by_slips = self.preset.seed_mode == "manual"
        _, rows = draws.draw(self.preset, self.roster, self.digits, self.absent, None if by_slips else {})
        return [{"x": row["x"], "number": self.slips.get(row["id"], row["number"] or row["base"])} for row in rows]

    def result(self):
        flow, ranking = self.leagues, []
        if self.stage in ("over", "declared"):
            for row in self.play_offs(flow).ranking():
                ranking.append({"place": row["place"], "player": row["id"], "wins": row["wins"], "losses": row["losses"],
                                **({"award": row["award"]} if row["award"] else {}),
                                **({"dan": row["dan"], "invited": row["oza"]} if "dan" in row else {})})
        dealt = [sorted(flow.dealt[name], key=flow.numbers.get) for name in self.preset.leagues] if flow else []
        return {"draw": self.draw(), "leagues": dealt, "provisional": flow.standings.ranking() if flow else [],
                "ranking": ranking}

    def summary(self, records, heads, ranking):
        """Summarizes the checks for people."""
        return [f"event {self.id}: {records} records, {len(self.roster)} players, {len(self.rounds)} rounds, "
                f"stage {self.stage}",
                f"checked: spelling, chain, {heads} signed heads",
                f"the commitment of configuration and roster is {self.commitment}",
                "recomputed by the rules: draw, leagues, pairings with their certificates, ranking",
                *[f"place {row['place']}: line {row['player']}" for row in ranking]]


# --- Contests in groups (TG) -----------------------------------------------------------------------------------------
class GroupEvent(Event):
    OWN = GROUP_FACTS

    def start(self):
        self.plan = read_group_config(self.config)
        self.contest = None  # Created by the commitment.

    @property
    def stage(self):
        if self.closed or self.contest is None:
            return self.closed or "roster"
        if self.contest.seed is None:
            return "committed"
        if self.contest.current is None:
            return "over"
        return "playing" if self.contest.is_playing else "reception"

    def roster_set(self, fact):
        self.roster, self.entered = read_roster(fact["roster"], SimpleNamespace(seeds={})), fact["roster"]

    def committed(self, fact):
        self.contest = contests.Contest(self.plan, [row["id"] for row in self.entered])
        self.commit(fact)

    def digits_entered(self, fact):
        self.contest.enter_digits(fact["results"])

    def digits_overruled(self, fact):
        need(self.contest.current == 1, "groups are already drawn from the digits (TD8)")
        self.contest.enter_digits(fact["results"])

    def current_state(self, fact):
        """Returns the state of the stage in a fact, which must be the current one (TG3)."""
        need(fact["stage"] == (self.contest.current if self.contest.seed else 1), "this is not the current stage (TG3)")
        return self.contest.states[fact["stage"] - 1]

    def team_attendance_marked(self, fact):
        state, team = self.current_state(fact), fact["team"]
        need(team in self.contest.roster_of(fact["stage"]), "the team is not on the roster of the stage (TG5)")
        need(fact["absent"] or team not in state.left_out, "no team is admitted after the digits (TD7)")
        need((team in state.absent) != fact["absent"], verify_transcript.NO_CHANGE)
        state.absent ^= {team}

    def groups_drawn(self, fact):
        self.current_state(fact)
        self.contest.draw(fact["stage"])

    def game_counted(self, fact):
        self.current_state(fact["game"])
        group = self.contest.group_of(fact["game"])
        need(group.result is None, "the game already has a result (TO9)")
        self.contest.check_result(group, fact["result"])
        group.result = fact["result"]

    def game_replaced(self, fact):
        self.current_state(fact["game"])
        group = self.contest.group_of(fact["game"])
        need(not group.spare and self.contest.spare_of(fact["game"]), "the game has no spare game (G4)")
        group.spare, group.result = True, None

    def game_overruled(self, fact):
        need(self.contest, "unknown game (G4)")
        group, number = self.contest.group_of(fact["game"]), fact["game"]["stage"]
        self.contest.check_changeable(number)
        self.contest.check_result(group, fact["result"])
        group.result, self.contest.states[number - 1].is_closed = fact["result"], False

    def janken_entered(self, fact):
        state = self.current_state(fact)
        need(sorted(fact["order"]) in self.contest.needed(fact["stage"]), "no janken is needed for these teams (TG4)")
        state.janken.append(fact["order"])

    def janken_overruled(self, fact):
        need(self.contest and fact["stage"] <= len(self.contest.states), "unknown stage")
        state = self.contest.states[fact["stage"] - 1]
        self.contest.check_changeable(fact["stage"])
        need(any(sorted(fact["order"]) == sorted(order) for order in state.janken), "this janken was not entered (TG4)")
        state.janken.append(fact["order"])
        state.is_closed = False

    def stage_closed(self, fact):
        state = self.current_state(fact)
        need(not state.is_open(), "results are missing (TG4)")
        need(not self.contest.needed(fact["stage"]), "jankens are missing (TG4)")
        state.is_closed = True

    def result(self):
        finishes = self.contest.finishes() if self.stage in ("over", "declared") else []
        return {"stages": self.contest.stages() if self.contest else [], "finishes": finishes}

    def summary(self, records, heads, _):
        """Summarizes the checks for people."""
        stages = self.contest.stages() if self.contest else []
        ranked = [end for end in self.result()["finishes"] if end["how"] == "ranked"]
        return [f"event {self.id}: {records} records, {len(self.roster)} teams, {len(stages)} drawn stages, "
                f"stage {self.stage}",
                f"checked: spelling, chain, {heads} signed heads",
                f"the commitment of configuration and roster is {self.commitment}",
                "recomputed by the rules: groups, advancing teams, final places",
                *[f"place {end['place']}: line {end['team']}" for end in ranked]]


if __name__ == "__main__":
    try:
        verify_transcript.main(Event, __doc__)
    except UnknownPlan:
        print("the event has a plan of its own; of these, this verifier knows only group contests", file=sys.stderr)
        sys.exit(2)
