"""Land and sea: the coastline, and bands of water that follow it.

The hexes say which side of a hexside is sea; the real coast says how the shore runs between them. Both are
fields (see `raster`), the hexes weighing enough that a hex of land always looks like land and one of sea like
sea. A map without a fit gets an invented shore of its own.
"""

from __future__ import annotations

import math
from functools import cached_property

from bocage.draw.curves import area, closed_spline, toward
from bocage.draw.geodata import land
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX
from bocage.draw.outline import rings
from bocage.draw.raster import Field
from bocage.draw.svg import element
from bocage.kernel.grid import Point
from bocage.kernel.ids import Spaces
from bocage.kernel.spaces import each

__all__ = ["Coast"]

STEP = HEX / 10
HEX_WEIGHT = 2.6
BLURRED_WEIGHT = 0.8
CORE_WEIGHT = 0.9
CORE = 0.6
"""How much of a hex, across, the shore must leave alone."""
SMALLEST = (HEX * 0.3) ** 2
"""Islands and ponds below this area are not drawn."""
POND = (HEX * 0.8) ** 2
"""Enclosed water below this area is not sea."""
INLET = HEX * 0.1
"""Half the width of an arm of the sea along a hexside."""
DEPTHS = (9.0, 22.0, 40.0, 66.0)
"""How far from the shore each band of water begins."""


class Coast:
    """The shore of a hex map."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        frame = ground.layout.map
        self.has_sea = bool(ground.having("sea"))
        ground.is_wet = self.is_sea
        self.blank = Field.over(frame.x - HEX, frame.y - HEX, frame.width + 2 * HEX, frame.height + 2 * HEX, STEP)

    @cached_property
    def land(self) -> Field:
        """Positive on land, negative at sea."""
        ground = self.ground
        sea, coast = ground.having("sea"), ground.having("coast")
        everything = (1 << ground.wide.size) - 1
        dry = self._hexes(everything & ~sea & ~coast)
        half = self._hexes(coast) if coast else self.blank
        hexes = dry.map(lambda a, b: a + b / 2, half).blurred(round(0.18 * HEX / STEP))
        shore = self._real_shore() if ground.fit else self._invented_shore()
        found = hexes.map(lambda h, s: HEX_WEIGHT * (h - 0.5) + s, shore)
        found = found.map(lambda v, c: v + CORE_WEIGHT * c, self._cores(everything & ~sea & ~coast))
        found = found.map(lambda v, c: v - CORE_WEIGHT * c, self._cores(sea))
        return self._without_ponds(self._with_inlets(found))

    def _cores(self, where: Spaces) -> Field:
        """The middles of some hexes, which the shore keeps out of, whatever the atlas says."""
        outlines = []
        for space in each(where):
            corners = [self.ground.wide_corner(vertex) for vertex in self.ground.wide.vertices(space)]
            centre = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
            outlines.append([toward(centre, corner, CORE) for corner in corners])
        return self.blank.filled(outlines).blurred(1)

    def _without_ponds(self, field: Field) -> Field:
        """Water with no way to the sea, left over where the real shore and the hexes disagree, becomes land."""
        rings = [(area(ring), ring) for ring in field.contour(smallest=1.0)]
        greatest = max((size for size, _ in rings), key=abs, default=0.0)
        ponds = [ring for size, ring in rings if size * greatest < 0 and abs(size) < POND]
        if not ponds:
            return field
        return field.map(lambda v, dry: max(v, dry) if dry > 0 else v, self.blank.filled(ponds).blurred(1, 1))

    def _hexes(self, where: Spaces) -> Field:
        """The wide grid's hexes of a set."""
        outlines = [[self.ground.wide_corner(v) for v in ring] for ring in rings(self.ground.wide, where)]
        return self.blank.filled(outlines)

    def _real_shore(self) -> Field:
        fit = self.ground.fit
        assert fit is not None
        real = self.blank.filled([fit.course(course) for course in land()])
        near = real.blurred(round(0.22 * HEX / STEP))
        return real.map(lambda a, b: a - 0.5 + BLURRED_WEIGHT * (b - 0.5), near)

    def _invented_shore(self) -> Field:
        long, short = self.blank.noisy(HEX * 0.42, "bay"), self.blank.noisy(HEX * 0.17, "cove")
        return long.map(lambda a, b: 0.75 * a + 0.4 * b, short)

    def _with_inlets(self, field: Field) -> Field:
        """The sea, let in along hexsides that are arms of it."""
        ground = self.ground
        bands = []
        for kind, sides in sorted(ground.board.sides.items()):
            if ground.sheet.hexside_style(kind) == "sea":
                bands += [self._band(*(ground.corner(v) for v in ground.ends(a, b))) for a, b in sides if a < b]
        if not bands:
            return field
        water = self.blank.filled(bands).blurred(1, 1)
        return field.map(lambda v, w: v - 3 * w, water)

    @staticmethod
    def _band(a: Point, b: Point) -> list[Point]:
        """A strip along a hexside, a little longer than it."""
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = math.hypot(dx, dy)
        dx, dy = dx / size, dy / size
        out, wide = INLET * 0.8, INLET
        return [
            (a[0] - dx * out - dy * wide, a[1] - dy * out + dx * wide),
            (b[0] + dx * out - dy * wide, b[1] + dy * out + dx * wide),
            (b[0] + dx * out + dy * wide, b[1] + dy * out - dx * wide),
            (a[0] - dx * out + dy * wide, a[1] - dy * out - dx * wide),
        ]

    @cached_property
    def rings(self) -> list[list[Point]]:
        """The shore as closed rings around the land."""
        return self.land.contour(smallest=SMALLEST)

    @cached_property
    def outline(self) -> str:
        """The shore as path data."""
        return "".join(closed_spline(ring) for ring in self.rings)

    def is_sea(self, point: Point) -> bool:
        """Is a point of the picture in the water?"""
        return self.has_sea and self.land.value(point) <= 0

    def water(self) -> list[str]:
        """The sea over everything drawn of the land, then its deeper bands, each with a fine line."""
        if not self.has_sea:
            return []
        frame = self.ground.layout.map
        around = f"M{frame.x - HEX:.0f} {frame.y - HEX:.0f}h{frame.width + 2 * HEX:.0f}"
        around += f"v{frame.height + 2 * HEX:.0f}h{-frame.width - 2 * HEX:.0f}z"
        drawn = [element("path", d=around + self.outline, class_="sea-0", fill_rule="evenodd")]
        distance = self._coarse().distances()
        for n, depth in enumerate(DEPTHS, 1):
            outlines = "".join(closed_spline(ring[::2]) for ring in distance.contour(depth, smallest=HEX * HEX / 4))
            drawn.append(element("path", d=outlines, class_=f"sea-{n}", fill_rule="evenodd"))
        drawn.append(element("path", d=self.outline, class_="shore"))
        return drawn

    def _coarse(self) -> Field:
        """The land with islands and ponds that are not drawn left out."""
        return self.blank.filled(self.rings, lines=1).map(lambda value: value - 0.5)
