"""Retreats (13): every path of a unit, what it costs, and the hexes in which the best of them end."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracles.normandy44.facts import Facts, Unit, distance, neighbours, other
from tests.oracles.normandy44.stacking import fits
from tests.oracles.normandy44.zones import Bonds, exerts, reaches

STOPPING = ("city", "town", "woods", "bocage")
FAR = 12
"""So many hexes on at most looks for room (13.1.5)."""


@dataclass(frozen=True)
class Way:
    """Where a path ends and what it costs, the gravest first."""

    end: str
    column: bool
    losses: int
    zone: bool

    @property
    def rank(self) -> tuple[int, bool, bool]:
        """13.1.4: the fewest steps are the one restriction; among such paths a column comes last (13.7)."""
        return self.losses, self.column, self.zone


class Retreat:
    """Units of one side going back from a hex."""

    def __init__(self, f: Facts, side: str, origin: str, gone: frozenset[str]) -> None:
        self.f, self.side, self.origin, self.gone = f, side, origin, gone
        self.bonds = Bonds(f, other(side))
        self.zone = self._zone()

    def _zone(self) -> set[str]:
        """16.3: in a retreat Germans ignore Allied zones that reach into the perimeter from outside."""
        f, found, inside = self.f, set(), self.f.tags["perimeter"]
        for unit in f.units.values():
            if unit.side == self.side or not exerts(unit):
                continue
            for to in neighbours(unit.hex):
                into = self.side == "german" and to in inside and unit.hex not in inside
                if reaches(f, unit.hex, to) and not into:
                    found.add(to)
        return found

    def friends(self, place: str) -> list[Unit]:
        """Units that did not retreat in this combat: they undo a zone in their hex (13.1.2)."""
        return [u for u in self.f.at(place, self.side) if u.id not in self.gone and place != self.origin]

    def exposed(self, place: str) -> bool:
        return place in self.zone and not self.friends(place)

    def column(self, place: str) -> bool:
        return any("strategic" in u.marks for u in self.friends(place))

    def passable(self, unit: Unit, a: str, b: str) -> bool:
        """13.2.2: what does not destroy it."""
        f, kinds = self.f, self.f.between(a, b)
        if not f.land(b) or f.terrain[b] == "marsh" or "impassable" in kinds or f.at(b, other(self.side)):
            return False
        if f.scenario == "cherbourg" and (b[2:] == "15" or (self.side == "allied" and b not in f.tags["june-27"])):
            return False  # 26.1; that Allied units do not retreat over the line either is a reading, not a sentence
        if self.bonds.bar(a, b):
            return False
        if unit.mech and not f.road(a, b):
            return "flooded" not in (f.terrain[a], f.terrain[b]) and (
                "causeway" in kinds or not kinds & {"flooded", "major"}
            )
        return True

    def ways(self, unit: Unit, length: int) -> Iterator[Way]:
        """Every path that the unit survives but for steps lost in water."""
        yield from self._on(unit, length, [self.origin], wet=False, column=False, zone=False)

    def _on(self, unit: Unit, length: int, path: list[str], *, wet: bool, column: bool, zone: bool) -> Iterator[Way]:
        here, made = path[-1], len(path) - 1
        if made and self._may_end(unit, here, made, length):
            yield Way(here, column or self.column(here), int(wet and not unit.mech), zone)
            if made >= length:
                return
        full = made >= length and not fits([*self._there(here), unit])
        if made >= length and not (full and made < FAR and distance(here, self.origin) >= length):
            return
        for to in neighbours(here):
            if to in path or not self.passable(unit, here, to):
                continue
            if self.exposed(to) and made > 0:
                continue
            yield from self._on(
                unit, length, [*path, to],
                wet=wet or self._wet(path, to), column=column or self.column(to), zone=zone or self.exposed(to),
            )  # fmt: skip

    def _wet(self, path: list[str], to: str) -> bool:
        """13.2.1: a river or flood without a bridge after the first hex; through a flooded hex off the road."""
        f, here = self.f, path[-1]
        kinds = f.between(here, to)
        if f.road(here, to):
            kinds = frozenset()
        elif "causeway" in kinds:
            kinds -= {"flooded", "causeway"}
        if len(path) > 1 and kinds & {"major", "flooded"}:
            return True
        through = len(path) > 1 and f.terrain[here] == "flooded"
        return through and not (f.road(path[-2], here) and f.road(here, to))

    def _there(self, place: str) -> list[Unit]:
        return self.f.at(place, self.side) if place != self.origin else []

    def _may_end(self, unit: Unit, place: str, made: int, length: int) -> bool:
        if not fits([*self._there(place), unit]):
            return False
        if made >= length:
            return distance(place, self.origin) >= length
        return made == 1 and length == 2 and self.stops(unit, place)

    def stops(self, unit: Unit, place: str) -> bool:
        """13.3: a two-hex retreat that ends after one."""
        f = self.f
        whole = [u for u in self.friends(place) if "disrupted" not in u.marks]
        if place in self.zone and not whole:
            return False
        owner = f.positions.get(place)
        dug = owner == "both" or (owner == "german") == (self.side == "german") if owner else False
        if f.terrain[place] in STOPPING or dug or any(u.kind == "strongpoint" for u in f.at(place, self.side)):
            return True
        halting = sum(u.strength for u in whole if "strategic" not in u.marks)
        held = sum(u.strength for u in f.at(place, self.side) if u.id in self.gone)
        return halting >= held + unit.strength and halting > 0

    def ends(self, unit: Unit, length: int) -> tuple[int, set[str]]:
        """The steps that the best paths cost, and where these end; no hex at all is death."""
        ways = list(self.ways(unit, length))
        if not ways:
            return unit.steps, set()
        best = min(way.rank for way in ways)
        return best[0], {way.end for way in ways if way.rank == best}
