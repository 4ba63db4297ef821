"""The wall by fingers alone: a stone dragged, turned, snapped, refused with a reason, undone, taken out, laid by taps."""

from hall import Failure


class Finger:
    """Fingers on a page, as the browser gets them: what they do may scroll, zoom or drag."""

    def __init__(self, page):
        self.page, self.touch, self.points = page, page.context.new_cdp_session(page), {}

    def _send(self, kind):
        points = [{"x": x, "y": y, "id": at} for at, (x, y) in self.points.items()]
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, place, finger=0):
        self.points[finger] = place
        self._send("touchStart")

    def move(self, place, finger=0, steps=8):
        from_x, from_y = self.points[finger]
        for step in range(1, steps + 1):
            part = step / steps
            self.points[finger] = (from_x + (place[0] - from_x) * part, from_y + (place[1] - from_y) * part)
            self._send("touchMove")

    def up(self, finger=0):
        # The browser lifts those that are not there any more; an end lifts all.
        del self.points[finger]
        self._send("touchMove" if self.points else "touchEnd")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def build_by_touch(hall, desk, code, axe):
    """A whole placement by one team's fingers, which has one stone that lies nowhere yet."""
    page = desk.page
    finger = Finger(page)
    wall = lambda: desk.state()["wall"]
    laid = lambda: [piece["cells"] for piece in wall()["laid"]]
    page.locator('.views [data-view="wall"]').tap()
    desk.that("the wall is not shown", lambda page: page.locator(".board svg").is_visible())
    desk.that("there is no stone", lambda _: len(wall()["stones"]) == 1)
    desk.sound(axe)
    # Stone and wall are in sight together: nobody scrolls while dragging.
    sight(desk)
    scrolled = page.evaluate("scrollY")
    where = middle(page.locator(".trays .card svg").first)
    if not 0 < where[1] < page.viewport_size["height"]:
        raise Failure(f"{code}: the stones are out of sight where the wall is: {where}")
    finger.down(where)
    to = spot(desk, 2.4, 2)
    finger.move(to)
    desk.that("it is not held", lambda _: wall()["held"] is not None)
    finger.move(to, steps=1)
    desk.keep("dragged", whole=False)
    finger.up()
    desk.that("nothing lies", lambda _: len(laid()) == 1)
    if page.evaluate("scrollY") != scrolled:
        raise Failure(f"{code}: the page was scrolled while a stone was dragged, from {scrolled} to {page.evaluate('scrollY')}")
    first = laid()[0]
    if max(row for row, _ in first) != 3:
        raise Failure(f"{code}: it did not snap to the ground: {first}")
    turn_on_the_way(desk, finger, laid, first)
    page.locator("[data-work='undo']").tap()
    desk.that("it was not undone", lambda _: laid() == [first])
    refuse(desk, finger, laid, first)
    # Beside the wall it is taken out, and one tap brings it back.
    sight(desk)
    finger.down(spot(desk, *first[0]))
    finger.move(spot(desk, -2.5, 4))
    finger.up()
    desk.that("it was not taken out", lambda _: laid() == [])
    page.locator("[data-work='undo']").tap()
    desk.that("it is not back", lambda _: laid() == [first])
    lay_by_taps(desk, laid, first)
    page.locator("[data-work='send-wall']").tap()
    desk.that("the walls differ", lambda _: wall()["differs"] is False)
    if hall.status(code)["wall"]["used"] != 1:
        raise Failure(f"{code}: the server has another wall: {hall.status(code)}")
    push(desk, finger)
    desk.sound(axe)
    desk.keep("built by touch")


def turn_on_the_way(desk, finger, laid, first):
    """A second finger turns what the first one drags."""
    sight(desk)
    finger.down(spot(desk, *first[0]))
    finger.move(spot(desk, 1.5, 5))
    desk.that("it is not held", lambda _: desk.state()["wall"]["held"]["moving"])
    finger.down((20, desk.page.viewport_size["height"] - 20), finger=1)
    finger.up(finger=1)
    finger.move(spot(desk, 2.4, 5), steps=3)
    desk.keep("turned", whole=False)
    finger.up()
    desk.that("it was not turned", lambda _: len(laid()) == 1 and form(laid()[0]) != form(first))


def refuse(desk, finger, laid, first):
    """Where it cannot lie it is said why, and nothing is laid."""
    sight(desk)
    finger.down(spot(desk, *first[0]))
    finger.move(spot(desk, -0.7, 4))
    desk.see("W3")
    speech = desk.page.locator(".speech").bounding_box()
    if speech["y"] + 20 > desk.page.viewport_size["height"]:
        raise Failure(f"{desk.code}: why not is said out of sight")
    desk.keep("why not", whole=False)
    finger.up()
    desk.that("it was laid", lambda _: laid() == [first])


def lay_by_taps(desk, laid, first):
    """Without dragging: the stone, its turn, its place, and the place once more."""
    page = desk.page
    sight(desk)
    page.touchscreen.tap(*spot(desk, *first[0]))
    page.locator("[data-work='take-out']").tap()
    desk.that("it lies still", lambda _: laid() == [])
    page.locator(".trays .card").first.tap()
    desk.that("it is not held", lambda _: desk.state()["wall"]["held"] is not None)
    turn = desk.state()["wall"]["held"]["turn"]
    page.locator("[data-work='turn']").tap()
    desk.that("it is not turned", lambda _: desk.state()["wall"]["held"]["turn"] != turn)
    sight(desk)
    page.touchscreen.tap(*spot(desk, 3, 4))
    desk.that("it is not there", lambda _: desk.state()["wall"]["held"]["can_lay"])
    held = desk.state()["wall"]["held"]
    row, col = held["turns"][held["turn"]]["cells"][0]
    sight(desk)
    page.touchscreen.tap(*spot(desk, row + held["row"], col + held["col"]))
    desk.that("nothing lies", lambda _: len(laid()) == 1)


def push(desk, finger):
    """Beside stones a finger still scrolls the page."""
    page = desk.page
    page.evaluate("scrollTo(0, 0)")
    room = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    if room < 40:
        return
    height = page.viewport_size["height"]
    finger.down((6, height - 60))
    finger.move((6, height - 260), steps=12)
    finger.up()
    desk.that("the page does not scroll", lambda page: page.evaluate("scrollY") > 0)


def sight(desk):
    """Brings the wall into sight, below the head that stays."""
    desk.page.locator(".board").evaluate("board => board.scrollIntoView({block: 'start', behavior: 'instant'})")


def form(cells):
    """A stone's squares from its own corner."""
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return sorted((row - top, col - left) for row, col in cells)


def spot(desk, row, col):
    """The middle of a square of the wall on the screen, which is not scrolled for it."""
    return desk.page.evaluate(
        """([row, col]) => {
            const point = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(document.querySelector(".board svg").getScreenCTM());
            return [point.x, point.y];
        }""",
        [row, col],
    )
