"""Counters and markers laid on the map: piles in hexes and areas, rows in boxes."""

from __future__ import annotations

from bocage.draw.counters import counter
from bocage.draw.layout import Layout, Spot
from bocage.draw.marks import ALIKE, mark
from bocage.draw.svg import element, group, moved
from bocage.kernel.game import Game
from bocage.kernel.grid import Point
from bocage.kernel.view import Mark, Payload, Piece

__all__ = ["counters_layer"]

CORNERS = {"control": (-34.0, -20.0), "objective": (33.0, -22.0)}
SPARE = ((33.0, 22.0), (-33.0, 22.0), (0.0, 36.0))
"""Where markers lie around the middle of a hex, for counters of 54."""

UNDERNEATH = frozenset({"leader", "headquarters", "hq", "bunker", "fortification", "strongpoint"})
"""They lie below fighting units in a pile."""

SMALLEST = 26.0
"""The smallest size at which a counter in a crowded box is drawn."""


def counters_layer(game: Game, layout: Layout, payload: Payload) -> str:
    """Counters as piles, the topmost last; markers lie under them."""
    drawn = _marks(game, layout, payload.marks)
    piles: dict[str, list[Piece]] = {}
    for piece in payload.pieces:
        piles.setdefault(piece.space, []).append(piece)
    for where, pile in piles.items():
        if where in layout.spots:
            drawn += _pile(game, layout.spots[where], pile)
    return group("layer counters", *drawn)


def _marks(game: Game, layout: Layout, marks: tuple[Mark, ...]) -> list[str]:
    """Markers at the corners of a space, each kind at its own; earthworks around the middle, under everything."""
    drawn: list[str] = []
    used: dict[str, int] = {}
    for what in marks:
        if what.space not in layout.spots:
            continue
        spot = layout.spots[what.space]
        side = game.belligerents[what.side] if what.side >= 0 else None
        unit = spot.room / 54
        kind = ALIKE.get(what.kind, what.kind)
        if what.to in layout.spots:
            drawn.append(element("g", mark(what, side), transform=_on_hexside(spot, layout.spots[what.to], unit)))
            continue
        if kind == "entrenchment":
            half = 33 * unit
            drawn.insert(0, element("g", mark(what, side), transform=moved(spot.x - half, spot.y - half, half / 50)))
            continue
        if kind in CORNERS:
            dx, dy = CORNERS[kind]
        else:
            number = used.get(what.space, 0)
            used[what.space] = number + 1
            dx, dy = SPARE[number % len(SPARE)]
        place = moved(spot.x + (dx - 11) * unit, spot.y + (dy - 11) * unit, 0.22 * unit)
        drawn.append(element("g", mark(what, side), transform=place))
    return drawn


def _on_hexside(one: Spot, two: Spot, unit: float) -> str:
    """Halfway between two spaces."""
    return moved((one.x + two.x) / 2 - 11 * unit, (one.y + two.y) / 2 - 11 * unit, 0.22 * unit)


def _pile(game: Game, spot: Spot, pile: list[Piece]) -> list[str]:
    if spot.kind != "box":
        pile = sorted(pile, key=lambda piece: piece.symbol not in UNDERNEATH)
    size, places = _in_box(spot, len(pile)) if spot.kind == "box" else (spot.room, _in_space(spot, len(pile)))
    return [
        element("g", counter(piece, game.belligerents[piece.side]), transform=moved(x, y, size / 100))
        for piece, (x, y) in zip(pile, places, strict=True)
    ]


def _in_box(spot: Spot, count: int) -> tuple[float, list[Point]]:
    """In rows, as large as they fit."""
    (left, top), _, (right, bottom), _ = spot.polygon
    width, height = right - left - 12, bottom - top - 38
    size = spot.room
    while size > SMALLEST and int(width // (size + 4)) * int(height // (size + 4)) < count:
        size -= 1
    across = max(1, int(width // (size + 4)))
    down = max(1, int(height // (size + 4)))
    step = size + 4 if across * down >= count else (width - size) / max(1, -(-count // down) - 1)
    across = across if across * down >= count else -(-count // down)
    return size, [(left + 8 + step * (n % across), top + 33 + (size + 4) * (n // across)) for n in range(count)]


def _in_space(spot: Spot, count: int) -> list[Point]:
    """A pile that leans to the north-east."""
    shift = min(5.0, 20.0 / max(1, count - 1))
    half, depth = spot.room / 2, shift * (count - 1) / 2
    return [(spot.x - half - depth + shift * n, spot.y - half + depth - shift * n) for n in range(count)]
