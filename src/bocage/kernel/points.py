"""Victory points, some of which come in halves.

A number of points is a whole number where it is whole, else a floating-point number that ends in .5. Halves are exact
in binary, so points add and compare as any numbers do, no scale has to be carried along, and a game without halves
keeps the whole numbers that it had in its saves, logs and digests. Anything that is not a multiple of a half is
refused.

A state should count half points in whole numbers, so that a save gives back what went in:

    g.halves += 3                                          # one and a half
    g.emit(Scored(side=GERMAN, points=of_halves(3), why="Caen held"))       # "German +1½ VP: Caen held."
    Over(Outcome(winner, level, (of_halves(g.halves), 4)))
    Track("German points", written(of_halves(g.halves)))
"""

from typing import TypeAlias

Points: TypeAlias = int | float
"""Both are meant: a save keeps whole points whole."""


def of_halves(halves: int) -> Points:
    """That many half points, as points."""
    return halves / 2 if halves % 2 else halves // 2


def halves_of(points: Points) -> int:
    """Points as a number of half points; `ValueError` if it is not a multiple of a half."""
    halves = points * 2
    if halves != int(halves):
        raise ValueError(f"{points} victory points: there are whole points and halves, nothing between")
    return int(halves)


def exact(points: Points) -> Points:
    """The same number in its one form: whole if it is whole. `ValueError` as above."""
    return points if isinstance(points, int) else of_halves(halves_of(points))


def written(points: Points, *, signed: bool = False) -> str:
    """Points as a person writes them: `3`, `2½`, `-½`; with `signed` a plus before gains."""
    halves = halves_of(points)
    whole, half = divmod(abs(halves), 2)
    sign = "-" if halves < 0 else "+" if signed else ""
    return sign + ("½" if half and not whole else f"{whole}{'½' if half else ''}")
