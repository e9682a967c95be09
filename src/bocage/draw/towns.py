"""Built-up places: city blocks, houses along the roads of a town, and the small signs of other places."""

from __future__ import annotations

import math
import re

from bocage.draw.curves import chance, closed_spline, wobble
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX, gap
from bocage.draw.outline import rings
from bocage.draw.shapes import GLYPHS
from bocage.draw.svg import element, moved, number
from bocage.draw.terrain import softened
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space
from bocage.kernel.spaces import each

__all__ = ["cities", "house_points", "place_signs", "sign_at", "towns"]


FORT_AT: Point = (-31.0, 18.0)
"""Where the sign of a fort stands in its hex, from the middle."""
DEFENCES = frozenset({"battery", "fort"})
"""Places whose hex, if it counts as a fort, has the fort's sign already."""
SIGN_SPOTS = ((-34.0, -12.0), (34.0, -12.0), (-33.0, 14.0), (33.0, 14.0), (0.0, 35.0))


def cities(ground: Ground) -> list[str]:
    """Hexes that are all city: one built-up region with its blocks."""
    where = sum(1 << n for n, style in enumerate(ground.styles) if style == "city" and ground.is_own(Space(n)))
    if not where:
        return []
    outlines = []
    for ring in rings(ground.wide, where):
        soft = softened(ground, ring)
        middle = sum(x for x, _ in soft) / len(soft), sum(y for _, y in soft) / len(soft)
        outlines.append(closed_spline([_drawn_in(point, middle, HEX * 0.06) for point in soft]))
    path = "".join(outlines)
    return [element("path", d=path, class_=kind) for kind in ("city-ground", "texture-city", "city-edge")]


def _drawn_in(point: Point, middle: Point, far: float) -> Point:
    size = math.dist(point, middle) or 1.0
    return point[0] + (middle[0] - point[0]) * far / size, point[1] + (middle[1] - point[1]) * far / size


def towns(ground: Ground) -> tuple[list[str], list[str]]:
    """Town hexes: built-up ground and houses; villages and places without terrain of their own: houses only."""
    grounds: list[str] = []
    houses: list[str] = []
    for space in each(ground.hexes_of("town", "village")):
        big = ground.sheet.terrain_style(ground.board.terrain[space]) == "town"
        grounds.append(_blob(ground.spot(space), HEX * (0.34 if big else 0.24), space))
        houses += _houses(ground, space, 38 if big else 20)
    for space, place in sorted(ground.place_in.items()):
        style = ground.sheet.terrain_style(ground.board.terrain[space])
        if style not in {"town", "village", "city"}:
            size = {"city": 30, "town": 18, "port": 14, "village": 9}.get(ground.sheet.place_style(place.kind), 0)
            houses += _houses(ground, space, size)
    built = [element("path", d="".join(grounds), class_="town-ground")] if grounds else []
    return built, [element("path", d="".join(houses), class_="house")] if houses else []


def _blob(centre: Point, radius: float, name: object) -> str:
    """A round shape with an uneven edge."""
    around = []
    for n in range(11):
        turn = 2 * math.pi * n / 11
        point = centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)
        around.append(wobble(point, radius * 0.17, "blob", name, n))
    return closed_spline(around)


def _houses(ground: Ground, space: Space, count: int) -> list[str]:
    """Houses along the roads, the nearest to the middle first; where there is no road, along two lanes."""
    x, y = ground.spot(space)
    ways = [ground.crossing(space, other) for other in sorted(ground.ways.get(space, ()))]
    turns = [math.atan2(b - y, a - x) for a, b in ways]
    lane = math.pi * chance("lane", space)
    while len(turns) < 4:
        lane += math.pi / 2 + 0.2 * chance("lane", space, len(turns))
        if all(abs(math.remainder(lane - turn, 2 * math.pi)) > 0.6 for turn in turns):
            turns.append(lane)
        else:
            lane += 0.5
    found: list[str] = []
    row = 0
    while len(found) < count:
        row += 1
        for n, turn in enumerate(turns):
            for side in (1, -1):
                name = ("house", space, row, n, side)
                if chance(*name) < 0.72 and len(found) < count:
                    forth = 2.0 + row * 6.2 + 1.2 * chance("forth", *name)
                    aside = side * (6.4 + 0.8 * chance("aside", *name))
                    if row > 2 and abs(chance("second", *name)) > 0.62:
                        aside *= 2.05
                    found.append(_house((x, y), turn, forth, aside, 4.2 + 0.9 * chance("long", *name)))
    return found


def _house(at: Point, turn: float, forth: float, aside: float, long: float) -> str:
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = at[0] + cos * forth - sin * aside, at[1] + sin * forth + cos * aside
    deep = 3.4
    ax, ay, bx, by = cos * long, sin * long, -sin * deep, cos * deep
    start = f"M{number(x - (ax + bx) / 2)} {number(y - (ay + by) / 2)}"
    return f"{start}l{number(ax)} {number(ay)} {number(bx)} {number(by)} {number(-ax)} {number(-ay)}z"


def place_signs(ground: Ground) -> list[str]:
    """Batteries, forts, ports, airfields and hilltops: a small sign each, beside the middle of the hex."""
    drawn = []
    used: dict[Space, int] = {}
    for place in ground.board.places:
        style = ground.sheet.place_style(place.kind)
        space = ground.board.ids[place.hex]
        if style in GLYPHS and not (style in DEFENCES and ground.forts >> space & 1):
            x, y = sign_at(ground, space, used.get(space, 0), style)
            used[space] = used.get(space, 0) + 1
            sign = element("path", d=GLYPHS[style], class_=f"sign sign-{style}", transform=moved(x, y, 1.15))
            drawn.append(sign)
    return drawn


def house_points(ground: Ground) -> list[Point]:
    """Where houses stand, for keeping names off them."""
    starts = [pair for d in towns(ground)[1] for pair in re.findall(r"M(-?[\d.]+) (-?[\d.]+)l", d)]
    return [(float(x), float(y)) for x, y in starts]


def sign_at(ground: Ground, space: Space, number_in_hex: int, style: str) -> Point:
    """Where a sign stands: beside the place of a counter, and off the roads as far as possible."""
    x, y = ground.centre(space)
    if style in DEFENCES and ground.forts >> space & 1:
        return x + FORT_AT[0], y + FORT_AT[1]
    ways = [ground.crossing(space, other) for other in sorted(ground.ways.get(space, ()))]
    spots = [(x + dx, y + dy) for dx, dy in SIGN_SPOTS]
    if style == "port":
        spots = [(x + dx * 0.8, y + dy * 0.8) for dx, dy in SIGN_SPOTS]
    spot = ground.spot(space)
    spots.sort(key=lambda at: -min((gap(at, spot, way) for way in ways), default=99.0))
    return spots[number_in_hex % len(spots)]
