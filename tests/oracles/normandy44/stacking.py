"""Stacking (7.1)."""

from collections.abc import Iterable

from tests.oracles.normandy44.facts import Unit

LIMIT = 4
FREE = ("strongpoint", "hq", "engineer", "werfer")


def points(unit: Unit) -> int:
    """7.1: by the current combat factor."""
    return 1 if unit.strength <= 2 else 2


def weight(units: Iterable[Unit]) -> int:
    """What a stack counts: one of each free kind is free, and one silhouetted unit, the weightiest."""
    counted, silhouettes, free = 0, [], set()
    for unit in units:
        if unit.kind in FREE and unit.kind not in free:
            free.add(unit.kind)
        elif unit.silhouette:
            silhouettes.append(points(unit))
        else:
            counted += points(unit)
    return counted + sum(sorted(silhouettes)[:-1])


def fits(units: Iterable[Unit]) -> bool:
    return weight(units) <= LIMIT
