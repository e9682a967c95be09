"""10.4 Movement to and from the off-map boxes: which doors are open to whom, and what passing one does."""

from collections.abc import Iterator

from bocage.games.darksummer.atlas import Doors
from bocage.games.darksummer.events import BrittanyReached, ExitMarked
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r13_supply import allied_sources, marked_exits, passage
from bocage.games.darksummer.sides import ALLIED, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.bars import Bar, bar
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each


@rule("10.4", "10.4.1", "10.4.2")
def doors(g: DarkSummer, units: Units) -> Doors:
    """Every door that is open to units which move together, by the space in front of it."""
    lead = UnitId((units & -units).bit_length() - 1)
    start, army = g.space[lead], g.board.units[lead].army
    us = not units & ~g.board.roster.us_only
    atlas = g.board.atlas
    found: list[tuple[Spaces, Spaces]] = []
    if (us or army is Army.GERMAN) and may_enter_cherbourg(g, army.side):
        found.append((atlas.c_hexes, BITS[atlas.cherbourg]))
    if us and may_enter_brittany(g):
        found.append((atlas.w_hexes, BITS[atlas.brittany_entered]))
    if start != atlas.brittany:  # 10.4.4: not back onto the map and out in the east in one move
        found.append((eastern_exits(g, army, units), BITS[atlas.east[army.side]]))
    if start == atlas.cherbourg and may_leave_cherbourg(g, army.side):
        found.append((BITS[start], atlas.c_hexes))
    if start == atlas.brittany:
        found.append((BITS[start], atlas.s_hexes))
    return tuple(found)


@rule("10.4.3")
def may_enter_cherbourg(g: DarkSummer, side: Side) -> bool:
    """Germans no longer once the Allies control it."""
    return side == ALLIED or not g.cherbourg_taken


@rule("10.4.3", "13.5")
def may_leave_cherbourg(g: DarkSummer, side: Side) -> bool:
    """Nobody while enemies are in the Box, no German in a Round that began with Cherbourg isolated."""
    inside = g.here.get(g.board.atlas.cherbourg, 0)
    if inside & g.board.roster.side[other(side)]:
        return False
    return side == ALLIED or not g.isolated


@rule("10.4.4")
def may_enter_brittany(g: DarkSummer) -> bool:
    """Up to and including the turn in which the first unit came back."""
    return not g.brittany_left or g.turn <= g.brittany_left


@rule("10.4.5")
def eastern_exits(g: DarkSummer, army: Army, units: Units) -> Spaces:
    """The E hexes through which units may leave the map for good."""
    atlas = g.board.atlas
    if army is Army.GERMAN:
        return atlas.e_hexes & ~marked_exits(g)
    if not (g.boundary_lifted if army is Army.US else g.caen_fell):
        return 0
    rival = army.rival
    fed = supplied_without(g, army, units)
    shut = g.exits[rival] | behind(g, rival) | g.presence().armies[rival]
    return atlas.e_hexes & fed & ~shut


@rule("10.4.5", "6.2")
def supplied_without(g: DarkSummer, army: Army, units: Units) -> Spaces:
    """Where units would be in supply as they leave the map: the hex that they come from negates no zone any more."""
    atlas, start = g.board.atlas, g.spaces_of(units)
    left = start & zone(g, other(army.side)) if not g.in_hexes(start) & ~units else 0
    way = passage(g, army) & ~left
    home, fed = atlas.flooded(allied_sources(g, army), way)
    if units & ~g.came_back or not home & atlas.w_hexes:
        return fed
    return fed | atlas.flooded(atlas.s_hexes, way)[1]  # 13.2.2: by way of Brittany


@rule("10.4.5")
def behind(g: DarkSummer, rival: Army) -> Spaces:
    """E hexes that the other army's markers shut: north of a British one for the US, south of a US one for the
    British.
    """
    row, marked = g.board.atlas.row, [g.board.atlas.row[space] for space in each(g.exits[rival])]
    if not marked:
        return 0
    some = each(g.board.atlas.e_hexes)
    if rival is Army.BRITISH:
        return sum(BITS[space] for space in some if row[space] < max(marked))
    return sum(BITS[space] for space in some if row[space] > min(marked))


def why_no_box(g: DarkSummer, units: Units) -> Iterator[Bar]:
    """What keeps units out of the boxes, wherever they stand."""
    atlas, start = g.board.atlas, g.space[UnitId((units & -units).bit_length() - 1)]
    army = g.board.units[UnitId((units & -units).bit_length() - 1)].army
    us, german = not units & ~g.board.roster.us_only, army is Army.GERMAN
    port, east = BITS[atlas.cherbourg], BITS[atlas.east[army.side]]
    yield bar(0 if us or german else port, "10.4.3", "only US units and Germans enter {}")
    yield bar(0 if may_enter_cherbourg(g, army.side) else port, "10.4.3", "no German enters {} once it has fallen")
    yield bar(0 if us else BITS[atlas.brittany] | BITS[atlas.brittany_entered], "10.4.4", "only US units enter {}")
    yield bar(BITS[atlas.brittany], "10.4.4", "{} is for those who entered Brittany before this turn")
    yield bar(0 if may_enter_brittany(g) else BITS[atlas.brittany_entered], "10.4.4", "nobody enters {} any more")
    yield bar(BITS[atlas.east[other(army.side)]], "5.5", "{} is the enemy's section")
    yield bar(
        0 if army is not Army.US or g.boundary_lifted else east,
        "10.4.5",
        "no US or French unit leaves in the east before the end of the Round in which one enters Brittany",
    )
    yield bar(
        0 if army is not Army.BRITISH or g.caen_fell else east,
        "10.4.5",
        "no British unit leaves in the east before the Allies have controlled all of Caen",
    )
    yield bar(east if start == atlas.brittany else 0, "10.4.4", "nobody goes from Brittany out in the east in one move")


def pass_doors(g: DarkSummer, unit: UnitId, path: list[Space]) -> None:
    """What happens to the game when a unit has gone through a door."""
    atlas, end = g.board.atlas, path[-1]
    army = g.board.units[unit].army
    if path[0] == atlas.brittany:
        come_back(g, unit)
    if end == atlas.brittany_entered and not g.brittany_entered:
        g.brittany_entered = True
        g.touch()
        g.emit(BrittanyReached(unit=unit, rule="10.4.4"))
    if end == atlas.east[ALLIED] and not g.exits[army] & bit(path[-2]):
        g.exits[army] |= bit(path[-2])
        g.touch()
        g.emit(ExitMarked(army=army, space=path[-2], rule="10.4.5"))


@rule("10.4.4", "13.1.1")
def come_back(g: DarkSummer, unit: UnitId) -> None:
    """A unit re-enters from Brittany: the S hexes feed no German any more, and this is the last turn to go there."""
    g.came_back |= 1 << unit
    g.brittany_left = g.brittany_left or g.turn
    g.touch()


@rule("4", "5.4")
def settle_in_brittany(g: DarkSummer) -> None:
    """Clean-Up Phase: those who have just entered may leave from the next turn on."""
    atlas = g.board.atlas
    for unit in each(g.here.get(atlas.brittany_entered, 0)):
        g.place(UnitId(unit), atlas.brittany)
