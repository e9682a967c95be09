"""Smooth lines through points, and a little irregularity that is the same on every machine.

All drawn lines are made here: splines as path data, and `wobble`, which moves a point by an amount that
depends only on its name, so that a coast, a river and a road that meet at a corner still meet there.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from zlib import crc32

from bocage.draw.svg import number
from bocage.kernel.grid import Point

__all__ = ["along", "area", "chance", "closed_spline", "length", "middle", "open_spline", "thread", "toward", "wobble"]


def chance(*name: object) -> float:
    """A number from -1 to 1 that depends on a name alone."""
    mixed = crc32("/".join(map(str, name)).encode())
    for factor in (0x7FEB352D, 0x846CA68B):  # a checksum alone keeps neighbours alike
        mixed = ((mixed ^ mixed >> 16) * factor) & 0xFFFFFFFF
    return (mixed ^ mixed >> 16) / 0x7FFFFFFF - 1.0


def wobble(point: Point, reach: float, *name: object) -> Point:
    """The point moved by at most `reach`, always the same way for the same name."""
    turn, far = math.pi * chance("turn", *name), reach * math.sqrt(abs(chance("far", *name)))
    return point[0] + far * math.cos(turn), point[1] + far * math.sin(turn)


def middle(a: Point, b: Point) -> Point:
    """Half way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def toward(a: Point, b: Point, share: float) -> Point:
    """A share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def length(line: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def area(ring: Sequence[Point]) -> float:
    """The area inside a ring, negative if it runs the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*ring, ring[0]])) / 2


def along(line: Sequence[Point], step: float) -> list[Point]:
    """Points at even steps along a line, both ends included."""
    total = length(line)
    count = max(1, round(total / step))
    found, walked, wanted = [line[0]], 0.0, total / count
    for a, b in pairwise(line):
        leg = math.dist(a, b)
        while leg and walked + leg >= wanted - 1e-9 and len(found) < count:
            found.append(toward(a, b, (wanted - walked) / leg))
            wanted += total / count
        walked += leg
    return [*found, line[-1]]


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _quadratics(start: Point, controls: Iterable[Point], ends: Iterable[Point]) -> str:
    """Relative quadratic curves, each with a control point and an end."""
    parts = [f"M{_pair(*start)}"]
    # What was written, not what was meant: rounding must not add up along a coast.
    x, y = float(number(start[0])), float(number(start[1]))
    for (cx, cy), (ex, ey) in zip(controls, ends, strict=True):
        dx, dy = number(ex - x), number(ey - y)
        parts.append(f"q{_pair(cx - x, cy - y)} {dx} {dy}")
        x, y = x + float(dx), y + float(dy)
    return "".join(parts)


def open_spline(line: Sequence[Point]) -> str:
    """A smooth line from the first point to the last that leans towards those between (a B-spline)."""
    if len(line) < 3:
        return "M" + "L".join(_pair(*p) for p in line)
    inner = list(line[1:-1])
    ends = [middle(a, b) for a, b in pairwise(inner)] + [line[-1]]
    return _quadratics(line[0], inner, ends)


def closed_spline(ring: Sequence[Point]) -> str:
    """A smooth closed outline that leans towards its points."""
    ends = [middle(a, b) for a, b in pairwise([*ring, ring[0]])]
    return _quadratics(ends[-1], ring, ends) + "Z"


def thread(line: Sequence[Point]) -> str:
    """A smooth line through every point (Catmull-Rom)."""
    if len(line) < 3:
        return "M" + "L".join(_pair(*p) for p in line)
    before = (2 * line[0][0] - line[1][0], 2 * line[0][1] - line[1][1])
    after = (2 * line[-1][0] - line[-2][0], 2 * line[-1][1] - line[-2][1])
    padded = [before, *line, after]
    parts = [f"M{_pair(*line[0])}"]
    for i in range(1, len(padded) - 2):
        p, a, b, q = padded[i - 1 : i + 3]
        c1 = a[0] + (b[0] - p[0]) / 6, a[1] + (b[1] - p[1]) / 6
        c2 = b[0] - (q[0] - a[0]) / 6, b[1] - (q[1] - a[1]) / 6
        parts.append(f"C{_pair(*c1)} {_pair(*c2)} {_pair(*b)}")
    return "".join(parts)
