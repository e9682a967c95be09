"""13 Supply: sources, lines, who is supplied at once, and what being out of supply means.

Nothing is remembered: a unit's supply is worked out at the moment it matters (13.0).
"""

from bocage.games.darksummer.rules.r06_zones_of_control import barring
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import FREE, LINES, DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit

OUT_OF_SUPPLY_ALLOWANCE = 3
"""13.4: the movement allowance of a unit that is out of supply."""


@rule("13.1.1")
def german_sources(g: DarkSummer) -> Spaces:
    """W until the US enter Brittany, S until they come back from it, E until somebody marks an exit there; never one
    with an Allied unit or in an Allied zone that no German negates.
    """
    return _german_gates(g) & ~g.hexes_of(ALLIED) & ~barring(g, GERMAN)


def _german_gates(g: DarkSummer) -> Spaces:
    """The same whoever stands there."""
    atlas = g.board.atlas
    found = (atlas.e_hexes | atlas.e_infantry) & ~marked_exits(g)
    if not g.brittany_entered:
        found |= atlas.w_hexes
    return found if g.brittany_left else found | atlas.s_hexes


@rule("13.1.2")
def allied_sources(g: DarkSummer, army: Army) -> Spaces:
    """An army's own Open Beaches."""
    return g.open_beaches & g.board.atlas.army_beaches[army]


@rule("13.1")
def sources(g: DarkSummer, army: Army) -> Spaces:
    """Where an army's supply comes from now."""
    return german_sources(g) if army is Army.GERMAN else allied_sources(g, army)


def marked_exits(g: DarkSummer) -> Spaces:
    """The hexes with an Exit marker."""
    return g.exits[Army.US] | g.exits[Army.BRITISH]


@rule("13.2", "13.2.1")
def passage(g: DarkSummer, army: Army) -> Spaces:
    """Every hex that a supply line may run through: no enemy, no enemy zone unless negated; for Germans no Open Beach
    and no hex with an Exit marker.
    """
    return g.cached((FREE, army), lambda s: _free(s, army)) & ~barring(g, army.side)


def _free(g: DarkSummer, army: Army) -> Spaces:
    """The same whatever the enemy zones."""
    if army is Army.GERMAN:
        return g.board.atlas.passable & ~g.hexes_of(ALLIED) & ~g.open_beaches & ~marked_exits(g)
    return g.board.atlas.passable & ~g.hexes_of(GERMAN)


@rule("13.2")
def fed(g: DarkSummer, army: Army) -> Spaces:
    """All hexes that lines from an army's sources reach."""
    return lines(g, army)[0]


def lines(g: DarkSummer, army: Army) -> tuple[Spaces, Spaces]:
    """The hexes that an army's lines reach, and these with the hexes next to them."""
    return g.cached((LINES, army), lambda s: _lines(s, army))


def _lines(g: DarkSummer, army: Army) -> tuple[Spaces, Spaces]:
    # A source that is barred is no passage either, so nothing flows from it.
    gates = _german_gates(g) if army is Army.GERMAN else allied_sources(g, army)
    return g.board.atlas.flooded(gates, passage(g, army))


@rule("13.2.2")
def brittany_is_fed(g: DarkSummer) -> bool:
    """US units in Brittany are in supply if a W hex can trace to a US Open Beach."""
    return bool(fed(g, Army.US) & g.board.atlas.w_hexes)


@rule("13.2.2")
def fed_from_brittany(g: DarkSummer) -> Spaces:
    """Hexes that S hexes feed, for those who have come back from Brittany."""
    if not g.came_back or not brittany_is_fed(g):
        return 0
    atlas = g.board.atlas
    return g.cached("fed from Brittany", lambda s: atlas.flooded(atlas.s_hexes, passage(s, Army.US))[0])


def reaches(g: DarkSummer, fed_hexes: Spaces) -> Spaces:
    """13.2: a line is traced from the unit's hex, itself left out, so the hex next to a fed one is supplied."""
    return fed_hexes | g.board.atlas.ways.spread(fed_hexes)


def supplied_hexes(g: DarkSummer, army: Army) -> Spaces:
    """The hexes where an army's units are in supply by a line."""
    return lines(g, army)[1]


@rule("13.3")
def automatic_supply(g: DarkSummer) -> Units:
    """Strongpoints on the first two turns, Germans in Cherbourg, Allies in Open Beaches and afloat, all who exited."""
    return g.cached("automatic supply", _automatic_supply)


def _automatic_supply(g: DarkSummer) -> Units:
    atlas, roster = g.board.atlas, g.board.roster
    found = g.in_hexes(g.open_beaches) & roster.side[ALLIED]
    found |= g.here.get(atlas.cherbourg, 0) & roster.side[GERMAN]
    found |= g.here.get(atlas.east[ALLIED], 0) | g.here.get(atlas.east[GERMAN], 0)
    found |= g.in_hexes(atlas.approaches | atlas.airfields | bit(atlas.waiting))
    if g.turn <= g.rules.strongpoints_until:
        found |= roster.strongpoints
    return found


@rule("13")
def in_supply(g: DarkSummer, unit: UnitId) -> bool:
    """Whether a unit is in supply at this moment."""
    counter, space, atlas = g.board.units[unit], g.space[unit], g.board.atlas
    if supplied_hexes(g, counter.army) & BITS[space] and atlas.land & BITS[space]:
        return True
    if automatic_supply(g) >> unit & 1:
        return True
    if space == atlas.cherbourg:
        return bool(fed(g, Army.US) & atlas.c_hexes)
    if space in (atlas.brittany, atlas.brittany_entered):
        return brittany_is_fed(g)
    return bool(g.came_back >> unit & 1 and reaches(g, fed_from_brittany(g)) & BITS[space])


def out_of_supply(g: DarkSummer, units: Units) -> Units:
    """Those of some units that are out of supply now. A line feeds whole hexes; the others are asked one by one."""
    land, armies = g.board.atlas.land, g.board.roster.army
    units &= ~automatic_supply(g)
    for army in Army:
        mine = units & armies[army]
        if mine:
            units &= ~(mine & g.in_hexes(supplied_hexes(g, army) & land))
    return sum(1 << unit for unit in each_unit(units) if not in_supply(g, unit))


def starving(g: DarkSummer) -> Units:
    """Every unit in play that is out of supply now."""
    return g.cached("starving", _starving)


def _starving(g: DarkSummer) -> Units:
    return out_of_supply(g, g.on_map() | g.in_hexes(g.board.atlas.boxes_in_play))


@rule("13.4")
def allowance(g: DarkSummer, unit: UnitId) -> int:
    """The movement allowance, three at most when out of supply."""
    printed = g.board.units[unit].move
    return printed if printed <= OUT_OF_SUPPLY_ALLOWANCE or in_supply(g, unit) else OUT_OF_SUPPLY_ALLOWANCE
