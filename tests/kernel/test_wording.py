"""Numbers in sentences."""

from bocage.kernel.wording import counted, in_points


def test_one_thing_is_one_and_the_others_are_many() -> None:
    assert counted(1, "unit") == "1 unit"
    assert counted(0, "step") == "0 steps"
    assert counted(3, "hex") == "3 hexes"
    assert counted(2.6, "factor") == "3 factors"


def test_movement_points_are_written_as_people_write_them() -> None:
    assert [in_points(spent) for spent in (0, 1, 2, 3, 9, 12, 34)] == ["0", "⅙", "⅓", "½", "1½", "2", "5⅔"]
