"""Region outlines of an area map, cut from real land until drawn borders agree with the adjacency list.

Development only: it needs numpy and shapely, reads a directory of GeoJSON clips, and writes the `polygon` lines
of a `map.toml`. The land inside the map's outline is cut into small cells (Voronoi cells of towns and filler
points, cut again along rivers). Annealing then deals the cells out to the regions: each region stays in one piece
near its centre, touches another exactly where a land link joins them, and follows a river where the link says
so. Beaches are coastal strips carved from the regions behind them. All outlines are simplified together, so
neighbours share every vertex and the map has neither gaps nor overlaps.

    python -m bocage.tools.cartography.regions GEO_DIRECTORY PLAN.toml MAP.toml
"""

# mypy: disable-error-code="import-not-found, import-untyped, no-any-unimported, misc"
from __future__ import annotations

import argparse
import json
import math
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import shapely
from shapely.geometry import MultiPoint, Point, Polygon, shape
from shapely.ops import polygonize, unary_union

from bocage.tools.cartography.dealing import Dealer

Shapes: TypeAlias = dict[str, Any]

WEST, NORTH, MIDDLE = -2.0, 49.80, 49.15
KM_EAST, KM_SOUTH = 111.32 * math.cos(math.radians(MIDDLE)), 111.2
SPACING = 2.6  # kilometres between filler points
GRAIN = 0.01  # vertices are rounded to ten metres
TOUCH = 0.05  # kilometres of common border below which two regions only meet at a corner


def project(geometry: Any) -> Any:
    """Longitude and latitude to kilometres east and south of the map's corner."""
    return shapely.transform(
        geometry, lambda a: np.column_stack([(a[:, 0] - WEST) * KM_EAST, (NORTH - a[:, 1]) * KM_SOUTH])
    )


def zone(corners: Iterable[tuple[float, float]]) -> Any:
    """A polygon of the plan, whose corners are written latitude first."""
    return project(Polygon([(lon, lat) for lat, lon in corners]))


def centre(at: tuple[float, float]) -> tuple[float, float]:
    return (at[1] - WEST) * KM_EAST, (NORTH - at[0]) * KM_SOUTH


class Geo:
    """The clips of real geography that the map is cut from."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def features(self, name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads((self.directory / f"{name}.geojson").read_text())["features"]
        return found

    def ground(self, outline: Any) -> Any:
        """The land on the map as one piece without islands, its narrowest inlets closed."""
        land = unary_union([project(shape(f["geometry"])) for f in self.features("coastline")])
        found = largest(land.intersection(outline))
        return largest(found.buffer(0.35).buffer(-0.7).buffer(0.35).simplify(0.15))

    def rivers(self, names: Iterable[str]) -> Any:
        wanted = set(names)
        lines = [project(shape(f["geometry"])) for f in self.features("rivers") if f["properties"]["name"] in wanted]
        return unary_union([line.simplify(0.25) for line in lines])

    def towns(self, ground: Any) -> list[tuple[float, float]]:
        spots = [project(shape(f["geometry"])) for f in self.features("towns")]
        return [(spot.x, spot.y) for spot in spots if ground.contains(spot)]


def largest(geometry: Any) -> Any:
    """The biggest part, without holes."""
    parts = [p for p in getattr(geometry, "geoms", [geometry]) if p.geom_type == "Polygon"]
    return Polygon(max(parts, key=lambda p: p.area).exterior)


def cut(ground: Any, rivers: Any, towns: list[tuple[float, float]], rng: Any) -> list[Any]:
    """Small cells: around each town, around filler points where towns are few, and cut along rivers."""
    points = list(towns)
    west, north, east, south = ground.bounds
    for y in np.arange(north, south, SPACING):
        for x in np.arange(west, east, SPACING):
            spot = np.array([x, y]) + rng.uniform(-0.9, 0.9, 2)
            if ground.contains(Point(spot)) and np.min(np.hypot(*(np.array(points) - spot).T)) > 0.73 * SPACING:
                points.append((float(spot[0]), float(spot[1])))
    edges = shapely.voronoi_polygons(MultiPoint(points), extend_to=ground.envelope.buffer(10), only_edges=True)
    lines = unary_union([edges, rivers, ground.boundary])
    return [cell for cell in polygonize(lines) if ground.contains(cell.representative_point())]


def carve(shapes: Shapes, ground: Any, beaches: Mapping[str, Mapping[str, Any]]) -> None:
    """Cut each beach as a strip along the coast out of the regions behind it."""
    for name, beach in beaches.items():
        where = zone(beach["zone"])
        shore = ground.boundary.intersection(where)
        strip = shore.buffer(beach["depth"]).intersection(where).intersection(ground)
        shapes[name] = largest(unary_union([shapes[behind].intersection(strip) for behind in beach["from"]]))
        for behind in beach["from"]:
            shapes[behind] = shapes[behind].difference(shapes[name])


def as_coverage(shapes: Shapes) -> Shapes:
    """The same regions with every common vertex in both neighbours; stray slivers go to the region they touch most."""
    lines = shapely.union_all([s.boundary for s in shapes.values()], grid_size=GRAIN)
    faces = list(polygonize(lines))
    owner = [max(shapes, key=lambda n, f=face: shapes[n].intersection(f).area) for face in faces]
    found = {name: unary_union([f for f, o in zip(faces, owner, strict=True) if o == name]) for name in shapes}
    for name, geometry in found.items():
        parts = sorted(getattr(geometry, "geoms", [geometry]), key=lambda p: -p.area)
        found[name] = parts[0]
        for part in parts[1:]:
            best = max(
                (other for other in found if other != name),
                key=lambda n, p=part: found[n].boundary.intersection(p.boundary).length,
            )
            found[best] = unary_union([found[best], part])
    return found


def simplified(shapes: Shapes, tolerance: float) -> Shapes:
    """Fewer vertices, the same ones on both sides of every border."""
    made = shapely.coverage_simplify(list(shapes.values()), tolerance)
    snapped = shapely.set_precision(made, GRAIN, mode="pointwise")
    if not shapely.coverage_is_valid(snapped):
        raise SystemExit("the regions overlap or leave gaps: choose another seed")
    return dict(zip(shapes, snapped, strict=True))


def touching(shapes: Shapes) -> dict[frozenset[str], float]:
    """Which regions share a border, and how many kilometres of it."""
    found = {}
    names = list(shapes)
    for i, a in enumerate(names):
        for b in names[:i]:
            length = shapes[a].boundary.intersection(shapes[b].boundary).length
            if length > TOUCH:
                found[frozenset((a, b))] = length
    return found


def report(shapes: Shapes, links: set[frozenset[str]]) -> list[str]:
    """Where drawn borders and the adjacency list disagree."""
    drawn = touching(shapes)
    missing = ["listed but not drawn: " + " - ".join(sorted(pair)) for pair in links - drawn.keys()]
    extra = ["drawn but not listed: " + " - ".join(sorted(pair)) for pair in drawn.keys() - links]
    return sorted(missing + extra)


def write(path: Path, shapes: Shapes) -> None:
    """Put the outlines into the `polygon` lines of a map file, leaving everything else as it is."""
    text = path.read_text(encoding="utf-8")
    for name, geometry in shapes.items():
        corners = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in geometry.exterior.coords[:-1])
        area = re.compile(rf'(\[\[area\]\]\nid = "{re.escape(name)}"\n(?:[a-z].*\n)*?)polygon = .*\n')
        text, done = area.subn(lambda m, c=corners: f"{m[1]}polygon = [{c}]\n", text)
        if done != 1:
            raise SystemExit(f"{path} has no area {name} with a polygon line")
    path.write_text(text, encoding="utf-8")


def make(geo: Geo, plan: dict[str, Any], areas: dict[str, Any], links: list[dict[str, Any]], seed: int) -> Shapes:
    """All outlines of a map, the sea included."""
    rng = np.random.default_rng(seed)
    ground = geo.ground(zone(plan["outline"]))
    rivers = geo.rivers(plan["rivers"])
    cells = cut(ground, rivers, geo.towns(ground), rng)
    beaches = plan["beach"]
    inland = {
        name: centre(area["at"]) for name, area in areas.items() if name not in beaches and area["terrain"] != "sea"
    }
    dealer = Dealer(cells, rivers, inland, plan.get("weight", {}), links, rng)
    for pin in plan["pin"]:
        dealer.pin(pin["id"], zone(pin["zone"]))
    dealer.anneal(plan["steps"])
    shapes = dealer.regions()
    carve(shapes, ground, beaches)
    for name, area in areas.items():
        if area["terrain"] == "sea":
            shapes[name] = largest(zone(plan["outline"]).difference(ground))
    return simplified(as_coverage(shapes), plan["tolerance"])


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Cut region outlines from real geography into a map.toml.")
    parser.add_argument("geo", type=Path)
    parser.add_argument("plan", type=Path)
    parser.add_argument("map", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    plan, sheet = tomllib.loads(given.plan.read_text("utf-8")), tomllib.loads(given.map.read_text("utf-8"))
    areas = {area["id"]: area for area in sheet["area"]}
    shapes = make(Geo(given.geo), plan, areas, sheet["link"], given.seed)
    write(given.map, shapes)
    links = {frozenset(link["between"]) for link in sheet["link"] if link["kind"] in {"land", "sea"}}
    sys.stdout.write("\n".join(report(shapes, links)) + "\n")


if __name__ == "__main__":
    main()
