"""3.1 Setting up: counters where they start, the cups, and the first frame."""

from collections.abc import Mapping
from typing import Any

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


def problems(g: DarkSummer) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board = g.board
    columns: dict[str, list[Any]] = {"space": g.space, "steps": g.steps, "due": g.due, "value": g.value}
    if wrong := [name for name, column in columns.items() if len(column) != len(board.units)]:
        return [f"{', '.join(wrong)} must have one entry per counter"]
    if g.scenario not in board.scenarios or g.weather not in board.weather:
        return ["there is no such scenario or weather"]
    if len(g.exits) != 2 or len(g.halves) != 2 or len(g.carpets_left) != 2:
        return ["exits, halves and carpets_left must have two entries"]
    found = _counters(g)
    if not 1 <= g.turn <= g.rules.turns:
        found.append(f"there is no turn {g.turn}")
    if g.open_beaches & g.closed_beaches or (g.open_beaches | g.closed_beaches) & ~board.atlas.beaches:
        found.append("the beaches are open and closed at once, or no beaches")
    for name in (ACTION, WEATHER):
        if name not in g.cups:
            found.append(f"the {name} cup is missing")
    return found


def _counters(g: DarkSummer) -> list[str]:
    board, found = g.board, []
    for n, counter in enumerate(board.units):
        if not 0 <= g.space[n] < len(board.names) or not board.all >> g.space[n] & 1:
            found.append(f"{counter.name} is nowhere")
        elif not 0 <= g.steps[n] <= counter.steps or (g.space[n] == board.atlas.lost) != (g.steps[n] == 0):
            found.append(f"{counter.name} has {g.steps[n]} steps in {board.describe(g.space[n])}")
        elif g.value[n] != HIDDEN and (not counter.hidden or g.value[n] not in board.hidden[counter.type]):
            found.append(f"{counter.name} cannot show {g.value[n]}")
    for space, here in g.here.items():
        if 0 <= space < len(board.names) and board.atlas.land >> space & 1 and all(here & m for m in board.roster.side):
            found.append(f"both sides stand in {board.describe(space)}")
    return found
