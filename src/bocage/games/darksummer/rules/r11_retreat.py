"""11.3.7 Retreat: two hexes towards the nearest source of supply, hex by hex, each unit by itself."""

from collections.abc import Iterator, Sequence

from bocage.games.darksummer.rules.r03_victory import take_control
from bocage.games.darksummer.rules.r05_stacking import enforce_by_owner, has_room, mixed_armies
from bocage.games.darksummer.rules.r06_zones_of_control import barring
from bocage.games.darksummer.rules.r13_cherbourg import reachable_c_hexes
from bocage.games.darksummer.rules.r13_supply import in_supply, sources
from bocage.games.darksummer.rules.r15_boundary import beyond_boundary
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, hint, only
from bocage.kernel.counters import each_unit, other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.retreat import AVOID, FREE, LOSS, UNWANTED, Path, Route, next_steps, routes
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

LENGTH = 2


@rule("11.3.7")
def shut_to(g: DarkSummer, unit: UnitId) -> Spaces:
    """Hexes that no retreat may enter: enemies, their zones unless negated, Open Beaches for Germans, the other army's
    Exit markers for the Allies (10.1).
    """
    counter = g.board.units[unit]
    found = g.hexes_of(other(counter.side)) | barring(g, counter.side)
    return found | (g.open_beaches if counter.side == GERMAN else g.exits[counter.army.rival])


@rule("11.3.7")
def nearest_sources(g: DarkSummer, unit: UnitId, origin: Space) -> list[Space]:
    """The nearest sources, one of which the retreat should lead towards."""
    return g.board.atlas.nearest(origin, sources(g, g.board.units[unit].army))


@rule("11.3.7")
def ways_to_cherbourg(g: DarkSummer, unit: UnitId, origin: Space) -> list[Space]:
    """Until Cherbourg falls, the C hexes to which a German who is cut off can trace a path: he may go there instead."""
    if g.board.units[unit].side != GERMAN or g.cherbourg_taken or in_supply(g, unit):
        return []
    return list(each(reachable_c_hexes(g, origin)))


@rule("11.3.7", "10.1", "15")
def ways_back(g: DarkSummer, unit: UnitId, origin: Space) -> list[Route]:
    """The ways that a unit may retreat: towards supply if at all possible, across the Boundary only if there is no
    other way, Germans not to end in a C, W or S hex if it can be helped; into an Open Beach one hex is enough.
    """
    if g.board.roster.immobile >> unit & 1:
        return []
    found = _best(g, unit, origin, nearest_sources(g, unit, origin) or [None])
    missed = next(iter(found)).cost // AVOID if found else LOSS
    north = _best(g, unit, origin, ways_to_cherbourg(g, unit, origin))
    return sorted(found | {route for route in north if route.cost // AVOID <= missed})


def _best(g: DarkSummer, unit: UnitId, origin: Space, goals: Sequence[Space | None]) -> set[Route]:
    """The best ways towards any of some goals: one that cannot be approached is no excuse to go elsewhere while another
    can. Who may halt in an Open Beach need not: he may also go on from any first hex that is as good.
    """
    found = _least({route for goal in goals for route in _towards(g, unit, origin, goal)})
    halts = [route.cost for route in found if len(route.path) <= LENGTH]
    if not halts:
        return found
    return found | _least({r for goal in goals for r in _towards(g, unit, origin, goal, halts=False, first=halts[0])})


def _least(found: set[Route]) -> set[Route]:
    least = min((route.cost for route in found), default=0)
    return {route for route in found if route.cost == least}


def _towards(
    g: DarkSummer, unit: UnitId, origin: Space, goal: Space | None, *, halts: bool = True, first: int | None = None
) -> list[Route]:
    """The best ways towards a goal: with or without a halt in an Open Beach, the first hex at a given cost at most."""
    atlas, counter = g.board.atlas, g.board.units[unit]
    shut, closed = shut_to(g, unit), beyond_boundary(g, counter.army)
    motor = counter.motorized
    rivals = mixed_armies(g, counter.army)
    stops = g.open_beaches & ~rivals if counter.side == ALLIED and halts else 0
    poor_end = atlas.no_stop if counter.side == GERMAN else 0

    def toll(path: Path, to: Space) -> int | None:
        at = path[-1]
        if shut & BITS[to] or (motor and not atlas.motor_can_cross(at, to)):
            return None
        cost = LOSS if closed & BITS[to] else FREE
        if goal is not None and atlas.distance(to, goal) >= atlas.distance(at, goal):
            cost += AVOID
        if len(path) == 1 and first is not None and cost > first:
            return None
        if len(path) == LENGTH:
            if rivals & BITS[to]:
                return None
            cost += UNWANTED if poor_end & BITS[to] else FREE
        return cost

    def may_end(path: Path) -> bool:
        if len(path) == LENGTH + 1:
            return True
        return bool(stops & BITS[path[-1]]) and has_room(g, unit, path[-1])

    return routes(origin, LENGTH, atlas.around, toll, may_end=may_end, distance=atlas.distance)


@rule("11.3.7")
class Retreat(Procedure[DarkSummer], frozen=True):
    """All units of a beaten stack go back; who has no way is eliminated; the owner mends overstacking."""

    side: Side
    units: Units
    origin: Space

    def start(self, g: DarkSummer) -> Step:
        left = self._waiting(g)
        for unit in each_unit(left):
            if not ways_back(g, unit, self.origin):
                g.eliminate(unit, "11.3.7")
        left = self._waiting(g)
        if left:
            return Call(RetreatUnits(by=self.side, units=left, origin=self.origin), then=self.again)
        return Call(enforce_by_owner(self.side), then=self.finish)

    def _waiting(self, g: DarkSummer) -> Units:
        return self.units & g.here.get(self.origin, 0)

    def finish(self, g: DarkSummer, _: object) -> Step:
        return DONE

    def title(self, g: DarkSummer) -> str:
        return f"Retreat from {g.board.names[self.origin]}"


@rule("11.3.7")
class RetreatUnits(Decision[DarkSummer], frozen=True):
    """The owner walks one unit after another back, hex by hex; `walked` is the way of the unit that is walking."""

    units: Units
    origin: Space
    walker: UnitId = UnitId(-1)
    walked: tuple[Space, ...] = ()

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        walking = self.walked
        who = 1 << self.walker if walking else self.units
        yield PickUnit(
            "retreat",
            g,
            only(self.units, "11.3.7", "{} does not retreat now"),
            only(who, "11.3.7", lambda _: f"{g.board.unit_title(self.walker)} finishes its retreat first"),
            then=lambda unit: self._steps(g, unit),
        )
        yield Act(
            "halt", bar(not self._complete(g), "11.3.7", "only a retreat into an Open Beach may end after one hex")
        )

    def _complete(self, g: DarkSummer) -> bool:
        """Whether the way walked so far is a whole retreat: one hex into an Open Beach."""
        found = ways_back(g, self.walker, self.origin) if self.walked else []
        return any(route.path == self.walked for route in found)

    def _steps(self, g: DarkSummer, unit: UnitId) -> PickSpace:
        path = self.walked or (self.origin,)
        way = next_steps(ways_back(g, unit, self.origin), path)
        name = g.board.unit_title(unit)
        shut = shut_to(g, unit)
        return PickSpace(
            "retreat",
            g,
            only(g.board.atlas.ring[path[-1]], "11.3.7", lambda to: f"{g.board.describe(to)} is not the next hex"),
            bar(shut & ~way, "11.3.7", lambda to: f"enemies or their zones bar {name} from {g.board.describe(to)}"),
            hint(lambda: ~way, "11.3.7", lambda _: f"{name} must go towards its supply, two hexes away"),
            only(way, "11.3.7", "no retreat leads through {}"),
            before=(unit,),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "halt":
            return self._arrive(g, self.walker, self.walked)
        unit, to = UnitId(action[1]), Space(action[2])
        path = (*(self.walked or (self.origin,)), to)
        if next_steps(ways_back(g, unit, self.origin), path):
            return replace(self, walker=unit, walked=path)
        return self._arrive(g, unit, path)

    def _arrive(self, g: DarkSummer, unit: UnitId, path: tuple[Space, ...]) -> Step:
        g.place(unit, path[-1])
        g.retreated |= 1 << unit
        g.emit(Moved(unit=unit, path=path, how="retreats to", rule="11.3.7"))
        take_control(g, g.board.units[unit].side, path)
        return DONE

    def prompt(self, g: DarkSummer) -> str:
        if self.walked:
            return f"Where does {g.board.unit_title(self.walker)} end its retreat?"
        return f"Who retreats from {g.board.describe(self.origin)}, and where to?"

    def title(self, g: DarkSummer) -> str:
        return ""
