"""Stacking, breaking down and rebuilding."""

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, move, scene, targets_of

from bocage.games.normandy71.rules.r08_stacking import break_down, fits, rebuildable
from bocage.testing import covers


@covers("Stacking", "Pieces.Size")
@pytest.mark.parametrize(
    ("units", "clear", "bocage"),
    [
        ("i1 i2 i3", True, False),
        ("i1 i2", True, True),
        ("8/4 i1 i2", True, False),
        ("8/4 i1", True, False),
        ("8/4", True, True),
        ("8/4 22/4", True, False),
        ("8/4 69/50", True, False),  # a brigade is a regiment
        ("8/4 22/4 i1", False, False),
        ("8/4 i1 i2 i3", False, False),
        ("i1 i2 i3 i4", False, False),
        ("8/4 22/4 16/1", False, False),
    ],
)
def test_the_limits_depend_on_size_and_ground(units: str, clear: bool, bocage: bool) -> None:
    s = scene()
    assert fits(s.g, s.units(units), s.space("D11")) == clear
    assert fits(s.g, s.units(units), s.space("S5")) == bocage
    assert fits(s.g, s.units(units), s.space("J17")) == clear  # a city is not bocage
    assert fits(s.g, s.units(units), s.space("OO29")) == bocage  # this fortification is


@covers("Stacking.A")
def test_from_a_crowded_hex_one_leaves_or_several() -> None:
    s = move(scene({"8/4 i1 i2": "R22", "16/1": "R21"}), ALLIED)
    s.do("select 16/1", "move 16/1 R22")
    assert s.options() == ["select 8/4", "select i1", "select i2"]
    s.do("select i1", "move i1 R21")
    assert s.options() == ["select 8/4", "select i2"]  # two regiments leave no room for a battalion
    s.do("select i2", "move i2 R21")
    assert "done" in s.options()


@covers("Stacking.A")
def test_limits_hold_when_the_phase_ends() -> None:
    s = move(scene({"8/4 22/4": "R22", "16/1": "R21"}), ALLIED)
    s.do("select 16/1", "move 16/1 R22")
    assert s.refusal("done").rule == "Stacking.A"


@covers("Stacking.A")
def test_two_full_hexes_may_change_places() -> None:
    s = move(scene({"8/4 22/4": "R22", "16/1 69/50": "R21"}), ALLIED)
    s.do("select 16/1", "move 16/1 R22", "select 8/4", "move 8/4 R21")
    s.do("select 69/50", "move 69/50 R22", "select 22/4", "move 22/4 R21", "done")
    assert [s.at(name) for name in ("8/4", "22/4", "16/1", "69/50")] == ["R21", "R21", "R22", "R22"]


@covers("Stacking.B")
@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("8/4", "2-4 2-4 2-4"),
        ("505/82", "2-4 2-4 2-4"),
        ("4SS", "2-4 2-4"),
        ("8A", "6-10 6-10 6-10"),
        ("914/352", "2-2 2-2 2-2"),
        ("983/275", "2-2 2-2"),
        ("729/709", "2-1 2-1"),
        ("22/21", "7-6 5-6"),
        ("130/Lehr", "7-6 5-6"),
        ("12/12SS", "8-6 6-6"),
        ("6FJ", "3-6 3-6 3-6"),
        ("125/21", "3-6 3-6"),
        ("25/12SS", "4-6 4-6 4-6"),
    ],
)
def test_units_break_down_as_printed(whole: str, parts: str) -> None:
    s = scene({whole: "D11"})
    made = break_down(s.g, s.unit(whole))
    assert sorted(s.g.board.counters[u].factors for u in range(made.bit_length()) if made >> u & 1) == sorted(
        parts.split()
    )
    assert {s.g.board.counters[u].type for u in range(made.bit_length()) if made >> u & 1} == {
        s.g.board.counters[s.unit(whole)].type
    }


@covers("Stacking.B")
@pytest.mark.parametrize("name", ["22A", "33A", "4Cav", "70T", "2R", "30M", "A/21", "1/3F", "V1", "i1"])
def test_others_do_not_break_down(name: str) -> None:
    s = scene({name: "R21"})
    move(s, BOARD.side_of[s.unit(name)])
    s.do(f"select {name}")
    assert s.refusal(f"break {name}").rule == "Stacking.B"


@covers("Stacking.C", "Stacking.D")
def test_battalions_take_the_place_of_a_regiment_and_move_on_their_own() -> None:
    s = move(scene({"8/4": "R21"}), ALLIED)
    s.do("select 8/4", "break 8/4")
    assert [s.at(name) for name in ("8/4", "i1", "i2", "i3")] == ["", "R21", "R21", "R21"]
    assert s.options() == ["select i1", "select i2", "select i3", "done"]
    s.do("select i2", "move i2 R22")
    assert s.at("i2") == "R22"


@covers("Stacking.C")
def test_nobody_breaks_down_in_combat() -> None:
    from tests.games.normandy71.support import combat

    s = combat(scene({"8/4": "D12", "914/352": "D11"}), ALLIED)
    s.do("attack D11")
    assert not [text for text in s.options() if text.startswith("break")]
    assert s.why_not("break 8/4") is not None


@covers("Stacking.C")
def test_in_bocage_one_battalion_of_three_has_to_leave() -> None:
    s = move(scene({"8/4": "DD20"}, turn=2), ALLIED)
    s.do("select 8/4", "break 8/4")
    assert s.options() == ["select i1", "select i2", "select i3"]
    assert s.refusal("done").rule == "Stacking.A"
    s.do("select i3")
    first = next(text for text in s.options() if text.startswith("move"))
    s.do(first)
    assert "done" in s.options()


@covers("Stacking.E")
def test_parts_in_one_hex_are_rebuilt_whatever_they_came_from() -> None:
    s = move(scene({"8/4": "R21", "22/4": "R22"}), ALLIED)
    s.do("select 8/4", "break 8/4", "select 22/4", "break 22/4")
    s.do("select i1", "move i1 R23", "select i2", "move i2 R23")
    # A battalion of the other regiment completes the three.
    s.do("select i4", "move i4 R23")
    assert s.options() == ["rebuild 8/4", "decline"]
    s.do("rebuild 8/4")
    assert (s.at("8/4"), s.at("i1"), s.at("i4")) == ("R23", "", "")
    # Its parts had moved, so it moves no more.
    assert "select 8/4" not in s.options()


@covers("Stacking.E")
def test_a_unit_rebuilt_from_parts_that_stood_still_may_move() -> None:
    s = scene({"i1 i2 i3": "R21"}, spare="8/4")
    move(s, ALLIED)
    s.do("select i1")
    assert "rebuild 8/4" in s.options()
    s.do("rebuild 8/4")
    assert s.options() == ["select 8/4", "done"]
    s.do("select 8/4")
    # Rebuilt in this phase, it does not break down in it again.
    assert "break 8/4" not in s.options()
    assert "move 8/4 R22" in s.options()


@covers("Stacking.E")
def test_parts_of_another_type_do_not_count() -> None:
    s = scene({"i1 i2 2R": "R21"}, spare="8/4")
    assert rebuildable(s.g, s.unit("i1")) == []
    t = scene({"i1 i2 i3": "R21"}, spare="505/82")
    assert rebuildable(t.g, t.unit("i1")) == []
    u = scene({"V1 IV1": "D11"}, spare="22/21 130/Lehr")
    assert [BOARD.unit_names[larger] for larger, _ in rebuildable(u.g, u.unit("V1"))] == ["22/21", "130/Lehr"]


@covers("Stacking.D")
def test_parts_inherit_what_the_whole_had() -> None:
    s = scene({"505/82": "D11"}, cut_off="505/82", unsupplied="505/82")
    made = break_down(s.g, s.unit("505/82"))
    assert s.g.cut_off == made
    assert s.g.unsupplied == made


def test_a_full_hex_refuses_newcomers() -> None:
    s = move(scene({"729/709 739/709": "D11", "919/709": "D12"}, turn=1), GERMAN)
    s.do("select 729/709", "stay 729/709", "select 739/709", "stay 739/709")
    assert "D11" not in targets_of(s, "919/709")
    assert s.refusal("move 919/709 D11").rule == "Stacking"
