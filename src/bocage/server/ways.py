"""Where counters can go with one gesture.

A decision of the rules is small: take up a counter, then say where it goes, then halt it. A gesture does all of that at
once. What a gesture means is found by trying: on a copy of what the asking side may know, the counter in the hand is
halted if need be, the new one is taken up, and whatever the game then offers with a space is a way. Only picks that can
be taken back are tried; the game's table file says which verbs take up a counter and which halt it.
"""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.ids import Side, UnitId
from bocage.kernel.spaces import holds
from bocage.kernel.state import State
from bocage.kernel.view import Choice, View, choice_of
from bocage.server.guides import Handling, Part, handling_of
from bocage.server.roads import farther
from bocage.server.tables import Table
from bocage.server.wire_handling import Way, Ways
from bocage.server.words import labels_of

MANY = 2
LONGEST = 200
"""A gesture stands for at most this many picks."""
ARRIVALS = 6
"""The most arrivals that are tried on the way to a space."""
Found = tuple[Action, Choice]
Leading = tuple[tuple[str, ...], Choice, str, Choice]
"""The picks of a way, the last of them, the verb that begins it, and the pick that says in which manner."""


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

    def choices(self) -> list[Found]:
        """What is offered here, if it is this side's to choose."""
        frame = flow.waiting(self.g)
        if frame is None or frame.by != self.side or isinstance(frame, Chance):
            return []
        return [(action, choice_of(self.game, self.g, action)) for action in flow.options(self.g)]

    def playing(self, part: Part) -> list[Found]:
        """The options of a verb that plays this part."""
        return [found for found in self.choices() if self.handling.plays(found[1].verb, part)]

    def after(self, action: Action, choice: Choice) -> "Turn":
        """The position after a pick, on a copy."""
        return Turn(self.game, flow.after(self.g, action), self.side, (*self.picks, choice.action))


def in_hand(table: Table, view: View) -> tuple[str, ...]:
    """The counter that was sent off and may still go on: the one that the last pick took up or sent somewhere, as long
    as a verb that halts or turns it is on offer.
    """
    turn = Turn(table.game, view.state, view.side if view.side is not None else Side(-1))
    if not (turn.playing("halt") or any(_turns(choice) for _, choice in turn.choices())):
        return ()
    for entry in reversed(table.session.log.entries[-LONGEST:]):
        verb, _, rest = entry.do.partition(" ")
        if entry.by != table.game.sides[turn.side]:
            continue
        if turn.handling.plays(verb, "take") or _sends(table.game, verb):
            named = (name for name in rest.split()[:1] if name in view.state.board.unit_ids)
            return tuple(name for name in named if _goes_on(turn, name))
        if turn.handling.plays(verb, "target") or turn.handling.plays(verb, "ready"):
            return ()  # a unit that was sent somewhere before an attack has arrived
    return ()


def _turns(choice: Choice) -> bool:
    """Whether a pick names a direction and no counter: the one in the hand faces there."""
    return choice.bearing is not None and not choice.units


def _goes_on(turn: Turn, unit: str) -> bool:
    """Whether what is asked can be about a counter: another battle asks only about others."""
    going = [choice for _, choice in turn.choices() if choice.spaces]
    return not going or any(not choice.units or unit in choice.units for choice in going)


def _sends(game: Game, verb: str) -> bool:
    """Whether a verb names a counter and then a space: it advances there."""
    return tuple(game.all_verbs.get(verb, ()))[:2] == ("unit", "space")


def next_up(table: Table, view: View) -> tuple[str, ...]:
    """The counters that could be taken up as soon as the one in the hand halts: taking one up means that."""
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


def ways_of(
    turn: Turn, unit: str, held: tuple[str, ...], verb: str = "", *, manner: str = "", arrivals: int = 0
) -> list[Way]:
    """Where a counter can go with one gesture; the first way to a space is the usual one. For one that waits in a box,
    so many arrivals are tried, in this manner or the usual one, to see how far it can go on.
    """
    labels = labels_of(turn.game, turn.g.board)
    found: dict[tuple[str, str, str], Way] = {}
    for start in starts(turn, unit, held):
        for way, choice, taking, how in _destinations(start, unit, held, (manner, arrivals)):
            if verb and taking != verb:
                continue
            space, said = choice.spaces[-1], labels.manner(how)
            found.setdefault((space, taking, said), Way(space, way, labels.label(choice), taking, manner=said))
    return list(found.values())


def _destinations(start: Turn, unit: str, held: tuple[str, ...], tried: tuple[str, int]) -> Iterator[Leading]:
    for _, choice in start.choices():
        if choice.spaces and (unit in choice.units or (unit in held and not choice.units)):
            yield (*start.picks, choice.action), choice, choice.verb, choice
    for taken, verb in _taken_up(start, unit):
        arriving = _arrivals(taken, unit)
        yield from (((*taken.picks, choice.action), choice, verb, choice) for _, choice in arriving)
        for arrival in _alike(taken, arriving, tried[0])[: tried[1]] if _waits(taken, unit) else ():
            yield from _beyond(taken, arrival, verb)


def _arrivals(taken: Turn, unit: str) -> list[Found]:
    """The options that put down a counter that was taken up."""
    return [found for found in taken.choices() if found[1].spaces and (unit in found[1].units or not found[1].units)]


def _alike(taken: Turn, arriving: list[Found], manner: str) -> list[Found]:
    """The arrivals in one manner; if none is named, in the usual one, which is that of the first."""
    labels = labels_of(taken.game, taken.g.board)
    wanted = manner or (labels.manner(arriving[0][1]) if arriving else "")
    return [found for found in arriving if labels.manner(found[1]) == wanted]


def _waits(turn: Turn, unit: str) -> bool:
    """Whether a counter is still in a box."""
    space = turn.g.space[turn.g.board.unit_ids[unit]]
    return space >= 0 and holds(turn.g.board.boxes, space)


def _beyond(taken: Turn, arrival: Found, verb: str) -> Iterator[Leading]:
    """What a counter can go on to from where it arrives."""
    there = taken.after(*arrival)
    for _, goal in there.choices() if there.playing("halt") else ():
        if goal.spaces and not goal.units:
            yield (*there.picks, goal.action), goal, verb, arrival[1]


def ways_by_arrival(turn: Turn, unit: str, held: tuple[str, ...], goal: str, manner: str) -> list[Way]:
    """How a counter that waits in a box can arrive and go on to a space: by way of the arrival nearest to it that leads
    there, in this manner or, if it is empty, in the usual one.
    """
    board, labels = turn.g.board, labels_of(turn.game, turn.g.board)
    if goal not in board.ids or unit not in board.unit_ids or not _waits(turn, unit):
        return []
    far = farther(board, board.ids[goal])
    for taken, verb in (found for start in starts(turn, unit, held) for found in _taken_up(start, unit)):
        alike = _alike(taken, _arrivals(taken, unit), manner)
        for arrival in sorted(alike, key=lambda found: far.get(board.ids[found[1].spaces[-1]], LONGEST))[:ARRIVALS]:
            for picks, last, _, how in _beyond(taken, arrival, verb):
                if last.spaces[-1] == goal:
                    return [Way(goal, picks, labels.label(last), verb, manner=labels.manner(how))]
    return []


def _taken_up(turn: Turn, unit: str) -> Iterator[tuple[Turn, str]]:
    """The positions in which a counter is in the hand, and the verb that took it up."""
    for action, choice in turn.choices():
        if choice.units == (unit,) and not choice.spaces and takes(turn, choice):
            yield turn.after(action, choice), choice.verb


def on_the_spot(turn: Turn, unit: str, held: tuple[str, ...]) -> list[Way]:
    """What a counter can do where it is once it has been taken up, in a game that asks for that first."""
    if not turn.handling.part.get("spot"):
        return []
    labels = labels_of(turn.game, turn.g.board)
    return [
        Way("", (*taken.picks, choice.action), labels.label(choice), verb, bearing=choice.bearing)
        for start in starts(turn, unit, held)
        for taken, verb in _taken_up(start, unit)
        for _, choice in taken.playing("spot")
        if not choice.spaces
    ]


def ways_together(turn: Turn, units: tuple[str, ...], held: tuple[str, ...]) -> list[Way]:
    """Where counters can go as one stack, in a game whose stacks are put together and then moved; a leader who may go
    nowhere alone may go with others.
    """
    if len(units) < MANY or not set(turn.handling.part.get("take", ())) & set(turn.handling.part.get("join", ())):
        return []
    labels = labels_of(turn.game, turn.g.board)
    for start in starts(turn, units[0], held):
        whole = gathered(start, units)
        if whole is not None:
            led = [choice for _, choice in whole.choices() if choice.spaces and not choice.units]
            return [
                Way(choice.spaces[-1], (*whole.picks, choice.action), labels.label(choice), choice.verb)
                for choice in led
            ]
    return []


def gathered(turn: Turn, units: tuple[str, ...]) -> Turn | None:
    """The position in which all of them are in the hand, whichever has to come first; none if one of them cannot."""
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


def ask_ways(table: Table, view: View, units: tuple[str, ...], *, loosely: bool = False, manner: str = "") -> Ways:
    """What can be done with some counters: the ways that are open to every one of them; loosely, to any of them."""
    if view.side is None:
        return Ways(units, (), ())
    turn, held = Turn(table.game, view.state, view.side), in_hand(table, view)
    labels = labels_of(table.game, view.state.board)
    together = ways_together(turn, units, held)
    if together:
        return Ways(units, tuple(together), ())
    tried = max(1, ARRIVALS // len(units)) if units else 0
    each = [ways_of(turn, unit, held, manner=manner, arrivals=tried) for unit in units]
    if loosely:
        ways = list({way.space: way for some in each for way in some}.values())
    else:
        common = set.intersection(*({way.space for way in ways} for ways in each)) if each else set()
        ways = [way for way in (each[0] if each else []) if way.space in common]
    costs = _costs(view, units[0]) if len(units) == 1 else {}
    priced = tuple(msgspec.structs.replace(way, cost=costs.get(way.space, "")) for way in ways)
    direct = [choice for _, choice in turn.choices() if units and choice.units == units[:1] and not choice.spaces]
    own = tuple(labels.labelled(choice) for choice in direct if not turn.handling.plays(choice.verb, "take"))
    spot = on_the_spot(turn, units[0], held) if len(units) == 1 else []
    return Ways(units, priced, own, tuple(spot))


def _costs(view: View, unit: str) -> dict[str, str]:
    reach, board = view.game.queries.reach, view.state.board
    if reach is None or unit not in board.unit_ids:
        return {}
    return {board.names[space]: cost for space, cost in reach(view.state, UnitId(board.unit_ids[unit])).items()}
