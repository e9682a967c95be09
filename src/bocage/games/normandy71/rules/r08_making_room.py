"""Making room: the limits hold when a Movement Phase ends, so a hex may hold too much while it can be put in order."""

from collections.abc import Iterator, Mapping

from bocage.games.normandy71.rules.r04_movement import allowance, ground, landing_turn, walk
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r08_stacking import fits, may_be_rebuilt, wholes_of
from bocage.games.normandy71.sides import other
from bocage.games.normandy71.state import Game71
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each

NOBODY: Mapping[Space, Units] = {}


class Jam:
    """A hex that holds too much, or would: can those in it who have not moved still put it in order?

    They may step out, several of them if need be, each to a hex with room; and parts that stand together may be
    rebuilt. `gone` are units that will have left where they stand now.
    """

    def __init__(self, g: Game71, side: Side, space: Space, *, second: bool, gone: Units = 0) -> None:
        self.g, self.side, self.space, self.second, self.gone = g, side, space, second, gone
        self._like: dict[UnitId, UnitId] = {}
        self._went: Mapping[Space, Units] = NOBODY

    def alike(self, larger: UnitId, part: UnitId) -> None:
        """A unit that is yet to be rebuilt walks as its parts do: they have one allowance, one type and one supply."""
        self._like[larger] = part

    @rule("Stacking.A", "Movement.F", "Stacking.E")
    def settles(self, units: Units, left: Units, arrived: Mapping[Space, Units] = NOBODY) -> bool:
        """Whether these units come within the limits, if those of `left` may leave; `arrived` went before them."""
        if fits(self.g, units, self.space):
            self._went = arrived
            return True
        return self._by_rebuilding(units, left, arrived) or self._by_leaving(units, left, arrived)

    def way_out(self, units: Units, left: Units) -> Mapping[Space, Units] | None:
        """Where they could go, so that the rest comes within the limits; `None` if nothing helps."""
        return self._went if self.settles(units, left) else None

    def _by_rebuilding(self, units: Units, left: Units, arrived: Mapping[Space, Units]) -> bool:
        if not may_be_rebuilt(self.g, units):
            return False
        for unit in each_unit(units & self.g.board.part_units):
            for larger, joined in wholes_of(self.g, units, unit):
                if units >> larger & 1:
                    continue
                self.alike(larger, unit)
                free = left & ~joined | (0 if joined & ~left else 1 << larger)
                if self.settles(units & ~joined | 1 << larger, free, arrived):
                    return True
        return False

    def _by_leaving(self, units: Units, left: Units, arrived: Mapping[Space, Units]) -> bool:
        for unit in each_unit(units & left):
            for to in self.rooms(unit, arrived):
                then = {**arrived, to: arrived.get(to, 0) | 1 << unit}
                if self.settles(units & ~(1 << unit), left, then):
                    return True
        return False

    def rooms(self, unit: UnitId, arrived: Mapping[Space, Units] = NOBODY) -> Iterator[Space]:
        """Hexes with room for a unit that leaves, the nearest first: one step is free to all but unsupplied armour."""
        g, like = self.g, self._like.get(unit, unit)
        safe = self._safe(like)
        near = 0
        if not g.board.armor & g.unsupplied & 1 << like:
            near = g.board.beside[self.space] & safe
            yield from (to for to in each(near) if self._has_room(unit, to, arrived))
        far = walk(g, like, self.space, allowance(g, like, self.second), self.second, fresh=True)
        yield from (to for to in each(far.spaces & safe & ~near) if self._has_room(unit, to, arrived))

    def _safe(self, unit: UnitId) -> Spaces:
        """Hexes where a unit may end its move as far as enemies and supply go."""
        g, enemy = self.g, other(self.side)
        safe = ground(g, unit, self.space) & ~held(g, enemy)
        if landing_turn(g, self.side) and not self.second and g.board.commandos >> unit & 1:
            safe &= ~zone(g, enemy)
        return safe

    def _has_room(self, unit: UnitId, to: Space, arrived: Mapping[Space, Units]) -> bool:
        here = self.g.here.get(to, 0) & ~self.gone | arrived.get(to, 0)
        return fits(self.g, here | 1 << unit, to)
