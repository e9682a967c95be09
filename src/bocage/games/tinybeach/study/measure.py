"""What is measured over many games: the Allies' points and the objectives behind them."""

from bocage.games.tinybeach.board import Unit
from bocage.games.tinybeach.rules.r11_victory import allied_points
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.measure import Measure
from bocage.kernel.spaces import count


def points(g: Tiny) -> tuple[float, float]:
    """Only the Allies count points (11.2)."""
    return float(allied_points(g)), 0.0


def gauges(g: Tiny) -> dict[str, float]:
    """How many objectives the Allies were the last to enter."""
    return {"Objectives in Allied hands": float(count(g.allied_hold))}


def arm(unit: Unit) -> str:
    """The arm of a counter."""
    return unit.type


MEASURE = Measure(points=points, gauges=gauges, arm=arm)
