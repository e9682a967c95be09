"""Nothing is committed silently: the last move of a phase waits for its player."""

import random
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_handling import middle


def to_the_last_move(site: Site, made: Any) -> Any:
    """Random picks until all that is left is to end a phase; the position."""
    rng, token, path = random.Random(1), made["hotseat"]["token"], f"/api/games/{made['id']}"
    state = site.ask("GET", path, token=token)
    while len(state["view"]["options"]) > 1 or state["view"]["options"][0]["part"] != "end":
        picked = {"seq": state["seq"], "action": rng.choice(state["view"]["options"])["action"]}
        site.ask("POST", f"{path}/actions", picked, token)
        state = site.ask("GET", path, token=token)
    return state


def test_the_last_move_of_a_phase_can_be_taken_back_or_ended(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=4)
    held = to_the_last_move(site, made)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        expect(seat.page.locator("#answers")).to_contain_text("Nothing else is left here")
        seat.page.click("#undo")
        seat.page.wait_for_function("() => window.bocage.view.options.length > 1")
        seat.page.click("#redo")
        seat.page.wait_for_function("() => window.bocage.view.options.length === 1")
        seat.page.keyboard.press("1")
        seat.wait_after(held["seq"])
        assert seat.seq > held["seq"]


def test_all_of_the_others_turn_stays_to_be_seen_however_slowly_they_play(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=5)
    path, allied = f"/api/games/{made['id']}", made["seats"]["Allied"]["token"]
    with Seat(browser, site, made["seats"]["German"]["url"]) as german:
        german.page.click("[data-action='hide 0303']")
        german.wait_after(0)
        for action in ("enter Able 0201", "enter Baker 0201"):
            before = german.seq
            site.ask("POST", f"{path}/actions", {"seq": before, "action": action}, allied)
            german.wait_after(before)
        told = german.table("table.playback.last.map((line) => (line.units ?? [])[0])")
        assert [unit for unit in told if unit] == ["Able", "Baker"]
        expect(german.page.locator("#play-again")).to_be_visible()


def test_the_last_advance_from_a_beach_takes_a_second_word(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", scenario="seven-turn", seats={"Allied": "human", "German": "random"}, seed=3)
    path, token = f"/api/games/{made['id']}", made["seats"]["Allied"]["token"]
    state = site.ask("GET", path, token=token)
    while len({one["units"][0] for one in state["view"]["options"] if one["verb"] == "advance"}) != 1:
        picked = next(
            (one for one in state["view"]["options"] if one["verb"] == "advance"), state["view"]["options"][-1]
        )
        site.ask("POST", f"{path}/actions", {"seq": state["seq"], "action": picked["action"]}, token)
        state = site.ask("GET", path, token=token)
    last = next(one for one in state["view"]["options"] if one["verb"] == "advance")
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        seat.table(f"table.map.focus([{last['spaces'][0]!r}])")
        seat.table(f"table.hand.take([{last['units'][0]!r}])")
        seat.page.wait_for_function("() => window.bocage.hand.ways")
        seat.page.mouse.click(*seat.at(last["spaces"][0]))
        expect(seat.page.locator(".confirm")).to_contain_text("This is the last move here")
        assert seat.seq == state["seq"]
        seat.page.click("#confirm-yes")
        seat.wait_after(state["seq"])


def test_a_stack_whose_last_counter_makes_the_last_move_asks_for_that_one(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", scenario="seven-turn", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        stack, goal = seat.table("[table.position.piece('8/4').space, '2713']")
        units = {one["units"][0] for one in seat.options if one["verb"] == "advance"}
        before = seat.seq
        seat.page.keyboard.down("Shift")
        seat.page.mouse.click(*seat.at(stack))
        seat.page.keyboard.up("Shift")
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        seat.page.mouse.click(*seat.at(goal))
        expect(seat.page.locator(".confirm")).to_contain_text("This is the last move here")
        home = "units => units.filter((unit) => window.bocage.position.piece(unit).space !== 'SPACE')"
        assert len(seat.page.evaluate(home.replace("SPACE", goal), list(units))) == 1, "the others are there"
        assert not seat.page.locator("#toast").inner_text(), "nothing was refused"
        asked = seat.seq
        assert asked > before
        seat.page.mouse.click(*middle(seat, "#confirm-yes"))
        seat.wait_after(asked)


def test_the_last_landing_takes_a_second_word(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=5)
    path, allied = f"/api/games/{made['id']}", made["seats"]["Allied"]["token"]
    site.ask("POST", f"{path}/actions", {"seq": 0, "action": "hide 0303"}, made["seats"]["German"]["token"])
    for action in ("enter Able 0201", "enter Baker 0201", "enter Charlie 0401"):
        seq = site.ask("GET", path, token=allied)["seq"]
        site.ask("POST", f"{path}/actions", {"seq": seq, "action": action}, allied)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        before = seat.seq
        seat.page.mouse.click(*middle(seat, "#tray .tray-piece"))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        seat.page.mouse.click(*seat.at("0401"))
        expect(seat.page.locator(".confirm")).to_contain_text("This is the last move here")
        assert seat.seq == before
        seat.page.mouse.click(*middle(seat, "#confirm-yes"))
        seat.wait_after(before)
