"""A whole campaign of The Dark Summer at the table: the computer lands and breaks out, a person holds on by mouse.

It takes some minutes, too long for every run of the suite: `make soak` runs it, or

    python -m pytest tests/browser/whole_summer.py
"""

import re

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_whole_games import by_mouse, prefer

LIMIT = 4_000
TURNS = 4


def by_hand(seat: Seat) -> None:
    """A press on the button of a choice where it has one, else on the map."""
    button = seat.page.locator(f"[data-action={prefer(seat.options)['action']!r}]")
    if not button.count():
        by_mouse(seat)
        return
    button.first.click()
    seat.sure()


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
        assert max(int(turn) for turn in re.findall(r"Turn (\d+)", seat.page.locator("#log").inner_text())) >= TURNS
