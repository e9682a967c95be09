"""How the game stands, in words, and when counters come: for looking up during play."""

from bocage.games.tinybeach.rules.r11_victory import allied_points
from bocage.games.tinybeach.sides import ALLIED, GERMAN
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import UnitId
from bocage.kernel.queries import Line
from bocage.kernel.spaces import bit


def standing(g: Tiny) -> list[Line]:
    """Who would win if it ended here, what is lacking, and who holds the objectives."""
    points, scenario = allied_points(g), g.board.scenarios[g.scenario]
    best = "German victory" if points < scenario.draw else "draw" if points < scenario.allied_victory else ""
    need = scenario.allied_victory
    lacking = f"; the Allies have {points} of the {need} points they need" if best else ""
    found = [Line(f"If the game ended now: {best or 'Allied victory'}{lacking}.", "11.3")]
    for space, worth in g.board.objectives.items():
        holder = g.sides[ALLIED if g.allied_hold & bit(space) else GERMAN]
        found.append(Line(f"{g.board.describe(space)}, worth {worth}: {holder}.", "11.1"))
    return found


def arrivals(g: Tiny) -> dict[UnitId, str]:
    """The turn of each counter that is still awaited."""
    waiting = [space for space in g.here if not bit(space) & g.board.hexes and space != g.board.lost]
    return {unit: f"turn {g.board.units[unit].turn}" for space in waiting for unit in each_unit(g.here[space])}
