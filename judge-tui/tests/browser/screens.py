"""What the hall's page does where there is more than fits: over one round of its screens all of it was there, whole.

The states are made of the game that is played, and answer for the board: sixteen teams, ten games, sheets of an event.
"""

import copy

from hall import Failure

LONG = "長岡高専プログラミングコンテスト競技部門代表「石垣積み隊」"
# Whether the line with the last head and the fingerprint is wider than its place.
CUT_KEY = "() => (key => key.scrollWidth > key.clientWidth)(document.querySelector('.foot .key'))"
SIZES = ((1920, 1080, "ja"), (1280, 720, "en"))


def every_screen(pages, board):
    """Looks at every screen of each state."""
    made = dict(states(board.state()))
    window = pages.pages["hall"].context
    for width, height, lang in SIZES:
        page = window.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(FED)
        page.goto(f"{board.base}/hall?lang={lang}")
        # Held, so that the turns are those of the test.
        page.keyboard.press(" ")
        for name, state in made.items():
            page.evaluate("state => feed(state)", state)
            look(page, f"{name} on {width}x{height}", pages.pictures)
            if page.evaluate(CUT_KEY):
                raise Failure(f"{name} on {width}x{height}: the fingerprint is cut")
        page.close()


def lost_lines(pages, board):
    """Every page says when what it shows has no line, and does not when only the list has none that nobody asked for."""
    state = board.state()
    well, lost = {"live": True, "lost_since": None, "text": None}, {"live": False, "lost_since": 0, "text": None}
    unasked = {"live": False, "lost_since": None, "text": {"en": "connecting ...", "ja": "接続中..."}}
    of_event = lambda contact: {**state, "games": [], "event": {**event(), "contact": contact}, "contact": unasked}
    of_nobody = {**of_event(well)["event"], "en": [], "ja": []}
    cases = [
        ("an event", of_event(well), False),
        ("an event that is lost", of_event(lost), True),
        ("an event without sheets", {**of_event(well), "event": of_nobody}, False),
        ("a game", {**state, "contact": unasked}, False),
        ("a game that is lost", {**state, "contact": unasked, "games": [{**state["games"][0], "contact": lost}]}, True),
    ]
    for address in ("/hall", "/"):
        page = pages.pages["phone"].context.new_page()
        page.add_init_script(FED)
        page.goto(f"{board.base}{address}?lang=en")
        for name, made, is_lost in cases:
            page.evaluate("state => feed(state)", made)
            text = page.inner_text("body")
            if ("CONNECTION LOST" in text) != is_lost or "connecting" in text:
                raise Failure(f"{address} with {name} says {text[:200]!r}")
        if told := page.evaluate(TOLD):
            raise Failure(f"{address} tells readers of screens again and again: {told}")
        page.close()


def colours(pages, board):
    """Colours are those that are asked for, whatever the machine would have."""
    paper = {"light": "rgb(247, 244, 236)", "dark": "rgb(20, 24, 27)"}
    for name, theme in (("hall", "dark"), ("hall ja", "light")):
        page = pages.pages[name].context.new_page()
        page.goto(f"{board.base}/hall?theme={theme}")
        found = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        if found != paper[theme]:
            raise Failure(f"{name} with {theme} colours is {found}")
        page.close()


def spare(pages, board):
    """A game that is played in another's stead (G4) is in the hall that asked for the other, and a phone's team is still there."""
    state = board.state()
    replaced = {**state, "games": [{**state["games"][0], "id": "g1-spare"}, {**of_teams(state["games"][0], 3), "id": "g2"}]}
    window = pages.pages["phone"].context.browser.new_context()
    hall, phone = window.new_page(), window.new_page()
    for page, address in ((hall, "/hall?game=g1"), (phone, "/")):
        page.add_init_script(FED)
        page.goto(board.base + address)
        page.evaluate("state => feed(state)", state)
    phone.select_option("select", "t1")
    for page in (hall, phone):
        page.evaluate("state => feed(state)", replaced)
    games = hall.locator("h1:visible").all_inner_texts()
    if len(games) != 1 or "g1-spare" not in games[0]:
        raise Failure(f"the hall of a game that was replaced shows {games}")
    if (team := phone.input_value("select")) != "t1":
        raise Failure(f"after a game was replaced the phone's team is {team!r}")
    window.close()
    renamed = {**replaced, "games": [{**replaced["games"][0], "id": "again", "stands_for": "g1"}, replaced["games"][1]]}
    window = pages.pages["phone"].context.browser.new_context()
    hall = window.new_page()
    hall.add_init_script(FED)
    hall.goto(board.base + "/hall?game=g1")
    hall.evaluate("state => feed(state)", renamed)
    games = hall.locator("h1:visible").all_inner_texts()
    if len(games) != 1 or "again" not in games[0]:
        raise Failure(f"the hall that is opened after its game was replaced shows {games}")
    window.close()


def chosen_games(pages, board):
    """Games are asked for by their ids whatever stands around them; an unknown id is said, and two games have their walls."""
    state = {**board.state(), "event": None}
    game = state["games"][0]
    games = [{**game, "id": one, "view": view, "attention": True} for one, view in (("g1", "lots"), ("g2", "lots"))]
    two = {**state, "games": games}
    context = pages.pages["hall"].context
    for asked, shown, unknown in (
        ("%20g1", ["g1"], None),
        ("g1%20,", ["g1"], None),
        ("g1,nope", ["g1"], "nope"),
        ("nope", [], "nope"),
        ("g1,%20g2", ["g1", "g2"], None),
        (",", ["g1", "g2"], None),
    ):
        page = context.new_page()
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.add_init_script(FED)
        page.goto(f"{board.base}/hall?lang=en&game={asked}")
        page.evaluate("state => feed(state)", two)
        found = page.locator(".game:visible .id").all_inner_texts()
        said = page.inner_text(".trouble")
        if sorted(found) != shown or (unknown is not None) != ("Unknown game" in said) or (unknown or "") not in said:
            raise Failure(f"/hall?game={asked} shows {found} and says {said!r}")
        if (walls := page.locator(".game:visible .walls:visible").count()) != len(shown):
            raise Failure(f"/hall?game={asked} shows {walls} games with walls")
        page.close()


def laid_once(pages, board):
    """The hall's page is laid out anew where something has changed, and stays as it is where nothing has."""
    page = pages.pages["hall"].context.new_page()
    page.add_init_script(FED)
    page.goto(board.base + "/hall")
    page.keyboard.press(" ")
    page.evaluate(COUNT)
    state = {**board.state(), "event": None}
    game = state["games"][0]
    changed = {**game, "news": {"en": "changed", "ja": "changed"}}
    # What is shown nowhere is nothing to be laid out for.
    for name, game, is_laid in (
        ("the first state", game, True),
        ("the same state", game, False),
        ("a sentence", changed, True),
        ("the same sentence", changed, False),
        ("a mark of attention", {**changed, "attention": not changed["attention"]}, False),
    ):
        page.evaluate("laid = 0")
        page.evaluate("state => feed(state)", {**state, "games": [game]})
        laid = page.evaluate("laid")
        if (laid > 0) != is_laid:
            raise Failure(f"after {name} the hall was laid out by {laid} measures")
    page.close()


def states(state):
    """States of the board, each with a name."""
    state = {**state, "event": None}
    yield "sixteen teams", {**state, "games": [of_teams(state["games"][0], 16)]}
    games = [{**of_teams(state["games"][0], 6), "id": f"heat-{at}"} for at in range(1, 11)]
    yield "ten games", {**state, "games": games}
    head = "-".join(["e9e5"] * 8)
    yield "a declared game", {**state, "games": [{**games[0], "last_head": head, "fingerprint": head}]}
    yield "four games", {**state, "games": games[:4]}
    answer = {"en": "Question: " + "why? " * 80 + "\nAnswer: " + "because " * 50, "ja": "質問：" + "なぜ" * 150 + "\n回答：" + "だから" * 120}
    yield "long answers", {**state, "games": [{**of_teams(state["games"][0], 6), "announcements": [answer] * 8}]}
    yield "an event", {**state, "games": [], "event": event()}


def of_teams(game, count):
    """The game with so many teams."""
    game = copy.deepcopy(game)
    team, row = game["teams"][0], game["ranking"]["rows"][0]
    name = lambda at: f"{LONG if at % 2 else '津山'}{at}"
    game["teams"] = [{**team, "code": f"t{at}", "name": {"en": name(at), "ja": name(at)}} for at in range(count)]
    game["ranking"]["rows"] = [{**row, "team": at, "why": None} for at in range(count)]
    return game


def event():
    """An event with four leagues and a ranking of everybody."""
    heads = [["", True], ["player", False], ["club", False]]
    table = lambda heading, count: {"heading": heading, "heads": heads, "rows": [[str(at), LONG, "津山"] for at in range(1, count + 1)]}
    sheet = lambda heading, tables: {"event": "Meijin", "heading": heading, "tables": tables, "notes": ["a note"]}
    sheets = [
        sheet("Standings", [table(f"League {league}", 24) for league in "ABCD"]),
        sheet("Groups", [table(f"Group {group}", 4) for group in range(1, 8)]),
        sheet("Ranking", [table("", 91)]),
    ]
    text = {"en": "round 4 is under way", "ja": "第4回戦"}
    live = {"live": True, "lost_since": None, "text": None}
    return {"id": "meijin", "contact": live, "stage": text, "results": None, "en": sheets, "ja": sheets}


def look(page, name, pictures):
    """Goes through all screens once."""
    label = page.inner_text(".turns")
    known, seen = set(), set()
    for at in range(int(label.split("/")[1]) if label else 1):
        for what, is_whole in page.evaluate(PARTS):
            known.add(what)
            if is_whole:
                seen.add(what)
        if pictures and at < 3:
            page.screenshot(path=pictures / f"screens-{name}-{at + 1}.png".replace(" ", "-"))
        if cut := page.evaluate(CUT):
            raise Failure(f"{name}: cut off: {cut}")
        if (share := page.evaluate(TOLD_SHARE)) > 0.34:
            raise Failure(f"{name}: announcements fill {share:.0%} of the page")
        page.keyboard.press("ArrowRight")
    if not known or known != seen:
        raise Failure(f"{name}: never whole on the screen: {sorted(known - seen)[:8]}")


# Events come from the test instead of the board.
FED = """// No other window speaks to this one.
delete globalThis.BroadcastChannel;
window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor() {
        super();
        const tell = (kind, data) => this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
        setInterval(() => tell("beat", { now: 1_000 + performance.now() }), 1_000);
        window.feed = (state) => {
            tell("beat", { now: 1_000 + performance.now() });
            tell("state", state);
        };
    }
    close() {}
};"""
# Counts how often it is looked where something ended up.
COUNT = """() => {
    window.laid = 0;
    const measure = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function () {
        window.laid += 1;
        return measure.call(this);
    };
}"""
# What is told anew while a second passes.
TOLD = """() => new Promise((done) => {
    const told = [];
    const look = (changes) => changes.forEach(({ target }) => {
        const status = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target).closest("[role=status]");
        if (status) told.push(status.textContent);
    });
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => done(told), 1_300);
})"""
# The rows, walls and lots of the page, each with whether it is there as a whole: in the window, and in all that cuts off.
PARTS = """() => {
    const whole = (element) => {
        if (!element.offsetParent) return false;
        const box = element.getBoundingClientRect();
        for (let around = element.parentElement; around; around = around.parentElement) {
            const room = around.getBoundingClientRect();
            const cuts = around === document.body || getComputedStyle(around).overflowY === "hidden";
            if (cuts && (box.bottom > room.bottom + 1.5 || box.top < room.top - 1.5)) return false;
        }
        return box.height > 1 && box.bottom <= innerHeight && box.right <= innerWidth + 1;
    };
    const kinds = [".game .ranking tbody", ".game .wall", ".game .lot", ".sheet tbody tr"];
    // What a game shows follows from its moment.
    const shown = (one) => getComputedStyle(one.closest(".ranking, .walls, .lots") ?? one).display !== "none";
    return [...document.querySelectorAll(".game, .sheet")].flatMap((part, place) => kinds.flatMap((kind) =>
        [...part.parentElement.querySelectorAll(kind)].filter((one) => part.contains(one) && shown(one)).map((one, at) => [`${kind} ${at} of ${place}`, whole(one)])));
}"""
# How much of the page's height announcements take.
TOLD_SHARE = "() => Math.max(0, ...[...document.querySelectorAll('.announcements')].map((told) => told.offsetHeight)) / innerHeight"
# Games in which something has not enough room.
CUT = """() => [...document.querySelectorAll(".game:not([hidden])")]
    .filter((game) => game.scrollHeight > game.clientHeight + 1 || !game.querySelector(".row:not([hidden])"))
    .map((game) => game.querySelector("h1").textContent).join(", ")"""
