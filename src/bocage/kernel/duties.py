"""Mandatory attacks: enemies that must be attacked, and units that must attack.

A rulebook says which enemy spaces are *owed* an attack and who is *able* to make one (free, adjacent, strong enough);
these functions say whether all that is owed can still be done, and who is left over. Two shapes occur:

- each attack needs units of its own, since a unit attacks once: `assignment`, `unmet` (a matching);
- one group may take on several enemies at a time: `left_out` (somebody must be able, and may be the same).

    able = lambda target: may_attack(g, free & ~attackers, target)
    if hexes := unmet(owed, able): ...     # this muster would leave those enemies without an attacker: refuse it
"""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each

Able: TypeAlias = Callable[[Space], Units]
"""Which units may attack a space."""

A = TypeVar("A")


def left_out(owed: Spaces, able: Able) -> Spaces:
    """Enemies that nobody is able to attack, where one group may take on several at a time."""
    out = 0
    for target in each(owed):
        if not able(target):
            out |= BITS[target]
    return out


def assignment(owed: Spaces, able: Able) -> dict[Space, UnitId]:
    """A unit of its own for as many of the owed attacks as possible: all of them, if there is any way.

    Enemies are served in rising order; a later one takes a unit from an earlier one only where that one finds another,
    so an enemy once served stays served.
    """
    candidates = {target: able(target) for target in each(owed)}
    serving: dict[UnitId, Space] = {}

    def serve(target: Space, tried: Units) -> Units | None:
        """Find a unit for a target; the units tried in vain if there is none."""
        for unit in _units(candidates[target]):
            if tried >> unit & 1:
                continue
            tried |= 1 << unit
            busy = serving.get(unit)
            if busy is not None:
                further = serve(busy, tried)
                if further is not None:
                    tried = further
                    continue
            serving[unit] = target
            return None
        return tried

    for target in candidates:
        serve(target, 0)
    return {target: unit for unit, target in serving.items()}


def unmet(owed: Spaces, able: Able) -> Spaces:
    """Enemies for whom no unit is left when as many as possible have one of their own."""
    if not owed & (owed - 1):  # one at most: no need to share out
        return left_out(owed, able)
    found = assignment(owed, able)
    out = 0
    for target in each(owed):
        if target not in found:
            out |= BITS[target]
    return out


def join(
    units: Units, attacks: list[A], may_join: Callable[[UnitId, A], bool], joined: Callable[[A, UnitId], A]
) -> list[UnitId]:
    """Let units that must attack and were left over join the first attack that will have them; who did.

    The list of attacks is changed in place, since who may join can depend on who has joined before.
    """
    done = []
    for unit in _units(units):
        for n, attack in enumerate(attacks):
            if may_join(unit, attack):
                attacks[n] = joined(attack, unit)
                done.append(unit)
                break
    return done


def _units(units: Units) -> list[UnitId]:
    return [UnitId(unit) for unit in each(units)]
