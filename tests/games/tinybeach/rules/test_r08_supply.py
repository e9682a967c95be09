"""8 Supply."""

import pytest
from tests.games.tinybeach.support import ALLIED, GERMAN, battle, destinations, tiny

from bocage.games.tinybeach.rules.r05_movement import MoveUnit
from bocage.games.tinybeach.rules.r06_combat import Attacks
from bocage.games.tinybeach.rules.r08_supply import Attrition, in_supply, supplied, unsupplied
from bocage.kernel.events import Eliminated, StepLost
from bocage.testing import covers

CUT_OFF = "Able 0304, Anton 0403, Berta 0203"  # Able in Valcourt, both crossroads German


@covers("8.1")
def test_the_allies_are_supplied_from_a_beach_and_the_germans_from_an_entry_hex() -> None:
    s = tiny("")
    land = s.names(s.g.board.land)
    assert s.names(supplied(s.g, ALLIED)) == s.names(supplied(s.g, GERMAN)) == land
    s = tiny("Able 0104, Baker 0504, Anton 0303")
    assert not in_supply(s.g, s.unit("Anton"))
    assert supplied(s.g, GERMAN) == 0


@covers("8.1")
def test_an_allied_counter_with_a_free_way_to_a_beach_is_supplied() -> None:
    s = tiny("Able 0304, Anton 0203")
    assert in_supply(s.g, s.unit("Able"))
    assert s.unit_names(unsupplied(s.g)) == ""


@covers("8.1")
def test_a_beach_that_the_enemy_holds_is_no_source() -> None:
    s = tiny("Able 0303, Anton 0201, Berta 0401")
    assert supplied(s.g, ALLIED) == 0
    assert s.unit_names(unsupplied(s.g)) == "Able"


@covers("8.2")
def test_enemies_and_their_zones_cut_a_path() -> None:
    s = tiny(CUT_OFF)
    assert s.unit_names(unsupplied(s.g)) == "Able"
    assert not in_supply(s.g, s.unit("Able"))


@covers("8.2")
def test_a_friend_in_an_enemy_zone_keeps_the_path_open() -> None:
    s = tiny(CUT_OFF + ", Baker 0303")
    assert s.unit_names(unsupplied(s.g)) == ""


@covers("8.2")
def test_no_path_leads_over_the_sea() -> None:
    """Canal in 0502 has the sea behind it and Allied zones before it."""
    s = tiny("Canal 0502, Able 0402, Baker 0403", gun="0302")
    assert s.unit_names(unsupplied(s.g)) == "Canal"


@covers("8.2")
def test_the_river_alone_cuts_nothing() -> None:
    s = tiny("Canal 0502, Able 0402", gun="0302")
    assert s.unit_names(unsupplied(s.g)) == ""


@covers("8.3")
def test_an_unsupplied_counter_attacks_with_half_its_strength() -> None:
    s = tiny(CUT_OFF, Attacks(by=ALLIED), gun="0402")
    assert battle(s, "0403", "Able", 6) == "EX at 1-2"  # 1 1/2 to 2
    s = tiny(CUT_OFF + ", Baker 0303", Attacks(by=ALLIED), gun="0402")
    assert battle(s, "0403", "Able", 6) == "DR at 1-1"  # 3 to 2


@covers("8.3")
def test_a_counter_is_halved_only_once() -> None:
    """Able attacks over the river and is cut off: still 1 1/2, against the 2 of a reduced battalion."""
    s = tiny("Able 0302, Anton 0303, Dunes 0202, Canal 0401", Attacks(by=ALLIED), reduced="Anton")
    assert s.unit_names(unsupplied(s.g)) == "Able"
    assert battle(s, "0303", "Able", 6) == "EX at 1-2"


@covers("8.3")
def test_an_unsupplied_counter_defends_with_its_full_strength() -> None:
    s = tiny(CUT_OFF, Attacks(by=GERMAN))
    assert battle(s, "0304", "Anton Berta", 6) == "EX at 1-2"  # 6 to 3, and a town


@covers("8.3")
@pytest.mark.parametrize(("at", "points"), [(CUT_OFF, 2), (CUT_OFF + ", Baker 0303", 3)])
def test_an_unsupplied_counter_has_half_its_allowance_rounded_up(at: str, points: int) -> None:
    s = tiny(at)
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    assert f"has {points} movement points" in s.refusal("move Able 0201").text


@covers("8.3")
def test_what_an_unsupplied_counter_can_reach_shrinks() -> None:
    s = tiny("Sherman 0204, Anton 0203, Berta 0304, Dunes 0302, Canal 0402", gun="0303")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Sherman")))
    assert s.unit_names(unsupplied(s.g)) == "Sherman"
    assert destinations(s) == ""


@covers("8.4")
def test_a_counter_unsupplied_at_the_end_of_two_turns_running_loses_a_step() -> None:
    s = tiny(CUT_OFF, Attrition())
    assert s.g.steps[s.unit("Able")] == 2
    assert s.unit_names(s.g.starving) == "Able"
    s.ask(Attrition())
    assert s.g.steps[s.unit("Able")] == 1
    assert s.heard(StepLost)[-1].rule == "8.4"
    s.ask(Attrition())
    assert s.at("Able") == "Lost"
    assert s.heard(Eliminated)[-1].rule == "8.4"


@covers("8.4")
def test_a_counter_that_was_supplied_in_between_begins_anew() -> None:
    s = tiny(CUT_OFF, Attrition())
    s.g.place(s.unit("Baker"), s.space("0303"))
    s.ask(Attrition())
    assert (s.g.steps[s.unit("Able")], s.g.starving) == (2, 0)
    s.g.place(s.unit("Baker"), s.space("Fleet"))
    s.ask(Attrition())
    assert s.g.steps[s.unit("Able")] == 2


@covers("8.4")
def test_attrition_hits_both_sides_and_nobody_in_a_box() -> None:
    s = tiny(CUT_OFF + ", Charlie 0104, Dog 0504", Attrition())
    assert s.unit_names(s.g.starving) == "Able Charlie Dog Anton Berta"
    s.ask(Attrition())
    assert [s.g.steps[s.unit(name)] for name in ("Able", "Anton", "Baker", "Panzer", "Gun")] == [1, 1, 2, 2, 1]
