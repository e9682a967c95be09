"""What is impossible in a position, for saves that somebody edited."""

from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.spaces import bit


def problems(g: Bradley) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board = g.board
    if len(g.space) != len(board.units) or len(g.facing) != len(board.units):
        return ["the columns do not have one entry per counter"]
    if g.scenario not in board.scenarios:
        return [f"there is no scenario {g.scenario}"]
    found = [f"{board.units[n].name} is nowhere" for n, s in enumerate(g.space) if not 0 <= s < len(board.names)]
    if any(not 0 <= direction < 6 for direction in g.facing):
        found.append("a counter faces no hexside")
    if not 0 <= g.turn <= g.rules.last_turn:
        found.append(f"there is no turn {g.turn}")
    if g.support < 0:
        found.append("support points cannot be negative")
    return found or _on_the_map(g)


def _on_the_map(g: Bradley) -> list[str]:
    board, found = g.board, []
    for space, here in g.here.items():
        if bit(space) & board.hexes and here & board.of_side[ALLIED] and here & board.of_side[GERMAN]:
            found.append(f"both sides stand in {board.describe(space)}")
    everybody = (1 << len(board.units)) - 1
    names = ("marching", "green", "grey", "moved", "fired", "landed")
    return found + [f"{what} names counters that there are not" for what in names if getattr(g, what) & ~everybody]
