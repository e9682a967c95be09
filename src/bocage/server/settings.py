"""What an operator decides: under which address the server is known, whom it believes, and how much it gives out."""

import ipaddress
import socket
from functools import cached_property
from urllib.parse import urlsplit

import msgspec

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class BadSetting(ValueError):
    """An impossible setting; one line says why."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The operator's choices. The defaults suit one's own machine."""

    public_url: str = ""
    """Where people find the server, if not at its own port: `https://games.example.org/bocage`."""
    hosts: tuple[str, ...] = ()
    """Other names by which the server may be called."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies whose word about their clients is taken."""
    games: int = 40
    """How many games a client may begin at once; 0 for any number."""
    keep_days: int = 0
    """Finished games are deleted after that many days, unfinished ones after that many without a pick; 0 for never."""
    reviews: bool = False
    """Whether every finished game is reviewed without being asked for: under later rules it may be too late."""
    most_connections: int = 0
    """How many connections at once; 0 for as many as the system's limit of open files allows."""

    @cached_property
    def trusted(self) -> tuple[Network, ...]:
        """The networks of the proxies."""
        return tuple(_network(text) for text in self.proxies)

    @cached_property
    def prefix(self) -> str:
        """The path below which everything lies, without a slash at its end; empty at the root."""
        path = urlsplit(self.public_url).path.rstrip("/")
        if self.public_url and urlsplit(self.public_url).scheme not in {"http", "https"}:
            raise BadSetting(f"{self.public_url!r} should begin with http:// or https://")
        return path

    @cached_property
    def names(self) -> frozenset[str]:
        """The names by which the server may be called, in small letters and without a port."""
        own = socket.gethostname().lower()
        public = (urlsplit(self.public_url).hostname or "").lower()
        return frozenset({"localhost", own, f"{own}.local", public, *(name.lower() for name in self.hosts)} - {""})

    def knows_host(self, host: str) -> bool:
        """Whether a `Host` is ours. An address in digits always is: a page elsewhere can borrow a name, but not a
        number.
        """
        name = name_of(host)
        return name in self.names or _address(name) is not None

    def check(self) -> None:
        """Check that every setting can be used."""
        assert self.trusted is not None
        assert self.prefix is not None


def name_of(host: str) -> str:
    """The name or address in a `Host`, without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def client_of(peer: str, forwarded: str, trusted: tuple[Network, ...]) -> str:
    """Who asks: the peer itself or, where it is a trusted proxy, the last address on the way that is not one."""
    found = peer
    for said in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
        address = _address(found)
        if address is None or not any(address in network for network in trusted if network.version == address.version):
            break
        if _address(said) is None:
            break
        found = said
    return found


def is_trusted(peer: str, trusted: tuple[Network, ...]) -> bool:
    """Whether a peer is one of the proxies that the operator named."""
    address = _address(peer)
    return address is not None and any(address in network for network in trusted if network.version == address.version)


def _address(text: str) -> Address | None:
    try:
        return ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise BadSetting(f"{text!r} is not the address of a proxy, such as 127.0.0.1 or 10.0.0.0/8") from None
