"""12 Combat support."""

import pytest
from tests.games.darksummer.support import ALLIED, COMBAT, COMBINED, GERMAN, MOVE, Army, Scene, scene

from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_odds import Assault, odds
from bocage.games.darksummer.rules.r12_support import KINDS, ChooseSupport, open_kinds
from bocage.kernel.ids import Side
from bocage.testing import covers


def kinds(s: Scene, a: Assault, side: Side) -> set[str]:
    mask = open_kinds(s.g, a, side)
    return {kind for n, kind in enumerate(KINDS) if mask >> n & 1}


def marker(s: Scene, name: str) -> int:
    return 1 << next(n for n, row in enumerate(s.g.board.support) if row.id == name)


US_ATTACK = {"39/9": "3304", "731/711": "3404"}


@covers("12", "11.3.2")
@pytest.mark.parametrize(
    ("weather", "kind", "turn", "attacker", "defender"),
    [
        ("Sun", COMBAT, 6, {"carpet", "air", "naval", "tank-destroyers"}, {"nebelwerfer"}),
        ("Showers", COMBAT, 6, {"air", "naval", "tank-destroyers"}, {"nebelwerfer"}),
        ("Rain", COMBAT, 6, {"tank-destroyers"}, {"nebelwerfer"}),
        ("Sun", COMBINED, 6, {"air", "naval", "tank-destroyers"}, {"nebelwerfer"}),
        ("Sun", COMBAT, 5, {"air", "naval", "tank-destroyers"}, {"nebelwerfer"}),
        ("Sun", COMBAT, 1, {"air", "naval"}, set()),
    ],
)
def test_what_may_be_committed_by_weather_and_turn(
    weather: str, kind: str, turn: int, attacker: set[str], defender: set[str]
) -> None:
    s = scene(US_ATTACK, kind=kind, weather=weather, turn=turn)
    a = Assault(ALLIED, s.space("3404"), s.units("39/9"))
    assert kinds(s, a, ALLIED) == attacker
    assert kinds(s, a, GERMAN) == defender


@covers("12.1")
def test_carpet_bombing_twice_a_game_once_a_turn_and_not_with_air_or_ships() -> None:
    s = scene(US_ATTACK, weather="Sun", turn=6)
    a = Assault(ALLIED, s.space("3404"), s.units("39/9"))
    s.ask(ChooseSupport(by=ALLIED, assault=a))
    s.do("support carpet")
    assert s.g.carpets_left == [1, 2]
    assert s.refusal("support air").rule == "12.1"
    assert s.refusal("support naval").rule == "12.1"
    assert s.options() == ["support tank-destroyers", "ready"]
    s = scene(US_ATTACK, weather="Sun", turn=7, carpets_left=[0, 2], ask=ChooseSupport(by=ALLIED, assault=a))
    assert s.refusal("support carpet").rule == "12.1"


@covers("12.2")
def test_tac_air_once_a_round_in_fair_weather_and_once_a_turn_in_showers() -> None:
    for weather, again in (("Sun", True), ("Showers", False)):
        s = scene(US_ATTACK, weather=weather, turn=1)
        a = Assault(ALLIED, s.space("3404"), s.units("39/9"))
        s.g.used_turn = marker(s, "us-air-1")
        assert ("air" in kinds(s, a, ALLIED)) is again
        s.g.used_round = marker(s, "us-air-1")
        assert "air" not in kinds(s, a, ALLIED)
    s = scene(US_ATTACK, turn=3)
    s.g.used_turn = marker(s, "us-air-1")
    assert "air" in kinds(s, Assault(ALLIED, s.space("3404"), s.units("39/9")), ALLIED)  # the second marker


@covers("12.2")
def test_woods_and_forest_take_from_tac_air() -> None:
    for hex_, from_, worth in (("4810", "4809", 4), ("3813", "3812", 3), ("4511", "4611", 2)):
        s = scene({"8A": from_, "731/711": hex_}, army=Army.BRITISH)
        a = Assault(ALLIED, s.space(hex_), s.units("8A"), marker(s, "british-air-1"))
        assert odds(s.g, a).totals[0] == 5 + worth, s.g.board.terrain[s.space(hex_)]


@covers("12.3")
def test_naval_support_within_the_gun_line_in_clear_or_town() -> None:
    s = scene({"39/9": "3304", "731/711": "3404", "744/711": "3305"})
    assert "naval" in kinds(s, Assault(ALLIED, s.space("3404"), s.units("39/9")), ALLIED)
    assert "naval" not in kinds(s, Assault(ALLIED, s.space("3305"), s.units("39/9")), ALLIED)  # bocage
    s = scene({"8A": "4809", "731/711": "4810"}, army=Army.BRITISH)
    assert "naval" not in kinds(s, Assault(ALLIED, s.space("4810"), s.units("8A")), ALLIED)
    s = scene({"8A": "4604", "125/21": "4605"}, army=Army.GERMAN)
    a = Assault(GERMAN, s.space("4604"), s.units("125/21"))
    assert "naval" in kinds(s, a, ALLIED)
    s.g.used_turn = marker(s, "british-naval")
    assert "naval" in kinds(s, a, ALLIED)  # each Round anew
    s.g.used_round = marker(s, "british-naval")
    assert "naval" not in kinds(s, a, ALLIED)


@covers("12.3")
def test_each_navy_supports_its_own() -> None:
    s = scene(US_ATTACK)
    s.g.used_round = marker(s, "us-naval")
    assert "naval" not in kinds(s, Assault(ALLIED, s.space("3404"), s.units("39/9")), ALLIED)


@covers("12.4")
def test_tank_destroyers_support_supplied_us_units_on_attack_and_defence() -> None:
    s = scene({"39/9": "3304", "731/711": "3404"}, army=Army.GERMAN, turn=2)
    a = Assault(GERMAN, s.space("3304"), s.units("731/711"))
    assert "tank-destroyers" in kinds(s, a, ALLIED)
    s.g.used_turn = marker(s, "us-tank-destroyers-1")
    assert "tank-destroyers" not in kinds(s, a, ALLIED)
    s = scene({"GTD/2Fr": "3304", "731/711": "3404"}, army=Army.GERMAN, turn=8)
    assert "tank-destroyers" not in kinds(s, Assault(GERMAN, s.space("3304"), s.units("731/711")), ALLIED)
    s = scene({"731/711": "3304"}, army=Army.GERMAN, turn=4)
    assert "tank-destroyers" not in kinds(s, Assault(GERMAN, s.space("3303"), s.units("731/711")), ALLIED)


@covers("12.5")
def test_nebelwerfer_from_turn_2_once_a_turn_for_supplied_units() -> None:
    s = scene(US_ATTACK, turn=2, ask=Attacks(by=ALLIED))
    s.do("attack 3404", "join 39/9", "fight", "ready")
    assert s.decides == "German"
    s.do("support nebelwerfer")
    assert s.decides == "chance"
    assert s.g.used_turn == marker(s, "nebelwerfer")
    ring = {"731/711": "4810", "8A": "4809", "27A": "4910", "33A": "4710"}
    s = scene(ring, army=Army.BRITISH)
    assert "nebelwerfer" not in kinds(s, Assault(ALLIED, s.space("4810"), s.units("8A")), GERMAN)


@covers("12.6")
@pytest.mark.parametrize(
    ("weather", "turn", "us", "allowed"),
    [
        ("Rain", 3, False, True),
        ("Storm", 5, False, True),
        ("Showers", 3, False, False),
        ("Rain", 2, False, False),
        ("Rain", 3, True, False),
    ],
)
def test_german_artillery_in_bad_weather_against_the_british(weather: str, turn: int, us: bool, allowed: bool) -> None:
    name = "39/9" if us else "8A"
    s = scene(
        {name: "4809", "731/711": "4810"},
        army=Army.US if us else Army.BRITISH,
        weather=weather,
        turn=turn,
        boundary_lifted=True,
    )
    a = Assault(ALLIED, s.space("4810"), s.units(name))
    assert ("artillery" in kinds(s, a, GERMAN)) is allowed


@covers("12.7")
def test_assault_guns_are_an_option_for_the_defence() -> None:
    for option, weather, uses in (("off", "Cloud", 0), ("on", "Sun", 1), ("on", "Cloud", 2)):
        s = scene(
            {"8A": "4809", "731/711": "4810"}, army=Army.BRITISH, weather=weather, options={"assault-guns": option}
        )
        a = Assault(ALLIED, s.space("4810"), s.units("8A"))
        for used in range(3):
            s.g.assault_guns_used = used
            assert ("assault-guns" in kinds(s, a, GERMAN)) is (used < uses)
        s = scene(
            {"8A": "4809", "731/711": "4810"}, army=Army.GERMAN, weather=weather, options={"assault-guns": option}
        )
        assert "assault-guns" not in kinds(s, Assault(GERMAN, s.space("4809"), s.units("731/711")), GERMAN)


@covers("12", "11.3.9")
def test_support_may_exceed_the_strength_of_the_units() -> None:
    s = scene({"2Rng": "3304", "731/711": "3404"})
    a = Assault(ALLIED, s.space("3404"), s.units("2Rng"), marker(s, "us-naval"))
    assert odds(s.g, a).totals == [8, 2]


def test_moves_need_no_support() -> None:
    assert "support" not in " ".join(scene(US_ATTACK, kind=MOVE, ask=Attacks(by=ALLIED)).options())
