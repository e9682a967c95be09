"""Wars Across the World: Normandy 1944: regions, leaders, battles of two rounds, event cards.

`board.py` loads what never changes, `state.py` holds what does, and each chapter of our own numbering of the
rules is a module: `rules/r09_supply.py` is chapter 9. `rulebook.toml` lists every case in one line; `README.md` says
how unclear rules were read and what is reconstructed.
"""

from bocage.games.acrosstheworld.computer.evaluate import evaluate
from bocage.games.acrosstheworld.loading import load
from bocage.games.acrosstheworld.problems import problems
from bocage.games.acrosstheworld.queries import QUERIES
from bocage.games.acrosstheworld.setup import new
from bocage.games.acrosstheworld.sides import BELLIGERENTS
from bocage.games.acrosstheworld.state import Campaign
from bocage.games.acrosstheworld.study.luck import LUCK
from bocage.games.acrosstheworld.study.measure import MEASURE
from bocage.games.acrosstheworld.verbs import VERBS
from bocage.games.acrosstheworld.view import marks, pieces, redact, sample, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]


def knowledge() -> object:
    """What its planner knows."""
    from bocage.games.acrosstheworld.computer.knowledge import KNOWLEDGE

    return KNOWLEDGE


GAME = Game(
    id="acrosstheworld",
    name="Wars Across the World: Normandy 1944",
    version="4",
    summary="From the beaches to Cherbourg, Caen and Saint-Lô, region by region, with leaders and event cards.",
    belligerents=BELLIGERENTS,
    scenarios=(Scenario("normandy", "Normandy 1944", "Overlord, from the landings of 6 June to mid-July.", 20),),
    options=(
        Option("turns", "Length in turns", ("20", "16"), "1.3"),
        Option("weather", "Weather", ("cards", "roll"), "7.13"),
    ),
    verbs=VERBS,
    state=Campaign,
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
    minutes=90,
    difficulty="medium; the Allies are harder to play",
)
