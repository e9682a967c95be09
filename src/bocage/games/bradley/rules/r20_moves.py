"""20.3: how the automaton's units move, each by the orders of its group."""

from collections.abc import Callable, Sequence

from bocage.games.bradley.board import BradleyBoard
from bocage.games.bradley.rules.r06_moving import Movement, MoveUnit
from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.rules.r09_zones import enemy_zones
from bocage.games.bradley.rules.r10_retreat import RetreatStep
from bocage.games.bradley.rules.r20_orders import order_of
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.actions import Action
from bocage.kernel.automaton import Reply
from bocage.kernel.board import FAR
from bocage.kernel.counters import other
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds

AT_HAND, ON_THE_MARCH = 2, 6
GUN_DISTANCE = 3
MAIN_ROAD = "N13 main road"


class Distances:
    """How far hexes are from a set of hexes, as the crow flies over the map; worked out as far as somebody asks."""

    __slots__ = ("_board", "_known", "_rest", "_rings")

    def __init__(self, board: BradleyBoard, goals: Spaces) -> None:
        self._board = board
        self._rings = [goals & board.hexes]
        self._rest = board.hexes & ~goals
        self._known: dict[Space, int] = {}

    def get(self, space: Space, default: int = FAR) -> int:
        """How far a hex is; the default for what is no hex, and where there is no goal."""
        found = self._known.get(space)
        if found is None:
            found = self._known[space] = self._look(space)
        return default if found == FAR else found

    def _look(self, space: Space) -> int:
        one = bit(space)
        for steps, ring in enumerate(self._rings):
            if ring & one:
                return steps
        while self._rest & one and self._rings[-1]:
            ring = self._board.adjacency.spread(self._rings[-1]) & self._rest
            self._rest &= ~ring
            self._rings.append(ring)
            if ring & one:
                return len(self._rings) - 1
        return FAR


def distances(g: Bradley, goals: Spaces) -> Distances:
    """How far every hex is from a set of hexes."""
    return Distances(g.board, goals)


def from_enemy(g: Bradley, side: Side) -> Distances:
    """How far every hex is from the nearest regular enemy."""
    return g.cached(("from enemy", side), lambda g: distances(g, g.regular(other(side))))


@rule("20.3")
def select(g: Bradley, frame: Movement, options: Sequence[Action]) -> Reply:
    """The unit nearest to the enemy goes first."""
    far = from_enemy(g, frame.by)
    units = [action for action in options if action[0] == "select"]
    if not units:
        return Reply([("done",)], "everybody has moved", "20.3")
    first = min(units, key=lambda action: (far.get(g.space[action[1]], FAR), action[1]))
    return Reply([first], "nearest to the enemy first", "20.3")


@rule("20.3", "20.4")
def move(g: Bradley, frame: MoveUnit, options: Sequence[Action]) -> Reply:
    """Deploy near the enemy, take up the march far from him, go where the orders say, then halt facing him."""
    unit, order = frame.unit, order_of(g, frame.unit)
    near = from_enemy(g, frame.by).get(g.space[unit], FAR)
    if ("deploy",) in options and (near <= AT_HAND or (g.board.guns >> unit & 1 and in_gun_range(g, unit, near))):
        return Reply([("deploy",)], "combat mode, with the enemy at hand", "20.3")
    moves = [action for action in options if action[0] == "move"]
    goal = goal_of(g, unit, frame.by, order.move)
    if goal is None or frame.held:
        return _halt(g, frame, options, f"{order.order}: it stays")
    if ("march",) in options and frame.fresh and near > ON_THE_MARCH and goal(g.space[unit]) > ON_THE_MARCH:
        return Reply([("march",)], f"{order.order}: a long way to go", "20.3")
    better = best_moves(g, unit, moves, goal) if not frame.arrived else []
    if better:
        return Reply(better, f"{order.order}: nearer to its goal", "20.4")
    return _halt(g, frame, options, f"{order.order}: no better place in reach")


def in_gun_range(g: Bradley, unit: UnitId, near: int) -> bool:
    """Whether a gun could fire from where it is, once deployed."""
    return near <= g.board.units[unit].range


def _halt(g: Bradley, frame: MoveUnit, options: Sequence[Action], why: str) -> Reply:
    turns = [action for action in options if action[0] == "face"]
    if not turns:
        return Reply([("halt",)], why, "20.3")
    far = from_enemy(g, frame.by)
    assert g.board.grid is not None
    grid, here = g.board.grid, g.space[frame.unit]
    ahead = {action[1]: far.get(grid.neighbour(here, action[1]), FAR) for action in turns}
    least = min(ahead.values())
    return Reply([action for action in turns if ahead[action[1]] == least][:1], f"{why}, facing the enemy", "20.3")


def best_moves(g: Bradley, unit: UnitId, moves: Sequence[Action], goal: Callable[[Space], float]) -> list[Action]:
    """The moves that bring a unit nearest to its goal, where there is room; none if it stands as well."""
    best: list[Action] = []
    top = goal(g.space[unit])
    for action in moves:
        worth = goal(action[1])
        if worth > top or (worth == top and not best) or not has_room(g, 1 << unit, action[1]):
            continue
        if worth < top:
            best, top = [], worth
        best.append(action)
    return best


@rule("20.4")
def goal_of(g: Bradley, unit: UnitId, side: Side, move_by: str) -> Callable[[Space], float] | None:
    """What a unit makes for, as a number to be made small; `None` if it stays."""
    board, far = g.board, from_enemy(g, side)
    if board.artillery >> unit & 1:
        reach = board.units[unit].range
        return lambda s: abs(far.get(s, FAR) - max(GUN_DISTANCE, reach // 2))
    if move_by == "stay":
        forts = board.forts & ~g.occupied(side) if side == GERMAN else 0
        near = board.disc(g.space[unit], 1) & forts
        return (lambda s: 0 if holds(near, s) else 1) if near and not holds(board.forts, g.space[unit]) else None
    if move_by == "back":
        shelter = board.towns | board.forts
        zone = enemy_zones(g, side)
        return lambda s: -min(far.get(s, FAR), 9) - holds(shelter, s) + 20 * holds(zone, s)
    if move_by == "block":
        return _block(g, side)
    goals = {"enemy": enemy_goals, "beachhead": beachhead_goals, "objective": objectives}[move_by](g, side)
    way = g.cached(("goals", side, move_by), lambda g: distances(g, goals))
    return lambda s: way.get(s, FAR)


def _block(g: Bradley, side: Side) -> Callable[[Space], float]:
    """A road, town or bridge hex between the enemy and the main road, not next to him."""
    board, far = g.board, from_enemy(g, side)
    roads = g.cached("road hexes", _road_hexes)
    main = g.cached("main road", lambda g: distances(g, _main_road(g)))
    return lambda s: (
        (far.get(s, FAR) + main.get(s, FAR)) - 2 * holds(roads | board.towns, s) + 9 * (far.get(s, FAR) < 2)
    )


def _road_hexes(g: Bradley) -> Spaces:
    found = 0
    for a, _ in g.board.roads["road"]:
        found |= bit(a)
    return found


def _main_road(g: Bradley) -> Spaces:
    return sum(g.board.set_of(row.hexes) for row in g.board.geography.road if row.name == MAIN_ROAD)


def enemy_goals(g: Bradley, side: Side) -> Spaces:
    """The hexes around enemies who are in no fort; around all of them if there are none."""
    enemy = g.regular(other(side))
    soft = enemy & ~g.board.forts if side == ALLIED else enemy
    return g.board.adjacency.spread(soft or enemy)


def beachhead_goals(g: Bradley, _: Side) -> Spaces:
    """The beachhead markers; before there are any, the landing beaches."""
    heads = sum(bit(space) for space in g.beachheads if space != NOWHERE)
    return heads or sum(g.beach_area[BEACHES.index(beach)] for beach in g.rules.beaches)


@rule("20.2")
def objectives(g: Bradley, side: Side) -> Spaces:
    """What the American goes for next: beach forts, towns on the coast road and the main road, the ring of twelve."""
    board, enemy = g.board, g.occupied(other(side))
    forts = sum(g.beach_forts[BEACHES.index(beach)] for beach in g.rules.beaches)
    main = _main_road(g) & board.towns & g.playable
    ring = sum(board.disc(head, 12) for head in g.beachheads if head != NOWHERE) & g.regular(other(side))
    for goals in (forts & enemy, _coast_towns(g) & enemy, main & enemy, ring):
        if goals:
            return goals
    return enemy or forts


def _coast_towns(g: Bradley) -> Spaces:
    coast = sum(g.board.set_of(row.hexes) for row in g.board.geography.road if "oast" in row.name)
    return coast & g.board.towns & g.playable


@rule("20.3")
def retreat(g: Bradley, frame: RetreatStep, options: Sequence[Action]) -> Reply:
    """As far from the enemy as it can, into cover if there is any."""
    far, cover = from_enemy(g, frame.by), g.board.towns | g.board.forts
    steps = [action for action in options if action[0] == "retreat"]
    if not steps:
        return Reply(options, "it can go no farther", "20.3")
    best = max(far.get(action[1], 0) * 2 + holds(cover, action[1]) for action in steps)
    if ("halt",) in options and best <= 2 * far.get(frame.path[-1], 0):
        return Reply([("halt",)], "it is no better farther back", "20.3")
    found = [action for action in steps if far.get(action[1], 0) * 2 + holds(cover, action[1]) == best]
    return Reply(found, "away from the enemy", "20.3")
