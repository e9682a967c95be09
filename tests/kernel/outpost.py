"""A second game without data files: what the treasure hunt has no use for.

A chit says the weather of each day, never the same chit twice; the look-outs may then watch (a point in the sun,
half a point in showers) or send one chit of bad weather out of the game, which costs half a point.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from bocage.kernel.actions import Action
from bocage.kernel.board import Area, Board, Counter, Geography
from bocage.kernel.cups import Cup, DrawChit
from bocage.kernel.events import Scored
from bocage.kernel.flow import Call, Decision, Done, Over, Procedure, Step, begin
from bocage.kernel.game import Belligerent, Dice, Game, Scenario
from bocage.kernel.ids import Side, Space
from bocage.kernel.points import of_halves
from bocage.kernel.state import Outcome, State
from bocage.kernel.view import Piece

LOOKOUTS, WEATHER = Side(0), Side(1)
WORTH = {"Sun": 2, "Showers": 1, "Storm": 0}
DAYS = 4


class Days(State, kw_only=True):
    """One cup, and one that only the look-outs may look into."""

    sides: ClassVar[tuple[str, ...]] = ("Look-outs", "Staff")

    cups: dict[str, Cup]
    halves: int = 0


class Vigil(Procedure[Days], frozen=True):
    """A chit, then a choice."""

    def start(self, g: Days) -> Step:
        g.turn += 1
        if g.turn > DAYS:
            return Over(Outcome(LOOKOUTS, "Seen enough", (of_halves(g.halves), 0)))
        return Call(DrawChit(cup="Weather", rule="1"), then=self.drawn)

    def drawn(self, g: Days, chit: str) -> Step:
        return Call(Watch(by=LOOKOUTS, weather=chit), then=self.watched)

    def watched(self, g: Days, halves: int) -> Step:
        g.halves += halves
        g.emit(Scored(side=LOOKOUTS, points=of_halves(halves), why="the watch", rule="2"))
        return Vigil()

    def title(self, g: Days) -> str:
        return f"Day {g.turn}"


class Watch(Decision[Days], frozen=True):
    """Watch, or wish a storm away."""

    weather: str

    def options(self, g: Days) -> list[Action]:
        wishes: list[Action] = [("wish",)] if "Storm" in g.cups["Weather"].inside else []
        return [("watch",), *wishes]

    def chosen(self, g: Days, action: Action) -> Step:
        if action[0] == "watch":
            return Done(WORTH[self.weather])
        g.cups["Weather"] = g.cups["Weather"].remove("Storm")
        return Done(-1)


def load(pack: Path | None = None) -> Board:
    """One hill."""
    del pack
    return Board(Geography(area=[Area(id="Hill", name="Hill")]), [Counter(id="Post", side=LOOKOUTS)])


def setup(board: Board, scenario: str, options: Mapping[str, str]) -> Days:
    """Six chits for four days, and a sealed cup."""
    del scenario, options
    cups = {"Weather": Cup.of({"Sun": 2, "Showers": 2, "Storm": 2}), "Orders": Cup.of(["Hold", "Leave"])}
    g = Days(board=board, space=[Space(0)], cups=cups)
    begin(g, Vigil())
    return g


def redact(g: Days, side: Side | None) -> Days:
    """Only the staff know the orders."""
    if side != WEATHER:
        g.cups["Orders"] = g.cups["Orders"].veiled()
    return g


def sample(g: Days, side: Side, rng: Dice) -> Days:
    """The orders are what they are: two known chits."""
    del rng
    if side != WEATHER:
        g.cups["Orders"] = g.cups["Orders"].unveiled(["Hold", "Leave"])
    return g


def pieces(g: Days) -> list[Piece]:
    """The post."""
    return [Piece(space="Hill", side=LOOKOUTS, unit=g.board.unit_names[0])]


OUTPOST = Game(
    id="outpost",
    name="Outpost",
    version="1.0",
    summary="Four days on a hill.",
    belligerents=(Belligerent("Look-outs", "blue", "round"), Belligerent("Staff", "rust", "cut")),
    scenarios=(Scenario("hill", "Hill", "One hill."),),
    verbs={"watch": (), "wish": ()},
    state=Days,
    load=load,
    setup=setup,
    redact=redact,
    sample=sample,
    pieces=pieces,
)
