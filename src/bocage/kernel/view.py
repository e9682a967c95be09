"""What a side may see.

Everything that leaves the engine for a player (human or computer) is made from a *redacted* state: a copy
in which the game has blanked what that side cannot know. A view that is made only from it cannot leak;
sampling fills the blanks with a world that agrees with what is known, so that a computer player can think
without peeking.
"""

from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from bocage.kernel.actions import Action, spelled
from bocage.kernel.flow import options, titles, waiting
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.spaces import each
from bocage.kernel.state import State

if TYPE_CHECKING:
    from bocage.kernel.game import Dice, Game


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as a player sees it; `unit` is empty when its identity is hidden."""

    space: str
    side: int
    unit: str = ""
    name: str = ""
    symbol: str = "infantry"
    size: str = ""
    band: str = ""
    factors: tuple[str, ...] = ()
    steps: int = 1
    full: int = 1
    flags: tuple[str, ...] = ()
    nation: str = ""
    """Whose colours it wears: us, british, canadian, german, ss, luftwaffe...; the side's when empty."""
    facing: str = ""
    """Which way it faces, by the name of the direction: NE; nothing where that does not matter."""
    mode: str = ""
    """In which mode it is, in a word: movement, combat."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lies in a space and is no counter: control, an entrenchment, a landing site. With `to` it lies on
    the hexside towards that neighbour: a breach, a blown bridge.
    """

    space: str
    kind: str
    text: str = ""
    side: int = -1
    to: str = ""


class Chip(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the pieces that lie on a track or in a cup: a few words, and whose it is."""

    text: str
    side: int = -1


class Track(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the record tracks: turn, weather, points."""

    name: str
    value: str
    detail: str = ""
    chips: tuple[Chip, ...] = ()
    """What lies there, piece by piece: a table keeps that in sight."""


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is asked, of whom, under which rule."""

    text: str
    by: str
    rule: str = ""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option: the text to send back, and what it concerns, for highlighting."""

    action: str
    verb: str
    units: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    bearing: int | None = None
    """The direction that it names, in degrees clockwise from north."""
    label: str = ""
    """Its words on a button; made where people read it, empty in the engine."""
    part: str = ""
    """What it does in a gesture: takes up a counter, halts it, joins, makes ready, ends a phase, goes back."""
    ask: str = ""
    """What a player is told before he commits himself, where he might not expect it."""
    note: str = ""
    """What stands on the card that it names."""


class Payload(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a client draws."""

    game: str
    seq: int
    you: str
    trail: str
    prompt: Prompt
    options: tuple[Choice, ...]
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...]
    tracks: tuple[Track, ...]
    warnings: tuple[str, ...] = ()
    result: str = ""


class View:
    """A game as one side may know it. It keeps the redacted state alone; the true one never gets in."""

    __slots__ = ("game", "seq", "side", "state")

    def __init__(self, game: "Game", g: State, side: Side | None, seq: int = 0) -> None:
        self.game = game
        self.side = side
        self.seq = seq
        self.state = redact(game, g, side)

    def options(self) -> list[Action]:
        """The legal actions, if this side is to decide."""
        frame = waiting(self.state)
        return list(options(self.state)) if frame is not None and frame.by == self.side else []

    def sample(self, rng: "Dice") -> State:
        """A full state that agrees with everything this side knows."""
        if self.side is None:
            raise ValueError("a spectator samples nothing")
        found: State = self.game.sample(self.state.copy(), self.side, rng)
        return found

    def payload(self) -> Payload:
        """Everything a client draws, as data for the wire."""
        game, g = self.game, self.state
        frame = waiting(g)
        mine = self.options()
        return Payload(
            game=game.id,
            seq=self.seq,
            you="" if self.side is None else game.sides[self.side],
            trail=" > ".join(title for title, _ in groupby(titles(g))),  # what is the same twice is said once
            prompt=_prompt(game, g, frame),
            options=tuple(choice_of(game, g, action) for action in mine),
            pieces=tuple(game.pieces(g)),
            marks=tuple(game.marks(g)),
            tracks=tuple(game.tracks(g)),
            warnings=tuple(game.warnings(g)) if mine else (),
            result=g.outcome.level if g.outcome else "",
        )


def redact(game: "Game", g: State, side: Side | None) -> State:
    """A copy of the state with what the side cannot know blanked: its columns by the game, its frames by
    themselves.

    The chance counter goes too: it foretells the dice. So does the order in which counters came to their spaces,
    which `here` keeps and nobody at a table could know.
    """
    blanked: State = game.redact(g.copy(), side)
    blanked.chance = 0
    blanked.stack = tuple((frame.seen_by(g, side), at) for frame, at in g.stack)
    blanked.cache = {}
    blanked.here = dict(sorted(blanked.here.items()))
    return blanked


def _prompt(game: "Game", g: State, frame: Any) -> Prompt:
    if frame is None:
        return Prompt(text=g.outcome.level if g.outcome else "The game is over", by="")
    by = "chance" if frame.by == NATURE else game.sides[frame.by]
    return Prompt(text=frame.prompt(g), by=by, rule=frame.rule_number())


def choice_of(game: "Game", g: State, action: Action) -> Choice:
    """An option as data: its text, and the counters and spaces it names."""
    board, verb, values = g.board, action[0], action[1:]
    units: list[str] = []
    spaces: list[str] = []
    bearing: int | None = None
    for kind, n in zip(spelled(game.all_verbs[verb], len(values)), values, strict=True):
        if kind == "unit":
            units.append(board.unit_names[n])
        elif kind == "units":
            units += [board.unit_names[unit] for unit in each(n)]
        elif kind == "space":
            spaces.append(board.names[n])
        elif kind == "direction":
            bearing = board.grid.bearing(n)
    return Choice(game.format(g, action), verb, tuple(units), tuple(spaces), bearing)
