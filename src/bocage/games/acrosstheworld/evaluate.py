"""What a computer player looks at: points, cities held and within reach, strength, supply, the foothold."""

from bocage.games.acrosstheworld.board import ALLIED, GERMAN, Normandy1944, other
from bocage.games.acrosstheworld.r16_siege import controls_city
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import bit, each


def evaluate(g: Campaign, side: Side) -> float:
    """How well a side stands, in victory points."""
    if g.outcome is not None:
        won = g.outcome.winner
        return 0.0 if won is None else 1000.0 if won == side else -1000.0
    value = float(g.points[ALLIED] - g.points[GERMAN])
    value += _cities(g) + _strength(g) + _ground(g)
    value += 0.15 * (g.held[ALLIED] - g.held[GERMAN])
    value += 0.8 if g.harbour == BUILT else 0.0
    return value if side == ALLIED else -value


def _cities(g: Campaign) -> float:
    """Points that cities are worth at the end, more as the end comes nearer, and all three keys together."""
    late = g.turn / g.turns
    value, keys = 0.0, 0
    for city, points in g.board.cities.items():
        held = controls_city(g, ALLIED, city)
        value += points * (0.6 + late) if held else -points * late
        value += points * 0.25 * (_pressure(g, city, ALLIED) - _pressure(g, city, GERMAN))
        keys += held and bool(g.board.keys >> city & 1)
    return value + keys * keys * 0.5


def _pressure(g: Campaign, goal: Space, side: Side) -> float:
    """How much of a side's strength stands at a place or one and two regions from it."""
    total = 0.0
    for weight, mask in zip((1.0, 0.6, 0.3), rings(g.board, goal), strict=True):
        for space in each(mask & g.held_by(side)):
            total += weight * g.combat_in(space, side).bit_count()
    return min(total, 8.0) / 4


def rings(board: Normandy1944, goal: Space) -> tuple[int, int, int]:
    """The regions at, beside, and two steps from a place."""
    near = board.near[goal]
    far = board.atlas.borders.spread(near) & ~near & ~bit(goal)
    return bit(goal), near, far


def _strength(g: Campaign) -> float:
    """Steps in play weighed by combat factor; less when hungry, scattered or still at sea."""
    value = 0.0
    for n, unit in enumerate(g.board.units):
        if g.space[n] < 0:
            continue
        worth = 0.12 * unit.combat * (0.5 + 0.5 * g.steps[n] / unit.steps) + 0.25 * unit.stars
        if unit.kind == "armour":
            worth *= 1.3
        if g.unsupplied >> n & 1:
            worth *= 0.7
        if g.space[n] == g.board.channel:
            worth *= 0.6
        if unit.stars and not g.combat_in(g.space[n], unit.side):
            worth *= 0.5
        value += worth if unit.side == ALLIED else -worth
    return value


def _ground(g: Campaign) -> float:
    """Regions held, beaches above all; battles that are owed count by who is stronger there."""
    board = g.board
    value = 0.08 * g.allied.bit_count() + 0.5 * (g.allied & board.beaches).bit_count()
    value -= 0.3 * (board.tags["german-source"] & ~g.allied).bit_count()
    for space in each(g.assaulted & ~g.fought):
        mine, foes = g.combat_in(space, g.active), g.combat_in(space, other(g.active))
        edge = _power(g, mine) - _power(g, foes)
        value += (0.05 if g.active == ALLIED else -0.05) * edge
    return value


def _power(g: Campaign, units: int) -> float:
    return sum(board_unit.combat * g.steps[n] for n, board_unit in enumerate(g.board.units) if units >> n & 1)
