"""How fast a pick is answered at the HTTP level, game by game, on a server of its own on the loopback interface.

    python -m bocage.tools.latency --game normandy44 --picks 500

A hot seat plays at random, one pick after the other, each written to the disk and answered with the whole view of the
game. With `--thinking` a computer player plays another game at the same time.
"""

import argparse
import asyncio
import random
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bocage.games import all_games
from bocage.tools.http_client import Wire
from bocage.tools.soak_players import State
from bocage.tools.soak_server import Server

BAR = 0.1
"""Seconds in which 95 of 100 picks are answered."""


class Measured(msgspec.Struct, frozen=True):
    """The times of one game's requests."""

    game: str
    picks: list[float]
    looks: list[float]
    size: int
    """Bytes of the largest answer."""

    @property
    def late(self) -> float:
        """The 95th percentile of the picks."""
        return percentile(self.picks, 0.95)


def percentile(times: list[float], share: float) -> float:
    """The time below which that share of the times lies."""
    found = sorted(times) or [0.0]
    return found[min(len(found) - 1, int(share * len(found)))]


async def measure(port: int, game: str, picks: int, seed: int) -> Measured:
    """Play a game at random, and more games after it if they are short."""
    rng, wire = random.Random(seed), Wire(port)
    decoder = msgspec.json.Decoder(State)
    times: list[float] = []
    looks: list[float] = []
    size, begun = 0, 0
    state: State | None = None
    path = token = ""
    while len(times) < picks:
        if state is None or state.over:
            wanted = {"game": game, "hotseat": True, "seed": seed + begun}
            _, content = await wire.call("POST", "/api/games", "", wanted)
            made = msgspec.json.decode(content)
            path, token, begun = f"/api/games/{made['id']}", made["hotseat"]["token"], begun + 1
        start = time.perf_counter()
        _, content = await wire.call("GET", path, token)
        looks.append(time.perf_counter() - start)
        state = decoder.decode(content)
        if state.over:
            continue
        body = {"seq": state.seq, "action": rng.choice(state.view.options).action}
        start = time.perf_counter()
        status, content = await wire.call("POST", f"{path}/actions", token, body)
        times.append(time.perf_counter() - start)
        size = max(size, len(content))
        if status != 200:
            raise RuntimeError(f"{game}: {body} is answered with {status} {content[:300]!r}")
    wire.close()
    return Measured(game, times, looks, size)


async def run(games: Sequence[str], picks: int, seed: int, *, thinking: bool) -> list[Measured]:
    """Measure some games on one server."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), port, 100)
        await server.start()
        try:
            if thinking:
                both = dict.fromkeys(all_games()["tinybeach"].sides, "greedy")
                for _ in range(20):
                    await Wire(port).call("POST", "/api/games", "", {"game": "tinybeach", "seats": both})
            return [await measure(port, game, picks, seed) for game in games]
        finally:
            await server.end(signal.SIGTERM)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print a table, and say whether the bar is met."""
    parser = argparse.ArgumentParser(prog="latency", description="How fast picks are answered over HTTP.")
    parser.add_argument("--game", action="append", help="a game's id; may be repeated (default: all)")
    parser.add_argument("--picks", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--thinking", action="store_true", help="computer players think in other games meanwhile")
    given = parser.parse_args(argv)
    found = asyncio.run(run(given.game or list(all_games()), given.picks, given.seed, thinking=given.thinking))
    print(f"{'game':16}{'picks':>7}{'median':>10}{'95 %':>10}{'99 %':>10}{'most':>10}{'look 95 %':>11}{'answer':>10}")
    for one in found:
        shares = [percentile(one.picks, share) for share in (0.5, 0.95, 0.99, 1.0)] + [percentile(one.looks, 0.95)]
        cells = "".join(f"{value * 1000:>7.1f} ms" for value in shares[:4]) + f"{shares[4] * 1000:>8.1f} ms"
        print(f"{one.game:16}{len(one.picks):>7}{cells}{one.size / 1024:>7.0f} kB")
    return 0 if all(one.late < BAR for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
