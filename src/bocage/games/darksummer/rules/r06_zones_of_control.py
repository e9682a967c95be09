"""6 Zones of Control: who projects one, where it does not extend, and where a friend negates it."""

from bocage.games.darksummer.sides import ALLIED
from bocage.games.darksummer.state import BARRING, ZONE, DarkSummer
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Spaces, Units
from bocage.kernel.rulebook import rule


@rule("6")
def projecting(g: DarkSummer, side: Side) -> Spaces:
    """The hexes of stacks with at least one regiment, brigade, command or Kampfgruppe."""
    return g.presence().projecting[side]


@rule("6.1")
def zone(g: DarkSummer, side: Side) -> Spaces:
    """The hexes in a side's zones: not over major rivers, not into cities, floods or the sea; Allied ones not into
    Strongpoints, German ones not into Open Beaches.
    """
    return g.cached((ZONE, side), lambda s: s.board.atlas.zone_around(projecting(s, side)) & ~closed_to(s, side))


def closed_to(g: DarkSummer, side: Side) -> Spaces:
    """6.1: what lies in a hex and keeps a side's zones out of it."""
    if side == ALLIED:
        return g.presence().strongpoints
    return g.open_beaches


@rule("6.2")
def barring(g: DarkSummer, side: Side) -> Spaces:
    """Enemy zones that no friend negates: they stop supply lines, retreats and paths to Cherbourg of a side."""
    return g.cached((BARRING, side), lambda s: zone(s, other(side)) & ~s.hexes_of(side))


@rule("6.4")
def enemies_in_zone(g: DarkSummer, side: Side, hexes: Spaces) -> Spaces:
    """The enemy hexes in the zones of a side's stacks in some hexes: they may have to be attacked too (11.2)."""
    around = g.board.atlas.zones.spread(hexes & projecting(g, side)) & ~closed_to(g, side)
    return around & g.hexes_of(other(side))


def stacks_alone_of(g: DarkSummer, side: Side, some: Units) -> Spaces:
    """The hexes where a side has nobody but some counters."""
    others = g.units_of(side) & ~some
    return g.spaces_of(g.units_of(side) & some) & ~g.spaces_of(others)
