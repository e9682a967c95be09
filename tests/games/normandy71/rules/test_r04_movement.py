"""Movement: points, the order of moves, and where a unit may end."""

from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, move, scene, targets_of

from bocage.games.normandy71.rules.r04_movement import allowance, walk
from bocage.testing import covers

POINT = 6


def cost(s: Scene, name: str, to: str, points: int = 100) -> int:
    unit = s.unit(name)
    return walk(s.g, unit, s.g.space[unit], points, second=False, fresh=False).cost[s.space(to)]


@covers("Movement", "Movement.B", "Play.1A")
def test_any_number_of_units_moves_and_none_has_to() -> None:
    s = move(scene({"8/4": "R21", "22/4": "T21"}), ALLIED)
    assert s.options() == ["select 8/4", "select 22/4", "done"]
    s.do("select 8/4", "move 8/4 R22")
    assert s.at("8/4") == "R22"
    s.do("done")
    assert s.at("22/4") == "T21"
    assert s.decides == ""


@covers("Movement.A", "Terrain.Clear")
def test_each_clear_hex_costs_a_point() -> None:
    assert [cost(scene({"8/4": "D11"}), "8/4", to) for to in ("D12", "D13", "D14")] == [POINT, 2 * POINT, 3 * POINT]
    assert cost(scene({"22/21": "E12"}), "22/21", "D11") == POINT
    # With two points (half of four, on the day of the landing) it gets two hexes far.
    s = move(scene({"8/4": "C11"}, turn=1), ALLIED, second=True)
    assert {BOARD.distance(s.space("C11"), s.space(to)) for to in targets_of(s, "8/4")} == {1, 2}


@covers("Movement.I")
def test_a_move_crosses_mixed_terrain_as_far_as_the_points_last() -> None:
    s = scene({"22/21": "N21"})
    # N20 and M20 lie on the road from Caen to Creully, everything else here is clear.
    assert cost(s, "22/21", "N20") == POINT
    assert cost(s, "22/21", "M20") == POINT + POINT // 3
    assert cost(s, "22/21", "M19") == 2 * POINT + POINT // 3
    short = walk(s.g, s.unit("22/21"), s.space("N21"), 2 * POINT, second=False, fresh=False)
    assert s.space("M20") in short.cost
    assert s.space("M19") not in short.cost


@covers("Movement.C")
def test_units_move_one_at_a_time() -> None:
    s = move(scene({"8/4 22/4": "R21"}), ALLIED)
    s.do("select 8/4")
    assert s.refusal("move 22/4 R22").rule == "Movement.C"
    s.do("move 8/4 R22")
    assert (s.at("8/4"), s.at("22/4")) == ("R22", "R21")


@covers("Movement.C")
def test_unused_points_are_not_saved() -> None:
    s = move(scene({"8/4": "R21"}), ALLIED)
    s.do("select 8/4", "stay 8/4", "done")
    s = move(s, ALLIED, second=True)
    assert allowance(s.g, s.unit("8/4"), second=True) == 4 * POINT


@covers("Movement.D")
def test_only_the_side_whose_phase_it_is_moves() -> None:
    s = move(scene({"8/4": "R21", "22/21": "D11"}), ALLIED)
    assert s.decides == "Allied"
    assert s.refusal("select 22/21").rule == "Movement.D"


@covers("Movement.E")
def test_nobody_attacks_while_moving() -> None:
    s = move(scene({"8/4": "R21", "22/21": "R22"}), ALLIED)
    assert not [text for text in s.options() if text.startswith("attack")]
    assert s.why_not("attack R22") is not None


@covers("Movement.F")
def test_a_full_hex_may_be_passed_and_entered_if_somebody_leaves_it() -> None:
    full = {"8/4 22/4": "R22", "16/1": "R21"}
    s = move(scene(full), ALLIED)
    assert "R23" in targets_of(s, "16/1")
    s.do("move 16/1 R22")
    # Three regiments stand there for the moment: one of the two that have not moved must go.
    assert s.options() == ["select 8/4", "select 22/4"]
    assert s.refusal("done").rule == "Stacking.A"
    assert s.refusal("select 16/1").rule == "Movement.H"
    s.do("select 8/4")
    assert "stay 8/4" in s.options()  # the other may make room instead
    s.do("move 8/4 R23")
    assert "done" in s.options()


@covers("Movement.F")
def test_a_full_hex_is_closed_if_everybody_in_it_has_moved() -> None:
    s = move(scene({"8/4 22/4": "R22", "16/1": "R21"}), ALLIED)
    s.do("select 8/4", "stay 8/4", "select 22/4", "stay 22/4")
    assert "R22" not in targets_of(s, "16/1")
    assert s.refusal("move 16/1 R22").rule == "Stacking"


@covers("Movement.G")
def test_nobody_enters_a_hex_with_enemies() -> None:
    s = move(scene({"8/4": "R21", "729/709": "R22"}), ALLIED)
    assert "R22" not in targets_of(s, "8/4")
    assert s.refusal("move 8/4 R22").rule == "Movement.G"


@covers("Movement.H")
def test_a_unit_that_moved_does_not_move_again_in_the_phase() -> None:
    s = move(scene({"8/4": "R21", "22/4": "T21"}), ALLIED)
    s.do("select 8/4", "move 8/4 R22")
    assert s.refusal("select 8/4").rule == "Movement.H"
    assert s.options() == ["select 22/4", "regroup", "done"]


@covers("Movement.H", "Invasion.2", "Invasion.4B")
def test_who_moved_and_who_may_not_are_told_apart_on_the_first_day() -> None:
    s = move(scene({"8/4": "R21", "505/82": "D11", "3Cdo": "H23", "914/352": "H22"}, turn=1), ALLIED)
    s.do("select 8/4", "move 8/4 R22")
    assert s.refusal("select 8/4").rule == "Movement.H"
    assert s.refusal("select 505/82").rule == "Invasion.2"
    assert s.refusal("select 3Cdo").rule == "Invasion.2"
    t = move(scene({"6AL/6": "R21"}, turn=1), ALLIED, second=True)
    assert t.refusal("select 6AL/6").rule == "Invasion.4B"


@covers("Movement.J")
def test_without_supply_the_allowance_is_halved() -> None:
    s = scene({"8/4": "D11", "22/21": "S5"}, unsupplied="8/4 22/21")
    assert allowance(s.g, s.unit("8/4"), second=False) == 2 * POINT
    assert allowance(s.g, s.unit("22/21"), second=False) == 3 * POINT


@covers("Movement.K", "Supply.E")
def test_a_supplied_unit_passes_hexes_without_supply_but_does_not_end_there() -> None:
    # Germans around K16 control the Caen roads south of the city.
    s = move(scene({"22A": "O21", "729/709": "K16"}), ALLIED)
    ends = targets_of(s, "22A")
    assert "O20" in ends
    far = walk(s.g, s.unit("22A"), s.space("O21"), 60, second=False, fresh=True).cost
    beyond = [to for to in far if BOARD.names[to] not in ends]
    assert beyond
    assert all(s.refusal(f"move 22A {BOARD.names[to]}").rule == "Movement.K" for to in beyond)


@covers("Movement.L")
def test_an_unsupplied_unit_may_only_come_nearer_to_its_nearest_source() -> None:
    # TT6 is more than three hexes from any road; of the two beaches Utah is the nearer one.
    s = move(scene({"16/1": "TT6"}, supply="S25 MM28"), ALLIED)
    assert s.g.unsupplied == s.units("16/1")
    ends = targets_of(s, "16/1")
    utah, own = s.space("MM28"), BOARD.distance(s.space("TT6"), s.space("MM28"))
    assert own < BOARD.distance(s.space("TT6"), s.space("S25"))
    assert "TT7" in ends
    assert {BOARD.distance(s.space(end), utah) < own for end in ends} == {True}
    assert s.refusal("move 16/1 TT5").rule == "Movement.L"
    # Moving sideways, as far as before, is not nearer either.
    level = next(n for n in BOARD.neighbours[s.space("TT6")] if BOARD.distance(n, utah) == own)
    assert s.refusal(f"move 16/1 {BOARD.names[level]}").rule == "Movement.L"


@covers("Movement.L")
def test_an_unsupplied_german_heads_for_the_edge() -> None:
    s = scene({"914/352": "AA17", "8/4": "AA14", "22/4": "X18", "16/1": "DD18", "69/50": "AA20"})
    move(s, GERMAN)
    assert s.g.unsupplied == s.units("914/352")
    ends = targets_of(s, "914/352")
    assert ends
    assert all(BOARD.rim_distance[s.space(end)] < BOARD.rim_distance[s.space("AA17")] for end in ends)


@covers("Movement.M")
def test_paratroops_that_never_had_supply_do_not_move() -> None:
    s = move(scene({"505/82": "TT6", "507/82": "TT7", "8/4": "R21"}, cut_off="505/82"), ALLIED)
    # 507/82 is out of supply as well, but had some before: it may try to get back.
    assert s.options() == ["select 8/4", "select 507/82", "regroup", "done"]
    assert s.refusal("select 505/82").rule == "Movement.M"


@covers("Movement.M")
def test_paratroops_once_supplied_are_like_others() -> None:
    s = move(scene({"505/82": "R21"}, cut_off="505/82"), ALLIED)
    assert s.g.cut_off == 0
    assert "select 505/82" in s.options()


@covers("Movement.N")
def test_any_unit_may_move_one_hex_whatever_it_costs() -> None:
    # An allowance of one does not pay for a clear hex in an enemy zone, which costs two.
    s = move(scene({"729/709": "D12", "8/4": "D10"}), GERMAN)
    ends = targets_of(s, "729/709")
    assert cost(s, "729/709", "D11") == 2 * POINT
    assert "D11" in ends
    assert {BOARD.distance(s.space("D12"), s.space(end)) for end in ends} == {1}


@covers("Movement.N")
def test_a_river_out_of_reach_is_still_crossed_as_a_whole_move() -> None:
    s = move(scene({"729/709": "R21"}), GERMAN)
    assert "Q21" in targets_of(s, "729/709")
    assert BOARD.step_cost(s.space("R21"), s.space("Q21"), fast=False, roads=True) == 3 * POINT


@covers("Movement.N")
def test_armor_without_supply_needs_the_points() -> None:
    # Both are cut off in the bocage. Three points (half of six) do not pay for bocage in an enemy zone; four (half of
    # eight) do not either, but the scouts may always move one hex.
    ring = {"8/4": "S8", "22/4": "V5", "16/1": "P5", "69/50": "S2"}
    s = move(scene({"22/21": "S5", "A/21": "S6", **ring}), GERMAN)
    assert s.g.unsupplied == s.units("22/21 A/21")
    assert cost(s, "22/21", "S4") == 3 * POINT
    assert targets_of(s, "22/21") == {"R4", "S4", "T4"}
    tight = move(scene({"22/21": "S5", "8/4": "S3", "22/4": "S7", "16/1": "U5", "69/50": "Q5"}), GERMAN)
    assert tight.g.unsupplied == tight.units("22/21")
    assert targets_of(tight, "22/21") == set()
    free = move(scene({"A/21": "S5", "8/4": "S3", "22/4": "S7", "16/1": "U5", "69/50": "Q5"}), GERMAN)
    assert free.g.unsupplied == free.units("A/21")
    assert "S4" in targets_of(free, "A/21")
