"""Names on the map: each tries a ring of positions around its place and takes the one that covers least.

Widths are estimated from a table of letters, so that the placing needs no font. What a label should not cover
has a weight: another label most, then signs and hex numbers, then rivers, roads and houses.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bocage.draw.layout import Frame
from bocage.draw.svg import element, number
from bocage.kernel.grid import Point

__all__ = ["Label", "Labels", "text_width"]

CELL = 6.0
COUNTER = 27.0
"""Half the width of a counter."""
_NARROW = "fijlrtI.,:;'!|()[]- "
_WIDE = "mwMWÆŒ@%&"


def text_width(words: str, size: float, *, spacing: float = 0.0, bold: bool = False) -> float:
    """About how wide words are in a book typeface of that size."""
    em = 0.0
    for letter in words:
        if letter in _NARROW:
            em += 0.31
        elif letter in _WIDE:
            em += 0.82
        elif letter.isupper() or letter.isdigit():
            em += 0.64 if letter.isupper() else 0.5
        else:
            em += 0.47
    return size * em * (1.07 if bold else 1.0) + spacing * len(words)


class Label(msgspec.Struct, frozen=True):
    """A name to be placed: around which point, how far from it, and how it looks."""

    words: str
    at: Point
    size: float
    kind: str
    rank: int = 5
    off: float = 8.0
    """How far from the point the words begin."""
    spacing: float = 0.0
    bold: bool = False
    centred: bool = False
    """Whether the name belongs over its place, as a forest's does."""
    hub: Point | None = None
    """The middle of its hex, where a counter may lie: names go well just below and above that."""


class Placed(msgspec.Struct, frozen=True):
    """A label with its lines of text and the room they take."""

    label: Label
    lines: tuple[str, ...]
    frame: Frame
    cost: float


class Labels:
    """The names of a map."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.weights: dict[tuple[int, int], float] = {}
        self.placed: list[Placed] = []
        self.waiting: list[Label] = []

    def avoid(self, points: Iterable[Point], weight: float) -> None:
        """Points that labels should not cover."""
        for x, y in points:
            key = int(x // CELL), int(y // CELL)
            self.weights[key] = max(self.weights.get(key, 0.0), weight)

    def avoid_frame(self, frame: Frame, weight: float) -> None:
        """A rectangle that labels should not cover."""
        for i in range(int(frame.x // CELL), int(frame.right // CELL) + 1):
            for j in range(int(frame.y // CELL), int(frame.bottom // CELL) + 1):
                self.weights[i, j] = max(self.weights.get((i, j), 0.0), weight)

    def add(self, label: Label) -> None:
        """A name to be placed."""
        self.waiting.append(label)

    def place(self) -> None:
        """Place all names, the important ones first."""
        for label in sorted(self.waiting, key=lambda label: (label.rank, -len(label.words), label.words, label.at)):
            self.placed.append(min(self._tries(label), key=lambda placed: placed.cost))
        self.waiting = []

    def _tries(self, label: Label) -> list[Placed]:
        found = []
        for lines in _breaks(label.words):
            width = max(text_width(line, label.size, spacing=label.spacing, bold=label.bold) for line in lines)
            height = label.size * (0.78 + 0.95 * (len(lines) - 1))
            for n, (x, y) in enumerate(_positions(label, width, height)):
                frame = Frame(x - width / 2, y - height / 2, width, height)
                cost = self._cost(frame) + n * 0.9 + (len(lines) - 1) * 3.0
                found.append(Placed(label, lines, frame, cost))
        return found

    def _cost(self, frame: Frame) -> float:
        cost = 0.0
        for i in range(int(frame.x // CELL), int(frame.right // CELL) + 1):
            for j in range(int(frame.y // CELL), int(frame.bottom // CELL) + 1):
                cost += self.weights.get((i, j), 0.0)
        for other in self.placed:
            if other.frame.y < frame.bottom + 2 and frame.y < other.frame.bottom + 2:
                cost += overlap(frame, other.frame, 2.0) * 0.8
        if not (self.frame.holds(frame.x, frame.y) and self.frame.holds(frame.right, frame.bottom)):
            cost += 400.0
        return cost

    def drawn(self) -> list[str]:
        """All names as text."""
        found = []
        for placed in self.placed:
            x = placed.frame.x + placed.frame.width / 2
            size = placed.label.size
            y = placed.frame.y + size * 0.72
            parts = "".join(
                element("tspan", _escape(line), x=number(x), y=number(y + n * size * 0.95))
                for n, line in enumerate(placed.lines)
            )
            body = parts if len(placed.lines) > 1 else _escape(placed.lines[0])
            found.append(
                element("text", body, x=number(x), y=number(y), class_=f"label {placed.label.kind}", font_size=size)
            )
        return found


def overlap(a: Frame, b: Frame, margin: float) -> float:
    """The area that two rectangles share."""
    width = min(a.right, b.right) - max(a.x, b.x) + margin
    height = min(a.bottom, b.bottom) - max(a.y, b.y) + margin
    return width * height if width > 0 and height > 0 else 0.0


def _escape(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _breaks(words: str) -> list[tuple[str, ...]]:
    """The name on one line, and if it is long on two, broken after a word or hyphen near the middle."""
    found: list[tuple[str, ...]] = [(words,)]
    if len(words) >= 11:
        cuts = [n + 1 for n, letter in enumerate(words) if letter in " -" and 2 < n < len(words) - 3]
        if cuts:
            cut = min(cuts, key=lambda n: abs(n - len(words) / 2))
            found.append((words[:cut].strip(), words[cut:].strip()))
    return found


def _positions(label: Label, width: float, height: float) -> list[Point]:
    """Middles of the label, the best first: right, above, below, left, then the corners and farther off."""
    x, y = label.at
    if label.centred:
        return [(x, y), *((x + dx, y + dy) for dy in (0, 14, -14, 28, -28) for dx in (0, 14, -14, 30, -30))]
    found = []
    if label.hub is not None:
        hub_x, hub_y = label.hub
        clear = COUNTER + height / 2 + 0.5
        found += [(hub_x + dx, hub_y + clear + 2) for dx in (0, 16, -16)]
        found += [(hub_x + dx, hub_y - clear) for dx in (0, 20, -20)]
    for far in (1.0, 1.6, 2.4):
        off = label.off * far
        side, high = off + width / 2, off * 0.75 + height / 2
        slant = off * 0.7
        found += [
            (x + side, y),
            (x, y + high),
            (x, y - high),
            (x - side, y),
            (x + slant + width / 2, y - slant * 0.8 - height / 2),
            (x + slant + width / 2, y + slant * 0.8 + height / 2),
            (x - slant - width / 2, y - slant * 0.8 - height / 2),
            (x - slant - width / 2, y + slant * 0.8 + height / 2),
            (x + width / 4, y + high),
            (x - width / 4, y + high),
            (x + width / 4, y - high),
            (x - width / 4, y - high),
        ]
    return found
