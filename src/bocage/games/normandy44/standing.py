"""How the game stands, in words, and when counters come: for looking up during play."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r23_victory import (
    BRITISH_LOSSES,
    CLOSED,
    US_LOSSES,
    closed_places,
    shattered,
)
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, BEACHES
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import UnitId
from bocage.kernel.queries import Line


def standing(g: Normandy44) -> list[Line]:
    """Who would win if it ended here, what the points are for, and how near an automatic victory is."""
    rules = rules_of(g)
    winner = rules.outcome(g).winner
    side = "the Allies would win" if winner == ALLIED else "the Germans would win"
    found = [Line(f"If the game ended now, {side}. Allied standing: {rules.standing(g)}.", "24.3")]
    found += [Line(f"{text}.") for text in rules.account(g)]
    return [*found, *(_automatic(g) if rules.automatic_victory else ())]


def _automatic(g: Normandy44) -> Iterator[Line]:
    roster, caen = g.board.atlas.roster, g.board.atlas.caen
    yield Line(f"Open beaches: {len(open_beaches(g))} of {len(BEACHES)}; an Allied breakout needs all of them.", "23.2")
    yield Line(f"Caen: {(caen & g.allied_control).bit_count()} of {caen.bit_count()} hexes Allied.", "23.2")
    yield Line(f"Beaches and Mulberries closed: {closed_places(g)}; at {CLOSED} the Germans win at once.", "23.3")
    for name, units, most in (("US", roster.us, US_LOSSES), ("British", roster.british, BRITISH_LOSSES)):
        worn = shattered(g, units)
        yield Line(f"{name} three-step units lost or at cadre: {worn}; at {most} the Germans win at once.", "23.3")


def arrivals(g: Normandy44) -> dict[UnitId, str]:
    """The turn of each German reinforcement that is still awaited."""
    turns = {
        unit: rules_of(g).arrival_turn(g, unit) for unit in each_unit(g.here.get(g.board.ids["reinforcements"], 0))
    }
    return {unit: f"turn {turn}" for unit, turn in turns.items() if 0 < turn <= g.last_turn}
