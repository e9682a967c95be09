"""The two sides."""

from bocage.kernel.counters import other
from bocage.kernel.game import ALLIES, GERMANS
from bocage.kernel.ids import Side

__all__ = ["ALLIED", "BELLIGERENTS", "GERMAN", "SIDES", "other"]

BELLIGERENTS = (ALLIES, GERMANS)
SIDES = tuple(side.name for side in BELLIGERENTS)
ALLIED, GERMAN = Side(0), Side(1)
