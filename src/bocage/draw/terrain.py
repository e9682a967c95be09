"""Terrain: each kind a region with a soft, uneven edge, filled with its texture.

A region is painted over the hexes that have it and nothing else; edges wander a little, but no hex can be taken
for another kind. The sea is painted later, on top, so land simply runs on under it.
"""

from __future__ import annotations

from bocage.draw.curves import closed_spline, toward, wobble
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX
from bocage.draw.outline import rings
from bocage.draw.svg import element
from bocage.kernel.grid import Point, Vertex

__all__ = ["ORDER", "regions"]

UNEVEN = HEX * 0.085
"""The most that an edge wanders."""
ORDER = ("clear", "mixed", "bocage", "hill", "marsh", "flooded", "woods", "deep-woods")
"""From the ground up: where three kinds meet, the later one covers the corner."""


def regions(ground: Ground) -> list[str]:
    """All terrain as regions, the most widespread kind first as a base under everything."""
    natural = ground.natural
    kinds = sorted(set(natural), key=lambda kind: (ORDER.index(kind) if kind in ORDER else 99, kind))
    base = max(kinds, key=natural.count)
    frame = ground.layout.map
    whole = f"M{frame.x:.0f} {frame.y:.0f}h{frame.width:.0f}v{frame.height:.0f}h{-frame.width:.0f}z"
    paths = {base: whole} | {kind: _outline(ground, kind) for kind in kinds if kind != base}
    sand = _sand(ground)
    if sand:
        paths["beach"] = sand
    return [
        element("path", d=path, class_=f"{part}-{kind}")
        for kind, path in paths.items()
        for part in ("terrain", "texture")
    ]


def _outline(ground: Ground, kind: str) -> str:
    """The uneven edge of all regions of a kind."""
    where = sum(1 << n for n, style in enumerate(ground.natural) if style == kind)
    return "".join(closed_spline(softened(ground, ring)) for ring in rings(ground.wide, where))


def _sand(ground: Ground) -> str:
    """Hexes that are all beach."""
    where = ground.having("beach")
    return "".join(closed_spline(softened(ground, ring)) for ring in rings(ground.wide, where))


def softened(ground: Ground, ring: list[Vertex]) -> list[Point]:
    """A ring of corners made round and uneven, the same way for the regions on both sides of it."""
    found = []
    for one, two in zip(ring, ring[1:] + ring[:1], strict=True):
        a, b = ground.wide_corner(one), ground.wide_corner(two)
        low, high = sorted((one, two))
        for share in (0.2, 0.5, 0.8):
            forth = share if (one, two) == (low, high) else 1 - share
            found.append(wobble(toward(a, b, share), UNEVEN, "edge", *low, *high, round(forth, 1)))
    return found
