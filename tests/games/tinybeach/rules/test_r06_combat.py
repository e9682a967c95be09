"""6 Combat."""

import pytest
from tests.games.tinybeach.support import ALLIED, GERMAN, battle, tiny

from bocage.games.tinybeach.rules.r06_combat import Attacks, odds
from bocage.testing import covers

IN_THE_OPEN = "Able 0203, Baker 0403, Anton 0303"  # three clear hexes south of the river


@covers("6.1")
def test_a_side_may_attack_hexes_next_to_its_counters() -> None:
    s = tiny("Able 0203, Anton 0303, Berta 0404", Attacks(by=ALLIED))
    assert s.options() == ["attack 0303", "done"]
    because = s.refusal("attack 0404")
    assert (because.rule, because.text) == (
        "6.1", "no counter that could still attack stands next to 0404 (bocage)",
    )  # fmt: skip
    assert s.refusal("attack 0204").text == "no visible enemy stands in 0204 (clear)"


@covers("6.1")
def test_attackers_join_one_by_one_and_nobody_else_may() -> None:
    s = tiny("Able 0203, Baker 0403, Charlie 0401, Anton 0303", Attacks(by=ALLIED))
    s.do("attack 0303")
    assert s.options() == ["join Able", "join Baker"]
    assert s.refusal("fight").rule == "6.1"
    s.do("join Able")
    assert s.options() == ["join Baker", "fight"]
    reasons = {
        "join Able": "Able is in the attack already",
        "join Charlie": "Charlie is not next to 0303 (clear)",
        "join Anton": "Battalion Anton is not yours",
    }
    assert {text: s.refusal(text).text for text in reasons} == reasons


@covers("6.1")
def test_a_counter_attacks_once_per_chit() -> None:
    s = tiny("Able 0303, Anton 0304, Berta 0403", Attacks(by=ALLIED))
    assert battle(s, "0304", "Able", 1) == "A1 at 1-2"
    s.do("lose Able")
    assert s.trail == "Attacks"
    assert s.options() == ["done"]
    assert s.g.fought == s.units("Able")


@covers("6.1")
def test_a_side_may_attack_again_with_other_counters() -> None:
    s = tiny("Able 0203, Baker 0203, Anton 0303", Attacks(by=ALLIED))
    battle(s, "0303", "Able", 1)
    s.do("lose Able")
    assert s.options() == ["attack 0303", "done"]
    s.do("attack 0303")
    assert s.refusal("join Able").text == "Able has fought already"


@covers("6.2")
@pytest.mark.parametrize(
    ("attackers", "reduced", "column"),
    [
        ("Able", "", "1-1"),  # 3 to 3
        ("Able", "Able", "1-2"),  # 2 to 3
        ("Able Baker", "", "2-1"),  # 6 to 3
        ("Able Baker", "Baker", "1-1"),  # 5 to 3, rounded for the defender
        ("Able Baker", "Anton", "3-1"),  # 6 to 2
        ("Able", "Anton", "1-1"),  # 3 to 2
    ],
)
def test_the_odds_name_the_column_rounded_for_the_defender(attackers: str, reduced: str, column: str) -> None:
    s = tiny(IN_THE_OPEN, Attacks(by=ALLIED), reduced=reduced)
    assert battle(s, "0303", attackers, 1).endswith(f"at {column}")


@covers("6.2")
@pytest.mark.parametrize(
    ("attackers", "reduced", "results"),
    [
        ("Dunes", "Able", "A1 A1 A1 A1 A1 EX"),  # 1 to 2
        ("Anton", "Able", "A1 A1 A1 EX EX DR"),  # 3 to 2
        ("Caesar Dunes", "Able", "A1 EX EX DR DR D1"),  # 4 to 2
        ("Panzer Dunes", "Able", "DR DR D1 D1 D1 D2"),  # 6 to 2, and tanks
        ("Caesar Dunes Anton", "Able", "EX DR DR DR D1 D1"),  # 7 to 2
    ],
)
def test_the_table_gives_the_printed_results(attackers: str, reduced: str, results: str) -> None:
    places = dict(zip(attackers.split(), ("0203", "0203", "0403"), strict=False))
    at = ", ".join(f"{unit} {place}" for unit, place in places.items())
    for roll, result in enumerate(results.split(), start=1):
        s = tiny(f"Able 0303, {at}", Attacks(by=GERMAN), reduced=reduced)
        assert battle(s, "0303", attackers, roll).split()[0] == result


@covers("6.2")
def test_all_defenders_of_the_hex_defend_together() -> None:
    s = tiny(IN_THE_OPEN + ", Berta 0303", Attacks(by=ALLIED))
    assert battle(s, "0303", "Able Baker", 1) == "A1 at 1-1"  # 6 to 6


@covers("6.3")
def test_a_counter_that_attacks_over_the_river_has_half_its_strength() -> None:
    s = tiny("Able 0302, Canal 0303", Attacks(by=ALLIED))
    assert battle(s, "0303", "Able", 1).endswith("at 1-1")  # 1 1/2 to 1
    s = tiny("Able 0302, Baker 0203, Anton 0303", Attacks(by=ALLIED), reduced="Anton")
    assert battle(s, "0303", "Able Baker", 1).endswith("at 2-1")  # 4 1/2 to 2: fractions are kept
    s = tiny("Able 0203, Canal 0303", Attacks(by=ALLIED))
    assert battle(s, "0303", "Able", 1).endswith("at 3-1")


@covers("6.3")
def test_a_bridge_takes_the_river_away() -> None:
    s = tiny("Able 0402, Canal 0403", Attacks(by=ALLIED), gun="0302")
    assert battle(s, "0403", "Able", 1).endswith("at 3-1")


@covers("6.4")
@pytest.mark.parametrize(
    ("target", "base", "column"),
    [
        ("0303", "0304", "4-1"),  # clear
        ("0404", "0304", "3-1"),  # bocage: one
        ("0503", "0403", "3-1"),  # woods: one
        ("0203", "0202", "3-1"),  # a village: one
        ("0304", "0303", "2-1"),  # a town: two
        ("0102", "0201", "4-1"),  # marsh: none
    ],
)
def test_the_terrain_of_the_defender_moves_the_column_to_the_left(target: str, base: str, column: str) -> None:
    """Able and Baker, six, against the single strength of Canal Company: four to one at best, before terrain."""
    s = tiny(f"Able {base}, Baker {base}, Canal {target}", Attacks(by=ALLIED))
    assert battle(s, target, "Able Baker", 6).endswith(f"at {column}")


@covers("6.5")
@pytest.mark.parametrize(
    ("defender", "target", "base", "column"),
    [
        ("Canal", "0303", "0203", "4-1"),  # 4 to 1, and the table ends there
        ("Anton", "0303", "0203", "2-1"),  # 4 to 3, and tanks against infantry
        ("Anton", "0404", "0304", "1-1"),  # bocage takes back what tanks give
        ("Anton", "0503", "0403", "1-2"),  # not into woods
        ("Canal", "0304", "0303", "2-1"),  # not into a town, which shifts by two
        ("Panzer", "0303", "0203", "1-2"),  # 4 to 5, tanks against tanks
        ("Gun", "0303", "0203", "1-1"),  # 4 to 3, tanks against a gun
    ],
)
def test_tanks_move_the_column_right_against_mere_infantry_in_the_open(
    defender: str, target: str, base: str, column: str
) -> None:
    s = tiny(f"Sherman {base}, {defender} {target}", Attacks(by=ALLIED))
    assert battle(s, target, "Sherman", 6).endswith(f"at {column}")


@covers("6.5")
def test_german_tanks_too() -> None:
    s = tiny("Panzer 0203, Able 0303", Attacks(by=GERMAN), reduced="Able")
    assert battle(s, "0303", "Panzer", 6).endswith("at 3-1")  # 5 to 2 is two to one, and one more


@covers("6.6")
@pytest.mark.parametrize(("weather", "column"), [("clear", "2-1"), ("overcast", "1-1"), ("storm", "1-1")])
def test_the_fleet_helps_in_clear_weather(weather: str, column: str) -> None:
    s = tiny("Able 0203, Anton 0303", Attacks(by=ALLIED), weather=weather)
    assert battle(s, "0303", "Able", 6).endswith(f"at {column}")


@covers("6.6")
def test_the_fleet_reaches_two_hexes_from_a_beach() -> None:
    s = tiny("", weather="clear")
    assert s.names(s.g.board.near_sea & s.g.board.land) == (
        "0201 0401 0102 0202 0302 0402 0502 0103 0203 0303 0403 0503"
    )
    s = tiny("Able 0303, Baker 0303, Canal 0304", Attacks(by=ALLIED), weather="clear")
    assert battle(s, "0304", "Able Baker", 6).endswith("at 2-1")  # four to one, a town, no fleet


@covers("6.6")
def test_the_fleet_helps_the_allies_alone() -> None:
    s = tiny("Anton 0203, Able 0303", Attacks(by=GERMAN), weather="clear", reduced="Able")
    assert battle(s, "0303", "Anton", 6).endswith("at 1-1")


@covers("6.7")
def test_odds_below_one_to_two_are_not_allowed() -> None:
    s = tiny("Dunes 0203, Able 0303", Attacks(by=GERMAN))
    assert s.options() == ["done"]
    because = s.refusal("attack 0303")
    assert because.rule == "6.7"
    assert because.text == "even all who could attack 0303 (clear) fall short of one to two"


@covers("6.7")
def test_too_few_of_those_who_could_attack_may_not_fight_yet() -> None:
    s = tiny("Dunes 0203, Anton 0403, Able 0303", Attacks(by=GERMAN))
    s.do("attack 0303", "join Dunes")
    assert s.options() == ["join Anton"]
    because = s.refusal("fight")
    assert (because.rule, because.text) == ("6.7", "the odds are below one to two")
    s.do("join Anton")
    assert s.options() == ["fight"]


@covers("6.7")
def test_shifts_stop_at_the_edges_of_the_table() -> None:
    s = tiny("Able 0303, Berta 0304", Attacks(by=ALLIED))
    assert battle(s, "0304", "Able", 6) == "EX at 1-2"  # 1-1 and two columns left
    s = tiny("Able 0203, Baker 0203, Sherman 0403, Canal 0303", Attacks(by=ALLIED), weather="clear")
    assert battle(s, "0303", "Able Baker Sherman", 6) == "D2 at 4-1"


@covers("6.7")
def test_an_attack_that_a_hidden_gun_makes_hopeless_is_broken_off() -> None:
    """Able could attack Anton alone, but not Anton and the gun that shows itself beside him."""
    s = tiny("Able 0302, Anton 0303", Attacks(by=ALLIED), gun="0303")
    s.do("attack 0303")
    assert s.at("Gun") == "0303"
    s.do("join Able")
    assert s.options() == ["withdraw"]
    s.do("withdraw")
    assert (s.trail, s.options()) == ("Attacks", ["done"])


@covers("6.2", "6.3", "6.4", "6.5", "6.6")
def test_the_preview_tells_every_number_with_its_rule() -> None:
    s = tiny("Able 0302, Sherman 0403, Anton 0303", weather="clear")
    ledger = odds(s.g, s.units("Able Sherman"), s.space("0303"))
    assert [f"{text} ({rule})" if rule else text for text, rule in ledger.lines(s.g.board.unit_title)] == [
        "Able: strength 3 (6.2)",
        "Able: halved over the river, -3/2 (6.3)",
        "Sherman Squadron: strength 4 (6.2)",
        "Battalion Anton: strength 3 (6.2)",
        "11/2 to 3: 1-1 (6.2)",
        "shift right 1 tanks (6.5)",
        "shift right 1 naval gunfire (6.6)",
        "column 3-1",
    ]
    s.ask(Attacks(by=ALLIED))
    assert battle(s, "0303", "Able Sherman", 6) == "D1 at 3-1"
