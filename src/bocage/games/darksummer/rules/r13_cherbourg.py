"""13.5 Isolating Cherbourg: when it is cut off, who is taken into the Box, and that nobody leaves."""

from bocage.games.darksummer.events import CherbourgCut
from bocage.games.darksummer.rules.r13_supply import fed, out_of_supply, passage
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Moved
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS


@rule("13.5")
def is_isolated(g: DarkSummer) -> bool:
    """No C hex, itself free of Allies and their zones, can trace a line to a German source."""
    return not fed(g, Army.GERMAN) & g.board.atlas.c_hexes


@rule("11.3.7")
def reachable_c_hexes(g: DarkSummer, origin: Space) -> Spaces:
    """The C hexes to which a path free of Allied units and zones leads from a hex."""
    atlas, way = g.board.atlas, passage(g, Army.GERMAN)
    return (atlas.ways.flood(atlas.ring[origin] & way, way) | BITS[origin]) & atlas.c_hexes


@rule("13.5")
def near_cherbourg(g: DarkSummer) -> Spaces:
    """The hexes from which a path free of Allied units and zones leads to a C hex."""
    atlas = g.board.atlas
    found = g.cached("to Cherbourg", lambda s: atlas.ways.flood(atlas.c_hexes, passage(s, Army.GERMAN)))
    return found | atlas.ways.spread(found)


@rule("13.5")
def to_relocate(g: DarkSummer) -> Units:
    """German units, Strongpoints left out, that are out of supply and can still get into Cherbourg."""
    near = g.in_hexes(near_cherbourg(g) & g.board.atlas.land) & g.units_of(GERMAN)
    return out_of_supply(g, near & ~g.board.roster.strongpoints)


@rule("13.5")
def check_cherbourg(g: DarkSummer) -> None:
    """At the start of every German Round until Cherbourg falls: is it isolated, and who is relocated?"""
    if g.cherbourg_taken:
        g.isolated = False
        return
    before, g.isolated = g.isolated, is_isolated(g)
    if before != g.isolated:
        g.emit(CherbourgCut(isolated=g.isolated, rule="13.5"))
    if g.isolated:
        box = g.board.atlas.cherbourg
        for unit in each_unit(to_relocate(g)):
            start = g.space[unit]
            g.place(unit, box)
            g.emit(Moved(unit=unit, path=(start, box), how="is relocated into", rule="13.5"))
