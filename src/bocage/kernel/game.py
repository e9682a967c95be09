"""A game is a value: its name, sides, scenarios, options, verbs and a handful of functions. Not a base
class.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from bocage.kernel import chance
from bocage.kernel.actions import Action, Verbs, format_action, parse_action
from bocage.kernel.automaton import Automaton
from bocage.kernel.flow import Frame, trail, waiting
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.luck import Luck
from bocage.kernel.measure import Measure
from bocage.kernel.queries import Queries
from bocage.kernel.rulebook import Rulebook, load_rulebook
from bocage.kernel.state import BadSave, State
from bocage.kernel.verdict import Because
from bocage.kernel.view import Mark, Piece, Track


class Dice(Protocol):
    """What sampling a hidden world needs of a source of randomness."""

    def randrange(self, stop: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...


class Scenario(msgspec.Struct, frozen=True):
    """One way to play a game; the first of a game is its main scenario."""

    id: str
    name: str
    summary: str
    turns: int = 0


class Option(msgspec.Struct, frozen=True):
    """Something the players agree on before they begin. The first value is the default."""

    id: str
    name: str
    values: tuple[str, ...]
    rule: str = ""


class Seat(msgspec.Struct, frozen=True):
    """A player's place: a side, or in some games a part of one (an army, a front)."""

    name: str
    side: Side


class Belligerent(msgspec.Struct, frozen=True):
    """A side as people see it. The shape of its counters tells it where colours do not."""

    name: str
    colour: Literal["blue", "rust", "green", "purple"]
    shape: Literal["round", "cut", "square"]


class UnknownChoice(ValueError):
    """A scenario, option, side or game that does not exist; the text lists those that do."""


def nothing(*_: Any) -> list[Any]:
    """For a game without markers or tracks of its own."""
    return []


def unchanged(g: Any, *_: Any) -> Any:
    """For a game in which nothing is hidden."""
    return g


class Game(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """All that the world outside knows of a game."""

    id: str
    name: str
    version: str
    summary: str
    belligerents: tuple[Belligerent, ...]
    """The sides in the order of their numbers."""
    scenarios: tuple[Scenario, ...]
    verbs: Verbs
    state: type[State]
    load: Callable[[Path | None], Any]
    """The board from our data, or from a player's corrected data pack."""
    setup: Callable[[Any, str, Mapping[str, str]], State]
    """A state with the first frame on its stack: board, scenario, options."""
    redact: Callable[[Any, Side | None], Any] = unchanged
    """A copy in which what a side (`None`: a spectator) cannot know is blank."""
    sample: Callable[[Any, Side, Dice], Any] = unchanged
    """A full state that agrees with a redacted one."""
    pieces: Callable[[Any], list[Piece]]
    """The counters of a redacted state, as a player sees them."""
    marks: Callable[[Any], list[Mark]] = nothing
    tracks: Callable[[Any], list[Track]] = nothing
    problems: Callable[[Any], list[str]] = nothing
    """What is impossible in a state, for saves that somebody edited; empty when it is sound."""
    warnings: Callable[[Any], list[str]] = nothing
    """What the deciding side leaves undone if it ends its phase now."""
    evaluate: Callable[[Any, Side], float] | None = None
    """How good a (sampled) state is for a side, in victory points or the like; for computer players."""
    queries: Queries = Queries()
    """What a player may ask without moving."""
    measure: Measure = Measure()
    """What is read off positions for statistics over many games."""
    luck: Luck = Luck()
    """How the luck of its dice is measured."""
    knowledge: Callable[[], Any] | None = None
    """What a planner knows of the game; asked for only when somebody plans, so that rules load without it."""
    options: tuple[Option, ...] = ()
    seating: Callable[[Mapping[str, str]], tuple[Seat, ...]] | None = None
    """The seats under given options, where a side may have more players than one, or none."""
    why_not_seat: Callable[[Any, str, Action], Because | None] | None = None
    """Whether the player in a seat may take a legal action of its side."""
    automaton: Automaton | None = None
    """Who answers for sides without a seat (solitaire); `seating` leaves them out."""
    secrets: bool = False
    """Whether a side may know what another may not: a hot seat then covers the table between turns."""
    players: str = "2"
    minutes: int = 60
    difficulty: str = "medium"

    def __post_init__(self) -> None:
        """Rules learn from the state who answers for a side."""
        if self.automaton is not None:
            self.state.automaton = self.automaton

    def board(self, data: Path | None = None) -> Any:
        """The board, loaded once."""
        boards: dict[Path | None, Any] = self.__dict__.setdefault("_boards", {})
        if data not in boards:
            boards[data] = self.load(data)
        return boards[data]

    @cached_property
    def package(self) -> str:
        """The package that holds the game."""
        return self.state.__module__.rsplit(".", 1)[0]

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides."""
        return tuple(side.name for side in self.belligerents)

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every numbered case, in our own words."""
        return load_rulebook(sys.modules[self.package])

    @cached_property
    def frames(self) -> dict[str, type]:
        """Every frame a saved stack of this game may hold, by name."""
        found: dict[str, type] = {}
        for kind in _subclasses(Frame):
            if kind.__module__.startswith((self.package + ".", "bocage.kernel.")) or kind.__module__ == self.package:
                found[kind.__name__] = kind
        return found

    def new(
        self,
        scenario: str | None = None,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 0,
        data: Path | None = None,
    ) -> State:
        """A new game, standing at its first decision."""
        g = self.setup(self.board(data), self.scenario(scenario).id, self.settle(options))
        g.chance = chance.seed_state(seed)
        return g

    def restore(self, text: str, data: Path | None = None) -> State:
        """A saved position, or `BadSave` with everything that cannot be read or cannot be."""
        g = self.state.from_json(self.board(data), text, self.frames)
        faults = self.problems(g)
        if faults:
            raise BadSave("the saved position is impossible: " + "; ".join(faults))
        return g

    def scenario(self, wanted: str | None) -> Scenario:
        """The scenario of that id; the main one for `None`."""
        if wanted is None:
            return self.scenarios[0]
        for found in self.scenarios:
            if found.id == wanted:
                return found
        raise UnknownChoice(_unknown("scenario", wanted, [found.id for found in self.scenarios]))

    def titled(self, scenario: str | None) -> str:
        """The game and a scenario of it, as over a page; a scenario that is the whole game is not named again."""
        name = self.scenario(scenario).name
        return self.name if self.name.endswith(name) else f"{self.name}: {name}"

    def settle(self, chosen: Mapping[str, str] | None) -> dict[str, str]:
        """All options with their values: those chosen, and the default of the rest."""
        known = {option.id: option for option in self.options}
        for name, value in (chosen or {}).items():
            if name not in known:
                raise UnknownChoice(_unknown("option", name, list(known)))
            if value not in known[name].values:
                raise UnknownChoice(_unknown(f"value for {name}", value, list(known[name].values)))
        return {name: (chosen or {}).get(name, option.values[0]) for name, option in known.items()}

    def side(self, name: str) -> Side:
        """The side of that name, in any case of letters."""
        for number, known in enumerate(self.sides):
            if known.lower() == name.lower():
                return Side(number)
        raise UnknownChoice(_unknown("side", name, [known.lower() for known in self.sides]))

    def seats(self, options: Mapping[str, str] | None = None) -> tuple[Seat, ...]:
        """The players' places under given options: one per side unless the game says otherwise."""
        if self.seating is not None:
            return self.seating(self.settle(options))
        return tuple(Seat(name, Side(number)) for number, name in enumerate(self.sides))

    def side_name(self, side: Side) -> str:
        """The name of a side; Nature's is "chance"."""
        return "chance" if side == NATURE else self.sides[side]

    @cached_property
    def all_verbs(self) -> Verbs:
        """The game's own verbs and those of dice and cups."""
        return {**chance.VERBS, **self.verbs}

    def format(self, g: State, action: Action) -> str:
        """The canonical text of an action."""
        return format_action(self.all_verbs, g.board, action)

    def parse(self, g: State, text: str) -> Action:
        """Read the text of an action, or raise `Invalid`."""
        return parse_action(self.all_verbs, g.board, text)

    def where(self, g: State) -> str:
        """Where the game stands, in words."""
        frame = waiting(g)
        if frame is not None:
            return f"{trail(g)}: {self.side_name(frame.by)} to decide"
        return "the game is over" if g.outcome is None else f"the game is over: {g.outcome.level}"


def _subclasses(kind: type) -> list[type]:
    children: list[type] = kind.__subclasses__()
    return [deep for child in children for deep in (child, *_subclasses(child))]


def _unknown(what: str, given: str, known: list[str]) -> str:
    return f"there is no {what} {given!r}; {'choose from: ' + ', '.join(known) if known else 'there are none'}"
