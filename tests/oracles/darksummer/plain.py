"""A position of The Dark Summer as printed numbers and lists, with zones and supply read plainly from the rulebook.

Nothing here asks the rules: dictionaries and loops over the lists of rivers and roads, the counters and the markers.
"""

from functools import cached_property
from typing import Any

ALLIED, GERMAN = 0, 1
US, BRITISH, GERMANS = 0, 1, 2
MOTOR = ("armor", "cavalry", "mechanized", "tiger", "flak")
US_BEACHES = {"2403", "3203", "3303"}
BRITISH_BEACHES = {"4003", "4102", "4203", "4302", "4603"}
C_HEXES = {f"{column}00" for column in range(12, 21)}
BOXES = ("cherbourg", "brittany", "brittany-entered", "east-allied", "east-german")


def around(name: str) -> list[str]:
    """The six hexes around a printed number, odd columns half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    low = column % 2
    steps = [(0, -1), (1, -1 + low), (1, low), (0, 1), (-1, low), (-1, -1 + low)]
    return [f"{column + dc:02d}{row + dr:02d}" for dc, dr in steps if 12 <= column + dc <= 64 and 0 <= row + dr <= 28]


def distance(a: str, b: str) -> int:
    """Hexes in a straight line, by cube coordinates."""
    (q1, r1), (q2, r2) = _axial(a), _axial(b)
    return max(abs(q1 - q2), abs(r1 - r2), abs(q1 + r1 - q2 - r2))


def _axial(name: str) -> tuple[int, int]:
    column, row = int(name[:2]), int(name[2:])
    return column, row - (column - column % 2) // 2


class Plain:
    """Who stands where, and the ground."""

    def __init__(self, g: Any) -> None:
        board = g.board
        self.g = g
        self.counters = board.units
        self.land = {
            n: board.terrain[s]
            for n, s in board.ids.items()
            if n.isdigit() and board.terrain[s] not in ("sea", "flooded", "")
        }
        self.rivers: dict[frozenset[str], str] = {}
        for feature in board.geography.side:
            if feature.kind in ("major", "minor"):
                for text in feature.hexsides:
                    side = frozenset(text.split("/"))
                    self.rivers[side] = "major" if "major" in (feature.kind, self.rivers.get(side)) else "minor"
        self.roads: dict[frozenset[str], str] = {}
        for road in board.geography.road:
            for a, b in zip(road.hexes, road.hexes[1:], strict=False):
                side = frozenset((a, b))
                self.roads[side] = "major" if "major" in (road.kind, self.roads.get(side)) else "minor"
        self.tags = {t.name: set(t.hexes) for t in board.geography.tag}
        self.open = {n for n in US_BEACHES | BRITISH_BEACHES if g.open_beaches >> board.ids[n] & 1}
        self.marked = [{n for n in self.tags["E"] if g.exits[army] >> board.ids[n] & 1} for army in (US, BRITISH)]
        self.at: dict[int, str] = {}
        for unit, space in enumerate(g.space):
            name = board.names[space]
            if name in self.land or name in BOXES:
                self.at[unit] = name
        self._gather()

    def _gather(self) -> None:
        self.units: dict[str, list[int]] = {}
        for unit, name in self.at.items():
            if name in self.land:
                self.units.setdefault(name, []).append(unit)

    def moved(self, unit: int, to: str) -> "Plain":
        """The same with a unit elsewhere."""
        found = Plain.__new__(Plain)
        found.__dict__.update({key: value for key, value in self.__dict__.items() if not key.startswith("zone")})
        found.at = {**self.at, unit: to}
        found._gather()
        return found

    def near(self, name: str) -> list[str]:
        return [n for n in around(name) if n in self.land]

    def side(self, name: str) -> int | None:
        return int(self.counters[self.units[name][0]].side) if name in self.units else None

    def army(self, name: str) -> int | None:
        return int(self.counters[self.units[name][0]].army) if name in self.units else None

    def motor(self, unit: int) -> bool:
        return self.counters[unit].type in MOTOR

    def can_step(self, unit: int, a: str, b: str) -> bool:
        """10.2: motor types cross a major river only by a bridge."""
        side = frozenset((a, b))
        return not (self.motor(unit) and self.rivers.get(side) == "major" and side not in self.roads)

    # --- 6 --------------------------------------------------------------------------------------------

    def zone(self, side: int) -> set[str]:
        return self.zone_allied if side == ALLIED else self.zone_german

    @cached_property
    def zone_allied(self) -> set[str]:
        return set().union(*(self.zone_from(n) for n in self.units if self.side(n) == ALLIED))

    @cached_property
    def zone_german(self) -> set[str]:
        return set().union(*(self.zone_from(n) for n in self.units if self.side(n) == GERMAN))

    def zone_from(self, name: str) -> set[str]:
        """6.0, 6.1: the zone of one stack."""
        counters = [self.counters[u] for u in self.units[name]]
        if all(c.size in ("battalion", "strongpoint") for c in counters):
            return set()
        found = set()
        for near in self.near(name):
            if self.land[near] == "city" or self.rivers.get(frozenset((name, near))) == "major":
                continue
            strong = any(self.counters[u].type == "strongpoint" for u in self.units.get(near, []))
            if not (strong if counters[0].side == ALLIED else near in self.open):
                found.add(near)
        return found

    # --- 13 -------------------------------------------------------------------------------------------

    def passable(self, name: str, side: int) -> bool:
        """13.2, 13.2.1: whether a line may run through a hex."""
        if side == GERMAN and (name in self.open or name in self.marked[US] | self.marked[BRITISH]):
            return False
        if name in self.units:
            return self.side(name) == side
        return name not in self.zone(1 - side)

    def sources(self, army: int) -> set[str]:
        """13.1."""
        if army != GERMANS:
            return self.open & (US_BEACHES if army == US else BRITISH_BEACHES)
        found = (self.tags["E"] | self.tags["E-infantry"]) - self.marked[US] - self.marked[BRITISH]
        found |= set() if self.g.brittany_entered else self.tags["W"]
        found |= set() if self.g.brittany_left else self.tags["S"]
        return {n for n in found if self.side(n) != ALLIED and (n in self.units or n not in self.zone(ALLIED))}

    def traces(self, home: str, side: int, goals: set[str]) -> bool:
        """13.2: a search outwards from a hex, itself left out, to one of the goals."""
        if home in goals and self.side(home) in (side, None):
            return True
        seen, queue = {home}, [home]
        while queue:
            for to in self.near(queue.pop()):
                if to in seen or not self.passable(to, side):
                    continue
                if to in goals:
                    return True
                seen.add(to)
                queue.append(to)
        return False

    def leads(self, start: str, side: int, goals: set[str]) -> bool:
        """The same from a hex that must itself be free: 13.2.2, 13.5."""
        return self.passable(start, side) and self.traces(start, side, {n for n in goals if self.passable(n, side)})

    @cached_property
    def brittany_fed(self) -> bool:
        """13.2.2: a W hex traces to a US beach."""
        return any(self.leads(w, ALLIED, self.sources(US)) for w in self.tags["W"])

    def supplied(self, unit: int) -> bool:
        """13, 13.3."""
        counter, home = self.counters[unit], self.at[unit]
        if counter.type == "strongpoint" and self.g.turn <= 2:
            return True
        if home in ("east-allied", "east-german") or (counter.side == ALLIED and home in self.open):
            return True
        if home == "cherbourg":
            return counter.side == GERMAN or any(self.leads(c, ALLIED, self.sources(US)) for c in C_HEXES)
        if home in ("brittany", "brittany-entered"):
            return bool(self.brittany_fed)
        if self.traces(home, counter.side, self.sources(counter.army)):
            return True
        if not self.g.came_back >> unit & 1 or not self.brittany_fed:
            return False
        return self.traces(home, ALLIED, {n for n in self.tags["S"] if self.passable(n, ALLIED)})
