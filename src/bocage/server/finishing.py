"""The last press of an attack: with which support, and fight.

Between the choice of who attacks and the roll the rules ask more: these attack, who leads them, which guns, fight. A
player who has the attackers together means all of it with one press. Every support that could be added is tried on a
copy of what the asking side may know; whatever else is asked is answered as the game says is usual.
"""

from collections.abc import Iterator

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.view import Choice, View
from bocage.server.tables import Table
from bocage.server.ways import Turn
from bocage.server.wire import Finish
from bocage.server.words import Labels, labels_of

LONGEST = 8
"""The most picks that one press stands for, besides those of the units that join."""
CROWD = 24
"""The most attackers that join with one press."""
MOST = 10
"""The most finishes that are shown as buttons."""
PAIR = 2
Found = tuple[Action, Choice]


def finishes_of(table: Table, view: View) -> tuple[Finish, ...]:
    """The ways in which what is being prepared can be carried out with one press; each stands for two picks or more."""
    if view.side is None:
        return ()
    turn = Turn(table.game, view.state, view.side)
    labels = labels_of(table.game, view.state.board)
    return (*_last_presses(turn, labels), *_next_targets(turn, labels))


def _last_presses(turn: Turn, labels: Labels) -> list[Finish]:
    """Fight, without and with support; where several could join, everyone fights."""
    joining, found = _joining(turn), []
    if turn.playing("ready") or turn.playing("support") or len(joining) == 1:
        found = [
            Finish(labels.finish(last, support), labels.label(last), picks) for picks, last, support in _ways(turn)
        ]
    if 1 < len(joining) <= CROWD:
        found += _everyone(turn, len(joining), labels)
    return [one for one in found if len(one.actions) >= PAIR][:MOST]


def _joining(turn: Turn) -> list[Found]:
    """Who could join what is being prepared."""
    return [found for found in turn.playing("join") if len(found[1].units) == 1 and not found[1].spaces]


def _everyone(turn: Turn, many: int, labels: Labels) -> Iterator[Finish]:
    """Everyone joins and fights, without and with support."""
    for _ in range(many):
        able = _joining(turn)
        if not able:
            break
        turn = _settled(turn.after(*able[0]))
    for picks, last, support in _ways(turn):
        words = labels.finish(last, support)
        yield Finish(f"Everyone: {words[:1].lower()}{words[1:]}", labels.label(last), picks)


def _next_targets(turn: Turn, labels: Labels) -> Iterator[Finish]:
    """Pressing the next target means that this attack is ready, or that the advancing unit halts."""
    for ending in (turn.playing("ready") or turn.playing("halt"))[:1]:
        after = _settled(turn.after(*ending))
        for _, choice in after.playing("target"):
            yield Finish(labels.label(choice), labels.label(choice), (*after.picks, choice.action), choice.spaces[0])


def _ways(turn: Turn) -> Iterator[tuple[tuple[str, ...], Choice, tuple[Choice, ...]]]:
    """Without support, with each support that is offered on the way, and with both where there are two."""
    plain = _finished(turn, ())
    if plain is not None:
        yield *plain, ()
    some = _supports(turn)
    sets = [(one,) for one in some] + ([(some[0], some[1])] if len(some) == PAIR else [])
    for wanted in sets:
        done = _finished(turn, tuple(choice.action for choice in wanted))
        if done is not None:
            yield *done, wanted


def _supports(turn: Turn) -> list[Choice]:
    """The support that is offered here or after the next questions."""
    for _ in range(LONGEST):
        offered = [choice for _, choice in turn.playing("support")]
        if offered:
            return offered
        following = _onward(turn, ())
        if following is None:
            return []
        turn = _settled(turn.after(*following))
    return []


def _finished(turn: Turn, wanted: tuple[str, ...]) -> tuple[tuple[str, ...], Choice] | None:
    """The picks that lead to the roll, or to another's decision, with some support; none if there is no such way."""
    last: Choice | None = None
    for _ in range(LONGEST):
        following = _onward(turn, tuple(action for action in wanted if action not in turn.picks))
        if following is None:
            break
        last = _weightier(turn, last, following[1])
        turn = _settled(turn.after(*following))
    if last is None or not set(wanted) <= set(turn.picks):
        return None
    return turn.picks, last


def _weightier(turn: Turn, last: Choice | None, found: Choice) -> Choice | None:
    """Of several verbs that make ready, the one that says most: the one that the table file names last."""
    ready = turn.handling.part.get("ready", ())
    if found.verb not in ready:
        return last
    return found if last is None or ready.index(found.verb) >= ready.index(last.verb) else last


def _settled(turn: Turn) -> Turn:
    """The position after forced picks have been made, as they follow by themselves."""
    g = turn.g
    while (frame := flow.waiting(g)) is not None and not isinstance(frame, Chance) and not frame.asks_always:
        options = flow.options(g)
        if len(options) > 1:
            break
        g = flow.after(g, options[0])
    return turn._replace(g=g)


def _onward(turn: Turn, wanted: tuple[str, ...]) -> Found | None:
    """The next pick: the support that is wanted, then ready, then the usual answer."""
    support = [found for found in turn.playing("support") if found[1].action in wanted]
    ready = turn.playing("ready")
    only = turn.choices() if len(turn.choices()) == 1 else []
    return next(iter(support or ready or only), None) or _usual(turn)


def _usual(turn: Turn) -> Found | None:
    """What the game says is the usual answer here."""
    usual = turn.game.queries.usual
    action = usual(turn.g) if usual is not None and turn.choices() else None
    return next((found for found in turn.choices() if found[0] == action), None)
