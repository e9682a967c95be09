"""A whole campaign of The Dark Summer at the table, both sides by mouse at coordinates: a planner says what to do.

It takes about half an hour, too long for every run of the suite: `make soak` runs it, or

    python -m pytest tests/browser/whole_summer.py
"""

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

from bocage.tools.table_gestures import Drive
from bocage.tools.table_mirror import Mirror

LATE = "Turn 8"
"""The landing, Cherbourg and the front in the bocage lie behind whoever comes here; no sudden death ended it early."""


def test_the_campaign_is_played_to_its_end_by_mouse(site: Site, browser: Browser) -> None:
    asking = browser.new_context()
    mirror = Mirror(asking.request, site.address, "darksummer", seed=5)
    turns: list[str] = []
    with Seat(browser, site, mirror.url.removeprefix(site.address)) as seat:
        drive = Drive(mirror, seat.page)
        while mirror.side:
            turns.append(mirror.turn)
            drive.step()
            seat.hear()
            mirror.follow()
        expect(seat.page.locator("#decision")).to_contain_text("The game is over", timeout=20_000)
    asking.close()
    assert any(turn.startswith(LATE) for turn in turns)
