"""How fast the table in the browser is: a large game, a real server, a real Chromium.

    python -m bocage.tools.table_speed

Prints each number beside its bar. The page is measured with the server warm and nothing kept in the browser; frames are
the times between animation frames while the map is dragged and zoomed by script. Both depend on what else the machine
does. What hardly does so is the processor time that the page's main thread spends: until the page is ready, and in its
longest task while the map moves. That is what a test can insist on.
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
FRAME_BAR = 0.05
CATEGORIES = ["-*", "toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing"]
MARKS = ("ready", "pan", "panned", "zoom", "zoomed", "play", "played")
MOVE = """async () => {
  const t = window.bocage, { map } = t, frames = { pan: [], zoom: [], play: [] };
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
  map.zoom(3);
  const still = async () => {
    do await new Promise((done) => setTimeout(done, 100)); while (map.watching || map.board.queue.length);
  };
  await still();
  performance.mark("pan");
  await run("pan", 90, (i) => map.move(i < 45 ? -9 : 9, i % 30 < 15 ? 5 : -5));
  performance.mark("panned");
  await still();
  performance.mark("zoom");
  await run("zoom", 60, (i) => map.zoom(i < 30 ? 1.03 : 1 / 1.03));
  performance.mark("zoomed");
  await still();
  const s = t.layout.spaces, hexes = Object.keys(s).filter((name) => s[name].kind !== "box");
  const near = (here) => hexes.toSorted((a, b) => far(a, here) - far(b, here)).slice(0, 6);
  const far = (a, b) => Math.hypot(s[a].x - s[b].x, s[a].y - s[b].y);
  const some = t.view.pieces.filter((piece) => piece.unit && hexes.includes(piece.space)).slice(0, 8);
  const told = { n: 0, text: "", kind: "Moved" };
  const lines = some.map((piece) => ({ ...told, units: [piece.unit], spaces: near(piece.space) }));
  t.playback.speed.value = "fast";
  let shown = false;
  performance.mark("play");
  t.playback.show(lines, t.view).finally(() => { shown = true; });
  for (let last = await frame(); !shown;) {
    const now = await frame();
    frames.play.push(now - last);
    last = now;
  }
  performance.mark("played");
  return frames;
}"""


class Speed(msgspec.Struct, frozen=True):
    """The table's times, in seconds."""

    pages: list[float]
    pan: list[float]
    zoom: list[float]
    page_work: float
    """Processor time of the main thread until the page was ready."""
    pan_work: float
    """Processor time of its longest task while the map was dragged."""
    zoom_work: float
    play: list[float]
    play_work: float


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
    trace = b""
    for number in range(times):
        context = browser.new_context(viewport={"width": 1400, "height": 900})
        page = context.new_page()
        is_last = number == times - 1
        if is_last:
            browser.start_tracing(page=page, categories=CATEGORIES)
        page.goto(address + url, wait_until="domcontentloaded")
        page.wait_for_selector("body[data-ready=yes]", timeout=60_000)
        pages.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime") / 1000)
        if is_last:
            page.wait_for_timeout(1000)
            frames = page.evaluate(MOVE)
            trace = browser.stop_tracing()
        context.close()
    tasks = Tasks(msgspec.json.decode(trace)["traceEvents"])
    return Speed(
        pages=pages[1:],
        pan=[ms / 1000 for ms in frames["pan"]],
        zoom=[ms / 1000 for ms in frames["zoom"]],
        page_work=sum(tasks.between("", "ready")),
        pan_work=max(tasks.between("pan", "panned"), default=0.0),
        zoom_work=max(tasks.between("zoom", "zoomed"), default=0.0),
        play=[ms / 1000 for ms in frames["play"]],
        play_work=max(tasks.between("play", "played"), default=0.0),
    )


class Tasks:
    """The tasks of the page's main thread in a trace of the browser, each with the processor time it took."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.marks = {event["name"]: event["ts"] for event in events if event["name"] in MARKS}
        page = next((event["pid"], event["tid"]) for event in events if event["name"] == "ready")
        mine = [event for event in events if (event["pid"], event["tid"]) == page]
        self.tasks = [(event["ts"], event.get("tdur", 0)) for event in mine if event["name"] == "RunTask"]

    def between(self, begin: str, end: str) -> list[float]:
        """The seconds of the tasks that began between two marks."""
        first = self.marks.get(begin, 0)
        return [work / 1e6 for at, work in self.tasks if first <= at < self.marks[end]]


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
        line("  work of the main thread until then", speed.page_work, PAGE_BAR),
        line("frame while panning (95 %)", share(speed.pan), FRAME_BAR),
        line("frame while panning (worst)", max(speed.pan), FRAME_BAR),
        line("  work of its longest task", speed.pan_work, FRAME_BAR),
        line("frame while zooming (95 %)", share(speed.zoom), FRAME_BAR),
        line("frame while zooming (worst)", max(speed.zoom), FRAME_BAR),
        line("  work of its longest task", speed.zoom_work, FRAME_BAR),
        line("frame while the others' turn is shown (95 %)", share(speed.play), FRAME_BAR),
        line("frame while the others' turn is shown (worst)", max(speed.play), FRAME_BAR),
        line("  work of its longest task", speed.play_work, FRAME_BAR),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure the page, the frames, and the answers over HTTP."""
    from bocage.tools import latency

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
