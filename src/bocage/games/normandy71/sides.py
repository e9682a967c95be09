"""The two sides."""

from bocage.kernel.ids import Side

SIDES = ("Allied", "German")
ALLIED, GERMAN = Side(0), Side(1)


def other(side: Side) -> Side:
    """The enemy."""
    return GERMAN if side == ALLIED else ALLIED
