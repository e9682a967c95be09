"""Rows of a decision."""

from bocage.kernel.bars import bar, only


def test_less_than_nothing_is_barred_by_a_row_of_those_who_may_and_by_no_other() -> None:
    assert only(0b111, "5.2", "there are two points to share out").covers(-1)
    assert not bar(0b111, "5.2", "{} is barred").covers(-1)
