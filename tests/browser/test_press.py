"""A press counts, whatever news comes between the finger going down and up."""

from playwright.sync_api import Browser
from tests.browser.seats import Seat, Site


def visit(site: Site, made: dict[str, dict[str, dict[str, str]]], side: str, name: str) -> None:
    """The other side gives its name, which every page at the table is told."""
    site.ask("POST", f"/api/games/{made['id']}/join", {"name": name}, made["seats"][side]["token"])


def hears_of(seat: Seat, name: str) -> None:
    """Wait until the page shows who sits there."""
    seat.page.wait_for_function(
        "name => Object.values(window.bocage.info.seats).some((seat) => seat.name === name)", arg=name
    )


def test_a_press_is_not_lost_when_news_comes_before_the_button_is_let_go(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        button = seat.page.locator("[data-action='hide 0303']")
        button.hover()
        seat.page.mouse.down()
        visit(site, made, "Allied", "Dora")
        hears_of(seat, "Dora")
        seat.page.mouse.up()
        seat.wait_after(0)
        assert seat.table("table.view.pieces.find(p => p.unit === 'Gun').space") == "0303"


def test_what_was_chosen_in_a_long_list_stays_chosen_when_news_comes(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        wanted = seat.table("table.shown()[1].action")
        seat.page.select_option("#options", wanted)
        visit(site, made, "German", "Emil")
        hears_of(seat, "Emil")
        seat.page.wait_for_timeout(300)
        assert seat.page.locator("#options").input_value() == wanted


def test_a_press_that_ends_elsewhere_does_not_hold_the_panel(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        seat.page.locator("#overlay").dispatch_event("pointerdown", {"bubbles": True})  # its list opens, no end follows
        site.ask(
            "POST",
            f"/api/games/{made['id']}/actions",
            {"seq": 0, "action": "hide 0303"},
            made["seats"]["German"]["token"],
        )
        seat.wait_after(0)
        seat.page.mouse.move(400, 400)
        seat.page.mouse.move(420, 400)
        seat.page.wait_for_selector("#answers [data-action^='enter Able']")
