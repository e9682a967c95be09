"""What a player types at the table: a number, an action or a question. `commands.py` has the rest."""

from typing import TYPE_CHECKING

from bocage.cli import rules, screen
from bocage.cli.commands import COMMANDS
from bocage.cli.console import paint, wrap
from bocage.cli.describe import about
from bocage.cli.wording import sentence
from bocage.kernel import flow
from bocage.kernel.actions import Action, ActionError, Illegal, Invalid
from bocage.kernel.chance import Chance
from bocage.kernel.ids import Side
from bocage.kernel.session import RuleFailed
from bocage.kernel.verdict import Because
from bocage.kernel.view import View
from bocage.kernel.wording import counted

if TYPE_CHECKING:
    from bocage.cli.tabletop import Tabletop


def answer(table: "Tabletop", side: Side | None, line: str) -> bool:
    """Do what was typed. True when the game has changed and must be shown again."""
    if not line:
        return False
    if line.startswith("?"):
        _explain(table, side, line[1:].strip())
        return False
    found = _option(table, line)
    if found is not None:
        return _take(table, found)
    word, _, rest = line.partition(" ")
    command = COMMANDS.get(word.lower())
    return command(table, side, rest.strip()) if command else _take(table, line)


def _option(table: "Tabletop", line: str) -> str | None:
    """The option that a line names: by number, by its text, or by some words that only one option has.

    Empty when it names several or a missing one, which the player is told; `None` when it names none.
    """
    session, game = table.session, table.game
    frame = flow.waiting(session.state)
    if isinstance(frame, Chance):
        return f"{frame.case(session.state, 0)[0]} {line}" if line.replace(" ", "").isdigit() else None
    texts = [game.format(session.state, action) for action in session.options()]
    lowered = {text.lower(): text for text in texts}
    if line.lower() in lowered:
        return lowered[line.lower()]
    wanted = line.lower().split()
    if wanted[0] in COMMANDS:
        return None
    close = [text for text in texts if all(word in text.lower().split() for word in wanted)]
    if line.isdigit() and (len(line) < 4 or not close):
        if 1 <= int(line) <= len(texts):
            return texts[int(line) - 1]
        print(f"There are options 1 to {len(texts)}; `options` lists them.")
        return ""
    if len(close) > 1:
        print(f"That could be {counted(len(close), 'option')}: {', '.join(close[:6])}{' ...' if close[6:] else ''}.")
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
        print(wrap(f"{sentence(str(refusal))} Type help for the commands."))
    except (ActionError, RuleFailed) as refusal:
        print(wrap(sentence(str(refusal))))
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


# --- questions --------------------------------------------------------------------------------------


def _explain(table: "Tabletop", side: Side | None, text: str) -> None:
    """`?`: what is asked. `? ACTION`: whether it is allowed, why not, and what would come of it."""
    if not text:
        _explain_decision(table, side)
        return
    named = _option(table, text)
    if named == "":
        return
    view = table.view(side)
    try:
        action = table.game.parse(view.state, named or text)
    except Invalid as refusal:
        print(wrap(sentence(str(refusal))))
        return
    because = flow.why_not(view.state, action)
    if because is not None:
        _refuse(table, because)
    else:
        _explain_action(table, view, action)


def _explain_decision(table: "Tabletop", side: Side | None) -> None:
    payload = table.view(side).payload()
    print(wrap(f"{payload.prompt.by} is asked: {payload.prompt.text}"))
    _quote(table, payload.prompt.rule)
    for warning in payload.warnings:
        print(wrap(warning, "  "))
    because = table.session.why_not_undo()
    print(f"  Undo: {'the last pick can be taken back' if because is None else f'no, {because.text}'}.")


def _explain_action(table: "Tabletop", view: View, action: Action) -> None:
    game, g = table.game, view.state
    print(paint(f"{game.format(g, action)}: allowed.", "bold"))
    frame = flow.waiting(g)
    if frame is not None:
        _quote(table, frame.rule_number())
    for kind, value in zip(game.all_verbs[action[0]], action[1:], strict=False):
        if kind in ("unit", "space"):
            print(about(table, view, g.board.unit_names[value] if kind == "unit" else g.board.names[value]))
    preview = game.queries.preview(g, action) if game.queries.preview else None
    if preview is not None:
        print(screen.preview_text(preview))
