"""What the table looks like: greeting, board, events, prompt and menu."""

import contextlib
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bocage.cli.console import paint, width, wrap
from bocage.cli.textmap import Picture, factors, focus_of
from bocage.cli.wording import initials, listed, sentence
from bocage.kernel.board import Board
from bocage.kernel.chance import Chance
from bocage.kernel.flow import titles, waiting
from bocage.kernel.ids import Side, Space
from bocage.kernel.queries import Preview
from bocage.kernel.view import Choice, Payload, Piece, View

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop

FEW = 8
"""Up to this many options have a line each."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Quit(Exception):
    """The player is leaving the table; the text says why."""


def ask(prompt: str) -> str:
    """One line from the player. The end of the input is a polite way to leave."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - line editing and history, where there is a terminal
    try:
        line = input(prompt)
    except EOFError:
        raise Quit("End of input.") from None
    if not sys.stdin.isatty():
        print(line)
    return line.strip()


def welcome(table: "Tabletop") -> None:
    """Who plays what, with which dice, and where it is kept."""
    game, header = table.game, table.session.log.header
    scenario = game.scenario(header.scenario)
    print(paint(game.titled(scenario.id), "bold"))
    print(wrap(scenario.summary))
    players = [f"{side} ({initials(game)[n]}) {table.seats[side]}" for n, side in enumerate(game.sides)]
    print(f"Players: {listed(players)}.")
    dice = {
        "fair": f"fair; committed to {header.commitment[:16]}..., proved by `bocage verify` after the game",
        "fast": f"from the seed {header.seed}",
        "table": "your own: type in what they show",
    }
    print(f"Dice: {dice[header.dice]}.")
    print(f"Saved after each pick in {table.file}")
    print("Type a number or an action; ? explains, help lists the commands, quit leaves.")


def turn_over(side: str, *, first: bool) -> None:
    """Hide the screen from one player before the other one looks."""
    if sys.stdout.isatty() and not first:
        print(CLEAR, end="")
    line = "-" * min(width(), 72)
    print(f"\n{line}\nThe next decision is {side}'s, and not all of it is for other eyes.")
    ask(f"Let {side} sit at the screen, then press Enter. ")
    print(line)


def tell(story: Sequence[str], why: Mapping[int, str]) -> None:
    """What has happened, in sentences; after this many of them, why a computer player did it."""
    for number in range(len(story) + 1):
        if number:
            print(wrap(story[number - 1], "  "))
        if number in why:
            print(paint(wrap(f"Why: {sentence(why[number])}", "      "), "dim"))


def show(table: "Tabletop", side: Side | None) -> None:
    """The tracks, the board when it is due, where we are, what is asked and what can be done."""
    view = table.view(side)
    payload = view.payload()
    head = titles(view.state)[:2]
    if head != table.drawn:
        table.drawn = head
        print("\n" + board_text(view, payload))
    print("\n" + paint(payload.trail, "dim"))
    rule = f" (rule {payload.prompt.rule})" if payload.prompt.rule else ""
    print(paint(f"{payload.prompt.by}: {payload.prompt.text}", "bold") + rule)
    queries = table.game.queries
    battle = queries.preview(view.state, None) if queries.preview and payload.options else None
    if battle is not None:
        print(preview_text(battle))
    print(menu(view.state.board, payload) if payload.options else _dice(table))
    for warning in payload.warnings:
        print(paint(wrap(warning, "       "), "dim"))


def _dice(table: "Tabletop") -> str:
    """How dice from a real table are typed in."""
    g = table.session.state
    frame = waiting(g)
    if not isinstance(frame, Chance):
        return ""
    known = [table.game.format(g, frame.case(g, number)) for number in range(min(frame.total(g), FEW))]
    return wrap(f"Type what came out: {', '.join(dict.fromkeys(known))}{' ...' if frame.total(g) > FEW else ''}", "  ")


def board_text(
    view: View,
    payload: Payload,
    where: Sequence[Space] = (),
    *,
    whole: bool = False,
    notes: Mapping[str, str] | None = None,
) -> str:
    """Tracks and board as the side sees them; `notes` are words to put in spaces."""
    tracks = [f"{track.name} {track.value}" + (f" {track.detail}" if track.detail else "") for track in payload.tracks]
    board: Board = view.state.board
    drawn = Picture(view, payload, notes).draw(where or focus_of(board, payload), whole=whole)
    return "\n".join([*([paint(wrap(" · ".join(tracks)), "bold")] if tracks else []), drawn])


def preview_text(battle: Preview) -> str:
    """A battle before it is fought: the account, the faces of the die, the chances."""
    lines = [paint(f"  {battle.title}", "bold")]
    lines += [f"    {line.text}{f' [{line.rule}]' if line.rule else ''}" for line in battle.lines]
    if battle.faces:
        lines.append(wrap("die: " + "  ".join(f"{face} {result}" for face, result in battle.faces), "    "))
    if battle.clears is not None:
        lines.append(f"    {battle.clears:>5.0%}  to clear {'them' if len(battle.spaces) > 1 else 'it'}")
    for likely in battle.outcomes:
        meaning = f"  {likely.meaning}" if likely.meaning else ""
        lines.append(f"    {likely.chance:>5.0%}  {likely.result:<4}{meaning}")
    return "\n".join(lines)


# --- the menu ---------------------------------------------------------------------------------------


def menu(board: Board, payload: Payload) -> str:
    """The options with their numbers: a line each when they are few, by verb and counter when they are many."""
    options = payload.options
    if len(options) <= FEW:
        pieces = {piece.unit: piece for piece in payload.pieces if piece.unit}
        wide = max(len(option.action) for option in options) + 3
        lines = [f"{option.action:<{wide}}{paint(_note(board, option, pieces), 'dim')}" for option in options]
        return "\n".join(f"  {n:>3}  {line.rstrip()}" for n, line in enumerate(lines, 1))
    groups: dict[str, list[str]] = {}
    for n, option in enumerate(options, 1):
        words = option.action.split()
        held = 2 if len(words) > 2 else 1
        rest = " ".join(words[held:])
        groups.setdefault(" ".join(words[:held]), []).append(f"{n}:{rest}{_short(board, option, rest)}")
    lines = []
    for key, entries in groups.items():
        if entries[0].endswith(":"):
            lines.append(f"  {entries[0][:-1]:>3}  {key}")
        else:
            lines.append(_columns(key, entries))
    return "\n".join(lines)


def _columns(key: str, entries: Sequence[str]) -> str:
    """`select  1:Able  2:Baker`, over as many lines as it takes."""
    wide = max(len(entry) for entry in entries) + 2
    many = max(1, (min(width(), 110) - 9) // wide)
    rows = [entries[n : n + many] for n in range(0, len(entries), many)]
    body = ["         " + "".join(entry.ljust(wide) for entry in row).rstrip() for row in rows]
    return "\n".join([f"       {paint(key, 'bold')}", *body])


def _note(board: Board, option: Choice, pieces: Mapping[str, Piece]) -> str:
    """What the spaces and counters of an option are, where its own text does not say."""
    if option.spaces:
        return ", ".join(_ground(board, board.ids[name]) for name in option.spaces)
    notes = []
    for unit in option.units:
        name, piece = board.counters[board.unit_ids[unit]].name, pieces.get(unit)
        shown = f"{factors(piece)} in {piece.space}" if piece else ""
        notes.append(f"{'' if name == unit else f'{name} '}{shown}".strip())
    return ", ".join(notes)


def _ground(board: Board, space: Space) -> str:
    terrain = f"({board.terrain[space]})" if board.terrain[space] else ""
    return f"{board.titles[space]} {terrain}".strip()


def _short(board: Board, option: Choice, rest: str) -> str:
    """The name or the terrain of an option's one space."""
    if len(option.spaces) != 1 or option.spaces[0] not in rest:
        return ""
    space = board.ids[option.spaces[0]]
    return f" {board.titles[space] or board.terrain[space]}".rstrip()


def finish(table: "Tabletop") -> None:
    """The last position, the result, and how to prove it."""
    view = table.view(None)
    print()
    print(board_text(view, view.payload()))
    outcome = table.session.state.outcome
    print("\n" + paint(f"The game is over: {outcome.level if outcome else 'no result'}.", "bold"))
    print(f"The log is {table.file}")
    print(f"  bocage replay {table.file}   tells it again")
    print(f"  bocage verify {table.file}   proves every pick and every roll")
