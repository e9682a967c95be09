"""What the table looks like: greeting, board, events, prompt and menu."""

import contextlib
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bocage.cli.console import paint, width, wrap
from bocage.cli.textmap import Picture, focus_of
from bocage.cli.wording import initials, listed, sentences
from bocage.kernel.board import Board
from bocage.kernel.events import Event
from bocage.kernel.flow import waiting
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.kernel.view import Choice, Payload

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop

FEW = 8
"""Up to so many options have a line each."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Quit(Exception):
    """The player leaves the table; the text says why."""


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
    print(paint(f"{game.name}: {scenario.name}", "bold"))
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


def tell(g: State, events: Sequence[Event], side: Side | None) -> None:
    """What has happened, in sentences."""
    for text in sentences(g, events, side):
        print(wrap(text, "  "))


def show(table: "Tabletop", side: Side | None) -> None:
    """The tracks, the board when it is time for it, where we are, what is asked and what can be done."""
    view = table.view(side)
    payload = view.payload()
    head = " > ".join(payload.trail.split(" > ")[:2])
    if head != table.drawn:
        table.drawn = head
        print()
        print(board_text(table, side, payload))
    frame = waiting(table.session.state)
    options = payload.options
    if frame is not None and frame.by == NATURE:
        options = tuple(Choice(text, "roll") for text in ("roll FACE",))
    print()
    print(paint(payload.trail, "dim"))
    rule = f" (rule {payload.prompt.rule})" if payload.prompt.rule else ""
    print(paint(f"{payload.prompt.by}: {payload.prompt.text}", "bold") + rule)
    print(menu(view.state.board, options))
    for warning in payload.warnings:
        print(paint(wrap(warning, "       "), "dim"))


def board_text(
    table: "Tabletop", side: Side | None, payload: Payload, where: Sequence[int] = (), *, whole: bool = False
) -> str:
    """Tracks and board as the side sees them."""
    view = table.view(side)
    tracks = [f"{track.name} {track.value}" + (f" {track.detail}" if track.detail else "") for track in payload.tracks]
    board: Board = view.state.board
    focus = where or focus_of(board, payload)
    drawn = Picture(view, payload).draw(focus, whole=whole)  # type: ignore[arg-type]
    return (paint(" · ".join(tracks), "bold") + "\n" if tracks else "") + drawn


# --- the menu ---------------------------------------------------------------------------------------


def menu(board: Board, options: Sequence[Choice]) -> str:
    """The options with their numbers: a line each when they are few, by verb and counter when they are many."""
    if len(options) <= FEW:
        return "\n".join(f"  {n:>3}  {_long(board, option)}" for n, option in enumerate(options, 1))
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


def _long(board: Board, option: Choice) -> str:
    """The option as it is typed, then what its spaces and counters are."""
    notes = [board.describe(board.ids[space]).removeprefix(space).strip() for space in option.spaces]
    notes += [board.counters[board.unit_ids[unit]].name for unit in option.units]
    shown = [note for note in notes if note and note not in option.action]
    return option.action + (paint(f"   {', '.join(shown)}", "dim") if shown else "")


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
    print(board_text(table, None, view.payload()))
    outcome = table.session.state.outcome
    print("\n" + paint(f"The game is over: {outcome.level if outcome else 'no result'}.", "bold"))
    print(f"The log is {table.file}")
    print(f"  bocage replay {table.file}   tells it again")
    print(f"  bocage verify {table.file}   proves every pick and every roll")
