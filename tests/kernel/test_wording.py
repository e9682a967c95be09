"""Numbers in sentences."""

from bocage.kernel.wording import counted


def test_one_thing_is_one_and_the_others_are_many() -> None:
    assert counted(1, "unit") == "1 unit"
    assert counted(0, "step") == "0 steps"
    assert counted(3, "hex") == "3 hexes"
    assert counted(2.6, "factor") == "3 factors"
