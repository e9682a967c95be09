"""The orders of one movement phase: who goes where, and why."""

from bocage.games.normandy71.computer.ways import Ways
from bocage.kernel.ids import Space, UnitId


class Marching:
    """By unit its hex, the road by which it leaves the map, the edge hex by which it comes, and the reason."""

    def __init__(self) -> None:
        self.to: dict[UnitId, Space] = {}
        self.out: dict[UnitId, Space] = {}
        self.entry: dict[UnitId, Space] = {}
        self.why: dict[UnitId, str] = {}

    def send(self, unit: UnitId, space: Space, ways: Ways, why: str) -> None:
        """Order a unit to a hex."""
        self.to[unit] = space
        self.why[unit] = why
        by = ways.entry.get(unit)
        if by is not None and space in by:
            self.entry[unit] = by[space]


def no_orders() -> Marching:
    """Nobody moves."""
    return Marching()
