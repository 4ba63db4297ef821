"""A game of four teams on hosted pages: from the sheets to the revealed result."""

import json
import re
import time

from devices import check_third_device, check_two_devices, check_wrong_links, sleep_and_wake
from game import confirm, prices, submit
from hall import Failure
from hosting import Device
from looks import asks, places
from pages import has_figure
from visit import Visit

# Prices that no other figure of a page has.
TIED, WON, LOST, OTHER = 47, 53, 49, 37
# From the QR code to a submitted list of two bids on a phone. A person needs about as long for each tap.
MAX_TAPS, MAX_SECONDS, SECONDS_PER_TAP = 12, 60, 2
HOURS_WRONG = 2
# Time in which a page with a revoked token ends, in seconds.
REVOKE_TIMEOUT = 1


def play(site, browser, pictures, axe, report):
    """Plays the game. `report` prints each step."""
    site.open()
    judge = site.judge_tui("console", "judge", size=(120, 40))
    judge.see("▶ Start round 1. [o]", frames=False)
    device = lambda *args, **more: Device(site, browser, *args, pictures, **more)
    visit = Visit(site, browser, pictures, axe)
    visit.enter_hall()
    visit.check_overlay()
    report("visitors find the hall's board without signing in")
    tablet = device("t2", "tablet", (820, 1180), "light", "ja", touch=True)
    large = device("t3", "large", (1920, 1080), "light", "en")
    set_wrong_clock(tablet)
    for desk, text in ((tablet, "審判の合図で始まります"), (large, "Round 1 starts when the judge opens it")):
        desk.sign_in()
        desk.see(text)
        inspect(desk, axe, "ready")
        size, paint = desk.check_weight()
        report(f"the page of the {desk.name} has {size} bytes, first paint after {paint:.0f} ms")
    check_wrong_links(site, device, axe)
    report("cut, foreign and unknown links get their sentences")
    judge.open_round()
    phone = device("t1", "phone", (390, 844), "light", "en", touch=True, has_hints=True)
    report(submit_from_sheet(site, browser, phone))
    inspect(phone, axe, "submitted")
    laptop = device("t1", "laptop", (1280, 720), "dark", "ja")
    check_two_devices(site, phone, laptop, axe)
    report("two devices of a team share the submitted list, and submit at once")
    visit.see(".seal.sealed")
    visit.inspect("bidding")
    visit.check_absent(TIED)
    check_third_device(site, device, laptop)
    report("a third device gets its sentence, and may sign in after another has signed out")
    check_clocks(laptop, tablet)
    report(f"the countdown is right on a device whose clock is {HOURS_WRONG} hours off")
    sleep_and_wake(site, phone, laptop)
    report("a device that slept has lost nothing")
    bid_and_tie(site, judge, phone, tablet, large, axe)
    report("a tie is re-bid, and no page has received a price of another team before its opening")
    restart_servers(site, judge, [phone, laptop, tablet, large])
    report("the server and the page server are killed and restarted")
    finish(site, judge, [phone, laptop, tablet, large], axe)
    visit.see(".winner h2, .winner .place")
    visit.inspect("revealed")
    report("the result is declared and revealed, and no page has received a place before")
    check_receipts(phone)
    revoke(site, tablet, large, axe, report)


def inspect(desk, axe, name):
    """Checks accessibility and that everything urgent is visible, and keeps a picture."""
    desk.check(axe)
    desk.check_urgent()
    desk.keep(name, whole=False)


def set_wrong_clock(desk):
    """Sets the device's date. Its monotonic clock is right, as on a real device."""
    desk.context.add_init_script(
        """const Right = Date, OFF = %d;
        globalThis.Date = class extends Right {
            constructor(...given) { super(...(given.length > 0 ? given : [Right.now() + OFF])); }
            static now() { return Right.now() + OFF; }
        };""" % (HOURS_WRONG * 3_600_000)
    )


def check_clocks(desk, wrong):
    """Checks that both pages show the same time left, within two seconds."""
    left = lambda one: [int(part) for part in one.page.inner_text(".clock").split(":")]
    (minutes, seconds), (wrong_minutes, wrong_seconds) = left(desk), left(wrong)
    difference = abs(60 * (minutes - wrong_minutes) + seconds - wrong_seconds)
    hours = abs(wrong.page.evaluate("Date.now()") / 1000 - time.time()) / 3600
    if difference > 2 or abs(hours - HOURS_WRONG) > 0.1:
        raise Failure(f"with a clock {hours:.1f} hours off, the countdown is {difference} s off")


def submit_from_sheet(site, browser, phone):
    """Scans the sheet, and submits two bids by touch. Returns the taps and seconds."""
    taps, began = 1, time.monotonic()  # The tap on the scanned link.
    phone.sign_in(site.scan_sheet(browser, "t1"))
    phone.see("Bidding")
    for code, price in (("K", TIED), ("V", 5)):
        phone.page.get_by_role("button", name=f"Bid for {code}").tap()
        field = phone.page.get_by_role("textbox", name=f"Price for {code}")
        field.tap()
        for digit in str(price):
            field.press(digit)
        taps += 2 + len(str(price))
    phone.wait_for(lambda _: prices(phone) == [str(TIED), "5"], "the draft does not have the prices")
    phone.page.locator(".act").tap()
    taps += 1
    phone.wait_for(lambda page: phone.state()["bids"]["differs"] is False or page.locator("dialog[open]").count(), "nothing happens")
    if phone.page.locator("dialog[open]").count():
        phone.keep("doubt", whole=False)
        phone.page.locator("dialog[open] button.main").tap()
        taps += 1
    phone.see("Submitted ", f"2 bids, {TIED + 5} TSUYAMA")
    seconds = time.monotonic() - began
    by_hand = seconds + taps * SECONDS_PER_TAP
    text = f"from the sheet to a submitted list: {taps} taps, {seconds:.1f} s, with {SECONDS_PER_TAP} s for each tap {by_hand:.0f} s"
    if taps > MAX_TAPS or by_hand > MAX_SECONDS:
        raise Failure(text)
    return text


def expect_secret(desks, *figures):
    """Fails if a device has received one of these figures."""
    for desk in desks:
        text = desk.page.content() + "\n".join(desk.received)
        text = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
        if not desk.received:
            raise Failure(f"{desk.name}: no received bytes were recorded")
        for figure in figures:
            if has_figure(text, figure):
                raise Failure(f"{desk.name} has received {figure} before the opening")


def bid(desk, code, price):
    """Adds a bid, and waits until the draft ends with it."""
    names = {"en": ("Bid for {}", "Price for {}"), "ja": ("{}に入札", "{}の価格")}[desk.lang]
    add, field = (name.format(code) for name in names)
    desk.page.get_by_role("button", name=add).click()
    desk.page.get_by_role("textbox", name=field).fill(str(price))
    desk.wait_for(lambda _: prices(desk)[-1:] == [str(price)], f"the price of {code} is not {price}")


def submit_last(desk, stage):
    """Submits the last list of a stage, which ends with it."""
    desk.page.locator(".act").click()
    desk.wait_for(lambda page: desk.state()["stage"] != stage or page.locator("dialog[open]").count(), "nothing happens")
    if desk.page.locator("dialog[open]").count():
        desk.page.locator("dialog[open] button.main").click()
    desk.wait_for(lambda _: desk.state()["stage"] != stage, "the stage does not end")


def bid_and_tie(site, judge, phone, tablet, large, axe):
    bid(tablet, "K", TIED)
    submit(tablet)
    if not any(has_figure(data, TIED) for data in tablet.received):
        raise Failure("the price is not in the bytes of its own team's page, so the search for it finds nothing")
    expect_secret([large], TIED)
    bid(large, "L", OTHER)
    inspect(large, axe, "bidding")
    submit(large)
    expect_secret([phone, tablet], OTHER)
    site.team("t4", "bid", "--decline")
    phone.see("Re-bid")
    phone.wait_for(lambda page: page.locator(".tied input").count() == 1, "there is no tied line")
    for desk in (phone, tablet):
        inspect(desk, axe, "rebid")
    phone.page.locator(".tied input").fill(str(WON))
    submit(phone)
    expect_secret([tablet, large], WON)
    tablet.page.locator(".tied input").fill(str(LOST))
    tablet.wait_for(lambda _: tablet.state()["bids"]["differs"], "the re-bid is not in the draft")
    submit_last(tablet, "rebid")
    judge.see("▶ Confirm:", frames=False)
    confirm(judge)
    phone.see("Round 1: won K")
    for desk in (phone, tablet, large):
        inspect(desk, axe, "waiting")


def restart_servers(site, judge, desks):
    """Kills the server, then the page server. Pages recover by themselves, with drafts and sessions."""
    judge.see("▶ Start round 2. [o]", frames=False)
    judge.open_round()
    phone, laptop, tablet, large = desks
    phone.see("Bidding")
    bid(phone, "O", 9)
    bid(tablet, "I", 8)
    shown = lambda desk: desk.page.evaluate("[...document.querySelectorAll('.line input.price')].map((field) => field.value)")
    expected = {desk: shown(desk) for desk in desks}
    is_lost = lambda page: page.evaluate("document.documentElement.classList.contains('is-old')")

    def outlive(kill, restart, problem):
        received = {desk: len(desk.states()) for desk in desks}
        kill()
        phone.wait_for(is_lost, "does not show that the connection is lost")
        phone.keep("lost", whole=False)
        restart()
        for desk in desks:
            again = lambda desk=desk: [state for state in desk.states()[received[desk] :] if state["bids"] and state["contact"]["live"]]
            desk.wait_for(lambda page: again() and not is_lost(page), problem, within=40)
            desk.wait_for(lambda _, desk=desk: shown(desk) == expected[desk], f"the draft is lost, expected {expected[desk]}")
            if desk.page.locator(".sign-in").count():
                raise Failure(f"{desk.name}: the session is lost")

    outlive(site.kill_server, site.serve, "does not recover from the server's end")
    outlive(site.stop_page_server, site.kill_page_server, "does not recover from the page server's end")
    bid(phone, "V", 4)
    submit(phone)
    submit(tablet)


def finish(site, judge, desks, axe):
    """Ends the game, and reveals the ranking."""
    phone, _, _, large = desks
    large.page.locator("[data-button='decline']").click()
    large.page.locator("dialog[open] button.main").click()
    site.team("t4", "bid", "--decline")
    confirm(judge)
    judge.see("since the last round", frames=False)
    large.wait_for(lambda _: large.state()["stage"] == "building", "the stage is not building")
    for desk in desks:
        inspect(desk, axe, "building")
    build(phone)
    judge.press("E")
    judge.see(that=asks("The last round became final"), frames=False)
    judge.press("Y")
    judge.see("The game is over", frames=False)
    if judge.screen().says("[J]"):
        judge.press("J")
        judge.press("Enter")
        judge.see(that=asks("Enter this janken result"), frames=False)
        judge.press("y")
    judge.see("▶ Declare the final result", frames=False)
    judge.press("F")
    judge.see(that=asks("Declare this ranking as the final result?"), frames=False)
    judge.press("Y")
    large.see("The ranking has not been fully")
    for desk in desks:
        inspect(desk, axe, "declared")
        if any(state["result"] and state["result"]["place"] for state in desk.states()):
            raise Failure(f"{desk.name} has received a place before the reveal")
    judge.see("Reveal the ranking. [v]", frames=False)
    judge.press("v")
    judge.see("Press Enter for the next place", frames=False)
    for desk in desks:
        if desk.state()["result"]["place"]:
            raise Failure(f"{desk.name} shows a place before its reveal")
    for _ in range(4):
        judge.press("Enter")
    for desk in desks:
        desk.wait_for(lambda _, desk=desk: desk.state()["result"]["place"], "shows no place after the reveal")
        inspect(desk, axe, "revealed")


def build(phone):
    """Places a stone by taps, and saves the wall."""
    phone.show("wall")
    phone.page.locator(".trays .card").first.tap()
    phone.wait_for(lambda _: phone.state()["wall"]["held"] is not None, "the stone is not held")
    phone.page.touchscreen.tap(*phone.scroll_to_square(3, 4))
    phone.wait_for(lambda _: phone.state()["wall"]["held"]["can_lay"], "the stone is not in a legal place")
    phone.page.locator("[data-work='lay']").tap()
    phone.wait_for(lambda _: len(phone.state()["wall"]["laid"]) == 1, "the stone is not placed")
    phone.keep("built", whole=False)
    phone.page.locator(".act").tap()
    phone.wait_for(lambda _: phone.state()["wall"]["differs"] is False, "the wall is not saved")


def check_receipts(desk):
    """Checks that the device gets the receipts of its team's devices: three bid lists and a re-bid at least."""
    text = desk.page.evaluate("fetch('/team/receipts').then((answer) => answer.text())")
    if len([json.loads(line) for line in text.splitlines()]) < 4:
        raise Failure(f"{desk.name}: receipts are missing: {text}")


def revoke(site, desk, other, axe, report):
    """Revokes a team's token. Its page ends with a sentence, and the other team's page stays."""
    site.revoke(desk.code)
    began = time.monotonic()
    desk.wait_for_form("無効")
    seconds = time.monotonic() - began
    if seconds > REVOKE_TIMEOUT:
        raise Failure(f"a page of a revoked token ends after {seconds:.1f} s")
    desk.check(axe)
    desk.keep("revoked", whole=False)
    desk.page.reload(wait_until="load")
    desk.wait_for(lambda page: page.locator(".sign-in").is_visible(), "a revoked session goes on after a reload")
    if other.page.locator(".sign-in").count() or not other.page.locator(".outcome").is_visible():
        raise Failure("another team's page has ended, too")
    report(f"a page of a revoked token ends after {seconds:.1f} s")
