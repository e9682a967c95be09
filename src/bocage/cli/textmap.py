"""The board in characters.

A small hex map is drawn with its hexsides, a river as a wavy line; a large one as a field of numbers with terrain and
counters under them, part of which the window shows. Areas and boxes are a list. Everything comes from a view's payload,
so nothing is drawn that the side may not see.
"""

from collections.abc import Collection, Mapping, Sequence

from bocage.cli.canvas import Canvas
from bocage.cli.console import height, width, wrap
from bocage.cli.wording import initials
from bocage.kernel.board import Board
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space
from bocage.kernel.spaces import each, members
from bocage.kernel.view import Mark, Payload, Piece, View

SIDE_COLOURS = ("green", "red", "yellow", "magenta", "cyan")
EDGE = 12
"""Characters of a hex's upper and lower side when hexsides are drawn."""
SLOPE = 2
"""Lines of half a hex when hexsides are drawn."""
MANY = 20
"""More counters than this beside the map are only counted."""
WIDE = EDGE + SLOPE
TALL = 2 * SLOPE


class Picture:
    """One view, ready to be drawn."""

    def __init__(self, view: View, payload: Payload | None = None, notes: Mapping[str, str] | None = None) -> None:
        """`notes` are words to put in spaces, as an overlay has them; they go before markers."""
        self.board: Board = view.state.board
        self.notes = notes or {}
        self.payload = payload or view.payload()
        self.letters = initials(view.game)
        self.pieces: dict[str, list[Piece]] = {}
        for piece in self.payload.pieces:
            self.pieces.setdefault(piece.space, []).append(piece)
        self.marks: dict[str, list[Mark]] = {}
        for mark in self.payload.marks:
            self.marks.setdefault(mark.space, []).append(mark)

    def draw(self, focus: Collection[Space] = (), *, whole: bool = False) -> str:
        """The map, then the boxes that hold something."""
        grid = self.board.grid
        parts = []
        if grid is not None:
            parts.append(self._hexes(grid, focus, whole=whole))
        parts += [self._area(space) for space in each(self.board.areas)]
        parts += self._boxes()
        return "\n".join(parts)

    def label(self, piece: Piece) -> str:
        """A counter in a few characters: side, id, an asterisk when it has lost steps, factors."""
        name = piece.unit or "?"
        worn = "*" if 0 < piece.steps < piece.full else ""
        return f"{self.letters[piece.side]} {name}{worn} {factors(piece)}".rstrip()

    def _hexes(self, grid: Grid, focus: Collection[Space], *, whole: bool) -> str:
        if grid.orientation == "flat" and grid.columns * WIDE + SLOPE <= width() and grid.rows * TALL <= 44:
            return self._large(grid)
        return self._compact(grid, focus, whole=whole)

    # --- with hexsides -----------------------------------------------------------------------------

    def _large(self, grid: Grid) -> str:
        canvas = Canvas()
        for space in each(self.board.hexes):
            column, row = grid.position(space)
            low = column % 2 == (grid.shifted == "odd")
            self._hexagon(canvas, space, column * WIDE, row * TALL + SLOPE * low)
        return canvas.text()

    def _hexagon(self, canvas: Canvas, space: Space, left: int, top: int) -> None:
        """Six sides and up to three lines; the corner at the left is `SLOPE` lines below the top."""
        wet = [self._is_wet(space, direction) for direction in range(6)]
        canvas.write(left + SLOPE, top, ("~" if wet[0] else "_") * EDGE, "blue" if wet[0] else "dim", keep=True)
        for n in range(SLOPE):
            above, below, right = top + 1 + n, top + SLOPE + 1 + n, left + EDGE + 2 * SLOPE - 1
            for x, y, direction, sign in (
                (left + SLOPE - 1 - n, above, 5, "/"),
                (left + SLOPE + EDGE + n, above, 1, "\\"),
                (left + n, below, 4, "\\"),
                (right - n, below, 2, "/"),
            ):
                canvas.write(x, y, _wave(sign) if wet[direction] else sign, "blue" if wet[direction] else "dim")
        canvas.write(left + SLOPE, top + TALL, ("~" if wet[3] else "_") * EDGE, "blue" if wet[3] else "dim", keep=True)
        self._fill(canvas, space, left + SLOPE, top + 1)

    def _is_wet(self, space: Space, direction: int) -> bool:
        grid = self.board.grid
        assert grid is not None
        other = grid.neighbour(space, direction)
        return other >= 0 and any("river" in kind for kind in self.board.between(space, other))

    def _fill(self, canvas: Canvas, space: Space, left: int, top: int) -> None:
        board, name = self.board, self.board.names[space]
        canvas.write(left, top, f"{name} {board.terrain[space]}"[:EDGE].center(EDGE), "")
        here = self.pieces.get(name, [])
        shown = here if len(here) <= SLOPE else here[: SLOPE - 1]
        for n, piece in enumerate(shown):
            text = self.label(piece)[: EDGE + SLOPE].center(EDGE + SLOPE)
            canvas.write(left - 1, top + 1 + n, text, SIDE_COLOURS[piece.side % len(SIDE_COLOURS)])
        if len(here) > SLOPE:
            canvas.write(left, top + SLOPE, f"and {len(here) - len(shown)} more".center(EDGE), "")
        marks = self.notes.get(name) or " ".join(self._mark(mark) for mark in self.marks.get(name, ()))
        if marks and (len(here) < SLOPE or name in self.notes):
            canvas.write(left - 1, top + SLOPE, marks[:WIDE].center(WIDE), "yellow")
        if board.titles[space]:
            canvas.write(left, top + TALL - 1, board.titles[space][:EDGE].center(EDGE), "bold", blank="")

    def _mark(self, mark: Mark) -> str:
        text = mark.text or mark.kind
        return f"{text} ({self.letters[mark.side]})" if mark.side >= 0 else text

    # --- as a field of numbers ---------------------------------------------------------------------

    def _compact(self, grid: Grid, focus: Collection[Space], *, whole: bool) -> str:
        pitch = max(len(name) for name in self.board.names[: grid.size]) + 1
        pitch = max(pitch, 5)
        across, down = (grid.columns, grid.rows) if whole else (width() // pitch, max(6, (height() - 14) // 2))
        first_column, first_row = _window(grid, focus, across, down)
        canvas = Canvas()
        for space in each(self.board.hexes):
            column, row = grid.position(space)
            x, y = column - first_column, row - first_row
            if 0 <= x < across and 0 <= y < down:
                low = (column if grid.orientation == "flat" else row) % 2 == (grid.shifted == "odd")
                flat = grid.orientation == "flat"
                self._cell(canvas, space, x * pitch + (0 if flat else low * pitch // 2), 2 * y + (low if flat else 0))
        lines = [canvas.text(), self._legend()]
        if across < grid.columns or down < grid.rows:
            last = grid.at(min(first_column + across, grid.columns) - 1, min(first_row + down, grid.rows) - 1)
            corner = grid.label(grid.at(first_column, first_row))
            lines.append(f"Shown: {corner} to {grid.label(last)}. `map HEX` looks elsewhere, `map all` shows all.")
        return "\n".join(lines)

    def _cell(self, canvas: Canvas, space: Space, x: int, y: int) -> None:
        name = self.board.names[space]
        here = self.pieces.get(name, [])
        if here or self.board.terrain[space] != "sea":
            canvas.write(x, y, name, "dim")
        canvas.write(x, y + 1, self._sign(space), "blue" if self.board.terrain[space] == "sea" else "")
        if here:
            side = here[-1].side
            canvas.write(x + 1, y + 1, f"{self.letters[side]}{len(here)}", SIDE_COLOURS[side % len(SIDE_COLOURS)])
        elif name in self.marks and not self.notes:
            canvas.write(x + 1, y + 1, "!", "yellow")
        if name in self.notes:
            canvas.write(x + 3, y + 1, self.notes[name][:1], "yellow")

    def _sign(self, space: Space) -> str:
        terrain = self.board.terrain[space]
        return next((sign for sign, word in self.board.geography.terrain.legend.items() if word == terrain), "?")

    def _legend(self) -> str:
        signs = {word: sign for sign, word in reversed(self.board.geography.terrain.legend.items())}
        legend = [f"{sign} {word}" for word, sign in reversed(signs.items())]
        counters = [f"{letter}2 two counters of side {letter}" for letter in self.letters[:1]]
        return wrap("  ".join([*legend, *counters, "! a marker"]))

    # --- lists -------------------------------------------------------------------------------------

    def _area(self, space: Space) -> str:
        board, name = self.board, self.board.names[space]
        parts = [f"{name} {board.titles[space]} ({board.terrain[space]})"]
        parts += [f"[{self._mark(mark)}]" for mark in self.marks.get(name, ())]
        parts += [f"[{self.notes[name]}]" for _ in range(name in self.notes)]
        here = ", ".join(self.label(piece) for piece in self.pieces.get(name, ()))
        return " ".join(parts) + (f": {here}" if here else "")

    def _boxes(self) -> list[str]:
        """A line for each box that holds something; where they hold much, how many counters each has."""
        held = [name for space in each(self.board.boxes) if (name := self.board.names[space]) in self.pieces]
        if sum(len(self.pieces[name]) for name in held) > MANY:
            text = ", ".join(f"{name} {len(self.pieces[name])}" for name in held)
            return [wrap(f"Beside the map: {text}. `view BOX` lists them.")]
        return [wrap(f"{name}: {', '.join(self.label(piece) for piece in self.pieces[name])}") for name in held]


def factors(piece: Piece) -> str:
    """The numbers on a counter, as people read them: `3-4`, or `4 +1 3` where some have signs."""
    plain = all(factor.isdigit() for factor in piece.factors)
    return ("-" if plain else " ").join(piece.factors)


def _wave(sign: str) -> str:
    return "(" if sign == "/" else ")"


def _window(grid: Grid, focus: Collection[Space], across: int, down: int) -> tuple[int, int]:
    """The first column and row of a window centred on the focus."""
    where = [grid.position(space) for space in focus if 0 <= space < grid.size]
    if not where:
        where = [(grid.columns // 2, grid.rows // 2)]
    column = sum(x for x, _ in where) // len(where) - across // 2
    row = sum(y for _, y in where) // len(where) - down // 2
    return max(0, min(column, grid.columns - across)), max(0, min(row, grid.rows - down))


def focus_of(board: Board, payload: Payload) -> list[Space]:
    """The spaces that the present choice is about."""
    named: Sequence[str] = [space for option in payload.options for space in option.spaces]
    if not named:
        units = {unit for option in payload.options for unit in option.units}
        named = [piece.space for piece in payload.pieces if piece.unit in units]
    return [space for name in named if (space := board.ids.get(name, Space(-1))) in set(members(board.hexes))]
