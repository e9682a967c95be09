"""What happens in Normandy '44 beyond moves, losses and rolls."""

from typing import Any

from bocage.kernel.events import Event, Moved
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.wording import counted

MULBERRIES = ("US", "British")


class Evacuated(Moved, frozen=True):
    """21.2: a unit goes back to Britain."""

    def sentence(self, g: Any) -> str:
        """`12/4 is evacuated to Britain.`"""
        return f"{g.board.unit_title(self.unit)} is evacuated to Britain."


class ThrownBack(Moved, frozen=True):
    """20.3.3, 20.3.4: a unit of an assault wave waits with the follow-up wave at Omaha."""

    def sentence(self, g: Any) -> str:
        """`5Rgr goes to the follow-up wave at Omaha.`"""
        return f"{g.board.unit_title(self.unit)} goes to the follow-up wave at Omaha."


class Rebuilt(Event, frozen=True):
    """6.2.1: a unit has a step more."""

    unit: UnitId
    steps: int

    def sentence(self, g: Any) -> str:
        """`12/4 receives a replacement.`"""
        return f"{g.board.unit_title(self.unit)} receives a replacement ({counted(self.steps, 'step')})."


class Released(Event, frozen=True):
    """17.6: restricted units are set free."""

    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        """`744/711 is released.`"""
        return f"{g.board.unit_titles(self.units)} {'is' if len(self.units) == 1 else 'are'} released."


class PositionBegun(Event, frozen=True):
    """16.1.3: a unit begins to dig in."""

    unit: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`12/4 begins an improved position in 2812.`"""
        return f"{g.board.unit_title(self.unit)} begins an improved position in {g.board.names[self.at]}."


class PositionFinished(Event, frozen=True):
    """16.1.3: an improved position is finished."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`The improved position in 2812 is finished.`"""
        return f"The improved position in {g.board.names[self.at]} is finished."


class FortressFell(Event, frozen=True):
    """5.2: all of Cherbourg is in Allied hands."""

    at: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`Fortress Cherbourg has fallen.`"""
        return "Fortress Cherbourg has fallen."


class LandingFailed(Event, frozen=True):
    """20.3.3: an assault wave does not get ashore."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`The landing at Omaha fails.`"""
        return f"The landing at {g.board.titles[self.at] or g.board.names[self.at]} fails."


class MulberryBegun(Event, frozen=True):
    """21.1.1: an artificial harbour is begun, or put off (21.1.2)."""

    army: int
    due: int
    at: tuple[Space, ...]
    late: bool = False

    def sentence(self, g: Any) -> str:
        """`The US Mulberry is begun, due on turn 8.`"""
        name = MULBERRIES[self.army]
        if self.late:
            return f"The {name} Mulberry is delayed to turn {self.due}."
        return f"The {name} Mulberry is begun, due on turn {self.due}."


class MulberryFinished(Event, frozen=True):
    """21.1.1: an artificial harbour is open."""

    army: int
    at: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`The US Mulberry is finished.`"""
        return f"The {MULBERRIES[self.army]} Mulberry is finished."


class MulberryLost(Event, frozen=True):
    """21.1.4: an artificial harbour is gone for good."""

    army: int
    at: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`The US Mulberry is destroyed.`"""
        return f"The {MULBERRIES[self.army]} Mulberry is destroyed."
