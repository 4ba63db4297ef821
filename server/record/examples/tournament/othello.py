"""The game of Othello: positions, transcripts, results (TO)."""

from dataclasses import dataclass, field

from .rejection import Rejection, need

BLACK, WHITE = "black", "white"
MARKS = {BLACK: "X", WHITE: "O"}
SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
# For every square, the squares in each direction up to the edge.
RAYS = [
    [
        [8 * (row + step * down) + column + step * right for step in range(1, 8)
         if 0 <= row + step * down < 8 and 0 <= column + step * right < 8]
        for down, right in DIRECTIONS
    ]
    for row in range(8)
    for column in range(8)
]
START = "---------------------------OX------XO---------------------------"  # TO1
HANDICAPS = ["a1", "h8", "h1", "a8"]  # TO6
PASS = "--"


def opponent(side):
    return WHITE if side == BLACK else BLACK


@dataclass(frozen=True)
class Position:
    """A board, and the side to move."""

    board: str
    turn: str

    @classmethod
    def start(cls, handicap=0):
        """Returns the start position. With a handicap, black has corners and white moves first (TO1, TO6)."""
        board = list(START)
        for square in HANDICAPS[:handicap]:
            board[SQUARES.index(square)] = MARKS[BLACK]
        return cls("".join(board), WHITE if handicap else BLACK)

    def flips(self, square):
        """Returns the discs that a move of the side to move flips, in board order (TO2)."""
        own, other = MARKS[self.turn], MARKS[opponent(self.turn)]
        turned = []
        for ray in RAYS[square]:
            line = []
            for at in ray:
                if self.board[at] != other:
                    turned += line if self.board[at] == own else []
                    break
                line.append(at)
        return sorted(turned)

    def legal(self):
        return [square for square in range(64) if self.board[square] == "-" and self.flips(square)]

    def passed(self):
        return Position(self.board, opponent(self.turn))

    def must_pass(self):
        """Returns whether the side to move has no move, but the other side has one (TO3)."""
        return not self.legal() and bool(self.passed().legal())

    def is_finished(self):
        """Returns whether neither side has a move (TO4)."""
        return not self.legal() and not self.passed().legal()

    def play(self, square, flips):
        board = list(self.board)
        for at in [square, *flips]:
            board[at] = MARKS[self.turn]
        return Position("".join(board), opponent(self.turn))

    def discs(self):
        marks = {**MARKS, "empty": "-"}
        return {name: self.board.count(mark) for name, mark in marks.items()}

    def score(self):
        """Returns the discs, with the empty squares added to those of the winner (TO5)."""
        discs = self.discs()
        black, white = discs[BLACK], discs[WHITE]
        if black == white:
            return {BLACK: 32, WHITE: 32}
        return {BLACK: 64 - white, WHITE: white} if black > white else {BLACK: black, WHITE: 64 - black}


@dataclass
class Transcript:
    """A game after some moves."""

    position: Position
    plies: list = field(default_factory=list)
    passes: list = field(default_factory=list)
    last_mover: object = None

    def play(self, text):
        """Plays the moves of a text, two characters each; passes may be left out (TO3)."""
        for number, at in enumerate(range(0, len(text), 2), 1):
            self.move(number, text[at : at + 2].lower())

    def move(self, number, name):
        def refuse(reason):
            raise Rejection("illegal_move", move=number, square=name, reason=reason)

        if name != PASS and name not in SQUARES:
            refuse("not_a_square")
        if self.position.is_finished():
            refuse("game_over")
        if name == PASS and not self.position.must_pass():
            refuse("pass_with_moves")
        if self.position.must_pass():
            self.passes.append({"before": number, "by": self.position.turn})
            self.position = self.position.passed()
        if name == PASS:
            return
        square = SQUARES.index(name)
        if self.position.board[square] != "-":
            refuse("occupied")
        flips = self.position.flips(square)
        if not flips:
            refuse("no_flip")
        side = self.position.turn
        self.plies.append({"move": number, "by": side, "square": name, "flips": [SQUARES[at] for at in flips]})
        self.position, self.last_mover = self.position.play(square, flips), side


def judge(transcript, draw_win, end):
    """Returns score and result, both None before the end. `end` has the reason for an end other than by moves (TO5, TO7)."""
    position = transcript.position
    is_finished = position.is_finished()
    if end is None:
        if not is_finished:
            return None, None
        score = position.score()
        ahead = max(score, key=score.get) if score[BLACK] != score[WHITE] else draw_win or "draw"
        return score, {"winner": ahead, "reason": "normal", "rated": True}
    reason = end["reason"]
    if reason == "double_time":
        need(draw_win, "bad_claim")
        return None, {"winner": draw_win, "reason": reason, "rated": False}
    loser = end["loser"]
    need(reason != "forfeit" or not (transcript.plies or transcript.passes), "bad_claim")
    need(reason != "time" or not is_finished or transcript.last_mover in (None, loser), "bad_claim")
    return None, {"winner": opponent(loser), "reason": reason, "rated": reason != "forfeit"}


def perft(position, depth):
    """Returns the number of leaves at a depth. A forced pass is a ply, a finished game one leaf."""
    if depth == 0:
        return 1
    moves = position.legal()
    if not moves:
        return perft(position.passed(), depth - 1) if position.passed().legal() else 1
    if depth == 1:
        return len(moves)
    return sum(perft(position.play(square, position.flips(square)), depth - 1) for square in moves)
