"""What is impossible in a state: for saves that somebody edited."""

from bocage.games.normandy71.rules.r08_stacking import overstacked
from bocage.games.normandy71.sides import ALLIED, GERMAN, SIDES
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import NOWHERE, Side, Space


def problems(g: Game71) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board, found = g.board, []
    if len(g.space) != len(board.counters) or len(g.plan) != len(board.counters):
        return ["the columns do not have one entry per counter"]
    if not (len(g.landed) == len(g.idle) == len(board.beach_boxes) and len(g.dug_in) == len(SIDES)):
        return ["the columns of beaches or sides do not have the right length"]
    for n, counter in enumerate(board.counters):
        if not -1 <= g.space[n] < len(board.names):
            found.append(f"{counter.name} is nowhere that exists")
    if found:
        return found
    for space, here in g.here.items():
        if here & board.of_side[ALLIED] and here & board.of_side[GERMAN] and space < board.first_box:
            found.append(f"both sides stand in {board.describe(space)}")
        if space < board.first_box and not board.land >> space & 1:
            found.append(f"units stand in {board.describe(space)}")
    found += [f"{board.describe(space)} holds too much" for side in (ALLIED, GERMAN) for space in _too_full(g, side)]
    if not 0 <= g.turn <= g.last_turn:
        found.append(f"there is no turn {g.turn}")
    return found


def _too_full(g: Game71, side: Side) -> list[Space]:
    """Hexes beyond the limits that are not about to be put in order."""
    if g.turn == 1 and side == ALLIED and any(getattr(frame, "second", True) is False for frame, _ in g.stack):
        return []  # commandos that landed together are still to move (Invasion.1A2)
    busy = {getattr(frame, name, NOWHERE) for frame, _ in g.stack for name in ("crowded", "at")}
    busy |= {g.space[frame.unit] for frame, _ in g.stack if getattr(frame, "unit", NOWHERE) >= 0}
    return [space for space in overstacked(g, side) if space not in busy]
