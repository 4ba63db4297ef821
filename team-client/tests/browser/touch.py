"""Builds a wall by touch alone: drags, rotates, snaps, undoes and removes a stone, and places it with taps."""

from hall import Failure


class Touch:
    """Fingers on a page. The browser gets real touch events, so it may scroll, zoom or drag."""

    def __init__(self, page):
        self.page, self.session, self.points = page, page.context.new_cdp_session(page), {}

    def _send(self, kind):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self.points.items()]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, place, finger=0):
        self.points[finger] = place
        self._send("touchStart")

    def move(self, place, finger=0, steps=8):
        from_x, from_y = self.points[finger]
        for step in range(1, steps + 1):
            share = step / steps
            self.points[finger] = (from_x + (place[0] - from_x) * share, from_y + (place[1] - from_y) * share)
            self._send("touchMove")

    def up(self, finger=0):
        # `touchEnd` lifts all fingers. A `touchMove` without a finger lifts only that one.
        del self.points[finger]
        self._send("touchMove" if self.points else "touchEnd")


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def build_by_touch(hall, desk, code, axe):
    """Builds a wall by touch. The team has one stone, which is not placed yet."""
    page = desk.page
    touch = Touch(page)
    wall = lambda: desk.state()["wall"]
    placed = lambda: [stone["cells"] for stone in wall()["laid"]]
    desk.show("wall")
    desk.wait_for(lambda page: page.locator(".board svg").is_visible(), "the wall is not shown")
    desk.wait_for(lambda _: len(wall()["stones"]) == 1, "the stone is missing")
    desk.check(axe)
    # Stone and wall are visible together, without scrolling during a drag.
    scroll_to_wall(desk)
    scrolled = scroll_position(page)
    start = middle(page.locator(".trays .card svg").first)
    if not 0 < start[1] < page.viewport_size["height"]:
        raise Failure(f"{code}: the stones are not visible together with the wall: {start}")
    touch.down(start)
    target = square(desk, 2.4, 2)
    touch.move(target)
    desk.wait_for(lambda _: wall()["held"] is not None, "the stone is not held")
    touch.move(target, steps=1)
    desk.keep("dragged", whole=False)
    touch.up()
    desk.wait_for(lambda _: len(placed()) == 1, "the stone is not placed")
    if scroll_position(page) != scrolled:
        raise Failure(f"{code}: the page scrolled during a drag, from {scrolled} to {scroll_position(page)}")
    first = placed()[0]
    if max(row for row, _ in first) != 3:
        raise Failure(f"{code}: the stone did not snap to the bottom edge: {first}")
    rotate_while_dragging(desk, touch, placed, first)
    page.locator("[data-work='undo']").tap()
    desk.wait_for(lambda _: placed() == [first], "the rotation is not undone")
    drop_unsupported(desk, touch, placed, first)
    # A stone dropped next to the wall is removed, and one tap brings it back.
    scroll_to_wall(desk)
    touch.down(square(desk, *first[0]))
    touch.move(square(desk, -2.5, 4))
    touch.up()
    desk.wait_for(lambda _: placed() == [], "the stone is not removed")
    page.locator("[data-work='undo']").tap()
    desk.wait_for(lambda _: placed() == [first], "the removal is not undone")
    place_by_taps(desk, placed, first)
    page.locator("[data-work='send-wall']").tap()
    desk.wait_for(lambda _: wall()["differs"] is False, "the wall is not saved")
    if hall.status(code)["wall"]["used"] != 1:
        raise Failure(f"{code}: the server has another wall: {hall.status(code)}")
    scroll_by_touch(desk, touch)
    desk.check(axe)
    desk.keep("built by touch")


def rotate_while_dragging(desk, touch, placed, first):
    """Rotates the dragged stone with a second finger."""
    scroll_to_wall(desk)
    touch.down(square(desk, *first[0]))
    touch.move(square(desk, 1.5, 5))
    desk.wait_for(lambda _: desk.state()["wall"]["held"]["moving"], "the stone is not held")
    touch.down((20, desk.page.viewport_size["height"] - 20), finger=1)
    touch.up(finger=1)
    touch.move(square(desk, 2.4, 5), steps=3)
    desk.keep("rotated", whole=False)
    touch.up()
    desk.wait_for(lambda _: len(placed()) == 1 and shape(placed()[0]) != shape(first), "the stone is not rotated")


def drop_unsupported(desk, touch, placed, first):
    """Drops the stone where nothing supports it (W3). The page shows the reason and does not place it."""
    scroll_to_wall(desk)
    touch.down(square(desk, *first[0]))
    touch.move(square(desk, -0.7, 4))
    desk.see("W3")
    speech = desk.page.locator(".speech").bounding_box()
    if speech["y"] + 20 > desk.page.viewport_size["height"]:
        raise Failure(f"{desk.code}: the reason is not visible")
    desk.keep("reason", whole=False)
    touch.up()
    desk.wait_for(lambda _: placed() == [first], "the stone has moved")


def place_by_taps(desk, placed, first):
    """Removes, selects, rotates and places the stone with taps. A second tap on the same place confirms."""
    page = desk.page
    held = lambda: desk.state()["wall"]["held"]
    scroll_to_wall(desk)
    page.touchscreen.tap(*square(desk, *first[0]))
    page.locator("[data-work='take-out']").tap()
    desk.wait_for(lambda _: placed() == [], "the stone is not removed")
    page.locator(".trays .card").first.tap()
    desk.wait_for(lambda _: held() is not None, "the stone is not held")
    turn = held()["turn"]
    page.locator("[data-work='turn']").tap()
    desk.wait_for(lambda _: held()["turn"] != turn, "the stone is not rotated")
    scroll_to_wall(desk)
    page.touchscreen.tap(*square(desk, 3, 4))
    desk.wait_for(lambda _: held()["can_lay"], "the stone is not in a legal place")
    stone = held()
    row, col = stone["turns"][stone["turn"]]["cells"][0]
    scroll_to_wall(desk)
    page.touchscreen.tap(*square(desk, row + stone["row"], col + stone["col"]))
    desk.wait_for(lambda _: len(placed()) == 1, "the stone is not placed")


def scroll_by_touch(desk, touch):
    """Checks that a swipe next to the stones scrolls the page."""
    page = desk.page
    room = page.evaluate(f"(() => {{ const box = {SCROLLER}; box.scrollTop = 0; return box.scrollHeight - box.clientHeight; }})()")
    if room < 40:
        return
    x, y = page.evaluate(f"(() => {{ const box = ({SCROLLER}).getBoundingClientRect(); return [box.left + 4, box.bottom - 60]; }})()")
    touch.down((x, y))
    touch.move((x, y - 200), steps=12)
    touch.up()
    desk.wait_for(lambda page: scroll_position(page) > 0, "the page does not scroll")


# The part of the page that scrolls with the wall: its column, or all of a narrow window.
SCROLLER = "[document.querySelector('.board').closest('.column'), document.querySelector('.desk-main')].find((box) => getComputedStyle(box).overflowY === 'auto')"


def scroll_position(page):
    return page.evaluate(f"({SCROLLER}).scrollTop")


def scroll_to_wall(desk):
    """Scrolls the top of the wall to just below the page's fixed head."""
    desk.page.locator(".board").evaluate("board => board.scrollIntoView({block: 'start', behavior: 'instant'})")


def shape(cells):
    """Returns the squares of a stone relative to its corner."""
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return sorted((row - top, col - left) for row, col in cells)


def square(desk, row, col):
    """Returns the middle of a square of the wall on the screen, without scrolling."""
    return desk.page.evaluate(
        """([row, col]) => {
            const point = new DOMPoint(col + 0.5, row + 0.5).matrixTransform(document.querySelector(".board svg").getScreenCTM());
            return [point.x, point.y];
        }""",
        [row, col],
    )
