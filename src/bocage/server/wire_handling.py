"""The types of what a table offers beyond picks: gestures, references, the briefing, company, links."""

from typing import Annotated

import msgspec
from msgspec import Meta

from bocage.kernel.queries import Line, Overlay
from bocage.kernel.view import Choice, Piece
from bocage.server.bounds import Count, Name, Text
from bocage.server.wire import Asked, GameState

Point = tuple[float, float]
Units = Annotated[tuple[Name, ...], Meta(max_length=60)]


class Place(msgspec.Struct, frozen=True):
    """A space on the picture of the map."""

    x: float
    y: float
    polygon: tuple[Point, ...]
    kind: str
    title: str
    terrain: str
    room: float


class Extent(msgspec.Struct, frozen=True):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float


class MapLayout(msgspec.Struct, frozen=True, kw_only=True):
    """Where every space lies on the picture, and how counters and markers lie in a space."""

    width: float
    height: float
    map: Extent
    counter: float
    spaces: dict[str, Place]
    underneath: tuple[str, ...]
    """Symbols that lie below fighting units in a pile."""
    armoured: tuple[str, ...]
    """Symbols of armour, which a pile shows from afar."""
    corners: dict[str, Point]
    """Where markers of some kinds lie around the middle of a space with counters of 54."""
    spare: tuple[Point, ...]
    around: tuple[str, ...]
    """Markers that lie around the middle, under everything."""
    stands: dict[str, tuple[str, ...]]
    """By box, the spaces on the map that one may point at instead."""


class Order(Asked, frozen=True, kw_only=True):
    """One gesture: some counters go to a space, or join what is being prepared when no space is named."""

    seq: Count
    units: Units = ()
    space: Name = ""
    verb: Name = ""
    """Only with this verb, where a counter could go in several ways."""
    manner: Name = ""
    """Only in this manner, as `Way` names it."""
    toward: bool = False
    """A counter that cannot get there goes as near as it can, along roads if there are any."""
    picks: Annotated[tuple[Text, ...], Meta(max_length=40)] = ()
    """Picks that belong together, one after the other, instead of counters and a space."""
    each: bool = False
    """Whatever waits to be carried out, in the order in which it is offered."""
    careful: bool = False
    """Refuse the last move of a kind as `last-move` where dice or another side follow at once."""
    side: Name | None = None


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a gesture could lead: the space, the picks it stands for, what it costs, and its words."""

    space: str
    actions: tuple[str, ...]
    label: str
    verb: str
    cost: str = ""
    manner: str = ""
    """In which of several manners, where one can get there in more than one: by truck."""
    bearing: int | None = None
    """The direction in which the counter turns, in degrees from north, if that is what it does."""


class Ways(msgspec.Struct, frozen=True):
    """What can be done with a counter now: where it can go with one gesture, and what it can do on the spot."""

    units: tuple[str, ...]
    ways: tuple[Way, ...]
    direct: tuple[Choice, ...]
    spot: tuple[Way, ...] = ()
    """What it can do where it is as soon as it has been taken up: turn, or change its mode."""


class Ordered(msgspec.Struct, frozen=True):
    """What came of a gesture: the game as it stands, and which counters could not follow, and why. `last` holds the
    picks of a last move that waits for a confirmation.
    """

    state: GameState
    done: tuple[str, ...]
    refused: str = ""
    rule: str = ""
    last: tuple[str, ...] = ()


class Chart(msgspec.Struct, frozen=True):
    """A table of the game; the first row is its head. `column` and `row` mark what applies now."""

    title: str
    rule: str
    note: str
    rows: tuple[tuple[str, ...], ...]
    column: str = ""
    row: str = ""
    beyond: str = ""
    """The odds of the battle at hand, where they are no column of the table on which it is rolled."""
    codes: tuple[tuple[str, str], ...] = ()
    """What the codes in it mean."""


class Stage(msgspec.Struct, frozen=True):
    """One line of the order of the turn."""

    title: str
    rule: str
    note: str
    here: bool


class Enlisted(msgspec.Struct, frozen=True):
    """Counters in one place of the roster, or those that come together."""

    side: str
    where: str
    units: tuple[str, ...]
    arrives: str = ""
    """When they come: `turn 3`."""


class Card(msgspec.Struct, frozen=True):
    """A card and what it does."""

    side: str
    title: str
    text: str
    held: bool


class Reference(msgspec.Struct, frozen=True, kw_only=True):
    """The drawer of references: how to win and how it stands, the order of the turn, charts, roster, cards."""

    scenario: str
    win: str
    standing: tuple[Line, ...]
    turn: tuple[Stage, ...]
    charts: tuple[Chart, ...]
    roster: tuple[Enlisted, ...]
    factors: str
    """What the numbers behind the names in the roster are."""
    cards: tuple[Card, ...]


class Sketched(msgspec.Struct, frozen=True):
    """What a question or an action means on the map, and what this side has planned so far."""

    sketch: Overlay | None
    plan: tuple[Line, ...]


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph of a game in five minutes: what it says, the part of the map beside it, the counters below it."""

    heading: str
    text: str
    spaces: tuple[str, ...]
    pieces: tuple[Piece, ...]


class Page(msgspec.Struct, frozen=True):
    """A game in five minutes."""

    title: str
    evening: str
    paragraphs: tuple[Paragraph, ...]
    scenario: str
    win: str
    """How the scenario of a first evening is won."""


class Turns(msgspec.Struct, frozen=True):
    """Where the turns of a game begin: the pick, and what the turn is called."""

    starts: tuple[tuple[int, str], ...]


class Guided(msgspec.Struct, frozen=True):
    """What the guided turn says now, and to which question, for a page that still shows what went before."""

    text: str
    trail: str
    question: str


class Chat(Asked, frozen=True, kw_only=True):
    """One line to the others at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Remark(msgspec.Struct, frozen=True):
    """A line that somebody said at the table."""

    n: int
    who: str
    text: str


class Company(msgspec.Struct, frozen=True):
    """What the people at a table said and agreed."""

    remarks: tuple[Remark, ...] = ()
    agreed: tuple[str, ...] = ()
    """The sides whose people agreed that the computer may advise."""
    wanted: tuple[str, ...] = ()
    """The sides that want to play again."""
    again: str = ""
    """The next game, once all want it."""
    away: tuple[str, ...] = ()
    """The seats whose people have left the table and not come back."""


class Remarks(msgspec.Struct, frozen=True):
    """What was said at the table lately."""

    lines: tuple[Remark, ...]


class Agreed(msgspec.Struct, frozen=True):
    """Who wants a rematch, and the link to it once all do."""

    wanted: tuple[str, ...]
    url: str = ""


class Reachable(msgspec.Struct, frozen=True):
    """The addresses at which others reach this server; none when only this machine can."""

    addresses: tuple[str, ...]
    local_only: bool


class Coded(Asked, frozen=True, kw_only=True):
    """A link to be drawn as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=270)]


class Code(msgspec.Struct, frozen=True):
    """A QR code: its rows of dark (1) and light (0) modules."""

    rows: tuple[str, ...]
