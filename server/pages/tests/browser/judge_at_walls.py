"""Two judges at the walls and the organiser on hosted pages: stones, counts, a paper list, a question, restarts, a revoked token."""

import time

from game import confirm
from hall import Failure
from hosting import Device
from pages import has_figure

# Price on paper that no other figure of a page has.
PAPER = 29
# Time in which a page with a revoked token ends, in seconds.
REVOKE_TIMEOUT = 1
VIEWS = ("stones", "counts", "lists", "questions")
FIGURES = ("empty", "top_gaps", "used")


class JudgeDevice(Device):
    """A judge's device."""

    path, signed_in = "/judge", ".tabs:not([hidden])"

    def show(self, view):
        self.page.locator(f'.tabs [data-view="{view}"]').click()
        self.wait_for(lambda page: page.locator(f'.tabs [data-view="{view}"][aria-current]').count() == 1, f"the view {view} is not shown")

    def sign_in_by_code(self, code):
        self.page.goto(self.address, wait_until="load")
        self.wait_for(lambda page: page.locator(".sign-in").is_visible(), "there is no form for signing in")
        self.keep("sign in", whole=False)
        self.page.locator("#sign-in-code").fill(code)
        self.page.locator(".sign-in button").click()
        self.wait_for(lambda page: page.locator(self.signed_in).count() == 1, "the typed code does not sign in")

    def wait_for_state(self, condition, problem, within=20):
        self.wait_for(lambda _: condition(self.state()), problem, within)

    def team(self, code="t1"):
        return next(team for team in self.state()["game"]["teams"] if team["team"] == code)

    def card(self, code="t1"):
        """Returns the card with the counts of a team."""
        return self.page.locator(f'.count[data-team="{code}"]')

    def count(self, *figures, code="t1"):
        """Types the figures of a wall, and presses the button."""
        fields = self.card(code).locator("input.figure:visible")
        for nth, figure in enumerate(figures):
            fields.nth(nth).fill(str(figure))
        self.card(code).locator("form button.main").click()

    def shown_counts(self, code="t1"):
        """Returns the columns of the table of counts, each with its figures."""
        rows = self.card(code).locator("tbody tr").all()
        columns = zip(*([int(cell) for cell in row.locator("td").all_inner_texts()] for row in rows))
        return [tuple(column) for column in columns]


def judge(site, browser, pictures, axe, report):
    """Plays a round, and judges it at the walls. `report` prints each step."""
    site.open()
    console = site.judge_tui("console", "judge", size=(120, 40))
    console.see("▶ Start round 1. [o]", frames=False)
    device = lambda *args, **more: JudgeDevice(site, browser, *args, pictures, **more)
    phone = device("judge", "judge-phone", (390, 844), "light", "en", touch=True)
    tablet = device("judge", "judge-tablet", (820, 1180), "dark", "ja", touch=True)
    organiser = device("organiser", "organiser", (390, 844), "dark", "ja", touch=True)
    for desk in (phone, tablet):
        desk.sign_in()
    organiser.sign_in_by_code(site.codes_of("organiser")[1])
    for view in VIEWS:
        inspect(axe, f"empty {view}", view, phone, tablet)
    phone.show("lists")
    phone.see("Only the organiser may enter paper lists")
    report("two judges sign in from the link of their sheet, and the organiser by code")
    console.open_round()
    answer_question(site, axe, phone, tablet)
    report("a question is answered")
    enter_list(site, axe, organiser, phone, tablet)
    confirm(console)
    report("a paper list replaces the team's own only after a question, and no judge has received its price")
    hand_out(axe, phone, tablet)
    report("stones are handed out from the queue, and taken back")
    right, wrong = outlive_restart(site, axe, phone, tablet)
    count_wall(axe, phone, tablet, right, wrong)
    report("two judges count differently, then agree, and the server's end loses no count")
    revoke(site, axe, phone, tablet, organiser, report)


def inspect(axe, name, view, *desks):
    """Checks a view on devices, and keeps a picture."""
    for desk in desks:
        desk.show(view)
        desk.check(axe)
        desk.keep(name, whole=False)


def answer_question(site, axe, phone, tablet):
    site.team("t3", "ask", "May a stone stick out of the frame?")
    phone.wait_for(lambda page: page.locator('.tabs [data-view="questions"] .open').count() == 1, "the question is not counted")
    inspect(axe, "question", "questions", phone, tablet)
    send = phone.page.get_by_role("button", name="Send answer")
    send.tap()
    phone.see("Enter an answer in at least one language.")
    phone.page.get_by_label("Answer in English").fill("No, it must not.")
    send.tap()
    phone.see("No open questions.")
    tablet.see("未回答の質問はありません")
    if "No, it must not." not in site.team("t3", "messages"):
        raise Failure("the answer does not reach the team")


def enter_list(site, axe, organiser, phone, tablet):
    """Enters a list for a team that submits one itself meanwhile."""
    for code, bids in (("t1", ("K:47", "V:5")), ("t3", ("--decline",))):
        site.team(code, "bid", *bids)
    organiser.show("lists")
    page = organiser.page
    submitted = lambda state: [team["submitted"] for team in state["game"]["list"]["teams"]]
    organiser.wait_for_state(lambda state: submitted(state) == [True, False, True, False], "the submitted lists are not marked")
    page.locator("#list-team").select_option("t4")
    page.locator(".lines .lot").first.select_option("K")
    page.locator(".lines .figure").first.fill(str(PAPER))
    inspect(axe, "paper list", "lists", organiser)
    site.team("t4", "bid", "D:1")
    organiser.wait_for_state(lambda state: submitted(state)[3], "the team's own list is not marked")
    submit = page.get_by_role("button", name="リストを提出")
    submit.tap()
    organiser.see("先に提出されたため")
    if site.status("t4")["sealed"]["bids"][0]["lot"] != "D" or page.locator(".lines .figure").first.input_value() != str(PAPER):
        raise Failure("a list that is outdated replaces the team's own, or is not kept on the page")
    inspect(axe, "outdated list", "lists", organiser)
    submit.tap()
    organiser.see("紙のリストに置き換えますか")
    organiser.check(axe)
    organiser.keep("replace", whole=False)
    page.locator("dialog[open] button.main").tap()
    organiser.see("リストを提出しました")
    if site.status("t4")["sealed"]["bids"][0]["price"] != PAPER:
        raise Failure("the paper list does not replace the team's own")
    for desk in (organiser, phone, tablet):
        if any(has_figure(data, PAPER) for data in desk.received):
            raise Failure(f"{desk.name} has received the price of the paper list")
    # The last list opens all.
    site.team("t2", "bid", "O:9", "I:5")


def hand_out(axe, phone, tablet):
    """Hands out a stone on one device. The other takes it back and hands it out again."""
    for desk in (phone, tablet):
        desk.show("stones")
        desk.wait_for(lambda page: page.locator("[data-stone]").count() == 4, "the four stones are not in the queue")
    inspect(axe, "stones", "stones", phone, tablet)
    stone = '[data-stone="t1 K-1"]'
    phone.page.locator(stone).tap()
    for desk in (phone, tablet):
        desk.wait_for(lambda page: page.locator(stone).count() == 0 and "K-1" in page.inner_text(".carried"), "the stone is not handed out")
    inspect(axe, "handed out", "stones", phone, tablet)
    tablet.page.locator(".carried button").tap()
    phone.wait_for(lambda page: page.locator(stone).count() == 1, "the stone is not taken back")
    tablet.page.locator(stone).tap()
    phone.wait_for(lambda page: page.locator(stone).count() == 0, "the stone is not handed out again")


def outlive_restart(site, axe, phone, tablet):
    """Enters a count, kills the servers, and starts them again. Returns the right and the wrong figures."""
    for desk in (phone, tablet):
        desk.show("counts")
    counted = phone.team()["counted"]
    wrong = (counted["empty"] - 6, counted["top_gaps"], 1)
    right = (counted["empty"] - 9, counted["top_gaps"], 2)
    phone.count(*wrong)
    phone.see("Waiting for a second person")
    tablet.see("1人目が集計済みです")
    if tablet.shown_counts() or str(wrong[0]) in tablet.card().locator(".entered").inner_text():
        raise Failure("the second person sees the first count before its own")
    inspect(axe, "first count", "counts", phone, tablet)
    site.kill_server()
    is_lost = lambda page: page.evaluate("document.documentElement.classList.contains('is-old')")
    phone.count(*wrong, code="t2")
    phone.see("No response")
    phone.wait_for(is_lost, "does not show that the connection is lost")
    phone.keep("lost", whole=False)
    site.serve()
    for desk in (phone, tablet):
        desk.wait_for(lambda page: not is_lost(page), "does not recover from the server's end", within=40)
        desk.wait_for_state(lambda state: state["live"] and state["game"], "the game is not followed again")
    if phone.card("t2").locator("input.figure").first.input_value() != str(wrong[0]):
        raise Failure("the typed figures are lost")
    phone.wait_for(lambda _: phone.team()["entered"] == {"first": figures(wrong), "second": None, "own": True, "agreed": False, "matches": False}, "the count is lost")
    return right, wrong


def figures(count):
    return dict(zip(FIGURES, count))


def count_wall(axe, phone, tablet, right, wrong):
    """Counts on a second device: first differently, then the same."""
    tablet.count(*right)
    counted = tuple(tablet.team()["counted"][figure] for figure in FIGURES)
    for desk, text in ((phone, "The two counts differ"), (tablet, "2人の集計が違います")):
        desk.see(text)
        if desk.shown_counts() != [wrong, right, counted]:
            raise Failure(f"{desk.name} does not show both counts: {desk.shown_counts()}")
    inspect(axe, "different counts", "counts", phone, tablet)
    tablet.card().get_by_role("button", name="数え直す").tap()
    phone.wait_for(lambda page: phone.card().locator("form").first.is_visible(), "there is no form to count again")
    phone.count(*right)
    tablet.see("1人目が集計済みです")
    tablet.count(*right)
    phone.see("Confirm on the other device")
    tablet.see("2人の集計は同じです")
    inspect(axe, "same counts", "counts", phone, tablet)
    tablet.card().get_by_role("button", name="集計を確定").tap()
    phone.see("A manual count applies")
    phone.wait_for(lambda _: phone.team()["counted"] == figures(right), "the count is not recorded")
    inspect(axe, "recorded", "counts", phone, tablet)


def revoke(site, axe, phone, tablet, organiser, report):
    """Revokes the judges' token. Their pages end, and the organiser's stays."""
    site.revoke("judge")
    began = time.monotonic()
    phone.wait_for_form("This token has been revoked")
    seconds = time.monotonic() - began
    tablet.wait_for_form("このトークンは無効になりました")
    if seconds > REVOKE_TIMEOUT:
        raise Failure(f"a page of a revoked token ends after {seconds:.1f} s")
    for desk in (phone, tablet):
        desk.check(axe)
        desk.keep("revoked", whole=False)
    phone.page.reload(wait_until="load")
    phone.wait_for(lambda page: page.locator(".sign-in").is_visible(), "a revoked session goes on after a reload")
    if organiser.page.locator(".sign-in").count():
        raise Failure("the organiser's page has ended, too")
    report(f"pages of a revoked judge end after {seconds:.1f} s")
