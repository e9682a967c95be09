"""Sets of counters are ints, like sets of spaces: bit n stands for counter n."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import cast

from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each, members

each_unit = cast("Callable[[Units], Iterator[UnitId]]", each)
"""The members of a set of counters in rising order."""


def listed(mask: Units) -> list[UnitId]:
    """The same as a list, for counting them or taking the first."""
    return cast("list[UnitId]", members(mask))


def lowest(mask: Units) -> UnitId:
    """The first member of a set of counters, -1 if it is empty."""
    return UnitId((mask & -mask).bit_length() - 1)


def union(masks: Iterable[int]) -> int:
    """All of these sets together."""
    return reduce(or_, masks, 0)


def stands(here: Mapping[Space, Units], mine: Units, within: Spaces) -> Spaces:
    """The spaces within a set where any of these counters stand."""
    found = 0
    for space, there in here.items():
        if there & mine:
            found |= BITS[space]
    return found & within


def units(some: Iterable[int]) -> Units:
    """The set of the given counters."""
    found = 0
    for unit in some:
        found |= 1 << unit
    return found


_OTHER = (Side(1), Side(0))


def other(side: Side) -> Side:
    """The enemy, in a game of two sides."""
    return _OTHER[side]
