"""Lines of supply (18.1, 18.2): up to five hexes across country to a road, then along the road to a source."""

from collections import deque
from collections.abc import Iterable

from tests.oracles.normandy44.facts import ENTRY, Facts, neighbours, other
from tests.oracles.normandy44.zones import Bonds, zone

CROSS_COUNTRY = 5
BEACHES = {
    "utah": ("utah",), "omaha": ("omaha-w", "omaha-e"), "gold": ("jig", "king"), "juno": ("mike", "nan"),
    "sword": ("queen",),
}  # fmt: skip


def sources(f: Facts, side: str) -> set[str]:
    """18.1, and 26.2.1 for the Germans before Cherbourg."""
    if side == "german":
        city = {place for place in f.tags["cherbourg"] if f.holds(place, "german")}
        edge = f.tags["roads-south"] if f.scenario == "cherbourg" else frozenset().union(*(f.tags[t] for t in ENTRY))
        return city | set(edge)
    return open_beaches(f) | {
        place for army, place in zip(f.stock["mulberry"], f.stock["mulberry_at"], strict=True) if army == -1
    }


def open_beaches(f: Facts) -> set[str]:
    """21.1.1: the hexes of every beach that has an engineer in one of them."""
    found: set[str] = set()
    for tags in BEACHES.values():
        hexes = set().union(*(f.tags[tag] for tag in tags))
        if any(unit.kind == "engineer" for place in hexes for unit in f.at(place, "allied")):
            found |= hexes
    return found


class Lines:
    """Where a side's lines can run at all."""

    def __init__(self, f: Facts, side: str, *, town_joins: bool = True, beyond: bool = True) -> None:
        """`town_joins`: may the line join a road in an enemy town (18.2 leaves it open)? `beyond`: do enemy zones
        count beyond the June 27 line of the Cherbourg scenario?
        """
        self.f, self.side, self.town_joins, self.beyond = f, side, town_joins, beyond
        self.bonds = Bonds(f, other(side))
        self.shadow = {place for place in zone(f, other(side)) if not f.at(place, side)}  # vacant, in a zone (18.2)

    def step(self, a: str, b: str) -> bool:
        f = self.f
        if not f.land(b) or "impassable" in f.between(a, b) or f.at(b, other(self.side)):
            return False
        if not self.beyond and b not in f.tags["june-27"]:
            return True  # 26.2.1: the road is taken to be clear there
        return not self.bonds.bar(a, b) and not (a in self.shadow and b in self.shadow)

    def hostile(self, place: str) -> bool:
        """An enemy-controlled town or city, which the road portion cannot enter."""
        return self.f.terrain[place] in ("town", "city") and not self.f.holds(place, self.side)

    def reach(self, start: str, goals: Iterable[str]) -> bool:
        """Can a line run from a hex to one of these?"""
        goals = set(goals)
        country = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            if here in goals:
                return True
            for to in neighbours(here):
                if to not in country and country[here] < CROSS_COUNTRY and self.step(here, to):
                    country[to] = country[here] + 1
                    queue.append(to)
        return self._by_road(country, goals)

    def _by_road(self, country: Iterable[str], goals: set[str]) -> bool:
        seen = {place for place in country if self.town_joins or not self.hostile(place)}
        queue = deque(seen)
        while queue:
            here = queue.popleft()
            if here in goals:
                return True
            for to in neighbours(here):
                if to not in seen and self.f.road(here, to) and self.step(here, to) and not self.hostile(to):
                    seen.add(to)
                    queue.append(to)
        return False


def supplied(f: Facts, side: str, place: str, **more: bool) -> bool:
    return Lines(f, side, **more).reach(place, sources(f, side))
