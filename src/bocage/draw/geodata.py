"""Real geography, and how it lies on a game's paper.

A map with a `[fit]` says where longitude and latitude fall: `x = [constant, per degree east, per degree north]`
and `y` likewise, in hex widths (on an area map: in its own units). What is drawn from here is decoration; where
it disagrees with the hexes, the hexes win.
"""

from __future__ import annotations

import json
import math
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

from bocage.kernel.geography import Geography
from bocage.kernel.grid import Point

__all__ = ["Fit", "fit_of", "land", "lines", "read"]

HERE = Path(__file__).parent / "geo"
GRAIN = 1e-4
CLIP = ((-2.0, 0.45), (48.4, 49.8))
"""What `geo/` holds, in longitude and latitude."""
BEYOND = 2.0
"""How many degrees further land goes on that the clip cuts off."""
NEAR = 2.0
"""A town farther than this many hexes from where the map has it is a different one of the same name."""


@cache
def read(name: str) -> list[dict[str, Any]]:
    """One of the files in `geo/`."""
    found: list[dict[str, Any]] = json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))
    return found


@cache
def lines(name: str) -> list[tuple[str, int, list[Point]]]:
    """Name, class and course in degrees of every line in a file."""
    found = []
    for row in read(name):
        x = y = 0
        course = []
        steps = row["line"]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            course.append((x * GRAIN, y * GRAIN))
        found.append((row.get("name", ""), row.get("class", 0), course))
    return found


@cache
def land() -> list[list[Point]]:
    """Rings around the land. Where the clip cut them there is no shore: the land goes on far beyond."""
    return [[_outward(point) for point in course] for _, _, course in lines("coast")]


def _outward(point: Point) -> Point:
    """A corner or side of the clip moved out; any other point as it is."""
    moved = []
    for value, (low, high) in zip(point, CLIP, strict=True):
        moved.append(value - BEYOND if value <= low + GRAIN else value + BEYOND if value >= high - GRAIN else value)
    return moved[0], moved[1]


@cache
def _towns() -> dict[str, list[Point]]:
    found: dict[str, list[Point]] = {}
    for row in read("towns"):
        x, y = row["at"]
        found.setdefault(plain(row["name"]), []).append((x * GRAIN, y * GRAIN))
    return found


def plain(name: str) -> str:
    """A place name for comparing: no accents, no hyphens, saints written alike."""
    letters = unicodedata.normalize("NFD", name.lower())
    words = "".join(c if c.isalpha() else " " for c in letters if not unicodedata.combining(c)).split()
    return " ".join({"st": "saint", "ste": "sainte"}.get(word, word) for word in words)


class Fit:
    """From longitude and latitude to the picture."""

    def __init__(self, x: tuple[float, ...], y: tuple[float, ...], scale: float, shift: Point) -> None:
        self.x, self.y, self.scale, self.shift = x, y, scale, shift

    def at(self, lon: float, lat: float) -> Point:
        """Where a point of the earth lies on the picture."""
        x = self.x[0] + self.x[1] * lon + self.x[2] * lat
        y = self.y[0] + self.y[1] * lon + self.y[2] * lat
        return self.shift[0] + x * self.scale, self.shift[1] + y * self.scale

    def course(self, line: list[Point]) -> list[Point]:
        """A line of the earth on the picture."""
        return [self.at(lon, lat) for lon, lat in line]

    def town(self, name: str, near: Point) -> Point | None:
        """Where a town really is, if one of that name is near where the map has it."""
        names = plain(name)
        found = _towns().get(names) or [
            point for known, places in _towns().items() if known.startswith(names + " ") for point in places
        ]
        places = [self.at(*point) for point in found]
        close = [(math.dist(place, near), place) for place in places if math.dist(place, near) < NEAR * self.scale]
        return min(close)[1] if close else None

    @property
    def north(self) -> float:
        """How far north is turned clockwise from the top of the picture, in degrees."""
        (ax, ay), (bx, by) = self.at(-1.0, 49.0), self.at(-1.0, 49.5)
        return math.degrees(math.atan2(bx - ax, ay - by))


def fit_of(geography: Geography, scale: float, shift: Point) -> Fit | None:
    """How real geography lies on a map whose unit is `scale` wide and whose corner is at `shift`."""
    x, y = geography.fit.get("x"), geography.fit.get("y")
    if not (isinstance(x, list) and isinstance(y, list) and len(x) == len(y) == 3):
        return None
    return Fit(tuple(x), tuple(y), scale, shift)
