"""What a player may ask: previews with exact chances, reach, lines of supply, overlays."""

from fractions import Fraction

from tests.games.normandy44.support import ALLIED, CLEAR, GERMAN, attack, scene

from bocage.games.normandy44.preview import battle_chances, clears, held, hold_chance, table_chances
from bocage.games.normandy44.queries import QUERIES, reach
from bocage.games.normandy44.rules.r10_combat import Attacks
from bocage.kernel.verdict import Because
from bocage.testing import covers

COMBAT_D = {"115/29": "2719", "116/29": "2719", "743Tk": "2719"}
COMBAT_D |= {"1/3FK": "2718", "2/916/352": "2718", "1/914/352": "2718"}
REDUCED = {"115/29": 2, "116/29": 2, "743Tk": 1}


@covers("12.4.4")
def test_combat_d_of_the_example_in_exact_chances() -> None:
    s = scene(COMBAT_D, turn=1, steps=REDUCED, naval=[2, 2])
    a = attack(s, "2718", "115/29 116/29 743Tk", "115/29 116/29 743Tk", naval=1)
    sixth = Fraction(1, 6)
    assert table_chances(s.g, a) == {"A1": sixth, "A1/DR": sixth, "EX": sixth, "DR": 2 * sixth, "A1/D1": sixth}
    assert hold_chance(s.g, a, s.unit("1/3FK")) == Fraction(1, 2)  # 4, 5 and 6 with +1
    assert hold_chance(s.g, a, s.unit("2/916/352")) == Fraction(1, 3)
    assert held(s.g, a, "D1") == Fraction(1, 2)  # a battalion of one step is given up, not the flak
    found = battle_chances(s.g, a)
    assert found["DR held"] == Fraction(1, 6)
    assert found["DR"] == Fraction(1, 6)
    assert sum(found.values()) == 1
    assert clears(s.g, a) == Fraction(7, 18)  # DR, A1/DR and A1/D1 where nobody holds; an exchange leaves somebody


@covers("19.1.3", "10.6")
def test_in_clear_weather_a_german_attack_is_averaged_over_the_jabos() -> None:
    s = scene({"1057/91": "1631", "69/50": "1731", "151/50": "1731"}, row=CLEAR)
    found = table_chances(s.g, attack(s, "1731", "1057/91", "1057/91"))  # 1-3
    assert found["EX"] == Fraction(1, 2) * Fraction(1, 6)  # unhindered, a 6
    assert found["A1/DR"] == Fraction(1, 2) * Fraction(1, 6)
    assert found["A1"] == 1 - Fraction(1, 6)


@covers("10.5")
def test_the_preview_of_an_attack_takes_the_best_main_force() -> None:
    s = scene({"69/50": "1631", "NY": "1631", "7/3Can": "1730", "1/914/352": "1731"}, ask=Attacks(by=ALLIED))
    assert QUERIES.preview is not None
    shown = QUERIES.preview(s.g, ("attack", s.space("1731")))
    assert shown is not None
    assert shown.column == "7-1"  # 6 + 3 + 3 against 2, and the tanks
    assert [face for face, _ in shown.faces] == ["1", "2", "3", "4", "5", "6"]
    assert abs(sum(outcome.chance for outcome in shown.outcomes) - 1) < 1e-9
    assert any("armour" in line.text for line in shown.lines)


@covers("10.6")
def test_the_preview_of_a_hopeless_attack_says_so() -> None:
    s = scene({"1/914/352": "1631", "69/50": "1731", "151/50": "1731"}, ask=Attacks(by=GERMAN))
    assert QUERIES.preview is not None
    shown = QUERIES.preview(s.g, ("attack", s.space("1731")))
    assert shown is not None
    assert shown.lines[0].rule == "10.6"


@covers("9.1")
def test_reach_tells_the_points_a_unit_would_spend() -> None:
    s = scene({"69/50": "1631"})
    assert QUERIES.reach is not None
    found = QUERIES.reach(s.g, s.unit("69/50"))
    assert found[s.space("1632")] == "1"
    assert QUERIES.reach(s.g, s.unit("SP-Hillman")) == {}


@covers("18.2")
def test_a_line_of_supply_is_drawn_to_a_source_or_refused() -> None:
    s = scene({"857/346": "1631"})
    assert QUERIES.supply_line is not None
    line = QUERIES.supply_line(s.g, s.unit("857/346"))
    assert isinstance(line, list)
    assert line[0] == s.space("1631")
    assert s.g.board.atlas.entries >> line[-1] & 1
    cut = scene({"857/346": "1731", "69/50": "1631", "151/50": "1831", "231/50": "1732"})
    refused = QUERIES.supply_line(cut.g, cut.unit("857/346"))
    assert isinstance(refused, Because)
    assert refused.rule == "18.2"


@covers("8.1", "8.5.1")
def test_overlays_name_zones_bonds_and_control() -> None:
    s = scene({"125/21Pz": "1630", "192/21Pz": "1632", "69/50": "1832"})
    overlays = {name: make(s.g, GERMAN) for name, make in QUERIES.overlays.items()}
    assert overlays["zones"].spaces["1631"].word == "German"
    assert overlays["zones"].spaces["1731"].word == "German and Allied"
    assert overlays["bonds"].spaces["1631"].word == "German"
    assert overlays["control"].spaces["1929"].word == "German"
    assert overlays["victory"].spaces["3606"].word == "2"
    assert overlays["threat"].spaces["1731"].word == "6"
    assert QUERIES.inspect is not None
    assert "bonded by the German side" in [line.text for line in QUERIES.inspect(s.g, s.space("1631"))]


@covers("20.2.3", "17.6")
def test_who_may_not_move_has_no_reach() -> None:
    s = scene({"505/82": "2811", "731/711": "2436"}, scattered="505/82")
    assert reach(s.g, s.unit("505/82")) == {}
    assert reach(s.g, s.unit("731/711")) == {}
