"""Sets of hexsides that change in play: breached sea walls, blown bridges.

A set of hexsides is one int, as a set of spaces is: each hexside between two hexes has a bit of its own. A state keeps
one field for each kind of mark; ints are copied for nothing and saved as they are.

    breached: Hexsides = 0                                     # in the state
    g.breached |= hexside(board.grid, a, b); g.touch()
    if "sea wall" in board.between(a, b) and not g.breached & hexside(board.grid, a, b): ...
    reach(..., cut=cut_by(grid, g.blown))                      # or adjacency.without(crossings(grid, g.blown))
    marks = marks_on(board, g.breached, "breach")              # drawn on the hexside

What is printed on hexsides and never changes belongs to the map: `Board.between`.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from bocage.kernel.board import Board
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import BITS, Edge, each
from bocage.kernel.view import Mark

Hexsides: TypeAlias = int
"""A set of hexsides: bit 3n + d is set when the hexside of hex n in direction d, 0 to 2, belongs to it."""


def hexside(grid: Grid, a: Space, b: Space) -> Hexsides:
    """The set that holds the one hexside between two adjacent hexes; `ValueError` if they are not adjacent."""
    direction = grid.direction_of(a, b)
    return 1 << (3 * a + direction if direction < 3 else 3 * b + direction - 3)


def _named(grid: Grid, sides: Hexsides) -> Iterator[Edge]:
    """Each hexside once, as the two hexes that share it."""
    for number in each(sides):
        at, direction = divmod(number, 3)
        yield Space(at), grid.neighbour(Space(at), direction)


def crossings(grid: Grid, sides: Hexsides) -> Iterator[Edge]:
    """Every step across one of these, both ways."""
    for a, b in _named(grid, sides):
        yield a, b
        yield b, a


def cut_by(grid: Grid, sides: Hexsides) -> Mapping[Space, Spaces]:
    """By hex, the neighbours behind one of these: the form that `movement.reach` takes."""
    out: dict[Space, Spaces] = {}
    for a, b in crossings(grid, sides):
        out[a] = out.get(a, 0) | BITS[b]
    return out


def marks_on(board: Board, sides: Hexsides, kind: str) -> list[Mark]:
    """A mark on each, for the view of a game."""
    if board.grid is None:
        return []
    return [Mark(board.names[a], kind, to=board.names[b]) for a, b in _named(board.grid, sides)]
