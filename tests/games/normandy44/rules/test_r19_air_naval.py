"""19. Air and naval support."""

from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, STORM, attack, scene

from bocage.games.normandy44.rules.r03_sequence import CombatPhase
from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r19_strafing import Strafing, strafable, strafing_modifier
from bocage.games.normandy44.rules.r19_support import most_air, ships_for
from bocage.testing import covers

PLAIN = {"69/50": "1631", "1/914/352": "1731"}


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
def test_cherbourg_is_bombarded_once_by_both_us_ships_on_different_hexes() -> None:
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
    assert GERMAN == 0
