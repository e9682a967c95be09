"""What can be told about a cluster without one; the command's tests start a real one."""

import logging
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest
from distributed.comm.core import CommClosedError

from bocage import __version__
from bocage.games import find_game
from bocage.lab import cluster as module
from bocage.lab.cluster import NoCluster, _went_away, check_address
from bocage.players.knowledge import knowledge_of
from bocage.runs.batch import Batch


@pytest.mark.parametrize(
    "address",
    ["nonsense", "nonsense://x", "nonsense://x:8786", "tcp://x", "tcp://:80", "tcp://h:99999", "tcp://h:port", "tcp://h:0",
     "tcp://a b:80", "", "://", "a://b://c", "[::1", "inproc://x"],
)  # fmt: skip
def test_what_is_no_address_is_refused_in_one_line(address: str) -> None:
    with pytest.raises(NoCluster, match="is no address of a Dask scheduler: it looks like tcp://name:8786") as bad:
        check_address(address)
    assert "\n" not in str(bad.value)


@pytest.mark.parametrize("address", ["tcp://scheduler:8786", "scheduler:8786", "tls://10.0.0.1:1", "tcp://[::1]:8786"])
def test_what_may_be_an_address_is_not(address: str) -> None:
    check_address(address)


SCRIPT = """
import socket, sys
from bocage.lab import cluster
cluster.PATIENCE = 0.5
with socket.create_server(("127.0.0.1", 0)) as server:
    try:
        next(cluster.play_there(f"{sys.argv[1]}://127.0.0.1:{server.getsockname()[1]}", None, [1]))
    except cluster.NoCluster as told:
        print(told)
"""


@pytest.mark.parametrize("scheme", ["tcp", "tls"])
def test_something_else_at_the_address_is_one_line_and_not_waited_for_for_ever(scheme: str) -> None:
    """It takes calls and says nothing; and Dask can call nobody with TLS who has not set it up.

    In a process of its own, because Dask goes on in the background.
    """
    words = [sys.executable, "-c", SCRIPT, scheme]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True)
    assert re.fullmatch(rf"(what is|there is no Dask scheduler) at {scheme}://127.0.0.1:\d+.*\n", done.stdout)
    assert done.stderr == ""


@pytest.fixture
def _levels() -> Iterator[None]:
    """Afterwards the loggers are as they were."""
    before = {name: logging.getLogger(name).level for name in (*logging.root.manager.loggerDict, "distributed")}
    yield
    for name, level in before.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("_levels")
def test_dask_keeps_quiet_unless_somebody_looks_for_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    noisy = logging.getLogger("distributed.a_test")
    noisy.setLevel(logging.INFO)
    monkeypatch.setenv("BOCAGE_DEBUG", "1")
    module._quieten()
    assert noisy.isEnabledFor(logging.ERROR)
    monkeypatch.delenv("BOCAGE_DEBUG")
    module._quieten()
    assert not noisy.isEnabledFor(logging.CRITICAL)


def test_a_closed_stream_is_a_scheduler_that_went_away_before_the_client_knows() -> None:
    class Client:
        status = "running"

    assert _went_away(Client(), CommClosedError("stream is closed"))
    assert not _went_away(Client(), ValueError("something else"))
    Client.status = "closed"
    assert _went_away(Client(), ValueError("whatever it is"))


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (("0.0", 1), "the worker tcp://w has bocage 0.0, and here is"),
        ((__version__, 7), "the worker tcp://w has planners of version 7, and here is 1: install the same bocage"),
    ],
)
def test_workers_with_other_players_are_refused(
    theirs: tuple[str, int], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Client:
        def wait_for_workers(self, *_: object, **__: object) -> None:
            """There are some."""

        def run(self, *_: object) -> dict[str, tuple[str, int]]:
            return {"tcp://w": theirs}

    monkeypatch.setattr(knowledge_of(find_game("tinybeach")), "version", 1)
    some = Batch(game="tinybeach", scenario="dawn", options={}, players={"Allied": "planner"}, seed=1, games=1)
    with pytest.raises(NoCluster, match=said):
        module._check(Client(), "tcp://s", some)


class _Future:
    """A lot that has been played as soon as somebody asks."""

    def __init__(self, key: str, lot: Sequence[int]) -> None:
        self.key, self.lot = key, lot

    def result(self) -> list[bytes]:
        return [str(seed).encode() for seed in self.lot]


class _Stream:
    """What is out, the first first."""

    def __init__(self, **_: object) -> None:
        self.out: list[_Future] = []

    def add(self, future: _Future) -> None:
        self.out.append(future)

    def __iter__(self) -> Iterator[_Future]:
        while self.out:
            yield self.out.pop(0)


def test_workers_that_come_later_are_given_games_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever starts a cluster seldom waits for its last machine."""
    stream = _Stream()
    monkeypatch.setattr(module, "as_completed", lambda **_: stream)

    class Client:
        loop = None
        workers = 1
        sent = 0

        def nthreads(self) -> dict[str, int]:
            return dict.fromkeys(map(str, range(self.workers)), 1)

        def submit(self, _: object, __: object, lot: Sequence[int], **___: object) -> _Future:
            self.sent += 1
            return _Future(str(self.sent), lot)

    client = Client()
    some = Batch(game="tinybeach", scenario="dawn", options={}, players={}, seed=1, games=1000)
    played, most = [], []
    for lot in module._play(client, some, some.seeds):
        played += lot
        most.append(len(stream.out))
        if len(most) == 2:
            client.workers = 4
    assert most[:2] == [2, 2]
    assert max(most) == 8
    assert sorted(map(int, played)) == list(some.seeds)
