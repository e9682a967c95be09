"""7. Stacking: four points a hex, one silhouetted unit besides, and a few kinds that stack free."""

from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule

LIMIT = 4


@rule("7.1")
def stacking_points(g: Normandy44, units: Units) -> int:
    """1 for strengths 1 and 2, 2 above; the first of each free kind and the dearest silhouette count nothing."""
    roster, steps = g.board.atlas.roster, g.steps
    for kind in roster.free:
        some = units & kind
        units ^= some & -some
    strength = roster.strength
    total = dearest = 0
    silhouette = roster.silhouette
    while units:
        low = units & -units
        units ^= low
        unit = low.bit_length() - 1
        value = 2 if strength[unit][steps[unit]] > 2 else 1
        total += value
        if low & silhouette and value > dearest:
            dearest = value
    return total - dearest


def overstacked(g: Normandy44, space: Space) -> bool:
    """Does the hex hold more than it may?"""
    units = g.here.get(space, 0)
    return bool(units & (units - 1)) and stacking_points(g, units) > LIMIT


def fits(g: Normandy44, units: Units, space: Space) -> bool:
    """May these units join those in the hex?"""
    return stackable(g, g.here.get(space, 0) | units)


def stackable(g: Normandy44, units: Units) -> bool:
    """May these units stand in one hex?"""
    return units.bit_count() <= 2 or stacking_points(g, units) <= LIMIT  # two units never exceed four points


def takes_any(g: Normandy44, units: Units) -> bool:
    """Is there room beside these for any unit? None adds more than two of the four points."""
    return not units & (units - 1) or stacking_points(g, units) <= LIMIT - 2


def overstacked_hexes(g: Normandy44, side: Side) -> list[Space]:
    """The hexes where a side must remove units (7.2)."""
    mine, size = g.board.atlas.roster.side[side], g.board.atlas.size
    return [Space(s) for s, units in g.here.items() if s < size and units & mine and overstacked(g, Space(s))]


def members(units: Units) -> list[UnitId]:
    """The counters of a set."""
    return list(each_unit(units))
