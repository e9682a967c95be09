"""Bradley's D-Day: the American beaches by the hour, on hexes of 800 metres.

`board.py` loads what never changes, `state.py` holds what does; each chapter of the rulebook is a module of `rules/`.
"""

from bocage.games.bradley.board import load
from bocage.games.bradley.computer.evaluate import evaluate
from bocage.games.bradley.problems import problems
from bocage.games.bradley.queries import QUERIES
from bocage.games.bradley.rules.r20_solitaire import AUTOMATON, seats
from bocage.games.bradley.setup import new
from bocage.games.bradley.sides import BELLIGERENTS
from bocage.games.bradley.state import Bradley
from bocage.games.bradley.study.luck import LUCK
from bocage.games.bradley.study.measure import MEASURE
from bocage.games.bradley.verbs import VERBS
from bocage.games.bradley.view import marks, pieces, redact, sample, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]


def knowledge() -> object:
    """What its planner knows."""
    from bocage.games.bradley.computer.knowledge import KNOWLEDGE

    return KNOWLEDGE


GAME = Game(
    id="bradley",
    name="Bradley's D-Day",
    version="7",
    summary="Omaha and Utah by the hour: modes, facing, fire at range, waves on the tide, two airborne divisions.",
    belligerents=BELLIGERENTS,
    scenarios=(
        Scenario(
            "omaha", "Omaha Beach", "1st and 29th Divisions against the bluffs; the shortest way into the game.", 13
        ),
        Scenario("utah", "Utah Beach", "4th Division over the causeways, 82nd and 101st Airborne behind them.", 14),
        Scenario("dday", "The D-Day Landing", "Both beaches and both airborne divisions, two days.", 14),
        Scenario("rommel", "Rommel's Fantasy", "What if a Panzer division had stood behind the beaches?", 15),
        Scenario(
            "optimal", "German Optimal Defense", "The German sets up as he likes, with Panzers and more mines.", 16
        ),
    ),
    options=(
        Option("tide", "Tide of the first landing", ("low", "average", "high"), "19.1"),
        Option("bombing", "Alternate bombing", ("no", "yes"), "19.2"),
        Option("northern", "Northern Utah beaches", ("no", "yes"), "19.3"),
        Option("shift", "Displacement", ("by wave", "by hex"), "19.4"),
        Option("solitaire", "Automaton", ("none", "german", "american"), "20.1"),
    ),
    verbs=VERBS,
    state=Bradley,
    load=load,
    setup=new,
    redact=redact,
    sample=sample,
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
    automaton=AUTOMATON,
    seating=seats,
    secrets=True,
    minutes=180,
    difficulty="a day with the charts beside you",
)
