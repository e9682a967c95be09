"""Rivers and what else lies along hexsides.

A river keeps to its hexsides but does not turn corners: its course is smoothed, leans towards the real river where
there is one near, and wanders a little. It settles where roads cross it, so it must be drawn before them.
"""

from __future__ import annotations

import math
from itertools import pairwise

from bocage.draw.coast import Coast
from bocage.draw.curves import along, chance, length, middle, open_spline, toward
from bocage.draw.geodata import lines, plain
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX
from bocage.draw.outline import chains
from bocage.draw.svg import element
from bocage.kernel.grid import Point, Vertex
from bocage.kernel.ids import Space

__all__ = ["Rivers"]

WIDTHS = {"wide-river": 9.0, "river": 5.2, "stream": 3.4, "canal": 4.6}
SOURCE = 0.3
"""The share of its width with which a river begins."""
STEP = HEX * 0.09
WANDER = HEX * 0.042
LEAN = HEX * 0.12
"""How far a course may leave the smoothed hexsides for the sake of the real river."""

Course = tuple[str, str, list[Point]]
"""Style, name, and the way from source to mouth."""


class Rivers:
    """All running water of a hex map."""

    def __init__(self, ground: Ground, coast: Coast) -> None:
        self.ground, self.coast = ground, coast
        self.on_course: dict[Vertex, Point] = {}
        """Corners that a river has passed, and where: a tributary ends there."""
        self.mouths = self._mouths()
        self.courses: list[Course] = []
        for style, name, line in self._chains():
            self.courses.append((style, name, self._course(name, line)))
        self._settle_crossings()

    def _chains(self) -> list[tuple[str, str, list[Vertex]]]:
        """Every river as lines of corners, long ones first, so that tributaries find them."""
        ground = self.ground
        edges: dict[tuple[str, str], set[tuple[Vertex, Vertex]]] = {}
        for n, row in enumerate(ground.board.geography.side):
            style = ground.sheet.hexside_style(row.kind)
            if style in WIDTHS:
                pairs = (text.partition("/") for text in row.hexsides)
                found = {ground.ends(ground.board.ids[a], ground.board.ids[b]) for a, _, b in pairs}
                edges.setdefault((style, row.name or str(n)), set()).update(found)
        for sides in edges.values():
            sides.update(self._along_the_rim({vertex for side in sides for vertex in side}))
        made = [(style, name, line) for (style, name), sides in edges.items() for line in chains(sides)]
        return sorted(made, key=lambda row: (-WIDTHS[row[0]], -len(row[2]), row[1], row[2]))

    def _mouths(self) -> set[Vertex]:
        """Rivers are listed upstream: where both ends lie on the rim, the water leaves by the first hexside."""
        ground = self.ground
        first = (row.hexsides[0].partition("/") for row in ground.board.geography.side if row.hexsides)
        return {vertex for a, _, b in first for vertex in ground.ends(ground.board.ids[a], ground.board.ids[b])}

    def _along_the_rim(self, passed: set[Vertex]) -> set[tuple[Vertex, Vertex]]:
        """Sides of the map's outermost hexes between two corners of one river: it goes on there, off the hexes."""
        ground = self.ground
        ends = passed & ground.rim
        return {(a, b) for a, b in ground.outer_sides if a in ends and b in ends}

    # --- one course --------------------------------------------------------------------------------

    def _course(self, name: str, line: list[Vertex]) -> list[Point]:
        if self._height(line[0]) < self._height(line[-1]):
            line.reverse()
        ends = [self.on_course.get(vertex) for vertex in (line[0], line[-1])]
        raw = [self.ground.corner(vertex) for vertex in line]
        raw[0], raw[-1] = ends[0] or raw[0], ends[1] or raw[-1]
        raw = self._to_frame(line, self._to_sea(line, raw))
        course = _smoothed(along(raw, STEP), 8)
        course = self._wandering(name, line, course)
        for vertex in line:
            where = self.ground.corner(vertex)
            self.on_course.setdefault(vertex, min(course, key=lambda point: math.dist(point, where)))
        return self._on_land(course)

    def _height(self, vertex: Vertex) -> float:
        """How high a corner lies, as far as a map tells: at the shore, on other water, at the edge, inland."""
        gap = self._nearest_sea(self.ground.corner(vertex))
        if self._is_near_sea(vertex):
            return gap[0] / HEX if gap else 0.9
        if vertex in self.on_course or vertex in self.ground.drowned:
            return 1.0
        if vertex in self.ground.rim:
            return 1.4 if vertex in self.mouths else 1.5
        return 2.0 if gap else 3.0

    def _is_near_sea(self, vertex: Vertex) -> bool:
        x, y = self.ground.corner(vertex)
        around = [(x + dx * HEX * 0.3, y + dy * HEX * 0.3) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return self.ground.touches_sea(vertex) or any(self.coast.is_sea(point) for point in around)

    def _to_sea(self, line: list[Vertex], raw: list[Point]) -> list[Point]:
        """A course that ends near the shore is led on into the water."""
        if line[-1] in self.on_course or line[-1] in self.ground.drowned - self.ground.wet:
            return raw
        best = self._nearest_sea(raw[-1], raw[-2])
        return [*raw, best[1]] if best else raw

    def _nearest_sea(self, end: Point, before: Point | None = None) -> tuple[float, Point] | None:
        """The nearest water that a course can go on to, preferably ahead."""
        best: tuple[float, Point] | None = None
        for n in range(24):
            turn = 2 * math.pi * n / 24
            for far in (0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.9, 1.15, 1.4):
                point = end[0] + far * HEX * math.cos(turn), end[1] + far * HEX * math.sin(turn)
                if self.coast.is_sea(point):
                    back = math.dist(toward(before, end, 1 + far), point) if before else 0.0
                    if best is None or far * HEX + back * 0.3 < best[0]:
                        best = far * HEX + back * 0.3, point
                    break
        return best

    def _to_frame(self, line: list[Vertex], raw: list[Point]) -> list[Point]:
        """A course that leaves the map's hexes at its edge runs on to the frame."""
        if line[0] in self.ground.rim and line[0] not in self.on_course:
            raw = [self.ground.beyond(raw[0]), *raw]
        if line[-1] in self.ground.rim and line[-1] not in self.on_course and len(raw) <= len(line) + 1:
            raw = [*raw, self.ground.beyond(raw[-1])]
        return raw

    def _wandering(self, name: str, line: list[Vertex], course: list[Point]) -> list[Point]:
        """Towards the real river, and then to and fro a little, less so at the ends."""
        real = self._real(name)
        moves = [_held(self._nearest(real, point), point, LEAN) if real else (0.0, 0.0) for point in course]
        moves = _smoothed(moves, 3, pinned=False)
        found = []
        for n, (point, move) in enumerate(zip(course, moves, strict=True)):
            before, after = course[max(0, n - 1)], course[min(len(course) - 1, n + 1)]
            size = math.dist(before, after) or 1.0
            across = (after[1] - before[1]) / size, -(after[0] - before[0]) / size
            free = min(1.0, n / 4, (len(course) - 1 - n) / 4)
            far = WANDER * free * (_wave(n / 2.6, name, *line[0]) + 0.5 * _wave(n / 1.3, "eddy", name, *line[0]))
            found.append((point[0] + move[0] * free + across[0] * far, point[1] + move[1] * free + across[1] * far))
        return found

    def _real(self, name: str) -> list[list[Point]]:
        fit = self.ground.fit
        if fit is None:
            return []
        return [along(fit.course(course), STEP) for known, _, course in lines("rivers") if plain(known) == plain(name)]

    @staticmethod
    def _nearest(real: list[list[Point]], point: Point) -> Point:
        return min((other for course in real for other in course), key=lambda other: math.dist(other, point))

    def _on_land(self, course: list[Point]) -> list[Point]:
        """The course as far as the shore, and only just into the water."""
        return self._cut(self._cut(course)[::-1])[::-1]

    def _cut(self, course: list[Point]) -> list[Point]:
        wet = [self.coast.is_sea(point) for point in course]
        last = len(course)
        while last > 2 and wet[last - 1] and wet[last - 2]:
            last -= 1
        if last > 1 and wet[last - 1] and not wet[last - 2]:
            return [*course[: last - 1], toward(course[last - 2], course[last - 1], 0.3)]
        return course[:last]

    def _settle_crossings(self) -> None:
        """Where a river follows a hexside, roads over it cross at the middle of that stretch."""
        ground = self.ground
        for row in ground.board.geography.side:
            if ground.sheet.hexside_style(row.kind) in WIDTHS:
                for text in row.hexsides:
                    a, _, b = text.partition("/")
                    one, two = sorted((ground.board.ids[a], ground.board.ids[b]))
                    self._settle(one, two)

    def _settle(self, a: Space, b: Space) -> None:
        ground = self.ground
        ends = [ground.corner(vertex) for vertex in ground.ends(a, b)]
        aim = middle(*ends)
        near = [point for _, _, course in self.courses for point in course if math.dist(point, aim) < HEX * 0.3]
        if near:
            ground.crossings[a, b] = min(near, key=lambda point: math.dist(point, aim))

    # --- drawing -----------------------------------------------------------------------------------

    def drawn(self) -> list[str]:
        """The water: banks first, then the stream, wider towards the mouth."""
        banks: dict[float, str] = {}
        water: dict[float, str] = {}
        for style, _, course in self.courses:
            full = WIDTHS[style]
            pieces = 1 if style == "canal" or length(course) < HEX else 7
            for n in range(pieces):
                first, last = n * (len(course) - 1) // pieces, (n + 1) * (len(course) - 1) // pieces
                width = round(full * (SOURCE + (1 - SOURCE) * (n + 1) / pieces), 1)
                path = open_spline(course[max(0, first - 1) : last + 1])
                banks[width] = banks.get(width, "") + path
                water[width] = water.get(width, "") + path
        return [
            element("path", d=path, class_="river-bank", stroke_width=width + 1.6) for width, path in banks.items()
        ] + [element("path", d=path, class_="river", stroke_width=width) for width, path in water.items()]

    def points(self) -> list[Point]:
        """Points along all rivers, for keeping labels off them."""
        return [point for _, _, course in self.courses for point in course]


def _smoothed(line: list[Point], times: int, *, pinned: bool = True) -> list[Point]:
    """Each point drawn towards its neighbours, repeatedly; the ends stay if pinned."""
    for _ in range(times):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4) for (a, b), (_, c) in pairwise(pairwise(line))
        ]
        if len(line) < 3:
            return line
        first = line[0] if pinned else middle(line[0], line[1])
        last = line[-1] if pinned else middle(line[-1], line[-2])
        line = [first, *inner, last]
    return line


def _held(real: Point, point: Point, reach: float) -> Point:
    """The way to the real place, shortened; nothing when it is too far to be the same reach of the river."""
    dx, dy = real[0] - point[0], real[1] - point[1]
    far = math.hypot(dx, dy)
    if far > HEX * 0.7 or not far:
        return 0.0, 0.0
    share = min(1.0, reach / far)
    return dx * share, dy * share


def _wave(at: float, *name: object) -> float:
    """Smooth noise along a line."""
    n, share = divmod(at, 1)
    share = share * share * (3 - 2 * share)
    return chance(*name, int(n)) * (1 - share) + chance(*name, int(n) + 1) * share
