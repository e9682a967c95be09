"""Advice for a person: what a computer player would do, save what a partner decides."""

import msgspec

from bocage.kernel.ids import Side
from bocage.server.computer import Chosen, Thinkers
from bocage.server.driver import ask
from bocage.server.refusals import Refusal
from bocage.server.tables import Seats, Table
from bocage.server.thinker import Question


class Wanted(msgspec.Struct, frozen=True):
    """What an adviser is asked, and whose each option is; an option may be for either partner."""

    question: Question
    all: list[str]
    own: list[str]
    partners: list[str]


def prepare(table: Table, player: str, seconds: float, side: Side, seats: Seats) -> Wanted:
    """The question for some seats of a side that has to decide; without seats, for the whole of it."""
    question, options = ask(table, player, seconds)
    if not seats:
        return Wanted(question, options, options, [])
    name = table.game.sides[side]
    others = tuple(place for place, seat in table.seats.items() if seat.side == name and place not in seats)
    own, partners = ([choice.action for choice in table.payload(side, some).options] for some in (seats, others))
    return Wanted(question, options, own, partners)


async def advise(thinkers: Thinkers, wanted: Wanted) -> Chosen:
    """What the adviser would do; a refusal where it is the partner's turn, or where no player had an answer."""
    found = Chosen()
    if wanted.own:
        restricted = () if wanted.own == wanted.all else tuple(wanted.own)
        found = await thinkers.advise(msgspec.structs.replace(wanted.question, options=restricted), wanted.own)
    if not wanted.own or await _is_hasty(thinkers, wanted, found.action):
        raise Refusal("not-yours", "it is your partner's turn: you have nothing more to decide before that")
    if not found.action:
        raise Refusal("no-advice", f"the computer could not think of anything: {found.fault}")
    return found


async def _is_hasty(thinkers: Thinkers, wanted: Wanted, action: str) -> bool:
    """Whether an action for either partner, such as to end the phase, would come before what the other has to do."""
    if action not in wanted.partners or set(wanted.partners) <= set(wanted.own):
        return False
    whole = await thinkers.advise(wanted.question, wanted.all)
    return whole.action not in wanted.own
