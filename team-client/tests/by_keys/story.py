"""A game that a team plays by keys on two laptops, with the expected screens.

The other teams bid by command: t2 ties with the team for K and loses the re-bid. The chief judge uses the console by keys.
"""

from hall import Failure
from looks import asks, figure, fills, window

US, RIVAL, THIRD = "津山高専", "Bricklayers", "石工🧱"

# No countdown and no time in the log shows these figures, so a screen with one before the opening shows a sealed price.
DEAR, TIED, WON, LOST = 111, 71, 76, 73
MONEY, SECOND = 120, 5


def play(hall, report):
    """Plays the whole game. `report` prints each step."""
    hall.make_tokens()
    hall.serve()
    judge = hall.judge_tui("judge", "judge")
    judge.see("▶ Start round 1. [o]")
    team, second = hall.team_tui("team", "t1"), hall.team_tui("second", "t1", (120, 40))
    report("before round 1: the lots, the help, every size")
    wait_for_start(team, second)
    report("round 1: a list is drafted, submitted, changed, submitted again")
    submit(judge, team, second)
    report("round 1: a tie and its re-bid")
    rebid(hall, judge, team)
    report("round 2: the team declines")
    decline(hall, judge, team)
    report("round 3: a list from the second laptop")
    submit_from_second(hall, judge, team, second)
    report("the wall: stones are planned, rejected, rotated, placed, undone and saved")
    build(hall, team, second)
    report("the wall: the solver places the rest, and the whole wall is saved")
    solve(hall, team, second)
    report("the end: countdown, result, final place")
    end(hall, judge, team, second)


def wait_for_start(team, second):
    for pane, size in ((team, (80, 24)), (second, (120, 40))):
        pane.see("Waiting for round 1 to start", f"{MONEY} TSUYAMA", "▶ Waiting for the round.", "connected",
                 that=fills(*size), keep=f"{pane.name} ready")
    team.press("?")
    team.see(that=window("Help", "Available now", "decline"), keep="team help")
    team.press("Escape")
    team.see("▶ Waiting for the round.", without=["Available now"])
    team.press("s")
    team.see("Not possible in the phase", keep="team not possible")
    for size in ((200, 50), (60, 20), (80, 24)):
        team.resize(*size)
        team.see("Waiting for round 1 to start", that=fills(*size), keep=f"team {size[0]}x{size[1]}")
    team.press("L")
    team.see("接続", without=["connected"], keep="team Japanese")
    team.press("L")
    team.see("connected")


def submit(judge, team, second):
    judge.open_round()
    team.see("Round 1 of 3: Bidding", "!! NOT SUBMITTED.", keep="team bidding")
    # A price below the minimum is marked with its rule while it is typed, and can't be submitted.
    team.press("l", "Down", "a")
    team.write("3")
    team.see("below", "(A2)", "!! NOT SUBMITTED: ", keep="team faulty")
    team.press("Enter", "s")
    team.see("(A2)", "!! NOT SUBMITTED: ", "Fix the marked lines.", without=["✓ Submitted"],
             keep="team faulty not submitted")
    # Digits replace the price of the lot's bid.
    team.press("g", "Down")
    team.write("4")
    team.press("Enter")
    # Find K by its code, bid for it in the same step, and give it the highest priority.
    team.write(f"/k {DEAR}")
    team.see("Find a lot by its code: k", keep="team search")
    team.press("Enter", "b", "K")
    team.see(that=sheet("Draft", f"1. K {DEAR}", "2. L 4"), keep="team draft")
    # A bid of nearly all TSUYAMA needs a confirmation.
    team.press("s")
    team.see(that=question(), without=["✓ Submitted"], keep="team doubt")
    team.press("Escape")
    team.see("!! NOT SUBMITTED: ", without=["✓ Submitted", "Confirm"])
    team.write(f"{TIED}")
    # A price far above the minimum needs one, too.
    team.press("Enter", "s")
    team.see(that=question(), without=["✓ Submitted"], keep="team doubt about a price")
    team.press("y")
    team.see("✓ Submitted ", f": 2 bids, {TIED + 4} TSUYAMA", "Submitted, revision 1", "The receipt is valid.", keep="team submitted")
    second.see("✓ Submitted ", ": 2 bids", that=sheet("Draft", f"1. K {TIED}"), keep="second follows")
    judge.see("▶ Waiting for lists: 1 of 3", without=[figure(TIED)], keep="judge one submitted")
    # Only this laptop marks the changed draft until the list is submitted again.
    team.press("b", "G", "+")
    team.see("▶ 1 change since you submitted at ", "s submits, r reverts.", that=sheet("≠"), keep="team differs")
    second.see("✓ Submitted ", "revision 1", without=["change since"])
    # A confirmed price is not asked about again.
    team.press("s")
    team.see("✓ Submitted ", "revision 2", that=sheet("2. L 5"), keep="team submitted again")
    second.see("✓ Submitted ", "revision 2", that=sheet("2. L 5"))


def rebid(hall, judge, team):
    hall.team("t2", "bid", f"K:{TIED}")
    hall.team("t3", "bid", "V:3")
    team.see("Round 1 of 3: Re-bid 1", "!! YOU ARE TIED.", "Not submitted: raise your price",
             f"above {TIED}, at most {MONEY - SECOND}", keep="team tied")
    team.write(f"{MONEY - SECOND + 1}")
    team.see(f"re-bids total {MONEY - SECOND + 1} of", keep="team beyond its budget")
    team.press("Enter", "s")
    team.see("!! YOU ARE TIED.", "Fix the marked lines.", without=["✓ Re-bid submitted"])
    team.write(f"{WON}")
    team.see(f"re-bids total {WON} of")
    team.press("Enter", "s")
    team.see("✓ Re-bid submitted ", f": 1 new price, {WON} TSUYAMA", keep="team re-bid submitted")
    judge.see("▶ Waiting for re-bids", without=[figure(WON)])
    hall.team("t2", "rebid", f"1:{LOST}")
    confirm(judge, 1)
    team.see("Waiting for round 2 to start", f"{MONEY - WON - SECOND} TSUYAMA")
    team.press("v")
    team.see(f"won by re-bid at {WON} (A8)", "won at 5 (A5)", keep="team results")
    team.press("Right")
    team.see(RIVAL, f"lost the re-bid to {US} at {WON} (A8)", keep="team a rival's results")
    team.press("Left", "o")
    team.see("All teams", "needs", f"Wall: {US}", keep="team rivals")
    team.press("Down")
    team.see(f"Wall: {RIVAL}", keep="team a rival's wall")


def decline(hall, judge, team):
    judge.open_round()
    team.see("Round 2 of 3: Bidding", "!! NOT SUBMITTED.")
    team.press("D")
    team.see(that=question("Decline this round with an empty list? The"), keep="team declines")
    team.press("y")
    team.see("✓ Declined ", keep="team declined")
    hall.team("t2", "bid", "L:4")
    hall.team("t3", "bid", "D:1")
    confirm(judge, 2)


def submit_from_second(hall, judge, team, second):
    judge.open_round()
    second.see("Round 3 of 3: Bidding", "!! NOT SUBMITTED.")
    # Enter continues with the next lot in the displayed order.
    second.press("l", "g")
    second.write("4")
    second.press("Enter")
    second.write("2")
    second.press("Enter")
    second.see(that=sheet("1. V 4", "2. D 2"), keep="second draft")
    team.see("!! NOT SUBMITTED.")
    second.press("s")
    second.see("✓ Submitted ", ": 2 bids, 6 TSUYAMA", keep="second submitted")
    team.press("b")
    team.see("✓ Submitted ", ": 2 bids, 6 TSUYAMA", that=sheet("1. V 4", "2. D 2"), keep="team follows")
    hall.team("t2", "bid", "--decline")
    hall.team("t3", "bid", "--decline")
    confirm(judge, 3)
    team.see("Building: all rounds are final", "▶ Build your wall: w.", f"{MONEY - WON - SECOND - 6} TSUYAMA",
             keep="team building")


def confirm(judge, number):
    judge.see("▶ Confirm:", "[C]")
    judge.press("C")
    judge.see(that=asks(f"Confirm round {number}?"))
    judge.press("y")
    judge.see(f"Done: confirm all lots of round {number}.", keep=f"judge round {number} final")
    if number < 3:
        judge.see(f"▶ Start round {number + 1}. [o]")


def build(hall, team, second):
    team.press("w")
    team.see("✓ No stones placed yet.", "Saved: 16 empty, 4 gaps at top.", "4 stones to place",
             "✓ K-1 at row 2, column 1: fits.", keep="team wall")
    # A plan may use any lot. It doesn't block stones and is never saved on the server.
    team.press("p")
    team.see("Plan: all lots", keep="team plan")
    team.press("Enter")
    team.see("Draft: 16 empty, 4 gaps at top. Planned: 10 empty, 4 gaps at top.", "planned K", keep="team planned")
    team.press("p", *["Left"] * 6, *["Down"] * 6, "Enter")
    team.see("1 placed, 0 moved, 0 removed", "Draft: 10 empty, 4 gaps at top.", "3 stones to place", keep="team placed")
    # L is offered at a place where it fits.
    team.see("✓ L-1 at row 1, column 4: fits.")
    team.press(*["Left"] * 6)
    # L overlaps K and leaves the frame. Rotated, it fits on the right at the bottom.
    team.see("✗ L-1", "outside the frame at (1,1) (W2)", "overlaps K-1 (W2).", keep="team does not fit")
    team.press("t", ".")
    team.see("✓ L-1 at row 2, column 4, 1 quarter turn: fits.", keep="team rotated")
    team.press("Up")
    team.see("✗ L-1 at row 1, column 4, 1 quarter turn", "(W3)", keep="team unsupported")
    team.press("Down", "Enter")
    team.see("Draft: 6 empty, 4 gaps at top.", "2 stones to place", "2 placed, 0 moved, 0 removed", keep="team two placed")
    team.press("u")
    team.see("Draft: 10 empty, 4 gaps at top.", "3 stones to place", keep="team undone")
    team.press("U")
    team.see("Draft: 6 empty, 4 gaps at top.", "2 stones to place")
    # Save one stone. The rest of the draft stays and is marked as not saved.
    team.press("e")
    team.see("Wall saved: 12 empty, 4 at the top, 1 stone used.",
             "1 placed, 0 moved, 0 removed.", keep="team one saved")
    second.press("w")
    second.see("Saved: 12 empty, 4 gaps at top.", "✓ Wall saved.",
               keep="second sees one")
    if (stones := placed(hall)) != ["L-1"]:
        raise Failure(f"the server has {stones} on the wall")


def solve(hall, team, second):
    team.press("f")
    team.see("Optimal wall in the draft: 1 empty, 0 at the top, 4 used.", "No stones in hand.", "Draft: 1 empty, 0 gaps at top.",
             keep="team solved")
    team.press("W")
    team.see("✓ Wall saved.", "Wall saved: 1 empty, 0 at the top, 4 stones used.", keep="team whole wall saved")
    second.see("Saved: 1 empty, 0 gaps at top.", keep="second follows the wall")
    if (stones := placed(hall)) != ["D-2", "K-1", "L-1", "V-2"]:
        raise Failure(f"the server has {stones} on the wall")


def placed(hall):
    """Returns the stones that the server has on the team's wall."""
    return sorted(stone["stone"] for stone in hall.status("t1")["stones"] if stone["laid"])


def end(hall, judge, team, second):
    judge.see("since the last round. Start", "[E]")
    judge.press("E")
    judge.see(that=asks("The game ends in 3 s."))
    judge.press("Y")
    team.see("Countdown", keep="team countdown")
    judge.see("▶ Declare the final result. [F]")
    team.see("▶ The game is over. Wait for the result.", keep="team over")
    judge.press("F")
    judge.see(that=asks("Declare this ranking as the final result?"))
    judge.press("Y")
    judge.see("The result is final")
    judge.press("v")
    judge.see("Press Enter for the next place.")
    judge.press("End")
    for pane in (team, second):
        pane.see("✓ Final place: 1st of 3 teams.", "1st of 3 teams", "Ahead of ", "decides against the next team",
                 keep=f"{pane.name} final place")
    for pane in (team, second):
        pane.press("q")
        # There is no question, because nothing can be lost after the game.
        pane.expect_success()
    # The record contains every submission unchanged.
    hall.team("t1", "transcript", "g1", "--out", "g1.jsonl")
    hall.team("t1", "verify", "g1.jsonl", "--partial")


def question(*texts):
    """Checks for all these texts in a question on the team's screen."""
    return window("Confirm", *texts)


def sheet(*texts):
    """Checks for all these texts in the frame of the bids."""

    def fit(screen):
        frames = [screen.window(title) for title in ("b Bids", "b Re-bid")]
        inside = next((frame for frame in frames if frame), None)
        return inside and all(inside.says(text) for text in texts)

    fit.__doc__ = f"does not have all of {texts} in the frame of the bids"
    return fit
