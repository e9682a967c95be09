"""The landing plan of Normandy (1971): on the coast as well as in words, and nothing of it is settled unseen."""

from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

ALONE = {"seats": {"Allied": "human", "German": "random"}, "hotseat": True, "seed": 11}


def test_the_historical_plan_is_seen_before_it_is_settled(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", **ALONE)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.click("[data-action='historical']")
        expect(seat.page.locator(".confirm")).to_contain_text("nothing can be changed")
        expect(seat.page.locator("#legend")).to_contain_text("The historical plan")
        expect(seat.page.locator("#legend")).to_contain_text("paratroops")
        seat.page.click("#confirm-no")
        expect(seat.page.locator("#legend")).to_be_hidden()
        assert seat.seq == 0
        seat.page.click("[data-action='historical']")
        seat.page.click("#confirm-yes")
        seat.wait_after(0)


def test_the_plan_so_far_lies_on_the_coast(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", **ALONE)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        before = seat.page.locator(".overlay-fill").count()
        seat.page.select_option("#options", "assign 16/1 Beach12")
        seat.page.click("#decision button.primary:has-text('Do it')")
        seat.wait_after(0)
        expect(seat.page.locator("#legend")).to_contain_text("Your plan")
        expect(seat.page.locator("#legend")).to_contain_text("landing")
        assert seat.page.locator("#layer .overlay-fill, #layer-over .overlay-fill").count() > before
        expect(seat.page.locator(".plan-card")).to_contain_text("Beach 12, Omaha: 16th Infantry")


def to_the_last_drop(site: Site, made: Any) -> str:
    """The landing plan up to the drop that settles it; where that might be."""
    path, token = f"/api/games/{made['id']}", made["hotseat"]["token"]
    while True:
        state = site.ask("GET", path, token=token)
        options = state["view"]["options"]
        assert options, "nothing asked for a second word before the German sets up"
        picked = next((one for one in options if one["verb"] == "done"), options[0])
        body = {"seq": state["seq"], "action": picked["action"], "careful": picked["verb"] == "drop"}
        try:
            site.ask("POST", f"{path}/actions", body, token)
        except HTTPError as refused:
            if refused.code != 409:
                raise
            return str(picked["spaces"][-1])


def test_the_drop_that_settles_the_plan_takes_a_second_word(site: Site, browser: Browser) -> None:
    """It could not be looked at any more, nor be taken back: the German sets up at once."""
    made = site.create("normandy71", **ALONE)
    where = to_the_last_drop(site, made)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        before = seat.seq
        seat.page.evaluate("name => window.bocage.map.focus([name])", where)
        seat.page.mouse.click(*seat.at(where))
        expect(seat.page.locator(".confirm")).to_contain_text("nothing can be taken back")
        seat.page.click("#confirm-no")
        assert seat.seq == before
        seat.page.click("#decision button:has-text('Do it')")
        expect(seat.page.locator("#answers .reason")).to_contain_text("Pick a line of the list first")
        seat.page.click("#undo")
        seat.page.wait_for_function("seq => window.bocage.info.seq < seq", arg=before)
