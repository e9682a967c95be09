"""21. Beaches, Mulberries and evacuation."""

from typing import Any

from tests.games.normandy44.support import ALLIED, GERMAN, Scene, scene

from bocage.games.normandy44.rules.r02_control import seize
from bocage.games.normandy44.rules.r05_supply_points import allied_supply
from bocage.games.normandy44.rules.r06_reinforcements import landing_hexes, points_received
from bocage.games.normandy44.rules.r06_replacements import Arrival, why_not_buy
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r18_supply import open_beaches, sources
from bocage.games.normandy44.rules.r21_beaches import Mulberries, delay_mulberries
from bocage.games.normandy44.sides import US_INFANTRY
from bocage.testing import covers


def harbour(at: dict[str, str], turn: int = 2, **more: Any) -> Scene:
    return scene(at, turn=turn, ask=Mulberries(), **more)


@covers("21.1.1")
def test_a_beach_is_open_while_its_engineer_is_there() -> None:
    s = scene({"Eng-Utah": "2814", "Eng-Gold": "2526"})
    assert open_beaches(s.g) == ("utah", "gold")
    assert sources(s.g, ALLIED) == s.spaces("2814 2525 2526")
    s.g.place(s.unit("Eng-Utah"), s.space("dead"))
    assert open_beaches(s.g) == ("gold",)


@covers("21.1.1")
def test_the_british_mulberry_needs_arromanches_and_no_german_next_to_it() -> None:
    s = harbour({"231/50": "2524"})
    assert s.g.mulberry[1] == 7  # 2 + 5
    assert harbour({}).g.mulberry[1] == 0
    assert harbour({"231/50": "2524", "1/916/352": "2424"}).g.mulberry[1] == 0
    assert harbour({"231/50": "2524", "1/916/352": "2323"}).g.mulberry[1] == 7


@covers("21.1.1")
def test_the_us_mulberry_needs_both_omaha_hexes_clear() -> None:
    assert harbour({"16/1": "2620"}).g.mulberry[0] == 7
    assert harbour({"16/1": "2620", "2/916/352": "2619"}).g.mulberry[0] == 0
    assert harbour({"SP-Omaha-W": "2719"}).g.mulberry[0] == 0


@covers("21.1.1")
def test_it_is_finished_five_turns_later() -> None:
    s = harbour({"16/1": "2620"}, turn=7, mulberry=[7, 0])
    assert s.options() == ["at 2719 normal", "at 2620 normal"]
    s.do("at 2620 normal")
    assert s.g.mulberry[0] == -1
    assert s.g.mulberry_at[0] == s.space("2620")
    assert sources(s.g, ALLIED) & s.spaces("2620")
    s = harbour({"231/50": "2524"}, turn=7, mulberry=[-1, 7], mulberry_at=[0, -1])
    assert s.g.mulberry[1] == -1


@covers("21.1.2")
def test_a_german_next_to_the_site_delays_it_turn_by_turn() -> None:
    s = scene({"231/50": "2524", "1/916/352": "2424"}, mulberry=[0, 7])
    delay_mulberries(s.g)
    delay_mulberries(s.g)
    assert s.g.mulberry == [0, 9]
    s.g.place(s.unit("1/916/352"), s.space("2323"))
    delay_mulberries(s.g)
    assert s.g.mulberry == [0, 9]


@covers("21.1.3", "5.3")
def test_a_finished_mulberry_doubles_the_free_points_and_sells_more() -> None:
    s = scene({}, mulberry=[-1, 7], rp=[6, 6])
    allied_supply(s.g)
    assert (s.g.supply_us, s.g.supply_cw) == (2, 1)
    assert why_not_buy(s.g, 0) is None
    because = why_not_buy(s.g, 1)
    assert because is not None
    assert because.rule == "5.3"


@covers("21.1.4")
def test_germans_in_its_hex_destroy_it_for_good() -> None:
    for state in (7, -1):
        s = scene({"231/50": "2524"}, mulberry=[0, state])
        s.g.mulberry_at[1] = s.space("2524")
        seize(s.g, GERMAN, s.spaces("2524"))
        assert s.g.mulberry[1] == -2
    s.ask(Mulberries())
    assert s.g.mulberry[1] == -2  # never rebuilt


@covers("21.1.4", "6.5.3")
def test_a_lost_engineer_closes_the_beach_until_it_lands_there_again() -> None:
    s = scene({"Eng-Utah": "dead", "Eng-Omaha": "2719", "8/4": "2814", "39/9": "britain"}, rp=[6, 6])
    s.g.steps[s.unit("Eng-Utah")] = 0
    s.g.replacements[US_INFANTRY] = 1
    assert points_received(s.g)[0] == 4
    assert not landing_hexes(s.g, s.unit("39/9")) & s.spaces("2814")
    s.ask(Arrival(by=ALLIED, unit=s.unit("Eng-Utah")))
    s.do("at britain normal")  # rebuilt in Britain
    assert s.names(landing_hexes(s.g, s.unit("Eng-Utah"))) == "2814"
    s.ask(Orders(by=ALLIED))
    s.do("land Eng-Utah", "at 2814 normal")
    assert "utah" in open_beaches(s.g)


@covers("21.1.4")
def test_it_lands_only_in_a_friendly_hex() -> None:
    s = scene({"Eng-Utah": "britain"}, rp=[6, 6])
    assert not landing_hexes(s.g, s.unit("Eng-Utah"))
    s.g.allied_control |= s.spaces("2814")
    assert landing_hexes(s.g, s.unit("Eng-Utah"))


@covers("21.2")
def test_two_units_a_turn_leave_each_open_beach_hex() -> None:
    at = {"Eng-Omaha": "2719", "115/29": "2719", "116/29": "2719", "743Tk": "2719", "1/914/352": "2718"}
    s = scene(at, ask=Orders(by=ALLIED), steps={"115/29": 1})
    s.do("evacuate 115/29")  # even from an enemy zone
    assert s.at("115/29") == "britain"
    assert s.g.steps[s.unit("115/29")] == 1
    s.do("evacuate 743Tk")
    assert "evacuate 116/29" not in s.options()


@covers("21.2")
def test_nobody_leaves_by_a_closed_beach_but_rangers_from_pointe_du_hoc() -> None:
    s = scene({"8/4": "2814", "2Rgr": "2818", "505/82": "2818"}, ask=Orders(by=ALLIED))
    assert [text for text in s.options() if text.startswith("evacuate")] == ["evacuate 2Rgr"]


@covers("21.2")
def test_a_unit_that_has_moved_does_not_evacuate() -> None:
    s = scene({"Eng-Utah": "2814", "8/4": "2814"}, moved="8/4", ask=Orders(by=ALLIED))
    assert "evacuate 8/4" not in s.options()


@covers("21.2")
def test_evacuated_rangers_come_back_for_one_point() -> None:
    s = scene({"2Rgr": "britain", "Eng-Omaha": "2719"}, rp=[1, 0], ask=Orders(by=ALLIED))
    s.do("land 2Rgr", "at 2719 normal")
    assert s.g.rp[0] == 0
