"""What is measured over many games: losses, units ashore, forts, lodgments; Omaha and Utah apart."""

from bocage.games.bradley.records import Unit
from bocage.games.bradley.rules.r17_victory import allied_level, allied_losses, german_level
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.ids import NOWHERE
from bocage.kernel.measure import Measure


def points(g: Bradley) -> tuple[float, float]:
    """The levels of victory as they stand."""
    return (float(allied_level(g)), float(german_level(g))) if g.turn else (0.0, 0.0)


def first_day(g: Bradley) -> dict[str, float]:
    """Per cent of the units of each landing that are lost, with history's figure for the first day in the name."""
    found = {}
    for row in g.board.charts.history:
        bound = g.board.bound_for(row.box)
        ashore = (g.on_map(ALLIED) & bound).bit_count()
        lost = (g.here.get(g.board.lost[ALLIED], 0) & bound).bit_count()
        if ashore or lost:
            found[f"{row.landing}: % lost of those who came (history, first day: {row.share})"] = (
                100 * lost / (lost + ashore)
            )
    return found


def gauges(g: Bradley) -> dict[str, float]:
    """What a designer would watch."""
    board = g.board
    found = {
        "Allied units lost": float(allied_losses(g)),
        "German units lost": float((g.here.get(board.lost[GERMAN], 0) & ~board.garrisons).bit_count()),
        "Allied units ashore": float(g.on_map(ALLIED).bit_count()),
        "Towns in ruins": float(g.ruins.bit_count()),
    }
    found |= first_day(g)
    for beach, name in enumerate(BEACHES):
        if name in g.rules.beaches:
            found[f"{name.title()} beachhead"] = float(g.beachheads[beach] != NOWHERE)
    return found


def arm(unit: Unit) -> str:
    """The arm of a counter."""
    return unit.arm


MEASURE = Measure(
    points=points, gauges=gauges, arm=arm, facts=frozenset(f"{name.title()} beachhead" for name in BEACHES)
)
