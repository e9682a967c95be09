"""7. Stacking."""

from tests.games.normandy44.support import ALLIED, GERMAN, scene

from bocage.games.normandy44.rules.r07_stacking import fits, overstacked, stacking_points
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase
from bocage.testing import covers


@covers("7.1")
def test_weak_units_count_one_point_and_strong_ones_two() -> None:
    s = scene()
    assert stacking_points(s.g, s.units("1/914/352")) == 1
    assert stacking_points(s.g, s.units("125/21Pz")) == 2
    assert stacking_points(s.g, s.units("125/21Pz 1/914/352 2/914/352")) == 4


@covers("7.1")
def test_one_silhouetted_unit_is_free_and_a_second_is_not() -> None:
    s = scene()
    assert stacking_points(s.g, s.units("125/21Pz 192/21Pz 1/22/21Pz")) == 4
    assert stacking_points(s.g, s.units("125/21Pz 192/21Pz 1/22/21Pz 2/22/21Pz")) == 6
    assert stacking_points(s.g, s.units("1/22/21Pz 100Pz")) == 1  # the dearer one is free


@covers("7.1")
def test_one_of_each_free_kind_stacks_free() -> None:
    s = scene()
    assert stacking_points(s.g, s.units("SP-Hillman HQ-84 7Werfer")) == 0
    assert stacking_points(s.g, s.units("HQ-84 HQ-86")) == 1
    assert stacking_points(s.g, s.units("Eng-Utah 8/4 12/4 70Tk HQ-7US")) == 4


@covers("7.1")
def test_a_reduced_unit_counts_by_the_strength_that_shows() -> None:
    s = scene(steps={"1057/91": 1})
    assert stacking_points(s.g, s.units("1057/91")) == 1


@covers("7.2")
def test_two_regiments_and_a_battalion_are_too_many_at_the_end_of_movement() -> None:
    s = scene({"125/21Pz": "1631", "192/21Pz": "1631", "1/914/352": "1631"}, ask=MovementPhase(side=GERMAN))
    assert overstacked(s.g, s.space("1631"))
    s.do("end")
    assert s.options() == ["remove 125/21Pz", "remove 192/21Pz", "remove 1/914/352"]
    s.do("remove 1/914/352")
    assert s.at("1/914/352") == "dead"
    assert not overstacked(s.g, s.space("1631"))


@covers("7.2")
def test_us_and_commonwealth_units_may_share_a_hex() -> None:
    s = scene({"16/1": "1631"})
    assert fits(s.g, s.units("7/3Can"), s.space("1631"))
    assert not fits(s.g, s.units("7/3Can 8/3Can"), s.space("1631"))
    assert s.g.board.counters[s.unit("16/1")].side == ALLIED
