"""A set of spaces is one Python int: bit n stands for space n.

Union, intersection and difference are `|`, `&` and `& ~`, each well under a tenth of a microsecond on a
map of 1,500 hexes. `Adjacency` adds the one thing that ints cannot do alone: stepping to the neighbours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from threading import Lock
from typing import Any, TypeAlias, cast

from bocage.kernel.ids import Space, Spaces

Edge: TypeAlias = tuple[Space, Space]
"""A step from one space to another."""

BITS: list[int] = [1 << n for n in range(4096)]
"""The one-space sets, made once: looking one up is cheaper than shifting."""

NUMBERS: list[Space] = [Space(n) for n in range(len(BITS))]
"""The spaces, one object for each: what is read by the thousand then stays in the processor's cache."""

_OCTETS: list[list[tuple[Space, ...]]] = []
"""By octet of a mask and value of that octet, its members: made when a mask of that length first comes up."""
_OCTET = [tuple(k for k in range(8) if octet >> k & 1) for octet in range(256)]
_GROWING = Lock()
_SCATTERED = 2  # with fewer members than one to every other octet, picking them one by one beats reading the mask
_KNOWN_BITS = len(BITS) >> 3

_KNOWN: dict[Spaces, tuple[Space, ...]] = {}
_SMALL, _MANY = 8, 20_000  # sets of up to this many members are remembered, and this many sets


def bit(space: Space) -> Spaces:
    """The set that holds one space; the empty set for a space off the map."""
    return 1 << space if space >= 0 else 0


def each(mask: Spaces) -> Iterator[Space]:
    """The members of a set in rising order. Small sets come up again and again: they are remembered."""
    found = _KNOWN.get(mask)
    return iter(_learn(mask) if found is None else found)


def _learn(mask: Spaces) -> Sequence[Space]:
    found = members(mask)
    if len(found) > _SMALL:
        return found
    if len(_KNOWN) >= _MANY:
        _KNOWN.clear()
    kept = _KNOWN[mask] = tuple(found)
    return kept


def members(mask: Spaces) -> list[Space]:
    """The members of a set in rising order, as a list."""
    found: list[Any] = []  # a call of `Space` would take half the time
    length = (mask.bit_length() + 7) >> 3
    if mask.bit_count() * _SCATTERED < length <= _KNOWN_BITS:
        while mask:  # from the top, so that what is left grows shorter
            last = mask.bit_length() - 1
            found.append(NUMBERS[last])
            mask ^= BITS[last]
        found.reverse()
        return found
    if len(_OCTETS) < length:
        _grow(length)
    for row, octet in zip(_OCTETS, mask.to_bytes(length, "little"), strict=False):
        if octet:
            found += row[octet]
    return found


def _grow(length: int) -> None:
    """Tables for masks of a number of octets. One thread at a time: a server plays its games in several."""
    with _GROWING:
        while len(_OCTETS) < length:
            lowest = 8 * len(_OCTETS)
            eight = NUMBERS[lowest : lowest + 8] or cast("list[Space]", list(range(lowest, lowest + 8)))
            _OCTETS.append([tuple(map(eight.__getitem__, row)) for row in _OCTET])


def first(mask: Spaces) -> Space:
    """The lowest member of a set, or `NOWHERE` (-1) if it is empty."""
    return Space((mask & -mask).bit_length() - 1)


def spaces(some: Iterable[Space]) -> Spaces:
    """The set of the given spaces; those off the map are left out."""
    return reduce(or_, [BITS[space] for space in some if space >= 0], 0)


def count(mask: Spaces) -> int:
    """How many members a set has."""
    return mask.bit_count()


def holds(mask: Spaces, space: Space) -> bool:
    """Is the space a member?"""
    return space >= 0 and mask >> space & 1 == 1


class Adjacency:
    """A set of steps between spaces, kept so that a whole set of spaces steps at once.

    Steps whose target number lies equally far from their source number form a group: all of them are one
    shift. A hex grid has at most eight groups, whatever its size; boxes and areas add a few small ones.
    "Zones do not cross this hexside" is an adjacency compiled from fewer steps.
    """

    __slots__ = ("_back", "_forth", "groups")

    def __init__(self, edges: Iterable[Edge] = ()) -> None:
        """Group the steps; each goes one way, so a symmetric relation lists both."""
        sources: dict[int, list[Space]] = defaultdict(list)
        for a, b in edges:
            sources[b - a].append(a)
        self._set((delta, spaces(some)) for delta, some in sources.items())

    def _set(self, groups: Iterable[tuple[int, Spaces]]) -> None:
        self.groups: tuple[tuple[int, Spaces], ...] = tuple(sorted(group for group in groups if group[1]))
        self._forth = tuple((delta, sources) for delta, sources in self.groups if delta >= 0)
        self._back = tuple((-delta, sources) for delta, sources in self.groups if delta < 0)

    @classmethod
    def of_groups(cls, groups: Iterable[tuple[int, Spaces]]) -> Adjacency:
        """An adjacency from groups that somebody has already formed."""
        made = cls()
        made._set(groups)
        return made

    def spread(self, mask: Spaces) -> Spaces:
        """Every space one step away from any of these (which may include some of these)."""
        out = 0
        for delta, sources in self._forth:
            out |= (mask & sources) << delta
        for delta, sources in self._back:
            out |= (mask & sources) >> delta
        return out

    def dilate(self, mask: Spaces, steps: int = 1) -> Spaces:
        """These spaces and all within that many steps of them."""
        frontier = mask
        for _ in range(steps):
            frontier = self.spread(frontier) & ~mask
            if not frontier:
                break
            mask |= frontier
        return mask

    def flood(self, seeds: Spaces, within: Spaces) -> Spaces:
        """All spaces that steps inside `within` reach from those seeds that lie in it."""
        before, reached = 0, seeds & within
        while reached != before:  # each shift goes on from the one before, not from the round before: half the rounds
            before = reached
            for delta, sources in self._forth:
                reached |= (reached & sources) << delta & within
            for delta, sources in self._back:
                reached |= (reached & sources) >> delta & within
        return reached

    def edges(self) -> Iterator[Edge]:
        """Every step, by rising difference and then by source."""
        for delta, sources in self.groups:
            for a in each(sources):
                yield a, Space(a + delta)

    def joins(self, a: Space, b: Space) -> bool:
        """Does a step lead from a to b?"""
        return any(delta == b - a and holds(sources, a) for delta, sources in self.groups)

    def without(self, edges: Iterable[Edge]) -> Adjacency:
        """The same steps less some: a bond, a blown bridge. Cheap for a few."""
        groups = dict(self.groups)
        for a, b in edges:
            if b - a in groups:
                groups[b - a] &= ~bit(a)
        return Adjacency.of_groups(groups.items())

    def within(self, mask: Spaces) -> Adjacency:
        """Only the steps that start and end inside a set."""
        return Adjacency.of_groups(
            (delta, sources & mask & (mask >> delta if delta >= 0 else mask << -delta))
            for delta, sources in self.groups
        )

    def reverse(self) -> Adjacency:
        """The same steps walked backwards; equal to itself when every step has its opposite."""
        return Adjacency.of_groups(
            (-delta, sources << delta if delta >= 0 else sources >> -delta) for delta, sources in self.groups
        )

    def __eq__(self, other: object) -> bool:
        """Equal when they hold the same steps."""
        return isinstance(other, Adjacency) and self.groups == other.groups

    def __hash__(self) -> int:
        """Adjacencies never change, so they can be keys."""
        return hash(self.groups)

    def __repr__(self) -> str:
        """How many steps in how many groups; the steps themselves would fill pages."""
        steps = sum(count(sources) for _, sources in self.groups)
        return f"<Adjacency of {steps} steps in {len(self.groups)} groups>"
