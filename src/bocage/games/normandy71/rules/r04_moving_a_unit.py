"""One unit moves: a hex to go to, a detour, the way off the map, or a change of shape on the spot."""

from typing import NamedTuple

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.rules.r04_movement import go, ground, has_room, leave_map, walk, why_not_end, why_not_reach
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r08_stacking import (
    break_down,
    can_break_down,
    fits,
    rebuild,
    rebuildable,
    room_near,
    surplus,
)
from bocage.games.normandy71.rules.r09_supply import supplied
from bocage.games.normandy71.secrecy import OutOfSight
from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision, Done, Frame, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.movement import Reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each
from bocage.kernel.verdict import Because


class After(NamedTuple):
    """What a move leaves behind: units that may move now, units that may not any more, a hex too full."""

    fresh: Units = 0
    gone: Units = 0
    crowded: Space = NOWHERE


class MoveUnit(Decision[Game71], frozen=True):
    """Where one unit goes."""

    unit: UnitId
    left: Units
    """The others that have not moved."""
    second: bool
    at: Space
    """Where the rest of the move begins."""
    origin: Space
    """Where the unit stood when the phase began."""
    points: int
    afloat: bool = False
    """It is still in its box, and the beach is the first hex it enters."""
    under_way: bool = False
    """It has moved already, and may go on or stop."""
    crowded: Space = NOWHERE

    def reach(self, g: Game71) -> Reach:
        """What the unit can get to from here."""
        fresh = not (self.afloat or self.under_way)
        return g.cached(
            ("reach", self.unit, self.at, self.points),
            lambda g: walk(g, self.unit, self.at, self.points, self.second, fresh=fresh),
        )

    def ends(self, g: Game71) -> list[Space]:
        """The hexes where the move may end, the one it begins in left out."""
        allowed, here = ground(g, self.unit, self.origin), g.here
        found = [space for space in self.reach(g).cost if allowed & BITS[space]]
        if self.crowded >= 0:
            return [space for space in found if has_room(g, self.unit, space)]
        return [
            space
            for space in found
            if space not in here or has_room(g, self.unit, space) or self.can_make_room(g, space)
        ]

    @rule("Stacking.A", "Movement.F")
    def can_make_room(self, g: Game71, space: Space) -> bool:
        """A full hex may be entered if somebody there can leave it at once: the limits hold when a phase ends."""
        units = g.units_at(space, self.by) | 1 << self.unit
        leavers = units & self.left
        return any(fits(g, units & ~(1 << unit), space) and can_leave(g, unit) for unit in each_unit(leavers))

    def options(self, g: Game71) -> list[Action]:
        unit = self.unit
        ends = self.ends(g)
        found: list[Action] = [("move", unit, space) for space in ends]
        if self.afloat and has_room(g, unit, self.at):
            found.append(("move", unit, self.at))
        found += [("via", unit, space) for space in self.waypoints(g, ends)]
        if self.crowded >= 0:
            return found
        found += [("exit", unit, space) for space in self.ways_out(g)]
        found.append(("stay", unit))
        if not (self.afloat or self.under_way):
            found += self.changes(g)
        return found

    def waypoints(self, g: Game71, ends: list[Space]) -> list[Space]:
        """Hexes worth a detour: cities and beaches that change hands when a unit passes through."""
        if self.by == ALLIED:
            wanted = g.board.city_hexes & ~g.allied_cities
        else:
            wanted = g.allied_cities | g.invaded & ~g.lost_beaches
        if not wanted or self.crowded >= 0:
            return []
        cost = self.reach(g).cost
        return [s for s in ends if wanted & BITS[s] and cost[s] < self.points and has_room(g, self.unit, s)]

    @rule("Victory.Exit")
    def ways_out(self, g: Game71) -> list[Space]:
        """The road hexes by which the unit can leave the map with the points it has, in supply to the last."""
        board = g.board
        if self.by != ALLIED or g.turn == 1 or g.unsupplied >> self.unit & 1:
            return []
        cost = self.reach(g).cost
        found = []
        for space in each(board.exit_hexes & supplied(g, self.by)):
            spent = 0 if space == self.at and not self.afloat else cost.get(space)
            if spent is not None and spent + self._off_cost(g, space) <= self.points:
                found.append(space)
        return found

    def _off_cost(self, g: Game71, space: Space) -> int:
        """One more step along the road, out of an enemy zone if the hex is in one."""
        board = g.board
        fast = board.fast[self.unit]
        toll = board.cost["leave-zone"][fast] if zone(g, other(self.by)) & bit(space) else 0
        return board.cost["road"][fast] + toll

    def changes(self, g: Game71) -> list[Action]:
        """Breaking down, rebuilding, and giving up an entrenchment."""
        found: list[Action] = []
        if can_break_down(g, self.unit) and self.can_spread_out(g):
            found.append(("break", self.unit))
        if self.unit in g.board.part_units:
            found += [("rebuild", larger) for larger, _ in rebuildable(g, self.unit)]
        if g.dug_in[self.by] & bit(self.at):
            found.append(("uncover", self.at))
        return found

    @rule("Stacking.C")
    def can_spread_out(self, g: Game71) -> bool:
        """Battalions that have no room in the hex must be able to step out of it in the same phase."""
        board = g.board
        here = g.units_at(self.at, self.by) & ~(1 << self.unit)
        over = surplus(g, here, len(board.parts[board.model[self.unit]]), self.at)
        if not over:
            return True
        stuck = board.armor & g.unsupplied & 1 << self.unit
        return not stuck and over <= room_near(g, self.by, self.at, safe_ground(g, self.unit, self.at))

    def chosen(self, g: Game71, action: Action) -> Step:
        verb = action[0]
        if verb == "move":
            return self.move(g, action[2])
        if verb == "via":
            spent = self.reach(g).cost[action[2]]
            go(g, self.unit, self.path(g, action[2]))
            return replace(self, at=action[2], points=self.points - spent, under_way=True, afloat=False)
        if verb == "exit":
            leave_map(g, self.unit, self.path(g, action[2]))
        elif verb == "break":
            made = break_down(g, self.unit)
            crowded = NOWHERE if fits(g, g.units_at(self.at, self.by), self.at) else self.at
            return Done(After(fresh=made, crowded=crowded))
        elif verb == "rebuild":
            return Done(merge(g, self.unit, action[1], self.left | 1 << self.unit))
        elif verb == "uncover":
            uncover(g, self.by, self.at)
            return Done(After(fresh=1 << self.unit))
        return Done(After())

    def path(self, g: Game71, to: Space) -> list[Space]:
        """The whole way, from the box if the unit comes from one."""
        way = self.reach(g).path(to)
        return [g.space[self.unit], *way] if self.afloat else way

    def move(self, g: Game71, to: Space) -> Step:
        """Go there; somebody may have to leave, or battalions may join up."""
        go(g, self.unit, self.path(g, to))
        crowded = self.crowded
        if crowded < 0 and not fits(g, g.units_at(to, self.by), to):
            crowded = to
        elif crowded >= 0 and fits(g, g.units_at(crowded, self.by), crowded):
            crowded = NOWHERE
        if crowded < 0 and self.unit in g.board.part_units and rebuildable(g, self.unit):
            return JoinUp(by=self.by, unit=self.unit, left=self.left)
        return Done(After(crowded=crowded))

    def refuse(self, g: Game71, action: Action) -> Because:
        verb = action[0]
        if len(action) > 1 and verb in ("move", "via", "stay", "exit", "break") and action[1] != self.unit:
            return Because("Movement.C", f"it is {g.board.unit_name(self.unit)} that moves now, one unit at a time")
        if verb == "move":
            if action[2] in self.reach(g).cost or (self.afloat and action[2] == self.at):
                because = why_not_end(g, self.unit, action[2], self.origin)
                if because is not None:
                    return because
            return why_not_reach(g, self.unit, action[2], self.at, points=self.points, second=self.second)
        return Because(*REFUSALS.get(verb, ("Movement", "pick a hex for the unit, or let it stay")))

    def prompt(self, g: Game71) -> str:
        return f"Where does {g.board.unit_name(self.unit)} go?"

    def title(self, g: Game71) -> str:
        return g.board.counters[self.unit].name

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else OutOfSight(by=self.by, what="moves")


REFUSALS = {
    "via": ("Movement.C", "a detour leads only through cities and beaches that would change hands"),
    "exit": ("Victory.Exit", "units leave by a road at the edge, in supply and with a third of a point to spare"),
    "break": ("Stacking.B", "this unit does not break down, or its battalions would have no room"),
    "rebuild": ("Stacking.E", "the parts of that unit do not stand in this hex"),
    "uncover": ("Entrenchment.E", "there is no entrenchment of yours in this hex"),
    "stay": ("Stacking.A", "the hex holds too much: this unit must leave it"),
}


class JoinUp(Decision[Game71], frozen=True):
    """Battalions that have come together may be rebuilt into a larger unit."""

    unit: UnitId
    left: Units

    def options(self, g: Game71) -> list[Action]:
        found: list[Action] = [("rebuild", larger) for larger, _ in rebuildable(g, self.unit)]
        found.append(("decline",))
        return found

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "rebuild":
            return Done(merge(g, self.unit, action[1], self.left))
        return Done(After())

    def refuse(self, g: Game71, action: Action) -> Because:
        return Because("Stacking.E", "rebuild one of the larger units, or decline")

    def prompt(self, g: Game71) -> str:
        return f"Is {g.board.unit_name(self.unit)} rebuilt with the others in its hex?"

    def title(self, g: Game71) -> str:
        return "Rebuilding"

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else OutOfSight(by=self.by, what="moves")


def merge(g: Game71, unit: UnitId, larger: UnitId, unmoved: Units) -> After:
    """A unit rebuilt from parts that have not moved may still move; one moved part holds it back."""
    parts = dict(rebuildable(g, unit))[larger]
    rebuild(g, larger, parts)
    return After(fresh=0 if parts & ~unmoved else 1 << larger, gone=parts)


def can_leave(g: Game71, unit: UnitId) -> bool:
    """Whether a unit surely has a step out of its hex: into an adjacent one with room and supply."""
    if g.board.armor & g.unsupplied & 1 << unit:
        return False
    space = g.space[unit]
    near = g.board.country.spread(bit(space)) & safe_ground(g, unit, space)
    return any(has_room(g, unit, to) for to in each(near))


def safe_ground(g: Game71, unit: UnitId, origin: Space) -> Spaces:
    """Hexes where a unit may end its move as far as enemies and supply go."""
    side = g.board.side_of[unit]
    safe = ground(g, unit, origin) & ~held(g, other(side))
    if g.turn == 1 and g.board.commandos >> unit & 1:
        safe &= ~zone(g, other(side))
    return safe


@rule("Entrenchment.E")
def uncover(g: Game71, side: Side, space: Space) -> None:
    """A side gives up an entrenchment: the marker goes and what it hid lies open."""
    g.reveal(g.units_at(space, side), "Entrenchment.E")
    g.dug_in[side] &= ~bit(space)
    g.touch()
