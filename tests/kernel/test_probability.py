"""Exact chances, each compared with a plain count of all cases."""

from collections import Counter
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.probability import D6, TWO_D6, dice, outcomes
from bocage.kernel.table import Table

CRT = Table(
    "crt",
    ["3-1", "4-1"],
    {
        1: ["A1/DR", "EX"],
        2: ["EX", "DR"],
        3: ["DR", "DR"],
        4: ["DR", "A1/D1"],
        5: ["A1/D1", "D1"],
        6: ["D1", "D1"],
    },
)
DEFENCE = Table(
    "determined defence",
    ["clear", "city"],
    {1: ["-", "-"], 2: ["-", "-"], 3: ["-", "held"], 4: ["-", "held"], 5: ["-", "held"], 6: ["held", "held"]},
    open_rows=(True, True),
)


@given(st.integers(1, 4), st.integers(2, 10))
def test_the_ways_of_dice_are_all_their_rolls(count: int, sides: int) -> None:
    assert dict(dice(count, sides)) == Counter(sum(roll) for roll in product(range(1, sides + 1), repeat=count))


def test_outcomes_are_a_count_of_faces() -> None:
    assert outcomes(CRT, "3-1") == {
        "A1/DR": Fraction(1, 6),
        "EX": Fraction(1, 6),
        "DR": Fraction(1, 3),
        "A1/D1": Fraction(1, 6),
        "D1": Fraction(1, 6),
    }


@given(st.sampled_from([0, 1]), st.integers(-9, 9), st.sampled_from([D6, TWO_D6]))
def test_outcomes_add_up_to_one_and_match_the_count(
    column: int, modifier: int, faces: tuple[tuple[int, int], ...]
) -> None:
    found = outcomes(DEFENCE, column, faces, modifier)
    rolls = [face for face, ways in faces for _ in range(ways)]
    counted = Counter(DEFENCE.read(face + modifier, column) for face in rolls)
    assert sum(found.values()) == 1
    assert found == {result: Fraction(number, len(rolls)) for result, number in counted.items()}
