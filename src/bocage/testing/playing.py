"""Random play, one moment at a time, and failures that say how to come back to them."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance, fast_pick
from bocage.kernel.flow import Decision
from bocage.kernel.game import Game
from bocage.kernel.session import Session
from bocage.kernel.state import State

Options = Mapping[str, str] | None


class Plan(msgspec.Struct, frozen=True):
    """Which random game to play: everything that is needed to play it again."""

    game: Game
    scenario: str
    options: Options = None
    seed: int = 0
    limit: int = 20_000

    def __str__(self) -> str:
        chosen = "".join(f" {name}={value}" for name, value in (self.options or {}).items())
        return f"{self.game.id} {self.scenario}{chosen} seed {self.seed}"

    def new(self) -> State:
        """The state at the first decision."""
        return self.game.new(self.scenario, self.options, seed=self.seed)

    def open(self, secret: bytes = b"") -> Session:
        """A session with seeded dice, or fair ones from a secret."""
        return Session.open(self.game, self.scenario, self.options, seed=self.seed, secret=secret)

    def rng(self, purpose: str = "picks") -> random.Random:
        """A separate source of choices for each purpose, so that one more check does not change the game."""
        return random.Random(f"{self.seed} {purpose}")


class Moment(msgspec.Struct, eq=False):
    """One decision of a random game: the state as it waits, what may be picked, and what will be."""

    plan: Plan
    number: int
    g: State
    frame: Decision[Any]
    options: list[Action]
    action: Action
    rng: random.Random
    """What a check draws from; the game's own picks come from elsewhere."""
    tally: dict[str, int]
    """What a check counts, over the whole game."""

    @property
    def is_chance(self) -> bool:
        """Whether dice decide here."""
        return isinstance(self.frame, Chance)

    def after(self, g: State | None = None) -> State:
        """What the pick leads to, on a copy (of another state with the same options, if given)."""
        copy = (self.g if g is None else g).copy()
        copy.events = []
        flow.pick(copy, self.action)
        return copy

    def count(self, what: str, by: int = 1) -> None:
        """Add to the tally."""
        self.tally[what] = self.tally.get(what, 0) + by


Check = Callable[[Moment], None]


def play(plan: Plan, *checks: Check, every: int = 1, tally: dict[str, int] | None = None) -> State:
    """Play a random game to its end, with the checks at every `every`-th decision; the final state.

    Whatever goes wrong, in the game or in a check, becomes an `AssertionError` that names the seed, the
    number of the pick and where the game stood.
    """
    picks, rng, counts = plan.rng(), plan.rng("checks"), {} if tally is None else tally
    with blame(plan):
        g = plan.new()
    number = 0
    while (frame := flow.waiting(g)) is not None:
        with blame(plan, number, g):
            if number >= plan.limit:
                raise AssertionError(f"the game has not ended after {plan.limit} picks")
            options = list(flow.options(g))
            action = fast_pick(g, frame) if isinstance(frame, Chance) else picks.choice(options)
            if number % every == 0:
                for check in checks:
                    check(Moment(plan, number, g, frame, options, action, rng, counts))
            flow.pick(g, action)
        number += 1
    counts["picks"] = counts.get("picks", 0) + number
    return g


def play_to_the_end(plan: Plan, *checks: Check, every: int = 1, tally: dict[str, int] | None = None) -> State:
    """A random game ends within the limit, without error or dead end, and has an outcome."""
    g = play(plan, *checks, every=every, tally=tally)
    with blame(plan):
        assert g.outcome is not None, "the game ended without an outcome"
        assert g.outcome.level.strip(), "the outcome has no name"
        assert g.outcome.winner is None or 0 <= g.outcome.winner < len(plan.game.sides), "nobody of that name won"
    return g


@contextmanager
def blame(plan: Plan, number: int | None = None, g: State | None = None) -> Iterator[None]:
    """Turn any exception into an `AssertionError` that says where to find it again."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever a game raises, the seed must be told
        _raise(plan, number, g, error)


def _raise(plan: Plan, number: int | None, g: State | None, error: Exception) -> NoReturn:
    where = "" if number is None else f", pick {number}"
    try:
        stood = "" if g is None else f", at {flow.trail(g) or 'the end'}"
    except Exception as other:  # noqa: BLE001 - the words for the place failed as well
        stood = f", at a place that cannot be named ({other})"
    what = str(error) if isinstance(error, AssertionError) else f"{type(error).__name__}: {error}"
    raise AssertionError(f"{plan}{where}{stood}: {what}") from error


def random_options(game: Game, seed: int) -> dict[str, str]:
    """Options drawn by a seed, so that a soak meets all of them."""
    rng = random.Random(f"{seed} options")
    return {option.id: rng.choice(option.values) for option in game.options}
