"""A game as a value: scenarios, options, sides, frames, names."""

from pathlib import Path

import pytest
from tests.kernel.treasure import TREASURE, Sea, load, variant

from bocage.kernel import flow
from bocage.kernel.actions import Invalid
from bocage.kernel.game import Game, UnknownChoice
from bocage.kernel.state import BadSave


def test_the_first_scenario_is_the_main_one() -> None:
    assert TREASURE.scenario(None).id == "islands"
    assert TREASURE.scenario("calm").name == "Calm"
    with pytest.raises(UnknownChoice, match="there is no scenario 'moon'; choose from: islands, calm"):
        TREASURE.scenario("moon")


def test_options_that_nobody_chose_have_their_first_value() -> None:
    assert TREASURE.settle(None) == {"rounds": "3"}
    assert TREASURE.settle({"rounds": "20"}) == {"rounds": "20"}


@pytest.mark.parametrize(
    ("chosen", "reason"),
    [
        ({"hats": "2"}, "there is no option 'hats'; choose from: rounds"),
        ({"rounds": "2"}, "there is no value for rounds '2'; choose from: 3, 1, 20, 4000"),
    ],
)
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(chosen: dict[str, str], reason: str) -> None:
    with pytest.raises(UnknownChoice, match=reason):
        TREASURE.new(options=chosen)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(UnknownChoice, match="there is no option 'hats'; there are none"):
        variant(options=()).settle({"hats": "2"})


def test_sides_are_found_in_any_case_of_letters() -> None:
    assert (TREASURE.side("red"), TREASURE.side("BLUE")) == (0, 1)
    with pytest.raises(UnknownChoice, match="there is no side 'green'; choose from: red, blue"):
        TREASURE.side("green")


def test_the_board_is_loaded_once_and_another_for_each_data_pack() -> None:
    asked: list[Path | None] = []

    def loads(pack: Path | None) -> object:
        asked.append(pack)
        return load(pack)

    game: Game = variant(load=loads)
    assert game.board() is game.board()
    assert game.board(Path("pack")) is not game.board()
    assert game.board(Path("pack")) is game.board(Path("pack"))
    assert asked == [None, Path("pack")]


def test_a_new_game_stands_at_its_first_decision_with_dice_of_its_seed() -> None:
    g = TREASURE.new(options={"rounds": "20"}, seed=4)
    assert isinstance(g, Sea)
    assert (g.rounds, flow.trail(g)) == (20, "Opening > Hide")
    assert g.chance == TREASURE.new(seed=4).chance != TREASURE.new(seed=5).chance


def test_the_frames_of_a_game_are_its_own_and_the_kernels() -> None:
    assert {"Hide", "Round", "Sail", "Roll", "Draw"} <= TREASURE.frames.keys()
    assert "Battle" not in TREASURE.frames
    assert TREASURE.frames["Sail"].__module__ == "tests.kernel.treasure"


def test_dice_are_verbs_of_every_game() -> None:
    g = TREASURE.new()
    assert TREASURE.parse(g, "roll 3 4") == ("roll", 3, 4)
    assert TREASURE.format(g, ("draw", 2)) == "draw 2"
    assert TREASURE.parse(g, "hide Palm") == ("hide", 1)
    with pytest.raises(Invalid, match="unknown verb 'fly'"):
        TREASURE.parse(g, "fly")


def test_where_says_the_place_and_who_decides() -> None:
    g = TREASURE.new()
    assert TREASURE.where(g) == "Opening > Hide: Red to decide"
    for text in ("hide Palm", "stop", "stop"):
        flow.pick(g, TREASURE.parse(g, text))
    assert TREASURE.where(g) == "Round 1 > Storm roll: chance to decide"
    g = TREASURE.new()
    for text in ("hide Palm", "sail Rosa Palm", "dig"):
        flow.pick(g, TREASURE.parse(g, text))
    assert TREASURE.where(g) == "the game is over: Red wins"


def test_a_saved_position_is_read_or_refused_with_every_fault() -> None:
    text = TREASURE.new().to_json()
    assert TREASURE.restore(text).to_json() == text
    faulty = variant(problems=lambda _: ["Rosa sails on land", "the chest is in two places"])
    with pytest.raises(BadSave, match="impossible: Rosa sails on land; the chest is in two places"):
        faulty.restore(text)
    with pytest.raises(BadSave, match="not JSON"):
        TREASURE.restore("{")
