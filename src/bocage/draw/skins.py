"""Skins: one block of custom properties each, and the rules that use them.

A page links `base.css` and the skins, and puts `skin-period` (or another) on the picture or on its body; a picture
that must stand alone carries both in a style element.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bocage.draw.svg import element

__all__ = ["SKINS", "alone", "page_css", "properties", "style", "stylesheet"]

HERE = Path(__file__).parent / "skins"
SKINS = ("period", "clean", "contrast")


@cache
def stylesheet(skin: str) -> str:
    """The rules and one skin's colours."""
    if skin not in SKINS:
        raise ValueError(f"there is no skin {skin!r}; choose from: {', '.join(SKINS)}")
    return (HERE / f"{skin}.css").read_text(encoding="utf-8") + (HERE / "base.css").read_text(encoding="utf-8")


@cache
def page_css() -> str:
    """Every skin and the rules, for a page that shows pictures without a style of their own."""
    skins = "".join((HERE / f"{skin}.css").read_text(encoding="utf-8") for skin in SKINS)
    return skins + (HERE / "base.css").read_text(encoding="utf-8")


@cache
def style(skin: str) -> str:
    """A skin as an element for a picture that stands alone.

    Colours are written out, because not every program that shows SVG knows custom properties, and the rules
    hold only inside pictures of this skin, because style elements in a page are shared by all of it.
    """
    stylesheet(skin)  # refuses an unknown one
    rules = (HERE / "base.css").read_text(encoding="utf-8")
    while "/*" in rules:
        before, _, rest = rules.partition("/*")
        rules = before + rest.partition("*/")[2]
    known = properties(skin)
    rules = re.sub(r"var\((--[\w-]+)\)", lambda found: known[found[1]], " ".join(rules.split()))
    rules = re.sub(r"\.bocage(?= )", f".skin-{skin}", rules)
    return element("style", rules.replace("; }", "}").replace(": ", ":"))


def alone(drawn: str, label: str, skin: str | None) -> str:
    """A counter or a marker as a picture of its own; without a skin it carries no colours."""
    return element(
        "svg",
        style(skin) if skin else "",
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 100 100",
        class_=f"bocage skin-{skin}" if skin else "bocage",
        role="img",
        aria_label=label,
    )


def properties(skin: str) -> dict[str, str]:
    """The custom properties that a skin defines."""
    text = (HERE / f"{skin}.css").read_text(encoding="utf-8")
    lines = [line.strip().rstrip(";") for line in text.splitlines() if line.strip().startswith("--")]
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
