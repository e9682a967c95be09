"""The last press of an attack says with which support, and fights; and no dice fall before it."""

from typing import Any

from playwright.sync_api import Browser
from tests.browser.seats import Seat, Site


def begun(site: Site, game: str, *, until: str) -> Any:
    """A hot-seat game in which everybody held back up to a question that offers a verb."""
    made = site.create(game, hotseat=True, seed=3)
    token, path = made["hotseat"]["token"], f"/api/games/{made['id']}"
    state = site.ask("GET", path, None, token)
    for _ in range(200):
        state = site.ask("GET", f"{path}?side={state['to_decide']}", None, token)
        if any(one["verb"] == until for one in state["view"]["options"]):
            return made
        options = state["view"]["options"]
        ends = [one for one in options if one.get("part") in {"end", "halt"}] or options
        pick = {"seq": state["seq"], "action": ends[-1]["action"], "side": state["to_decide"]}
        state = site.ask("POST", f"{path}/actions", pick, token)
    raise AssertionError(f"nobody was ever asked to {until}")


def press_target(seat: Seat, verb: str) -> str:
    """Press the first target of a verb on the map."""
    seat.uncover()
    target: str = next(one["spaces"][0] for one in seat.options if one["verb"] == verb)
    before = seat.seq
    seat.table(f"table.map.focus([{target!r}])")
    seat.page.mouse.click(*seat.at(target))
    seat.wait_after(before)
    return target


def test_the_dark_summer_rolls_no_dice_before_somebody_says_fight(site: Site, browser: Browser) -> None:
    """A target that one counter alone can attack: its press asks, and one more fights."""
    made = begun(site, "darksummer", until="attack")
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        target = press_target(seat, "attack")
        assert seat.table("table.view.trail").endswith(f"Attack on {target}")
        everyone = seat.page.locator("#everyone")
        if everyone.count():
            before = seat.seq
            everyone.click()
            seat.wait_after(before)
        before = seat.seq
        seat.page.locator("#answers button", has_text="Fight").first.click()
        seat.wait_after(before)


def test_support_and_fire_are_one_press(site: Site, browser: Browser) -> None:
    made = begun(site, "bradley", until="fire")
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        press_target(seat, "fire")
        before = seat.seq
        seat.page.locator("#answers .finish").first.click()
        seat.wait_after(before)
        assert seat.table("table.info.log.entries").pop()["n"] > before


def test_the_briefing_tells_what_has_happened_in_words(site: Site, browser: Browser) -> None:
    made = site.create("acrosstheworld", seats={"Allied": "random", "German": "human"}, seed=3)
    with Seat(browser, site, made["seats"]["German"]["url"], fresh=True) as seat:
        seat.page.wait_for_function("() => window.bocage.view.options.length > 0")
        seat.page.reload()
        said = seat.page.locator("#briefing:has(#briefing-close)").inner_text()
        assert "What has happened so far" in said
        assert "[object" not in said
