"""What is printed, as records: the rows of a `map.toml`, and a counter.

Everything here speaks in printed numbers; `board.py` compiles it to ints and masks.
"""

from __future__ import annotations

import msgspec

from bocage.kernel.grid import Grid
from bocage.kernel.ids import Side
from bocage.kernel.values import Provenance


class Terrain(msgspec.Struct, frozen=True):
    """What lies in each hex: rows of characters from the north, and a legend; a blank is not on the map."""

    legend: dict[str, str] = msgspec.field(default_factory=lambda: {".": "clear"})
    rows: list[str] = []
    provenance: Provenance = "reconstructed"


class SideFeature(msgspec.Struct, frozen=True):
    """A river, a cliff, a sea wall: something along hexsides, each written `2513/2514`."""

    kind: str
    hexsides: list[str]
    name: str = ""
    provenance: Provenance = "reconstructed"


class Road(msgspec.Struct, frozen=True):
    """A road or railway through consecutive hexes."""

    kind: str
    hexes: list[str]
    name: str = ""
    provenance: Provenance = "reconstructed"


class Place(msgspec.Struct, frozen=True):
    """A named spot in a hex: city, town, village, port, battery."""

    hex: str
    name: str
    kind: str = "town"
    provenance: Provenance = "reconstructed"


class Tag(msgspec.Struct, frozen=True):
    """A named set of spaces: a beach, an entry zone, the objectives."""

    name: str
    hexes: list[str]
    provenance: Provenance = "reconstructed"


class Box(msgspec.Struct, frozen=True):
    """A space beside the hexes: In Britain, the Cherbourg Box."""

    id: str
    name: str = ""
    provenance: Provenance = "reconstructed"


class Area(msgspec.Struct, frozen=True):
    """A region of a map without hexes, with its real place and its outline on the picture."""

    id: str
    name: str
    terrain: str = "clear"
    at: tuple[float, float] | None = None
    polygon: list[tuple[float, float]] = []
    provenance: Provenance = "reconstructed"


class Link(msgspec.Struct, frozen=True):
    """Two spaces that are adjacent although no hexside joins them."""

    kind: str
    between: tuple[str, str]
    name: str = ""
    provenance: Provenance = "reconstructed"


class Geography(msgspec.Struct, frozen=True, kw_only=True):
    """A whole map as its file says it. A game that needs more sections adds fields in a subclass."""

    provenance: Provenance = "reconstructed"
    grid: Grid | None = None
    fit: dict[str, float | str | list[float]] = {}
    """Where real places lie, for drawing: `x = [constant, per degree east, per degree north]` and `y` likewise,
    in hex widths right of and below the picture's corner; on an area map in the units of its polygons.
    """
    terrain: Terrain = Terrain()
    side: list[SideFeature] = []
    road: list[Road] = []
    place: list[Place] = []
    tag: list[Tag] = []
    box: list[Box] = []
    area: list[Area] = []
    link: list[Link] = []


class Card(msgspec.Struct, frozen=True):
    """What is printed on a card. A game adds its own fields in a subclass."""

    id: str
    name: str
    side: str
    text: str


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """What is printed on a counter. A game adds its own fields in a subclass."""

    id: str
    side: Side
    name: str = ""

    def __post_init__(self) -> None:
        """A counter without a name goes by its id."""
        if not self.name:
            msgspec.structs.force_setattr(self, "name", self.id)
