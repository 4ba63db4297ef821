"""A whole game on the team's page: one seat by mouse, one by keys alone, one on a large screen, and walls by fingers."""

import http.server
import json
import re
import threading
import urllib.error
import urllib.request

from hall import Failure
from looks import asks
from touch import build_by_touch

NAMES = ["<script>alert(1)</script>", "Bricklayers\ufffd", "בנאים & <b>石工</b>"]


def play(hall, judge, desks, tablet, axe, tell):
    """Plays the game; `tablet` starts one more computer, `tell` is told what is done."""
    mouse, keys, large = desks["mouse"], desks["keys"], desks["large"]
    judge.see("▶ Start round 1. [o]", frames=False)
    mouse.see("Wait for the round", "game 0:", *NAMES)
    keys.see("ラウンド" if "ラウンド" in keys.text() else "入札", *NAMES)
    for name, desk in desks.items():
        weight, paint = desk.light()
        tell(f"the page of {name} weighs {weight} bytes, first paint after {paint:.0f} ms")
    for desk in desks.values():
        desk.sound(axe)
        desk.keep("ready")
    strangers(hall, mouse)
    tell("nobody gets in without the key, and no other page acts")
    reload_with_dialog(large, lambda: large.page.locator(".bar").get_by_role("button", name="help").click())
    first_states(large)
    tell("a page that is loaded anew shows its dialog, and says what it cannot show")
    judge.open_round()
    submits_what_it_displays(hall, desks["phone"])
    tell("a price is submitted as it is displayed, or not at all")
    bid_by_mouse(mouse)
    mouse.sound(axe)
    bid_by_keys(keys)
    keys.sound(axe)
    hall.team("t4", "bid", "V:5")
    tell("a list by mouse and a list by keys are sealed")
    large.see("NO LIST IS SEALED")
    large.page.get_by_role("button", name="decline").click()
    large.see("Decline this round")
    reload_with_dialog(large, lambda: large.page.locator("dialog").get_by_role("button", name="no").press("Tab"), False)
    large.keep("question")
    large.sound(axe)
    large.page.locator("dialog").get_by_role("button", name="yes").click()
    tie(mouse, keys, axe)
    tell("a tie is re-bid")
    confirm(judge, "round 1")
    results(large, axe)
    build_by_mouse(hall, mouse, axe)
    tell("a stone is dragged onto the wall, and the server has it")
    build_by_touch(hall, desks["phone"], "t4", axe)
    tell("a wall is built by fingers on a phone, and the server has it")
    outage(hall, judge, mouse)
    tell("the server was killed and came back")
    second_round(hall, judge, desks)
    build_by_keys(hall, keys, axe)
    tell("a wall is built by keys alone, and the server has it")
    desks["tablet"] = tablet()
    build_by_touch(hall, desks["tablet"], "t3", axe)
    tell("the same on a tablet")
    panels(large, axe)
    messages(hall, large, axe)
    tell("a question is asked, answered and read")
    end(hall, judge, desks, axe)
    tell("the game is over, and the pages say so")


def strangers(hall, desk):
    """Without the key, under another name, from another page: nothing."""
    key = desk.address.split("/")[3]

    def status(path, headers=None, data=None):
        request = urllib.request.Request(desk.origin + path, headers=headers or {}, data=data)
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    act = b'{"do":"press","button":"decline"}'
    json_type = {"content-type": "application/json"}
    for wanted, found in (
        (404, status("/")),
        (404, status("/state")),
        (404, status("/" + "0" * 32 + "/state")),
        (200, status(f"/{key}/state")),
        (421, status(f"/{key}/state", {"host": "evil.example"})),
        (403, status(f"/{key}/act", json_type, act)),
        (403, status(f"/{key}/act", {**json_type, "origin": "http://evil.example"}, act)),
        (415, status(f"/{key}/act", {"origin": desk.origin}, act)),
        (400, status(f"/{key}/act", {**json_type, "origin": desk.origin}, b'{"do":"nonsense"}')),
    ):
        if wanted != found:
            raise Failure(f"{found} in the place of {wanted}")
    # A page of another origin in the same browser, which even knows the key.
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    server.RequestHandlerClass.log_message = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    other = desk.page.context.new_page()
    try:
        other.goto(f"http://127.0.0.1:{server.server_port}/nothing")
        said = other.evaluate(
            """async ([address, act]) => {
                const tries = [
                    [address + "act", {method: "POST", body: act, headers: {"content-type": "application/json"}}],
                    [address + "act", {method: "POST", body: act, mode: "no-cors"}],
                    [address + "state", {}],
                ];
                const said = [];
                for (const [to, how] of tries) {
                    try { said.push((await fetch(to, how)).type); } catch { said.push("refused"); }
                }
                return said;
            }""",
            [desk.address, act.decode()],
        )
    finally:
        other.close()
        server.shutdown()
        server.server_close()
    if said[0] != "refused" or said[2] != "refused":
        raise Failure(f"another page can read or act: {said}")
    if desk.state()["dialog"] is not None:
        raise Failure("another page has opened a question")
    log = hall.log()
    if key in log or hall.tokens["t1"] in log:
        raise Failure("a secret is in a log")


def bid_by_mouse(desk):
    page = desk.page
    desk.see("Bidding")
    page.get_by_role("button", name="Bid for K").click()
    price = page.get_by_role("textbox", name="Price for K")
    price.fill("6")
    before = places(desk)
    price.fill("2")
    desk.see("A2")
    desk.keep("too cheap")
    page.get_by_role("button", name="seal", exact=True).click()
    told(desk, "would be refused")
    stays(desk, before)
    price.fill("21")
    page.get_by_role("button", name="Bid for V").click()
    page.get_by_role("textbox", name="Price for V").fill("5")
    desk.that("the lines are not two", lambda _: prices(desk) == ["21", "5"])
    page.get_by_role("button", name="V: want more").click()
    desk.that("V is not first", lambda _: [line["code"] for line in desk.state()["bids"]["lines"]] == ["V", "K"])
    page.get_by_role("button", name="K: want more").click()
    desk.that("K is not first", lambda _: [line["code"] for line in desk.state()["bids"]["lines"]] == ["K", "V"])
    seal(desk)
    desk.see("Sealed: revision 1")
    told(desk, "Sealed as revision 1")
    desk.keep("sealed")


def prices(desk):
    """What the fields of the draft display, as the program has it."""
    return [line["price"]["shown"] for line in desk.state()["bids"]["lines"]]


def reload_with_dialog(desk, opened, closes=True):
    """A page that is loaded anew while a dialog is open shows it, and all else."""
    opened()
    is_open = lambda page: page.locator("dialog[open]").count() == 1
    desk.that("no dialog is open", is_open)
    before = desk.page.locator("dialog h2").inner_text()
    desk.page.reload(wait_until="load")
    desk.that("the page stays blank", is_open)
    if desk.page.locator("dialog h2").inner_text() != before or not desk.page.locator(".bar h1").inner_text():
        raise Failure(f"{desk.code}: the page has lost its dialog: {desk.text()}")
    if closes:
        desk.press("Escape")
        desk.that("the dialog stays", lambda page: not is_open(page))


def choose_game(desk):
    """A team that plays in two running games of one title: the page asks which one, by their ids."""
    desk.see("Which game?", "g1", "g2")
    desk.page.reload(wait_until="load")
    desk.see("Which game?", "g1", "g2")
    desk.page.get_by_role("button", name="g2").click()
    desk.that("the page does not enter the game", lambda _: desk.state()["game"] == "g2")
    desk.see(without=("Which game?",))


def first_states(desk):
    """States that a page can begin with: a choice between two games, and one that it cannot read."""
    state = desk.state()
    choice = {"kind": "choose", "title": "Which game?", "text": [], "choices": ["g1", "g2"], "keys": []}
    none = {"game": None, "bids": None, "wall": None, "sheet": None, "ask": None, "clock": None, "phase": None, "held": None}
    for begun, text in (
        ({**state, **none, "dialog": choice}, "Which game?"),
        ({**state, "bids": {"title": "Bids"}}, "could not be shown"),
        ({**state, "seals": None, "dialog": None}, "could not be shown"),
    ):
        # Windows of one context share their line to the program.
        context = desk.page.context.browser.new_context()
        page = context.new_page()
        try:
            body = f"event: state\ndata: {json.dumps(begun)}\n\n"
            page.route("**/events", lambda route, _, body=body: route.fulfill(content_type="text/event-stream", body=body))
            page.goto(desk.address, wait_until="load")
            desk.that(f"the page does not say {text!r}: {page.inner_text('body')}", lambda _: text in page.inner_text("body"))
            if not page.locator(".bar h1").count():
                raise Failure(f"{desk.code}: the page is blank")
        finally:
            context.close()


def submits_what_it_displays(hall, desk):
    """Whatever is typed: the receipt has the price that the field displays, or there is no receipt."""
    page = desk.page
    desk.see("Bidding")
    page.get_by_role("button", name="Bid for K").click()
    field = page.get_by_role("textbox", name="Price for K")
    kept = lambda: [line for file in (hall.folder / "receipts-phone").glob("*.jsonl") for line in file.read_text().splitlines()]
    seal = page.get_by_role("button", name="seal", exact=True)
    for text in ("9.5", "1e3", "-9", "١٢", "1,000", "9 5", " 9", "", "９", "12", "１3", "0021", "9" * 14, "2２"):
        before = kept()
        field.focus()
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.keyboard.insert_text(text)
        desk.that(f"{text!r} does not arrive", lambda _: desk.state()["bids"]["lines"][0]["price"]["typed"] == text)
        desk.that(f"the field does not show what the program has of {text!r}", lambda _: field.input_value() == prices(desk)[0])
        displayed = field.input_value()
        seal.click()
        desk.that("nothing is said", lambda _: page.locator(".told .notice").inner_text() or page.locator("dialog[open]").count())
        if page.locator("dialog[open]").count():
            page.locator("dialog").get_by_role("button", name="yes").click()
        if re.fullmatch("[0-9]+", displayed) and len(displayed) <= 12:
            desk.that(f"{text!r} is not sealed", lambda _: desk.state()["bids"]["differs"] is False)
            desk.that("there is no receipt", lambda _: len(kept()) > len(before))
            price = json.loads(kept()[-1])["list"].split()[-1].strip("[]{}")
            sealed = hall.status("t4")["sealed"]["bids"][0]["price"]
            if str(sealed) != displayed or displayed not in re.findall("[0-9]+", price):
                raise Failure(f"{text!r} is displayed as {displayed!r} and sealed as {sealed}, receipt {kept()[-1]}")
        else:
            told(desk, "would be refused")
            if displayed != text or kept() != before:
                raise Failure(f"{text!r} is displayed as {displayed!r}, and something is sealed")


def places(desk):
    """Where on the page stands what one aims at."""
    return desk.page.evaluate(
        """['.lots', '.draft .buttons', '.board', '.wall-work .tools'].map((one) => {
            const {x, y} = document.querySelector(one).getBoundingClientRect();
            return [one, Math.round(x + scrollX), Math.round(y + scrollY)];
        })"""
    )


def stays(desk, before):
    """While lines come and go nothing moves under the mouse."""
    now = places(desk)
    if now != before:
        raise Failure(f"{desk.code}: something has moved: {before} {now}")


def told(desk, text):
    """What an act has led to is in view, wherever on the page one is."""
    notice = desk.page.locator(".told .notice")
    desk.that(f"is not told {text!r}", lambda _: text in notice.inner_text())
    height = desk.page.viewport_size["height"]
    for to in (0, "document.documentElement.scrollHeight"):
        desk.page.evaluate(f"scrollTo(0, {to})")
        box = notice.bounding_box()
        if box["y"] < 0 or box["y"] + box["height"] > height + 1:
            raise Failure(f"{desk.code}: {text!r} is told out of sight: {box}")


def seal(desk):
    """Seals by the button, and answers what is asked."""
    desk.page.get_by_role("button", name="seal", exact=True).click()
    desk.that("nothing is sealed or asked", lambda page: desk.state()["bids"]["differs"] is False or page.locator("dialog[open]").count())
    if desk.page.locator("dialog[open]").count():
        desk.page.locator("dialog").get_by_role("button", name="yes").click()
    desk.that("nothing is sealed", lambda _: desk.state()["bids"]["differs"] is False)


def bid_by_keys(desk):
    desk.see("入札受付中")
    desk.tab_to('.lot .add')
    desk.press("Enter")
    desk.that("the field has not the focus", lambda page: page.evaluate("document.activeElement.matches('input.price')"))
    desk.page.keyboard.type("21")
    desk.that("the price is not 21", lambda _: prices(desk) == ["21"])
    desk.press("ArrowUp", "ArrowDown")
    desk.press("Enter")
    desk.keep("written")
    # The next stop is the button that seals.
    desk.tab_to(".buttons button")
    desk.press("Enter")
    desk.that("nothing is sealed or asked", lambda page: desk.state()["bids"]["differs"] is False or page.locator("dialog[open]").count())
    if desk.page.locator("dialog[open]").count():
        desk.keep("doubt")
        desk.press("y")
    desk.that("nothing is sealed", lambda _: desk.state()["bids"]["differs"] is False)


def tie(mouse, keys, axe):
    mouse.see("Re-bid")
    mouse.that("there is no tied line", lambda page: page.locator(".tied input").count() == 1)
    mouse.sound(axe)
    mouse.page.locator(".tied input").fill("25")
    mouse.keep("tied")
    seal(mouse)
    keys.that("there is no tied line", lambda page: page.locator(".tied input").count() == 1)
    keys.keep("tied")
    keys.tab_to("button")
    keys.press("D")
    keys.that("nothing is asked", lambda page: page.locator("dialog[open]").count())
    keys.press("y")
    mouse.see("Round 1: won K")


def confirm(judge, _):
    judge.see("▶ Confirm:", frames=False)
    judge.press("C")
    judge.see(that=asks("This makes round"), frames=False)
    judge.press("y")


def results(desk, axe):
    desk.page.get_by_role("button", name="Results").click()
    desk.see("Round 1", "re-bid", *NAMES[:1])
    desk.that("no list is shown", lambda page: page.locator(".list li").count() >= 3)
    desk.sound(axe)
    desk.keep("results")


def build_by_mouse(hall, desk, axe):
    page = desk.page
    page.get_by_role("button", name="Wall", exact=True).click()
    desk.that("there are no two stones", lambda _: len(desk.state()["wall"]["stones"]) == 1)
    drag(desk, page.locator(".trays .card svg").first, 2, 2)
    desk.that("nothing lies", lambda _: len(desk.state()["wall"]["laid"]) == 1)
    first = desk.state()["wall"]["laid"][0]["cells"]
    if max(row for row, _ in first) != 3:
        raise Failure(f"it did not snap to the ground: {first}")
    desk.keep("laid")
    desk.sound(axe)
    # Moved along the wall, turned with the wheel on the way, and taken back.
    at = desk.square(*first[0])
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0] + 30, at[1] - 20, steps=4)
    desk.that("it is not held", lambda _: desk.state()["wall"]["held"]["moving"])
    page.mouse.wheel(0, 100)
    page.mouse.move(*desk.square(1, 6), steps=6)
    desk.keep("turned")
    page.mouse.up()
    desk.that("it was not turned", lambda _: desk.state()["wall"]["laid"][0]["cells"] != first and tall(desk) == 3)
    page.get_by_role("button", name="undo").click()
    desk.that("it was not undone", lambda _: desk.state()["wall"]["laid"][0]["cells"] == first)
    # Where it cannot lie it is said why, and nothing is laid.
    page.mouse.move(*desk.square(*first[0]))
    page.mouse.down()
    page.mouse.move(*desk.square(0, 3), steps=6)
    desk.see("(W3)")
    page.mouse.up()
    desk.that("it was laid", lambda _: desk.state()["wall"]["laid"][0]["cells"] == first)
    desk.keep("why not")
    page.get_by_role("button", name="send wall").click()
    desk.see("The server has it")
    if hall.status("t1")["wall"]["used"] != 1:
        raise Failure(f"the server has another wall: {hall.status('t1')}")


def tall(desk):
    return len({row for row, _ in desk.state()["wall"]["laid"][0]["cells"]})


def drag(desk, source, row, col):
    source.scroll_into_view_if_needed()
    box = source.bounding_box()
    page = desk.page
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(*desk.square(row, col), steps=8)
    desk.that("it is not held", lambda _: desk.state()["wall"]["held"] is not None)
    page.mouse.move(*desk.square(row, col))
    page.mouse.up()


def outage(hall, judge, desk):
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
    desk.that("the draft is gone", lambda _: prices(desk) == ["9"])
    seal(desk)


def second_round(hall, judge, desks):
    hall.team("t2", "bid", "O:9", "D:2")
    hall.team("t3", "bid", "L:7")
    hall.team("t4", "bid", "--decline")
    confirm(judge, "round 2")
    desks["keys"].see("D", "O")
    judge.see("▶ Start round 3. [o]", frames=False)


def build_by_keys(hall, desk, axe):
    desk.tab_to('.views [data-view="wall"]')
    desk.press("Enter")
    desk.that("the wall is not shown", lambda page: page.locator(".board").is_visible())
    desk.tab_to(".board")
    desk.sound(axe)
    desk.press("Enter")
    desk.that("nothing lies", lambda _: len(desk.state()["wall"]["laid"]) == 1)
    desk.press(".", "t", "Enter")
    desk.that("one lies alone", lambda _: len(desk.state()["wall"]["laid"]) == 2)
    desk.keep("built")
    desk.press("W")
    desk.that("the walls differ", lambda _: desk.state()["wall"]["differs"] is False)
    if hall.status("t2")["wall"]["used"] != 2:
        raise Failure(f"the server has another wall: {hall.status('t2')}")


def panels(desk, axe):
    """All that is only to be read."""
    for name, sign in (("All teams", "can pay"), ("Standings", "Bricklayers"), ("Advice", "Adds"), ("Log", "Round 1")):
        desk.page.locator(".views").get_by_role("button", name=name).click()
        desk.see(sign)
        desk.sound(axe)
        desk.keep(name)
    desk.page.locator(".bar").get_by_role("button", name="help").click()
    desk.that("no help", lambda page: page.locator("dialog[open]").count())
    if desk.page.locator("dialog[open]").evaluate("dialog => dialog.scrollTop") != 0:
        raise Failure("the help does not open at its beginning")
    desk.sound(axe)
    desk.keep("help")
    desk.press("Escape")
    desk.that("the help stays", lambda page: not page.locator("dialog[open]").count())
    desk.page.get_by_role("button", name="日本語").click()
    desk.see("入札")
    desk.keep("japanese")
    desk.sound(axe)
    desk.page.get_by_role("button", name="English").click()
    desk.see("Wall")


def messages(hall, desk, axe):
    """A question to the judge is asked, answered to the team alone, and the answer is marked as read."""
    page = desk.page
    page.locator(".views").get_by_role("button", name="Messages").click()
    field = page.get_by_role("textbox", name="Question to the judge")
    field.fill("x" * 401)
    desk.see("401 of 400 characters")
    page.get_by_role("button", name="ask", exact=True).click()
    told(desk, "at most 400 characters")
    field.fill("May a stone stick out?")
    desk.see("22 of 400 characters")
    desk.sound(axe)
    page.get_by_role("button", name="ask", exact=True).click()
    desk.see("May a stone stick out? (waits for an answer)")
    desk.that("the field is not empty", lambda _: field.input_value() == "")
    page.locator(".views").get_by_role("button", name="Bids").click()
    hall.judge_once("answer", "g1", "--team", "t3", "--question", "1", "--english", "No (W2)", "--japanese", "いいえ（W2）")
    badge = page.locator(".told .unread")
    desk.that("there is no badge", lambda _: badge.is_visible() and "1 new" in badge.inner_text())
    desk.see("Answer to you alone")
    badge.click()
    desk.see("No (W2)", "(answered to the team)")
    desk.sound(axe)
    desk.keep("messages")
    page.get_by_role("button", name="mark as read").click()
    desk.that("the badge stays", lambda _: not badge.is_visible())


def end(hall, judge, desks, axe):
    judge.open_round()
    desks["mouse"].see("Bidding")
    for code in ("t1", "t2", "t3", "t4"):
        hall.team(code, "bid", "--decline")
    judge.see("▶ Confirm:", frames=False)
    judge.press("C")
    judge.see(that=asks("This makes round"), frames=False)
    judge.press("y")
    judge.see("since the last round", frames=False)
    desks["keys"].see("石垣")
    judge.press("E")
    judge.see(that=asks("The last round became final"), frames=False)
    judge.press("Y")
    judge.see("▶ Declare the final result", frames=False)
    judge.press("F")
    judge.see(that=asks("This ranking becomes the final result"), frames=False)
    judge.press("Y")
    desks["mouse"].see("has not revealed all places")
    desks["large"].see("has not revealed all places")
    # A stone that is touched now is not laid, and that is said.
    mouse = desks["mouse"]
    if not mouse.page.locator(".tools [data-work='send-wall']").is_disabled():
        raise Failure("a wall can be sent after the end")
    for desk in desks.values():
        desk.sound(axe)
        desk.keep("declared")
    mouse.page.get_by_role("button", name="leave").click()
    mouse.see("The program has ended", within=20)
    if mouse.process.wait(10) != 0:
        raise Failure("the program did not end well")
