"""How much a side cares about each thing when it judges a disposition."""

from typing import NamedTuple

from bocage.games.acrosstheworld.computer.arrivals import STEP, use_left
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side


class Weights(NamedTuple):
    """How much a side cares about each thing; all in victory points."""

    pull: float
    """What a point of combat factor gains from standing where it is wanted."""
    mass: float
    """What it gains from standing together with others under a leader."""
    next: float
    """The share of an attack now that one possible next turn counts for."""
    threat: float
    """The share of an attack made that one the enemy could make counts for."""
    open: float
    """The share of a region's worth that is in danger when an enemy can walk in."""
    city: float
    """The same for a city."""
    guard: float
    """The share of a threatened city's worth that a full garrison saves."""
    hungry: float
    """What it costs to stand where no supply comes, for each unit."""
    steps: tuple[float, float]
    """What an Allied and a German step is worth."""


WEIGHTS = {
    ALLIED: Weights(0.035, 0.012, 0.45, 0.85, 0.6, 0.9, 0.0, 0.35, STEP),
    GERMAN: Weights(0.035, 0.04, 0.2, 0.85, 0.5, 0.9, 0.0, 0.35, STEP),
}


def weights(g: Campaign, side: Side) -> Weights:
    """A side's weights: steps count less as fewer battles are to come, and in the last turn only points count.

    The Germans move last and then fear nobody.
    """
    usual = WEIGHTS[side]
    left = use_left(g, g.turn)
    usual = usual._replace(steps=(left * usual.steps[0], left * usual.steps[1]))
    if g.turn < g.turns:
        return usual
    if side == GERMAN:
        return usual._replace(pull=0.0, mass=0.0, next=0.0, threat=0.0, open=0.0, city=0.0, guard=0.0, hungry=0.0)
    return usual._replace(pull=0.0, mass=0.0, next=0.0, threat=1.0, city=0.9, guard=0.0, hungry=0.0)
