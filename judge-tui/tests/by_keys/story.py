"""A game that the chief judge runs by keys, with the expected screens.

The teams t1 to t4 bid by command. t1 and t2 tie for K; t3 and t4 win nothing and stay equal. t5 and t6 are bots.
"""

import re
import time

from hall import Failure
from looks import (
    FOUR, ONE, THREE, TWO, asks, both, countdown, figure, fills, has_countdown, lost_for, marks, places
)

# No countdown, clock or log entry shows these figures, so a screen that has one before the opening shows a sealed price.
TIED, WON, LOST, OUTBID, LOW = 71, 76, 73, 68, 67
CHEAP = 5


def rehearse_game(hall, report):
    """Plays the whole game. `report` prints each step."""
    hall.make_tokens()
    hall.serve()
    judge = hall.judge_tui("console", "judge")
    board = hall.judge_tui("board", "board", "board")
    for seed, code in enumerate(("t5", "t6"), start=1):
        hall.start_bot(code, seed)
    judge.see("connected", "▶ Start round 1. [o]", "No round has started yet.")
    board.see("Waiting for round 1 to start", ONE, keep="board ready")
    report("round 1: marks, pause, resizing")
    submit_and_pause(hall, judge, board)
    report("round 1: a paper list entered in the organiser's console")
    paper_list(hall, judge, board)
    report("round 1: a tie, its re-bid, the opening on the board step by step")
    tie_and_rebid(hall, judge, board)
    confirm_lot_by_lot(hall, judge)
    report("a stone is delivered and placed")
    build(hall, judge)
    report("round 2: a team is disqualified, the round void, the team reinstated")
    disqualify_and_void(hall, judge, board)
    report("round 2 again: the server is killed and restarted")
    outage(hall, judge, board)
    finish_round(hall, judge, board)
    report("round 3, in Japanese: a team submits nothing until the deadline")
    japanese(hall, judge)
    report("the end: countdown, janken, declaration, reveal")
    end(judge)
    reveal(judge)
    quit_screens(hall, judge, board)
    report("the record is verified and replayed")
    verify_and_replay(hall)
    hall.expect_no_warning()


def submit_and_pause(hall, judge, board):
    judge.open_round()
    judge.see("Round 1 of 3: Bidding", "▶ Waiting for lists", that=marks("????"))
    expect_ticking(judge)
    hall.team("t1", "bid", f"K:{TIED}")
    # The bots submit without a command.
    judge.see("▶ Waiting for lists: 3 of 6", that=marks("✓???", "✓✓"), keep="console bots submitted")
    board.see("3 of 6 teams have submitted", that=marks("✓???", "✓✓"), keep="board bots submitted")
    judge.press("p")
    frozen = countdown(judge.see("PAUSED", "Done: pause", "▶ Clocks paused", "[r]", keep="console paused"))
    board.see("PAUSED", keep="board paused")
    for size in ((120, 40), (200, 50), (60, 20), (30, 9), (80, 24)):
        judge.resize(*size)
        if size[0] < 40:
            judge.see("Too small: at least 40 columns and 12 lines needed.", without=["PAUSED"], keep="console too small")
            continue
        extra = ["4 Standings", "5 Log"] if size[0] > 80 else []
        judge.see("PAUSED", "1 Lots", "q quit", *extra, that=both(fills(*size), marks("✓???")),
                  keep=f"console {size[0]}x{size[1]}")
    # The console draws nothing while the clocks are paused, so only the key restores a cleared terminal.
    judge.wipe()
    judge.press("C-l")
    judge.see("PAUSED", "1 Lots", "q quit", that=marks("✓???"), keep="console redrawn")
    if countdown(judge.screen()) != frozen:
        raise Failure("the countdown ran while the clocks were paused")
    judge.press("r")
    judge.see("Done: resume", "Round 1 of 3: Bidding", without=["PAUSED"], keep="console resumed")
    hall.team("t2", "bid", f"K:{TIED}", f"V:{CHEAP}")
    judge.see("▶ Waiting for lists: 4 of 6", that=marks("✓✓??", "✓✓"), keep="console four submitted")


def paper_list(hall, judge, board):
    desk = hall.judge_tui("desk", "organiser", "--game", "g1")
    desk.see("▶ Waiting for lists: 4 of 6")
    form = lambda *texts: asks(*texts, title="Manual entry")
    desk.press("H", "Down", "Down", "Enter", "Enter")
    desk.see(that=form(f"{THREE}'s list for round 1, maximum bids: 3"))
    desk.write(f"K {OUTBID}")
    desk.see(that=form(f"› K {OUTBID}", "✓"), keep="desk list")
    desk.press("Enter")
    desk.see(that=form("Reason for the manual entry"), without=[figure(OUTBID)])
    desk.write("its laptop does not start")
    desk.press("Enter")
    desk.see(that=form(f"Submit this list for {THREE} in round 1?"), without=[figure(OUTBID)])
    desk.press("y")
    desk.see(f"Entered: {THREE}'s list.", that=marks("✓✓✓?", "✓✓"), keep="desk entered")
    judge.see("▶ Waiting for lists: 5 of 6", that=marks("✓✓✓?", "✓✓"), keep="console five submitted")
    expect_secret(hall, judge, board, desk)
    desk.press("C-c")
    desk.expect_success()


def tie_and_rebid(hall, judge, board):
    board.press("a")
    hall.team("t4", "bid", f"K:{LOW}")
    judge.see("Round 1 of 3: Re-bid 1", f"▶ Waiting for re-bids: {ONE}, {TWO}.", f"TIE at {TIED}: {ONE}, {TWO}",
              that=marks("??--", "--"), keep="console tie")
    board.see("Opening", "Manual opening. Space: next step, a: automatic", "? ? ?",
              without=["TIE", figure(TIED), "Re-bid"], keep="board covered")
    hall.team("t1", "rebid", f"1:{WON}")
    judge.see(f"▶ Waiting for re-bids: {TWO}.", that=marks("✓?--", "--"), keep="console one re-bid")
    board.press("Space")
    # Lots without awards are revealed first.
    board.see("Manual opening.", "? ? ?", without=["Re-bid", "tied teams", "TIE"], keep="board unsold lots")
    board.press("Space")
    board.see(f"TIE at {TIED}: {ONE}, {TWO}", without=["Re-bid", "tied teams"], keep="board first lot")
    step_through_openings(board, "Re-bid 1")
    board.see("Re-bid 1", "1 of 2 tied teams have submitted", without=["? ? ?"], keep="board re-bid")
    for pane in (judge, board):
        pane.see(without=[figure(WON)], keep=f"{pane.name} sealed re-bid")
    hall.team("t2", "rebid", f"1:{LOST}")
    judge.see("▶ Confirm:", "lots left. [C]", f"{WON} {ONE}", f"won by re-bid at {WON} (A8)", that=marks("----", "--"),
              keep="console re-bid open", within=40)
    board.see("Opening", "? ? ?", without=[figure(WON)], keep="board re-bid sealed")
    step_through_openings(board, f"{WON} {ONE}")


def confirm_lot_by_lot(hall, judge):
    lots = int(re.search(r"Confirm: (\d+) of (\d+) lots", judge.screen().text)[2])
    judge.press("c")
    judge.see(f"▶ Confirm: {lots - 1} of {lots} lots left. [C]", that=lambda screen: screen.line("✓ K", f"{WON} {ONE}"),
              keep="console one confirmed")
    confirm(judge, 1)
    judge.see("▶ Start round 2. [o]", keep="console round 1 final")
    judge.press("4")
    judge.see("4 Standings: if the game ended now", that=lambda screen: screen.line(ONE, f" {80 - WON} "),
              keep="console standings")
    if (held := hall.status("t1")["held"]) != 80 - WON:
        raise Failure(f"t1 has {held} TSUYAMA left")


def confirm(judge, number):
    judge.press("C")
    judge.see(that=asks(f"Confirm round {number}?"))
    judge.press("y")


def build(hall, judge):
    judge.press("6")
    hall.team("t1", "checked", "--all")
    judge.press("Space")
    judge.see(f"{ONE}: nothing to deliver", that=lambda screen: screen.line("[x] K-1", "delivered", "checked by the team"),
              keep="console delivered")
    hall.team("t1", "place", "K-1", "2", "1")
    judge.press("A", "3", "Home", "Enter", "i")
    judge.see("Not placed yet: none", "K-1", keep="console one wall")
    judge.press("Enter", "i", "5", "n")
    judge.see(that=asks("Remark for the record:"))
    judge.write("the roof leaks 雨")
    judge.press("Enter")
    judge.see("Remark: the roof leaks 雨", keep="console remark")
    judge.press("1")
    judge.see("1 Lots", "▶ Start round 2. [o]")


def disqualify_and_void(hall, judge, board):
    judge.open_round()
    judge.see("Round 2 of 3: Bidding", that=marks("????"))
    judge.press("D", "Down", "Down", "Down")
    judge.see(that=asks(f"› {FOUR}"))
    judge.press("Enter")
    judge.see(that=asks("Reason for disqualifying"))
    judge.write("phones 電話 at the desk")
    judge.press("Enter")
    judge.see(that=asks("Reason: phones 電話 at the desk", "Y go ahead (Shift)"), keep="console grave")
    judge.press("Y")
    judge.see("Done: disqualify", that=marks("???✗"), keep="console disqualified")
    board.see(that=marks("???✗"), keep="board disqualified")
    judge.press("V")
    judge.see(that=asks("Reason for voiding round 2"))
    judge.write("two frames were mixed up")
    judge.press("Enter")
    judge.see(that=asks("? Its lists and"))
    judge.press("Y")
    judge.see("Done: void round 2", "round 2, attempt 1, VOID", keep="console voided")
    board.see("VOID", "two frames were mixed up (G5)", keep="board voided")
    judge.press("R", "Enter")
    judge.see(that=asks("Reason for reinstating"))
    judge.write("it was the clock")
    judge.press("Enter")
    judge.see("Done: reinstate", that=marks("----"), keep="console reinstated")


def outage(hall, judge, board):
    judge.open_round()
    judge.see("Round 2 of 3, attempt 2: Bidding", that=marks("????"))
    hall.team("t1", "bid", "--decline")
    hall.team("t3", "bid", "--decline")
    screen = judge.see("▶ Waiting for lists: 4 of 6", that=marks("✓?✓?", "✓✓"), keep="console before outage")
    before = countdown(screen)
    seen = time.monotonic()
    killed = hall.kill_server()
    judge.see("CONNECTION LOST for", "retrying", keep="console lost")
    board.see("CONNECTION LOST for", keep="board lost")
    # The server may still run, so the console estimates the countdown and marks it with "?".
    screen = judge.see(that=lost_for(4), keep="console lost for long")
    estimate = countdown(screen)
    if before - estimate < 3 or not re.search(r"\d:\d\d\?", screen.lines[1]):
        raise Failure(f"without a connection the countdown is not estimated: {before}, then {screen.lines[1]!r}")
    restarted = hall.serve()
    screen = judge.see("connected", "Round 2 of 3, attempt 2: Bidding", that=marks("✓?✓?", "✓✓"),
                       without=["LOST", "catching up"], keep="console reconnected")
    spent, down = before - countdown(screen), restarted - killed
    up = time.monotonic() - seen - down
    if abs(spent - up) > 2.5:
        raise Failure(f"the server was down for {down:.1f} s of {down + up:.1f} s, but the countdown lost {spent} s")
    board.see("4 of 6 teams have submitted", without=["LOST"], keep="board reconnected")
    expect_ticking(judge)


def finish_round(hall, judge, board):
    hall.team("t4", "bid", "--decline")
    hall.team("t2", "bid", f"V:{LOW}")
    # The bots may tie, and re-bid without a command.
    judge.see("Waiting for the chief judge to confirm", f"{LOW} {TWO}", within=40, keep="console round 2 opened")
    judge.press("2")
    judge.see("2 Lists: round 2", f"{ONE}: declines", f"won at {LOW} (A5)", keep="console lists")
    confirm(judge, 2)
    judge.see("▶ Start round 3. [o]", keep="console round 2 final")
    step_through_openings(board, f"{LOW} {TWO}")
    board.press("a")


def japanese(hall, judge):
    judge.press("L")
    for size in ((120, 40), (200, 50), (80, 24)):
        judge.resize(*size)
        judge.see("接続済み", "第3回の入札開始待ち", "終了する", that=fills(*size),
                  keep=f"console ja {size[0]}x{size[1]}")
    judge.press("1")
    judge.open_round()
    judge.see("入札受付中", that=marks("????"), keep="console ja bidding")
    for code in ("t2", "t3", "t4"):
        hall.team(code, "bid", "--decline")
    judge.see("6チームのうち5チームが入札済みです。", that=marks("?✓✓✓", "✓✓"), keep="console ja five submitted")
    # t1 submits nothing, so the round closes at its deadline.
    judge.see("審判長の確認待ち", within=40, keep="console ja opened")
    judge.press("C")
    judge.see(that=asks("（G5）", title="審判長"), keep="console ja confirm")
    judge.press("y")
    judge.see("全入札確定", "[E]", keep="console ja final")
    judge.press("1", "L")
    judge.see("Building: all rounds are final", keep="console building")


def end(judge):
    judge.press("E")
    judge.see(that=asks("EARLY", "Y start countdown (Shift)"), keep="console end asked")
    judge.press("Y")
    judge.see("Countdown to the end", "▶ Waiting for the game to end.", keep="console countdown")
    judge.see("The game is over", "▶ Hold a janken and enter it:", "[J]", keep="console ended")
    judge.press("J")
    judge.see(that=asks(f"› {THREE}", FOUR), keep="console janken")
    judge.press("Down")
    judge.see(f"› {FOUR}")
    judge.press("Enter")
    judge.see(that=asks("Enter this janken result, best first:"))
    judge.press("y")
    judge.see("▶ Declare the final result. [F]", "Done: enter the janken", keep="console janken entered")
    judge.press("4")
    # Bricklayers are last because they paid for a stone and did not place it.
    judge.see("4 Standings: not declared yet", "janken (E2 (6))", f"more TSUYAMA left: 80 v {80 - LOW - CHEAP} (E2 (3))",
              that=lambda screen: places(screen)[2:] == [ONE, FOUR, THREE, TWO], keep="console janken standings")
    judge.press("F")
    judge.see(that=asks("Declare this ranking as the final result?", ONE, TWO))
    judge.press("Y")
    judge.see("▶ The result is final. Reveal the ranking. [v]", keep="console declared")


def reveal(judge):
    order = places(judge.see("4 Standings: final result", that=lambda screen: len(places(screen)) == 6))
    judge.press("v")
    judge.see("6 teams, from last place to first. Press Enter for the next place.", without=order, keep="console reveal")
    for shown in range(1, len(order) + 1):
        judge.press("Enter")
        hidden = order[: len(order) - shown]
        judge.see(*order[len(hidden):], without=hidden, keep=f"console place {len(hidden) + 1}")
    judge.press("Escape")
    judge.see("4 Standings: final result", "▶ Over. Last head: ")


def quit_screens(hall, judge, board):
    board.resize(120, 40)
    board.see("Final result", "The result is final", ONE, TWO, THREE, FOUR, that=fills(120, 40), within=40,
              keep="board declared")
    for code, bot in hall.bots.items():
        if (exit_code := bot.wait(timeout=20)) != 0:
            raise Failure(f"{code}'s bot ended with {exit_code}")
    judge.press("q")
    judge.see(that=asks("Quit the console? The"))
    judge.press("y")
    board.press("q")
    for pane in (judge, board):
        pane.expect_success()


def verify_and_replay(hall):
    link = ("--server", hall.address, "--token-file", hall.folder / "judge.token")
    hall.run("judge-tui", "transcript", "g1", "--out", "g1.jsonl", *link)
    games = hall.run("judge-tui", "games", *link)
    key = re.search(r"([0-9a-f]{4}-){7}[0-9a-f]{4}", games)
    if not key:
        raise Failure(f"the list of games lacks the server's fingerprint:\n{games}")
    hall.run("ishigaki-server", "verify", "g1.jsonl", "--key", key.group())
    # Every act is recorded with its reason.
    log = hall.run("ishigaki-server", "log", "g1", "--transcript", "g1.jsonl", "--key", key.group())
    for reason in ("its laptop does not start", "phones 電話 at the desk", "two frames were mixed up", "it was the clock",
                   "the roof leaks 雨"):
        if reason not in log:
            raise Failure(f"the log lacks {reason!r}:\n{log}")
    replay = hall.judge_tui("replay", None, "replay", "--partial", "g1.jsonl")
    replay.see("PAUSED", "Start of the game.", keep="replay start")
    replay.press("PageDown")
    replay.see("Round 1 started", "Bidding", that=marks("????"), keep="replay round 1")
    replay.press("Space")
    replay.see("PLAYING", keep="replay playing")
    replay.press("Space", "End")
    replay.see("PAUSED", "The result is final", keep="replay end")
    replay.resize(120, 40)
    replay.see("Final result", "Walls", ONE, that=fills(120, 40), keep="replay large")
    replay.press("q")
    replay.expect_success()


def expect_ticking(pane):
    """Waits until the countdown has gone down, by a few seconds at most."""
    before = countdown(pane.see(that=has_countdown))
    ticks = lambda screen: has_countdown(screen) and before - 5 <= countdown(screen) < before
    ticks.__doc__ = f"has no countdown below {before} s"
    pane.see(that=ticks)


def step_through_openings(board, last):
    """Steps the board through all openings to their ends. `last` is then among the lots."""
    while (before := board.screen()).says("Opening"):
        board.press("Space")
        moves = lambda screen: screen.text != before.text
        moves.__doc__ = "does not show the next step"
        board.see(that=moves, keep="board next step")
    board.press("1")
    board.see(last, without=["? ? ?"], keep="board all steps")
    board.press("0")


def expect_secret(hall, *panes):
    """Fails if a sealed price is on a screen or in the server's log (A4)."""
    # Ignore times and ports, which may be any figure.
    log = re.sub(r"(?m)^\S+|\bat=\d+|:\d+", "", hall.log())
    for price in (figure(TIED), figure(OUTBID)):
        for pane in panes:
            pane.see(without=[price], keep=f"{pane.name} secret")
        if price.search(log):
            raise Failure(f"the server's log has the price {price.pattern}")
