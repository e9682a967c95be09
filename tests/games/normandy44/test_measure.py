"""What is measured over many games of Normandy '44."""

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.measure import gauges
from bocage.games.normandy44.planner.line import lines
from bocage.games.normandy44.r08_zones_of_control import presence
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import UnitId
from bocage.kernel.spaces import each

OPEN = "German front: hexes that nobody holds"
WHOLE = "German front: hexes from shore to shore"


def test_the_gaps_of_the_german_front_are_counted() -> None:
    g = GAME.new("campaign", seed=1)
    assert isinstance(g, Normandy44)
    before = gauges(g)
    assert 0 < before[OPEN] <= before[WHOLE]
    held = presence(g).bonding[GERMAN]
    front = lines(g, GERMAN, held, settled=held)[0]
    dead, roster = g.board.ids["dead"], g.board.atlas.roster
    steady = list(each(presence(g).units[GERMAN] & ~(g.weak | roster.hq | roster.werfer)))
    for unit in each(presence(g).units[GERMAN]):
        g.place(UnitId(unit), dead)
    for unit, space in zip(steady, front, strict=False):
        g.place(UnitId(unit), space)
    assert len(steady) >= len(front)
    assert gauges(g)[OPEN] == 0
    g.place(UnitId(steady[len(front) // 2]), dead)
    assert gauges(g)[OPEN] == 1
