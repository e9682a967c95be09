"""Movement: how far a unit goes, and where it may end."""

from bocage.games.normandy71.rules.r07_zones_of_control import held, nearly_shut, shut, tolls, zone
from bocage.games.normandy71.rules.r08_stacking import fits
from bocage.games.normandy71.rules.r09_supply import closer, enter_beach, exempt, supplied
from bocage.games.normandy71.rules.r11_terrain import landing_cost
from bocage.games.normandy71.sides import ALLIED, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.events import Moved
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.movement import Reach, reach
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit, spaces

WALKS = 1000
"""How many walks past no enemy are remembered."""


@rule("Movement.A", "Movement.J", "Movement.C", "Invasion.4B")
def allowance(g: Game71, unit: UnitId, second: bool) -> int:
    """A unit's movement points in sixths: half without supply, and half after the landing for every Allied unit."""
    points = g.board.points[unit]
    if g.unsupplied >> unit & 1:
        points //= 2
    if second and landing_turn(g, g.board.side_of[unit]):
        points //= 2
    return points


def landing_turn(g: Game71, side: Side) -> bool:
    """Is it the Allied part of the first turn, with its own rules for movement?"""
    return g.turn == 1 and side == ALLIED


@rule("Movement.G", "Movement.N", "Invasion.2")
def walk(g: Game71, unit: UnitId, start: Space, points: int, second: bool, *, fresh: bool) -> Reach:
    """The hexes a unit can get to: never through enemies, and always one hex unless it is armour without supply.

    On the day of the landing the Allies use no roads, and commandos keep out of enemy zones as they come ashore.
    """
    board = g.board
    side, fast, me = board.side_of[unit], board.fast[unit], 1 << unit
    invading = landing_turn(g, side)
    wary = invading and not second and bool(board.commandos & me)
    one = fresh and not board.armor & g.unsupplied & me
    # It changes only with the enemy's units: it is known for anyone else who sets out from there as fast.
    key = (start, points, fast, not invading, wary, one)
    return g.by_side(other(side), key, lambda g: _reach(g, side, *key))


def _reach(g: Game71, side: Side, start: Space, points: int, fast: bool, roads: bool, wary: bool, one: bool) -> Reach:
    """Where no enemy is near, the map alone says how far one gets: such walks are remembered from game to game."""
    board, hostile, key = g.board, shut(g, side), (start, points, fast, roads, one)
    known = board.walks.get(key)
    if known is not None and not (known.spaces | BITS[start]) & hostile:
        return known
    block = held(g, other(side))
    if wary:
        block |= zone(g, other(side))
    enter, leave = tolls(g, side, fast)
    found = reach(
        board.edges_of[fast, roads],
        start,
        points,
        block=block,
        enter=enter,
        leave=leave,
        minimum_one=one,
        least=board.least_of[fast, roads],
    )
    if not (found.spaces | BITS[start]) & nearly_shut(g, side):
        if len(board.walks) >= WALKS:
            board.walks.clear()
        board.walks[key] = found
    return found


@rule("Movement.K", "Supply.E", "Supply.G")
def ground(g: Game71, unit: UnitId, origin: Space) -> Spaces:
    """Where a unit may end its move: in supply if it had supply, nearer to supply if not; rovers anywhere."""
    me, board = 1 << unit, g.board
    if (board.rovers | exempt(g)) & me:
        return board.land
    if g.unsupplied & me:
        return closer(g, unit, origin)
    return supplied(g, board.side_of[unit])


@rule("Invasion.2")
def landing_reach(g: Game71, unit: UnitId, box: Space, second: bool) -> tuple[Space, int]:
    """The beach of a box, and the points a unit has left there: none if it lands under enemy control on day one."""
    board = g.board
    beach, fast = board.beach_hex[box], board.fast[unit]
    watched = zone(g, other(ALLIED)) & bit(beach)
    if watched and g.turn == 1 and not second:
        return beach, 0
    toll = board.cost["enter-zone"][fast] if watched else 0
    return beach, max(0, allowance(g, unit, second) - landing_cost(board, beach, fast=fast) - toll)


@rule("Movement.H", "Movement.B")
def movable(g: Game71, side: Side, second: bool) -> Units:
    """The units that may be moved in a phase, each once: not those digging in, not paratroops without supply."""
    board = g.board
    units = g.on_map(side)
    if side == ALLIED:
        for box in board.beach_boxes:
            units |= g.here.get(box, 0)
        units &= ~g.cut_off
        if g.turn == 1:
            units &= ~held_on_landing(g, second)
    elif not second:
        units |= g.due
    return units & ~g.digging


@rule("Parachute.C", "Invasion.4B")
def held_on_landing(g: Game71, second: bool) -> Units:
    """On the first turn: paratroops at first and without supply later, commandos that land under enemy control, and
    gliders that just landed, whole or in parts.
    """
    board = g.board
    if second:
        return board.glider_troops | board.paratroops & g.unsupplied
    watched, stuck = zone(g, other(ALLIED)), board.paratroops
    for space, here in g.here.items():
        if space < board.first_box and watched & BITS[space]:
            stuck |= here & board.commandos
    return stuck


def has_room(g: Game71, unit: UnitId, space: Space) -> bool:
    """May the unit stand in a hex beside its friends there?"""
    here = g.here.get(space, 0)
    return not here or fits(g, here | 1 << unit, space)


def go(g: Game71, unit: UnitId, path: list[Space]) -> None:
    """Move a unit along a path: everybody sees it, and the cities and beaches that it passes change hands."""
    board = g.board
    passed = spaces(path[1:]) & board.watched
    if g.hidden >> unit & 1:
        come_out(g, unit, path[0])
    g.place(unit, path[-1])
    if passed:
        pass_through(g, board.side_of[unit], passed)
    if g.events is not None:
        g.emit(Moved(unit=unit, path=tuple(path), rule="Movement"))


def come_out(g: Game71, unit: UnitId, start: Space) -> None:
    """A unit that nobody had seen leaves its entrenchment, or comes over the edge of the map."""
    if start >= 0:
        g.reveal(1 << unit, "Entrenchment.E")
    g.hidden &= ~(1 << unit)


def pass_through(g: Game71, side: Side, passed: Spaces) -> None:
    """The last side in a city hex holds it; a German in a beach hex ends its use (Supply.H)."""
    if side == ALLIED:
        g.allied_cities |= passed & g.board.city_hexes
    else:
        g.allied_cities &= ~passed
        enter_beach(g, passed)


def leave_map(g: Game71, unit: UnitId, path: list[Space]) -> None:
    """An Allied unit leaves by the road at the end of its path (Victory.Exit)."""
    board, last = g.board, path[-1]
    go(g, unit, path)
    g.place(unit, board.exit_box[last])
    g.exited_by |= bit(last)
    if any(g.turn > exit_.until for exit_ in board.exits if exit_.hexes & bit(last)):
        g.late_exits |= 1 << unit
    g.touch()
    g.emit(Moved(unit=unit, path=(last, board.exit_box[last]), how="leaves the map:", rule="Victory.Exit"))
