"""15. Reserve."""

from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, OVERCAST, STORM, Scene, attack, scene, why_not_reserve

from bocage.games.normandy44.rules.r03_sequence import CombatPhase, RecoveryPhase, ReserveMovementPhase
from bocage.games.normandy44.rules.r09_movement import NORMAL, points_for
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement, reserve_stacks
from bocage.kernel.board import POINT
from bocage.testing import covers


@covers("15.1")
def test_a_unit_that_moved_one_point_away_from_the_enemy_may_go_into_reserve() -> None:
    s = scene({"69/50": "1631"}, ask=Orders(by=ALLIED))
    s.do("move 69/50", "to 1632", "halt", "reserve 69/50")
    assert s.g.reserve == s.units("69/50")
    t = scene({"69/50": "1631"}, ask=Orders(by=ALLIED))
    t.do("move 69/50", "to 1632", "to 1633", "halt")
    assert t.refusal("reserve 69/50").rule == "15.1"
    u = scene({"69/50": "1631", "125/21Pz": "1831"}, ask=Orders(by=ALLIED))
    u.do("move 69/50", "to 1731")
    assert u.refusal("reserve 69/50").rule == "15.1"  # the point was spent on entering a zone


@covers("15.1")
def test_a_unit_in_an_enemy_zone_may_go_into_reserve_if_it_does_not_move() -> None:
    s = scene({"69/50": "1631", "125/21Pz": "1731"}, ask=Orders(by=ALLIED))
    assert "reserve 69/50" in s.options()
    s.do("reserve 69/50", "move 69/50", "to 1530", "halt")
    assert not s.g.reserve  # 15.4: it has left an enemy zone, and with it its reserve


@covers("15.1")
@pytest.mark.parametrize("state", ["replaced", "out_of_supply", "disrupted", "regroup"])
def test_some_states_keep_a_unit_out_of_reserve(state: str) -> None:
    s = scene({"69/50": "1631"}, **{state: "69/50"})
    assert why_not_reserve(s.g, s.unit("69/50")).rule == "15.1"  # type: ignore[union-attr]


@covers("15.1")
def test_each_side_has_six_markers_one_for_a_stack() -> None:
    six = {"69/50": "1631", "151/50": "1531", "231/50": "1431", "56/50": "1331", "152/51": "1231", "153/51": "1131"}
    s = scene(six | {"154/51": "1632", "NY": "1631"}, reserve=" ".join(six), ask=Orders(by=ALLIED))
    assert reserve_stacks(s.g, ALLIED) == 6
    assert s.refusal("reserve 154/51").rule == "15.1"
    assert "reserve NY" in s.options()  # the marker of its hex serves it too
    s.do("unreserve 69/50", "reserve 154/51")
    assert s.g.reserve & s.units("154/51")


@covers("15.2")
@pytest.mark.parametrize(("row", "points"), [(OVERCAST, 3), (CLEAR, 2)])
def test_reserves_move_with_half_their_points_rounded_up(row: int, points: int) -> None:
    """A German unit with five points: three, and two under clear skies."""
    s = scene({"125/21Pz": "1631"}, row=row)
    assert points_for(s.g, s.unit("125/21Pz"), NORMAL, reserve=True) == points * 6


@covers("15.2")
def test_what_was_in_reach_in_the_movement_phase_is_not_in_reach_of_reserves() -> None:
    """Nobody need have moved in between: what was looked up then must not be taken for the answer now."""
    s = scene({"125/21Pz": "1631"}, reserve="125/21Pz")
    unit = s.unit("125/21Pz")
    whole = set(Moving(by=GERMAN, unit=unit).destinations(s.g))
    half = set(Moving(by=GERMAN, unit=unit, reserve=True).destinations(s.g))
    assert half < whole


@covers("15.2")
def test_only_reserves_move_in_the_reserve_phase() -> None:
    s = scene({"125/21Pz": "1631", "192/21Pz": "1632"}, reserve="125/21Pz", moved="125/21Pz")
    s.ask(ReserveMovementPhase(side=GERMAN))
    assert s.options() == ["move 125/21Pz", "end"]
    assert s.refusal("move 192/21Pz").rule == "15.2"
    s.do("move 125/21Pz", "to 1731", "halt")
    assert s.g.reserve == s.units("125/21Pz")
    assert s.decides == ""


@covers("15.1", "15.2")
def test_a_stack_that_parts_in_reserve_movement_needs_a_marker_for_each_half() -> None:
    six = {"69/50": "1631", "151/50": "1531", "231/50": "1431", "56/50": "1331", "152/51": "1231", "153/51": "1131"}
    at = six | {"NY": "1631"}
    s = scene(at, reserve=" ".join(at), ask=ReserveMovementPhase(side=ALLIED))
    assert not [text for text in s.options() if text.startswith("unreserve")]  # six stacks, six markers
    s.do("move NY", "to 1731", "halt")
    assert "end" not in s.options()
    assert s.refusal("end").rule == "15.1"
    s.do("unreserve 153/51")
    assert "end" in s.options()
    assert reserve_stacks(s.g, ALLIED) == 6
    t = scene(at, reserve=" ".join(at), ask=ReserveMovementPhase(side=ALLIED))
    t.do("move NY", "to 1731", "halt", "move 69/50", "to 1731", "halt")  # the stack goes as one, unit by unit
    assert "end" in t.options()


@covers("15.1")
def test_a_stack_that_parts_in_the_movement_phase_needs_them_too() -> None:
    six = {"69/50": "1631", "151/50": "1531", "231/50": "1431", "56/50": "1331", "152/51": "1231", "153/51": "1131"}
    at = six | {"NY": "1631"}
    s = scene(at, reserve=" ".join(at), ask=Orders(by=ALLIED))
    s.do("move NY", "to 1731", "halt")  # one point, away from the enemy: it stays in reserve
    assert s.g.reserve & s.units("NY")
    assert s.refusal("end").rule == "15.1"
    s.do("unreserve NY", "end")
    assert s.decides == ""


@covers("15.1", "12.1")
def test_a_marker_may_be_taken_from_another_stack_for_the_victors() -> None:
    six = {"2/22/21Pz": "1016", "857/346": "1018", "858/346": "1020", "1/914/352": "1022", "26/12SS": "1024",
           "25/12SS": "1026"}  # fmt: skip
    s = scene(six | {"125/21Pz": "1631", "192/21Pz": "1631", "99Inf": "1731"}, reserve=" ".join(six))
    s.ask(Battle(assault=attack(s, "1731", "125/21Pz 192/21Pz", "125/21Pz 192/21Pz")))
    s.do("roll 5")  # 7-1: DH
    assert "reserve 125/21Pz" not in s.options()
    s.do("unreserve 857/346", "reserve 125/21Pz")
    assert "unreserve 858/346" not in s.options()  # the stack has its marker
    s.do("reserve 192/21Pz")
    assert s.g.reserve == s.units("2/22/21Pz 858/346 1/914/352 26/12SS 25/12SS 125/21Pz 192/21Pz")


@covers("15.3")
def test_only_reserves_attack_in_the_reserve_phase() -> None:
    s = scene({"125/21Pz": "1631", "192/21Pz": "1631", "69/50": "1731"}, reserve="125/21Pz", attacked="125/21Pz")
    s.ask(CombatPhase(side=GERMAN, reserve=True))
    s.do("attack 1731")
    assert s.options() == ["with 125/21Pz", "withdraw"]


@covers("15.4")
def test_attacking_and_contact_in_recovery_end_the_reserve() -> None:
    s = scene({"125/21Pz": "1631", "69/50": "1731"}, reserve="125/21Pz")
    s.ask(Battle(assault=attack(s, "1731", "125/21Pz", "125/21Pz")))
    assert s.g.reserve == 0
    t = scene({"125/21Pz": "1631", "192/21Pz": "1530", "69/50": "1731"}, reserve="125/21Pz 192/21Pz")
    t.ask(RecoveryPhase(side=GERMAN))
    assert t.g.reserve == t.units("192/21Pz")


@covers("15.1", "12.1")
def test_attackers_may_go_into_reserve_after_a_complete_victory() -> None:
    s = scene({"125/21Pz": "1631", "192/21Pz": "1631", "99Inf": "1731"}, regroup="")
    s.ask(Battle(assault=attack(s, "1731", "125/21Pz 192/21Pz", "125/21Pz 192/21Pz")))
    s.do("roll 5")  # 7-1: DH
    s.do("reserve 125/21Pz", "advance 192/21Pz 1731")
    assert s.g.reserve == s.units("125/21Pz")


def refused(s: Scene, name: str) -> bool:
    return why_not_reserve(s.g, s.unit(name)) is not None


@covers("15.1")
def test_a_unit_that_stays_goes_into_reserve_even_in_an_enemy_zone() -> None:
    s = scene({"8/4": "2812", "1057/91": "2811"}, ask=Orders(by=ALLIED))
    s.do("reserve 8/4")
    assert s.g.reserve == s.units("8/4")


@covers("15.1")
def test_one_point_of_movement_is_allowed_and_more_is_not() -> None:
    s = scene({"8/4": "2912"}, ask=Orders(by=ALLIED))
    s.do("move 8/4", "to 2812")
    while "halt" in s.options():
        s.do("halt")
    assert "reserve 8/4" in s.options()
    s = scene({"8/4": "2912"}, ask=Orders(by=ALLIED))
    s.do("move 8/4", "to 2711")
    while "halt" in s.options():
        s.do("halt")
    assert "reserve 8/4" not in s.options()


@covers("15.1")
def test_that_point_may_not_enter_or_leave_an_enemy_zone() -> None:
    s = scene({"8/4": "2912", "1057/91": "2811"}, ask=Orders(by=ALLIED))
    s.do("move 8/4", "to 2812")
    while "halt" in s.options():
        s.do("halt")
    assert "reserve 8/4" not in s.options()


@covers("15.1")
@pytest.mark.parametrize("state", ["replaced", "out_of_supply", "disrupted", "regroup", "scattered"])
def test_who_may_not(state: str) -> None:
    marked: dict[str, Any] = {state: "8/4"}
    assert refused(scene({"8/4": "2912"}, **marked), "8/4")
    assert not refused(scene({"8/4": "2912"}), "8/4")


@covers("15.1")
def test_six_markers_one_a_stack() -> None:
    names = ["8/4", "12/4", "22/4", "39/9", "47/9", "60/9", "313/79"]
    hexes = ["2812", "2711", "2912", "2713", "2910", "2911", "3010"]
    at = dict(zip(names, hexes, strict=True)) | {"70Tk": "2812"}
    s = scene(at, reserve=" ".join(names[:6]))
    assert reserve_stacks(s.g, ALLIED) == 6
    assert refused(s, "313/79")
    assert not refused(s, "70Tk")  # the marker in its hex serves it too
    s.ask(Orders(by=ALLIED))
    s.do("unreserve 12/4")  # a marker may be taken up freely
    assert "reserve 313/79" in s.options()


@covers("15.2")
@pytest.mark.parametrize(("row", "points"), [(CLEAR, 2), (3, 3), (STORM, 3)])
def test_half_the_allowance_rounded_up_after_the_reduction(row: int, points: int) -> None:
    s = scene({"26/12SS": "2028"}, row=row)
    assert points_for(s.g, s.unit("26/12SS"), NORMAL, reserve=True) == points * POINT


@covers("15.2")
def test_only_reserves_move_in_the_reserve_movement_phase() -> None:
    s = scene({"8/4": "2912", "12/4": "2910"}, reserve="8/4", ask=ReserveMovement(by=ALLIED))
    assert s.options() == ["move 8/4", "end"]
    s.do("move 8/4", "to 2812")
    while "halt" in s.options():
        s.do("halt")
    assert s.at("8/4") == "2812"
    assert s.g.reserve == s.units("8/4")


@covers("15.3")
def test_only_reserves_attack_in_the_reserve_combat_phase() -> None:
    at = {"8/4": "2812", "12/4": "2711", "1057/91": "2811"}
    s = scene(at, reserve="8/4", ask=CombatPhase(side=ALLIED, reserve=True))
    s.do("attack 2811")
    assert [text for text in s.options() if text.startswith("with ")] == ["with 8/4"]
    assert able(s.g, ALLIED, reserve=True) == s.units("8/4")


@covers("15.4")
def test_an_attack_ends_the_reserve() -> None:
    at = {"8/4": "2812", "1057/91": "2811"}
    s = scene(at, reserve="8/4", ask=CombatPhase(side=ALLIED, reserve=True), steps={"1057/91": 1})
    s.do("attack 2811", "with 8/4", "ready")
    s.do(s.options()[0])  # the only formation there is
    s.do("fight", "roll 1")
    assert not s.g.reserve & s.units("8/4")


@covers("15.4")
def test_recovery_ends_it_for_units_next_to_an_enemy() -> None:
    s = scene({"8/4": "2812", "12/4": "2913", "1057/91": "2811"}, reserve="8/4 12/4", ask=RecoveryPhase(side=ALLIED))
    assert s.g.reserve == s.units("12/4")
    s = scene({"8/4": "2812", "1057/91": "2811"}, reserve="8/4", ask=RecoveryPhase(side=GERMAN))
    assert s.g.reserve == s.units("8/4")


@covers("7.2", "15.2")
def test_reserves_do_not_count_on_others_to_make_room() -> None:
    at = {"8/4": "2912", "12/4": "2812", "22/4": "2812"}
    s = scene(at, reserve="8/4", ask=ReserveMovementPhase(side=ALLIED))
    s.do("move 8/4")
    assert "to 2812" not in s.options()  # neither of the two there is in reserve


@covers("7.2", "15.2")
def test_reserves_left_overstacked_are_put_right_at_the_end_of_their_movement() -> None:
    at = {"8/4": "2912", "12/4": "2812", "22/4": "2812"}
    s = scene(at, reserve="8/4 12/4 22/4", ask=ReserveMovementPhase(side=ALLIED))
    s.do("move 8/4", "to 2812")
    while "halt" in s.options():
        s.do("halt")
    s.do("end")
    assert sorted(s.options()) == ["remove 12/4", "remove 22/4", "remove 8/4"]


@covers("15.1", "17.1", "17.6", "20.4")
def test_who_may_not_move_does_not_go_into_reserve() -> None:
    at = {"795/709": "2812", "731/711": "2436", "1057/91": "2807", "561/709": "3504"}
    s = scene(at, turn=1, ask=Orders(by=GERMAN))
    assert [text for text in s.options() if text.startswith("reserve")] == ["reserve 1057/91"]
    assert s.refusal("reserve 795/709").rule == "17.1"
    assert s.refusal("reserve 731/711").rule == "17.6"
    s = scene(at, turn=2, ask=Orders(by=GERMAN))
    assert "reserve 795/709" in s.options()
    assert "reserve 561/709" in s.options()  # Cherbourg's garrison moves within the perimeter
    assert "reserve 731/711" not in s.options()
