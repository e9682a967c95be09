"""The review of a finished game, from its button to its page."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

DAWN = Path(__file__).parents[1] / "replays" / "tinybeach" / "dawn-4-fair.jsonl"
MINUTES = 180_000


def test_a_finished_game_is_reviewed_with_a_click(browser: Browser, site: Site) -> None:
    made = site.ask("POST", "/api/games/import", {"log": DAWN.read_text(encoding="utf-8")})
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        button = seat.page.get_by_role("button", name="Review the game")
        expect(button).to_be_visible()
        button.click()
        expect(seat.page.get_by_role("progressbar", name="The review is being made")).to_be_visible()
        link = seat.page.get_by_role("link", name="Open the review")
        expect(link).to_be_visible(timeout=MINUTES)
        with seat.context.expect_page() as opened:
            link.click()
        page = opened.value
        page.wait_for_load_state()
        said: list[str] = []
        page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
        page.reload()  # with somebody listening from the first byte on
        expect(page.get_by_role("heading", name="The luck ledger")).to_be_visible()
        assert said == []  # the policy forbids nothing that the page needs
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background == "rgb(250, 247, 239)"
        plots = page.get_by_role("img")
        assert plots.count() >= 2
        box = page.locator("figure.plot svg").first.bounding_box()
        assert box is not None
        assert box["width"] > 600
        faults = Axe().run(page).response["violations"]
        assert [fault["id"] for fault in faults] == []
        page.set_viewport_size({"width": 390, "height": 800})
        heights = page.evaluate(
            "() => [...document.querySelectorAll('.plot text')].map((t) => t.getBoundingClientRect().height)"
        )
        assert min(heights) > 9  # a telephone shows a part of a plot, and its words can be read
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        assert [fault["id"] for fault in Axe().run(page).response["violations"]] == []


def test_a_game_that_goes_on_has_no_review(browser: Browser, site: Site) -> None:
    made = site.create("tinybeach", hotseat=True)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        assert seat.page.get_by_role("button", name="Review the game").count() == 0
