"""The Dark Summer: Normandy 1944 (GMT): drawn chits, reactions and mandatory attacks, from the first wave to Falaise.

`ls rules` is the rulebook's table of contents: `rules/r11_retreat.py` belongs to chapter 11.
"""

from bocage.games.darksummer.board import load
from bocage.games.darksummer.computer.evaluate import evaluate
from bocage.games.darksummer.problems import problems
from bocage.games.darksummer.queries import QUERIES
from bocage.games.darksummer.setup import new
from bocage.games.darksummer.sides import BELLIGERENTS
from bocage.games.darksummer.state import DarkSummer
from bocage.games.darksummer.study.luck import LUCK
from bocage.games.darksummer.study.measure import MEASURE
from bocage.games.darksummer.verbs import VERBS
from bocage.games.darksummer.view import marks, pieces, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]


def knowledge() -> object:
    """What its planner knows."""
    from bocage.games.darksummer.computer.knowledge import KNOWLEDGE

    return KNOWLEDGE


GAME = Game(
    id="darksummer",
    name="The Dark Summer",
    version="4",
    summary="From the first wave to the Falaise gap: draw chits, take Cherbourg, break out, close the pocket.",
    belligerents=BELLIGERENTS,
    scenarios=(
        Scenario("campaign", "The Campaign", "Ten turns from the first wave of June 6 to the Falaise gap.", 10),
    ),
    options=(
        Option("weather", "Weather", ("drawn", "historical"), "7.3"),
        Option("withdrawal", "Emergency Withdrawal", ("in Move Rounds", "also in reactions"), "10.3.2"),
        Option("assault-guns", "German Assault Guns", ("off", "on"), "12.7"),
    ),
    verbs=VERBS,
    state=DarkSummer,
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
    minutes=600,
    difficulty="advanced",
)
