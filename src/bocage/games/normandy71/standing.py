"""How the game stands, in words, and when counters come: for looking up during play."""

from collections.abc import Iterator

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.rules.r15_victory import Score, beachheads, deepest, holds_city, in_points, score
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import UnitId
from bocage.kernel.queries import Line
from bocage.kernel.wording import counted


def standing(g: Game71) -> list[Line]:
    """Which level would be reached if it ended here, as far as one knows, and what the points are for."""
    if not g.turn:
        return [Line("The invasion has not begun.", "Victory")]
    won = score(g)
    total = int(won.total // 1)
    level = next(row for row in reversed(g.board.levels) if row.least <= total)
    known = "" if g.order else ", without what the secret order of battle adds"
    found = [Line(f"If the game ended now: {level.level}, {in_points(won.total)} points{known}.", "Victory.Levels")]
    better = [row.least for row in g.board.levels if row.least > total]
    if better:
        found.append(Line(f"The next level begins at {min(better)} points.", "Victory.Levels"))
    return [*found, *_sources(g, won)]


def _sources(g: Game71, won: Score) -> Iterator[Line]:
    for city in g.board.cities:
        counts = "counts" if holds_city(g, city.hexes) else "does not count"
        yield Line(f"{city.name}, {counted(city.points, 'point')}: {counts} for the Allies.", "Victory.City")
    for edge, points in won.exits.items():
        yield Line(f"A division left by the {edge} edge: {counted(points, 'point')}.", "Victory.Exit")
    heads = max(1, beachheads(g))
    depth = f"{counted(deepest(g), 'hex')}, {'1 beachhead' if heads == 1 else f'{heads} separate beachheads'}"
    yield Line(f"Depth: {depth}, {in_points(won.depth)} points.", "Victory.Depth")


def arrivals(g: Game71) -> dict[UnitId, str]:
    """The turn of each German reinforcement, for a side that knows the order of battle."""
    rows = [entry for entry in g.board.orders.get(g.order, ()) if entry.turn > g.turn]
    return {unit: f"turn {entry.turn}" for entry in rows for unit in each_unit(entry.units)}
