"""Everything that changes in a game of tinybeach."""

from typing import ClassVar

from bocage.games.tinybeach.board import TinyBoard
from bocage.games.tinybeach.sides import SIDES
from bocage.kernel.counters import each_unit, stands, units
from bocage.kernel.events import Eliminated, StepLost
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.state import State


class Tiny(State, kw_only=True):
    """Columns by counter, sets of counters as ints, a few scalars."""

    sides: ClassVar[tuple[str, ...]] = SIDES

    board: TinyBoard
    steps: list[int]
    scenario: str
    rolled: bool
    """Whether weather is rolled (the option `weather`)."""
    weather: str = "clear"
    moved: Units = 0
    fought: Units = 0
    starving: Units = 0
    """Unsupplied at the end of the last turn (8.4)."""
    concealed: bool = True
    gun_at: Space = Space(-1)
    """Where the gun hides; only the German knows (9.1)."""
    searched: Spaces = 0
    """Hexes where the Allies have been or attacked: the gun is not there."""
    allied_hold: Spaces = 0
    """Objectives that the Allies were the last to enter (11.1)."""

    def strength(self, unit: UnitId) -> int:
        """The strength of a counter, full or reduced."""
        counter = self.board.units[unit]
        return counter.strength if self.steps[unit] == full_steps(self.board, unit) else counter.reduced

    def occupied(self, side: Side) -> Spaces:
        """The hexes with visible counters of a side."""
        return self.cached(("occupied", side), lambda g: stands(g.here, g.board.of_side[side], g.board.hexes))

    def on_map(self) -> Units:
        """The counters that stand in a hex."""
        return self.cached("on the map", _on_map)

    def alive(self) -> Units:
        """The counters with a step left."""
        return units(unit for unit, steps in enumerate(self.steps) if steps)

    def next_to(self, target: Space, some: Units) -> Units:
        """Which of some counters could step into a hex from where they stand."""
        edges, board = self.board.edges_of, self.board
        return units(
            unit
            for unit in each_unit(some)
            if any(target == to for to, _ in edges[board.units[unit].moves][self.space[unit]])
        )

    def lose_step(self, unit: UnitId, rule: str) -> None:
        """7.1: a counter loses a step, the last one with its life."""
        self.steps[unit] -= 1
        if self.steps[unit]:
            self.emit(StepLost(unit=unit, left=self.steps[unit], rule=rule))
            self.touch()
        else:
            self.place(unit, self.board.lost)
            self.emit(Eliminated(unit=unit, rule=rule))


def _on_map(g: Tiny) -> Units:
    found, hexes = 0, g.board.hexes
    for space, there in g.here.items():
        if hexes >> space & 1:
            found |= there
    return found


def full_steps(board: TinyBoard, unit: UnitId) -> int:
    """How many steps a fresh counter has: two if it has a reduced side."""
    return 2 if board.units[unit].reduced else 1
