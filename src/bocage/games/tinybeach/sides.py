"""The two sides."""

from bocage.kernel.ids import Side

SIDES = ("Allied", "German")
ALLIED, GERMAN = Side(0), Side(1)
