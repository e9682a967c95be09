"""What a computer player looks at: the points on the map, the armies, and how near the Allies are to the cities."""

from bocage.games.normandy71.board import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.supply import supply_areas
from bocage.games.normandy71.victory import score
from bocage.kernel.ids import Side


def evaluate(g: Game71, side: Side) -> float:
    """How well a side stands, in victory points."""
    if not g.turn:
        return 0.0
    value = float(score(g).geographic)
    return value if side == ALLIED else -value


__all__ = ["GERMAN", "supply_areas"]
