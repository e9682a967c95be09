"""The places of a full house: no peer takes all of them, and the last are kept for health checks."""

from collections import Counter
from collections.abc import Callable

from bocage.server.quota import network
from bocage.server.refusals import Refusal

HEALTH = (b"/api/health", b"/api/ready")
KEPT = 8
"""How many places are kept for health checks alone."""
FULL = "the server is full; try again in a minute"


class Places:
    """How many connections there are, and of whom."""

    def __init__(self, most: int, is_trusted: Callable[[str], bool] = lambda _: False) -> None:
        self.most = most
        self.share = max(1, most // 2)
        self.is_trusted = is_trusted
        self.taken = 0
        self._peers: Counter[str] = Counter()

    @property
    def is_nearly_full(self) -> bool:
        """Whether only the last places are left."""
        return bool(self.most) and self.taken > self.most - min(KEPT, self.most // 4)

    def enter(self, peer: str) -> Refusal | None:
        """Somebody comes; a refusal if there is no place. A proxy that the operator named comes for many."""
        self.taken += 1
        self._peers[network(peer)] += 1
        if self.most and self.taken > self.most:
            return Refusal("busy", FULL)
        return None if self.is_trusted(peer) else self._over_share(peer)

    def leave(self, peer: str) -> None:
        """Somebody goes."""
        self.taken -= 1
        self._peers -= Counter([network(peer)])  # a peer that is not here is forgotten

    def _over_share(self, peer: str) -> Refusal | None:
        if not self.most or self._peers[network(peer)] <= self.share:
            return None
        return Refusal("too-many", f"your address has {self.share} connections open already")
