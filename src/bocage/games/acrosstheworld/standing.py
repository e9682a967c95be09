"""How the game stands, in words, and when counters come: for looking up during play."""

from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.queries import Line
from bocage.kernel.spaces import each
from bocage.kernel.wording import counted


def standing(g: Campaign) -> list[Line]:
    """The points, who holds the three keys, and what the cities would still cost."""
    limit, (allied, german) = g.board.numbers.victory.points, g.points
    missing = sum(points for city, points in g.board.cities.items() if not controls_city(g, ALLIED, city))
    keys = "; ".join(f"{g.title_of(city)} {_holder(g, city)}" for city in each(g.board.keys))
    return [
        Line(f"Points: Allied {allied}, German {german}; {limit} at the end of a turn win.", "19.1"),
        Line(
            f"Turn {g.turn} of {g.turns}. After the last turn the side that controls all of these wins: {keys}.", "19.3"
        ),
        Line(
            f"Cities without Allied control would cost {counted(missing, 'point')} after the last turn.",
            "19.6",
        ),
        Line(_on_points(allied - missing, german), "19.4"),
    ]


def _holder(g: Campaign, city: Space) -> str:
    held = [g.sides[side] for side in (ALLIED, GERMAN) if controls_city(g, side, city)]
    return held[0] if held else "nobody's"


def _on_points(allied: int, german: int) -> str:
    score = f"{allied} to {german}"
    if allied == german:
        return f"If points decided now it would be a draw, {score}."
    return f"If points decided now, the {'Allies' if allied > german else 'Germans'} would win, {score}."


def arrivals(g: Campaign) -> dict[UnitId, str]:
    """The turn of each counter that is still awaited."""
    found: dict[UnitId, str] = {}
    for number, line in enumerate(g.board.lines):
        when = f"turn {g.due[number]}" if g.due[number] > g.turn else "due"
        found |= dict.fromkeys(each_unit(line.units & ~g.arrived & ~g.dead), when)
    return found
