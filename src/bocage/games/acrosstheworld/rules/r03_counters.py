"""3 Counters: stacking, and where everybody stands at the start."""

from bocage.games.acrosstheworld.board import Normandy1944
from bocage.games.acrosstheworld.sides import GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each
from bocage.kernel.verdict import Because


@rule("3.3", "3.4")
def why_not_stack(g: Campaign, side: Side, units: Units, space: Space) -> Because | None:
    """Any number of counters may stand together, but only six combat units of a side in difficult terrain."""
    board = g.board
    if not board.atlas.difficult >> space & 1:
        return None
    limit = board.numbers.stacking.difficult
    if ((g.here.get(space, 0) | units) & board.combat_of[side]).bit_count() <= limit:
        return None
    return Because(
        "3.4", lambda: f"{g.title_of(space)} ({board.terrain[space]}) holds no more than {limit} combat units of a side"
    )


@rule("3.6", "3.7")
def starting_spaces(board: Normandy1944, scenario: str) -> list[Space]:
    """Where each counter starts: the garrison on the map, the first waves at sea, all others off the map."""
    spaces = [NOWHERE] * len(board.units)
    found = board.scenarios[scenario]
    for stack in found.stack:
        for name in stack.units:
            spaces[board.unit_ids[name]] = board.space(stack.region)
    for stack in found.landing:
        for name in stack.units:
            spaces[board.unit_ids[name]] = board.channel
    for line in board.lines:
        if line.second_wave:
            for unit in each(line.units):
                spaces[unit] = board.channel
    return spaces


def overstacked(g: Campaign) -> Spaces:
    """Regions that break the limit; there must be none."""
    return sum(
        1 << space
        for space in g.here
        if space >= 0 and any(why_not_stack(g, side, 0, space) is not None for side in (Side(0), GERMAN))
    )
