"""Small pictures of the map: one drawing of the board for the whole page, and windows on it with counters."""

import re

import msgspec

from bocage.draw import Layout, board_svg
from bocage.draw.layout import Frame
from bocage.draw.piles import counters_layer
from bocage.draw.svg import element
from bocage.kernel.game import Game
from bocage.kernel.session import replay_entry
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.review.story import Story

SKIN = "period"
SMALLEST = 620.0
"""The least width of a window, about six hexes."""
RATIO = 0.72
MARGIN = 190.0
RINGS = 5
"""Of more spaces than this only the first are shown."""


class Atlas:
    """The map of a game, drawn once."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.board = story.final.board
        self.layout = Layout(self.board)

    def sheet(self) -> str:
        """The board, unseen, for the windows to look at."""
        drawing = board_svg(self.board, skin=SKIN)
        inside = re.sub(r'<g class="layer spaces".*?</g>', "", drawing[drawing.index(">") + 1 : -len("</svg>")])
        ground = element("g", inside, id="board", class_=f"bocage skin-{SKIN}")
        return f'<svg class="sheet" width="0" height="0" aria-hidden="true">{ground}</svg>'

    def window(self, at: int, spaces: tuple[int, ...], title: str) -> str:
        """A look at some spaces as they were after a pick."""
        g = state_at(self.story, at)
        spots = [spot for space in spaces if (spot := self.layout.spots.get(self.board.names[space]))]
        on_map = ([spot for spot in spots if spot.kind != "box"] or spots)[:RINGS]
        x, y, width, height = self._frame([(spot.x, spot.y) for spot in on_map])
        rings = [element("circle", cx=spot.x, cy=spot.y, r=spot.room * 0.92, class_="ring") for spot in on_map]
        return element(
            "svg",
            f"<title>{title}</title>",
            element("use", href="#board"),
            element(
                "g", *rings, self._counters(self.story.game, g, (x, y, width, height)), class_=f"bocage skin-{SKIN}"
            ),
            viewBox=f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}",
            role="img",
            class_="window",
        )

    def _frame(self, middles: list[tuple[float, float]]) -> tuple[float, float, float, float]:
        """A window around some points, of one shape, inside the map; the whole map without any."""
        sheet = self.layout.map
        if not middles:
            return sheet.x, sheet.y, sheet.width, sheet.height
        if not all(sheet.holds(*middle) for middle in middles):  # boxes lie beside the map
            sheet = Frame(0.0, 0.0, self.layout.width, self.layout.height)
        left, right = min(x for x, _ in middles) - MARGIN, max(x for x, _ in middles) + MARGIN
        top, bottom = min(y for _, y in middles) - MARGIN, max(y for _, y in middles) + MARGIN
        width = min(max(right - left, (bottom - top) / RATIO, SMALLEST), sheet.width)
        height = min(width * RATIO, sheet.height)
        x = min(max(sheet.x, (left + right - width) / 2), sheet.right - width)
        y = min(max(sheet.y, (top + bottom - height) / 2), sheet.bottom - height)
        return x, y, width, height

    def _counters(self, game: Game, g: State, frame: tuple[float, float, float, float]) -> str:
        """The counters in a window; after a game nothing is hidden."""
        x, y, width, height = frame
        view = View(game, g, None)
        view.state = g
        payload = view.payload()
        seen = {
            name
            for name, spot in self.layout.spots.items()
            if x - 60 <= spot.x <= x + width + 60 and y - 60 <= spot.y <= y + height + 60
        }
        kept = msgspec.structs.replace(
            payload,
            pieces=tuple(piece for piece in payload.pieces if piece.space in seen),
            marks=tuple(mark for mark in payload.marks if mark.space in seen),
        )
        return counters_layer(game, self.layout, kept)


def state_at(story: Story, n: int) -> State:
    """The position after a pick."""
    nearest = max((moment for moment in story.moments if moment.n <= n), key=lambda moment: moment.n)
    g = nearest.state.copy()
    for entry in story.log.entries[nearest.n : n]:
        replay_entry(story.game, g, entry)
        g.events = None
    return g
