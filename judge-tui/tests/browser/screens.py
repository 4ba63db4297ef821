"""Checks of the hall's page with more content than fits: after one cycle of its screens, every part was completely visible.

The states are made from the game that is being played, and replace those of the board: sixteen teams, ten games, sheets of
an event.
"""

import copy
import re

import chromium
from hall import Failure

LONG = "長岡高専プログラミングコンテスト競技部門代表「石垣積み隊」"
# Returns whether the line with the last head and the fingerprint is cut off.
IS_KEY_CUT = "() => (key => key.scrollWidth > key.clientWidth)(document.querySelector('.foot .key'))"
SIZES = ((1920, 1080, "ja"), (1280, 720, "en"))


def feed(page, state):
    """Sends a state to a page, once its script follows the event stream."""
    page.evaluate(FEED, state)


def check_screens(pages, board):
    """Checks every screen of each state."""
    made = dict(states(board.state()))
    window = pages.pages["hall"].context
    for width, height, lang in SIZES:
        page = window.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(FAKE_EVENTS)
        page.goto(f"{board.base}/hall?lang={lang}")
        # Stops the automatic cycle, so that the test changes the screens.
        page.keyboard.press(" ")
        for name, state in made.items():
            feed(page, state)
            check_cycle(page, f"{name} on {width}x{height}", pages.pictures)
            if page.evaluate(IS_KEY_CUT):
                raise Failure(f"{name} on {width}x{height}: the fingerprint is cut off")
        page.close()


def check_lost_connections(pages, board):
    """Checks that every page reports a lost connection to its content, but not to a list of games that it does not use."""
    state = board.state()
    good, lost = {"live": True, "lost_since": None, "text": None}, {"live": False, "lost_since": 0, "text": None}
    unused = {"live": False, "lost_since": None, "text": {"en": "connecting…", "ja": "接続中…"}}
    event_state = lambda contact: {**state, "games": [], "events": [{**event(), "contact": contact}], "contact": unused}
    without_sheets = {**event_state(good)["events"][0], "en": [], "ja": []}
    cases = [
        ("an event", event_state(good), False),
        ("a lost event", event_state(lost), True),
        ("an event without sheets", {**event_state(good), "events": [without_sheets]}, False),
        ("a game", {**state, "contact": unused}, False),
        ("a lost game", {**state, "contact": unused, "games": [{**state["games"][0], "contact": lost}]}, True),
    ]
    for address in ("/hall", "/"):
        page = pages.pages["phone"].context.new_page()
        page.add_init_script(FAKE_EVENTS)
        page.goto(f"{board.base}{address}?lang=en")
        for name, made, is_lost in cases:
            feed(page, made)
            text = page.inner_text("body")
            if ("CONNECTION LOST" in text) != is_lost or "connecting" in text:
                raise Failure(f"{address} with {name} shows {text[:200]!r}")
        if repeated := page.evaluate(READ_OUT):
            raise Failure(f"{address} makes screen readers repeat {repeated}")
        page.close()


def check_panels(pages, board):
    """Checks that one, two and four games share the screen, each with its lots and walls, and that more games take turns."""
    state = {**board.state(), "events": []}
    game = with_teams(state["games"][0], 6, "石工")
    for width, height, lang in SIZES:
        page = pages.pages["hall"].context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(FAKE_EVENTS)
        page.goto(f"{board.base}/hall?lang={lang}")
        page.keyboard.press(" ")
        for count, at_once in ((1, 1), (2, 2), (4, 4), (9, 3)):
            feed(page, {**state, "games": [{**game, "id": f"g{at}"} for at in range(count)]})
            shown = [page.locator(f".game:visible {part}:visible").count() for part in (".lots", ".walls")]
            if shown != [at_once, at_once]:
                raise Failure(f"the hall at {width}x{height} shows lots and walls of {shown}, not of {at_once} of {count} games")
            if pages.pictures:
                page.screenshot(path=pages.pictures / f"panels-{count}-{width}.png")
        page.close()


def check_next_and_winner(pages, board):
    """Checks the time until the next part, the winner's screen, and the overlay for a stream with both."""
    state = {**board.state(), "events": []}
    same = lambda text: {"en": text, "ja": text}
    game = state["games"][0]
    minutes = "(() => { const now = new Date(); return (now.getHours() * 60 + now.getMinutes() + 30) % 1440; })()"
    for address in ("/hall?lang=en", "/?lang=en", "/hall?lang=en&scene=overlay"):
        page = pages.pages["hall"].context.new_page()
        page.add_init_script(FAKE_EVENTS)
        page.goto(board.base + address)
        following = {"text": same("Lunch"), "minutes": page.evaluate(minutes)}
        feed(page, {**state, "games": [{**game, "next": following}]})
        text = page.inner_text(".next:visible")
        if not re.fullmatch(r"Continues in (29:\d\d|30:00) – Lunch", text):
            raise Failure(f"{address} announces {text!r}")
        won = {"teams": [1], "place": same("1st"), "why": same("fewer empty squares")}
        feed(page, {**state, "games": [{**game, "winner": won}]})
        text = page.inner_text(".winner")
        if not all(part in text for part in ("Winner", "1st", game["teams"][1]["name"]["en"], "Decided by fewer")):
            raise Failure(f"{address} shows the winner as {text!r}")
        if "overlay" in address:
            background = page.evaluate("[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)")
            if set(background) != {"rgba(0, 0, 0, 0)"}:
                raise Failure(f"the overlay has the background {background}")
            top = page.locator(".game:visible").bounding_box()["y"] / page.viewport_size["height"]
            if top < 0.6:
                raise Failure(f"the overlay begins at {top:.0%} of the height")
        if pages.pictures:
            page.screenshot(path=pages.pictures / f"winner-{re.sub('[^a-z]+', '-', address)}.png", omit_background=True)
        page.close()


def check_search(pages, board, axe):
    """Checks that people find themselves by number, name and reading, and that the page remembers them."""
    state = {**board.state(), "games": [], "events": [event()]}
    window = pages.pages["phone"].context.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = window.new_page()
    page.add_init_script(FAKE_EVENTS)
    page.goto(f"{board.base}/?lang=ja")
    feed(page, state)
    for text, found in (
        ("12", ["12 髙橋 梓"]),
        ("１２", ["12 髙橋 梓"]),
        ("たかはし", ["2 髙橋 梓"]),
        ("高橋梓", ["2 髙橋 梓"]),
        ("NAKAMURA K", ["1 中村 健"]),
        ("ﾅｶﾑﾗ", ["1 中村 健"]),
        ("nobody", []),
    ):
        page.fill("input[type=search]", text)
        names = [" ".join(name.split()) for name in page.locator(".found button > span:first-child").all_inner_texts()]
        if names[:1] != found or (text.isdigit() and len(names) != 1):
            raise Failure(f"a search for {text!r} finds {names}")
    page.fill("input[type=search]", "12")
    chromium.check("the search", page, axe)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    for _ in range(2):
        text = page.inner_text(".me")
        if "Table 12" not in text or "79 Rival" not in text or "13:05" not in text:
            raise Failure(f"the chosen player sees {text!r}")
        chromium.check("the chosen player's page", page, axe)
        page.reload()
        feed(page, state)
    page.get_by_role("button", name="選び直す").click()
    if not page.locator("input[type=search]").is_visible():
        raise Failure("nobody else can be chosen")
    window.close()


def check_themes(pages, board):
    """Checks that `?theme=` takes precedence over the machine's setting."""
    paper = {"light": "rgb(247, 244, 236)", "dark": "rgb(20, 24, 27)"}
    for name, theme in (("hall", "dark"), ("hall ja", "light")):
        page = pages.pages[name].context.new_page()
        page.goto(f"{board.base}/hall?theme={theme}")
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        if colour != paper[theme]:
            raise Failure(f"{name} with theme={theme} has the background {colour}")
        page.close()


def check_spare_game(pages, board):
    """Checks that a hall that shows one game switches to its spare (G4), and that a phone keeps its team."""
    state = board.state()
    replaced = {**state, "games": [{**state["games"][0], "id": "g1-spare"}, {**with_teams(state["games"][0], 3), "id": "g2"}]}
    window = pages.pages["phone"].context.browser.new_context()
    hall, phone = window.new_page(), window.new_page()
    for page, address in ((hall, "/hall?game=g1"), (phone, "/")):
        page.add_init_script(FAKE_EVENTS)
        page.goto(board.base + address)
        feed(page, state)
    phone.select_option("select", "t1")
    for page in (hall, phone):
        feed(page, replaced)
    games = hall.locator("h1:visible").all_inner_texts()
    if len(games) != 1 or "g1-spare" not in games[0]:
        raise Failure(f"after a switch to the spare game the hall shows {games}")
    if (team := phone.input_value("select")) != "t1":
        raise Failure(f"after a switch to the spare game the phone's team is {team!r}")
    window.close()
    renamed = {**replaced, "games": [{**replaced["games"][0], "id": "again", "stands_for": "g1"}, replaced["games"][1]]}
    window = pages.pages["phone"].context.browser.new_context()
    hall = window.new_page()
    hall.add_init_script(FAKE_EVENTS)
    hall.goto(board.base + "/hall?game=g1")
    feed(hall, renamed)
    games = hall.locator("h1:visible").all_inner_texts()
    if len(games) != 1 or "again" not in games[0]:
        raise Failure(f"a hall opened after the switch to the spare game shows {games}")
    window.close()


def check_game_choice(pages, board):
    """Checks that the hall ignores spaces around game ids, reports unknown ids, and shows the walls of two games."""
    state = {**board.state(), "events": []}
    game = state["games"][0]
    games = [{**game, "id": one, "view": view, "attention": True} for one, view in (("g1", "lots"), ("g2", "lots"))]
    two = {**state, "games": games}
    context = pages.pages["hall"].context
    for asked, wanted, unknown in (
        ("%20g1", ["g1"], None),
        ("g1%20,", ["g1"], None),
        ("g1,nope", ["g1"], "nope"),
        ("nope", [], "nope"),
        ("g1,%20g2", ["g1", "g2"], None),
        (",", ["g1", "g2"], None),
    ):
        page = context.new_page()
        page.set_viewport_size({"width": 1920, "height": 1080})
        page.add_init_script(FAKE_EVENTS)
        page.goto(f"{board.base}/hall?lang=en&game={asked}")
        feed(page, two)
        shown = page.locator(".game:visible .id").all_inner_texts()
        error = page.inner_text(".trouble")
        if sorted(shown) != wanted or (unknown is not None) != ("Unknown game" in error) or (unknown or "") not in error:
            raise Failure(f"/hall?game={asked} shows {shown} and the error {error!r}")
        if (walls := page.locator(".game:visible .walls:visible").count()) != len(wanted):
            raise Failure(f"/hall?game={asked} shows {walls} games with walls")
        page.close()


def check_event_choice(pages, board):
    """Checks that both pages show the requested events, and report unknown ids."""
    state = {**board.state(), "games": [], "events": [event("junior"), event(), event("women")]}
    for asked, unknown in (("women", None), ("%20women,", None), ("women,nope", "nope"), ("nope", "nope")):
        for address in ("/hall", "/"):
            page = pages.pages["hall"].context.new_page()
            page.add_init_script(FAKE_EVENTS)
            page.goto(f"{board.base}{address}?lang=en&event={asked}")
            feed(page, state)
            error = page.inner_text(".trouble")
            titles = [title for title in ("Junior", "Meijin", "Women") if title in page.title()]
            if titles != (["Women"] if "women" in asked else []):
                raise Failure(f"{address}?event={asked} shows {titles}")
            if (unknown is not None) != ("Unknown event" in error) or (unknown or "") not in error:
                raise Failure(f"{address}?event={asked} shows the error {error!r}")
            page.close()


def check_reader_of_two_events(pages, board):
    """Checks that a player of two events finds both games, and that the phone's page shows the chosen event."""
    junior = {**event("junior"), "entrants": list(entrants())[:1]}
    state = {**board.state(), "games": [], "events": [junior, event("women")]}
    window = pages.pages["phone"].context.browser.new_context(viewport={"width": 390, "height": 844})
    page = window.new_page()
    page.add_init_script(FAKE_EVENTS)
    page.goto(f"{board.base}/?lang=en")
    feed(page, state)
    page.get_by_role("searchbox").fill("1")
    found = page.locator(".found button").all_inner_texts()
    if [re.sub(r"\s+", " ", text) for text in found] != ["1 Nakamurā Ken Junior · Table 1", "1 Nakamurā Ken Women · Table 1"]:
        raise Failure(f"the number of two players finds {found}")
    page.locator(".found button").first.click()
    titles = page.locator(".me h3").all_inner_texts()
    if titles[0] != "Junior 1" or not all(title.startswith("Women") for title in titles[1:]):
        raise Failure(f"the reader plays in {titles}")
    page.locator("nav.games button", has_text="Women").click()
    if page.inner_text("h1") != "Women":
        raise Failure(f"the page of the chosen event has the title {page.inner_text('h1')!r}")
    window.close()


def check_layout_passes(pages, board):
    """Checks that the hall's page computes its layout after a visible change, and only then."""
    page = pages.pages["hall"].context.new_page()
    page.add_init_script(FAKE_EVENTS)
    page.goto(board.base + "/hall")
    page.keyboard.press(" ")
    page.evaluate(COUNT_MEASUREMENTS)
    state = {**board.state(), "events": []}
    game = state["games"][0]
    changed = {**game, "news": {"en": "changed", "ja": "changed"}}
    # `attention` is not shown, so its change needs no layout.
    for name, game, needs_layout in (
        ("the first state", game, True),
        ("the same state", game, False),
        ("news", changed, True),
        ("the same news", changed, False),
        ("a change of attention", {**changed, "attention": not changed["attention"]}, False),
    ):
        page.evaluate("measurements = 0")
        feed(page, {**state, "games": [game]})
        measurements = page.evaluate("measurements")
        if (measurements > 0) != needs_layout:
            raise Failure(f"after {name} the hall measured {measurements} elements")
    page.close()


def states(state):
    """Yields states of the board with their names."""
    state = {**state, "events": []}
    yield "sixteen teams", {**state, "games": [with_teams(state["games"][0], 16)]}
    games = [{**with_teams(state["games"][0], 6), "id": f"heat-{number}"} for number in range(1, 11)]
    yield "ten games", {**state, "games": games}
    head = "-".join(["e9e5"] * 8)
    yield "a declared game", {**state, "games": [{**games[0], "last_head": head, "fingerprint": head}]}
    yield "four games", {**state, "games": games[:4]}
    answer = {"en": "Question: " + "why? " * 80 + "\nAnswer: " + "because " * 50, "ja": "質問：" + "なぜ" * 150 + "\n回答：" + "だから" * 120}
    yield "long answers", {**state, "games": [{**with_teams(state["games"][0], 6), "announcements": [answer] * 8}]}
    yield "an event", {**state, "games": [], "events": [event()]}
    yield "two events", {**state, "games": [], "events": [event(), event("women")]}


def with_teams(game, count, long=LONG):
    """Returns a copy of the game with this number of teams. Every second one has a long name."""
    game = copy.deepcopy(game)
    team, row = game["teams"][0], game["ranking"]["rows"][0]
    name = lambda index: f"{long if index % 2 else '津山'}{index}"
    game["teams"] = [{**team, "code": f"t{index}", "name": {"en": name(index), "ja": name(index)}} for index in range(count)]
    game["ranking"]["rows"] = [{**row, "team": index, "why": None} for index in range(count)]
    return game


def event(name="meijin"):
    """Returns an event with four leagues, groups, and a ranking of all players."""
    heads = [["", True], ["player", False], ["club", False]]
    table = lambda heading, count: {
        "heading": heading,
        "heads": heads,
        "rows": [[str(place), LONG, "津山"] for place in range(1, count + 1)],
    }
    sheet = lambda heading, tables: {"event": "Meijin", "heading": heading, "tables": tables, "notes": ["a note"]}
    sheets = [
        sheet("Standings", [table(f"League {league}", 24) for league in "ABCD"]),
        sheet("Groups", [table(f"Group {group}", 4) for group in range(1, 8)]),
        sheet("Ranking", [table("", 91)]),
    ]
    text = {"en": "round 4 is in progress", "ja": "第4回戦"}
    live = {"live": True, "lost_since": None, "text": None}
    return {
        "id": name, "title": {"en": name.title(), "ja": name.title()}, "contact": live, "stage": text, "results": None, "next": None,
        "entrants": list(entrants()), "calls": [], "notices": [], "en": sheets, "ja": sheets,
    }


def entrants():
    """Yields 90 players. Names and readings repeat, numbers don't."""
    same = lambda text: {"en": text, "ja": text}
    for number in range(1, 91):
        name, kana, romaji = [("髙橋 梓", "タカハシ アズサ", "Takahashi Azusa"), ("中村 健", "ナカムラ ケン", "Nakamurā Ken")][number % 2]
        seat = {
            "round": same("Round 4"), "place": same(f"Table {number}"), "against": same(f"{91 - number} Rival"),
            "minutes": 785, "game": None, "is_over": False,
        }
        found = [f"P{number}", name, kana, romaji, name.replace("髙", "高")]
        yield {"id": f"P{number}", "number": number, "name": {"en": romaji, "ja": name}, "found": found, "seat": seat}


def check_cycle(page, name, pictures):
    """Checks each screen of a state once."""
    label = page.inner_text(".turns")
    known, seen = set(), set()
    for screen in range(int(label.split("/")[1]) if label else 1):
        for part, is_whole in page.evaluate(PARTS):
            known.add(part)
            if is_whole:
                seen.add(part)
        if pictures and screen < 3:
            page.screenshot(path=pictures / f"screens-{name}-{screen + 1}.png".replace(" ", "-"))
        if cut := page.evaluate(CUT_GAMES):
            raise Failure(f"{name}: cut off: {cut}")
        if (share := page.evaluate(ANNOUNCEMENT_SHARE)) > 0.34:
            raise Failure(f"{name}: announcements fill {share:.0%} of the page")
        page.keyboard.press("ArrowRight")
    if not known or known != seen:
        raise Failure(f"{name}: never completely visible: {sorted(known - seen)[:8]}")


# Sends a state through the replaced event stream, with some tries for the page's script to open it.
FEED = """async (state) => {
    for (let tries = 500; !window.feed && tries > 0; tries -= 1) await new Promise((go_on) => setTimeout(go_on, 20));
    feed(state);
}"""
# Replaces the board's event stream: the test sends states with `feed`.
FAKE_EVENTS = """// Other windows must not forward their events to this one.
delete globalThis.BroadcastChannel;
window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor() {
        super();
        const send = (kind, data) => this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
        setInterval(() => send("beat", { now: 1_000 + performance.now() }), 1_000);
        window.feed = (state) => {
            send("beat", { now: 1_000 + performance.now() });
            send("state", state);
        };
    }
    close() {}
};"""
# Counts the measurements of elements, which a layout needs.
COUNT_MEASUREMENTS = """() => {
    window.measurements = 0;
    const measure = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function () {
        window.measurements += 1;
        return measure.call(this);
    };
}"""
# Texts that screen readers read out within 1.3 seconds.
READ_OUT = """() => new Promise((done) => {
    const texts = [];
    const look = (changes) => changes.forEach(({ target }) => {
        const status = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target).closest("[role=status]");
        if (status) texts.push(status.textContent);
    });
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => done(texts), 1_300);
})"""
# Rows, walls and lots of the page, each with whether it is completely visible.
PARTS = """() => {
    const is_whole = (element) => {
        if (!element.offsetParent) return false;
        const box = element.getBoundingClientRect();
        for (let parent = element.parentElement; parent; parent = parent.parentElement) {
            const room = parent.getBoundingClientRect();
            const cuts = parent === document.body || getComputedStyle(parent).overflowY === "hidden";
            if (cuts && (box.bottom > room.bottom + 1.5 || box.top < room.top - 1.5)) return false;
        }
        return box.height > 1 && box.bottom <= innerHeight && box.right <= innerWidth + 1;
    };
    const kinds = [".game .ranking tbody", ".game .wall", ".game .lot", ".sheet tbody tr"];
    // The phase of a game decides which kinds it shows.
    const is_shown = (one) => getComputedStyle(one.closest(".ranking, .walls, .lots") ?? one).display !== "none";
    return [...document.querySelectorAll(".game, .sheet")].flatMap((part, place) => kinds.flatMap((kind) =>
        [...part.parentElement.querySelectorAll(kind)].filter((one) => part.contains(one) && is_shown(one)).map((one, index) =>
            [`${kind} ${index} of ${place}`, is_whole(one)])));
}"""
# Share of the page's height that announcements fill.
ANNOUNCEMENT_SHARE = "() => Math.max(0, ...[...document.querySelectorAll('.announcements')].map((list) => list.offsetHeight)) / innerHeight"
# Games that are cut off, or that show no row of their standings.
CUT_GAMES = """() => [...document.querySelectorAll(".game:not([hidden])")]
    .filter((game) => game.scrollHeight > game.clientHeight + 1 || !game.querySelector(".row:not([hidden])"))
    .map((game) => game.querySelector("h1").textContent).join(", ")"""
