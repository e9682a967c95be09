"""What must hold when a movement phase of Normandy '44 is over, whatever its orders were."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tests.oracles.normandy44 import movement
from tests.oracles.normandy44.facts import Facts, Unit, distance, other
from tests.oracles.normandy44.stacking import fits
from tests.oracles.normandy44.zones import zone

MARKERS = {"strategic": 3, "trucked": 1}
RESERVES = 6


class Look(NamedTuple):
    """A sentence of the rulebook and whether it held."""

    rule: str
    what: str
    holds: bool


def closing(start: Facts, end: Facts, side: str) -> Iterator[Look]:
    """Everything looked at when the movement phase of a side is over."""
    for place, stack in end.stacks.items():
        yield Look("7.2", f"{place} is overstacked at the end of movement", fits(stack))
    for marker, most in MARKERS.items():
        bearers = [u.id for u in end.units.values() if u.side == side and marker in u.marks]
        yield Look("9.8.3", f"{marker} on {bearers}", len(bearers) <= most)
    stacks = {u.hex for u in end.units.values() if u.side == side and "reserve" in u.marks}
    yield Look("15.1", f"stacks in reserve: {sorted(stacks)}", len(stacks) <= RESERVES)
    for unit in end.units.values():
        before = start.units.get(unit.id)
        if unit.side == side and before is not None:
            yield from one(start, end, before, unit)


def one(start: Facts, end: Facts, before: Unit, unit: Unit) -> Iterator[Look]:
    """A unit that was on the map when the phase began."""
    far, was = distance(before.hex, unit.hex), f"{unit.id} {before.hex}-{unit.hex}"
    foe = zone(end, other(unit.side))
    if "replaced" in unit.marks:
        yield Look("6.2.4", f"{was} with a replacement", far <= 1 and (not far or unit.hex not in foe))
    if unit.kind == "hq" and unit.id != "HQ-Cotentin":
        yield Look("17.2", f"{was} and not turned over", far <= 1 or "spent" in unit.marks)
    if "strategic" in unit.marks:
        others = [u.id for u in end.stacks[unit.hex] if u.id != unit.id]
        yield Look("9.8.2", f"{was} in column of march with {others}", not others)
    if "reserve" in unit.marks:
        bad = unit.marks & {"disrupted", "out_of_supply", "regroup", "replaced"}
        yield Look("15.1", f"{was} in reserve, {sorted(bad)}", not bad)
    if far and unit.id != "HQ-Cotentin" and movement.in_sector(start, before, before.hex):  # 17.4 lifts it once
        yield Look("9.1", f"{was} is further than it can go", unit.hex in reachable(start, end, before, unit))


def reachable(start: Facts, end: Facts, before: Unit, unit: Unit) -> set[str]:
    """Where the unit could have come in one move, by the bonds before and after its friends moved."""
    found: set[str] = set()
    for f in (start, replaced(end, unit, before.hex)):
        mover = f.units[unit.id]
        found |= movement.destinations(f, mover)
        ground = movement.Ground(f, unit.side)
        truck = "trucked" in unit.marks
        if "strategic" in unit.marks:
            found |= set(movement.costs(ground, mover, movement.CONVOY if truck else movement.STRATEGIC))
        elif truck:
            found |= set(movement.costs(ground, mover, movement.TRUCK))
    return found


def replaced(f: Facts, unit: Unit, place: str) -> Facts:
    """The same position with one unit in another hex."""
    units = f.units | {unit.id: replace(unit, hex=place)}
    return replace(f, units=units, stacks={})


class Landings:
    """Reinforcement points and evacuations of one Allied movement phase (6.5, 21.2)."""

    def __init__(self, points: list[int]) -> None:
        self.points = list(points)
        self.army: Counter[str] = Counter()
        self.beach: Counter[str] = Counter()
        self.evacuated: Counter[str] = Counter()

    def land(self, army: str, beach: str, cost: int) -> Look:
        self.army[army] += cost
        self.beach[beach] += cost
        spent = self.army[army] <= self.points[army == "cw"] and self.beach[beach] <= 4
        return Look("6.5.2", f"{self.army[army]} points of {army}, {self.beach[beach]} at {beach}", spent)

    def evacuate(self, place: str) -> Look:
        self.evacuated[place] += 1
        return Look("21.2", f"{self.evacuated[place]} units evacuate {place}", self.evacuated[place] <= 2)
