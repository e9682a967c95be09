import pytest
from tests.games.acrosstheworld.support import BOARD, battle, new, table, units

from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.kernel.spaces import each
from bocage.testing import covers

SIX = "50UK 49UK 3UK 51UK 43UK 59UK"


@covers("3.1")
def test_combat_units_fight_support_and_leaders_do_not() -> None:
    assert BOARD.combat & units("4US 21Pz Bunker-Utah") == units("4US 21Pz Bunker-Utah")
    assert not BOARD.combat & units("US-Guns Bradley")
    assert BOARD.leaders & units("Bradley 4US") == units("Bradley")
    assert not BOARD.mobile & BOARD.bunkers


@covers("3.2")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("4US", (5, 5, 2, 2)), ("50UK", (5, 5, 2, 2)), ("3CA", (5, 6, 2, 2)), ("2US-DB", (6, 5, 3, 2)),
        ("Guards-DB", (6, 5, 3, 2)), ("8UK-Bde", (5, 5, 3, 1)), ("2CA-Bde", (5, 5, 3, 1)), ("82AB", (6, 8, 2, 1)),
        ("6UK-AB", (6, 8, 2, 1)), ("243", (4, 5, 2, 2)), ("709", (3, 4, 1, 1)), ("352", (5, 6, 2, 2)),
        ("91LL", (4, 5, 2, 1)), ("3FJ", (6, 8, 2, 2)), ("6FJ", (5, 8, 2, 1)), ("17SS", (5, 7, 3, 2)),
        ("21Pz", (6, 7, 3, 2)), ("12SS", (7, 8, 3, 2)), ("Lehr", (7, 7, 3, 2)), ("30Bde", (3, 5, 3, 1)),
        ("Bunker-Gold", (4, 5, 0, 1)),
    ],
)  # fmt: skip
def test_counters_carry_combat_morale_movement_and_steps(name: str, values: tuple[int, int, int, int]) -> None:
    unit = BOARD.units[BOARD.unit_ids[name]]
    assert (unit.combat, unit.morale, unit.movement, unit.steps) == values


LEADERS = """Montgomery 3 3; Bradley 2 2; Dempsey 2 2; Gerow 1 1; Collins 1 2; Bucknall 1 1; Crocker 1 1; Middleton 1 1;
Hodges 1 1; O'Connor 1 2; Haislip 1 1; Ridgway 1 2; Gale 1 2; Keller 1 1; Barton 1 1; Rommel 3 3; Dollmann 2 1;
Schweppenburg 1 2; Marcks 1 2; Dietrich 1 2; Schlieben 1 1; Feuchtinger 1 1"""


@covers("3.2")
def test_leaders_carry_stars_and_a_morale_value() -> None:
    listed = {words.split()[0]: tuple(map(int, words.split()[1:])) for words in LEADERS.split(";")}
    assert {u.id: (u.stars, u.morale) for u in BOARD.units if u.stars} == listed


@covers("3.3")
def test_any_number_of_counters_stands_in_ordinary_terrain() -> None:
    s = table({"24": SIX + " 53UK", "18": "15UK"}, Movement(by=ALLIED), allied="24 18")
    s.do("take 15UK", "march 24")
    assert s.at("15UK") == "24"


@covers("3.4")
def test_difficult_terrain_holds_six_combat_units_of_a_side() -> None:
    s = table({"20": SIX + " Bradley", "23": "53UK Dempsey"}, Movement(by=ALLIED), allied="20 23")
    s.do("take 53UK")
    assert s.refusal("march 20").rule == "3.4"
    assert "march 20" not in s.options()
    s.do("halt", "take Dempsey", "march 20")  # leaders do not count
    assert s.at("Dempsey") == "20"


@covers("3.4")
def test_the_sixth_unit_still_finds_room() -> None:
    s = table({"20": "50UK 49UK 3UK 51UK 43UK", "23": "53UK 59UK"}, Movement(by=ALLIED), allied="20 23")
    s.do("take 53UK", "march 20")
    assert s.at("53UK") == "20"
    s.do("take 59UK")
    assert s.refusal("march 20").rule == "3.4"


@covers("3.5")
def test_corps_artillery_helps_one_unit_and_neither_fires_nor_suffers() -> None:
    s = battle("24", "Dempsey 50UK 49UK UK-Guns", "352")
    assert s.options() == ["aid 50UK", "aid 49UK"]
    s.do("aid 49UK")
    # Combat factors 6 (5 and the leader) and 7: two dice, not three, and a 6 hits with the second.
    s.do("roll 7 6", "roll 1")
    assert s.options() == ["hit 50UK", "hit 49UK"]
    assert s.refusal("hit UK-Guns").rule == "12.7"
    s.do("hit 50UK")
    assert s.g.steps[s.unit("352")] == 1


@covers("3.6")
def test_the_allies_start_at_sea_and_in_the_air() -> None:
    g = new()
    ashore = [u.id for n, u in enumerate(BOARD.units) if u.side == ALLIED and g.space[n] not in (-1, BOARD.channel)]
    assert ashore == []
    assert g.here[BOARD.channel] == units(
        "Barton 4US 9US Gerow 1US 29US 2US 2US-DB US-Guns Dempsey 50UK 8UK-Bde 7UK-DB 49UK Montgomery UK-Guns "
        "Keller 3CA 2CA-Bde Crocker 3UK 27UK-Bde 51UK"
    )
    assert g.space[BOARD.unit_ids["82AB"]] == -1


@covers("3.7")
def test_all_of_normandy_is_german_and_the_garrison_stands_as_listed() -> None:
    g = new()
    assert g.allied == 0
    there = {BOARD.names[s]: g.here[s] for s in each(BOARD.regions) if s in g.here}
    assert there == {
        "U": units("Bunker-Utah"), "O": units("Bunker-Omaha-1 Bunker-Omaha-2 Bunker-Omaha-3"),
        "G": units("Bunker-Gold"), "J": units("Bunker-Juno 716"), "S": units("Bunker-Sword"),
        "1": units("Bunker-Cherbourg-1 Bunker-Cherbourg-2 Schlieben 709"), "6": units("91LL"), "4": units("243"),
        "9": units("6FJ"), "14": units("Dollmann Marcks 30Bde"), "17": units("352"),
        "25": units("Feuchtinger 21Pz"), "27": units("711"), "29": units("Dietrich"),
    }  # fmt: skip
    assert g.points == [0, 0]
    assert not any(g.combat_in(s, GERMAN) and g.combat_in(s, ALLIED) for s in g.here)
