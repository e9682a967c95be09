"""Somebody at a table, in a browser: what the tests of the browser have in common."""

import json
import urllib.request
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, Page, Response, TimeoutError  # noqa: A004


class Site:
    """The server, asked directly."""

    def __init__(self, address: str) -> None:
        self.address = address

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """One request; the answer as data."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, method=method, headers=headers)  # noqa: S310
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server on loopback
            return json.load(answer)

    def create(self, game: str, **more: Any) -> Any:
        """A new game."""
        return self.ask("POST", "/api/games", {"game": game, **more})


PLAIN = """if (!localStorage.getItem('bocage.speed')) {
  localStorage.setItem('bocage.speed', 'off'); localStorage.setItem('bocage.briefing', 'no'); }"""


class Seat:
    """A page with a table on it. Errors on the page are collected, and fail the test at the end."""

    def __init__(self, browser: Browser, site: Site, url: str, *, fresh: bool = False, **context: Any) -> None:
        """Open a page. Unless it is `fresh`, as somebody who has turned briefings and the others' turn off."""
        self.site = site
        self.context = browser.new_context(**({"viewport": {"width": 1400, "height": 900}} | context))
        if not fresh:
            self.context.add_init_script(PLAIN)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)
        self.answers: list[Response] = []
        self.refused: list[tuple[str, str]] = []
        self.page.on("response", lambda answer: self.answers.append(answer) if answer.status >= 400 else None)
        self.page.on("request", lambda request: self._watch(request.url))
        self.page.goto(site.address + url, wait_until="domcontentloaded")
        if "/table/" in url:
            self.page.wait_for_selector("body[data-ready=yes]", timeout=90_000)  # the first of them draws its map

    def _watch(self, url: str) -> None:
        if not url.startswith((self.site.address, "blob:", "data:")):
            self.foreign.append(url)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None and self.errors:
            self.hear()
        refused = self.refused
        self.context.close()
        if kind is None:
            asked = sum('"code":"last-move"' in text for _, text in refused)
            conflicts = [line for line in self.errors if "409 (Conflict)" in line]
            for line in conflicts[:asked]:  # a question and no fault, but the browser calls every refusal an error
                self.errors.remove(line)
            assert self.errors == [], (self.errors, refused)
            assert self.foreign == [], self.foreign

    def hear(self) -> None:
        """Read what the server has refused so far: in a long game a browser forgets old answers."""
        while self.answers:
            answer = self.answers.pop()
            self.refused.append((answer.url, answer.text()))

    def table(self, expression: str) -> Any:
        """Something of the page's own table object."""
        return self.page.evaluate(f"() => {{ const table = window.bocage; return {expression}; }}")

    @property
    def seq(self) -> int:
        """How many picks the page knows of."""
        return int(self.table("table.info.seq"))

    @property
    def options(self) -> list[dict[str, Any]]:
        """What the page may offer."""
        found: list[dict[str, Any]] = self.table("table.view.options")
        return found

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.table("table.view.result"))

    def wait_after(self, seq: int) -> None:
        """Wait until the page knows of more picks, or of another side's turn."""
        assert self.knows_more(seq, 60), "the page knows of no further pick"

    def knows_more(self, seq: int, seconds: int) -> bool:
        """Whether the page knows of more picks within so many seconds."""
        known = "seq => (window.bocage.info.seq > seq || window.bocage.view.result) && !window.bocage.busy"
        for _ in range(seconds):
            try:
                self.page.wait_for_function(known, arg=seq, timeout=1_000)
            except TimeoutError:
                self.sure()  # on a busy machine the warning comes late
            else:
                return True
        return False

    def sure(self) -> None:
        """Say yes once more, if the table warns about what is left undone."""
        yes = self.page.locator("#confirm-yes")
        if yes.count():
            yes.click()

    def uncover(self) -> None:
        """Turn the device over, when the table is covered for the other side."""
        cover = self.page.locator("#cover button")
        if cover.is_visible():
            cover.click()
            cover.wait_for(state="hidden")
            self.page.wait_for_function("() => window.bocage.view.options.length > 0 || window.bocage.view.result")

    def at(self, space: str) -> tuple[float, float]:
        """Where a space is on the screen."""
        x, y = self.page.evaluate(
            """name => { const t = window.bocage, at = t.layout.spaces[name], box = t.map.port.getBoundingClientRect();
            return [box.left + t.map.x + at.x * t.map.scale, box.top + t.map.y + at.y * t.map.scale]; }""",
            space,
        )
        return float(x), float(y)
