"""Exact chances: what a table, a column and some dice give.

All probabilities are fractions, so a preview adds up to one exactly and a test can compare it with a count of every
case.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from bocage.kernel.table import Table

Faces: TypeAlias = tuple[tuple[int, int], ...]
"""What dice can show: each total with the number of ways to roll it."""


@lru_cache(maxsize=64)
def dice(count: int = 1, sides: int = 6) -> Faces:
    """The totals of several equal dice."""
    ways: dict[int, int] = {}
    for roll in product(range(1, sides + 1), repeat=count):
        ways[sum(roll)] = ways.get(sum(roll), 0) + 1
    return tuple(sorted(ways.items()))


D6 = dice()
TWO_D6 = dice(2, 6)


@lru_cache(maxsize=8192)
def outcomes(table: Table, column: int | str, faces: Faces = D6, modifier: int = 0) -> Mapping[str, Fraction]:
    """The chance of each result on one column, in the order of the dice."""
    total = sum(ways for _, ways in faces)
    found: dict[str, int] = {}
    for face, ways in faces:
        result = table.read(face + modifier, column)
        found[result] = found.get(result, 0) + ways
    return MappingProxyType({result: Fraction(ways, total) for result, ways in found.items()})
