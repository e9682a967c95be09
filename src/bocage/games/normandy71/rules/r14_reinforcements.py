"""German reinforcements: they enter over the edge their order of battle names, or wait."""

from collections.abc import Iterator

from bocage.games.normandy71.board import union
from bocage.games.normandy71.rules.r04_movement import allowance, go, ground, has_room, walk
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r08_making_room import Jam
from bocage.games.normandy71.rules.r11_terrain import landing_cost
from bocage.games.normandy71.secrecy import Hidden
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.flow import DONE, Done, Procedure, Step
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, each


@rule("German")
class Reinforce(Procedure[Game71], frozen=True):
    """What the order of battle brings this turn joins what was held back before."""

    called = ""

    def start(self, g: Game71) -> Step:
        g.due |= g.board.due(g.order, g.turn)
        return DONE


@rule("German", "German.Entry")
class EnterMap(Hidden, frozen=True):
    """Where a reinforcement comes onto the map; it may also be held back. The result is its hex, or nowhere."""

    called = "Reinforcements"
    unit: UnitId
    left: Units = 0
    """The others that have not moved."""

    def offers(self, g: Game71) -> Iterator[Offer]:
        me = only(1 << self.unit, "Movement.C", lambda _: f"{g.board.unit_title(self.unit)} is to enter now")
        yield PickUnit("enter", g, me, then=lambda _: entries(g, self.unit, self.left))
        yield PickUnit("hold", g, me)

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "hold":
            return Done(NOWHERE)
        g.due &= ~(1 << self.unit)
        go(g, self.unit, [NOWHERE, action[2]])
        return Done(action[2])

    def prompt(self, g: Game71) -> str:
        return f"Where does {g.board.unit_name(self.unit)} enter the map?"


@rule("German.Entry")
def entries(g: Game71, unit: UnitId, left: Units) -> PickSpace:
    """The edge hexes open to a reinforcement: on its edge, free of Allied units and zones, with room or a way on."""
    allies = held(g, ALLIED) | zone(g, ALLIED)
    board = g.board
    return PickSpace(
        "enter",
        g,
        only(
            edge_of(g, unit),
            "German.Entry",
            lambda to: f"{board.unit_title(unit)} does not arrive at {board.describe(to)}",
        ),
        bar(allies, "German.Entry", "{} is held or controlled by the Allies"),
        only(
            entry_hexes(g, unit, left),
            "Stacking",
            lambda to: (
                f"{board.describe(to)} is full, {board.unit_title(unit)} has no points to go on, "
                "and nobody can make room"
            ),
        ),
        before=(unit,),
    )


def entry_hexes(g: Game71, unit: UnitId, left: Units = 0) -> Spaces:
    """The hexes where it may enter."""
    free = edge_of(g, unit) & ~(held(g, ALLIED) | zone(g, ALLIED))
    here = g.here  # an empty hex has room
    return free & ~union(BITS[to] for to in each(free) if to in here and not may_enter(g, unit, to, left))


@rule("Movement.F", "Stacking.A")
def may_enter(g: Game71, unit: UnitId, space: Space, left: Units) -> bool:
    """Whether an edge hex has room, or the unit can go on from it, or others can leave it."""
    if has_room(g, unit, space) or goes_on(g, unit, space):
        return True
    side = g.board.side_of[unit]
    return Jam(g, side, space, second=False).settles(g.units_at(space, side) | 1 << unit, left)


@rule("Movement.F")
def goes_on(g: Game71, unit: UnitId, space: Space) -> bool:
    """Whether a unit that enters a full hex has the points to leave it for one with room."""
    far = walk(g, unit, space, points_inside(g, unit, space), second=False, fresh=False)
    allowed = ground(g, unit, space)
    return any(allowed & bit(end) and has_room(g, unit, end) for end in far.cost)


def points_inside(g: Game71, unit: UnitId, space: Space) -> int:
    """The movement points that a reinforcement has left when it has entered its first hex."""
    return max(0, allowance(g, unit, second=False) - entry_price(g, unit, space))


def edge_of(g: Game71, unit: UnitId) -> Spaces:
    """The hexes of the edges that the order of battle gives a unit."""
    return g.board.unit_hexes.get(g.order, {}).get(unit, 0)


def entry_price(g: Game71, unit: UnitId, space: Space) -> int:
    """The first hex counts: a third of a point where a road leads in, its terrain elsewhere."""
    board = g.board
    fast = board.fast[unit]
    if bit(space) & board.exit_hexes:
        return board.cost["road"][fast]
    return landing_cost(board, space, fast=fast)
