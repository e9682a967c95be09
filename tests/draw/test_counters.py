"""Counters and markers."""

import re
from xml.etree import ElementTree as ET

import pytest

from bocage.draw import counter_svg, mark_svg
from bocage.draw.counters import FLAGS, FRONTS
from bocage.draw.marks import SIGNS
from bocage.draw.symbols import ALIASES, SYMBOLS
from bocage.games import all_games
from bocage.games.tinybeach.sides import BELLIGERENTS
from bocage.kernel.ids import Side
from bocage.kernel.view import Mark, Piece, View

WANTED = [
    *("infantry", "armour", "mechanised", "motorised", "recon", "cavalry", "artillery", "antitank", "assault-gun"),
    *("antiaircraft", "engineer", "airborne", "glider", "commando", "ranger", "headquarters", "supply"),
    *(
        "fortification",
        "bunker",
        "leader",
        "naval",
        "air",
        "ost",
        "security",
        "bicycle",
        "rocket",
        "marine",
        "training",
    ),
]


def piece(**fields: object) -> Piece:
    return Piece(**{"space": "0101", "side": 0, "unit": "Able", "name": "Able", **fields})  # type: ignore[arg-type]


def texts(svg: str) -> list[str]:
    root = ET.fromstring(svg)  # noqa: S314
    return [found.text or "" for found in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("symbol", WANTED)
def test_every_agreed_symbol_is_drawn(symbol: str) -> None:
    assert symbol in SYMBOLS
    ET.fromstring(counter_svg(piece(symbol=symbol)))  # noqa: S314


def test_no_two_symbols_look_alike() -> None:
    alike = {"assault-gun": "armoured-artillery", "cavalry": "recon"}
    drawn = {name: parts for name, parts in SYMBOLS.items() if name not in alike}
    assert len(set(drawn.values())) == len(drawn)


def test_aliases_lead_to_symbols() -> None:
    assert set(ALIASES.values()) <= SYMBOLS.keys()
    assert not ALIASES.keys() & SYMBOLS.keys()


@pytest.mark.parametrize("name", sorted(all_games()))
def test_every_counter_of_every_game_has_a_symbol(name: str) -> None:
    game = all_games()[name]
    for side in range(len(game.sides)):
        for shown in View(game, game.new(), Side(side)).payload().pieces:
            assert shown.symbol in SYMBOLS or shown.symbol in ALIASES, shown.symbol


def test_an_unknown_symbol_is_written_out() -> None:
    assert "zeppel" in texts(counter_svg(piece(symbol="zeppelin")))


def test_a_counter_shows_size_name_and_factors() -> None:
    shown = texts(counter_svg(piece(size="II", factors=("3", "4"))))
    assert {"II", "Able", "3-4"} <= set(shown)


def test_a_printed_letter_between_factors_stays() -> None:
    assert "2d4" in texts(counter_svg(piece(factors=("2", "d", "4"))))
    assert "7-4" in texts(counter_svg(piece(factors=("7", "-", "4"))))


def test_three_factors_stand_in_columns_and_armour_on_a_badge() -> None:
    svg = counter_svg(piece(factors=("6", "+1", "5", "r4")))
    assert {"6", "+1", "5", "4"} <= set(texts(svg))
    assert "badge-r" in svg


def test_an_identity_with_a_slash_stands_at_both_sides() -> None:
    assert {"1/914", "352"} <= set(texts(counter_svg(piece(name="1/914/352"))))


def test_a_reduced_counter_has_a_stripe_and_a_hollow_pip() -> None:
    svg = counter_svg(piece(steps=1, full=2), skin=None)
    assert "counter-stripe" in svg
    assert svg.count('class="pip lost"') == 1
    assert "counter-stripe" not in counter_svg(piece(steps=2, full=2), skin=None)


@pytest.mark.parametrize("flag", [*FLAGS, "out of supply", "something new"])
def test_flags_are_shown_and_spoken(flag: str) -> None:
    svg = counter_svg(piece(flags=(flag,)), skin=None)
    assert "flag-disc" in svg
    assert flag in svg


def test_a_hidden_counter_says_nothing_of_itself() -> None:
    svg = counter_svg(Piece(space="0101", side=1, symbol="unknown", factors=("9", "9")), side=BELLIGERENTS[1])
    assert texts(svg)[0] == "?"
    assert "9" not in "".join(texts(svg))


def test_names_are_text_and_nothing_else() -> None:
    evil = '<script>alert("x")</script>&'
    svg = counter_svg(piece(name=evil, unit=evil, size=evil, band=evil, flags=(evil,), nation=evil, factors=(evil,)))
    assert "<script" not in svg
    ET.fromstring(svg)  # noqa: S314


def test_the_more_lines_of_water_lie_over_a_beach_the_higher_the_tide() -> None:
    tides = ("low", "rising", "falling", "average", "high", "high water")
    lines = [mark_svg(Mark("3821", "tide", tide), skin=None).count("q11.5") for tide in tides]
    assert lines == [0, 1, 1, 2, 3, 4]


@pytest.mark.parametrize("kind", ["control", "objective", "entrenchment", "improved-position", *SIGNS, "weather"])
def test_markers_are_drawn(kind: str) -> None:
    svg = mark_svg(Mark(space="0101", kind=kind, text="3 VP", side=1), side=BELLIGERENTS[1])
    root = ET.fromstring(svg)  # noqa: S314
    assert kind.replace("-", " ") in root.get("aria-label", "")


def test_control_is_told_by_the_flag_as_well_as_the_colour() -> None:
    allied, german = (
        re.sub(r"<style.*?</style>|<title.*?</title>", "", mark_svg(Mark("0101", "control", side=0), side=side))
        for side in BELLIGERENTS
    )
    assert re.findall(r' d="[^"]*"', allied) != re.findall(r' d="[^"]*"', german)


@pytest.mark.parametrize("facing", FRONTS)
def test_a_facing_is_a_bar_at_that_edge_and_a_word(facing: str) -> None:
    drawn = counter_svg(piece(facing=facing, mode="movement"), skin=None)
    found = re.search(r'd="([^"]+)" class="counter-front"', drawn)
    assert found is not None
    across, down = {*map(int, re.findall(r"[MH](\d+)", found[1]))}, {*map(int, re.findall(r"(?:V| )(\d+)", found[1]))}
    edges = {"N": min(down) == 2, "S": max(down) == 98, "E": max(across) == 98, "W": min(across) == 2}
    assert {edge for edge, touched in edges.items() if touched} == set(facing)
    assert f"movement mode, facing {facing}" in drawn
    assert "M" in texts(drawn)


def test_a_counter_without_facing_or_mode_has_no_bar() -> None:
    drawn = counter_svg(piece(), skin=None)
    assert "counter-front" not in drawn
    assert "mode" not in drawn
