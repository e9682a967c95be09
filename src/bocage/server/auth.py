"""Who may do what: a secret link holds a seat, and the server keeps only its hash."""

import hashlib
import re
import secrets
import unicodedata
from typing import Any

import msgspec
from litestar.connection import ASGIConnection

from bocage.kernel.ids import Side
from bocage.server.archive import Grant
from bocage.server.counts import Viewer
from bocage.server.opening import find_side
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.wire import Link
from bocage.server.words import SPECTATOR

TOKEN_BYTES = 32
LONGEST_NAME = 40
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,128}")
_SIGNS = frozenset(" -'.,_()!?+:#")


def new_token() -> str:
    """A secret of 256 bits, spelled so that it fits into an address."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def digest(token: str) -> bytes:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).digest()


def link(prefix: str, game: str, token: str) -> Link:
    """The page of a seat. The token stands behind the `#`, so that it reaches no server and no log."""
    return Link(token, f"{prefix}/table/{game}#{token}")


def token_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The token of a request: only in its header, since addresses end up in the logs of proxies."""
    header = request.headers.get("authorization", "")
    scheme, _, given = header.partition(" ")
    if header and scheme.lower() != "bearer":
        raise Refusal("bad-token", "the token goes into the header as: Authorization: Bearer TOKEN")
    found = given.strip()
    if not found:
        raise Refusal("no-token", "this needs the token of a seat or of a spectator")
    if not _TOKEN.fullmatch(found):
        raise Refusal("bad-token", "this token opens nothing here")
    return str(found)


class Seated(msgspec.Struct, frozen=True):
    """Somebody at a table."""

    grant: Grant
    digest: bytes

    def side(self, table: Table, wanted: str | None) -> Side:
        """The side that is meant: the one asked for if the seat holds it, else the one that decides, else the first."""
        sides = self.grant.sides
        if not sides:
            raise Refusal("not-your-seat", "a spectator watches and does not play")
        if wanted is not None and wanted != "":
            name = find_side(table.game, wanted)
            if name not in sides:
                raise Refusal("not-your-seat", f"this is the seat of {' and '.join(sides)}, not of {name}")
            return table.game.side(name)
        now = table.standing.to_decide
        return table.game.side(now if now in sides else sides[0])

    def seats(self, table: Table, reader: int) -> tuple[str, ...]:
        """The seats of a side that are held, if they are not all of them."""
        name = table.game.sides[reader] if reader >= 0 else ""
        held = tuple(place for place in self.grant.seats if table.seats[place].side == name)
        return () if all(place in held for place, seat in table.seats.items() if seat.side == name) else held

    def viewer(self, table: Table, reader: int) -> Viewer:
        """Who counts the picks: the seat with all its sides; after the end, whichever side it looks as."""
        own = self.own(table)
        return own if reader in own else (reader,)

    def own(self, table: Table) -> Viewer:
        """The seat itself as a viewer."""
        return tuple(int(table.game.side(name)) for name in self.grant.sides) or (SPECTATOR,)

    def reader(self, table: Table, wanted: str | None, *, after_the_end: bool = False) -> int:
        """Whose view is meant. After the end of a game everybody may look as any side, where that is offered."""
        if wanted and after_the_end and table.standing.over:
            return int(table.game.side(find_side(table.game, wanted)))
        if self.grant.sides:
            return int(self.side(table, wanted))
        if wanted:
            find_side(table.game, wanted)
            raise Refusal("not-your-seat", "a spectator sees what everybody may see, no side's secrets")
        return SPECTATOR


def clean_name(text: str, what: str = "a name") -> str:
    """A name that is safe wherever it is shown: letters, digits, and a few signs."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LONGEST_NAME:
        raise Refusal("bad-request", f"{what} has at most {LONGEST_NAME} characters")
    if any(not (sign.isalnum() or sign in _SIGNS or unicodedata.category(sign) == "Mn") for sign in name):
        raise Refusal("bad-request", f"{what} is made of letters, digits, blanks and the signs - ' . , _ ( ) ! ? + : #")
    return name
