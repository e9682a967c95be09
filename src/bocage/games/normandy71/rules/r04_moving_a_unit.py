"""One unit moves: a hex to go to, a detour, the way off the map, or a change of shape on the spot."""

from collections.abc import Iterator

from bocage.games.normandy71.rules.r04_destinations import EVERYTHING, all_if, destinations, detours, exits
from bocage.games.normandy71.rules.r04_movement import go, ground, has_room, leave_map, walk
from bocage.games.normandy71.rules.r07_zones_of_control import zone
from bocage.games.normandy71.rules.r08_making_room import Jam
from bocage.games.normandy71.rules.r08_regrouping import After, JoinUp, breakers, crowd_at, merge, uncover, wholes
from bocage.games.normandy71.rules.r08_stacking import break_down, fits, may_be_rebuilt, most, rebuildable
from bocage.games.normandy71.rules.r09_supply import supplied
from bocage.games.normandy71.secrecy import Hidden
from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Bar, Offer, PickSpace, PickUnit, bar, only, open_if
from bocage.kernel.flow import Done, Step, replace
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.movement import Reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each

NOT_ITS_TURN = ("Movement.C", "another unit is on the move, not {}")


@rule("Movement.C", "Movement.F")
class MoveUnit(Hidden, frozen=True):
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
    """A hex that holds too much, from which the unit comes."""

    def reach(self, g: Game71) -> Reach:
        """What the unit can get to from here."""
        fresh = not (self.afloat or self.under_way)
        return walk(g, self.unit, self.at, self.points, self.second, fresh=fresh)

    def ends(self, g: Game71) -> list[Space]:
        """The hexes where the move may end, the one it begins in left out."""
        reached, allowed = self.reach(g), ground(g, self.unit, self.origin)
        if reached.spaces & ~allowed:
            found = [space for space in reached.cost if allowed & BITS[space]]
        else:
            found = list(reached.cost)
        if self.afloat:
            found.append(self.at)
        if self.crowded < 0 or self.rest_fits(g):  # most hexes are empty, and then there is nothing to ask
            here, unit, tight = g.here, self.unit, g.board.bocage
            shut = [
                s
                for s in found
                if s in here
                and (here[s] & here[s] - 1 or tight & BITS[s])  # in the open two always have room
                and not (has_room(g, unit, s) or self.can_make_room(g, s))
            ]
            return [space for space in found if space not in shut] if shut else found
        return [space for space in found if self.may_stop(g, space)]

    @rule("Stacking.A", "Movement.F")
    def may_stop(self, g: Game71, space: Space) -> bool:
        """A full hex may be entered if it can be put in order, and none left behind that cannot."""
        free = has_room(g, self.unit, space)
        if self.crowded >= 0 and not self.leaves_order(g, space, free=free):
            return False
        return free or self.can_make_room(g, space)

    def rest_fits(self, g: Game71) -> bool:
        """Whether those left behind in the crowded hex are few enough."""
        return fits(g, g.units_at(self.crowded, self.by) & ~(1 << self.unit), self.crowded)

    def leaves_order(self, g: Game71, space: Space, *, free: bool) -> bool:
        """Whether the crowded hex can be put in order once this unit has left it for another."""
        me = 1 << self.unit
        rest = g.units_at(self.crowded, self.by) & ~me
        if self.rest_fits(g) or not free:
            return self.rest_fits(g)
        jam = Jam(g, self.by, self.crowded, second=self.second, gone=me)
        key = ("way out", self.crowded, rest, self.left, me, self.second)
        taken = g.cached(key, lambda _: jam.way_out(rest, self.left))
        if taken is None or space not in taken:  # this unit is in nobody's way
            return taken is not None
        return jam.settles(rest, self.left, {space: me})

    def can_make_room(self, g: Game71, space: Space) -> bool:
        """Whether those in a full hex can put it in order if this unit joins them."""
        units = g.units_at(space, self.by) | 1 << self.unit
        if not (units & self.left or may_be_rebuilt(g, units)):
            return False  # all have moved
        return Jam(g, self.by, space, second=self.second, gone=1 << self.unit).settles(units, self.left)

    def may_stay(self, g: Game71) -> bool:
        """A unit in its box waits there; one on the map stays where it may end, if the hex can be put in order."""
        if self.afloat:
            return True  # it waits in its box
        if self.under_way and not ground(g, self.unit, self.origin) & bit(self.at):
            return False
        if self.crowded not in (NOWHERE, self.at) and not self.may_stop(g, self.at):
            return False  # a detour out of a crowded hex
        units = g.units_at(self.at, self.by) | 1 << self.unit
        if fits(g, units, self.at) or Jam(g, self.by, self.at, second=self.second).settles(units, self.left):
            return True
        # Commandos that land in one hex may find no way out of it (Invasion.2).
        return self.crowded < 0 and not self.under_way and not self.ends(g)

    @rule("Movement.K", "Supply.H", "Victory.City")
    def waypoints(self, g: Game71) -> list[Space]:
        """Hexes worth a detour, because they change hands: it may end there, or go on to where it may."""
        reached = self.reach(g)
        wanted = self.wanted(g) & reached.spaces
        if not wanted:
            return []
        near = [space for space, cost in reached.cost.items() if cost < self.points and wanted & BITS[space]]
        return [space for space in near if self.may_rest(g, space) or self.beyond(g, space).ends(g)]

    def may_rest(self, g: Game71, space: Space) -> bool:
        """Whether the move could as well end in a hex on its way."""
        allowed = ground(g, self.unit, self.origin) & BITS[space]
        return bool(allowed) and has_room(g, self.unit, space) and self.may_stop(g, space)

    def wanted(self, g: Game71) -> Spaces:
        """Cities and beaches that change hands when the unit passes through."""
        if self.by == ALLIED:
            return g.board.city_hexes & ~g.allied_cities
        return g.allied_cities | g.invaded & ~g.lost_beaches

    def beyond(self, g: Game71, space: Space) -> "MoveUnit":
        """The rest of the move, from a hex on the way."""
        left = self.points - self.reach(g).cost[space]
        return replace(self, at=space, points=left, under_way=True, afloat=False)

    @rule("Victory.Exit")
    def ways_out(self, g: Game71) -> list[Space]:
        """The road hexes by which the unit can leave the map with the points it has, in supply to the last."""
        board = g.board
        if self.by != ALLIED or g.turn == 1 or g.unsupplied >> self.unit & 1:
            return []
        reached = self.reach(g)
        cost, found = reached.cost, []
        for space in each(board.exit_hexes & (reached.spaces | bit(self.at)) & supplied(g, self.by)):
            spent = 0 if space == self.at and not self.afloat else cost.get(space)
            if spent is not None and spent + self._off_cost(g, space) <= self.points:
                found.append(space)
        return [] if self.jammed(g) else found

    def jammed(self, g: Game71) -> bool:
        """Whether the hex the unit stands in holds too much and could not be put in order if it left the map."""
        return self.crowded >= 0 and not self.leaves_order(g, g.board.lost, free=True)

    def _off_cost(self, g: Game71, space: Space) -> int:
        """One more step along the road, out of an enemy zone if the hex is in one."""
        board = g.board
        fast = board.fast[self.unit]
        toll = board.cost["leave-zone"][fast] if zone(g, other(self.by)) & bit(space) else 0
        return board.cost["road"][fast] + toll

    def offers(self, g: Game71) -> Iterator[Offer]:
        board, me = g.board, 1 << self.unit
        yield destinations(g, self)
        yield detours(g, self)
        yield exits(g, self)
        stay = (self.unit,) if self.may_stay(g) else ()
        yield PickUnit("stay", g, among=stay, hints=lambda: self.why_go_on(g))
        idle = not self.under_way
        yield open_if(idle and me & board.breakable, "break", lambda: self.parts(g))
        yield open_if(idle and g.spare and me & board.part_units, "rebuild", lambda: self.larger(g))
        yield open_if(idle and g.dug_in[self.by] & bit(self.at), "uncover", lambda: self.trenches(g))

    def parts(self, g: Game71) -> Offer:
        """The unit may break down on the spot."""
        return PickUnit("break", g, only(1 << self.unit, *NOT_ITS_TURN), *self.in_the_middle(g), *breakers(g))

    def larger(self, g: Game71) -> Offer:
        """The unit may be rebuilt with others in its hex."""
        busy = self.in_the_middle(g)
        return wholes(g, self.by, self.unit, self.left | 1 << self.unit, *busy, second=self.second)

    def trenches(self, g: Game71) -> Offer:
        """The entrenchment in which the unit stands may be given up."""
        here = 0 if self.afloat else bit(self.at)
        return PickSpace(
            "uncover",
            g,
            *self.in_the_middle(g),
            only(here, "Entrenchment.E", "the unit that moves now does not stand in {}"),
            only(g.dug_in[self.by], "Entrenchment.E", "there is no entrenchment of yours in {}"),
        )

    def not_me(self, g: Game71) -> Iterator[Bar]:
        """One unit at a time."""
        yield only(1 << self.unit, "Movement.C", f"{g.board.unit_title(self.unit)} is on the move now")

    def in_the_middle(self, g: Game71) -> tuple[Bar, ...]:
        """Shapes change before a move or after it."""
        if not self.under_way:
            return ()
        what = f"{g.board.unit_title(self.unit)} is on the move and must end it first"
        return (bar(EVERYTHING, "Movement.H", what),)

    def why_go_on(self, g: Game71) -> Iterator[Bar]:
        """Why a unit cannot stay where it is."""
        yield from self.not_me(g)
        if self.may_stay(g):
            return
        where = g.board.describe(self.at)
        unfed = self.under_way and not ground(g, self.unit, self.origin) & bit(self.at)
        yield all_if(unfed, "Movement.K", f"the move may pass through {where}, but not end there")
        yield bar(EVERYTHING, "Stacking.A", f"{where} holds more than {most(g, self.at)}")

    def chosen(self, g: Game71, action: Action) -> Step:
        verb = action[0]
        if verb == "move":
            return self.move(g, action[2])
        if verb == "via":
            then = self.beyond(g, action[2])
            go(g, self.unit, self.path(g, action[2]))
            return then
        if verb == "exit":
            leave_map(g, self.unit, self.path(g, action[2]))
        elif verb == "break":
            fresh = break_down(g, self.unit)
            return Done(After(fresh=fresh, crowded=crowd_at(g, self.by, self.at, afloat=self.afloat)))
        elif verb == "rebuild":
            return Done(merge(g, self.unit, action[1], self.left | 1 << self.unit))
        elif verb == "uncover":
            uncover(g, self.by, self.at)
            return Done(After(fresh=1 << self.unit, crowded=self.crowded))
        return Done(After(crowded=self.still_crowded(g)))

    def still_crowded(self, g: Game71) -> Space:
        """The hex that has to be put in order next, if any."""
        for space in (self.crowded, self.at):
            if space >= 0 and not self.afloat and crowd_at(g, self.by, space) >= 0:
                return space
        return NOWHERE

    def path(self, g: Game71, to: Space) -> list[Space]:
        """The whole way, from the box if the unit comes from one."""
        way = self.reach(g).path(to)
        return [g.space[self.unit], *way] if self.afloat else way

    def move(self, g: Game71, to: Space) -> Step:
        """Go there; somebody may have to leave, or battalions may join up."""
        go(g, self.unit, self.path(g, to))
        there = replace(self, at=to, afloat=False)
        crowded = there.still_crowded(g)
        if crowded in (NOWHERE, to) and rebuildable(g, self.unit):
            return JoinUp(by=self.by, unit=self.unit, left=self.left, second=self.second)
        return Done(After(crowded=crowded))

    def prompt(self, g: Game71) -> str:
        return f"Where does {g.board.unit_name(self.unit)} go?"

    def title(self, g: Game71) -> str:
        return g.board.counters[self.unit].name
