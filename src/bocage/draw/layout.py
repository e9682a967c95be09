"""Where every space lies on the picture: hexes and areas on the map, boxes in a panel below it.

A hex is `HEX` units wide; everything else is measured in the same units. The browser reads `Layout.payload`.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec

from bocage.draw.curves import middle
from bocage.draw.legend import legend_size
from bocage.draw.sheet import Sheet, sheet_of
from bocage.kernel.board import Board
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space
from bocage.kernel.spaces import count, each

__all__ = ["HEX", "Frame", "Layout", "Spot"]

HEX = 100.0
"""The width of a hex on the picture."""
MARGIN = 60.0
AREA_MAP = 3300.0
"""The width of a map without hexes."""
BOX_HEIGHT = 112.0
GAP = 14.0
TITLE = 80.0
"""The strip above the map for its title, where it has no cartouche."""
SMALL = 1200.0
SIDE_PANEL = 430.0
MANY, CROWDED, ROOMY = 24, 250.0, 400.0
"""With more boxes than this they are narrow."""
WIDE = 4
TALL = 2.4
"""How many times as wide a box is that holds much."""


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
        self.sheet: Sheet = sheet_of(board)
        self.spots: dict[str, Spot] = {}
        self.scale = HEX
        self.origin: Point = (0.0, 0.0)
        """Where an area map's own origin lies on its paper."""
        self.corner: Point = (MARGIN, MARGIN + (TITLE if self.sheet.title and self.sheet.cartouche is None else 0.0))
        self._place_map()
        self.map = self._map_frame()
        self.panel = self._place_boxes()
        self.legend = self._legend_frame()
        used = (self.map, self.panel, self.legend)
        self.width = max(frame.right for frame in used) + MARGIN
        self.height = max(frame.bottom for frame in used) + MARGIN

    # --- the map -----------------------------------------------------------------------------------

    def _place_map(self) -> None:
        board = self.board
        if board.grid:
            for space in each(board.hexes):
                polygon = tuple(self.at(*corner) for corner in board.grid.corners(space))
                self._add(space, self.at(*board.grid.centre(space)), polygon, "hex", HEX * 0.54)
            return
        outlines = [area.polygon for area in board.geography.area]
        xs = [x for outline in outlines for x, _ in outline]
        if not xs:
            return
        west, north = min(xs), min(y for outline in outlines for _, y in outline)
        self.origin = -west, -north
        self.scale = AREA_MAP / (max(xs) - west)
        for area in board.geography.area:
            polygon = tuple(self.at(x - west, y - north) for x, y in area.polygon)
            self._add(board.ids[area.id], visual_centre(polygon), polygon, "area", HEX * 0.8)

    def _add(self, space: Space, centre: Point, polygon: tuple[Point, ...], kind: str, room: float) -> None:
        board = self.board
        self.spots[board.names[space]] = Spot(*centre, polygon, kind, board.titles[space], board.terrain[space], room)

    def _map_frame(self) -> Frame:
        x, y = self.corner
        if self.board.grid:
            width, height = self.board.grid.extent
            return Frame(x, y, width * HEX, height * HEX)
        outlines = [point for spot in self.spots.values() for point in spot.polygon]
        right = max((a for a, _ in outlines), default=x)
        bottom = max((b for _, b in outlines), default=y)
        return Frame(x, y, right - x, bottom - y)

    def at(self, x: float, y: float) -> Point:
        """From paper (hex widths, or an area map's own units from its corner) to the picture."""
        return self.corner[0] + x * self.scale, self.corner[1] + y * self.scale

    @property
    def is_small(self) -> bool:
        """A small map has its boxes beside it, a large one below."""
        return self.map.width < SMALL

    # --- the boxes ---------------------------------------------------------------------------------

    def _place_boxes(self) -> Frame:
        """Rows of boxes below a large map or beside a small one; those that hold much are wider."""
        board, sheet = self.board, self.sheet
        boxes = list(each(board.boxes))
        room = self.map
        if self.is_small:
            whole = Frame(room.right + GAP * 3, room.y, max(SIDE_PANEL, room.width * 0.8), room.height)
            across = 1
        else:
            whole = Frame(room.x, room.bottom + GAP * 3, room.width, 0.0)
            across = max(1, int(whole.width // (CROWDED if len(boxes) > MANY else ROOMY)))
        if not boxes:
            return Frame(whole.x, self.map.y, 0.0, 0.0) if self.is_small else Frame(whole.x, room.bottom, 0.0, 0.0)
        tall = [space for space in boxes if board.names[space] in sheet.tall_boxes]
        others = [space for space in boxes if space not in tall]
        rows = _rows([(space, WIDE if board.names[space] in sheet.large_boxes else 1) for space in others], across)
        rows += [[(space, 1)] for space in tall]
        shares = [TALL if row[0][0] in tall else 1.0 for row in rows]
        height = (whole.height - GAP * (len(rows) - 1)) / sum(shares) if self.is_small else BOX_HEIGHT
        y = whole.y
        for share, row in zip(shares, rows, strict=True):
            cells = sum(size for _, size in row)
            unit = (whole.width - GAP * (len(row) - 1)) / cells
            x = whole.x
            for space, size in row:
                frame = Frame(x, y, unit * size, height * share)
                self._add(space, middle(frame.corners[0], frame.corners[2]), frame.corners, "box", HEX * 0.54)
                x = frame.right + GAP
            y += height * share + GAP
        return Frame(whole.x, whole.y, whole.width, y - GAP - whole.y)

    def _legend_frame(self) -> Frame:
        """Where the key goes: where the sheet says, or below everything."""
        across, down = legend_size(self.board, self.sheet, self._legend_room())
        if self.sheet.legend is not None:
            x, y = self.at(*self.sheet.legend)
            return Frame(x, y, across, down)
        top = self.map.bottom if self.is_small else max(self.map.bottom, self.panel.bottom)
        return Frame(self.map.x, top + GAP * 3, across, down)

    def _legend_room(self) -> float:
        if self.sheet.legend is not None:
            return self.sheet.legend_width * HEX
        return max(self.map.right, self.panel.right) - self.map.x

    def payload(self) -> dict[str, Any]:
        """The same as plain data, for a browser: `counter` is the size of a counter on the map, `map` its frame."""
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
        frame = {key: round(getattr(self.map, key), 1) for key in ("x", "y", "width", "height")}
        size = HEX * (0.54 if self.board.grid else 0.8)
        return {
            "width": round(self.width, 1),
            "height": round(self.height, 1),
            "map": frame,
            "counter": size,
            "spaces": spaces,
        }

    def __repr__(self) -> str:
        """Its size and how much is on it."""
        return f"<Layout of {count(self.board.all)} spaces on {self.width:.0f} x {self.height:.0f}>"


def _rows(boxes: list[tuple[Space, int]], across: int) -> list[list[tuple[Space, int]]]:
    """Boxes in rows of about equal weight, none broken."""
    rows_needed = max(1, math.ceil(sum(size for _, size in boxes) / across))
    target = sum(size for _, size in boxes) / rows_needed
    rows: list[list[tuple[Space, int]]] = [[]]
    for space, size in boxes:
        if rows[-1] and sum(s for _, s in rows[-1]) + size / 2 > target and len(rows) < rows_needed:
            rows.append([])
        rows[-1].append((space, size))
    return rows


def visual_centre(polygon: tuple[Point, ...]) -> Point:
    """A point well inside an outline: the point of a coarse lattice that is farthest from any edge."""
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
