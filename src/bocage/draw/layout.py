"""Where every space lies on the picture: hexes and areas on the map, boxes in a panel below it.

A hex is `HEX` units wide; everything else is measured in the same units. The browser reads `Layout.payload`.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from bocage.draw.curves import middle
from bocage.kernel.board import Board
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space
from bocage.kernel.spaces import count, each

__all__ = ["HEX", "Frame", "Layout", "Spot"]

HEX = 100.0
"""The width of a hex on the picture."""
MARGIN = 60.0
AREA_MAP = 3000.0
"""The width of a map without hexes."""
BOX_HEIGHT = 150.0
GAP = 14.0


class Spot(msgspec.Struct, frozen=True):
    """A space on the picture: its middle, its outline, and the largest counter that sits well in it."""

    x: float
    y: float
    polygon: tuple[Point, ...]
    kind: str
    title: str
    terrain: str
    room: float


class Frame(msgspec.Struct, frozen=True):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def corners(self) -> tuple[Point, ...]:
        """Its corners, clockwise."""
        return ((self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom))

    def holds(self, x: float, y: float) -> bool:
        """Is a point in it?"""
        return self.x <= x <= self.right and self.y <= y <= self.bottom


class Layout:
    """The plan of a game's picture."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.spots: dict[str, Spot] = {}
        self.scale = HEX
        self._place_map()
        self.map = self._map_frame()
        self.panel = self._place_boxes()
        bottom = self.panel if self.panel.height else self.map
        self.width = self.map.right + MARGIN
        self.height = bottom.bottom + MARGIN

    # --- the map -----------------------------------------------------------------------------------

    def _place_map(self) -> None:
        board = self.board
        if board.grid:
            for space in each(board.hexes):
                polygon = tuple(self.at(*corner) for corner in board.grid.corners(space))
                self._add(space, self.at(*board.grid.centre(space)), polygon, "hex", HEX * 0.56)
            return
        outlines = [area.polygon for area in board.geography.area]
        xs = [x for outline in outlines for x, _ in outline]
        if not xs:
            return
        self._west, self._north = min(xs), min(y for outline in outlines for _, y in outline)
        self.scale = AREA_MAP / (max(xs) - self._west)
        for area in board.geography.area:
            polygon = tuple(self.at(x - self._west, y - self._north) for x, y in area.polygon)
            self._add(board.ids[area.id], visual_centre(polygon), polygon, "area", HEX * 0.8)

    def _add(self, space: Space, centre: Point, polygon: tuple[Point, ...], kind: str, room: float) -> None:
        board = self.board
        self.spots[board.names[space]] = Spot(*centre, polygon, kind, board.titles[space], board.terrain[space], room)

    def _map_frame(self) -> Frame:
        if self.board.grid:
            width, height = self.board.grid.extent
            return Frame(MARGIN, MARGIN, width * HEX, height * HEX)
        outlines = [point for spot in self.spots.values() for point in spot.polygon]
        right = max((x for x, _ in outlines), default=MARGIN)
        bottom = max((y for _, y in outlines), default=MARGIN)
        return Frame(MARGIN, MARGIN, right - MARGIN, bottom - MARGIN)

    def at(self, x: float, y: float) -> Point:
        """From paper (hex widths, or an area map's own units from its corner) to the picture."""
        return MARGIN + x * self.scale, MARGIN + y * self.scale

    # --- the boxes ---------------------------------------------------------------------------------

    def _place_boxes(self) -> Frame:
        """Rows of equal boxes below the map."""
        board = self.board
        boxes = list(each(board.boxes))
        top = self.map.bottom + MARGIN
        if not boxes:
            return Frame(self.map.x, top, self.map.width, 0)
        across = max(1, min(len(boxes), int(self.map.width // 380) or 1))
        rows = math.ceil(len(boxes) / across)
        across = math.ceil(len(boxes) / rows)
        width = (self.map.width - GAP * (across - 1)) / across
        for n, space in enumerate(boxes):
            row, column = divmod(n, across)
            frame = Frame(self.map.x + column * (width + GAP), top + row * (BOX_HEIGHT + GAP), width, BOX_HEIGHT)
            self._add(space, middle(frame.corners[0], frame.corners[2]), frame.corners, "box", 56)
        return Frame(self.map.x, top, self.map.width, rows * (BOX_HEIGHT + GAP) - GAP)

    def payload(self) -> dict[str, Any]:
        """The same as plain data, for a browser."""
        spaces = {
            name: {
                "x": round(spot.x, 1),
                "y": round(spot.y, 1),
                "polygon": [[round(x, 1), round(y, 1)] for x, y in spot.polygon],
                "kind": spot.kind,
                "title": spot.title,
                "terrain": spot.terrain,
                "room": spot.room,
            }
            for name, spot in self.spots.items()
        }
        return {"width": round(self.width, 1), "height": round(self.height, 1), "spaces": spaces}

    def __repr__(self) -> str:
        """Its size and how much is on it."""
        return f"<Layout of {count(self.board.all)} spaces on {self.width:.0f} x {self.height:.0f}>"


def visual_centre(polygon: tuple[Point, ...]) -> Point:
    """A point well inside an outline: the one of a coarse lattice that is farthest from any edge."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    west, north, east, south = min(xs), min(ys), max(xs), max(ys)
    best, centre = -1.0, ((west + east) / 2, (north + south) / 2)
    for i in range(1, 24):
        for j in range(1, 24):
            point = west + (east - west) * i / 24, north + (south - north) * j / 24
            if is_inside(polygon, point):
                room = min(gap(point, a, b) for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
                if room > best:
                    best, centre = room, point
    return centre


def is_inside(polygon: tuple[Point, ...], point: Point) -> bool:
    """Is a point inside an outline?"""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def gap(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to a straight line between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square)) if square else 0.0
    return math.dist(point, (a[0] + dx * share, a[1] + dy * share))
