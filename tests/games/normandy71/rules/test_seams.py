"""Orders in a row within one phase: what the limits and duties say of the end is not asked on the way."""

from typing import Any

import pytest
from tests.games.normandy71.support import ALLIED, GERMAN, Scene, combat, move, scene, targets_of

from bocage.games.normandy71.queries import supply_line
from bocage.testing import covers


@covers("Movement.K", "Supply.H")
def test_a_beach_may_be_ruined_by_a_unit_that_could_not_end_there() -> None:
    s = move(scene({"125/21": "T24", "8/4": "R25", "22/4": "S24"}, supply="S25"), GERMAN)
    s.do("select 125/21")
    assert "move 125/21 S25" not in s.options()
    s.do("via 125/21 S25")
    assert s.refusal("stay 125/21").rule == "Movement.K"
    s.do("move 125/21 T25")
    assert s.at("125/21") == "T25"
    assert s.g.lost_beaches == s.spaces("S25")


@covers("Movement.K", "Movement.F", "Stacking.A", "Victory.City")
def test_a_detour_leads_out_of_a_hex_that_holds_too_much() -> None:
    s = move(scene({"22A 8/4": "W23", "22/4": "W24"}), ALLIED)
    s.do("select 22/4", "move 22/4 W23")
    assert s.refusal("done").rule == "Stacking.A"
    s.do("select 22A", "via 22A V22")
    assert "stay 22A" in s.options()
    s.do("move 22A W22")
    assert s.names(s.g.allied_cities) == s.names(s.spaces("V22 W22"))
    assert "done" in s.options()


@covers("Movement.F", "Stacking.A")
def test_a_detour_does_not_end_where_the_crowd_comes_from() -> None:
    s = move(scene({"22A 8/4": "W23", "22/4": "W24", "16/1 69/50": "V22"}), ALLIED)
    s.do("select 22/4", "move 22/4 W23", "select 22A", "via 22A W22")
    assert "move 22A V22" in s.options()  # there somebody can make room,
    s.do("move 22A V22")
    assert {text for text in s.options() if text.startswith("select")} == {"select 16/1", "select 69/50"}  # and must


@covers("Stacking.A", "Stacking.E")
def test_three_battalions_are_rebuilt_in_bocage() -> None:
    s = move(scene({"i1 i2": "DD20", "i3": "DD21"}, spare="8/4", supply="X25"), ALLIED)
    s.do("select i3", "move i3 DD20", "rebuild 8/4")
    assert s.at("8/4") == "DD20"
    assert "done" in s.options()


@covers("Stacking.A", "Stacking.E")
def test_what_was_broken_down_in_bocage_is_rebuilt_there() -> None:
    s = move(scene({"26/1": "BB12"}, turn=6, supply="X25"), ALLIED)
    s.do("select 26/1", "break 26/1", "select i2", "rebuild 26/1")
    assert s.at("26/1") == "BB12"
    assert "select 26/1" in s.options()  # and is as it was before


@covers("Stacking.A", "Stacking.E")
def test_a_regiment_and_two_battalions_take_in_the_third() -> None:
    s = move(scene({"22/4 i1 i2": "R22", "i3": "R21"}, spare="8/4"), ALLIED)
    s.do("select i3", "move i3 R22", "rebuild 8/4")
    assert (s.at("8/4"), s.at("22/4")) == ("R22", "R22")
    assert "done" in s.options()


@covers("Stacking.A")
def test_battalions_that_decline_have_to_leave() -> None:
    s = move(scene({"i1 i2": "DD20", "i3": "DD21"}, spare="8/4", supply="X25"), ALLIED)
    s.do("select i3", "move i3 DD20", "decline")
    assert s.refusal("done").rule == "Stacking.A"
    assert s.options() == ["select i1", "select i2", "rebuild 8/4"]


@covers("Stacking.A", "Movement.F")
@pytest.mark.parametrize(
    ("mover", "at", "others", "to"),
    [("508/82", "OO30", "i32 i46", "OO29"), ("12/4", "X22", "13-18H i70", "X21")],
)
def test_a_full_hex_may_be_entered_if_several_step_out(mover: str, at: str, others: str, to: str) -> None:
    s = move(scene({mover: at, others: to}, turn=5, supply="PP31 QQ33 X25"), ALLIED)
    assert to in targets_of(s, mover)
    s.do(f"move {mover} {to}")
    while "done" not in s.options():
        s.do(s.options()[0])
    assert s.at(mover) == to


@covers("Stacking.A")
def test_armor_without_supply_can_make_room_if_it_has_the_points() -> None:
    s = move(
        scene({"8/4": "VV7", "743T": "TT8", "gr32": "UU12", "PG17": "VV13"}, turn=4, supply="AA26 X25 D22"), ALLIED
    )
    assert "TT8" in targets_of(s, "8/4")


def doing(s: Scene, *orders: str) -> list[str]:
    """What is offered after some orders."""
    s.do(*orders)
    return s.options()


@covers("Stacking.C")
def test_who_has_to_make_room_may_break_down_first() -> None:
    s = move(scene({"22/4": "DD20", "8/4": "DD21"}, supply="X25"), ALLIED)
    assert "break 22/4" in doing(s, "select 8/4", "move 8/4 DD20", "select 22/4")


@covers("Stacking.C")
def test_who_has_moved_breaks_down_and_is_rebuilt() -> None:
    s = move(scene({"8/4": "R22"}), ALLIED)
    s.do("select 8/4", "move 8/4 R21", "regroup", "break 8/4")
    assert [s.at(name) for name in ("i1", "i2", "i3")] == ["R21", "R21", "R21"]
    assert s.options() == ["regroup", "done"]  # the parts have moved as well
    s.do("regroup", "select i2", "rebuild 8/4")
    assert s.at("8/4") == "R21"
    assert s.options() == ["done"]


@covers("Stacking.C")
@pytest.mark.parametrize("state", ["digging", "cut_off"])
def test_who_digs_in_or_waits_for_supply_breaks_down(state: str) -> None:
    more: dict[str, Any] = {state: "505/82"}
    s = scene({"505/82": "D11"}, turn=2, supply="", **more)
    move(s, ALLIED)
    s.do("regroup", "break 505/82")
    assert getattr(s.g, state).bit_count() == 3
    assert "done" in s.options()


@covers("Stacking.C")
def test_who_breaks_down_in_a_box_lands_in_parts() -> None:
    s = move(scene({"8/4": "Beach7"}, supply="S25"), ALLIED, second=True)
    s.do("select 8/4", "break 8/4", "select i1")
    assert [text for text in s.options() if text.startswith("move i1")]


@covers("Stacking.C", "Stacking.E")
def test_what_has_moved_and_breaks_down_without_room_is_rebuilt() -> None:
    s = move(scene({"8/4": "DD21"}, supply="X25"), ALLIED)
    s.do("select 8/4", "move 8/4 DD20", "regroup", "break 8/4")
    assert s.options() == ["rebuild 8/4"]
    s.do("rebuild 8/4")
    assert s.options() == ["done"]


@covers("Invasion.3")
def test_only_units_on_a_beach_do_the_duty_of_units_on_a_beach() -> None:
    s = combat(scene({"8/4": "S25", "3Cdo": "T25", "914/352": "T24", "915/352": "R24"}, turn=1), ALLIED)
    s.do("attack T24")
    assert s.refusal("join 3Cdo").rule == "Invasion.3"  # 8/4 must attack both, and with 3Cdo it is no group
    s.do("join 8/4")
    assert s.refusal("commit").rule == "Invasion.3"
    s.do("also R24", "commit", "done")


@covers("Invasion.3")
def test_others_may_help_but_not_alone() -> None:
    s = combat(scene({"8/4 22/4": "D22", "3Cdo": "C21", "V3": "D21"}, turn=1, supply="A23"), ALLIED)
    s.do("attack D21", "join 3Cdo")
    assert s.prompt.endswith("Somebody on a beach must still join.")
    assert s.refusal("commit").rule == "Invasion.3"
    s.do("join 8/4", "commit", "done")


@covers("Supply.D", "Zones.D")
def test_a_line_is_not_drawn_to_a_beach_under_enemy_control() -> None:
    s = scene({"1/1SS": "Z25", "i27": "CC23", "i51": "AA26"}, turn=4, supply="AA26 X25 M25 G23", lost_beaches="X25")
    line = supply_line(s.g, s.unit("i27"))
    assert isinstance(line, list)
    assert s.g.board.names[line[-1]] in ("M25", "G23")


@covers("Invasion.4B")
def test_paratroops_that_lost_their_supply_stand_still_on_the_first_turn() -> None:
    s = move(scene({"505/82": "D11"}, turn=1, supply=""), ALLIED, second=True)
    assert s.refusal("select 505/82").rule == "Invasion.4B"


@covers("Invasion.4B")
def test_parts_of_a_glider_unit_stand_still_on_the_first_turn() -> None:
    s = move(scene({"g1": "JJ17"}, turn=1), ALLIED, second=True)
    assert s.refusal("select g1").rule == "Invasion.4B"


@covers("Invasion.1A2", "Stacking.A")
def test_four_commandos_land_together_if_one_of_them_goes_on() -> None:
    s = move(scene({"6Cdo 2R 3Cdo 4Cdo": "S25"}, turn=1), ALLIED)
    assert s.refusal("done").rule == "Stacking.A"
    s.do("select 2R", "move 2R T25", "done")


@covers("Stacking")
def test_commandos_that_cannot_leave_their_hex_are_lost_beyond_the_limits() -> None:
    s = move(scene({"6Cdo 2R 3Cdo 4Cdo": "S25", "914/352": "S24"}, turn=1), ALLIED)
    s.do("done")
    assert s.g.units_at(s.space("S25"), ALLIED).bit_count() == 3


@covers("Invasion.2", "Victory.Exit")
def test_nobody_leaves_the_map_on_the_first_turn() -> None:
    s = move(scene({"8/4": "S24"}, turn=1), ALLIED)
    s.do("select 8/4")
    assert s.refusal("exit 8/4 A21").rule == "Invasion.2"


@covers("Invasion.3", "Combat.D")
def test_a_group_inland_takes_on_no_second_hex_before_the_beach_has_joined() -> None:
    """Against several hexes only one group attacks: nobody on the beach could do his duty any more."""
    s = combat(scene({"8/4": "X25", "3Cdo": "Z25", "729/709": "Y26", "739/709": "AA25"}, turn=1), ALLIED)
    s.do("attack Y26", "join 3Cdo")
    assert s.refusal("also AA25").rule == "Invasion.3"
    s.do("join 8/4", "commit")
    assert "done" in s.options()


@covers("Stacking.A", "Stacking.E")
def test_whom_a_crowded_hex_is_rebuilt_with_leaves_somebody_who_can_go() -> None:
    s = move(scene({"8/4": "DD20", "i1": "DD21"}), ALLIED)
    s.do("select i1", "move i1 DD20", "select 8/4", "break 8/4", "select i4", "stay i4")
    # i1 and i4 have moved: rebuilt without one of them, the hex would stay too full for good.
    s.do("rebuild 8/4")
    assert (s.at("i1"), s.at("i4")) == ("", "")
    assert s.options() == ["select i3"]
