"""Setting up: counters where they start, and the first frame."""

from collections.abc import Mapping

from bocage.games.tinybeach.board import TinyBoard
from bocage.games.tinybeach.rules.r01_sequence import Opening
from bocage.games.tinybeach.state import Tiny, full_steps
from bocage.kernel.flow import begin
from bocage.kernel.ids import UnitId


def new(board: TinyBoard, scenario: str, options: Mapping[str, str]) -> Tiny:
    """A game of a scenario, ready to begin."""
    g = Tiny(
        board=board,
        space=[unit.start for unit in board.units],
        steps=[full_steps(board, UnitId(n)) for n in range(len(board.units))],
        scenario=scenario,
        rolled=options["weather"] == "rolled",
        weather=board.scenarios[scenario].first_weather if options["weather"] == "rolled" else "clear",
    )
    begin(g, Opening())
    return g
