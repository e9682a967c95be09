"""Sets of counters are ints, like sets of spaces: bit n stands for counter n."""

from collections.abc import Iterable, Iterator
from typing import cast

from bocage.kernel.ids import Side, UnitId, Units
from bocage.kernel.spaces import each


def each_unit(mask: Units) -> Iterator[UnitId]:
    """The members of a set of counters in rising order."""
    return cast("Iterator[UnitId]", each(mask))


def units(some: Iterable[int]) -> Units:
    """The set of the given counters."""
    found = 0
    for unit in some:
        found |= 1 << unit
    return found


def other(side: Side) -> Side:
    """The enemy, in a game of two sides."""
    return Side(1 - side)
