"""The layers of an area map."""

from __future__ import annotations

from bocage.draw.areas import Areas
from bocage.draw.curves import chance, closed_spline, open_spline
from bocage.draw.geodata import lines
from bocage.draw.labels import Label, Labels
from bocage.draw.layout import HEX, Frame, Layout
from bocage.draw.shapes import GLYPHS, STAR
from bocage.draw.svg import element, moved, text
from bocage.kernel.grid import Point

__all__ = ["draw_areas"]

DEPTHS = (10.0, 26.0, 50.0, 85.0)


def draw_areas(layout: Layout, drawn: dict[str, list[str]]) -> None:
    """Fill the layers of a picture with an area map."""
    areas = Areas(layout)
    drawn["sea"] += _sea(areas)
    drawn["land"] += _beyond(areas)
    drawn["terrain"] += _regions(areas)
    drawn["rivers"] += _rivers(areas)
    drawn["rails"] += _borders(areas)
    rails = areas.railways()
    if rails:
        drawn["rails"] += [element("path", d=rails, class_=f"{kind} wide") for kind in ("rail", "sleepers")]
    drawn["places"] += _places(areas)


def _sea(areas: Areas) -> list[str]:
    """The sea everywhere, and its deeper bands; the land is laid on top."""
    frame = areas.layout.map
    found = [element("rect", x=frame.x, y=frame.y, width=frame.width, height=frame.height, class_="sea-0")]
    distance = areas.land.distances()
    for n, depth in enumerate(DEPTHS, 1):
        path = "".join(closed_spline(ring) for ring in distance.contour(depth, smallest=HEX * HEX / 4))
        found.append(element("path", d=path, class_=f"sea-{n}", fill_rule="evenodd"))
    return found


def _beyond(areas: Areas) -> list[str]:
    """Real land outside the regions: pale, because nothing happens there."""
    if areas.fit is None:
        return []
    path = "".join(closed_spline(areas.fit.course(course)) for _, _, course in lines("coast") if len(course) > 8)
    return [element("path", d=path, class_="beyond")]


def _regions(areas: Areas) -> list[str]:
    """All land regions of a kind in one path, with its texture."""
    found: dict[str, str] = {}
    for name in areas.dry:
        style = areas.style(name)
        found[style] = found.get(style, "") + areas.outline(name)
    drawn = [element("path", d=path, class_=f"terrain-{style}") for style, path in found.items()]
    drawn += [element("path", d=path, class_=f"texture-{style}") for style, path in found.items()]
    shore = "".join(open_spline(border) for border in areas.shores())
    return [*drawn, element("path", d=shore, class_="shore wide")]


def _rivers(areas: Areas) -> list[str]:
    """Real rivers as thin lines, and the rivers that are borders over them, wide."""
    drawn = []
    if areas.fit:
        real = [areas.fit.course(course) for _, rank, course in lines("rivers") if rank <= 2]
        drawn.append(element("path", d="".join(open_spline(line) for line in real), class_="brook"))
    path = areas.rivers()
    if path:
        drawn.append(element("path", d=path, class_="river-bank", stroke_width=11.5))
        drawn.append(element("path", d=path, class_="river", stroke_width=9))
    return drawn


def _borders(areas: Areas) -> list[str]:
    """Lines between regions of land, over a pale band."""
    inner = [
        border
        for border, owners in areas.owners.items()
        if len(owners) == 2 and all(areas.style(name) != "sea" for name in owners) and not areas.is_river(*owners)
    ]
    path = "".join(open_spline(border) for border in inner)
    return [element("path", d=path, class_=kind) for kind in ("region-band", "region-line")]


def _places(areas: Areas) -> list[str]:
    """Towns, signs and names of the regions."""
    layout = areas.layout
    labels = Labels(layout.map)
    drawn: list[str] = []
    cities, ports = set(areas.tagged("city")), set(areas.tagged("port"))
    for name in areas.dry:
        spot = layout.spots[name]
        x, y = areas.seat(name)
        half = spot.room / 2 + 4
        labels.avoid_frame(Frame(spot.x - half, spot.y - half, 2 * half, 2 * half), 1.2)
        if areas.style(name) != "beach":
            drawn.append(_town((x, y), 15 if name in cities else 7, name))
            labels.avoid_frame(Frame(x - 20, y - 20, 40, 40), 2.0)
        if name in ports:
            drawn.append(element("path", d=GLYPHS["port"], class_="sign sign-port", transform=moved(x - 38, y, 2.4)))
        if name in set(areas.tagged("fortress")):
            drawn.append(element("path", d=GLYPHS["fort"], class_="sign", transform=moved(x + 40, y, 2.2)))
    for tag in areas.board.tags:
        style = areas.sheet.tag_style(tag)
        if style.style == "beach":
            drawn += [_strand(areas, name, areas.sheet.armies.get(name, style.army)) for name in areas.tagged(tag)]
        elif style.style == "star":
            for name in areas.tagged(tag):
                x, y = areas.seat(name)
                drawn.append(element("path", d=STAR, class_="star", transform=moved(x + 30, y - 26, 1.8)))
    for name in areas.polygons:
        if areas.style(name) != "sea" or not areas.sheet.names:
            labels.add(_name(areas, name, name in cities))
    labels.place()
    return drawn + labels.drawn() + _numbers(areas)


def _town(at: Point, houses: int, name: str) -> str:
    """A cluster of houses."""
    x, y = at
    blocks = ""
    for n in range(houses):
        across = 5 + houses * 0.9
        dx, dy = across * chance("dx", name, n), across * chance("dy", name, n) * 0.8
        blocks += f"M{x + dx:.1f} {y + dy:.1f}h{6 + 2 * chance('w', name, n):.1f}v5.5h-6z"
    return element("circle", cx=x, cy=y, r=9 + houses, class_="town-ground") + element("path", d=blocks, class_="house")


def _strand(areas: Areas, name: str, army: str) -> str:
    """The shore of a landing beach in its army's colour."""
    shore = [border for border in areas.shores() if name in areas.owners[border]]
    path = "".join(open_spline(border) for border in shore)
    kind = f"strand-edge wide army-{army}" if army else "strand-edge wide"
    return element("path", d=path, class_=kind)


def _name(areas: Areas, name: str, is_city: bool) -> Label:
    spot = areas.layout.spots[name]
    title = spot.title or name
    at = (spot.x, spot.y - spot.room / 2 - 20)
    if areas.style(name) == "sea":
        return Label(title, (spot.x, spot.y - 120), 76.0, "sea-wide", rank=0, centred=True, spacing=22)
    size = 33.0 if is_city else 27.0
    words = title.upper() if is_city else title
    return Label(words, at, size, "region-name", rank=1 if is_city else 2, centred=True, bold=is_city)


def _numbers(areas: Areas) -> list[str]:
    """The printed ids of the regions, in a corner of each."""
    found = []
    for name in areas.dry:
        spot = areas.layout.spots[name]
        x, y = spot.x - spot.room / 2 - 18, spot.y + 16
        found.append(element("circle", cx=x, cy=y, r=13, class_="region-disc"))
        found.append(text(x, y + 5.5, name, class_="region-number", font_size=15))
    return found
