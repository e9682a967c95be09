"""Where every unit can go in a movement phase, found once when its orders are made."""

from typing import NamedTuple

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.rules.r04_movement import allowance, ground, landing_reach, walk
from bocage.games.normandy71.rules.r04_moving_a_unit import MoveUnit
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r08_stacking import fits
from bocage.games.normandy71.rules.r14_reinforcements import edge_of, points_inside
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, each, members

ENTRIES = 5
"""How many hexes are tried where a reinforcement may come onto the map."""


class Ways(NamedTuple):
    """By unit, the hexes where it may end, its own included; for reinforcements by which edge hex they come."""

    ends: dict[UnitId, Spaces]
    entry: dict[UnitId, dict[Space, Space]]
    exits: dict[UnitId, list[Space]]


def ways_of(g: Game71, side: Side, units: Units, *, second: bool) -> Ways:
    """The ways of all units that may still move."""
    board, found = g.board, Ways({}, {}, {})
    seen: dict[tuple[object, ...], Spaces] = {}
    for unit in each_unit(units):
        at = g.space[unit]
        if side == GERMAN and g.due >> unit & 1:
            _over_the_edge(g, unit, found, seen)
        elif at >= 0:
            _from_here(g, unit, found, seen, second=second)
    if side == ALLIED and g.turn > 1:
        for unit, ends in found.ends.items():
            if ends & board.exit_hexes:
                found.exits[unit] = _ways_out(g, unit, second=second)
    return found


def _from_here(g: Game71, unit: UnitId, found: Ways, seen: dict[tuple[object, ...], Spaces], *, second: bool) -> None:
    board, at, afloat = g.board, g.space[unit], False
    if at < board.first_box:
        points = allowance(g, unit, second)
    else:
        at, points = landing_reach(g, unit, at, second)
        afloat = True
    me = 1 << unit
    key = (at, points, board.fast[unit], afloat, bool(board.armor & g.unsupplied & me), bool(board.commandos & me))
    if key not in seen:
        seen[key] = walk(g, unit, at, points, second, fresh=not afloat).spaces
    found.ends[unit] = seen[key] & ground(g, unit, at) | BITS[at]


def _over_the_edge(g: Game71, unit: UnitId, found: Ways, seen: dict[tuple[object, ...], Spaces]) -> None:
    """A reinforcement comes by road if it can."""
    board = g.board
    free = edge_of(g, unit) & ~held(g, ALLIED) & ~zone(g, ALLIED)
    roads = members(free & board.exit_hexes)
    entries = roads or members(free)[:: max(1, free.bit_count() // ENTRIES)]
    ends, by = 0, {}
    for entry in entries:
        points = points_inside(g, unit, entry)
        key = (entry, points, board.fast[unit], "edge")
        if key not in seen:
            seen[key] = walk(g, unit, entry, points, second=False, fresh=False).spaces | BITS[entry]
        fresh = seen[key] & ground(g, unit, entry) & ~ends
        ends |= fresh
        for space in each(fresh):
            by[space] = entry
    if ends:
        found.ends[unit], found.entry[unit] = ends, by


def _ways_out(g: Game71, unit: UnitId, *, second: bool) -> list[Space]:
    """The roads by which a unit can leave the map in this phase, as the move itself answers."""
    at, afloat = g.space[unit], False
    if at < g.board.first_box:
        points = allowance(g, unit, second)
    else:
        at, points = landing_reach(g, unit, at, second)
        afloat = True
    move = MoveUnit(by=ALLIED, unit=unit, left=0, second=second, at=at, origin=at, points=points, afloat=afloat)
    return move.ways_out(g)


class Stacks:
    """Who will stand where when the phase ends, as far as orders say."""

    def __init__(self, g: Game71, side: Side, moving: Units) -> None:
        self.g = g
        self.at: dict[Space, Units] = {}
        mine = g.board.of_side[side] & ~moving
        for space, here in g.here.items():
            if space < g.board.first_box and here & mine:
                self.at[space] = here & mine

    def room(self, unit: UnitId, space: Space) -> bool:
        """May the unit join those ordered to a hex?"""
        here = self.at.get(space, 0)
        return not here or fits(self.g, here | 1 << unit, space)

    def put(self, unit: UnitId, space: Space) -> None:
        """A unit is ordered to a hex."""
        self.at[space] = self.at.get(space, 0) | 1 << unit

    def take(self, unit: UnitId, space: Space) -> None:
        """The order is withdrawn."""
        left = self.at.get(space, 0) & ~(1 << unit)
        if left:
            self.at[space] = left
        else:
            self.at.pop(space, None)
