"""What is measured over many games: points, control of the regions, cities, and the harbour."""

from bocage.games.acrosstheworld.board import Unit
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.rules.r17_ports import harbour_works
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Spaces
from bocage.kernel.measure import Measure

MULBERRY = "Mulberry at work"


def points(g: Campaign) -> tuple[float, float]:
    """The points of both sides."""
    return float(g.points[ALLIED]), float(g.points[GERMAN])


def held(g: Campaign) -> tuple[Spaces, Spaces]:
    """Every region is controlled by somebody (18)."""
    return g.friendly(ALLIED), g.friendly(GERMAN)


def gauges(g: Campaign) -> dict[str, float]:
    """Cities in Allied hands, and whether Mulberry works."""
    return {
        "Cities in Allied hands": float(sum(controls_city(g, ALLIED, city) for city in g.board.cities)),
        MULBERRY: float(harbour_works(g)),
    }


def arm(unit: Unit) -> str:
    """The arm of a counter."""
    return unit.kind


MEASURE = Measure(points=points, held=held, gauges=gauges, arm=arm, facts=frozenset({MULBERRY}))
