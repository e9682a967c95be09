"""What things are worth, as the planner sees it: units, fires, assaults, places."""

from collections.abc import Hashable

from bocage.games.bradley.computer.danger import DISRUPTION, RETREAT, Danger
from bocage.games.bradley.rules.r03_sequence import Segment
from bocage.games.bradley.rules.r10_account import NOTHING, Account, Attack
from bocage.games.bradley.rules.r10_assault import assault_account
from bocage.games.bradley.rules.r10_fire_account import fire_account, targets_of
from bocage.games.bradley.rules.r13_fortifications import cover, fortified, multiplier
from bocage.games.bradley.rules.r17_victory import lodgment_area
from bocage.games.bradley.rules.r20_moves import Distances, distances
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.board import FAR
from bocage.kernel.counters import other
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.probability import TWO_D6, outcomes
from bocage.kernel.spaces import bit, each, holds

POINT_PRICE = 0.004
"""What a support point is worth elsewhere."""
SHADED_PRICE = 0.12
"""An assault that goes wrong disrupts one stack of several, and kills nobody."""
BEACH_FORT = 0.8
FORESIGHT, GATE_REACH, GATE_KEEPERS = 4, 28, 2
"""So many turns ahead a gate is barred, so far from a beachhead, by so many units."""
AT_A_RUN = 10
"""So far a German on the march may come in a turn."""
PRICE_OF_DANGER = 4.0
CAUGHT = 6.0
OPEN_WAY, LATE_WAY, LATE = 0.5, 1.0, 9
"""What it is worth to the American that Germans leave a hex: a lodgment is clear ground, and time runs out."""
MOVING, BATTALION, MOST_TOGETHER, SUPERIORITY = "allied-movement", 8, 10, 9
LAST_STAND = 6.0
"""One German within the ring at the end denies a lodgment, and the German moves last."""
CROWD, UNDER_FIRE = 0.4, 6
"""A fire hits everybody in its hex (10.2.6): so much a friend beside a unit counts against a hex near the enemy."""


class Orders:
    """What a side wants in a segment: how far every hex is from its goals, and from the enemy."""

    def __init__(self, g: Bradley, side: Side) -> None:
        self.side = side
        self.enemy = distances(g, g.regular(other(side)))
        targets = goals_of(g, side)
        self.goals = distances(g, targets)
        self.danger = Danger(g, side)
        self.last_stand = ring(g) if side == GERMAN and g.turn >= g.rules.last_turn - 1 else 0
        self.tasks = share_out(g, targets) if side == ALLIED and segment_of(g) == MOVING else {}
        """By unit, how far every hex is from the one enemy that is its business."""
        self.fires: dict[Hashable, float] = {}
        """What the fires that were thought of so far bring at best."""

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
    """Nearest first, every German stack gets as many units as it takes, so that not all go for the same one.

    Where Germans are expected, a few units bar the hex by which they come; drop zones in danger get a guard.
    """
    board = g.board
    units = each_unit(g.on_map(ALLIED) & ~board.no_assault & ~board.headquarters)
    wanted = dict.fromkeys(gates(g), GATE_KEEPERS * BATTALION) | dict.fromkeys(zones_in_danger(g), 1)
    wanted |= {space: _wanted(g, space) for space in each(targets & g.occupied(GERMAN))}
    pairs = sorted((board.distance(g.space[unit], space), unit, space) for unit in units for space in wanted)
    maps: dict[Space, Distances] = {}
    found: dict[UnitId, Distances] = {}
    for _, unit, space in pairs:
        if wanted[space] > 0 and unit not in found:
            wanted[space] -= board.units[unit].faces[0].attack
            if space not in maps:
                maps[space] = distances(g, bit(space))
            found[unit] = maps[space]
    return found


def ring(g: Bradley) -> Spaces:
    """Where a German must stand at the end to keep the Allies from a lodgment of any size (17.1.3)."""
    found: Spaces = 0
    for beach in g.rules.beaches:
        found |= lodgment_area(g, BEACHES.index(beach), g.rules.near)
    return found


def gates(g: Bradley) -> list[Space]:
    """Hexes near a beachhead by which Germans will come within a few turns: who stands there keeps them out (6.2.2)."""
    due = g.board.arrivals(g.scenario)
    soon = [due[unit] for unit in each_unit(g.here.get(g.board.due[GERMAN], 0)) if due[unit].turn - g.turn <= FORESIGHT]
    found = {g.board.space(name) for row in soon for name in row.at}
    heads = [head for head in g.beachheads if head != NOWHERE]
    return [space for space in sorted(found) if any(g.board.distance(space, head) <= GATE_REACH for head in heads)]


def zones_in_danger(g: Bradley) -> list[Space]:
    """Drop zones that Germans could reach: one overrun decides a tie (17.1.5), and a man on it keeps them off."""
    germans = g.board.adjacency.dilate(g.regular(GERMAN), AT_A_RUN)
    return [space for space in g.zones if space != NOWHERE and holds(germans, space)]


def _wanted(g: Bradley, space: Space) -> int:
    """How many factors an assault on a hex takes; guns defend with their protection (10.3.4)."""
    guns = g.board.no_assault
    there = each_unit(g.units_in(GERMAN, space))
    defence = sum(g.face(unit).protection if guns >> unit & 1 else g.face(unit).attack for unit in there)
    times = multiplier(g, GERMAN, space, cover(g, GERMAN, space, assault=True))
    return min(MOST_TOGETHER * BATTALION, SUPERIORITY + defence * times)


def segment_of(g: Bradley) -> str:
    """The segment that is being played."""
    return next((frame.name for frame, _ in g.stack if isinstance(frame, Segment)), "set-up")


def goals_of(g: Bradley, side: Side) -> Spaces:
    """The American wants the beach forts, then every German in the ring; the German the rim of the beaches."""
    beaches = [BEACHES.index(beach) for beach in g.rules.beaches]
    if side == GERMAN:
        return sum(g.beach_area[beach] for beach in beaches)
    found: Spaces = 0
    for beach in beaches:
        head = g.beachheads[beach]
        near = g.beach_forts[beach] if head == NOWHERE else lodgment_area(g, beach, g.rules.far + 1)
        found |= near & g.occupied(GERMAN)
    return found or g.regular(GERMAN) or sum(g.beach_forts)


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
        gain += (LATE_WAY if g.turn >= LATE else OPEN_WAY) * rates["R"]
    if attack.by == ALLIED and holds(sum(g.beach_forts), attack.target):
        gain += BEACH_FORT * (rates["R"] + rates["E"])
    return gain - rates["#"] * SHADED_PRICE * ours - 0.02


def clears(g: Bradley, attack: Attack) -> float:
    """The chance that an assault empties its hex: any result that tells ends a garrison (13.3.5)."""
    account = assault_account(g, attack, keep=False)
    if account.column == NOTHING:
        return 0.0
    rates = chances(g, account)
    regular = g.units_in(other(attack.by), attack.target) & ~g.board.garrisons
    return rates["R"] + rates["E"] + (0.0 if regular else rates["D"])


def shelter(g: Bradley, side: Side, space: Space) -> float:
    """What the ground does for whoever stands there."""
    found = cover(g, side, space, assault=False)
    return multiplier(g, side, space, found) - 1 - 0.3 * sum(feature.roll for feature in found)


def tide_rises(g: Bradley, turn: int = 0) -> bool:
    """Whether the flats are sea in the turn after a given one, or after this (6.3.4)."""
    after = (turn or g.turn) + 1
    return after <= g.rules.last_turn and g.tide_of(after) == "high"


def drowning(g: Bradley, space: Space) -> float:
    """What it costs to stand on flats or shale when the tide comes."""
    return CAUGHT if holds(g.board.tidal | g.board.shale, space) and tide_rises(g) else 0.0


def stranded(g: Bradley, unit: UnitId) -> bool:
    """Guns on a flat that the sea will have within two turns: one turn to limber up, one to leave (7.3.2)."""
    soon = any(tide_rises(g, turn) for turn in (g.turn, g.turn + 1))
    return soon and holds(g.board.tidal, g.space[unit]) and not g.board.units[unit].faces[0].allowance


def place_worth(g: Bradley, orders: Orders, unit: UnitId, space: Space) -> float:
    """How much a unit serves its side in a hex at the end of its move."""
    board, side = g.board, orders.side
    far, way = orders.far(space), orders.march(unit, space)
    if board.artillery >> unit & 1:
        reach = board.units[unit].range
        danger = 2.0 * orders.danger.harm(g, unit, space) if side == ALLIED else 0.0
        return -0.3 * max(0, way - reach // 2) - (2.0 if far <= 2 else 0.0) - danger - drowning(g, space)
    if board.headquarters >> unit & 1:
        safe = 0.2 * shelter(g, side, space) - drowning(g, space)
        return -0.3 * max(0, way - 4) - (2.0 if far <= 1 else 0.0) + safe
    crowd = CROWD * (g.units_in(side, space) & ~(1 << unit)).bit_count() if far <= UNDER_FIRE else 0.0
    if side == ALLIED:
        beach = 0.5 * bool(bit(space) & (board.beach | board.tidal))
        danger = PRICE_OF_DANGER * orders.danger.harm(g, unit, space)
        return -1.0 * way + 0.1 * shelter(g, side, space) - beach - danger - drowning(g, space)
    rim = abs(way - 3)
    stand = LAST_STAND * holds(orders.last_stand, space)
    return stand - 0.35 * rim + 0.9 * shelter(g, side, space) - (0.4 if far == 1 else 0.0) - 0.5 * crowd
