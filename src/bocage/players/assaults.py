"""Attacks as combinations: which of many possible attacks to make together, when each unit fights once."""

from collections.abc import Hashable, Sequence

import msgspec

WIDTH = 48
"""This many half-made plans are kept while planning."""


class Assault(msgspec.Struct, frozen=True):
    """One possible attack: where, by whom, and what it is worth by exact probabilities."""

    target: Hashable
    units: int
    """The attackers, as a set of counters."""
    worth: float
    detail: object = None


def best_combination(assaults: Sequence[Assault], width: int = WIDTH) -> list[Assault]:
    """The attacks that together are worth most, no unit and no target twice.

    A beam over the targets, the most rewarding first: exact where few attacks compete for the same units, close to it
    elsewhere, and quick always.
    """
    by_target: dict[Hashable, list[Assault]] = {}
    for assault in assaults:
        if assault.worth > 0:
            by_target.setdefault(assault.target, []).append(assault)
    groups = sorted(by_target.values(), key=lambda group: -max(assault.worth for assault in group))
    beam: list[tuple[float, int, tuple[Assault, ...]]] = [(0.0, 0, ())]
    for group in groups:
        grown = list(beam)
        for worth, used, made in beam:
            free = (assault for assault in group if not assault.units & used)
            grown += [(worth + assault.worth, used | assault.units, (*made, assault)) for assault in free]
        grown.sort(key=lambda plan: -plan[0])
        beam = grown[:width]
    return list(beam[0][2])
