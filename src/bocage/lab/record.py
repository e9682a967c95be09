"""One game, noted turn by turn as it is played: points, losses, ground, results of tables, rules that came up.

What is noted comes from the events that rules emit, each under the turn in which it happened, and from the position
at the end of every turn. A recorded game is the same game, pick for pick.
"""

import time
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from bocage.games import find_game
from bocage.kernel.board import Board
from bocage.kernel.events import Eliminated, Event, Moved, Scored, StepLost
from bocage.kernel.game import Game
from bocage.kernel.ids import Side, Spaces, Units
from bocage.kernel.measure import Measure
from bocage.kernel.spaces import BITS
from bocage.kernel.state import State
from bocage.runs.batch import Batch, attempt, fatal_game
from bocage.runs.match import Result, Thought


class Loss(msgspec.Struct, array_like=True):
    """What one arm of a side lost in a turn."""

    side: str
    arm: str
    units: int
    steps: int


class Came(msgspec.Struct, array_like=True):
    """How often a result of a table came up in a turn, and on whose roll (empty if nobody's)."""

    table: str
    column: str
    result: str
    side: str
    times: int


class Turn(msgspec.Struct, array_like=True):
    """A turn of a game; lists are by side. Sets of spaces are masks in bytes, lowest first."""

    number: int
    points: list[float]
    units: list[int]
    steps: list[int]
    stands: list[bytes]
    """The spaces with units of the side at the end of the turn."""
    holds: list[bytes]
    """The spaces that the side holds then."""
    seconds: list[float]
    losses: list[Loss]
    results: list[Came]
    rules: dict[str, int]
    gauges: dict[str, float]


class Finished(msgspec.Struct, array_like=True):
    """A finished game as it is handed in and kept: the turns stay encoded until somebody wants them."""

    result: Result
    seconds: float
    turns: msgspec.Raw


encode = msgspec.msgpack.Encoder().encode
read_finished = msgspec.msgpack.Decoder(Finished).decode
read_turns = msgspec.msgpack.Decoder(list[Turn]).decode


def play_recorded(batch: Batch, seed: int) -> bytes:
    """Play a game of a batch and hand in everything about it."""
    game = find_game(batch.game)
    recorder, thought = Recorder(game), Thought()
    start = time.perf_counter()
    result = attempt(batch, seed, watch=recorder, thought=thought)
    seconds = time.perf_counter() - start
    turns = [] if result.error else recorder.turns(thought)
    return encode(Finished(result, seconds, msgspec.Raw(encode(turns))))


def lost_game(seed: int) -> bytes:
    """What is handed in for a game that no process survives."""
    return encode(Finished(fatal_game(seed), 0.0, msgspec.Raw(encode([]))))


class _Page:
    """The counts of one turn while it goes on."""

    __slots__ = ("lost", "results", "rules")

    def __init__(self) -> None:
        self.lost: Counter[tuple[int, str, bool]] = Counter()
        """By side, arm, and whether whole counters or steps are counted."""
        self.results: Counter[tuple[str, str, str, int | None]] = Counter()
        self.rules: Counter[str] = Counter()


class _Tape(list[Event]):
    """Takes events as a state emits them, and keeps only what is counted."""

    def __init__(self, recorder: "Recorder", g: State) -> None:
        super().__init__()
        self.recorder, self.g = recorder, g

    def append(self, event: Event) -> None:
        """Count an event under the turn that the game is in."""
        self.recorder.hear(self.g, event)


class Recorder:
    """Watches one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.measure = game, game.measure
        self.pages: dict[int, _Page] = {}
        self.positions: dict[int, dict[str, Any]] = {}
        self.turn = 0
        self.scored = [0.0] * len(game.sides)
        self.ground: list[Spaces] = [0] * len(game.sides)
        self.steps: list[int] | None = None
        self.phasing: Side | None = None
        self.found: Mapping[str, float] | None = None
        self.done: dict[str, float] = {}

    # --- while the game goes on --------------------------------------------------------------------

    def __call__(self, g: State) -> None:
        """After every pick: note the position when a turn has ended."""
        if g.events is None:
            self._begin(g)
        if self.steps is not None:
            self.steps = g.steps.copy()  # type: ignore[attr-defined]
        turn = g.turn
        ended = turn != self.turn or not g.stack
        self._hand_over(g, ended=ended)
        if ended:
            self.positions[self.turn] = self._position(g)
            self.done, self.turn = {}, turn

    def _begin(self, g: State) -> None:
        g.events = _Tape(self, g)
        self.turn = g.turn
        self.map: Spaces = g.board.hexes | g.board.areas
        self.sides, self.arms, self.of_side = _counters(g.board, self.measure, len(self.game.sides))
        self.steps = getattr(g, "steps", None)
        self.phasing = None if self.measure.phasing is None else self.measure.phasing(g)
        self._stand(g)

    def _hand_over(self, g: State, *, ended: bool) -> None:
        """What a side finds in its player turn and, when that has ended, what it leaves behind."""
        measure, before = self.measure, self.phasing
        if measure.phasing is None or before is None:
            return
        self.phasing = measure.phasing(g)
        if ended or self.phasing != before:
            found = self.found or {}
            self.done.update(found)
            if measure.done is not None:
                self.done.update(measure.done(g, before, found))
            self.found = None
        if measure.begun is not None and self.found is None and g.stack:
            self.found = measure.begun(g, self.phasing)

    @property
    def _each(self) -> range:
        return range(len(self.game.sides))

    def hear(self, g: State, event: Event) -> None:
        """Count what happened."""
        turn = g.turn
        page = self.pages.get(turn)
        if page is None:
            page = self.pages[turn] = _Page()
        if event.rule:
            page.rules[event.rule] += 1
        if isinstance(event, Moved):
            self._pass(self.sides[event.unit], event.path)
        elif isinstance(event, StepLost):
            self._lose(page, event.unit, 1, whole=False)
        elif isinstance(event, Eliminated):
            if self.measure.is_loss(g, event):
                steps = 1 if self.steps is None else max(1, self.steps[event.unit])
                self._lose(page, event.unit, steps, whole=True)
        elif isinstance(event, Scored):
            self.scored[event.side] += event.points
        for count in event.counts():
            page.results[count.table, count.column, count.result, count.by] += count.times

    def _lose(self, page: _Page, unit: int, steps: int, *, whole: bool) -> None:
        side, arm = self.sides[unit], self.arms[unit]
        page.lost[side, arm, False] += steps
        page.lost[side, arm, True] += whole
        if self.steps is not None:
            self.steps[unit] -= steps

    def _pass(self, side: int, path: tuple[int, ...]) -> None:
        """The side that was there last holds a space."""
        passed = 0
        for space in path[1:]:
            if space >= 0:
                passed |= BITS[space]
        self._take(side, passed & self.map)

    def _take(self, side: int, spaces: Spaces) -> None:
        for other, ground in enumerate(self.ground):
            self.ground[other] = ground | spaces if other == side else ground & ~spaces

    # --- at the end of a turn ----------------------------------------------------------------------

    def _stand(self, g: State) -> list[Spaces]:
        """The spaces on the map where each side stands; it holds them, unless another side stands there too."""
        stands: list[Spaces] = [0] * len(self.game.sides)
        for space, here in g.here.items():
            if self.map & BITS[space]:
                for side, mine in enumerate(self.of_side):
                    if here & mine:
                        stands[side] |= BITS[space]
        for side in self._each:
            others = 0
            for other in self._each:
                others |= stands[other] if other != side else 0
            self._take(side, stands[side] & ~others)
        return stands

    def _position(self, g: State) -> dict[str, Any]:
        stands = self._stand(g)
        on_map = [n for n, space in enumerate(g.space) if space >= 0 and self.map & BITS[space]]
        steps = getattr(g, "steps", None)
        measure = self.measure
        holds = self.ground if measure.held is None else measure.held(g)
        points = self.scored if measure.points is None else measure.points(g)
        return {
            "points": [float(value) for value in points] or [0.0] * len(self.game.sides),
            "units": [sum(self.sides[n] == side for n in on_map) for side in self._each],
            "steps": [sum(steps[n] if steps else 1 for n in on_map if self.sides[n] == side) for side in self._each],
            "stands": [packed(mask) for mask in stands],
            "holds": [packed(mask) for mask in holds],
            "gauges": {**(measure.gauges(g) if measure.gauges is not None else {}), **self.done},
        }

    # --- at the end of the game --------------------------------------------------------------------

    def turns(self, thought: Thought) -> list[Turn]:
        """The rows of the game, in order."""
        sides = self.game.sides
        found = []
        for number, position in sorted(self.positions.items()):
            page = self.pages.get(number, _Page())
            units = {(side, arm): many for (side, arm, whole), many in page.lost.items() if whole}
            found.append(
                Turn(
                    number=number,
                    seconds=[thought.get((number, side), 0.0) for side in self._each],
                    losses=[
                        Loss(sides[side], arm, units.get((side, arm), 0), many)
                        for (side, arm, whole), many in page.lost.items()
                        if not whole
                    ],
                    results=[
                        Came(table, column, result, "" if by is None else sides[by], times)
                        for (table, column, result, by), times in page.results.items()
                    ],
                    rules=dict(page.rules),
                    **position,
                )
            )
        return found


@cache
def _counters(board: Board, measure: Measure, sides: int) -> tuple[list[Side], list[str], list[Units]]:
    """By counter its side and its arm, and by side its counters: the same in every game on a board."""
    who = [counter.side for counter in board.counters]
    mine = [sum(BITS[n] for n, owner in enumerate(who) if owner == side) for side in range(sides)]
    return who, [measure.arm(counter) for counter in board.counters], mine


def packed(mask: Spaces) -> bytes:
    """A set of spaces as bytes, lowest first."""
    return mask.to_bytes((mask.bit_length() + 7) // 8, "little")


def spaces_of(mask: bytes) -> Spaces:
    """The set of spaces that a mask in bytes stands for."""
    return Spaces(int.from_bytes(mask, "little"))
