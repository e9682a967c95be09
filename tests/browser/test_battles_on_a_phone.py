"""A battle on a phone: its target is in sight, its account hides none of it, and the press that fights is at hand."""

from functools import cache
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import playing
from tests.browser.test_handling import middle

from bocage import games
from bocage.kernel.session import Session

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SCREENS = [(390, 844), (844, 390), (320, 480)]
LEGIBLE = 20


@pytest.mark.parametrize("screen", SCREENS)
def test_the_press_that_fires_is_in_sight_below_many_support_points(
    screen: tuple[int, int], site: Site, browser: Browser
) -> None:
    made = playing(site, "bradley", "points", seed=3)
    size = PHONE | {"viewport": {"width": screen[0], "height": screen[1]}}
    with Seat(browser, site, made["hotseat"]["url"], **size) as seat:
        seat.uncover()
        before = seat.seq
        seat.page.locator("#answers [data-action^='points']").first.tap()
        seat.wait_after(before)
        fire = seat.page.locator("#answers [data-action='shoot']")
        expect(fire).to_be_visible()
        seat.page.evaluate("() => { document.getElementById('panel').scrollTop = 0; }")
        assert seat.page.locator("#answers [data-action^='points']").count() > 5
        x, y = middle(seat, "#answers [data-action='shoot']")
        hit = "([x, y]) => document.elementFromPoint(x, y)?.dataset.action"
        assert seat.page.evaluate(hit, [x, y]) == "shoot"
        before = seat.seq
        seat.page.touchscreen.tap(x, y)
        seat.wait_after(before)


@cache
def far_fire() -> tuple[str, str, str]:
    """A log up to the moment in which a gun may fire at what lies far off; the target, and the gun's hex."""
    session = Session.open(games()["bradley"], seed=3, scenario="dday")
    for number in count():
        side = session.to_decide
        assert side is not None
        view = session.view(side)
        names = [session.game.format(session.state, option) for option in view.options()]
        home = {piece.unit: piece.space for piece in view.payload().pieces}
        trail = view.payload().trail
        for name in names:
            gun = home.get(name.removeprefix("join "), "")
            if name.startswith("join ") and "Fire at " in trail and abs(int(gun[:2]) - int(trail[-4:-2])) > 8:
                return session.log.text(), trail[-4:], gun
        fire = [name for name in names if name.startswith(("fire", "join", "shoot"))]
        session.pick(fire[number % len(fire)] if fire else names[0], side)
    raise AssertionError


def test_the_target_of_a_far_gun_is_in_sight_when_it_is_aimed(site: Site, browser: Browser) -> None:
    log, target, gun = far_fire()
    made = site.ask("POST", "/api/games/import", {"log": log, "hotseat": True})
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.uncover()
        expect(seat.page.locator("#preview")).to_be_visible()
        assert seat.table("table.scene.about()") == [gun]
        seat.page.wait_for_function("name => window.bocage.map.shows(name)", arg=target)
        assert seat.table("table.layer.size * table.map.scale") > LEGIBLE
        seat.page.evaluate("name => window.bocage.map.focus([name])", gun)
        seat.table("table.questions.preview(null)")  # as after a look at another option
        expect(seat.page.locator("#preview")).to_be_visible()
        assert seat.table(f"table.map.shows({gun!r})"), "who has looked elsewhere since is not fetched back"


def test_the_account_lies_where_it_hides_nobody_who_fights(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "join")
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.uncover()
        preview = seat.page.locator("#preview")
        expect(preview).to_be_visible()
        box = preview.bounding_box()
        assert box is not None
        for name in seat.table("table.scene.about()"):
            y = seat.at(name)[1]
            assert not box["y"] - 20 < y < box["y"] + box["height"] + 20, name
        zoom = seat.page.locator("#zoom").bounding_box()
        assert zoom is not None
        assert box["x"] + box["width"] < zoom["x"] or box["y"] + box["height"] < zoom["y"]
