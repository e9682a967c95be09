"""The map and the counters: everything that is printed, loaded once and shared by all games on it.

`Geography` is what a `map.toml` says, row by row, with printed numbers; a test builds one in two lines.
`Board` compiles it: spaces become ints, sets of spaces become masks, steps become an `Adjacency`. Spaces
are numbered hexes first (holes keep their number but belong to nothing), then boxes, then areas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, TypeAlias

from bocage.kernel.geography import Area, Box, Card, Counter, Geography, Link, Place, Road, SideFeature, Tag, Terrain
from bocage.kernel.grid import Grid
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.spaces import BITS, NUMBERS, Adjacency, Edge, bit, each, holds, spaces

__all__ = [
    "FAR", "POINT", "Area", "Board", "Box", "Card", "Counter", "Edges", "Geography", "Link", "Place", "Road",
    "SideFeature", "Tag", "Terrain", "compile_edges",
]  # fmt: skip

POINT = 6
"""One movement point: halves and thirds of it are whole numbers."""

FAR = 1_000_000
"""The distance between spaces that no walk joins."""

Edges: TypeAlias = list[tuple[tuple[Space, int], ...]]
"""By space, the steps out of it and what each costs."""

NO_FEATURES: frozenset[str] = frozenset()


class Board:
    """The frozen half of a game: the map compiled for speed, and the counters. Never copied."""

    drawing: ClassVar[Path | None] = None
    """How the words of its map are drawn: a `draw.toml`."""
    objectives: Mapping[Space, int] = MappingProxyType({})
    """What spaces are worth, where the map shows it with a star."""
    cards: Sequence[Card] = ()
    """The cards of the game, if it has any."""

    def __init__(self, geography: Geography, counters: Iterable[Counter] = ()) -> None:
        """Compile a map; `ValueError` at the first slip (`mapfile.read_map` reports all of them)."""
        self.geography = geography
        self.grid = geography.grid
        self._number_spaces()
        self._join_spaces()
        self.sides = _by_kind((row.kind, self._hexsides(row.hexsides)) for row in geography.side)
        self.roads = _by_kind((row.kind, self._path(row.hexes)) for row in geography.road)
        self._between = _by_edge([*self.links.items(), *self.sides.items()])
        self._roads = _by_edge(self.roads.items())
        self._name_places()
        self._described: dict[Space, str] = {}
        self.counters: tuple[Counter, ...] = tuple(counters)
        self.unit_names: list[str] = [counter.id for counter in self.counters]
        self.unit_ids = _unit_ids(self.unit_names)
        last = max((counter.side for counter in self.counters), default=0)
        self.of_side: tuple[Units, ...] = tuple(self.who(side=side) for side in range(max(2, last + 1)))
        """By side, its counters."""

    # --- building ----------------------------------------------------------------------------------

    def _number_spaces(self) -> None:
        grid, geography = self.grid, self.geography
        size = (grid.size if grid else 0) + len(geography.box) + len(geography.area)
        if size > len(BITS):
            raise ValueError(f"the map has {size} spaces; {len(BITS)} is the most")
        self.names: list[str] = [grid.label(Space(n)) for n in range(grid.size)] if grid else []
        self.terrain: list[str] = _hex_terrain(grid, geography.terrain) if grid else []
        self.hexes: Spaces = spaces(Space(n) for n, kind in enumerate(self.terrain) if kind)
        self.titles: list[str] = [""] * len(self.names)
        first_box = len(self.names)
        for box in geography.box:
            self._append(box.id, box.name, "")
        first_area = len(self.names)
        for area in geography.area:
            self._append(area.id, area.name, area.terrain)
        self.boxes: Spaces = (1 << first_area) - (1 << first_box)
        self.areas: Spaces = (1 << len(self.names)) - (1 << first_area)
        self.all: Spaces = self.hexes | self.boxes | self.areas
        self.ids: dict[str, Space] = {}
        for space in each(self.all):
            if self.ids.setdefault(self.names[space], space) != space:
                raise ValueError(f"two spaces are called {self.names[space]!r}")
        self.of_terrain: dict[str, Spaces] = {}
        for space in each(self.hexes | self.areas):
            kind = self.terrain[space]
            self.of_terrain[kind] = self.of_terrain.get(kind, 0) | bit(space)

    def _append(self, name: str, title: str, terrain: str) -> None:
        if not name or name.split() != [name]:
            raise ValueError(f"the id of a space cannot be {name!r}: it must be one word")
        self.names.append(name)
        self.titles.append(title)
        self.terrain.append(terrain)

    def _join_spaces(self) -> None:
        self.links = _by_kind((row.kind, self._path(row.between, linked=True)) for row in self.geography.link)
        around: list[list[Space]] = [[] for _ in self.names]
        if self.grid:
            for space in each(self.hexes):
                around[space] = [NUMBERS[b] for b in self.grid.neighbours(space) if holds(self.hexes, b)]
        for a, b in sorted(edge for edges in self.links.values() for edge in edges):
            if b not in around[a]:
                around[a].append(b)
        self.neighbours: list[tuple[Space, ...]] = [tuple(some) for some in around]
        self.adjacency = Adjacency(self.edges())

    def _name_places(self) -> None:
        self.places: tuple[Place, ...] = tuple(self.geography.place)
        self.of_place: dict[str, Spaces] = {}
        for place in self.places:
            space = self.space(place.hex)
            self.titles[space] = self.titles[space] or place.name
            self.of_place[place.kind] = self.of_place.get(place.kind, 0) | bit(space)
        self.tags: dict[str, Spaces] = {}
        for tag in self.geography.tag:
            self.tags[tag.name] = self.tags.get(tag.name, 0) | self.set_of(tag.hexes)

    def _hexsides(self, texts: Iterable[str]) -> Iterator[Edge]:
        for text in texts:
            a, _, b = text.partition("/")
            yield from self._path([a, b])

    def _path(self, texts: Sequence[str], *, linked: bool = False) -> Iterator[Edge]:
        """Consecutive spaces, joined both ways; they must be neighbours unless a link joins them."""
        for a, b in pairwise([self.space(text) for text in texts]):
            if a == b or not (linked or b in self.neighbours[a]):
                raise ValueError(f"{self.names[a]} and {self.names[b]} are not adjacent")
            yield a, b
            yield b, a

    # --- asking ------------------------------------------------------------------------------------

    def space(self, text: str) -> Space:
        """The space with this printed id; `ValueError` if there is none on the map."""
        try:
            return self.ids[text]
        except KeyError:
            raise ValueError(f"there is no space {text!r} on the map") from None

    def set_of(self, texts: Iterable[str]) -> Spaces:
        """The set of spaces with these printed ids."""
        return spaces(self.space(text) for text in texts)

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the six directions of the grid; none without one."""
        return self.grid.directions if self.grid else ()

    def edges(self) -> Iterator[Edge]:
        """Every step between adjacent spaces, both ways."""
        for a, around in enumerate(self.neighbours):
            for b in around:
                yield Space(a), b

    def between(self, a: Space, b: Space) -> frozenset[str]:
        """What lies on the hexside between two spaces, or what kinds of link join them."""
        return self._between.get((a, b), NO_FEATURES)

    def road(self, a: Space, b: Space) -> frozenset[str]:
        """The kinds of road that run from a space into the next; empty, and so false, without one."""
        return self._roads.get((a, b), NO_FEATURES)

    def adjacent(self, allowed: Callable[[Space, Space], bool]) -> Adjacency:
        """Only those steps that a rule allows: zones that stop at rivers, lines that follow roads."""
        return Adjacency((a, b) for a, b in self.edges() if allowed(a, b))

    def distance(self, a: Space, b: Space) -> int:
        """Between hexes as the crow flies, even over holes; otherwise by steps, `FAR` if none lead there."""
        if self.grid and holds(self.hexes, a) and holds(self.hexes, b):
            return self.grid.distance(a, b)
        steps, seen, frontier = 0, 0, bit(a)
        while frontier and not holds(frontier, b):
            seen |= frontier
            frontier = self.adjacency.spread(frontier) & ~seen
            steps += 1
        return steps if frontier else FAR

    def who(self, **printed: object) -> Units:
        """The counters on which all of this is printed: `who(side=ALLIED, type="armor")`."""
        wanted = printed.items()
        found = [n for n, counter in enumerate(self.counters) if all(getattr(counter, k) == v for k, v in wanted)]
        return sum(1 << n for n in found)

    def within(self, space: Space, radius: int) -> Spaces:
        """All spaces of the map at most that far away."""
        if self.grid and holds(self.hexes, space):
            return self.grid.within(space, radius) & self.hexes
        return self.adjacency.dilate(bit(space), radius)

    def describe(self, space: Space) -> str:
        """A space in words: the number of a hex, its name if it has one, and its terrain; a region by its name."""
        found = self._described.get(space)
        if found is None:
            found = self._described[space] = self._describe(space)
        return found

    def _describe(self, space: Space) -> str:
        if space == NOWHERE:
            return "off the map"
        terrain = f"({self.terrain[space]})" if self.terrain[space] else ""
        number = self.names[space] if self.is_hex(space) or not self.titles[space] else ""
        return " ".join(part for part in (number, self.titles[space], terrain) if part)

    def is_hex(self, space: Space) -> bool:
        """Whether a space is a hex of the map, and its name a number that players know."""
        return self.grid is not None and bool(self.hexes >> space & 1)

    def space_title(self, space: Space) -> str:
        """What a space is called in a sentence: `Trévières`, `hex 2810`, `Caen (2030)` where several are Caen."""
        name, title = self.names[space], self.titles[space]
        if not title:
            return f"hex {name}" if self.is_hex(space) else name
        return f"{title} ({name})" if self.is_hex(space) and self.titles.count(title) > 1 else title

    def unit_title(self, unit: UnitId) -> str:
        """What a counter is called in a sentence."""
        return self.counters[unit].name

    def unit_titles(self, units: Iterable[UnitId]) -> str:
        """What some counters are called in a sentence: `A, B and C`."""
        return joined(self.unit_title(unit) for unit in units)

    def __repr__(self) -> str:
        """How much is on the board."""
        return f"<{type(self).__name__} of {self.all.bit_count()} spaces and {len(self.counters)} counters>"


def joined(names: Iterable[str]) -> str:
    """Names as a sentence lists them: `A`, `A and B`, `A, B and C`."""
    *most, last = [*names] or ["nobody"]
    return f"{', '.join(most)} and {last}" if most else last


def compile_edges(board: Board, cost: Callable[[Space, Space], int | None]) -> Edges:
    """The steps that a kind of unit may take and what they cost; None means that it may not.

    A search reads steps by the hundred, so equal ones are one object.
    """
    known: dict[tuple[Space, int], tuple[Space, int]] = {}

    def step(b: Space, price: int) -> tuple[Space, int]:
        return known.setdefault((b, price), (b, price))

    return [
        tuple(step(b, price) for b in around if (price := cost(Space(a), b)) is not None)
        for a, around in enumerate(board.neighbours)
    ]


def _hex_terrain(grid: Grid, terrain: Terrain) -> list[str]:
    rows = terrain.rows or [next(iter(terrain.legend)) * grid.columns] * grid.rows
    if len(rows) != grid.rows or any(len(row) != grid.columns for row in rows):
        raise ValueError(f"the terrain is not {grid.rows} rows of {grid.columns} characters")
    unknown = {char for row in rows for char in row} - terrain.legend.keys() - {" "}
    if unknown:
        raise ValueError(f"the legend does not explain {', '.join(map(repr, sorted(unknown)))}")
    return [terrain.legend.get(char, "") for row in rows for char in row]


def _by_kind(rows: Iterable[tuple[str, Iterable[Edge]]]) -> dict[str, frozenset[Edge]]:
    found: dict[str, set[Edge]] = {}
    for kind, edges in rows:
        found.setdefault(kind, set()).update(edges)
    return {kind: frozenset(edges) for kind, edges in found.items()}


def _by_edge(kinds: Iterable[tuple[str, frozenset[Edge]]]) -> dict[Edge, frozenset[str]]:
    found: dict[Edge, frozenset[str]] = {}
    for kind, edges in kinds:
        for edge in edges:
            found[edge] = found.get(edge, NO_FEATURES) | {kind}
    return found


def _unit_ids(names: Iterable[str]) -> dict[str, UnitId]:
    found: dict[str, UnitId] = {}
    for n, name in enumerate(names):
        if not name or name.split() != [name]:
            raise ValueError(f"the id of a counter cannot be {name!r}: it must be one word")
        if name in found:
            raise ValueError(f"two counters are called {name!r}")
        found[name] = UnitId(n)
    return found
