"""Supply: lines, what cuts them, and what it means to have none."""

from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, Scene, combat, move, reckon, scene, targets_of

from bocage.games.normandy71.rules.r02_sequence import Campaign
from bocage.games.normandy71.rules.r04_movement import allowance
from bocage.games.normandy71.rules.r05_combat import fit_to_attack
from bocage.games.normandy71.rules.r09_supply import (
    check_supply,
    enter_beach,
    starve_paratroops,
    supplied,
    supply_areas,
    supply_line,
)
from bocage.games.normandy71.rules.r16_landing_forces import capacity
from bocage.kernel.events import Eliminated
from bocage.kernel.spaces import bit
from bocage.testing import covers


def fed(s: Scene, where: str, side: int = 0) -> bool:
    return bool(supplied(s.g, GERMAN if side else ALLIED) & bit(s.space(where)))


@covers("Supply")
def test_three_hexes_to_a_road_that_leads_to_a_beach() -> None:
    # The road nearest to TT6 runs along column XX, four hexes away; WW6 and UU6 are nearer to it.
    s = scene(supply="S25")
    assert BOARD.distance(s.space("UU6"), s.space("XX6")) == 3
    assert fed(s, "UU6")
    assert BOARD.distance(s.space("TT6"), s.space("XX6")) == 4
    assert not fed(s, "TT6")
    # Without any supply area nothing is fed.
    assert not fed(scene(supply=""), "UU6")


@covers("Supply")
def test_the_line_is_shown_hex_by_hex() -> None:
    s = scene({"8/4": "R21"})
    line = supply_line(s.g, s.unit("8/4"))
    assert line is not None
    assert (BOARD.names[line[0]], BOARD.names[line[-1]]) == ("R21", "S25")
    assert supply_line(scene({"8/4": "TT6"}).g, s.unit("8/4")) is None


@covers("Supply")
def test_supply_is_judged_when_the_phase_begins() -> None:
    s = scene({"914/352": "R23", "8/4": "R20"})
    move(s, ALLIED)
    assert s.g.unsupplied == s.units("8/4")
    s.g.remove(s.unit("914/352"))
    # The line is open again, but the unit stays on half rations until the next phase.
    assert allowance(s.g, s.unit("8/4"), second=False) == 12
    move(s, ALLIED, second=True)
    assert allowance(s.g, s.unit("8/4"), second=True) == 24


@covers("Supply.A", "Movement.J", "Combat.I")
def test_without_supply_half_of_everything_and_no_attacks() -> None:
    s = scene({"8/4": "R20", "914/352": "R23", "729/709": "R19"})
    combat(s, ALLIED)
    assert s.g.unsupplied == s.units("8/4")
    assert fit_to_attack(s.g, ALLIED, 0) == 0
    assert allowance(s.g, s.unit("8/4"), second=False) == 12
    assert float(reckon(s, "729/709", "R20").totals[1]) == 3.5


@covers("Supply.B")
def test_nobody_is_lost_for_lack_of_supply_alone() -> None:
    s = scene({"8/4": "TT6"}, turn=2)
    for _ in range(4):
        check_supply(s.g, ALLIED)
    starve_paratroops(s.g)
    assert s.at("8/4") == "TT6"
    assert s.g.unsupplied == s.units("8/4")


@covers("Supply.C")
def test_one_road_feeds_any_number_of_units() -> None:
    many = {"8/4 22/4": "R21", "16/1 69/50": "R22", "231/50 7/3C": "Q21", "8/3C 8/3B": "Q22"}
    s = scene(many)
    check_supply(s.g, ALLIED)
    assert s.g.unsupplied == 0


@covers("Supply.D")
def test_units_and_controlled_hexes_cut_a_line_on_and_off_the_road() -> None:
    assert fed(scene(), "R20")
    assert not fed(scene({"914/352": "R24"}), "R20")  # on the road itself
    assert not fed(scene({"914/352": "R23"}), "R20")  # next to it
    # Off the road: UU6 reaches the road along column XX by VV and WW only.
    blocked = scene({"914/352": "WW6"}, supply="S25")
    assert fed(scene(supply="S25"), "UU6")
    assert not fed(blocked, "UU6")


@covers("Supply.F")
def test_never_supplied_paratroops_are_lost_at_the_end_of_turn_three() -> None:
    s = scene({"505/82": "TT6", "507/82": "R21", "508/82": "TT7"}, cut_off="505/82 507/82", turn=3)
    starve_paratroops(s.g)
    # 507/82 is in supply just in time, 508/82 had some earlier.
    assert [s.at(name) for name in ("505/82", "507/82", "508/82")] == ["Lost", "R21", "TT7"]
    assert [event.rule for event in s.heard(Eliminated)] == ["Parachute.D"]


@covers("Supply.F", "Parachute.D")
def test_the_third_turn_ends_with_it_and_the_second_does_not() -> None:
    for turn, where in ((2, "TT6"), (3, "Lost")):
        s = scene({"505/82": "TT6"}, cut_off="505/82", turn=turn)
        s.ask(Campaign(()))
        assert s.at("505/82") == where


@covers("Supply.G")
def test_rovers_go_in_and_out_of_supply() -> None:
    s = move(scene({"2R": "UU6", "8/4": "UU7"}), ALLIED)
    assert s.g.unsupplied == 0
    assert "TT6" in targets_of(s, "2R")
    s.do("stay 2R")
    assert "TT6" not in targets_of(s, "8/4")
    # Out of supply they may go further out, at half speed.
    t = move(scene({"2R": "TT6"}), ALLIED)
    assert t.g.unsupplied == t.units("2R")
    assert {"TT5", "TT7"} <= targets_of(t, "2R")
    scouts = move(scene({"A/21": "AA17", "8/4": "AA14", "22/4": "X18", "16/1": "DD18", "69/50": "AA20"}), GERMAN)
    assert scouts.g.unsupplied == scouts.units("A/21")
    assert "Z17" in targets_of(scouts, "A/21")
    # Allied reconnaissance has no such freedom.
    allied = move(scene({"4Cav": "UU6"}), ALLIED)
    assert "TT6" not in targets_of(allied, "4Cav")


@covers("Supply.H")
def test_a_german_in_a_supply_beach_ends_it_for_good() -> None:
    s = move(scene({"914/352": "S24"}, supply="S25 P25"), GERMAN)
    s.do("select 914/352", "move 914/352 S25")
    assert s.names(s.g.lost_beaches) == "S25"
    assert s.names(supply_areas(s.g)) == "P25"
    s.g.remove(s.unit("914/352"))
    assert s.names(supply_areas(s.g)) == "P25"
    assert capacity(s.g, s.space("Beach10")) == 0
    assert capacity(s.g, s.space("Beach9")) == 15


@covers("Supply.H")
def test_passing_through_is_entering() -> None:
    s = move(scene({"22/21": "S24"}, supply="S25"), GERMAN)
    s.do("select 22/21")
    assert "via 22/21 S25" in s.options()
    s.do("via 22/21 S25", "move 22/21 S24")
    assert s.names(s.g.lost_beaches) == "S25"
    enter_beach(s.g, s.spaces("P25"))
    assert s.names(s.g.lost_beaches) == "S25"  # nobody landed at P25


@covers("Supply.H")
def test_units_in_the_box_of_a_lost_beach_turn_back() -> None:
    s = move(scene({"914/352": "S24", "26/1": "Beach10", "18/1": "Beach9"}, supply="S25 P25"), GERMAN)
    s.do("select 914/352", "move 914/352 S25")
    assert (s.at("26/1"), s.at("18/1")) == ("Britain", "Beach9")
    move(s, ALLIED)
    assert s.options() == ["select 18/1", "done"]


@covers("Supply.I")
def test_the_edge_within_three_hexes_feeds_germans() -> None:
    s = scene({"8/4": "C3"})
    # The Allies control the roads out of Falaise; D3 is two hexes from the southern edge all the same.
    assert fed(s, "E3", side=1)
    assert BOARD.rim_distance[s.space("R4")] == 3
    lone = scene({"8/4": "S8", "22/4": "V5", "16/1": "P5"})
    assert fed(lone, "S4", side=1)
    assert BOARD.rim_distance[lone.space("S5")] == 4
    assert not fed(lone, "S5", side=1)


@covers("Supply.J")
def test_a_road_by_which_the_allies_left_feeds_no_germans() -> None:
    # Five hexes up the road from HH1 and out of reach of the edge itself.
    s = scene()
    assert fed(s, "HH3", side=1)
    alone = {"8/4": "JJ10", "22/4": "II8"}
    open_ = scene(alone)
    shut = scene(alone, exited_by="HH1")
    assert fed(open_, "II6", side=1)
    assert not fed(shut, "II6", side=1)
    # Cross-country to the edge still counts.
    assert fed(shut, "HH3", side=1)


@covers("Supply.K")
def test_on_the_first_turn_only_paratroops_can_lack_supply() -> None:
    s = scene({"8/4": "TT6", "505/82": "TT7", "914/352": "AA17"}, turn=1, supply="S25")
    check_supply(s.g, ALLIED, GERMAN)
    assert s.g.unsupplied == s.units("505/82")
    move(s, ALLIED, second=True)
    assert "TT5" in targets_of(s, "8/4")


@covers("Supply.L")
def test_units_on_a_supply_beach_are_always_in_supply() -> None:
    s = scene({"8/4": "S25", "914/352": "S24", "22/4": "T25"})
    assert fed(s, "S25")
    assert not fed(s, "T25")
    check_supply(s.g, ALLIED)
    assert s.g.unsupplied == s.units("22/4")
