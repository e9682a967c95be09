"""The outline of a set of hexes as closed rings of corners."""

from __future__ import annotations

from bocage.kernel.grid import Grid, Vertex
from bocage.kernel.ids import Spaces
from bocage.kernel.spaces import each, holds

__all__ = ["chains", "rings"]


def rings(grid: Grid, inside: Spaces) -> list[list[Vertex]]:
    """Closed rings around a set of hexes, with the set on the right; holes run the other way.

    Hexes meet three at a corner, so no ring ever touches itself.
    """
    following: dict[Vertex, Vertex] = {}
    for space in each(inside):
        corners = grid.vertices(space)
        for direction, other in enumerate(grid.neighbours(space)):
            if not holds(inside, other):
                following[corners[direction]] = corners[(direction + 1) % 6]
    found = []
    while following:
        start, here = following.popitem()
        ring = [start]
        while here != start:
            ring.append(here)
            here = following.pop(here)
        found.append(ring)
    return found


def chains(edges: set[tuple[Vertex, Vertex]]) -> list[list[Vertex]]:
    """Lines made of edges that share ends, cut where three meet; a closed line ends where it began."""
    around: dict[Vertex, set[Vertex]] = {}
    for a, b in edges:
        around.setdefault(a, set()).add(b)
        around.setdefault(b, set()).add(a)
    found = []
    starts = sorted(v for v, near in around.items() if len(near) != 2)
    for start in starts + sorted(around):
        while around[start]:
            found.append(_walk(around, start))
    return found


def _walk(around: dict[Vertex, set[Vertex]], start: Vertex) -> list[Vertex]:
    fork = {vertex for vertex, near in around.items() if len(near) > 2}
    line, here = [start], start
    while around[here]:
        after = min(around[here])
        around[here].discard(after)
        around[after].discard(here)
        line.append(after)
        here = after
        if here in fork or here == start:
            break
    return line
