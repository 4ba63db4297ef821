"""Answers single JSON requests by the rules, like `ishigaki-server adjudicate`."""

import json

from . import draw as draws
from . import groups as stages
from .event import final_answer, replay
from .league_flow import LeagueFlow
from .othello import BLACK, SQUARES, WHITE, Position, Transcript, judge, perft
from .pairing import Member, pair_first, pair_later
from .playoffs import PlayOffs
from .preset import read_preset
from .rejection import Rejection, need
from .standings import Round, Standings

REASONS = ("time", "forfeit", "referee", "double_time")


# --- Reading ---------------------------------------------------------------------------------------------------------
def is_text(value):
    return type(value) is str


def is_texts(value):
    return type(value) is list and all(map(is_text, value))


def is_count(value):
    return type(value) is int and value >= 0


def is_positive(value):
    return type(value) is int and value >= 1


def is_object(value):
    return type(value) is dict


def is_list(value):
    return type(value) is list


def is_flag(value):
    return type(value) is bool


def read(source, key, is_good, default=...):
    """Returns the value of a key. Rejects a missing one without default, and an invalid one, as `bad_request`."""
    need(type(source) is dict and (key in source or default is not ...), "bad_request")
    value = source.get(key, default)
    need(key not in source or is_good(value), "bad_request")
    return value


def one_of(*values):
    return lambda value: is_text(value) and value in values


def map_to(is_good):
    return lambda value: is_object(value) and all(map(is_good, value.values()))


def read_ids(ids):
    """Checks that the ids of a roster are not empty and different."""
    need(all(ids) and len(set(ids)) == len(ids), "bad_roster")
    return ids


def read_leagues_preset(config):
    """Returns the preset. Single requests are only about events in leagues."""
    preset = read_preset(config)
    need(preset.leagues, "bad_config")
    return preset


def read_roster(request, preset):
    roster = read(request, "roster", is_list)
    for line in roster:
        read(line, "id", is_text)
        read(line, "woman", is_flag, False)
        need(read(line, "seed", is_text, next(iter(preset.seeds))) in preset.seeds, "bad_roster")
    need(roster, "bad_roster")
    read_ids([line["id"] for line in roster])
    return roster


def read_numbers(request):
    numbers = read(request, "numbers", map_to(is_positive))
    read_ids(list(numbers))
    need(len(set(numbers.values())) == len(numbers), "bad_roster")
    return numbers


def read_leagues(request, preset, numbers):
    leagues = read(request, "leagues", map_to(is_texts))
    need(set(leagues) == set(preset.leagues), "bad_roster")
    members = [player for league in leagues.values() for player in league]
    need(sorted(members) == sorted(numbers), "bad_roster")
    return leagues


def read_rounds(request):
    rounds = []
    for entry in read(request, "rounds", is_list):
        games = read(entry, "games", is_list)
        need(all(is_texts(game) and len(game) == 2 for game in games), "bad_request")
        rounds.append(Round(games, read(entry, "byes", is_texts, []), read(entry, "forfeits", is_texts, [])))
    return rounds


def read_leaving(request):
    def is_whole(value):
        return type(value) is int

    return [(read(row, "id", is_text), read(row, "from", is_whole)) for row in read(request, "withdrawn", is_list, [])]


# --- Draw ------------------------------------------------------------------------------------------------------------
def commit(request):
    config, roster = read(request, "config", is_object), read(request, "roster", is_list)
    return {"commitment": draws.commitment(config, roster)}


def draw(request):
    preset = read_leagues_preset(read(request, "config", is_object))
    roster = read_roster(request, preset)
    seed = draws.join_digits(preset, read(request, "digits", is_texts))
    absent = read(request, "absent", is_texts, [])
    drawn = read(request, "drawn", map_to(lambda value: type(value) is int), None)
    x0, rows = draws.draw(preset, roster, seed, absent, drawn)
    answer = {"seed": seed, "x0": x0, "commitment": draws.commitment(request["config"], roster), "numbers": rows}
    if all(row["number"] is not None for row in rows):
        present = [row for row in rows if row["present"]]
        answer["present"] = [row["id"] for row in sorted(present, key=lambda row: row["number"])]
    return answer


def groups(request):
    config = read(request, "config", is_object)
    target = read(config, "target", lambda value: type(value) is int, 6)
    own = read(config, "groups", lambda value: type(value) is int, None)
    need(4 <= target <= 8, "bad_config")
    roster = read_ids(read(request, "roster", is_texts))
    need(len(roster) >= 2, "too_few")
    count = draws.count_groups(len(roster), target, own)
    seed = read(request, "seed", is_text)
    need(len(seed) == 15 and seed.isascii() and seed.isdigit(), "bad_digits")
    x0, xs = draws.generate(seed, read(request, "skip", is_count, 0), len(roster))
    dealt = draws.deal_groups(roster, xs, count)
    return {"x0": x0, "commitment": draws.commitment(config, roster), "x": xs, "groups": dealt}


def advance(request):
    groups = read(request, "groups", lambda value: is_list(value) and all(map(is_list, value)))
    for row in (row for rows in groups for row in rows):
        read(row, "team", is_text)
        if not read(row, "disqualified", is_flag, False):
            for name in stages.CRITERIA:
                read(row, name, is_count)
    stages.check_teams(groups)
    per_group, best_rest = read(request, "per_group", is_count), read(request, "best_rest", is_count, 0)
    jankens = read(request, "janken", lambda value: is_list(value) and all(map(is_texts, value)), [])
    return stages.advance(groups, per_group, best_rest, jankens)


def leagues(request):
    preset = read_leagues_preset(read(request, "config", is_object))
    dealt, moves, divided = draws.divide(preset, read_numbers(request))
    return {"dealt": dealt, "moves": moves, "leagues": divided, "warnings": draws.warn_of_leagues(divided)}


# --- Rounds ----------------------------------------------------------------------------------------------------------
def pair(request):
    number = read(request, "round", is_positive)
    pool = read(request, "pool", is_list)
    ids = [read(row, "id", is_text) for row in pool]
    if number == 1:
        numbers = [read(row, "number", is_positive) for row in pool]
        need(len(set(numbers)) == len(numbers), "bad_roster")
        return pair_first(dict(zip(read_ids(ids), numbers))).answer()
    members = [Member(row["id"], read(row, "wins", is_count), read(row, "byes", is_count, 0)) for row in pool]
    read_ids(ids)
    gap = read(request, "gap", is_text, "worst_first")
    need(gap in ("worst_first", "best_first"), "bad_config")
    met = {}
    for game in read(request, "met", is_list, []):
        need(is_texts(game) and len(game) == 2 and game[0] != game[1], "bad_request")
        need(set(game) <= set(ids), "unknown_player")
        met[frozenset(game)] = met.get(frozenset(game), 0) + 1
    return pair_later(members, met, gap).answer()


def provisional(request):
    preset = read_leagues_preset(read(request, "config", is_object))
    numbers, rounds = read_numbers(request), read_rounds(request)
    qualified = read(request, "qualified", map_to(is_count), {})
    withdrawn = read(request, "withdrawn", map_to(is_positive), {})
    need(set(qualified) | set(withdrawn) <= set(numbers), "unknown_player")
    standings = Standings(preset, numbers)
    for number, results in enumerate(rounds, 1):
        formal = [player for player, after in qualified.items() if number > after]
        out = [player for player, since in withdrawn.items() if number >= since]
        standings.add(results, formal, out)
    return {"ranking": [{"id": player, "keys": standings.keys(player)} for player in standings.ranking()]}


def play_leagues(request):
    """Plays the rounds of a request, and returns the flow of the leagues and the last transition."""
    preset = read_leagues_preset(read(request, "config", is_object))
    numbers = read_numbers(request)
    divided, rounds = read_leagues(request, preset, numbers), read_rounds(request)
    state = LeagueFlow(preset, numbers, divided, read_leaving(request))
    transition = state.advance()
    for results in rounds:
        state.play(results)
        transition = state.advance()
    return state, transition


def flow(request):
    state, transition = play_leagues(request)
    return {
        "round": state.standings.rounds + 1,
        **vars(transition),
        "leagues": {name: state.order(members) for name, members in state.open.items()},
        "placement": state.order(state.placement),
        "first": state.first,
        "out": sorted(state.out),
        "pools": list(state.pools()),
    }


def final(request):
    state, _ = play_leagues(request)
    need(state.standings.rounds == state.preset.last, "bad_history", round=state.standings.rounds + 1)
    women = read(request, "women", is_texts, [])
    need(set(women) <= set(state.numbers), "unknown_player")
    play_offs = PlayOffs(state.preset, state, set(women), read(request, "playoffs", map_to(is_text), {}))
    undecided = play_offs.undecided()
    if undecided:
        return {"status": "playoff", "games": [{"game": game.name, "a": game.a, "b": game.b} for game in undecided]}
    return {"status": "final", **final_answer(play_offs)}


def event(request):
    config = read(request, "config", is_object)
    preset = read_leagues_preset(config)
    roster, digits = read_roster(request, preset), read(request, "digits", is_texts)
    absent = read(request, "absent", is_texts, [])
    drawn = read(request, "drawn", map_to(lambda value: type(value) is int), {})
    rounds = [
        (read(entry, "winners", is_texts), read(entry, "forfeits", is_texts, []))
        for entry in read(request, "rounds", is_list)
    ]
    return replay(preset, config, roster, digits, absent, drawn, read_leaving(request), rounds)


# --- Othello ---------------------------------------------------------------------------------------------------------
def read_position(request):
    handicap = read(request, "handicap", lambda value: is_count(value) and value <= 4, 0)
    if "board" not in request:
        return Position.start(handicap)
    board = read(request, "board", lambda value: is_text(value) and len(value) == 64 and set(value) <= set("XO-"))
    return Position(board, read(request, "turn", one_of(BLACK, WHITE)))


def othello(request):
    transcript = Transcript(read_position(request))
    draw_win = read(request, "draw_win", one_of(BLACK, WHITE), None)
    end = read(request, "end", is_object, None)
    if end is not None and read(end, "reason", one_of(*REASONS)) != "double_time":
        read(end, "loser", one_of(BLACK, WHITE))
    transcript.play(read(request, "moves", is_text, ""))
    position, is_finished = transcript.position, transcript.position.is_finished()
    score, result = judge(transcript, draw_win, end)
    return {
        "board": position.board,
        "discs": position.discs(),
        "finished": is_finished,
        "turn": None if is_finished else position.turn,
        "legal": [SQUARES[square] for square in position.legal()],
        "must_pass": position.must_pass(),
        "plies": transcript.plies,
        "passes": transcript.passes,
        "score": score,
        "result": result,
    }


def count_leaves(request):
    depth = read(request, "depth", lambda value: is_count(value) and value <= 9)
    return {"nodes": perft(read_position(request), depth)}


OPERATIONS = {
    operation.__name__: operation
    for operation in (commit, draw, groups, advance, leagues, pair, provisional, flow, final, event, othello)
}
OPERATIONS["perft"] = count_leaves


def unique_members(members):
    """Rejects a JSON object with a duplicate member, because readers may disagree about it (TV1)."""
    need(len(dict(members)) == len(members), "bad_request")
    return dict(members)


def answer(line):
    """Returns the answer to a line, as a JSON value."""
    try:
        try:
            request = json.loads(line, object_pairs_hook=unique_members)
        except (ValueError, RecursionError):
            raise Rejection("bad_request") from None
        return OPERATIONS[read(request, "op", one_of(*OPERATIONS))](request)
    except Rejection as rejection:
        return {"error": {"kind": rejection.kind, **rejection.details}}
