"""How the computer plays Tiny Beach: it keeps its counters in supply, and its reasons are true."""

from typing import Any

import pytest
from tests.games.tinybeach.support import ALLIED, GAME, GERMAN, Tiny, tiny

from bocage.games.tinybeach.computer.knowledge import KNOWLEDGE, where_to_move
from bocage.games.tinybeach.computer.worth import Orders, attack_worth, cut_off, relieved
from bocage.games.tinybeach.rules.r05_movement import Movement, MoveUnit
from bocage.games.tinybeach.rules.r06_combat import Attacks
from bocage.games.tinybeach.rules.r07_results import Advance
from bocage.games.tinybeach.rules.r08_supply import unsupplied
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


def why(g: Tiny, *action: Any) -> str:
    """The reason for an action in a position."""
    frame = g.stack[-1][0]
    return KNOWLEDGE.reasons[type(frame)](g, KNOWLEDGE.orders(g, frame.by), frame, action)


def test_a_reason_names_those_in_the_enemys_zone_when_they_alone_are_left() -> None:
    s = tiny("Sherman 0202, Able 0402, Anton 0203", Movement(by=ALLIED))
    sherman, able = s.unit("Sherman"), s.unit("Able")
    assert why(s.g, "select", able) == "Able next: free to go where there is need"
    assert why(s.g, "select", sherman) == "Shermans next, though in the enemy's zone"
    s.g.moved |= 1 << able
    assert why(s.g, "select", sherman) == "Shermans next: only counters in the enemy's zone are left"


def test_who_joins_an_attack_tells_the_odds_of_all_who_can() -> None:
    """By one alone they would often be below one to two, which nobody may roll."""
    s = tiny("Able 0202, Baker 0202, Sherman 0303, Anton 0203", Attacks(by=ALLIED), gun="0302")
    s.do("attack 0203")
    told = why(s.g, "join", s.unit("Able"))
    s.do("join Able", "join Baker")
    last = why(s.g, "join", s.unit("Sherman"))
    assert told.startswith("with Able and all others who can join: ")
    assert last.startswith("with Shermans: ")
    assert told.partition(": ")[2] == last.partition(": ")[2]


def test_the_odds_of_an_attack_leave_out_a_gun_that_may_hide_there() -> None:
    s = tiny("Able 0202, Anton 0203", Attacks(by=ALLIED), gun="0203")
    target = s.space("0203")
    assert s.g.board.gun_sites & bit(target)
    assert why(s.g, "attack", target).endswith(", unless the gun hides there")
    s.g.searched |= bit(target)
    assert why(s.g, "attack", target).endswith(" in 6 to drive the enemy off")


def test_the_first_takes_a_hex_and_the_next_joins_it() -> None:
    s = tiny("Able 0202, Sherman 0202", Advance(by=ALLIED, target=GAME.board().space("0203"), attackers=0))
    assert why(s.g, "advance", s.unit("Able")) == "Able: take 0203 Le Puits (village), worth 2"
    s.g.place(s.unit("Able"), s.space("0203"))
    assert why(s.g, "advance", s.unit("Sherman")) == "Shermans: join Able in 0203 Le Puits (village)"
