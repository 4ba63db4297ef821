"""A game followed by the board's pages: an opening lot by lot, a re-bid, a void, a server and a board that are killed."""

import re
import time

from hall import Failure
from looks import asks
from pages import tells
from screens import colours, every_screen, laid_once, lost_lines, chosen_games, spare

# Prices that can stand nowhere before the opening.
TIED, WON, LOST, LOW, CHEAP, LATE = 71, 76, 73, 67, 59, 57
# The names as they have to stand on a page: as text, and nothing that turns the direction of writing.
NAMES = ["<script>alert(1)</script>", "Bricklayers\ufffd", "בנאים & <b>石工</b>"]

# A phone's page in somebody's hands, and what of that is gone.
CHOOSES = """() => {
    window.choice = document.querySelector("select");
    window.choice.focus();
    getSelection().selectAllChildren(document.querySelector(".foot p"));
}"""
CHOSEN = """() => [
    document.activeElement === window.choice ? null : "the focus",
    window.choice.value === "t1" ? null : "the choice",
    getSelection().toString() ? null : "the marked text",
].filter(Boolean).join(", ")"""


def follow(hall, judge, board, pages, axe, tell):
    """Plays the game; `tell` is told what is done."""
    judge.see("▶ Start round 1. [o]", frames=False)
    pages.see("ready", ["Waiting for round 1 to start", *NAMES], ["第1回の入札開始待ち", *NAMES])
    for name, weight, paint in pages.light():
        tell(f"{name} weighs {weight} bytes, first paint after {paint:.0f} ms")
    pages.sound(axe)
    tell("bidding: who has sealed, and no price")
    judge.open_round()
    pages.see("bidding", ["Bidding", "0 of 4 teams have sealed"], ["入札受付中"])
    for code, lines in (("t1", [f"K:{TIED}"]), ("t2", [f"K:{TIED}", "V:5"]), ("t3", [f"V:{CHEAP}"])):
        hall.team(code, "bid", *lines)
    pages.see("sealed", ["3 of 4 teams have sealed"], ["4チーム中3チームが入札済み"])
    pages.never(TIED, CHEAP)
    pages.sound(axe)
    pin(pages)
    tell("all of it comes to be seen in the hall")
    every_screen(pages, board)
    lost_lines(pages, board)
    colours(pages, board)
    spare(pages, board)
    chosen_games(pages, board)
    laid_once(pages, board)
    hall.team("t4", "bid", f"K:{LOW}")
    tell("the opening, lot by lot")
    uncover(pages, board)
    stays(pages)
    tell("a re-bid, sealed until its opening")
    pages.see("re-bid", ["Re-bid 1", "0 of 2 tied teams have sealed"], ["再入札"])
    hall.team("t1", "rebid", f"1:{WON}")
    pages.see("re-bid sealed", ["1 of 2 tied teams have sealed"], ["2チーム中1チームが再入札済み"])
    pages.never(WON)
    hold(judge)
    hall.team("t2", "rebid", f"1:{LOST}")
    steer(judge, pages, board)
    pages.see("re-bid open", ["Waiting for the chief judge", str(WON)], ["審判長の確認待ち", str(WON)])
    tell("the judge covers it again")
    take_back(judge, pages, board)
    pages.sound(axe)
    judge.see("▶ Confirm:", frames=False)
    judge.press("C")
    judge.see(that=asks("This makes round 1 final"), frames=False)
    judge.press("y")
    judge.see("▶ Start round 2. [o]", frames=False)
    tell("stones on walls")
    hall.team("t1", "place", "K-1", "2", "1")
    pages.all("walls", lambda page: "" if page.locator(".walls .stone").count() == 1 else "no stone on a wall")
    pages.sound(axe)
    tell("a round is void")
    void(judge, pages)
    tell("the server is killed and comes back")
    outage(hall, judge, pages)
    tell("the board is killed and comes back")
    pages.pages["hall"].evaluate("window.stays = true")
    board.stop()
    pages.see("board lost", ["No line to this page's program"], ["画面の配信元との接続が"], within=15)
    board.restart()
    gone = time.monotonic()
    pages.see("board back", ["Bidding"], ["入札受付中"],
              without=["No line to this page's program", "画面の配信元との接続が"], within=15)
    if not pages.pages["hall"].evaluate("window.stays === true"):
        raise Failure("the page was loaded anew")
    tell(f"pages are back {time.monotonic() - gone:.1f} s after the board")
    same_clock(pages, board)
    tell("what the judge held outlives the server and the board")
    outlive(hall, judge, pages, board)
    tell("the record as one page, which proves itself and notices a change")
    prove(hall, pages, axe)


def pin(pages):
    """A phone keeps its team in sight."""
    phone = pages.pages["phone"]
    phone.select_option("select", "t1")
    phone.wait_for_selector(".my-wall")
    phone.reload()
    phone.wait_for_selector(".my-wall")
    phone.evaluate(CHOOSES)


def stays(pages):
    """Whoever was about to choose a team, and had marked a text, still does: so much has happened since."""
    if lost := pages.pages["phone"].evaluate(CHOSEN):
        raise Failure(f"the phone's page took away {lost}")


def uncover(pages, board):
    """Whatever a page shows while an opening is uncovered, the state allowed: no covered lot has a price."""
    seen = set()
    ends = time.monotonic() + 40
    while time.monotonic() < ends:
        # What was on the pages before the state that still covers a lot cannot have shown it.
        contents, state = pages.contents(), board.state()
        game = state["games"][0]
        covered = [lot for lot in game["lots"] if lot["result"] and lot["result"]["covered"]]
        for lot in covered:
            if lot["result"]["awards"] or lot["result"]["ties"] or lot["result"]["rest"]:
                raise Failure(f"{lot['code']} is covered and has a result")
        if game["cover"] is not None:
            seen.add(game["cover"])
            if any(lot["code"] == "K" for lot in covered):
                pages.lacks(contents, state, [TIED])
        elif seen:
            break
        pages.wait(100)
    if len(seen) < 2:
        raise Failure(f"the opening was not seen lot by lot: {seen}")
    pages.see("uncovered", [str(TIED)], [str(TIED)])


def hold(judge):
    """The judge holds the opening of the re-bids while they are still sealed: nothing of it depends on who is faster."""
    judge.press("u")
    judge.see(that=asks("The boards have shown all of this opening"), frames=False)
    judge.press("h")
    judge.see(that=asks("The next opening is held"), frames=False)
    judge.press("Escape")
    judge.see("Next opening held [u]", frames=False)


def stands(pages, board, wanted):
    """Waits until the board has uncovered so many steps."""
    ends = time.monotonic() + 10
    while (cover := board.state()["games"][0]["cover"]) != wanted:
        if time.monotonic() > ends:
            raise Failure(f"the board is at {cover}, not at {wanted}")
        pages.wait(50)


def steer(judge, pages, board):
    """The opening stands where the judge has it: all pages follow, onwards and backwards, and show no price meanwhile."""
    stands(pages, board, 0)
    # It would have gone on by itself long ago.
    pages.wait(4_000)
    stands(pages, board, 0)
    pages.never(WON, LOST)
    pages.keep("held")
    judge.press("u")
    judge.see(that=asks("The boards show step 0 of 2"), frames=False)
    judge.press("Down")
    stands(pages, board, 1)
    pages.see("first step", [str(WON)], [str(WON)])
    judge.press("Up")
    stands(pages, board, 0)
    pages.all("covered", lambda page: "still has the price" if tells(page.inner_text("body"), WON) else "")
    pages.never(WON, LOST)
    judge.press("End")


def take_back(judge, pages, board):
    """Uncovered whole, it is covered again, and is whole again in the end."""
    judge.see(without=["The boards show step"], frames=False)
    judge.press("u")
    judge.see(that=asks("The boards have shown all of this opening (2 of 2)"), frames=False)
    judge.press("Up", "Up")
    stands(pages, board, 0)
    pages.all("covered again", lambda page: "still has the price" if tells(page.inner_text("body"), WON) else "")
    pages.never(WON, LOST)
    judge.press("End")
    pages.see("open again", ["Waiting for the chief judge", str(WON)], ["審判長の確認待ち", str(WON)])


def same_clock(pages, board):
    """A page that was there before the board was killed counts down as one that was opened afterwards does."""
    fresh = pages.pages["hall"].context.new_page()
    fresh.goto(board.base + "/hall")
    fresh.wait_for_selector(".clock:not(:empty)")

    def left(page):
        minutes, seconds = page.inner_text(".clock").split(":")
        return int(minutes) * 60 + int(seconds)

    pages.all("same clock", lambda page: f"{left(page)} s, not {left(fresh)} s" if abs(left(page) - left(fresh)) > 1 else "", within=3)
    fresh.close()


def outlive(hall, judge, pages, board):
    """The judge held this opening before the server was killed, and the board was not there yet when the server knew of it."""
    judge.see("Next opening held [u]", frames=False)
    for code in ("t1", "t2", "t3"):
        hall.team(code, "bid", "--decline")
    hall.team("t4", "bid", f"V:{LATE}")
    stands(pages, board, 0)
    pages.wait(3_000)
    stands(pages, board, 0)
    pages.never(LATE)
    judge.press("u")
    judge.see(that=asks("The boards show step 0 of 2"), frames=False)
    judge.press("End")
    pages.see("opened at last", [str(LATE)], [str(LATE)])


def void(judge, pages):
    judge.open_round()
    pages.see("round 2", ["Round 2 of 3"], ["第2回"])
    judge.see("▶ Wait for lists", frames=False)
    judge.press("V")
    judge.see(that=asks("Reason to void round 2"), frames=False)
    judge.write("<b>frames</b> mixed up")
    judge.press("Enter")
    judge.see(that=asks("becomes void"), frames=False)
    judge.press("Y")
    pages.see("void", ["VOID", "<b>frames</b> mixed up (G5)"], ["無効", "<b>frames</b> mixed up"])


def outage(hall, judge, pages):
    judge.see("▶ Start round 2. [o]", frames=False)
    judge.open_round()
    pages.see("round 2 again", ["Bidding"], ["入札受付中"])
    judge.press("u")
    judge.see(that=asks("The next opening is held"), frames=False)
    judge.press("Escape")
    judge.see("Next opening held [u]", frames=False)
    hall.kill_server()
    pages.see("server lost", ["CONNECTION LOST for"], ["接続断"])
    hall.serve()
    pages.see("server back", ["Bidding"], ["入札受付中"], without=["CONNECTION LOST", "接続断"])


def prove(hall, pages, axe):
    """The page of the game so far: in order as it is made, and not with one price changed."""
    link = ("--server", hall.address, "--token-file", hall.folder / "judge.token")
    hall.run("judge-tui", "transcript", "g1", "--out", "g1.jsonl", *link)
    hall.run("ishigaki-server", "report", "g1.jsonl", "--partial", "--out", "g1.html")
    made = (hall.folder / "g1.html").read_text(encoding="utf-8")
    told = f'{{\\"lot\\":\\"K\\",\\"price\\":{TIED}}}'
    if told not in made:
        raise Failure("the page does not have the record")
    (hall.folder / "changed.html").write_text(made.replace(told, told.replace(str(TIED), str(TIED + 1)), 1), encoding="utf-8")
    # The game line once more, as if another key had signed: whoever that is, the page shows nothing of it.
    first, rest = made.split("\\n", 1)
    start = first.rindex('"{\\"kind\\":\\"game\\"') + 1
    other = re.sub(r'(server_key\\":\\")[0-9a-f]{64}', lambda found: found[1] + "0" * 64, first[start:])
    (hall.folder / "second.html").write_text(f"{first}\\n{other}\\n{rest}", encoding="utf-8")
    for page in pages.pages.values():
        lang = page.evaluate("document.documentElement.lang")
        for file, sign in (("changed", ".fails"), ("second", ".fails"), ("g1", ".holds")):
            page.goto(f"{(hall.folder / file).as_uri()}.html?lang={lang}")
            page.wait_for_selector(sign)
            if sign == ".fails" and page.locator(".ranking-table").count() > 0:
                raise Failure(f"the page {file} draws what it has not proved")
        page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
        page.keyboard.press("Tab")
        text = page.inner_text("body")
        if any(name not in text for name in NAMES):
            raise Failure("a name is not as it was chosen on the game's page")
    pages.keep("report")
    pages.sound(axe, halls=False)
