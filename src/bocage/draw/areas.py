"""Maps of areas: regions that share their borders, with rivers and railways along and across them.

Neighbouring regions share every vertex, so the map is a net of border lines between knots where three regions
meet. Each line is smoothed once and used by both its regions; there are no gaps.
"""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise

from bocage.draw.curves import along, chance, open_spline, thread, toward
from bocage.draw.geodata import Fit, fit_of, lines
from bocage.draw.layout import HEX, Layout
from bocage.draw.raster import Field
from bocage.draw.sheet import Sheet
from bocage.kernel.board import Board
from bocage.kernel.grid import Point

__all__ = ["Areas", "Border"]

Border = tuple[Point, ...]
SEA_STEP = 16.0
BOW = 0.09
"""How far a railway may swing aside, as a share of the way."""


class Areas:
    """An area map prepared for drawing."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.board: Board = layout.board
        self.sheet: Sheet = layout.sheet
        self.fit: Fit | None = fit_of(self.board.geography, layout.scale, layout.at(*layout.origin))
        self.polygons: dict[str, tuple[Point, ...]] = {
            area.id: layout.spots[area.id].polygon for area in self.board.geography.area
        }

    def style(self, name: str) -> str:
        """The pencil for a region's terrain."""
        return self.sheet.terrain_style(self.board.terrain[self.board.ids[name]])

    @cached_property
    def dry(self) -> list[str]:
        """The regions that are land."""
        return [name for name in self.polygons if self.style(name) != "sea"]

    # --- the net of borders ------------------------------------------------------------------------

    @cached_property
    def knots(self) -> set[Point]:
        """Where more than two border lines meet."""
        around: dict[Point, set[Point]] = {}
        for polygon in self.polygons.values():
            for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
                around.setdefault(a, set()).add(b)
                around.setdefault(b, set()).add(a)
        return {point for point, near in around.items() if len(near) > 2}

    def borders_of(self, name: str) -> list[Border]:
        """A region's outline as lines from knot to knot, in order."""
        polygon = self.polygons[name]
        starts = [n for n, point in enumerate(polygon) if point in self.knots]
        if not starts:
            return [(*polygon, polygon[0])]
        turned = polygon[starts[0] :] + polygon[: starts[0] + 1]
        found, line = [], [turned[0]]
        for point in turned[1:]:
            line.append(point)
            if point in self.knots:
                found.append(tuple(line))
                line = [point]
        return found

    @cached_property
    def owners(self) -> dict[Border, list[str]]:
        """Which regions a border line belongs to; a line is named by the lesser of its two directions."""
        found: dict[Border, list[str]] = {}
        for name in self.polygons:
            for border in self.borders_of(name):
                found.setdefault(min(border, border[::-1]), []).append(name)
        return found

    def between(self, a: str, b: str) -> list[Border]:
        """The lines that two regions share."""
        return [border for border, owners in self.owners.items() if set(owners) == {a, b}]

    def outline(self, name: str) -> str:
        """A region's outline as path data, each border smoothed the same way as its neighbour's."""
        parts = []
        for n, border in enumerate(self.borders_of(name)):
            path = open_spline(border)
            parts.append(path if n == 0 else path[path.index("q") if "q" in path else path.index("L") :])
        return "".join(parts) + "Z"

    # --- the sea -----------------------------------------------------------------------------------

    @cached_property
    def land(self) -> Field:
        """Positive on land: the regions, and the real land beyond them."""
        frame = self.layout.map
        blank = Field.over(frame.x - HEX, frame.y - HEX, frame.width + 2 * HEX, frame.height + 2 * HEX, SEA_STEP)
        regions = blank.filled([self.polygons[name] for name in self.dry])
        water = blank.filled([polygon for name, polygon in self.polygons.items() if self.style(name) == "sea"])
        if self.fit is None:
            return regions.map(lambda value: value - 0.5)
        real = blank.filled([self.fit.course(course) for _, _, course in lines("coast")])
        return regions.map(lambda a, b, c: max(a, b - c) - 0.5, real, water)

    def shores(self) -> list[Border]:
        """The border lines between land and sea."""
        return [
            border
            for border, owners in self.owners.items()
            if len(owners) == 2 and len({self.style(name) == "sea" for name in owners}) == 2
        ]

    # --- points and ways ---------------------------------------------------------------------------

    def seat(self, name: str) -> Point:
        """Where a region's town stands: at its real place if that is in the region, otherwise in the middle."""
        area = self.board.geography.area[self._index(name)]
        spot = self.layout.spots[name]
        if area.at and self.fit:
            point = self.fit.at(area.at[1], area.at[0])
            if math.dist(point, (spot.x, spot.y)) < HEX * 3:
                return point
        return spot.x, spot.y

    def _index(self, name: str) -> int:
        return next(n for n, area in enumerate(self.board.geography.area) if area.id == name)

    def crossing(self, a: str, b: str) -> Point | None:
        """Where the shortest way from town to town crosses the border of two regions."""
        start, end = self.seat(a), self.seat(b)
        points = [point for border in self.between(a, b) for point in along(border, 10.0)[1:-1]]
        return min(points, key=lambda point: math.dist(start, point) + math.dist(point, end), default=None)

    def railways(self) -> str:
        """Railways from town to town by way of the border."""
        parts = []
        for a, b in sorted(self.board.links.get("rail", ())):
            if a < b:
                one, two = self.board.names[a], self.board.names[b]
                middle = self.crossing(one, two)
                stops = [self.seat(one), *([middle] if middle else []), self.seat(two)]
                parts.append(thread(_bowed(stops, one, two)))
        return "".join(parts)

    def rivers(self) -> str:
        """Borders along a river."""
        parts = []
        for a, b in sorted(self.board.links.get("river", ())):
            if a < b:
                parts += [open_spline(border) for border in self.between(self.board.names[a], self.board.names[b])]
        return "".join(parts)

    def is_river(self, a: str, b: str) -> bool:
        """Does a river run between two regions?"""
        return "river" in self.board.between(self.board.ids[a], self.board.ids[b])

    def tagged(self, tag: str) -> list[str]:
        """The regions with a tag."""
        mask = self.board.tags.get(tag, 0)
        return [name for name in self.polygons if mask >> self.board.ids[name] & 1]


def _bowed(stops: list[Point], *name: str) -> list[Point]:
    """A line through the same stops that swings a little to one side and then to the other, as a railway does."""
    line = [stops[0]]
    for n, (a, b) in enumerate(pairwise(stops)):
        swing = BOW * chance("bow", *name, n)
        dx, dy = (b[1] - a[1]) * swing, (a[0] - b[0]) * swing
        for share, side in ((0.3, 1), (0.7, -0.6)):
            x, y = toward(a, b, share)
            line.append((x + dx * side, y + dy * side))
        line.append(b)
    return line
