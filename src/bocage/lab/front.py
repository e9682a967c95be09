"""The front by turn on the drawn map: who held each space in how many games, and where the sides stood in contact."""

from html import escape

import msgspec
import numpy as np

from bocage.draw import Layout, thumbnail_svg
from bocage.draw.svg import points
from bocage.kernel.board import Board
from bocage.kernel.ids import Spaces
from bocage.kernel.spaces import each
from bocage.lab.plots import colour
from bocage.lab.record import packed, spaces_of
from bocage.lab.study import Numbers, Study

SEEN = 0.02
"""The map says nothing of what happens in fewer games than this."""
DOT = 0.8
"""The radius of the dot of a space in contact in every game, in halves of the room that the space has."""
WORDS = 13.5
"""The size of names on a wide screen, in pixels; on a phone the page makes them half as large again on the map."""


def front_map(study: Study, name: str) -> str:
    """The map with a slider for the turn; its script is on the page."""
    board: Board = study.game.board(study.results.data)
    layout = Layout(board)
    shown = [space for space in each(board.hexes | board.areas) if not _is_sea(layout, board, space)]
    held, contact = _shares(study, board)
    turns = list(held)
    frame = layout.map
    first, second = study.sides[:2]
    data = {
        "turns": turns,
        "held": [[round(100 * held[turn].get(space, 0.0)) for space in shown] for turn in turns],
        "contact": [[round(100 * contact[turn].get(space, 0.0)) for space in shown] for turn in turns],
        "colours": [colour(study, first), colour(study, second)],
        "words": [first, second],
    }
    dot = DOT * (layout.spots[board.names[shown[0]]].room / 2 if shown else 20.0)
    wide = min(846, round(620 * frame.width / frame.height))
    grounds, dots = [], []
    for space in shown:
        spot = layout.spots[board.names[space]]
        title = escape(f"{board.names[space]} {board.titles[space]}".strip())
        grounds.append(f'<polygon points="{points(spot.polygon)}"><title>{title}</title></polygon>')
        dots.append(f'<circle cx="{spot.x:.0f}" cy="{spot.y:.0f}" r="0"/>')
    base = thumbnail_svg(board, skin="clean").replace("<svg ", '<svg aria-hidden="true" ', 1)
    box = f"{frame.x:.0f} {frame.y:.0f} {frame.width:.0f} {frame.height:.0f}"
    cover = (
        f'<svg class="cover" viewBox="{box}" role="img" aria-label="Ground held and contact, turn by turn">'
        f'<g class="ground">{"".join(grounds)}</g><g class="contact">{"".join(dots)}</g>'
        f"{_names(board, layout, WORDS * frame.width / wide, dot)}</svg>"
    )
    payload = msgspec.json.encode({**data, "radius": dot}).decode().replace("</", "<\\/")
    last = len(turns) - 1
    return (
        f'<div class="front" id="{name}" style="max-width:{wide}px">'
        f'<div class="map">{base}{cover}</div>'
        f'<div class="controls"><button type="button">Play</button>'
        f'<input type="range" min="0" max="{last}" value="{last}" step="1" aria-label="Turn">'
        f"<output>Turn {turns[-1] if turns else 0}</output></div>{_legend(study)}"
        f'<script type="application/json">{payload}</script></div>'
    )


def _names(board: Board, layout: Layout, big: float, dot: float) -> str:
    """The names of the cities, or of what a small map has for cities: above the dots, and none runs off the map."""
    frame = layout.map
    texts = []
    for word, at in _cities(board).items():
        spot = layout.spots[at]
        x, half, side = spot.x, 0.45 * big * len(word), ""
        if x - half < frame.x:
            x, side = frame.x + big / 3, "left"
        elif x + half > frame.right:
            x, side = frame.right - big / 3, "right"
        y = max(spot.y - max(1.2 * big, dot + 0.3 * big), frame.y + 1.5 * big)
        texts.append(f'<text class="{side}" x="{x:.0f}" y="{y:.0f}">{escape(word)}</text>')
    return f'<g style="--big:{big:.0f}px">{"".join(texts)}</g>'


def _cities(board: Board) -> dict[str, str]:
    """By name, where they are. A map of areas has no places: the areas themselves are cities or not."""
    for kind in ("city", "town"):
        if found := {place.name: place.hex for place in board.places if place.kind == kind}:
            return found
    return {board.titles[space]: board.names[space] for space in each(board.tags.get("city", 0))}


def _legend(study: Study) -> str:
    parts = [
        f'<span><i style="background:linear-gradient(90deg,transparent,{colour(study, side)})"></i>'
        f"{escape(side)} in none to all games</span>"
        for side in study.sides[:2]
    ]
    return f'<p class="key">{"".join(parts)}<span><b></b>in contact, the larger the more often</span></p>'


def _is_sea(layout: Layout, board: Board, space: int) -> bool:
    return layout.sheet.terrain_style(board.terrain[space]) == "sea"


def _shares(study: Study, board: Board) -> tuple[dict[int, dict[int, float]], dict[int, dict[int, float]]]:
    """By turn and space: the share of games held by the first side less that of the second; the share in contact."""
    held: dict[int, dict[int, float]] = {}
    contact: dict[int, dict[int, float]] = {}
    names = [f"{side.lower()}_{word}" for word in ("holds", "stands") for side in study.sides[:2]]
    for turn, rows in study.by_turn.items():
        one, two, here, there = (study.table[name].take(rows).to_pylist() for name in names)
        touch = [_contact(board, spaces_of(a), spaces_of(b)) for a, b in zip(here, there, strict=True)]
        held[turn] = _seen((_count(one, board) - _count(two, board)) / len(rows))
        contact[turn] = _seen(_count([packed(mask) for mask in touch], board) / len(rows))
    return held, contact


def _contact(board: Board, first: Spaces, second: Spaces) -> Spaces:
    """Where units stand in the same space as enemies or next to some."""
    near = board.adjacency.spread
    return first & (near(second) | second) | second & near(first)


def _count(masks: list[bytes], board: Board) -> Numbers:
    """By space, how many of these sets hold it."""
    width = (len(board.names) + 7) // 8
    data = np.frombuffer(b"".join(mask.ljust(width, b"\0") for mask in masks), np.uint8).reshape(len(masks), width)
    found: Numbers = np.unpackbits(data, axis=1, bitorder="little").sum(axis=0).astype(float)
    return found


def _seen(shares: Numbers) -> dict[int, float]:
    return {int(space): float(shares[space]) for space in np.flatnonzero(np.abs(shares) >= SEEN)}
