"""Zones of control and bonds (8), hex by hex."""

from collections import Counter
from functools import lru_cache

from tests.oracles.normandy44.facts import Facts, Unit, neighbours

Pair = frozenset[str]


def exerts(unit: Unit) -> bool:
    """8.1: neither strongpoints nor units with a combat factor of one."""
    return unit.kind != "strongpoint" and unit.strength > 1


def reaches(f: Facts, a: str, b: str) -> bool:
    """8.5.6: a zone extends over every hexside but all-sea and impassable ones."""
    return f.land(a) and f.land(b) and "impassable" not in f.between(a, b)


def zone(f: Facts, side: str) -> set[str]:
    """Every land hex in the zone of some unit of a side."""
    found = set()
    for place, stack in f.stacks.items():
        if any(unit.side == side and exerts(unit) for unit in stack):
            found |= {to for to in neighbours(place) if reaches(f, place, to)}
    return found


def zone_of(f: Facts, place: str) -> set[str]:
    """The zone of whoever is in one hex."""
    if not any(exerts(unit) for unit in f.stacks.get(place, [])):
        return set()
    return {to for to in neighbours(place) if reaches(f, place, to)}


def anchors(f: Facts, side: str) -> set[str]:
    """8.5.1, 20.2.3: hexes with a unit that exerts a zone and is not scattered."""
    return {
        unit.hex for unit in f.units.values() if unit.side == side and exerts(unit) and "scattered" not in unit.marks
    }


@lru_cache(maxsize=4096)
def far_corner(a: str, left: str, right: str) -> str:
    """The hex beyond the hexside between two neighbours of `a` that lie side by side."""
    return next(c for c in neighbours(left) if c != a and c in neighbours(right))


def hex_bonds(f: Facts, side: str) -> set[str]:
    """8.5.1: vacant hexes in a straight line between two anchors (a unit in it, of whichever side, ends it: 8.5.3)."""
    found, ends = set(), anchors(f, side)
    for place in {to for end in ends for to in neighbours(end)}:
        if not f.land(place) or f.stacks.get(place):
            continue
        around = neighbours(place)
        for n in range(3):
            a, b = around[n], around[n + 3]
            if a in ends and b in ends and reaches(f, a, place) and reaches(f, b, place):
                found.add(place)
    return found


def boundary_corner(f: Facts, left: str, right: str, beyond: str) -> bool:
    """8.5.5: the corner where three hexes meet lies on the boundary: sea, map edge or an impassable hexside."""
    if not f.land(beyond):
        return True
    return any("impassable" in f.between(x, beyond) for x in (left, right))


def side_bonds(f: Facts, side: str) -> set[Pair]:
    """Hexsides that lead from an anchor to another, or to the boundary; enemies on both sides undo it (8.5.3)."""
    found, ends = set(), anchors(f, side)
    for a in ends:
        around = neighbours(a)
        for n in range(6):
            left, right = around[n], around[(n + 1) % 6]
            if not (f.land(left) and f.land(right)):
                continue
            if not (reaches(f, a, left) or reaches(f, a, right)):
                continue
            beyond = far_corner(a, left, right)
            joined = beyond in ends and (reaches(f, beyond, left) or reaches(f, beyond, right))
            if joined or boundary_corner(f, left, right, beyond):
                found.add(frozenset((left, right)))
    return {pair for pair in found if not all(any(u.side != side for u in f.stacks.get(h, [])) for h in pair)}


class Bonds:
    """The bonds of one side, and whether they keep the enemy from a step."""

    def __init__(self, f: Facts, side: str) -> None:
        self.hexes, self.sides = hex_bonds(f, side), side_bonds(f, side)

    def bar(self, a: str, b: str) -> bool:
        """8.5.2: no entering a bonded hex, no crossing a bonded hexside."""
        return b in self.hexes or frozenset((a, b)) in self.sides


def edge_count(f: Facts) -> Counter[Pair]:
    """All bonded hexsides of both sides, as a map would show them."""
    return Counter([*side_bonds(f, "german"), *side_bonds(f, "allied")])
