"""What every game must satisfy, ours or a third party's: one function per property.

Each takes a game, the id of a scenario, options, a seed and a limit of picks, plays one random game and
raises `AssertionError` naming the seed, the pick and the place. With pytest:

    from bocage.testing import conformance, near_misses

    @pytest.mark.parametrize("holds", conformance.PROPERTIES, ids=lambda holds: holds.__name__)
    def test_my_game_conforms(holds):
        holds(GAME, "main", None, seed=1, limit=20_000)

`every=7` checks every seventh decision of a long game. `whole_game` checks everything that concerns single
decisions in one game: for soaks.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from bocage.kernel.game import Game
from bocage.kernel.state import State
from bocage.testing import moments, near_misses, refusals, secrecy, sessions
from bocage.testing.playing import Check, Options, Plan, play, play_to_the_end

LIMIT = 20_000

CHECKS: tuple[Check, ...] = (
    moments.saves_equal,
    moments.copies_independent,
    moments.counters_conserved,
    moments.no_problems,
    moments.texts_round_trip,
    moments.asking_changes_nothing,
    moments.events_make_sense,
    secrecy.nothing_leaks,
    secrecy.redacted_options_are_true,
    refusals.bad_actions_refused,
    near_misses.near_misses_explained,
)


class Property(Protocol):
    """One property of games."""

    __name__: str

    def __call__(
        self, game: Game, scenario: str, options: Options = None, seed: int = 0, limit: int = LIMIT, *, every: int = 1
    ) -> None:
        """Play one random game, or raise `AssertionError`."""


def _of_game(check: Callable[..., object]) -> Property:
    """The property that a check of a whole game states."""

    def holds(
        game: Game, scenario: str, options: Options = None, seed: int = 0, limit: int = LIMIT, *, every: int = 1
    ) -> None:
        check(Plan(game, scenario, options, seed, limit), every=every)

    return _named(holds, check)


def _of_decisions(check: Check) -> Property:
    """The property that a check of single decisions states."""

    def holds(
        game: Game, scenario: str, options: Options = None, seed: int = 0, limit: int = LIMIT, *, every: int = 1
    ) -> None:
        play(Plan(game, scenario, options, seed, limit), check, every=every)

    return _named(holds, check)


def _named(holds: Any, check: Callable[..., Any]) -> Property:
    holds.__name__ = holds.__qualname__ = check.__name__
    holds.__doc__ = check.__doc__
    found: Property = holds
    return found


random_game_ends = _of_game(play_to_the_end)
undo_equal = _of_game(sessions.undo_equal)
same_seed_same_game = _of_game(sessions.same_seed_same_game)
logs_verify = _of_game(sessions.logs_verify)
saves_equal = _of_decisions(moments.saves_equal)
copies_independent = _of_decisions(moments.copies_independent)
counters_conserved = _of_decisions(moments.counters_conserved)
no_problems = _of_decisions(moments.no_problems)
texts_round_trip = _of_decisions(moments.texts_round_trip)
asking_changes_nothing = _of_decisions(moments.asking_changes_nothing)
events_make_sense = _of_decisions(moments.events_make_sense)
nothing_leaks = _of_decisions(secrecy.nothing_leaks)
redacted_options_are_true = _of_decisions(secrecy.redacted_options_are_true)
bad_actions_refused = _of_decisions(refusals.bad_actions_refused)
near_misses_explained = _of_decisions(near_misses.near_misses_explained)

PROPERTIES: tuple[Property, ...] = (
    random_game_ends,
    saves_equal,
    copies_independent,
    undo_equal,
    same_seed_same_game,
    nothing_leaks,
    redacted_options_are_true,
    counters_conserved,
    no_problems,
    bad_actions_refused,
    near_misses_explained,
    texts_round_trip,
    asking_changes_nothing,
    events_make_sense,
    logs_verify,
)


def whole_game(plan: Plan, *, every: int = 1, tally: dict[str, int] | None = None, also: Sequence[Check] = ()) -> State:
    """One random game with every check at its decisions, then the checks of sessions; the final state."""
    g = play_to_the_end(plan, *CHECKS, *also, every=every, tally=tally)
    sessions.undo_equal(plan, every=every)
    sessions.logs_verify(plan, every=every)
    return g
