"""A Movement Phase: the units of a side, one after the other, each as far as it likes."""

from typing import ClassVar

from bocage.games.normandy71.board import each_unit, lowest
from bocage.games.normandy71.rules.r04_movement import allowance, held_on_landing, landing_reach, landing_turn, movable
from bocage.games.normandy71.rules.r04_moving_a_unit import After, MoveUnit, can_leave
from bocage.games.normandy71.rules.r08_stacking import fits
from bocage.games.normandy71.rules.r09_supply import check_supply
from bocage.games.normandy71.rules.r14_reinforcements import EnterMap, points_inside
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.flow import DONE, Call, Decision, Frame, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because

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


class MovementPhase(Decision[Game71], frozen=True):
    """Pick the next unit to move, or end the phase."""

    asks_always: ClassVar[bool] = True  # who is left to move may be hidden

    second: bool
    left: Units
    crowded: Space = NOWHERE
    """A hex that holds too much for the moment: somebody must leave it next."""
    entering: UnitId = NOBODY
    """A reinforcement on its way over the edge."""

    def options(self, g: Game71) -> list[Action]:
        if self.crowded >= 0:
            return [("select", unit) for unit in self.leavers(g)]
        found: list[Action] = [("select", unit) for unit in each_unit(self.left)]
        found.append(("done",))
        return found

    @rule("Stacking.A")
    def leavers(self, g: Game71) -> list[UnitId]:
        """Who may leave a crowded hex: those whose going is enough, lest another takes the only room there is."""
        units = g.units_at(self.crowded, self.by)
        found = [unit for unit in each_unit(units & self.left) if can_leave(g, unit)]
        return [unit for unit in found if fits(g, units & ~(1 << unit), self.crowded)] or found

    def allows(self, g: Game71, action: Action) -> bool:
        if action[0] == "select" and self.crowded < 0:
            return bool(self.left >> action[1] & 1)
        return action in self.options(g)

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return end_movement(g, self.by, self.second)
        unit = action[1]
        me = replace(self, left=self.left & ~(1 << unit))
        if g.due >> unit & 1:
            return Call(EnterMap(by=self.by, unit=unit), then=replace(me, entering=unit).entered)
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

    def refuse(self, g: Game71, action: Action) -> Because:
        if self.crowded >= 0:
            return Because("Stacking.A", f"{g.board.describe(self.crowded)} holds too much: move a unit out")
        if action[0] == "select":
            return why_not_select(g, self.by, action[1], self.second)
        return Because("Movement", "pick a unit to move, or say done")

    def prompt(self, g: Game71) -> str:
        if self.crowded >= 0:
            return f"{g.board.describe(self.crowded)} holds too much: which unit leaves?"
        return "Pick a unit to move, or end the phase."

    def title(self, g: Game71) -> str:
        return ""

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else MovementPhase(by=self.by, second=self.second, left=0)


@rule("Entrenchment.F", "Allied.Assault")
def end_movement(g: Game71, side: Side, second: bool) -> Step:
    """Empty entrenchments vanish; on the first day, forces that did not land wait for a later turn."""
    for space in each(g.dug_in[side]):
        g.abandon(space, side)
    if side == ALLIED and g.turn == 1 and not second:
        for box in g.board.beach_boxes:
            while unit := g.here.get(box, 0):
                g.place(lowest(unit), g.board.britain)
    return DONE


def why_not_select(g: Game71, side: Side, unit: UnitId, second: bool) -> Because:
    """Why a unit cannot be moved now."""
    board = g.board
    name = board.unit_name(unit)
    if board.side_of[unit] != side:
        return Because("Movement.D", f"{name} is not yours: only the side whose phase it is moves")
    if g.digging >> unit & 1:
        return Because("Entrenchment.Attempt", f"{name} is digging in and does nothing else this turn")
    if g.cut_off >> unit & 1:
        return Because("Movement.M", f"{name} has not been in supply since it dropped")
    if g.space[unit] < 0 or g.space[unit] >= board.first_box:
        if g.due >> unit & 1 and second:
            return Because("Play.2C", f"{name} enters in a first movement phase only")
        return Because("Movement", f"{name} is not on the map")
    if landing_turn(g, side) and held_on_landing(g, second) >> unit & 1:
        return Because("Invasion.4B" if second else "Invasion.2", f"{name} does not move where it has just come down")
    return Because("Movement.H", f"{name} has been moved in this phase")
