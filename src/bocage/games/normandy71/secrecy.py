"""A decision that the other side knows of, but not what it is about."""

from collections.abc import Sequence

from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision, Step


class OutOfSight(Decision[Game71], frozen=True):
    """Stands in a view for a frame that would tell too much; nothing can be done with it."""

    what: str

    def options(self, g: Game71) -> Sequence[Action]:
        return ()

    def allows(self, g: Game71, action: Action) -> bool:
        return False

    def chosen(self, g: Game71, action: Action) -> Step:
        return self

    def prompt(self, g: Game71) -> str:
        return f"{g.sides[self.by]} {self.what}, out of your sight."

    def title(self, g: Game71) -> str:
        return self.what.capitalize()
