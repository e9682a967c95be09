"""6 Movement: what a unit may spend, what stops it, and where it can go."""

from collections.abc import Mapping

from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.rules.r09_zones import enemy_zones
from bocage.games.bradley.sides import COMBAT, MOVEMENT
from bocage.games.bradley.state import Bradley
from bocage.kernel.board import POINT
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.movement import Reach, Toll, reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each, holds


@rule("6.0", "6.1.2", "6.2.4", "6.1.3")
def allowance(g: Bradley, unit: UnitId) -> int:
    """What a unit may spend in this segment, in sixths of a point: by the face that shows when the segment begins."""
    printed = g.face(unit).allowance
    if g.grounded >> unit & 1:
        return 0  # 6.1.5
    if g.landed >> unit & 1:
        return _half(g, unit, printed)
    points = printed * POINT
    return max(0, points - _entry_cost(g, unit)) if g.entering >> unit & 1 else points


@rule("4.4.10", "5.9.2", "6.1.4", "6.1.5", "6.1.6", "6.1.7")
def _half(g: Bradley, unit: UnitId, printed: int) -> int:
    """Half the allowance, rounded up, on the turn of landing; from the sea the first hex costs double."""
    half = (printed + 1) // 2 * POINT
    return max(0, half - 2 * _ground(g, unit)) if came_by_sea(g, unit) else half


def came_by_sea(g: Bradley, unit: UnitId) -> bool:
    """Whether a unit that landed in this turn came in boats: parachutists who did not jump do."""
    return not g.dropped >> unit & 1


@rule("6.1.7", "6.1.8", "9.1.1")
def just_came(g: Bradley, unit: UnitId) -> bool:
    """Whether a unit has moved already in a sense: it paid for the hex by which it entered or onto which it landed."""
    return bool((g.entering | g.landed & ~g.dropped) >> unit & 1)


@rule("6.2.5", "4.5.7")
def may_always_step(g: Bradley, unit: UnitId) -> bool:
    """Whether one hex is always possible: not without allowance, nor for gliders and those who have paid for a hex."""
    return bool(g.face(unit).allowance) and not g.grounded >> unit & 1 and not just_came(g, unit)


def _ground(g: Bradley, unit: UnitId) -> int:
    """What it costs to enter the hex in which a unit stands, without any way."""
    row = g.board.charts.terrain[g.board.terrain[g.space[unit]]]
    text = row.foot if g.board.units[unit].moves == "foot" else row.vehicle
    return int(text) * POINT if text not in {"", "-"} else 0


@rule("6.1.8")
def _entry_cost(g: Bradley, unit: UnitId) -> int:
    """A reinforcement pays for the hex of its entry: along a way if one leads through it."""
    board, space = g.board, g.space[unit]
    ways = [board.charts.ways[way] for b in board.neighbours[space] for way in board.road(space, b)]
    ground = _ground(g, unit)
    return min([ground, *ways]) if ways and g.mode(unit) == MOVEMENT else ground


@rule("6.2.2", "6.2")
def forbidden(g: Bradley, unit: UnitId) -> Spaces:
    """Hexes that a unit may not enter: enemies, the edge of the scenario's map, ruins in movement mode."""
    side = g.board.units[unit].side
    barred = g.occupied(other(side)) | ~g.playable | _west_of_the_vire(g, unit)
    return barred | g.ruins if g.mode(unit) == MOVEMENT else barred


@rule("18.1")
def _west_of_the_vire(g: Bradley, unit: UnitId) -> Spaces:
    """18.1: the patch where II/914 starts is its own, and it may only leave it to the east."""
    board = g.board
    if g.scenario != "omaha":
        return 0
    patch = board.tags["second-914"]
    if unit != board.second_914:
        return patch
    column = board.column(g.space[unit])
    return sum(BITS[s] for s in each(patch) if board.column(s) < column) if bit(g.space[unit]) & patch else patch


@rule("6.3.6", "15.2.3")
def intact_walls(g: Bradley) -> Mapping[Space, Spaces]:
    """By hex, the neighbours behind a sea wall without a breach."""
    return g.board.intact_walls(g.breached)


def walled(g: Bradley, a: Space, b: Space) -> bool:
    """Whether an intact sea wall lies between two hexes."""
    return holds(intact_walls(g).get(a, 0), b)


@rule("12.2.2", "12.2.4")
def ruin_tolls(g: Bradley) -> tuple[Toll, ...]:
    """What ruins cost beyond the town or city that they were: four points in all."""
    board, terrain = g.board, g.board.charts.terrain
    if not g.ruins:
        return ()
    full = int(terrain["ruins"].foot)
    return tuple(
        (g.ruins & mask, (full - int(terrain[kind].foot)) * POINT)
        for kind, mask in (("town", board.of_terrain["town"]), ("city", board.cities))
        if g.ruins & mask
    )


@rule("6.1", "6.1.1", "6.2.3", "6.2.5", "6.3", "6.3.1", "6.3.2", "6.3.3", "7.1.1", "7.2.3", "12.2.1", "7.1.3")
def unit_reach(g: Bradley, unit: UnitId, points: int, *, one_at_least: bool = False) -> Reach:
    """Everywhere a unit can get to in its present mode, and how.

    Ways count in movement mode alone; a zone ends the move (9.1.1) and no step leads from one into another (9.1.2);
    any unit with an allowance may always move one hex if that is all it does.
    """
    counter, mode = g.board.units[unit], g.mode(unit)
    zone = enemy_zones(g, counter.side)
    return reach(
        g.board.edges_of[counter.moves, mode, g.high],
        g.space[unit],
        points,
        stop=zone,
        apart=zone,
        block=forbidden(g, unit),
        enter=ruin_tolls(g) if mode == COMBAT else (),
        cut=intact_walls(g),
        minimum_one=one_at_least,
    )


def can_enter(g: Bradley, unit: UnitId, a: Space, b: Space) -> bool:
    """Whether a unit could step from one hex to the next by normal movement, whatever it costs (10.3.5, 10.5.3a)."""
    edges = g.board.edges_of[g.board.units[unit].moves, g.mode(unit), g.high][a]
    if not any(to == b for to, _ in edges) or walled(g, a, b):
        return False
    open_to = g.playable & ~_west_of_the_vire(g, unit)
    return not (g.mode(unit) == MOVEMENT and holds(g.ruins, b)) and holds(open_to, b)


def room_for(g: Bradley, unit: UnitId, space: Space) -> bool:
    """Whether a unit could stay in a hex at the end of the segment."""
    return has_room(g, 1 << unit, space)


def enemy_hexes(g: Bradley, side: Side) -> Spaces:
    """Hexes that hold enemies."""
    return g.occupied(other(side))
