"""One gesture for what belongs together: the only counter asked about, everyone who fights, many who gather."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_handling import middle

from bocage import games
from bocage.kernel.session import Session
from bocage.kernel.view import Choice, choice_of

Wanted = Callable[[Session, list[Choice]], bool]
GATHER = """async () => { const t = window.bocage, found = new Map();
  const clear = (unit) => { const at = t.layer.spots.get(unit), half = t.layer.size / 2;
    return at && t.layer.unitAt(at.x + half, at.y + half) === unit; };
  for (const unit of t.position.choices.ableUnits()) {
    const home = t.position.piece(unit).space;
    if (t.position.isBox(home) || !clear(unit)) continue;
    for (const way of (await t.questions.ways([unit])).ways) {
      if (t.position.at(way.space).length) continue;
      const some = found.get(way.space) ?? [];
      if (some.some((other) => t.position.piece(other).space === home)) continue;
      found.set(way.space, [...some, unit]);
      if (some.length) return [way.space, [...some, unit]];
    } } }"""
SPOT = """unit => { const t = window.bocage, spot = t.layer.spots.get(unit), half = t.layer.size / 2;
  const box = t.map.port.getBoundingClientRect();
  return [box.left + t.map.x + (spot.x + half) * t.map.scale, box.top + t.map.y + (spot.y + half) * t.map.scale]; }"""
BESIDE = """() => { const [a, b] = ['card', 'preview'].map((id) => document.getElementById(id).getBoundingClientRect());
  return a.width === 0 || a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom; }"""


def brought_to(site: Site, game: str, wanted: Wanted, *, seed: int = 5) -> Any:
    """A hot-seat game at the first question that is wanted, found by picking what comes first."""
    session = Session.open(games()[game], seed=seed)
    for _ in range(600):
        side = session.to_decide
        assert side is not None
        view = session.view(side)
        options = view.options()
        if wanted(session, [choice_of(view.game, view.state, option) for option in options]):
            return site.ask("POST", "/api/games/import", {"log": session.log.text(), "hotseat": True})
        session.pick(session.game.format(session.state, options[0]), side)
    raise AssertionError("that was never asked")


def alone(_: Session, choices: list[Choice]) -> bool:
    """One counter, and places for it."""
    placed = [choice for choice in choices if choice.spaces]
    return len({choice.units for choice in placed}) == 1 and len(placed[0].units) == 1


def test_the_only_counter_that_is_asked_about_goes_with_one_press(site: Site, browser: Browser) -> None:
    made = brought_to(site, "darksummer", alone)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        sole = seat.table("table.position.choices.sole")
        goal = next(one["spaces"][0] for one in seat.options if one.get("spaces"))
        seat.page.evaluate("name => window.bocage.map.focus([name])", goal)
        expect(seat.page.locator("#answers")).to_contain_text("click where it goes")
        before = seat.seq
        seat.page.mouse.click(*seat.at(goal))
        seat.wait_after(before)
        assert seat.table(f"table.position.piece({sole!r}).space") == goal


def test_everyone_fights_with_the_second_press(site: Site, browser: Browser) -> None:
    def crowded(_: Session, choices: list[Choice]) -> bool:
        return sum(choice.verb == "join" for choice in choices) > 2

    made = brought_to(site, "darksummer", crowded)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        joining = {one["units"][0] for one in seat.options if one["part"] == "join"}
        button = "#answers .finish[aria-label^='Everyone: fight']"
        expect(seat.page.locator(button).first).to_be_visible()
        before = seat.seq
        seat.page.mouse.click(*middle(seat, button))
        seat.wait_after(before)
        assert seat.seq - before > len(joining), "all of them joined, and the fight began"
        assert "join" not in {one["verb"] for one in seat.options}


def test_everyone_advances_with_one_press(site: Site, browser: Browser) -> None:
    def won(_: Session, choices: list[Choice]) -> bool:
        return sum(choice.verb == "advance" for choice in choices) > 1

    made = brought_to(site, "darksummer", won, seed=7)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        assert seat.table("table.info.hand") == [], "who attacks is in nobody's hand any more"
        units = [one["units"][0] for one in seat.options if one["verb"] == "advance"]
        homes = [seat.table(f"table.position.piece({unit!r}).space") for unit in units]
        before = seat.seq
        seat.page.mouse.click(*middle(seat, "#everyone"))
        seat.wait_after(before)
        now = [seat.table(f"table.position.piece({unit!r}).space") for unit in units]
        assert len(set(now)) == 1
        assert now[0] not in homes


def test_counters_of_several_hexes_are_gathered_with_control(site: Site, browser: Browser) -> None:
    def moving(_: Session, choices: list[Choice]) -> bool:
        return sum(choice.verb == "select" for choice in choices) > 5

    made = brought_to(site, "darksummer", moving)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.mouse.move(5, 300)
        goal, units = seat.page.evaluate(GATHER)
        homes = [seat.table(f"table.position.piece({unit!r}).space") for unit in units]
        seat.page.evaluate("names => window.bocage.map.focus(names)", [goal, *homes])
        before = seat.seq
        seat.page.mouse.click(*seat.page.evaluate(SPOT, units[0]))
        seat.page.keyboard.down("Control")
        seat.page.mouse.click(*seat.page.evaluate(SPOT, units[1]))
        seat.page.keyboard.up("Control")
        seat.page.wait_for_function("() => window.bocage.hand.units.length === 2 && window.bocage.hand.ways?.length")
        seat.page.mouse.click(*seat.at(goal))
        seat.wait_after(before)
        assert [seat.table(f"table.position.piece({unit!r}).space") for unit in units] == [goal, goal]


def test_the_card_of_the_last_battle_does_not_lie_on_the_account_of_the_next(site: Site, browser: Browser) -> None:
    def targets(_: Session, choices: list[Choice]) -> bool:
        return sum(choice.verb == "attack" for choice in choices) > 1

    made = brought_to(site, "darksummer", targets)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        first, second = [one["spaces"][0] for one in seat.options if one["verb"] == "attack"][:2]
        roll = {"n": 1, "kind": "Rolled", "text": "Combat.", "dice": "3", "column": "1-1", "result": "DR"}
        rolled = roll | {"spaces": [first], "units": []}
        show = "line => window.bocage.battles.show([{ roll: line, after: [] }])"
        seat.page.evaluate(show, rolled)
        expect(seat.page.locator("#card")).to_be_visible()
        seat.page.mouse.click(*middle(seat, f"#answers [data-action='attack {first}']"))
        expect(seat.page.locator("#preview")).to_be_visible()
        seat.page.wait_for_timeout(300)
        assert seat.page.evaluate(BESIDE), "the same hex once more: the card makes room"
        seat.page.evaluate(show, rolled | {"spaces": [second]})
        seat.page.click("#undo")
        seat.page.wait_for_function("() => window.bocage.view.options.some((one) => one.verb === 'attack')")
        seat.page.mouse.click(*middle(seat, f"#answers [data-action='attack {first}']"))
        expect(seat.page.locator("#preview")).to_be_visible()
        seat.page.wait_for_timeout(300)
        assert seat.page.evaluate(BESIDE)


def test_a_battle_ends_where_something_else_is_told(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    lines = [
        {"n": 1, "kind": "Rolled", "dice": "6", "column": "1-1", "units": ["a", "x"], "spaces": ["0101"]},
        {"n": 2, "kind": "Moved", "units": ["x"], "spaces": ["0101", "0102"]},
        {"n": 3, "kind": "StepLost", "units": ["helper"]},
        {"n": 4, "kind": "Moved", "units": ["a"], "spaces": ["0100", "0101"]},
        {"n": 5, "kind": "reaction"},
        {"n": 6, "kind": "Moved", "units": ["x"], "spaces": ["0102", "0103"]},
    ]
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        told = "async lines => (await import('/static/js/battles.js')).battlesIn(lines)[0].after.map((line) => line.n)"
        assert seat.page.evaluate(told, lines) == [2, 3, 4]


def test_two_rests_of_the_others_turn_both_end(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        rested = """() => { const { playback } = window.bocage;
          const both = Promise.all([playback.rest(40), playback.rest(80)]).then(() => 'rested');
          return Promise.race([both, new Promise((done) => setTimeout(() => done('hangs'), 2000))]); }"""
        assert seat.page.evaluate(rested) == "rested"


def test_what_was_played_and_what_is_in_the_cup_stays_in_sight(site: Site, browser: Browser) -> None:
    def reacting(_: Session, choices: list[Choice]) -> bool:
        return any(choice.verb == "hold" for choice in choices)

    made = brought_to(site, "darksummer", reacting)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        rounds = seat.page.locator("#rounds")
        expect(rounds).to_be_in_viewport()
        expect(rounds).to_contain_text("first wave")
        expect(rounds.locator(".chip.side-1")).to_contain_text("German")


def test_the_waves_of_omaha_stand_beside_the_question(site: Site, browser: Browser) -> None:
    def second(session: Session, choices: list[Choice]) -> bool:
        return any(choice.verb == "wave" for choice in choices) and session.seq > 0

    made = brought_to(site, "bradley", second)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        before = seat.seq
        seat.page.mouse.click(*middle(seat, "#surprise"))
        seat.wait_after(before)
        expect(seat.page.locator("#plan-card")).to_contain_text("The first wave (")
