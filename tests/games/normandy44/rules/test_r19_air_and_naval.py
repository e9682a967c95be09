"""19. Air and naval support."""

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, STORM, Scene, attack, scene

from bocage.games.normandy44.rules.r03_sequence import CombatPhase
from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r11_shifts import Assault, odds
from bocage.games.normandy44.rules.r12_determined_defence import DefensiveSupport
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r19_strafing import Strafing, strafable, strafing_modifier
from bocage.games.normandy44.rules.r19_support import can_bombard, most_air, shell, ships_for
from bocage.kernel.ids import Side
from bocage.testing import covers

TANKS = {"1/12/12SS": "2227", "25/12SS": "2227", "2/12/12SS": "2028", "1/22/21Pz": "2030", "200PzJg/21Pz": "2126"}
PLAIN = {"69/50": "1631", "1/914/352": "1731"}


def attack_by_all(s: Scene, target: str, units: str, by: Side = ALLIED) -> Assault:
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
    a = attack_by_all(s, "1713", "60/9")
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
    s.ask(Support(by=ALLIED, assault=attack_by_all(s, "1713", "60/9")))
    s.do("air us", "air us")
    assert "air us" not in s.options()


@covers("19.1.3")
def test_fighter_bombers_answer_a_german_attack_in_clear_weather() -> None:
    """A 4-1 announced, a 6 on the table: three columns left, so the fight is at 1-1."""
    s = scene({"26/12SS": "2227", "7/3Can": "2228"}, steps={"7/3Can": 1}, turn=5, row=CLEAR)
    a = attack_by_all(s, "2228", "26/12SS", GERMAN)
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
    s.ask(Battle(assault=attack_by_all(s, "2228", "26/12SS", GERMAN)))
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
    s.ask(Battle(assault=attack_by_all(s, "2228", "26/12SS", GERMAN)))
    assert "abo" not in s.trail
    s = scene({"26/12SS": "2227", "7/3Can": "2228"}, turn=5, row=CLEAR)
    s.ask(Battle(assault=attack_by_all(s, "2227", "7/3Can")))
    assert "abo" not in s.trail


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
    s.ask(Support(by=ALLIED, assault=attack_by_all(s, "2813", "8/4")))
    s.do("naval")
    assert "naval" not in s.options()
    shell(s.g, 0, s.space("2813"))
    assert s.g.naval == [1, 2]


@covers("19.2", "12.4.3")
def test_a_ship_steadies_a_determined_defence() -> None:
    s = scene({"8/4": "2814", "1057/91": "2813"}, naval=[1, 0])
    a = attack_by_all(s, "2814", "1057/91", GERMAN)
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


@covers("19.1.1", "19.1.2")
def test_one_air_unit_a_battle_and_two_from_turn_17() -> None:
    s = scene(PLAIN, air=[1, 2], turn=16)
    s.ask(Support(by=ALLIED, assault=attack(s, "1731", "69/50", "69/50")))
    assert {"air us", "air cw"} <= set(s.options())  # nationality is no restriction
    s.do("air us")
    assert "air cw" not in s.options()
    assert most_air(scene(turn=17).g) == 2
    t = scene(PLAIN, air=[1, 2], turn=17)
    t.ask(Support(by=ALLIED, assault=attack(t, "1731", "69/50", "69/50")))
    t.do("air cw", "air cw")
    assert not {"air us", "air cw"} & set(t.options())
    t.do("fight")
    assert t.g.air == [1, 0]  # one mission each


@covers("19.1.3")
def test_the_jabos_example_turns_a_four_to_one_into_an_even_fight() -> None:
    s = scene({"26/12SS": "1631", "99Inf": "1731"}, row=CLEAR)
    a = attack(s, "1731", "26/12SS", "")  # 10 halved is 5 against 2; taken in full it is 5-1
    assert a.jabos == 0
    crt, jabos = s.g.board.crt, s.g.board.jabos
    assert jabos.read(6, "shift") == "3"
    assert crt.title(crt.column("4-1") - 3) == "1-1"
    s.ask(Battle(assault=attack(s, "1731", "26/12SS", "26/12SS")))
    s.do("roll 5")
    battle = s.g.stack[-2][0]
    assert (battle.assault.jabos, crt.title(battle.column)) == (2, "4-1")  # 5-1, one right for quality, two left


@covers("19.1.3")
def test_no_jabos_unless_it_is_clear_and_none_over_allied_attacks() -> None:
    s = scene({"26/12SS": "1631", "99Inf": "1731"})
    s.ask(Battle(assault=attack(s, "1731", "26/12SS", "26/12SS")))
    assert s.trail.endswith("Combat roll")
    t = scene(PLAIN, row=CLEAR)
    t.ask(Battle(assault=attack(t, "1731", "69/50", "69/50")))
    assert t.trail.endswith("Combat roll")


@covers("19.1.4")
def test_strafing_takes_a_step_on_a_modified_six_from_tanks_in_the_open() -> None:
    s = scene({"1/22/21Pz": "1631", "1/914/352": "1631", "101Tiger": "2132", "200PzJg/21Pz": "1531"}, air=[1, 1])
    assert strafable(s.g) == s.spaces("1631")  # not in woods, not a gun
    s.ask(Strafing(by=ALLIED))
    s.do("strafe 1631 us")
    assert s.options() == ["begin"]  # one air unit a hex
    s.do("begin", "roll 6")
    assert s.g.steps[s.unit("1/22/21Pz")] == 1
    assert s.g.air == [0, 1]


@covers("19.1.4", "17.7")
def test_a_column_on_the_march_is_easier_to_hit() -> None:
    s = scene({"1/22/21Pz": "1631"}, strategic="1/22/21Pz")
    assert strafing_modifier(s.g, s.unit("1/22/21Pz")) == 1


@covers("19.1.4", "15.3")
def test_strafing_comes_before_the_allied_combat_phase_only() -> None:
    at = {"1/22/21Pz": "1631", "69/50": "1731"}
    s = scene(at, air=[1, 0], ask=CombatPhase(side=ALLIED))
    assert "begin" in s.options()
    t = scene(at, air=[1, 0], reserve="69/50", ask=CombatPhase(side=ALLIED, reserve=True))
    assert "begin" not in t.options()


@covers("19.2")
def test_ships_support_their_army_inside_the_zone_once_and_not_in_a_storm() -> None:
    s = scene(naval=[1, 0])
    assert ships_for(s.g, 0, s.space("2619"), attack=True)
    assert not ships_for(s.g, 1, s.space("2619"), attack=True)
    assert not ships_for(s.g, 0, s.space("1631"), attack=True)
    assert not ships_for(scene(naval=[1, 0], row=STORM).g, 0, s.space("2619"), attack=True)
    t = scene({"16/1": "2620", "1/914/352": "2619"}, naval=[1, 0])
    t.ask(Support(by=ALLIED, assault=attack(t, "2619", "16/1", "16/1")))
    t.do("naval")
    assert "naval" not in t.options()
    t.do("fight")
    assert t.g.naval == [0, 0]


@covers("19.2", "11.5")
def test_the_strongpoint_example_ends_at_six_to_one() -> None:
    """Nine against a strongpoint of two: 4-1, right for quality and for naval fire; no armour shift, no bonus."""
    from tests.games.normandy44.support import reckon

    s = scene({"12/4": "2814", "70Tk": "2814", "SP-Dunes": "2913"})
    assert reckon(s, "2913", "12/4 70Tk", "12/4 70Tk", naval=1) == (9, 2, "4-1", 2, "6-1")


@covers("19.2")
def test_the_guns_of_cherbourg_are_bombarded_by_both_us_ships_once_from_each_hex() -> None:
    s = scene(naval=[2, 2])
    one, two = s.space("3606"), s.space("3705")
    assert ships_for(s.g, 0, one, attack=True)
    assert not ships_for(s.g, 0, one, attack=False)
    assert not ships_for(s.g, 1, one, attack=True)
    t = scene({"39/9": "3506", "Fortress": "3606"}, naval=[2, 2])
    t.ask(Support(by=ALLIED, assault=attack(t, "3606", "39/9", "39/9")))
    t.do("naval", "fight")
    assert (t.g.naval, t.g.bombardment) == ([1, 2], 1)
    assert not ships_for(t.g, 0, one, attack=True)
    assert ships_for(t.g, 0, two, attack=True)
    assert not ships_for(t.g, 0, t.space("2619"), attack=True)  # not elsewhere that turn
    assert not ships_for(scene(naval=[2, 2], bombardment=2).g, 0, one, attack=True)
    assert not ships_for(scene(naval=[1, 2]).g, 0, one, attack=True)
