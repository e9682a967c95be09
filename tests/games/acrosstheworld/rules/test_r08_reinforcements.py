import pytest
from tests.games.acrosstheworld.support import BOARD, table

from bocage.games.acrosstheworld.rules.r04_sequence import PlayerTurn
from bocage.games.acrosstheworld.rules.r08_reinforcements import Reinforcements
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, SIDES
from bocage.games.acrosstheworld.state import BUILT
from bocage.kernel.ids import Side
from bocage.kernel.spaces import each
from bocage.testing import covers

SCHEDULE = """
Allied 2 G: Bucknall 43UK; Allied 2 U: Bradley 90US; Allied 3 G: 59UK; Allied 3 O: Middleton 8US 83US;
Allied 3 U: Collins 30US; Allied 4 O: 6US-DB; Allied 4 O: Hodges; Allied 4 G: 53UK; Allied 4 U: 3US-DB;
Allied 8 port: O'Connor 15UK 11UK-DB Guards-DB; Allied 12 port: Haislip 5US-DB;
German 2 28: 12SS; German 2 11: 17SS 77; German 3 11: 3FJ; German 3 28 27: Rommel 9SS; German 4 11: 275;
German 6 28 27: Schweppenburg Lehr; German 8 28 27: 2SS; German 12 28 27: 2Pz
"""


def printed(side: str) -> set[tuple[int, frozenset[str], frozenset[str]]]:
    found = set()
    for row in SCHEDULE.split(";"):
        head, names = row.split(":")
        who, turn, *entry = head.split()
        if who == side:
            found.add((int(turn), frozenset(entry), frozenset(names.split())))
    return found


def ours(side: Side) -> set[tuple[int, frozenset[str], frozenset[str]]]:
    found = set()
    for line in BOARD.lines:
        if line.side == side and not line.second_wave:
            entry = frozenset(["port"] if line.any_port else [BOARD.names[s] for s in each(line.entry)])
            found.add((line.turn, entry, frozenset(BOARD.unit_names[u] for u in each(line.units))))
    return found


@covers("8.1")
def test_the_allied_schedule_is_the_printed_one() -> None:
    assert ours(ALLIED) == printed("Allied")


@covers("8.2")
def test_the_german_schedule_is_the_printed_one() -> None:
    assert ours(GERMAN) == printed("German")


@covers("8.1", "8.2")
@pytest.mark.parametrize(
    ("side", "turn", "names"),
    [(side, turn, names) for side in SIDES for turn, _entry, names in sorted(printed(side), key=str)],
)
def test_everybody_arrives_on_his_turn_and_not_before(side: str, turn: int, names: frozenset[str]) -> None:
    number = Side(SIDES.index(side))
    allied = "U O G J S 11" if number == ALLIED else ""
    s = table({}, Reinforcements(by=number), turn=turn - 1, allied=allied, active=number)
    while s.decides == side:
        s.do(s.options()[0])
    assert {s.at(name) for name in names} == {""}
    s = table({}, Reinforcements(by=number), turn=turn, allied=allied, active=number)
    while s.decides == side:
        s.do(s.options()[0])
    where = {s.at(name) for name in names}
    assert len(where) == 1
    assert where <= ({"U", "O", "G", "11"} if number == ALLIED else {"28", "27", "11"})


@covers("8.3")
def test_a_group_whose_beach_is_german_lands_on_a_friendly_beach_beside_it() -> None:
    s = table({}, Reinforcements(by=ALLIED), turn=2, allied="J U")
    assert (s.at("43UK"), s.at("Bucknall")) == ("J", "J")


@covers("8.3")
def test_a_port_beside_a_closed_beach_serves_as_well() -> None:
    s = table({}, Reinforcements(by=ALLIED), turn=2, allied="J 21 U", harbour=BUILT)
    assert s.options() == ["enter J", "enter 21"]  # the group bound for Gold picks; second waves are away
    assert s.refusal("enter G").rule == "8.4"
    while s.decides == "Allied":
        s.do("enter 21")
    assert s.at("43UK") == "21"


@covers("8.3")
def test_without_a_friendly_beach_beside_it_a_group_waits_in_the_channel_and_tries_again() -> None:
    s = table({}, Reinforcements(by=ALLIED), turn=2, allied="S")
    assert s.at("43UK") == s.at("90US") == "Channel"
    s.g.turn, s.g.allied = 3, s.spaces("G")
    s.ask(Reinforcements(by=ALLIED))
    assert s.at("43UK") == "G"
    assert s.at("90US") == "Channel"


@covers("8.3")
def test_a_disputed_beach_is_closed() -> None:
    s = table({"U": "4US Bunker-Utah"}, Reinforcements(by=ALLIED), turn=2, allied="G")
    assert s.at("90US") == "Channel"


@covers("8.4")
@pytest.mark.parametrize(("turn", "name"), [(8, "O'Connor"), (12, "Haislip")])
def test_late_groups_need_a_port(turn: int, name: str) -> None:
    beaches = "U O G J S"
    s = table({}, Reinforcements(by=ALLIED), turn=turn, allied=beaches)
    assert s.at(name) == "Channel"
    for ports, extra in (("1", ""), ("11", ""), ("25 S 26", "25")):
        s = table({}, Reinforcements(by=ALLIED), turn=turn, allied=f"{beaches} {ports}")
        assert s.at(name) == (extra or ports)


@covers("8.4")
def test_mulberry_is_such_a_port_and_the_owner_picks_among_several() -> None:
    s = table({}, Reinforcements(by=ALLIED), turn=8, allied="G U O 21 11", harbour=BUILT)
    assert s.options() == ["enter 11", "enter 21"]
    s.do("enter 11")
    assert s.at("Guards-DB") == s.at("O'Connor") == "11"


@covers("8.4")
def test_caen_alone_is_no_port() -> None:
    s = table({}, Reinforcements(by=ALLIED), turn=8, allied="G U O S 25")
    assert s.at("O'Connor") == "Channel"


@covers("8.5")
def test_a_german_group_with_two_entries_picks_one() -> None:
    s = table({}, Reinforcements(by=GERMAN), turn=3, active=GERMAN)
    assert s.options() == ["enter 27", "enter 28"]
    assert s.refusal("enter 4").text == "this group does not arrive at Barneville (bocage)"
    s.do("enter 27")
    assert s.at("Rommel") == s.at("9SS") == "27"


@covers("8.5")
def test_a_group_bound_for_argences_uses_cabourg_if_argences_is_lost() -> None:
    s = table({}, Reinforcements(by=GERMAN), turn=2, active=GERMAN, allied="28")
    assert s.at("12SS") == "27"


@covers("8.5")
def test_of_two_entries_one_that_is_lost_is_not_offered() -> None:
    s = table({"27": "3UK"}, Reinforcements(by=GERMAN), turn=3, active=GERMAN)
    assert s.at("9SS") == "28"


@covers("8.6")
def test_with_its_entries_closed_a_german_group_comes_by_another_source() -> None:
    s = table({}, Reinforcements(by=GERMAN), turn=2, active=GERMAN, allied="28 27 11 16")
    assert (s.at("12SS"), s.at("17SS"), s.at("77")) == ("29", "29", "29")


@covers("8.6")
def test_among_several_sources_the_owner_picks() -> None:
    s = table({}, Reinforcements(by=GERMAN), turn=2, active=GERMAN, allied="28 27")
    assert s.options() == ["enter 11", "enter 16", "enter 29"]
    assert s.refusal("enter 27").rule == "8.6"
    s.do("enter 29")
    assert (s.at("12SS"), s.at("17SS")) == ("29", "11")


@covers("8.6")
def test_with_every_source_lost_a_german_group_waits() -> None:
    s = table({}, Reinforcements(by=GERMAN), turn=2, active=GERMAN, allied="28 27 11 16 29")
    assert s.at("12SS") == s.at("17SS") == s.at("77") == ""
    s.g.turn, s.g.allied = 5, 0
    s.ask(Reinforcements(by=GERMAN))
    while s.decides == "German":
        s.do("enter 28")
    assert (s.at("12SS"), s.at("17SS"), s.at("275")) == ("28", "11", "11")


@covers("8.7")
def test_hodges_takes_gerows_place_where_he_stands() -> None:
    s = table({"14": "Gerow 1US"}, Reinforcements(by=ALLIED), turn=4, allied="14")
    assert (s.at("Hodges"), s.at("Gerow")) == ("14", "")
    assert s.g.points == [0, 0]


@covers("8.7")
def test_hodges_arrives_at_omaha_if_gerow_is_dead() -> None:
    s = table({}, Reinforcements(by=ALLIED), turn=4, allied="O U G")
    assert s.at("Hodges") == "O"
    s = table({}, Reinforcements(by=ALLIED), turn=4, allied="U G")
    assert s.at("Hodges") == "Channel"


@covers("8.8")
def test_the_relief_takes_place_in_any_weather() -> None:
    s = table({"14": "Gerow 1US"}, Reinforcements(by=ALLIED), turn=4, allied="14 O", bad_until=8)
    assert (s.at("Hodges"), s.at("6US-DB")) == ("14", "Channel")


@covers("8.9")
def test_arrivals_move_in_the_same_turn() -> None:
    s = table({}, Reinforcements(by=GERMAN), turn=2, active=GERMAN)
    s.ask(Movement(by=GERMAN))
    s.do("take 12SS", "rail 25", "halt")
    assert s.at("12SS") == "25"
    assert list(PlayerTurn.PHASES).index("reinforcements") < list(PlayerTurn.PHASES).index("movement")
