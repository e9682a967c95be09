"""What the table shows, says and keeps to itself."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

from bocage import games


def first_pick(seat: Seat) -> None:
    """Do the first thing that is offered: a counter that is taken up goes to the first place it can go to."""
    choice = seat.table("table.shown()[0]")
    buttons = seat.page.locator(f"#decision [data-action={choice['action']!r}]")
    if buttons.count():
        buttons.first.click()
        seat.sure()
    else:
        seat.page.select_option("#options", choice["action"])
        seat.page.click("#decision button.primary:has-text('Do it')")
    if choice.get("part") != "take":
        return
    seat.page.wait_for_function(
        """() => { const { hand } = window.bocage; // a reason may be an older one, and says nothing alone
        return hand.ways?.length || (hand.reason && document.querySelector("#decision button.plain")); }"""
    )
    if seat.table("table.hand.ways?.length"):
        seat.table("table.map.focus([table.hand.ways[0].space])")
        seat.page.mouse.click(*seat.at(seat.table("table.hand.ways[0].space")))
    else:
        seat.page.locator("#decision button.plain").last.click()
        seat.sure()


@pytest.mark.parametrize("title", sorted(games()))
def test_the_first_decisions_of_every_game_can_be_made_at_the_table(title: str, site: Site, browser: Browser) -> None:
    made = site.create(title, hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        for _ in range(25):
            before = seat.seq
            seat.uncover()
            first_pick(seat)
            seat.wait_after(before)
        assert seat.seq >= 25
        assert seat.table("table.map.board.whole.width") > 300
        assert seat.table("table.layer.spots.size") > 0


def test_two_browsers_see_only_what_they_may(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    seats = made["seats"]
    with Seat(browser, site, seats["German"]["url"]) as german, Seat(browser, site, seats["Allied"]["url"]) as allied:
        german.page.click("[data-action='hide 0303']")
        allied.wait_after(0)
        gun = "table.view.pieces.find(p => p.unit === 'Gun').space"
        assert german.table(gun) == "0303"
        assert allied.table(gun) == "Concealed"
        assert "0303" not in allied.page.inner_text("#log")
        assert (
            "hides in 0303" in german.page.inner_text("#log")
            or german.page.evaluate("() => window.bocage.log.entries.length") > 0
        )


def test_a_page_that_lost_its_connection_catches_up(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    german = made["seats"]["German"]["token"]
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        seat.context.set_offline(True)
        site.ask("POST", f"/api/games/{made['id']}/actions", {"seq": 0, "action": "hide 0303"}, german)
        assert seat.seq == 0
        seat.context.set_offline(False)
        seat.wait_after(0)
        assert seat.options
        seat.errors.clear()  # the browser itself reports that it was offline


def test_undo_goes_back_until_it_says_why_not(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.click("[data-action='hide 0303']")
        seat.wait_after(0)
        seat.uncover()
        assert seat.page.is_disabled("#undo")
        assert "nothing yet" in (seat.page.get_attribute("#undo", "title") or "")
        before = seat.seq
        seat.page.click("[data-action='enter Able 0201']")
        seat.wait_after(before)
        seat.page.click("#undo")
        seat.page.wait_for_function("seq => window.bocage.info.seq === seq", arg=before)
        seat.page.click("#redo")
        seat.wait_after(before)


def test_an_illegal_target_says_why_with_its_rule(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.click("[data-action='hide 0303']")
        seat.wait_after(0)
        seat.uncover()
        seat.page.mouse.click(*seat.at("0304"))
        seat.page.wait_for_selector(".reason")
        assert "rule" in seat.page.inner_text(".reason")
        seat.page.click(".reason .rule-link")
        seat.page.wait_for_selector("#drawer .wanted")


def test_the_scrubber_replays_and_comes_back(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.click("[data-action='hide 0303']")
        seat.wait_after(0)
        seat.uncover()
        for action in ("enter Able 0201", "enter Baker 0201"):
            before = seat.seq
            seat.page.click(f"[data-action={action!r}]")
            seat.wait_after(before)
        place = "table.view.pieces.find(p => p.unit === 'Baker').space"
        assert seat.table(place) == "0201"
        seat.page.click("#scrub-back")
        seat.page.wait_for_selector("body.replaying")
        seat.page.wait_for_function("() => window.bocage.view.pieces.find(p => p.unit === 'Baker').space === 'Fleet'")
        seat.page.click("#scrub-live")
        seat.page.wait_for_function("() => window.bocage.view.pieces.find(p => p.unit === 'Baker').space === '0201'")


@pytest.mark.parametrize("title", sorted(games()))
def test_every_overlay_is_drawn(title: str, site: Site, browser: Browser) -> None:
    made = site.create(title, hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        names = seat.table("table.info.overlays")
        assert names
        for name in names:
            seat.page.select_option("#overlay", name)
            seat.page.wait_for_function("name => window.bocage.questions.overlayName === name", arg=name)
            seat.page.wait_for_selector("#legend:not([hidden])")
        seat.page.wait_for_timeout(200)


@pytest.mark.parametrize("skin", ["period", "clean", "contrast"])
@pytest.mark.parametrize("where", ["home", "table"])
def test_no_accessibility_fault_remains(skin: str, where: str, site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, "/" if where == "home" else made["hotseat"]["url"]) as seat:
        if where == "home":
            seat.page.wait_for_selector(".card")
        seat.page.select_option("#skin", skin)
        seat.page.wait_for_timeout(400)
        found = Axe().run(seat.page).response["violations"]
        assert {fault["id"]: [node["html"][:120] for node in fault["nodes"][:3]] for fault in found} == {}


def test_the_guide_leads_through_the_first_turn(site: Site, browser: Browser) -> None:
    with Seat(browser, site, "/") as seat:
        seat.page.click("#learn")
        seat.page.wait_for_selector("body[data-ready=yes]")
        seat.page.wait_for_selector("#guide p")
        seat.page.wait_for_function(
            "() => /you land first/i.test(document.getElementById('guide').textContent)", timeout=60_000
        )


def test_the_other_side_has_a_guided_turn_too(site: Site, browser: Browser) -> None:
    with Seat(browser, site, "/") as seat:
        seat.page.get_by_role("button", name="Guided first turn of Tiny Beach on the German side").click()
        seat.page.wait_for_selector("body[data-ready=yes]")
        expect(seat.page.locator("#guide")).to_contain_text("You go first")
        seat.page.locator("#answers [data-action^='hide']").first.click()
        expect(seat.page.locator("#guide")).not_to_contain_text("You go first", timeout=60_000)
        expect(seat.page.locator("#guide")).not_to_contain_text("You land")
