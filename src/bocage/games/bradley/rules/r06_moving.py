"""6.1 to 6.2: the movement segment, unit by unit."""

from collections.abc import Iterator

from bocage.games.bradley.rules import r15_engineers as engineers
from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r06_movement import allowance, forbidden, just_came, may_always_step, unit_reach
from bocage.games.bradley.rules.r07_modes import change_mode, facing_offer, mode_offers, turn_to
from bocage.games.bradley.rules.r09_zones import enemy_zones
from bocage.games.bradley.sides import MOVEMENT
from bocage.games.bradley.state import Bradley
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, hint, only
from bocage.kernel.counters import other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.movement import Reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds
from bocage.kernel.wording import in_points


@rule("3.1", "6.1", "6.2.1", "6.2.6")
class Movement(Decision[Bradley], frozen=True):
    """The side picks a unit to move, or ends its movement."""

    among: Units = -1
    """Only these may move: those who just came ashore move after all others (5.9.1)."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield movers(g, self.by, self.among)
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        unit: UnitId = action[1]
        return MoveUnit(
            by=self.by,
            among=self.among,
            unit=unit,
            left=allowance(g, unit),
            started=not g.landed >> unit & 1,
            held=just_came(g, unit) and holds(enemy_zones(g, self.by), g.space[unit]),
        )

    def prompt(self, g: Bradley) -> str:
        return "Select a unit to move, or end your movement."

    def title(self, g: Bradley) -> str:
        return "Movement"


@rule("6.2.8", "10.6.1", "13.3.2", "4.5.7", "6.1.5", "7.3.4")
def movers(g: Bradley, side: Side, among: Units = -1) -> PickUnit:
    """Every unit ashore that has not moved yet and is in a state to."""
    board = g.board
    return PickUnit(
        "select",
        g,
        only(board.of_side[side], "6.2.1", "{} is not yours"),
        only(g.on_map(side), "6.2.1", "{} is not on the map"),
        bar(board.garrisons, "13.3.2", "{} is a garrison: it never moves"),
        bar(g.disrupted, "6.2.8", "{} is disrupted"),
        bar(g.grounded, "6.1.5", "{} landed by glider in this turn"),
        bar(g.frozen, "18.4", "{} waits for orders"),
        bar(g.moved, "6.2.6", "{} has moved already"),
        only(among, "5.9.1", "{} has had its time to move: only those who have just come ashore move now"),
    )


@rule("6.1", "6.1.3", "7.3.3")
class MoveUnit(Decision[Bradley], frozen=True):
    """One unit moves, changes mode, works and turns, until its points or its owner's wishes end."""

    unit: UnitId
    left: int
    among: Units = -1
    fresh: bool = True
    """It has done nothing yet."""
    started: bool = True
    """It still stands where it began the segment; whoever landed in this turn began it elsewhere."""
    arrived: bool = False
    """It has just entered the hex in which it stands."""
    held: bool = False
    """An enemy zone has ended its movement (9.1.1), be it over the hex of its entry or landing."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        unit, left = self.unit, self.left
        yield destinations(g, self)
        yield from mode_offers(g, unit, left, fresh=self.fresh)
        yield from engineers.mine_offers(g, unit, left, entered=self.arrived)
        yield engineers.breach_offer(g, unit, left, started=self.started)
        yield engineers.ruin_offer(g, unit, left, began=self.started and self.fresh)
        yield facing_offer(g, unit)
        yield Act("halt", bar(int(g.mode(unit) == MOVEMENT), "7.4.1", "say which hexside the unit faces"))

    def chosen(self, g: Bradley, action: Action) -> Step:
        verb, unit = action[0], self.unit
        if verb in {"halt", "face"}:
            if verb == "face":
                turn_to(g, unit, action[1])
            return self._end(g)
        busy = replace(self, fresh=False)
        if verb == "move":
            return self._go(g, action[1])
        if verb in {"deploy", "march"}:
            return replace(busy, left=max(0, self.left - change_mode(g, unit)), arrived=False)
        if verb == "check":
            engineers.check_mines(g, unit)
            return replace(busy, left=self.left - engineers.CHECK, arrived=False)
        if verb == "rebuild":
            return replace(busy, left=self.left - engineers.clear_ruins(g, unit, self.left))
        if verb == "breach":
            engineers.breach(g, unit, action[1])
            work: Step = Call(engineers.Mishap(unit=unit, number="15.2.4"), then=busy.paid)
            return work
        return Call(engineers.ClearMines(unit=unit), then=busy.paid)

    def _go(self, g: Bradley, to: Space) -> Step:
        found = reach_now(g, self)
        left = self.left - found.cost[to]
        walk(g, self.unit, found, to)
        held = holds(enemy_zones(g, self.by), to)
        return replace(self, left=left, fresh=False, started=False, arrived=True, held=held)

    def paid(self, g: Bradley, hurt: bool) -> Step:
        """Work that may go wrong costs two points; a mishap ends the move."""
        left = self.left - engineers.CLEAR
        return self._end(g) if hurt else replace(self, left=left, arrived=False)

    def _end(self, g: Bradley) -> Step:
        g.moved |= 1 << self.unit
        g.entering &= ~(1 << self.unit)
        return Movement(by=self.by, among=self.among)

    def prompt(self, g: Bradley) -> str:
        return f"Where does {g.board.units[self.unit].name} go? Points left: {in_points(max(0, self.left))}."

    def title(self, g: Bradley) -> str:
        return f"Move {g.board.units[self.unit].name}"


def reach_now(g: Bradley, frame: MoveUnit) -> Reach:
    """What the unit on the move can reach."""
    unit = frame.unit
    one = frame.fresh and may_always_step(g, unit)
    key = ("reach", unit, frame.left, g.mode(unit), one)
    return g.cached(key, lambda g: unit_reach(g, unit, frame.left, one_at_least=one))


@rule("6.2.5", "9.1.1", "9.1.2")
def destinations(g: Bradley, frame: MoveUnit) -> PickSpace:
    """The hexes that a unit may go to now, and what keeps it from the others."""
    unit, side, board = frame.unit, frame.by, g.board
    counter = board.units[unit]
    still = frame.held or (not g.face(unit).allowance and frame.fresh)
    open_to = 0 if still or (frame.left <= 0 and not frame.fresh) else reach_now(g, frame).spaces
    zone, here = enemy_zones(g, side), g.space[unit]

    def shut() -> Spaces:
        steps = sum(bit(to) for to, _ in board.edges_of[counter.moves, g.mode(unit), g.high][here])
        return board.adjacency.spread(bit(here)) & ~steps & ~open_to

    return PickSpace(
        "move",
        g,
        only(board.hexes, "6.1", "{} is not a hex"),
        only(g.playable, "18.0", "{} is not on the map of this scenario"),
        bar(g.occupied(other(side)), "6.2.2", "{} holds an enemy"),
        bar(board.sea | (board.tidal if g.high else 0), "6.3.4", "{} is under water"),
        bar(-1 if frame.held else 0, "9.1.1", f"an enemy zone has ended the movement of {counter.name}"),
        bar(0 if g.face(unit).allowance else -1, "6.2.5", f"{counter.name} has no movement allowance in this mode"),
        bar(g.ruins if g.mode(unit) == MOVEMENT else 0, "12.2.1", "no unit in movement mode enters ruins"),
        hint(lambda: zone & ~open_to if bit(here) & zone else 0, "9.1.2", "no step leads from an enemy zone to {}"),
        hint(shut, "6.3", f"{counter.name} cannot step into {{}}"),
        bar(forbidden(g, unit), "18.1", "{} is closed to the unit"),
        only(open_to, "6.1.2", f"{{}} is out of reach; points left: {in_points(max(0, frame.left))}"),
    )


def walk(g: Bradley, unit: UnitId, found: Reach, to: Space) -> None:
    """Go along the cheapest path."""
    path = found.path(to)
    g.place(unit, to)
    g.emit(Moved(unit=unit, path=tuple(path), rule="6.1"))
    entered(g, g.board.units[unit].side, path[1:])
