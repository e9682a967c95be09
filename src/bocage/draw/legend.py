"""The key to the map: one swatch for everything that is on it and nothing that is not."""

from __future__ import annotations

import math

from bocage.draw.shapes import ARROW, CHUTE, FORT, STAR, letter
from bocage.draw.sheet import TERRAIN_STYLES, Sheet
from bocage.draw.svg import element, group, moved, points, text
from bocage.kernel.board import Board
from bocage.kernel.grid import Point

__all__ = ["entries", "legend", "legend_size"]

CELL = (190.0, 58.0)
HEAD = 44.0
EDGE = 18.0
HEXAGON = tuple((27 * math.cos(math.pi * n / 3), 24 * math.sin(math.pi * n / 3)) for n in range(6))

Entry = tuple[str, str, str]
"""What kind of thing, its style, and the game's word for it."""

SHOWN_SIDES = (
    "wide-river", "river", "stream", "canal", "flooded", "cliff", "wall", "hedge", "causeway", "airfield", "boundary",
    "perimeter", "front", "zone", "chevron",
)  # fmt: skip
SHOWN_ROADS = ("primary", "secondary", "track", "rail")
SHOWN_TAGS = ("beach", "entry", "exit", "drop", "fort", "star", "dot", "letter", "hill")
TAG_WORDS = {
    "beach": "Landing beach",
    "entry": "Entry hex",
    "exit": "Exit hex",
    "drop": "Drop zone",
    "fort": "Fort",
    "star": "Victory hex",
    "dot": "Gun site",
    "letter": "Named hex",
    "hill": "Hilltop",
}
SIDE_WORDS = {
    "wide-river": "Major river",
    "river": "River",
    "stream": "Stream",
    "canal": "Canal",
    "flooded": "Flooded hexside",
    "cliff": "Cliff",
    "wall": "Sea wall",
    "hedge": "Hedge",
    "causeway": "Causeway",
    "airfield": "Airfield",
    "boundary": "Boundary",
    "perimeter": "Perimeter",
    "front": "Front line",
    "zone": "Naval zone",
    "chevron": "Way of a wave",
}


def _road_word(style: str, kind: str) -> str:
    """A kind of road, in a player's words."""
    if style == "rail":
        return "Railway"
    return kind.capitalize() if kind in {"road", "track", "trail", "highway"} else f"{kind.capitalize()} road"


def entries(board: Board, sheet: Sheet) -> list[Entry]:
    """What is on a map, in the order of the key."""
    found: list[Entry] = []
    terrain = {sheet.terrain_style(kind): kind for kind in sorted(board.of_terrain, reverse=True)}
    shown = [style for style in TERRAIN_STYLES if style in terrain and style not in {"sea", "coast"}]
    found += [("terrain", style, terrain[style].replace("-", " ").capitalize()) for style in shown]
    sides = {sheet.hexside_style(kind) for kind in [*board.sides, *board.links]}
    found += [("side", style, sheet.words.get(style, SIDE_WORDS[style])) for style in SHOWN_SIDES if style in sides]
    roads = {sheet.road_style(kind): kind for kind in [*board.roads, *({"rail"} & set(board.links))]}
    found += [("road", style, _road_word(style, roads[style])) for style in SHOWN_ROADS if style in roads]
    tags = {sheet.tag_style(name).style for name in board.tags} | ({"star"} if board.objectives else set())
    found += [("tag", style, sheet.words.get(style, TAG_WORDS[style])) for style in SHOWN_TAGS if style in tags]
    return found


def legend_size(board: Board, sheet: Sheet, room: float) -> tuple[float, float]:
    """Width and height of the key in the given width."""
    number = len(entries(board, sheet))
    across = max(1, min(number, int((room - 2 * EDGE) // CELL[0])))
    return across * CELL[0] + 2 * EDGE, math.ceil(number / across) * CELL[1] + HEAD + EDGE


def legend(board: Board, sheet: Sheet, at: Point, room: float) -> str:
    """The key, with its north-west corner at a point."""
    width, height = legend_size(board, sheet, room)
    across = round((width - 2 * EDGE) / CELL[0])
    drawn = [
        element("rect", width=width, height=height, rx=4, class_="card"),
        element("rect", x=4, y=4, width=width - 8, height=height - 8, rx=2, class_="card-line"),
        text(width / 2, 31, "Key to the map", class_="card-title", font_size=22),
    ]
    for n, (kind, style, words) in enumerate(entries(board, sheet)):
        row, column = divmod(n, across)
        x, y = EDGE + column * CELL[0] + 32, HEAD + row * CELL[1] + CELL[1] / 2
        drawn.append(element("g", _swatch(kind, style), transform=moved(x, y)))
        drawn.append(text(x + 36, y + 5.5, words, class_="card-text", font_size=min(17.0, 230 / max(1, len(words)))))
    return group("legend", *drawn, transform=moved(*at))


def _swatch(kind: str, style: str) -> str:
    """A small sample around the origin."""
    if kind == "terrain":
        return _hexagon(style)
    if kind == "side":
        return _hexside(style)
    if kind == "road":
        return _road(style)
    return _tag(style)


def _hexagon(style: str) -> str:
    outline = points(HEXAGON)
    ground = {"village": "clear", "town": "clear", "hill": "clear"}.get(style, style)
    drawn = ""
    if ground != "city":
        drawn += element("polygon", points=outline, class_=f"terrain-{ground}")
        drawn += element("polygon", points=outline, class_=f"texture-{ground}")
    if style == "city":
        drawn += element("polygon", points=outline, class_="city-ground")
        drawn += element("polygon", points=outline, class_="texture-city")
    if style in {"village", "town"}:
        size = 16 if style == "town" else 11
        drawn += element("circle", r=size, class_="town-ground")
        houses = [(-9, -6), (-3, -9), (4, -7), (-7, 2), (0, -1), (6, 1), (-2, 6), (5, 8)]
        shown = houses if style == "town" else houses[3:7]
        drawn += element("path", d="".join(f"M{x} {y}h4v3.4h-4z" for x, y in shown), class_="house")
    if style == "hill":
        drawn += element("ellipse", rx=17, ry=14, class_="mound")
        slopes = [(math.cos(math.pi * n / 9), math.sin(math.pi * n / 9)) for n in range(18)]
        lines = "".join(f"M{12 * x:.1f} {10 * y:.1f}L{19 * x:.1f} {16 * y:.1f}" for x, y in slopes)
        drawn += element("path", d=lines, class_="slope")
    return drawn + element("polygon", points=outline, class_="hexgrid")


def _hexside(style: str) -> str:
    line = "M-27 4Q-14-9 0 0T27-4"
    if style in {"wide-river", "river", "stream", "canal"}:
        width = {"wide-river": 9.0, "river": 5.2, "stream": 3.4, "canal": 4.6}[style]
        bank = element("path", d=line, class_="river-bank", stroke_width=width + 1.6)
        return bank + element("path", d=line, class_="river", stroke_width=width)
    if style == "flooded":
        return "".join(
            element("path", d="M-20 0L20 0", class_=kind) for kind in ("flood-edge", "flood", "flood-texture")
        )
    if style == "cliff":
        teeth = "".join(f"M{x} 0v7" for x in range(-26, 27, 7))
        return element("path", d=f"M-27 0H27{teeth}", class_="side-cliff")
    if style == "chevron":
        line = "".join(f"M{x} -5l6 5l-6 5" for x in (-14, -3, 8))
        return "".join(element("path", d=line, class_=f"side-chevron{part}") for part in ("-case", ""))
    if style in {"causeway", "airfield"}:
        return "".join(element("path", d="M-20 0H20", class_=f"side-{style}{part}") for part in ("-case", ""))
    drawn = element("path", d="M-27 0H27", class_=f"side-{style}")
    return drawn + (element("path", d="M-27 0H27", class_="side-boundary-dots") if style == "boundary" else "")


def _road(style: str) -> str:
    line = "M-27 5Q-10-8 4 0T27-5"
    if style == "rail":
        return "".join(element("path", d=line, class_=kind) for kind in ("rail", "sleepers"))
    return "".join(element("path", d=line, class_=f"{kind} {style}") for kind in ("road-case", "road"))


def _tag(style: str) -> str:
    if style == "beach":
        line = "M-24 4Q-8-8 4 0T24-4"
        edge = element("path", d="M-24 0Q-8-12 4-4T24-8", class_="strand-edge")
        return edge + "".join(element("path", d=line, class_=kind) for kind in ("strand", "strand-sand"))
    if style in {"entry", "exit"}:
        x, turn = (-8, 90) if style == "entry" else (8, -90)
        return element("path", d=ARROW, class_=f"{style}-arrow", transform=moved(x, 0, 0.9, turn))
    if style == "dot":
        return element("circle", r=6, class_="dot-sign")
    if style == "letter":
        return letter(0.0, 0.0, "A")
    if style == "hill":
        return _hexagon("hill")
    shape, class_ = {"drop": (CHUTE, "drop-sign"), "fort": (FORT, "fort-sign"), "star": (STAR, "star")}[style]
    return element("path", d=shape, class_=class_, transform=moved(0, 0, 1.4))
