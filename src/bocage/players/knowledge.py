"""What a planner knows of a game: the orders of a turn, and advice for each kind of decision.

A game's `computer/knowledge.py` holds one value, `KNOWLEDGE`. It says how a side makes its orders (which
formation goes for which objective, which line is held, which attacks are worth their losses) and, for each kind of
decision, how well each option serves those orders. The planner does the rest: it keeps the orders for as long as the
moment lasts, follows the advice, and where the game says that looking ahead pays it plays the best few options on,
both sides following the same advice, and takes the one that stands best in the end.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import State

G = TypeVar("G", bound=State)
P = TypeVar("P")
F = TypeVar("F", bound=Decision[Any])

Scores: TypeAlias = Sequence[float]
Advice: TypeAlias = Callable[[G, P, F, Sequence[Action]], Scores]
Reason: TypeAlias = Callable[[G, P, F, Action], str]
Ending: TypeAlias = Callable[[State], bool]


class Look(msgspec.Struct, frozen=True):
    """How far to look at one kind of decision: the best `top` options, each played on until `until` says stop."""

    top: int
    until: Callable[[State], Ending]
    margin: float
    """An option whose advice is worse than the best by more than this is not looked at."""


class Drafting(msgspec.Struct, frozen=True):
    """How to draft at one kind of decision: how many, straying from advice by up to `stray` in its own scores."""

    many: int
    stray: float
    share: float
    """This share of what is left of the turn's thinking may go into one drafting."""
    until: Callable[[State], Ending]


class Offering(msgspec.Struct, frozen=True):
    """How to weigh whole plans at one kind of decision: the orders that the game offers are played on and compared."""

    offer: Callable[[Any, Any], Sequence[Any]]
    """Other orders for a side that has some, from a position and those orders."""
    share: float
    """This share of what is left of the turn's thinking may go into it."""
    until: Callable[[State], Ending]


class Knowledge(Generic[G, P]):
    """One game's knowledge, filled by decorators.

    `turn(g)` names the game turn, for sharing out thinking time; `moment(g)` names the time for which a side's orders
    hold; `orders(g, side)` makes them from a world that agrees with what the side knows. `pace` is about how many picks
    of this game are played on in a second: levels are told in seconds, but counted in picks, so that the same seed
    gives the same game on a slower machine. `hasty` makes orders while playing on, where much depends on speed.
    `settled(g)` says whether the game is as good as decided: then nothing is looked ahead in that turn, advice is
    followed. `proof` says by how many standard errors an option must beat the one advised: more where advice is good
    and an enemy who plays differently than expected would spoil what was found. `version` is raised whenever the
    players of this game choose differently than before: what was measured with an earlier version says little about
    this one.
    """

    def __init__(
        self,
        *,
        turn: Callable[[G], Hashable],
        orders: Callable[[G, Side], P],
        moment: Callable[[G], Hashable] | None = None,
        hasty: Callable[[G, Side], P] | None = None,
        settled: Callable[[G], bool] = lambda _: False,
        pace: int = 3000,
        proof: float = 1.0,
        version: int = 1,
    ) -> None:
        self.turn = turn
        self.moment = moment or turn
        self.orders = orders
        self.hasty = hasty or orders
        self.settled = settled
        self.pace = pace
        self.proof = proof
        self.version = version
        self.advice: dict[type, Advice[Any, Any, Any]] = {}
        self.reasons: dict[type, Reason[Any, Any, Any]] = {}
        self.looks: dict[type, Look] = {}
        self.draftings: dict[type, Drafting] = {}
        self.offerings: dict[type, Offering] = {}

    def advises(
        self, *frames: type[F], why: Reason[G, P, F] | None = None
    ) -> Callable[[Advice[G, P, F]], Advice[G, P, F]]:
        """Register the scores of the options of a kind of decision: one number each; the greatest is the advice.

        `why` gives the reason for the option taken, in one line for the player.
        """

        def register(function: Advice[G, P, F]) -> Advice[G, P, F]:
            for frame in frames:
                self.advice[frame] = function
                if why is not None:
                    self.reasons[frame] = why
            return function

        return register

    def looks_ahead(
        self, *frames: type[Decision[Any]], until: Callable[[State], Ending], top: int = 4, margin: float = float("inf")
    ) -> None:
        """Say that for these decisions the best few options are to be played on and compared."""
        for frame in frames:
            self.looks[frame] = Look(top, until, margin)

    def drafts(
        self,
        *frames: type[Decision[Any]],
        until: Callable[[State], Ending],
        many: int = 40,
        stray: float = 1.0,
        share: float = 0.35,
    ) -> None:
        """Say that from these decisions on everything up to the next dice is drafted and compared as a whole."""
        for frame in frames:
            self.draftings[frame] = Drafting(many, stray, share, until)

    def plans(
        self,
        *frames: type[Decision[Any]],
        offer: Callable[[G, P], Sequence[P]],
        until: Callable[[State], Ending],
        share: float = 0.6,
    ) -> None:
        """Say that at the first of these decisions of a moment other orders are compared with those in hand."""
        for frame in frames:
            self.offerings[frame] = Offering(offer, share, until)


def knowledge_of(game: Game) -> Knowledge[Any, Any] | None:
    """What there is to know about a game; `None` for a game that has no planner of its own."""
    return None if game.knowledge is None else game.knowledge()


def end_of(*frames: type) -> Callable[[State], Ending]:
    """Play on until the innermost frame of these kinds, on the stack now, has left it: "to the end of the battle"."""

    def start(g: State) -> Ending:
        depth = next((n for n in range(len(g.stack), 0, -1) if isinstance(g.stack[n - 1][0], frames)), len(g.stack))
        return lambda later: len(later.stack) < depth or not isinstance(later.stack[depth - 1][0], frames)

    return start


def end_of_game(_: State) -> Ending:
    """Play on to the end: for games short enough for that."""
    return lambda _: False


def change_of(key: Callable[[Any], Hashable], times: int = 1) -> Callable[[State], Ending]:
    """Play on until a key (the phase, the player-turn) has changed this many times."""

    def start(g: State) -> Ending:
        last, left = key(g), times

        def ended(later: State) -> bool:
            nonlocal last, left
            now = key(later)
            if now != last:
                last, left = now, left - 1
            return left <= 0

        return ended

    return start
