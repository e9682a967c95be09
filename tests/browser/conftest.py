"""A real server and a real Chromium. Without one the tests are skipped, but a build machine must have it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.browser.seats import Site

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
expect.set_options(timeout=15_000)  # a machine that builds several things at once takes its time
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server of our own on a free port."""
    folder: Path = tmp_path_factory.mktemp("tables")
    drawn = _common(tmp_path_factory) / "pictures"
    drawn.mkdir(exist_ok=True)
    (folder / "pictures").symlink_to(drawn)
    command = [sys.executable, "-m", "bocage.server", "--port", "0", "--data-dir", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
        assert address is not None
        yield Site(address[0])
        server.terminate()


def _common(factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a test run share: what one has drawn the others need not."""
    base = factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    if not CHROMIUM:
        if os.environ.get("CI"):
            pytest.fail("a build machine needs chromium: apt-get install chromium")
        pytest.skip("no chromium on this machine (on Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()
