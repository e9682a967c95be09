"""How much one client may do that is kept: begin games, sit down, talk. Enough for any evening, too little to fill a
disk.

Each client has so much at once, and gets one back every so often. Everybody is counted: a proxy that the operator did
not name is one client, however many are behind it.
"""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bocage.server.refusals import Refusal

MOST = 40
EVERY = 60.0
KNOWN = 10_000
"""How many clients are remembered."""


class Allowance:
    """What each client has left."""

    def __init__(
        self,
        most: int = MOST,
        every: float = EVERY,
        clock: Callable[[], float] = time.monotonic,
        what: str = "you have begun {most} games in short order",
    ) -> None:
        self.most = most
        self.what = what.format(most=most)
        self.every = every
        self.clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, host: str) -> None:
        """One more for this client, or a refusal that says when."""
        if not self.most:
            return
        client = network(host)
        now = self.clock()
        left, seen = self._left.pop(client, (float(self.most), now))
        left = min(float(self.most), left + (now - seen) / self.every)
        self._left[client] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)
        if left < 1:
            wait = round((1 - left) * self.every) or 1
            raise Refusal("too-many", f"{self.what}; try again in {wait} seconds", again=wait)


class Claims:
    """Who took a seat of which open game: a stranger may take one of them, not all."""

    def __init__(self) -> None:
        self._taken: OrderedDict[tuple[str, str], None] = OrderedDict()

    @contextmanager
    def one(self, game: str, host: str) -> Iterator[None]:
        """Somebody sits down: noted first, so that no second seat is had at the same moment; undone if it fails."""
        who = game, network(host)
        if who in self._taken:
            raise Refusal("seat-taken", "you have taken a seat of this game already; a friend needs its link")
        self._taken[who] = None
        while len(self._taken) > KNOWN:
            self._taken.popitem(last=False)
        try:
            yield
        except BaseException:
            self._taken.pop(who, None)
            raise


def network(host: str) -> str:
    """What tells clients apart: an address, or the first half of an IPv6 one."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
