"""What happens in this game and in no other: facts with their units, hexes, army and rule."""

from typing import Any

from bocage.games.darksummer.records import REPLACEMENT_NAMES
from bocage.games.darksummer.sides import Army, actors
from bocage.kernel.events import Count, Event, Revealed, Throw
from bocage.kernel.ids import Side, Space, UnitId


class RoundBegan(Event, frozen=True):
    """An Action chit was played to the Action Round Track."""

    army: Army
    kind: str
    number: int
    prepared: bool = False

    def sentence(self, g: Any) -> str:
        extra = ", a Prepared Offensive" if self.prepared else ""
        return f"Round {self.number}: {actors(self.army, self.kind)} {self.kind}{extra}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("Rounds", f"{actors(self.army, self.kind)} {self.kind}", by=self.army.side),)


class MixAnnounced(Event, frozen=True):
    """9.1: which British chits go into the cup."""

    moves: int
    combats: int

    def sentence(self, g: Any) -> str:
        return f"British chits this turn: {self.moves} Move, {self.combats} Combat."


class FormationsAllowed(Event, frozen=True):
    """8.1.1: how many formations may enter."""

    army: Army
    roll: int
    waiting: int
    allowed: int

    def sentence(self, g: Any) -> str:
        return f"{self.army.title} Formation Entry: die {self.roll}, {self.waiting} waiting, {self.allowed} may enter."

    def counts(self) -> tuple[Count, ...]:
        return (Count("Formation Entry", str(self.allowed), by=self.army.side),)

    def throw(self) -> Throw:
        """The die of the army."""
        return Throw((self.roll,), "Formation Entry", f"{self.allowed} may enter")


class Entered(Event, frozen=True):
    """A reinforcement was placed."""

    unit: UnitId
    space: Space

    def sentence(self, g: Any) -> str:
        return f"{g.board.unit_title(self.unit)} enters at {g.board.describe(self.space)}."


class Delayed(Event, frozen=True):
    """A unit could not enter and waits for another turn."""

    unit: UnitId
    turn: int

    def sentence(self, g: Any) -> str:
        return f"{g.board.unit_title(self.unit)} cannot enter yet: due from turn {self.turn} on."


class Rebuilt(Event, frozen=True):
    """A reduced unit is whole again."""

    unit: UnitId
    replacement: str

    def sentence(self, g: Any) -> str:
        return f"{g.board.unit_title(self.unit)} is rebuilt with a {REPLACEMENT_NAMES[self.replacement]} replacement."


class WithdrawnFromPlay(Event, frozen=True):
    """8.3: an Allied unit goes back to England."""

    unit: UnitId

    def sentence(self, g: Any) -> str:
        return f"{g.board.unit_title(self.unit)} is withdrawn."


class Activated(Event, frozen=True):
    """9.3.4: the units of a German Reaction."""

    units: tuple[UnitId, ...]
    space: Space | None = None

    def sentence(self, g: Any) -> str:
        where = f"the stack in {g.board.describe(self.space)}" if self.space is not None else ""
        return f"Reaction by {where or g.board.unit_titles(self.units)}."


class Shown(Revealed, frozen=True):
    """11.5: a counter that lay face down is turned over."""

    unit: UnitId
    value: int

    def sentence(self, g: Any) -> str:
        return f"{g.board.unit_title(self.unit)} is turned over: {self.value}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("Turned over", str(self.value)),)


class BeachOpened(Event, frozen=True):
    """9.4.1: a beach was taken."""

    space: Space

    def sentence(self, g: Any) -> str:
        return f"{g.board.describe(self.space)} is an Open Beach."

    def counts(self) -> tuple[Count, ...]:
        return (Count("Beaches", "open"),)


class BeachClosed(Event, frozen=True):
    """9.4.3, 11.9: a beach is closed for the rest of the game."""

    space: Space

    def sentence(self, g: Any) -> str:
        return f"{g.board.describe(self.space)} is closed for the rest of the game."

    def counts(self) -> tuple[Count, ...]:
        return (Count("Beaches", "closed"),)


class SupportCommitted(Event, frozen=True):
    """11.3.2: a marker is put into the defender's hex."""

    marker: int
    space: Space
    side: Side
    points: int

    def sentence(self, g: Any) -> str:
        points = f" ({self.points})" if self.points else ""
        return f"{g.board.support[self.marker].name}{points} in {g.board.describe(self.space)}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("Support", "used", by=self.side),)


class ControlGained(Event, frozen=True):
    """3.2.2: a named hex changed hands."""

    side: Side
    space: Space

    def sentence(self, g: Any) -> str:
        return f"{g.sides[self.side]} control of {g.board.describe(self.space)}."


class CherbourgFell(Event, frozen=True):
    """11.7: the Allies control Cherbourg."""

    turn: int

    def sentence(self, g: Any) -> str:
        return f"Cherbourg is captured on turn {self.turn}."


class CherbourgCut(Event, frozen=True):
    """13.5: Cherbourg is isolated, or no longer."""

    isolated: bool

    def sentence(self, g: Any) -> str:
        return "Cherbourg is isolated." if self.isolated else "Cherbourg is no longer isolated."


class BrittanyReached(Event, frozen=True):
    """10.4.4, 15.0: the first US unit has entered Brittany."""

    unit: UnitId

    def sentence(self, g: Any) -> str:
        return f"{g.board.unit_title(self.unit)} is the first to enter Brittany."


class ExitMarked(Event, frozen=True):
    """10.4.5: an Exit marker lies in a hex for the rest of the game."""

    army: Army
    space: Space

    def sentence(self, g: Any) -> str:
        return f"{self.army.title} Exit marker in {g.board.describe(self.space)}."
