"""Setting up: counters where they start, and the first frame."""

from collections.abc import Mapping

from bocage.games.bradley.board import BradleyBoard
from bocage.games.bradley.rules.r03_sequence import Opening
from bocage.games.bradley.rules.r18_scenarios import is_free
from bocage.games.bradley.sides import GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.flow import begin
from bocage.kernel.ids import Space, Units
from bocage.kernel.rulebook import rule


def new(board: BradleyBoard, scenario: str, options: Mapping[str, str]) -> Bradley:
    """A game of a scenario, ready to begin."""
    g = Bradley(
        board=board,
        space=starting_spaces(board, scenario),
        facing=[0] * len(board.units),
        scenario=scenario,
        options=dict(options),
    )
    if g.rules.free_setup:
        for unit in each_unit(g.on_map(GERMAN)):
            if is_free(g, unit):
                g.place(unit, board.barracks)
    g.frozen = frozen_units(board, scenario)
    begin(g, Opening())
    return g


@rule("18.1.3", "18.2.3")
def starting_spaces(board: BradleyBoard, scenario: str) -> list[Space]:
    """Where every counter of the game is before the first pick."""
    found = [board.unused] * len(board.units)
    garrisons = 0
    for name in board.scenarios[scenario].forces:
        force = board.forces[name]
        garrisons += force.garrisons
        for place, units in force.start.items():
            for unit in units:
                found[board.unit_ids[unit]] = board.space(place)
        for choice in force.choose:
            for unit in choice.units:
                found[board.unit_ids[unit]] = board.barracks
        for row in force.arrive:
            for unit in row.units:
                number = board.unit_ids[unit]
                found[number] = board.due[board.units[number].side]
    for platoon in each_unit(board.garrisons)[:garrisons]:
        found[platoon] = board.barracks
    return found


def frozen_units(board: BradleyBoard, scenario: str) -> Units:
    """18.4: formations that wait."""
    formations = board.scenarios[scenario].frozen
    return sum(1 << n for n, unit in enumerate(board.units) if unit.formation in formations)
