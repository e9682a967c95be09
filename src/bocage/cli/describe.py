"""All that a side may know of one counter or one space."""

from typing import TYPE_CHECKING

from bocage.cli.console import paint, wrap
from bocage.cli.textmap import factors
from bocage.cli.wording import listed, sentence
from bocage.kernel.board import Board
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.spaces import holds
from bocage.kernel.verdict import Because
from bocage.kernel.view import Payload, Piece, View

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
POINTY = ("NE", "E", "SE", "SW", "W", "NW")


def about(table: "Tabletop", view: View, name: str) -> str:
    """A counter by its id or name, or a space by its number or name; anything else says so."""
    payload, board = view.payload(), view.state.board
    piece = _find_piece(payload, name)
    if piece is not None:
        return f"{_piece(piece, table.game.sides[piece.side])}; {_where(board, piece.space)}"
    for number, known in enumerate(board.names):
        if name.lower() in (known.lower(), board.titles[number].lower()) and holds(board.all, Space(number)):
            return _space(table, view, Space(number), payload)
    return f"There is no counter or space {name!r} that you could see."


def _find_piece(payload: Payload, name: str) -> Piece | None:
    wanted = name.lower()
    found = [piece for piece in payload.pieces if piece.unit and wanted in (piece.unit.lower(), piece.name.lower())]
    return found[0] if found else None


def _where(board: Board, name: str) -> str:
    """In which space of the map a counter is, or what its box is called."""
    if name not in board.ids:
        return "off the map"
    space = board.ids[name]
    return board.titles[space] or name if holds(board.boxes, space) else f"in {board.describe(space)}"


def _piece(piece: Piece, side: str) -> str:
    """A counter in words."""
    parts = [f"{side} {piece.symbol}"]
    if piece.size:
        parts.append(f"size {piece.size}")
    if piece.factors:
        parts.append(f"factors {factors(piece)}")
    if piece.full > 1 or piece.steps != piece.full:
        parts.append(f"{piece.steps} of {piece.full} steps")
    parts += piece.flags
    name = piece.unit if piece.unit == piece.name else f"{piece.unit or '?'} ({piece.name})"
    return f"{paint(name, 'bold')}: {', '.join(parts)}"


def _space(table: "Tabletop", view: View, space: Space, payload: Payload) -> str:
    board, sides = view.state.board, table.game.sides
    name = board.names[space]
    lines = [paint(board.describe(space), "bold")]
    here = [piece for piece in payload.pieces if piece.space == name]
    lines += [f"  {_piece(piece, sides[piece.side])}" for piece in here]
    known = table.game.queries.inspect(view.state, space) if table.game.queries.inspect else []
    lines += [wrap(f"{line.text} [{line.rule}]" if line.rule else line.text, "  ") for line in known]
    if not known:
        marks = [mark for mark in payload.marks if mark.space == name]
        lines += [f"  {mark.kind}: {mark.text}{f', {sides[mark.side]}' if mark.side >= 0 else ''}" for mark in marks]
    tags = [tag for tag, mask in board.tags.items() if holds(mask, space)]
    if tags:
        lines.append(wrap(f"marked: {listed(tags)}", "  "))
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


# --- questions to the rules -------------------------------------------------------------------------


def _unit(view: View, name: str) -> UnitId | str:
    """The counter of a name, as far as the side can see it, or why not."""
    piece = _find_piece(view.payload(), name) if name else None
    if piece is None:
        return f"There is no counter {name!r} that you could see." if name else "Whose? Name a counter."
    return UnitId(view.state.board.unit_ids[piece.unit])


def reach_text(table: "Tabletop", view: View, name: str) -> str:
    """Where a counter could go, and at what cost."""
    unit, ask = _unit(view, name), table.game.queries.reach
    if isinstance(unit, str) or ask is None:
        return unit if isinstance(unit, str) else "This game does not tell."
    board = view.state.board
    costs = ask(view.state, unit)
    places = [f"{board.names[space]} {board.titles[space] or board.terrain[space]} ({c})" for space, c in costs.items()]
    return wrap(f"{board.counters[unit].name} could reach, at the cost in brackets: {', '.join(places) or 'nothing'}.")


def supply_text(table: "Tabletop", view: View, name: str) -> str:
    """A counter's line of supply, or why it has none."""
    unit, ask = _unit(view, name), table.game.queries.supply_line
    if isinstance(unit, str) or ask is None:
        return unit if isinstance(unit, str) else "This game does not tell."
    found = ask(view.state, unit)
    if isinstance(found, Because):
        return wrap(sentence(str(found)))
    return wrap("In supply: " + ", ".join(view.state.board.names[space] for space in found) + ".")
