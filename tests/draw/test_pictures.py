"""Every registered game's picture: sound, complete, small enough, and the same every time."""

import hashlib
import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from bocage.draw import Layout, board_svg, map_svg, thumbnail_svg
from bocage.draw.picture import LAYERS
from bocage.draw.skins import SKINS, stylesheet
from bocage.games import all_games
from bocage.kernel.ids import Side
from bocage.kernel.spaces import each
from bocage.kernel.view import View

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 1_500_000
GAMES = sorted(all_games())


@pytest.fixture(scope="module", params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_map_is_well_formed_and_has_all_its_layers(name: str) -> None:
    root = ET.fromstring(board_svg(all_games()[name].board()))  # noqa: S314 - our own text
    classes = [group.get("class", "") for group in root.iter(f"{SVG}g")]
    assert {f"layer {layer}" for layer in LAYERS} <= set(classes)


def test_every_space_can_be_touched(name: str) -> None:
    board = all_games()[name].board()
    root = ET.fromstring(board_svg(board))  # noqa: S314
    layer = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "spaces")
    outlines = {polygon.get("data-space"): polygon.get("points", "") for polygon in layer.iter(f"{SVG}polygon")}
    wanted = {board.names[space] for space in each(board.all)}
    assert outlines.keys() == wanted
    assert all(len(points.split()) >= 4 for points in outlines.values())


def test_the_opening_position_shows_every_counter_that_lies_somewhere(name: str) -> None:
    game = all_games()[name]
    g = game.new()
    root = ET.fromstring(map_svg(game, g, Side(0)))  # noqa: S314
    drawn = [group for group in root.iter(f"{SVG}g") if group.get("class", "").startswith("counter ")]
    pieces = View(game, g, Side(0)).payload().pieces
    assert len(drawn) == len([piece for piece in pieces if piece.space in Layout(g.board).spots]) == len(pieces)


def test_a_picture_stays_small(name: str) -> None:
    game = all_games()[name]
    assert len(map_svg(game, game.new(), Side(0)).encode()) < LARGEST


def test_a_thumbnail_is_the_map_alone_and_light(name: str) -> None:
    board = all_games()[name].board()
    small = thumbnail_svg(board)
    ET.fromstring(small)  # noqa: S314
    assert len(small) < len(board_svg(board)) / 2
    assert "<text" not in small
    assert "<polygon" not in small
    assert "texture-" not in re.sub(r"<style.*?</style>", "", small)


def test_nothing_is_fetched_and_nothing_runs(name: str) -> None:
    picture = map_svg(all_games()[name])
    assert not re.search(r"<script|<image|<foreignObject|href=|@import|\son\w+=", picture)
    assert re.findall(r"https?://[^\"' ]+", picture) == ["http://www.w3.org/2000/svg"]


def test_every_class_has_a_rule(name: str) -> None:
    game = all_games()[name]
    picture = map_svg(game, game.new(), Side(0))
    used = {word for classes in re.findall(r'class="([^"]*)"', picture) for word in classes.split()}
    rules = set(re.findall(r"\.([a-z][\w-]*)", stylesheet("period")))
    structure = {"layer", "hit", "hex", "box", "area", "counter", "mark", "label", "legend", "cartouche", "compass"}
    structure |= {"scale-bar", "bocage", *LAYERS, "counters", "counter-name", "counter-factors", "counter-band"}
    prefixes = ("nation-", "side-", "mark-", "flag", "sign-", "skin-", "counter-", "port-name", "village-name")
    unknown = {word for word in used - rules - structure if not word.startswith(prefixes)}
    assert unknown <= {
        "crossroads-name",
        "battery-name",
        "fort-name",
        "hill-name",
        "airfield-name",
        "middle",
        "nato-text",
    }


def test_a_layout_is_plain_data_on_the_picture(name: str) -> None:
    layout = Layout(all_games()[name].board())
    data = json.loads(json.dumps(layout.payload()))
    for spot in data["spaces"].values():
        assert 0 <= spot["x"] <= data["width"]
        assert 0 <= spot["y"] <= data["height"]
        assert spot["kind"] in {"hex", "box", "area"}


def test_boxes_do_not_overlap(name: str) -> None:
    layout = Layout(all_games()[name].board())
    frames = [spot.polygon for spot in layout.spots.values() if spot.kind == "box"]
    for n, ((x, y), _, (right, bottom), _) in enumerate(frames):
        for (a, b), _, (c, d), _ in frames[:n]:
            assert c <= x + 0.01 or right <= a + 0.01 or d <= y + 0.01 or bottom <= b + 0.01


def test_the_same_picture_comes_out_whatever_the_hash_seed() -> None:
    code = (
        "import hashlib, bocage\nfrom bocage.draw import board_svg\n"
        "made = board_svg(bocage.game('tinybeach').board()) + board_svg(bocage.game('acrosstheworld').board())\n"
        "print(hashlib.sha256(made.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    games = all_games()
    made = board_svg(games["tinybeach"].board()) + board_svg(games["acrosstheworld"].board())
    assert found == {hashlib.sha256(made.encode()).hexdigest().encode() + b"\n"}


@pytest.mark.parametrize("skin", SKINS)
def test_every_skin_draws(skin: str) -> None:
    game = all_games()["tinybeach"]
    picture = map_svg(game, game.new(), Side(0), skin=skin)
    assert f"skin-{skin}" in picture
    assert "var(" not in picture


def test_a_page_with_its_own_stylesheet_gets_a_map_without_one() -> None:
    assert "<style" not in board_svg(all_games()["tinybeach"].board(), skin=None)


def test_an_unknown_skin_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match="period, clean, contrast"):
        board_svg(all_games()["tinybeach"].board(), skin="neon")


def test_numbers_can_be_left_out() -> None:
    board = all_games()["tinybeach"].board()
    assert "hexnumber" in re.sub(r"<style.*?</style>", "", board_svg(board))
    assert "hexnumber" not in re.sub(r"<style.*?</style>", "", board_svg(board, numbers=False))
