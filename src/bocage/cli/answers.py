"""What a player types at the table: a number, an action, a question or a command."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bocage.ai import player
from bocage.cli import rules, screen
from bocage.cli.common import Fault
from bocage.cli.console import wrap
from bocage.cli.describe import about
from bocage.cli.wording import plural, sentences
from bocage.kernel import flow
from bocage.kernel.actions import ActionError, Illegal, Invalid, usage
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.session import RuleFailed
from bocage.kernel.verdict import Because

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop

HELP = """\
  NUMBER            take that option          ACTION        take an action, as it is written in the menu
  ?                 what is asked, and why    ? ACTION      is it allowed? why not?
  undo, redo        take back the last pick, make it again
  map [HEX|all]     draw the board            options       list the options again
  view UNIT|SPACE   all about a counter or a space
  rules [NUMBER]    a rule in our own words   log [N]       what happened lately
  suggest           ask the computer          save [FILE]   the game is saved anyway; a copy with FILE
  quit              leave; the game is kept"""
LINES = 15


def answer(table: "Tabletop", side: Side | None, line: str) -> bool:
    """Do what was typed. True when the game has changed and must be shown anew."""
    if not line:
        return False
    found = _option(table, line)
    if found is not None:
        return _take(table, found)
    word, _, rest = line.partition(" ")
    if line.startswith("?"):
        _explain(table, side, line[1:].strip())
        return False
    command = COMMANDS.get(word.lower())
    if command is not None:
        return command(table, side, rest.strip())
    return _take(table, line)


# --- picks ------------------------------------------------------------------------------------------


def _option(table: "Tabletop", line: str) -> str | None:
    """The option that a line names: by number, by its text, or by some words that only one option has."""
    session, game = table.session, table.game
    if session.to_decide == NATURE:
        return f"roll {line}" if line.replace(" ", "").isdigit() else None
    texts = [game.format(session.state, action) for action in session.options()]
    if line.isdigit() and not any(line in text.split() for text in texts if len(line) > 3):
        number = int(line)
        if not 1 <= number <= len(texts):
            print(f"There are options 1 to {len(texts)}; `options` lists them.")
            return ""
        return texts[number - 1]
    lowered = {text.lower(): text for text in texts}
    if line.lower() in lowered:
        return lowered[line.lower()]
    if line.split(maxsplit=1)[0].lower() in {*COMMANDS, "?"} or line.startswith("?"):
        return None
    wanted = line.lower().split()
    close = [text for text in texts if all(word in text.lower().split() for word in wanted)]
    if len(close) > 1:
        print(f"That could be {plural(len(close), 'option')}: {', '.join(close[:6])}{' ...' if close[6:] else ''}.")
        return ""
    return close[0] if close else None


def _take(table: "Tabletop", text: str) -> bool:
    """Make a pick, or say why it cannot be made."""
    if not text:
        return False
    try:
        table.pick(text, table.session.to_decide)
    except Illegal as refusal:
        _refuse(table, refusal.because)
    except Invalid as refusal:
        print(f"{_sentence(str(refusal))} Type help for the commands.")
    except (ActionError, RuleFailed) as refusal:
        print(_sentence(str(refusal)))
    else:
        return True
    return False


def _refuse(table: "Tabletop", because: Because) -> None:
    print(wrap(f"No: {because}."))
    _quote(table, because.rule)


def _quote(table: "Tabletop", number: str) -> None:
    rule = table.game.rulebook.find(number)
    if rule is not None:
        print(rules.text_of(rule))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith(".") else ".")


# --- questions --------------------------------------------------------------------------------------


def _explain(table: "Tabletop", side: Side | None, text: str) -> None:
    """`?`: what is asked. `? ACTION`: whether it is allowed, and why not."""
    frame = flow.waiting(table.session.state)
    if frame is None:
        return
    if not text:
        payload = table.view(side).payload()
        print(wrap(f"{payload.prompt.by} is asked: {payload.prompt.text}"))
        _quote(table, payload.prompt.rule)
        for warning in payload.warnings:
            print(wrap(warning, "  "))
        because = table.session.why_not_undo()
        print(f"  undo: {'possible' if because is None else f'no, {because.text}'}")
        return
    named = _option(table, text)
    if named == "":
        return
    view = table.view(side)
    try:
        action = table.game.parse(view.state, named or text)
    except Invalid as refusal:
        print(_sentence(str(refusal)))
        return
    why = flow.why_not(view.state, action) if frame.by == side else flow.why_not(table.session.state, action)
    if why is not None:
        _refuse(table, why)
        return
    print(f"{table.game.format(view.state, action)}: allowed.")
    _quote(table, frame.rule_number())
    for kind, value in zip(table.game.all_verbs[action[0]], action[1:], strict=False):
        if kind in ("unit", "space"):
            board = view.state.board
            print(about(table, side, board.unit_names[value] if kind == "unit" else board.names[value]))


def _help(table: "Tabletop", side: Side | None, rest: str) -> bool:
    print(HELP)
    verbs = ", ".join(usage(table.game.verbs, verb) for verb in table.game.verbs)
    print(wrap(f"Actions of this game: {verbs}.", "  "))
    return False


def _options(table: "Tabletop", side: Side | None, rest: str) -> bool:
    screen.show(table, side)
    return False


def _map(table: "Tabletop", side: Side | None, rest: str) -> bool:
    view = table.view(side)
    board = view.state.board
    if rest and rest != "all" and rest not in board.ids:
        print(f"There is no space {rest!r} on this map.")
        return False
    where = (board.ids[rest],) if rest in board.ids else ()
    print(screen.board_text(table, side, view.payload(), where, whole=rest == "all"))
    for road in board.geography.road[:12]:
        print(f"  {road.kind} {road.name}: {' '.join(road.hexes)}")
    return False


def _view(table: "Tabletop", side: Side | None, rest: str) -> bool:
    print(about(table, side, rest) if rest else "View what? A counter's or a space's name, as in: view 0203")
    return False


def _rules(table: "Tabletop", side: Side | None, rest: str) -> bool:
    if not rest:
        for rule in table.game.rulebook.rule:
            print(f"  {rule.number:<6} {rule.heading}")
        return False
    try:
        for rule in rules.find_cases(table.game, rest):
            print(rules.text_of(rule))
    except Fault as fault:
        print(_sentence(str(fault)))
    return False


def _log(table: "Tabletop", side: Side | None, rest: str) -> bool:
    many = int(rest) if rest.isdigit() else LINES
    lines = []
    for entry, events in zip(table.session.log.entries, table.session.events, strict=True):
        lines += [f"{entry.n:>5}  {text}" for text in sentences(table.session.state, events, side)]
    print("\n".join(lines[-many:]) if lines and many else "Nothing has happened yet.")
    return False


def _save(table: "Tabletop", side: Side | None, rest: str) -> bool:
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


def _suggest(table: "Tabletop", side: Side | None, rest: str) -> bool:
    if side is None or table.session.to_decide != side:
        print("There is nothing to choose.")
        return False
    view, adviser = table.view(side), player("greedy")
    options = view.options()
    action = adviser.choose(view, options, table.rng, table.budget)
    print(f"The computer would say: {options.index(action) + 1}  {table.game.format(view.state, action)}")
    return False


def _quit(table: "Tabletop", side: Side | None, rest: str) -> bool:
    raise screen.Quit("Until next time.")


COMMANDS: dict[str, Callable[["Tabletop", Side | None, str], bool]] = {
    "help": _help,
    "undo": lambda table, *_: table.undo(),
    "redo": lambda table, *_: table.redo(),
    "map": _map,
    "options": _options,
    "view": _view,
    "rules": _rules,
    "log": _log,
    "suggest": _suggest,
    "save": _save,
    "quit": _quit,
    "exit": _quit,
}
