"""Everything that changes in a game of Normandy."""

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, TypeVar

from bocage.games.normandy71.board import Normandy, each_unit, union
from bocage.games.normandy71.events import MarkerRemoved, Uncovered
from bocage.games.normandy71.sides import ALLIED, GERMAN, SIDES
from bocage.kernel.events import Eliminated
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import bit
from bocage.kernel.state import State

T = TypeVar("T")

_UNKNOWN: Any = object()
IN_HEXES = "in hexes"
"""The key under which the units on the map are cached."""


class Game71(State, kw_only=True):
    """Columns by counter, sets of counters and of hexes as ints, a few scalars.

    Counters that are not in play (unused, spare battalions, Germans still to come) are nowhere, so that the
    Allies cannot tell them from those hidden under entrenchments.
    """

    sides: ClassVar[tuple[str, ...]] = SIDES

    board: Normandy
    scenario: str
    fixed_order: str = ""
    """The order of battle the players agreed on, empty if it is drawn in secret."""
    adding_up: bool = True
    """Whether terrain additions add up (an option; the rulebook does not say)."""
    started: bool = False
    """Whether the German set-up lies open, apart from what entrenchments hide."""

    plan: list[Space]
    """Where the Allies mean to land or drop each counter; secret until they do."""
    supply: Spaces = 0
    """Beach hexes that are supply areas; the German is never told."""
    known_supply: Spaces = 0
    """Those where reinforcements came ashore in plain sight."""
    invaded: Spaces = 0
    """Beach hexes with forces in the plan, known when they land."""
    lost_beaches: Spaces = 0
    """Beach hexes that a German unit has entered: no longer supply areas (Supply.H)."""
    landed: list[int]
    """Strength points brought to each supply beach this turn."""
    idle: list[int]
    """Turns in a row that each supply beach brought nothing, from the second turn on."""

    listed: str = ""
    """The orders of battle as the German side wrote them down, first to last; secret."""
    order: str = ""
    """The German order of battle; secret."""
    due: Units = 0
    """German counters that may enter; secret."""
    hidden: Units = 0
    """German counters that the Allies have never seen."""

    dug_in: list[Spaces]
    """Entrenched hexes of each side."""
    digging: Units = 0
    """Units announced to entrench: they do nothing else in their next turn."""
    disturbed: Units = 0
    """Those that do not roll: they had to retreat, or were rebuilt with a part that was not announced."""

    unsupplied: Units = 0
    """Units found out of supply when the present phase began."""
    cut_off: Units = 0
    """Paratroops that have never been in supply."""
    spare: Units = 0
    """Large counters that were broken down and may be rebuilt."""
    rebuilt: Units = 0
    """Counters rebuilt in this movement phase: they do not break down again in it."""

    allied_cities: Spaces = 0
    """City hexes that the Allies were the last to enter."""
    exited_by: Spaces = 0
    """Road hexes by which Allied units left the map."""
    late_exits: Units = 0
    """Units that left too late for their edge to count."""

    @property
    def last_turn(self) -> int:
        """The turn after which the game ends."""
        turns: int = self.board.pack.scenarios[self.scenario].turns
        return turns

    def place(self, unit: UnitId, to: Space) -> None:
        """Put a counter somewhere; what depends only on the other side stays known, and so does who is on the map."""
        board, known, me = self.board, self.cache, 1 << unit
        stays = 1 - board.side_of[unit]
        State.place(self, unit, to)
        if stays in known:
            self.cache[stays] = known[stays]
        if IN_HEXES in known:
            self.cache[IN_HEXES] = known[IN_HEXES] | me if 0 <= to < board.first_box else known[IN_HEXES] & ~me

    def by_side(self, side: Side, key: Hashable, compute: Callable[["Game71"], T]) -> T:
        """A value that holds until a counter of that side moves."""
        known: dict[Hashable, Any] | None = self.cache.get(side)
        if known is None:
            known = self.cache[side] = {}
        found: T = known.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = known[key] = compute(self)
        return found

    def units_at(self, space: Space, side: Side) -> Units:
        """A side's counters in a space."""
        return self.here.get(space, 0) & self.board.of_side[side]

    def on_map(self, side: Side) -> Units:
        """A side's counters in hexes."""
        return self.cached(IN_HEXES, _in_hexes) & self.board.of_side[side]

    def eliminate(self, unit: UnitId, rule: str, why: str = "is eliminated") -> None:
        """A counter leaves play for good; everybody sees it go."""
        self.hidden &= ~(1 << unit)
        old = self.space[unit]
        self.place(unit, self.board.lost)
        self.digging &= ~(1 << unit)
        self.emit(Eliminated(unit=unit, why=why, rule=rule))
        self.abandon(old, self.board.side_of[unit])

    def abandon(self, space: Space, side: Side) -> None:
        """An entrenchment that nobody holds is gone, and everybody sees that it was empty."""
        if space >= 0 and self.dug_in[side] & bit(space) and not self.units_at(space, side):
            self.dug_in[side] &= ~bit(space)
            self.touch()
            self.emit(MarkerRemoved(at=space, rule="Entrenchment.F"))

    def reveal(self, units: Units, rule: str) -> None:
        """Counters that an entrenchment hid come to light."""
        shown = units & self.hidden
        if shown:
            self.hidden &= ~shown
            found = tuple(each_unit(shown))
            places = tuple(dict.fromkeys(self.space[unit] for unit in found))
            self.emit(Uncovered(units=found, spaces=places, rule=rule))


def new_state(board: Normandy, scenario: str) -> Game71:
    """An empty table: the Allies in Britain, the Germans in the box."""
    space = [
        board.britain if counter.side == ALLIED and counter.force != "battalion" else NOWHERE
        for counter in board.counters
    ]
    return Game71(
        board=board,
        space=space,
        scenario=scenario,
        plan=[NOWHERE] * len(space),
        landed=[0] * len(board.beach_boxes),
        idle=[0] * len(board.beach_boxes),
        dug_in=[0, 0],
        hidden=board.of_side[GERMAN],
    )


def _in_hexes(g: Game71) -> Units:
    boxes = union(g.here.get(box, 0) for box in g.board.off_map)
    return union(g.here.values()) & ~boxes
