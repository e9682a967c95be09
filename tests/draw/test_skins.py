"""Skins: complete, alike in what they name, and readable."""

import re

import pytest

from bocage.draw.counters import BANDS, BODIES
from bocage.draw.skins import HERE, SKINS, properties, style
from bocage.games import all_games

RULES = (HERE / "base.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("skin", SKINS)
def test_a_skin_defines_every_property_that_is_used_and_no_other(skin: str) -> None:
    used = set(re.findall(r"var\((--[\w-]+)\)", RULES))
    assert properties(skin).keys() == used


def test_all_division_colours_are_there() -> None:
    assert {f"--band-{n}" for n in range(BANDS)} <= properties("period").keys()


@pytest.mark.parametrize("skin", SKINS)
def test_the_style_of_a_picture_leaves_other_pictures_alone(skin: str) -> None:
    selectors = re.findall(r"(?:^|})\s*([^{}]+)\{", style(skin).removeprefix("<style>"))
    for selector in selectors:
        assert all(part.strip().startswith(f".skin-{skin}") for part in selector.split(",")), selector


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("skin", SKINS)
def test_counters_can_be_read(skin: str) -> None:
    colours = properties(skin)
    for name, colour in colours.items():
        if name.startswith(("--nation-", "--side-")):
            ink = "--ss-ink" if name == "--nation-ss" else "--counter-ink"
            assert contrast(colours[ink], colour) >= 4.5, name
    assert contrast(colours["--counter-ink"], colours["--counter-symbol"]) >= 7


@pytest.mark.parametrize("skin", SKINS)
def test_names_can_be_read_on_every_ground(skin: str) -> None:
    colours = properties(skin)
    grounds = ("clear", "mixed", "bocage", "woods", "deep-woods", "marsh", "flooded", "beach", "sea-0", "sea-4", "halo")
    for ground in grounds:
        assert contrast(colours["--label"], colours[f"--{ground}"]) >= 4.5, ground
        assert contrast(colours["--number"], colours[f"--{ground}"]) >= 3.0, ground


def test_sides_differ_by_shape_and_colour_in_every_game() -> None:
    for game in all_games().values():
        assert len({side.shape for side in game.belligerents}) == len(game.belligerents)
        assert len({side.colour for side in game.belligerents}) == len(game.belligerents)
        assert {side.shape for side in game.belligerents} <= BODIES.keys()
