"""Supply: what a side's sources reach, and the line by which they do.

Two shapes cover the rulebooks. A *flood* runs any distance through open spaces. A *line of communication*
runs any distance along roads and then a few spaces across country. Both work outwards from the sources for
the whole side at once; `path` and `line` find one unit's way, so that a player can see it.

Sets say where a line may run: `within` is every space that it may pass. `apart` are spaces of which it may
not enter two in a row. Hexsides that it may not cross are left out of the adjacency. Steps are read from the
source outwards, which is all the same where each has its opposite.
"""

from __future__ import annotations

from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Adjacency, bit, first, holds


def step(adjacency: Adjacency, frontier: Spaces, apart: Spaces = 0) -> Spaces:
    """One step out of a set, but never from one of `apart` into another."""
    watched = frontier & apart
    if not watched:
        return adjacency.spread(frontier)
    return adjacency.spread(frontier ^ watched) | adjacency.spread(watched) & ~apart


def flood(adjacency: Adjacency, sources: Spaces, within: Spaces, *, apart: Spaces = 0) -> Spaces:
    """All spaces that lines of any length reach from the sources; sources outside `within` give nothing."""
    if not apart:
        return adjacency.flood(sources, within)
    frontier = sources & within
    free = within ^ frontier
    while frontier:
        frontier = step(adjacency, frontier, apart) & free
        free ^= frontier
    return within ^ free


def extend(
    adjacency: Adjacency,
    base: Spaces,
    within: Spaces,
    length: int,
    *,
    ends: Spaces | None = None,
    apart: Spaces = 0,
) -> Spaces:
    """The base, and all spaces with a line of at most that many steps to it.

    Only what lies between must be within. The far end may be anywhere, for a unit may draw supply where no
    line could pass, as in an enemy zone of control; `ends` narrows that down.
    """
    reached = frontier = base
    for _ in range(length):
        fresh = step(adjacency, frontier, apart) & ~reached
        if not fresh:
            break
        reached |= fresh
        frontier = fresh & within
    return reached if ends is None else reached & (base | within | ends)


def path(
    adjacency: Adjacency,
    start: Space,
    goals: Spaces,
    within: Spaces,
    *,
    length: int | None = None,
    apart: Spaces = 0,
) -> list[Space] | None:
    """A shortest way from a space to any of the goals, both ends included; None if there is none.

    Only what lies between must be within. Steps are read from the goal to the start, as in the rest.
    """
    back = adjacency.reverse()
    layers = [bit(start)]
    free = (within | goals) & ~layers[0]
    while not layers[-1] & goals:
        if not layers[-1] or (length is not None and len(layers) > length):
            return None
        layers.append(step(back, layers[-1], apart) & free)
        free ^= layers[-1]
    at = first(layers[-1] & goals)
    way = [at]
    for layer in reversed(layers[:-1]):
        near = adjacency.spread(bit(at)) & layer
        at = first(near & ~apart if holds(apart, at) else near)
        way.append(at)
    return way[::-1]


def line(
    roads: Adjacency,
    country: Adjacency,
    start: Space,
    sources: Spaces,
    within: Spaces,
    *,
    length: int,
    open_roads: Spaces | None = None,
    apart: Spaces = 0,
) -> list[Space] | None:
    """One space's line of communication: at most `length` steps across country to a road, then along it to a source.

    `open_roads` is where the road may run if that differs from `within`. A source is itself the end of a road,
    whether one enters it or not.
    """
    tarmac = within if open_roads is None else open_roads
    trunk = flood(roads, sources, tarmac, apart=apart)
    to_road = path(country, start, trunk, within, length=length, apart=apart)
    if to_road is None:
        return None
    onwards = path(roads, to_road[-1], sources, tarmac, apart=apart)
    return to_road + onwards[1:] if onwards else None
