"""The rehearsal, act by act: the keys that a chief judge presses, and what has to stand on the screens then.

The teams t1 to t4 bid by command, so that what has to happen happens: t1 and t2 tie for K, t3 and t4 win nothing
and are alike to the end. Two bots play for themselves.
"""

import re
import time

from hall import Failure
from looks import (
    FOUR, ONE, THREE, TWO, asks, both, countdown, figure, fills, has_countdown, lost_for, marks, places, who, window
)

# Prices that can stand nowhere before the opening: no countdown and no clock of the log shows such a figure.
TIED, WON, LOST, OUTBID, LOW = 71, 76, 73, 68, 67
CHEAP = 5


def rehearse(hall, tell):
    """Plays the whole game; `tell` is told what is done."""
    hall.make_tokens()
    hall.serve()
    judge = hall.judge_tui("console", "judge")
    board = hall.judge_tui("board", "board", "board")
    tell("a practice game, and who is there")
    practise(hall, judge, board)
    tell("a game with a wrong drawing, and its spare in place of it")
    take_the_spare(judge, board)
    for seed, code in enumerate(("t5", "t6"), start=1):
        hall.start_bot(code, seed)
    tell("arriving: nothing has been opened yet, and keys that make no sense are refused")
    arrive(judge, board)
    tell("teams ask, and the judge answers from the queue")
    answer_questions(hall, judge, board)
    tell("round 1: sealed marks, pause, resizing, more time")
    seal_under_pause(hall, judge, board)
    tell("round 1: a paper list, entered at the organiser's console")
    paper_list(hall, judge, board)
    tell("round 1: a tie, its re-bid, the opening on the board lot by lot")
    tie_and_rebid(hall, judge, board)
    tell("round 1: confirmed lot by lot, then all")
    confirm_lot_by_lot(hall, judge)
    tell("a stone on a wall")
    build(hall, judge)
    tell("round 2: a disqualification, the round void, the team reinstated")
    disqualify_and_void(hall, judge, board)
    tell("round 2 again: the server is killed and comes back")
    outage(hall, judge, board)
    tell("round 2 again: opened and confirmed")
    finish_round(hall, judge, board, round_number=2)
    tell("round 3, in Japanese: to the deadline, a team stays silent")
    japanese(hall, judge)
    tell("the end: countdown, janken, declaration, the ranking place by place")
    end(judge)
    janken(judge)
    declare(judge)
    reveal(judge)
    tell("the board and the bots see the end, everybody leaves")
    part(hall, judge, board)
    tell("the record verified and played back")
    play_back(hall)
    # How much room this machine has is not the server's fault.
    log = "\n".join(line for line in hall.log().splitlines() if "the disk is getting full" not in line)
    if found := re.findall(r"^.*\b(?:WARN|ERROR)\b.*|^.*panicked.*", log, re.MULTILINE):
        raise Failure("the server complains: " + "\n".join(found))


def practise(hall, judge, board):
    judge.see("Games: none waits", "spare of heat", that=lambda screen: screen.line("›", "practice", "waits"), keep="console picker")
    board.see("No game has started yet.", frames=False, keep="board no game")
    judge.press("Enter")
    judge.see(that=asks("Start practice with its 6 teams"), keep="console start")
    judge.press("y")
    judge.see("PRACTICE", "▶ Start round 1. [o]", keep="console practice")
    board.see("PRACTICE", "Waiting for round 1 to start", keep="board practice")
    judge.press("P")
    judge.see(that=who("Connected: 0 of 6. Sealed a practice list: 0 of 6."), keep="console nobody there")
    laptop = hall.start_watching("t2", "practice")
    judge.see(that=who("Connected: 1 of 6."), keep="console one there")
    judge.press("Escape")
    judge.see("▶ Start round 1. [o]", without=["Who is there"])
    judge.open_round()
    judge.see("▶ Wait for lists: 0 of 6", "X: end practice", "b: list of games")
    hall.team("t1", "bid", "P:20", game="practice")
    laptop.kill()
    laptop.wait()
    judge.press("P")
    judge.see(that=who("Connected: 0 of 6. Sealed a practice list: 1 of 6.", f"! {ONE} was here, is gone ✓ has practised",
                       f"! {TWO} was here, is gone - no practice list", f"- {THREE} never connected"),
              keep="console who is there")
    judge.press("Escape")
    judge.see("▶ Wait for lists: 1 of 6", without=["Who is there"])
    judge.press("X")
    judge.see(that=asks("Reason to end the practice"))
    judge.write("practised enough")
    judge.press("Enter")
    judge.see(that=asks("Nothing of it counts", "Reason: practised enough", "y yes"), keep="console practice asked")
    judge.press("y")
    judge.see("The practice has ended", keep="console practice over")


def take_the_spare(judge, board):
    judge.press("b")
    judge.see("Games: none waits", that=lambda screen: screen.line("›", "practice", "abandoned"), keep="console picker again")
    judge.press("Down")
    judge.see(that=lambda screen: screen.line("›", "heat", "waits"))
    judge.press("Enter")
    judge.see(that=asks("Start heat with its 6 teams"))
    judge.press("y")
    judge.see("Tiny: two teams, two rounds", "▶ Start round 1. [o]", without=["PRACTICE"], keep="console heat")
    judge.open_round()
    judge.see("▶ Wait for lists: 0 of 6")
    judge.press("N")
    judge.see(that=asks("Reason to replace the game with its spare"))
    judge.write("the drawing was wrong")
    judge.press("Enter")
    judge.see(that=asks("Its spare g1 starts at once with the same teams", "(G4)", "Reason: the drawing was wrong"),
              keep="console spare")
    judge.press("Enter", "y")
    judge.see(that=asks("Its spare g1 starts at once"))
    judge.press("Y")
    judge.see("By keys alone", "▶ Start round 1. [o]", keep="console spare started")


def arrive(judge, board):
    judge.see("connected", "Waiting for round 1 to start", "▶ Start round 1. [o]", "No round has started yet.")
    board.see("Waiting for round 1 to start", ONE, keep="board ready")
    for key, reason in (("C", "Waiting for round 1 to start"), ("r", "is not paused"), ("E", "Waiting for round 1 to start")):
        judge.press(key)
        judge.see("Refused:", reason, "▶ Start round 1. [o]", keep="console refused")
    judge.press("R")
    judge.see("There is no such team.", keep="console refused")
    judge.press("?")
    judge.see(" Keys ", "start the round", "▶ Start round 1. [o]", keep="console keys")
    judge.press("Escape")
    judge.see("▶ Start round 1. [o]", without=[" Keys "])


def answer_questions(hall, judge, board):
    asked, other = "Is the clock of the server right? 時計は合っていますか", "When is lunch?"
    hall.team("t3", "ask", asked)
    judge.see("Questions: 1, waiting for", "[Q]", "Q questions", keep="console badge")
    hall.team("t2", "ask", other)
    judge.see("Questions: 2, waiting for")
    judge.press("Q")
    judge.see("Questions: 2 wait, 0 answered", other, that=lambda screen: screen.line("›", THREE, "waits"), keep="console queue")
    judge.press("Enter")
    judge.see(that=asks(asked, f"› To {THREE} alone", "To all teams, question and answer, without who asked"), keep="console answer to whom")
    judge.press("Enter")
    judge.write("It is the only one that counts.")
    judge.press("Enter")
    judge.write("時計はサーバーのものだけが有効です。")
    for size in ((200, 50), (30, 9), (80, 24)):
        judge.resize(*size)
        if size[0] > 40:
            judge.see(that=asks("In English: It is the only one that counts."), keep=f"console answer {size[0]}x{size[1]}")
    judge.press("Enter")
    judge.see("Questions: 1 waits, 1 answered", that=lambda screen: screen.line("›", TWO, "waits"), keep="console answered")
    # Somebody else is faster: what is typed stays, and is told apart from a first answer.
    judge.press("Enter", "Down", "Enter")
    judge.write("At noon")
    hall.judge_once("answer", "g1", "--team", "t2", "--question", "1", "--english", "At one")
    judge.see(that=asks('ANSWERED MEANWHILE by somebody else: "At one"', "› At noon"), keep="console answered meanwhile")
    judge.press("Enter", "Enter")
    judge.see("Refused: somebody has answered question 1", that=asks('This corrects the answer: "At one"'), keep="console answer refused")
    judge.press("Enter")
    judge.see("Questions: none waits, 2 answered", "to all, unread", "answered, unread", keep="console queue answered")
    board.see(f"Question: {other}", "Answer: At noon", keep="board answer")
    told = hall.team("t3", "messages")
    if "It is the only one that counts." not in told or "At noon" not in told:
        raise Failure(f"the team is told something else: {told}")
    judge.see("answered, read", keep="console answer read")
    judge.press("Tab")
    judge.see("Announcements: 1", "read by 1 of 6", f"Read by (1): {THREE}", keep="console who has read")
    judge.press("Escape")
    judge.see("▶ Start round 1. [o]", without=["Announcements: 1"])


def seal_under_pause(hall, judge, board):
    judge.open_round()
    judge.see("Round 1 of 3: Bidding", "▶ Wait for lists", "Bidding is under way.", that=marks("????"))
    board.see("Bidding", "of 6 teams have sealed", keep="board bidding")
    runs_down(judge)
    hall.team("t1", "bid", f"K:{TIED}")
    judge.see("▶ Wait for lists", that=marks("✓???"), keep="console one sealed")
    # The bots seal by themselves.
    judge.see("▶ Wait for lists: 3 of 6", that=marks("✓???", "✓✓"), keep="console bots sealed")
    board.see("3 of 6 teams have sealed", that=marks("✓???", "✓✓"), keep="board bots sealed")
    judge.press("p")
    stands = countdown(judge.see("PAUSED", "Done: pause", "▶ The clocks stand", "[r]", keep="console paused"))
    board.see("PAUSED", keep="board paused")
    refused = hall.team("t2", "bid", f"K:{TIED}", fails=True)
    if "paused" not in refused:
        raise Failure(f"while the clocks stand a list is refused for another reason: {refused}")
    for size in ((120, 40), (200, 50), (60, 20), (30, 9), (80, 24)):
        judge.resize(*size)
        if size[0] < 40:
            judge.see("Too small: 40 columns and 12 lines are needed.", without=["PAUSED"], keep="console too small")
            continue
        beside = ["4 Standings", "5 Log"] if size[0] > 80 else []
        judge.see("PAUSED", "1 Lots", "q leave", *beside, that=both(fills(*size), marks("✓???")),
                  keep=f"console {size[0]}x{size[1]}")
    # Nothing else is painted while the clocks stand: what the terminal has lost comes back by the key.
    judge.wipe()
    judge.press("C-l")
    judge.see("PAUSED", "1 Lots", "q leave", that=marks("✓???"), keep="console repainted")
    if countdown(judge.screen()) != stands:
        raise Failure("the countdown did not stand while the game was paused")
    judge.press("r")
    judge.see("Done: resume", "Round 1 of 3: Bidding", without=["PAUSED"], keep="console resumed")
    runs_down(judge)
    judge.press("e")
    judge.see(that=asks("How much more time for the running window (T)?", "30 s"), keep="console more time")
    judge.press("Down", "Down", "Enter")
    before = countdown(judge.see("Done: give 10 s more", keep="console extended"))
    if not 60 < before <= 100:
        raise Failure(f"after 10 s more of 90 s, {before} s are left")
    hall.team("t2", "bid", f"K:{TIED}", f"V:{CHEAP}")
    judge.see("▶ Wait for lists: 4 of 6", that=marks("✓✓??", "✓✓"), keep="console four sealed")


def paper_list(hall, judge, board):
    desk = hall.judge_tui("desk", "organiser", "--game", "g1")
    desk.see("▶ Wait for lists: 4 of 6", that=marks("✓✓??", "✓✓"))
    form = lambda *texts: asks(*texts, title="The organiser, for a team (G6)")
    desk.press("H")
    desk.see(that=form("For which team is something entered?", f"› {ONE}"), keep="desk whom")
    desk.press("Down", "Down", "Enter")
    desk.see(that=form(f"What is entered for {THREE}?", "› a list"), keep="desk what")
    desk.press("Enter")
    desk.see(that=form(f"List of {THREE} in round 1, at most 3", "Nothing or -: declines."))
    desk.write(f"K {OUTBID}, V 2")
    desk.see(that=form(f"› K {OUTBID}, V 2", "! bid 2: 2 for V is below its minimum price of 3 (A2)"), keep="desk slip")
    desk.press("BSpace", "BSpace", "BSpace", "BSpace", "BSpace")
    desk.see(that=form(f"› K {OUTBID}", "✓"), keep="desk list")
    desk.press("Enter")
    desk.see(that=form("Why is it entered by hand?"), without=[figure(OUTBID)])
    desk.write("its laptop does not start")
    desk.press("Enter")
    desk.see(that=form(f"The list just typed is sealed for {THREE} in round 1", "(A4, G6)"), without=[figure(OUTBID)],
             keep="desk asked")
    desk.press("y")
    desk.see(f"Entered: the list of {THREE}.", that=marks("✓✓✓?", "✓✓"), keep="desk entered")
    judge.see("▶ Wait for lists: 5 of 6", that=marks("✓✓✓?", "✓✓"), keep="console five sealed")
    keeps_secret(hall, judge, board, desk)
    desk.press("C-c")
    if code := desk.left():
        raise Failure(f"the organiser's console ended with {code}")


def tie_and_rebid(hall, judge, board):
    board.press("a")
    hall.team("t4", "bid", f"K:{LOW}")
    judge.see("Round 1 of 3: Re-bid 1", f"▶ Wait for re-bids: {ONE}, {TWO}.", f"TIE at {TIED}: {ONE}, {TWO}",
              f"tied at {TIED}, waits for the re-bid (A6)", f"outbid by {TWO} at {TIED} (A5)", that=marks("??--", "--"),
              keep="console tie")
    board.see("The opening", "Uncovered by key. Space: next, a: by itself", "? ? ?", without=["TIE", figure(TIED), "Re-bid"],
              keep="board covered")
    hall.team("t1", "rebid", f"1:{WON}")
    judge.see(f"▶ Wait for re-bids: {TWO}.", that=marks("✓?--", "--"), keep="console one re-bid")
    board.press("Space")
    # What nobody got is uncovered first, then lot by lot the rest; nothing says that there is a window for re-bids.
    board.see("Uncovered by key. Space: next", "? ? ?", without=["Re-bid", "tied teams", "TIE"], keep="board unsold lots")
    board.press("Space")
    board.see(f"TIE at {TIED}: {ONE}, {TWO}", without=["Re-bid", "tied teams"], keep="board first lot")
    uncover(board, "Re-bid 1")
    board.see("Re-bid 1", "1 of 2 tied teams have sealed", without=["? ? ?"], keep="board uncovered")
    for pane in (judge, board):
        pane.see(without=[figure(WON)], keep=f"{pane.name} sealed re-bid")
    hall.team("t2", "rebid", f"1:{LOST}")
    judge.see("Waiting for the chief judge to confirm", "▶ Confirm:", "lots are left. [C]", f"{WON} {ONE}",
              f"won by re-bid at {WON} (A8)", f"lost the re-bid to {ONE} at {WON} (A8)", that=marks("----", "--"),
              keep="console re-bid open", within=40)
    board.see("The opening", "? ? ?", without=[figure(WON)], keep="board re-bid covered")
    uncover(board, f"{WON} {ONE}")


def confirm_lot_by_lot(hall, judge):
    screen = judge.screen()
    lots = int(re.search(r"Confirm: (\d+) of (\d+) lots", screen.text)[2])
    judge.press("w")
    judge.see(that=window("Why: K, round 1", f"tied at {TIED}, waits for the re-bid (A6)",
                          f"offered {WON}: won by re-bid at {WON} (A8)",
                          f"offered {LOST}: lost the re-bid to {ONE} at {WON} (A8)",
                          f"outbid by {TWO} at {TIED} (A5)", "not confirmed yet (A10)"), keep="console why")
    judge.press("Escape")
    judge.see(f"▶ Confirm: {lots} of {lots}", without=["Why:"])
    judge.press("c")
    judge.see(f"▶ Confirm: {lots - 1} of {lots} lots are left. [C]", "Done: confirm K of round 1",
              that=lambda screen: screen.line("✓ K", f"{WON} {ONE}"), keep="console one confirmed")
    # The next lot is selected by itself.
    judge.see(that=lambda screen: screen.line("›? I"))
    judge.press("C")
    judge.see(that=asks("This makes round 1 final", "(G5)", "y yes"), keep="console confirm all")
    judge.press("Enter")
    judge.see(that=asks("This makes round 1 final"))
    judge.press("y")
    judge.see("Waiting for round 2 to start", "▶ Start round 2. [o]", "Done: confirm all lots of round 1",
              keep="console round 1 final")
    judge.press("4")
    judge.see("4 Standings: if the game ended now", "(E2 (1))",
              that=lambda screen: screen.line(ONE, f" {80 - WON} "), keep="console standings")
    if (held := hall.status("t1")["held"]) != 80 - WON:
        raise Failure(f"t1 was told that it has {held} left")


def build(hall, judge):
    judge.press("6")
    judge.see("6 Hand-out: ", "to carry", f"{ONE}: 1 to carry", that=lambda screen: screen.line("›[ ] K-1", "to carry"),
              keep="console hand-out")
    hall.team("t1", "checked", "--all")
    judge.press("Space")
    judge.see(f"{ONE}: nothing to carry", that=lambda screen: screen.line("[x] K-1", "carried", "checked by the team"),
              keep="console carried")
    hall.team("t1", "place", "K-1", "2", "1")
    judge.see(that=lambda screen: screen.line("[x] K-1", "carried", "on the wall"), keep="console placed")
    judge.press("A")
    judge.press("3")
    judge.see("3 Walls", ONE, that=lambda screen: screen.line("empty 22"), keep="console walls")
    judge.press("Home", "Enter", "i")
    judge.see("In hand, not placed: nothing", "K-1", keep="console one wall")
    judge.press("Enter", "i", "5", "m")
    judge.see("5 Log", f"{ONE} laid K-1 at row 3, column 2", keep="console log")
    judge.press("m", "n")
    judge.see(that=asks("Remark for the record:"))
    judge.write("the roof leaks 雨")
    judge.press("Enter")
    judge.see("Remark: the roof leaks 雨", keep="console remark")
    judge.press("1")
    judge.see("1 Lots", "▶ Start round 2. [o]")


def disqualify_and_void(hall, judge, board):
    judge.open_round()
    judge.see("Round 2 of 3: Bidding", "▶ Wait for lists", that=marks("????"))
    hall.team("t4", "bid", f"V:{LOW}")
    judge.see(that=marks("???✓"), keep="console before disqualification")
    judge.press("D")
    judge.see(that=asks("Which team is to be disqualified (E3)?", f"› {ONE}"), keep="console whom")
    judge.press("Down", "Down", "Down")
    judge.see(f"› {FOUR}")
    judge.press("Enter")
    judge.see(that=asks("Reason to disqualify", "Everybody can read it. You will be asked once more."))
    judge.press("Enter")
    # Nothing is no reason, so the question stays.
    judge.see(that=asks("Reason to disqualify"))
    judge.write("phones 電話 at the desk")
    judge.see(that=asks("› phones 電話 at the desk"), keep="console reason")
    judge.press("Enter")
    judge.see(that=asks("can no longer bid or place", "Reason: phones 電話 at the desk", "Y yes (with Shift)"),
              keep="console grave")
    judge.press("y", "Enter")
    judge.see(that=asks("can no longer bid or place"))
    judge.press("Y")
    judge.see("Done: disqualify", that=marks("???✗"), keep="console disqualified")
    board.see(that=marks("???✗"), keep="board disqualified")
    if "disqualified" not in hall.team("t4", "bid", "V:3", fails=True):
        raise Failure("a disqualified team's list is refused for another reason")
    judge.press("V")
    judge.see(that=asks("Reason to void round 2"))
    judge.write("two frames were mixed up")
    judge.press("Enter")
    judge.see(that=asks("Round 2, attempt 1, becomes void: its lists and results no longer count", "(with Shift)"),
              keep="console void")
    judge.press("Escape")
    judge.see("Round 2 of 3: Bidding", without=["becomes void"])
    judge.press("V")
    judge.see(that=asks("Reason to void round 2"))
    judge.write("two frames were mixed up")
    judge.press("Enter")
    judge.see(that=asks("becomes void"))
    judge.press("Y")
    judge.see("Done: void round 2", "Waiting for round 2 to start", "round 2, attempt 1, VOID", keep="console voided")
    board.see("VOID", "two frames were mixed up (G5)", keep="board voided")
    judge.press("R")
    judge.see(that=asks("Whose disqualification is to be taken back (E3)?", f"› {FOUR}"))
    judge.press("Enter")
    judge.see(that=asks("Reason to reinstate"))
    judge.write("it was the clock")
    judge.press("Enter")
    judge.see("Done: reinstate", that=marks("----"), keep="console reinstated")


def outage(hall, judge, board):
    judge.open_round()
    judge.see("Round 2 of 3, attempt 2: Bidding", that=marks("????"))
    hall.team("t1", "bid", "--decline")
    hall.team("t3", "bid", "--decline")
    before = countdown(judge.see("▶ Wait for lists: 4 of 6", that=marks("✓?✓?", "✓✓"), keep="console before outage"))
    seen = time.monotonic()
    killed = hall.kill_server()
    judge.see("CONNECTION LOST for", "trying again", keep="console lost")
    board.see("CONNECTION LOST for", keep="board lost")
    judge.press("p")
    judge.see("There is no connection; nothing was sent.", keep="console offline")
    # The cable may be cut and the server well: the countdown runs on, and says that it is a guess.
    screen = judge.see(that=lost_for(4), keep="console lost for long")
    guess = countdown(screen)
    if before - guess < 3 or not re.search(r"\d:\d\d\?", screen.lines[1]):
        raise Failure(f"without a connection the countdown does not run on as a guess: {before}, then {screen.lines[1]!r}")
    back = hall.serve()
    screen = judge.see("connected", "Round 2 of 3, attempt 2: Bidding", that=marks("✓?✓?", "✓✓"),
                       without=["LOST", "catching up"], keep="console healed")
    spent, out = before - countdown(screen), back - killed
    runs = time.monotonic() - seen - out
    if abs(spent - runs) > 2.5:
        raise Failure(f"the server was away for {out:.1f} s of {out + runs:.1f} s, and the clock spent {spent} s")
    board.see("4 of 6 teams have sealed", without=["LOST"], keep="board healed")
    runs_down(judge)


def finish_round(hall, judge, board, round_number):
    hall.team("t4", "bid", "--decline")
    hall.team("t2", "bid", f"V:{LOW}")
    # What the bots may have tied for, they settle themselves.
    judge.see("Waiting for the chief judge to confirm", f"{LOW} {TWO}", within=40, keep="console round 2 opened")
    judge.press("2")
    judge.see(f"2 Lists: round {round_number}", f"{ONE}: declines", f"{TWO}: 1 bid of {LOW}", f"won at {LOW} (A5)",
              keep="console lists")
    judge.press("C")
    judge.see(that=asks(f"This makes round {round_number} final"))
    judge.press("y")
    judge.see("▶ Start round 3. [o]", keep="console round 2 final")
    uncover(board, f"{LOW} {TWO}")
    board.press("a")


def japanese(hall, judge):
    judge.press("L")
    judge.see("第3回の入札開始待ち", "▶ 第3回の入札を開始してください。[o]", "2 入札", keep="console ja ready")
    for size in ((120, 40), (200, 50), (80, 24)):
        judge.resize(*size)
        judge.see("接続済み", "第3回の入札開始待ち", "画面を閉じる", that=fills(*size), keep=f"console ja {size[0]}x{size[1]}")
    judge.press("1")
    judge.open_round()
    judge.see("入札受付中", "入札を待っています", that=marks("????"), keep="console ja bidding")
    for code in ("t3", "t4"):
        hall.team(code, "bid", "--decline")
    hall.team("t2", "bid", "--decline")
    judge.see("6チームのうち5チームが入札済みです。", that=marks("?✓✓✓", "✓✓"), keep="console ja silent")
    # No key, no list: the deadline alone closes the round.
    judge.see("審判長の確認待ち", within=40, keep="console ja opened")
    judge.press("2")
    judge.see(f"{ONE}：辞退（リストなし）", keep="console ja lists")
    judge.press("C")
    judge.see(that=asks("第3回の入札が確定し、落札価格の減額と石の配布が行われます。", "（G5）", title="審判長"),
              keep="console ja confirm")
    judge.press("y")
    judge.see("全入札確定", "[E]", keep="console ja final")
    judge.press("1", "L")
    judge.see("Building, all rounds are final", keep="console building")


def end(judge):
    judge.see("since the last round. Signal the end between 0:30 and 1:00 (E1). [E]")
    judge.press("v")
    judge.see("The ranking is revealed once the game is over (E1).")
    judge.press("E")
    judge.see(that=asks("The last round became final 0:", "The game ends in 3 s. This cannot be taken back (E1).",
                        "EARLY", "Y yes (with Shift)"), keep="console end asked")
    judge.press("Y")
    judge.see("Countdown to the end", "▶ Wait for the end.", keep="console countdown")
    judge.see("The game is over", "▶ Hold a janken and enter it:", "[J]", keep="console ended")


def janken(judge):
    judge.press("F")
    judge.see("Refused: the janken is still to be held", "(E4)", keep="console janken open")
    judge.press("J")
    judge.see(that=asks("Who won the janken, and who is next (E2)?", f"› {THREE}", FOUR), keep="console janken")
    judge.press("Down")
    judge.see(f"› {FOUR}")
    judge.press("Enter")
    judge.see(that=asks("The janken is entered, best first:", "(E2)."), keep="console janken asked")
    judge.press("y")
    judge.see("▶ Declare the final result. [F]", "Done: enter the janken", keep="console janken entered")
    judge.press("4")
    # Bricklayers paid for a stone and left it lying, which is worse than to have done nothing at all.
    paid = f"more TSUYAMA left: 80 against {80 - LOW - CHEAP} (E2 (3))"
    judge.see("4 Standings: not declared yet", "janken (E2 (6))", paid,
              that=lambda screen: places(screen)[2:] == [ONE, FOUR, THREE, TWO],
              keep="console janken standings")


def declare(judge):
    judge.press("F")
    judge.see(that=asks("This ranking becomes the final result. It cannot be taken back (E4).", ONE, TWO, "Y yes (with Shift)"))
    judge.press("y")
    judge.see(that=asks("This ranking becomes the final result."))
    judge.press("Y")
    judge.see("Done: declare the result", "▶ The result is final. Reveal the ranking. [v]",
              "4 Standings: final result", keep="console declared")


def reveal(judge):
    order = places(judge.see("4 Standings: final result", that=lambda screen: len(places(screen)) == 6))
    judge.press("v")
    judge.see("6 teams, from the last place to the first. Enter shows the next.", without=order, keep="console reveal")
    for shown in range(1, len(order) + 1):
        judge.press("Enter")
        hidden = order[: len(order) - shown]
        judge.see(*order[len(hidden):], without=hidden, keep=f"console place {len(hidden) + 1}")
    judge.press("Escape")
    judge.see("4 Standings: final result", "▶ Over. Last head: ")


def part(hall, judge, board):
    board.resize(120, 40)
    board.see("Final result", "The result is final", "The chief judge declared the final result (E4)", ONE, TWO, THREE,
              FOUR, that=fills(120, 40), within=40, keep="board declared")
    for code, bot in hall.bots.items():
        if (code_of := bot.wait(timeout=20)) != 0:
            raise Failure(f"{code}'s bot ended with {code_of}")
    judge.press("q")
    judge.see(that=asks("Leave the console? The game goes on without it."))
    judge.press("y")
    board.press("q")
    for pane in (judge, board):
        if code_of := pane.left():
            raise Failure(f"the {pane.name} ended with {code_of}")


def play_back(hall):
    link = ("--server", hall.address, "--token-file", hall.folder / "judge.token")
    hall.run("judge-tui", "transcript", "g1", "--out", "g1.jsonl", *link)
    told = hall.run("judge-tui", "games", *link)
    key = re.search(r"([0-9a-f]{4}-){7}[0-9a-f]{4}", told)
    if not key:
        raise Failure(f"the list of games does not say the server's fingerprint:\n{told}")
    said = hall.run("ishigaki-server", "verify", "g1.jsonl", "--key", key.group())
    for text in ("6 teams", "the result is declared (E4)", "3 final rounds, 1 void"):
        if text not in said:
            raise Failure(f"the verifier does not say {text!r}:\n{said}")
    # Every act is on record with its reason.
    told = hall.run("ishigaki-server", "log", "g1", "--transcript", "g1.jsonl", "--key", key.group())
    for reason in ("its laptop does not start", "phones 電話 at the desk", "two frames were mixed up", "it was the clock",
                   "the roof leaks 雨"):
        if reason not in told:
            raise Failure(f"the log does not say {reason!r}:\n{told}")
    replay = hall.judge_tui("replay", None, "replay", "--partial", "g1.jsonl")
    replay.see("STOPPED", "PARTLY CHECKED: the signer is not checked (--key).", "The start of the game.", keep="replay start")
    replay.press("PageDown")
    replay.see("Round 1 has started", "Bidding", that=marks("????"), keep="replay round 1")
    replay.press("Right")
    replay.see("has sealed its list (A2)", keep="replay step")
    replay.press("PageDown", "PageDown")
    replay.see("Round 2 has started again, attempt 2", keep="replay attempt 2")
    replay.press("Space")
    replay.see("PLAYING", keep="replay playing")
    replay.press("Space", "End")
    replay.see("STOPPED", "The chief judge declared the final result (E4)", "The result is final", keep="replay end")
    replay.resize(120, 40)
    replay.see("Final result", "Walls", ONE, that=fills(120, 40), keep="replay large")
    replay.press("q")
    if code_of := replay.left():
        raise Failure(f"the replay ended with {code_of}")


def runs_down(pane):
    """The countdown goes down, and by no more than it took to look."""
    before = countdown(pane.see(that=has_countdown))
    ticks = lambda screen: has_countdown(screen) and before - 5 <= countdown(screen) < before
    ticks.__doc__ = f"has no countdown below {before} s"
    pane.see(that=ticks)


def uncover(board, last):
    """Shows the hall all openings to their ends, step by step; this is there then, or among the lots."""
    while (before := board.screen()).says("The opening"):
        board.press("Space")
        moves = lambda screen: screen.text != before.text
        moves.__doc__ = "shows no next lot"
        board.see(that=moves, keep="board next lot")
    board.press("1")
    board.see(last, without=["? ? ?"], keep="board all uncovered")
    board.press("0")


def keeps_secret(hall, *panes):
    """No price that is sealed stands on any screen or in the server's log (A4)."""
    # Moments and ports may be any figure.
    log = re.sub(r"(?m)^\S+|\bat=\d+|:\d+", "", hall.log())
    for price in (figure(TIED), figure(OUTBID)):
        for pane in panes:
            pane.see(without=[price], keep=f"{pane.name} secret")
        if price.search(log):
            raise Failure(f"the server's log has the price {price.pattern}")
