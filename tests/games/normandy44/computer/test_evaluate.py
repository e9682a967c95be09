"""What computer players look at: the same whether it is remembered or worked out anew."""

import random

import pytest
from tests.games.normandy44.support import ALLIED, GAME, GERMAN, scene

from bocage.games.normandy44.computer.evaluate import evaluate
from bocage.games.normandy44.rules.r18_supply import REMEMBERED, german_edge, linked, supplied
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import chance, flow
from bocage.kernel.ids import NATURE
from bocage.players import Budget
from bocage.runs import play_game


def anew(g: Normandy44) -> Normandy44:
    """The same position with nothing remembered."""
    g.board.atlas.traces = [(), ()]
    fresh = GAME.restore(g.to_json())
    assert isinstance(fresh, Normandy44)
    return fresh


@pytest.mark.parametrize("scenario", ["campaign", "seven-turn", "cherbourg"])
def test_what_is_remembered_is_what_would_be_found_anew(scenario: str) -> None:
    g, rng, seen = GAME.new(scenario, seed=5), random.Random(5), 0
    assert isinstance(g, Normandy44)
    for number in range(900):
        if not g.stack:
            break
        frame = g.stack[-1][0]
        flow.pick(g, chance.fast_pick(g, frame) if frame.by == NATURE else rng.choice(flow.options(g)))
        value, lines = evaluate(g, ALLIED), [supplied(g, GERMAN), supplied(g, ALLIED)]
        if number % 9 == 0:
            fresh = anew(g)
            assert lines == [supplied(fresh, GERMAN), supplied(fresh, ALLIED)]
            assert value == pytest.approx(evaluate(fresh, ALLIED))
            assert value == -evaluate(g, GERMAN)
            seen += 1
    assert seen > 50


def test_lines_of_supply_are_kept_while_nothing_near_them_changes() -> None:
    s = scene({"39/9": "3704", "857/346": "1731"})
    g = s.g
    g.board.atlas.traces = [(), ()]
    before = linked(g, GERMAN, german_edge(g))
    moved = g.copy()
    moved.place(s.unit("857/346"), s.space("1730"))  # a German among Germans
    assert linked(moved, GERMAN, german_edge(moved)) == before
    assert len(g.board.atlas.traces[GERMAN]) == 1
    cut = g.copy()
    cut.place(s.unit("39/9"), s.space("1631"))
    assert linked(cut, GERMAN, german_edge(cut)) != before
    assert len(g.board.atlas.traces[GERMAN]) == 2
    for name in s.names(s.g.board.atlas.town).split()[: 2 * REMEMBERED]:
        cut.place(s.unit("39/9"), s.space(name))
        linked(cut, GERMAN, german_edge(cut))
    assert len(g.board.atlas.traces[GERMAN]) == REMEMBERED


def test_greedy_gets_through_a_scenario() -> None:
    """It once went round in circles, naming a hex to attack and thinking better of it."""
    result = play_game(GAME, "cherbourg", players={"Allied": "greedy"}, seed=1, budget=Budget(positions=20))
    assert result.winner in ("Allied", "German")
