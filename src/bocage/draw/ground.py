"""The ground that all pencils share: hexes to the very edge of the frame, and points where lines meet.

The map's hexes leave half a hex bare along two edges, so the ground has a few more hexes around them, each with
the terrain of the nearest one on the map. Corners, crossings of hexsides and the spot in a hex where its
roads meet are moved a little, once, here; a river, a road and a bridge that use the same crossing agree on it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from bocage.draw.curves import middle, toward, wobble
from bocage.draw.geodata import Fit, fit_of, land
from bocage.draw.layout import HEX, Layout, is_inside
from bocage.draw.sheet import Sheet, sheet_of
from bocage.kernel.board import Board
from bocage.kernel.geography import Place
from bocage.kernel.grid import Grid, Point, Vertex
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import each, holds

__all__ = ["PAD", "Edge", "Ground"]

PAD = 2
"""Hexes added on every side: an even number, so that shifted columns stay shifted."""

WATER = frozenset({"sea"})
BUILT = frozenset({"village", "town", "city", "hill", "beach"})
"""Styles that lie upon some other terrain."""

Edge = tuple[Space, Space]


class Ground:
    """A hex map prepared for drawing."""

    def __init__(self, layout: Layout) -> None:
        board = layout.board
        assert board.grid is not None
        self.layout = layout
        self.board: Board = board
        self.grid: Grid = board.grid
        self.sheet: Sheet = sheet_of(board)
        self.fit: Fit | None = fit_of(board.geography, HEX, layout.at(0, 0))
        self.crossings: dict[Edge, Point] = {}
        """Where roads cross a hexside, once a river has settled it."""
        self._spots: dict[Space, Point] = {}
        self.is_wet: Callable[[Point], bool] = lambda _: False
        """Is a point in the sea? The coast says so, once it is known."""

    # --- the wide grid -----------------------------------------------------------------------------

    @cached_property
    def wide(self) -> Grid:
        """The grid with its added hexes."""
        grid = self.grid
        return Grid(grid.columns + 2 * PAD, grid.rows + 2 * PAD, grid.orientation, grid.shifted)

    def on_map(self, space: Space) -> Space:
        """The hex of the map that is nearest to one of the wide grid."""
        column, row = self.wide.position(space)
        column = min(max(column - PAD, 0), self.grid.columns - 1)
        row = min(max(row - PAD, 0), self.grid.rows - 1)
        return self.grid.at(column, row)

    def wide_corner(self, vertex: Vertex) -> Point:
        """Where a corner of the wide grid lies on the picture."""
        flat = self.grid.orientation == "flat"
        across, down = (3 * PAD, 2 * PAD) if flat else (2 * PAD, 3 * PAD)
        return self.layout.at(*self.grid.paper((vertex[0] - across, vertex[1] - down)))

    @cached_property
    def styles(self) -> list[str]:
        """By hex of the wide grid, the pencil for its terrain; a hole takes that of the hexes around it."""
        board, sheet = self.board, self.sheet
        known = [sheet.terrain_style(kind) if kind else "" for kind in board.terrain[: self.grid.size]]
        while "" in known:
            filled = list(known)
            for n, style in enumerate(known):
                if not style:
                    near = [known[b] for b in self.grid.neighbours(Space(n)) if b >= 0 and known[b]]
                    filled[n] = near[0] if near else ""
            if filled == known:
                break
            known = filled
        return [self._added(known[self.on_map(Space(n))], Space(n)) for n in range(self.wide.size)]

    def _added(self, style: str, space: Space) -> str:
        """A hex of the wide grid: beyond a beach at the map's edge, and wherever it really is, there is sea."""
        if self.is_own(space):
            return style or "sea"
        return "sea" if style in {"", "beach", "coast"} or self._is_really_sea(space) else style

    def _is_really_sea(self, space: Space) -> bool:
        """Does the atlas put the middle of a hex of the wide grid in the sea?"""
        if self.fit is None or "sea" not in (self.sheet.terrain_style(kind) for kind in self.board.of_terrain):
            return False
        corners = [self.wide_corner(vertex) for vertex in self.wide.vertices(space)]
        centre = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
        return not any(is_inside(ring, centre) for ring in self._atlas)

    @cached_property
    def _atlas(self) -> list[tuple[Point, ...]]:
        """The real coast on the picture, as rings around the land."""
        assert self.fit is not None
        return [tuple(self.fit.course(course)) for course in land()]

    def is_own(self, space: Space) -> bool:
        """Is a hex of the wide grid one of the map's own?"""
        column, row = self.wide.position(space)
        own = self.grid.at(column - PAD, row - PAD)
        return own >= 0 and bool(self.board.hexes >> own & 1)

    def having(self, *styles: str) -> Spaces:
        """The hexes of the wide grid with one of these styles."""
        return sum(1 << n for n, style in enumerate(self.styles) if style in styles)

    @cached_property
    def natural(self) -> list[str]:
        """By hex of the wide grid, what grows there: towns and the strip of sea along a coast take the terrain
        that most of the hexes around them have.
        """
        bare = {"coast": "clear"}  # the part of a hex that is not sea, where only part is
        found = ["" if style in WATER or style in BUILT else bare.get(style, style) for style in self.styles]
        for _ in range(4):
            if "" not in found:
                break
            found = [style or self._common(found, Space(n)) for n, style in enumerate(found)]
        return [style or "clear" for style in found]

    def _common(self, styles: list[str], space: Space) -> str:
        near = [styles[b] for b in self.wide.neighbours(space) if b >= 0 and styles[b]]
        return max(sorted(set(near)), key=near.count) if near else ""

    # --- points ------------------------------------------------------------------------------------

    def corner(self, vertex: Vertex) -> Point:
        """A corner of the map's grid on the picture."""
        return self.layout.at(*self.grid.paper(vertex))

    def centre(self, space: Space) -> Point:
        """The middle of a hex."""
        return self.layout.at(*self.grid.centre(space))

    def ends(self, a: Space, b: Space) -> tuple[Vertex, Vertex]:
        """The two corners of the hexside between adjacent hexes."""
        corners = self.grid.vertices(a)
        direction = self.grid.direction_of(a, b)
        one, two = sorted((corners[direction], corners[(direction + 1) % 6]))
        return one, two

    def crossing(self, a: Space, b: Space) -> Point:
        """Where a road goes from one hex to the next."""
        a, b = min(a, b), max(a, b)
        if (a, b) not in self.crossings:
            one, two = (self.corner(v) for v in self.ends(a, b))
            share = 0.5 + 0.12 * (wobble((0, 0), 1, "crossing", a, b)[0])
            self.crossings[a, b] = toward(one, two, share)
        return self.crossings[a, b]

    @cached_property
    def place_in(self) -> dict[Space, Place]:
        """The most important place of each hex."""
        order = ("city", "town", "port", "village", "crossroads")
        found: dict[Space, Place] = {}
        for place in self.board.places:
            space = self.board.ids[place.hex]
            style = self.sheet.place_style(place.kind)
            if style in order and (space not in found or order.index(style) < order.index(found[space].kind)):
                found[space] = place
        return found

    @cached_property
    def ways(self) -> dict[Space, set[Space]]:
        """The hexes that roads lead to from a hex."""
        found: dict[Space, set[Space]] = {}
        for road in self.board.geography.road:
            if self.sheet.road_style(road.kind) != "rail":
                for a, b in pairwise(self.board.ids[text] for text in road.hexes):
                    found.setdefault(a, set()).add(b)
                    found.setdefault(b, set()).add(a)
        return found

    def spot(self, space: Space) -> Point:
        """Where the roads of a hex meet and its place stands."""
        if space not in self._spots:
            self._spots[space] = self._ashore(space, self._find_spot(space))
        return self._spots[space]

    def _ashore(self, space: Space, spot: Point) -> Point:
        """A spot in the water is moved back along a road, or to where the land is."""
        if not self.is_wet(spot):
            return spot
        aims = [self.crossing(space, other) for other in sorted(self.ways.get(space, ()))]
        aims += [self.centre(other) for other in self.board.neighbours[space] if other < self.grid.size]
        for aim in aims:
            for n in range(1, 10):
                point, farther = toward(spot, aim, n / 10), toward(spot, aim, n / 10 + 0.08)
                if not self.is_wet(point):
                    return point if self.is_wet(farther) else farther
        return spot

    def _find_spot(self, space: Space) -> Point:
        centre = self.centre(space)
        if space in self.place_in:
            real = self.fit.town(self.place_in[space].name, centre) if self.fit else None
            return self._held(centre, real) if real else wobble(centre, HEX * 0.05, "town", space)
        ways = self.ways.get(space, set())
        if len(ways) == 2:
            one, two = (self.crossing(space, other) for other in sorted(ways))
            return wobble(toward(centre, middle(one, two), 0.55), HEX * 0.05, "bend", space)
        return wobble(centre, HEX * 0.07, "spot", space)

    @staticmethod
    def _held(centre: Point, real: Point, reach: float = HEX * 0.16) -> Point:
        """The real place, but no farther from the middle of its hex than a road can go without doubt."""
        far = max(1e-9, ((real[0] - centre[0]) ** 2 + (real[1] - centre[1]) ** 2) ** 0.5)
        return toward(centre, real, min(1.0, reach / far))

    @cached_property
    def sea(self) -> Spaces:
        """The hexes of the map that are sea."""
        board, sheet = self.board, self.sheet
        kinds = [kind for kind in board.of_terrain if sheet.terrain_style(kind) in WATER]
        return sum(board.of_terrain[kind] for kind in kinds)

    @cached_property
    def rim(self) -> set[Vertex]:
        """Corners at the edge of the map's hexes."""
        around: dict[Vertex, int] = {}
        for space in each(self.board.hexes):
            for vertex in self.grid.vertices(space):
                around[vertex] = around.get(vertex, 0) + 1
        return {vertex for vertex, hexes in around.items() if hexes < 3}

    @cached_property
    def outer_sides(self) -> set[tuple[Vertex, Vertex]]:
        """The sides of the map's hexes that have no hex beyond them."""
        found = set()
        for space in each(self.board.hexes):
            corners = self.grid.vertices(space)
            for direction, other in enumerate(self.grid.neighbours(space)):
                if not holds(self.board.hexes, other):
                    one, two = sorted((corners[direction], corners[(direction + 1) % 6]))
                    found.add((one, two))
        return found

    def beyond(self, point: Point) -> Point:
        """The nearest point just outside the frame."""
        frame = self.layout.map
        x, y = point
        ways = (
            (x - frame.x, (frame.x - 9, y)),
            (frame.right - x, (frame.right + 9, y)),
            (y - frame.y, (x, frame.y - 9)),
            (frame.bottom - y, (x, frame.bottom + 9)),
        )
        return min(ways)[1]

    @cached_property
    def forts(self) -> Spaces:
        """The hexes tagged as forts."""
        tags, sheet = self.board.tags, self.sheet
        return sum(mask for name, mask in tags.items() if sheet.tag_style(name).style == "fort")

    def touches_sea(self, vertex: Vertex) -> bool:
        """Does a corner belong to a hex that is sea, or partly so?"""
        return vertex in self.wet

    @cached_property
    def wet(self) -> set[Vertex]:
        """Corners of hexes that are sea, or partly so."""
        coast = sum(mask for kind, mask in self.board.of_terrain.items() if self.sheet.terrain_style(kind) == "coast")
        return {vertex for space in each(self.sea | coast) for vertex in self.grid.vertices(space)}

    @cached_property
    def drowned(self) -> set[Vertex]:
        """Corners on flooded ground, where a river has its end."""
        wet = {vertex for space in each(self.hexes_of("flooded", "marsh")) for vertex in self.grid.vertices(space)}
        for kind, sides in self.board.sides.items():
            if self.sheet.hexside_style(kind) == "flooded":
                wet |= {vertex for a, b in sides for vertex in self.ends(a, b)}
        return wet

    def hexes_of(self, *styles: str) -> Spaces:
        """The hexes of the map drawn in one of these styles."""
        board, sheet = self.board, self.sheet
        return sum(mask & board.hexes for kind, mask in board.of_terrain.items() if sheet.terrain_style(kind) in styles)
