"""What the points of a review are: the game's own judgement, to four places, and what each game says of it is true."""

import importlib
import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from tests.review.test_luck import LOGS, golden

from bocage.games import find_game, ids
from bocage.games.normandy71.computer.outlook import Reached, goals_of, prospect
from bocage.kernel.ids import Side
from bocage.kernel.luck import Luck
from bocage.kernel.session import first_state
from bocage.kernel.state import Outcome
from bocage.review import page
from bocage.review.chances import Chance, Curve
from bocage.review.data import data
from bocage.review.story import Story, tell
from bocage.review.worth import PLACES, POINTS, Worth, unit


def judging(name: str) -> Any:
    """The module of a game's `evaluate`; its package gives the function under the same name."""
    return importlib.import_module(f"bocage.games.{name}.computer.evaluate")


def outset(name: str) -> Any:
    return first_state(find_game(name), golden(name).header, None)


@pytest.mark.parametrize("name", LOGS)
def test_a_worth_has_few_decimal_places_and_is_the_judgement(name: str) -> None:
    game, g = find_game(name), outset(name)
    assert game.evaluate is not None
    judged = Worth(game)(g) * game.luck.victory_point
    assert (judged * 10**PLACES).denominator == 1
    assert float(judged) == pytest.approx(game.evaluate(g, Side(0)), abs=0.51 * 10**-PLACES)


@pytest.mark.parametrize("name", LOGS)
def test_a_finished_game_is_judged_like_any_other_position(name: str) -> None:
    worth, g = Worth(find_game(name)), outset(name)
    before = worth(g)
    g.outcome = Outcome(find_game(name).side("German"), "German victory")
    assert worth(g) == before
    assert g.outcome is not None


# The sentences that the games put on the page, against their code.


def test_in_tiny_beach_a_victory_point_is_one_and_a_step_a_sixth_of_its_strength(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worth, g = Worth(find_game("tinybeach")), outset("tinybeach")
    values = []
    for points in (4, 5):
        monkeypatch.setattr(judging("tinybeach"), "allied_points", lambda _, points=points: points)
        values.append(worth(g))
    assert values[1] - values[0] == 1
    n = next(n for n, counter in enumerate(g.board.units) if counter.side == 0 and g.steps[n] > 1)
    g.steps[n] -= 1
    assert float(values[1] - worth(g)) == pytest.approx(g.board.units[n].strength / 6, abs=0.001)


def test_in_across_the_world_a_victory_point_is_one_and_certain_victory_fifteen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worth, g = Worth(find_game("acrosstheworld")), outset("acrosstheworld")
    for outlook, value in (((0.0, 0.0), 0), ((1.0, 0.0), 1), ((0.0, 1.0), 15)):
        monkeypatch.setattr(judging("acrosstheworld"), "outlook", lambda _, outlook=outlook: outlook)
        assert worth(g) == value
    assert "fifteen" in unit(find_game("acrosstheworld"))


def test_in_normandy_71_a_city_held_in_supply_counts_its_victory_points() -> None:
    g = outset("normandy71")
    everywhere = Reached(net=0, cover=g.board.land, groups=1)
    without = prospect(g, 0, left=0, reached=everywhere)
    for goal in goals_of(g.board):
        if goal.city is not None:
            g.allied_cities = goal.hexes
            assert prospect(g, 0, left=0, reached=everywhere) - without == pytest.approx(goal.points)


def test_in_normandy_44_a_victory_point_counts_more_and_more_up_to_one_and_a_half(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("normandy44")
    g: Any = first_state(game, msgspec.structs.replace(golden("normandy44").header, scenario="campaign"), None)
    monkeypatch.setattr(judging("normandy44"), "tally", lambda _: (0, 1))
    weights = []
    for turn in range(1, g.last_turn + 1):
        g.turn = turn
        weights.append(judging("normandy44").points(g))
    assert weights == sorted(weights)
    assert weights[0] < 1
    assert weights[-1] == 1.5


# And everywhere the number is seen, it is called what it is.


@pytest.fixture(scope="module")
def told() -> tuple[Story, Curve]:
    story = tell(find_game("tinybeach"), golden("tinybeach"))
    return story, Curve([Chance(0.5, 0.4, 0.6)] * len(story.moments), "planner", 1, 1)


@pytest.mark.parametrize("name", ids())
def test_every_game_says_what_counts(name: str) -> None:
    text = unit(find_game(name))
    assert "the game's own judgement" in text
    assert "victory point" in find_game(name).luck.counts
    assert text.endswith(".")


def test_a_game_without_a_word_on_luck_has_a_unit_all_the_same() -> None:
    game = msgspec.structs.replace(find_game("tinybeach"), luck=Luck())
    assert unit(game).endswith("at most a part.")
    assert game.luck.victory_point == 1


def test_page_and_figures_name_the_unit(told: tuple[Story, Curve]) -> None:
    story, curve = told
    text = page.page(story, curve).replace("&#x27;", "'")
    assert text.count(unit(story.game)) == 2  # beside the position and beside the ledger
    assert text.count(POINTS) > 6
    assert "victory points, Allied : German" in text  # the score, which is another thing
    assert data(story, curve)["unit"] == unit(story.game)


def test_fractions_of_the_figures_can_be_read(told: tuple[Story, Curve]) -> None:
    found = data(*told)
    exact = [text for stroke in found["ledger"] for text in stroke["exact"].values()]
    exact += found["luck_exact"].values()
    assert exact
    for text in exact:
        assert (10**PLACES * 3 * 36) % Fraction(text).denominator == 0, text  # two dice at most, no noise
    assert found["ledger"][0]["exact"] == {"expected": "16/9", "actual": "13/15", "luck": "-41/45"}
    json.dumps(found)
