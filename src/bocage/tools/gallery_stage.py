"""A page in a real browser, ready to have its picture taken: opened at a moment of a game, zoomed, pointed at."""

import base64
import time
from typing import Any

from playwright.sync_api import Browser, Page

from bocage.games import find_game
from bocage.kernel.log import read_log
from bocage.tools.gallery_moments import Moment, log_at

__all__ = ["DESK", "PHONE", "TABLET", "Stage"]

DESK, TABLET, PHONE = (1440, 900), (1024, 768), (390, 844)
QUALITY = 70
NARROW = 600
HANDHELD = 1100
PATIENCE = 100
"""How often the server is asked, on a busy machine, whether what follows by itself is done."""
PAUSE, LOOKS = 600, 40
"""Milliseconds between two looks at a page, and how many there may be."""
TABLES: dict[tuple[str, Moment], str] = {}
"""Tables made earlier: pictures only look at them, so several may share one."""
NAMED = """() => { const t = window.bocage, known = t.layout.spaces, where = t.view.trail.split(" > ").at(-1);
  const hexes = where.split(/[^\\p{L}\\p{N}-]+/u).filter((word) => known[word]?.kind === "hex");
  const titled = Object.keys(known).filter((name) => known[name].title && t.view.trail.includes(known[name].title));
  const targets = [...t.position.choices.targets()].filter((name) => known[name].kind !== "box");
  const fought = t.shades.groups.engaged.querySelector("[data-engaged]")?.dataset.engaged;
  return fought ? [fought] : hexes.length ? hexes.slice(-1) : titled.length ? titled.slice(-1) : targets; }"""


class Stage:
    """One page. Anything that goes wrong on it fails the picture."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int], skin: str) -> None:
        self.address = address
        handheld = size[0] < HANDHELD
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=handheld,
            is_mobile=handheld,
            device_scale_factor=2 if size[0] < NARROW else 1,
            reduced_motion="reduce",
        )
        self.context.add_init_script(
            f"localStorage.setItem('bocage.skin', '{skin}'); localStorage.setItem('bocage.briefing', 'no')"
        )
        self.context.set_default_timeout(90_000)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    # --- where to -----------------------------------------------------------------------------------

    def home(self) -> None:
        """The first page."""
        self.page.goto(self.address + "/")
        self.page.wait_for_selector(".card")
        self.page.wait_for_load_state("networkidle")

    def table(self, moment: Moment) -> None:
        """A table at a moment of a game, both sides played at it."""
        if (self.address, moment) not in TABLES:
            TABLES[self.address, moment] = self._brought(moment) or self._played(moment)
        self.page.goto(self.address + TABLES[self.address, moment])
        self.ready()

    def _brought(self, moment: Moment) -> str:
        """The table of a game that the server took in as a log; empty if the log is too long to be proved there."""
        wanted = {"log": log_at(moment), "hotseat": True}
        answer = self.context.request.post(f"{self.address}/api/games/import", data=wanted, timeout=120_000)
        return str(answer.json()["hotseat"]["url"]) if answer.ok else ""

    def _reached(self, path: str, headers: dict[str, str], seq: int, wanted: int) -> int:
        """How far the game is; what follows by itself may take its time."""
        for _ in range(PATIENCE):
            if seq >= wanted:
                break
            seq = self.context.request.get(path, headers=headers).json()["seq"]
            if seq < wanted:
                time.sleep(0.2)
        return seq

    def _played(self, moment: Moment) -> str:
        """The table of the same game with the same dice, played pick by pick, however long it is; what nobody chose
        follows by itself.
        """
        log = read_log(log_at(moment))
        wanted = {"game": moment.game, "scenario": log.header.scenario, "seed": moment.seed, "hotseat": True}
        made = self.context.request.post(f"{self.address}/api/games", data=wanted).json()
        path, headers = (
            f"{self.address}/api/games/{made['id']}",
            {"Authorization": f"Bearer {made['hotseat']['token']}"},
        )
        sides, seq = find_game(moment.game).sides, 0
        for entry in (one for one in log.entries if one.by in sides):
            seq = self._reached(path, headers, seq, entry.n - 1)
            if entry.n == seq + 1:
                pick = {"seq": seq, "action": entry.do, "side": entry.by}
                answer = self.context.request.post(f"{path}/actions", data=pick, headers=headers)
                if not answer.ok:
                    raise RuntimeError(f"the server refuses {entry.do} on the way to {moment}: {answer.text()}")
                seq = answer.json()["seq"]
        seq = self._reached(path, headers, seq, len(log.entries))
        if seq != len(log.entries):
            raise RuntimeError(f"the server has lost the way to {moment} after {seq} picks of {len(log.entries)}")
        return str(made["hotseat"]["url"])

    def ready(self) -> None:
        """Wait for a table that was opened by a click."""
        self.page.wait_for_selector("body[data-ready=yes]")

    def drawing(self, svg: str) -> None:
        """A drawing that fills the page."""
        self.page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:100vw;height:100vh}}</style>{svg}")

    # --- what is seen -------------------------------------------------------------------------------

    def call(self, script: str, argument: Any = None) -> Any:
        """Something of the page's own table; `t` is the table, `a` the argument."""
        return self.page.evaluate(f"a => {{ const t = window.bocage; return {script}; }}", argument)

    def near(self, *spaces: str, zoom: float = 3.0) -> None:
        """Zoom in that many times on some spaces."""
        self.call("t.map.fit()")
        self.call("t.map.zoom(a)", zoom)
        self.call("t.map.centre(a)", list(spaces))

    def near_the_action(self, zoom: float = 3.0) -> None:
        """Nearer, around the space that the trail names."""
        self.near(*self.page.evaluate(NAMED), zoom=zoom)

    def overlay(self, name: str) -> None:
        """Lay an overlay on the map."""
        self.page.select_option("#overlay", name)
        self.page.wait_for_selector("#legend:not([hidden])")

    def at(self, space: str) -> tuple[float, float]:
        """Where a space is on the screen."""
        x, y = self.call(
            "(() => { const p = t.layout.spaces[a], box = t.map.port.getBoundingClientRect();"
            " return [box.left + t.map.x + p.x * t.map.scale, box.top + t.map.y + p.y * t.map.scale]; })()",
            space,
        )
        return float(x), float(y)

    def point(self, space: str) -> None:
        """Rest the mouse on a space until the table says what is there."""
        x, y = self.at(space)
        self.page.mouse.move(x - 30, y - 30)
        self.page.mouse.move(x, y, steps=3)
        self.page.wait_for_selector("#hover:not([hidden])")

    # --- the picture --------------------------------------------------------------------------------

    def take(self) -> bytes:
        """The picture, once everything on the page is sharp and at rest."""
        self.settle()
        if self.errors:
            raise RuntimeError(f"the page says: {self.errors[0]}")
        session = self.context.new_cdp_session(self.page)
        found = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        return base64.b64decode(found["data"])

    def settle(self) -> None:
        """Wait until two looks at the page are the same."""
        before = b""
        for _ in range(LOOKS):
            self.page.wait_for_timeout(PAUSE)
            now = self.page.screenshot(type="jpeg", quality=40)
            if now == before:
                return
            before = now
        raise RuntimeError("the page never comes to rest")

    def close(self) -> None:
        """Put the page away."""
        self.context.close()
