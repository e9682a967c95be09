"""1 Sequence of play."""

from fractions import Fraction

import pytest
from tests.games.tinybeach.support import GAME, Tiny, tiny

from bocage.games.tinybeach.rules.r01_sequence import TURN, Activations, Turn
from bocage.kernel.chance import Draw
from bocage.kernel.flow import waiting
from bocage.testing import Situation, covers

PASSES = ("hold", "done", "wait")


def passed(s: Situation[Tiny], draws: str) -> list[str]:
    """Pass every decision and draw the chits in this order (`"AG"`); where the game stood each time."""
    seen: list[str] = []
    chits = iter(draws)
    while s.decides:
        seen.append(f"{s.decides}: {s.trail}")
        if s.decides != "chance":
            s.do(next(text for text in s.options() if text in PASSES))
        elif s.options()[0].startswith("draw"):
            chit = next(chits, "")
            if not chit:
                break
            s.do(f"draw {'AG'.index(chit)}")
        else:
            s.do("roll 4")
    return seen


def opened(scenario: str = "landing", **options: str) -> Situation[Tiny]:
    """A new game; the gun is hidden."""
    s: Situation[Tiny] = Situation(GAME, scenario, options=options)
    s.do("hide 0302")
    return s


@covers("1.1")
def test_a_turn_is_weather_then_reinforcements_of_both_sides_then_chits() -> None:
    s = tiny("", Turn(names=TURN), turn=2, rolled=True)
    assert passed(s, "")[:4] == [
        "chance: Turn 2 > Weather > Weather roll",
        "Allied: Turn 2 > Landing",
        "German: Turn 2 > Reserves",
        "chance: Turn 2 > Chit",
    ]


@covers("1.1")
def test_attrition_comes_after_the_last_chit_and_before_the_next_turn() -> None:
    s = tiny("Able 0304, Anton 0403, Berta 0203", Turn(names=TURN), turn=2, rolled=False)
    s.g.starving = s.units("Able")
    passed(s, "AGAG")
    told = s.sentences()
    assert told[-2:] == ["Able loses a step (1 left).", "Turn 3."]


@covers("1.2")
def test_the_side_whose_chit_is_drawn_moves_and_then_attacks() -> None:
    assert passed(opened(), "AG") == [
        "Allied: Turn 1 > Landing",
        "chance: Turn 1 > Chit",
        "Allied: Turn 1 > Allied activation > Movement",
        "Allied: Turn 1 > Attacks",
        "chance: Turn 1 > Chit",
        "German: Turn 1 > German activation > The gun",
        "German: Turn 1 > German activation > Movement",
        "German: Turn 1 > Attacks",
        "chance: Turn 1 > Chit",
    ]


@covers("1.2")
def test_the_cup_holds_two_chits_of_each_side_and_is_drawn_empty() -> None:
    s = opened()
    s.do("hold")
    for drawn, odds in (("A", Fraction(1, 2)), ("A", Fraction(1, 3)), ("G", Fraction(0)), ("G", Fraction(0))):
        cup = waiting(s.g)
        assert isinstance(cup, Draw)
        assert cup.odds(s.g).get(("draw", 0), Fraction(0)) == odds
        passed(s, drawn)
    assert s.g.turn == 2


@covers("1.2")
def test_a_chit_that_is_out_of_the_cup_cannot_be_drawn() -> None:
    s = tiny("Able 0201", Activations(cup=(0, 1)))
    assert s.options() == ["draw 1"]
    assert s.refusal("draw 0").text == "that cannot come out of a chit"


@covers("1.2")
def test_what_was_moved_and_fought_is_forgotten_with_each_chit() -> None:
    s = tiny("Able 0201", Activations(cup=(1, 0)))
    s.g.moved = s.g.fought = s.units("Able")
    s.do("draw 0")
    assert (s.g.moved, s.g.fought) == (0, 0)
    assert "select Able" in s.options()


@covers("1.3")
@pytest.mark.parametrize(("scenario", "turns"), [("landing", 5), ("dawn", 3)])
def test_the_game_ends_after_the_last_turn_of_its_scenario(scenario: str, turns: int) -> None:
    s = opened(scenario)
    for turn in range(1, turns + 1):
        assert s.g.turn == turn
        passed(s, "AGGA")
    assert s.decides == ""
    assert s.g.outcome is not None
    assert s.sentences()[-1].endswith("points.")
