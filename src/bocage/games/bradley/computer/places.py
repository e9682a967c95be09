"""What it is worth to a unit to stand in a hex: the way to its goal, cover, the enemy's fire, and the tide."""

from bocage.games.bradley.computer.orders import Orders
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r13_fortifications import cover, multiplier
from bocage.games.bradley.sides import ALLIED
from bocage.games.bradley.state import Bradley
from bocage.kernel.counters import other
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.spaces import bit, holds

PRICE_OF_DANGER = 4.0
CAUGHT = 6.0
LAST_STAND = 6.0
"""One German within the ring at the end denies a lodgment, and the German moves last."""
BOATS = 0.7
"""What it costs to stand where a boat is about to land."""
CLOSING, BAITED = 1.2, 0.3
"""What it is worth to shut the ways by which the enemy next to a hex could retreat: who has none is lost (10.5.4)."""
CROWD, UNDER_FIRE = 0.4, 6
"""A fire hits everybody in its hex (10.2.6): so much a friend beside a unit counts against a hex near the enemy."""


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
        beach = 0.5 * bool(bit(space) & (board.beach | board.tidal)) + BOATS * orders.coming.get(space, 0)
        danger = orders.nerve * PRICE_OF_DANGER * orders.danger.harm(g, unit, space)
        return (
            -1.0 * way
            + 0.1 * shelter(g, side, space)
            - beach
            - danger
            - drowning(g, space)
            + CLOSING * ways_shut(g, orders, space)
        )
    rim = abs(way - orders.rim)
    stand = LAST_STAND * holds(orders.last_stand, space) + BAITED * ways_shut(g, orders, space)
    return stand - 0.35 * rim + 0.9 * shelter(g, side, space) - (0.4 if far == 1 else 0.0) - 0.5 * crowd


def ways_shut(g: Bradley, orders: Orders, space: Space) -> float:
    """The share of the ways out of enemies next to a hex that a unit there would close by its zone."""
    if orders.far(space) != 1:
        return 0.0
    board, foe = g.board, other(orders.side)
    shut = zones(g, orders.side) | g.occupied(orders.side) | g.occupied(foe)
    total = 0.0
    for enemy in board.neighbours[space]:
        if holds(g.regular(foe), enemy):
            free = board.disc(enemy, 1) & g.dry & g.playable & ~shut
            total += (free & board.disc(space, 1)).bit_count() / max(1, free.bit_count())
    return total
