"""An event in groups, held by keys from its roster to the declared ranking: organiser on a small screen, referee on a
large one, desk in Japanese. The heats are counted by hand; the final is a real game by two bots and an automatic judge.
"""

import re

from hall import Failure
from looks import window

# Two teams of each heat are equal at its top, so that a janken has to be held.
COUNTS = ("0 0 5 9 0", "0 0 5 9 0", "3 1 4 8 1", "6 2 4 7 2")
SIZES = ((200, 50), (50, 16), (120, 40), (40, 12), (80, 24))


def hold(hall, tell):
    """Holds the whole event; `tell` is told what is done."""
    hall.make_tokens("referee", "desk")
    hall.serve()
    organiser = hall.judge_tui("organiser", "organiser", "event")
    referee = hall.judge_tui("referee", "referee", "event", size=(200, 50))
    desk = hall.judge_tui("desk", "desk", "event", lang="ja")
    tell("the roster, and keys that make no sense in groups")
    look_around(organiser, referee, desk)
    tell("committed, the digits after two that are wrong")
    commit(organiser)
    tell("a team that stays away, and the draw")
    attend(desk, organiser)
    draw(organiser)
    tell("every size, and the server killed and back")
    resize(organiser)
    outage(hall, organiser, referee, desk)
    tell("the heats: games shown and counted, a ruling, jankens")
    play_heats(organiser, referee, desk)
    tell("the heats closed, the final drawn, its game played by bots and counted by itself")
    play_final(hall, organiser)
    tell("closed, declared, printed; everybody leaves")
    end(hall, organiser, referee, desk)
    # How much room this machine has is not the server's fault.
    log = "\n".join(line for line in hall.log().splitlines() if "the disk is getting full" not in line)
    if found := re.findall(r"^.*\b(?:WARN|ERROR)\b.*|^.*panicked.*", log, re.MULTILINE):
        raise Failure("the server complains: " + "\n".join(found))


def look_around(organiser, referee, desk):
    organiser.see("8 teams on the roster; in heats: 8 / 8", "1 roster", "3 groups", "7 ranking", "8 rulings",
                  "n next step", without=["play-offs", "withdraw"], keep="organiser roster")
    desk.see("名簿8チーム", "出場：8 / 8", "受付", "1 名簿", "3 グループ", without=["途中棄権", "リーグ"], keep="desk roster")
    for key in ("2", "4", "5", "6", "w", "x", "f"):
        organiser.press(key)
        organiser.see("Only events in leagues have this", "8 teams on the roster", keep="organiser key of leagues")
        organiser.press("Home")
        organiser.see("8 teams on the roster", without=["Only events in leagues"])
    organiser.press("N")
    organiser.see("Only referee and chief judge may do this", "referee.token", without=["Spare game"],
                  keep="organiser not his")
    referee.press("n")
    referee.see("Only the organiser may do this", "organiser.token", keep="referee not his")
    referee.press("?")
    referee.see("play the spare", "overrule the result",
                without=["withdraw", "leagues", "round before"], keep="referee keys")
    referee.press("Escape")
    organiser.press("3")
    organiser.see("Stage 1 of 2: heats", "8 teams play in it", keep="organiser stage")
    organiser.press("Enter")
    organiser.see("Games are there once the groups are drawn (TG2).", keep="organiser no game")
    organiser.press("1")


def commit(organiser):
    organiser.press("n")
    organiser.see(that=window("Sure?", "Fix settings and roster, with 8 teams?"), keep="organiser commit")
    organiser.press("Enter")
    organiser.see("This cannot be taken back: Y (with Shift) does it", that=window("Sure?"), keep="organiser hasty")
    organiser.press("Y")
    organiser.see("SHA-256", "Done: settings and roster are fixed (TV1).", keep="organiser committed")
    organiser.press("n")
    organiser.see(that=window("Lotteries", "Seven of them (7 digits)"))
    organiser.write("12345")
    organiser.press("Enter")
    organiser.see('"Eight of them (8 digits)" is empty.', keep="organiser digits missing")
    organiser.write("8765432x")
    organiser.press("Enter")
    organiser.see("Refused:", "(TD2)", that=window("Lotteries", "12345", "8765432x"), keep="organiser digits refused")
    organiser.press("BTab")
    organiser.write("67")
    organiser.press("Tab", "BSpace")
    organiser.write("1")
    organiser.press("Enter")
    organiser.see("Done: the digits are entered and the draw follows (TD2).", keep="organiser digits")


def attend(desk, organiser):
    desk.press("/")
    desk.write("ate")
    desk.see("Late", without=["Bricklayers"], keep="desk found")
    desk.press("Enter", "a")
    desk.see("完了：欠場として記録しました（TD7）", "出場：7 / 8", "欠場1チーム", keep="desk absent")
    desk.press("Escape")
    desk.see("津山高専", "Late")
    organiser.see("in heats: 7 / 8, 1 absent (TD7)")


def draw(organiser):
    organiser.press("n")
    organiser.see(that=window("Sure?", "Draw the groups of stage 1?"))
    organiser.press("Y")
    organiser.see("Done: the groups are drawn (TG2).", "heats: under way", "open games: 2 of 2", "cup-heats-1",
                  keep="organiser drawn")
    organiser.press("n")
    organiser.see("Games of this stage have no result yet", keep="organiser games first")


def resize(organiser):
    for size in SIZES:
        organiser.resize(*size)
        if size[0] < 50:
            organiser.see("Too small", keep="organiser too small")
            continue
        painted = lambda screen, size=size: len(screen.lines[0]) > size[0] - 12 and screen.lines[0].endswith("connected")
        painted.__doc__ = f"is not painted for {size[0]} columns"
        organiser.see("open games: 2 of 2", "3 groups", "n next step", that=painted,
                      keep=f"organiser {size[0]}x{size[1]}")


def outage(hall, organiser, referee, desk):
    hall.kill_server()
    organiser.see("CONNECTION LOST", within=10, keep="organiser lost")
    desk.see("接続断", within=10, keep="desk lost")
    # What is sent meanwhile has no answer, and stays as it was typed.
    referee.press("3", "Home", "o")
    referee.see(that=window("Ruling", "What holds of group 1 instead"), keep="referee form")
    hall.serve()
    for pane, said in ((organiser, "connected"), (referee, "connected"), (desk, "接続済み")):
        pane.see(said, without=["LOST", "接続断"], keep=f"{pane.name} back")
    referee.press("Escape")


def count(pane, at, counts):
    """Counts the group at this place of the list by hand."""
    pane.press("Home", *["Down"] * at, "c")
    pane.see(that=window("count by hand", f"What each team of group {at + 1} counts"))
    for figures in counts:
        pane.write(figures)
        pane.press("Tab")
    pane.press("Enter")
    pane.see("Done: the game is counted (E4).", keep=f"organiser counted {at + 1}")


def play_heats(organiser, referee, desk):
    organiser.press("Home", "Enter")
    organiser.see(that=window("Game", "heats, group 1", "cup-heats-1", "The best team of each group advances (TG4).",
                              "Missing: its result", "1 other game"), keep="organiser game")
    organiser.press("Escape")
    organiser.see("open games: 2 of 2", without=["Missing: its result"])
    organiser.press("c")
    organiser.see(that=window("count by hand", "What each team of group 1 counts"), keep="organiser count")
    organiser.write("1 2 3")
    organiser.press("Enter")
    organiser.see("takes five figures", that=window("count by hand", "1 2 3"), keep="organiser counts wrong")
    organiser.press("Escape")
    organiser.see("open games: 2 of 2", without=["count by hand, "], that=lambda screen: not screen.window("count by hand"))
    count(organiser, 0, COUNTS)
    count(organiser, 1, COUNTS[:3])
    organiser.see("open games: 0 of 2", "Janken to be held", keep="organiser janken needed")
    referee.press("3", "Home", "o")
    referee.see(that=window("Ruling", "3 1 4 8 1"))
    referee.press("Tab", "Tab", "Tab", "Tab", "Enter")
    referee.see('"reason" is empty.', keep="referee no reason")
    referee.write("the wall was counted again")
    referee.press("Enter")
    referee.see("Done: the ruling takes the place of the game's result (TV3).", "the wall was counted again",
                keep="referee ruled")
    # The desk enters the jankens, in Japanese; what is left open is said.
    desk.press("3")
    desk.see("予選：試合中", "じゃんけんが必要", keep="desk stage")
    for nth in (1, 2):
        desk.press("n")
        desk.see(that=window("じゃんけん", "境目で同順位"), keep=f"desk janken {nth}")
        desk.press("2", "Enter")
        desk.see("「順位 2」が空です。")
        desk.press("1", "Enter")
        desk.see("完了：じゃんけんの順を入力しました（TG4）", keep=f"desk janken entered {nth}")
    referee.press("3", "J")
    referee.see(that=window("Ruling", "Another order in the place of a janken of stage 1"), keep="referee janken")
    referee.press("Escape")
    organiser.press("Enter")
    organiser.see(that=window("Game", "advances", "Janken, best first: t5 サレジオ高専プロコン同好会石垣班, t1 津山高専 (TG4).", "Nothing is missing"),
                  keep="organiser game counted")
    organiser.press("Escape")


def play_final(hall, organiser):
    organiser.press("n")
    organiser.see(that=window("Sure?", "Close stage 1?"))
    organiser.press("Y")
    organiser.see("Done: the stage is closed (TG4).", "final: reception", "2 teams play in it", keep="organiser closed")
    shown = organiser.screen()
    finalists = re.findall(r"^\s*(t\d) ", shown.text, re.MULTILINE)
    if len(finalists) != 2:
        raise Failure(f"not two finalists: {finalists}")
    organiser.press("n", "Y")
    organiser.see("final: under way", "cup-final-1", "open games: 1 of 1", keep="organiser final drawn")
    hall.start_judge()
    # The event knows of its game a moment before the server serves it.
    hall.await_judge("cup-final-1")
    # Before its bots come, the automatic judge waits for them.
    asker = finalists[0]
    hall.team(asker, "ask", "When does it begin? いつ始まりますか", game="cup-final-1")
    organiser.see("1 question waits", keep="organiser question waits")
    hall.judge_once("answer", "cup-final-1", "--team", asker, "--question", "1", "--english", "Now.")
    organiser.see("final: under way", without=["question waits"])
    for seed, code in enumerate(finalists, start=1):
        hall.start_bot(code, seed, game="cup-final-1")
    organiser.see("open games: 0 of 1", "counted", within=90, keep="organiser final counted")


def end(hall, organiser, referee, desk):
    organiser.press("Home", "c")
    organiser.see("The server holds this game and counts it by itself", keep="organiser counts itself")
    organiser.press("n")
    organiser.see(that=window("Sure?", "Close stage 2?"))
    organiser.press("Y")
    organiser.see("Done: the stage is closed (TG4).", "all games are played")
    organiser.press("n")
    organiser.see(that=window("Sure?", "Declare the final ranking?"))
    organiser.press("Y")
    organiser.see("Final ranking", "the final ranking is declared", keep="organiser ranking")
    organiser.press("p")
    command = "judge-tui event print ranking --html --out cup-ranking.html"
    organiser.see("Written: cup-ranking.html.", command, keep="organiser printed")
    if not (hall.folder / "cup-ranking.html").is_file():
        raise Failure("the page was not written")
    desk.press("7")
    desk.see("最終順位", "最終順位は発表済みです", "予選で敗退", keep="desk ranking")
    organiser.press("3", "[")
    organiser.see("Stage 1 of 2: heats", that=lambda screen: screen.line("cup-heats-1", "ruling"),
                  keep="organiser heats again")
    referee.press("8")
    referee.see("Ruling: another result holds of group 1, stage heats. Reason: the wall", keep="referee rulings")
    for pane in (organiser, referee, desk):
        pane.press("q")
        if code_of := pane.left():
            raise Failure(f"the {pane.name} ended with {code_of}")
