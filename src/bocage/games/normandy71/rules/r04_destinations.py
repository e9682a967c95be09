"""Where a move may end, pass through or leave the map, and what keeps a unit from going elsewhere."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from bocage.games.normandy71.rules.r04_movement import ground, has_room, landing_turn, walk
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r08_stacking import most
from bocage.games.normandy71.rules.r09_supply import supplied
from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.bars import Bar, Hints, Offer, PickSpace, bar, hint, only, open_if
from bocage.kernel.board import POINT
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.movement import Reach, reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, spaces

EVERYTHING = -1
FAR = 10_000
"""More movement points than any way costs."""


class Moving(Protocol):
    """What there is to know of a move: see `MoveUnit`."""

    @property
    def by(self) -> Side: ...
    @property
    def unit(self) -> UnitId: ...
    @property
    def second(self) -> bool: ...
    @property
    def at(self) -> Space: ...
    @property
    def origin(self) -> Space: ...
    @property
    def points(self) -> int: ...
    @property
    def afloat(self) -> bool: ...
    @property
    def under_way(self) -> bool: ...
    @property
    def crowded(self) -> Space: ...
    def reach(self, g: Game71) -> Reach: ...
    def ends(self, g: Game71) -> list[Space]: ...
    def waypoints(self, g: Game71) -> list[Space]: ...
    def wanted(self, g: Game71) -> Spaces: ...
    def ways_out(self, g: Game71) -> list[Space]: ...
    def jammed(self, g: Game71) -> bool: ...
    def can_make_room(self, g: Game71, space: Space) -> bool: ...
    def not_me(self, g: Game71) -> Iterator[Bar]: ...


def all_if(condition: object, number: str, why: str | Callable[[Any], str]) -> Bar:
    """A row that bars everything, if this holds."""
    return bar(EVERYTHING if condition else 0, number, why)


def _picked(verb: str, g: Game71, move: Moving, found: list[Space], hints: Hints) -> PickSpace:
    """A hex is picked for the unit that moves now, and for no other."""
    return PickSpace(verb, g, among=found, hints=hints, before=(move.unit,), settled=lambda: move.not_me(g))


@rule("Movement.C", "Movement.K", "Movement.L")
def destinations(g: Game71, move: Moving) -> PickSpace:
    """The hexes where the unit may end its move."""
    ends = move.ends(g)
    return _picked("move", g, move, ends, lambda: why_not_end(g, move, ends))


def why_not_end(g: Game71, move: Moving, ends: list[Space]) -> Iterator[Bar]:
    """What keeps the unit from ending its move elsewhere."""
    unsupplied = g.unsupplied >> move.unit & 1
    name = g.board.unit_title(move.unit)
    yield from out_of_reach(g, move)
    yield bar(
        ~ground(g, move.unit, move.origin),
        "Movement.L" if unsupplied else "Movement.K",
        f"{{}} brings {name} no nearer to supply" if unsupplied else f"{name} would be out of supply in {{}}",
    )
    yield bar(
        full(g, move),
        "Stacking",
        lambda to: f"{g.board.describe(to)} is full: it holds at most {most(g, to)}, and nobody can make room",
    )
    yield only(spaces(ends), "Stacking.A", f"if {name} went to {{}}, the hex it leaves could not be put in order")


def full(g: Game71, move: Moving) -> Spaces:
    """The hexes in reach that have no room, and where nobody can make any."""
    near = each(can_get_to(g, move))
    return spaces(to for to in near if not has_room(g, move.unit, to) and not move.can_make_room(g, to))


def out_of_reach(g: Game71, move: Moving) -> Iterator[Bar]:
    """What keeps the unit from getting to a hex at all."""
    board, enemy = g.board, other(move.by)
    name = board.unit_title(move.unit)
    yield hint(lambda: ~board.land, "Terrain.Sea", f"{name} cannot enter {{}}")
    yield hint(lambda: held(g, enemy), "Movement.G", "enemies stand in {}")
    yield hint(lambda: 0 if move.afloat else bit(move.at), "Movement.C", f"{name} stands there already: it may stay")
    if landing_turn(g, move.by) and not move.second and board.commandos >> move.unit & 1:
        yield hint(lambda: zone(g, enemy), "Invasion.2", "commandos may not enter enemy zones as they land: {}")
    yield hint(lambda: ~anywhere(g, move), "Movement.A", lambda to: f"no way leads {name} to {board.describe(to)}")
    yield hint(lambda: ~unwatched(g, move), "Movement.A", lambda to: too_far(g, move, to))
    yield hint(lambda: ~can_get_to(g, move), "Zones.A", lambda to: f"enemy zones on the way: {too_far(g, move, to)}")


def can_get_to(g: Game71, move: Moving) -> Spaces:
    """The hexes that the unit can reach."""
    return move.reach(g).spaces | (bit(move.at) if move.afloat else 0)


def anywhere(g: Game71, move: Moving) -> Spaces:
    """The hexes to which some way leads, however long."""
    return walk(g, move.unit, move.at, FAR, move.second, fresh=False).spaces | can_get_to(g, move)


def unwatched(g: Game71, move: Moving) -> Spaces:
    """The hexes that the unit could reach if enemy zones cost nothing."""
    board = g.board
    edges = board.edges_of[board.fast[move.unit], not landing_turn(g, move.by)]
    block = held(g, other(move.by))
    return reach(edges, move.at, move.points, block=block).spaces | can_get_to(g, move)


def too_far(g: Game71, move: Moving, to: Space) -> str:
    """What a hex costs and what the unit has."""
    board = g.board
    far = walk(g, move.unit, move.at, FAR, move.second, fresh=False).cost.get(to, 0)
    what = f"{board.unit_title(move.unit)} would need {far / POINT:.3g} movement points to {board.describe(to)}"
    return f"{what} and has {move.points / POINT:.3g}"


@rule("Movement.C", "Movement.K")
def detours(g: Game71, move: Moving) -> Offer:
    """The hexes that the move may be led through on purpose; mostly there are none."""
    found = move.waypoints(g)
    return open_if(found, "via", lambda: _picked("via", g, move, found, lambda: why_not_via(g, move, found)))


def why_not_via(g: Game71, move: Moving, found: list[Space]) -> Iterator[Bar]:
    """What keeps the move from being led through other hexes."""
    name = g.board.unit_title(move.unit)
    yield only(move.wanted(g), "Movement.C", "{} would not change hands, so there is no reason to go round by it")
    yield from out_of_reach(g, move)
    yield bar(
        spaces(s for s, cost in move.reach(g).cost.items() if cost >= move.points),
        "Movement.A",
        f"{name} has nothing left to go on from {{}}: it may end its move there",
    )
    yield only(spaces(found), "Movement.K", f"{name} may not end in {{}}, nor get on from it")


@rule("Victory.Exit", "Invasion.2", "Invasion.4B")
def exits(g: Game71, move: Moving) -> Offer:
    """The roads by which the unit may leave the map; mostly there are none."""
    found = move.ways_out(g)
    return open_if(found, "exit", lambda: _picked("exit", g, move, found, lambda: why_not_exit(g, move, found)))


def why_not_exit(g: Game71, move: Moving, found: list[Space]) -> Iterator[Bar]:
    """What keeps the unit from leaving the map elsewhere, or at all."""
    board, name = g.board, g.board.unit_title(move.unit)
    no_roads = "Invasion.4B" if move.second else "Invasion.2"
    yield all_if(move.by != ALLIED, "Victory.Exit", "only Allied units leave the map")
    yield all_if(g.turn == 1, no_roads, "units leave by road, and the Allies may not use roads on the first turn")
    yield all_if(g.unsupplied >> move.unit & 1, "Victory.Exit", f"{name} is out of supply")
    yield only(board.exit_hexes, "Victory.Exit", "no road leaves the map at {}")
    yield all_if(move.jammed(g), "Stacking.A", f"if {name} left the map, the others here could not be put in order")
    yield only(supplied(g, move.by), "Victory.Exit", "no supply could follow off the map at {}")
    yield only(spaces(found), "Movement.A", f"{name} has too few points to leave by {{}}")
