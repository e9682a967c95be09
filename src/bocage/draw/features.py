"""What the rules point at: beaches, entry and exit hexes, drop zones, forts, hilltops, victory hexes."""

from __future__ import annotations

import math

from bocage.draw.coast import Coast
from bocage.draw.curves import chance, closed_spline, open_spline
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX
from bocage.draw.svg import element, moved, number, text
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space
from bocage.kernel.spaces import each

__all__ = ["beaches", "hilltops", "seaward", "signs"]

STAR = "M0-10L2.6-3.4L9.6-3L4.2 1.4L6 8.2L0 4.4L-6 8.2L-4.2 1.4L-9.6-3L-2.6-3.4Z"
CHUTE = "M-9-1Q-8-9 0-9Q8-9 9-1Q6-3.5 4.5-1Q2.5-3.5 0-1Q-2.5-3.5-4.5-1Q-6-3.5-9-1ZM-9-1L0 9L9-1M-4.5-1L0 9L4.5-1"
FORT = "M-8 6V-5H-4.5V-2H-1.8V-5H1.8V-2H4.5V-5H8V6Z"
ARROW = "M0-30L13-14H6.5V8H-6.5V-14H-13Z"


def beaches(ground: Ground, coast: Coast) -> list[str]:
    """Sand along the shore of landing hexes, edged in the colour of the army that lands there."""
    drawn = []
    for name, mask in ground.board.tags.items():
        style = ground.sheet.tag_style(name)
        if style.style == "beach":
            runs = [run for space in each(mask & ground.board.hexes) for run in _shore_in(ground, coast, space)]
            path = "".join(open_spline(run) for run in runs)
            army = f" army-{style.army}" if style.army else ""
            if path:
                drawn.append(element("path", d=path, class_=f"strand-edge{army}"))
                drawn += [element("path", d=path, class_=kind) for kind in ("strand", "strand-sand")]
    return drawn


def _shore_in(ground: Ground, coast: Coast, space: Space) -> list[list[Point]]:
    """The stretches of shore in or just beside a hex."""
    centre = ground.centre(space)
    near = [[math.dist(point, centre) < HEX * 0.56 for point in ring] for ring in coast.rings]
    found: list[list[Point]] = []
    for ring, flags in zip(coast.rings, near, strict=True):
        if not any(flags):
            continue
        start = flags.index(False) if False in flags else 0
        run: list[Point] = []
        for point, is_near in zip(ring[start:] + ring[:start], flags[start:] + flags[:start], strict=True):
            if is_near:
                run.append(point)
            elif run:
                found.append(run)
                run = []
        found += [run] if run else []
    return [run for run in found if len(run) > 3]


def seaward(ground: Ground, space: Space) -> Point:
    """The way to open water from a hex, as a step of length one; northwards if there is none."""
    x, y = ground.centre(space)
    dx = dy = 0.0
    for other in each(ground.sea & ground.grid.within(space, 2)):
        a, b = ground.centre(other)
        dx, dy = dx + a - x, dy + b - y
    size = math.hypot(dx, dy)
    return (dx / size, dy / size) if size else (0.0, -1.0)


def hilltops(ground: Ground) -> list[str]:
    """Hills: a mound with slope lines all around."""
    mounds, slopes = [], []
    marked = sum(mask for name, mask in _tagged(ground, "hill")) | ground.hexes_of("hill")
    for space in each(marked & ground.board.hexes):
        x, y = ground.centre(space)
        mounds.append(closed_spline([_around(x, y, HEX * 0.33, n / 10, space) for n in range(10)]))
        for n in range(44):
            share = n / 44
            inner = HEX * (0.22 + 0.03 * chance("top", space, n))
            a, b = (
                _around(x, y, inner, share, space),
                _around(x, y, inner + HEX * (0.11 + 0.04 * (n % 2)), share, space),
            )
            slopes.append(f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}")
    if not mounds:
        return []
    return [element("path", d="".join(mounds), class_="mound"), element("path", d="".join(slopes), class_="slope")]


def _around(x: float, y: float, radius: float, share: float, name: object) -> Point:
    """A point on an uneven ring."""
    turn = 2 * math.pi * share
    swell = 1 + 0.1 * math.sin(2 * turn + 3 * chance("swell", name)) + 0.07 * math.sin(3 * turn + chance("bump", name))
    return x + radius * swell * math.cos(turn), y + radius * swell * math.sin(turn) * 0.9


def _tagged(ground: Ground, style: str) -> list[tuple[str, int]]:
    return [(name, mask) for name, mask in ground.board.tags.items() if ground.sheet.tag_style(name).style == style]


def signs(ground: Ground) -> list[str]:
    """Small signs in or beside hexes for everything else that is tagged."""
    drawn = []
    for name, mask in ground.board.tags.items():
        style = ground.sheet.tag_style(name)
        army = f" army-{style.army}" if style.army else ""
        for space in each(mask & ground.board.hexes):
            if style.style in {"entry", "exit"}:
                drawn.append(_arrow(ground, space, f"{style.style}-arrow{army}", inwards=style.style == "entry"))
            elif style.style == "drop":
                drawn.append(_sign(ground, space, CHUTE, f"drop-sign{army}", (24.0, -15.0)))
            elif style.style == "fort":
                drawn.append(_sign(ground, space, FORT, f"fort-sign{army}", (0.0, 32.0)))
            elif style.style == "star":
                drawn.append(_star(ground, space, style.label))
            elif style.style == "dot":
                x, y = ground.centre(space)
                drawn.append(element("circle", cx=x - 30, cy=y + 2, r=4.5, class_="dot-sign"))
    worth: dict[Space, int] = getattr(ground.board, "objectives", {})
    drawn += [_star(ground, space, str(points)) for space, points in worth.items()]
    return drawn


def _sign(ground: Ground, space: Space, shape: str, class_: str, off: Point) -> str:
    x, y = ground.centre(space)
    return element("path", d=shape, class_=class_, transform=moved(x + off[0], y + off[1]))


def _star(ground: Ground, space: Space, label: str) -> str:
    """A star with what the hex is worth."""
    x, y = ground.centre(space)
    x, y = (x + 29, y - 22) if ground.grid.orientation == "flat" else (x + 31, y - 25)
    star = element("path", d=STAR, class_="star", transform=moved(x, y, 1.1))
    return star + (text(x, y + 3.2, label, class_="star-text") if label else "")


def _arrow(ground: Ground, space: Space, class_: str, *, inwards: bool) -> str:
    """An arrow over the nearest edge of the map."""
    frame = ground.layout.map
    x, y = ground.spot(space)
    edges = [
        (x - frame.x, (frame.x, y), 90.0),
        (frame.right - x, (frame.right, y), -90.0),
        (y - frame.y, (x, frame.y), 180.0),
        (frame.bottom - y, (x, frame.bottom), 0.0),
    ]
    _, (at_x, at_y), turn = min(edges)
    forth = 14.0 if inwards else -8.0
    shift = math.radians(turn)
    at_x, at_y = at_x - math.sin(shift) * -forth * -1, at_y + math.cos(shift) * forth
    turned = turn if inwards else turn + 180
    return element("path", d=ARROW, class_=class_, transform=moved(at_x, at_y, 0.85, turned))
