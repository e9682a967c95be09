"""Real geography made small enough to ship: what the maps draw, thinned, in whole numbers.

Development only: it reads a directory of GeoJSON clips and writes `bocage/draw/geo/*.json`.

    python -m bocage.tools.cartography.clips GEO_DIRECTORY

Lines are lists of whole numbers in units of 0.0001 degrees: the first point's longitude and latitude, then the
differences from point to point.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[2] / "draw" / "geo"
BOX = (-2.0, 48.4, 0.45, 49.8)
"""West, south, east, north of what any map shows."""
GRAIN = 1e-4
KM_EAST, KM_NORTH = 72.81, 111.2
Line = list[tuple[float, float]]


def main() -> None:
    """Write all clips."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("geo", type=Path)
    geo: Path = parser.parse_args().geo
    coast = [ring for ring in (clipped(thinned(ring, 0.04)) for ring in polygons(geo)) if len(ring) > 3]
    write("coast", [{"line": packed(ring)} for ring in coast])
    write("rivers", named_lines(geo / "rivers.geojson", 0.05))
    write("towns", towns(geo / "towns.geojson"))


def features(path: Path) -> list[dict[str, Any]]:
    """The features of a GeoJSON file."""
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["features"]
    return found


def polygons(geo: Path) -> list[Line]:
    """The outer rings of the land."""
    return [[(x, y) for x, y, *_ in row["geometry"]["coordinates"][0]] for row in features(geo / "coastline.geojson")]


def named_lines(path: Path, grain: float) -> list[dict[str, Any]]:
    """Rivers inside the box, with name and class (1 is the greatest)."""
    found = []
    for row in features(path):
        line = [(x, y) for x, y, *_ in row["geometry"]["coordinates"]]
        if any(is_inside(point) for point in line):
            about = row["properties"]
            found.append({"name": about["name"], "class": about["class"], "line": packed(thinned(line, grain))})
    return found


def towns(path: Path) -> list[dict[str, Any]]:
    """Names and positions of towns and villages inside the box."""
    found = []
    for row in features(path):
        (x, y), about = row["geometry"]["coordinates"][:2], row["properties"]
        if is_inside((x, y)):
            found.append({"name": about["name"], "at": [whole(x), whole(y)]})
    return sorted(found, key=lambda row: (row["name"], row["at"]))


def is_inside(point: tuple[float, float]) -> bool:
    """Is a point in the box?"""
    west, south, east, north = BOX
    return west <= point[0] <= east and south <= point[1] <= north


def thinned(line: Line, kilometres: float) -> Line:
    """The line without points that lie closer than this to the line through their neighbours (Douglas-Peucker)."""
    if len(line) < 3:
        return line
    keep = {0, len(line) - 1}
    waiting = [(0, len(line) - 1)]
    while waiting:
        first, last = waiting.pop()
        far, where = max(
            ((off_line(line[i], line[first], line[last]), i) for i in range(first + 1, last)), default=(0.0, first)
        )
        if far > kilometres:
            keep.add(where)
            waiting += [(first, where), (where, last)]
    return [line[i] for i in sorted(keep)]


def off_line(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    """Kilometres from a point to the straight line between two others."""
    px, py = (point[0] - a[0]) * KM_EAST, (point[1] - a[1]) * KM_NORTH
    bx, by = (b[0] - a[0]) * KM_EAST, (b[1] - a[1]) * KM_NORTH
    square = bx * bx + by * by
    share = max(0.0, min(1.0, (px * bx + py * by) / square)) if square else 0.0
    return math.hypot(px - share * bx, py - share * by)


def clipped(ring: Line) -> Line:
    """The part of a ring inside the box, edge by edge (Sutherland-Hodgman)."""
    west, south, east, north = BOX
    for axis, limit, sign in ((0, west, 1), (0, east, -1), (1, south, 1), (1, north, -1)):
        kept: Line = []
        for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            inside_a, inside_b = sign * (a[axis] - limit) >= 0, sign * (b[axis] - limit) >= 0
            if inside_a:
                kept.append(a)
            if inside_a != inside_b:
                share = (limit - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        ring = kept
    return ring


def whole(degrees: float) -> int:
    """Degrees in units of `GRAIN`."""
    return round(degrees / GRAIN)


def packed(line: Line) -> list[int]:
    """The first point and the steps from there."""
    found: list[int] = []
    x = y = 0
    for lon, lat in line:
        found += [whole(lon) - x, whole(lat) - y]
        x, y = whole(lon), whole(lat)
    return found


def write(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """One row to a line, so that a change shows."""
    lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    (HERE / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
