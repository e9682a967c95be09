"""What is measured over many games of Normandy '44."""

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.computer.line import lines
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.games.normandy44.study.measure import SUFFICE, begun, done, front, gauges
from bocage.kernel import chance, flow
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import NATURE, UnitId
from bocage.kernel.spaces import each

LEFT_OPEN = "German front: hexes open when the Germans have moved"
BROKEN = "German front: hexes open when the Allies have moved"
KEPT = "German front unbroken then, where the units suffice"


def test_the_gaps_of_the_german_front_are_counted() -> None:
    g = GAME.new("campaign", seed=1)
    assert isinstance(g, Normandy44)
    long, open_ = front(g)
    assert 0 < open_ <= long
    held = presence(g).bonding[GERMAN]
    line = lines(g, GERMAN, held, settled=held)[0]
    dead, roster = g.board.ids["dead"], g.board.atlas.roster
    steady = list(each_unit(presence(g).units[GERMAN] & ~(g.weak | roster.hq | roster.werfer)))
    for unit in each_unit(presence(g).units[GERMAN]):
        g.place(UnitId(unit), dead)
    for unit, space in zip(steady, line, strict=False):
        g.place(UnitId(unit), space)
    assert len(steady) >= len(line)
    assert gauges(g)[BROKEN] == done(g, GERMAN, {})[LEFT_OPEN] == 0
    g.place(UnitId(steady[len(line) // 2]), dead)
    assert gauges(g)[BROKEN] == done(g, GERMAN, {})[LEFT_OPEN] == 1
    assert not done(g, ALLIED, {})


def test_before_the_germans_move_their_units_are_held_against_the_front() -> None:
    g = GAME.new("campaign", seed=1)
    assert isinstance(g, Normandy44)
    while g.stack and not (isinstance(g.stack[-1][0], Orders) and g.phasing == GERMAN and g.turn == 2):
        assert g.phasing == GERMAN or begun(g, ALLIED) is None
        frame = g.stack[-1][0]
        flow.pick(g, chance.fast_pick(g, frame) if frame.by == NATURE else flow.options(g)[-1])
    assert begun(g, GERMAN) == {SUFFICE: 1.0}
    stay = next(each(presence(g).units[GERMAN]))
    for unit in each_unit(presence(g).units[GERMAN] & ~(1 << stay)):
        g.place(UnitId(unit), g.board.ids["dead"])
    assert begun(g, GERMAN) == {SUFFICE: 0.0}
    assert KEPT in done(g, GERMAN, {SUFFICE: 1.0})
    assert KEPT not in done(g, GERMAN, {SUFFICE: 0.0})
