"""5 Movement: pick a counter, then where it goes."""

from bocage.games.tinybeach.rules.r03_stacking import full_hexes, why_not_stack
from bocage.games.tinybeach.rules.r04_zones_of_control import enemy_zones
from bocage.games.tinybeach.rules.r08_supply import in_supply
from bocage.games.tinybeach.rules.r09_concealment import ambush
from bocage.games.tinybeach.rules.r11_victory import take_objectives
from bocage.games.tinybeach.sides import ALLIED, other
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.board import POINT
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.movement import Reach, reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because


@rule("5.1")
class Movement(Decision[Tiny], frozen=True):
    """The side picks a counter to move, or ends its movement."""

    def options(self, g: Tiny) -> list[Action]:
        able: list[Action] = [("select", u) for u in movers(g, self.by)]
        able.append(("done",))
        return able

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        return MoveUnit(by=self.by, unit=action[1])

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "select":
            return why_not_move(g, self.by, action[1]) or Because("5.1", "that counter cannot move")
        return Because("5.1", "this is the time to select a counter to move, or to say done")

    def prompt(self, g: Tiny) -> str:
        return "Select a counter to move, or end your movement."

    def title(self, g: Tiny) -> str:
        return "Movement"


@rule("5.1")
class MoveUnit(Decision[Tiny], frozen=True):
    """The owner picks where the counter goes; the engine takes the cheapest path."""

    unit: UnitId

    def options(self, g: Tiny) -> list[Action]:
        goals = destinations(g, self.unit)
        return [("move", self.unit, space) for space in each(goals)] + [("stay", self.unit)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        g.moved |= 1 << self.unit
        if action[0] == "move":
            walk(g, self.unit, action[2])
        return Movement(by=self.by)

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "move" and action[1] == self.unit:
            return why_not_reach(g, self.unit, action[2])
        return Because("5.1", f"say where {g.board.units[self.unit].name} goes, or that it stays")

    def prompt(self, g: Tiny) -> str:
        return f"Where does {g.board.units[self.unit].name} go?"

    def title(self, g: Tiny) -> str:
        return f"Move {g.board.units[self.unit].name}"


@rule("5.1")
def why_not_move(g: Tiny, side: Side, unit: UnitId) -> Because | None:
    """Each counter on the map moves once per chit, if it can move at all."""
    counter = g.board.units[unit]
    if counter.side != side:
        return Because("5.1", lambda: f"{counter.name} is not yours")
    if g.moved & 1 << unit:
        return Because("5.1", lambda: f"{counter.name} has moved already")
    if not bit(g.space[unit]) & g.board.hexes:
        return Because("5.1", lambda: f"{counter.name} is not on the map")
    if not counter.allowance:
        return Because("5.1", lambda: f"{counter.name} cannot move")
    return None


def movers(g: Tiny, side: Side) -> list[UnitId]:
    """The counters that may still move."""
    return [u for u in map(UnitId, each(g.board.of_side[side])) if why_not_move(g, side, u) is None]


def points(g: Tiny, unit: UnitId) -> int:
    """5.1 and 8.3: the allowance in sixths of a point, half of it, rounded up, when unsupplied."""
    allowance = g.board.units[unit].allowance
    return POINT * (allowance if in_supply(g, unit) else (allowance + 1) // 2)


@rule("5.2", "5.3", "5.4", "5.5")
def unit_reach(g: Tiny, unit: UnitId) -> Reach:
    """Everywhere a counter can get to, and how: costs by class, zones that stop it, one hex always."""
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


def destinations(g: Tiny, unit: UnitId) -> Spaces:
    """The hexes where a counter may end its move."""
    return unit_reach(g, unit).spaces & ~bit(g.space[unit])


def why_not_reach(g: Tiny, unit: UnitId, space: Space) -> Because:
    """Why a counter cannot move to a space, the most telling reason first."""
    board, counter = g.board, g.board.units[unit]
    name = counter.name
    if not bit(space) & board.hexes:
        return Because("5.1", f"{board.describe(space)} is not a hex")
    because = why_not_stack(g, unit, space)
    if because is not None:
        return because
    if not bit(space) & board.passable[counter.moves]:
        return Because("5.2", f"{name} ({counter.moves}) may not enter {board.describe(space)}")
    start, zone = g.space[unit], enemy_zones(g, counter.side)
    if space in board.neighbours[start]:
        if zone & bit(start) and zone & bit(space):
            return Because("4.4", f"{name} would step from one enemy zone into another")
        if counter.moves == "track" and not board.is_open(start, space):
            return Because("5.4", f"{name} needs a bridge to cross the river to {board.describe(space)}")
    allowance = points(g, unit) // POINT
    return Because("5.1", f"{name} cannot reach {board.describe(space)} with {allowance} points past enemy zones")


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
