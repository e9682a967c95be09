"""13 to 17: garrisons, coastal guns, engineers, headquarters and victory."""

import pytest
from tests.games.bradley.support import ALLIED, GERMAN, Field, field

from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r13_garrisons import GarrisonForts, dismiss_garrisons, garrison_morale
from bocage.games.bradley.rules.r14_coastal_artillery import emplaced
from bocage.games.bradley.rules.r16_headquarters import aides, in_command, radius
from bocage.games.bradley.rules.r17_victory import (
    allied_level,
    final_outcome,
    german_level,
    has_lodgment,
    lodgment_area,
)
from bocage.kernel.spaces import bit
from bocage.testing import covers


@covers("13.3", "13.3.1")
def test_empty_forts_within_three_hexes_get_a_platoon() -> None:
    s = field("S1 3922, G1 barracks, G2 barracks", GarrisonForts())
    assert s.refusal("garrison 3319").text == "no German unit is within three hexes of 3319 (hill)"
    assert s.refusal("garrison 3922").rule == "13.3"
    s.do("garrison 3822", "garrison 4124")
    assert (s.at("G1"), s.at("G2")) == ("3822", "4124")
    assert not s.g.stack


@covers("13.3.5")
def test_a_garrison_makes_way_for_a_regular_unit() -> None:
    s = field("I/916 3822, G1 3822")
    dismiss_garrisons(s.g)
    assert s.at("G1") == "german-lost"


@covers("13.3.3")
def test_a_garrison_has_the_morale_of_the_best_unit_near() -> None:
    s = field("S1 3922, 513/30 3824, G1 3822")
    assert garrison_morale(s.g, s.space("3822")) == 3


@covers("14.0", "14.1", "14.1.1", "14.1.3", "14.1.4", "9.0")
def test_bruno_turns_but_never_moves_and_controls_three_hexes() -> None:
    s = field("Bruno 0913", Movement(by=GERMAN), marching="Bruno:NE")
    assert s.unit_names(emplaced(s.g)).split() == ["HOC", "Bruno", "2/1261", "Crisbecq"]
    assert zones(s.g, GERMAN).bit_count() == 3
    s.do("select Bruno")
    assert [text for text in s.options() if text.startswith("move")] == []
    s.do("face SE")
    assert s.g.facing[s.unit("Bruno")] == 2
    assert s.g.board.arc(s.space("0913"), s.g.facing[s.unit("Bruno")]) & bit(s.space("1818"))


def engineers(at: str, **more: object) -> Field:
    s = field(at, **more)  # type: ignore[arg-type]
    s.ask(Movement(by=ALLIED))
    return s


@covers("15.0", "15.1", "15.1.1")
def test_engineers_look_for_mines_as_they_enter() -> None:
    s = engineers("1Eng 3822, 1/16 3822", mines=0)
    s.g.mines = s.spaces("3821")
    s.do("select 1/16", "move 3821")
    assert s.refusal("check").text == "only engineers can do that"
    s.do("halt", "select 1Eng")
    assert s.refusal("check").rule == "15.1"
    s.do("move 3821", "check")
    assert s.g.found == s.spaces("3821")
    assert s.refusal("check").rule == "15.1.1"
    assert s.g.stack[-1][0].left == 2 * 6


@covers("15.1.2", "15.1.3", "15.1.4", "15.1.5")
def test_clearing_takes_two_points_and_a_six_hurts() -> None:
    s = engineers("1Eng 3821, 146Eng 3921")
    s.g.mines = s.spaces("3821 3921")
    s.do("select 1Eng", "clear", "roll 3")
    assert s.g.mines == s.spaces("3921")
    assert s.g.lifted == [1, 0]
    s.do("halt", "select 146Eng", "clear", "roll 6")
    assert s.g.green == s.units("146Eng")
    assert s.g.charted[0] == 0
    assert s.g.moved >> s.unit("146Eng") & 1


@covers("15.1.2")
def test_an_engineer_in_movement_mode_can_enter_check_deploy_and_clear_with_six_points() -> None:
    s = engineers("1Eng 3822", marching="1Eng:N")
    s.g.mines = s.spaces("3821")
    s.do("select 1Eng", "move 3821", "check", "deploy", "clear", "roll 1")
    assert s.g.mines == 0
    assert s.g.stack[-1][0].left == 0


@covers("15.2", "15.2.1", "15.2.3", "15.2.4")
def test_a_breach_from_where_the_segment_began() -> None:
    s = engineers("1Eng 3921, 146Eng 3821")
    s.do("select 1Eng", "breach 3922", "roll 2")
    assert s.g.breached.bit_count() == 1
    assert s.refusal("breach 3922").rule == "15.2.1"
    s.do("halt", "select 146Eng", "move 3921")
    assert [text for text in s.options() if text.startswith("breach")] == []


@covers("15.3", "15.3.1", "15.3.2", "15.3.3", "15.3.4", "12.2.5")
def test_ruins_are_cleared_by_engineers_who_began_there() -> None:
    s = engineers("1Eng 3826, 146Eng 5532, 1/16 3826", ruins=0)
    s.g.ruins = s.spaces("3826 5532")
    s.do("select 1Eng", "rebuild")
    assert s.g.ruins == s.spaces("5532")
    assert s.g.stack[-1][0].left == 12
    s.do("halt", "select 146Eng", "rebuild")
    assert s.g.stack[-1][0].left == 0
    s.do("halt", "select 1/16")
    assert s.refusal("rebuild").rule == "15.3"


@covers("16.2", "16.2.1", "16.2.3", "16.1")
def test_command() -> None:
    s = field("HQ/1 3826, 5FA 3834, 32FA 4234, 743Tk 3830, 110FA 3827")
    g = s.g
    assert radius(g, s.unit("HQ/1")) == 8
    assert in_command(g, s.unit("5FA"))
    assert not in_command(g, s.unit("32FA"))
    assert in_command(g, s.unit("743Tk"))
    assert in_command(g, s.unit("110FA"))  # its own headquarters is not ashore: attached
    assert aides(g, ALLIED, s.units("5FA")) == s.units("HQ/1")
    g.aided = s.units("HQ/1")
    assert aides(g, ALLIED, s.units("5FA")) == 0


@covers("17.1", "17.1.1", "17.1.2", "17.1.3", "18.1.6")
def test_a_lodgment_is_free_of_germans_for_twelve_hexes() -> None:
    s = field("I/916 3834, G1 3822", scenario="omaha")
    assert allied_level(s.g) == 0
    s.g.beachheads[0] = s.space("3822")
    assert not has_lodgment(s.g, 0, 12)
    assert has_lodgment(s.g, 0, 11)
    assert allied_level(s.g) == 1
    s.g.place(s.unit("I/916"), s.space("5334"))
    assert allied_level(s.g) == 2


@covers("17.1.3", "18.2.6")
def test_utah_does_not_look_beyond_the_canal() -> None:
    s = field("III/6FJ 1628", scenario="utah")
    s.g.beachheads[1] = s.space("1918")
    assert not bit(s.space("1628")) & lodgment_area(s.g, 1, 12)
    assert bit(s.space("1426")) & lodgment_area(s.g, 1, 12)
    assert has_lodgment(s.g, 1, 12)
    s.g.place(s.unit("III/6FJ"), s.space("1427"))
    assert has_lodgment(s.g, 1, 12) is False


@pytest.mark.parametrize(("losses", "level"), [(17, 0), (18, 1), (26, 1), (27, 2)])
@covers("17.1.2")
def test_the_german_counts_allied_units(losses: int, level: int) -> None:
    s = field()
    for unit in range(losses):
        s.g.place(unit, s.space("allied-lost"))  # type: ignore[arg-type]
    assert german_level(s.g) == level


@covers("17.0", "17.1.4", "17.1.5")
def test_the_higher_level_wins_and_a_lost_zone_breaks_ties() -> None:
    s = field("I/916 5134")
    assert final_outcome(s.g).level == "Draw"
    s.g.zones_lost = 1
    assert final_outcome(s.g).level == "German tactical victory"
    s.g.beachheads = [s.space("3822"), s.space("1918")]
    assert final_outcome(s.g).level == "Allied strategic victory"


@covers("15.3.1", "15.3.3")
def test_ruins_are_cleared_before_anything_else() -> None:
    """In combat mode from the beginning of the segment; those of a city take the whole allowance."""
    s = field("4Eng 1528", ruins=1 << field().space("1528"))
    s.ask(Movement(by=ALLIED))
    s.do("select 4Eng")
    assert "rebuild" in s.options()
    s.do("rebuild")
    assert s.options() == ["halt"]
    s = field("4Eng 1818", marching="4Eng:N", ruins=1 << field().space("1818"))
    s.ask(Movement(by=ALLIED))
    s.do("select 4Eng", "deploy")
    assert s.refusal("rebuild").rule == "15.3.1"
