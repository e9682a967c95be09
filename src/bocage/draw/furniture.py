"""What surrounds a map: title, compass, scale bar, key, boxes and the names of the seas."""

from __future__ import annotations

from bocage.draw.geodata import Fit
from bocage.draw.labels import text_width
from bocage.draw.layout import HEX, Layout, Spot
from bocage.draw.legend import legend
from bocage.draw.svg import element, group, moved, number, text

__all__ = ["boxes", "furniture", "sea_names"]

KILOMETRES_IN_MILE = 1.609344


def furniture(layout: Layout, fit: Fit | None) -> list[str]:
    """Everything around and on the map that is not part of the ground."""
    frame, sheet = layout.map, layout.sheet
    drawn = [
        element("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, class_="neatline"),
        element(
            "rect",
            x=frame.x - 7,
            y=frame.y - 7,
            width=frame.width + 14,
            height=frame.height + 14,
            class_="neatline-thin",
        ),
    ]
    if sheet.title:
        drawn.append(_cartouche(layout) if sheet.cartouche else _title(layout))
    if sheet.compass:
        drawn.append(_compass(layout, fit))
    if sheet.scale_bar and sheet.kilometres:
        drawn.append(_scale_bar(layout))
    drawn.append(legend(layout.board, sheet, (layout.legend.x, layout.legend.y), layout.legend.width))
    return drawn


def _title(layout: Layout) -> str:
    frame, sheet = layout.map, layout.sheet
    x = (frame.x + max(frame.right, layout.panel.right)) / 2
    drawn = text(x, frame.y - 52, sheet.title, class_="title", font_size=44)
    return drawn + (text(x, frame.y - 24, sheet.subtitle, class_="subtitle", font_size=20) if sheet.subtitle else "")


def _cartouche(layout: Layout) -> str:
    """The title on a card."""
    sheet = layout.sheet
    assert sheet.cartouche is not None
    big, small, fine = 92.0, 34.0, 20.0
    lines = [line for line in sheet.subtitle.split("\n") if line]
    width = max(
        text_width(sheet.title, big, spacing=5, bold=True),
        *(text_width(line, small) for line in [*lines, ""]),
        text_width(sheet.credit, fine),
    )
    width += 110
    height = 150 + 44 * len(lines) + (34 if sheet.credit else 0)
    middle = width / 2
    drawn = [
        element("rect", width=width, height=height, class_="card"),
        element("rect", x=7, y=7, width=width - 14, height=height - 14, class_="card-line"),
        text(middle, 104, sheet.title, class_="title spaced", font_size=big),
        element("path", d=f"M{number(middle - 130)} 128H{number(middle + 130)}", class_="card-rule"),
    ]
    drawn += [text(middle, 168 + 44 * n, line, class_="subtitle", font_size=small) for n, line in enumerate(lines)]
    if sheet.credit:
        drawn.append(text(middle, height - 22, sheet.credit, class_="credit", font_size=fine))
    return group("cartouche", *drawn, transform=moved(*layout.at(*sheet.cartouche)))


def _compass(layout: Layout, fit: Fit | None) -> str:
    """A rose of four points; the northern one longer, and turned as the map is."""
    sheet = layout.sheet
    assert sheet.compass is not None
    drawn = []
    for turn, long in ((0, 95), (90, 62), (180, 62), (270, 62)):
        drawn.append(element("path", d=f"M0-{long}L13-13L0 0Z", class_="rose-dark", transform=f"rotate({turn})"))
        drawn.append(element("path", d=f"M0-{long}L-13-13L0 0Z", class_="rose-light", transform=f"rotate({turn})"))
    drawn += [
        element("path", d="M0-40L5-12L-5-12Z", class_="rose-dark", transform=f"rotate({turn})")
        for turn in (45, 135, 225, 315)
    ]
    ring = element("circle", r=50, class_="rose-ring")
    letter = text(0, -104, "N", class_="title", font_size=36)
    x, y = layout.at(*sheet.compass)
    return group("compass", ring, *drawn, letter, transform=moved(x, y, turn=fit.north if fit else 0.0))


def _scale_bar(layout: Layout) -> str:
    """Kilometres above, miles below."""
    sheet = layout.sheet
    assert sheet.scale_bar is not None
    unit = _unit(layout) / sheet.kilometres
    steps = next(n for n in (1, 2, 5, 10, 20, 50) if n * unit * 4 > 330)
    step = steps * unit
    drawn = [
        element("rect", x=n * step, y=0, width=step, height=9, class_="scale-dark" if n % 2 else "scale-light")
        for n in range(4)
    ]
    drawn += [text(n * step, -8, str(n * steps), class_="card-text middle", font_size=20) for n in range(5)]
    drawn.append(text(4 * steps * unit + 22, -8, "km", class_="card-text", font_size=20))
    mile = unit * KILOMETRES_IN_MILE
    most = int(4 * steps / KILOMETRES_IN_MILE)
    ticks = "".join(f"M{number(n * mile)} 9v{8 if n % 5 else 13}" for n in range(most + 1))
    drawn.append(element("path", d=ticks, class_="scale-tick"))
    shown = range(0, most + 1, 5 if most > 6 else 1)
    drawn += [text(n * mile, 40, str(n), class_="card-text middle", font_size=17) for n in shown]
    drawn.append(text(most * mile + 18, 40, "miles", class_="card-text", font_size=17))
    return group("scale-bar", *drawn, transform=moved(*layout.at(*sheet.scale_bar)))


def _unit(layout: Layout) -> float:
    """How long the distance between two neighbouring centres (on an area map: one unit) is on the picture."""
    grid = layout.board.grid
    if grid is None:
        return layout.scale
    return HEX if grid.orientation == "pointy" else HEX * 3**0.5 / 2


def sea_names(layout: Layout) -> list[str]:
    """Names written wide over water or country."""
    drawn = []
    for name in layout.sheet.names:
        x, y = layout.at(*name.at)
        drawn.append(
            element(
                "text",
                name.text,
                class_=f"wide-name {name.kind}-wide",
                font_size=name.size,
                transform=moved(x, y, turn=name.turn),
            )
        )
    return drawn


def boxes(layout: Layout) -> list[str]:
    """The boxes of the panel with their titles."""
    return [_box(spot) for spot in layout.spots.values() if spot.kind == "box"]


def _box(spot: Spot) -> str:
    (x, y), _, (right, bottom), _ = spot.polygon
    wide = text_width(spot.title, 18.0)
    size = 18.0 * min(1.0, (right - x - 16) / max(1.0, wide))
    return (
        element("rect", x=x, y=y, width=right - x, height=bottom - y, rx=5, class_="box")
        + element("path", d=f"M{number(x)} {number(y + 28)}H{number(right)}", class_="box-rule")
        + text(spot.x, y + 20, spot.title, class_="box-title", font_size=size)
    )
