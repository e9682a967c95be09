"""The two sides."""

from bocage.kernel.game import ALLIES, GERMANS
from bocage.kernel.ids import Side

BELLIGERENTS = (ALLIES, GERMANS)
SIDES = tuple(side.name for side in BELLIGERENTS)
ALLIED, GERMAN = Side(0), Side(1)
