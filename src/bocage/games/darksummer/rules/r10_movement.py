"""10.1, 10.2 Movement: allowance, terrain, and everywhere a unit or stack can get to."""

from itertools import pairwise

from bocage.games.darksummer.atlas import Going
from bocage.games.darksummer.rules.r03_victory import changing_hands
from bocage.games.darksummer.rules.r05_stacking import mixed_armies
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r10_boxes import doors
from bocage.games.darksummer.rules.r10_walks import Field, Walk
from bocage.games.darksummer.rules.r13_supply import allowance
from bocage.games.darksummer.rules.r15_boundary import astray, closed_hexes, ways_home
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import COMBINED, FIELD, DarkSummer
from bocage.kernel.board import POINT, Edges
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.movement import Reach, reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, members, spaces

SHORT_MOVE = 2
"""9.3.3: the points of a Combined Action Round, where a hex costs two and a hex along a road one."""


def lead(units: Units) -> UnitId:
    """The first of some units."""
    return UnitId((units & -units).bit_length() - 1)


@rule("7.2.2")
def may_use_roads(g: DarkSummer, units: Units) -> bool:
    """Germans not on Sun and Cloud turns, save reinforcements in the Round they enter; nor in the first Reaction."""
    if not units & g.board.roster.side[GERMAN]:
        return True
    if g.halved:
        return False
    return g.sky.german_roads == "yes" or not units & ~g.entered


@rule("10.2", "7.2.2")
def going(g: DarkSummer, units: Units) -> Going:
    """How units move together: on wheels if any of them does, by road if all of them may."""
    side = g.board.units[lead(units)].side
    wet = side == GERMAN and g.sky.german_clear == "wet"
    return Going(side, bool(units & g.board.roster.motor), may_use_roads(g, units), wet)


@rule("10.1", "9.4.2")
def points(g: DarkSummer, units: Units) -> int:
    """The movement points of the slowest, in sixths; half of them in the first German Reaction."""
    least = min([allowance(g, unit) for unit in each_unit(units)])
    return least * POINT // 2 if g.halved else least * POINT


def steps_of(g: DarkSummer, units: Units) -> Edges:
    """The steps between hexes and through the doors of boxes that these units may take now."""
    atlas, short = g.board.atlas, g.round == COMBINED
    way = going(g, units)
    base = atlas.short_steps(way.motor) if short else atlas.edges(way)
    gates = doors(g, units)
    return atlas.gated(base, gates, 1 if short else POINT) if gates else base


@rule("10.1", "6.3")
def reach_of(g: DarkSummer, units: Units) -> Reach:
    """Everywhere that units which stand together can move: zones stop them, enemies and closed hexes bar them, and one
    hex is always possible.
    """
    return walk_of(g, units).reach().without(no_end(g, g.board.units[lead(units)].army))


def walk_of(g: DarkSummer, units: Units, way: tuple[Space, ...] = ()) -> Walk:
    """The same with the hexes that they may pass but not stop in; from the last hex of their way, which no enemy zone
    reaches, if they have come so far.
    """
    return g.cached(("walk", units, way), lambda s: _walk(s, units, way))


def _spent(g: DarkSummer, units: Units, way: tuple[Space, ...]) -> int:
    """What a way has cost so far."""
    prices = steps_of(g, units)
    return sum(min(price for end, price in prices[at] if end == to) for at, to in pairwise(way))


def _walk(g: DarkSummer, units: Units, way: tuple[Space, ...]) -> Walk:
    start, short = way[-1] if way else g.space[lead(units)], g.round == COMBINED
    allowed = SHORT_MOVE if short else points(g, units)
    if way:
        allowed -= _spent(g, units, way)
    steps = steps_of(g, units)
    least = g.board.atlas.least(steps)
    return field_of(g, units).walk(steps, least, start, allowed, minimum_one=not (short or way))


@rule("6.3", "10.1")
def field_of(g: DarkSummer, units: Units) -> Field:
    """The ground for some units: zones and boxes stop them, enemies and closed hexes bar them."""
    army = g.board.units[lead(units)].army
    lost = bool(units & astray(g, army))
    return g.cached((FIELD, army, lost), lambda s: _field(s, army, lost=lost))


def _field(g: DarkSummer, army: Army, *, lost: bool) -> Field:
    enemy = other(army.side)
    block = g.hexes_of(enemy) | barred_hexes(g, army, lost=lost)
    return Field(len(g.board.names), zone(g, enemy), g.board.atlas.boxes_in_play, no_end(g, army), block)


@rule("3.2.2", "10.1")
def detours(g: DarkSummer, units: Units, way: tuple[Space, ...]) -> Spaces:
    """Hexes worth passing through because they change hands, from which the move can go on."""
    army, reached = g.board.units[lead(units)].army, walk_of(g, units, way).came
    if reached.keys().isdisjoint(g.board.contested_hexes) or units & astray(g, army):
        return 0
    wanted = changing_hands(g, army.side) & ~zone(g, other(army.side)) & ~spaces(way)
    return spaces(to for to in each(wanted) if to in reached and _goes_on(g, units, way, to))


def _goes_on(g: DarkSummer, units: Units, way: tuple[Space, ...], to: Space) -> bool:
    """Whether a move can go on from a hex on its way. One step mostly shows it."""
    walk = walk_of(g, units, way)
    left = walk.left[to]
    if any(price <= left and beyond in walk.ends for beyond, price in steps_of(g, units)[to]):
        return True
    return bool(ends_beyond(g, units, way_to(g, units, way, to)))


def way_to(g: DarkSummer, units: Units, way: tuple[Space, ...], to: Space) -> tuple[Space, ...]:
    """The way so far, gone on to a space by the cheapest path."""
    return (*way[:-1], *walk_of(g, units, way).path(to))


def ends_beyond(g: DarkSummer, units: Units, way: tuple[Space, ...]) -> list[Space]:
    """Where a move may end that has come so far."""
    return walk_of(g, units, way).ends


def barred_hexes(g: DarkSummer, army: Army, *, lost: bool) -> Spaces:
    """Where an army's units may not even pass: Open Beaches for Germans (11.9), closed hexes for the Allies; those who
    are astray find their way.
    """
    if army is Army.GERMAN:
        return g.open_beaches
    return g.exits[army.rival] if lost else closed_hexes(g, army)


def no_end(g: DarkSummer, army: Army) -> Spaces:
    """Where these may pass but not stop: Germans in C, W and S hexes, the two Allied armies with each other."""
    return g.board.atlas.no_stop if army is Army.GERMAN else mixed_armies(g, army)


def destinations(g: DarkSummer, units: Units) -> Spaces:
    """Where units that stand together may end a move, as a set."""
    return spaces(ends_of(g, units))


@rule("10.1", "15")
def ends_of(g: DarkSummer, units: Units) -> list[Space]:
    """Where units that stand together may end a move, in rising order."""
    found, army = walk_of(g, units).ends, g.board.units[lead(units)].army
    if found and army is not Army.GERMAN and units & astray(g, army):
        return members(ways_home(g, army, g.space[lead(units)], spaces(found)))
    return found


@rule("10.1", "15")
def must_move(g: DarkSummer, among: Units = -1) -> Units:
    """Units that must leave where they are and can: Germans in C, W and S hexes, Allies astray."""
    bound = out_of_place(g) & among
    return sum(1 << unit for unit in each_unit(bound) if can_leave(g, unit)) if bound else 0


def is_bound(g: DarkSummer, among: Units = -1) -> bool:
    """Whether anybody must move: the first who can leave settles it."""
    bound = out_of_place(g) & among
    return bound != 0 and any(can_leave(g, unit) for unit in each_unit(bound))


@rule("10.1", "15")
def out_of_place(g: DarkSummer) -> Units:
    """Units that may not stay where they are."""
    if g.army is Army.GERMAN:
        hexes = g.board.atlas.no_stop & g.hexes_of(GERMAN)
        bound = g.in_hexes(hexes) & g.units_of(GERMAN) if hexes else 0
    else:
        bound = astray(g, g.army)
    return bound & ~g.moved & ~g.board.roster.immobile


def can_leave(g: DarkSummer, unit: UnitId) -> bool:
    """Whether a unit has anywhere to go. Most need not look far: a step is always possible (10.1)."""
    army, start = g.board.units[unit].army, g.space[unit]
    if army is Army.GERMAN:
        near = zone(g, ALLIED)
        closed = g.hexes_of(ALLIED) | g.open_beaches | g.board.atlas.no_stop | (near if near & BITS[start] else 0)
        steps = g.board.atlas.edges(going(g, 1 << unit))[start]
        if any(not closed & BITS[to] for to, _ in steps):
            return True
    return bool(ends_of(g, 1 << unit))


def without_enemies(g: DarkSummer, units: Units) -> Spaces:
    """Where units could go if no enemy were on the map: to tell what stops them."""
    short = g.round == COMBINED
    allowed = SHORT_MOVE if short else points(g, units)
    return reach(steps_of(g, units), g.space[lead(units)], allowed, minimum_one=not short).spaces
