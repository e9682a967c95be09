"""15. Reserve."""

from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, STORM, Scene, scene

from bocage.games.normandy44.rules.r03_sequence import CombatPhase, RecoveryPhase, ReserveMovementPhase
from bocage.games.normandy44.rules.r09_movement import NORMAL, points_for
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement, reserve_stacks, why_not_reserve
from bocage.games.normandy44.sides import POINT
from bocage.testing import covers


def refused(s: Scene, name: str) -> bool:
    return why_not_reserve(s.g, s.unit(name)) is not None


@covers("15.1")
def test_a_unit_that_stays_goes_into_reserve_even_in_an_enemy_zone() -> None:
    s = scene({"8/4": "2812", "1057/91": "2811"}, ask=Orders(by=ALLIED))
    s.do("reserve 8/4")
    assert s.g.reserve == s.units("8/4")
    assert "move 8/4" not in s.options()


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
