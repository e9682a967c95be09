"""Phones and tablets: everything can be reached and touched, nothing is covered, nothing scrolls sideways."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

TOUCH = 44
PHONE = {"width": 390, "height": 844}
SCREENS = {
    "phone": PHONE,
    "phone on its side": {"width": 844, "height": 390},
    "tablet": {"width": 1024, "height": 768},
    "tablet upright": {"width": 820, "height": 1180},
}
TOUCHED = ".bar button, .bar select, #answers button, .tabs button, .zoom button, .scrub button, #grip"
LOOK = """selector => [...document.querySelectorAll(selector)]
  .map(node => [node.id || node.textContent.slice(0, 30), node.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0)
  .map(([name, box]) => ({ name, left: box.left, right: box.right, width: box.width, height: box.height }))"""


def device(screen: str) -> dict[str, Any]:
    return {"viewport": SCREENS[screen], "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("title", "screen"),
    [*(("tinybeach", screen) for screen in SCREENS), ("normandy44", "phone"), ("normandy44", "tablet")],
)
def test_a_small_screen_shows_all_that_is_needed(title: str, screen: str, site: Site, browser: Browser) -> None:
    made = site.create(title, hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **device(screen)) as seat:
        width = SCREENS[screen]["width"]
        assert seat.page.evaluate("() => document.documentElement.scrollWidth") == width
        nodes = seat.page.evaluate(LOOK, TOUCHED)
        assert len(nodes) > 10
        small = [node for node in nodes if node["height"] < TOUCH - 0.5 and node["name"] != "grip"]
        assert small == []
        assert [node for node in nodes if node["left"] < -1 or node["right"] > width + 1] == []
        port = seat.page.evaluate("() => document.getElementById('viewport').getBoundingClientRect().toJSON()")
        assert port["width"] * port["height"] > 0.4 * width * SCREENS[screen]["height"]
        side = seat.table("table.layer.size * table.map.scale")
        assert side > 20, "a counter can be told from its neighbours"


def test_two_fingers_zoom_even_where_one_of_them_is_on_a_counter(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    token = made["hotseat"]["token"]
    with Seat(browser, site, made["hotseat"]["url"], **device("tablet")) as seat:
        site.ask("POST", f"/api/games/{made['id']}/actions", {"seq": 0, "action": "hide 0303", "side": "German"}, token)
        seat.wait_after(0)
        seat.uncover()
        scale = seat.table("table.map.scale")
        seat.page.evaluate(
            """() => { const t = window.bocage, port = t.map.port, box = port.getBoundingClientRect();
            t.layer.unitAt = () => [...t.position.choices.ableUnits()][0];
            const send = (type, id, x, y) => port.dispatchEvent(new PointerEvent(type, { pointerId: id,
              pointerType: 'touch', bubbles: true, button: 0, clientX: box.left + x, clientY: box.top + y }));
            send('pointerdown', 1, 200, 200); send('pointerdown', 2, 300, 200);
            send('pointermove', 2, 400, 200); send('pointerup', 2, 400, 200); send('pointerup', 1, 200, 200); }"""
        )
        assert seat.table("table.map.scale") > scale * 1.3
        assert seat.table("table.drag.units") == []


def test_a_phone_keeps_seldom_used_tools_behind_a_button(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"], **device("phone")) as seat:
        assert not seat.page.is_visible("#overlay")
        seat.page.tap("#more")
        seat.page.select_option("#overlay", "zones")
        seat.page.wait_for_selector("#legend:not([hidden])")
        seat.page.touchscreen.tap(*seat.at("0304"))
        seat.page.wait_for_function("() => !document.body.classList.contains('more')")
        seat.page.tap("#grip")
        tall = seat.page.evaluate("() => document.getElementById('panel').clientHeight")
        seat.page.tap("#grip")
        seat.page.wait_for_function("tall => document.getElementById('panel').clientHeight < tall - 100", arg=tall)


def test_a_phone_brings_the_advice_into_sight(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", seats={"Allied": "planner-quick", "German": "human"}, seed=3)
    with Seat(browser, site, made["seats"]["German"]["url"], **device("phone")) as seat:
        seat.page.wait_for_function("() => window.bocage.view.options.length > 0", timeout=60_000)
        seat.page.wait_for_selector(".meanwhile .last", timeout=60_000)  # the last reason of the computer
        seat.page.tap("text=Suggest a move")
        seat.page.wait_for_selector(".reason button:has-text('Do it')", timeout=60_000)
        boxes = [
            seat.page.evaluate("name => document.querySelector(name).getBoundingClientRect().toJSON()", name)
            for name in ("#grip", "#answers .reason", ".scrub")
        ]
        grip, reason, scrubber = boxes
        assert grip["bottom"] <= reason["top"] + 1
        assert reason["bottom"] <= scrubber["top"] + 1
        assert "Why:" in seat.page.inner_text(".reason")


@pytest.mark.parametrize("where", ["home", "dialog", "table"])
def test_no_serious_accessibility_fault_remains_on_a_phone(where: str, site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    url = made["hotseat"]["url"] if where == "table" else "/"
    with Seat(browser, site, url, **device("phone")) as seat:
        if where != "table":
            seat.page.wait_for_selector(".card")
            assert seat.page.evaluate("() => document.documentElement.scrollWidth") == PHONE["width"]
        if where == "dialog":
            seat.page.tap("[data-title=normandy71] .card-buttons button:has-text('Invite')")
            seat.page.wait_for_selector("#new-game[open]")
        found = Axe().run(seat.page).response["violations"]
        assert [fault["id"] for fault in found if fault["impact"] in {"serious", "critical"}] == []


@pytest.mark.parametrize("path", ["/", "/five-minutes/normandy44", "/five-minutes/acrosstheworld"])
def test_no_page_is_wider_than_the_smallest_screen(path: str, site: Site, browser: Browser) -> None:
    with Seat(browser, site, path, viewport={"width": 320, "height": 480}, has_touch=True, is_mobile=True) as seat:
        seat.page.wait_for_selector(".card, section h2")
        assert seat.page.evaluate("() => document.documentElement.scrollWidth") == 320


def test_the_links_of_a_game_can_be_read_on_the_smallest_screen(site: Site, browser: Browser) -> None:
    with Seat(browser, site, "/", viewport={"width": 320, "height": 480}, has_touch=True, is_mobile=True) as seat:
        seat.page.tap("[data-title=tinybeach] button:has-text('Invite')")
        seat.page.tap("#new-game button.primary")
        seat.page.locator("#new-game button:has-text('QR')").first.tap()
        seat.page.wait_for_selector("#new-game .qr svg")
        box = seat.page.evaluate("() => document.getElementById('new-game').getBoundingClientRect().toJSON()")
        assert box["left"] >= 0
        assert box["right"] <= 320
        for field in seat.page.locator("#new-game .links input").all():
            assert field.evaluate("one => one.clientWidth") > 90


@pytest.mark.parametrize("title", ["normandy71", "bradley", "darksummer"])
def test_the_question_is_in_sight_below_the_guide(title: str, site: Site, browser: Browser) -> None:
    made = site.create(title, hotseat=True, seed=3)
    url = made["hotseat"]["url"].replace("#", "?guide=1#")
    with Seat(browser, site, url, viewport={"width": 320, "height": 480}, has_touch=True, is_mobile=True) as seat:
        seat.uncover()
        seat.page.wait_for_selector("#guide:visible")
        box = seat.page.locator("#question").bounding_box()
        assert box is not None
        assert box["y"] + 20 < 480


def test_the_bar_of_an_upright_tablet_leaves_the_room_to_the_map(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **device("tablet upright")) as seat:
        bar = seat.page.locator(".bar").bounding_box()
        assert bar is not None
        assert bar["height"] < 2 * TOUCH
        assert not seat.page.locator("#overlay").is_visible()
        button = seat.page.locator("#more").bounding_box()
        assert button is not None
        seat.page.touchscreen.tap(button["x"] + 20, button["y"] + 20)
        assert seat.page.locator("#overlay").is_visible()


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 820, "height": 1180}])
def test_a_briefing_can_be_closed_where_it_opens(site: Site, browser: Browser, size: dict[str, int]) -> None:
    made = site.create("tinybeach", seed=3)
    with Seat(browser, site, made["seats"]["German"]["url"], fresh=True, viewport=size, has_touch=True) as seat:
        button = seat.page.locator("#briefing-close")
        expect(button).to_be_visible()
        box, screen = button.bounding_box(), seat.page.locator("#viewport").bounding_box()
        assert box is not None
        assert screen is not None
        assert box["y"] + box["height"] <= screen["y"] + screen["height"], "the button lies below the edge of the map"
        seat.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(seat.page.locator("#briefing")).to_be_hidden()


@pytest.mark.parametrize("screen", ["tablet", "tablet upright"])
def test_why_nothing_can_be_undone_is_read_in_full(screen: str, site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"], **device(screen)) as seat:
        reason = seat.page.locator("#undo .limit")
        expect(reason).to_have_text("another side decides now")
        bar = seat.page.locator(".bar").bounding_box()
        for words in ("the game was loaded here", "you have done nothing yet", "something hidden was revealed"):
            reason.evaluate("(node, words) => { node.textContent = words; }", words)
            assert reason.evaluate(
                "node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1"
            ), words
            assert seat.page.locator(".bar").bounding_box() == bar, "the map moves down with the reason"


def test_a_long_plan_leaves_the_buttons_of_a_phone_in_sight(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", seats={"Allied": "human", "German": "random"}, hotseat=True, seed=11)
    with Seat(browser, site, made["hotseat"]["url"], **device("phone")) as seat:
        seat.page.tap("#surprise")
        expect(seat.page.locator("#plan-card")).to_be_visible(timeout=60_000)
        first = seat.page.locator("#answers button, #answers input").first.bounding_box()
        scrub = seat.page.locator("#scrub").bounding_box()
        assert first is not None
        assert scrub is not None
        assert first["y"] + first["height"] <= scrub["y"]
        seat.page.tap("#plan-card summary")
        expect(seat.page.locator("#plan-card li").first).to_be_visible()
