"""SPI's *Normandy* (second edition, 1971): six days of invasion at two kilometres to the hex.

`board.py` loads what never changes, `state.py` holds what does, and each headed chapter of the rulebook is a
module, numbered in the printed order: `rules/r04_movement.py`. `rulebook.toml` lists every lettered case in one line.
"""

from bocage.games.normandy71.board import load
from bocage.games.normandy71.computer.evaluate import evaluate
from bocage.games.normandy71.problems import problems
from bocage.games.normandy71.queries import QUERIES
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.setup import new
from bocage.games.normandy71.sides import BELLIGERENTS
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.study.luck import LUCK
from bocage.games.normandy71.study.measure import MEASURE
from bocage.games.normandy71.verbs import VERBS
from bocage.games.normandy71.view import marks, pieces, redact, sample, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]


def knowledge() -> object:
    """What its planner knows."""
    from bocage.games.normandy71.computer.knowledge import KNOWLEDGE

    return KNOWLEDGE


GAME = Game(
    id="normandy71",
    name="Normandy (1971)",
    version="2",
    summary="Plan the landing in secret, scatter from the sky, and get off the beaches before the Panzers come.",
    belligerents=BELLIGERENTS,
    scenarios=(Scenario("invasion", "The invasion", "Six turns from the secret plans to the evening of 11 June.", 6),),
    options=(
        Option("order", "German order of battle", ("secret", *ORDERS), "Invasion.1B1"),
        Option("additions", "Terrain additions to the die", ("add up", "largest only"), "Terrain"),
    ),
    verbs=VERBS,
    state=Game71,
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
    minutes=180,
    difficulty="medium",
)
