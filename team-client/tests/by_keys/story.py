"""A team's game, act by act: the keys that are pressed on its two laptops, and what has to stand on the screens then.

The others bid by command, so that what has to happen happens: t2 ties with our team for K and loses the re-bid. The
chief judge works at the console, by keys as well.
"""

from hall import Failure
from looks import asks, figure, fills, window

US, RIVAL, THIRD = "津山高専", "Bricklayers", "石工🧱"

# Prices that can stand nowhere before the opening: no countdown and no clock of the log shows such a figure.
DEAR, TIED, WON, LOST = 111, 71, 76, 73
MONEY, SECOND = 120, 5


def play(hall, tell):
    """Plays the whole game; `tell` is told what is done."""
    hall.make_tokens()
    hall.serve()
    judge = hall.judge_tui("judge", "judge")
    judge.see("▶ Start round 1. [o]")
    team, second = hall.team_tui("team", "t1"), hall.team_tui("second", "t1", (120, 40))
    tell("arriving: the lots, the keys, every size")
    arrive(team, second)
    tell("round 1: a list written, sealed, changed, sealed again")
    seal(judge, team, second)
    tell("round 1: a tie and its re-bid")
    rebid(hall, judge, team)
    tell("round 2: declined")
    decline(hall, judge, team)
    tell("round 3: a list from the other laptop")
    seal_there(hall, judge, team, second)
    tell("the workshop: a plan, refusals, stones laid, turned, taken back and sent")
    build(hall, team, second)
    tell("the workshop: the rest by the solver, and sent whole")
    fill(hall, team, second)
    tell("the end: countdown, result, the final place")
    end(hall, judge, team, second)


def arrive(team, second):
    for pane, size in ((team, (80, 24)), (second, (120, 40))):
        pane.see("Waiting for round 1 to start", f"{MONEY} TSUYAMA", "▶ Wait for the round.", "connected", that=fills(*size),
                 keep=f"{pane.name} arrived")
    team.press("?")
    team.see("Keys", "decline", keep="team keys")
    team.press("Escape")
    team.see("▶ Wait for the round.", without=["Keys"])
    team.press("s")
    team.see("That is not possible now, in the phase", keep="team refused")
    for size in ((200, 50), (60, 20), (80, 24)):
        team.resize(*size)
        team.see("Waiting for round 1 to start", that=fills(*size), keep=f"team {size[0]}x{size[1]}")
    team.press("L")
    team.see("接続", without=["connected"], keep="team Japanese")
    team.press("L")
    team.see("connected")


def seal(judge, team, second):
    judge.open_round()
    team.see("Round 1 of 3: Bidding", "!! NO LIST IS SEALED.", keep="team bidding")
    # A lot, and a price below its minimum: said while it is typed, with the rule, and not sent.
    team.press("l", "Down", "a")
    team.write("3")
    team.see("below", "(A2)", "!! THE DRAFT IS NOT SEALED.", keep="team slip")
    team.press("Enter", "s")
    team.see("(A2)", "!! THE DRAFT IS NOT SEALED.", without=["✓ Sealed"], keep="team slip not sent")
    # Figures write over the price of the line that the lot has.
    team.press("g", "Down")
    team.write("4")
    team.press("Enter")
    # K, found by its code and bid for in one go, and then wanted most.
    team.write(f"/k {DEAR}")
    team.see("Find a lot, by its code: k", keep="team search")
    team.press("Enter", "b", "K")
    team.see(that=sheet("Draft", f"1. K {DEAR}", "2. L 4"), keep="team draft")
    # Nearly all the money: a question first.
    team.press("s")
    team.see(that=question(), without=["✓ Sealed"], keep="team doubt")
    team.press("Escape")
    team.see("!! THE DRAFT IS NOT SEALED.", without=["✓ Sealed", "Question"])
    team.write(f"{TIED}")
    team.press("Enter", "s")
    team.see("✓ Sealed: revision 1, 2 bids.", "The receipt is right.", keep="team sealed")
    second.see("✓ Sealed: revision 1, 2 bids.", that=sheet("Draft", f"1. K {TIED}"), keep="second follows")
    judge.see("▶ Wait for lists: 1 of 3", without=[figure(TIED)], keep="judge one sealed")
    # Changed: the mark stands on this laptop alone until it is sealed again.
    team.press("b", "G", "+")
    team.see("!! DRAFT AND SEALED LIST DIFFER.", that=sheet("≠"), keep="team differs")
    second.see("✓ Sealed: revision 1", without=["!! DRAFT"])
    team.press("s")
    team.see("✓ Sealed: revision 2, 2 bids.", that=sheet("2. L 5"), keep="team sealed again")
    second.see("✓ Sealed: revision 2, 2 bids.", that=sheet("2. L 5"))


def rebid(hall, judge, team):
    hall.team("t2", "bid", f"K:{TIED}")
    hall.team("t3", "bid", "V:3")
    team.see("Round 1 of 3: Re-bid 1", "!! YOU ARE TIED AND NOTHING IS SEALED.", "Silence gives the stones up (A7).",
             f"above {TIED}, at most {MONEY - SECOND}", keep="team tied")
    team.write(f"{MONEY - SECOND + 1}")
    team.see(f"{MONEY - SECOND + 1} named so far (A7)", keep="team beyond its budget")
    team.press("Enter", "s")
    team.see("!! YOU ARE TIED AND NOTHING IS SEALED.", without=["✓ Re-bid sealed"])
    team.write(f"{WON}")
    team.see(f"{WON} named so far (A7)")
    team.press("Enter", "s")
    team.see("✓ Re-bid sealed: revision 1", keep="team re-bid sealed")
    judge.see("▶ Wait for re-bids", without=[figure(WON)])
    hall.team("t2", "rebid", f"1:{LOST}")
    confirm(judge, 1)
    team.see("Waiting for round 2 to start", f"{MONEY - WON - SECOND} TSUYAMA")
    team.press("v")
    team.see(f"won by re-bid at {WON} (A8)", "won at 5 (A5)", keep="team results")
    team.press("Right")
    team.see(RIVAL, f"lost the re-bid to {US} at {WON} (A8)", keep="team a rival's results")
    team.press("Left", "o")
    team.see("All teams", "needs", keep="team rivals")


def decline(hall, judge, team):
    judge.open_round()
    team.see("Round 2 of 3: Bidding", "!! NO LIST IS SEALED.")
    team.press("D")
    team.see(that=question("Decline this round, with an empty list?"), keep="team declines")
    team.press("y")
    team.see("✓ Declined by revision 1.", keep="team declined")
    hall.team("t2", "bid", "L:4")
    hall.team("t3", "bid", "D:1")
    confirm(judge, 2)


def seal_there(hall, judge, team, second):
    judge.open_round()
    second.see("Round 3 of 3: Bidding", "!! NO LIST IS SEALED.")
    # Enter goes to the next lot, in the order shown.
    second.press("l", "g")
    second.write("4")
    second.press("Enter")
    second.write("2")
    second.press("Enter")
    second.see(that=sheet("1. V 4", "2. D 2"), keep="second draft")
    team.see("!! NO LIST IS SEALED.")
    second.press("s")
    second.see("✓ Sealed: revision 1, 2 bids.", keep="second sealed")
    team.press("b")
    team.see("✓ Sealed: revision 1, 2 bids.", that=sheet("1. V 4", "2. D 2"), keep="team follows")
    hall.team("t2", "bid", "--decline")
    hall.team("t3", "bid", "--decline")
    confirm(judge, 3)
    team.see("Building, all rounds are final", "▶ Build.", f"{MONEY - WON - SECOND - 6} TSUYAMA", keep="team building")


def confirm(judge, number):
    judge.see("▶ Confirm:", "[C]")
    judge.press("C")
    judge.see(that=asks(f"This makes round {number} final"))
    judge.press("y")
    judge.see(f"Done: confirm all lots of round {number}.", keep=f"judge round {number} final")
    if number < 3:
        judge.see(f"▶ Start round {number + 1}. [o]")


def build(hall, team, second):
    team.press("w")
    team.see("✓ Nothing is laid yet.", "Wall: 16 empty, 4 on top. Draft: 16, 4.", "4 stones to lay",
             "✓ K-1 at row 2, column 1: it can lie here.", keep="team workshop")
    # A plan: any lot of the game, faint, in no stone's way, and never sent.
    team.press("p")
    team.see("Plan: all lots", keep="team plan")
    team.press("Enter")
    team.see("Draft: 16, 4. With plan: 10, 4.", "planned K", keep="team planned")
    team.press("p", *["Left"] * 6, *["Down"] * 6, "Enter")
    team.see("1 laid, 0 moved, 0 out", "Draft: 10, 4.", "3 stones to lay", keep="team laid")
    # L comes up where it can lie.
    team.see("✓ L-1 at row 1, column 4: it can lie here.")
    team.press(*["Left"] * 6)
    # L does not lie where K does, nor outside the frame; turned once it lies at the right, on the ground.
    team.see("✗ L-1", "outside the frame at (1,1) (W2)", "it overlaps K-1 (W2).", keep="team no place")
    team.press("t", ".")
    team.see("✓ L-1 at row 2, column 4, 1 quarter turn: it can lie here.", keep="team turned")
    team.press("Up")
    team.see("✗ L-1 at row 1, column 4, 1 quarter turn", "(W3)", keep="team hangs")
    team.press("Down", "Enter")
    team.see("Draft: 6, 4.", "2 stones to lay", "2 laid, 0 moved, 0 out", keep="team two laid")
    team.press("u")
    team.see("Draft: 10, 4.", "3 stones to lay", keep="team undone")
    team.press("U")
    team.see("Draft: 6, 4.", "2 stones to lay")
    # One stone goes alone; the rest of the draft stays, and says so.
    team.press("e")
    team.see("The server has it. Wall: 12 empty, 4 open on top, 1 stone used.",
             "1 laid, 0 moved, 0 out.", keep="team one sent")
    second.press("w")
    second.see("Wall: 12 empty, 4 on top. Draft: 12, 4.", "✓ The draft is the wall that the server has.",
               keep="second sees one")
    if (stones := placed(hall)) != ["L-1"]:
        raise Failure(f"the server has {stones} on the wall")


def fill(hall, team, second):
    team.press("f")
    team.see("Nothing better exists: 1 empty, 0 open on top, 4 used.", "No stone is left to lay.", "Draft: 1, 0.",
             keep="team solved")
    team.press("W")
    team.see("✓ The draft is the wall that the server has.", "Wall: 1 empty, 0 on top.", keep="team sent whole")
    second.see("Wall: 1 empty, 0 on top. Draft: 1, 0.", keep="second follows the wall")
    if (stones := placed(hall)) != ["D-2", "K-1", "L-1", "V-2"]:
        raise Failure(f"the server has {stones} on the wall")


def placed(hall):
    """The stones that the server has on our wall."""
    return sorted(stone["stone"] for stone in hall.status("t1")["stones"] if stone["laid"])


def end(hall, judge, team, second):
    judge.see("Signal the end between", "[E]")
    judge.press("E")
    judge.see(that=asks("The game ends in 3 s."))
    judge.press("Y")
    team.see("Countdown", keep="team countdown")
    judge.see("▶ Declare the final result. [F]")
    team.see("▶ The game is over. Wait for the result.", keep="team over")
    judge.press("F")
    judge.see(that=asks("This ranking becomes the final result."))
    judge.press("Y")
    judge.see("The result is final")
    judge.press("v")
    judge.see("Enter shows the next.")
    judge.press("End")
    for pane in (team, second):
        pane.see("✓ The final place: 1st of 3 teams.", keep=f"{pane.name} final place")
    for pane in (team, second):
        pane.press("q")
        # After the game nothing is left to be lost, and nothing is asked.
        if code := pane.left():
            raise Failure(f"the {pane.name}'s screen ended with {code}")
    # Whatever was sealed is in the record as it was sent.
    hall.team("t1", "transcript", "g1", "--out", "g1.jsonl")
    hall.team("t1", "verify", "g1.jsonl", "--partial")


def question(*texts):
    """A question in the middle of the team's screen."""
    return window("Question", *texts)


def sheet(*texts):
    """All these texts in the frame of the bids."""

    def fit(screen):
        frames = [screen.window(title) for title in ("b Bids", "b Re-bid")]
        inside = next((frame for frame in frames if frame), None)
        return inside and all(inside.says(text) for text in texts)

    fit.__doc__ = f"does not say among the bids all of {texts}"
    return fit
