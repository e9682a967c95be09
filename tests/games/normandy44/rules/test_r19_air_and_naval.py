"""19. Air and naval support."""

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, STORM, Scene, scene

from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r11_shifts import Assault, odds
from bocage.games.normandy44.rules.r12_determined_defence import DefensiveSupport
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r19_strafing import Strafing, strafable, strafing_modifier
from bocage.games.normandy44.rules.r19_support import can_bombard, most_air, shell, ships_for
from bocage.kernel.ids import Side
from bocage.testing import covers


def attack(s: Scene, target: str, units: str, by: Side = ALLIED) -> Assault:
    return Assault(by=by, target=s.space(target), attackers=s.units(units), main=s.units(units))


@covers("19.1.1")
@pytest.mark.parametrize(("roll", "air"), [(1, 0), (2, 0), (3, 1), (4, 2), (5, 3), (6, 4)])
def test_the_weather_brings_the_aircraft(roll: int, air: int) -> None:
    s = scene({}, turn=5, ask=InitialPhase())
    s.do(f"roll {roll}")
    assert s.g.air == [air, air]


@covers("19.1.2")
def test_an_air_unit_shifts_a_column_right_for_any_army_and_anywhere() -> None:
    s = scene({"60/9": "1714", "1/914/352": "1713"}, turn=5, row=CLEAR, air=[1, 1])
    a = attack(s, "1713", "60/9")
    before = odds(s.g, a, keep=False).final().column
    s.ask(Support(by=ALLIED, assault=a))
    assert {"air us", "air cw"} <= set(s.options())
    s.do("air cw")
    assert not {"air us", "air cw"} & set(s.options())  # one until turn 17
    after = odds(s.g, attack_with_air(a), keep=False).final().column
    assert after == before + 1


def attack_with_air(a: Assault) -> Assault:
    return Assault(by=a.by, target=a.target, attackers=a.attackers, main=a.main, air=(1,))


@covers("19.1.2")
def test_two_air_units_from_turn_seventeen() -> None:
    assert [most_air(scene({}, turn=turn).g) for turn in (16, 17)] == [1, 2]
    s = scene({"60/9": "1714", "1/914/352": "1713"}, turn=17, row=CLEAR, air=[2, 0])
    s.ask(Support(by=ALLIED, assault=attack(s, "1713", "60/9")))
    s.do("air us", "air us")
    assert "air us" not in s.options()


@covers("19.1.3")
def test_fighter_bombers_answer_a_german_attack_in_clear_weather() -> None:
    """A 4-1 announced, a 6 on the table: three columns left, so the fight is at 1-1."""
    s = scene({"26/12SS": "2227", "7/3Can": "2228"}, steps={"7/3Can": 1}, turn=5, row=CLEAR)
    a = attack(s, "2228", "26/12SS", GERMAN)
    start = odds(s.g, a, keep=False).final().column
    s.ask(Battle(assault=a))
    assert s.decides == "chance"
    s.do("roll 6")
    assert odds(s.g, with_jabos(a, 3), keep=False).final().column == start - 3
    assert s.decides == "chance"  # and now the battle itself


@covers("19.1.3", "19.1.4")
def test_one_column_and_one_step_are_told_as_one() -> None:
    s = scene({"26/12SS": "2227", "7/3Can": "2228"}, steps={"7/3Can": 1}, turn=5, row=CLEAR)
    s.g.events = []
    s.ask(Battle(assault=attack(s, "2228", "26/12SS", GERMAN)))
    s.do("roll 4")
    assert "Jabos: 4, 1 column left." in [event.sentence(s.g) for event in s.g.events]
    s = scene(TANKS, turn=5, row=CLEAR, air=[1, 2], ask=Strafing(by=ALLIED))
    s.g.events = []
    s.do("strafe 2227 us", "strafe 2028 cw", "begin", "roll 6", "roll 5")
    said = [event.sentence(s.g) for event in s.g.events]
    assert [words.partition(": ")[2] for words in said if words.startswith("Strafing")] == [
        "6, a step lost.",
        "5, no loss.",
    ]


def with_jabos(a: Assault, shift: int) -> Assault:
    return Assault(by=a.by, target=a.target, attackers=a.attackers, main=a.main, jabos=shift)


@covers("19.1.3")
def test_no_fighter_bombers_under_clouds_nor_against_an_allied_attack() -> None:
    s = scene({"26/12SS": "2227", "7/3Can": "2228"}, turn=5)
    s.ask(Battle(assault=attack(s, "2228", "26/12SS", GERMAN)))
    assert "abo" not in s.trail
    s = scene({"26/12SS": "2227", "7/3Can": "2228"}, turn=5, row=CLEAR)
    s.ask(Battle(assault=attack(s, "2227", "7/3Can")))
    assert "abo" not in s.trail


TANKS = {"1/12/12SS": "2227", "25/12SS": "2227", "2/12/12SS": "2028", "1/22/21Pz": "2030", "200PzJg/21Pz": "2126"}


@covers("19.1.4")
def test_only_silhouetted_armour_outside_woods_and_cities_is_strafed() -> None:
    s = scene(TANKS, turn=5, row=CLEAR)
    assert s.names(strafable(s.g)) == "2227 2028"  # 2030 is Caen; the towed 88s of 2126 are no armour


@covers("19.1.4")
def test_missions_are_assigned_before_any_is_flown() -> None:
    s = scene(TANKS, turn=5, row=CLEAR, air=[1, 2], ask=Strafing(by=ALLIED))
    s.do("strafe 2227 us")
    assert "strafe 2227 cw" not in s.options()  # one a hex before turn 17
    s.do("strafe 2028 cw", "begin", "roll 6", "roll 5")
    assert [s.g.steps[s.unit(name)] for name in ("1/12/12SS", "2/12/12SS")] == [1, 2]
    assert s.g.air == [0, 1]
    s = scene(TANKS, turn=17, row=CLEAR, air=[2, 0], ask=Strafing(by=ALLIED))
    s.do("strafe 2227 us", "strafe 2227 us", "begin", "roll 6", "roll 6")
    assert s.at("1/12/12SS") == "dead"  # the last step may go too


@covers("19.1.4", "17.7")
def test_flak_nearby_spoils_and_the_march_invites_a_strafing() -> None:
    s = scene(TANKS | {"2/3FK": "2327"})
    assert strafing_modifier(s.g, s.unit("1/12/12SS")) == -1
    s = scene(TANKS)
    assert strafing_modifier(s.g, s.unit("1/12/12SS")) == 0
    assert strafing_modifier(scene(TANKS, strategic="1/12/12SS").g, s.unit("1/12/12SS")) == 1
    assert strafing_modifier(scene(TANKS | {"2/3FK": "2327"}, strategic="1/12/12SS").g, s.unit("1/12/12SS")) == 0


@covers("19.2")
def test_ships_support_only_their_own_army_inside_the_bombardment_zone() -> None:
    s = scene({}, naval=[1, 0])
    assert ships_for(s.g, 0, s.space("2812"), attack=True)
    assert not ships_for(s.g, 1, s.space("2812"), attack=True)
    assert not ships_for(s.g, 0, s.space("2710"), attack=True)  # just beyond the limit
    assert not ships_for(scene({}, naval=[2, 2], row=STORM).g, 0, s.space("2812"), attack=True)


@covers("19.2")
def test_one_ship_an_attack_and_each_once_a_turn() -> None:
    s = scene({"8/4": "2814", "795/709": "2813"}, naval=[2, 2])
    s.ask(Support(by=ALLIED, assault=attack(s, "2813", "8/4")))
    s.do("naval")
    assert "naval" not in s.options()
    shell(s.g, 0, s.space("2813"))
    assert s.g.naval == [1, 2]


@covers("19.2", "12.4.3")
def test_a_ship_steadies_a_determined_defence() -> None:
    s = scene({"8/4": "2814", "1057/91": "2813"}, naval=[1, 0])
    a = attack(s, "2814", "1057/91", GERMAN)
    s.ask(DefensiveSupport(by=ALLIED, assault=a, lead=s.unit("8/4")))
    assert "naval" in s.options()


@covers("19.2")
def test_cherbourg_is_bombarded_once_by_both_us_ships_on_different_hexes() -> None:
    s = scene({}, naval=[2, 2])
    assert can_bombard(s.g, s.space("3606"))
    assert not can_bombard(s.g, s.space("3406"))  # outside the perimeter
    assert not ships_for(s.g, 0, s.space("3606"), attack=False)  # never in defence
    shell(s.g, 0, s.space("3606"))
    assert not can_bombard(s.g, s.space("3606"))
    assert can_bombard(s.g, s.space("3707"))
    assert not ships_for(s.g, 0, s.space("2812"), attack=True)  # neither is free for anything else
    shell(s.g, 0, s.space("3707"))
    s.g.naval = [2, 2]
    assert not can_bombard(s.g, s.space("3606"))
    assert ships_for(s.g, 0, s.space("2812"), attack=True)


@covers("19.2")
def test_the_bombardment_needs_both_ships_fresh() -> None:
    s = scene({}, naval=[1, 2])
    assert not can_bombard(s.g, s.space("3606"))
