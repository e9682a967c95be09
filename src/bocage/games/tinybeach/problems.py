"""What is impossible in a state: for saves that somebody edited."""

from bocage.games.tinybeach.rules.r03_stacking import LIMIT
from bocage.games.tinybeach.state import Tiny, full_steps
from bocage.kernel.ids import UnitId


def problems(g: Tiny) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board, found = g.board, []
    if len(g.space) != len(board.units) or len(g.steps) != len(board.units):
        return ["the columns do not have one entry per counter"]
    for n, counter in enumerate(board.units):
        if not 0 <= g.space[n] < len(board.names):
            found.append(f"{counter.name} is nowhere")
        if not 0 <= g.steps[n] <= full_steps(board, UnitId(n)):
            found.append(f"{counter.name} has {g.steps[n]} steps")
        elif (g.space[n] == board.lost) != (g.steps[n] == 0):
            found.append(f"{counter.name} has {g.steps[n]} steps in {board.describe(g.space[n])}")
    for space, here in g.here.items():
        sides = [here & mine for mine in board.of_side]
        if space < len(board.names) and board.hexes >> space & 1:
            if all(sides):
                found.append(f"both sides stand in {board.describe(space)}")
            if any((units & ~(1 << board.gun)).bit_count() > LIMIT for units in sides):
                found.append(f"{board.describe(space)} is overstacked")
    if not 0 <= g.turn <= board.scenarios[g.scenario].turns:
        found.append(f"there is no turn {g.turn}")
    return found
