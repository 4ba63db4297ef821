"""Plays a whole game on the team's page: one team by mouse, one by keys alone, one on a large screen, and walls by touch."""

import http.server
import json
import re
import threading

from hall import Failure
from looks import asks
from touch import build_by_touch

# The visible names of the teams, without control characters for the writing direction.
NAMES = ["<script>alert(1)</script>", "Bricklayers\ufffd", "בנאים & <b>石工</b>"]


def play(hall, judge, desks, open_tablet, axe, report):
    """Plays the game. `open_tablet` starts another computer, and `report` prints each step."""
    mouse, keys, large = desks["mouse"], desks["keys"], desks["large"]
    judge.see("▶ Start round 1. [o]", frames=False)
    mouse.see("Round 1 starts when the judge opens it", "game 0:", *NAMES[1:])
    keys.see("審判の合図で始まります")
    if keys.page.evaluate("document.documentElement.lang") != "ja":
        raise Failure("the page does not follow the browser's language")
    for name, desk in desks.items():
        size, paint = desk.check_weight()
        report(f"the page of {name} has {size} bytes, first paint after {paint:.0f} ms")
    for desk in desks.values():
        desk.check(axe)
        desk.keep("ready")
    large.check_urgent()
    check_windows(large)
    report("two windows have their own panel and language, and a hint is dismissed for good")
    check_other_origin(hall, mouse)
    report("a page of another origin can neither read nor act")
    check_first_states(large)
    report("a page reports a state that it cannot show")
    judge.open_round()
    check_submitted_prices(hall, desks["phone"])
    report("a price is submitted as displayed, or not at all")
    bid_by_mouse(mouse)
    mouse.check(axe)
    mouse.check_urgent()
    bid_by_keys(keys)
    keys.check(axe)
    hall.team("t4", "bid", "V:5")
    report("lists are submitted by mouse and by keys")
    large.see("Not submitted")
    large.page.locator("[data-button='decline']").click()
    large.see("Decline this round")
    reload_with_dialog(large, lambda: large.page.locator("dialog[open]").get_by_role("button", name="cancel").press("Tab"))
    large.keep("question")
    large.check(axe)
    large.page.locator("dialog[open] button.main").click()
    rebid(mouse, keys, axe)
    report("a tie is re-bid")
    confirm(judge)
    mouse.check_urgent()
    check_results(large, axe)
    build_by_mouse(hall, mouse, axe)
    report("a stone is dragged onto the wall and saved")
    build_by_touch(hall, desks["phone"], "t4", axe)
    report("a wall is built by touch on a phone and saved")
    restart_server(hall, judge, mouse)
    report("the server is killed and restarted")
    finish_second_round(hall, judge, desks)
    build_by_keys(hall, keys, axe)
    report("a wall is built by keys alone and saved")
    desks["tablet"] = open_tablet()
    build_by_touch(hall, desks["tablet"], "t3", axe)
    report("a wall is built by touch on a tablet and saved")
    check_panels(large, axe)
    check_messages(hall, large, axe)
    report("a question is asked, answered and read")
    end_game(hall, judge, desks, axe)
    report("the game is over, and the pages show it")


def check_other_origin(hall, desk):
    """Checks that a page of another origin in the same browser can neither read nor act, even if it knows the key."""
    key = desk.address.split("/")[3]
    act = b'{"do":"press","button":"decline"}'
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    server.RequestHandlerClass.log_message = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    other = desk.page.context.new_page()
    try:
        other.goto(f"http://127.0.0.1:{server.server_port}/nothing")
        answers = other.evaluate(
            """async ([address, act]) => {
                const requests = [
                    [address + "act", {method: "POST", body: act, headers: {"content-type": "application/json"}}],
                    [address + "act", {method: "POST", body: act, mode: "no-cors"}],
                    [address + "state", {}],
                ];
                const answers = [];
                for (const [to, how] of requests) {
                    try { answers.push((await fetch(to, how)).type); } catch { answers.push("refused"); }
                }
                return answers;
            }""",
            [desk.address, act.decode()],
        )
    finally:
        other.close()
        server.shutdown()
        server.server_close()
    if answers[0] != "refused" or answers[2] != "refused":
        raise Failure(f"another page can read or act: {answers}")
    if desk.state()["dialog"] is not None:
        raise Failure("another page has opened a dialog")
    log = hall.log()
    if key in log or hall.tokens["t1"] in log:
        raise Failure("a log contains a secret")


def bid_by_mouse(desk):
    page = desk.page
    desk.see("Bidding")
    page.get_by_role("button", name="Bid for K").click()
    price = page.get_by_role("textbox", name="Price for K")
    price.fill("6")
    before = positions(desk)
    price.fill("2")
    desk.see("A2")
    desk.keep("too cheap")
    page.locator(".act").click()
    see_notice(desk, "This list would be")
    check_positions(desk, before)
    price.fill("21")
    page.get_by_role("button", name="Bid for V").click()
    page.get_by_role("textbox", name="Price for V").fill("5")
    desk.wait_for(lambda _: prices(desk) == ["21", "5"], "the draft does not have two lines")
    check_fields(desk)
    page.reload()
    desk.see("Bidding")
    check_fields(desk)
    reorder(desk)
    desk.see("Not submitted")
    submit(desk)
    desk.see("Submitted ", "2 bids, 26 TSUYAMA")
    see_notice(desk, "Submitted as revision 1")
    desk.keep("submitted")
    page.get_by_role("button", name="V: 1 more").click()
    desk.see("1 change since you submitted at", "was 5")
    desk.keep("changed")
    page.locator(".revert").click()
    desk.wait_for(lambda page: prices(desk) == ["21", "5"] or has_dialog(page), "the list is not reverted")
    if has_dialog(page):
        page.locator("dialog[open] button.main").click()
    desk.see("2 bids, 26 TSUYAMA", without=["since you submitted"])


def reorder(desk):
    """Moves a line by the mouse, by Alt and an arrow, and by arrows on its handle."""
    page = desk.page
    handle = lambda code: page.get_by_role("button", name=f"{code}: drag")
    from_box, to_box = handle("V").bounding_box(), handle("K").bounding_box()
    middle = lambda box: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle(from_box))
    page.mouse.down()
    page.mouse.move(middle(to_box)[0], middle(to_box)[1] - 10, steps=6)
    desk.keep("reordering", whole=False)
    page.mouse.up()
    desk.wait_for(lambda _: codes(desk) == ["V", "K"], "V is not first after dragging")
    page.get_by_role("textbox", name="Price for K").press("Alt+ArrowUp")
    desk.wait_for(lambda _: codes(desk) == ["K", "V"], "K is not first after Alt and an arrow")
    handle("V").press("ArrowUp")
    desk.wait_for(lambda _: codes(desk) == ["V", "K"], "V is not first after an arrow")
    handle("V").press("ArrowDown")
    desk.wait_for(lambda _: codes(desk) == ["K", "V"], "K is not first again")


def prices(desk):
    """Returns the displayed prices of the draft, according to the program."""
    bids = desk.state()["bids"]
    return [line["price"]["shown"] for line in bids["lines"]] if bids else []


def check_fields(desk):
    """Waits until each line of the draft has a field that displays the program's price, and the draft can be submitted."""
    fields = lambda page: [field.input_value() for field in page.locator(".line input.price").all()]
    desk.wait_for(lambda page: fields(page) == prices(desk), "the fields do not display the program's prices")
    desk.wait_for(lambda page: page.locator(".act").is_visible(), "there is no submit button")


def codes(desk):
    """Returns the lots of the draft, in its order."""
    return [line["code"] for line in desk.state()["bids"]["lines"]]


def has_dialog(page):
    return page.locator("dialog[open]").count() > 0


def reload_with_dialog(desk, open_dialog):
    """Checks that a page reloaded with an open question shows it again, along with the rest of the page."""
    open_dialog()
    desk.wait_for(has_dialog, "no dialog is open")
    before = desk.page.locator("dialog[open] h2").inner_text()
    desk.page.reload(wait_until="load")
    desk.wait_for(has_dialog, "the page is blank")
    if desk.page.locator("dialog[open] h2").inner_text() != before or not desk.page.locator(".head h1").inner_text():
        raise Failure(f"{desk.code}: the page has lost its dialog: {desk.text()}")


def check_windows(desk):
    """Checks that another window of the same program has its own view and language, and that hints are dismissed for good."""
    # Without the stored hints, and in another language.
    context = desk.page.context.browser.new_context(viewport={"width": 1280, "height": 720}, locale="ja-JP")
    page = context.new_page()
    try:
        page.goto(desk.address, wait_until="load")
        page.locator(".hint button").click()
        page.locator('.views [data-view="log"]').click()
        desk.wait_for(lambda _: page.locator(".columns").get_attribute("data-view") == "log", "the other window has no view of its own")
        if "入札" not in page.inner_text("body") or "Stones" in page.inner_text("body"):
            raise Failure(f"the other window is not Japanese: {page.inner_text('body')}")
        if desk.page.locator(".columns").get_attribute("data-view") == "log" or "入札" in desk.text():
            raise Failure("the windows are not independent")
        page.locator(".menu").click()
        page.locator(".tools").get_by_role("button", name="English").click()
        desk.wait_for(lambda _: "Round 1 starts" in page.inner_text("body"), "the language does not change")
        if page.locator(".hint").is_visible():
            raise Failure("a dismissed hint is shown again")
    finally:
        context.close()


def choose_game(desk):
    """Chooses between two running games with the same title, which the page lists by their ids."""
    desk.see("Choose one of your team's games", "g1", "g2")
    desk.page.reload(wait_until="load")
    desk.see("Choose one of your team's games", "g1", "g2")
    desk.page.get_by_role("button", name="g2").click()
    desk.wait_for(lambda _: desk.state()["game"] == "g2", "the page does not enter the game")
    desk.see(without=("Choose one of your team's games",))


def check_first_states(desk):
    """Checks pages that start with a choice between two games, or with a state that they cannot show."""
    state = desk.state()
    choice = {"kind": "choose", "title": "Choose one of your team's games", "text": [], "choices": ["g1", "g2"]}
    none = {"game": None, "bids": None, "wall": None, "panels": None, "ask": None, "clock": None, "phase": None, "held": None}
    for first, text in (
        ({**state, **none, "dialog": choice}, "Choose one of your team's games"),
        ({**state, "bids": {"title": "Bids"}}, "). Reload the page, or"),
        ({**state, "seals": None, "dialog": None}, "). Reload the page, or"),
    ):
        # A new context, because windows of one context share their event stream.
        context = desk.page.context.browser.new_context()
        page = context.new_page()
        try:
            body = f"event: state\ndata: {json.dumps(first)}\n\n"
            page.route("**/events*", lambda route, _, body=body: route.fulfill(content_type="text/event-stream", body=body))
            page.goto(desk.address, wait_until="load")
            desk.wait_for(lambda _: text in page.inner_text("body"), f"the page does not show {text!r}: {page.inner_text('body')}")
            if not page.locator(".head h1").count():
                raise Failure(f"{desk.code}: the page is blank")
        finally:
            context.close()


def check_submitted_prices(hall, desk):
    """Checks for many texts that the receipt has the displayed price, and that other texts than digits are refused with a reason."""
    page = desk.page
    desk.see("Bidding")
    page.get_by_role("button", name="Bid for K").click()
    field = page.get_by_role("textbox", name="Price for K")
    receipts = lambda: [line for file in (hall.folder / "receipts-phone").glob("*.jsonl") for line in file.read_text().splitlines()]
    button = page.locator(".act")
    for text in ("9.5", "1e3", "-9", "١٢", "1,000", "9 5", " 9", "９", "12", "１3", "0021", "9" * 14, "2２", "9.5 typed"):
        before, shown = receipts(), field.input_value()
        field.focus()
        page.keyboard.press("Control+a")
        is_typed = text.endswith(" typed")
        text = text.removesuffix(" typed")
        if is_typed:
            page.keyboard.type(text)
        else:
            page.keyboard.insert_text(text)
        digits = "".join(chr(ord(char) - 0xFEE0) if "０" <= char <= "９" else char for char in text)
        if not re.fullmatch("[0-9]{1,12}", digits):
            desk.wait_for(lambda page: page.locator(".line .flaw").count() > 0, f"no reason is shown for {text!r}")
            # What is typed after a refused character belongs to it.
            expected = text.split(".")[0] if is_typed else shown
            if field.input_value() != expected or receipts() != before:
                raise Failure(f"{text!r} is displayed as {field.input_value()!r}, or submitted")
            field.blur()
            continue
        price = str(int(digits))
        desk.wait_for(lambda _: prices(desk)[0] == price and field.input_value() == price, f"{text!r} is not displayed as {price}")
        button.click()
        desk.wait_for(lambda page: page.locator(".told .notice").inner_text() or has_dialog(page), "there is no message")
        if has_dialog(page):
            page.locator("dialog[open] button.main").click()
        desk.wait_for(lambda _: desk.state()["bids"]["differs"] is False, f"{text!r} is not submitted")
        desk.wait_for(lambda _: len(receipts()) > len(before), "there is no receipt")
        receipt = json.loads(receipts()[-1])["list"].split()[-1].strip("[]{}")
        submitted = hall.status("t4")["sealed"]["bids"][0]["price"]
        if str(submitted) != price or price not in re.findall("[0-9]+", receipt):
            raise Failure(f"{text!r} is displayed as {price}, submitted as {submitted}, receipt {receipts()[-1]}")
    if page.locator(".receipt-alarm").is_visible():
        raise Failure("the page reports a wrong receipt")


def positions(desk):
    """Returns the positions of the parts that a user clicks."""
    return desk.page.evaluate(
        """['.lots', '.act', '.board', '.stepper'].map((one) => {
            const {x, y} = document.querySelector(one).getBoundingClientRect();
            return [one, Math.round(x + scrollX), Math.round(y + scrollY)];
        })"""
    )


def check_positions(desk, before):
    """Fails if something has moved under the mouse by more than a few pixels."""
    now = positions(desk)
    if any(abs(x - to_x) > 4 or abs(y - to_y) > 4 for (_, x, y), (_, to_x, to_y) in zip(before, now)):
        raise Failure(f"{desk.code}: something has moved: {before} {now}")


def see_notice(desk, text):
    """Waits for a notice, and checks that it is inside the window."""
    notice = desk.page.locator(".told .notice")
    desk.wait_for(lambda _: text in notice.inner_text(), f"no notice {text!r}")
    box = notice.bounding_box()
    if box["y"] < 0 or box["y"] + box["height"] > desk.page.viewport_size["height"] + 1:
        raise Failure(f"{desk.code}: the notice {text!r} is not visible: {box}")


def is_submitted(desk):
    return desk.state()["bids"]["differs"] is False


def submit(desk):
    """Clicks the submit button, and confirms a warning."""
    desk.page.locator(".act").click()
    desk.wait_for(lambda page: is_submitted(desk) or has_dialog(page), "there is neither a submission nor a question")
    if has_dialog(desk.page):
        desk.page.locator("dialog[open] button.main").click()
    desk.wait_for(lambda _: is_submitted(desk), "the list is not submitted")


def bid_by_keys(desk):
    desk.see("入札受付中")
    desk.tab_to('.lot .add')
    desk.press("Enter")
    desk.wait_for(
        lambda page: page.evaluate("document.activeElement.matches('input.price')"), "the field does not have the focus"
    )
    desk.page.keyboard.type("21")
    desk.wait_for(lambda _: prices(desk) == ["21"], "the price is not 21")
    desk.press("ArrowUp", "ArrowDown")
    desk.press("Enter")
    desk.keep("typed")
    # Enter in the last field has moved the focus to the main button.
    desk.tab_to(".act")
    desk.press("Enter")
    desk.wait_for(lambda page: is_submitted(desk) or has_dialog(page), "there is neither a submission nor a question")
    if has_dialog(desk.page):
        desk.keep("warning")
        desk.press("y")
    desk.wait_for(lambda _: is_submitted(desk), "the list is not submitted")


def rebid(mouse, keys, axe):
    """Raises the tied line by mouse, and passes by keys."""
    mouse.see("Re-bid")
    mouse.wait_for(lambda page: page.locator(".tied input").count() == 1, "there is no tied line")
    mouse.check(axe)
    mouse.check_urgent()
    mouse.page.locator(".tied input").fill("25")
    mouse.keep("tied")
    submit(mouse)
    keys.wait_for(lambda page: page.locator(".tied input").count() == 1, "there is no tied line")
    keys.keep("tied")
    keys.tab_to(".act")
    keys.press("D")
    keys.wait_for(has_dialog, "there is no question")
    keys.press("y")
    mouse.see("Round 1: won K")
    mouse.see("You won 1 stone for 25 TSUYAMA.", "Not needed" if "Not needed" in mouse.text() else "Won")


def confirm(judge):
    """Confirms the round."""
    judge.see("▶ Confirm:", frames=False)
    judge.press("C")
    judge.see(that=asks("? Prices are deducted"), frames=False)
    judge.press("y")


def check_results(desk, axe):
    desk.show("results")
    desk.see("Round 1", "Stone", "Winner")
    desk.wait_for(lambda page: page.locator(".round-table tbody tr").count() >= 2, "the lots are not shown")
    desk.check(axe)
    desk.keep("results")


def build_by_mouse(hall, desk, axe):
    page = desk.page
    wall = lambda: desk.state()["wall"]
    desk.show("wall")
    desk.wait_for(lambda _: len(wall()["stones"]) == 1, "the stone is missing")
    drag(desk, page.locator(".trays .card svg").first, 2, 2)
    desk.wait_for(lambda _: len(wall()["laid"]) == 1, "the stone is not placed")
    first = wall()["laid"][0]["cells"]
    if max(row for row, _ in first) != 3:
        raise Failure(f"the stone did not snap to the bottom edge: {first}")
    desk.keep("placed")
    desk.check(axe)
    # Moves the stone along the wall, rotates it with the wheel, and undoes it.
    start = desk.scroll_to_square(*first[0])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] - 20, steps=4)
    desk.wait_for(lambda _: wall()["held"]["moving"], "the stone is not held")
    page.mouse.wheel(0, 100)
    page.mouse.move(*desk.scroll_to_square(1, 6), steps=6)
    desk.keep("rotated")
    page.mouse.up()
    desk.wait_for(lambda _: wall()["laid"][0]["cells"] != first and height_of_first_stone(desk) == 3, "the stone is not rotated")
    page.locator("[data-work='undo']").click()
    desk.wait_for(lambda _: wall()["laid"][0]["cells"] == first, "the move is not undone")
    # Without support (W3) the page shows the reason, and the stone stays in its place.
    page.mouse.move(*desk.scroll_to_square(*first[0]))
    page.mouse.down()
    page.mouse.move(*desk.scroll_to_square(0, 3), steps=6)
    desk.see("(W3)")
    page.mouse.up()
    desk.wait_for(lambda _: wall()["laid"][0]["cells"] == first, "the stone has moved")
    desk.keep("reason")
    page.locator("[data-work='send-wall']").click()
    desk.wait_for(lambda _: wall()["differs"] is False, "the wall is not saved")
    if hall.status("t1")["wall"]["used"] != 1:
        raise Failure(f"the server has another wall: {hall.status('t1')}")


def height_of_first_stone(desk):
    return len({row for row, _ in desk.state()["wall"]["laid"][0]["cells"]})


def drag(desk, source, row, col):
    """Drags an element to a square of the wall."""
    source.scroll_into_view_if_needed()
    box = source.bounding_box()
    page = desk.page
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*desk.scroll_to_square(row, col), steps=8)
    desk.wait_for(lambda _: desk.state()["wall"]["held"] is not None, "the stone is not held")
    page.mouse.move(*desk.scroll_to_square(row, col))
    page.mouse.up()


def restart_server(hall, judge, desk):
    """Kills and restarts the server. The page keeps the draft, also a price typed during the outage."""
    judge.see("▶ Start round 2. [o]", frames=False)
    judge.open_round()
    desk.see("Bidding")
    desk.page.get_by_role("button", name="Bid for I").click()
    desk.page.get_by_role("textbox", name="Price for I").fill("8")
    hall.kill_server()
    desk.see("CONNECTION LOST")
    desk.keep("lost")
    desk.page.get_by_role("textbox", name="Price for I").fill("9")
    hall.serve()
    desk.see("Bidding", without=["CONNECTION LOST"])
    desk.wait_for(lambda _: prices(desk) == ["9"], "the draft is lost")
    submit(desk)


def finish_second_round(hall, judge, desks):
    hall.team("t2", "bid", "O:9", "D:2")
    hall.team("t3", "bid", "L:7")
    hall.team("t4", "bid", "--decline")
    confirm(judge)
    desks["keys"].see("D", "O")
    judge.see("▶ Start round 3. [o]", frames=False)


def build_by_keys(hall, desk, axe):
    desk.press("w")
    desk.wait_for(lambda page: page.locator(".board").is_visible(), "the wall is not shown")
    desk.tab_to(".board")
    desk.check(axe)
    desk.press("Enter")
    desk.wait_for(lambda _: len(desk.state()["wall"]["laid"]) == 1, "the first stone is not placed")
    desk.press(".", "t", "Enter")
    desk.wait_for(lambda _: len(desk.state()["wall"]["laid"]) == 2, "the second stone is not placed")
    desk.keep("built")
    desk.press("W")
    desk.wait_for(lambda _: desk.state()["wall"]["differs"] is False, "the wall is not saved")
    if hall.status("t2")["wall"]["used"] != 2:
        raise Failure(f"the server has another wall: {hall.status('t2')}")


def check_panels(desk, axe):
    """Checks the read-only panels, a large wall, the help and the change of language."""
    for view, text in (("rivals", "can pay"), ("standings", "Bricklayers"), ("advice", "Adds"), ("log", "Round 1")):
        desk.show(view)
        desk.see(text)
        desk.check(axe)
        desk.keep(view)
    desk.show("rivals")
    desk.page.locator(".wall-card").first.click()
    desk.wait_for(has_dialog, "the wall is not enlarged")
    desk.check(axe)
    desk.press("Escape")
    desk.press("?")
    desk.wait_for(has_dialog, "the help does not open")
    if desk.page.locator("dialog[open]").evaluate("dialog => dialog.scrollTop") != 0:
        raise Failure("the help does not open at its top")
    desk.see("Marks", "Rules of the game", "Keys")
    desk.check(axe)
    desk.keep("help")
    desk.press("Escape")
    desk.wait_for(lambda page: not has_dialog(page), "the help stays open")
    desk.use_tool("日本語")
    desk.see("入札")
    desk.keep("japanese")
    desk.check(axe)
    desk.use_tool("English")
    desk.see("Wall")


def check_messages(hall, desk, axe):
    """Asks the judge a question, gets an answer for the team alone, and marks it as read."""
    page = desk.page
    desk.show("messages")
    field = page.get_by_role("textbox", name="Question for the judge")
    field.fill("May a stone stick out?")
    desk.see("22 of 400 characters")
    desk.check(axe)
    page.get_by_role("button", name="send question").click()
    desk.see("May a stone stick out? (waiting for an answer)")
    desk.wait_for(lambda _: field.input_value() == "", "the field is not empty")
    desk.show("sheet")
    hall.judge_once("answer", "g1", "--team", "t3", "--question", "1", "--english", "No (W2)", "--japanese", "いいえ（W2）")
    badge = page.locator(".told .unread")
    desk.wait_for(lambda _: badge.is_visible() and "1 new" in badge.inner_text(), "there is no badge")
    desk.see("Answer to your team")
    badge.click()
    desk.see("No (W2)", "(answer sent to your team)")
    desk.check(axe)
    desk.keep("messages")
    page.get_by_role("button", name="mark as read").click()
    desk.wait_for(lambda _: not badge.is_visible(), "the badge stays")


def end_game(hall, judge, desks, axe):
    judge.open_round()
    desks["mouse"].see("Bidding")
    for code in ("t1", "t2", "t3", "t4"):
        hall.team(code, "bid", "--decline")
    confirm(judge)
    judge.see("since the last round", frames=False)
    desks["keys"].see("石垣")
    desks["mouse"].check_urgent()
    judge.press("E")
    judge.see(that=asks("The last round became final"), frames=False)
    judge.press("Y")
    judge.see("▶ Declare the final result", frames=False)
    judge.press("F")
    judge.see(that=asks("Declare this ranking as the final result?"), frames=False)
    judge.press("Y")
    desks["mouse"].see("The ranking has not been fully")
    desks["large"].see("The ranking has not been fully")
    mouse = desks["mouse"]
    if mouse.page.locator(".act").is_visible():
        raise Failure("there is an act after the end")
    mouse.check_urgent()
    for desk in desks.values():
        desk.check(axe)
        desk.keep("declared")
    mouse.use_tool("quit")
    mouse.see("The program has ended", within=20)
    if mouse.process.wait(10) != 0:
        raise Failure("the program ended with an error")
