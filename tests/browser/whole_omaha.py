"""A whole Omaha of Bradley's D-Day at the table: the automaton lands, a person holds the bluffs by mouse.

It takes half a minute, too long for every run of the suite: `make soak` runs it, or

    python -m pytest tests/browser/whole_omaha.py
"""

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_whole_games import by_mouse

LIMIT = 400


def test_omaha_is_played_to_its_end_against_the_automaton(site: Site, browser: Browser) -> None:
    seats = {"German": "human"}
    made = site.create("bradley", scenario="omaha", options={"solitaire": "american"}, seats=seats, seed=2)
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        for _ in range(LIMIT):
            if seat.over:
                break
            before = seat.seq
            if seat.options:
                by_mouse(seat)
            seat.wait_after(before)
        expect(seat.page.locator("#decision")).to_contain_text("The game is over", timeout=20_000)
