"""How sure a count is: 95 % intervals for shares and for means."""

import statistics
from collections.abc import Sequence

Z = 1.959963984540054
"""The normal distribution holds 95 % of its weight within this many deviations."""
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
"""The same for a mean of few numbers, by degrees of freedom from 1 on."""


def wilson(won: int, games: int) -> tuple[float, float]:
    """The interval that holds the true share in 95 of 100 cases; also right near 0 and 1."""
    if not games:
        return 0.0, 1.0
    share, square = won / games, Z * Z / games
    middle = (share + square / 2) / (1 + square)
    reach = Z / (1 + square) * (share * (1 - share) / games + square / (4 * games)) ** 0.5
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean(numbers: Sequence[float]) -> tuple[float, float, float] | None:
    """The mean and its interval; `None` for no numbers. One number alone says nothing about its spread."""
    if not numbers:
        return None
    middle = statistics.fmean(numbers)
    if len(numbers) == 1:
        return middle, float("-inf"), float("inf")
    free = len(numbers) - 1
    factor = STUDENT[free - 1] if free <= len(STUDENT) else Z * (1 + 1.2 / free)
    reach = factor * statistics.stdev(numbers) / len(numbers) ** 0.5
    return middle, middle - reach, middle + reach
