"""Markers that are not units: control, entrenchments, supply, harbours, battles, objectives.

Each is drawn in a box of 100 x 100. A side shows in its flag as well as in its colour: a star for the Allies, a
cross for the Germans, a disc for anyone else.
"""

from __future__ import annotations

from html import escape

from bocage.draw.counters import name_of, word
from bocage.draw.labels import text_width
from bocage.draw.skins import alone
from bocage.draw.svg import element, group, text
from bocage.kernel.game import Belligerent
from bocage.kernel.view import Mark

__all__ = ["mark", "mark_svg"]

SIGNS: dict[str, str] = {
    "supply": "M28 34H72V78H28ZM28 34L72 78M72 34L28 78",
    "mulberry": "M50 24V74M34 36H66M24 56Q30 78 50 78Q70 78 76 56M45 18A5 5 0 1 1 55 18A5 5 0 1 1 45 18",
    "battle": "M24 76L70 24L76 22L74 30L28 80M76 76L30 24L24 22L26 30L72 80M22 66L34 78M78 66L66 78",
    "siege": "M22 76V44H22V32H34V42H44V32H56V42H66V32H78V76Z",
    "mines": "M32 52A18 18 0 1 1 68 52A18 18 0 1 1 32 52ZM50 34V20M50 70V84M32 52H18M68 52H82M37 39L27 29M63 39L73 29",
    "air": "M50 16L55 42L84 58V66L54 60L53 76L62 84H38L47 76L46 60L16 66V58L45 42Z",
    "naval": "M12 58H88L76 78H26ZM30 56V46H44V32H50V46H60V38H70V56Z",
    "breach": "M10 36H34V64H10ZM66 36H90V64H66ZM40 58L46 42M50 62L54 40M58 56L62 46",
    "blown-bridge": "M8 40H36L30 48L36 54L8 58ZM92 40H64L70 48L64 54L92 58ZM26 26L74 74M74 26L26 74",
    "turn": "M50 16A34 34 0 1 0 84 50M50 28V50L66 60M84 24V44H66",
    "lost-beach": "M20 66Q35 52 50 66T80 66M20 80Q35 66 50 80T80 80M28 20L72 54M72 20L28 54",
}
WAVES = {"rising": 1, "falling": 1, "average": 2, "high water": 4, "high": 3}
"""By the words of a tide, how many lines of water lie over a beach; flats are under water at high tide."""
ALIKE = {
    "port": "mulberry",
    "harbour": "mulberry",
    "improved-position": "entrenchment",
    "fortification": "entrenchment",
    "victory": "objective",
}
STAR = "M46 16L50.5 28.5L63 29L53 37L56.5 49L46 42L35.5 49L39 37L29 29L41.5 28.5Z"
CROSS = "M41 16H51V27H62V37H51V48H41V37H30V27H41Z"


def mark_svg(what: Mark, *, side: Belligerent | None = None, skin: str | None = "period") -> str:
    """One marker as a picture of its own."""
    return alone(mark(what, side), _spoken(what, name_of(side)), skin)


def mark(what: Mark, side: Belligerent | None = None) -> str:
    """The marker as a group, to be placed in a map."""
    kind = ALIKE.get(what.kind, what.kind)
    title = element("title", escape(_spoken(what, name_of(side)), quote=False))
    class_ = f"mark mark-{word(kind)} side-{what.side} nation-{word(name_of(side) or 'none')}"
    if kind == "control":
        return group(class_, title, _flag(what, side))
    if kind == "entrenchment":
        return group(class_, title, _trench(what))
    if kind == "objective":
        return group(class_, title, _tally(what))
    if kind == "tide":
        return group(class_, title, _waves(what))
    if kind in SIGNS:
        body = element("path", d="M14 8H86V92H14Z", class_="mark-body")
        return group(class_, title, body, element("path", d=SIGNS[kind], class_="mark-sign"))
    return group(class_, title, _words(what))


def _flag(what: Mark, side: Belligerent | None) -> str:
    """A flag on its staff."""
    cut = side is not None and side.shape == "cut"
    if what.side < 0:
        sign = element("circle", cx=46, cy=32, r=11, class_="mark-emblem")
    else:
        sign = element("path", d=CROSS if cut else STAR, class_="mark-emblem")
    staff = element("path", d="M16 10V96", class_="mark-staff")
    cloth = element("path", d="M16 10H78V54H16Z" if cut else "M16 10Q46 2 78 10V54Q46 46 16 54Z", class_="mark-cloth")
    return staff + cloth + sign


def _trench(what: Mark) -> str:
    """A ring of earthworks, open at the rear, with what it says beneath."""
    teeth = "M4 70V26L26 4H74L96 26V70"
    drawn = element("path", d=teeth, class_="mark-trench") + element("path", d=teeth, class_="mark-trench-teeth")
    if what.text == "under construction":
        drawn += element("path", d="M4 70V26L26 4H74L96 26V70", class_="mark-unfinished")
    return drawn


def _waves(what: Mark) -> str:
    """Lines of water over a beach: the higher the tide, the more."""
    lines = next((number for word_, number in WAVES.items() if what.text.startswith(word_)), 0)
    drawn = "".join(f"M4 {y}q11.5 -13 23 0t23 0t23 0t23 0" for y in (14, 38, 62, 86)[:lines])
    return element("path", d=drawn, class_="mark-tide-line")


def _tally(what: Mark) -> str:
    """What a place is worth, on a rosette."""
    worth = "".join(c for c in what.text if c.isdigit()) or "V"
    ribbon = element("path", d="M34 62L26 98L42 88L50 98V70ZM66 62L74 98L58 88L50 98V70Z", class_="mark-ribbon")
    disc = element("circle", cx=50, cy=42, r=36, class_="mark-body")
    return ribbon + disc + text(50, 56, worth, class_="mark-text", font_size=40)


def _words(what: Mark) -> str:
    """Anything else: its words on a tag."""
    words = what.text or what.kind
    size = min(26.0, 26 * 82 / max(1.0, text_width(words, 26, bold=True)))
    body = element("rect", x=4, y=30, width=92, height=40, rx=8, class_="mark-body")
    return body + text(50, 50 + size * 0.36, words, class_="mark-text", font_size=size)


def _spoken(what: Mark, side_name: str) -> str:
    return " ".join(
        part
        for part in (side_name, what.kind.replace("-", " "), what.text, f"towards {what.to}" if what.to else "")
        if part
    )
