"""Behind a real nginx: a page that is open lives on when the server or the proxy is started again."""

import asyncio
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from bocage.tools.proxy import Proxy, free_port, nginx

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is missing: apt install nginx-light")


class Behind:
    """A server in a process, and nginx before it, below a path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own = free_port()
        self.proxy = Proxy(folder / "nginx", self.own, "/bocage")
        self.base = f"http://127.0.0.1:{self.proxy.port}/bocage"
        self.child: subprocess.Popen[str] | None = None

    def start(self) -> None:
        words = ["-m", "bocage", "serve", "--port", str(self.own), "--data-dir", str(self.folder / "games")]
        words += ["--public-url", self.base, "--trusted-proxy", "127.0.0.1"]
        self.child = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
        assert self.child.stdout is not None
        assert self.child.stdout.readline()

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        assert self.child is not None
        self.child.send_signal(sign)
        self.child.wait(30)
        assert self.child.stdout is not None
        self.child.stdout.close()


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    found = Behind(tmp_path)
    found.start()
    run(found.proxy.start())
    yield found
    run(found.proxy.stop())
    found.stop()


def run(work: object) -> None:
    """On a loop of its own: the browser's is running in this thread."""
    with ThreadPoolExecutor(1) as one:
        one.submit(asyncio.run, work).result()  # type: ignore[arg-type]


def test_an_open_page_lives_on_through_restarts_of_server_and_proxy(behind: Behind, browser: Browser) -> None:
    page = browser.new_page()
    made = page.request.post(f"{behind.base}/api/games", data={"game": "tinybeach", "seed": 3}).json()
    german, allied = made["seats"]["German"], made["seats"]["Allied"]
    root = behind.base.removesuffix("/bocage")
    page.goto(root + allied["url"])
    page.wait_for_selector("body[data-ready=yes]", timeout=120_000)
    token = german["token"]
    assert page.evaluate("() => window.bocage.info.seq") == 0

    def pick() -> None:
        headers = {"Authorization": f"Bearer {token}"}
        path = f"{behind.base}/api/games/{made['id']}"
        state = page.request.get(path, headers=headers).json()
        action = state["view"]["options"][0]["action"]
        done = page.request.post(f"{path}/actions", headers=headers, data={"seq": state["seq"], "action": action})
        assert done.ok, done.text()

    behind.stop(signal.SIGKILL)
    page.wait_for_timeout(2500)  # the proxy answers 502 meanwhile
    behind.start()
    run(behind.proxy.restart())
    pick()
    page.wait_for_function("() => window.bocage.info.seq > 0 && window.bocage.view.options.length > 0")
    assert made["seats"]["Allied"]["token"] not in behind.proxy.access_log()
    assert not re.search(r"token=", behind.proxy.access_log())
    assert token not in behind.proxy.access_log()
