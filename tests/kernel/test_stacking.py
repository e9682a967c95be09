"""Limits on stacks: the shapes that five rulebooks need."""

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.ids import UnitId, Units
from bocage.kernel.stacking import Groups, Limit, PerKind, can_stack, each_unit, fitting, reliefs, why_not_stack

# number:    0      1      2      3      4      5      6     7     8
STRENGTH = [7, 7, 3, 2, 1, 5, 0, 0, 4]
DIVISION = ["29", "29", "1", "1", None, "82", None, None, None]
TYPE = [None, None, None, None, None, None, "HQ", "HQ", None]
TANKS = {2, 8}
G = SimpleNamespace(steps=[3, 2, 2, 1, 1, 2, 1, 1, 2])


def one(_g: Any, _unit: UnitId) -> int:
    return 1


def points(_g: Any, unit: UnitId) -> int:
    return 0 if STRENGTH[unit] == 0 else 1 if STRENGTH[unit] <= 2 else 2


def steps(g: Any, unit: UnitId) -> int:
    number: int = g.steps[unit]
    return number


def division(_g: Any, unit: UnitId) -> str | None:
    return DIVISION[unit]


def free_type(_g: Any, unit: UnitId) -> str | None:
    return TYPE[unit]


def is_tank(_g: Any, unit: UnitId) -> bool:
    return unit in TANKS


def stack(*units: int) -> Units:
    return sum(1 << unit for unit in units)


def refusal(limit: Limit | Groups | PerKind, *units: int) -> str | None:
    because = why_not_stack(G, [limit], stack(*units), "2513")
    return str(because) if because else None


def test_counters_are_limited_by_number() -> None:
    three = Limit(3, one, "8.0")
    assert refusal(three, 0, 1, 2) is None
    assert refusal(three, 0, 1, 2, 3) == "2513 would hold 4 units, and the limit is 3 (rule 8.0)"


def test_points_count_weak_units_half_and_free_units_nothing() -> None:
    four = Limit(4, points, "7.1", "stacking points")
    assert refusal(four, 0, 3, 4, 6, 7) is None
    assert refusal(four, 0, 1, 4) == "2513 would hold 5 stacking points, and the limit is 4 (rule 7.1)"


def test_one_tank_rides_free_and_it_is_the_dearest() -> None:
    four = Limit(4, points, "7.1", "stacking points", riders=is_tank, free_riders=1)
    assert refusal(four, 0, 1, 2) is None
    assert refusal(four, 0, 1, 2, 8) is not None
    assert refusal(four, 0, 2, 8) is None


def test_steps_are_read_from_the_state() -> None:
    five = Limit(5, steps, "5.1", "steps")
    assert refusal(five, 0, 1) is None
    assert refusal(five, 0, 1, 3) == "2513 would hold 6 steps, and the limit is 5 (rule 5.1)"


def test_two_limits_together_describe_regiments_and_battalions() -> None:
    """Three battalions, one regiment and two battalions, or two regiments; never more."""
    limits = (Limit(3, one, "S", "units"), Limit(4, points, "S", "points"))
    regiments, battalions = stack(0, 1), stack(3, 4)
    assert can_stack(G, limits, stack(0) | battalions)
    assert can_stack(G, limits, regiments)
    assert not can_stack(G, limits, regiments | stack(3))


def test_only_one_division_may_be_in_a_stack_with_any_independents() -> None:
    alone = Groups(1, division, "5.1")
    assert refusal(alone, 0, 1, 4, 6, 8) is None
    assert refusal(alone, 0, 2) == "2513 would hold units of 1 and 29, and the limit is 1 divisions (rule 5.1)"


def test_free_units_may_still_be_limited_by_kind() -> None:
    single = PerKind(1, free_type, "7.1")
    assert refusal(single, 0, 1, 6) is None
    assert refusal(single, 6, 7) == "2513 would hold 2 HQ, and the limit is 1 of a kind (rule 7.1)"


def test_a_reason_is_put_into_words_only_when_read() -> None:
    asked = []

    def where() -> str:
        asked.append(1)
        return "Carentan"

    because = why_not_stack(G, [Limit(1, one, "7.1")], stack(0, 1), where)
    assert because is not None
    assert not asked
    assert because.text == "Carentan would hold 2 units, and the limit is 1"


def test_relief_comes_only_from_units_that_count() -> None:
    limits = (Limit(4, points, "7.1"), PerKind(1, free_type, "7.1"))
    assert reliefs(G, limits, stack(0, 1, 3, 6)) == stack(0, 1, 3)
    assert reliefs(G, limits, stack(0, 6, 7)) == stack(6, 7)
    assert reliefs(G, limits, stack(0, 1, 6)) == 0


def test_where_no_single_unit_helps_any_may_begin() -> None:
    assert reliefs(G, (Groups(1, division, "5.1"),), stack(0, 1, 2, 3)) == stack(0, 1, 2, 3)


def test_those_who_fit_in_are_the_largest_sets() -> None:
    four = (Limit(4, points, "7.1"),)
    assert fitting(G, four, stack(0), stack(1, 3, 4)) == [stack(3, 4)]
    assert fitting(G, four, stack(0), stack(1, 2)) == [stack(1), stack(2)]
    assert fitting(G, four, stack(0, 1), stack(2)) == [0]
    assert fitting(G, four, stack(0, 1), stack(6)) == [stack(6)]


UNITS = st.sets(st.integers(0, 8)).map(lambda some: stack(*some))


@pytest.mark.parametrize(
    "limit",
    [
        Limit(4, points, "7.1", riders=is_tank, free_riders=1),
        Limit(3, one, "8.0"),
        Groups(1, division, "5.1"),
        PerKind(1, free_type, "7.1"),
    ],
)
@given(units=UNITS, more=UNITS)
def test_a_stack_that_is_legal_stays_legal_when_units_leave(
    limit: Limit | Groups | PerKind, units: Units, more: Units
) -> None:
    if can_stack(G, [limit], units | more):
        assert can_stack(G, [limit], units)


@given(UNITS, UNITS)
def test_no_larger_set_would_have_fitted(here: Units, arriving: Units) -> None:
    limits = (Limit(4, points, "7.1"), Groups(1, division, "5.1"))
    found = fitting(G, limits, here, arriving & ~here)
    size = found[0].bit_count()
    for some in combinations(each_unit(arriving & ~here), size + 1):
        assert not can_stack(G, limits, here | stack(*some))
