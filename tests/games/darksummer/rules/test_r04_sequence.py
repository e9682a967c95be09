"""4 Sequence of play."""

from tests.games.darksummer.support import GAME, scene

from bocage.games.darksummer.rules.r04_sequence import FIRST_TURN, TURN, CleanUp
from bocage.games.darksummer.sides import Army
from bocage.games.darksummer.state import Played
from bocage.kernel import flow
from bocage.testing import covers


@covers("4")
def test_the_first_turn_skips_three_phases_and_begins_with_the_first_wave() -> None:
    assert TURN == ("advance", "weather", "replacements", "actions", "attrition", "clean-up", "victory")
    assert TURN[3:] == FIRST_TURN
    assert flow.trail(GAME.new()).startswith("Turn 1, June II > British chits")


@covers("4", "5.4")
def test_the_clean_up_lets_brittany_settle_and_clears_the_track() -> None:
    s = scene({"8/4": "brittany-entered"}, played=[Played(Army.US, "move")], reactions=2)
    s.ask(CleanUp())
    assert s.at("8/4") == "brittany"
    assert (s.g.played, s.g.reactions) == ([], 0)
