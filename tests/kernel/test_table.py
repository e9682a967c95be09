"""Result tables as printed cards."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.loading import BadData, Faults
from bocage.kernel.table import ALWAYS, NEVER, Columns, Table, band, ladder, read_table, rung

CRT = """# provenance: printed
die,1-3,1-2,1-1,2-1,3-1
1,A1,A1,A1,EX,DR
2,A1,A1,EX,DR,DR
3,A1,EX,DR,DR,D1
"""
RESULTS = ("A1", "EX", "DR", "D1")


def table_from(folder: Path, text: str, kind: Columns = Columns.ODDS, results: tuple[str, ...] = RESULTS) -> Table:
    path = folder / "crt.csv"
    path.write_text(text, encoding="utf-8")
    return read_table(path, results, kind)


def faults_from(
    folder: Path, text: str, kind: Columns = Columns.ODDS, results: tuple[str, ...] = RESULTS
) -> list[tuple[int, str, str]]:
    with pytest.raises(BadData) as raised:
        table_from(folder, text, kind, results)
    return [(fault.row, fault.column, fault.what) for fault in raised.value.faults]


def test_a_cell_is_read_by_die_and_column(tmp_path: Path) -> None:
    table = table_from(tmp_path, CRT)
    assert table.columns == ("1-3", "1-2", "1-1", "2-1", "3-1")
    assert table.rows == (1, 2, 3)
    assert table.provenance == "printed"
    assert table.read(3, "1-2") == "EX"
    assert table.read(1, 4) == "DR"


@pytest.mark.parametrize(("row", "column"), [(0, 0), (4, 0), (1, -1), (1, 5), (1, "9-1")])
def test_nothing_is_read_beside_a_closed_card(tmp_path: Path, row: int, column: int | str) -> None:
    with pytest.raises(LookupError):
        table_from(tmp_path, CRT).read(row, column)


def test_a_card_open_at_its_ends_takes_any_die(tmp_path: Path) -> None:
    table = table_from(
        tmp_path,
        "# provenance: printed\ndie,Clear,City\n<=1,-,-\n2-4,-,held\n5+,held,held\n",
        Columns.NAMES,
        ("-", "held"),
    )
    assert table.rows == (1, 2, 3, 4, 5)
    assert [table.read(die, "City") for die in (-3, 1, 2, 4, 5, 9)] == [
        "-",
        "-",
        "held",
        "held",
        "held",
        "held",
    ]


def test_a_column_off_the_card_stops_at_its_end_and_says_how_far_beyond_it_was(tmp_path: Path) -> None:
    table = table_from(tmp_path, CRT)
    assert table.clamp(3) == (3, 0)
    assert table.clamp(-1) == (0, -1)
    assert table.clamp(6) == (4, 2)


@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (26, 9, "2-1"),
        (15, 4, "3-1"),
        (11, 12, "1-2"),
        (14, 17, "1-2"),
        (33, 10, "3-1"),
        (18, 8, "2-1"),
        (1, 1, "1-1"),
        (1, 3, "1-3"),
        (10, 31, "1-4"),
        (Fraction(7, 2), Fraction(7, 4), "2-1"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int | Fraction, defence: int | Fraction, name: str) -> None:
    assert rung(ladder(attack, defence)) == name


@given(st.integers(1, 400), st.integers(1, 400))
def test_a_rung_is_the_best_odds_that_the_strengths_reach(attack: int, defence: int) -> None:
    def value(position: int) -> Fraction:
        first, _, second = rung(position).partition("-")
        return Fraction(int(first), int(second))

    here = ladder(attack, defence)
    assert value(here) <= Fraction(attack, defence) < value(here + 1)


def test_no_strength_is_left_of_everything_and_no_defence_right_of_everything() -> None:
    assert ladder(0, 3) == NEVER
    assert ladder(3, 0) == ALWAYS


def test_columns_off_the_card_have_numbers_and_names(tmp_path: Path) -> None:
    table = table_from(tmp_path, CRT)
    assert table.place(10, 1) == 11
    assert table.title(11) == "10-1"
    assert table.place(1, 5) == -2
    assert table.title(-2) == "1-5"
    assert table.clamp(-2) == (0, -2)


def test_a_card_with_half_steps_places_odds_between_the_whole_ones(tmp_path: Path) -> None:
    table = table_from(tmp_path, "# provenance: printed\ndie,1-2,1-1,3-2,2-1,3-1\n1,A1,A1,EX,EX,DR\n")
    assert [table.title(table.place(a, 4)) for a in (1, 2, 4, 5, 6, 7, 8, 12, 16, 20)] == [
        "1-4", "1-2", "1-1", "1-1", "3-2", "3-2", "2-1", "3-1", "4-1", "5-1",
    ]  # fmt: skip


def test_named_columns_have_no_place_for_numbers(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        table_from(tmp_path, CRT, Columns.NAMES).place(1, 2)


def test_a_band_is_found_by_its_lowest_value() -> None:
    assert [band((-4, 0, 3), value) for value in (-5, -4, -1, 0, 2, 3, 50)] == [-1, 0, 0, 1, 1, 2, 2]


def test_every_fault_of_a_table_is_told_at_once(tmp_path: Path) -> None:
    text = "# provenance: printed\ndie,1-3,1/2,1-1\n1,A1,A1,\n2,A1,D9,DR\n2,A1,A1,A1\nsix,A1,A1,A1\n5,A1,A1,A1\n"
    assert faults_from(tmp_path, text) == [
        (2, "1/2", "the header should be odds such as 1-2 or 3-1"),
        (3, "1-1", 'unknown ""; a result is one of: A1, EX, DR, D1'),
        (4, "1/2", 'unknown "D9"; a result is one of: A1, EX, DR, D1'),
        (6, "die", '"six" should be a die result such as 3, 2-4, <=1 or 7+'),
        (5, "die", "2 is there twice"),
        (7, "die", "nothing for 3"),
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "# provenance: printed\ndie,1-1,1-2\n1,A1,A1\n",
            (2, "1-2", "the columns should rise from left to right"),
        ),
        ("# provenance: printed\ndie,1-1\n", (0, "", "the table has no rows")),
        ("# provenance: printed\ndie\n1\n", (2, "", "the table has no columns")),
        (
            "# provenance: printed\ndie,1-1\n1+,A1\n2,A1\n",
            (4, "die", "only the first and the last row may be open"),
        ),
        ("# provenance: printed\ndie,1-1\n4-2,A1\n", (3, "die", "the range runs backwards")),
        (
            "die,1-1\n1,A1\n",
            (0, "", 'no provenance: begin with "# provenance: printed | derived | reconstructed"'),
        ),
    ],
)
def test_a_table_that_could_be_misread_is_refused(tmp_path: Path, text: str, fault: tuple[int, str, str]) -> None:
    assert faults_from(tmp_path, text) == [fault]


def test_a_table_speaks_with_the_humblest_provenance_of_its_rows(tmp_path: Path) -> None:
    text = "# provenance: printed\ndie,1-1,provenance\n1,A1,\n2,A1,derived\n"
    assert table_from(tmp_path, text).provenance == "derived"
    assert table_from(tmp_path, text).columns == ("1-1",)


def test_a_caller_who_collects_faults_can_go_on(tmp_path: Path) -> None:
    faults = Faults()
    table = read_table(tmp_path / "none.csv", RESULTS, Columns.ODDS, faults)
    assert [fault.what for fault in faults] == ["no such file"]
    assert table.columns == ("-",)
