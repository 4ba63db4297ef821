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
        inspect(axe, f"empty {view}", view, phone, tablet, organiser)
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
    outlive_restart(site, axe, phone, tablet)
    count_wall(axe, phone, tablet)
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


def enter_list(site, axe, organiser, *judges):
    """Enters a list for a team that submits one itself meanwhile."""
    for code, bids in (("t1", ("K:47", "V:5")), ("t2", ("O:9", "I:5")), ("t3", ("--decline",))):
        site.team(code, "bid", *bids)
    organiser.show("lists")
    page = organiser.page
    organiser.wait_for_state(lambda state: [team["submitted"] for team in state["game"]["list"]["teams"]] == [True, True, True, False], "the lists are not shown as submitted")
    page.locator("#list-team").select_option("t4")
    page.locator(".lines .lot").first.select_option("K")
    page.locator(".lines .figure").first.fill(str(PAPER))
    inspect(axe, "paper list", "lists", organiser)
    # All but this one have submitted, so that its list would open the lists.
    page.evaluate("document.querySelector('.list').addEventListener('submit', (event) => event.stopImmediatePropagation(), {capture: true, once: true})")
    organiser.show("lists")


def hand_out(axe, phone, tablet):
    phone.wait_for_state(lambda state: state["game"]["waiting"] > 0, "there are no stones to hand out")
    inspect(axe, "stones", "stones", phone, tablet)


def outlive_restart(site, axe, phone, tablet):
    pass


def count_wall(axe, phone, tablet):
    pass


def revoke(site, axe, phone, tablet, organiser, report):
    pass
