"""Setting up: an empty table with the options the players agreed on."""

from collections.abc import Mapping

from bocage.games.normandy71.board import Normandy
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.rules.r02_sequence import first_frame
from bocage.games.normandy71.state import Game71, new_state
from bocage.kernel.flow import begin


def new(board: Normandy, scenario: str, options: Mapping[str, str]) -> Game71:
    """A game, ready to begin."""
    g = new_state(board, scenario)
    g.fixed_order = options["order"] if options["order"] in ORDERS else ""
    g.adding_up = options["additions"] == "add up"
    begin(g, first_frame())
    return g
