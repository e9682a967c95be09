"""The win chance at every moment of a game: it is played on from some of them to its end, again and again.

Both sides follow the advice of the game's planner, which takes no time to think; where a game has none, they pick at
random. How often a side wins from one moment is a small sample, so all are read together: the logit of the chance
follows what the game's own `evaluate` says of the positions, and also drifts, because an evaluation does not see
everything; moments that lie close together share most of that drift. The likeliest such course gives the chance at
every moment, and its error is the band. The dice come from the seed, and how often it is played follows from the length
of the game, not from the clock, so that the same log gives the same curve anywhere.
"""

import hashlib
import math
from collections.abc import Callable, Sequence

import msgspec

from bocage.kernel import chance, flow
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.state import Outcome, State
from bocage.players.knowledge import knowledge_of
from bocage.players.lookahead import Policy

PICKS = 40_000
"""How many picks are made in all, unless a few games from a few moments take more."""
OUTSETS = (16, 8)
"""From how many moments games are played; from fewer when they are long."""
GAMES = (4, 12)
"""The fewest and the most games from one moment: with fewer the band is too wide to tell anything."""
FAR = 100_000
LEVEL, WORTH, DRIFT = 20.0, 1.0, 16.0
"""What may be expected before anything is played, as variances of the logit: how far a whole game is from even, what
one standard deviation of its values makes, and how far it drifts from its beginning to its end for other reasons.
Against many games from every moment of some of *Tiny Beach* the band then covers what it says. With less drift the
curve misses what was played on from a moment, and looks surer than it is.
"""
STEPS = 50

Point = tuple[float, float]
"""What a position is worth, and how late it was, from 0 to 1."""


class Standing(msgspec.Struct, frozen=True):
    """A position, what it is worth to the first side, and how many picks came before."""

    state: State
    value: float
    n: int
    result: Outcome | None = None
    """How the game ended here, if it did."""


class Chance(msgspec.Struct, frozen=True):
    """The first side's chance to win, a draw counted half; with its 95 % interval."""

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


def plan(moments: Sequence[int], picks: int, games: int | None = None, *, over: bool = True, further: int = 0) -> Plan:
    """Share out the work over a log of this many picks, of which this many came before each moment.

    In a game that is not over, the last moment is played on from too. From the end of a log that stops short, that many
    further picks lead to the end of the game.
    """
    open_moments = [n for n, before in enumerate(moments) if before < picks]
    last = [] if over else [len(moments) - 1]
    chosen: list[int] = []
    each = GAMES[0]
    for many in OUTSETS:
        chosen = spaced(open_moments, many - len(last)) + last
        left = sum(picks + further - moments[n] for n in chosen)
        each = games or min(GAMES[1], PICKS // max(1, left))
        if each >= GAMES[0]:
            break
    return Plan(chosen, max(each, 1 if games else GAMES[0]))


def spaced(numbers: Sequence[int], limit: int) -> list[int]:
    """At most this many, evenly spread."""
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
        g = _seeded(state, f"{seed} {number}")
        _play_on(game, g)
        won += 0.5 if g.outcome is None else worth(g.outcome)
        tick()
    return won


def picks_left(game: Game, state: State, seed: int) -> int:
    """How many picks lead from a position to the end of the game, by one game."""
    return _play_on(game, _seeded(state, f"{seed} length"))


def _seeded(state: State, seed: str) -> State:
    """A copy with dice of its own."""
    g = state.copy()
    g.chance = int.from_bytes(hashlib.sha256(f"review {seed}".encode()).digest()[:8], "big")
    return g


def _play_on(game: Game, g: State) -> int:
    """To the end, in place; returns how many picks that took."""
    knowledge = knowledge_of(game)
    step = _by_lot if knowledge is None else Policy(game, knowledge).step
    for picks in range(FAR):
        if not g.stack:
            return picks
        step(g)
    return FAR


def _by_lot(g: State) -> None:
    frame = g.stack[-1][0]
    if frame.by == NATURE:
        flow.pick(g, chance.fast_pick(g, frame))
        return
    options = flow.options(g)
    flow.pick(g, options[chance.fast_number(g, len(options)) if len(options) > 1 else 0])


def fit(points: Sequence[Point], outsets: Sequence[int], won: Sequence[float], games: int) -> list[Chance]:
    """The likeliest course of the chance, given the shares won at the outsets, read at every point."""
    if not outsets:
        return [Chance(0.5, 0.0, 1.0) for _ in points]
    middle = sum(value for value, _ in points) / len(points)
    spread = math.sqrt(sum((value - middle) ** 2 for value, _ in points) / len(points)) or 1.0
    places = [((value - middle) / spread, late) for value, late in points]
    course = _Course([places[n] for n in outsets], won, games, WORTH)
    if course.slope() < 0:  # a better position cannot be worse: its value tells nothing here
        course = _Course(course.seen, won, games, 0.0)
    return [course.at(place) for place in places]


class _Course:
    """The logit of the chance as a Gaussian process through some places, with its mode found by Newton's steps.

    Two places have in common the level of the whole game, their values, and what the game drifted before both.
    """

    def __init__(self, seen: Sequence[Point], won: Sequence[float], games: int, worth: float) -> None:
        self.seen, self._worth = seen, worth
        common = [[self._common(one, other) for other in seen] for one in seen]
        heights = [0.0] * len(seen)
        for _ in range(STEPS):
            shares = [_logistic(height) for height in heights]
            self._weights = [games * share * (1 - share) for share in shares]
            self._matrix = [
                [weight * entry + (i == j) for j, entry in enumerate(row)]
                for i, (weight, row) in enumerate(zip(self._weights, common, strict=True))
            ]
            wanted = [
                weight * height + games * (real - share)
                for weight, height, real, share in zip(self._weights, heights, won, shares, strict=True)
            ]
            self._pulls = _solve(self._matrix, wanted)
            moves = [_product(row, self._pulls) - height for row, height in zip(common, heights, strict=True)]
            heights = [height + max(-3.0, min(3.0, move)) for height, move in zip(heights, moves, strict=True)]
            if max(map(abs, moves)) < 1e-9:
                break

    def _common(self, one: Point, other: Point) -> float:
        return LEVEL + self._worth * one[0] * other[0] + DRIFT * min(one[1], other[1])

    def slope(self) -> float:
        """How the chance rises with the value."""
        return _product([value for value, _ in self.seen], self._pulls)

    def at(self, place: Point) -> Chance:
        """The chance at a place, and between what it lies."""
        common = [self._common(place, other) for other in self.seen]
        height = _product(common, self._pulls)
        told = _solve(self._matrix, [weight * entry for weight, entry in zip(self._weights, common, strict=True)])
        reach = 1.96 * math.sqrt(max(0.0, self._common(place, place) - _product(common, told)))
        return Chance(_logistic(height), _logistic(height - reach), _logistic(height + reach))


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


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
