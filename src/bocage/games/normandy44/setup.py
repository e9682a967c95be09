"""A new game: the set-up of its scenario, and the first frame on the stack."""

from collections.abc import Mapping

from bocage.kernel.flow import begin
from bocage.kernel.rulebook import rule

from . import r25_seven_turns, r26_cherbourg  # noqa: F401 - they register their scenarios
from .board import Normandy44Board
from .r03_sequence import Turn  # noqa: F401 - the frames of a turn, which `opening` puts on the stack
from .r24_campaign import set_up
from .r27_players import opening
from .scenario import rules_of
from .state import Normandy44


@rule("20.1")
def new(board: Normandy44Board, scenario: str, options: Mapping[str, str]) -> Normandy44:
    """A new game, standing at its first decision. The ships are there on turn 1."""
    g = set_up(board, scenario, options)
    g.naval = list(rules_of(g).naval(g))
    begin(g, opening(g))
    return g


def problems(g: Normandy44) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board, found = g.board, []
    count = len(board.counters)
    if len(g.space) != count or len(g.steps) != count:
        return ["the columns do not have one entry per counter"]
    off = {board.ids["dead"], board.ids["removed"]}
    for unit, piece in enumerate(board.counters):
        if not 0 <= g.space[unit] < len(board.names) or not board.all >> g.space[unit] & 1:
            found.append(f"{piece.name} is nowhere")
        elif not 0 <= g.steps[unit] <= piece.steps:
            found.append(f"{piece.name} has {g.steps[unit]} steps")
        elif not g.steps[unit] and g.space[unit] not in off:
            found.append(f"{piece.name} has no steps and is in {board.describe(g.space[unit])}")
        elif g.space[unit] < board.atlas.size and not board.atlas.land >> g.space[unit] & 1:
            found.append(f"{piece.name} is in the sea")
    german = board.atlas.roster.german
    for space, units in g.here.items():
        if space < board.atlas.size and units & german and units & ~german:
            found.append(f"both sides stand in {board.describe(space)}")
    if not 1 <= g.turn <= g.last_turn:
        found.append(f"there is no turn {g.turn}")
    if g.row not in board.weather:
        found.append(f"there is no weather {g.row}")
    if any(
        n < 0
        for n in (
            g.supply_7th,
            g.supply_cherbourg,
            g.supply_us,
            g.supply_cw,
            *g.replacements,
            *g.air,
            *g.naval,
        )
    ):
        found.append("a track is below zero")
    return found
