"""What the kernel's mechanisms cost on a board of 1,500 hexes with 250 counters, each with its bar.

Times are of the processor, so that a machine that is busy with something else does not count against us.
"""

import time
from collections.abc import Callable

import msgspec

from bocage.kernel import flow
from bocage.kernel.log import read_log
from bocage.kernel.movement import reach
from bocage.kernel.session import Session
from bocage.kernel.spaces import spaces
from bocage.kernel.verify import verify
from bocage.tools.bench.field import BLUE, DOMAIN, Field, Quiz, field_game, new_field

LOG_LINES = 10_000
ROUNDS = 50
"""Each cost is the best of this many short rounds: what the machine can do undisturbed."""
STEPS = ROUNDS + 1
ROUND = 0.005
"""About how many seconds a round takes."""
ANSWERS = 500


class Cost(msgspec.Struct, frozen=True):
    """One mechanism: its cost and its bar, both in microseconds."""

    name: str
    cost: float
    bar: float

    @property
    def ok(self) -> bool:
        """Whether the bar is held."""
        return self.cost <= self.bar


def kernel_costs(log_lines: int = LOG_LINES, tick: Callable[[], None] | None = None) -> list[Cost]:
    """Measure all of them; `tick` is called now and then, `STEPS` times in all."""
    g, quiz = new_field(), new_field()
    flow.begin(quiz, Quiz())
    works = [
        Work("copy of the state", 5, g.copy),
        Work("zones of control of one side", 20, lambda: zones(g)),
        Work("reach of one unit", 150, lambda: every_reach(g), len(g.board.rosters[BLUE])),
        Work("supply of one side", 400, lambda: supply(g)),
        Work("flow overhead per pick", 20, lambda: answer(quiz), ANSWERS),
    ]
    for _ in range(ROUNDS):
        for work in works:
            work.round()
        if tick:
            tick()
    found = [Cost(work.name, work.best / work.per * 1e6, work.bar) for work in works]
    found.append(Cost(f"verification of a log of {log_lines:,} lines", verification(log_lines) * 1e6, 5e6))
    if tick:
        tick()
    return found


class Work:
    """Something to be timed again and again; `per` is how many times one call does it."""

    def __init__(self, name: str, bar: float, function: Callable[[], object], per: int = 1) -> None:
        self.name, self.bar, self.function, self.per = name, bar, function, per
        function()
        start = time.process_time()
        function()
        self.number = max(1, int(ROUND / max(time.process_time() - start, 1e-7)))
        self.best = float("inf")

    def round(self) -> None:
        """One more try."""
        start = time.process_time()
        for _ in range(self.number):
            self.function()
        self.best = min(self.best, (time.process_time() - start) / self.number)


def occupied(g: Field, side: int) -> int:
    """The hexes with counters of a side."""
    return spaces([g.space[unit] for unit in g.board.rosters[side]])


def zones(g: Field) -> int:
    """Zones of control of one side from nothing: where it stands, then what it commands."""
    return g.board.adjacency.spread(occupied(g, BLUE))


def supply(g: Field) -> int:
    """The supply of one side from nothing: a flood from its edge of the map round the enemy and his zones."""
    board, enemy = g.board, occupied(g, 1 - BLUE)
    friends = occupied(g, BLUE)
    barred = enemy | board.adjacency.spread(enemy) & ~friends
    return board.adjacency.flood(board.tags["west"], board.hexes & ~barred)


def every_reach(g: Field) -> None:
    """The reach of each counter of one side, with its full allowance among enemy zones."""
    board, enemy = g.board, occupied(g, 1 - BLUE)
    zone = board.adjacency.spread(enemy)
    for unit in board.rosters[BLUE]:
        reach(board.steps_of, g.space[unit], board.counters[unit].allowance, stop=zone, block=enemy)


def answer(g: Field) -> None:
    """A decision that is called, asked for its options, picked from and returned from, over and over."""
    for _ in range(ANSWERS):
        flow.pick(g, flow.options(g)[1])


def verification(lines: int) -> float:
    """The seconds it takes to prove a log of this many lines, from its text, with fair dice, on the large board."""
    game, secret = field_game(), bytes(range(32))
    session = Session.open(game, DOMAIN, secret=secret)
    turn = 0
    while session.seq < lines - 2:
        found = flow.options(session.state)
        session.pick(game.format(session.state, found[turn * 7 % len(found)]))
        turn += 1
    text = session.log.text()
    start = time.process_time()
    proof = verify(game, read_log(text), secret=secret)
    spent = time.process_time() - start
    if not proof.ok:
        raise RuntimeError(proof.fault)
    return spent
