"""The whole map: layers from the sea up to the spaces that a pointer can touch, and the counters on it."""

from __future__ import annotations

from typing import Any

from bocage.draw.counters import counter, mark
from bocage.draw.curves import closed_spline, open_spline, thread, wobble
from bocage.draw.layout import HEX, Layout, Spot
from bocage.draw.outline import chains, rings
from bocage.draw.skins import style
from bocage.draw.svg import element, group, moved, points, text
from bocage.kernel.board import Board
from bocage.kernel.game import Game
from bocage.kernel.grid import Point, Vertex
from bocage.kernel.ids import Side
from bocage.kernel.state import State
from bocage.kernel.view import Payload, Piece, View

__all__ = ["board_svg", "map_svg"]


def map_svg(
    game: Game,
    g: State | None = None,
    side: Side | None = None,
    *,
    skin: str | None = "period",
    numbers: bool = True,
    counters: bool = True,
) -> str:
    """A game's map as a picture of its own, with the counters that a side may see in a state."""
    board = game.board() if g is None else g.board
    layout = Layout(board)
    layers = _layers(layout, numbers=numbers)
    if g is not None and counters:
        layers.append(_counters(game, layout, View(game, g, side).payload()))
    return _document(layout, layers, skin, game.name)


def board_svg(board: Board, *, skin: str | None = "period", numbers: bool = True) -> str:
    """The map alone. Without a skin it carries no colours, for a page that links the stylesheets."""
    layout = Layout(board)
    return _document(layout, _layers(layout, numbers=numbers), skin, "")


def _document(layout: Layout, layers: list[str], skin: str | None, title: str) -> str:
    paper = element("rect", width=layout.width, height=layout.height, class_="paper")
    return element(
        "svg",
        style(skin) if skin else "",
        element("title", title) if title else "",
        paper,
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {layout.width:.0f} {layout.height:.0f}",
        class_=f"bocage skin-{skin}" if skin else "bocage",
    )


def _layer(name: str, *inside: str) -> str:
    return group(f"layer {name}", *inside, id=name if name == "spaces" else None)


def _layers(layout: Layout, *, numbers: bool) -> list[str]:
    board = layout.board
    frame = layout.map
    sea = element("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, class_="sea-fill")
    names = ("sea", "land", "terrain", "rivers", "roads", "rails", "places", "numbers", "features", "spaces")
    drawn: dict[str, list[str]] = {name: [] for name in names}
    drawn["sea"].append(sea)
    if board.grid:
        _draw_hexes(layout, drawn, numbers=numbers)
    else:
        for spot in layout.spots.values():
            if spot.kind == "area":
                drawn["terrain"].append(
                    element("polygon", points=points(spot.polygon), class_=f"terrain-{spot.terrain}")
                )
                drawn["places"].append(text(spot.x, spot.y, spot.title, class_="label", font_size=30))
    for spot in layout.spots.values():
        if spot.kind == "box":
            drawn["features"].append(_box(spot))
    drawn["spaces"] = [_hit(name, spot) for name, spot in layout.spots.items()]
    return [_layer(name, *drawn[name]) for name in names]


def _hit(name: str, spot: Spot) -> str:
    return element("polygon", points=points(spot.polygon), class_=f"hit {spot.kind}", data_space=name)


def _box(spot: Spot) -> str:
    (x, y), _, (right, bottom), _ = spot.polygon
    outline = element("rect", x=x, y=y, width=right - x, height=bottom - y, rx=6, class_="box")
    return outline + text(spot.x, y + 24, spot.title, class_="box-title")


def _draw_hexes(layout: Layout, drawn: dict[str, list[str]], *, numbers: bool) -> None:
    board = layout.board
    grid = board.grid
    assert grid is not None

    def corner(vertex: Vertex) -> Point:
        return wobble(layout.at(*grid.paper(vertex)), HEX * 0.06, "corner", *vertex)

    def ring_path(ring: list[Vertex]) -> str:
        return closed_spline([corner(vertex) for vertex in ring])

    land = board.hexes & ~board.of_terrain.get("sea", 0)
    outline = "".join(ring_path(ring) for ring in rings(grid, land))
    drawn["land"].append(element("path", d=outline, class_="land-fill"))
    drawn["land"].append(element("path", d=outline, class_="shore"))
    for terrain, where in sorted(board.of_terrain.items()):
        if terrain != "sea":
            path = "".join(ring_path(ring) for ring in rings(grid, where))
            drawn["terrain"].append(element("path", d=path, class_=f"terrain-{terrain}", fill_rule="evenodd"))
    outlines = [spot.polygon for spot in layout.spots.values() if spot.kind == "hex"]
    edges = "".join(f"M{points([*outline, outline[0]])}" for outline in outlines)
    drawn["terrain"].append(element("path", d=edges, class_="hexgrid"))
    for kind, sides in sorted(board.sides.items()):
        found: set[tuple[Vertex, Vertex]] = set()
        for a, b in sides:
            corners = grid.vertices(a)
            direction = grid.direction_of(a, b)
            one, two = sorted((corners[direction], corners[(direction + 1) % 6]))
            found.add((one, two))
        path = "".join(open_spline([corner(v) for v in line]) for line in chains(found))
        drawn["rivers"].append(element("path", d=path, class_=f"river side-{kind}"))
    for road in board.geography.road:
        line = [(layout.spots[name].x, layout.spots[name].y) for name in road.hexes]
        drawn["roads"].append(element("path", d=thread(line), class_="road-edge"))
        drawn["roads"].append(element("path", d=thread(line), class_="road-fill"))
    for place in board.places:
        spot = layout.spots[place.hex]
        drawn["places"].append(text(spot.x, spot.y + 24, place.name, class_="label", font_size=14))
    if numbers:
        for name, spot in layout.spots.items():
            if spot.kind == "hex":
                top = min(y for _, y in spot.polygon)
                drawn["numbers"].append(text(spot.x, top + 13, name, class_="hexnumber"))


def _counters(game: Game, layout: Layout, payload: Payload) -> str:
    """Counters as piles, the topmost last; markers lie under them."""
    drawn = []
    for what in payload.marks:
        spot = layout.spots[what.space]
        name = game.sides[what.side] if what.side >= 0 else ""
        drawn.append(element("g", mark(what, name), transform=moved(spot.x + 12, spot.y - 42, 0.3)))
    piles: dict[str, list[Piece]] = {}
    for piece in payload.pieces:
        piles.setdefault(piece.space, []).append(piece)
    for where, pile in piles.items():
        if where in layout.spots:
            drawn += _pile(game, layout.spots[where], pile)
    return group("layer counters", *drawn)


def _pile(game: Game, spot: Spot, pile: list[Piece]) -> list[str]:
    if spot.kind == "box":
        (left, top), _, (right, _bottom), _ = spot.polygon
        step = min(spot.room + 6, (right - left - spot.room - 16) / max(1, len(pile) - 1))
        places: list[tuple[Any, Any]] = [(left + 8 + step * n, top + 40) for n in range(len(pile))]
    else:
        shift = 5.0
        half = spot.room / 2
        depth = shift * (len(pile) - 1) / 2
        places = [(spot.x - half - depth + shift * n, spot.y - half + depth - shift * n) for n in range(len(pile))]
    return [
        element("g", counter(piece, game.sides[piece.side]), transform=moved(x, y, spot.room / 100))
        for piece, (x, y) in zip(pile, places, strict=True)
    ]
