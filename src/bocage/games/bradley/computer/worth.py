"""What things are worth, as the planner sees it: units, fires, assaults, places."""

from bocage.games.bradley.rules.r03_sequence import Segment
from bocage.games.bradley.rules.r10_account import NOTHING, Account, Attack
from bocage.games.bradley.rules.r10_assault import assault_account
from bocage.games.bradley.rules.r10_fire_account import fire_account, targets_of
from bocage.games.bradley.rules.r13_fortifications import cover, fortified, multiplier
from bocage.games.bradley.rules.r20_moves import Distances, distances
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.board import FAR
from bocage.kernel.counters import other
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.probability import TWO_D6, outcomes
from bocage.kernel.spaces import bit, each, holds

DISRUPTION, RETREAT = 0.3, 0.15
POINT_PRICE = 0.004
"""What a support point is worth elsewhere."""
SHADED_PRICE = 0.12
"""An assault that goes wrong disrupts one stack of several, and kills nobody."""
BEACH_FORT = 0.8
OPEN_WAY = 0.3
"""What it is worth to the American that Germans leave a hex: a lodgment is clear ground."""
MOVING, BATTALION, MOST_TOGETHER = "allied-movement", 8, 5
CROWD, UNDER_FIRE = 0.4, 6
"""A fire hits everybody in its hex (10.2.6): so much a friend beside a unit counts against a hex near the enemy."""


class Orders:
    """What a side wants in a segment: how far every hex is from its goals, and from the enemy."""

    def __init__(self, g: Bradley, side: Side) -> None:
        self.side = side
        self.enemy = distances(g, g.regular(other(side)))
        targets = goals_of(g, side)
        self.goals = distances(g, targets)
        self.tasks = share_out(g, targets) if side == ALLIED and segment_of(g) == MOVING else {}
        """By unit, how far every hex is from the one enemy that is its business."""

    def far(self, space: Space) -> int:
        """How far the nearest enemy is."""
        return self.enemy.get(space, FAR)

    def way(self, space: Space) -> int:
        """How far the nearest goal is."""
        return self.goals.get(space, FAR)

    def march(self, unit: UnitId, space: Space) -> int:
        """How far a unit's own goal is."""
        return self.tasks.get(unit, self.goals).get(space, FAR)


def share_out(g: Bradley, targets: Spaces) -> dict[UnitId, Distances]:
    """Nearest first, every German stack gets as many units as it takes, so that not all go for the same one."""
    board = g.board
    units = each_unit(g.on_map(ALLIED) & ~board.no_assault & ~board.headquarters)
    wanted = {space: _wanted(g, space) for space in each(targets & g.occupied(GERMAN))}
    pairs = sorted((board.distance(g.space[unit], space), unit, space) for unit in units for space in wanted)
    maps: dict[Space, Distances] = {}
    found: dict[UnitId, Distances] = {}
    for _, unit, space in pairs:
        if wanted[space] and unit not in found:
            wanted[space] -= 1
            if space not in maps:
                maps[space] = distances(g, bit(space))
            found[unit] = maps[space]
    return found


def _wanted(g: Bradley, space: Space) -> int:
    """How many battalions an assault on a hex takes."""
    defence = sum(g.attack(unit) for unit in each_unit(g.units_in(GERMAN, space)))
    times = multiplier(g, GERMAN, space, cover(g, GERMAN, space, assault=True))
    return min(MOST_TOGETHER, 2 + defence * times // BATTALION)


def segment_of(g: Bradley) -> str:
    """The segment that is being played."""
    return next((frame.name for frame, _ in g.stack if isinstance(frame, Segment)), "set-up")


def goals_of(g: Bradley, side: Side) -> Spaces:
    """The American wants the beach forts, then every German in the ring; the German the rim of the beaches."""
    board = g.board
    beaches = [BEACHES.index(beach) for beach in g.rules.beaches]
    if side == GERMAN:
        return sum(board.beach_area[beach] for beach in beaches)
    found: Spaces = 0
    for beach in beaches:
        head = g.beachheads[beach]
        near = board.beach_forts[beach] if head == NOWHERE else board.disc(head, g.rules.far + 1)
        found |= near & g.occupied(GERMAN)
    return found or g.regular(GERMAN) or sum(board.beach_forts)


def unit_worth(g: Bradley, unit: UnitId) -> float:
    """An Allied unit is a step towards a German victory; a German one keeps a lodgment from being won, and shoots."""
    counter = g.board.units[unit]
    factors = counter.faces[0].attack
    if counter.side == GERMAN:
        return 0.4 + 0.1 * factors
    return 0.8 + 0.03 * factors


def chances(g: Bradley, account: Account) -> dict[str, float]:
    """The chance of each result by its letter, and of shading under `#`."""
    found = {"R": 0.0, "D": 0.0, "E": 0.0, "#": 0.0}
    if account.column == NOTHING:
        return found
    column = account.ledger.final().column
    for result, chance in outcomes(g.board.charts.crt, column, TWO_D6, account.modifier).items():
        if result[0] in found:
            found[result[0]] += float(chance)
        if result.endswith("#"):
            found["#"] += float(chance)
    return found


def _harm(g: Bradley, units: Units, rates: dict[str, float], *, held: bool) -> float:
    """What results cost the units that suffer them."""
    total = 0.0
    for unit in each_unit(units):
        dead = rates["E"] + (rates["D"] if g.disrupted >> unit & 1 else 0.0)
        dead += 0.0 if held or g.face(unit).allowance else rates["R"]
        total += unit_worth(g, unit) * (dead + DISRUPTION * rates["D"] + (0 if held else RETREAT * rates["R"]))
    return total


def fire_worth(g: Bradley, attack: Attack) -> float:
    """What a fire brings on average, less the support points it takes."""
    targets = targets_of(g, attack)
    held = bool(fortified(g, other(attack.by), attack.target))
    rates = chances(g, fire_account(g, attack, keep=False))
    return _harm(g, targets, rates, held=held) - POINT_PRICE * attack.points


def assault_worth(g: Bradley, attack: Attack) -> float:
    """What an assault brings on average, less the stack that it may cost."""
    account = assault_account(g, attack, keep=False)
    ours = sum(unit_worth(g, unit) for unit in each_unit(attack.units))
    if account.column == NOTHING:
        return -ours * SHADED_PRICE
    defenders = g.units_in(other(attack.by), attack.target)
    rates = chances(g, account)
    gain = _harm(g, defenders, rates, held=False)
    if attack.by == ALLIED:
        gain += OPEN_WAY * rates["R"]
    if attack.by == ALLIED and holds(sum(g.board.beach_forts), attack.target):
        gain += BEACH_FORT * (rates["R"] + rates["E"])
    return gain - rates["#"] * SHADED_PRICE * ours - 0.02


def shelter(g: Bradley, side: Side, space: Space) -> float:
    """What the ground does for whoever stands there."""
    found = cover(g, side, space, assault=False)
    return multiplier(g, side, space, found) - 1 - 0.3 * sum(feature.roll for feature in found)


def place_worth(g: Bradley, orders: Orders, unit: UnitId, space: Space) -> float:
    """How much a unit serves its side in a hex at the end of its move."""
    board, side = g.board, orders.side
    far, way = orders.far(space), orders.march(unit, space)
    if board.artillery >> unit & 1:
        reach = board.units[unit].range
        return -0.3 * max(0, way - reach // 2) - (2.0 if far <= 2 else 0.0)
    if board.headquarters >> unit & 1:
        return -0.3 * max(0, way - 4) - (2.0 if far <= 1 else 0.0) + 0.2 * shelter(g, side, space)
    crowd = CROWD * (g.units_in(side, space) & ~(1 << unit)).bit_count() if far <= UNDER_FIRE else 0.0
    if side == ALLIED:
        beach = 0.5 * bool(bit(space) & (board.beach | board.tidal))
        return -1.0 * way + 0.25 * shelter(g, side, space) - beach - crowd
    rim = abs(way - 3)
    return -0.35 * rim + 0.9 * shelter(g, side, space) - (0.4 if far == 1 else 0.0) - 0.5 * crowd
