"""A game without data files, for tests of the kernel alone: two boats look for a hidden treasure.

Red hides a chest on one of three islands. In each round the sides sail in turn; then a die is thrown, which
sends both boats home on a 1, and the other side nods: a forced pick. Whoever digs in the right place has won.
The option `rounds` makes games of any length.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from tests.kernel.said import Disclosed, Noted

from bocage.kernel.actions import Action
from bocage.kernel.board import Area, Board, Box, Counter, Geography, Link
from bocage.kernel.chance import Roll
from bocage.kernel.events import Ended, Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Over, Procedure, Step, begin, replace
from bocage.kernel.game import Belligerent, Dice, Game, Option, Scenario
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId
from bocage.kernel.state import Outcome, State
from bocage.kernel.verdict import Because
from bocage.kernel.view import Piece

RED, BLUE = Side(0), Side(1)
PORT = Space(0)  # boxes come before areas
ISLANDS = (Space(1), Space(2), Space(3))


class Sea(State, kw_only=True):
    """Columns, a dictionary, a set, scalars: one of each kind of field."""

    sides: ClassVar[tuple[str, ...]] = ("Red", "Blue")

    tired: list[int]
    visits: dict[int, int]
    dug: set[int]
    treasure: Space = NOWHERE
    shown: bool = False
    rounds: int = 3


class Opening(Procedure[Sea], frozen=True):
    """Hide the chest, then play the rounds."""

    def start(self, g: Sea) -> Step:
        return Call(Hide(by=RED), then=self.hidden)

    def hidden(self, g: Sea, where: Space) -> Step:
        g.treasure = where
        return Round(left=g.rounds)


class Hide(Decision[Sea], frozen=True):
    """Red picks an island."""

    def options(self, g: Sea) -> list[Action]:
        return [("hide", island) for island in ISLANDS]

    def chosen(self, g: Sea, action: Action) -> Step:
        g.emit(Noted(text=f"The chest lies on {g.board.names[action[1]]}.", audience=(RED,)))
        return Done(action[1])


class Round(Procedure[Sea], frozen=True):
    """Red sails, Blue sails, the die falls, Blue nods."""

    left: int
    side: Side = RED

    def start(self, g: Sea) -> Step:
        if not self.left:
            g.emit(Ended(winner=None, level="Nobody found it"))
            return Over(Outcome(None, "Draw", (0, 0)))
        return Call(Sail(by=self.side, boat=UnitId(self.side)), then=self.sailed)

    def sailed(self, g: Sea, found: bool) -> Step:
        if found:
            return Over(Outcome(self.side, f"{g.sides[self.side]} wins", (1, 0)))
        if self.side == RED:
            return replace(self, side=BLUE)
        return Call(Roll(what="storm roll"), then=self.rolled)

    def rolled(self, g: Sea, face: int) -> Step:
        if face == 1:
            for boat in (UnitId(0), UnitId(1)):
                g.place(boat, PORT)
            g.emit(Noted(text="A storm sends everybody home."))
        return Call(Nod(by=BLUE), then=self.nodded)

    def nodded(self, g: Sea, _: object) -> Step:
        return Round(left=self.left - 1)

    def title(self, g: Sea) -> str:
        return f"Round {g.rounds - self.left + 1}"


class Nod(Decision[Sea], frozen=True):
    """There is nothing else to do."""

    def options(self, g: Sea) -> list[Action]:
        return [("nod",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        return DONE


class Sail(Decision[Sea], frozen=True):
    """Sail as long as you like, dig once, or stop."""

    boat: UnitId
    legs: int = 0

    def options(self, g: Sea) -> list[Action]:
        here = g.space[self.boat]
        sails: list[Action] = [("sail", self.boat, to) for to in g.board.neighbours[here] if self.legs < 3]
        dig: list[Action] = [("dig",)] if here != PORT and here not in g.dug else []
        return [*sails, *dig, ("stop",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        here = g.space[self.boat]
        if action[0] == "sail":
            g.place(self.boat, action[2])
            g.tired[self.boat] += 1
            g.visits[action[2]] = g.visits.get(action[2], 0) + 1
            g.emit(Moved(unit=self.boat, path=(here, action[2])))
            return replace(self, legs=self.legs + 1)
        if action[0] == "dig":
            g.dug.add(int(here))
            g.shown = here == g.treasure
            g.emit(Disclosed(text="Gold!" if g.shown else "Sand."))
            return Done(g.shown)
        return Done(False)

    def refuse(self, g: Sea, action: Action) -> Because:
        if action[0] == "sail" and action[1] != self.boat:
            return Because("2", "that is not your boat")
        return Because("1", lambda: f"{g.board.unit_names[self.boat]} sails, digs or stops")

    def title(self, g: Sea) -> str:
        return f"{g.sides[self.by]} sails"


def load(pack: Path | None = None) -> Board:
    """Three islands around a port; no pack changes them."""
    del pack
    islands = [Area(id=name, name=f"{name} island") for name in ("Palm", "Skull", "Parrot")]
    links = [Link(kind="sea", between=("Port", area.id)) for area in islands]
    round_trip = [Link(kind="sea", between=pair) for pair in (("Palm", "Skull"), ("Skull", "Parrot"))]
    counters = [Counter(id="Rosa", side=RED), Counter(id="Bella", side=BLUE)]
    board = Board(Geography(area=islands, box=[Box(id="Port")], link=[*links, *round_trip]), counters)
    assert [board.names[n] for n in (0, 1, 2, 3)] == ["Port", "Palm", "Skull", "Parrot"]
    return board


def setup(board: Board, scenario: str, options: Mapping[str, str]) -> Sea:
    """Both boats in port, in both scenarios."""
    del scenario
    port = board.space("Port")
    g = Sea(board=board, space=[port, port], tired=[0, 0], visits={}, dug=set(), rounds=int(options["rounds"]))
    begin(g, Opening())
    return g


def redact(g: Sea, side: Side | None) -> Sea:
    """Only Red knows where the chest is."""
    if side != RED and not g.shown:
        g.treasure = NOWHERE
    return g


def sample(g: Sea, side: Side, rng: Dice) -> Sea:
    """The chest is on some island where nobody dug in vain."""
    if side != RED and not g.shown and not isinstance(g.stack and g.stack[-1][0], Hide):
        free = [island for island in ISLANDS if island not in g.dug]
        g.treasure = free[rng.randrange(len(free))]
    return g


def pieces(g: Sea) -> list[Piece]:
    """The boats."""
    return [
        Piece(space=g.board.names[space], side=n, unit=g.board.unit_names[n], steps=g.tired[n])
        for n, space in enumerate(g.space)
    ]


def problems(g: Sea) -> list[str]:
    """A boat on no space."""
    return [f"{g.board.unit_names[n]} is lost" for n, space in enumerate(g.space) if space == NOWHERE]


TREASURE = Game(
    id="treasure",
    name="Treasure",
    version="1.2",
    summary="Two boats and a chest.",
    belligerents=(Belligerent("Red", "rust", "cut"), Belligerent("Blue", "blue", "round")),
    scenarios=(Scenario("islands", "Islands", "Three islands."), Scenario("calm", "Calm", "The same again.")),
    options=(Option("rounds", "Rounds", ("3", "1", "20", "4000")),),
    verbs={"hide": ("space",), "sail": ("unit", "space"), "dig": (), "stop": (), "nod": ()},
    state=Sea,
    load=load,
    setup=setup,
    redact=redact,
    sample=sample,
    pieces=pieces,
    problems=problems,
)


def variant(**changes: Any) -> Game:
    """The game with something else in it, for tests that something is found."""
    return msgspec.structs.replace(TREASURE, **changes)
