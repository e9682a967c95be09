"""Situations of Normandy '44 with an answer: who falls back in time, who is rebuilt, who lands, who holds the city."""

from typing import Any

import pytest
from tests.games.normandy44.computer.test_planner import play_until
from tests.games.normandy44.support import ALLIED, GAME, GERMAN, Scene, reckon, scene

from bocage.games.normandy44.computer import attacks
from bocage.games.normandy44.computer.attacks import surroundings, weighed
from bocage.games.normandy44.computer.ground import lie_of, traps
from bocage.games.normandy44.computer.knowledge import KNOWLEDGE
from bocage.games.normandy44.computer.line import TRAP, prices
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r11_shifts import defence
from bocage.games.normandy44.rules.r12_determined_defence import Defence
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r13_retreat import Retreat
from bocage.games.normandy44.rules.r14_advance import Advance, AdvanceOn
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import flow
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.spaces import each, first
from bocage.players.lookahead import Policy, best_of

ARMY = {
    "16/1": "2220", "18/1": "2221", "26/1": "2121", "115/29": "2119", "116/29": "2118", "175/29": "2116",
    "8/4": "2712", "12/4": "2612", "22/4": "2510", "9/2": "2319", "23/2": "2417", "38/2": "2115",
    "69/50": "2123", "151/50": "2124", "231/50": "2126", "56/50": "2323", "7/3Can": "2228", "8/3Can": "2330",
    "Eng-Omaha": "2719", "Eng-Utah": "2814", "Eng-Gold": "2525",
}  # fmt: skip
"""An Allied army that has come inland, two regiments deep before Balleroy."""
LINE = {"901/Lehr": "1921", "902/Lehr": "1919", "37/17SS": "1917", "38/17SS": "1923", "26/12SS": "1926"}


def play_phase(s: Scene) -> None:
    """Both sides follow their advice until nobody asks any more."""
    policy = Policy(GAME, KNOWLEDGE)
    while s.g.stack:
        policy.step(s.g)


def advised(s: Scene) -> tuple[Any, ...]:
    """The action that advice would take first."""
    options = flow.options(s.g)
    scores = Policy(GAME, KNOWLEDGE).scores(s.g, options)
    assert scores is not None
    return options[best_of(scores)]


# --- what is remembered, and what is played on -------------------------------------------------------


def test_what_is_remembered_of_attacks_equals_what_would_be_reckoned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered, hits = attacks._weighed, []

    def checked(g: Normandy44, side: Side, target: Space, units: Units, near: Any) -> Any:
        known = (units, near) in lie_of(g.board).known
        found = remembered(g, side, target, units, near)
        if known:
            anew = g.copy()
            anew.cache = {}
            hits.append(found == weighed(anew, side, target, units))
        return found

    monkeypatch.setattr(attacks, "_weighed", checked)
    play_until(1, lambda g: g.turn > 2)
    assert len(hits) > 50
    assert all(hits)


def test_a_stack_that_has_retreated_is_weighed_anew_for_it_does_not_defend() -> None:
    at = {"16/1": "2120", "1/914/352": "2020", "2/914/352": "2020"}
    shaken, driven = scene(at, disrupted="2/914/352"), scene(at, disrupted="2/914/352", retreated="2/914/352")
    units, target = shaken.units("16/1"), shaken.space("2020")
    assert surroundings(shaken.g, target) != surroundings(driven.g, target)
    columns = [weighed(s.g, ALLIED, target, units)[0][1].column for s in (shaken, driven)]
    assert columns[0] < columns[1]


@pytest.mark.parametrize("far", ["2117", "2318"])
def test_an_enemy_three_hexes_away_is_among_the_surroundings(far: str) -> None:
    at = {"16/1": "2120", "1/914/352": "2020"}
    s, t = scene(at), scene(at | {"18/1": far})
    assert s.g.board.atlas.distance(s.space("2020"), s.space(far)) == 3
    assert surroundings(s.g, s.space("2020")) != surroundings(t.g, t.space("2020"))


def test_close_choices_about_losses_stands_retreats_and_advances_are_played_on() -> None:
    assert set(KNOWLEDGE.looks) == {TakeLoss, Defence, Retreat, Advance, AdvanceOn}
    assert all(look.margin < 1.0 for look in KNOWLEDGE.looks.values())


@pytest.mark.parametrize(("who", "factors"), [("2/914/352", 4), ("1/12/12SS", 5), ("SP-Jig", 2)])
def test_tanks_and_strongpoints_have_no_bonus_of_the_ground(who: str, factors: int) -> None:
    s = scene({who: "2020", "16/1": "2120"})
    assert defence(s.g, s.space("2020"), s.units(who)) == factors
    assert reckon(s, "2020", "16/1", "16/1")[1] == factors


# --- falling back before it is too late --------------------------------------------------------------


@pytest.mark.parametrize("turn", [8, 14])
def test_germans_with_enemies_on_both_sides_and_one_way_back_take_it(turn: int) -> None:
    s = scene(ARMY | LINE | {"2/914/352": "2120"}, turn=turn, ask=Orders(by=GERMAN))
    assert traps(s.g, GERMAN) >> s.space("2120") & 1
    play_phase(s)
    assert s.at("2/914/352") == "2020"
    assert not traps(s.g, GERMAN) >> s.space("2020") & 1


def test_a_paratroop_regiment_behind_the_enemy_goes_to_its_friends() -> None:
    at = {"505/82": "2709", "501/101": "2812", "502/101": "2912", "506/101": "2712", "Eng-Utah": "2814"}
    s = scene(at | {"37/17SS": "2710", "38/17SS": "2809", "901/Lehr": "2608"}, turn=4, ask=Orders(by=ALLIED))
    assert traps(s.g, ALLIED) >> s.space("2709") & 1
    play_phase(s)
    now = s.space(s.at("505/82"))
    assert not traps(s.g, ALLIED) >> now & 1
    assert supplied(s.g, ALLIED) >> now & 1
    friends = [s.space(s.at(name)) for name in ("501/101", "502/101", "506/101")]
    assert min(s.g.board.atlas.distance(now, friend) for friend in friends) <= 2


def test_a_hex_with_one_way_back_is_dear_until_friends_keep_another_open() -> None:
    cut = scene(ARMY | LINE | {"2/914/352": "2120"})
    kept = scene(ARMY | LINE | {"2/914/352": "2120", "25/12SS": "2020", "3/2SS": "2021"})
    dear, cheap = (prices(s.g, GERMAN, 0, 0)[s.space("2120")] for s in (cut, kept))
    assert dear == pytest.approx(cheap + TRAP)


# --- replacements, landings, reserves, cities --------------------------------------------------------


def test_a_regiment_down_to_its_cadre_is_rebuilt_before_one_that_lost_a_step() -> None:
    at = {"16/1": "2519", "18/1": "2518", "Eng-Omaha": "2719"}
    points = [0] * 5 + [1] * 7
    s = scene(at, steps={"16/1": 2, "18/1": 1}, replacements=points, ask=Replacements(by=ALLIED))
    assert advised(s) == ("replace", s.unit("18/1"))
    t = scene(at, steps={"16/1": 1, "18/1": 2}, replacements=points, ask=Replacements(by=ALLIED))
    assert advised(t) == ("replace", t.unit("16/1"))


def test_nobody_is_rebuilt_where_his_stack_could_attack_for_a_step_of_little_worth() -> None:
    at = {"16/1": "2518", "18/1": "2518", "Eng-Omaha": "2719", "26/1": "2618"}
    s = scene(at | {"1/914/352": "2418"}, steps={"16/1": 2, "26/1": 2}, replacements=[0] * 5 + [1] * 7)
    s.ask(Replacements(by=ALLIED))
    assert advised(s) == ("replace", s.unit("26/1"))


def test_the_engineer_lands_first_then_the_follow_up_wave_then_the_strongest() -> None:
    at = {"12/4": "2813", "Eng-Utah": "2814", "22/4": "followup-utah", "39/9": "britain", "634TD": "britain"}
    s = scene(at | {"Eng-Omaha": "followup-omaha", "16/1": "2719"}, turn=2, rp=[6, 6], ask=Orders(by=ALLIED))
    policy, landed = Policy(GAME, KNOWLEDGE), []
    while s.g.stack:
        before = s.g.regroup
        policy.step(s.g)
        if s.g.regroup & ~before:
            landed.append(s.g.board.counters[first(s.g.regroup & ~before)].id)
    assert landed[:3] == ["Eng-Omaha", "22/4", "39/9"]


def test_a_reserve_goes_through_the_hole_that_an_attack_has_made() -> None:
    at = {"16/1": "2119", "18/1": "2120", "26/1": "2220", "Eng-Omaha": "2719"}
    shoulders = {"901/Lehr": "1917", "37/17SS": "1917", "902/Lehr": "1922", "38/17SS": "1922"}  # too strong to attack
    s = scene(at | shoulders, turn=9, reserve="26/1", ask=ReserveMovement(by=ALLIED))
    behind = (space for space in each(s.g.board.atlas.land) if s.g.board.names[space] > "21")
    s.g.allied_control = sum(1 << space for space in behind)
    play_phase(s)
    assert s.at("26/1") < "21", "beyond those who attacked"


@pytest.mark.parametrize(("city", "near"), [("1815", "1714"), ("2029", "1929")])
def test_a_threatened_city_has_a_garrison_before_the_line_is_held(city: str, near: str) -> None:
    s = scene(ARMY | {"2/914/352": near}, turn=14, ask=Orders(by=GERMAN))
    play_phase(s)
    assert s.at("2/914/352") == city
