"""The win chance at every moment of a game: it is played on from some of them, again and again, to its end.

Both sides are played by the advice of the game's planner, which takes no time to think; where a game has none, by lot.
How often a side wins from one moment is a small sample, so all are read together: the win share is fitted to what the
game's own `evaluate` says of the positions and to how far the game has come, by a logistic curve, and the curve gives
the chance at every moment. The dice come from the seed, and how often is played follows from the length of the
log, not from the clock, so that the same log gives the same curve anywhere.
"""

import hashlib
import math
from collections.abc import Callable, Sequence

import msgspec

from bocage.ai.knowledge import knowledge_of
from bocage.ai.lookahead import Policy
from bocage.kernel import chance, flow
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.state import Outcome, State

PICKS = 20_000
"""So many picks are made in all, unless a few games from a few moments take more."""
OUTSETS = (16, 8)
"""From so many moments games are played; from fewer when they are long."""
GAMES = (2, 24)
"""The fewest and the most games from one moment."""
FAR = 100_000
RIDGE = (0.05, 0.5, 0.5, 0.5)
"""How strongly each term of the curve is held back, counted in games: a handful must not look certain."""
STEPS = 50


class Standing(msgspec.Struct, frozen=True):
    """A position, what it is worth to the first side, and how many picks came before."""

    state: State
    value: float
    n: int
    result: Outcome | None = None
    """How the game ended here, if it did."""


class Chance(msgspec.Struct, frozen=True):
    """The first side's chance to win, a draw counted half; with the 95 % interval of the curve's height."""

    share: float
    low: float
    high: float


class Curve(msgspec.Struct, frozen=True):
    """The chances at all moments, and what they rest on."""

    chances: list[Chance]
    policy: str
    outsets: int
    games: int
    """Games from each outset."""


class Plan(msgspec.Struct, frozen=True):
    """From which moments to play on, and how often from each."""

    outsets: list[int]
    games: int

    @property
    def total(self) -> int:
        """All games."""
        return len(self.outsets) * self.games


def policy_of(game: Game) -> str:
    """Who plays on."""
    return "planner" if knowledge_of(game) is not None else "lot"


def plan(moments: Sequence[int], picks: int, games: int | None = None, *, over: bool = True) -> Plan:
    """Share out the work over a log of so many picks, of which so many came before each moment.

    In a game that is not over the last moment is played on from too.
    """
    open_moments = [n for n, before in enumerate(moments) if before < picks]
    last = [] if over else [len(moments) - 1]
    chosen: list[int] = []
    each = GAMES[0]
    for many in OUTSETS:
        chosen = spaced(open_moments, many - len(last)) + last
        left = sum(picks - moments[n] for n in chosen)
        each = games or min(GAMES[1], PICKS // max(1, left))
        if each >= GAMES[0]:
            break
    return Plan(chosen, max(each, 1 if games else GAMES[0]))


def spaced(numbers: Sequence[int], limit: int) -> list[int]:
    """At most so many, evenly spread."""
    if len(numbers) <= limit:
        return list(numbers)
    return [numbers[n * len(numbers) // limit] for n in range(limit)]


def curve(
    game: Game, standings: Sequence[Standing], work: Plan, seed: int, tick: Callable[[], None] = lambda: None
) -> Curve:
    """The win chance at each standing; `tick` is called after each game."""
    won = [_from_here(game, standings[n].state, work.games, f"{seed} {n}", tick) / work.games for n in work.outsets]
    last = max(1, standings[-1].n)
    points = [(standing.value, standing.n / last) for standing in standings]
    fitted = fit(points, work.outsets, won, work.games)
    ends = [standing.result for standing in standings]
    found = [_settled(end) if end is not None else estimate for end, estimate in zip(ends, fitted, strict=True)]
    return Curve(found, policy_of(game), len(work.outsets), work.games)


def worth(outcome: Outcome) -> float:
    """1 for a win of the first side, 0 for a loss, a half for a draw."""
    return 0.5 if outcome.winner is None else float(outcome.winner == 0)


def _settled(outcome: Outcome) -> Chance:
    share = worth(outcome)
    return Chance(share, share, share)


def _from_here(game: Game, state: State, games: int, seed: str, tick: Callable[[], None]) -> float:
    """How many of some games the first side wins."""
    won = 0.0
    for number in range(games):
        g = state.copy()
        g.chance = int.from_bytes(hashlib.sha256(f"review {seed} {number}".encode()).digest()[:8], "big")
        _play_on(game, g)
        won += 0.5 if g.outcome is None else worth(g.outcome)
        tick()
    return won


def _play_on(game: Game, g: State) -> None:
    """To the end, in place."""
    knowledge = knowledge_of(game)
    step = _by_lot if knowledge is None else Policy(game, knowledge).step
    for _ in range(FAR):
        if not g.stack:
            return
        step(g)


def _by_lot(g: State) -> None:
    frame = g.stack[-1][0]
    if frame.by == NATURE:
        flow.pick(g, chance.fast_pick(g, frame))
        return
    options = flow.options(g)
    flow.pick(g, options[chance.fast_number(g, len(options)) if len(options) > 1 else 0])


def fit(
    points: Sequence[tuple[float, float]], outsets: Sequence[int], won: Sequence[float], games: int
) -> list[Chance]:
    """The logistic curve through the shares won at the outsets, by value and by time, read at every point."""
    if not outsets:
        return [Chance(0.5, 0.0, 1.0) for _ in points]
    middle = sum(value for value, _ in points) / len(points)
    spread = math.sqrt(sum((value - middle) ** 2 for value, _ in points) / len(points)) or 1.0
    rows = [(1.0, late, (value - middle) / spread, (value - middle) / spread * late) for value, late in points]
    slopes, curvature = _newton([rows[n] for n in outsets], won, games)
    if min(slopes[2], slopes[2] + slopes[3]) < 0:  # a better position cannot be worse: its value tells nothing here
        rows = [(*row[:2], 0.0, 0.0) for row in rows]
        slopes, curvature = _newton([rows[n] for n in outsets], won, games)
    return [_read(row, slopes, curvature) for row in rows]


def _read(row: Sequence[float], slopes: Sequence[float], curvature: list[list[float]]) -> Chance:
    """The curve at one point; the interval is that of its height."""
    height = sum(a * b for a, b in zip(slopes, row, strict=True))
    variance = sum(a * b for a, b in zip(row, _solve(curvature, list(row)), strict=True))
    reach = 1.96 * math.sqrt(max(0.0, variance))
    return Chance(_logistic(height), _logistic(height - reach), _logistic(height + reach))


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def _newton(
    rows: Sequence[Sequence[float]], shares: Sequence[float], games: int
) -> tuple[list[float], list[list[float]]]:
    """The slopes of the likeliest curve, and how sharply it is the likeliest."""
    size = len(rows[0])
    slopes = [0.0] * size
    curvature: list[list[float]] = []
    for _ in range(STEPS):
        gradient = [-RIDGE[i] * slopes[i] for i in range(size)]
        curvature = [[RIDGE[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
        for row, share in zip(rows, shares, strict=True):
            p = _logistic(sum(a * b for a, b in zip(slopes, row, strict=True)))
            for i in range(size):
                gradient[i] += games * (share - p) * row[i]
                for j in range(size):
                    curvature[i][j] += games * p * (1 - p) * row[i] * row[j]
        move = _solve(curvature, gradient)
        slopes = [a + max(-3.0, min(3.0, b)) for a, b in zip(slopes, move, strict=True)]
        if max(map(abs, move)) < 1e-9:
            break
    return slopes, curvature


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """A few linear equations, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found
