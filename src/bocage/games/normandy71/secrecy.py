"""A decision that the other side knows of, but not what it is about."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer
from bocage.kernel.flow import Decision, Frame, Step
from bocage.kernel.ids import Side

RULES = {"plans the invasion": "Invasion.1A1", "sets up": "Invasion.1B2", "moves": "Entrenchment.E"}


class OutOfSight(Decision[Game71], frozen=True):
    """Stands in a view for a frame that would tell too much; nothing can be done with it."""

    what: str

    def offers(self, g: Game71) -> Iterator[Offer]:
        """Nothing, on purpose."""
        yield from ()

    def chosen(self, g: Game71, action: Action) -> Step:
        return self

    def prompt(self, g: Game71) -> str:
        return f"The {g.sides[self.by]} side {self.what}, out of your sight."

    def title(self, g: Game71) -> str:
        return self.what.capitalize()

    def rule_number(self) -> str:
        """The rule that keeps it out of sight."""
        return RULES[self.what]


class Hidden(Decision[Game71], frozen=True):
    """A decision that its own side alone may watch."""

    what: ClassVar[str] = "moves"

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else OutOfSight(by=self.by, what=self.what)
