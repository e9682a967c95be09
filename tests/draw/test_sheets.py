"""Each game's `draw.toml` speaks of things that are on its map, and of pencils that there are."""

from pathlib import Path

import pytest

from bocage.draw.features import SIGNED
from bocage.draw.legend import SHOWN_ROADS, SHOWN_SIDES
from bocage.draw.sheet import (
    HEXSIDES,
    PLACES,
    ROADS,
    TAGS,
    TERRAIN,
    TERRAIN_STYLES,
    Sheet,
    TagStyle,
    read_sheet,
    sheet_of,
)
from bocage.games import all_games
from bocage.kernel.board import Board, Geography

GAMES = sorted(all_games())
SIDES = {*SHOWN_SIDES, "sea", ""}


@pytest.mark.parametrize("name", GAMES)
def test_a_sheet_fits_its_map(name: str) -> None:
    board = all_games()[name].board()
    sheet = sheet_of(board)
    assert sheet.title
    assert sheet.terrain.keys() <= board.of_terrain.keys()
    assert sheet.hexsides.keys() <= board.sides.keys()
    assert sheet.roads.keys() <= board.roads.keys()
    assert sheet.tags.keys() <= board.tags.keys()
    assert {*sheet.large_boxes, *sheet.armies} <= set(board.names)
    assert set(sheet.terrain.values()) <= set(TERRAIN_STYLES)
    assert set(sheet.hexsides.values()) <= SIDES
    assert set(sheet.roads.values()) <= set(SHOWN_ROADS)
    assert {style.style for style in sheet.tags.values()} <= {*SIGNED, ""}


@pytest.mark.parametrize("name", GAMES)
def test_nothing_on_a_map_is_forgotten(name: str) -> None:
    board = all_games()[name].board()
    sheet = sheet_of(board)
    for kind in board.of_terrain:
        assert kind in TERRAIN_STYLES or kind in TERRAIN or kind in sheet.terrain, (
            f"say in draw.toml how {kind} is drawn"
        )
    for kind in board.sides:
        assert sheet.hexside_style(kind) or kind in sheet.hexsides, f"say in draw.toml how {kind} is drawn"


def test_defaults_lead_to_pencils() -> None:
    assert set(TERRAIN.values()) <= set(TERRAIN_STYLES)
    assert set(HEXSIDES.values()) <= SIDES
    assert set(ROADS.values()) <= set(SHOWN_ROADS)
    assert set(TAGS.values()) <= set(SIGNED)
    assert not set(PLACES) & set(PLACES.values()) - {"wood"}


def test_a_numbered_beach_is_labelled_with_its_number() -> None:
    assert Sheet().tag_style("beach-12") == TagStyle("beach", label="12")
    assert Sheet().tag_style("secret-meeting") == TagStyle()


def test_a_board_without_a_game_has_an_empty_sheet() -> None:
    assert sheet_of(Board(Geography())) == Sheet()


def test_a_wrong_sheet_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "draw.toml"
    wrong.write_text("titel = 'x'\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"draw\.toml.*titel"):
        read_sheet(wrong)
