"""A made-up board of 1,500 hexes with 250 counters, and the smallest game that can be played on it."""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.board import POINT, Board, Counter, Edges, Geography, Terrain, compile_edges
from bocage.kernel.chance import Roll
from bocage.kernel.flow import Call, Decision, Done, Procedure, Step, begin
from bocage.kernel.game import Belligerent, Game, Scenario
from bocage.kernel.geography import Tag
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.movement import reach
from bocage.kernel.spaces import spaces
from bocage.kernel.state import State

COLUMNS, ROWS, COUNTERS = 50, 30, 250
BLUE, RED = Side(0), Side(1)
DOMAIN = "field"
COSTS = {".": POINT, "b": 2 * POINT, "w": 3 * POINT}


class Token(Counter, frozen=True, kw_only=True):
    """A counter of the made-up game."""

    allowance: int


class FieldBoard(Board):
    """Open country with hedgerows and woods, and a front down the middle."""

    counters: tuple[Token, ...]

    def __init__(self) -> None:
        rng = random.Random(1944)
        rows = ["".join(rng.choice("....bbw") for _ in range(COLUMNS)) for _ in range(ROWS)]
        grid = Grid(columns=COLUMNS, rows=ROWS)
        legend = {".": "clear", "b": "bocage", "w": "woods"}
        edge = [grid.label(grid.at(0, row)) for row in range(ROWS)]
        geography = Geography(grid=grid, terrain=Terrain(legend=legend, rows=rows), tag=[Tag("west", edge)])
        tokens = [Token(id=f"u{n}", side=Side(n % 2), allowance=(4 + n % 5) * POINT) for n in range(COUNTERS)]
        super().__init__(geography, tokens)
        self.rosters: tuple[tuple[UnitId, ...], ...] = tuple(
            tuple(UnitId(n) for n in range(COUNTERS) if tokens[n].side == side) for side in (BLUE, RED)
        )
        self.steps_of: Edges = compile_edges(self, lambda _, b: COSTS[rows[b // COLUMNS][b % COLUMNS]])
        self.starts = [_start(grid, n, rng) for n in range(COUNTERS)]


def _start(grid: Grid, n: int, rng: random.Random) -> Space:
    """Blue in the west, red in the east, the nearest a few hexes apart."""
    depth = rng.randrange(18)
    column = COLUMNS // 2 - 2 - depth if n % 2 == BLUE else COLUMNS // 2 + 2 + depth
    return grid.at(column, rng.randrange(ROWS))


class Field(State, kw_only=True):
    """As many columns and sets as one of our larger games has."""

    sides: ClassVar[tuple[str, ...]] = ("Blue", "Red")

    board: FieldBoard
    steps: list[int]
    fatigue: list[int]
    turn: int = 0
    moved: Units = 0
    fought: Units = 0
    disrupted: Units = 0
    held: Spaces = 0
    out_of_supply: Units = 0
    points: dict[str, int] = msgspec.field(default_factory=dict)


class Quiz(Procedure[Field], frozen=True):
    """Ask, and ask again: nothing but the flow itself."""

    def start(self, g: Field) -> Step:
        return Call(Question(by=BLUE), then=self.answered)

    def answered(self, g: Field, _: object) -> Step:
        return self


class Question(Decision[Field], frozen=True):
    """Two answers, neither of which does anything."""

    def options(self, g: Field) -> list[Action]:
        return [("stay", 0), ("stay", 1)]

    def chosen(self, g: Field, action: Action) -> Step:
        return Done(action[1])


class March(Procedure[Field], frozen=True):
    """Counters march in turn; after each march a die is rolled."""

    def start(self, g: Field) -> Step:
        g.turn += 1
        unit = UnitId(g.turn * 37 % COUNTERS)
        return Call(Go(by=g.board.counters[unit].side, unit=unit), then=self.roll)

    def roll(self, g: Field, _: object) -> Step:
        return Call(Roll(), then=self.rolled)

    def rolled(self, g: Field, face: int) -> Step:
        g.fatigue[g.turn % COUNTERS] = face
        return self


class Go(Decision[Field], frozen=True):
    """Where a counter marches, within its points and up to enemy zones."""

    unit: UnitId

    def options(self, g: Field) -> list[Action]:
        board, side = g.board, self.by
        enemy = spaces([g.space[unit] for unit in board.rosters[1 - side]])
        zone = board.adjacency.spread(enemy)
        found = reach(board.steps_of, g.space[self.unit], board.counters[self.unit].allowance, stop=zone, block=enemy)
        return [("stay", self.unit), ("hold", self.unit), *(("go", self.unit, space) for space in found.cost)]

    def chosen(self, g: Field, action: Action) -> Step:
        if action[0] == "go":
            g.place(self.unit, action[2])
        return Done()


def new_field(board: FieldBoard | None = None) -> Field:
    """The counters at their places."""
    made = board or FieldBoard()
    return Field(
        board=made,
        space=list(made.starts),
        steps=[2] * COUNTERS,
        fatigue=[0] * COUNTERS,
    )


def field_game() -> Game:
    """The march as a game, for making and proving long logs."""

    def load(_: Path | None) -> FieldBoard:
        return FieldBoard()

    def setup(board: FieldBoard, _scenario: str, _options: Mapping[str, str]) -> Field:
        g = new_field(board)
        begin(g, March())
        return g

    return Game(
        id=DOMAIN,
        name="Field",
        version="1",
        summary="A made-up board for measuring.",
        belligerents=(Belligerent("Blue", "blue", "round"), Belligerent("Red", "rust", "cut")),
        scenarios=(Scenario(DOMAIN, "Field", "Counters march."),),
        verbs={"go": ("unit", "space"), "stay": ("unit",), "hold": ("unit",)},
        state=Field,
        load=load,
        setup=setup,
        pieces=lambda _: [],
    )
