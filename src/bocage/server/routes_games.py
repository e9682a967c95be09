"""Games: begin, list, join, look, pick, take back, resign, leave."""

from functools import partial

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from bocage.kernel.ids import Side
from bocage.server import company, listings
from bocage.server.admission import Asking, TheHall, check_running, check_seq, client, enter
from bocage.server.archive import MAKER, Grant
from bocage.server.auth import Seated, clean_name, digest, link
from bocage.server.bounds import GameId, QueryCount, SideName
from bocage.server.finishing import finishes_of
from bocage.server.hall import Hall
from bocage.server.opening import find_seats
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.ways import in_hand, next_up
from bocage.server.wire import (
    Act,
    Back,
    Created,
    GameState,
    Held,
    Lines,
    Link,
    Listed,
    NewGame,
    Seat,
    Sentence,
    Sit,
)

RECENT = 40
"""How many picks of the log come with the state."""


async def state_of(
    hall: Hall, table: Table, seated: Seated, reader: int, events: tuple[Sentence, ...] = ()
) -> GameState:
    """A game as one reader may know it; the table is held."""
    seats = seated.seats(table, reader)
    payload = table.ready(reader, seats)
    if payload is None:
        payload = await hall.run(partial(table.payload, reader, seats))
    viewer = seated.viewer(table, reader)
    seq = table.counts.seq(viewer)
    after = max(0, seq - RECENT)
    standing = table.standing
    queries = table.game.queries
    asked = reader >= 0 and bool(standing.to_decide) and not table.stopped
    return GameState(
        id=table.id,
        game=table.game.id,
        scenario=table.session.log.header.scenario,
        name=table.name,
        seq=seq,
        undone=table.counts.undone(viewer),
        you=seated.grant.sides,
        your_seats=seated.grant.seats,
        to_decide=standing.to_decide,
        over=standing.over,
        result=standing.result,
        view=msgspec.structs.replace(payload, seq=seq),
        hand=in_hand(table, table.view(reader)) if asked else (),
        next_up=next_up(table, table.view(reader)) if asked else (),
        finishes=finishes_of(table, table.view(reader)) if asked else (),
        advice=table.advice,
        offerable=offerable(table, seated.grant),
        undo=table.why_not_undo(seated.grant.sides),
        redo=bool(table.redoable) and standing.to_decide in seated.grant.sides,
        seats=dict(table.seats),
        away=table.company.away,
        dice=table.fairness,
        stopped=table.stopped,
        aloud=table.aloud,
        overlays=tuple(queries.overlays),
        previews=queries.preview is not None,
        log=Lines(after, seq, table.told(after, (reader,), viewer)),
        since=table.counts.shown(viewer, table.since(seated.grant.sides)),
        events=events,
    )


@post("/api/games", status_code=201)
async def create(request: Asking, hall: TheHall, data: JSONBody[NewGame]) -> Created:
    """Begin a game. The links are shown only once."""
    hall.beginning.take(client(request))
    return await hall.create(data, client(request))


@get("/api/games")
async def listing(hall: TheHall, page: QueryCount = 0) -> list[Listed]:
    """The open games, those with a free seat first, a page at a time. Other games are for those who have a link."""
    return await hall.store.do(partial(listings.listing, page=page))


@post("/api/games/held", status_code=200)
async def held(hall: TheHall, data: JSONBody[Held]) -> list[Listed]:
    """The games that one has links to: where each stands, without opening it."""
    digests = [digest(token) for token in data.tokens]
    return await hall.store.do(partial(listings.held, digests=digests))


@get("/api/games/{game:str}")
async def look(request: Asking, hall: TheHall, game: GameId, side: SideName = None) -> GameState:
    """The game as this seat may know it."""
    async with enter(hall, request, game) as (table, seated):
        reader = seated.reader(table, side, after_the_end=True)
        return await state_of(hall, table, seated, reader)


@post("/api/games/{game:str}/actions", status_code=200)
async def act(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Act]) -> GameState:
    """Make a pick. It is on the disk before it is answered, and never made twice."""
    async with enter(hall, request, game) as (table, seated):
        side = seated.side(table, data.side)
        viewer = seated.own(table)
        check_seq(table, viewer, data.seq, data.undone)
        check_running(table, viewer)
        before = table.counts.seq(viewer)
        await hall.change(table, partial(table.act, side, data.action, seated.seats(table, side), careful=data.careful))
        return await state_of(hall, table, seated, side, table.heard(before, (side,), viewer))


@post("/api/games/{game:str}/undo", status_code=200)
async def undo(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Back]) -> GameState:
    """Take back the last pick, unless something came of it that cannot be taken back."""
    async with enter(hall, request, game) as (table, seated):
        side = _ready(table, seated, data)
        await hall.cut(table, partial(table.undo, side))
        return await state_of(hall, table, seated, side)


@post("/api/games/{game:str}/redo", status_code=200)
async def redo(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Back]) -> GameState:
    """Make the pick that was taken back last once more."""
    async with enter(hall, request, game) as (table, seated):
        side = _ready(table, seated, data)
        viewer = seated.own(table)
        before = table.counts.seq(viewer)
        await hall.change(table, partial(table.redo, side))
        return await state_of(hall, table, seated, side, table.heard(before, (side,), viewer))


def _ready(table: Table, seated: Seated, data: Back) -> Side:
    side = seated.side(table, data.side)
    check_seq(table, seated.own(table), data.seq)
    check_running(table, seated.own(table))
    return side


@post("/api/games/{game:str}/resign", status_code=200)
async def resign(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Sit]) -> GameState:
    """Give up: the game is over, and the secret of its dice is told."""
    async with enter(hall, request, game) as (table, seated):
        side = seated.side(table, data.side)
        check_running(table, seated.own(table))
        await hall.resign(table, table.game.sides[side])
        return await state_of(hall, table, seated, side)


@post("/api/games/{game:str}/join", status_code=200)
async def join(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Sit]) -> Link:
    """Sit down under a name. With the link of a seat it is that seat; without one, a free seat of an open game. The
    link is exchanged for a new one: anybody else with the old one, even the maker of the game, is out.
    """
    name = clean_name(data.name)
    if not request.headers.get("authorization"):
        hall.claiming.take(client(request))
        with hall.claims.one(game, client(request)):
            return await _claim(hall, game, data.side, name or "somebody")
    async with enter(hall, request, game) as (table, seated):
        places = _own(table, seated, data.side)
        token = await hall.renew(table, seated.digest, places, name)
        await company.stay(hall, table, places)
        return link(hall.settings.prefix, game, token)


async def _claim(hall: Hall, game: str, wanted: str | None, name: str) -> Link:
    if not await hall.store.do(partial(listings.is_open, game=game)):
        raise Refusal("no-token", "a seat of this game is taken with its link")
    async with hall.hold(game) as table:
        places = {place: seat.side for place, seat in table.seats.items()}
        asked = find_seats(table.game, places, wanted) if wanted else table.people()
        free = [place for place in asked if is_free(table, place)]
        if not free:
            raise Refusal("seat-taken", f"the seat of {' and '.join(asked)} is taken")
        return link(hall.settings.prefix, game, await hall.claim(table, free[0], name))


def is_free(table: Table, place: str) -> bool:
    """Whether nobody sits there and somebody could."""
    return not table.seats[place].taken and any(grant.seats == (place,) for grant in table.grants.values())


@post("/api/games/{game:str}/leave", status_code=200)
async def leave(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Sit]) -> dict[str, Seat]:
    """Get up. The link stays good, so that one can come back; with `offer` anybody may take the seat of an open game
    instead, and only then is the link dead.
    """
    async with enter(hall, request, game) as (table, seated):
        places = _own(table, seated, data.side)
        if data.offer:
            await hall.name(table, dict.fromkeys(places, ""))
            await company.stay(hall, table, places)
        else:
            await company.go(hall, table, places)
        return dict(table.seats)


@post("/api/games/{game:str}/offer", status_code=200)
async def offer(request: Asking, hall: TheHall, game: GameId, data: JSONBody[Sit]) -> dict[str, Seat]:
    """Offer a seat of an open game again, if the person who took it from the list has done nothing there and is not
    listening. Only the maker of the game may.
    """
    async with enter(hall, request, game) as (table, seated):
        if seated.grant.role != MAKER:
            raise Refusal("not-your-seat", "only the player who opened the game can offer its seats again")
        places = {place: seat.side for place, seat in table.seats.items()}
        asked = find_seats(table.game, places, data.side) if data.side else list(places)
        absent = [place for place in offerable(table, seated.grant) if place in asked]
        if not absent:
            raise Refusal(
                "seat-taken", f"the player who took the seat of {' and '.join(asked)} has played, or is still here"
            )
        for place in absent:
            await hall.offer_again(table, place)
        await company.stay(hall, table, absent)
        return dict(table.seats)


def offerable(table: Table, grant: Grant) -> tuple[str, ...]:
    """The seats that the maker of an open game may offer again."""
    if grant.role != MAKER:
        return ()
    return tuple(place for place in table.seats if place not in grant.seats and _is_absent(table, place))


def _is_absent(table: Table, place: str) -> bool:
    """Whether a person took a seat, never did anything there, and does not listen now."""
    seat = table.seats[place]
    links = [digest for digest, grant in table.grants.items() if grant.seats == (place,)]
    has_played = any(entry.by == seat.side and not entry.auto for entry in table.session.log.entries)
    is_there = any(table.ears[digest] for digest in links)
    return seat.kind == "human" and seat.taken and bool(links) and not (has_played or is_there)


def _own(table: Table, seated: Seated, wanted: str | None) -> tuple[str, ...]:
    """The seats that are meant: those of one of one's own sides, or all of them."""
    side = table.game.sides[seated.side(table, wanted)]
    return tuple(place for place in seated.grant.seats if not wanted or table.seats[place].side == side)


HANDLERS = [create, listing, held, look, act, undo, redo, resign, join, leave, offer]
