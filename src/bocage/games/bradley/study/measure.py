"""What is measured over many games: losses, units ashore, forts, lodgments; Omaha and Utah apart."""

from bocage.games.bradley.rules.r17_victory import allied_level, allied_losses, german_level
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.ids import NOWHERE
from bocage.kernel.measure import Measure

OMAHA_FORMATIONS, UTAH_FORMATIONS = ("1", "29"), ("4",)


def points(g: Bradley) -> tuple[float, float]:
    """The levels of victory as they stand."""
    return (float(allied_level(g)), float(german_level(g))) if g.turn else (0.0, 0.0)


def lost_of(g: Bradley, formations: tuple[str, ...]) -> int:
    """Allied units of some divisions that are lost."""
    lost = each_unit(g.here.get(g.board.lost[ALLIED], 0))
    return sum(g.board.units[unit].formation in formations for unit in lost)


def first_day(g: Bradley) -> dict[str, float]:
    """Per cent of the units of each landing that are lost, with history's figure for the first day in the name."""
    found = {}
    for row in g.board.charts.history:
        ashore = sum(g.board.units[unit].formation in row.divisions for unit in each_unit(g.on_map(ALLIED)))
        lost = lost_of(g, row.divisions)
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
        "Lost of 1st and 29th Divisions": float(lost_of(g, OMAHA_FORMATIONS)),
        "Lost of 4th Division": float(lost_of(g, UTAH_FORMATIONS)),
        "Towns in ruins": float(g.ruins.bit_count()),
    }
    found |= first_day(g)
    for beach, name in enumerate(BEACHES):
        if name in g.rules.beaches:
            found[f"{name.title()} beachhead"] = float(g.beachheads[beach] != NOWHERE)
    return found


MEASURE = Measure(points=points, gauges=gauges, facts=frozenset(f"{name.title()} beachhead" for name in BEACHES))
