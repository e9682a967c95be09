"""7 Losses, retreat and advance."""

import pytest
from tests.games.tinybeach.support import ALLIED, GERMAN, battle, tiny

from bocage.games.tinybeach.rules.r06_combat import Attacks
from bocage.games.tinybeach.rules.r07_results import Advance, Battle, Losses, Retreat, RetreatStep
from bocage.kernel.events import Eliminated, StepLost
from bocage.testing import covers

# losses


@covers("7.1")
@pytest.mark.parametrize(
    ("result", "asked"),
    [
        ("A1", ["Allied: lose Able, lose Baker"]),
        ("EX", ["Allied: lose Able, lose Baker", "German: lose Anton, lose Berta"]),
        ("DR", []),
        ("D1", ["German: lose Anton, lose Berta"]),
        ("D2", ["German: lose Anton, lose Berta", "German: lose Anton, lose Berta"]),
    ],
)
def test_each_result_takes_its_steps_from_the_sides_it_names(result: str, asked: list[str]) -> None:
    s = tiny("Able 0203, Baker 0403, Anton 0303, Berta 0303")
    s.ask(Battle(ALLIED, s.units("Able Baker"), s.space("0303"), result))
    seen = []
    while s.decides and s.options()[0].startswith("lose"):
        seen.append(f"{s.decides}: {', '.join(s.options())}")
        s.do(s.options()[0])
    assert seen == asked


@covers("7.1")
def test_the_owner_chooses_who_loses_a_step() -> None:
    s = tiny("Able 0203, Baker 0403")
    s.ask(Losses(ALLIED, s.units("Able Baker"), 1))
    assert s.refusal("lose Charlie").rule == "7.1"
    s.do("lose Baker")
    assert [s.g.steps[s.unit(name)] for name in ("Able", "Baker")] == [2, 1]
    assert s.heard(StepLost)[-1].rule == "7.1"


@covers("7.1")
def test_a_counter_that_loses_its_last_step_is_eliminated() -> None:
    s = tiny("Able 0203, Baker 0403", reduced="Able")
    s.ask(Losses(ALLIED, s.units("Able Baker"), 1))
    s.do("lose Able")
    assert (s.at("Able"), s.g.steps[s.unit("Able")]) == ("Lost", 0)
    assert [event.unit for event in s.heard(Eliminated)] == [s.unit("Able")]


@covers("7.1")
def test_a_counter_with_one_step_left_has_its_reduced_strength() -> None:
    s = tiny("Sherman 0203", reduced="Sherman")
    assert s.g.strength(s.unit("Sherman")) == 2
    assert tiny("Sherman 0203").g.strength(s.unit("Sherman")) == 4


@covers("7.1")
def test_nobody_is_asked_for_steps_that_nobody_has() -> None:
    s = tiny("Dunes 0303")
    s.ask(Losses(GERMAN, s.units("Dunes"), 2))
    s.do("lose Dunes")
    assert s.decides == ""


# retreat


@covers("7.2")
def test_a_beaten_defender_walks_two_hexes_away_from_where_it_stood() -> None:
    s = tiny("Able 0203, Anton 0303", gun="0402")
    s.ask(Retreat(GERMAN, s.unit("Anton"), s.space("0303"), 2))
    assert s.options() == ["retreat Anton 0302", "retreat Anton 0402", "retreat Anton 0403"]
    s.do("retreat Anton 0403")
    assert s.options() == ["retreat Anton 0503", "retreat Anton 0504", "retreat Anton 0404"]
    because = s.refusal("retreat Anton 0402")
    assert (because.rule, because.text) == ("7.2", "0402 (bocage) is no further from the battle")
    assert s.refusal("retreat Anton 0104").text == "0104 (clear) is not next to 0403 Quatre Routes (clear)"
    s.do("retreat Anton 0504")
    assert (s.at("Anton"), s.decides) == ("0504", "")


@covers("7.2")
def test_each_defender_of_a_hex_retreats_by_itself() -> None:
    s = tiny("Able 0203, Anton 0303, Berta 0303")
    s.ask(Battle(ALLIED, s.units("Able"), s.space("0303"), "DR"))
    assert s.trail == "DR > Retreat of Battalion Anton"
    s.do("retreat Anton 0403", "retreat Anton 0504")
    assert s.trail == "DR > Retreat of Battalion Berta"
    s.do("retreat Berta 0402", "retreat Berta 0401")
    assert s.trail == "Advance"


@covers("7.2")
def test_a_retreat_returns_to_its_battle_and_the_battle_to_the_attacks() -> None:
    s = tiny("Able 0203, Baker 0203, Anton 0303", Attacks(by=ALLIED))
    assert battle(s, "0303", "Able", 6) == "DR at 1-1"
    assert s.trail == "Battle at hex 0303 > DR > Retreat of Battalion Anton"
    s.do("retreat Anton 0403", "retreat Anton 0504", "halt")
    assert (s.trail, s.decides) == ("Attacks", "Allied")


@covers("7.2")
@pytest.mark.parametrize("result", ["A1", "EX"])
def test_a_defender_that_is_not_beaten_stays(result: str) -> None:
    s = tiny("Able 0203, Anton 0303")
    s.ask(Battle(ALLIED, s.units("Able"), s.space("0303"), result))
    s.follow()
    assert s.at("Anton") == "0303"
    assert s.decides == ""


# where a retreat may go


@covers("7.3")
@pytest.mark.parametrize(
    ("at", "unit", "goal", "rule", "reason"),
    [
        ("Anton 0303, Able 0403", "Anton", "0403", "3.2", "0403 Quatre Routes (clear) holds an enemy"),
        ("Anton 0303, Able 0404", "Anton", "0403", "7.3", "is in an enemy zone and no friend stands there"),
        ("Panzer 0303", "Panzer", "0402", "7.3", "Panzer Battalion cannot go from 0303 to 0402 (bocage)"),
        ("Anton 0303, Berta 0403, Caesar 0403", "Anton", "0403", "3.1", "already holds two counters"),
        ("Canal 0502", "Canal", "0501", "7.3", "Canal Company cannot go from 0502 to 0501 (sea)"),
        ("Gun 0303", "Gun", "0403", "7.3", "Gun Battery cannot move"),
    ],
)
def test_a_retreat_may_not_go_into_enemies_forbidden_terrain_full_hexes_or_enemy_zones(
    at: str, unit: str, goal: str, rule: str, reason: str
) -> None:
    s = tiny(at)
    here = s.g.space[s.unit(unit)]
    s.ask(RetreatStep(by=GERMAN, unit=s.unit(unit), origin=here))
    because = s.refusal(f"retreat {unit} {goal}")
    assert because.rule == rule
    assert because.text.endswith(reason)


@covers("7.3")
def test_a_friend_in_an_enemy_zone_opens_it_for_a_retreat() -> None:
    s = tiny("Anton 0303, Able 0404, Berta 0403")
    s.ask(RetreatStep(by=GERMAN, unit=s.unit("Anton"), origin=s.space("0303")))
    s.do("retreat Anton 0403")
    assert s.at("Anton") == "0403"


# no way out: 0401 and 0402 are taken, and what remains is 0503 in the woods


@covers("7.4")
def test_a_counter_that_cannot_take_a_single_step_loses_two() -> None:
    """Charlie in 0403 controls the woods as well."""
    s = tiny("Anton 0502, Able 0402, Baker 0401, Charlie 0403", gun="0302")
    s.ask(Retreat(GERMAN, s.unit("Anton"), s.space("0502"), 2))
    assert (s.at("Anton"), s.decides) == ("Lost", "")
    assert [event.rule for event in s.heard(StepLost)] == ["7.4"]
    assert [event.rule for event in s.heard(Eliminated)] == ["7.4"]


@covers("7.4")
def test_a_counter_that_lacks_one_hex_loses_one_step() -> None:
    """Charlie in 0404 controls both ways out of the woods."""
    s = tiny("Anton 0502, Able 0402, Baker 0401, Charlie 0404", gun="0302")
    s.ask(Retreat(GERMAN, s.unit("Anton"), s.space("0502"), 2))
    assert s.options() == ["retreat Anton 0503"]
    s.do("retreat Anton 0503")
    assert (s.at("Anton"), s.g.steps[s.unit("Anton")], s.decides) == ("0503", 1, "")


@covers("7.4")
def test_the_last_step_goes_with_the_counter() -> None:
    s = tiny("Canal 0502, Able 0402, Baker 0401, Charlie 0404", gun="0302")
    s.ask(Retreat(GERMAN, s.unit("Canal"), s.space("0502"), 2))
    s.do("retreat Canal 0503")
    assert s.at("Canal") == "Lost"


@covers("7.4")
def test_a_gun_that_must_retreat_is_lost() -> None:
    s = tiny("Able 0203, Gun 0303")
    s.ask(Battle(ALLIED, s.units("Able"), s.space("0303"), "DR"))
    assert s.at("Gun") == "Lost"
    assert s.options() == ["advance Able", "halt"]


# advance


@covers("7.5")
def test_attackers_may_advance_into_the_hex_that_is_empty_now() -> None:
    s = tiny("Able 0203, Baker 0203, Charlie 0304")
    s.ask(Advance(by=ALLIED, target=s.space("0303"), attackers=s.units("Able Baker Charlie")))
    assert s.options() == ["advance Able", "advance Baker", "advance Charlie", "halt"]
    s.do("advance Baker", "advance Charlie")
    assert (s.at("Baker"), s.at("Charlie")) == ("0303", "0303")
    assert s.options() == ["halt"]
    assert s.refusal("advance Able").rule == "3.1"


@covers("7.5")
def test_the_attacker_need_not_advance() -> None:
    s = tiny("Able 0203")
    s.ask(Advance(by=ALLIED, target=s.space("0303"), attackers=s.units("Able")))
    s.do("halt")
    assert (s.at("Able"), s.decides) == ("0203", "")


@covers("7.5")
def test_only_survivors_of_the_battle_that_can_get_there_advance() -> None:
    s = tiny("Able 0203, Baker 0403, Sherman 0302, Charlie Lost")
    s.ask(Advance(by=ALLIED, target=s.space("0303"), attackers=s.units("Able Sherman Charlie")))
    assert s.options() == ["advance Able", "halt"]
    reasons = {
        "advance Sherman": "Sherman Squadron cannot enter 0303 (clear) from where it stands",
        "advance Charlie": "Charlie did not survive",
        "advance Baker": "Baker took no part in this attack",
    }
    assert {text: s.refusal(text).text for text in reasons} == reasons


@covers("7.5")
def test_a_hex_from_which_all_defenders_fell_is_empty_too() -> None:
    s = tiny("Able 0203, Dunes 0303")
    s.ask(Battle(ALLIED, s.units("Able"), s.space("0303"), "EX"))
    s.do("lose Able", "lose Dunes")
    assert s.options() == ["advance Able", "halt"]


@covers("7.5")
def test_germans_advance_too_but_not_the_gun() -> None:
    s = tiny("Anton 0203, Gun 0403")
    s.ask(Advance(by=GERMAN, target=s.space("0303"), attackers=s.units("Anton Gun")))
    assert s.options() == ["advance Anton", "halt"]
    assert s.refusal("advance Gun").text == "Gun Battery cannot move"
