from pathlib import Path

import pytest
from tests.counting import totals

from bocage.kernel.board import Board, Geography
from bocage.kernel.loading import BadData, Faults
from bocage.kernel.mapfile import read_map

GOOD = """
provenance = "derived"
[grid]
columns = 4
rows = 3
orientation = "flat"
shifted = "odd"
[grid.labels]
order = "column-row"
column = { style = "letters", first = 3, step = -1 }
row = { style = "number", first = 3, step = -1, width = 0 }
[fit]
scale = 2.5
origin = [1, 2.0]
[terrain]
legend = { "~" = "sea", "." = "clear" }
rows = ["~~~~", "... ", "...."]
[[side]]
kind = "river"
name = "Vire"
hexsides = ["D2/C2", "C2/C1"]
provenance = "printed"
[[road]]
kind = "primary"
hexes = ["D2", "C2", "B1"]
[[place]]
hex = "C2"
name = "Isigny"
[[tag]]
name = "beach"
hexes = ["D2", "C2"]
[[box]]
id = "Britain"
name = "In Britain"
[[link]]
kind = "sea"
between = ["Britain", "D3"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "map.toml"
    path.write_text(text, encoding="utf-8")
    return path


def faults_of(folder: Path, text: str, kind: type[Geography] = Geography) -> Faults:
    faults = Faults()
    assert (read_map(written(folder, text), kind, faults) is None) == bool(faults)
    return faults


def test_a_good_map_becomes_a_board(tmp_path: Path) -> None:
    geography = read_map(written(tmp_path, GOOD))
    board = Board(geography)
    assert board.between(board.space("D2"), board.space("C2")) == {"river"}
    assert board.road(board.space("B1"), board.space("C2")) == {"primary"}
    assert board.neighbours[board.space("Britain")] == (board.space("D3"),)
    assert board.tags["beach"] == board.set_of(["C2", "D2"])
    assert geography.fit == {"scale": 2.5, "origin": [1.0, 2.0]}


def test_a_section_inherits_the_provenance_of_the_file_unless_it_says_otherwise(tmp_path: Path) -> None:
    geography = read_map(written(tmp_path, GOOD))
    assert geography.provenance == geography.road[0].provenance == "derived"
    assert geography.side[0].provenance == "printed"


def test_totals_can_be_held_against_the_printed_map(tmp_path: Path) -> None:
    assert totals(Board(read_map(written(tmp_path, GOOD)))) == {
        "hexes": 11,
        "boxes": 1,
        "terrain clear": 7,
        "terrain sea": 4,
        "hexsides river": 2,
        "road primary": 2,
        "links sea": 1,
        "places town": 1,
    }


def test_every_fault_is_told_in_one_pass_with_its_line(tmp_path: Path) -> None:
    bad = (
        GOOD.replace('"D2/C2", "C2/C1"', '"D2/C2", "C2-C1", "D2/B2", "Z9/C2"')
        .replace('hexes = ["D2", "C2", "B1"]', 'hexes = ["D2", "B1", "A2"]')
        .replace('name = "Isigny"', 'nmae = "Isigny"')
        .replace('between = ["Britain", "D3"]', 'between = ["Britian", "D3"]')
    )
    told = [str(fault).split("map.toml, ")[1] for fault in faults_of(tmp_path, bad)]
    assert told == [
        "row 28, column place[1].nmae: unknown key; known here: hex, name, kind, provenance",
        "row 26, column place[1].name: missing",
        'row 37, column link[1].between[1]: unknown "Britian" (did you mean "Britain"?)',
        'row 21, column side[1].hexsides[2]: "C2-C1" should name the hexes on both sides, as in 0101/0102',
        "row 21, column side[1].hexsides[3]: D2 and B2 are not adjacent",
        'row 21, column side[1].hexsides[4]: unknown "Z9"',
        'row 25, column road[1].hexes[3]: "A2" is not on the map (the terrain leaves that hex blank)',
        "row 25, column road[1].hexes[2]: D2 and B1 are not adjacent",
    ]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('provenance = "derived"\n', "", "provenance of the map must be stated"),
        ("columns = 4", 'columns = "four"', "should be a whole number"),
        ("columns = 4", "columns = 0", "has no hexes"),
        ("columns = 4", "columns = 5", "labels go below zero"),
        ("columns = 4", "columns = 3", "4 characters; the grid has 3 columns"),
        ("rows = 3\n", "rows = 2\n", "3 rows; the grid has 2"),
        ('"... "', '".x. "', '"x" at position 2 is not in the legend'),
        ('"." = "clear"', '".." = "clear"', "a legend explains single characters"),
        ('hexes = ["D2", "C2", "B1"]', 'hexes = ["D2"]', "two hexes or more"),
        ('hex = "C2"', 'hex = "C9"', 'unknown "C9"'),
        ('hexes = ["D2", "C2"]\n[[box]]', 'hexes = ["D2", "QQ"]\n[[box]]', 'unknown "QQ"'),
        ('id = "Britain"', 'id = "In Britain"', "must be one word"),
        ('id = "Britain"', 'id = "D3"', "is the id of another space"),
        ('["Britain", "D3"]', '["D3", "D3"]', '"D3" is linked with itself'),
        ("[[tag]]", "[[tags]]", 'unknown "tags" (did you mean "tag"?) section'),
        ("[grid]", "[grid", "not TOML"),
        ('provenance = "printed"', 'provenance = "guessed"', '"guessed" is not one of'),
    ],
)
def test_a_slip_is_reported(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    faults = faults_of(tmp_path, GOOD.replace(old, new))
    assert any(complaint in str(fault) for fault in faults), [str(fault) for fault in faults]


def test_rows_of_hexes_need_a_grid(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, 'provenance = "printed"\n[terrain]\nrows = [".."]\n')
    assert [fault.what for fault in faults] == ["rows of hexes need a grid"]


def test_without_a_list_of_faults_a_bad_map_raises_them(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="did you mean"):
        read_map(written(tmp_path, GOOD.replace('id = "Britain"', 'id = "Britian"')))
    with pytest.raises(BadData, match="no such file"):
        read_map(tmp_path / "nowhere.toml")


def test_faults_found_before_do_not_spoil_a_good_map(tmp_path: Path) -> None:
    faults = Faults()
    faults.add("units.csv", "something else")
    assert read_map(written(tmp_path, GOOD), faults=faults) is not None
    assert len(faults) == 1


class Harbours(Geography, frozen=True, kw_only=True):
    mulberry: list[str]


def test_a_game_declares_sections_of_its_own_in_a_subclass(tmp_path: Path) -> None:
    own = GOOD.replace("[grid]", 'mulberry = ["D2"]\n[grid]', 1)
    assert read_map(written(tmp_path, own), Harbours).mulberry == ["D2"]
    assert [fault.what for fault in faults_of(tmp_path, own)] == ['unknown "mulberry" section']
    assert [fault.what for fault in faults_of(tmp_path, GOOD, Harbours)] == ["the section is missing"]


def test_areas_and_links_are_checked_too(tmp_path: Path) -> None:
    text = """
provenance = "printed"
[[area]]
id = "5"
name = "Caen"
terrain = "city"
at = [49.18, -0.37]
polygon = [[0, 0], [1, 0], [1, 1]]
[[area]]
id = "8"
name = "Bayeux"
[[link]]
kind = "river"
between = ["5", "8"]
[[road]]
kind = "rail"
hexes = ["5", "8"]
"""
    board = Board(read_map(written(tmp_path, text)))
    assert board.between(board.space("5"), board.space("8")) == {"river"}
    assert board.road(board.space("8"), board.space("5")) == {"rail"}
    assert [fault.what for fault in faults_of(tmp_path, text.replace('"5", "8"]', '"5", "9"]'))] == [
        'unknown "9"',
        'unknown "9"',
    ]
