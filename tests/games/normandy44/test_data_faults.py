"""A corrected data pack is read instead of ours, and everything wrong with it is told at once."""

from pathlib import Path

import pytest

from bocage.games.normandy44.board import DATA, load
from bocage.kernel.loading import BadData


def pack(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Path:
    text = (DATA / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_pack_corrects_one_file(tmp_path: Path) -> None:
    board = load(pack(tmp_path, "weather.csv", ("1,storm,3,", "1,storm,2,")))
    assert board.weather[1].german_supply == 2


def test_what_the_chart_says_of_hexsides_in_combat_is_what_counts(tmp_path: Path) -> None:
    ours = load(None).atlas
    edges = ours.halving
    assert ours.shifting == edges["major"] | edges["flooded"] == ours.no_armor
    assert set(ours.halved) == edges["major"] | edges["minor"] | edges["flooded"] | edges["airfield"]
    changed = pack(
        tmp_path,
        "hexsides.csv",
        ("minor,0,1,no,all,0,yes", "minor,0,1,no,none,1,no"),
        ("airfield,0,0,no,all", "airfield,0,0,no,none"),
    )
    theirs = load(changed).atlas
    assert theirs.shifting == edges["major"] | edges["flooded"] | edges["minor"] == theirs.no_armor
    assert set(theirs.halved) == edges["major"] | edges["flooded"]


def test_faults_of_several_files_come_together(tmp_path: Path) -> None:
    pack(tmp_path, "units_german.csv", ("125/21Pz,125/21Pz,german", "125/21Pz,125/21Pz,prussian"), (",1732,", ",9999,"),
         (",2028,", ",2915,"))  # fmt: skip
    pack(tmp_path, "crt.csv", ("1,A1,A1,A1,A1,A1/DR", "1,A1,A1,A1,A9,A1/DR"))
    pack(tmp_path, "weather.csv", ("6,clear", "5,clear"))
    pack(tmp_path, "map.toml", ('"2513/2613"', '"2513/2913"'), ('name = "utah"', 'name = "utopia"'))
    pack(tmp_path, "scenarios/cherbourg.toml", ('"100Pz", ', '"100Pz", "100Px", '))
    with pytest.raises(BadData) as raised:
        load(tmp_path)
    text = str(raised.value)
    files = {Path(fault.file).name for fault in raised.value.faults}
    assert {"units_german.csv", "crt.csv", "weather.csv", "map.toml", "cherbourg.toml"} <= files
    assert "prussian" in text
    assert '"A9"' in text
    assert '"100Px" (did you mean "100Pz"?)' in text
    assert "2513 and 2913 are not adjacent" in text


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("units_german.csv", ",6,,4,,1,,,5,,3,german-panzergrenadier", ",6,,4,,1,,,5,,3,", "go with a cadre"),
        ("units_german.csv", ",1732,1,", ",0101,1,", 'unknown "0101"'),
        ("units_german.csv", ",1732,1,", ",3913,1,", "3913 is in the sea"),
        ("units_allied.csv", "us-airborne,airborne,3,drop", "us-airborne,airborne,4,drop", "costs 3"),
        ("units_allied.csv", ",utah,", ",utopia,", 'unknown "utopia"'),
        ("units_allied.csv", "8/4,8/4,us", "1/914/352,8/4,us", "is a German counter too"),
        ("weather.csv", "1,storm,3,armor,0", "1,storm,3,armor,1", "a storm allows neither"),
        ("map.toml", 'name = "caen"', 'name = "rouen"', 'no hexes are tagged "caen"'),
        ("map.toml", 'kind = "airfield"\nname = "Carpiquet"', 'kind = "airstrip"\nname = "Carpiquet"', "airstrip"),
        ("map.toml", 'hex = "1032"', 'hex = "1033"', "places and terrain disagree on each town: 1032 1033"),
        ("scenarios/campaign.toml", "turns = 22", "turns = 23", "no turn 23"),
        ("hexsides.csv", "minor,0,1", "brook,0,0,no,none,0,yes,yes\nminor,0,1", 'unknown "brook"'),
        ("hexsides.csv", "minor,0,1", "mayor,0,0,no,none,0,yes,yes\nminor,0,1", '(did you mean "major"?)'),
        ("hexsides.csv", "minor,0,1,no,all,0,yes,yes", "minor,0,1,no,all,0,yes,no", "zones end at impassable"),
        ("hexsides.csv", "minor,0,1,no,all", "minor,0,1,no,allied", "only the perimeter halves Allies alone"),
        ("road_costs.csv", "primary,", "track,1,1,1\nprimary,", 'unknown "track"'),
        ("rp_costs.csv", "supply point,3", "fuel,1,printed\nsupply point,3", 'unknown "fuel"'),
        ("markers.csv", "naval,us", "submarine,us,2,,printed\nnaval,us", 'the game has no "submarine" of "us"'),
        ("markers.csv", "naval,us", "truck,us,2,,printed\nnaval,us", 'the game has no "truck" of "us"'),
        ("cadre_boxes.csv", "canadian,A-C,3,canadian-infantry", "canadian,A-C,3,us-armor", "no box serves"),
    ],
)  # fmt: skip
def test_each_slip_is_told(tmp_path: Path, name: str, old: str, new: str, complaint: str) -> None:
    with pytest.raises(BadData) as raised:
        load(pack(tmp_path, name, (old, new)))
    assert complaint in str(raised.value)


def test_a_file_that_the_game_does_not_read_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"units\.csv"):
        load(tmp_path)


def test_slips_of_every_chart_come_together(tmp_path: Path) -> None:
    pack(tmp_path, "units_german.csv", (",6,,4,,1,,,5,,3,", ",6,,4,,7,,,-5,,3,"), (",1431,1,", ",1431,99,"))
    pack(tmp_path, "weather.csv", ("4,clear,1,", "4,clear,-1,"))
    pack(tmp_path, "terrain.csv", ("bocage,1,1,3", "bocage,one,1,3"), ("woods,1,2,2", "woods,1,2,-2"))
    pack(tmp_path, "hexsides.csv", ("major,1,1", "mayor,1,1"), ("minor,0,1", "minor,0,1/7"))
    pack(tmp_path, "road_costs.csv", ("primary,1/2,1/3", "primary,1/0,1/3"))
    pack(tmp_path, "rp_costs.csv", ("supply point,3", "supply point,0"))
    pack(tmp_path, "markers.csv", ("truck,german,1", "lorry,german,1"), ("reserve,german,6", "reserve,german,-6"))
    pack(tmp_path, "turns.csv", ("\n5,", "\n55,"))
    pack(tmp_path, "cadre_boxes.csv", ("canadian,A-C,3,", "canadian,A-C,0,"))
    pack(tmp_path, "scenarios/cherbourg.toml", ("turn = 5", "turn = 50"))
    with pytest.raises(BadData) as raised:
        load(tmp_path)
    text = str(raised.value)
    for complaint in (
        "a movement allowance is 0 or more; troop quality runs from -2 to 2",
        "the turn track has no turn 99",
        "german_supply is below zero",
        '"one" is no cost in movement points',
        "a defensive bonus is 0 or more",
        'there is no row for "major"',
        '"1/7" is no cost',
        '"1/0" is no cost',
        "a landing costs 1 point or more",
        'there is no row for "truck" of "german"',
        "fewer than none",
        "without a gap",
        "a box at least",
        "would come on turn 50 of 12",
    ):
        assert complaint in text
