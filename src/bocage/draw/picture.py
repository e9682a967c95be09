"""The whole map: layers from the ground up to the spaces that a pointer can touch, and the counters on it."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from bocage.draw.area_picture import draw_areas
from bocage.draw.borders import above_roads, below_rivers
from bocage.draw.coast import Coast
from bocage.draw.features import beaches, hilltops, signs
from bocage.draw.furniture import boxes, furniture, sea_names
from bocage.draw.geodata import fit_of
from bocage.draw.ground import Ground
from bocage.draw.layout import Layout, Spot
from bocage.draw.names import NUMBER_SIZE, number_at, place_names
from bocage.draw.patterns import patterns
from bocage.draw.piles import counters_layer
from bocage.draw.rivers import Rivers
from bocage.draw.roads import Roads
from bocage.draw.skins import style
from bocage.draw.svg import element, group, number, points, text
from bocage.draw.terrain import regions
from bocage.draw.towns import cities, place_signs, towns
from bocage.kernel.board import Board
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.spaces import each
from bocage.kernel.state import State
from bocage.kernel.view import View

__all__ = ["LAYERS", "board_svg", "map_svg", "thumbnail_svg"]

LAYERS = ("land", "terrain", "sea", "rivers", "rails", "roads", "grid", "numbers", "places", "features", "spaces")
"""From the ground up; each is a group with this class."""
THUMBNAIL = frozenset({"land", "terrain", "sea", "rivers", "rails", "roads"})


def map_svg(game: Game, g: State | None = None, side: Side | None = None, *, skin: str | None = "period") -> str:
    """A game's map as a picture of its own, with the counters that a side may see in a state."""
    board = game.board() if g is None else g.board
    layout, layers = _layers(board, numbers=True)
    if g is not None:
        layers = (*layers, counters_layer(game, layout, View(game, g, side).payload()))
    return _document(layout, layers, skin, game.name)


def board_svg(board: Board, *, skin: str | None = "period", numbers: bool = True) -> str:
    """The map alone. Without a skin it carries no colours, for a page that links the stylesheets."""
    layout, layers = _layers(board, numbers=numbers)
    return _document(layout, layers, skin, "")


def thumbnail_svg(board: Board, *, skin: str = "period") -> str:
    """The map alone and small: land, sea, rivers, roads and cities, without textures, names or anything to touch."""
    layout, layers = _layers(board, numbers=True)
    frame = layout.map
    kept = [layer for layer in layers if layer.split('"')[1].removeprefix("layer ") in THUMBNAIL]
    return element(
        "svg",
        style(skin),
        re.sub(r'<path [^>]*class="(?:texture-[^"]*|house|bridge|slope|region-\w+)"/>', "", "".join(kept)),
        element("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, class_="neatline"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{frame.x:.0f} {frame.y:.0f} {frame.width:.0f} {frame.height:.0f}",
        class_=f"bocage skin-{skin}",
    )


def _document(layout: Layout, layers: tuple[str, ...], skin: str | None, title: str) -> str:
    frame = layout.map
    clip = element("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height)
    return element(
        "svg",
        style(skin) if skin else "",
        element("title", escape(title)) if title else "",
        element("defs", element("clipPath", clip, id="map-frame"), patterns()),
        element("rect", width=layout.width, height=layout.height, class_="paper"),
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {layout.width:.0f} {layout.height:.0f}",
        class_=f"bocage skin-{skin}" if skin else "bocage",
    )


@lru_cache(maxsize=32)
def _layers(board: Board, *, numbers: bool) -> tuple[Layout, tuple[str, ...]]:
    """The drawing of a board, made once."""
    layout = Layout(board)
    drawn: dict[str, list[str]] = {name: [] for name in LAYERS}
    if board.grid:
        _draw_hexes(Ground(layout), drawn, numbers=numbers)
    else:
        draw_areas(layout, drawn)
    fit = fit_of(board.geography, layout.scale, layout.at(*layout.origin))
    drawn["places"] = sea_names(layout) + drawn["places"]
    drawn["features"] += furniture(layout, fit) + boxes(layout)
    drawn["spaces"] = [_hit(name, spot) for name, spot in layout.spots.items()]
    # Hexes: the sea is laid over the land, cut by the coast. Areas: the land is laid upon the sea.
    order = LAYERS if board.grid else ("sea", *(name for name in LAYERS if name != "sea"))
    return layout, tuple(_layer(name, *drawn[name]) for name in order)


def _layer(name: str, *inside: str) -> str:
    """A layer; what lies on the map is cut at its frame."""
    cut = "url(#map-frame)" if name not in {"features", "spaces"} else None
    return group(f"layer {name}", *inside, id="spaces" if name == "spaces" else None, clip_path=cut)


def _hit(name: str, spot: Spot) -> str:
    return element("polygon", points=points(spot.polygon), class_=f"hit {spot.kind}", data_space=name)


def _draw_hexes(ground: Ground, drawn: dict[str, list[str]], *, numbers: bool) -> None:
    board = ground.board
    coast = Coast(ground)
    rivers = Rivers(ground, coast)
    roads = Roads(ground)
    built, houses = towns(ground)
    drawn["terrain"] += regions(ground) + hilltops(ground) + built + cities(ground)
    drawn["sea"] += coast.water() + beaches(ground, coast)
    drawn["rivers"] += below_rivers(ground) + rivers.drawn()
    drawn["rails"] += roads.rails()
    drawn["roads"] += roads.drawn() + roads.bridges() + houses + above_roads(ground)
    drawn["features"] += signs(ground)
    drawn["grid"].append(element("path", d=_grid_lines(ground), class_="hexgrid"))
    names = place_names(ground, rivers, roads, numbers=numbers)
    drawn["places"] += place_signs(ground) + names.drawn()
    if numbers:
        printed = [text(*number_at(ground, space), board.names[space]) for space in each(board.hexes)]
        drawn["numbers"].append(group("hexnumber", *printed, font_size=NUMBER_SIZE))


def _grid_lines(ground: Ground) -> str:
    """Every hexside once."""
    board, grid = ground.board, ground.grid
    parts = []
    for space in each(board.hexes):
        corners = [ground.corner(vertex) for vertex in grid.vertices(space)]
        for direction, other in enumerate(grid.neighbours(space)):
            if direction < 3 or not board.hexes >> max(other, 0) & 1 or other < 0:
                (ax, ay), (bx, by) = corners[direction], corners[(direction + 1) % 6]
                parts.append(f"M{number(ax)} {number(ay)}l{number(bx - ax)} {number(by - ay)}")
    return "".join(parts)
