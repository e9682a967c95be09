"""What is impossible in a state: for saves that somebody edited."""

from bocage.games.normandy71.rules.r08_stacking import overstacked
from bocage.games.normandy71.sides import ALLIED, GERMAN, SIDES
from bocage.games.normandy71.state import Game71


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
    if not g.stack or getattr(g.stack[-1][0], "crowded", -1) < 0:
        found += [
            f"{board.describe(space)} holds too much" for side in (ALLIED, GERMAN) for space in overstacked(g, side)
        ]
    if not 0 <= g.turn <= g.last_turn:
        found.append(f"there is no turn {g.turn}")
    return found
