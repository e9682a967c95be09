"""The types that travel: what a client may send, and what it gets."""

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.kernel.game import Belligerent, Option, Scenario
from bocage.kernel.queries import Line, Preview
from bocage.kernel.view import Mark, Payload, Piece
from bocage.server.bounds import (
    MANY_COUNTERS,
    MANY_LINKS,
    Count,
    LogText,
    Name,
    Named,
    Secret,
    Seed,
    SideNumber,
    Steps,
    Text,
    Token,
    Words,
)


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of what a client sends: a field we do not know is a fault, not a surprise."""


class NewGame(Asked, frozen=True, kw_only=True):
    """Begin a game. Sides that `seats` leaves out are held by people; with `hotseat` one link holds them all."""

    game: Name
    scenario: Name | None = None
    options: Named = {}
    seats: Named = {}
    hotseat: bool = False
    name: Name = ""
    open: bool = False
    """Whether the game is on the public list and anybody may take a free seat of it."""
    own: Name = ""
    """The seat or side that the maker of an open game keeps; by default the first one held by a person."""
    seed: Seed | None = None
    """For tests: seeded dice instead of fair ones. The game tells everybody."""


class Import(Asked, frozen=True, kw_only=True):
    """Go on with a game that was exported, or look at one that is over."""

    log: LogText
    seats: Named = {}
    hotseat: bool | None = None
    """If neither this nor `seats` is given, one link holds all sides."""
    name: Name = ""
    secret: Secret = ""
    """The secret of the dice of a game that is not over, in hexadecimal digits, if the importer has it."""


class Act(Asked, frozen=True, kw_only=True):
    """One pick, with the number of picks that the client had seen."""

    seq: Count
    action: Text
    side: Name | None = None
    undone: Count | None = None
    """How many picks had been taken back by then; refused as stale when it no longer agrees."""
    careful: bool = False
    """Refuse the last move of a kind as `last-move` where dice or another side follow at once."""


class Back(Asked, frozen=True, kw_only=True):
    """Take back a pick, or make it again."""

    seq: Count | None = None
    side: Name | None = None


class Sit(Asked, frozen=True, kw_only=True):
    """Take a seat under a name, leave it, or resign it."""

    name: Name = ""
    side: Name | None = None
    offer: bool = False
    """When leaving an open game: whether anybody may take the seat now."""


class Held(Asked, frozen=True, kw_only=True):
    """The links that somebody has."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=MANY_LINKS)]


class Wish(Asked, frozen=True, kw_only=True):
    """Ask a computer player what it would do."""

    side: Name | None = None
    player: Name = ""


class PieceAsked(Asked, frozen=True, kw_only=True):
    """A counter to be drawn, as a view describes it."""

    space: Name = ""
    side: SideNumber
    unit: Name = ""
    name: Name = ""
    symbol: Name = "infantry"
    size: Name = ""
    band: Name = ""
    factors: Words = ()
    steps: Steps = 1
    full: Steps = 1
    flags: Words = ()
    nation: Name = ""
    facing: Name = ""
    mode: Name = ""

    def piece(self) -> Piece:
        """The counter itself."""
        return Piece(**msgspec.structs.asdict(self))


class MarkAsked(Asked, frozen=True, kw_only=True):
    """A marker to be drawn, as a view describes it."""

    space: Name = ""
    kind: Name
    text: Name = ""
    side: SideNumber = -1
    to: Name = ""

    def mark(self) -> Mark:
        """The marker itself."""
        return Mark(**msgspec.structs.asdict(self))


class Counters(Asked, frozen=True, kw_only=True):
    """Counters and markers to be drawn."""

    skin: Name = "period"
    pieces: Annotated[tuple[PieceAsked, ...], Meta(max_length=MANY_COUNTERS)] = ()
    marks: Annotated[tuple[MarkAsked, ...], Meta(max_length=MANY_COUNTERS)] = ()


# What goes out


class Title(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    id: str
    name: str
    version: str
    summary: str
    sides: tuple[str, ...]
    belligerents: tuple[Belligerent, ...]
    """The sides with their colours and shapes."""
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...]
    players: str
    minutes: int
    difficulty: str
    thumbnail: str
    secrets: bool
    """Whether the sides know different things."""
    computers: tuple[str, ...]
    """The computer players, the strongest first."""
    usual: str
    """The one that a person meets by default."""
    opponents: dict[str, str]
    """What each of them does, in a few words."""
    overlays: tuple[str, ...]
    queries: tuple[str, ...]
    shades: tuple[int, ...]
    """By side, which of the table's colours it has: the same in every game."""
    levels: dict[str, str]
    """What each computer player is called: easy, standard, hard."""
    values: dict[str, str]
    """What the values of the options are called, as `option.value`."""
    evening: str
    """Which scenario to begin with on a first evening, in words, and"""
    first: str
    """by its id."""
    learner: str
    """The side that the guided turn begins with; empty where there is none."""
    learners: tuple[str, ...]
    """All sides that have one."""
    looks: dict[str, str]
    """The skins and their names."""


class Link(msgspec.Struct, frozen=True):
    """The secret of a seat, and the page that opens with it."""

    token: str
    url: str


class Created(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A new game and its links. They are shown once; the server keeps only their hashes."""

    id: str
    game: str
    seats: dict[str, Link]
    spectator: Link
    hotseat: Link | None = None
    dice: str
    """How its dice are: `fair` ones can be proved, those of a game that came as a file may have been `known`."""


class Seat(msgspec.Struct, frozen=True):
    """Who sits there: a person or a computer player, and under which name."""

    kind: str
    name: str = ""
    taken: bool = False
    side: str = ""
    """Where a side has several players, several seats have the same side."""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A game in the public list."""

    id: str
    game: str
    scenario: str
    name: str
    seq: int
    to_decide: str
    over: bool
    result: str
    dice: str
    open: bool
    seats: dict[str, Seat]


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: the pick it belongs to, its words, its rule, and what it concerns."""

    n: int
    text: str
    rule: str = ""
    kind: str = ""
    units: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    side: str = ""
    dice: str = ""
    """What was rolled, if anything was."""
    faces: tuple[int, ...] = ()
    """The same die by die."""
    column: str = ""
    result: str = ""
    table: str = ""
    meaning: str = ""
    """What the result says, where it is a code."""


class Lines(msgspec.Struct, frozen=True):
    """A part of the log, as one side may know it: what came after pick `after`, up to pick `seq`."""

    after: int
    seq: int
    entries: tuple[Sentence, ...]


class Undo(msgspec.Struct, frozen=True):
    """Whether the last pick can be taken back, and if not, why."""

    can: bool
    why: str = ""


class Fairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dice: committed to before the game, proved by the secret after it."""

    kind: str
    commitment: str = ""
    secret: str = ""


class Finish(msgspec.Struct, frozen=True, omit_defaults=True):
    """A way to carry out what is being prepared with one press, and the picks that it stands for."""

    label: str
    last: str
    """The words of its last pick alone."""
    actions: tuple[str, ...]
    space: str = ""
    """The place on the map whose press means it: the next target."""


class GameState(msgspec.Struct, frozen=True, kw_only=True):
    """A game as one seat may know it and, in answer to a pick, what came of it."""

    id: str
    game: str
    scenario: str
    name: str
    seq: int
    undone: int
    you: tuple[str, ...]
    """The sides that one sees and plays."""
    your_seats: tuple[str, ...]
    to_decide: str
    over: bool
    result: str
    view: Payload
    hand: tuple[str, ...]
    """The counters that are in the hand."""
    next_up: tuple[str, ...]
    """Those that could be taken up next, while one is in the hand."""
    finishes: tuple[Finish, ...]
    """With which support an attack can be made by one press."""
    undo: Undo
    redo: bool
    advice: bool
    """Whether the computer may be asked what it would do."""
    seats: dict[str, Seat]
    away: tuple[str, ...]
    """The seats whose people have left and not come back."""
    offerable: tuple[str, ...]
    """Seats of others that one may offer to anybody again: the people who took them left without a pick."""
    dice: Fairness
    stopped: str
    """Why the game cannot go on although it is not over: its rules have changed. Empty where it can."""
    aloud: bool
    """Whether computer players say why as they play; when the game is over everybody may read it."""
    overlays: tuple[str, ...]
    previews: bool
    log: Lines
    since: int
    """How far the game was after one's own last pick; what came later was done by the others."""
    events: tuple[Sentence, ...] = ()


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a listener is told: the picks after `after` up to `seq`. When `after` is lower than the last `seq` that
    was told, picks have been taken back.
    """

    after: int
    seq: int
    undone: int
    to_decide: str
    over: bool
    result: str
    events: tuple[Sentence, ...]


class TableNews(msgspec.Struct, frozen=True, kw_only=True):
    """What a listener is told of everything but the picks."""

    seq: int
    undone: int
    to_decide: str
    over: bool
    result: str
    seats: dict[str, Seat]
    away: tuple[str, ...]
    """The seats whose people have left and not come back."""
    advice: bool
    agreed: tuple[str, ...]
    """The sides that have allowed advice."""
    rematch: tuple[str, ...]
    """The sides that would play again."""
    talk: int
    """The number of the last line that somebody said."""


class Suggestion(msgspec.Struct, frozen=True):
    """What a computer player would do, and why. If `note` says that the one asked failed, another has answered."""

    action: str
    why: str
    player: str
    note: str = ""


class Explained(msgspec.Struct, frozen=True):
    """Whether an action is allowed now, and if not, why."""

    allowed: bool
    reason: str = ""
    rule: str = ""


class Reach(msgspec.Struct, frozen=True):
    """Where a counter could go, and at what cost."""

    unit: str
    spaces: dict[str, str]


class SupplyLine(msgspec.Struct, frozen=True):
    """A counter's line of supply, or why there is none."""

    unit: str
    line: tuple[str, ...] = ()
    reason: str = ""
    rule: str = ""


class Previewed(msgspec.Struct, frozen=True):
    """The battle that is being prepared, if there is one."""

    preview: Preview | None


class Inspected(msgspec.Struct, frozen=True):
    """What is worth knowing of a space."""

    space: str
    title: str
    terrain: str
    lines: tuple[Line, ...]


class Drawn(msgspec.Struct, frozen=True):
    """Pictures of counters and of markers, in the order asked for."""

    svg: tuple[str, ...]
    marks: tuple[str, ...] = ()
