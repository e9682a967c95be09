"""The data files: totals, facts that the rulebook states, and clear faults."""

from pathlib import Path

import pytest
from tests.counting import totals
from tests.games.darksummer.support import GAME

from bocage.games.darksummer.board import load
from bocage.games.darksummer.sides import Army
from bocage.kernel.loading import BadData
from bocage.kernel.spaces import each


def test_the_counters_add_up() -> None:
    board = GAME.board()
    assert len(board.units) == 267
    by_type = {kind: sum(1 for unit in board.units if unit.type == kind) for kind in {u.type for u in board.units}}
    assert by_type["strongpoint"] == sum(board.hidden["strongpoint"].values()) == 20
    assert by_type["ost"] == sum(board.hidden["ost"].values()) == 6
    assert by_type["flak"] == 4
    assert board.hidden["ost"][0] == 1
    # 2.5, 5.1: five German battalions besides Tigers and Ost start in the area, two of them with a division.
    small = [
        u for u in board.units if u.army is Army.GERMAN and u.size == "battalion" and u.type not in ("tiger", "ost")
    ]
    assert len(small) == 5
    assert sum(1 for unit in small if unit.division) == 2


def test_every_counter_starts_where_it_may_stand() -> None:
    board = GAME.board()
    for unit in board.units:
        assert board.all >> unit.start & 1
        if board.hexes >> unit.start & 1 and not unit.wave:
            assert board.atlas.passable >> unit.start & 1, unit.name


def test_the_map_is_as_the_rulebook_numbers_it() -> None:
    board = GAME.board()
    found = totals(board)
    assert found["hexes"] == 53 * 28 + 27
    assert found["terrain city"] == 6
    assert board.atlas.caen.bit_count() == 3
    pairs = [("3203", "3303"), ("4003", "4102"), ("4102", "4203"), ("4203", "4302")]
    assert all(board.space(b) in board.neighbours[board.space(a)] for a, b in pairs)
    assert [board.names[s] for s in each(board.atlas.w_hexes)] == ["2727", "2628", "2828"]
    assert len(board.atlas.approach_of) == 9


def test_nine_chits_of_weather_and_nine_in_the_cup_of_turn_1() -> None:
    board = GAME.board()
    assert sum(row.chits for row in board.weather.values()) == 9
    row = board.chits["Showers"]
    assert row.german + row.us + row.british_move + row.british_combat + row.british_choice == 9


def test_the_combat_table_only_gets_better() -> None:
    order = ("AL2", "AL1", "BL1", "EX", "DR", "DR*", "DE")
    table = GAME.board().crt
    for die in table.rows:
        row = [order.index(table.read(die, column)) for column in range(len(table.columns))]
        assert row == sorted(row)


def test_a_corrected_pack_replaces_a_file_and_its_faults_are_told(tmp_path: Path) -> None:
    (tmp_path / "crt.csv").write_text("# provenance: printed\ndie,1-1\n1,AL9\n", encoding="utf-8")
    with pytest.raises(BadData, match="AL9"):
        load(tmp_path)
    (tmp_path / "crt.csv").unlink()
    (tmp_path / "chits.csv").write_text(
        "# provenance: printed\n"
        "weather,german,reaction,us,british_move,british_combat,british_choice,us_each,german_combat\n"
        "Sun,3,1,4,2,2,0,2,1\n",
        encoding="utf-8",
    )
    with pytest.raises(BadData, match="no row for Cloud"):
        load(tmp_path)
