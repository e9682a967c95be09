"""Normandy '44 (GMT, second edition): bonds, main assault forces and determined defences from June 6 to June 27.

Each chapter of the rulebook is a module: `rules/r13_retreat.py` is chapter 13; long chapters have several.
"""

from bocage.games.normandy44.board import load
from bocage.games.normandy44.computer.evaluate import evaluate
from bocage.games.normandy44.problems import problems
from bocage.games.normandy44.queries import QUERIES
from bocage.games.normandy44.rules.r27_players import SEATS, seating, why_not_seat
from bocage.games.normandy44.setup import new
from bocage.games.normandy44.sides import BELLIGERENTS
from bocage.games.normandy44.state import Normandy44
from bocage.games.normandy44.study.luck import LUCK
from bocage.games.normandy44.study.measure import MEASURE
from bocage.games.normandy44.verbs import VERBS
from bocage.games.normandy44.view import marks, pieces, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]


def knowledge() -> object:
    """What its planner knows."""
    from bocage.games.normandy44.computer.knowledge import KNOWLEDGE

    return KNOWLEDGE


GAME = Game(
    id="normandy44",
    name="Normandy '44",
    version="2",
    summary="From the drops of June 6 to the end of June: link the beaches, take Cherbourg, and fight for Caen.",
    belligerents=BELLIGERENTS,
    scenarios=(
        Scenario("campaign", "The Campaign", "From the drops of June 6 to the end of June 27.", 22),
        Scenario("seven-turn", "The First Week", "Seven turns: link the beaches and push inland.", 7),
        Scenario("cherbourg", "Cherbourg", "Twelve turns: Carentan, then the port or the peninsula.", 12),
    ),
    options=(
        Option("storm", "Storms", ("rolled", "historical", "three-day"), "28.1"),
        Option("batteries", "Coastal batteries", ("off", "on"), "28.3"),
        Option("players", "Players", tuple(SEATS), "27"),
    ),
    seating=seating,
    why_not_seat=why_not_seat,
    verbs=VERBS,
    state=Normandy44,
    load=load,
    setup=new,
    pieces=pieces,
    marks=marks,
    tracks=tracks,
    warnings=warnings,
    problems=problems,
    evaluate=evaluate,
    queries=QUERIES,
    luck=LUCK,
    knowledge=knowledge,
    measure=MEASURE,
    players="2-4",
    minutes=900,
    difficulty="advanced",
)
