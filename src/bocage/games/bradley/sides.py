"""The two sides, the two faces of a counter, and the words that the whole game shares."""

from bocage.kernel.game import Belligerent
from bocage.kernel.ids import Side

BELLIGERENTS = (Belligerent("Allied", "blue", "round"), Belligerent("German", "rust", "cut"))
SIDES = tuple(side.name for side in BELLIGERENTS)
ALLIED, GERMAN = Side(0), Side(1)

BEACHES = ("omaha", "utah")
OMAHA, UTAH = 0, 1

COMBAT, MOVEMENT = 0, 1
MODES = ("combat", "movement")
"""The two faces of a counter (7.0): combat mode and movement mode."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six hexsides, clockwise from the north: a facing is a number from 0 to 5."""

ZONES = ("82-main", "82-second", "101-main", "101-second")
"""The four drop zones (4.2.2), which are also the boxes where their troops wait."""
ZONE_NAMES = ("82nd's main", "82nd's secondary", "101st's main", "101st's secondary")


def drop_zone(zone: int) -> str:
    """A drop zone in a sentence."""
    return f"the {ZONE_NAMES[zone]} drop zone"
