"""How the game stands, in words, and when counters come: for whoever looks it up during play."""

from collections.abc import Iterator

from bocage.games.bradley.rules.r17_victory import (
    LEVELS,
    allied_level,
    allied_losses,
    german_level,
    lodgment_area,
)
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import NOWHERE, UnitId
from bocage.kernel.queries import Line
from bocage.kernel.wording import counted


def standing(g: Bradley) -> list[Line]:
    """Both levels as they are now, and what makes them."""
    ours, theirs = allied_level(g), german_level(g)
    losses, rules = allied_losses(g), g.rules
    if ours == theirs:
        verdict = "the German wins, a drop zone was overrun" if g.zones_lost and len(rules.beaches) > 1 else "draw"
    else:
        verdict = f"{'Allied' if ours > theirs else 'German'} {LEVELS[max(ours, theirs)]} victory"
    need = f"{rules.tactical} are a German tactical and {rules.strategic} a strategic level"
    return [
        Line(f"If the game ended now: {verdict}.", "17.1.4"),
        Line(f"Allied level: {LEVELS[ours]}. German level: {LEVELS[theirs]}.", "17.1"),
        Line(f"Allied units eliminated: {losses}; {need}.", "17.1.2"),
        *_lodgments(g),
    ]


def _lodgments(g: Bradley) -> Iterator[Line]:
    for beach, name in enumerate(BEACHES):
        if name not in g.rules.beaches:
            continue
        if g.beachheads[beach] == NOWHERE:
            yield Line(f"{name.title()}: no beachhead yet.", "17.1.3")
            continue
        near = (lodgment_area(g, beach, g.rules.far) & g.regular(GERMAN)).bit_count()
        hexes = f"{counted(near, 'hex')} with Germans within {g.rules.far} hexes of the beachhead"
        yield Line(f"{name.title()}: {hexes}; a lodgment has none.", "17.1.3")


def arrivals(g: Bradley) -> dict[UnitId, str]:
    """The turn of each counter that is still awaited."""
    due = g.board.arrivals(g.scenario)
    waiting = [unit for side in (ALLIED, GERMAN) for unit in each_unit(g.here.get(g.board.due[side], 0))]
    return {unit: f"turn {due[unit].turn}" for unit in waiting if unit in due}
