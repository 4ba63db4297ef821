"""Checks of links, and of the devices of one team."""

from game import has_dialog, prices, submit
from hall import Failure
from hosting import MAX_DEVICES

# Time without a network, after which a page says that its connection is lost.
SLEEP_MILLIS = 8_000
IS_OLD = "document.documentElement.classList.contains('is-old')"


def check_wrong_links(site, device, axe):
    """Opens links that are no longer or never were right, and types wrong codes."""
    visitor = device("t4", "visitor", (390, 844), "dark", "en", touch=True)
    whole = site.link(visitor.context.browser, "t4")
    prefix, token = whole.rsplit("/", 1)
    pin = prefix.split("#")[1]
    other_pin, unknown = site.open_other_contest()
    mistyped = token[:-1] + ("A" if token[-1] != "A" else "B")
    for code, link in (
        ("link", whole[:-9]), ("other-contest", whole.replace(pin, other_pin)), ("link", f"{prefix}/{mistyped}"),
        ("not-team", f"{prefix}/{site.codes_of('judge')[1]}"),
    ):
        # A link that differs only behind `#` would not load the page again.
        visitor.page.goto("about:blank")
        with visitor.page.expect_response("**/team/session") as response:
            visitor.page.goto(link, wait_until="load")
        problem = response.value.json()
        if problem["code"] != code:
            raise Failure(f"a link gets {problem} instead of {code}")
        visitor.wait_for_form(problem["text"])
        if "#" in visitor.page.url:
            raise Failure(f"the address keeps the secret of a refused link: {code}")
    visitor.keep("wrong link", whole=False)
    visitor.page.get_by_role("textbox", name="code").fill(unknown)
    visitor.page.get_by_role("button", name="Sign in").tap()
    visitor.wait_for(lambda page: "Unknown token" in page.inner_text(".sign-in .flaw"), "no sentence for an unknown code")
    visitor.check(axe)
    visitor.page.get_by_role("textbox", name="code").fill(token)
    visitor.page.get_by_role("button", name="Sign in").tap()
    visitor.wait_for(lambda page: page.locator(".desk-bar").count() == 1, "the typed code does not sign in")
    visitor.context.close()


def check_two_devices(site, first, second, axe):
    """The second device begins with the submitted list, and takes over a newer one. Then both submit at once."""
    second.sign_in()
    second.wait_for(lambda _: prices(second) == prices(first), "does not begin with the submitted list")
    second.check(axe)
    change(second, 8)
    change(first, 6)
    submit(first)
    second.wait_for(lambda page: page.locator(".revert").is_visible(), "the newer list is not offered")
    if prices(second)[1] != "8":
        raise Failure(f"{second.name}: the draft is lost: {prices(second)}")
    second.check(axe)
    second.keep("newer list", whole=False)
    take_over(second, 6)
    submit_at_once(site, first, second)


def change(device, price):
    """Changes the price of the second line."""
    device.page.locator(".line input.price").nth(1).fill(str(price))
    device.wait_for(lambda _: prices(device)[1] == str(price), "the price is not taken")


def take_over(device, price):
    """Uses the submitted list, which has this price in its second line."""
    device.page.locator(".revert").click()
    device.wait_for(lambda page: prices(device)[1] == str(price) or has_dialog(page), "the submitted list is not used")
    if has_dialog(device.page):
        device.page.locator("dialog[open] button.main").click()
    device.wait_for(lambda _: prices(device)[1] == str(price), "the submitted list is not used")


def submit_at_once(site, *devices):
    """Submits different prices of V at the same time. One is submitted, the other is kept as a draft with a sentence."""
    offers = dict(zip(devices, (9, 10)))
    for device, price in offers.items():
        change(device, price)
    at = max(device.page.evaluate("Date.now()") for device in devices) + 300
    for device in devices:
        click = "at => { setTimeout(() => document.querySelector('.act').click(), at - Date.now()); }"
        device.page.evaluate(click, at)
    devices[0].page.wait_for_timeout(400)
    submitted = lambda: site.status(devices[0].code)["sealed"]["bids"][1]["price"]
    devices[0].wait_for(lambda _: submitted() in offers.values(), "neither list is submitted")
    won = submitted()
    for device, price in offers.items():
        state = device.state()["bids"]
        if prices(device)[1] != str(price):
            raise Failure(f"{device.name}: the draft is lost: {prices(device)}")
        device.keep("at once", whole=False)
        if price != won:
            device.wait_for(lambda page: "3" in page.inner_text(".told .notice") or has_dialog(page), "there is no sentence")
            if has_dialog(device.page):
                # It asks again, because the list to be replaced is another one now.
                device.press("Escape")
            device.wait_for(lambda page: page.locator(".revert").is_visible(), "the other device's list is not offered")
            take_over(device, won)


def check_third_device(site, device, second):
    third = device("t1", "third", (390, 844), "light", "en", touch=True)
    third.page.goto(site.link(third.context.browser, "t1"), wait_until="load")
    third.wait_for_form(f"already uses {MAX_DEVICES} devices")
    third.keep("third device", whole=False)
    second.use_tool("サインアウト")
    second.wait_for(lambda page: page.locator(".sign-in").is_visible(), "the device is not signed out")
    second.keep("signed out", whole=False)
    third.sign_in()
    third.use_tool("sign out")
    third.wait_for_form("signed out")
    third.context.close()
    second.sign_in()
    second.wait_for(lambda page: page.locator(".lot").count() > 0, "the device is not signed in again")


def sleep_and_wake(site, device, other):
    """Lets a device sleep without a network, while the other one submits. It wakes up with its draft and the newer list."""
    draft = prices(device)
    device.context.set_offline(True)
    device.page.locator(".line input.price").nth(1).fill("9")
    device.wait_for(lambda page: page.locator(".told .failed:visible").count() > 0, "does not say that the price has not arrived")
    device.keep("offline", whole=False)
    session = device.context.new_cdp_session(device.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    change(other, 12)
    submit(other)
    other.page.wait_for_timeout(SLEEP_MILLIS)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    device.context.set_offline(False)
    fields = lambda page: [field.input_value() for field in page.locator(".line input.price").all()]
    is_whole = lambda page: prices(device) == fields(page) and fields(page)[1] in (draft[1], "12")
    device.wait_for(lambda page: not page.evaluate(IS_OLD) and is_whole(page), f"does not recover from a sleep with {draft}", within=40)
    device.keep("awake", whole=False)
    if site.status(device.code)["sealed"]["bids"][1]["price"] != 12:
        raise Failure("the list submitted meanwhile is lost")
