"""The last press of an attack stands for everything that is asked until the dice fall."""

from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.planner import QUICK
from bocage.server.finishing import finishes_of
from bocage.server.tables import Table
from bocage.server.wire import Finish
from bocage.tools.picks import played


@cache
def prepared(name: str) -> tuple[Any, State, tuple[Finish, ...]]:
    """The first attack of a game that could be finished with support, and how."""
    game = find_game(name)
    table = cast("Table", SimpleNamespace(game=game))
    for g, _, _ in played(game, QUICK, 3):
        found = finishes_of(table, View(game, g, g.stack[-1][0].by))
        if any(" with " in one.label for one in found):
            return game, g.copy(), found
    raise AssertionError("nobody ever attacks with support")


@pytest.mark.parametrize("name", ["normandy44", "bradley", "darksummer"])
def test_every_finish_leads_to_the_dice_or_to_the_other_side(name: str) -> None:
    game, g, found = prepared(name)
    side = g.stack[-1][0].by
    for finish in found:
        after = g.copy()
        for text in finish.actions:
            action = game.parse(after, text)
            assert flow.why_not(after, action) is None, (finish.label, text)
            flow.pick(after, action)
            forced(after)
        frame = flow.waiting(after)
        assert finish.space or frame is None or isinstance(frame, Chance) or frame.by != side, finish.label


def forced(g: State) -> None:
    """What follows by itself."""
    while (frame := flow.waiting(g)) is not None and not isinstance(frame, Chance) and not frame.asks_always:
        options = flow.options(g)
        if len(options) > 1:
            return
        flow.pick(g, options[0])


def test_a_finish_is_said_in_words() -> None:
    labels = [one.label for one in prepared("darksummer")[2]]
    assert any(label.removeprefix("Everyone: ").lower().startswith("fight with ") for label in labels), labels
