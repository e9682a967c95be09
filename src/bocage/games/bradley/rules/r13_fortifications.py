"""13 Fortifications, and what terrain does for a defender (10.1.6)."""

from typing import NamedTuple

from bocage.games.bradley.sides import GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.ids import Side, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import holds


class Cover(NamedTuple):
    """One feature of a hex that helps its defender: its name, multiplier and die modifier."""

    what: str
    times: int
    roll: int
    rule: str


@rule("13.0", "13.1", "13.2", "13.3.4")
def fortified(g: Bradley, side: Side, space: Space) -> str:
    """The kind of fort that protects a side in a hex; the Americans have no use of any."""
    if side != GERMAN:
        return ""
    if holds(g.board.strongpoints, space):
        return "strongpoint"
    return "nest" if holds(g.board.nests, space) else ""


@rule("12.2.3", "12.2.4", "10.1.6", "2.2")
def cover(g: Bradley, side: Side, space: Space, *, assault: bool) -> list[Cover]:
    """Everything in a hex that helps a defender against fire or close assault; ruins stand in for their town."""
    terrain = g.board.charts.terrain
    ruined = holds(g.ruins, space)
    kinds = [("ruins" if ruined else g.board.terrain[space], "12.2.3" if ruined else "10.1.6")]
    kinds += [(kind, "10.1.6") for kind in g.board.also.get(space, ())]
    fort = fortified(g, side, space)
    if fort:
        kinds.append((fort, "13.1" if fort == "strongpoint" else "13.2"))
    found = []
    for kind, number in kinds:
        row = terrain[kind]
        times, roll = (row.assault, row.assault_roll) if assault else (row.fire, row.fire_roll)
        if times > 1 or roll:
            found.append(Cover(kind, times, roll, number))
    return found


@rule("10.1.6", "13.0")
def multiplier(g: Bradley, side: Side, space: Space, found: list[Cover]) -> int:
    """Multipliers add up in a fort; elsewhere the best one counts."""
    times = [feature.times for feature in found if feature.times > 1]
    if not times:
        return 1
    return sum(times) if fortified(g, side, space) else max(times)
