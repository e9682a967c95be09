"""What the rules point at: beaches, entry and exit hexes, drop zones, forts, hilltops, victory hexes."""

from __future__ import annotations

import math

from bocage.draw.coast import Coast
from bocage.draw.curves import chance, closed_spline, open_spline
from bocage.draw.ground import Ground
from bocage.draw.layout import HEX, Frame
from bocage.draw.shapes import ARROW, CHUTE, FORT, STAR, letter
from bocage.draw.svg import element, moved, number, text
from bocage.draw.towns import FORT_AT
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space
from bocage.kernel.spaces import each

__all__ = ["SIGNED", "beaches", "hilltops", "seaward", "sign_frames", "signs"]


SIGNED = ("beach", "entry", "exit", "drop", "fort", "star", "dot", "letter", "hill")
"""The ways in which a tag can be shown."""

DROP_AT: Point = (33.0, 18.0)
DOT_AT: Point = (-33.0, 12.0)
"""Where signs stand in their hex, from the middle: where a counter does not cover them."""


def beaches(ground: Ground, coast: Coast) -> list[str]:
    """Sand along the shore of landing hexes, and before it a line in the colour of the army that lands there."""
    sand, edges = "", []
    for name, mask in ground.board.tags.items():
        style = ground.sheet.tag_style(name)
        if style.style == "beach":
            runs = [run for space in each(mask & ground.board.hexes) for run in _shore_in(ground, coast, space)]
            army = f" army-{style.army}" if style.army else ""
            out = "".join(open_spline(_beside(run, -9.0)) for run in runs)
            edges.append(element("path", d=out, class_=f"strand-edge{army}"))
            sand += "".join(open_spline(_beside(run, 3.5)) for run in runs)
    if not sand:
        return []
    return [element("path", d=sand, class_=kind) for kind in ("strand", "strand-sand")] + edges


def _beside(run: list[Point], far: float) -> list[Point]:
    """A line along a shore, that far to its right (inland) or, if negative, out at sea."""
    every = run[:: max(1, len(run) // 9)]
    line = every if every[-1] == run[-1] else [*every, run[-1]]
    found = []
    for n, (x, y) in enumerate(line):
        before, after = line[max(0, n - 1)], line[min(len(line) - 1, n + 1)]
        size = math.dist(before, after) or 1.0
        found.append((x - (after[1] - before[1]) / size * far, y + (after[0] - before[0]) / size * far))
    return found


def _shore_in(ground: Ground, coast: Coast, space: Space) -> list[list[Point]]:
    """The stretches of shore that belong to a hex: it is the nearest hex of land."""
    centre = ground.centre(space)
    others = [ground.centre(other) for other in ground.board.neighbours[space] if not ground.sea >> other & 1]
    found: list[list[Point]] = []
    for ring in coast.rings:
        near = [math.dist(point, centre) for point in ring]
        flags = [
            far < HEX * 0.8 and all(far <= math.dist(point, other) for other in others)
            for point, far in zip(ring, near, strict=True)
        ]
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


def sign_frames(ground: Ground) -> list[Frame]:
    """The room that signs take, for keeping names off them."""
    found = []
    offsets = {"drop": DROP_AT, "fort": FORT_AT, "dot": DOT_AT, "letter": DOT_AT, "star": star_at(ground)}
    for name, mask in ground.board.tags.items():
        style = ground.sheet.tag_style(name).style
        if style in offsets:
            for space in each(mask & ground.board.hexes):
                x, y = ground.centre(space)
                found.append(Frame(x + offsets[style][0] - 9, y + offsets[style][1] - 9, 18, 18))
    for space in ground.board.objectives:
        x, y = ground.centre(space)
        found.append(Frame(x + offsets["star"][0] - 9, y + offsets["star"][1] - 9, 18, 18))
    return found


def star_at(ground: Ground) -> Point:
    """Where a star stands in its hex, from the middle."""
    return (29.0, -22.0) if ground.grid.orientation == "flat" else (31.0, -25.0)


def signs(ground: Ground) -> list[str]:
    """Small signs in or beside hexes for everything else that is tagged."""
    drawn = []
    for name, mask in ground.board.tags.items():
        style = ground.sheet.tag_style(name)
        army = f" army-{style.army}" if style.army else ""
        for space in each(mask & ground.board.hexes):
            if style.style in {"entry", "exit"}:
                drawn.append(_arrow(ground, space, f"{style.style}-arrow{army}", inwards=style.style == "entry"))
                drawn += [_letter(ground, space, style.label, army)] if style.label else []
            elif style.style == "letter":
                drawn.append(_letter(ground, space, style.label, army))
            elif style.style == "drop":
                drawn.append(_sign(ground, space, CHUTE, f"drop-sign{army}", DROP_AT))
            elif style.style == "fort":
                drawn.append(_sign(ground, space, FORT, f"fort-sign{army}", FORT_AT))
            elif style.style == "star" and (not style.label or space == min(each(mask))):
                drawn.append(_star(ground, space, style.label))  # what a whole city is worth is written once
            elif style.style == "dot":
                x, y = ground.centre(space)
                drawn.append(element("circle", cx=x + DOT_AT[0], cy=y + DOT_AT[1], r=4.5, class_="dot-sign"))
    drawn += [_star(ground, space, str(points)) for space, points in ground.board.objectives.items()]
    return drawn


def _sign(ground: Ground, space: Space, shape: str, class_: str, off: Point) -> str:
    x, y = ground.centre(space)
    return element("path", d=shape, class_=class_, transform=moved(x + off[0], y + off[1]))


def _letter(ground: Ground, space: Space, label: str, army: str) -> str:
    x, y = ground.centre(space)
    return letter(x + DOT_AT[0], y + DOT_AT[1], label, army)


def _star(ground: Ground, space: Space, label: str) -> str:
    """A star with what the hex is worth."""
    x, y = ground.centre(space)
    dx, dy = star_at(ground)
    x, y = x + dx, y + dy
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
    forth, shift = (14.0, math.radians(turn)) if inwards else (8.0, math.radians(turn))
    back = forth if inwards else -forth
    place = at_x - math.sin(shift) * back, at_y + math.cos(shift) * back
    return element("path", d=ARROW, class_=class_, transform=moved(*place, 0.85, turn if inwards else turn + 180))
