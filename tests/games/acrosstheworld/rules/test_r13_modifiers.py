import pytest
from tests.games.acrosstheworld.support import battle, table, units

from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor, explain, ledger
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.testing import Situation, covers

# Leaders without stars of their own would blur the sums: the entries are looked up by their rule.


def amount(s: Situation[Campaign], name: str, rule: str) -> int:
    """What one rule adds to a unit's factor."""
    assert s.g.fight is not None
    return sum(entry[0] for entry in ledger(s.g, s.g.fight, s.unit(name)) if entry[2] == rule)


def factor(s: Situation[Campaign], name: str) -> int:
    assert s.g.fight is not None
    return combat_factor(s.g, s.g.fight, s.unit(name))


@covers("13.1")
@pytest.mark.parametrize(
    ("region", "infantry", "armour"),
    [("24", 0, 0), ("G", 0, 0), ("22", -1, -2), ("13", -1, -1), ("20", -1, -1), ("19", -1, -1)],
)
def test_the_ground_hampers_attackers(region: str, infantry: int, armour: int) -> None:
    s = battle(region, "Dempsey 50UK 8UK-Bde", "352 21Pz")
    assert [amount(s, name, "13.1") for name in ("50UK", "8UK-Bde", "352", "21Pz")] == [infantry, armour, 0, 0]


@covers("13.1")
def test_german_attackers_suffer_alike() -> None:
    s = battle("22", "Dempsey 50UK", "Marcks 352 21Pz", by=GERMAN)
    assert [amount(s, name, "13.1") for name in ("50UK", "352", "21Pz")] == [0, -1, -2]


@covers("13.2")
def test_a_city_hampers_besides_the_ground() -> None:
    s = battle("14", "Dempsey 50UK 8UK-Bde", "352")  # Saint-Lô: bocage and city
    assert [amount(s, name, "13.2") for name in ("50UK", "8UK-Bde", "352")] == [-1, -2, 0]
    assert [amount(s, name, "13.1") for name in ("50UK", "8UK-Bde")] == [-1, -2]
    s = battle("25", "Dempsey 50UK 8UK-Bde", "352")  # Caen: clear
    assert [factor(s, name) for name in ("50UK", "8UK-Bde")] == [5 - 1 + 1, 5 - 2 + 1]


@covers("13.2")
def test_a_city_shields_its_holder_alone() -> None:
    s = battle("25", "Dempsey 50UK", "Marcks 352", by=GERMAN)  # the city is German: the Allies are outside
    assert amount(s, "352", "13.2") == 0
    s = battle("25", "Dempsey 50UK", "Marcks 352", by=GERMAN, allied="25")
    assert amount(s, "352", "13.2") == -1


@covers("13.3")
def test_the_fortress_takes_two_in_place_of_the_city() -> None:
    s = battle("1", "Dempsey 50UK 8UK-Bde", "709")
    assert [amount(s, name, "13.3") for name in ("50UK", "8UK-Bde", "709")] == [-2, -2, 0]
    assert amount(s, "50UK", "13.2") == 0


@covers("13.4")
def test_a_landing_costs_one_in_the_first_round() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", landed=units("4US"))
    assert amount(s, "4US", "13.4") == -1
    s.do("roll 10", "roll 10")
    assert s.g.fight is not None
    assert (s.g.fight.round, amount(s, "4US", "13.4")) == (2, 0)


@covers("13.5")
def test_an_attack_across_a_river_costs_one_in_the_first_round() -> None:
    s = battle("26", "Gale 3UK 6UK-AB", "711", crossed=units("3UK Gale"))
    assert [amount(s, name, "13.5") for name in ("3UK", "6UK-AB", "711")] == [-1, 0, 0]
    s.do("roll 10 10", "roll 10")
    assert amount(s, "3UK", "13.5") == 0


@covers("13.5")
def test_only_the_last_step_counts_as_the_crossing() -> None:
    s = table({"25": "Dietrich 21Pz", "27": "51UK"}, Movement(by=GERMAN), active=GERMAN, allied="27")
    s.do("take 21Pz", "take Dietrich", "march 26")
    assert s.g.crossed == units("21Pz Dietrich")
    s.do("march 27")
    assert s.g.crossed == 0


@covers("13.6")
def test_a_unit_out_of_supply_loses_one_attacking_or_defending() -> None:
    s = battle("24", "Dempsey 50UK", "352", unsupplied=units("50UK 352"))
    assert [amount(s, name, "13.6") for name in ("50UK", "352")] == [-1, -1]
    assert [factor(s, name) for name in ("50UK", "352")] == [5, 4]


@covers("13.7")
def test_aircraft_help_as_many_allied_units_as_the_numbers_say() -> None:
    s = battle("24", "Dempsey 50UK 49UK 3UK", "352 243 77", weather=0)
    assert (s.decides, s.options()) == ("Allied", ["aid 50UK", "aid 49UK", "aid 3UK"])
    assert s.refusal("aid 352").rule == "13.7"
    s.do("aid 50UK")
    assert "aid 50UK" not in s.options()
    s.do("aid 3UK")
    assert [amount(s, name, "13.7") for name in ("50UK", "49UK", "3UK", "352")] == [1, 0, 1, 0]


@covers("13.7")
def test_aircraft_help_defenders_too_but_not_in_bad_weather() -> None:
    s = battle("24", "Dempsey 50UK", "Marcks 352", by=GERMAN, weather=0)
    assert amount(s, "50UK", "13.7") == 1
    s = battle("24", "Dempsey 50UK", "Marcks 352", by=GERMAN)
    assert amount(s, "50UK", "13.7") == 0


@covers("13.8")
@pytest.mark.parametrize(("region", "bonus"), [("U", 1), ("21", 1), ("27", 1), ("1", 1), ("24", 0), ("25", 0)])
def test_ships_help_two_allied_units_on_beaches_and_coasts(region: str, bonus: int) -> None:
    s = battle(region, "Dempsey 50UK", "352")
    assert amount(s, "50UK", "13.8") == bonus
    assert amount(s, "352", "13.8") == 0


@covers("13.8")
def test_of_three_units_on_a_beach_the_owner_picks_two() -> None:
    s = battle("U", "Dempsey 50UK 49UK 3UK", "352")
    s.do("aid 50UK", "aid 49UK")
    assert [amount(s, name, "13.8") for name in ("50UK", "49UK", "3UK")] == [1, 1, 0]


@covers("13.9")
def test_modifiers_add_up_and_each_names_its_rule() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", weather=0, landed=units("4US"), unsupplied=units("4US"))
    assert s.g.fight is not None
    entries = ledger(s.g, s.g.fight, s.unit("4US"))
    assert [(value, rule) for value, _what, rule in entries] == [
        (5, "3.2"), (-1, "13.4"), (-1, "13.6"), (1, "13.7"), (1, "13.8"), (1, "14.3"),
    ]  # fmt: skip
    assert factor(s, "4US") == 6
    assert explain(s.g, s.unit("4US")).startswith("US 4th Infantry: 6 = 5 combat factor (3.2), -1 landing (13.4)")
    assert s.g.fight.attacker == ALLIED
