"""What happens in this game, as typed facts: units, spaces, sides and rules are fields."""

from typing import Any

from bocage.games.bradley.sides import BEACHES, drop_zone
from bocage.kernel.events import Count, Event, Revealed, Throw
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.wording import counted

DRIFTS = (("east", "west"), ("south", "north"))
"""5.5.3: what left and right are at Omaha and at Utah."""


def capital(text: str) -> str:
    """At the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def modifier(number: int) -> str:
    """What is added to a roll."""
    return f"{number:+d}" if number else "no modifier"


def listed(g: Any, units: tuple[UnitId, ...]) -> str:
    """Counters by name."""
    text: str = g.board.unit_titles(units)
    return text


class Thrown(Event, frozen=True, kw_only=True):
    """Dice fell."""

    dice: tuple[int, ...] = ()

    @property
    def roll(self) -> int:
        """What they add up to."""
        return sum(self.dice)


class HourBegan(Event, frozen=True):
    """A game turn began."""

    turn: int
    tide: str

    def sentence(self, g: Any) -> str:
        row = g.board.charts.turns[self.turn]
        night = ", night" if row.night else ""
        return f"Turn {self.turn}: {row.day}, {row.hour} hours{night}, {self.tide} tide."


class PlayerTurnBegan(Event, frozen=True):
    """A player turn began."""

    side: Side

    def sentence(self, g: Any) -> str:
        return f"{g.sides[self.side]} player turn."


class Placed(Event, frozen=True):
    """A counter was put in a space: set-up, reinforcement, an invasion wave, a landing."""

    unit: UnitId
    space: Space
    how: str = "is placed in"

    def sentence(self, g: Any) -> str:
        return f"{g.board.units[self.unit].name} {self.how} {g.board.describe(self.space)}."


class Disrupted(Event, frozen=True):
    """Units fell into disorder."""

    units: tuple[UnitId, ...]
    green: bool

    def sentence(self, g: Any) -> str:
        verb = "is" if len(self.units) == 1 else "are"
        return f"{listed(g, self.units)} {verb} disrupted."


class Recovered(Event, frozen=True):
    """Units are in order again."""

    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        verb = "recovers" if len(self.units) == 1 else "recover"
        return f"{listed(g, self.units)} {verb}."


class Withdrawn(Event, frozen=True):
    """A counter left the map without being lost: an aborted landing, a garrison that melts away."""

    unit: UnitId
    why: str

    def sentence(self, g: Any) -> str:
        return f"{g.board.units[self.unit].name} {self.why}."


class SupportReceived(Thrown, frozen=True):
    """Air and naval support points for a turn."""

    points: int

    def sentence(self, g: Any) -> str:
        die = f" (die {self.roll})" if self.roll else ""
        return f"The Allies have {self.points} air and naval support points{die}."

    def throw(self) -> Throw | None:
        return Throw(self.dice, "Support points", f"{self.points} points") if self.dice else None


EFFECTS = {"-": "no effect", "R": "retreat", "D": "disruption", "E": "elimination"}


def _of_battle(result: str) -> str:
    return EFFECTS[result[0]] + (", shaded" if result.endswith("#") else "")


class Resolved(Thrown, frozen=True):
    """A fire or an assault: where, on which letter, the roll, the result."""

    what: str
    space: Space
    by: Side
    line: str
    letter: str
    modified: int
    result: str
    units: tuple[UnitId, ...] = ()
    against: tuple[UnitId, ...] = ()

    def sentence(self, g: Any) -> str:
        where, result = g.board.describe(self.space), _of_battle(self.result)
        return f"{self.what} at {where}: column {self.letter}, {self.roll} modified to {self.modified}: {result}."

    def counts(self) -> tuple[Count, ...]:
        return (Count(self.line, self.result, self.letter, self.by),)

    def throw(self) -> Throw:
        return Throw(self.dice, self.what, _of_battle(self.result), self.letter)


class TooWeak(Event, frozen=True):
    """An attack below the leftmost column of its line."""

    space: Space
    by: Side
    line: str

    def sentence(self, g: Any) -> str:
        return f"The attack on {g.board.describe(self.space)} is too weak to have any effect."

    def counts(self) -> tuple[Count, ...]:
        return (Count(self.line, "too weak", "", self.by),)


class Aided(Event, frozen=True):
    """A headquarters supports a battle."""

    unit: UnitId
    columns: int

    def sentence(self, g: Any) -> str:
        return f"{g.board.units[self.unit].name} supports with {counted(self.columns, 'column')}."


class Ruined(Event, frozen=True):
    """A town was shelled to ruins, or cleared of them."""

    space: Space
    cleared: bool = False

    def sentence(self, g: Any) -> str:
        where = g.board.describe(self.space)
        return f"The ruins of {where} are cleared." if self.cleared else f"{where} is in ruins."


class WaveRolled(Thrown, frozen=True):
    """The displacement of a wave, or of Rangers bound for the cliffs."""

    beach: int
    modified: int
    tide: str
    shift: int
    result: str
    unit: UnitId | None = None

    def sentence(self, g: Any) -> str:
        who = (
            f"Landing at {BEACHES[self.beach].title()}"
            if self.unit is None
            else f"Landing of {g.board.units[self.unit].name}"
        )
        return f"{who}, {self.tide} tide: {self.roll} modified to {self.modified}, {self._drift()}."

    def _drift(self) -> str:
        side = DRIFTS[self.beach][self.shift < 0]
        return f"{counted(abs(self.shift), 'hex')} to the {side}" if self.shift else "straight in"

    def counts(self) -> tuple[Count, ...]:
        return (Count("displacement", self.result, self.tide, None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Displacement", self._drift())


class SeaRolled(Thrown, frozen=True):
    """The sea at a beach."""

    beach: int
    name: str

    def sentence(self, g: Any) -> str:
        return f"The sea off {BEACHES[self.beach].title()}: {self.roll}, {self.name}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("sea", self.name, "", None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Sea", self.name)


LANDED = {"-": "ashore", "D": "disrupted", "E": "eliminated", "S": "sunk"}


class LandingChecked(Thrown, frozen=True):
    """A unit's roll for landing casualties, or a tank's for sinking."""

    unit: UnitId
    firepower: int
    modified: int
    result: str
    swims: bool = False

    def sentence(self, g: Any) -> str:
        name = g.board.units[self.unit].name
        how = "swims ashore" if self.swims else f"lands under {counted(self.firepower, 'point')} of fire"
        return f"{name} {how}: {self.roll} modified to {self.modified}, {LANDED[self.result]}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("landing casualties", self.result, str(self.firepower), None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Swimming tanks" if self.swims else "Landing casualties", LANDED[self.result])


class ZoneRolled(Thrown, frozen=True):
    """A drop zone's landing roll, and where it came down."""

    zone: int
    modified: int
    space: Space

    def sentence(self, g: Any) -> str:
        where = "it must be rolled again" if self.space < 0 else f"it lies in {g.board.describe(self.space)}"
        return f"{capital(drop_zone(self.zone))}: {self.roll} modified to {self.modified}; {where}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("scatter of zones", str(self.modified), "", None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Drop zone", "rolled again" if self.space < 0 else "it comes down")


class WindRolled(Thrown, frozen=True):
    """The wind over a drop zone."""

    zone: int
    modifier: int

    def sentence(self, g: Any) -> str:
        return f"Wind over {drop_zone(self.zone)}: {self.roll}, {modifier(self.modifier)}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("wind", f"{self.modifier:+d}", "", None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Wind", modifier(self.modifier))


DROPPED = {"lost": "is lost", "aborted": "turns back", "landed": "lands", "starred": "lands badly"}


class DropRolled(Thrown, frozen=True):
    """A unit's landing roll from the air."""

    unit: UnitId
    modified: int
    result: str

    def sentence(self, g: Any) -> str:
        name = g.board.units[self.unit].name
        return f"{name}: {self.roll} modified to {self.modified}, {DROPPED[self.result]}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("scatter", self.result, str(self.modified), None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Drop", DROPPED[self.result])


class ZoneMarked(Event, frozen=True):
    """A drop zone was placed, overrun or taken up."""

    zone: int
    space: Space
    what: str

    def sentence(self, g: Any) -> str:
        return f"{capital(drop_zone(self.zone))} {self.what} {g.board.describe(self.space)}."


class Flak(Event, frozen=True):
    """German units fire at the transports over a drop zone."""

    units: tuple[UnitId, ...]
    zone: int
    modifier: int

    def sentence(self, g: Any) -> str:
        return f"Flak over {drop_zone(self.zone)} by {listed(g, self.units)}: {modifier(self.modifier)}."


class MinesLaid(Event, frozen=True):
    """The German put mines in a hex."""

    space: Space

    def sentence(self, g: Any) -> str:
        return f"Mines and obstacles in {g.board.describe(self.space)}."


class BeachCleared(Event, frozen=True):
    """The German says that a beach has no mines left."""

    beach: int

    def sentence(self, g: Any) -> str:
        return f"{BEACHES[self.beach].title()} is clear of mines."


class Breached(Event, frozen=True):
    """Engineers blew a gap in the sea wall."""

    unit: UnitId
    spaces: tuple[Space, Space]

    def sentence(self, g: Any) -> str:
        a, b = (g.board.names[space] for space in self.spaces)
        return f"{g.board.units[self.unit].name} breaches the sea wall between {a} and {b}."


class Beachhead(Event, frozen=True):
    """The first fort of a beach fell."""

    beach: int
    space: Space

    def sentence(self, g: Any) -> str:
        return f"{g.board.describe(self.space)} is the beachhead of {BEACHES[self.beach].title()}."


class Ordered(Thrown, frozen=True):
    """The automaton's orders for a formation."""

    formation: str
    modified: int
    order: str

    def sentence(self, g: Any) -> str:
        return f"Automaton, {self.formation}: {self.roll} modified to {self.modified}, {self.order}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("automaton", self.order, "", None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Automaton", self.order)


class OutOfCommand(Thrown, frozen=True):
    """An automaton unit out of command acts, or holds."""

    unit: UnitId
    acts: bool

    def sentence(self, g: Any) -> str:
        what = "acts on its own" if self.acts else "holds"
        return f"Automaton: {g.board.units[self.unit].name} is out of command, {self.roll}: it {what}."

    def throw(self) -> Throw:
        return Throw(self.dice, "Out of command", "it acts" if self.acts else "it holds")


class GameEnded(Event, frozen=True):
    """The game is over."""

    verdict: str
    levels: tuple[str, str]
    losses: int

    def sentence(self, g: Any) -> str:
        levels = f"Allied level: {self.levels[0]}; German level: {self.levels[1]}"
        return f"The game is over: {self.verdict}. {levels}; {counted(self.losses, 'Allied unit')} lost."


class Bombed(Thrown, frozen=True):
    """Bombs were aimed at a hex and fell in another."""

    target: Space
    space: Space

    def sentence(self, g: Any) -> str:
        where = "off the map" if self.space < 0 else f"in {g.board.describe(self.space)}"
        return f"Bombs meant for {g.board.describe(self.target)}: {self.roll}, they fall {where}."

    def counts(self) -> tuple[Count, ...]:
        return (Count("bombs", str(self.roll), "", None),)

    def throw(self) -> Throw:
        return Throw(self.dice, "Bombs", "off the map" if self.space < 0 else "on the ground")


class WaveSailed(Revealed, frozen=True):
    """A wave leaves its box: everybody sees who is in it."""

    beach: int
    wave: int
    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        return f"Wave {self.wave} sails for {BEACHES[self.beach].title()}: {listed(g, self.units)}."


class DropsShown(Revealed, frozen=True):
    """The airborne plan is carried out: everybody sees who is bound for which zone."""

    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        return f"In the air: {listed(g, self.units)}."


class MinesCharted(Revealed, frozen=True):
    """The modifier of a landing roll tells how many mine points a beach has."""

    beach: int
    points: int

    def sentence(self, g: Any) -> str:
        return f"{BEACHES[self.beach].title()} has {counted(self.points, 'mine point')}."
