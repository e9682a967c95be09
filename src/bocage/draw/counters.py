"""Counters: body in the nation's colour, symbol, size, identity, division band, factors, steps and flags.

The side shows twice, in the colour and in the shape of the body: German counters have cut corners, their enemies' round
ones, other sides' square ones. Every counter is drawn in a box of 100 x 100.
"""

from __future__ import annotations

import re
from html import escape
from zlib import crc32

from bocage.draw.skins import alone
from bocage.draw.svg import element, group, moved, text
from bocage.draw.symbols import symbol_svg
from bocage.kernel.game import Belligerent
from bocage.kernel.view import Piece

__all__ = ["BANDS", "counter", "counter_svg", "name_of", "word"]

BANDS = 12
"""How many division colours a skin has: `--band-0` and on."""

LONG = 17
"""A longer name is written in two lines."""
MOST_FLAGS, FLAG_STEP = 4, 18.0
BODIES = {
    "round": "M14 2H86Q98 2 98 14V86Q98 98 86 98H14Q2 98 2 86V14Q2 2 14 2Z",
    "cut": "M12 2H88L98 12V88L88 98H12L2 88V12Z",
    "square": "M2 2H98V98H2Z",
}
FLAGS: dict[str, str] = {
    "moved": "M-6-5L2 0L-6 5ZM0-5L8 0L0 5Z",
    "fought": "M-6 6L6-6M-6-6L6 6",
    "disrupted": "M-2-8H4L0-1H5L-4 8L-1 1H-5Z",
    "unsupplied": "M-5-6H5L3.5 6H-3.5ZM-8 8L8-8",
    "reserve": "M-5 8V-7L6-3.5L-5 0",
    "concealed": "M-8 0Q0-8 8 0Q0 8-8 0ZM-2.5 0A2.5 2.5 0 1 1 2.5 0A2.5 2.5 0 1 1-2.5 0Z",
    "isolated": "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0ZM-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0-4.5 0Z",
    "scattered": "M-6-6h3v3h-3zM2-7h3v3h-3zM-1 0h3v3h-3zM-7 4h3v3h-3zM4 3h3v3h-3z",
    "digging": "M-7 5H7M-5 5V-1Q0-8 5-1V5",
    "truck": "M-8-4H2V3H-8ZM2-1H6L8 2V3H2ZM-6 5A1.8 1.8 0 1 1-2.4 5ZM2.5 5A1.8 1.8 0 1 1 6.1 5Z",
    "strategic": "M-8 0H3M-1-5L5 0L-1 5",
    "regroup": "M5-4A6.5 6.5 0 1 0 6.5 1M6-8V-3H1",
    "besieged": "M-6 6V-3H-6V-6H-3V-4H-1.5V-6H1.5V-4H3V-6H6V6Z",
    "panicked": "M-1.6-8H1.6L1 2H-1ZM-1.5 4.5H1.5V7.5H-1.5Z",
    "spent": "M-7-2H7V2H-7Z",
}
FRONTS = {
    "N": "M28 2H72V8H28Z",
    "NE": "M62 2H98V38H92V8H62Z",
    "E": "M92 28H98V72H92Z",
    "SE": "M98 62V98H62V92H92V62Z",
    "S": "M28 92H72V98H28Z",
    "SW": "M38 98H2V62H8V92H38Z",
    "W": "M2 28H8V72H2Z",
    "NW": "M2 38V2H38V8H8V38Z",
}
"""By direction, the stretch of a counter's edge that lies that way; between two edges, their shared corner."""
LIKE = {
    "out of supply": "unsupplied",
    "never supplied": "unsupplied",
    "attacked": "fought",
    "hidden": "concealed",
    "replacement": "regroup",
    "cut off": "isolated",
}


def counter_svg(piece: Piece, *, side: Belligerent | None = None, skin: str | None = "period") -> str:
    """One counter as a picture of its own."""
    return alone(counter(piece, side), spoken(piece, name_of(side)), skin)


def counter(piece: Piece, side: Belligerent | None = None) -> str:
    """The counter as a group, to be placed in a map."""
    inside = [element("path", d=BODIES[side.shape if side else "square"], class_="counter-body"), _front(piece)]
    if not piece.unit and piece.symbol in {"", "unknown"}:
        inside.append(text(50, 68, "?", class_="counter-back"))
        inside.append(text(50, 92, piece.name, class_="counter-name", font_size=_fitted(piece.name, 88, 14)))
    else:
        inside += _face(piece)
    title = element("title", escape(spoken(piece, name_of(side)), quote=False))
    nation = word(piece.nation or name_of(side) or "none")
    return group(f"counter side-{piece.side} nation-{nation}", title, *inside)


def _face(piece: Piece) -> list[str]:
    drawn = []
    if piece.band:
        drawn.append(element("path", d="M3 18H97V53H3Z", class_=f"counter-band {band_class(piece.band)}"))
    if piece.steps < piece.full:
        drawn.append(element("path", d="M3 84L84 3H97V12L12 97H3Z", class_="counter-stripe"))
    drawn.append(text(_size_at(piece), 14.5, piece.size, class_="counter-size"))
    drawn.append(element("g", symbol_svg(piece.symbol), transform=moved(50, 34.3)))
    return [*drawn, *_identity(piece), *_factors(piece), _mode(piece), _pips(piece), _flags(piece)]


def name_of(side: Belligerent | None) -> str:
    """The name of a side; empty if nobody's."""
    return side.name if side else ""


def word(name: str) -> str:
    """A name as part of a CSS class."""
    return "".join(c if c.isalnum() else "-" for c in name.lower()) or "none"


def band_class(band: str) -> str:
    """The colour of a division: the same for all of it, spread over what a skin offers."""
    return f"band-{crc32(band.encode()) % BANDS}"


def _fitted(words: str, room: float, largest: float) -> float:
    """A size at which bold narrow words fit."""
    return min(largest, room / max(1.0, 0.5 * len(words)))


def _identity(piece: Piece) -> list[str]:
    """The name on both sides of the symbol where it has a slash and is short, otherwise under it."""
    name = piece.name or piece.unit
    left, slash, right = name.rpartition("/")
    if slash and len(left) <= 6 and len(right) <= 6:
        return [
            text(
                0, 0, left, class_="counter-id", transform=moved(18.5, 35.5, turn=-90), font_size=_fitted(left, 34, 13)
            ),
            text(
                0, 0, right, class_="counter-id", transform=moved(81.5, 35.5, turn=90), font_size=_fitted(right, 34, 13)
            ),
        ]
    one, two = _two_lines(name)
    if not two:
        return [text(50, 66, name, class_="counter-name", font_size=_fitted(name, 92, 13))]
    size = min(_fitted(one, 94, 9.6), _fitted(two, 94, 9.6))
    return [text(50, y, words, class_="counter-name", font_size=size) for y, words in ((61.2, one), (69.2, two))]


def _two_lines(name: str) -> tuple[str, str]:
    """A long name broken where its halves are most alike; a short one whole."""
    words = name.split()
    if len(name) <= LONG or len(words) < 2:
        return name, ""
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(halves, key=lambda pair: max(map(len, pair)))


def _size_at(piece: Piece) -> float:
    """The size mark stands in the middle of the top edge, or beside the flags if they reach so far."""
    flags = min(len(piece.flags), MOST_FLAGS)
    return 50.0 if flags < 2 else FLAG_STEP * flags + (97 - FLAG_STEP * flags - (16 if _badges(piece) else 0)) / 2


def _badges(piece: Piece) -> list[str]:
    return [factor for factor in piece.factors if re.fullmatch(r"[gry]\d+", factor)]


def _factors(piece: Piece) -> list[str]:
    """Two factors in the manner of 4-5; three in columns; a letter between two is kept as printed (2d4).

    A factor like g3 or r4 is an armour rating: a badge in that colour.
    """
    badges = _badges(piece)
    plain = [factor for factor in piece.factors if factor not in badges]
    drawn = [
        element("path", d="M80 3.5H96.5V16.5H80Z", class_=f"badge badge-{badge[0]}")
        + text(88.2, 14.4, badge[1:], class_="badge-text")
        for badge in badges[:1]
    ]
    joined = "".join(plain) if len(plain) == 3 and plain[1] in {"-", "d", "D"} else "-".join(plain)
    if len(plain) == 3 and joined.count("-") >= 2:
        room = (25.0, 19.0, 25.0)
        places = ((7, "start"), (50, "middle"), (93, "end"))
        for factor, (x, anchor), most in zip(plain, places, room, strict=True):
            size = min(most, 62 / max(1, len(factor)))
            drawn.append(text(x, 87.5, factor, class_=f"counter-factors {anchor}", font_size=size))
        return drawn
    is_crowded = bool(_two_lines(piece.name or piece.unit)[1])
    y, largest = (87.5, 26.0) if not is_crowded else (89.6, 22.0) if piece.full > 1 else (91.0, 25.0)
    return [*drawn, text(50, y, joined, class_="counter-factors", font_size=_fitted(joined, 86, largest))]


def _front(piece: Piece) -> str:
    """A bar along the edge where it faces; the counter itself stays upright, so that it can be read."""
    bar = FRONTS.get(piece.facing)
    return element("path", d=bar, class_="counter-front") if bar else ""


def _mode(piece: Piece) -> str:
    """The letter of its mode in the corner above the symbol, or below it where a badge lies there."""
    y = 63.0 if _badges(piece) else 18.5
    return text(85, y, piece.mode[0].upper(), class_="counter-mode", font_size=13) if piece.mode else ""


def _pips(piece: Piece) -> str:
    """A pip for each step along the foot, hollow when it is lost; nothing for counters of one step."""
    if piece.full < 2:
        return ""
    first = 50 - 3.6 * (piece.full - 1)
    return "".join(
        element("circle", cx=first + 7.2 * n, cy=94.2, r=2.3, class_="pip" if n < piece.steps else "pip lost")
        for n in range(piece.full)
    )


def _flags(piece: Piece) -> str:
    """Status flags along the top edge."""
    drawn = []
    for n, flag in enumerate(piece.flags[:MOST_FLAGS]):
        sign = FLAGS.get(LIKE.get(flag, flag))
        shape = (
            element("path", d=sign, class_="flag-sign")
            if sign
            else text(0, 4.5, flag[:1].upper(), class_="flag-letter")
        )
        disc = element("circle", r=10.5, class_="flag-disc")
        place = moved(10 + FLAG_STEP * n, 10, 0.84)
        drawn.append(element("g", disc, shape, class_=f"flag flag-{word(flag)}", transform=place))
    return "".join(drawn)


def spoken(piece: Piece, side_name: str = "") -> str:
    """The counter in words, for screen readers and for hovering."""
    if not piece.unit:
        return f"{side_name} {piece.name or 'unit'}, hidden".strip()
    parts = [side_name, piece.name or piece.unit, piece.size, piece.symbol, "-".join(piece.factors)]
    if piece.full > 1:
        parts.append(f"{piece.steps} of {piece.full} steps")
    if piece.mode:
        parts.append(f"{piece.mode} mode")
    if piece.facing:
        parts.append(f"facing {piece.facing}")
    parts += piece.flags
    return ", ".join(part for part in parts if part)
