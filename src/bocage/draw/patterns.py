"""Textures: tiles that repeat without a seam, large enough that the repetition does not show."""

from __future__ import annotations

import math
from functools import cache

from bocage.draw.curves import chance
from bocage.draw.svg import element, number
from bocage.kernel.grid import Point

__all__ = ["TEXTURES", "patterns"]

TURNS = {"clear": -24, "mixed": 17, "bocage": -13, "city": 21}
"""Degrees by which a texture is turned, so that its rows do not run along the hexes."""

TEXTURES = ("clear", "mixed", "bocage", "woods", "deep-woods", "marsh", "flooded", "beach", "hill", "city")


@cache
def patterns() -> str:
    """All textures as pattern elements called `tx-bocage` and so on."""
    made = {
        "clear": _fields("clear", 288, 8, hedges=0.22, tinted=0.30, ploughed=0.22),
        "mixed": _fields("mixed", 280, 11, hedges=0.46, tinted=0.34, ploughed=0.10),
        "bocage": _fields("bocage", 280, 17, hedges=0.93, tinted=0.42, ploughed=0.0),
        "woods": _woods(180, 18),
        "deep-woods": _firs(180, 16),
        "marsh": _tufts("marsh", 180, 40),
        "flooded": _ripples(180, 30) + _tufts("flooded", 180, 7),
        "beach": _grains(120, 150),
        "hill": _hachures(200, 46),
        "city": _blocks(120, 6),
    }
    sizes = {"clear": 288, "woods": 180, "deep-woods": 180, "marsh": 180, "flooded": 180, "beach": 120, "hill": 200,
             "city": 120}  # fmt: skip
    return "".join(
        element(
            "pattern",
            body,
            id=f"tx-{name}",
            width=sizes.get(name, 280),
            height=sizes.get(name, 280),
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({TURNS[name]})" if name in TURNS else None,
        )
        for name, body in made.items()
    )


def _knots(name: str, size: float, count: int, jitter: float) -> list[list[Point]]:
    """A net of `count` by `count` meshes whose knots are moved about; it closes on itself at the edges."""
    mesh = size / count

    def knot(i: int, j: int) -> Point:
        a, b = i % count, j % count
        turn, other = 2 * math.pi * b / count, 2 * math.pi * a / count
        x = i + jitter * chance(name, "x", a, b) + 0.7 * math.sin(turn + 1) + 0.3 * math.sin(2 * turn - other)
        y = j + jitter * chance(name, "y", a, b) + 0.6 * math.sin(other) + 0.3 * math.sin(2 * other + turn)
        return x * mesh, y * mesh

    return [[knot(i, j) for i in range(-1, count + 2)] for j in range(-1, count + 2)]


def _fields(name: str, size: float, count: int, *, hedges: float, tinted: float, ploughed: float) -> str:
    """A patchwork of fields: some tinted, some ploughed, with hedges along a share of their sides."""
    net = _knots(name, size, count, 0.27)
    tints: list[str] = []
    darks: list[str] = []
    lines: list[str] = []
    furrows: list[str] = []
    for j in range(count + 2):
        for i in range(count + 2):
            a, b, c, d = net[j][i], net[j][i + 1], net[j + 1][i + 1], net[j + 1][i]
            u, v = (i - 1) % count, (j - 1) % count
            luck = (chance(name, "field", u, v) + 1) / 2
            if luck < tinted:
                (tints if luck < tinted * 0.6 else darks).append(_closed(a, b, c, d))
            elif luck > 1 - ploughed:
                furrows.append(_furrows(a, b, c, d, turned=luck > 1 - ploughed / 2))
            if (chance(name, "top", u, v) + 1) / 2 < hedges:
                lines.append(_line(a, b))
            if (chance(name, "left", u, v) + 1) / 2 < hedges:
                lines.append(_line(a, d))
    drawn = element("path", d="".join(tints), class_=f"{name}-tint")
    drawn += element("path", d="".join(darks), class_=f"{name}-dark")
    if furrows:
        drawn += element("path", d="".join(furrows), class_=f"{name}-furrow")
    drawn += element("path", d="".join(lines), class_=f"{name}-hedge")
    if name != "clear":
        drawn += element("path", d="".join(lines), class_=f"{name}-trees")
    return drawn


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _line(a: Point, b: Point) -> str:
    return f"M{_at(a)}L{_at(b)}"


def _closed(*corners: Point) -> str:
    return "M" + "L".join(map(_at, corners)) + "Z"


def _furrows(a: Point, b: Point, c: Point, d: Point, *, turned: bool) -> str:
    """Plough lines across a field."""
    if turned:
        a, b, c, d = b, c, d, a
    found = []
    for n in range(1, 6):
        share = n / 6
        one = a[0] + (d[0] - a[0]) * share, a[1] + (d[1] - a[1]) * share
        two = b[0] + (c[0] - b[0]) * share, b[1] + (c[1] - b[1]) * share
        found.append(_line(one, two))
    return "".join(found)


def _scatter(name: str, size: float, count: int) -> list[Point]:
    """Points spread evenly but not in rows: the best of a few tries each time, measured round the edges."""
    found: list[Point] = []
    for n in range(count):
        tries = [((chance(name, "x", n, t) + 1) / 2 * size, (chance(name, "y", n, t) + 1) / 2 * size) for t in range(9)]
        found.append(max(tries, key=lambda point: min((_apart(point, other, size) for other in found), default=0)))
    return sorted(found, key=lambda point: point[1])


def _apart(a: Point, b: Point, size: float) -> float:
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return math.hypot(min(dx, size - dx), min(dy, size - dy))


def _copies(point: Point, size: float, reach: float) -> list[Point]:
    """A point, and its repeats beyond the edges that would show for something of that reach."""
    xs = [point[0]] + [point[0] + size] * (point[0] < reach) + [point[0] - size] * (point[0] > size - reach)
    ys = [point[1]] + [point[1] + size] * (point[1] < reach) + [point[1] - size] * (point[1] > size - reach)
    return [(x, y) for x in xs for y in ys]


def _woods(size: float, crown: float) -> str:
    """Tree crowns, the nearer before the farther, each with its shade."""
    drawn = []
    for n, place in enumerate(_scatter("woods", size, 150)):
        r = crown * (0.62 + 0.22 * chance("crown", n)) / 1.6
        for x, y in _copies(place, size, crown):
            crown_path = f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 1 {number(2 * r)} 0"
            crown_path += f"q{number(-r)} {number(r * 1.1)} {number(-2 * r)} 0z"
            drawn.append(element("path", d=crown_path, class_="tree" if n % 3 else "tree light"))
    return "".join(drawn)


def _firs(size: float, tall: float) -> str:
    """Pointed crowns close together: told from other woods by their shape as well as by their shade."""
    drawn = []
    for n, place in enumerate(_scatter("firs", size, 190)):
        h = tall * (0.86 + 0.14 * chance("fir", n))
        for x, y in _copies(place, size, tall):
            drawn.append(
                element(
                    "path",
                    d=f"M{number(x)} {number(y - h)}l{number(h * 0.36)} {number(h)}h{number(-h * 0.72)}z",
                    class_="fir" if n % 3 else "fir light",
                )
            )
    return "".join(drawn)


def _tufts(name: str, size: float, count: int) -> str:
    """Tufts of reed over a short line of water."""
    reeds, water = [], []
    for n, place in enumerate(_scatter(name, size, count)):
        s = 5.2 + 1.2 * chance(name, "size", n)
        for x, y in _copies(place, size, 14):
            reeds.append(f"M{number(x)} {number(y)}v{number(-s)}")
            leaning = [(2.4 * lean, s * 0.42 * lean) for lean in (-1, 1)]
            reeds += [f"M{number(x + a)} {number(y)}l{number(b)} {number(-s * 0.75)}" for a, b in leaning]
            water.append(f"M{number(x - s * 1.5)} {number(y + 1.4)}h{number(s * 3)}")
    return element("path", d="".join(water), class_="marsh-water") + element("path", d="".join(reeds), class_="reed")


def _ripples(size: float, count: int) -> str:
    """Short wavy lines."""
    found = []
    for n, place in enumerate(_scatter("ripple", size, count)):
        w = 9 + 4 * chance("ripple", n)
        for x, y in _copies(place, size, 24):
            found.append(f"M{number(x - w)} {number(y)}q{number(w / 2)} -3 {number(w)} 0t{number(w)} 0")
    return element("path", d="".join(found), class_="ripple")


def _grains(size: float, count: int) -> str:
    """Sand."""
    dots = [f"M{number(x)} {number(y)}h.1" for x, y in _scatter("sand", size, count)]
    return element("path", d="".join(dots), class_="sand")


def _hachures(size: float, count: int) -> str:
    """Short slope lines."""
    found = []
    for n, place in enumerate(_scatter("slope", size, count)):
        s = 6 + 2 * chance("slope", n)
        for x, y in _copies(place, size, 20):
            found += [
                f"M{number(x + k * 3.4)} {number(y - abs(k))}l{number(k * 0.8)} {number(s)}" for k in (-2, -1, 0, 1, 2)
            ]
    return element("path", d="".join(found), class_="slope")


def _blocks(size: float, count: int) -> str:
    """City blocks: the meshes of a net, each drawn in from its streets."""
    net = _knots("city", size, count, 0.13)
    found = []
    for j in range(count + 2):
        for i in range(count + 2):
            a, b, c, d = net[j][i], net[j][i + 1], net[j + 1][i + 1], net[j + 1][i]
            middle = (a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4
            shrunk = [(p[0] + (middle[0] - p[0]) * 0.2, p[1] + (middle[1] - p[1]) * 0.2) for p in (a, b, c, d)]
            if chance("block", (i - 1) % count, (j - 1) % count) > -0.8:
                found.append(_closed(*shrunk))
    return element("path", d="".join(found), class_="city-block")
