"""Every property of the conformance suite finds the game that breaks it: ends, saves, copies, secrets."""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
import pytest
from tests.kernel.said import Noted
from tests.kernel.treasure import BLUE, ISLANDS, RED, TREASURE, Sea, pieces, redact, sample, setup
from tests.testing.spin import Spin, fails, game_of

from bocage.kernel.actions import Action
from bocage.kernel.flow import Call, Done, Over, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side
from bocage.kernel.state import Outcome
from bocage.kernel.view import Piece
from bocage.testing import conformance
from bocage.testing.conformance import PROPERTIES, Property


@pytest.mark.parametrize("holds", PROPERTIES, ids=lambda holds: holds.__name__)
@pytest.mark.parametrize("seed", range(5))
def test_a_sound_game_conforms(holds: Property, seed: int) -> None:
    holds(TREASURE, "islands", {"rounds": "20"}, seed)


def test_the_unbroken_spin_conforms() -> None:
    for holds in PROPERTIES:
        holds(game_of(Spin(by=RED)), "islands")


# games that do not end


class Crash(Spin, frozen=True):
    def chosen(self, g: Sea, action: Action) -> Step:
        return Done(1 // (self.left - 4))


class Mute(Spin, frozen=True):
    def options(self, g: Sea) -> list[Action]:
        return [] if self.left == 3 else super().options(g)


class Nameless(Spin, frozen=True):
    def chosen(self, g: Sea, action: Action) -> Step:
        return Over(Outcome(None, " "))


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        (Spin(by=RED, left=10**6), "pick 200, at Spin: the game has not ended after 200 picks"),
        (Crash(by=RED, left=4), "pick 0, at Crash: ZeroDivisionError"),
        (Mute(by=RED), "pick 3, at Mute: DeadEnd: Mute offers nothing"),
        (Nameless(by=RED), "the outcome has no name"),
        (Crash(by=RED, left=5), "the game ended without an outcome"),
    ],
)
def test_a_game_without_a_proper_end_is_found(frame: Spin, reason: str) -> None:
    fails(conformance.random_game_ends, game_of(frame), reason)


# saves and copies


class Forgetful(Spin, frozen=True):
    """Remembers something in the cache that belongs into the state."""

    def options(self, g: Sea) -> list[Action]:
        return [("wait",), ("spin", g.cached("times", lambda _: self.left))]


class Hoarder(Sea, kw_only=True):
    """A list that its type hides from the copier."""

    hoard: Any = msgspec.field(default_factory=list)


def hoard(board: Any, scenario: str, options: Mapping[str, str]) -> Hoarder:
    plain = setup(board, scenario, options)
    return Hoarder(board=board, space=plain.space, tired=plain.tired, visits={}, dug=set())


class Collector(Spin, frozen=True):
    def chosen(self, g: Sea, action: Action) -> Step:
        assert isinstance(g, Hoarder)
        g.hoard.append(self.left)
        return super().chosen(g, action)


MEMORY: list[int] = []


class Haunted(Spin, frozen=True):
    """What happens depends on what happened in other games."""

    def chosen(self, g: Sea, action: Action) -> Step:
        MEMORY.append(1)
        g.tired[0] = len(MEMORY)
        return super().chosen(g, action)


def test_what_a_save_loses_is_found() -> None:
    class Keeps(Forgetful, frozen=True):
        def chosen(self, g: Sea, action: Action) -> Step:
            return replace(self, left=self.left - 1) if self.left > 1 else Over(Outcome(None, "Dizzy"))

    fails(conformance.saves_equal, game_of(Keeps(by=RED)), "saved and loaded, the options differ: lost ['spin 6']")


def test_a_column_that_copies_share_is_found() -> None:
    game = game_of(Spin(by=RED), made=hoard, state=Hoarder)
    fails(conformance.copies_independent, game, "a change in a copy reached the original")
    game = game_of(Collector(by=RED), made=hoard, state=Hoarder)
    fails(conformance.copies_independent, game, "a change in a copy reached the original")


def test_a_memory_outside_of_the_state_is_found() -> None:
    game = game_of(Haunted(by=RED))
    fails(conformance.copies_independent, game, "led to two futures: tired")
    fails(conformance.undo_equal, game_of(Replaying(by=RED)), "redo did not lead forward to the same game")
    fails(conformance.same_seed_same_game, game_of(Talkative(by=RED)), "the same seed gave two games, from line")
    fails(conformance.logs_verify, game, "the log does not verify: line 8: the picks lead to another position")


class Replaying(Haunted, frozen=True):
    """Haunted, and always by the same side, so that undo is possible."""

    def chosen(self, g: Sea, action: Action) -> Step:
        step = super().chosen(g, action)
        return replace(step, by=RED) if isinstance(step, Replaying) else step


class Talkative(Spin, frozen=True):
    """Offers other picks in each game."""

    def options(self, g: Sea) -> list[Action]:
        MEMORY.append(1)
        return [("spin", len(MEMORY)), ("wait",)]

    def allows(self, g: Sea, action: Action) -> bool:
        return True


# secrets


class Gossip(Spin, frozen=True):
    """Tells everybody what only Red may know."""

    def chosen(self, g: Sea, action: Action) -> Step:
        g.emit(Noted(text=f"It is on {g.treasure}."))
        return super().chosen(g, action)


class Whisper(Procedure[Sea], frozen=True):
    """Hides the chest, then gossips."""

    then_ask: Spin

    def start(self, g: Sea) -> Step:
        g.treasure = ISLANDS[1]
        return Call(self.then_ask, then=self.never)

    def never(self, g: Sea, _: object) -> Step:
        raise AssertionError


class Peeking(Spin, frozen=True):
    """What happens in the open depends on the secret."""

    def chosen(self, g: Sea, action: Action) -> Step:
        g.tired[1] = int(g.treasure)
        return super().chosen(g, action)


class Telling(Spin, frozen=True):
    """Whether Red has a choice depends on the secret, and so does whether he is asked at all."""

    def options(self, g: Sea) -> list[Action]:
        return [("wait",), ("spin", 1)] if g.treasure == ISLANDS[1] else [("wait",)]


class Discreet(Telling, frozen=True):
    asks_always: ClassVar[bool] = True


def test_a_choice_that_is_always_asked_tells_nothing() -> None:
    conformance.nothing_leaks(game_of(Whisper(then_ask=Discreet(by=RED, left=1))), "islands")


def blab(g: Sea) -> list[Piece]:
    return [*pieces(g), Piece(space=str(g.treasure), side=0)]


def half_blind(g: Sea, side: Side | None) -> Sea:
    return redact(g, side) if side is not None else g


def other_sample(g: Sea, side: Side, rng: Any) -> Sea:
    g = sample(g, side, rng)
    g.tired[0] += 1
    return g


@pytest.mark.parametrize(
    ("frame", "changes", "reason"),
    [
        (Spin(by=RED), {"redact": lambda g, _: g}, "Blue is handed different states in two worlds"),
        (Spin(by=RED), {"redact": half_blind, "pieces": blab}, "a spectator is shown different things in two worlds"),
        (Gossip(by=RED), {}, "Blue hears different things in two worlds"),
        (Peeking(by=RED), {}, "Blue is handed different states after"),
        (Telling(by=RED, left=1), {}, "Telling is forced in one of two worlds that Blue cannot tell apart"),
        (Spin(by=RED), {"sample": other_sample}, "is handed different states in two worlds"),
    ],
)
def test_a_leak_is_found(frame: Spin, changes: dict[str, Any], reason: str) -> None:
    fails(conformance.nothing_leaks, game_of(Whisper(then_ask=frame), **changes), reason)


def test_options_that_a_view_offers_wrongly_are_found() -> None:
    class Needle(Spin, frozen=True):
        def options(self, g: Sea) -> list[Action]:
            return [("wait",), ("spin", 1 if g.treasure == NOWHERE else 2)]

    frame = Whisper(then_ask=Needle(by=BLUE))
    reason = "Blue is offered ['wait', 'spin 1'] by its view, but may do ['wait', 'spin 2']"
    fails(conformance.redacted_options_are_true, game_of(frame), reason)
