"""Whole games: the teaching game by mouse, by keyboard alone, by touch; the shortest Dark Summer."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

LIMIT = 400


def prefer(options: list[dict[str, Any]]) -> dict[str, Any]:
    """A choice that keeps the game short and lively: fight and move a little, then get on with it."""
    for verb in ("fight", "attack", "join", "enter", "advance", "reveal"):
        for option in options:
            if option["verb"] == verb:
                return option
    ends = [option for option in options if option["verb"] in {"done", "halt", "wait", "hold"}]
    return ends[0] if ends else options[0]


def by_mouse(seat: Seat) -> None:
    choice = prefer(seat.options)
    units, spaces = choice.get("units") or [], choice.get("spaces") or []
    if units and spaces:
        here = seat.table(f"table.view.pieces.find(p => p.unit === {units[0]!r}).space")
        if seat.table(f"table.layout.spaces[{here!r}].kind") == "box":
            seat.page.click(f"#tray [data-unit={units[0]!r}]")
        else:
            seat.page.mouse.click(*seat.at(here))
        seat.page.wait_for_function("() => window.bocage.hand.ways !== null")
        seat.page.mouse.click(*seat.at(spaces[0]))
    elif spaces:
        seat.page.mouse.click(*seat.at(spaces[0]))
    else:
        seat.page.click(f"[data-action={choice['action']!r}]")
        seat.sure()


def by_keyboard(seat: Seat) -> None:
    choice = prefer(seat.options)
    shown = seat.table("table.shown()")
    if len(shown) > 8:  # they stand in groups, and the number keys follow the page
        verbs = list(dict.fromkeys(option["verb"] for option in shown))
        shown.sort(key=lambda option: verbs.index(option["verb"]))
    number = shown.index(choice)
    if number < 9:
        seat.page.keyboard.press(str(number + 1))
        if seat.table("table.hand.confirming"):
            seat.page.keyboard.press("Enter")
        return
    seat.page.keyboard.press("m")
    for _ in range(60):
        seat.page.keyboard.press("n")
        if seat.table("table.keyboard.at") in (choice.get("spaces") or [""]):
            break
    seat.page.keyboard.press("Enter")


def by_touch(seat: Seat) -> None:
    choice = prefer(seat.options)
    units, spaces = choice.get("units") or [], choice.get("spaces") or []
    if spaces and not units:
        seat.page.touchscreen.tap(*seat.at(spaces[0]))
    else:
        seat.page.tap(f"[data-action={choice['action']!r}]")
        if seat.page.locator("#confirm-yes").count():
            seat.page.tap("#confirm-yes")


def play(seat: Seat, move: Callable[[Seat], None], until: Callable[[Seat], bool] = lambda seat: seat.over) -> None:
    for _ in range(LIMIT):
        seat.uncover()
        over = seat.over  # first: the other side may end the game while we ask
        if until(seat):
            return
        assert not over
        before = seat.seq
        if not seat.options:
            seat.wait_after(before)
            continue
        move(seat)
        seat.wait_after(before)
    raise AssertionError("the game did not end")


def test_a_whole_game_is_played_by_mouse_against_the_computer(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", scenario="dawn", seats={"Allied": "human", "German": "random"}, seed=4)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        play(seat, by_mouse)
        expect(seat.page.locator("#decision")).to_contain_text("The game is over", timeout=20_000)


def test_a_whole_game_is_played_by_keyboard_alone(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", scenario="dawn", seats={"Allied": "human", "German": "random"}, seed=4)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        play(seat, by_keyboard)
        expect(seat.page.locator("#decision")).to_contain_text("The game is over", timeout=20_000)


def test_a_whole_game_is_played_by_touch_on_a_tablet_by_two_people(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", scenario="dawn", hotseat=True, seed=4)
    tablet: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
    with Seat(browser, site, made["hotseat"]["url"], **tablet) as seat:
        play(seat, by_touch)
        expect(seat.page.locator("#decision")).to_contain_text("The game is over", timeout=20_000)


def test_the_dark_summer_is_played_to_its_end_by_two_people(site: Site, browser: Browser) -> None:
    """A landing that fails: attacks of one unit each, three beaches closed after the second wave (3.2.1)."""
    made = site.create("darksummer", hotseat=True, seed=220)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        play(seat, by_mouse)
        expect(seat.page.locator("#decision")).to_contain_text("three beaches closed", timeout=20_000)


def leaves_something_undone(seat: Seat) -> bool:
    """Whether the page would ask once more before it ends the phase."""
    return bool(seat.table("table.view.warnings?.length && table.shown().some(found => found.verb === 'done')"))


def test_a_question_stays_put_and_keeps_the_keyboard_when_the_page_hears_the_same_news_again(
    site: Site, browser: Browser
) -> None:
    made = site.create("tinybeach", scenario="dawn", seats={"Allied": "human", "German": "random"}, seed=4)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        play(seat, by_keyboard, until=leaves_something_undone)
        before = seat.seq
        by_number = [option["verb"] for option in seat.table("table.shown()")].index("done") + 1
        seat.page.keyboard.press(str(by_number))
        seat.page.evaluate("() => window.bocage.follower.refresh()")
        expect(seat.page.locator("#confirm-yes")).to_be_focused()
        seat.page.keyboard.press("Enter")
        seat.wait_after(before)
