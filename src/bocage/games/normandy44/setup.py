"""A new game: the set-up of its scenario, and the first frame on the stack."""

from collections.abc import Mapping

from bocage.games.normandy44.board import Normandy44Board
from bocage.games.normandy44.rules import r25_seven_turns, r26_cherbourg  # noqa: F401 - they register their scenarios
from bocage.games.normandy44.rules.r03_sequence import Turn  # noqa: F401 - the frames of a turn, which `opening` puts on the stack
from bocage.games.normandy44.rules.r24_campaign import set_up
from bocage.games.normandy44.rules.r27_players import opening
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.flow import begin
from bocage.kernel.rulebook import rule


@rule("20.1", "16.1.2")
def new(board: Normandy44Board, scenario: str, options: Mapping[str, str]) -> Normandy44:
    """A new game, standing at its first decision. On turn 1 the ships are there, and the Allies may dig in."""
    g = set_up(board, scenario, options)
    g.naval = list(rules_of(g).naval(g))
    g.ip_left = [0, 1, 1]  # it is no storm, and only the Germans wait for the weather table
    begin(g, opening(g))
    return g
