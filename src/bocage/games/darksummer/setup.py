"""3.1 Setting up: counters where they start, the cups, and the first frame."""

from collections.abc import Mapping

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.rules.r04_sequence import FIRST_TURN, Turn
from bocage.games.darksummer.rules.r07_weather import first_cup
from bocage.games.darksummer.sides import ALLIED
from bocage.games.darksummer.state import ACTION, HIDDEN, WEATHER, DarkSummer
from bocage.kernel.cups import Cup
from bocage.kernel.flow import begin
from bocage.kernel.rulebook import rule

CARPETS = 2
"""12.1: each Carpet Bombing marker may be used twice in a game."""


@rule("3", "3.1", "3.2.2")
def new(board: DarkBoard, scenario: str, options: Mapping[str, str]) -> DarkSummer:
    """The campaign, ready for the first wave."""
    historical = options["weather"] == "historical"
    g = DarkSummer(
        board=board,
        space=[unit.start for unit in board.units],
        steps=[unit.begins_with for unit in board.units],
        due=[unit.turn for unit in board.units],
        value=[HIDDEN] * len(board.units),
        scenario=scenario,
        historical_weather=historical,
        reaction_withdrawal=options["withdrawal"] == "also in reactions",
        assault_guns=options["assault-guns"] == "on",
        cups={ACTION: Cup(), WEATHER: first_cup(board, historical=historical)},
        weather=board.scenarios[scenario].first_weather,
        carpets_left=[CARPETS, CARPETS],
        exits=[0, 0],
        halves=[0, 0],
    )
    # The Germans control every land hex but those with Allied airborne units.
    g.allied_hexes = g.hexes_of(ALLIED)
    begin(g, Turn(names=FIRST_TURN))
    return g
