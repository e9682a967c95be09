"""tinybeach: our own landing game of twenty hexes and five turns. Read it first.

`board.py` loads what never changes, `state.py` holds what does, and each chapter of the rulebook is a module:
`rules/r07_results.py` is chapter 7. `rulebook.toml` lists every case in one line.
"""

from bocage.games.tinybeach.board import load
from bocage.games.tinybeach.computer.evaluate import evaluate
from bocage.games.tinybeach.problems import problems
from bocage.games.tinybeach.queries import QUERIES
from bocage.games.tinybeach.setup import new
from bocage.games.tinybeach.sides import BELLIGERENTS
from bocage.games.tinybeach.state import Tiny
from bocage.games.tinybeach.study.luck import LUCK
from bocage.games.tinybeach.study.measure import MEASURE
from bocage.games.tinybeach.verbs import VERBS
from bocage.games.tinybeach.view import marks, pieces, redact, sample, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]


def knowledge() -> object:
    """What its planner knows."""
    from bocage.games.tinybeach.computer.knowledge import KNOWLEDGE

    return KNOWLEDGE


GAME = Game(
    id="tinybeach",
    name="Tiny Beach",
    version="2",
    summary="Land two battalions and their tanks on an invented coast and reach the church square of Valcourt.",
    belligerents=BELLIGERENTS,
    scenarios=(
        Scenario("landing", "The landing", "Five turns from the first boat to the church square.", 5),
        Scenario("dawn", "Dawn raid", "Three turns: seize a crossing before the Panzers matter.", 3),
    ),
    options=(Option("weather", "Weather", ("rolled", "always clear"), "2.1"),),
    verbs=VERBS,
    state=Tiny,
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
    secrets=True,
    minutes=10,
    difficulty="learn in ten minutes",
)
