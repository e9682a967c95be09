"""What a computer player looks at: levels of victory, losses, strength, and how far the beachheads have grown."""

from bocage.games.bradley.rules.r17_victory import allied_level, allied_losses, german_level
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.ids import NOWHERE, Side

LEVEL = 8.0
"""What a level of victory weighs beside a unit."""
HURT = 0.35


def evaluate(g: Bradley, side: Side) -> float:
    """How well a side stands; an Allied unit lost counts one."""
    value = -float(allied_losses(g)) + _strength(g, ALLIED) - _strength(g, GERMAN) + _ground(g)
    if g.turn >= g.rules.last_turn - 1:
        value += LEVEL * (allied_level(g) - german_level(g))
    return value if side == ALLIED else -value


def _strength(g: Bradley, side: Side) -> float:
    """Factors on the map in combat mode, a tenth of a unit each; disrupted ones less."""
    total = 0.0
    for unit in each_unit(g.on_map(side) & ~g.board.garrisons):
        factors = g.board.units[unit].faces[0].attack * 0.12
        total += factors * (1 - HURT) if g.disrupted >> unit & 1 else factors
    return total


def _ground(g: Bradley) -> float:
    """Beachheads, and Germans who stand within the ring of each."""
    value = 0.0
    for beach, name in enumerate(BEACHES):
        head = g.beachheads[beach]
        if name not in g.rules.beaches:
            continue
        if head == NOWHERE:
            value -= 4.0
            continue
        ring = g.board.disc(head, g.rules.far) & g.regular(GERMAN)
        value -= 0.5 * ring.bit_count()
    return value
