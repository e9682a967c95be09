"""Zones of Control: the six hexes around every unit, which nothing blocks."""

from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.counters import stands
from bocage.kernel.ids import Side, Spaces
from bocage.kernel.rulebook import rule


def held(g: Game71, side: Side) -> Spaces:
    """The hexes where a side stands, an entrenchment telling as much as the units under it."""
    return g.by_side(side, "held", lambda g: _held(g, side))


def _held(g: Game71, side: Side) -> Spaces:
    return g.dug_in[side] | stands(g.here, g.board.of_side[side], g.board.hexes)


@rule("Zones", "Zones.C")
def zone(g: Game71, side: Side) -> Spaces:
    """The hexes that a side controls: all around its units, over any terrain and past any enemy."""
    return g.by_side(side, "zone", lambda g: g.board.adjacency.spread(held(g, side)))


@rule("Zones.A", "Zones.B", "Terrain.EnterZone", "Terrain.LeaveZone", "Terrain.B")
def tolls(g: Game71, side: Side, fast: bool) -> tuple[list[tuple[Spaces, int]], list[tuple[Spaces, int]]]:
    """What entering, and for the Allies leaving, enemy zones costs extra; once, however many project them."""
    watched = zone(g, other(side))
    enter = [(watched, g.board.cost["enter-zone"][fast])]
    return enter, [(watched, g.board.cost["leave-zone"][fast])] if side == ALLIED else []


@rule("Zones.D")
def shut(g: Game71, side: Side) -> Spaces:
    """The hexes through which a side cannot trace supply, friends there or not."""
    enemy = other(side)
    return g.by_side(enemy, "shut", lambda g: held(g, enemy) | zone(g, enemy))


def nearly_shut(g: Game71, side: Side) -> Spaces:
    """These and the hexes beside them: a unit that keeps out of all of them meets no enemy."""
    return g.by_side(other(side), "nearly shut", lambda g: shut(g, side) | g.board.adjacency.spread(shut(g, side)))
