"""10.1, 10.2, 11 and 12: fire, support points and ruins."""

import pytest
from tests.games.bradley.support import ALLIED, GERMAN, field, places

from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import assault_account
from bocage.games.bradley.rules.r10_fire import Fire
from bocage.games.bradley.rules.r10_fire_account import fire_account, line_of
from bocage.games.bradley.rules.r10_sight import field_of_fire, gun_range
from bocage.games.bradley.rules.r11_support import ReceiveSupport
from bocage.games.bradley.rules.r13_fortifications import cover, multiplier
from bocage.kernel.spaces import bit
from bocage.testing import covers


@pytest.mark.parametrize(
    ("line", "differential", "column"),
    [
        ("assault", 7, 3),
        ("assault", -5, -1),
        ("mixed", 19, 6),
        ("mixed", 18, 5),
        ("bombardment", 25, 6),
        ("bombardment", -3, -1),
        ("direct", 3, 1),
        ("small-arms", 5, 1),
    ],
)
@covers("10.0", "10.1", "10.1.2", "10.1.3")
def test_the_upper_matrix(line: str, differential: int, column: int) -> None:
    assert field().g.board.charts.column(line, differential) == column


@covers("10.1.4", "10.1.5")
def test_the_letter_falls_with_protection() -> None:
    charts = field().g.board.charts
    assert ["ABCDEFGHI"[charts.letter(6, protection)] for protection in (1, 2, 3, 4, 5, 7)] == list("HGFEDD")


@covers("10.1.1", "10.2.8", "10.3.3")
def test_fire_uses_protection_and_assault_combat_factors() -> None:
    s = field("I/916 3924, 1/16 3824")
    attack = Attack(by=ALLIED, target=s.space("3924"), units=s.units("1/16"))
    assert fire_account(s.g, attack).ledger.totals == [8, 2]
    assert assault_account(s.g, attack).ledger.totals == [8, 5]


@covers("10.1.6")
def test_multipliers_add_up_in_a_fort_and_elsewhere_the_best_counts() -> None:
    s = field("S1 3822, S2 3826")
    g, fort, town = s.g, s.space("3822"), s.space("3826")
    assert multiplier(g, GERMAN, fort, cover(g, GERMAN, fort, assault=False)) == 4
    assert multiplier(g, GERMAN, town, cover(g, GERMAN, town, assault=False)) == 2
    assert multiplier(g, ALLIED, fort, cover(g, ALLIED, fort, assault=False)) == 2  # 13.0: no fort for Americans
    try:
        g.board.also[town] = ("hill",)
        assert multiplier(g, GERMAN, town, cover(g, GERMAN, town, assault=False)) == 2
        assert sum(feature.roll for feature in cover(g, GERMAN, town, assault=False)) == -1
    finally:
        del g.board.also[town]


@covers("10.2", "10.2.2", "10.2.3", "10.2.4", "10.2.5")
def test_a_hex_is_fired_at_once_and_a_unit_fires_once() -> None:
    s = field("1/16 3824, I/916 3924, II/916 3823", Fire(by=ALLIED))
    assert places(s, "fire") == "3823 3924"
    assert s.refusal("fire 3825").rule == "10.2.2"
    s.do("fire 3924", "join 1/16", "shoot", "roll 1 2")
    assert s.refusal("fire 3924").rule == "10.2.4"
    assert s.refusal("fire 3823").rule == "10.2.7"
    assert s.options() == ["done"]


@covers("10.2.6", "10.2.7")
def test_tanks_and_guns_may_pick_out_armour_and_shift_a_column() -> None:
    s = field("743Tk 1626, HQ/1 1626, 100Pz 1427, III/6FJ 1427, 1/505 1428", Fire(by=ALLIED))
    del s
    s = field("743Tk 3824, HQ/1 3824, 100Pz 3924, I/916 3924, 1/16 3824", Fire(by=ALLIED))
    aimed = Attack(by=ALLIED, target=s.space("3924"), units=s.units("743Tk"), aimed=True)
    whole = Attack(by=ALLIED, target=s.space("3924"), units=s.units("743Tk"))
    assert fire_account(s.g, aimed).ledger.totals == [25, 3]
    assert fire_account(s.g, whole).ledger.totals == [25, 5]
    assert (fire_account(s.g, aimed).ledger.shifts, fire_account(s.g, whole).ledger.shifts) == (1, 0)
    s.do("aim 3924")
    assert s.refusal("join 1/16").rule == "10.2.7"
    s.do("join 743Tk", "shoot")
    s.do("roll 6 6")
    assert s.at("100Pz") == "german-lost"
    assert s.at("I/916") == "3924"


@pytest.mark.parametrize(
    ("units", "points", "line"),
    [
        ("", 20, "bombardment"),
        ("5FA", 0, "bombardment"),
        ("743Tk", 0, "direct"),
        ("1/16", 0, "small-arms"),
        ("1/16 743Tk", 0, "mixed"),
        ("1/16", 10, "mixed"),
        ("4Cav 801TD", 0, "direct"),
    ],
)
@covers("10.2.7", "11.1.3")
def test_which_line_is_used(units: str, points: int, line: str) -> None:
    s = field()
    assert line_of(s.g, s.units(units), points) == line


@covers("10.2.7")
def test_artillery_beyond_half_its_range_fires_with_half_its_factor() -> None:
    s = field("5FA 3826, HQ/1 3826, I/916 3833, II/916 3832")
    near = Attack(by=ALLIED, target=s.space("3832"), units=s.units("5FA"))
    far = Attack(by=ALLIED, target=s.space("3833"), units=s.units("5FA"))
    assert fire_account(s.g, near).ledger.totals[0] == 12
    assert fire_account(s.g, far).ledger.totals[0] == 6


@covers("10.2.7")
def test_lines_of_sight() -> None:
    """Into a town but not through it; nothing through a hill; along a hexside one clear side is enough."""
    board = field().g.board
    see = board.seen_from(board.space("3827"), 3)
    assert see & bit(board.space("3825")) == 0  # Formigny, 3826, is between
    assert see & bit(board.space("3826"))
    assert see & bit(board.space("3828"))
    assert see & bit(board.space("3830")) == 0  # beyond Trevieres, 3828


@covers("2.3", "7.1", "14.1")
def test_ranges_are_for_combat_mode() -> None:
    s = field("743Tk 3824, 1/16 3824, Bruno 0913")
    assert gun_range(s.g, s.unit("743Tk")) == 2
    assert gun_range(s.g, s.unit("1/16")) == 1
    assert gun_range(s.g, s.unit("Bruno")) == 99
    s.g.marching = s.units("743Tk")
    assert gun_range(s.g, s.unit("743Tk")) == 1


@covers("14.1.3", "14.1", "10.1.7")
def test_the_railway_gun_fires_into_its_arc_alone() -> None:
    s = field("Bruno 0913, HQ/709 0912", facing=[1] * 244)
    there = field_of_fire(s.g, s.unit("Bruno"))
    assert there & bit(s.space("1613"))
    assert not there & bit(s.space("0413"))


@covers("16.2.1", "16.2.2", "16.2", "16.2.3")
def test_guns_and_allied_tanks_fire_under_command_alone() -> None:
    s = field("5FA 3826, 743Tk 3824, I/916 3924", Fire(by=ALLIED))
    assert s.options() == ["done"]
    s = field("5FA 3826, 743Tk 3824, I/916 3924, HQ/1 3827", Fire(by=ALLIED))
    s.do("fire 3924")
    assert places(s, "join") == "5FA 743Tk"
    s = field("I/352A 3931, 1/16 3928, HQ/352 5631", Fire(by=GERMAN))
    assert s.options() == ["done"]


@covers("6.3.6")
def test_nobody_fires_over_a_sea_wall_into_the_next_hex() -> None:
    s = field("1/16 3921, S1 3922", Fire(by=ALLIED))
    assert s.options() == ["done"]
    s.g.breached = s.g.board.walls
    s.g.touch()
    assert places(s, "fire") == "3922"


@covers("13.3.5")
def test_garrisons_are_not_worth_a_shot() -> None:
    s = field("1/16 3821, G1 3822, S1 3922", Fire(by=ALLIED), support=50)
    assert s.refusal("fire 3822").rule == "13.3.5"


@covers("13.0", "10.4")
def test_fire_drives_nobody_out_of_a_fort() -> None:
    s = field("II/916 4124", Fire(by=ALLIED), support=12)
    s.do("fire 4124", "points 12", "shoot")
    if s.decides == "chance":
        s.do("roll 6 5")
    assert s.at("II/916") == "4124"


@covers("11.1", "11.1.2", "11.1.4", "11.1.5")
def test_support_points_reach_everywhere_and_are_spent() -> None:
    s = field("I/916 5731", Fire(by=ALLIED), support=40)
    s.do("fire 5731")
    assert s.refusal("points 41").rule == "11.1.5"
    assert s.refusal("points 0").text == "at least one support point is committed"
    s.do("points 22", "shoot", "roll 3 4")
    assert s.g.support == 18
    assert field("1/16 3824", Fire(by=GERMAN), support=40).options() == ["done"]


@covers("11.1.1", "10.1.2")
def test_only_points_that_reach_a_further_column_are_asked_for() -> None:
    s = field("I/916 3924", Fire(by=ALLIED), support=40)
    s.do("fire 3924")
    assert places(s, "points") == "4 8 12 17 22 27 40"
    assert s.refusal("points 5").rule == "10.1.2"


@pytest.mark.parametrize(
    ("turn", "points"), [(1, 0), (2, 200), (3, 100), (8, 50), (9, 25), (10, 25), (11, 50), (14, 100)]
)
@covers("11.0", "11.2", "11.2.2")
def test_the_support_of_a_turn(turn: int, points: int) -> None:
    s = field(ask=ReceiveSupport(), turn=turn)
    assert s.g.support == points


@pytest.mark.parametrize(("turn", "points"), [(2, 120), (5, 70), (8, 33), (9, 14)])
@covers("11.2.1", "18.1.5")
def test_the_support_of_the_first_scenarios_has_a_die(turn: int, points: int) -> None:
    s = field(ask=ReceiveSupport(), turn=turn, scenario="omaha")
    s.do("roll 4")
    assert s.g.support == points


@covers("12.0", "12.1", "12.1.1", "12.1.2", "12.2", "12.2.2", "12.2.3", "12.2.4", "10.4")
def test_a_shaded_bombardment_leaves_ruins() -> None:
    s = field("II/916 3826", Fire(by=ALLIED), support=60)
    s.do("fire 3826", "points 29", "shoot", "roll 1 1")
    assert s.g.ruins == s.spaces("3826")
    target = s.space("3826")
    assert [c.what for c in cover(s.g, GERMAN, target, assault=True)] == ["ruins"]
    assert multiplier(s.g, GERMAN, target, cover(s.g, GERMAN, target, assault=True)) == 4
    assert multiplier(s.g, GERMAN, target, cover(s.g, GERMAN, target, assault=False)) == 1
    assert sum(c.roll for c in cover(s.g, GERMAN, target, assault=False)) == -3


@covers("12.1.1")
def test_small_arms_leave_no_ruins() -> None:
    s = field("II/916 3826, 1/16 3827", Fire(by=ALLIED))
    s.do("fire 3826", "join 1/16", "shoot", "roll 1 1")
    assert not s.g.ruins


@covers("10.2.7", "2.3", "14.0")
def test_a_range_without_limit_has_no_far_half() -> None:
    s = field("Bruno 0913, 1/16 6026")
    account = fire_account(s.g, Attack(by=GERMAN, target=s.space("6026"), units=s.units("Bruno")))
    assert account.ledger.totals[0] == 16
