"""How far a space is for somebody who would rather follow a road: not a rule, but a player's idea of "that way"."""

import heapq
from collections import defaultdict
from typing import Any

from bocage.kernel.ids import Space

ROAD, FIELD = 1, 2
"""A step along a road, and one across country."""


def farther(board: Any, goal: Space) -> dict[Space, int]:
    """By space, how far it is to the goal."""
    around = _around(board)
    found: dict[Space, int] = {}
    queue = [(0, goal)]
    while queue:
        far, space = heapq.heappop(queue)
        if space in found:
            continue
        found[space] = far
        for near, step in around[space]:
            if near not in found:
                heapq.heappush(queue, (far + step, near))
    return found


def _around(board: Any) -> dict[Space, list[tuple[Space, int]]]:
    """The steps from each space, made once for a board."""
    kept: dict[Space, list[tuple[Space, int]]] | None = board.__dict__.get("_steps_by_road")
    if kept is None:
        kept = defaultdict(list)
        for a, b in board.edges():
            kept[a].append((b, ROAD if board.road(a, b) else FIELD))
        board.__dict__["_steps_by_road"] = kept
    return kept
