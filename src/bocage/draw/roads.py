"""Roads and railways: from hex to hex by way of the crossings, with casing, and bridges over rivers."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

from bocage.draw.curves import thread, toward
from bocage.draw.ground import Ground
from bocage.draw.rivers import WIDTHS
from bocage.draw.svg import element, number
from bocage.kernel.grid import Point
from bocage.kernel.ids import Space

__all__ = ["Roads"]

STRAIGHT = 70.0
"""Two roads that meet at less than this turn, in degrees, are drawn as one."""

RANKS = ("primary", "secondary", "track", "rail")


class Roads:
    """All ways of a hex map."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.lines: dict[str, list[list[Point]]] = {rank: [] for rank in RANKS}
        self.edges: set[tuple[Space, Space]] = set()
        """Hexsides that a road, not a railway, crosses."""
        for rank in RANKS:
            if rank == "rail":
                self._lay(rank, set())
            else:
                self._lay(rank, self.edges)

    def _lay(self, rank: str, taken: set[tuple[Space, Space]]) -> None:
        """Lay all roads of a rank; a stretch that a greater road uses is not laid again."""
        ground = self.ground
        pieces: list[list[Space]] = []
        for road in ground.board.geography.road:
            if ground.sheet.road_style(road.kind) != rank:
                continue
            piece: list[Space] = []
            for a, b in pairwise(ground.board.ids[text] for text in road.hexes):
                edge = min(a, b), max(a, b)
                if edge in taken:
                    pieces.append(piece)
                    piece = []
                else:
                    taken.add(edge)
                    piece = piece or [a]
                    piece.append(b)
            pieces.append(piece)
        for hexes in self._stitched([piece for piece in pieces if len(piece) > 1]):
            self._finish(rank, hexes)

    def _stitched(self, pieces: list[list[Space]]) -> list[list[Space]]:
        """Pieces that meet nearly straight become one road, so that it bends instead of breaking."""
        for hub in sorted({end for piece in pieces for end in (piece[0], piece[-1])}):
            while True:
                here = [piece for piece in pieces if hub in {piece[0], piece[-1]} and piece[0] != piece[-1]]
                turns = [(self._turn(one, two, hub), one, two) for one, two in combinations(here, 2)]
                turn, one, two = min(turns, default=(360.0, [], []))
                if turn > STRAIGHT:
                    break
                pieces = [piece for piece in pieces if piece not in (one, two)]
                pieces.append([*_ending(one, hub), *_ending(two, hub)[-2::-1]])
        return pieces

    def _turn(self, one: list[Space], two: list[Space], hub: Space) -> float:
        """How sharply a road turns that comes in by one piece and goes out by another, in degrees."""
        a, b, c = (self.ground.centre(space) for space in (_ending(one, hub)[-2], hub, _ending(two, hub)[-2]))
        into, out = math.atan2(b[1] - a[1], b[0] - a[0]), math.atan2(c[1] - b[1], c[0] - b[0])
        return abs(math.degrees(math.remainder(out - into, 2 * math.pi)))

    def _finish(self, rank: str, hexes: list[Space]) -> None:
        ground = self.ground
        line = [ground.spot(hexes[0])]
        for a, b in pairwise(hexes):
            line += [ground.crossing(a, b), ground.spot(b)]
        self.lines[rank].append([*self._beyond(hexes[0], hexes[1])[::-1], *line, *self._beyond(hexes[-1], hexes[-2])])

    def _beyond(self, last: Space, before: Space) -> list[Point]:
        """A road that ends in a hex at the map's edge runs on to the frame."""
        ground = self.ground
        column, row = ground.grid.position(last)
        frame = ground.layout.map
        x, y = ground.spot(last)
        ways = []
        if column == 0:
            ways.append((x - frame.x, (frame.x, y)))
        if column == ground.grid.columns - 1:
            ways.append((frame.right - x, (frame.right, y)))
        if row == 0:
            ways.append((y - frame.y, (x, frame.y)))
        if row == ground.grid.rows - 1:
            ways.append((frame.bottom - y, (x, frame.bottom)))
        style = ground.sheet.terrain_style(ground.board.terrain[last])
        if not ways or len(ground.ways.get(last, ())) > 1 or style in {"beach", "coast", "sea"}:
            return []
        came = ground.crossing(last, before)
        _, edge = max(ways, key=lambda way: math.dist(way[1], came))
        return [edge]

    # --- drawing -----------------------------------------------------------------------------------

    def drawn(self) -> list[str]:
        """Casings first, so that roads join without seams; the greater road on top."""
        paths = {rank: "".join(thread(line) for line in some) for rank, some in self.lines.items()}
        ranks = [rank for rank in ("track", "secondary", "primary") if paths[rank]]
        cased = [element("path", d=paths[rank], class_=f"road-case {rank}") for rank in ranks]
        return cased + [element("path", d=paths[rank], class_=f"road {rank}") for rank in ranks]

    def rails(self) -> list[str]:
        """Railways: a line and its sleepers."""
        path = "".join(thread(line) for line in self.lines["rail"])
        return [element("path", d=path, class_=kind) for kind in ("rail", "sleepers")] if path else []

    def bridges(self) -> list[str]:
        """A pair of parapets wherever a road crosses a river."""
        ground = self.ground
        found = []
        for a, b in sorted(self.edges):
            kinds = {ground.sheet.hexside_style(kind) for kind in ground.board.between(a, b)}
            if kinds & WIDTHS.keys():
                wide = max(WIDTHS[kind] for kind in kinds & WIDTHS.keys())
                found.append(_bridge(ground.crossing(a, b), ground.spot(a), ground.spot(b), wide))
        return [element("path", d="".join(found), class_="bridge")] if found else []

    def points(self) -> list[Point]:
        """Points along all roads and railways, for keeping labels off them."""
        found = []
        for some in self.lines.values():
            for line in some:
                for a, b in pairwise(line):
                    found += [toward(a, b, share / 5) for share in range(5)]
        return found


def _ending(piece: list[Space], hub: Space) -> list[Space]:
    """A piece of road, turned so that it ends in a hex."""
    return piece if piece[-1] == hub else piece[::-1]


def _bridge(at: Point, a: Point, b: Point, river: float) -> str:
    """Two parapets along the road, bent outwards at their ends."""
    size = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / size, (b[1] - a[1]) / size
    half, off, out = river / 2 + 3, 5.0, 2.6

    def point(forth: float, aside: float) -> str:
        return f"{number(at[0] + ux * forth - uy * aside)} {number(at[1] + uy * forth + ux * aside)}"

    drawn = ""
    for side in (1, -1):
        turns = [(-half - out, off + out), (-half, off), (half, off), (half + out, off + out)]
        drawn += "M" + "L".join(point(forth, side * aside) for forth, aside in turns)
    return drawn
