"""The same games on a Dask cluster. Every worker needs bocage and, if there is one, the data pack at the same path."""

import logging
import os
from collections import deque
from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError
from functools import partial
from threading import Lock, Thread
from typing import Any

from bocage import __version__
from bocage.games import find_game
from bocage.lab.extra import BadInput, Gone, need
from bocage.lab.record import lost_game, play_recorded
from bocage.runs.batch import Batch, first_of, planner_version

with need("distributed"):
    from distributed import Client, as_completed
    from distributed.comm.addressing import parse_address, parse_host_port
    from distributed.comm.core import CommClosedError
    from distributed.comm.registry import get_backend
    from distributed.scheduler import KilledWorker

PATIENCE = 10.0
"""Seconds that a scheduler may take to answer, and a worker to come."""
LOT = 64
"""The most games that are sent at once; a worker hands in as many as fit a slice of time."""

_ONE = Lock()


class NoCluster(BadInput):
    """A cluster that cannot be used; the text is one line."""


class _Client(Client):  # type: ignore[misc]  # Dask has no types
    """A client that we close ourselves, so that it does not close again, loudly and for twenty seconds, when it was
    never connected.
    """

    def __del__(self) -> None:
        """Nothing."""


def check_address(address: str) -> None:
    """Refuse what cannot be the address of a scheduler. Dask's client would take a long time over it, loudly."""
    scheme, place = parse_address(address)
    try:
        get_backend(scheme)
        host, port = parse_host_port(place)
    except (ValueError, ImportError):
        host, port = "", 0
    if scheme == "inproc" or not host or " " in host or not 0 < port < 1 << 16:
        raise NoCluster(f"{address!r} is no address of a Dask scheduler: it looks like tcp://name:8786")


def play_lot(batch: Batch, seeds: Sequence[int]) -> list[bytes]:
    """As many of these games as fit a slice of time, at least one. One at a time, however many threads a worker has."""
    with _ONE:
        return first_of(seeds, partial(play_recorded, batch))


def versions_there(batch: Batch) -> tuple[str, int]:
    """The bocage of a worker, and the version of its planners, if some play."""
    return __version__, planner_version(find_game(batch.game), batch.players.values())


def play_there(address: str, batch: Batch, seeds: Sequence[int]) -> Generator[list[bytes], None, None]:
    """The games from the workers of a cluster, in lots as they are handed in."""
    check_address(address)
    _quieten()
    client = _connect(address)
    try:
        _check(client, address, batch)
        yield from _play(client, batch, seeds)
    except NoCluster:
        raise
    except Exception as error:
        if _went_away(client, error):
            raise Gone(f"the scheduler at {address} went away") from None
        raise
    finally:
        client.close()


def _connect(address: str) -> Any:
    """A client of the scheduler. It is made in a thread, because it may wait for ever if something else answers."""
    made: list[Any] = []

    def make() -> None:
        try:
            made.append(_Client(address, timeout=PATIENCE, set_as_default=False, name="bocage"))
        except Exception as error:  # noqa: BLE001 - told below
            made.append(error)

    maker = Thread(target=make, daemon=True)
    maker.start()
    maker.join(2 * PATIENCE)
    if not made:
        raise NoCluster(f"what is at {address} does not answer as a Dask scheduler does")
    if isinstance(made[0], Exception):
        raise NoCluster(f"there is no Dask scheduler at {address}: {_line(made[0])}")
    return made[0]


def _quieten() -> None:
    """We say in one line what goes wrong; the pages that Dask writes about it are for finding a fault of ours."""
    if os.environ.get("BOCAGE_DEBUG"):
        return
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _went_away(client: Any, error: Exception) -> bool:
    """Whether the scheduler can no longer be heard; a closed stream may be seen before the client knows."""
    return isinstance(error, CancelledError | CommClosedError) or client.status != "running"


def _check(client: Any, address: str, batch: Batch) -> None:
    """Check that there are workers, and that they have our bocage and our players."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise NoCluster(f"the scheduler at {address} has no workers") from None
    try:
        theirs = client.run(versions_there, batch)
    except Exception as error:
        if _went_away(client, error):
            raise
        # Whatever the workers lack is told in one line.
        raise NoCluster(f"the workers of {address} cannot run bocage ({_line(error)}): install it there") from None
    here, planner = versions_there(batch)
    for where, (version, their_planner) in theirs.items():
        if version != here:
            raise NoCluster(f"the worker {where} has bocage {version}, and here is {here}: install the same")
        if their_planner != planner:
            what = f"planners of version {their_planner}, and here is {planner}"
            raise NoCluster(f"the worker {where} has {what}: install the same bocage")


def _play(client: Any, batch: Batch, seeds: Sequence[int]) -> Generator[list[bytes], None, None]:
    """Keep every worker busy with small lots; what a worker had no time for is sent again."""
    size = max(1, min(LOT, len(seeds) // (4 * _threads(client))))
    left = deque(seeds[n : n + size] for n in range(0, len(seeds), size))
    out: dict[str, Sequence[int]] = {}
    stream = as_completed(loop=client.loop)

    def feed() -> None:
        most = 2 * _threads(client)  # asked again and again: workers come and go
        while left and len(out) < most:
            lot = left.popleft()
            future = client.submit(play_lot, batch, lot, pure=False)
            out[future.key] = lot
            stream.add(future)

    feed()
    for future in stream:
        lot = out.pop(future.key)
        try:
            found: list[bytes] = future.result()
        except KilledWorker:  # the scheduler has tried it on several workers, and all died
            found = [lost_game(lot[0])] if len(lot) == 1 else []
            left.extendleft([seed] for seed in lot) if len(lot) > 1 else None
        else:
            if rest := lot[len(found) :]:
                left.appendleft(rest)
        feed()
        if found:
            yield found


def _threads(client: Any) -> int:
    """How many threads all workers have together."""
    return sum(client.nthreads().values()) or 1


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
