"""What happens in Tiny Beach beyond moves, losses and rolls."""

from typing import Any

from bocage.kernel.events import Event, Revealed
from bocage.kernel.ids import Side, Space, UnitId


class ChitDrawn(Event, frozen=True):
    """1.2: the cup gives a side its activation."""

    side: Side

    def sentence(self, g: Any) -> str:
        """`The cup gives the Allied chit.`"""
        return f"The cup gives the {g.sides[self.side]} chit."


class GunHidden(Event, frozen=True):
    """9.1: where the battery hides, which only the German reads."""

    unit: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`The gun battery hides in 0303.`"""
        return f"The {g.board.unit_title(self.unit).lower()} hides in {g.board.describe(self.at)}."


class GunShown(Revealed, frozen=True):
    """9.4: the battery gives itself away."""

    unit: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`The gun battery shows itself in 0303!`"""
        return f"The {g.board.unit_title(self.unit).lower()} shows itself in {g.board.describe(self.at)}!"
