"""Exact chances: what a table, a column and some dice give.

All probabilities are fractions, so a preview adds up to one exactly and a test can compare it with a count of every
case.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from bocage.kernel.table import Table

Faces: TypeAlias = tuple[tuple[int, int], ...]
"""What dice can show: each total with the number of ways to roll it."""

A = TypeVar("A", bound=Hashable)

CERTAIN = Fraction(1)


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


def expected(first: Mapping[A, Fraction], worth: Callable[[A], int | Fraction]) -> Fraction:
    """The mean of what the results are worth."""
    return sum((chance * worth(result) for result, chance in first.items()), Fraction(0))


def sums(parts: Iterable[Mapping[int, Fraction]]) -> dict[int, Fraction]:
    """The total of independent numbers, such as the hits of many units that each roll their own die."""
    found = {0: CERTAIN}
    for part in parts:
        before, found = found, {}
        for total, chance in before.items():
            for number, more in part.items():
                found[total + number] = found.get(total + number, Fraction(0)) + chance * more
    return found


def at_most(value: int, faces: Faces = D6) -> Fraction:
    """The chance to roll a value or less."""
    return Fraction(sum(ways for face, ways in faces if face <= value), sum(ways for _, ways in faces))


def at_least(value: int, faces: Faces = D6) -> Fraction:
    """The chance to roll a value or more."""
    return CERTAIN - at_most(value - 1, faces)
