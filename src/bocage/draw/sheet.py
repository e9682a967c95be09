"""How a game's words are drawn: its `draw.toml`, and defaults that suit most maps without one.

A game speaks of "minor" rivers and tags called "utah"; the pencils know "river" and "beach". A sheet translates, and
says where the title, the legend and the names of the seas go on the paper. Positions are in hex widths from the map's
north-west corner (on an area map: in the map's own units).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from bocage.kernel.board import Board

__all__ = ["SeaName", "Sheet", "TagStyle", "sheet_of"]


class TagStyle(msgspec.Struct, frozen=True):
    """How a named set of spaces is shown: beach, entry, exit, fort, drop, star, hill, dot, letter; "" for none."""

    style: str = ""
    army: str = ""
    label: str = ""


class SeaName(msgspec.Struct, frozen=True):
    """A name written over water or open country."""

    text: str
    at: tuple[float, float]
    size: float = 40.0
    turn: float = 0.0
    kind: str = "sea"


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's `draw.toml`."""

    title: str = ""
    subtitle: str = ""
    credit: str = ""
    kilometres: float = 0.0
    """From the middle of a hex to the next; on an area map, of one unit."""
    terrain: dict[str, str] = {}
    hexsides: dict[str, str] = {}
    roads: dict[str, str] = {}
    places: dict[str, str] = {}
    tags: dict[str, TagStyle] = {}
    armies: dict[str, str] = {}
    """Whose beach a single space is, where one tag holds several armies'."""
    cartouche: tuple[float, float] | None = None
    legend: tuple[float, float] | None = None
    legend_width: float = 9.0
    compass: tuple[float, float] | None = None
    scale_bar: tuple[float, float] | None = None
    names: list[SeaName] = []
    large_boxes: list[str] = []
    tall_boxes: list[str] = []
    """Boxes that hold a whole army: each has a row of its own."""
    words: dict[str, str] = {}
    """What the key calls a style of hexside or sign, where the game has a word for it."""

    def terrain_style(self, word: str) -> str:
        """The pencil for a kind of terrain."""
        return self.terrain.get(word) or TERRAIN.get(word, word if word in TERRAIN_STYLES else "clear")

    def hexside_style(self, word: str) -> str:
        """The pencil for what lies along a hexside; "" for what is not drawn."""
        return self.hexsides.get(word, HEXSIDES.get(word, ""))

    def road_style(self, word: str) -> str:
        """The pencil for a road."""
        return self.roads.get(word, ROADS.get(word, "secondary"))

    def place_style(self, word: str) -> str:
        """The pencil for a place."""
        return self.places.get(word, PLACES.get(word, word))

    def tag_style(self, name: str) -> TagStyle:
        """How a tag is shown: as the sheet says, or as its name suggests."""
        if name in self.tags:
            return self.tags[name]
        for start, style in TAGS.items():
            if name == start or name.startswith(f"{start}-"):
                last = name.rpartition("-")[2]
                return TagStyle(style, label=last if style == "beach" and last.isdigit() else "")
        return TagStyle()


TERRAIN_STYLES = (
    "sea", "coast", "clear", "mixed", "bocage", "woods", "deep-woods", "marsh", "flooded", "beach", "village", "town",
    "city", "hill",
)  # fmt: skip

TERRAIN = {
    "ocean": "sea",
    "water": "sea",
    "lake": "sea",
    "forest": "woods",
    "wood": "woods",
    "swamp": "marsh",
    "open": "clear",
    "plain": "clear",
    "hedgerow": "bocage",
    "rough": "hill",
    "hills": "hill",
    "hilltop": "hill",
    "mountain": "hill",
    "port": "town",
    "fortress": "city",
}

HEXSIDES = {
    "river": "river",
    "minor": "river",
    "stream": "stream",
    "major": "wide-river",
    "canal": "canal",
    "flooded": "flooded",
    "marsh": "flooded",
    "sea": "sea",
    "estuary": "sea",
    "cliff": "cliff",
    "bluff": "cliff",
    "escarpment": "cliff",
    "wall": "wall",
    "seawall": "wall",
    "hedge": "hedge",
    "boundary": "boundary",
    "perimeter": "perimeter",
    "front": "front",
    "zone": "zone",
    "chevron": "chevron",
    "naval-zone": "zone",
    "causeway": "causeway",
    "impassable": "sea",
    "airfield": "airfield",
}

ROADS = {
    "primary": "primary",
    "highway": "primary",
    "main": "primary",
    "secondary": "secondary",
    "road": "secondary",
    "track": "track",
    "trail": "track",
    "minor": "track",
    "rail": "rail",
    "railway": "rail",
    "railroad": "rail",
}

PLACES = {"wood": "wood", "forest": "wood", "swamp": "marsh", "hilltop": "hill"}

TAGS = {
    "beach": "beach",
    "landing": "beach",
    "entry": "entry",
    "german-entry": "entry",
    "allied-entry": "entry",
    "exit": "exit",
    "fort": "fort",
    "drop": "drop",
    "objective": "star",
    "victory": "star",
    "hilltop": "hill",
    "gun-sites": "dot",
}


@cache
def read_sheet(path: Path) -> Sheet:
    """A `draw.toml`, or `ValueError` with its fault."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Sheet)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None


def sheet_of(board: Board) -> Sheet:
    """The sheet that a board names; an empty one where it names none."""
    return Sheet() if board.drawing is None else read_sheet(board.drawing)
