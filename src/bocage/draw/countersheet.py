"""A sheet of counters, in rows as a printer would lay them out."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bocage.draw.counters import counter
from bocage.draw.skins import style
from bocage.draw.svg import element, moved
from bocage.kernel.game import Belligerent
from bocage.kernel.view import Piece

__all__ = ["sheet_svg"]

CELL = 112.0
EDGE = 24.0
ACROSS, SKIN = 14, "period"


def sheet_svg(pieces: Sequence[Piece], sides: Sequence[Belligerent]) -> str:
    """Counters side by side; `sides` are those of the game."""
    rows = max(1, math.ceil(len(pieces) / ACROSS))
    width, height = ACROSS * CELL + 2 * EDGE, rows * CELL + 2 * EDGE
    drawn = []
    for n, piece in enumerate(pieces):
        row, column = divmod(n, ACROSS)
        at = moved(EDGE + 6 + column * CELL, EDGE + 6 + row * CELL)
        drawn.append(element("g", counter(piece, sides[piece.side]), transform=at))
    return element(
        "svg",
        style(SKIN),
        element("rect", width=width, height=height, class_="paper"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        class_=f"bocage skin-{SKIN}",
    )
