"""Orders: one gesture that stands for several picks, carried out (`ways` says what it can mean)."""

import random
from collections.abc import Iterable, Iterator

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.ids import Side
from bocage.kernel.session import RuleFailed
from bocage.kernel.view import choice_of
from bocage.players import player
from bocage.players.player import Budget
from bocage.server.handling import Outcome
from bocage.server.opening import roll
from bocage.server.refusals import Refusal
from bocage.server.roads import farther
from bocage.server.tables import Seats, Table
from bocage.server.ways import LONGEST, Turn, gathered, in_hand, starts, ways_by_arrival, ways_of, ways_together
from bocage.server.wire_handling import Order, Way


def carry_out(table: Table, side: Side, order: Order, seats: Seats) -> Outcome:
    """Make all the picks that a gesture stands for. If the first counter may not do it, the gesture is refused; a later
    one that cannot follow stays, and is named.
    """
    if order.picks or order.each:
        return _one_after_the_other(table, side, order, seats)
    before, glance = table.begin_gesture()
    joining = {} if order.space else _joining(table, side)
    done: list[str] = list(order.units) if _as_one(table, side, order, seats) else []
    refused: Refusal | None = None
    for unit in () if done else order.units or ("",):
        try:
            _one(table, side, unit, order, seats)
            done.append(unit)
        except Refusal as refusal:
            if done and joining.get(unit) in _followed(table, before):
                done.append(unit)  # nothing else was left: it has joined by itself
            else:
                refused = refused or refusal
        except RuleFailed as error:
            raise Refusal("rule-failed", "a rule failed, which is a bug; nothing was changed") from error
        if table.session.to_decide != side:
            break
    if not done:
        raise refused or Refusal("illegal", "that means nothing here now")
    why, rule = ("", "") if refused is None else (refused.message, refused.rule)
    last = () if refused is None else refused.picks
    return Outcome(table.gesture(before, side, glance), tuple(done), why, rule, last)


def _joining(table: Table, side: Side) -> dict[str, str]:
    """The pick with which each counter would join what is being prepared."""
    found = Turn(table.game, table.view(side).state, side).playing("join")
    return {choice.units[0]: choice.action for _, choice in found if len(choice.units) == 1}


def _followed(table: Table, before: int) -> set[str]:
    """What has followed by itself since a gesture began."""
    return {entry.do for entry in table.session.log.entries[before:] if entry.auto}


def _one_after_the_other(table: Table, side: Side, order: Order, seats: Seats) -> Outcome:
    """Picks that were named, or each of what waits to be carried out, until another decides."""
    before, glance = table.begin_gesture()
    try:
        _make(table, side, order.picks or _waiting(table, side), seats)
    except Refusal:
        if table.session.seq == before:
            raise
    except RuleFailed as error:
        raise Refusal("rule-failed", "a rule failed, which is a bug; nothing was changed") from error
    if table.session.seq == before:
        raise Refusal("illegal", "that means nothing here now")
    return Outcome(table.gesture(before, side, glance), (), "", "")


def _waiting(table: Table, side: Side) -> Iterator[str]:
    """What waits to be carried out, looked up anew each time."""
    for _ in range(LONGEST):
        found = Turn(table.game, table.view(side).state, side).playing("each")
        if not found:
            return
        yield found[0][1].action


def _as_one(table: Table, side: Side, order: Order, seats: Seats) -> bool:
    """Move counters as one stack, where the game has stacks and this one can go there."""
    view = table.view(side)
    ways = ways_together(Turn(table.game, view.state, side), order.units, in_hand(table, view)) if order.space else []
    found = [way for way in ways if way.space == order.space]
    if found:
        _send(table, side, found[0], order, seats)
    return bool(found)


def _send(table: Table, side: Side, way: Way, order: Order, seats: Seats) -> None:
    """Go a way; a careful player is told before his last move."""
    if order.careful:
        table.check_last(side, way.actions)
    _make(table, side, way.actions, seats)


def _make(table: Table, side: Side, actions: Iterable[str], seats: Seats) -> None:
    """Picks that belong together, until another decides. Picks without a choice have followed by themselves, and are
    not made again.
    """
    followed: list[str] = []
    for action in actions:
        if table.session.to_decide != side:
            break
        if action not in followed:
            before = len(table.session.log.entries)
            table.pick(side, action, seats)
            roll(table.session)
            followed = [entry.do for entry in table.session.log.entries[before + 1 :]]


def _one(table: Table, side: Side, unit: str, order: Order, seats: Seats) -> None:
    """The picks of one counter."""
    view = table.view(side)
    turn, held = Turn(table.game, view.state, side), in_hand(table, view)
    if order.space:
        there = [way for way in ways_of(turn, unit, held, order.verb) if way.space == order.space]
        ways = [way for way in there if not order.manner or way.manner == order.manner]
        ways = ways or ways_by_arrival(turn, unit, held, order.space, order.manner)
        if not ways and order.toward:
            ways = _nearest(turn, unit, ways_of(turn, unit, held, order.verb), order.space)
        if not ways:
            raise _why_not(turn, unit, order, held)
        _send(table, side, ways[0], order, seats)
        return
    joining = [choice for _, choice in turn.playing("join") if choice.units == (unit,)]
    if not joining:
        raise Refusal("illegal", "that counter cannot join")
    table.pick(side, joining[0].action, seats)


def _nearest(turn: Turn, unit: str, ways: list[Way], goal: str) -> list[Way]:
    """The way that leads nearest to a space; none if no way leads nearer than the counter stands."""
    board = turn.g.board
    if goal not in board.ids:
        return []
    far = farther(board, board.ids[goal])
    here = far.get(turn.g.space[board.unit_ids[unit]], LONGEST * LONGEST)
    leading = [way for way in ways if far.get(board.ids[way.space], here) < here]
    return [min(leading, key=lambda way: far[board.ids[way.space]])] if leading else []


def surprise(table: Table, side: Side, seats: Seats) -> Outcome:
    """A computer player makes the plan that is asked for, drawn by chance: every pick except the last, which carries it
    out. So the plan can be looked at, and one undo takes it back.
    """
    before, glance = table.begin_gesture()
    rng, adviser = random.SystemRandom(), player("planner-quick")
    for _ in range(LONGEST):
        view = table.view(side)
        if table.session.to_decide != side or not Turn(table.game, view.state, side).playing("plan"):
            break
        action = adviser.choose(view, view.options(), rng, Budget(seconds=0.05))
        turn = Turn(table.game, view.state, side)
        if not turn.after(action, choice_of(table.game, view.state, action)).playing("plan"):
            break
        table.pick(side, table.game.format(view.state, action), seats)
    if table.session.seq == before:
        raise Refusal("illegal", "the plan is made but for its last choice, which is yours")
    return Outcome(table.gesture(before, side, glance), (), "", "")


def _why_not(turn: Turn, unit: str, order: Order, held: tuple[str, ...]) -> Refusal:
    """The true reason: against going there if the counter can be taken up, otherwise against taking it up."""
    for start in starts(turn, unit, held):
        taken = gathered(start, order.units) or gathered(start, (unit,)) or start
        for question in _questions(taken, unit, order.space):
            because = flow.why_not(taken.g, question)
            if because is not None:
                return Refusal("illegal", because.text, rule=because.rule)
    board = turn.g.board
    who = board.unit_title(board.unit_ids[unit]) if unit in board.unit_ids else "That counter"
    return Refusal("illegal", f"{who} cannot go there now.")


def _questions(turn: Turn, unit: str, space: str) -> Iterator[Action]:
    """What was meant, in the form of an option that is offered here."""
    board = turn.g.board
    for action, choice in turn.choices():
        if len(choice.spaces) != 1 or (choice.units and len(choice.units) != 1):
            continue
        values = {"unit": board.unit_ids.get(unit), "space": board.ids.get(space)}
        kinds = turn.game.all_verbs[choice.verb]
        swapped = [
            values.get(kind, value) if isinstance(kind, str) else value
            for kind, value in zip(kinds, action[1:], strict=False)
        ]
        if None not in swapped:
            yield (choice.verb, *swapped)
            return
