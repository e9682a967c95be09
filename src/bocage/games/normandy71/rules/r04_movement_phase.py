"""A Movement Phase: the units of a side, one after another, each as far as it likes."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.normandy71.board import each_unit, lowest, union
from bocage.games.normandy71.rules.r04_movement import allowance, held_on_landing, landing_reach, landing_turn, movable
from bocage.games.normandy71.rules.r04_moving_a_unit import MoveUnit
from bocage.games.normandy71.rules.r08_making_room import Jam
from bocage.games.normandy71.rules.r08_regrouping import After, Regroup, can_regroup, merge, wholes
from bocage.games.normandy71.rules.r08_stacking import fits, overstacked
from bocage.games.normandy71.rules.r09_supply import check_supply
from bocage.games.normandy71.rules.r14_reinforcements import EnterMap, points_inside
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickUnit, bar, hint, only
from bocage.kernel.flow import DONE, Call, Decision, Frame, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each

MOVED = "{} has been moved in this phase"
NOBODY = UnitId(-1)


@rule("Movement", "Movement.D", "Movement.E", "Play.1A", "Play.1D", "Play.2A", "Play.2C")
class StartMovement(Procedure[Game71], frozen=True):
    """A side's units begin to move; supply is judged now and holds for the phase."""

    by: Side
    second: bool

    def start(self, g: Game71) -> Step:
        check_supply(g, self.by)
        g.rebuilt = 0
        return MovementPhase(by=self.by, second=self.second, left=movable(g, self.by, self.second))


@rule("Movement", "Movement.H")
class MovementPhase(Decision[Game71], frozen=True):
    """Pick the next unit to move, or end the phase."""

    called = ""
    asks_always: ClassVar[bool] = True  # who is left to move may be hidden

    second: bool
    left: Units
    crowded: Space = NOWHERE
    """A hex that holds too much for the moment: somebody must leave it next."""
    entering: UnitId = NOBODY
    """A reinforcement on its way over the edge."""

    def offers(self, g: Game71) -> Iterator[Offer]:
        if self.crowded >= 0:
            yield from self.in_order_first(g)
            return
        left = only(self.left, "Movement.H", MOVED)
        yield PickUnit("select", g, left, hints=lambda: why_still(g, self.by, self.left, self.second))
        idle = can_regroup(g, self.by, self.left)
        yield Act("regroup", bar(not idle, "Stacking.C", "no unit that stands still could break down or be rebuilt"))
        jam = self.jam(g)
        why = f"{g.board.describe(jam)} holds too much, and somebody can leave it" if jam >= 0 else ""
        yield Act("done", bar(jam >= 0, "Stacking.A", why))

    @rule("Stacking.A")
    def in_order_first(self, g: Game71) -> Iterator[Offer]:
        """A hex holds too much: somebody leaves it, breaks down or is rebuilt."""
        here = g.units_at(self.crowded, self.by)
        full = f"{g.board.describe(self.crowded)} holds too much"
        rows = (
            only(g.board.of_side[self.by], "Movement.D", "{} is not yours: only the side whose phase it is moves"),
            only(here, "Stacking.A", f"{full} and must be put in order first; {{}} is elsewhere"),
            only(self.left, "Movement.H", MOVED),
        )
        could = only(self.leavers(g), "Stacking.A", f"{{}} has nowhere to go that would help: {full}")
        yield PickUnit("select", g, *rows, could)
        for _, offer in self.rebuilders(g):
            yield offer
        yield Act("done", bar(True, "Stacking.A", f"{full}: somebody must leave it"))

    def rebuilders(self, g: Game71) -> list[tuple[UnitId, PickUnit]]:
        """The first moved unit of a crowded hex that can be rebuilt so that the hex can be put in order, if any: which
        others join it, and who is left over, depends on whom one begins with.
        """
        for unit in each_unit(g.units_at(self.crowded, self.by) & ~self.left & g.board.part_units):
            offer = wholes(g, self.by, unit, self.left, second=self.second)
            if offer.open():
                return [(unit, offer)]
        return []

    def leavers(self, g: Game71) -> Units:
        """Who can do something about a crowded hex."""
        found = 0
        for unit in each_unit(g.units_at(self.crowded, self.by) & self.left):
            points = allowance(g, unit, self.second)
            left, at = self.left & ~(1 << unit), self.crowded
            move = MoveUnit(
                by=self.by, unit=unit, left=left, second=self.second, at=at, origin=at, points=points, crowded=at
            )
            if any(offer.actions() for offer in move.offers(g)):
                found |= 1 << unit
        return found

    def jam(self, g: Game71) -> Space:
        """A hex where too many landed from sea or air, and some can still leave it (Invasion.1A2, Allied.Gliders)."""
        if not landing_turn(g, self.by):
            return NOWHERE
        for space in overstacked(g, self.by):
            some = each_unit(g.units_at(space, self.by) & self.left)
            jam = Jam(g, self.by, space, second=self.second)
            if any(next(jam.rooms(unit), None) is not None for unit in some):
                return space
        return NOWHERE

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return end_movement(g, self.by, self.second)
        if action[0] == "regroup":
            return Call(Regroup(by=self.by, left=self.left, second=self.second), then=self.moved)
        unit = action[1]
        if action[0] == "rebuild":
            part, _ = self.rebuilders(g)[0]
            return self.moved(g, merge(g, part, unit, self.left))
        me = replace(self, left=self.left & ~(1 << unit))
        if g.due >> unit & 1:
            return Call(EnterMap(by=self.by, unit=unit, left=me.left), then=replace(me, entering=unit).entered)
        return me.take_up(g, unit)

    def take_up(self, g: Game71, unit: UnitId) -> Step:
        """Begin a unit's move where it stands, or from the beach in front of its box."""
        at, afloat = g.space[unit], False
        if at < g.board.first_box:
            points = allowance(g, unit, self.second)
        else:
            at, points = landing_reach(g, unit, at, self.second)
            afloat = True
        return self.lead(unit, at, points, afloat=afloat)

    def entered(self, g: Game71, at: Space) -> Step:
        """A reinforcement has come over the edge and goes on with what its first hex left it."""
        unit, me = self.entering, replace(self, entering=NOBODY)
        if at == NOWHERE:
            return me
        if not fits(g, g.units_at(at, self.by), at):
            me = replace(me, crowded=at)  # it came through friends and must go on
        return me.lead(unit, at, points_inside(g, unit, at), under_way=True)

    def lead(self, unit: UnitId, at: Space, points: int, *, afloat: bool = False, under_way: bool = False) -> Step:
        """Ask where the unit goes."""
        move = MoveUnit(
            by=self.by,
            unit=unit,
            left=self.left,
            second=self.second,
            at=at,
            origin=at,
            points=points,
            afloat=afloat,
            under_way=under_way,
            crowded=self.crowded,
        )
        return Call(move, then=self.moved)

    def moved(self, g: Game71, after: After) -> Step:
        """A unit has done what it did."""
        return replace(self, left=(self.left | after.fresh) & ~after.gone, crowded=after.crowded)

    def prompt(self, g: Game71) -> str:
        if self.crowded >= 0:
            return f"{g.board.describe(self.crowded)} holds too much: which unit leaves?"
        return "Pick a unit to move, or end the phase."

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else MovementPhase(by=self.by, second=self.second, left=0)


@rule("Entrenchment.F", "Allied.Assault")
def end_movement(g: Game71, side: Side, second: bool) -> Step:
    """Empty entrenchments vanish; on the first day, forces that did not land wait for a later turn."""
    for space in each(g.dug_in[side]):
        g.abandon(space, side)
    if landing_turn(g, side):
        if not second:
            for box in g.board.beach_boxes:
                while unit := g.here.get(box, 0):
                    g.place(lowest(unit), g.board.britain)
        lose_surplus(g, g.board.glider_troops if second else g.board.commandos)
    return DONE


def lose_surplus(g: Game71, landed: Units) -> None:
    """Commandos, and later gliders, that landed in one hex beyond the limits are lost if nobody could leave it."""
    for space in overstacked(g, ALLIED):
        while not fits(g, units := g.units_at(space, ALLIED), space):
            g.eliminate(lowest(units & landed or units), "Stacking", "finds no room and is lost")


def why_still(g: Game71, side: Side, left: Units, second: bool) -> Iterator[Bar]:
    """The units that a phase does not move at all."""
    board = g.board
    yield only(board.of_side[side], "Movement.D", "{} is not yours: only the side whose phase it is moves")
    yield bar(g.digging, "Entrenchment.Attempt", "{} is digging in and does nothing else this turn")
    yield bar(g.cut_off, "Movement.M", "{} has not been in supply since it dropped")
    if second:
        yield bar(g.due, "Play.2C", "{} may enter only in a first movement phase")
    yield bar(g.due & ~left, "German", "{} is held back until a later turn")
    if landing_turn(g, side):
        number = "Invasion.4B" if second else "Invasion.2"
        yield hint(lambda: held_on_landing(g, second) & g.on_map(side), number, "{} does not move where it came down")
    yield hint(lambda: ~(g.on_map(side) | _afloat(g) | g.due), "Movement", "{} is not on the map")


def _afloat(g: Game71) -> Units:
    return union(g.here.get(box, 0) for box in g.board.beach_boxes)
