"""Supply: what a side's sources reach, and the line by which they do.

Two shapes cover the rulebooks. A *flood* runs any distance through open spaces: `Adjacency.flood`. A *line of
communication* runs any distance along roads and then a few spaces across country. Both work outwards from the
sources for the whole side at once; `path` and `line` find one unit's way, so that a player can see it.

A set says where a line may run: `within` is every space that it may pass. Hexsides that it may not cross are left out
of the adjacency. Steps are read from the source outwards, which makes no difference where each has its opposite.
"""

from __future__ import annotations

from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import Adjacency, bit, first


def extend(adjacency: Adjacency, base: Spaces, within: Spaces, length: int) -> Spaces:
    """The base, and all spaces with a line of at most that many steps to it.

    Only what lies between must be within. The far end may be anywhere, for a unit may draw supply where no
    line could pass, as in an enemy zone of control.
    """
    reached = frontier = base
    for _ in range(length):
        fresh = adjacency.spread(frontier) & ~reached
        if not fresh:
            break
        reached |= fresh
        frontier = fresh & within
    return reached


def path(
    adjacency: Adjacency, start: Space, goals: Spaces, within: Spaces, *, length: int | None = None
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
        layers.append(back.spread(layers[-1]) & free)
        free ^= layers[-1]
    at = first(layers[-1] & goals)
    way = [at]
    for layer in reversed(layers[:-1]):
        at = first(adjacency.spread(bit(at)) & layer)
        way.append(at)
    return way[::-1]


def line(
    roads: Adjacency, country: Adjacency, start: Space, sources: Spaces, within: Spaces, *, length: int
) -> list[Space] | None:
    """One space's line of communication: at most `length` steps across country to a road, then along it to a source.

    A source is itself the end of a road, whether one enters it or not.
    """
    to_road = path(country, start, roads.flood(sources, within), within, length=length)
    if to_road is None:
        return None
    onwards = path(roads, to_road[-1], sources, within)
    return to_road + onwards[1:] if onwards else None
