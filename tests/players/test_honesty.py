"""The planner knows what its side may know and nothing else."""

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from bocage.games import all_games, find_game
from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players import Budget
from bocage.players.planner import QUICK, STANDARD, Level, PlannerPlayer
from bocage.server.thinker import Question, known_view
from bocage.tools.picks import played

BRIEF = msgspec.structs.replace(STANDARD, looks=0.2)
"""The standard level in less time: it drafts, plans and looks ahead all the same."""
SECRETIVE = [name for name in all_games() if find_game(name).secrets]
ALIKE = 2
"""So many positions of one kind (side, decision, turn) are looked at."""


def decisions(game: Game, seed: int) -> Iterator[State]:
    """The positions of a game by the quick planner in which somebody has a choice."""
    return (g for g, _, _ in played(game, QUICK, seed))


def dealt_anew(game: Game, g: State, side: Side, deals: int) -> list[State]:
    """Worlds that differ from the true one in what the side cannot see; fewer than two where nothing is hidden."""
    found: dict[str, State] = {}
    for deal in range(deals):
        world = game.sample(game.redact(g.copy(), side), side, random.Random(deal))
        found[world.to_json()] = world
    return list(found.values())


def with_secrets(game: Game, seed: int, most: int) -> list[State]:
    """Positions of all turns, of many kinds, in which something is hidden from the side that decides."""
    seen: Counter[tuple[int, str, int]] = Counter()
    found: list[State] = []
    for g in decisions(game, seed):
        frame = g.stack[-1][0]
        kind = (frame.by, type(frame).__name__, g.turn)
        if seen[kind] < ALIKE and len(dealt_anew(game, g, frame.by, 2)) > 1:
            seen[kind] += 1
            found.append(g.copy())
    return random.Random(seed).sample(found, min(most, len(found)))


def choice(view: View, level: Level) -> Action:
    """What a fresh player chooses in a position."""
    return PlannerPlayer(level).choose(view, view.options(), random.Random(9), Budget())


@pytest.mark.parametrize(("level", "many"), [(QUICK, 60), (BRIEF, 16)], ids=["advice", "looking ahead"])
@pytest.mark.parametrize("name", SECRETIVE)
def test_what_is_hidden_does_not_change_the_choice(name: str, level: Level, many: int) -> None:
    """The true state is dealt anew wherever the side cannot see; the planner chooses the same."""
    game = find_game(name)
    positions = with_secrets(game, 3, many)
    kinds = {(g.stack[-1][0].by, type(g.stack[-1][0])) for g in positions}
    assert len(kinds) >= 3, "too few kinds of decisions had anything hidden: the test shows little"
    assert len({g.turn for g in positions}) > 1
    for g in positions:
        side = g.stack[-1][0].by
        worlds = dealt_anew(game, g, side, 3)
        assert len({choice(View(game, world, side), level) for world in worlds}) == 1, flow.trail(g)


def sent(view: View) -> View:
    """The same view after it was written down, sent to another process and read there, as the server does."""
    assert view.side is not None
    question = Question(
        table="", game=view.game.id, side=view.side, player="", state=view.state.to_json(), seq=0, seed="", seconds=0.0
    )
    return known_view(view.game, question)


@pytest.mark.parametrize("name", list(all_games()))
def test_a_view_made_of_its_text_alone_gives_the_same_choice(name: str) -> None:
    """What a player is shown can be written down and sent; nothing that the text lacks plays a part."""
    game, looked_at = find_game(name), 0
    for n, g in enumerate(decisions(game, 3)):
        if n % 35 == 0:
            shown = View(game, g, g.stack[-1][0].by)
            assert choice(sent(shown), QUICK) == choice(shown, QUICK), flow.trail(g)
            looked_at += 1
        if n > 900:
            break
    assert looked_at > 5


@pytest.mark.parametrize("name", list(all_games()))
def test_a_planner_asks_for_nothing_but_its_own_view(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No true state is within its reach: neither dice to come, nor caches, nor the order in which things happened."""
    game = find_game(name)
    g = next(g for n, g in enumerate(decisions(game, 4)) if n == 60)
    before = g.to_json()
    view = View(game, g, g.stack[-1][0].by)
    assert view.state is not g
    assert view.state.chance == 0
    assert not view.state.cache
    assert list(view.state.here) == sorted(view.state.here)

    def peeked(*_: object) -> None:
        raise AssertionError("the planner made a view of its own: of what state?")

    monkeypatch.setattr(View, "__init__", peeked)
    PlannerPlayer(BRIEF).choose(view, flow.options(g), random.Random(2), Budget())
    assert g.to_json() == before
