"""With a finger: landings, stacks, drags from the tray, and a map that is near enough to be hit."""

from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import playing
from tests.browser.test_handling import middle
from tests.browser.test_presses import first_move, led_to

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
IDLE = ("move", "strategic", "truck", "convoy", "entrench", "reserve", "attack", "fortress")
"""Whoever does none of these comes to the landing of the follow-up wave at once."""
HIT = 20
"""So many pixels at least has a counter that a finger is to hit."""


def touch(seat: Seat, *points: tuple[float, float], wait: int = 20) -> None:
    """A finger goes down, along some points, and up."""
    client = seat.context.new_cdp_session(seat.page)
    for number, (x, y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        seat.page.wait_for_timeout(wait)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def size(seat: Seat) -> float:
    """How large a counter is on the screen."""
    return float(seat.table("table.layer.size * table.map.scale"))


def test_a_landing_is_planned_with_a_finger(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        beach, box = seat.table("[table.layout.stands.Beach14[0], 'Beach14']")
        seat.page.touchscreen.tap(*middle(seat, "#tray .tray-piece"))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        unit = seat.table("table.hand.unit")
        seat.table("table.map.fit()")
        assert size(seat) < HIT
        seat.page.touchscreen.tap(*seat.at(beach))
        seat.page.wait_for_function("least => window.bocage.layer.size * window.bocage.map.scale > least", arg=HIT)
        assert seat.seq == 0, "what no finger can hit is not pressed: the map goes near first"
        seat.page.touchscreen.tap(*seat.at(beach))
        seat.wait_after(0)
        assert seat.table(f"table.position.piece({unit!r}).space") in {box, "Britain"}
        expect(seat.page.locator("#plan-card")).to_contain_text("Beach 14")
        start = middle(seat, "#tray .tray-piece")
        end = seat.at(beach)
        between = (start[0], start[1] - 30)
        touch(seat, start, between, (between[0], between[1] - 30), end, end)
        seat.wait_after(1)


def test_a_landing_goes_ashore_with_a_finger(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "land", seed=3, avoid=IDLE)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.uncover()
        seat.page.touchscreen.tap(*middle(seat, "#tray .tray-piece"))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        assert size(seat) > HIT, "the map goes to where it can land"
        unit, goal = seat.table("[table.hand.unit, table.hand.ways[0].space]")
        before = seat.seq
        seat.page.touchscreen.tap(*seat.at(goal))
        seat.wait_after(before)
        assert seat.table(f"table.position.piece({unit!r}).space") == goal


def test_a_finger_along_the_tray_looks_through_it(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        assert seat.table(
            "document.getElementById('tray').scrollWidth > 2 * document.getElementById('tray').clientWidth"
        )
        x, y = middle(seat, "#tray .tray-piece")
        touch(seat, (x, y), (x - 20, y), (x - 60, y), (x - 100, y), (x - 100, y))
        seat.page.wait_for_function("() => document.getElementById('tray').scrollLeft > 30")
        assert seat.table("table.hand.units") == []
        assert seat.seq == 0


def test_what_lies_under_the_tray_is_not_in_sight(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.table("table.map.fit()")
        seat.table("table.map.zoom(2)")
        tray, port = (seat.page.locator(name).bounding_box() for name in ("#tray", "#viewport"))
        assert tray is not None
        assert port is not None
        spots = seat.page.evaluate(
            """() => { const { map, layout } = window.bocage;
            return Object.keys(layout.spaces).filter((name) => map.shows(name)).map((name) => map.seenAt(name).y); }"""
        )
        assert spots
        assert max(spots) < tray["y"] - port["y"]


def test_a_long_press_on_a_stack_that_cannot_go_says_why(site: Site, browser: Browser) -> None:
    with Seat(browser, site, led_to(site, first_move()), **PHONE) as seat:
        seat.uncover()
        stuck = seat.page.evaluate(
            """() => { const t = window.bocage; // as if zones held them, and they could only dig in
            t.questions.ways = async (units) => ({ units, ways: [], direct: t.view.options.slice(0, 1) });
            const names = Object.keys(t.layout.spaces).filter((name) => !t.position.isBox(name));
            return names.find((name) => t.gestures.sendable(name).length > 1); }"""
        )
        seat.page.evaluate("name => window.bocage.map.focus([name])", stuck)
        touch(seat, seat.at(stuck), wait=700)
        expect(seat.page.locator(".reason")).to_contain_text("None of them can go anywhere now")


def test_the_map_is_at_the_beach_where_a_loss_is_taken(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "lose", seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.uncover()
        about = seat.table("table.scene.about()")
        assert about, "whoever waits off a beach is asked about at that beach"
        seat.page.touchscreen.tap(*middle(seat, "#centre"))
        assert seat.table(f"table.map.shows({about[0]!r})")


def test_the_map_stays_where_it_is_when_the_head_line_grows(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        tops = []
        for words in ("Turn 1", "Turn 1 > Allied combat > Combat > Battle at 2513 > Retreats > Retreat"):
            seat.page.evaluate(
                "words => { document.querySelector('#trail span:last-child').textContent = words; }", words
            )
            tops.append(seat.table("table.map.port.getBoundingClientRect().top"))
        assert tops[0] == tops[1]


def test_on_the_smallest_screen_the_bar_is_one_line_and_the_map_is_at_the_battle(site: Site, browser: Browser) -> None:
    made = playing(site, "bradley", "shoot", seed=3)
    small = PHONE | {"viewport": {"width": 320, "height": 480}}
    with Seat(browser, site, made["hotseat"]["url"], **small) as seat:
        seat.uncover()
        expect(seat.page.locator("#preview")).to_be_visible()
        seat.page.wait_for_function("least => window.bocage.layer.size * window.bocage.map.scale > least", arg=HIT)
        bar = seat.page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["height"] < 60
