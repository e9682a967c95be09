"""How the computer plays Tiny Beach: it keeps its counters in supply."""

import pytest
from tests.games.tinybeach.tiny import ALLIED, GERMAN, tiny

from bocage.games.tinybeach.planner import where_to_move
from bocage.games.tinybeach.r05_movement import MoveUnit
from bocage.games.tinybeach.r08_supply import unsupplied
from bocage.games.tinybeach.worth import Orders, attack_worth, cut_off, relieved
from bocage.kernel import flow
from bocage.kernel.ids import UnitId
from bocage.kernel.spaces import bit

BESIEGED = "Anton 0304, Berta 0304, Able 0104, Baker 0504"  # both ways in are shut
ONE_WAY = "Anton 0304, Berta 0304, Panzer 0403, Able 0204"


@pytest.mark.parametrize("units", [BESIEGED, ONE_WAY, "Anton 0203, Able 0303", "Able 0304, Anton 0403, Berta 0203"])
def test_what_would_be_cut_off_is_what_the_rules_say_is(units: str) -> None:
    s = tiny(units)
    for side in (ALLIED, GERMAN):
        mine = s.g.board.of_side[side]
        unit = next(n for n in range(len(s.g.space)) if mine >> n & 1 and bit(s.g.space[n]) & s.g.board.hexes)
        assert cut_off(s.g, side, UnitId(unit), s.g.space[unit]) == (unsupplied(s.g) & mine).bit_count()


def test_an_attack_that_opens_the_way_again_is_worth_more() -> None:
    s = tiny(BESIEGED)
    there = s.g.board.ids["0104"]
    assert relieved(s.g, GERMAN, there) == 2
    besieged = attack_worth(s.g, 1 << s.unit("Anton") | 1 << s.unit("Berta"), there)
    free = tiny("Anton 0304, Berta 0304, Able 0104")
    assert besieged > attack_worth(free.g, 1 << s.unit("Anton") | 1 << s.unit("Berta"), there)


def test_a_counter_goes_where_it_opens_the_way_for_the_others() -> None:
    s = tiny("Anton 0304, Berta 0304, Panzer 0403, Able 0103, Baker 0503")
    unit = s.unit("Panzer")
    frame = MoveUnit(by=GERMAN, unit=unit)
    s.ask(frame)
    assert unsupplied(s.g) & s.g.board.of_side[GERMAN]
    options = flow.options(s.g)
    scores = where_to_move(s.g, Orders(s.g, GERMAN), frame, options)
    best = options[max(range(len(options)), key=scores.__getitem__)]
    assert best[0] == "move"
    s.g.place(unit, best[2])
    assert not unsupplied(s.g) & s.g.board.of_side[GERMAN]
