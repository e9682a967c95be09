from tests.games.acrosstheworld.support import BOARD, table

from bocage.games.acrosstheworld.rules.r05_cards import PlayEvents
from bocage.games.acrosstheworld.rules.r09_supply import sources
from bocage.games.acrosstheworld.rules.r17_ports import harbour_works, ports_in_use, why_not_serve
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, GONE
from bocage.testing import covers


@covers("17.1")
def test_mulberry_stands_at_arromanches_alone_and_only_if_it_is_allied() -> None:
    for allied in ("G", "U O G J S 24 18"):
        s = table({}, PlayEvents(by=ALLIED), hands="mulberry", allied=allied)
        assert s.refusal("play mulberry").rule == "17.1"
    s = table({}, PlayEvents(by=ALLIED), hands="mulberry", allied="21")
    s.do("play mulberry")
    assert ports_in_use(s.g) == s.spaces("21")
    assert BOARD.titles[BOARD.mulberry] == "Arromanches"


@covers("17.1")
def test_mulberry_is_built_once() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="mulberry", allied="21", harbour=GONE)
    assert s.refusal("play mulberry").rule == "17.1"


@covers("17.2")
def test_mulberry_is_a_port_and_a_source() -> None:
    s = table({}, allied="21", harbour=BUILT)
    assert s.names(ports_in_use(s.g)) == s.names(sources(s.g, ALLIED)) == "21"
    s.g.harbour = 0
    assert ports_in_use(s.g) == sources(s.g, ALLIED) == 0


@covers("17.3")
def test_mulberry_is_gone_for_good_once_arromanches_is_german() -> None:
    s = table({"21": "352"}, Control(by=GERMAN), allied="21 24", harbour=BUILT, active=GERMAN)
    assert s.g.harbour == GONE
    s.g.allied = s.spaces("21")
    assert not harbour_works(s.g)
    s = table({"24": "352"}, Control(by=GERMAN), allied="21 24", harbour=BUILT, active=GERMAN)
    assert s.g.harbour == BUILT


@covers("17.4")
def test_a_port_serves_while_its_city_is_allied() -> None:
    s = table({}, allied="1 11")
    assert s.names(ports_in_use(s.g)) == "1 11"
    because = why_not_serve(s.g, s.space("25"))
    assert because is not None
    assert because.rule == "17.4"


@covers("17.4")
def test_caen_needs_sword_and_benouville() -> None:
    for allied, serves in (("25", ""), ("25 S", ""), ("25 26", ""), ("25 S 26", "25")):
        s = table({}, allied=allied)
        assert s.names(ports_in_use(s.g)) == serves


@covers("17.5")
def test_a_demolished_port_and_a_closed_mulberry_are_of_no_use() -> None:
    s = table({}, allied="1 21", harbour=BUILT, harbour_shut=8, port_shut={BOARD.space("1"): 9}, turn=8)
    assert ports_in_use(s.g) == 0
    because = why_not_serve(s.g, s.space("1"))
    assert because is not None
    assert because.rule == "17.5"
    s.g.turn = 9
    assert s.names(ports_in_use(s.g)) == "21"
    s.g.turn = 10
    assert s.names(ports_in_use(s.g)) == "1 21"
