"""What the people at a table say and agree: it is kept with the game and outlives the server."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec

from bocage.server import archive, auth
from bocage.server.archive import Grant
from bocage.server.hall import Hall
from bocage.server.opening import HUMAN
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.wire import NewGame
from bocage.server.wire_handling import Remark

LINES = 60
"""This many lines of talk are kept at a table."""

WATCHERS = ""
"""They have no side; their link to the next game is kept under this."""


async def keep(hall: Hall, table: Table, **changes: Any) -> None:
    """On the disk, and then to everybody."""
    company = msgspec.structs.replace(table.company, **changes)
    text = msgspec.json.encode(company).decode()
    await hall.store.do(partial(archive.keep_company, game=table.id, kept=text))
    table.company = company
    table.wake()


async def say(hall: Hall, table: Table, place: str, text: str) -> None:
    """One more line of talk."""
    lines = table.company.remarks
    number = lines[-1].n + 1 if lines else 1
    said = Remark(number, table.seats[place].name or place, text)
    await keep(hall, table, remarks=(*lines, said)[-LINES:])


async def go(hall: Hall, table: Table, places: Iterable[str]) -> None:
    """People leave the table; their seats wait for them."""
    await keep(hall, table, away=tuple(sorted({*table.company.away, *places})))


async def stay(hall: Hall, table: Table, places: Iterable[str]) -> None:
    """Nobody is away from these seats any longer."""
    away = tuple(place for place in table.company.away if place not in places)
    if away != table.company.away:
        await keep(hall, table, away=away)


async def agree(hall: Hall, table: Table, side: str) -> None:
    """A side allows advice."""
    agreed = tuple(sorted({*table.company.agreed, side}))
    await keep(hall, table, agreed=agreed)


async def want_again(hall: Hall, table: Table, sides: tuple[str, ...], charge: Callable[[], None]) -> None:
    """Sides ask for another game; when everybody has asked, it is begun and charged to the last who asked."""
    wanted = tuple(sorted({*table.company.wanted, *sides}))
    if wanted == table.company.wanted and (table.company.again or not set(table.human_sides()) <= set(wanted)):
        return
    again = table.company.again
    if not again and set(table.human_sides()) <= set(wanted):
        charge()
        again = await _begin(hall, table)
    await keep(hall, table, wanted=wanted, again=again)


async def link_to_again(hall: Hall, table: Table, side: str) -> str:
    """The link from a side of this game to its seat in the next one; empty while there is none. The server keeps no
    links: after a restart, players who have not sat down yet are given another.
    """
    game = table.company.again
    if not game:
        return ""
    if side not in table.rematch:
        table.rematch[side] = await _fresh(hall, game, _partner(table, side))
    return table.rematch[side]


async def link_to_watch(hall: Hall, table: Table) -> str:
    """The link to the next game for those who watched this one; empty while there is none."""
    game = table.company.again
    if game and WATCHERS not in table.rematch:
        async with hall.hold(game) as following:
            table.rematch[WATCHERS] = await _link(hall, following, Grant("spectator"))
    return table.rematch[WATCHERS] if game else ""


async def _link(hall: Hall, table: Table, grant: Grant) -> str:
    """One more link to a table."""
    token = auth.new_token()
    await hall.store.do(partial(archive.add_token, game=table.id, digest=auth.digest(token), grant=grant))
    table.grants[auth.digest(token)] = grant
    return auth.link(hall.settings.prefix, table.id, token).url


def _partner(table: Table, side: str) -> str:
    sides = table.game.sides
    return dict(zip(sides, reversed(sides), strict=True))[side]


async def _fresh(hall: Hall, game: str, side: str) -> str:
    async with hall.hold(game) as table:
        free = [place for place, seat in table.seats.items() if seat.side == side and not seat.taken]
        shared = [grant for grant in table.grants.values() if grant.role == "hotseat"]
        if not free and not shared:
            raise Refusal("seat-taken", "you have sat down in the next game already; its link is on your first page")
        return await _link(hall, table, shared[0] if shared else Grant("seat", (free[0],), (side,)))


def _names(table: Table, fresh: Table) -> dict[str, str]:
    """Who goes to which seat of the next game: people keep their names."""
    names = {side: [seat.name for seat in table.seats.values() if seat.side == side] for side in table.game.sides}
    places = [(place, seat.side) for place, seat in fresh.seats.items() if seat.kind == HUMAN]
    return {place: names[_partner(table, side)].pop(0) for place, side in places}


async def _begin(hall: Hall, table: Table) -> str:
    """The same game with the sides changed; its id."""
    header = table.session.log.header
    kinds = {seat.side: seat.kind for seat in table.seats.values()}
    wanted = NewGame(
        game=table.game.id,
        scenario=header.scenario,
        options=dict(header.options),
        seats={_partner(table, side): kind for side, kind in kinds.items()},
        hotseat=any(grant.role == "hotseat" for grant in table.grants.values()),
        name=table.name,
    )
    made = await hall.create(wanted)
    async with hall.hold(made.id) as fresh:
        await hall.name(fresh, _names(table, fresh))
    if made.hotseat is not None:
        table.rematch = dict.fromkeys((side for side, kind in kinds.items() if kind == HUMAN), made.hotseat.url)
    else:
        table.rematch = {_partner(table, table.seats[place].side): link.url for place, link in made.seats.items()}
    table.rematch[WATCHERS] = made.spectator.url
    return made.id
