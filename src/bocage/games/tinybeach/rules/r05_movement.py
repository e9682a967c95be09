"""5 Movement: pick a counter, then where it goes."""

from collections.abc import Iterator

from bocage.games.tinybeach.rules.r03_stacking import full_hexes, no_room
from bocage.games.tinybeach.rules.r04_zones_of_control import enemy_zones
from bocage.games.tinybeach.rules.r08_supply import in_supply
from bocage.games.tinybeach.rules.r09_concealment import ambush
from bocage.games.tinybeach.rules.r11_victory import take_objectives
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.board import POINT
from bocage.kernel.counters import other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.movement import Reach, reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, spaces


@rule("5.1")
class Movement(Decision[Tiny], frozen=True):
    """The side picks a counter to move, or ends its movement."""

    question = "Select a counter to move, or end your movement."

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield movers(g, self.by)
        yield Act("done")

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        return MoveUnit(by=self.by, unit=action[1])


@rule("5.1")
class MoveUnit(Decision[Tiny], frozen=True):
    """The owner picks where the counter goes; the engine takes the cheapest path."""

    unit: UnitId

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield destinations(g, self.unit)
        yield PickUnit("stay", g, among=(self.unit,), hints=lambda: another(g, self.unit))

    def chosen(self, g: Tiny, action: Action) -> Step:
        g.moved |= 1 << self.unit
        if action[0] == "move":
            walk(g, self.unit, action[2])
        return Movement(by=self.by)

    def prompt(self, g: Tiny) -> str:
        return f"Where does {g.board.units[self.unit].name} go?"

    def title(self, g: Tiny) -> str:
        return f"Move {g.board.units[self.unit].name}"


@rule("5.1")
def movers(g: Tiny, side: Side) -> PickUnit:
    """Each counter on the map moves once per chit, if it can move at all."""
    return PickUnit(
        "select",
        g,
        only(g.board.of_side[side], "5.1", "{} is not yours"),
        bar(g.moved, "5.1", "{} has moved already"),
        only(g.on_map(), "5.1", "{} is not on the map"),
        bar(g.board.immobile, "5.1", "{} cannot move"),
    )


def points(g: Tiny, unit: UnitId) -> int:
    """5.1 and 8.3: the allowance in sixths of a point, half of it, rounded up, when unsupplied."""
    allowance = g.board.units[unit].allowance
    return POINT * (allowance if in_supply(g, unit) else (allowance + 1) // 2)


@rule("5.2", "5.3", "5.4", "5.5")
def unit_reach(g: Tiny, unit: UnitId) -> Reach:
    """Everywhere a counter can get to, and how: costs by class, zones that stop it, one hex always."""
    return g.cached(("reach", unit), lambda g: _reach(g, unit))


def _reach(g: Tiny, unit: UnitId) -> Reach:
    counter = g.board.units[unit]
    side, start = counter.side, g.space[unit]
    zone = enemy_zones(g, side)
    return reach(
        g.board.edges_of[counter.moves],
        start,
        points(g, unit),
        stop=zone,  # 4.3
        apart=zone,  # 4.4
        block=g.occupied(other(side)),  # 3.2
        no_end=full_hexes(g, side),  # 3.1
        minimum_one=True,  # 5.5
    )


@rule("5.1", "5.2", "5.4", "4.4")
def destinations(g: Tiny, unit: UnitId) -> PickSpace:
    """The hexes where a counter may end its move: the search has found them already."""
    found = sorted(unit_reach(g, unit).cost)
    return PickSpace(
        "move", g, among=found, hints=lambda: why_not_there(g, unit), before=(unit,), settled=lambda: another(g, unit)
    )


def another(g: Tiny, unit: UnitId) -> Iterator[Bar]:
    """One counter at a time."""
    yield only(1 << unit, "5.1", f"{g.board.unit_title(unit)} is on the move now")


def why_not_there(g: Tiny, unit: UnitId) -> Iterator[Bar]:
    """What keeps a counter out of the other hexes; the last row bars whatever the search has not found."""
    board, counter = g.board, g.board.units[unit]
    allowance = points(g, unit) // POINT
    yield only(board.hexes, "5.1", "{} is not a hex")
    yield bar(bit(g.space[unit]), "5.1", f"{counter.name} stands there: it may stay")
    yield from no_room(g, counter.side)
    yield only(board.passable[counter.moves], "5.2", f"{counter.name} may not enter {{}}")
    yield bar(without_bridge(g, unit), "5.4", f"{counter.name} needs a bridge to cross the river to {{}}")
    yield bar(zone_to_zone(g, unit), "4.4", f"{counter.name} would step from one enemy zone into another")
    yield only(alone(g, unit), "5.1", f"{counter.name} has {allowance} movement points: too few to reach {{}}")
    yield only(unit_reach(g, unit).spaces, "4.4", f"enemy zones bar {counter.name} from {{}}")


def without_bridge(g: Tiny, unit: UnitId) -> Spaces:
    """5.4: the hexes next to a tracked counter that the river keeps from it."""
    board, start = g.board, g.space[unit]
    if board.units[unit].moves != "track":
        return 0
    return spaces(to for to in board.neighbours[start] if not board.is_open(start, to)) & ~unit_reach(g, unit).spaces


def zone_to_zone(g: Tiny, unit: UnitId) -> Spaces:
    """4.4: the hexes next to a counter in an enemy zone that lie in one too."""
    start, zone = g.space[unit], enemy_zones(g, g.board.units[unit].side)
    near = spaces(g.board.neighbours[start]) if zone & bit(start) else 0
    return near & zone & ~unit_reach(g, unit).spaces


def alone(g: Tiny, unit: UnitId) -> Spaces:
    """Where the points of a counter would take it if no enemy had a zone."""
    counter = g.board.units[unit]
    way = g.board.edges_of[counter.moves]
    enemies = g.occupied(other(counter.side))
    return reach(way, g.space[unit], points(g, unit), block=enemies, minimum_one=True).spaces


def walk(g: Tiny, unit: UnitId, to: Space) -> None:
    """Go along the cheapest path; a concealed gun on it stops the counter (9.3)."""
    path = unit_reach(g, unit).path(to)
    side = g.board.units[unit].side
    halt = ambush(g, path) if side == ALLIED else None
    if halt is not None:
        full = full_hexes(g, side)
        while halt > 1 and full & bit(path[halt - 1]):  # 3.1: it stops where there is room
            halt -= 1
        path = path[:halt]
    if len(path) > 1:
        g.place(unit, path[-1])
        g.emit(Moved(unit=unit, path=tuple(path), rule="5.1"))
        take_objectives(g, side, path)
    if halt is not None:
        g.lose_step(unit, "9.3")
