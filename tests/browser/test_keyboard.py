"""The keyboard alone: the briefing, the counters that wait, the decision, the log; and what it hears."""

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import playing

SEATS = {"Allied": "human", "German": "human"}
MAP = "[table.map.x, table.map.y, table.map.scale]"


def test_the_briefing_has_the_keyboard_and_escape_closes_it(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats=SEATS, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        expect(seat.page.locator("#briefing-close")).to_be_focused()
        seat.page.keyboard.press("Escape")
        expect(seat.page.locator("#briefing")).to_be_hidden()
        expect(seat.page.locator("#viewport")).to_be_focused()


def test_a_press_that_closes_the_briefing_leaves_the_map_where_it_lies(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats=SEATS, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        box = seat.page.locator("#briefing-close").bounding_box()
        assert box is not None
        seat.table("table.map.zoom(3)")
        before = seat.table(MAP)
        seat.page.mouse.click(box["x"] + 10, box["y"] + 10)
        expect(seat.page.locator("#briefing")).to_be_hidden()
        seat.page.wait_for_timeout(300)
        assert seat.table(MAP) == before


def test_the_briefing_says_what_is_asked_now(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats=SEATS, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        now = seat.page.locator("#briefing-now")
        expect(now).to_contain_text("The German side decides")
        path, german = f"/api/games/{made['id']}", made["seats"]["German"]["token"]
        site.ask("POST", f"{path}/actions", {"seq": 0, "action": "hide 0303"}, german)
        expect(now).to_have_text("Which counter arrives, and where?")


def test_the_keyboard_reaches_the_counters_that_wait_the_decision_and_the_log(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "enter")
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        page = seat.page
        page.keyboard.press("m")
        page.keyboard.press("n")  # to the box of the fleet
        page.keyboard.press("Enter")
        expect(page.locator("#tray .tray-piece").first).to_be_focused()
        page.keyboard.press("m")
        page.keyboard.press("t")
        expect(page.locator("#tray .tray-piece").first).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function("() => window.bocage.hand.ways !== null")
        expect(page.locator("#answers [data-action^='enter Able']")).to_have_count(2)
        page.keyboard.press("d")
        assert page.evaluate("() => document.activeElement.closest('#answers') !== null")
        page.keyboard.press("l")
        expect(page.locator(".log-list .line").first).to_be_focused()
        page.locator("#overlay").focus()
        page.keyboard.press("Escape")
        expect(page.locator("#viewport")).to_be_focused()


def test_a_counter_in_the_hand_is_not_offered_to_be_taken_up(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", avoid=("wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        unit = next(one["units"][0] for one in seat.options if one["verb"] == "select")
        seat.page.keyboard.press("1")
        seat.page.wait_for_function("() => window.bocage.hand.ways !== null")
        expect(seat.page.locator(".in-hand")).to_contain_text(unit)
        expect(seat.page.locator(f"#answers [data-action='select {unit}']")).to_have_count(0)


def test_number_keys_do_nothing_behind_a_second_question(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", avoid=("wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        before = seat.seq
        seat.page.keyboard.press(str(len(seat.options)))
        expect(seat.page.locator("#confirm-yes")).to_be_focused()
        seat.page.keyboard.press("1")
        expect(seat.page.locator("#confirm-yes")).to_be_focused()
        assert seat.table("table.hand.units.length") == 0
        assert seat.seq == before


def test_all_that_happened_is_said_not_only_the_last_of_it(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats=SEATS, seed=5)
    allied, german = (made["seats"][side]["token"] for side in ("Allied", "German"))
    path = f"/api/games/{made['id']}"
    state = site.ask("POST", f"{path}/actions", {"seq": 0, "action": "hide 0303"}, german)
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        order = {"seq": state["seq"], "units": ["Able", "Baker"], "space": "0201"}
        site.ask("POST", f"{path}/orders", order, allied)
        expect(seat.page.locator("#speech")).to_contain_text("Able lands")
        expect(seat.page.locator("#speech")).to_contain_text("Baker lands")


def test_e_goes_to_the_press_that_fights(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "fight", seed=5, avoid=("wait", "hold", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.keyboard.press("e")
        assert seat.page.evaluate("() => document.activeElement.textContent").lower().endswith("fight")


def test_where_counters_that_wait_may_come_is_brought_into_sight(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", seats=SEATS, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        hexes = "Object.entries(table.layout.spaces).filter(([, at]) => at.kind === 'hex')"
        south = f"{hexes}.reduce((a, b) => (b[1].y > a[1].y ? b : a))[0]"
        seat.table(f"(table.map.zoom(4), table.map.centre([{south}]))")
        beaches = seat.table("Object.values(table.layout.stands).flat()")
        seen = "spaces => spaces.some((space) => window.bocage.map.shows(space))"
        assert not seat.page.evaluate(seen, beaches)
        seat.page.keyboard.press("c")
        seat.page.wait_for_function(seen, arg=beaches)


def test_the_waves_of_a_landing_are_allocated_with_one_press_and_one_undo(site: Site, browser: Browser) -> None:
    made = playing(site, "bradley", "wave")
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        before = seat.seq
        seat.page.click("#surprise")
        seat.wait_after(before)
        assert seat.seq > before + 10
        done = seat.seq
        seat.page.keyboard.press("u")
        seat.page.wait_for_function("seq => window.bocage.info.seq < seq && !window.bocage.busy", arg=done)
        assert seat.seq == before


def test_the_first_page_offers_the_side_to_begin_with_and_the_levels_in_their_order(
    site: Site, browser: Browser
) -> None:
    with Seat(browser, site, "/") as seat:
        seat.page.get_by_role("button", name="Play the computer: Normandy '44").click()
        assert seat.page.locator("#new-game select[name=side]").input_value() == "Allied"
        levels = seat.page.locator("#new-game select[name=player] option").all_inner_texts()
        words = [level.split(":")[0] for level in levels]
        assert words.index("Easy") < words.index("Standard") < words.index("Hard")


@pytest.mark.parametrize("game", ["tinybeach", "normandy71", "normandy44", "acrosstheworld", "darksummer", "bradley"])
def test_a_pick_by_keyboard_leaves_it_on_an_answer_or_on_the_question(site: Site, browser: Browser, game: str) -> None:
    made = site.create(game, hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        for _ in range(6):
            seat.uncover()
            before = seat.seq
            seat.page.keyboard.press("d")
            seat.page.keyboard.press("Enter")
            if seat.table("table.hand.units.length || table.shown().length > 24"):
                break
            seat.wait_after(before)
            if seat.page.locator("#cover button").is_visible():
                expect(seat.page.locator("#cover button")).to_be_focused()
            else:
                assert seat.page.evaluate("() => document.activeElement.closest('#decision') !== null")


def test_a_counter_that_cannot_go_leaves_the_keyboard_on_its_button(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", avoid=("wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        page, units = seat.page, [one["units"][0] for one in seat.options if one["verb"] == "select"]
        page.locator(f"#answers [data-action='select {units[0]}']").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => window.bocage.hand.ways !== null")
        expect(page.locator("#question")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator(f"#answers [data-action='select {units[0]}']")).to_be_focused()


def test_the_next_target_has_the_keyboard_so_that_enter_goes_there(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", avoid=("wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        page, before = seat.page, seat.seq
        page.keyboard.press("d")
        page.keyboard.press("Enter")
        page.wait_for_function("() => window.bocage.hand.ways !== null")
        page.keyboard.press("d")
        page.keyboard.press("n")
        expect(page.locator("#viewport")).to_be_focused()
        page.keyboard.press("Enter")
        seat.wait_after(before)


def test_going_back_from_a_second_question_returns_to_the_option(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", avoid=("wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.locator("#answers [data-action='done']").focus()
        seat.page.keyboard.press("Enter")
        expect(seat.page.locator("#confirm-yes")).to_be_focused()
        seat.page.keyboard.press("Shift+Tab")
        seat.page.keyboard.press("Enter")
        expect(seat.page.locator("#answers [data-action='done']")).to_be_focused()


def test_a_set_up_in_secret_and_undo_are_heard(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy71", "select")
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        page, before = seat.page, seat.seq
        unit = next(one["units"][0] for one in seat.options if one["verb"] == "select")
        page.locator(f"#answers [data-action='select {unit}']").focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => window.bocage.hand.ways !== null")
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        seat.wait_after(before)
        expect(page.locator("#speech")).to_contain_text("begins in")
        page.keyboard.press("u")
        page.wait_for_function("seq => window.bocage.info.seq === seq && !window.bocage.busy", arg=before)
        expect(page.locator("#speech")).to_contain_text("Taken back.")
