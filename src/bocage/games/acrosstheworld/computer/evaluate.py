"""What a computer player looks at: points, who weighs more around each city, strength, supply, the foothold."""

import math

from bocage.games.acrosstheworld.board import Unit, each_unit
from bocage.games.acrosstheworld.computer.arrivals import hopes, unit_worth, use_left
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import each

NEAR = (1.0, 0.6, 0.35, 0.2, 0.1, 0.05)
"""How much a unit counts at a city this many regions away."""
HOLDER = 3.0
"""How much weight counts for the side that holds a city. Without it, where few are near, one division would seem to
decide.
"""
WON = 15.0
"""What a victory is worth beyond the margin in points."""
SURE = 0.99
"""A prospect beyond this, either way, leaves nothing to think about."""
FINISH = 4
"""How many last turns decide the cities: there plans are played on to the end of the game."""
LIMIT = 8
"""How near the limit of points an early victory begins to be likely."""


def evaluate(g: Campaign, side: Side) -> float:
    """How well a side stands: the margin in points to be expected, and its chance to win less the other's by `WON`."""
    if g.outcome is None:
        margin, chance = outlook(g)
    else:
        margin = float(g.points[ALLIED] - g.points[GERMAN])
        chance = {None: 0.0, ALLIED: 1.0, GERMAN: -1.0}[g.outcome.winner]
    value = margin + WON * chance
    return value if side == ALLIED else -value


def settled(g: Campaign) -> bool:
    """Whether the game is as good as decided: one side is all but sure to win.

    The Germans move last and may walk into a city then, so an Allied lead is not safe in the last turns.
    """
    chance = outlook(g)[1]
    return chance < -SURE or (chance > SURE and g.turn <= g.turns - FINISH)


def outlook(g: Campaign) -> tuple[float, float]:
    """The Allied margin to be expected, and the Allied chance to win less the German one."""
    weights = weights_by_region(g)
    held, ours, theirs = cities(g, weights)
    margin = g.points[ALLIED] - g.points[GERMAN] + held + ground(g, weights) + hopes(g)
    margin += sum(mine - others for mine, others in weights.values())
    margin += 0.15 * (g.held[ALLIED] - g.held[GERMAN])
    margin += 0.8 if g.harbour == BUILT else 0.0
    return margin, prospects(g, margin, ours, theirs)


def prospects(g: Campaign, margin: float, ours: float, theirs: float) -> float:
    """The Allied chance to win less the German one: by points early, by the three keys, by points at the end.

    `ours` and `theirs` are the chances to hold all the keys. Far from the end a margin in points says little.
    """
    left = 1 - g.turn / g.turns
    soon = [left * max(0.0, 1 - (g.board.numbers.victory.points - points) / LIMIT) ** 2 for points in g.points]
    keys = (1 - max(soon)) * (ours - theirs)
    open_ = (1 - max(soon)) * (1 - ours - theirs)
    return min(1.0, soon[ALLIED]) - min(1.0, soon[GERMAN]) + keys + open_ * math.tanh(margin / (2 + 12 * left))


def worth(g: Campaign, n: int, unit: Unit) -> float:
    """A counter's weight on the map: less when hungry, and when few battles are left; leaders keep theirs."""
    value = unit_worth(unit, g.steps[n])
    if unit.stars:
        return value
    value *= use_left(g, g.turn)
    return value * 0.8 if g.unsupplied >> n & 1 else value


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


def cities(g: Campaign, weights: dict[Space, tuple[float, float]]) -> tuple[float, float, float]:
    """What the cities will bring in the end, and the chance that the Allies, or the Germans, then hold all the keys.

    A city counts by who holds it, the surer the later, and by who is stronger there. One that has scored can only be
    lost again.
    """
    sure = 0.35 + 0.65 * (g.turn / g.turns) ** 2
    value, ours, theirs = 0.0, 1.0, 1.0
    steps_from = g.board.atlas.steps_from
    for city, points in g.board.cities.items():
        taken = controls_city(g, ALLIED, city)
        far = steps_from[city]
        allied, german = (0.1 + HOLDER, 0.1) if taken else (0.1, 0.1 + HOLDER)
        for space, (mine, others) in weights.items():
            steps = far[space]
            if steps < len(NEAR):
                allied += NEAR[steps] * mine
                german += NEAR[steps] * others
        chance = (1 - sure) * allied / (allied + german) + (sure if taken else 0.0)
        value -= points * (1 - chance)
        if not g.scored >> city & 1:
            value += points * chance
        if g.board.keys >> city & 1:
            ours, theirs = ours * chance, theirs * (1 - chance)
    return value, ours, theirs


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
