"""Plays a game and follows it on the board's pages: an opening lot by lot, a re-bid, a void round, and killed programs."""

import re
import time

from hall import Failure
from looks import asks
from pages import has_figure
from screens import (
    check_event_choice,
    check_game_choice,
    check_layout_passes,
    check_lost_connections,
    check_next_and_winner,
    check_panels,
    check_reader_of_two_events,
    check_screens,
    check_search,
    check_spare_game,
    check_themes,
)

# Prices that must not be on any page before the opening.
TIED, WON, LOST, LOW, CHEAP, LATE = 71, 76, 73, 67, 59, 57
# The visible names of the teams, without control characters for the writing direction.
NAMES = ["<script>alert(1)</script>", "Bricklayers\ufffd", "בנאים & <b>石工</b>"]

# Focuses the choice of a team, and selects a text.
START_CHOICE = """() => {
    window.choice = document.querySelector("select");
    window.choice.focus();
    getSelection().selectAllChildren(document.querySelector(".foot p"));
}"""
# Returns which of these the page has lost.
LOST_CHOICE = """() => [
    document.activeElement === window.choice ? null : "the focus",
    window.choice.value === "t1" ? null : "the chosen team",
    getSelection().toString() ? null : "the selected text",
].filter(Boolean).join(", ")"""


def play(hall, judge, board, pages, axe, report):
    """Plays the game. `report` prints each step."""
    judge.see("▶ Start round 1. [o]", frames=False)
    pages.see("ready", ["Waiting for round 1 to start", *NAMES], ["第1回の入札開始待ち", *NAMES])
    for name, size, paint in pages.check_weight():
        report(f"{name} has {size} bytes, first paint after {paint:.0f} ms")
    pages.check(axe)
    report("bidding: pages show which teams have submitted, and no prices")
    judge.open_round()
    pages.see("bidding", ["Bidding", "0 of 4 teams have submitted"], ["入札受付中"])
    for code, lines in (("t1", [f"K:{TIED}"]), ("t2", [f"K:{TIED}", "V:5"]), ("t3", [f"V:{CHEAP}"])):
        hall.team(code, "bid", *lines)
    pages.see("submitted", ["3 of 4 teams have submitted"], ["4チーム中3チームが入札済み"])
    pages.check_absent(TIED, CHEAP)
    pages.check(axe)
    choose_team(pages)
    report("the hall's screens, with more content than fits on one")
    check_screens(pages, board)
    check_panels(pages, board)
    check_next_and_winner(pages, board)
    check_search(pages, board, axe)
    check_lost_connections(pages, board)
    check_themes(pages, board)
    check_spare_game(pages, board)
    check_game_choice(pages, board)
    check_event_choice(pages, board)
    check_reader_of_two_events(pages, board)
    check_layout_passes(pages, board)
    hall.team("t4", "bid", f"K:{LOW}")
    report("the opening, lot by lot")
    follow_opening(pages, board)
    check_choice(pages)
    report("a re-bid, sealed until its opening")
    pages.see("re-bid", ["Re-bid 1", "0 of 2 tied teams have submitted"], ["再入札"])
    hall.team("t1", "rebid", f"1:{WON}")
    pages.see("re-bid submitted", ["1 of 2 tied teams have submitted"], ["2チーム中1チームが再入札済み"])
    pages.check_absent(WON)
    hold_opening(judge)
    hall.team("t2", "rebid", f"1:{LOST}")
    step_through_opening(judge, pages, board)
    pages.see("re-bid open", ["Waiting for the chief judge", str(WON)], ["審判長の確認待ち", str(WON)])
    report("the judge covers the opening again")
    cover_again(judge, pages, board)
    pages.check(axe)
    judge.see("▶ Confirm:", frames=False)
    judge.press("C")
    judge.see(that=asks("Confirm round 1?"), frames=False)
    judge.press("y")
    judge.see("▶ Start round 2. [o]", frames=False)
    report("stones on walls")
    hall.team("t1", "place", "K-1", "2", "1")
    pages.wait_for("walls", lambda page: "" if page.locator(".walls .stone").count() == 1 else "no stone on a wall")
    pages.check(axe)
    report("a round is void")
    void_round(judge, pages)
    report("the server is killed and restarted")
    restart_server(hall, judge, pages)
    report("the board is killed and restarted")
    restart_board(pages, board, report)
    check_clock(pages, board)
    report("an opening is held across both restarts")
    check_hold_after_restart(hall, judge, pages, board)
    report("the report verifies itself and detects a change")
    check_report(hall, pages, axe)


def choose_team(pages):
    """Chooses a team on the phone, checks that it survives a reload, and starts another choice."""
    phone = pages.pages["phone"]
    phone.select_option("select", "t1")
    phone.wait_for_selector(".my-wall")
    phone.reload()
    phone.wait_for_selector(".my-wall")
    phone.evaluate(START_CHOICE)


def check_choice(pages):
    """Checks that repainting the phone's page has kept the focus, the chosen team and the selected text."""
    if lost := pages.pages["phone"].evaluate(LOST_CHOICE):
        raise Failure(f"the phone's page has lost {lost}")


def follow_opening(pages, board):
    """Checks during an opening that neither the state nor a page has the result of a covered lot."""
    seen = set()
    ends = time.monotonic() + 40
    while time.monotonic() < ends:
        # The pages are read before the state, so a lot that the state still covers must be covered on the pages.
        contents, state = pages.contents(), board.state()
        game = state["games"][0]
        covered = [lot for lot in game["lots"] if lot["result"] and lot["result"]["covered"]]
        for lot in covered:
            if lot["result"]["awards"] or lot["result"]["ties"] or lot["result"]["rest"]:
                raise Failure(f"{lot['code']} is covered and has a result")
        if game["cover"] is not None:
            seen.add(game["cover"])
            if any(lot["code"] == "K" for lot in covered):
                pages.check_figures(contents, state, [TIED])
        elif seen:
            break
        pages.wait(100)
    if len(seen) < 2:
        raise Failure(f"the opening did not go lot by lot: {seen}")
    pages.see("uncovered", [str(TIED)], [str(TIED)])


def hold_opening(judge):
    """Holds the opening before the last re-bid is submitted, so that no step is shown automatically."""
    judge.press("u")
    judge.see(that=asks("The boards have shown the whole opening ("), frames=False)
    judge.press("h")
    judge.see(that=asks("The next opening is held"), frames=False)
    judge.press("Escape")
    judge.see("Next opening held [u]", frames=False)


def wait_for_step(pages, board, wanted):
    """Waits until the board has uncovered this number of steps."""
    ends = time.monotonic() + 10
    while (cover := board.state()["games"][0]["cover"]) != wanted:
        if time.monotonic() > ends:
            raise Failure(f"the board is at step {cover}, not at {wanted}")
        pages.wait(50)


def wait_until_covered(name, pages):
    pages.wait_for(name, lambda page: "still has the price" if has_figure(page.inner_text("body"), WON) else "")
    pages.check_absent(WON, LOST)


def step_through_opening(judge, pages, board):
    """Checks that all pages follow the judge through the opening in both directions, and show no covered price."""
    wait_for_step(pages, board, 0)
    # Without the hold, the next step would be shown by now.
    pages.wait(4_000)
    wait_for_step(pages, board, 0)
    pages.check_absent(WON, LOST)
    pages.keep("held")
    judge.press("u")
    judge.see(that=asks("The boards show step 0 of 2"), frames=False)
    judge.press("Down")
    wait_for_step(pages, board, 1)
    pages.see("first step", [str(WON)], [str(WON)])
    judge.press("Up")
    wait_for_step(pages, board, 0)
    wait_until_covered("covered", pages)
    judge.press("End")


def cover_again(judge, pages, board):
    """Covers a completely uncovered opening, and uncovers it again."""
    judge.see(without=["The boards show step"], frames=False)
    judge.press("u")
    judge.see(that=asks("The boards have shown the whole opening (2 of 2)"), frames=False)
    judge.press("Up", "Up")
    wait_for_step(pages, board, 0)
    wait_until_covered("covered again", pages)
    judge.press("End")
    pages.see("open again", ["Waiting for the chief judge", str(WON)], ["審判長の確認待ち", str(WON)])


def void_round(judge, pages):
    judge.open_round()
    pages.see("round 2", ["Round 2 of 3"], ["第2回"])
    judge.see("▶ Waiting for lists", frames=False)
    judge.press("V")
    judge.see(that=asks("Reason for voiding round 2"), frames=False)
    judge.write("<b>frames</b> mixed up")
    judge.press("Enter")
    judge.see(that=asks("? Its lists and"), frames=False)
    judge.press("Y")
    pages.see("void", ["VOID", "<b>frames</b> mixed up (G5)"], ["無効", "<b>frames</b> mixed up"])


def restart_server(hall, judge, pages):
    """Holds the next opening, then kills and restarts the server."""
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


def restart_board(pages, board, report):
    """Kills and restarts the board. Checks that the pages reconnect without a reload."""
    pages.pages["hall"].evaluate("window.is_same = true")
    board.stop()
    pages.see("board lost", ["The page is out of date"], ["画面の配信元との接続が"], within=15)
    board.restart()
    began = time.monotonic()
    pages.see("board back", ["Bidding"], ["入札受付中"],
              without=["The page is out of date", "画面の配信元との接続が"], within=15)
    if not pages.pages["hall"].evaluate("window.is_same === true"):
        raise Failure("the page was reloaded")
    report(f"pages are up to date {time.monotonic() - began:.1f} s after the board's restart")


def check_clock(pages, board):
    """Checks that pages opened before the restart have the same clock as one opened after it."""
    fresh = pages.pages["hall"].context.new_page()
    fresh.goto(board.base + "/hall")
    fresh.wait_for_selector(".clock:not(:empty)")

    def left(page):
        minutes, seconds = page.inner_text(".clock").split(":")
        return int(minutes) * 60 + int(seconds)

    pages.wait_for("same clock", lambda page: f"{left(page)} s, not {left(fresh)} s" if abs(left(page) - left(fresh)) > 1 else "", within=3)
    fresh.close()


def check_hold_after_restart(hall, judge, pages, board):
    """Checks that a restarted server and a restarted board still hold the opening."""
    judge.see("Next opening held [u]", frames=False)
    for code in ("t1", "t2", "t3"):
        hall.team(code, "bid", "--decline")
    hall.team("t4", "bid", f"V:{LATE}")
    wait_for_step(pages, board, 0)
    pages.wait(3_000)
    wait_for_step(pages, board, 0)
    pages.check_absent(LATE)
    judge.press("u")
    judge.see(that=asks("The boards show step 0 of 2"), frames=False)
    judge.press("End")
    pages.see("opened", [str(LATE)], [str(LATE)])


def check_report(hall, pages, axe):
    """Checks that the report of the unfinished game verifies itself, and rejects a changed price and a foreign game line."""
    link = ("--server", hall.address, "--token-file", hall.folder / "judge.token")
    hall.run("judge-tui", "transcript", "g1", "--out", "g1.jsonl", *link)
    hall.run("ishigaki-server", "report", "g1.jsonl", "--partial", "--out", "g1.html")
    made = (hall.folder / "g1.html").read_text(encoding="utf-8")
    bid = f'{{\\"lot\\":\\"K\\",\\"price\\":{TIED}}}'
    if bid not in made:
        raise Failure(f"the report does not contain the bid of {TIED} for K")
    (hall.folder / "changed.html").write_text(made.replace(bid, bid.replace(str(TIED), str(TIED + 1)), 1), encoding="utf-8")
    # A second game line with another key. The page must not show anything of it.
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
                raise Failure(f"the page {file} shows unverified content")
        page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
        page.keyboard.press("Tab")
        text = page.inner_text("body")
        if any(name not in text for name in NAMES):
            raise Failure("the report does not show a team's name correctly")
    pages.keep("report")
    pages.check(axe, halls=False)
