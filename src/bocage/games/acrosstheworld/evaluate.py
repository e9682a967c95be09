"""What a computer player looks at: points, who weighs more around each city, strength, supply, the foothold."""

from bocage.games.acrosstheworld.board import ALLIED, GERMAN, Unit, each_unit, other
from bocage.games.acrosstheworld.r16_siege import controls_city
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import each

NEAR = (1.0, 0.6, 0.35, 0.2, 0.1, 0.05)
"""How much a unit counts at a city so many regions away."""
WON = 1000.0


def evaluate(g: Campaign, side: Side) -> float:
    """How well a side stands, in victory points."""
    if g.outcome is not None:
        winner = g.outcome.winner
        return 0.0 if winner is None else WON if winner == side else -WON
    weights = weights_by_region(g)
    value = float(g.points[ALLIED] - g.points[GERMAN])
    value += cities(g, weights) + ground(g, weights)
    value += 1.5 * sum(mine - theirs for mine, theirs in weights.values())
    value += 0.15 * (g.held[ALLIED] - g.held[GERMAN])
    value += 0.8 if g.harbour == BUILT else 0.0
    return value if side == ALLIED else -value


def worth(g: Campaign, n: int, unit: Unit) -> float:
    """A counter's weight: combat factor and steps; less when hungry, something for leaders."""
    if unit.stars:
        return 0.12 + 0.05 * unit.stars
    value = 0.04 * unit.combat * (1 + g.steps[n]) / (1 + unit.steps) + 0.02
    if unit.kind == "armour":
        value *= 1.25
    return value * 0.7 if g.unsupplied >> n & 1 else value


def weights_by_region(g: Campaign) -> dict[Space, tuple[float, float]]:
    """What both sides have in each region; a leader alone and troops at sea count for less."""
    units, found = g.board.units, {}
    for space, here in g.here.items():
        both = [0.0, 0.0]
        for n in each_unit(here):
            unit = units[n]
            both[unit.side] += worth(g, n, unit)
        for side in (ALLIED, GERMAN):
            mine = here & g.board.of_side[side]
            if mine and not mine & g.board.combat:
                both[side] *= 0.4
            elif mine & g.board.leaders:
                both[side] *= 1.08  # troops with a leader can attack
        if space == g.board.channel:
            both[ALLIED] *= 0.6
        found[space] = (both[0], both[1])
    return found


def cities(g: Campaign, weights: dict[Space, tuple[float, float]]) -> float:
    """Cities held are worth more as the end comes nearer; those not held by the share of strength around them."""
    late = g.turn / g.turns
    value, keys = 0.0, 0
    steps_from = g.board.atlas.steps_from
    for city, points in g.board.cities.items():
        held = controls_city(g, ALLIED, city)
        keys += held and bool(g.board.keys >> city & 1)
        value += points * (0.5 + late) if held else -points * late
        far, allied, german = steps_from[city], 0.05, 0.05
        for space, (mine, theirs) in weights.items():
            steps = far[space]
            if steps < len(NEAR):
                allied += NEAR[steps] * mine
                german += NEAR[steps] * theirs
        value += 1.2 * points * (allied / (allied + german) - 0.5)
    return value + 0.5 * keys * keys


def ground(g: Campaign, weights: dict[Space, tuple[float, float]]) -> float:
    """Regions held, beaches above all; battles that are owed count by who is stronger there."""
    board = g.board
    value = 0.08 * g.allied.bit_count() + 0.5 * (g.allied & board.beaches).bit_count()
    value += 0.3 * (board.tags["german-source"] & g.allied).bit_count()
    pending = g.entered & ~g.friendly(g.active)
    value += (0.06 if g.active == ALLIED else -0.06) * pending.bit_count()
    for space in each(g.assaulted & ~g.fought):
        both = weights.get(space, (0.0, 0.0))
        edge = both[g.active] - 1.2 * both[other(g.active)]
        value += (0.8 if g.active == ALLIED else -0.8) * edge
    return value
