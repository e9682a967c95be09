"""Counters: body in the nation's colour, symbol, size, identity, division band, factors, steps and flags.

The side is told twice, by colour and by the shape of the body: the first side's counters have round corners,
the second's cut ones, further sides square ones. Every counter is drawn in a box of 100 x 100.
"""

from __future__ import annotations

from zlib import crc32

from bocage.draw.skins import style
from bocage.draw.svg import element, group, moved, text
from bocage.draw.symbols import symbol_svg
from bocage.kernel.view import Mark, Piece

__all__ = ["BANDS", "counter", "counter_svg", "mark"]

BANDS = 12
"""How many division colours a skin has: `--band-0` and on."""

BODIES = (
    "M14 2H86Q98 2 98 14V86Q98 98 86 98H14Q2 98 2 86V14Q2 2 14 2Z",
    "M13 2H87L98 13V87L87 98H13L2 87V13Z",
    "M2 2H98V98H2Z",
)
STATUS: dict[str, str] = {
    "moved": "M-6-5L2 0L-6 5ZM0-5L8 0L0 5Z",
    "fought": "M-6 6L6-6M-6-6L6 6",
    "disrupted": "M-2-8H4L0-1H5L-4 8L-1 1H-5Z",
    "unsupplied": "M-5-7H5L3 7H-3ZM-8 8L8-8",
    "reserve": "M-6 7V-7H5V0H-6",
    "concealed": "M-8 0Q0-8 8 0Q0 8-8 0ZM-2.5 0A2.5 2.5 0 1 1 2.5 0A2.5 2.5 0 1 1-2.5 0Z",
}


def counter_svg(piece: Piece, *, side_name: str = "", skin: str | None = "period") -> str:
    """One counter as a picture of its own."""
    return element(
        "svg",
        style(skin) if skin else "",
        counter(piece, side_name),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 100 100",
        class_=f"bocage skin-{skin}" if skin else "bocage",
        role="img",
        aria_label=spoken(piece, side_name),
    )


def counter(piece: Piece, side_name: str = "") -> str:
    """The counter as a group, to be placed in a map."""
    inside = [element("path", d=_body(piece), class_="counter-body")]
    if not piece.unit and not piece.symbol:
        inside.append(text(50, 64, "?", class_="counter-back"))
        return _wrap(piece, side_name, inside)
    if piece.band:
        inside.append(element("path", d="M8 17H92V54H8Z", class_=f"counter-band {band_class(piece.band)}"))
    if piece.steps < piece.full:
        inside.append(element("path", d="M2 66L98 56V64L2 74Z", class_="counter-stripe"))
    inside.append(text(50, 14.5, piece.size, class_="counter-size"))
    inside.append(element("g", symbol_svg(piece.symbol), transform=moved(50, 35.5)))
    inside.append(_identity(piece))
    inside.append(_factors(piece))
    inside.append(_pips(piece))
    inside.append(_flags(piece))
    return _wrap(piece, side_name, inside)


def _wrap(piece: Piece, side_name: str, inside: list[str]) -> str:
    title = element("title", _escaped(spoken(piece, side_name)))
    nation = piece.nation or side_name or f"side{piece.side}"
    return group(f"counter side-{piece.side} nation-{_word(nation)}", title, *inside)


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")


def _word(name: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in name.lower()) or "none"


def _body(piece: Piece) -> str:
    return BODIES[min(max(piece.side, 0), len(BODIES) - 1)]


def band_class(band: str) -> str:
    """The colour of a division: the same for all of it, spread over what a skin offers."""
    return f"band-{crc32(band.encode()) % BANDS}"


def _identity(piece: Piece) -> str:
    """The name under the symbol, or at both sides of it where it has a slash and is short."""
    name = piece.name or piece.unit
    left, slash, right = name.rpartition("/")
    if slash and len(left) <= 5 and len(right) <= 5:
        return text(0, 0, left, class_="counter-id", transform=moved(22.5, 35.5, turn=-90)) + text(
            0, 0, right, class_="counter-id", transform=moved(77.5, 35.5, turn=90)
        )
    size = min(12.0, 150 / max(1, len(name)))
    return text(50, 63.5, name, class_="counter-name", font_size=size)


def _factors(piece: Piece) -> str:
    words = "-".join(piece.factors)
    return text(50, 90, words, class_="counter-factors", font_size=min(27.0, 150 / max(1, len(words))))


def _pips(piece: Piece) -> str:
    """A pip a step, hollow when it is lost; nothing for counters of one step."""
    if piece.full < 2:
        return ""
    pips = [
        element("circle", cx=91.0, cy=88 - 8.5 * n, r=3.0, class_="pip" if n < piece.steps else "pip lost")
        for n in range(piece.full)
    ]
    return "".join(pips)


def _flags(piece: Piece) -> str:
    """Status flags along the top edge."""
    drawn = []
    for n, flag in enumerate(piece.flags[:4]):
        sign = STATUS.get(flag)
        shape = (
            element("path", d=sign, class_="flag-sign") if sign else text(0, 4, flag[:1].upper(), class_="flag-letter")
        )
        disc = element("circle", r=10, class_="flag-disc")
        drawn.append(element("g", disc, shape, class_=f"flag flag-{_word(flag)}", transform=moved(12 + 20 * n, 8, 0.9)))
    return "".join(drawn)


def spoken(piece: Piece, side_name: str = "") -> str:
    """The counter in words, for a screen reader and for pointing at it."""
    if not piece.unit:
        return f"{side_name} unit, hidden".strip()
    parts = [side_name, piece.name or piece.unit, piece.size, piece.symbol, "-".join(piece.factors)]
    if piece.full > 1:
        parts.append(f"{piece.steps} of {piece.full} steps")
    parts += piece.flags
    return ", ".join(part for part in parts if part)


def mark(what: Mark, side_name: str = "") -> str:
    """A marker that is no unit, in a box of 100 x 100: a disc with its words, in the side's colour."""
    title = element("title", _escaped(" ".join(part for part in (what.kind, what.text, side_name) if part)))
    words = what.text or what.kind
    body = element("circle", cx=50, cy=50, r=40, class_="mark-body")
    label = text(50, 57, words, class_="mark-text", font_size=min(26.0, 110 / max(1, len(words))))
    return group(
        f"mark mark-{_word(what.kind)} side-{what.side} nation-{_word(side_name or 'none')}", title, body, label
    )
