"""What a computer player looks at: points, steps, and how near the objectives are."""

from functools import cache

from bocage.games.tinybeach.board import TinyBoard
from bocage.games.tinybeach.rules.r08_supply import unsupplied
from bocage.games.tinybeach.rules.r11_victory import allied_points
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import bit, each

VICTORY_POINT = 3
"""What a victory point counts beside strength and ground; the review calls it one."""


def evaluate(g: Tiny, side: Side) -> float:
    """How well a side stands; a victory point counts `VICTORY_POINT`."""
    board, value = g.board, float(VICTORY_POINT * allied_points(g))
    hungry, nearest = unsupplied(g), nearest_objective(board)
    for n, counter in enumerate(board.units):
        sign = 1 if counter.side == ALLIED else -1
        value += sign * g.steps[n] * counter.strength / 2
        if bit(g.space[n]) & board.hexes:
            value += sign * (0.6 / (1 + nearest[g.space[n]]) - (0.5 if hungry >> n & 1 else 0))
        elif g.space[n] != board.lost:
            value -= sign * 0.3
    return value if side == ALLIED else -value


@cache
def nearest_objective(board: TinyBoard) -> dict[Space, int]:
    """How far each hex is from the nearest objective; asked for every position, so worked out once."""
    return {hex_: min(board.distance(hex_, goal) for goal in board.objectives) for hex_ in each(board.hexes)}
