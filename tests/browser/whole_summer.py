"""A whole campaign of The Dark Summer at the table: the computer lands and breaks out, a person holds on by mouse.

It takes some minutes, too long for every run of the suite: `make soak` runs it, or

    python -m pytest tests/browser/whole_summer.py
"""

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_whole_games import prefer

LIMIT = 4_000
LATE = 500
"""More picks than the waves of June 6 can take."""
PRESS = 3
"""Seconds until a press that begins an order has shown where it may go."""


def by_hand(seat: Seat) -> None:
    """A press on the button of a choice; where it takes up a counter, one on the first place where that may go."""
    before = seat.seq
    shown = set(seat.page.eval_on_selector_all("[data-action]", "all => all.map(one => one.dataset.action)"))
    options = [option for option in seat.options if option["action"] in shown]
    choice = prefer([option for option in options if option.get("part") != "take"] or options)
    seat.page.locator(f"[data-action={choice['action']!r}]").first.click()
    seat.sure()
    if not seat.knows_more(before, PRESS):
        place = seat.table("[...table.hand.targets()][0]")
        seat.page.evaluate("place => window.bocage.map.centre([place])", place)
        seat.page.mouse.click(*seat.at(place))


def test_the_campaign_is_played_to_its_end_against_the_computer(site: Site, browser: Browser) -> None:
    made = site.create("darksummer", seats={"Allied": "planner-quick", "German": "human"}, seed=5)
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        for _ in range(LIMIT):
            if seat.over:
                break
            before = seat.seq
            if seat.options:
                by_hand(seat)
            seat.wait_after(before)
        expect(seat.page.locator("#decision")).to_contain_text("The game is over", timeout=20_000)
        assert seat.seq > LATE
