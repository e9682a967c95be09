"""All that a side may know of one counter or one space."""

from typing import TYPE_CHECKING

from bocage.cli.console import paint
from bocage.cli.wording import listed
from bocage.kernel.board import Board
from bocage.kernel.ids import Side, Space
from bocage.kernel.spaces import holds
from bocage.kernel.view import Payload, Piece

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")


def about(table: "Tabletop", side: Side | None, name: str) -> str:
    """A counter by its id or name, or a space by its number or name; anything else says so."""
    view = table.view(side)
    payload, board = view.payload(), view.state.board
    wanted = name.lower()
    for piece in payload.pieces:
        if piece.unit and wanted in (piece.unit.lower(), piece.name.lower()):
            return _piece(piece, board, table.game.sides[piece.side])
    for number, known in enumerate(board.names):
        if wanted in (known.lower(), board.titles[number].lower()) and holds(board.all, Space(number)):
            return _space(Space(number), board, payload, table.game.sides)
    return f"There is no counter or space {name!r} that you could see."


def _piece(piece: Piece, board: Board, side: str) -> str:
    parts = [f"{side} {piece.symbol}"]
    if piece.size:
        parts.append(f"size {piece.size}")
    if piece.factors:
        parts.append(f"factors {'-'.join(piece.factors)}")
    if piece.full > 1 or piece.steps != piece.full:
        parts.append(f"{piece.steps} of {piece.full} steps")
    parts += piece.flags
    name = piece.unit if piece.unit == piece.name else f"{piece.unit} ({piece.name})"
    where = board.describe(board.ids[piece.space]) if piece.space in board.ids else "off the map"
    return f"{paint(name, 'bold')}: {', '.join(parts)}; in {where}"


def _space(space: Space, board: Board, payload: Payload, sides: tuple[str, ...]) -> str:
    name = board.names[space]
    lines = [paint(board.describe(space), "bold")]
    here = [piece for piece in payload.pieces if piece.space == name]
    lines += [f"  {_piece(piece, board, sides[piece.side])}" for piece in here]
    for mark in payload.marks:
        if mark.space == name:
            holder = f", {sides[mark.side]}" if mark.side >= 0 else ""
            lines.append(f"  {mark.kind}: {mark.text}{holder}")
    tags = [tag for tag, mask in board.tags.items() if holds(mask, space)]
    if tags:
        lines.append(f"  marked: {listed(tags)}")
    lines += [f"  {_step(board, space, other)}" for other in board.neighbours[space]]
    return "\n".join(lines)


def _step(board: Board, space: Space, other: Space) -> str:
    """The way to a neighbour: direction, what lies between, roads."""
    grid = board.grid
    towards = "to"
    if grid is not None and holds(board.hexes, space) and holds(board.hexes, other):
        towards = (FLAT if grid.orientation == "flat" else POINTY)[grid.direction_of(space, other)]
    between = [*sorted(board.between(space, other)), *sorted(board.road(space, other))]
    over = f" by {listed(between)}" if between else ""
    return f"{towards:<2} {board.describe(other)}{over}"
