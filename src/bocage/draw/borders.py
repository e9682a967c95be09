"""What lies along hexsides and is not a river: floods, cliffs, walls, hedges, causeways, runways, boundaries."""

from __future__ import annotations

import math
from itertools import pairwise

from bocage.draw.curves import along, open_spline, toward, wobble
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX
from bocage.draw.outline import chains
from bocage.draw.svg import element, number
from bocage.kernel.grid import Point, Vertex
from bocage.kernel.ids import Space

__all__ = ["LINES", "above_roads", "below_rivers"]

LINES = ("zone", "front", "perimeter", "boundary")
"""Lines that belong to maps, not to the landscape."""
CHEVRON = 4.6
"""Half the height of a chevron."""


def below_rivers(ground: Ground) -> list[str]:
    """Flooded ground along hexsides: a soft band with ripples."""
    drawn = []
    flooded = "".join(open_spline(_uneven(ground, line)) for line in _lines(ground, "flooded"))
    if flooded:
        drawn += [element("path", d=flooded, class_=kind) for kind in ("flood-edge", "flood", "flood-texture")]
    return drawn


def above_roads(ground: Ground) -> list[str]:
    """Cliffs, walls, hedges, causeways, runways and boundaries."""
    drawn = []
    for style, maker in MAKERS.items():
        path = "".join(maker(ground, line) for line in _lines(ground, style))
        if path:
            drawn.append(element("path", d=path, class_=f"side-{style}"))
            if style == "boundary":
                drawn.append(element("path", d=path, class_="side-boundary-dots"))
    arrows = "".join(_chevrons(ground, a, b) for a, b in _directed(ground, "chevron"))
    if arrows:
        drawn += [element("path", d=arrows, class_=f"side-chevron{part}") for part in ("-case", "")]
    for style in ("causeway", "airfield"):
        bars = "".join(_bar(ground, a, b, style) for a, b in _sides(ground, style))
        if bars:
            drawn += [element("path", d=bars, class_=f"side-{style}{part}") for part in ("-case", "")]
    return drawn


def _sides(ground: Ground, style: str) -> list[tuple[Space, Space]]:
    kinds = [kind for kind in ground.board.sides if ground.sheet.hexside_style(kind) == style]
    return sorted({(a, b) for kind in kinds for a, b in ground.board.sides[kind] if a < b})


def _directed(ground: Ground, style: str) -> list[tuple[Space, Space]]:
    """Hexsides as the map writes them: from the first hex to the second."""
    ids = ground.board.ids
    rows = [row for row in ground.board.geography.side if ground.sheet.hexside_style(row.kind) == style]
    pairs = [text.partition("/") for row in rows for text in row.hexsides]
    return [(ids[a], ids[b]) for a, _, b in pairs]


def _lines(ground: Ground, style: str) -> list[list[Vertex]]:
    return chains({ground.ends(a, b) for a, b in _sides(ground, style)})


def _uneven(ground: Ground, line: list[Vertex]) -> list[Point]:
    """A line of hexsides that wanders a little."""
    raw = along([ground.corner(vertex) for vertex in line], HEX * 0.16)
    inner = [wobble(point, HEX * 0.035, "flood", *line[0], n) for n, point in enumerate(raw[1:-1])]
    return [raw[0], *inner, raw[-1]]


def _plain(ground: Ground, line: list[Vertex]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(ground.corner, line))


def _cliff(ground: Ground, line: list[Vertex]) -> str:
    """A line with teeth on its lower side."""
    points = along([ground.corner(vertex) for vertex in line], HEX * 0.07)
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    for a, b in pairwise(points):
        size = math.dist(a, b) or 1.0
        path += f"M{number(a[0])} {number(a[1])}l{number(-(b[1] - a[1]) / size * 7)} {number((b[0] - a[0]) / size * 7)}"
    return path


def _wall(ground: Ground, line: list[Vertex]) -> str:
    """A line with small merlons."""
    points = along([ground.corner(vertex) for vertex in line], HEX * 0.09)
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return path + "".join(f"M{number(x - 1.8)} {number(y - 1.8)}h3.6v3.6h-3.6z" for x, y in points)


def _bar(ground: Ground, a: Space, b: Space, style: str) -> str:
    """A short strip from one hex to the next: a dyke road, or a runway."""
    middle = ground.crossing(a, b)
    reach = 0.5 if style == "causeway" else 0.55
    one, two = toward(middle, ground.centre(a), reach), toward(middle, ground.centre(b), reach)
    return f"M{number(one[0])} {number(one[1])}L{number(two[0])} {number(two[1])}"


def _chevrons(ground: Ground, a: Space, b: Space) -> str:
    """Three chevrons side by side on a hexside, pointing to where its second hex lies."""
    one, two = (ground.corner(vertex) for vertex in ground.ends(a, b))
    (ax, ay), (bx, by) = ground.centre(a), ground.centre(b)
    size = math.dist((ax, ay), (bx, by))
    dx, dy = (bx - ax) / size * CHEVRON, (by - ay) / size * CHEVRON
    path = ""
    for share in (0.2, 0.5, 0.8):
        x, y = toward(one, two, share)
        wings = (x - dx - dy, y - dy + dx), (x + dx, y + dy), (x - dx + dy, y - dy - dx)
        path += "M" + "L".join(f"{number(px)} {number(py)}" for px, py in wings)
    return path


MAKERS = {"cliff": _cliff, "wall": _wall, "hedge": _plain} | dict.fromkeys(LINES, _plain)
