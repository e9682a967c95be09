"""Who made which game: its computer players think on that client's account."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from bocage.server.lanes import Asker
from bocage.server.opening import HUMAN
from bocage.server.quota import KNOWN, network
from bocage.server.refusals import Refusal
from bocage.server.tables import Table
from bocage.server.wire import Seat

if TYPE_CHECKING:
    from bocage.server.hall import Hall

ALONE = 4
"""How many games that computers play among themselves a client may have at a time."""


class Makers:
    """The clients by game, as long as the server runs. Addresses are not kept with the games: after a start the first
    who comes back to a seat is taken for its maker.
    """

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self._clients: OrderedDict[str, str] = OrderedDict()
        self._alone: dict[str, set[str]] = {}
        """By client, the games in which computers play among themselves."""

    def note(self, game: str, host: str, seats: Mapping[str, Seat]) -> None:
        """A client has made a game."""
        self.adopt(game, host)
        if not _people(seats):
            self._alone.setdefault(network(host), set()).add(game)

    def adopt(self, game: str, host: str) -> None:
        """Somebody sits at a game; if its maker is not known, it is this client."""
        if host:
            self._clients.setdefault(game, network(host))
        while len(self._clients) > KNOWN:
            self._clients.popitem(last=False)

    def check(self, host: str, seats: Mapping[str, Seat]) -> None:
        """Refuse a game without people to a client who has enough of them."""
        if not self.hall.settings.games or _people(seats):
            return
        self._alone = {client: left for client in self._alone if (left := self._running(client))}
        if len(self._alone.get(network(host), ())) >= ALONE:
            raise Refusal("too-many", f"{ALONE} of your games are played by computers alone; wait until one is over")

    def _running(self, client: str) -> set[str]:
        return {game for game in self._alone[client] if self.hall.drivers.has(game)}

    def asker(self, table: Table) -> Asker:
        """For whom a game's computer players think."""
        awaited = bool(table.people() or table.listeners)
        return Asker(self._clients.get(table.id, ""), table.listeners > 0, awaited)


def _people(seats: Mapping[str, Seat]) -> bool:
    return any(seat.kind == HUMAN for seat in seats.values())
