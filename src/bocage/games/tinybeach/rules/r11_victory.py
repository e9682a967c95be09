"""11 Victory."""

from collections.abc import Iterable

from bocage.games.tinybeach.sides import ALLIED, GERMAN
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.events import Ended, Scored
from bocage.kernel.ids import Side, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.state import Outcome


@rule("11.1")
def take_objectives(g: Tiny, side: Side, path: Iterable[Space]) -> None:
    """The side that was last in an objective holds it."""
    for space in path:
        if space in g.board.objectives and bool(g.allied_hold & bit(space)) != (side == ALLIED):
            g.allied_hold ^= bit(space)
            points = g.board.objectives[space]
            why = f"{g.sides[side]} takes {g.board.describe(space)}"
            g.emit(Scored(side=ALLIED, points=points if side == ALLIED else -points, why=why, at=space, rule="11.1"))


@rule("11.2")
def allied_points(g: Tiny) -> int:
    """Objectives held, plus one for each German counter lost and minus one for each Allied."""
    held = sum(g.board.objectives[space] for space in each(g.allied_hold))
    lost = g.here.get(g.board.lost, 0)
    return held + (lost & g.board.of_side[GERMAN]).bit_count() - (lost & g.board.of_side[ALLIED]).bit_count()


@rule("11.3")
def final_outcome(g: Tiny) -> Outcome:
    """The scenario's levels decide."""
    points, scenario = allied_points(g), g.board.scenarios[g.scenario]
    if points >= scenario.allied_victory:
        outcome = Outcome(ALLIED, "Allied victory", (points, 0))
    elif points >= scenario.draw:
        outcome = Outcome(None, "Draw", (points, 0))
    else:
        outcome = Outcome(GERMAN, "German victory", (points, 0))
    g.emit(Ended(winner=outcome.winner, level=outcome.level, account=f"{points} points", rule="11.3"))
    return outcome
