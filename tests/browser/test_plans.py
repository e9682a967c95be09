"""The landing plan of Normandy (1971): on the coast as well as in words, and nothing of it is settled unseen."""

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
