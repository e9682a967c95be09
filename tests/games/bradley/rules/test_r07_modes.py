"""7 to 9: modes and facing, stacking, zones of control."""

import pytest
from tests.games.bradley.support import ALLIED, GERMAN, Field, field, places

from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r08_stacking import StackingCheck, has_room, too_many
from bocage.games.bradley.rules.r09_zones import faces, no_retreat, zones
from bocage.testing import covers


def moving(at: str, unit: str, **more: object) -> Field:
    s = field(at, **more)  # type: ignore[arg-type]
    s.ask(Movement(by=ALLIED))
    s.do(f"select {unit}")
    return s


@covers("7.0", "7.1", "7.2", "7.2.1", "7.3", "7.3.1", "7.3.3")
def test_a_change_of_mode_costs_two_points_and_turns_the_counter_over() -> None:
    s = moving("1/16 3826", "1/16")
    assert s.g.face(s.unit("1/16")).attack == 8
    s.do("march")
    assert s.g.stack[-1][0].left == 12
    assert s.g.face(s.unit("1/16")).attack == 2
    s.do("move 3927", "move 4027")
    s.do("face E") if "face E" in s.options() else s.do("face SE")
    assert s.g.facing[s.unit("1/16")] == 2


@covers("7.3.1")
def test_without_two_points_there_is_no_change() -> None:
    s = moving("1/16 3826", "1/16")
    s.do("move 3727", "move 3728" if "move 3728" in s.options() else "move 3628")
    assert s.refusal("march").rule == "7.3.1"


@covers("7.3.2")
def test_guns_without_allowance_may_change_mode_as_their_only_act() -> None:
    s = moving("5FA 3826", "5FA")
    assert places(s, "move") == ""
    assert s.refusal("move 3727").rule == "6.2.5"
    s.do("march")
    assert places(s, "move") == ""
    s.do("face S")
    assert s.g.marching == s.units("5FA")


@covers("7.1.2", "7.4", "7.4.1", "7.5")
def test_a_marching_unit_ends_its_move_facing_a_hexside() -> None:
    s = moving("1/16 3826", "1/16", marching="1/16:N")
    assert s.refusal("halt").rule == "7.4.1"
    assert places(s, "face") == "N NE SE S SW NW"
    s.do("face SW")
    assert s.g.facing[s.unit("1/16")] == 4


@covers("7.4.5", "7.4.2", "7.4.3", "9.0")
def test_zones_by_mode_and_facing() -> None:
    s = field("1/16 3824")
    assert s.names(zones(s.g, ALLIED)) == "3823 3724 3924 3725 3825 3925"
    s = field("1/16 3824", marching="1/16:N")
    assert s.names(zones(s.g, ALLIED)) == "3823 3724 3924"


@covers("7.4.4", "10.1.7")
def test_a_marching_unit_attacks_to_its_front() -> None:
    s = field("1/16 3824", marching="1/16:N")
    assert faces(s.g, s.unit("1/16"), s.space("3823"))
    assert not faces(s.g, s.unit("1/16"), s.space("3825"))


@covers("7.1.3", "12.2.1")
def test_marching_units_stay_out_of_ruins() -> None:
    s = field("1/16 3823", marching="1/16:N")
    s.g.ruins = s.spaces("3822")
    s.ask(Movement(by=ALLIED))
    s.do("select 1/16")
    assert s.refusal("move 3822").rule == "12.2.1"


@covers("7.1.4", "7.2.4")
def test_engineers_work_in_combat_mode() -> None:
    s = moving("1Eng 3921", "1Eng", marching="1Eng:S")
    assert s.refusal("clear").rule == "15.1.2"
    assert s.refusal("breach 3922").rule == "15.2.1"


@pytest.mark.parametrize(
    ("units", "legal"),
    [
        ("1/16 1/18", True),
        ("1/16 2/16 3/16", True),
        ("1/16 2/16 1/18", False),
        ("1/16 2/16 3/16 A/1/116", True),
        ("1/16 2/16 3/16 A/1/116 C/2Rgr", False),
        ("1/16 A/1/116 C/2Rgr A/741", True),
        ("1/16 A/741 B/741 C/741", True),
        ("1/16 1/18 A/741 B/741", False),
        ("1/16 A/741 B/741 C/741 C/2Rgr", True),
        ("2/116 3/116 1/116 A/1/116", True),
        ("1/16 1/18 HQ/1 HQ/29", True),
        ("HQ/1 HQ/29 HQ/4", False),
        ("743Tk 745Tk 747Tk", False),
        ("S1 S2 S3", True),
        ("S1 S2 S3 S4", False),
        ("2Rgr C/2Rgr 5Rgr", True),
        ("1716c 1716e III/1716 I/352A", False),
    ],
)
@covers("8.0", "8.1", "8.1.1", "8.1.2", "8.2", "8.2.1", "8.2.2", "8.2.3")
def test_stacking(units: str, legal: bool) -> None:
    s = field()
    assert too_many(s.g.board, s.units(units)) is not legal


@covers("8.1.3")
def test_units_join_stacks_freely_as_long_as_there_is_room() -> None:
    s = field("1/16 3826, 1/18 3826")
    assert not has_room(s.g, s.units("1/26"), s.space("3826"))
    assert has_room(s.g, s.units("HQ/1"), s.space("3826"))


@covers("8.1.4")
def test_the_owner_eliminates_the_excess_at_the_end_of_a_segment() -> None:
    s = field("1/16 3826, 1/18 3826, 1/26 3826, HQ/1 3826", StackingCheck())
    assert s.decides == "Allied"
    assert s.options() == ["eliminate 1/16", "eliminate 1/18", "eliminate 1/26"]
    s.do("eliminate 1/18")
    assert s.at("1/18") == "allied-lost"
    assert not s.g.stack


@covers("9.1.4")
def test_no_zone_crosses_water_even_at_bridges() -> None:
    s = field("I/914 2227")
    assert "2128" not in s.names(zones(s.g, GERMAN)).split()


@covers("9.1.5")
def test_friends_negate_zones_for_retreat_but_not_for_movement() -> None:
    s = field("1/16 3824, I/916 3825, II/916 3725")
    assert "3725" not in s.names(no_retreat(s.g, GERMAN)).split()
    assert "3725" in s.names(zones(s.g, ALLIED)).split()


@covers("9.1.6", "9.1.7", "13.3.2")
def test_disrupted_units_and_garrisons_have_no_zone() -> None:
    assert zones(field("1/16 3824", disrupted="1/16").g, ALLIED) == 0
    assert zones(field("G1 3822").g, GERMAN) == 0
