"""How fast the table in the browser is: a large game, a real server, a real Chromium.

    python -m bocage.testing.table_speed

Prints each number beside its bar. The page is measured with the server warm and nothing kept in the browser; frames
are the times between animation frames while the map is dragged and zoomed by script.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
GAME = "normandy44"
PAGE_BAR = 2.0
ACTION_BAR = 0.1
FRAME_BAR = 0.05
MOVE = """async () => {
  const { map } = window.bocage, frames = { pan: [], zoom: [] };
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const run = async (name, count, step) => {
    let last = await frame();
    for (let i = 0; i < count; i += 1) {
      step(i);
      const now = await frame();
      frames[name].push(now - last);
      last = now;
    }
  };
  map.fit();
  map.zoom(2.2);
  await new Promise((done) => setTimeout(done, 1500));
  await run("pan", 90, (i) => map.move(i < 45 ? -9 : 9, i % 30 < 15 ? 5 : -5));
  await new Promise((done) => setTimeout(done, 500));
  await run("zoom", 60, (i) => map.zoom(i < 30 ? 1.03 : 1 / 1.03));
  return frames;
}"""


class Speed(msgspec.Struct, frozen=True):
    """The table's times, in seconds."""

    pages: list[float]
    pan: list[float]
    zoom: list[float]


@contextmanager
def serving() -> Iterator[str]:
    """A warm server of our own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "bocage.server", "--port", "0", "--data-dir", folder]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own server
            try:
                found = re.search(r"http://[\d.]+:\d+", server.stdout.readline() if server.stdout else "")
                if found is None:
                    raise RuntimeError("the server says no address")
                yield found[0]
            finally:
                server.terminate()


@contextmanager
def browsing() -> Iterator[Browser]:
    """A Chromium."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM or None, args=FLAGS)
        yield running
        running.close()


def measure(browser: Browser, address: str, url: str, times: int = 4) -> Speed:
    """Open a table some times, then drag and zoom its map; the first opening only warms the server."""
    pages: list[float] = []
    frames: dict[str, Any] = {}
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        page = context.new_page()
        page.goto(address + url)
        page.wait_for_selector("body[data-ready=yes]", timeout=60_000)
        pages.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime") / 1000)
        if len(pages) == times:
            page.wait_for_timeout(1000)
            frames = page.evaluate(MOVE)
        context.close()
    return Speed(pages[1:], [ms / 1000 for ms in frames["pan"]], [ms / 1000 for ms in frames["zoom"]])


def lines(speed: Speed) -> list[str]:
    """Every number beside its bar."""

    def line(what: str, value: float, bar: float) -> str:
        return f"{what:44}{value * 1000:8.0f} ms{bar * 1000:8.0f} ms  {'ok' if value < bar else 'over'}"

    def share(times: list[float]) -> float:
        return sorted(times)[int(0.95 * len(times))]

    return [
        f"{'':44}{'measured':>11}{'bar':>11}",
        line("page interactive (median)", sorted(speed.pages)[len(speed.pages) // 2], PAGE_BAR),
        line("page interactive (worst)", max(speed.pages), PAGE_BAR),
        line("frame while panning (95 %)", share(speed.pan), FRAME_BAR),
        line("frame while panning (worst)", max(speed.pan), FRAME_BAR),
        line("frame while zooming (95 %)", share(speed.zoom), FRAME_BAR),
        line("frame while zooming (worst)", max(speed.zoom), FRAME_BAR),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the page, the frames, and the answers over HTTP."""
    from bocage.testing import latency

    parser = argparse.ArgumentParser(prog="table_speed", description="How fast the table in the browser is.")
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--picks", type=int, default=300)
    given = parser.parse_args(argv)
    with serving() as address, browsing() as browser:
        context = browser.new_context()
        made = context.request.post(
            f"{address}/api/games", data={"game": given.game, "hotseat": True, "seed": 3}
        ).json()
        context.close()
        speed = measure(browser, address, made["hotseat"]["url"])
    print(f"{given.game}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print("\n".join(lines(speed)))
    print()
    return latency.main(["--game", given.game, "--picks", str(given.picks)])


if __name__ == "__main__":
    sys.exit(main())
