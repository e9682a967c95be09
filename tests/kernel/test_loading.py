"""Data files: typed records out, every fault told at once."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest

from bocage.kernel.loading import BadData, Faults, Provenance, check_pack, find, read_csv, read_sheet, read_toml

Steps = Annotated[int, msgspec.Meta(ge=1, le=3)]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    side: Literal["allied", "german"]
    steps: Steps
    strength: Fraction = Fraction(0)
    armour: bool = False
    boxes: tuple[str, ...] = ()
    formation: str = ""
    turn: int | None = None
    provenance: Provenance = "printed"


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    hexes: list[str]
    width: int = 1
    provenance: Provenance


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    columns: int
    rows: int


class Map(msgspec.Struct, frozen=True, kw_only=True):
    grid: Frame
    side: list[Feature] = []
    legend: dict[str, str] = {}


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def faults_of(path: Path, kind: type[msgspec.Struct] = Counter) -> list[tuple[int, str, str]]:
    faults = Faults()
    if path.suffix == ".csv":
        read_csv(path, kind, faults)
    else:
        read_toml(path, kind, faults)
    return [(fault.row, fault.column, fault.what) for fault in faults]


def test_a_good_file_gives_one_typed_record_per_row(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "units.csv",
        "# provenance: printed\n"
        "id,side,steps,strength,armour,boxes,turn\n"
        "505/82,allied,2,7/2,no,a b c,\n"
        "# a comment between the rows\n"
        "\n"
        "1057/91,german,1,4,yes,,3\n",
    )
    assert read_csv(path, Counter) == [
        Counter(id="505/82", side="allied", steps=2, strength=Fraction(7, 2), boxes=("a", "b", "c")),
        Counter(id="1057/91", side="german", steps=1, strength=Fraction(4), armour=True, turn=3),
    ]


def test_items_that_hold_blanks_are_divided_by_semicolons(tmp_path: Path) -> None:
    path = write(tmp_path, "u.csv", "# provenance: printed\nid,side,steps,boxes\na,allied,1,In Britain; At Sea\n")
    assert read_csv(path, Counter)[0].boxes == ("In Britain", "At Sea")


def test_every_fault_is_told_in_one_pass_with_row_and_column(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "units.csv",
        "# provenance: printed\n"
        "id,side,stepz,armour,turn\n"
        "a,allied,1,maybe,\n"
        "b,axis,2,no,soon\n"
        "a,german,1,no\n"
        "a,german,1,no,2\n",
    )
    assert faults_of(path) == [
        (5, "", "4 cells under 5 columns"),
        (2, "stepz", 'unknown "stepz" (did you mean "steps"?) column'),
        (2, "steps", "the column is missing"),
        (3, "armour", '"maybe" should be yes or no'),
        (4, "side", '"axis" should be one of: allied, german'),
        (4, "turn", '"soon" should be a whole number'),
        (6, "id", '"a" is already in row 3'),
    ]


@pytest.mark.parametrize("cell", ["0", "4", "1.5", "two", ""])
def test_a_number_outside_its_bounds_is_refused_with_the_bounds(tmp_path: Path, cell: str) -> None:
    path = write(tmp_path, "u.csv", f"# provenance: printed\nid,side,steps\nx,allied,{cell}\n")
    shown = f'"{cell}" should be' if cell else "empty; it should be"
    assert faults_of(path) == [(3, "steps", f"{shown} a whole number (at least 1, at most 3)")]


def test_the_message_names_file_row_and_column(tmp_path: Path) -> None:
    path = write(tmp_path, "u.csv", "# provenance: printed\nid,side,steps\nx,allied,9\n")
    with pytest.raises(BadData) as raised:
        read_csv(path, Counter)
    assert str(raised.value) == (
        f'1 fault in the data:\n  {path}, row 3, column steps: "9" should be a whole number (at least 1, at most 3)'
    )


def test_a_long_list_of_faults_is_cut_at_fifty_and_counted(tmp_path: Path) -> None:
    rows = "".join(f"u{i},allied,9\n" for i in range(73))
    path = write(tmp_path, "u.csv", "# provenance: printed\nid,side,steps\n" + rows)
    with pytest.raises(BadData) as raised:
        read_csv(path, Counter)
    lines = str(raised.value).splitlines()
    assert lines[0] == "73 faults in the data:"
    assert len(lines) == 52
    assert lines[-1] == "  ... and 23 more"


def test_a_row_takes_the_provenance_of_its_file_unless_it_has_its_own(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "u.csv",
        "# Order of battle\n# provenance: reconstructed\nid,side,steps,provenance\na,allied,1,\nb,allied,1,printed\n",
    )
    assert [row.provenance for row in read_csv(path, Counter)] == ["reconstructed", "printed"]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "id,side,steps\n",
            (0, "", 'no provenance: begin with "# provenance: printed | derived | reconstructed"'),
        ),
        (
            "# provenance: guessed\nid,side,steps\n",
            (1, "", 'provenance "guessed" is not one of: printed, derived, reconstructed'),
        ),
        ("id,side,steps,provenance\na,allied,1,\n", (2, "provenance", "no provenance here nor for the file")),
        (
            "# provenance: printed\nid,side,steps,provenance\na,allied,1,hearsay\n",
            (3, "provenance", 'provenance "hearsay" is not one of: printed, derived, reconstructed'),
        ),
    ],
)
def test_a_file_without_a_known_provenance_is_refused(tmp_path: Path, text: str, fault: tuple[int, str, str]) -> None:
    assert faults_of(write(tmp_path, "u.csv", text)) == [fault]


def test_references_to_ids_that_nobody_has_are_faults(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "u.csv",
        "# provenance: printed\nid,side,steps,formation,boxes\na,allied,1,82nd,x z\nb,allied,1,28nd,\nc,german,1,,\n",
    )
    faults = Faults()
    read_csv(path, Counter, faults, references={"formation": {"82nd", "101st"}, "boxes": {"x", "y"}})
    assert [(f.row, f.column, f.what) for f in faults] == [
        (4, "formation", 'unknown "28nd" (did you mean "82nd"?)'),
        (3, "boxes", 'unknown "z"'),
    ]


def test_references_within_a_file_can_be_checked_afterwards(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "u.csv",
        "# provenance: printed\nid,side,steps,formation\na,allied,7,\nb,allied,1,a\nc,german,1,q\n",
    )
    faults = Faults()
    rows = read_csv(path, Counter, faults)
    rows.refer("formation", rows.keys, faults)
    assert [(f.row, f.column) for f in faults] == [(3, "steps"), (5, "formation")]


def test_several_columns_can_make_the_key(tmp_path: Path) -> None:
    path = write(tmp_path, "u.csv", "# provenance: printed\nid,side,steps\na,allied,1\na,german,1\na,allied,2\n")
    faults = Faults()
    read_csv(path, Counter, faults, key=("id", "side"))
    assert [(f.row, f.column, f.what) for f in faults] == [(5, "id + side", '"a allied" is already in row 3')]


@pytest.mark.parametrize(
    ("content", "row", "what"),
    [
        (
            b"# provenance: printed\nid\nCaf\xe9\n",
            3,
            "the text is not UTF-8; save the file with that encoding",
        ),
        (b"", 0, "the file has no header row"),
        (b'# provenance: printed\nid,side,steps\n"a,allied,1\n', 3, "broken quotes: unexpected end of data"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(tmp_path: Path, content: bytes, row: int, what: str) -> None:
    path = tmp_path / "u.csv"
    path.write_bytes(content)
    assert faults_of(path) == [(row, "", what)]


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    assert faults_of(tmp_path / "u.csv") == [(0, "", "no such file")]
    assert faults_of(tmp_path / "m.toml", Map) == [(0, "", "no such file")]


def test_the_same_column_twice_is_a_fault(tmp_path: Path) -> None:
    path = write(tmp_path, "u.csv", "# provenance: printed\nid,side,steps,steps\n")
    assert faults_of(path) == [(2, "steps", "the column is there twice")]


def test_what_a_record_itself_refuses_is_told_with_its_row(tmp_path: Path) -> None:
    class Band(msgspec.Struct, frozen=True):
        low: int
        high: int

        def __post_init__(self) -> None:
            if self.low > self.high:
                raise ValueError("low is over high")

    path = write(tmp_path, "b.csv", "# provenance: derived\nlow,high\n1,2\n3,2\n")
    assert faults_of(path, Band) == [(4, "", "low is over high")]


def test_a_sheet_keeps_text_and_line_numbers(tmp_path: Path) -> None:
    path = write(tmp_path, "t.csv", '# provenance: printed\nroll, 1-2 ,"2-1"\n# note\n1,A1,D1\n')
    sheet = read_sheet(path, Faults())
    assert sheet is not None
    assert sheet.header == ["roll", "1-2", "2-1"]
    assert [(line.number, line.cells) for line in sheet.lines] == [(4, ["1", "A1", "D1"])]
    assert sheet.provenance == "printed"


GOOD_MAP = """
provenance = "reconstructed"
[grid]
columns = 3
rows = 2
[legend]
"~" = "sea"
[[side]]
kind = "river"
hexes = ["0101", "0102"]
[[side]]
kind = "dike"
hexes = []
provenance = "printed"
"""


def test_sections_inherit_the_provenance_of_the_file(tmp_path: Path) -> None:
    made = read_toml(write(tmp_path, "m.toml", GOOD_MAP), Map)
    assert made.grid == Frame(columns=3, rows=2)
    assert [(s.kind, s.provenance) for s in made.side] == [("river", "reconstructed"), ("dike", "printed")]


def test_every_misfit_of_a_toml_file_is_told_with_its_place(tmp_path: Path) -> None:
    text = """provenance = "printed"
colour = "red"
[grid]
columns = "three"
[[side]]
kind = "river"
hexes = ["0101", 102]
[[side]]
kind = 5
width = 1.5
provenance = "rumour"
[legend]
"~" = 1
"""
    assert faults_of(write(tmp_path, "m.toml", text), Map) == [
        (2, "colour", "unknown key; known here: grid, side, legend"),
        (4, "grid.columns", '"three" should be a whole number'),
        (3, "grid.rows", "missing"),
        (7, "side[1].hexes[2]", "102 should be a text"),
        (11, "side[2].provenance", 'provenance "rumour" is not one of: printed, derived, reconstructed'),
        (9, "side[2].kind", "5 should be a text"),
        (10, "side[2].width", "1.5 should be a whole number"),
        (8, "side[2].hexes", "missing"),
        (13, "legend.~", "1 should be a text"),
    ]


def test_sections_declared_as_extra_are_left_alone(tmp_path: Path) -> None:
    path = write(tmp_path, "m.toml", GOOD_MAP + "[tides]\nhigh = 3\n")
    with pytest.raises(BadData, match="unknown key"):
        read_toml(path, Map)
    assert read_toml(path, Map, extra=["tides"]).grid.rows == 2


def test_broken_toml_is_one_clear_line(tmp_path: Path) -> None:
    ((row, column, what),) = faults_of(write(tmp_path, "m.toml", 'provenance = "printed"\n[grid\n'), Map)
    assert (row, column) == (2, "")
    assert what.startswith("not TOML: ")


def test_a_toml_file_without_provenance_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, "m.toml", "[grid]\ncolumns=1\nrows=1\n")
    assert faults_of(path, Map) == [
        (0, "", 'no provenance: begin with provenance = "printed | derived | reconstructed"')
    ]


def test_a_players_pack_goes_before_our_data(tmp_path: Path) -> None:
    ours, pack = tmp_path / "data", tmp_path / "pack"
    write(ours, "units.csv", "ours")
    write(ours, "scenarios/d-day.toml", "ours")
    mine = write(pack, "scenarios/d-day.toml", "mine")
    assert find(ours, pack, "scenarios/d-day.toml") == mine
    assert find(ours, pack, "units.csv") == ours / "units.csv"
    assert find(ours, None, "units.csv") == ours / "units.csv"


def test_a_file_of_a_pack_that_stands_for_nothing_is_a_fault(tmp_path: Path) -> None:
    ours, pack = tmp_path / "data", tmp_path / "pack"
    write(ours, "units.csv", "")
    write(pack, "unit.csv", "")
    write(pack, "README.md", "")
    write(pack, "units.csv", "")
    faults = Faults()
    check_pack(ours, pack, faults)
    check_pack(ours, tmp_path / "nowhere", faults)
    assert [(f.file, f.what) for f in faults] == [
        (
            str(pack / "unit.csv"),
            'unknown "unit.csv" (did you mean "units.csv"?): the game reads no such file',
        ),
        (str(tmp_path / "nowhere"), "no such directory of data"),
    ]
