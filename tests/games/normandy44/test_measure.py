"""What is measured over many games of Normandy '44."""

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.measure import done, front, gauges
from bocage.games.normandy44.planner.line import lines
from bocage.games.normandy44.r08_zones_of_control import presence
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import UnitId
from bocage.kernel.spaces import each

LEFT_OPEN = "German front: hexes open when the Germans have moved"
BROKEN = "German front: hexes open when the Allies have moved"


def test_the_gaps_of_the_german_front_are_counted() -> None:
    g = GAME.new("campaign", seed=1)
    assert isinstance(g, Normandy44)
    long, open_ = front(g)
    assert 0 < open_ <= long
    held = presence(g).bonding[GERMAN]
    line = lines(g, GERMAN, held, settled=held)[0]
    dead, roster = g.board.ids["dead"], g.board.atlas.roster
    steady = list(each(presence(g).units[GERMAN] & ~(g.weak | roster.hq | roster.werfer)))
    for unit in each(presence(g).units[GERMAN]):
        g.place(UnitId(unit), dead)
    for unit, space in zip(steady, line, strict=False):
        g.place(UnitId(unit), space)
    assert len(steady) >= len(line)
    assert gauges(g)[BROKEN] == done(g, GERMAN)[LEFT_OPEN] == 0
    g.place(UnitId(steady[len(line) // 2]), dead)
    assert gauges(g)[BROKEN] == done(g, GERMAN)[LEFT_OPEN] == 1
    assert not done(g, ALLIED)
