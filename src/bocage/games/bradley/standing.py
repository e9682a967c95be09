"""How the game stands, in words, and when counters come: for whoever looks it up during play."""

from collections.abc import Iterator

from bocage.games.bradley.rules.r05_waves import WAVES, Allocate, in_wave
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
from bocage.kernel.flow import waiting
from bocage.kernel.ids import NOWHERE, Side, UnitId, Units
from bocage.kernel.queries import Line
from bocage.kernel.wording import counted


def standing(g: Bradley) -> list[Line]:
    """Both levels as they are now, and what makes them."""
    ours, theirs = allied_level(g), german_level(g)
    losses, rules = allied_losses(g), g.rules
    overrun = ours == theirs and g.zones_lost and len(rules.beaches) > 1
    if overrun:
        verdict = "German tactical victory, because a drop zone was overrun"
    elif ours == theirs:
        verdict = "a draw"
    else:
        verdict = f"{'Allied' if ours > theirs else 'German'} {LEVELS[max(ours, theirs)]} victory"
    need = f"{rules.tactical} give the Germans a tactical level, {rules.strategic} a strategic one"
    return [
        Line(f"If the game ended now: {verdict}.", "17.1.5" if overrun else "17.1.4"),
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


def plan(g: Bradley, side: Side | None) -> list[Line]:
    """The waves as far as they are made up, while the Allies allocate units to them."""
    frame = waiting(g)
    if side != ALLIED or not isinstance(frame, Allocate):
        return []
    found = [(name, in_wave(g, frame.beach, number)) for number, name in enumerate(WAVES) if number]
    return [Line(f"The {name} wave ({units.bit_count()}): {_names(g, units)}", "5.1") for name, units in found if units]


def _names(g: Bradley, units: Units) -> str:
    return ", ".join(g.board.units[unit].name for unit in each_unit(units))


def arrivals(g: Bradley) -> dict[UnitId, str]:
    """The turn of each counter that is still awaited."""
    due = g.board.arrivals(g.scenario)
    waiting = [unit for side in (ALLIED, GERMAN) for unit in each_unit(g.here.get(g.board.due[side], 0))]
    return {unit: f"turn {due[unit].turn}" for unit in waiting if unit in due}
