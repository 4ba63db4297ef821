"""An event in groups by keys, from its roster to the declared ranking.

The organiser, the referee and the desk each have a screen, the desk in Japanese. The heats are counted by hand. Two bots
play the final under an automatic judge.
"""

import re

from hall import Failure
from looks import window

# The two best teams of each heat are equal, so that each heat needs a janken.
COUNTS = ("0 0 5 9 0", "0 0 5 9 0", "3 1 4 8 1", "6 2 4 7 2")


def rehearse_event(hall, report):
    """Runs the whole event. `report` prints each step."""
    hall.make_tokens("referee", "desk")
    hall.serve()
    organiser = hall.judge_tui("organiser", "organiser", "event")
    referee = hall.judge_tui("referee", "referee", "event", size=(200, 50))
    desk = hall.judge_tui("desk", "desk", "event", lang="ja")
    report("settings fixed, a team absent, groups drawn")
    commit(organiser, desk)
    report("the server is killed and restarted")
    outage(hall, organiser, referee, desk)
    report("the heats: counts by hand, a ruling, jankens")
    play_heats(organiser, referee, desk)
    report("the heats are closed, bots play the final")
    play_final(hall, organiser)
    report("the ranking is declared and printed")
    end(hall, organiser, referee, desk)
    hall.expect_no_warning()


def take_next_step(pane, question, done, **how):
    """Takes the next step of the event and confirms it."""
    pane.press("n")
    pane.see(that=window("Confirm", question))
    pane.press("Y")
    pane.see(done, **how)


def commit(organiser, desk):
    organiser.see("8 teams on the roster; in heats: 8 / 8", "n next step", keep="organiser roster")
    desk.see("名簿8チーム", "出場：8 / 8", keep="desk roster")
    take_next_step(organiser, "Lock settings and roster with 8 teams?", "SHA-256", keep="organiser committed")
    organiser.press("n")
    organiser.see(that=window("Lotteries", "Seven of them (7 digits)"))
    organiser.write("1234567")
    organiser.press("Tab")
    organiser.write("87654321")
    organiser.press("Enter")
    organiser.see("Done: digits entered, numbers drawn (TD2).", keep="organiser digits")
    desk.press("/")
    desk.write("ate")
    desk.see("Late", without=["Bricklayers"], keep="desk found")
    desk.press("Enter", "a")
    desk.see("出場：7 / 8", "欠場1チーム", keep="desk absent")
    desk.press("Escape")
    organiser.see("in heats: 7 / 8, 1 absent (TD7)")
    take_next_step(organiser, "Draw the groups of stage 1?", "open games: 2 of 2", keep="organiser drawn")


def outage(hall, organiser, referee, desk):
    hall.kill_server()
    organiser.see("CONNECTION LOST", within=10, keep="organiser lost")
    desk.see("接続断", within=10, keep="desk lost")
    hall.serve()
    for pane, text in ((organiser, "connected"), (referee, "connected"), (desk, "接続済み")):
        pane.see(text, without=["LOST", "接続断"], keep=f"{pane.name} reconnected")


def count(pane, at, counts):
    """Enters the counts of the group at this position of the list."""
    pane.press("Home", *["Down"] * at, "c")
    pane.see(that=window("count by hand", f"Enter each team's figures in group {at + 1}"))
    for figures in counts:
        pane.write(figures)
        pane.press("Tab")
    pane.press("Enter")
    pane.see("Done: game counted (E4).", keep=f"organiser counted {at + 1}")


def play_heats(organiser, referee, desk):
    count(organiser, 0, COUNTS)
    count(organiser, 1, COUNTS[:3])
    organiser.see("open games: 0 of 2", "Janken needed between", keep="organiser janken needed")
    referee.press("3", "Home", "o")
    referee.see(that=window("Ruling", "3 1 4 8 1"))
    referee.press("Tab", "Tab", "Tab", "Tab")
    referee.write("the wall was counted again")
    referee.press("Enter")
    referee.see("Done: result of the game replaced by a ruling (TV3).", keep="referee ruled")
    desk.press("3")
    for nth in (1, 2):
        desk.press("n")
        desk.see(that=window("じゃんけん", "境目で同順位"), keep=f"desk janken {nth}")
        desk.press("2", "Tab", "1", "Enter")
        desk.see("完了：じゃんけんの順を入力しました（TG4）", keep=f"desk janken entered {nth}")


def play_final(hall, organiser):
    take_next_step(organiser, "Close stage 1?", "2 teams. Groups", keep="organiser closed")
    finalists = re.findall(r"^\s*(t\d) ", organiser.screen().text, re.MULTILINE)
    if len(finalists) != 2:
        raise Failure(f"expected two finalists, got {finalists}")
    take_next_step(organiser, "Draw the groups of stage 2?", "cup-final-1", keep="organiser final drawn")
    hall.start_judge()
    # The event shows its game shortly before the server serves it.
    hall.await_judge("cup-final-1")
    for seed, code in enumerate(finalists, start=1):
        hall.start_bot(code, seed, game="cup-final-1")
    organiser.see("open games: 0 of 1", "counted", within=90, keep="organiser final counted")


def end(hall, organiser, referee, desk):
    take_next_step(organiser, "Close stage 2?", "all games have been played")
    take_next_step(organiser, "Declare the final ranking?", "Final ranking", keep="organiser ranking")
    organiser.press("p")
    organiser.see("Wrote cup-ranking.html.", keep="organiser printed")
    if not (hall.folder / "cup-ranking.html").is_file():
        raise Failure("the printed page is missing")
    desk.press("7")
    desk.see("最終順位は発表済みです", "予選で敗退", keep="desk ranking")
    referee.press("8")
    referee.see("Ruling: the result of group 1, stage heats, is replaced. Reason: the wall", keep="referee rulings")
    for pane in (organiser, referee, desk):
        pane.press("q")
        pane.expect_success()
