"""Questions without a move: why not, how far, by which supply line, at what odds. The browser has no rules. Every
answer is made from the redacted state of the asking side.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

from litestar import get, post
from litestar.params import JSONBody

from bocage.kernel import flow
from bocage.kernel.actions import Action, Invalid
from bocage.kernel.ids import Side, Space, UnitId
from bocage.kernel.queries import Overlay
from bocage.kernel.state import State
from bocage.kernel.verdict import Because
from bocage.kernel.view import View
from bocage.players import names as player_names
from bocage.players.registry import USUAL
from bocage.server.admission import Asking, TheHall, check_running, client, enter, identify
from bocage.server.advice import Wanted, advise, prepare
from bocage.server.bounds import GameId, PathName, QueryName, QueryText, SideName
from bocage.server.hall import Hall
from bocage.server.refusals import Refusal, logger
from bocage.server.tables import Seats, Table
from bocage.server.wire import Explained, Inspected, Previewed, Reach, Suggestion, SupplyLine, Wish
from bocage.server.work import attended

T = TypeVar("T")
SEVERAL = ";"
"""Between picks that are made one after the other."""


class _Asked:
    """Somebody's view of a held table, and the thread in which it is questioned."""

    def __init__(self, hall: Hall, view: View, table: Table, seats: Seats) -> None:
        self.hall = hall
        self.view = view
        self.table = table
        self.seats = seats

    async def answer(self, question: Callable[[View], T]) -> T:
        """Let the game answer; a rule that fails is a bug of ours and reveals nothing."""
        try:
            return await self.hall.ask(partial(question, self.view))
        except Refusal:
            raise
        except Exception as error:
            logger.exception("a question about %s failed", self.view.game.id)
            raise Refusal("rule-failed", "a rule failed, which is a bug; nothing was changed") from error


@asynccontextmanager
async def asking(hall: Hall, request: Asking, game: str, side: str | None) -> AsyncIterator[_Asked]:
    """A question by a seat."""
    async with (
        hall.works.questions.turn(client(request), game),
        enter(hall, request, game) as (table, seated),
    ):
        reader = seated.reader(table, side)
        view = await hall.ask(partial(table.view, reader))
        yield _Asked(hall, view, table, seated.seats(table, reader))


def _unit(view: View, name: str) -> UnitId:
    ids = view.state.board.unit_ids
    if name not in ids:
        raise Refusal("invalid", f"there is no unit {name[:40]!r} in this game", detail="unknown-unit")
    return UnitId(ids[name])


def _space(view: View, name: str) -> Space:
    ids = view.state.board.ids
    if name not in ids:
        raise Refusal("invalid", f"there is no space {name[:40]!r} on this map", detail="unknown-space")
    return Space(ids[name])


def _action(view: View, g: State, text: str) -> Action:
    try:
        return view.game.parse(g, text)
    except Invalid as error:
        raise Refusal("invalid", str(error), detail=error.code) from None


def _offered(found: T | None, what: str) -> T:
    if found is None:
        raise Refusal("not-offered", f"this game does not answer that: {what}")
    return found


def why_not(view: View, text: str, asked: _Asked) -> Explained:
    """Whether an action is allowed now, and to this seat."""
    action = _action(view, view.state, text)
    frame = flow.waiting(view.state)
    if frame is not None and frame.by != view.side:
        return Explained(allowed=False, reason=f"it is {view.game.side_name(frame.by)}'s decision")
    because = flow.why_not(view.state, action)
    if because is None and view.side is not None:
        because = asked.table.why_not_seats(view.side, action, asked.seats)
    return Explained(allowed=True) if because is None else Explained(False, because.text, because.rule)


def reach_of(view: View, name: str) -> Reach:
    """Where a counter could go."""
    found = _offered(view.game.queries.reach, "reach")(view.state, _unit(view, name))
    return Reach(name, {view.state.board.names[space]: cost for space, cost in found.items()})


def supply_of(view: View, name: str) -> SupplyLine:
    """A counter's line of supply."""
    found = _offered(view.game.queries.supply_line, "supply")(view.state, _unit(view, name))
    if isinstance(found, Because):
        return SupplyLine(name, (), found.text, found.rule)
    return SupplyLine(name, tuple(view.state.board.names[space] for space in found))


def overlay_of(view: View, name: str) -> Overlay:
    """Something drawn over the map."""
    overlays = view.game.queries.overlays
    if name not in overlays:
        raise Refusal("not-offered", f"there is no overlay {name[:40]!r}; choose from: {', '.join(overlays)}")
    return overlays[name](view.state, view.side)


def preview_of(view: View, text: str) -> Previewed:
    """A battle before it is fought; none where the picks before it cannot be made any more."""
    asked = _offered(view.game.queries.preview, "preview")
    *before, last = text.split(SEVERAL)
    g: State | None = view.state
    for pick in before:
        g = _after(view, g, pick) if g is not None else None
    if g is None:
        return Previewed(None)
    return Previewed(asked(g, _action(view, g, last) if last.strip() else None))


def _after(view: View, g: State, text: str) -> State | None:
    """What the asking side knows after a pick of its own; none if it cannot make it."""
    action, frame = _action(view, g, text), flow.waiting(g)
    if frame is None or frame.by != view.side or flow.why_not(g, action) is not None:
        return None
    return flow.after(g, action)


def inspected(view: View, name: str) -> Inspected:
    """What is worth knowing of a space."""
    space, board = _space(view, name), view.state.board
    more = view.game.queries.inspect
    lines = tuple(more(view.state, space)) if more is not None else ()
    return Inspected(name, board.titles[space], board.terrain[space], lines)


@get("/api/games/{game:str}/query/explain")
async def explain(request: Asking, hall: TheHall, game: GameId, action: QueryText, side: SideName = None) -> Explained:
    """Why not?"""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: why_not(view, action, asked))


@get("/api/games/{game:str}/query/reach")
async def reach(request: Asking, hall: TheHall, game: GameId, unit: QueryName, side: SideName = None) -> Reach:
    """How far?"""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: reach_of(view, unit))


@get("/api/games/{game:str}/query/supply")
async def supply(request: Asking, hall: TheHall, game: GameId, unit: QueryName, side: SideName = None) -> SupplyLine:
    """By which line?"""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: supply_of(view, unit))


@get("/api/games/{game:str}/query/overlay/{name:str}")
async def overlay(request: Asking, hall: TheHall, game: GameId, name: PathName, side: SideName = None) -> Overlay:
    """Zones, bonds, supply, control, threat: whatever the game offers."""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: overlay_of(view, name))


@get("/api/games/{game:str}/query/preview")
async def preview(
    request: Asking, hall: TheHall, game: GameId, action: QueryText = "", side: SideName = None
) -> Previewed:
    """At what odds?"""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: preview_of(view, action))


@get("/api/games/{game:str}/query/inspect")
async def inspect(request: Asking, hall: TheHall, game: GameId, space: QueryName, side: SideName = None) -> Inspected:
    """What is here?"""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: inspected(view, space))


@post("/api/games/{game:str}/suggest", status_code=200)
async def suggest(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Wish]) -> Suggestion:
    """What would a computer player do? It sees what the asking side sees."""
    await identify(hall, request, game)
    known = player_names()
    wanted = data.player or USUAL
    if wanted not in known:
        raise Refusal("unknown-player", f"there is no player {wanted!r}; choose from: {', '.join(known)}")
    return await attended(request, _suggest(request, hall, game, data, wanted))


async def _suggest(request: Asking, hall: Hall, game: str, data: Wish, wanted: str) -> Suggestion:
    async with hall.works.thinking.turn(client(request), game):
        question = await _question(request, hall, game, data, wanted)
        found = await advise(hall.thinkers, question)
    return Suggestion(found.action, found.why, found.player, found.fault)


async def _question(request: Asking, hall: Hall, game: str, data: Wish, wanted: str) -> Wanted:
    async with enter(hall, request, game) as (table, seated):
        side: Side = seated.side(table, data.side)
        check_running(table, seated.own(table))
        if table.standing.to_decide != table.game.sides[side]:
            raise Refusal("not-yours", f"it is {table.standing.to_decide}'s decision")
        if not table.advice:
            raise Refusal("not-offered", "people play against each other here: no advice unless both sides agree to it")
        seats, seconds = seated.seats(table, side), hall.thinkers.seconds(wanted)
        return await hall.ask(partial(prepare, table, wanted, seconds, side, seats))


@get("/api/games/{game:str}/waiting")
async def waiting(request: Asking, hall: TheHall, game: GameId) -> dict[str, int]:
    """What one is waiting for in this game, and at which place in the queue: advice, reviews."""
    await identify(hall, request, game)
    return hall.works.places(client(request), game)


HANDLERS = [waiting, explain, reach, supply, overlay, preview, inspect, suggest]
