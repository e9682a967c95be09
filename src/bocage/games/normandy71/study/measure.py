"""What is measured over many games: the Allies' points on the map and what they consist of."""

from bocage.games.normandy71.records import Unit
from bocage.games.normandy71.rules.r09_supply import supplied
from bocage.games.normandy71.rules.r15_victory import beachheads, deepest, score
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.measure import Measure
from bocage.kernel.spaces import count


def points(g: Game71) -> tuple[float, float]:
    """Only the Allies count points; those for the order of battle are the same all game long, and counted too."""
    return (float(score(g).total), 0.0) if g.turn else (0.0, 0.0)


def gauges(g: Game71) -> dict[str, float]:
    """Cities, depth, beachheads, entrenchments."""
    if not g.turn:
        return {}
    won = score(g)
    return {
        "Cities that count for the Allies": float(len(won.cities)),
        "Deepest supplied Allied unit, hexes from the coast": float(deepest(g)),
        "Beachheads that no road joins": float(beachheads(g)),
        "City hexes in Allied supply": float(count(g.board.city_hexes & supplied(g, ALLIED))),
        "German entrenchments": float(count(g.dug_in[1])),
    }


def arm(unit: Unit) -> str:
    """The arm of a counter."""
    return unit.type


MEASURE = Measure(points=points, gauges=gauges, arm=arm)
