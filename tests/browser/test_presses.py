"""What a move and an attack cost at most: every press of the mouse is counted, and each is made at coordinates."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import playing
from tests.browser.test_handling import middle

REPLAYS = Path(__file__).parents[1] / "replays" / "normandy44"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVABLE = """async ([least, most]) => { const t = window.bocage;
  for (const space of Object.keys(t.layout.spaces)) {
    const units = t.position.isBox(space) ? [] : t.gestures.sendable(space);
    if (units.length < least || units.length > most) continue;
    const way = (await t.questions.ways(units)).ways.find((one) => one.space !== space);
    if (way) return [space, units, way.space]; } }"""


class Mouse:
    """Presses at coordinates, counted."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.presses = seat, 0

    def press(self, at: tuple[float, float], key: str = "") -> None:
        """One press, with a key held down or without."""
        if key:
            self.seat.page.keyboard.down(key)
        self.seat.page.mouse.click(*at)
        if key:
            self.seat.page.keyboard.up(key)
        self.presses += 1


Picks = list[tuple[str, str]]


@cache
def golden() -> Picks:
    """Who picked what in a golden game."""
    lines = (REPLAYS / "campaign-1.jsonl").read_text().splitlines()[1:300]
    return [(entry["by"], entry["do"]) for entry in map(json.loads, lines) if "do" in entry]


def first_move() -> int:
    """The Allies come to their first movement."""
    return next(at for at, (side, action) in enumerate(golden()) if side == "Allied" and action.startswith("move "))


def first_attack_by_three() -> tuple[int, str, list[str]]:
    """The first attack in which three counters join, its target and the counters."""
    done = [action for _, action in golden()]
    for at, action in enumerate(done):
        joined = [one.split()[1] for one in done[at + 1 : at + 4] if one.startswith("with ")]
        if action.startswith("attack ") and len(joined) == 3:
            return at, action.split()[1], joined
    raise AssertionError("nobody ever attacks with three")


def led_to(site: Site, many: int) -> str:
    """The table of a hot-seat game in which so many picks of the golden game were made, with the same dice."""
    made = site.create("normandy44", hotseat=True, seed=1)
    token, path = made["hotseat"]["token"], f"/api/games/{made['id']}"
    seq = site.ask("GET", path, None, token)["seq"]
    for number, (side, action) in enumerate(golden()[:many]):
        if seq == number:  # neither rolled nor forced
            pick = {"seq": seq, "action": action, "side": side}
            seq = site.ask("POST", f"{path}/actions", pick, token)["seq"]
    return str(made["hotseat"]["url"])


@pytest.mark.parametrize(("key", "least", "most"), [("", 1, 1), ("Shift", 3, 9)], ids=["a counter", "a stack of three"])
def test_two_presses_move(site: Site, browser: Browser, key: str, least: int, most: int) -> None:
    with Seat(browser, site, led_to(site, first_move())) as seat:
        seat.uncover()
        found = seat.page.evaluate(MOVABLE, [least, most])
        assert found, "somebody can go somewhere"
        home, units, goal = found
        seat.page.evaluate("names => window.bocage.map.focus(names)", [home, goal])
        mouse, before = Mouse(seat), seat.seq
        mouse.press(seat.at(home), key)
        seat.page.wait_for_function("many => window.bocage.hand.units.length === many", arg=len(units))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        mouse.press(seat.at(goal))
        seat.wait_after(before)
        assert [seat.table(f"table.position.piece({unit!r}).space") for unit in units] == [goal] * len(units)
        assert mouse.presses <= 2


def spot(seat: Seat, unit: str) -> tuple[float, float]:
    """Where a counter lies on the screen."""
    x, y = seat.page.evaluate(
        """unit => { const t = window.bocage, spot = t.layer.spots.get(unit), half = t.layer.size / 2;
        const box = t.map.port.getBoundingClientRect();
        const x = box.left + t.map.x + (spot.x + half) * t.map.scale;
        return [x, box.top + t.map.y + (spot.y + half) * t.map.scale]; }""",
        unit,
    )
    return float(x), float(y)


def test_five_presses_attack_with_three_counters_and_support(site: Site, browser: Browser) -> None:
    at, target, units = first_attack_by_three()
    with Seat(browser, site, led_to(site, at)) as seat:
        seat.uncover()
        mouse, before = Mouse(seat), seat.seq
        mouse.press(seat.at(target))
        seat.wait_after(before)
        for unit in units:
            before = seat.seq
            home = seat.table(f"table.position.piece({unit!r}).space")
            mouse.press(
                spot(seat, unit) if seat.table(f"table.gestures.ableAt({home!r}).length") > 1 else seat.at(home)
            )
            seat.wait_after(before)
        expect(seat.page.locator("#preview .in-short")).to_contain_text("%")
        mouse.press(middle(seat, "#answers .finish:has-text('Fight with naval gunfire')"))
        expect(seat.page.locator("#card")).to_be_visible()
        assert mouse.presses <= 5


def tap(seat: Seat, at: tuple[float, float]) -> None:
    """One finger."""
    seat.page.touchscreen.tap(*at)


def test_a_finger_opens_a_stack_takes_one_of_it_and_lands_what_can_land_in_one_place_only(
    site: Site, browser: Browser
) -> None:
    with Seat(browser, site, led_to(site, first_move()), **PHONE) as seat:
        seat.uncover()
        seat.page.evaluate("() => window.bocage.map.focus(['2814', '2713'])")
        tap(seat, seat.at("2814"))
        tap(seat, middle(seat, "#fan [data-unit='8/4']"))
        seat.page.wait_for_function("() => window.bocage.hand.unit === '8/4' && window.bocage.hand.ways?.length")
        before = seat.seq
        tap(seat, middle(seat, "#tray [data-unit=Eng-Utah]"))
        seat.page.wait_for_function("() => window.bocage.hand.unit === 'Eng-Utah' && window.bocage.hand.ways?.length")
        tap(seat, seat.at("2814"))
        seat.wait_after(before)
        assert seat.table("table.position.piece('Eng-Utah').space") == "2814"


def test_on_a_phone_the_battle_stays_in_sight_beside_its_odds_and_the_roll_is_read_in_one_line(
    site: Site, browser: Browser
) -> None:
    at, target, _ = first_attack_by_three()
    with Seat(browser, site, led_to(site, at), **PHONE) as seat:
        seat.uncover()
        seat.page.evaluate("name => window.bocage.map.focus([name])", target)
        before = seat.seq
        tap(seat, seat.at(target))
        seat.wait_after(before)
        expect(seat.page.locator("#preview .in-short")).to_contain_text("%")
        over = "([x, y]) => document.elementFromPoint(x, y).closest('.over-map')?.id ?? ''"
        assert seat.page.evaluate(over, list(seat.at(target))) == ""
        tap(seat, middle(seat, "#everyone"))
        seat.page.wait_for_selector("#answers .finish")
        tap(seat, middle(seat, "#answers .finish"))
        expect(seat.page.locator("#card")).to_be_visible()
        result = seat.table("table.battles.shown[table.battles.at].roll.result")
        assert result in seat.page.locator("#card").inner_text()


def test_done_is_one_press_where_nothing_is_left_undone(site: Site, browser: Browser) -> None:
    made = playing(site, "darksummer", "select", seed=3)
    token, path, state = made["hotseat"]["token"], f"/api/games/{made['id']}", made["state"]
    side = state["view"]["you"]
    for unit in (option["units"][0] for option in state["view"]["options"] if option["verb"] == "select"):
        asked = f"{path}/query/ways?units={unit.replace('/', '%2F')}&side={side}"
        empty = {piece["space"] for piece in state["view"]["pieces"]}
        goal = next(
            (way["space"] for way in site.ask("GET", asked, token=token)["ways"] if way["space"] not in empty), ""
        )
        if goal:
            break
    order = {"seq": state["seq"], "units": [unit], "space": goal, "side": side}
    moved = site.ask("POST", f"{path}/orders", order, token)["state"]
    assert not moved["view"].get("warnings")
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        before = seat.seq
        seat.page.mouse.click(*middle(seat, "[data-action=done]"))
        seat.page.wait_for_function("seq => window.bocage.info.seq > seq", arg=before)
