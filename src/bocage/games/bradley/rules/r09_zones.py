"""9 Zones of control: what units in their mode and facing command around them."""

from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.counters import other
from bocage.kernel.facing import ALL_ROUND, by_facing, zone_ahead
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit


@rule("9.1.6", "9.1.7", "13.3.2")
def projecting(g: Bradley, side: Side) -> Units:
    """Units that have a zone: not disrupted, and no garrison."""
    return g.on_map(side) & ~g.disrupted & ~g.board.garrisons


@rule("9.0", "7.4.2", "7.4.3", "7.4.5", "9.1.4", "14.1.4")
def zones(g: Bradley, side: Side) -> Spaces:
    """The controlled hexes: all six around a unit in combat mode, the three in front in movement mode.

    No zone crosses a stream or canal, bridged or not.
    """
    return g.cached(("zones", side), lambda g: _zones(g, side))


def _zones(g: Bradley, side: Side) -> Spaces:
    units = projecting(g, side)
    faced = units & (g.marching | g.board.faced)
    standing = by_facing(g.space, g.facing, faced)
    for unit in each_unit(units & ~faced):
        standing[ALL_ROUND] |= BITS[g.space[unit]]
    return zone_ahead(g.board.compass, standing)


@rule("9.1.1", "9.1.2", "9.1.3", "6.2.7", "9.1")
def enemy_zones(g: Bradley, side: Side) -> Spaces:
    """Where this side's units must stop, and from where they may not step into another such hex."""
    return zones(g, other(side))


@rule("9.1.5", "10.5.3")
def no_retreat(g: Bradley, side: Side) -> Spaces:
    """Enemy zones that bar a retreat: friends in a hex negate them there."""
    return enemy_zones(g, side) & ~g.occupied(side)


@rule("7.4", "7.4.1", "7.4.4", "10.1.7")
def faces(g: Bradley, unit: UnitId, target: Space) -> bool:
    """Whether a hex lies where a unit can attack: everywhere in combat mode, ahead in movement mode."""
    if not (g.marching | g.board.faced) >> unit & 1:
        return True
    return bool(g.board.front(g.space[unit], g.facing[unit]) & bit(target))
