"""Gestures: one movement of the hand that stands for several picks.

A decision of the rules is small: take up a counter, then say where it goes, then halt it. A hand does all that at
once. What a gesture means is found by trying: on a copy of what the asking side may know, the counter in the hand is
halted if need be, the new one is taken up, and whatever the game then offers with a space is a way. Only picks that
can be taken back are tried; the game's table file says which verbs take up a counter and which halt it.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.ids import Side, UnitId
from bocage.kernel.session import RuleFailed
from bocage.kernel.state import State
from bocage.kernel.view import Choice, View, choice_of
from bocage.players import player
from bocage.players.player import Budget
from bocage.server.guides import Handling, Part, handling_of
from bocage.server.handling import Outcome
from bocage.server.opening import roll
from bocage.server.refusals import Refusal
from bocage.server.roads import farther
from bocage.server.tables import Seats, Table
from bocage.server.wire_handling import Order, Way, Ways
from bocage.server.words import labels_of

MANY = 2
LONGEST = 200
"""A gesture stands for at most so many picks."""


class Turn(NamedTuple):
    """A position that a side looks at while it tries what a gesture could mean, and the picks that led there."""

    game: Game
    g: State
    side: Side
    picks: tuple[str, ...] = ()

    @property
    def handling(self) -> Handling:
        """The table file of the game."""
        return handling_of(self.game)

    def choices(self) -> list[tuple[Action, Choice]]:
        """What is offered here, if it is this side's to choose."""
        frame = flow.waiting(self.g)
        if frame is None or frame.by != self.side or isinstance(frame, Chance):
            return []
        return [(action, choice_of(self.game, self.g, action)) for action in flow.options(self.g)]

    def playing(self, part: Part) -> list[tuple[Action, Choice]]:
        """The options of a verb that plays this part."""
        return [found for found in self.choices() if self.handling.plays(found[1].verb, part)]

    def after(self, action: Action, choice: Choice) -> "Turn":
        """The position after a pick, on a copy."""
        g = self.g.copy()
        flow.pick(g, action)
        return Turn(self.game, g, self.side, (*self.picks, choice.action))


def in_hand(table: Table, view: View) -> tuple[str, ...]:
    """The counter that was taken up and not put down: the one of the last pick that takes one up, while a verb that
    halts is on offer.
    """
    turn = Turn(table.game, view.state, view.side if view.side is not None else Side(-1))
    if not turn.playing("halt"):
        return ()
    for entry in reversed(table.session.log.entries[-LONGEST:]):
        verb, _, rest = entry.do.partition(" ")
        if turn.handling.plays(verb, "take") and entry.by == table.game.sides[turn.side]:
            return tuple(name for name in rest.split()[:1] if name in view.state.board.unit_ids)
    return ()


def next_up(table: Table, view: View) -> tuple[str, ...]:
    """The counters that could be taken up as soon as the one in the hand halts: whoever takes one up means that."""
    if view.side is None:
        return ()
    turn = Turn(table.game, view.state, view.side)
    found = [turn.after(action, choice) for action, choice in turn.playing("halt")[:1]]
    return tuple(dict.fromkeys(unit for after in found for _, choice in after.playing("take") for unit in choice.units))


def starts(turn: Turn, unit: str, held: tuple[str, ...]) -> Iterator[Turn]:
    """The positions from which a counter can be sent somewhere: this one, and the one after what is in the hand has
    been halted.
    """
    if unit in held or not held:
        yield turn
    if unit not in held:
        yield from (turn.after(action, choice) for action, choice in turn.playing("halt")[:1])


def ways_of(turn: Turn, unit: str, held: tuple[str, ...], verb: str = "") -> list[Way]:
    """Where a counter can go with one gesture; the first way to a space is the usual one."""
    labels = labels_of(turn.game, turn.g.board)
    found: dict[tuple[str, str, str], Way] = {}
    for start in starts(turn, unit, held):
        for way, choice, manner in _destinations(start, unit, held):
            if verb and manner != verb:
                continue
            space = choice.spaces[-1]
            label = labels.label(choice)
            how = labels.manner(choice)
            found.setdefault((space, manner, how), Way(space, way, label, manner, manner=how))
    return list(found.values())


def _destinations(start: Turn, unit: str, held: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Choice, str]]:
    taking = []
    for action, choice in start.choices():
        if choice.spaces and (unit in choice.units or (unit in held and not choice.units)):
            yield (*start.picks, choice.action), choice, choice.verb
        elif choice.units == (unit,) and not choice.spaces and start.handling.plays(choice.verb, "take"):
            taking.append((action, choice))
    for action, choice in taking:
        taken = start.after(action, choice)
        for _, next_choice in taken.choices():
            if next_choice.spaces and (unit in next_choice.units or not next_choice.units):
                yield (*taken.picks, next_choice.action), next_choice, choice.verb


def ways_together(turn: Turn, units: tuple[str, ...], held: tuple[str, ...]) -> list[Way]:
    """Where counters can go as one stack, in a game whose stacks are put together and then moved; a leader may go
    nowhere alone, and with others he does.
    """
    if len(units) < MANY or not set(turn.handling.part.get("take", ())) & set(turn.handling.part.get("join", ())):
        return []
    labels = labels_of(turn.game, turn.g.board)
    for start in starts(turn, units[0], held):
        whole = _gathered(start, units)
        if whole is not None:
            led = [choice for _, choice in whole.choices() if choice.spaces and not choice.units]
            return [
                Way(choice.spaces[-1], (*whole.picks, choice.action), labels.label(choice), choice.verb)
                for choice in led
            ]
    return []


def _gathered(turn: Turn, units: tuple[str, ...]) -> Turn | None:
    """The position in which all of them are in the hand, whoever has to be the first; none if somebody cannot."""
    left: list[tuple[str, ...]] = [(unit,) for unit in units]
    while left:
        found = next(((a, c) for a, c in turn.choices() if c.units in left and not c.spaces and takes(turn, c)), None)
        if found is None:
            return None
        turn = turn.after(*found)
        left.remove(found[1].units)
    return turn


def takes(turn: Turn, choice: Choice) -> bool:
    """Whether an option takes up a counter."""
    return turn.handling.plays(choice.verb, "take")


def ask_ways(table: Table, view: View, units: tuple[str, ...], *, loosely: bool = False) -> Ways:
    """What can be done with some counters: the ways that are open to every one of them; loosely, to any of them."""
    if view.side is None:
        return Ways(units, (), ())
    turn, held = Turn(table.game, view.state, view.side), in_hand(table, view)
    labels = labels_of(table.game, view.state.board)
    together = ways_together(turn, units, held)
    if together:
        return Ways(units, tuple(together), ())
    each = [ways_of(turn, unit, held) for unit in units]
    if loosely:
        ways = list({way.space: way for some in each for way in some}.values())
    else:
        common = set.intersection(*({way.space for way in ways} for ways in each)) if each else set()
        ways = [way for way in (each[0] if each else []) if way.space in common]
    costs = _costs(view, units[0]) if len(units) == 1 else {}
    priced = tuple(msgspec.structs.replace(way, cost=costs.get(way.space, "")) for way in ways)
    direct = [choice for _, choice in turn.choices() if units and choice.units == units[:1] and not choice.spaces]
    own = tuple(labels.labelled(choice) for choice in direct if not turn.handling.plays(choice.verb, "take"))
    return Ways(units, priced, own)


def _costs(view: View, unit: str) -> dict[str, str]:
    reach, board = view.game.queries.reach, view.state.board
    if reach is None or unit not in board.unit_ids:
        return {}
    return {board.names[space]: cost for space, cost in reach(view.state, UnitId(board.unit_ids[unit])).items()}


def carry_out(table: Table, side: Side, order: Order, seats: Seats) -> Outcome:
    """Make all the picks that a gesture stands for. What the first counter may not do is refused; a later one that
    cannot follow stays, and is named.
    """
    if order.picks or order.each:
        return _one_after_the_other(table, side, order, seats)
    before, glance = table.begin_gesture()
    done: list[str] = list(order.units) if _as_one(table, side, order, seats) else []
    refused: Refusal | None = None
    for unit in () if done else order.units or ("",):
        try:
            _one(table, side, unit, order, seats)
            done.append(unit)
        except Refusal as refusal:
            refused = refused or refusal
        except RuleFailed as error:
            raise Refusal("rule-failed", "a rule failed, which is a bug; nothing was changed") from error
        if table.session.to_decide != side:
            break
    if not done:
        raise refused or Refusal("illegal", "that stands for nothing now")
    why, rule = ("", "") if refused is None else (refused.message, refused.rule)
    return Outcome(table.gesture(before, side, glance), tuple(done), why, rule)


def _one_after_the_other(table: Table, side: Side, order: Order, seats: Seats) -> Outcome:
    """Picks that were named, or each of what waits to be carried out, until another decides."""
    before, glance = table.begin_gesture()
    try:
        for action in order.picks or _waiting(table, side):
            if table.session.to_decide != side:
                break
            table.pick(side, action, seats)
            roll(table.session)
    except Refusal:
        if table.session.seq == before:
            raise
    except RuleFailed as error:
        raise Refusal("rule-failed", "a rule failed, which is a bug; nothing was changed") from error
    if table.session.seq == before:
        raise Refusal("illegal", "that stands for nothing now")
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
    for action in found[0].actions if found else ():
        table.pick(side, action, seats)
    return bool(found)


def _one(table: Table, side: Side, unit: str, order: Order, seats: Seats) -> None:
    """The picks of one counter."""
    view = table.view(side)
    turn, held = Turn(table.game, view.state, side), in_hand(table, view)
    if order.space:
        ways = [way for way in ways_of(turn, unit, held, order.verb) if way.space == order.space]
        if not ways and order.toward:
            ways = _nearest(turn, unit, ways_of(turn, unit, held, order.verb), order.space)
        if not ways:
            raise _why_not(turn, unit, order, held)
        for action in ways[0].actions:
            table.pick(side, action, seats)
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
    """A computer player makes the plan that is asked for, as the lot has it: all but the last pick, with which the
    other side would decide. So the plan can be looked at, and one undo takes it back.
    """
    before, glance = table.begin_gesture()
    rng, adviser = random.SystemRandom(), player("planner-quick")
    for _ in range(LONGEST):
        view = table.view(side)
        if table.session.to_decide != side or not Turn(table.game, view.state, side).playing("plan"):
            break
        action = adviser.choose(view, view.options(), rng, Budget(seconds=0.05))
        turn = Turn(table.game, view.state, side)
        if not turn.after(action, choice_of(table.game, view.state, action)).choices():
            break
        table.pick(side, table.game.format(view.state, action), seats)
    if table.session.seq == before:
        raise Refusal("illegal", "nothing is to be planned now")
    return Outcome(table.gesture(before, side, glance), (), "", "")


def _why_not(turn: Turn, unit: str, order: Order, held: tuple[str, ...]) -> Refusal:
    """The true reason: of going there if the counter can be taken up, else of taking it up."""
    for start in starts(turn, unit, held):
        taken = start
        for action, choice in start.choices():
            if choice.units == (unit,) and not choice.spaces and start.handling.plays(choice.verb, "take"):
                taken = start.after(action, choice)
                break
        for question in _questions(taken, unit, order.space):
            because = flow.why_not(taken.g, question)
            if because is not None:
                return Refusal("illegal", because.text, rule=because.rule)
    return Refusal("illegal", "that counter cannot go there now")


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
