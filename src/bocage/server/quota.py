"""How many games one client may begin: enough for any evening, too few to fill a disk.

Each client has so many at once, and gets one back every so often. Whoever sits at the server's own machine is not
counted; behind a proxy the clients are told apart by the address that it passes on.
"""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from bocage.server.refusals import Refusal

MOST = 40
EVERY = 60.0
KNOWN = 10_000
"""So many clients are remembered."""


class Ration:
    """What each client has left."""

    def __init__(self, most: int = MOST, every: float = EVERY, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self.every = every
        self.clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, host: str) -> None:
        """One more game for this client, or a refusal that says when."""
        client = network(host)
        if not client:
            return
        now = self.clock()
        left, seen = self._left.pop(client, (float(self.most), now))
        left = min(float(self.most), left + (now - seen) / self.every)
        self._left[client] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > KNOWN:
            self._left.popitem(last=False)
        if left < 1:
            wait = round((1 - left) * self.every) or 1
            raise Refusal("too-many", f"you have begun {self.most} games in short order; try again in {wait} seconds")


def network(host: str) -> str:
    """What tells clients apart: an address, of the long kind its first half; empty for this machine itself."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.is_loopback:
        return ""
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
