"""Counters and markers laid on the map: piles in hexes and areas, rows in boxes."""

from __future__ import annotations

from bocage.draw.counters import counter, mark
from bocage.draw.layout import Layout, Spot
from bocage.draw.svg import element, group, moved
from bocage.kernel.game import Game
from bocage.kernel.grid import Point
from bocage.kernel.view import Payload, Piece

__all__ = ["counters_layer"]


def counters_layer(game: Game, layout: Layout, payload: Payload) -> str:
    """Counters as piles, the topmost last; markers lie under them."""
    drawn = []
    for what in payload.marks:
        if what.space in layout.spots:
            spot = layout.spots[what.space]
            name = game.sides[what.side] if what.side >= 0 else ""
            drawn.append(element("g", mark(what, name), transform=moved(spot.x + 14, spot.y - 44, 0.3)))
    piles: dict[str, list[Piece]] = {}
    for piece in payload.pieces:
        piles.setdefault(piece.space, []).append(piece)
    for where, pile in piles.items():
        if where in layout.spots:
            drawn += _pile(game, layout.spots[where], pile)
    return group("layer counters", *drawn)


def _pile(game: Game, spot: Spot, pile: list[Piece]) -> list[str]:
    places = _in_box(spot, len(pile)) if spot.kind == "box" else _in_space(spot, len(pile))
    return [
        element("g", counter(piece, game.sides[piece.side]), transform=moved(x, y, spot.room / 100))
        for piece, (x, y) in zip(pile, places, strict=True)
    ]


def _in_box(spot: Spot, count: int) -> list[Point]:
    """Side by side, closer when they are many."""
    (left, top), _, (right, _), _ = spot.polygon
    step = min(spot.room + 6, (right - left - spot.room - 16) / max(1, count - 1))
    return [(left + 8 + step * n, top + 40) for n in range(count)]


def _in_space(spot: Spot, count: int) -> list[Point]:
    """A pile that leans to the north-east."""
    shift = min(5.0, 20.0 / max(1, count - 1))
    half, depth = spot.room / 2, shift * (count - 1) / 2
    return [(spot.x - half - depth + shift * n, spot.y - half + depth - shift * n) for n in range(count)]
