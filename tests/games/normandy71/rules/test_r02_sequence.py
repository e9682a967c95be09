"""The general course of play: the order of the phases."""

from tests.games.normandy71.support import GERMAN, scene

from bocage.games.normandy71.rules.r02_sequence import DAY, Campaign, first_frame
from bocage.kernel.flow import waiting
from bocage.testing import covers


@covers("Play.1A", "Play.1B", "Play.1C", "Play.1D", "Play.2A", "Play.2B", "Play.2C", "Play.3")
def test_a_turn_goes_through_its_phases_in_order() -> None:
    s = scene({"8/4": "R21", "26/1": "Britain", "914/352": "D11"}, turn=2)
    s.ask(Campaign(DAY))
    seen = []
    while s.g.turn == 2:
        seen.append((s.decides, type(waiting(s.g)).__name__))
        s.do("done")
    assert seen == [
        ("Allied", "MovementPhase"),
        ("Allied", "Allocation"),
        ("Allied", "BringAshore"),
        ("Allied", "MovementPhase"),
        ("Allied", "Announce"),
        ("German", "MovementPhase"),
        ("German", "Allocation"),
        ("German", "MovementPhase"),
        ("German", "Announce"),
    ]
    assert s.trail.startswith("Turn 3 > Allied first movement")


@covers("Play.1D", "Play.2C")
def test_the_second_movement_is_in_addition_to_the_first() -> None:
    s = scene({"914/352": "D11"}, turn=2)
    s.ask(Campaign(DAY[6:]))
    s.do("select 914/352", "move 914/352 D12", "done", "done")
    s.do("select 914/352", "move 914/352 D13", "done")
    assert s.at("914/352") == "D13"


@covers("Length")
def test_the_whole_game_begins_with_the_secret_part() -> None:
    first = first_frame()
    assert isinstance(first, Campaign)
    assert first.names[:5] == (
        "allied-plan",
        "german-order-of-battle",
        "german-set-up",
        "first-turn",
        "allied-placement",
    )
    assert first.names[5:] == DAY


@covers("Play.2A")
def test_german_reinforcements_join_the_first_movement() -> None:
    s = scene(turn=2, order="B")
    s.ask(Campaign(DAY[5:]))
    assert s.decides == "German"
    assert "select 12/12SS" in s.options()
    assert s.g.board.side_of[s.unit("12/12SS")] == GERMAN
