"""Pictures are drawn once, by a process of their own, and kept beside the games.

Drawing a large map takes seconds; nobody should wait for that in the middle of somebody else's pick. The folder of
the pictures is named for the state of the drawing code and the data, so that a changed map is drawn again.
"""

import asyncio
import gzip
import hashlib
import os
import shutil
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

from bocage.draw import board_svg, thumbnail_svg
from bocage.games import all_games, find_game
from bocage.server.low_priority import stand_back
from bocage.server.refusals import Refusal, logger

PACKAGE = Path(__file__).parents[1]
PLAIN = "plain"
"""A map without colours of its own, for a page that brings its stylesheet."""
THUMBNAIL = "thumbnail"
PARTS = ("ground", "numbers", "names")
"""A map in three sheets, one over the other, so that a page can leave the hex numbers out when zoomed out."""
WARM = (THUMBNAIL, "period")
"""What the first page and a table in the usual skin ask for."""
FIRST = "tinybeach"
_SVG = "http://www.w3.org/2000/svg"


def draw(title: str, kind: str) -> str:
    """A picture of the map: small for the first page, in a skin, or without colours."""
    board = find_game(title).board()
    if kind == THUMBNAIL:
        return thumbnail_svg(board)
    return board_svg(board, skin=None if kind == PLAIN else kind)


def state_of_the_art() -> str:
    """A name that changes with the drawing code and the games' data."""
    found = hashlib.sha256()
    for part in ("draw", "games", "kernel"):
        for path in sorted((PACKAGE / part).rglob("*")):
            if path.suffix != ".pyc" and path.is_file():
                known = path.stat()
                found.update(f"{path.relative_to(PACKAGE)} {known.st_size} {known.st_mtime_ns}\n".encode())
    return found.hexdigest()[:16]


def write(path: Path, title: str, kind: str) -> None:
    """Draw and keep; a crash leaves either nothing or the whole picture. Of a map its parts are kept as well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = draw(title, kind)
    if kind != THUMBNAIL:
        for part, text in cut(drawn).items():
            _keep(path.with_name(f"{title}.{kind}-{part}.svg.gz"), text)
    _keep(path, drawn.encode())


def _keep(path: Path, content: bytes) -> None:
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(gzip.compress(content, 6))
    part.replace(path)


def cut(drawn: str) -> dict[str, bytes]:
    """A map as three sheets: what lies below the hex numbers, the numbers, and what lies above them.

    The outlines of the spaces, which only take clicks, are left out: a page that paints the sheets has its own.
    """
    ET.register_namespace("", _SVG)
    found: dict[str, bytes] = {}
    for part in PARTS:
        root = ET.fromstring(drawn)  # noqa: S314 - our own drawing
        _, _, width, height = (root.get("viewBox") or "0 0 0 0").split()
        root.set("width", width)  # some browsers paint no picture whose size they are not told
        root.set("height", height)
        now = "ground"
        for child in list(root):
            names = (child.get("class") or "").split()
            is_common = child.tag in {f"{{{_SVG}}}style", f"{{{_SVG}}}defs"}
            mine = "numbers" if "numbers" in names else now
            if not is_common and (mine != part or "spaces" in names):
                root.remove(child)
            now = "names" if "numbers" in names else now
        found[part] = ET.tostring(root)
    return found


class Pictures:
    """The pictures of all games."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "pictures"
        self.version = state_of_the_art()
        self.folder = self.root / self.version
        self._drawing: dict[Path, asyncio.Task[None]] = {}
        self._warming: asyncio.subprocess.Process | None = None

    def path(self, title: str, kind: str) -> Path:
        """Where a picture is kept."""
        return self.folder / f"{title}.{kind}.svg.gz"

    async def get(self, title: str, kind: str) -> bytes:
        """A picture, compressed; drawn now if it has to be."""
        path = self.path(title, kind)
        if "-" in kind and not path.exists():
            await self.get(title, kind.partition("-")[0])
        elif not path.exists():
            if path not in self._drawing:
                self._drawing[path] = asyncio.create_task(self._draw(title, kind))
                self._drawing[path].add_done_callback(lambda _: self._drawing.pop(path, None))
            await self._wait(self._drawing[path])
        return await asyncio.to_thread(path.read_bytes)

    async def _wait(self, drawing: asyncio.Task[None]) -> None:
        """Wait for a picture, with everybody else who waits for it; when the server stops, nobody waits any longer."""
        try:
            await asyncio.shield(drawing)
        except asyncio.CancelledError:
            if drawing.cancelled():
                raise Refusal("busy", "the server is stopping") from None
            raise

    async def _draw(self, title: str, kind: str) -> None:
        path = self.path(title, kind)
        while kind == THUMBNAIL and not path.exists() and self._is_warming:  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.1)  # they are drawn first, and not twice
        if path.exists():
            return
        child = await self._start(title, kind)
        try:
            failed = await child.wait() != 0
        except asyncio.CancelledError:
            child.kill()
            await child.wait()
            raise
        if failed or not path.exists():
            raise Refusal("internal", "this picture cannot be drawn")

    @property
    def _is_warming(self) -> bool:
        return self._warming is not None and self._warming.returncode is None

    async def _start(self, *what: str) -> asyncio.subprocess.Process:
        words = ["-m", "bocage.server.pictures", str(self.folder), *what]
        return await asyncio.create_subprocess_exec(sys.executable, *words, start_new_session=True)

    async def warm(self) -> None:
        """Begin to draw what the first page and the tables need; throw away what is out of date."""
        if self.root.exists():
            for old in self.root.iterdir():
                if old != self.folder:
                    await asyncio.to_thread(shutil.rmtree, old, ignore_errors=True)
        wanted = [self.path(title, kind) for title in all_games() for kind in WARM]
        if not all(path.exists() for path in wanted):
            self._warming = await self._start()

    def hush(self) -> None:
        """Release everybody who waits for a picture."""
        for task in list(self._drawing.values()):
            task.cancel()

    async def close(self) -> None:
        """Stop drawing."""
        self.hush()
        if self._warming is not None and self._warming.returncode is None:
            self._warming.kill()
            await self._warming.wait()


def main(folder: Path, what: list[str]) -> None:
    """Draw one picture, or everything that is missing, the teaching game first."""
    if what:
        title, kind = what
        write(folder / f"{title}.{kind}.svg.gz", title, kind)
        return
    stand_back(10)
    for kind in WARM:
        for title in sorted(all_games(), key=lambda name: (name != FIRST, name)):
            path = folder / f"{title}.{kind}.svg.gz"
            try:
                if not path.exists():
                    write(path, title, kind)
            except Exception:  # noqa: BLE001 - one game's bug must not spoil the others' pictures
                logger.exception("%s cannot be drawn", title)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
