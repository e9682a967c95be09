"""The two sides."""

from bocage.kernel.game import Belligerent
from bocage.kernel.ids import Side

BELLIGERENTS = (Belligerent("Allied", "blue", "round"), Belligerent("German", "rust", "cut"))
SIDES = tuple(side.name for side in BELLIGERENTS)
ALLIED, GERMAN = Side(0), Side(1)
