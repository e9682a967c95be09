"""Which names a hex map carries, and what they must keep clear of."""

from __future__ import annotations

from bocage.draw.features import seaward, sign_frames
from bocage.draw.ground import Ground
from bocage.draw.labels import Label, Labels, text_width
from bocage.draw.layout import HEX, Frame
from bocage.draw.rivers import Rivers
from bocage.draw.roads import Roads
from bocage.draw.shapes import GLYPHS
from bocage.draw.towns import house_points, sign_at
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space
from bocage.kernel.spaces import each

__all__ = ["NUMBER_SIZE", "number_at", "place_names"]

NUMBER_SIZE = 9.5
NAMED = 0.76
"""How far out at sea a beach is named, in hexes from the middle of its own: clear of the line along the shore."""
COUNTER_WEIGHT = 0.8
"""The cost of a place where a counter would cover the name."""

SIZES = {
    "city": (27.0, 0, 16.0),
    "town": (19.0, 1, 15.0),
    "port": (16.0, 2, 12.0),
    "village": (14.5, 3, 9.0),
    "crossroads": (14.0, 3, 8.0),
    "edge": (14.0, 3, 8.0),
}
"""Size, rank and distance from its spot."""


def number_at(ground: Ground, space: Space) -> Point:
    """The foot of a hex's printed number: high in the hex, centred."""
    x, y = ground.centre(space)
    return x, y - (HEX * 0.33 if ground.grid.orientation == "flat" else HEX * 0.385)


def place_names(ground: Ground, rivers: Rivers, roads: Roads, *, numbers: bool) -> Labels:
    """All names of places and rivers, placed."""
    labels = Labels(ground.layout.map)
    labels.avoid(rivers.points(), 1.6)
    labels.avoid(roads.points(), 1.3)
    if numbers:
        for space in each(ground.board.hexes):
            x, y = number_at(ground, space)
            width = text_width(ground.board.names[space], NUMBER_SIZE)
            labels.avoid_frame(Frame(x - width / 2, y - NUMBER_SIZE * 0.7, width, NUMBER_SIZE * 0.7), 2.2)
    for space in each(ground.board.hexes & ~ground.sea):
        x, y = ground.centre(space)
        labels.avoid_frame(Frame(x - 26, y - 26, 52, 52), COUNTER_WEIGHT)
    for frame in sign_frames(ground):
        labels.avoid_frame(frame, 5.0)
    labels.avoid(house_points(ground), 1.5)
    _avoid_signs(ground, labels)
    for name, kind, spots in _grouped(ground):
        if kind != "beach":
            labels.add(_label(ground, name, kind, spots))
    for label in _beach_names(ground):
        labels.add(label)
    labels.place()
    return labels


def _avoid_signs(ground: Ground, labels: Labels) -> None:
    used: dict[Space, int] = {}
    for place in ground.board.places:
        style = ground.sheet.place_style(place.kind)
        space = ground.board.ids[place.hex]
        if style in GLYPHS:
            x, y = sign_at(ground, space, used.get(space, 0), style)
            used[space] = used.get(space, 0) + 1
            labels.avoid_frame(Frame(x - 8, y - 8, 16, 16), 6.0)
        elif style in {"town", "port", "village"}:
            x, y = ground.spot(space)
            reach = {"town": 11.0, "port": 8.0, "village": 6.0}[style]
            labels.avoid_frame(Frame(x - reach, y - reach, 2 * reach, 2 * reach), 2.0)


def _grouped(ground: Ground) -> list[tuple[str, str, list[Point]]]:
    """Places, those of one name and kind together: a city of four hexes is written once."""
    found: dict[tuple[str, str], list[Point]] = {}
    used: dict[Space, int] = {}
    for place in ground.board.places:
        style = ground.sheet.place_style(place.kind)
        space = ground.board.ids[place.hex]
        found.setdefault((place.name, style), []).append(_where(ground, space, style, used))
    return [(name, kind, spots) for (name, kind), spots in found.items()]


def _where(ground: Ground, space: Space, style: str, used: dict[Space, int]) -> Point:
    if style in GLYPHS and style != "port":
        used[space] = used.get(space, 0) + 1
        return sign_at(ground, space, used[space] - 1, style)
    if style == "city" and ground.sheet.terrain_style(ground.board.terrain[space]) == "city":
        return ground.centre(space)
    if style in {"wood", "marsh", "beach"}:
        return ground.centre(space)
    return ground.spot(space)


def _beach_names(ground: Ground) -> list[Label]:
    """Beaches are named out at sea before them, in their army's colour; those without a name by their number."""
    board, sheet = ground.board, ground.sheet
    names = {board.ids[place.hex]: place.name for place in board.places if sheet.place_style(place.kind) == "beach"}
    armies: dict[Space, str] = {}
    for tag, mask in board.tags.items():
        style = sheet.tag_style(tag)
        if style.style == "beach":
            for space in each(mask & board.hexes):
                armies.setdefault(space, style.army)
                if style.label:
                    names.setdefault(space, style.label)
    found = []
    for space, name in names.items():
        (x, y), (dx, dy) = ground.centre(space), seaward(ground, space)
        army = f" army-{armies[space]}" if armies.get(space) else ""
        at = x + dx * HEX * NAMED, y + dy * HEX * NAMED
        found.append(Label(name, at, 18.0, f"beach-name{army}", rank=1, centred=True, bold=True))
    return found


def _label(ground: Ground, name: str, kind: str, spots: list[Point]) -> Label:
    at = sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)
    if kind in {"wood", "marsh"}:
        return Label(name, at, 13.0, f"{kind}-name", rank=4, centred=True)
    if kind in GLYPHS and kind != "port":
        return Label(name, at, 11.5, f"sign-name {kind}-name", rank=5, off=10)
    size, rank, off = SIZES.get(kind, (12.5, 3, 9.0))
    words = name.upper() if kind == "city" else name
    spacing = 1.5 if kind == "city" else 0.0
    hub = None
    if len(spots) == 1:
        x, y = ground.layout.corner
        hub = ground.centre(ground.grid.hex_at((at[0] - x) / HEX, (at[1] - y) / HEX))
    look = f"{kind}-name"
    return Label(words, at, size, look, rank=rank, off=off, spacing=spacing, bold=kind == "city", hub=hub)
