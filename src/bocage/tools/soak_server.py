"""Many games at once on one server that is killed again and again: `make soak-server`.

    python -m bocage.tools.soak_server --games 100 --seconds 120 --kills 20

Two players per game pick at random and listen, on the loopback interface only. The server is killed with SIGKILL at
random moments of the first part and started again on the same folder; the last part is left in peace to see whether
its memory stays steady. Afterwards every game's log must prove itself and hold every pick that was answered, at its
place and once; every listener must have been told every line once and in order. The exit code is 1 if anything is
wrong.
"""

import argparse
import asyncio
import contextlib
import random
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bocage.games import find_game
from bocage.tools.http_client import Gone, Wire
from bocage.tools.proxy import Proxy, nginx
from bocage.tools.soak_players import BREATH, Player, Record, Tally, check_log

PEACE = 0.35
"""The last part of the time, in which the server is not killed."""
GROWTH = 1.25
"""How much the memory may grow in that part, with a few megabytes besides."""


class Plan(msgspec.Struct, frozen=True):
    """What to do."""

    game: str
    games: int
    seconds: float
    kills: int
    pace: float
    seed: int
    proxied: bool = False
    """Whether everybody comes through nginx, which is started again twice."""


class Server:
    """The server's process, which is killed and started again."""

    def __init__(self, folder: Path, port: int, live: int) -> None:
        self.words = ["-m", "bocage.server", "--port", str(port), "--data-dir", str(folder), "--live", str(live)]
        self.words += ["--trusted-proxy", "127.0.0.1"]
        self.child: asyncio.subprocess.Process | None = None
        self.starts: list[float] = []

    async def start(self) -> None:
        """Start, and wait for the address."""
        begun = time.monotonic()
        self.child = await asyncio.create_subprocess_exec(sys.executable, *self.words, stdout=asyncio.subprocess.PIPE)
        assert self.child.stdout is not None
        if not await self.child.stdout.readline():
            raise RuntimeError("the server did not start")
        self.starts.append(time.monotonic() - begun)

    async def end(self, sign: signal.Signals) -> int:
        """End it, one way or the other."""
        assert self.child is not None
        self.child.send_signal(sign)
        return await self.child.wait()

    def memory(self) -> float:
        """Resident megabytes; 0 where the system does not tell."""
        status = Path(f"/proc/{self.child.pid}/status") if self.child is not None else Path("/nowhere")
        if not status.exists():
            return 0.0
        found = next((line for line in status.read_text().splitlines() if line.startswith("VmRSS")), "VmRSS: 0")
        return int(found.split()[1]) / 1024


async def one_game(plan: Plan, port: int, number: int, tally: Tally, over: asyncio.Event) -> None:
    """Play a game from its beginning to its end, or until the time is over, and check it."""
    rng = random.Random(f"{plan.seed} {number}")
    wire = Wire(port)
    made = await _begin(wire, plan, over)
    if made is None:
        return
    tally.begun += 1
    path = f"/api/games/{made['id']}"
    players = [
        Player(port, path, link["token"], record=Record(side, []), tally=tally, rng=rng)
        for side, link in made["seats"].items()
    ]
    ears = [asyncio.create_task(player.listen()) for player in players]
    try:
        await asyncio.gather(*(player.play(plan.pace, over.is_set) for player in players))
        await players[0].ask("POST", f"{path}/resign", {})
        status, content = await players[0].ask("GET", f"{path}/export")
        fault = (
            check_log(find_game(plan.game), content.decode(), [player.record for player in players])
            if status == 200
            else f"export: {status}"
        )
        if fault:
            tally.faults.append(f"{path}: {fault}")
        else:
            tally.proved += 1
        for player in players:
            await player.check_heard()
    except Gone as error:
        tally.faults.append(f"{path}: the server did not come back ({error})")
    finally:
        for ear in ears:
            ear.cancel()
        await asyncio.gather(*ears, return_exceptions=True)
        for player in players:
            player.wire.close()
        wire.close()


async def _begin(wire: Wire, plan: Plan, over: asyncio.Event) -> dict[str, dict[str, dict[str, str]]] | None:
    """A new game, as soon as the server is there."""
    while not over.is_set():
        with contextlib.suppress(Gone):
            status, content = await wire.call("POST", "/api/games", "", {"game": plan.game})
            if status == 201:
                made: dict[str, dict[str, dict[str, str]]] = msgspec.json.decode(content)
                return made
            raise RuntimeError(f"a game cannot be begun: {content[:300]!r}")
        await asyncio.sleep(BREATH)
    return None


async def slot(plan: Plan, port: int, number: int, tally: Tally, over: asyncio.Event) -> None:
    """One game after another, so that there are always as many at once."""
    while not over.is_set():
        await one_game(plan, port, number, tally, over)
        number += plan.games


async def conduct(
    plan: Plan, server: Server, tally: Tally, samples: list[float], over: asyncio.Event, proxy: Proxy | None
) -> None:
    """Kill the server at random moments and start it again at once; then leave it in peace and watch its memory."""
    rng, begun = random.Random(plan.seed), time.monotonic()
    share = plan.seconds * (1 - PEACE) / max(1, plan.kills)
    for n in range(plan.kills):
        seen = tally.accepted
        await asyncio.sleep(share * rng.uniform(0.2, 1.0))
        # killing a server that nobody plays on proves nothing
        while tally.accepted < seen + plan.games // 5:  # noqa: ASYNC110 - a count, not an event
            await asyncio.sleep(0.01)
        await server.end(signal.SIGKILL)
        await server.start()
        if proxy is not None and n in {plan.kills // 3, 2 * plan.kills // 3}:
            await proxy.restart()
        _say(f"killed and started again: {n + 1} of {plan.kills}")
    end = max(begun + plan.seconds, time.monotonic() + plan.seconds * PEACE)
    while time.monotonic() < end:
        await asyncio.sleep(0.5)
        if time.monotonic() > end - plan.seconds * PEACE * 0.6:
            tally.settled = tally.settled or len(tally.latencies)
            samples.append(server.memory())
    over.set()


async def soak(plan: Plan, folder: Path) -> Tally:
    """The whole soak; a summary is printed."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    server, tally, samples = Server(folder, port, plan.games + plan.games // 4 + 1), Tally(refused={}), list[float]()
    over, begun = asyncio.Event(), time.monotonic()
    await server.start()
    proxy = Proxy(folder / "nginx", port) if plan.proxied else None
    if proxy is not None:
        await proxy.start()
        port = proxy.port
    conductor = asyncio.create_task(conduct(plan, server, tally, samples, over, proxy))
    games = [asyncio.create_task(slot(plan, port, number, tally, over)) for number in range(plan.games)]
    try:
        while not all(game.done() for game in games):
            await asyncio.wait(games, timeout=10, return_when=asyncio.FIRST_EXCEPTION)
            _say(f"{time.monotonic() - begun:.0f} s, {tally.accepted} picks, {tally.proved} games proved")
        await asyncio.gather(conductor, *games)
    finally:
        conductor.cancel()
        code = await server.end(signal.SIGTERM)
        if proxy is not None:
            await proxy.stop()
    if proxy is not None:
        _check_proxy(proxy, tally)
    if code != 0:
        tally.faults.append(f"the server ended with code {code}")
    _check_memory(samples, tally)
    report(plan, tally, server, samples, time.monotonic() - begun)
    return tally


def _check_proxy(proxy: Proxy, tally: Tally) -> None:
    """It was restarted twice, and what it wrote holds no token."""
    if proxy.restarts != 2:
        tally.faults.append(f"nginx was started again {proxy.restarts} times")
    if "token=" in proxy.access_log() or not proxy.access_log():
        tally.faults.append("tokens stand in the log of the proxy, or it has none")


def _check_memory(samples: list[float], tally: Tally) -> None:
    third = len(samples) // 3
    if third < 3:
        return
    before, after = sum(samples[:third]) / third, sum(samples[-third:]) / third
    if after > before * GROWTH + 5:
        tally.faults.append(f"the memory grew from {before:.0f} to {after:.0f} MB")


def report(plan: Plan, tally: Tally, server: Server, samples: list[float], seconds: float) -> None:
    """What happened, for people."""
    kept = f"{samples[0]:.0f} to {samples[-1]:.0f} MB" if samples else "not measured"
    rows = [
        ("games at once, players", f"{plan.games}, {2 * plan.games}"),
        ("seconds", f"{seconds:.0f}"),
        ("games begun, proved", f"{tally.begun}, {tally.proved}"),
        ("picks accepted", f"{tally.accepted} ({tally.accepted / seconds:.0f} a second)"),
        ("picks without an answer", f"{tally.unanswered}"),
        ("refusals", ", ".join(f"{code} {count}" for code, count in sorted(tally.refused.items())) or "none"),
        ("events told, reconnections", f"{tally.told}, {tally.reconnections}"),
        ("killed with SIGKILL", f"{len(server.starts) - 1} times, back after {max(server.starts):.1f} s at most"),
        ("memory in peace", kept),
        ("action latency, all", shares(tally.latencies)),
        ("action latency in peace", shares(tally.latencies[tally.settled :])),
        ("faults", str(len(tally.faults))),
    ]
    for name, value in rows:
        print(f"  {name:28}{value}")
    for fault in tally.faults[:20]:
        print(f"  FAULT {fault}")


def shares(times: list[float]) -> str:
    """Median, 95th and 99th percentile in words."""
    found = sorted(times) or [0.0]
    median, late, last = (found[min(len(found) - 1, int(share * len(found)))] * 1000 for share in (0.5, 0.95, 0.99))
    return f"median {median:.1f} ms, 95 % {late:.1f} ms, 99 % {last:.1f} ms"


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Read the arguments, soak, and say whether all is well."""
    parser = argparse.ArgumentParser(prog="soak_server", description="Many games on a server that is killed.")
    parser.add_argument("--game", default="tinybeach")
    parser.add_argument("--games", type=int, default=100, help="games at once, two players each")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--pace", type=float, default=1.0, help="mean seconds between a player's picks")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--proxy", action="store_true", help="through nginx, which is started again twice")
    given = parser.parse_args(argv)
    plan = Plan(given.game, given.games, given.seconds, given.kills, given.pace, given.seed, given.proxy)
    if plan.proxied and nginx() is None:
        print("nginx is missing: apt install nginx-light", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        tally = asyncio.run(soak(plan, Path(folder)))
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return 1 if tally.faults or not tally.proved else 0


if __name__ == "__main__":
    sys.exit(main())
