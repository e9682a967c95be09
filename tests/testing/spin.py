"""A game of six picks in which each test breaks one thing."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.kernel.said import Noted
from tests.kernel.treasure import ISLANDS, TREASURE, Sea, setup, variant

from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision, Over, Procedure, Step, begin, replace
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import Outcome
from bocage.kernel.verdict import Because
from bocage.testing.conformance import Property

VERBS: dict[str, Any] = {**TREASURE.verbs, "spin": ("number",), "wait": ()}


class Spin(Decision[Sea], frozen=True):
    """Six picks by both sides in turn, then the end. The broken games below change one thing each."""

    left: int = 6

    def options(self, g: Sea) -> list[Action]:
        return [("spin", 1), ("spin", 2), ("wait",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        g.place(g.board.unit_ids["Rosa"], ISLANDS[self.left % 3])
        g.emit(Noted(text="Round it goes."))
        if self.left == 1:
            return Over(Outcome(None, "Dizzy"))
        return replace(self, left=self.left - 1, by=Side(self.left % 2))

    def refuse(self, g: Sea, action: Action) -> Because:
        return Because("", "spin or wait")


class Pool(Sea, kw_only=True):
    """The sea, in the package of the tests that break it: a game's frames are looked for where its state is."""


def fill(board: Any, scenario: str, options: Mapping[str, str]) -> Pool:
    sea = setup(board, scenario, options)
    return Pool(board=board, space=sea.space, tired=sea.tired, visits={}, dug=set())


def game_of(frame: Decision[Sea] | Procedure[Sea], **changes: Any) -> Game:
    def start(board: Any, scenario: str, options: Mapping[str, str]) -> Sea:
        g = changes.get("made", fill)(board, scenario, options)
        assert isinstance(g, Sea)
        begin(g, frame)
        return g

    rest = {name: value for name, value in changes.items() if name != "made"}
    return variant(setup=start, verbs=VERBS, **{"state": Pool, **rest})


def fails(holds: Property, game: Game, reason: str, limit: int = 200) -> None:
    """The property fails for one of a few seeds, for this reason, and names the seed."""
    for seed in range(6):
        try:
            holds(game, "islands", None, seed, limit)
        except AssertionError as error:
            found = str(error)
            assert reason in found, found
            assert f"treasure islands seed {seed}" in found, found
            return
    pytest.fail(f"{holds.__name__} found nothing")
