"""What a table offers beyond picks: gestures, the guide, the drawer of references, company."""

import asyncio
import ipaddress
import socket
from collections.abc import Callable
from functools import partial

from litestar import get, post
from litestar.params import JSONBody

from bocage.kernel.ids import Side
from bocage.kernel.view import View
from bocage.server import company
from bocage.server.admission import Asking, TheHall, check_running, check_seq, client, enter
from bocage.server.bounds import GameId, PathName, QueryFlag, QueryName, QueryText, SideName
from bocage.server.five import page_of
from bocage.server.guides import hint_for
from bocage.server.handling import Outcome
from bocage.server.opening import find_title
from bocage.server.orders import carry_out, surprise
from bocage.server.qr import modules
from bocage.server.reference import reference_of, sketched
from bocage.server.refusals import Refusal
from bocage.server.routes_games import state_of
from bocage.server.routes_queries import asking
from bocage.server.tables import Seats, Table
from bocage.server.ways import ask_ways
from bocage.server.wire import Sit
from bocage.server.wire_handling import (
    Agreed,
    Chat,
    Code,
    Coded,
    Guided,
    Order,
    Ordered,
    Page,
    Reachable,
    Reference,
    Remarks,
    Sketched,
    Turns,
    Ways,
)


@get("/api/games/{game:str}/query/ways")
async def ways(
    request: Asking,
    hall: TheHall,
    game: GameId,
    units: QueryText,
    loosely: QueryFlag = False,
    manner: QueryName = "",
    side: SideName = None,
) -> Ways:
    """Where these counters can go with one gesture: all of them, or loosely any of them; and, of counters that arrive,
    how far in one manner.
    """
    names = tuple(units.split(",")[:60])
    async with asking(hall, request, game, side) as asked:
        unknown = [name for name in names if name not in asked.view.state.board.unit_ids]
        if unknown:
            raise Refusal("invalid", f"there is no unit {unknown[0][:40]!r} in this game", detail="unknown-unit")
        return await asked.answer(lambda view: ask_ways(asked.table, view, names, loosely=loosely, manner=manner))


@post("/api/games/{game:str}/orders", status_code=200)
async def order(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Order]) -> Ordered:
    """One gesture: all its picks are on the disk before it is answered, and one undo takes it back."""
    return await gesture(request, hall, game, data, lambda table, side, seats: carry_out(table, side, data, seats))


@post("/api/games/{game:str}/surprise", status_code=200)
async def surprise_me(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Order]) -> Ordered:
    """Let the computer make the plan that is asked for now, drawn by chance."""
    return await gesture(request, hall, game, data, surprise)


async def gesture(
    request: Asking, hall: TheHall, game: str, data: Order, deed: Callable[[Table, Side, Seats], Outcome]
) -> Ordered:
    """Several picks as one: nobody decides in between, and the asking side sees what came of it."""
    async with enter(hall, request, game) as (table, seated):
        side = seated.side(table, data.side)
        viewer = seated.own(table)
        check_seq(table, viewer, data.seq)
        check_running(table, viewer)
        before, seats = table.counts.seq(viewer), seated.seats(table, side)
        found = await hall.try_change(table, partial(deed, table, side, seats))
        state = await state_of(hall, table, seated, side, table.heard(before, (side,), viewer))
        return Ordered(state, found.done, found.refused, found.rule, found.last)


@get("/api/games/{game:str}/query/sketch")
async def sketch(
    request: Asking, hall: TheHall, game: GameId, action: QueryText = "", side: SideName = None
) -> Sketched:
    """What an action, or the question that is asked, means on the map; and the plan so far."""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(lambda view: sketched(view, action))


@get("/api/games/{game:str}/query/guide")
async def guide(request: Asking, hall: TheHall, game: GameId, side: SideName = None) -> Guided:
    """What the guided turn says now."""
    async with asking(hall, request, game, side) as asked:
        return await asked.answer(guided)


def guided(view: View) -> Guided:
    """What the guided turn says to a position."""
    payload = view.payload()
    return Guided(hint_for(view), payload.trail, payload.prompt.text)


@get("/api/games/{game:str}/query/reference")
async def reference(
    request: Asking, hall: TheHall, game: GameId, space: QueryName = "", side: SideName = None
) -> Reference:
    """The drawer of references."""
    async with asking(hall, request, game, side) as asked:
        scenario = asked.table.session.log.header.scenario
        return await asked.answer(lambda view: reference_of(view, view.payload(), scenario, space))


@get("/api/titles/{title:str}/five-minutes")
async def five_minutes(title: PathName) -> Page:
    """The game in five minutes."""
    return await asyncio.to_thread(page_of, find_title(title).id)


@get("/api/games/{game:str}/turns")
async def turns(request: Asking, hall: TheHall, game: GameId) -> Turns:
    """Where the turns begin, for the marks of a replay. A turn is no secret."""
    async with hall.works.questions.turn(client(request), game):
        async with enter(hall, request, game) as (table, seated):
            log = table.session.log.copy()
        found = await hall.ask(partial(table.starts.turns, log))  # the table is free meanwhile
        return Turns(table.counts.starts(seated.own(table), found.starts))


@get("/api/addresses")
async def addresses(hall: TheHall) -> Reachable:
    """Where others reach this server."""
    host, port = hall.bound
    found = await asyncio.to_thread(reachable, host)
    return Reachable(tuple(f"http://{name}:{port}" for name in found), local_only=not found)


def reachable(host: str) -> list[str]:
    """The addresses of this machine at which a socket bound to this host is reached from elsewhere."""
    if not ipaddress.ip_address(host).is_unspecified:
        return [] if ipaddress.ip_address(host).is_loopback else [host]
    found = [*_outward(), *_named()]
    return [name for name in dict.fromkeys(found) if not ipaddress.ip_address(name).is_loopback]


def _outward() -> list[str]:
    """The address from which this machine would speak to others. The name of a machine often means only itself."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("198.51.100.1", 9))  # chooses a route and sends nothing
        except OSError:
            return []
        return [str(asked.getsockname()[0])]


def _named() -> list[str]:
    """The addresses that the name of this machine has."""
    try:
        return sorted(str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET))
    except OSError:
        return []


@post("/api/qr", status_code=200)
async def code(data: JSONBody[Coded]) -> Code:
    """A link as a QR code."""
    try:
        return Code(modules(data.text))
    except ValueError as error:
        raise Refusal("bad-request", str(error)) from None


# Company


@get("/api/games/{game:str}/chat")
async def chat(request: Asking, hall: TheHall, game: GameId) -> Remarks:
    """What was said at the table lately."""
    async with enter(hall, request, game) as (table, _):
        return Remarks(table.company.remarks)


@post("/api/games/{game:str}/chat", status_code=200)
async def say(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Chat]) -> Remarks:
    """Say a line to the others. Only people with a seat may; lines are plain text, kept as long as the table is."""
    async with enter(hall, request, game) as (table, seated):
        if not seated.grant.seats:
            raise Refusal("not-your-seat", "a spectator watches and does not talk")
        text = " ".join("".join(sign for sign in data.text if sign.isprintable()).split())
        if not text:
            raise Refusal("bad-request", "there is nothing in this line")
        hall.talking.take(client(request))
        await company.say(hall, table, seated.grant.seats[0], text)
        return Remarks(table.company.remarks)


@post("/api/games/{game:str}/advice", status_code=200)
async def allow_advice(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Sit]) -> Agreed:
    """Agree that the computer may be asked for advice; it may when every side that people play has agreed."""
    async with enter(hall, request, game) as (table, seated):
        await company.agree(hall, table, table.game.sides[seated.side(table, data.side)])
        return Agreed(table.company.agreed)


@post("/api/games/{game:str}/rematch", status_code=200)
async def rematch(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Sit]) -> Agreed:
    """Ask for another game with the sides changed. When every side that people play has asked, it is there."""
    async with enter(hall, request, game) as (table, seated):
        side = table.game.sides[seated.side(table, data.side)]
        if not table.standing.over:
            raise Refusal("not-finished", "a rematch begins when this game is over")
        await company.want_again(hall, table, seated.grant.sides, partial(hall.beginning.take, client(request)))
        return Agreed(table.company.wanted, await company.link_to_again(hall, table, side))


@get("/api/games/{game:str}/rematch")
async def next_game(request: Asking, hall: TheHall, game: GameId) -> Agreed:
    """Who wants another game, and the link for those who would watch it once it is there."""
    async with enter(hall, request, game) as (table, _):
        return Agreed(table.company.wanted, await company.link_to_watch(hall, table))


HANDLERS = [
    addresses,
    code,
    turns,
    ways,
    order,
    surprise_me,
    sketch,
    guide,
    reference,
    five_minutes,
    chat,
    say,
    allow_advice,
    rematch,
    next_game,
]
