"""The commands of the table: everything a player may ask or do that is not a pick."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bocage.cli import rules, screen
from bocage.cli.common import Fault
from bocage.cli.console import wrap
from bocage.cli.describe import about, reach_text, supply_text
from bocage.cli.wording import listed, sentence, sentences
from bocage.kernel.actions import usage
from bocage.kernel.ids import Side

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop

HELP = """\
  NUMBER            take that option          ACTION        take an action, as it is written in the menu
  ?                 what is asked, and why    ? ACTION      is it allowed, why not, what may come of it
  undo, redo        take back the last pick, make it again
  map [HEX|all]     draw the board            options       list the options again
  view UNIT|SPACE   all about it              show OVERLAY  zones, supply and the like on the map
  reach UNIT        where it could go         supply UNIT   its line of supply
  rules [NUMBER]    a rule in our own words   log [N]       what happened lately
  suggest           ask the computer          save [FILE]   the game is saved anyway; a copy with FILE
  quit              leave; the game is kept"""
LINES = 15

Command: TypeAlias = Callable[["Tabletop", Side | None, str], bool]
"""What follows the word is its argument. True when the game has changed."""


def show_help(table: "Tabletop", side: Side | None, rest: str) -> bool:
    print(HELP)
    verbs = ", ".join(usage(table.game.verbs, verb) for verb in table.game.verbs)
    print(wrap(f"Actions of this game: {verbs}.", "  "))
    return False


def show_options(table: "Tabletop", side: Side | None, rest: str) -> bool:
    screen.show(table, side)
    return False


def show_map(table: "Tabletop", side: Side | None, rest: str) -> bool:
    view = table.view(side)
    board = view.state.board
    if rest and rest != "all" and rest not in board.ids:
        print(f"There is no space {rest!r} on this map.")
        return False
    where = [board.ids[rest]] if rest in board.ids else []
    print(screen.board_text(view, view.payload(), where, whole=rest == "all"))
    for road in board.geography.road if len(board.geography.road) <= LINES else ():
        print(f"  {road.kind} {road.name}: {' '.join(road.hexes)}")
    return False


def show_overlay(table: "Tabletop", side: Side | None, rest: str) -> bool:
    known = table.game.queries.overlays
    if rest not in known:
        print(f"Show what? This game knows {listed(list(known))}." if known else "This game has no overlays.")
        return False
    view = table.view(side)
    overlay = known[rest](view.state, side)
    print(overlay.title + (f": {overlay.note}" if overlay.note else ""))
    print(screen.board_text(view, view.payload(), notes={at: shade.word for at, shade in overlay.spaces.items()}))
    for a, b in overlay.edges:
        print(f"  {a} | {b}")
    return False


def show_view(table: "Tabletop", side: Side | None, rest: str) -> bool:
    print(about(table, table.view(side), rest) if rest else "View what? A counter or a space.")
    return False


def show_reach(table: "Tabletop", side: Side | None, rest: str) -> bool:
    print(reach_text(table, table.view(side), rest))
    return False


def show_supply(table: "Tabletop", side: Side | None, rest: str) -> bool:
    print(supply_text(table, table.view(side), rest))
    return False


def show_rules(table: "Tabletop", side: Side | None, rest: str) -> bool:
    if not rest:
        print("\n".join(f"  {rule.number:<6} {rule.heading}" for rule in table.game.rulebook.rule))
        return False
    try:
        print("\n".join(rules.text_of(rule) for rule in rules.find_cases(table.game, rest)))
    except Fault as fault:
        print(wrap(sentence(str(fault))))
    return False


def show_log(table: "Tabletop", side: Side | None, rest: str) -> bool:
    many = int(rest) if rest.isdigit() and len(rest) < 7 else LINES
    lines = []
    for entry, events in zip(table.session.log.entries, table.session.events, strict=True):
        lines += [f"{entry.n:>5}  {text}" for text in sentences(table.session.state, events, side)]
    print("\n".join(lines[-many:]) if lines and many else "Nothing has happened yet.")
    return False


def save(table: "Tabletop", side: Side | None, rest: str) -> bool:
    table.save()
    if not rest:
        print(f"Saved in {table.file}")
        return False
    try:
        shutil.copyfile(table.file, Path(rest).expanduser())
        print(f"A copy is in {rest}; the game goes on in {table.file}")
    except OSError as error:
        print(f"{rest}: {(error.strerror or 'cannot be written').lower()}")
    return False


def suggest(table: "Tabletop", side: Side | None, rest: str) -> bool:
    if side is None or table.session.to_decide != side:
        print("There is nothing to choose.")
        return False
    view = table.view(side)
    options = view.options()
    found = table.advice(side, view, options)
    if found.note:
        print(wrap(f"The computer: {found.note}."))
    if found.action is None:
        print("The computer could not think of anything.")
        return False
    why = f" ({found.reason})" if found.reason else ""
    action = table.game.format(view.state, found.action)
    print(wrap(f"The computer would take {options.index(found.action) + 1}: {action}{why}."))
    return False


def leave(table: "Tabletop", side: Side | None, rest: str) -> bool:
    raise screen.Quit("Until next time.")


COMMANDS: dict[str, Command] = {
    "help": show_help,
    "undo": lambda table, *_: table.undo(),
    "redo": lambda table, *_: table.redo(),
    "map": show_map,
    "options": show_options,
    "view": show_view,
    "show": show_overlay,
    "reach": show_reach,
    "supply": show_supply,
    "rules": show_rules,
    "rule": show_rules,
    "log": show_log,
    "suggest": suggest,
    "save": save,
    "quit": leave,
    "exit": leave,
}
