"""Advance after combat (14): each hex of it."""

from tests.oracles.normandy44.facts import Facts, Unit, neighbours, other
from tests.oracles.normandy44.movement import TACTICAL, allowed_ground, step, within_boundary
from tests.oracles.normandy44.zones import Bonds, zone, zone_of


class Advance:
    """A side's advance after the enemy has left a hex."""

    def __init__(self, f: Facts, side: str, vacated: str) -> None:
        self.f, self.side, self.vacated = f, side, vacated
        self.zone, self.bonds = zone(f, other(side)), Bonds(f, other(side))
        self.enemies = {u.hex for u in f.units.values() if u.side != side}

    def same_zone(self, a: str, b: str) -> bool:
        """14.3: both hexes lie in the zone of one enemy."""
        return any({a, b} <= zone_of(self.f, place) for place in self.enemies)

    def enters(self, unit: Unit, a: str, b: str, *, second: bool, through: bool) -> bool:
        """One hex of an advance; `through`: it comes out of the vacated hex."""
        way = step(self.f, unit, TACTICAL, a, b)
        if way is None or (way.first_only and second) or self.f.at(b, other(self.side)):
            return False
        if not allowed_ground(self.f, unit, b) or (unit.side == "allied" and not within_boundary(self.f, unit, b)):
            return False
        if b == self.vacated:
            return True
        return not self.bonds.bar(a, b) and (through or not self.same_zone(a, b))

    def first(self, unit: Unit, *, limited: bool) -> set[str]:
        """Where the first hex may lie."""
        around = [self.vacated] if limited or "regroup" in unit.marks else neighbours(unit.hex)
        return {
            to
            for to in around
            if to in neighbours(unit.hex) and self.enters(unit, unit.hex, to, second=False, through=False)
        }

    def second(self, unit: Unit, start: str, middle: str) -> set[str]:
        """Where it may go on from its first hex; `unit` may already stand there."""
        f, through = self.f, middle == self.vacated
        if middle in self.zone and not through:
            return set()
        found = set()
        for to in neighbours(middle):
            if not self.enters(unit, middle, to, second=True, through=through):
                continue
            out, into = bool(f.road(middle, to)), bool(f.road(start, middle))
            if f.terrain[middle] == "bocage" and not (out and (into or through)):
                continue  # 14.4.1
            if f.terrain[middle] == "flooded" and not (out and into):
                continue  # 14.4.3
            found.add(to)
        return found
