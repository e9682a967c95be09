"""SVG as text: elements, numbers and path data, nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from bocage.kernel.grid import Point

__all__ = ["element", "group", "moved", "number", "points", "polygon_path", "text"]


def number(value: float) -> str:
    """A coordinate to a tenth of a unit, as short as it can be written."""
    short = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if short in {"-0", ""} else short


def element(name: str, *inside: str, **attributes: object) -> str:
    """One element. `class_` becomes class, an underscore a hyphen; None and "" leave an attribute out."""
    written = []
    for key, value in attributes.items():
        if value is None or value == "":
            continue
        shown = number(value) if isinstance(value, float) else str(value)
        written.append(f' {key.rstrip("_").replace("_", "-")}="{escape(shown)}"')
    body = "".join(inside)
    return f"<{name}{''.join(written)}>{body}</{name}>" if body else f"<{name}{''.join(written)}/>"


def group(class_: str, *inside: str, **attributes: object) -> str:
    """A group of one class."""
    return element("g", *inside, class_=class_, **attributes)


def text(x: float, y: float, words: str, **attributes: object) -> str:
    """Words at a point."""
    return element("text", escape(words, quote=False), x=float(x), y=float(y), **attributes)


def moved(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """A transform: to a point, then turned by degrees, then scaled."""
    parts = [f"translate({number(x)} {number(y)})"]
    if turn:
        parts.append(f"rotate({number(turn)})")
    if scale != 1.0:
        parts.append(f"scale({scale:.4g})")
    return " ".join(parts)


def points(corners: Iterable[Point]) -> str:
    """The points attribute of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


def polygon_path(corners: Sequence[Point]) -> str:
    """A closed outline of straight lines as path data."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "Z"
