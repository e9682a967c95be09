"""SPI's *Normandy* (second edition, 1971): six days of invasion at two kilometres to the hex.

`board.py` loads what never changes, `state.py` holds what does, and each headed chapter of the rulebook is a
module of that name. `rulebook.toml` lists every lettered case in one line.
"""

from bocage.games.normandy71.board import SIDES, load
from bocage.games.normandy71.computer.evaluate import evaluate
from bocage.games.normandy71.queries import QUERIES
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.setup import new, problems
from bocage.games.normandy71.state import Game71
from bocage.games.normandy71.study.measure import MEASURE
from bocage.games.normandy71.view import marks, pieces, redact, sample, tracks, warnings
from bocage.kernel.game import Game, Option, Scenario

__all__ = ["GAME"]

GAME = Game(
    id="normandy71",
    name="Normandy (1971)",
    version="1",
    summary="Plan the landing in secret, scatter from the sky, and get off the beaches before the Panzers come.",
    sides=SIDES,
    scenarios=(Scenario("invasion", "The invasion", "Six turns from the secret plans to the evening of 11 June.", 6),),
    options=(
        Option("order", "German order of battle", ("secret", *ORDERS), "Invasion.1B1"),
        Option("additions", "Terrain additions to the die", ("add up", "largest only"), "Terrain"),
    ),
    verbs={
        "historical": (),
        "assign": ("unit", "space"),
        "supply": ("space",),
        "commando": ("unit", "space"),
        "drop": ("unit", "space"),
        "keep": ("unit",),
        "list": (ORDERS,),
        "place": ("unit", "space"),
        "auto": (),
        "entrench": ("space",),
        "entrench-all": (),
        "land": ("unit", "space"),
        "glide": ("unit", "space"),
        "select": ("unit",),
        "move": ("unit", "space"),
        "via": ("unit", "space"),
        "stay": ("unit",),
        "exit": ("unit", "space"),
        "break": ("unit",),
        "rebuild": ("unit",),
        "decline": (),
        "uncover": ("space",),
        "enter": ("unit", "space"),
        "hold": ("unit",),
        "attack": ("space",),
        "join": ("unit",),
        "also": ("space",),
        "all": (),
        "commit": (),
        "fire": (("light", "medium", "heavy"), "space"),
        "resolve": ("space",),
        "lose": ("unit",),
        "retreat": ("unit", "space", "space"),
        "dig": ("unit",),
        "done": (),
    },
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
    measure=MEASURE,
    secrets=True,
    minutes=180,
    difficulty="medium",
)
