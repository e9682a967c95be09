"""23. Automatic victory."""

from tests.games.normandy44.support import ALLIED, GERMAN, Scene, scene

from bocage.games.normandy44.rules.r22_special_rules import EndPhase
from bocage.games.normandy44.rules.r23_victory import (
    BreakoutCheck,
    allied_breakout,
    closed_places,
    german_victory,
    note_open_beaches,
    shattered,
)
from bocage.testing import covers

ENGINEERS = {"Eng-Utah": "2814", "Eng-Omaha": "2719", "Eng-Gold": "2525", "Eng-Juno": "2527", "Eng-Sword": "2431"}
CAEN = "2029 2030 1929 1930"
EDGE = {"22a/7Armd": "1030", "131/7Armd": "1031", "29a/11Armd": "1032"}


def breakout(edge: dict[str, str], control: str = f"{CAEN} 1032") -> Scene:
    s = scene(ENGINEERS | edge)
    south = "2329 2129"  # the road from Douvres by Épron to Caen and Falaise
    s.g.allied_control |= s.spaces(f"{control} {south}")
    s.g.touch()
    return s


@covers("23.1", "23.2")
def test_three_supplied_units_on_the_edge_with_caen_and_all_beaches_win_at_once() -> None:
    s = breakout(EDGE)
    assert allied_breakout(s.g)
    s.ask(BreakoutCheck())
    assert s.g.outcome is not None
    assert s.g.outcome.winner == ALLIED


@covers("23.2")
def test_two_units_one_hex_of_caen_missing_or_a_closed_beach_are_not_enough() -> None:
    two = dict(list(EDGE.items())[:2])
    assert not allied_breakout(breakout(two).g)
    assert not allied_breakout(breakout(EDGE, "2029 2030 1929 1032").g)
    s = breakout(EDGE)
    s.g.place(s.unit("Eng-Sword"), s.space("dead"))
    assert not allied_breakout(s.g)


@covers("23.2")
def test_units_marked_out_of_supply_do_not_count() -> None:
    s = breakout(EDGE)
    s.g.out_of_supply = s.units("29a/11Armd")
    assert not allied_breakout(s.g)


@covers("23.3")
def test_three_closed_beaches_or_mulberries_lose_the_war() -> None:
    s = scene(ENGINEERS)
    note_open_beaches(s.g)
    for name in ("Eng-Utah", "Eng-Sword"):
        s.g.place(s.unit(name), s.space("dead"))
    assert closed_places(s.g) == 2
    assert german_victory(s.g) == ""
    s.g.mulberry = [0, -2]
    assert closed_places(s.g) == 3
    s.ask(EndPhase(by=ALLIED))
    s.do("end")
    assert s.g.outcome is not None
    assert s.g.outcome.winner == GERMAN


@covers("23.3")
def test_a_beach_that_never_opened_is_not_closed() -> None:
    s = scene({"Eng-Utah": "2814"})
    note_open_beaches(s.g)
    assert closed_places(s.g) == 0


US = ("39/9", "47/9", "60/9", "313/79", "314/79", "315/79", "117/30")
BRITISH = ("152/51", "153/51", "154/51", "70/49", "146/49")


@covers("23.3", "17.9.5")
def test_seven_us_or_five_british_cadres_lose_the_war() -> None:
    at = dict(zip(US, ("2811", "2812", "2710", "2711", "2712", "2713", "2612"), strict=True))
    s = scene(ENGINEERS | at, steps=dict.fromkeys(US[:6], 1))
    assert german_victory(s.g) == ""
    s = scene(ENGINEERS | at, steps=dict.fromkeys(US, 1))
    assert "seven US" in german_victory(s.g)
    at = dict(zip(BRITISH, ("2426", "2427", "2326", "2327", "2328"), strict=True))
    assert "five British" in german_victory(scene(ENGINEERS | at, steps=dict.fromkeys(BRITISH, 1)).g)
    assert german_victory(scene(ENGINEERS | at, steps=dict.fromkeys(BRITISH[:4], 1)).g) == ""


@covers("23.3")
def test_canadians_two_step_units_and_withdrawn_divisions_do_not_count() -> None:
    names = {"7/3Can": "2426", "1SSBde": "2427", "505/82": "2811"}
    s = scene(ENGINEERS | names, steps=dict.fromkeys(names, 1))
    roster = s.g.board.atlas.roster
    assert shattered(s.g, roster.british) == 0
    assert shattered(s.g, roster.us) == 1
    s.g.withdrawn |= s.units("505/82")
    assert shattered(s.g, roster.us) == 0
