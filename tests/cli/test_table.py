"""`bocage play` without a pipe: it opens the table in the browser."""

import argparse
import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from bocage.cli import browser, main
from bocage.games import find_game
from bocage.players.registry import USUAL


def ask(address: str) -> tuple[str, Any]:
    """The game behind the printed address of a seat: the id of the game, and what that seat sees."""
    site, _, rest = address.strip().partition("/table/")
    game, _, token = rest.partition("#")
    headers = {"Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"{site}/api/games/{game}", headers=headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310 - our own server on loopback
        return game, json.load(answer)


@pytest.mark.parametrize(
    ("words", "you", "seats"),
    [
        ([], ["Allied"], {"Allied": "human", "German": USUAL}),
        (["--hotseat", "--scenario", "dawn"], ["Allied", "German"], {"Allied": "human", "German": "human"}),
    ],
)
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_the_address_of_a_seat_and_stops_cleanly(
    words: list[str], you: list[str], seats: dict[str, str], stop: signal.Signals, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "bocage", "play", "tinybeach", "--data-dir", str(tmp_path), *words]
    home = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=home
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        _, state = ask(child.stdout.readline())
        child.send_signal(stop)
        assert child.wait(60) == 0
        assert child.stderr.read() == ""
    assert state["you"] == you
    assert {side: seat["kind"] for side, seat in state["seats"].items()} == seats


def test_words_that_only_the_terminal_knows_choose_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tinybeach", "--resume", str(tmp_path / "none")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_a_pipe_or_a_file_chooses_the_terminal_and_dev_null_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "typed").write_text("1\n", encoding="utf-8")
    ends = os.pipe()
    with (tmp_path / "typed").open() as file, os.fdopen(ends[0]) as pipe, Path(os.devnull).open() as null:
        for stdin, piped in ((file, True), (pipe, True), (null, False), (None, False)):
            monkeypatch.setattr(sys, "stdin", stdin)
            assert browser.is_piped() is piped
    os.close(ends[1])


def test_who_sits_where() -> None:
    def seats(hotseat: bool = False, **sides: str) -> dict[str, str]:
        return browser.seats_at_the_table(find_game("tinybeach"), argparse.Namespace(sides=sides, hotseat=hotseat))

    assert seats() == {"Allied": "human", "German": USUAL}
    assert seats(german="human") == {"Allied": USUAL, "German": "human"}
    assert seats(allied="random") == {"Allied": "random", "German": "human"}
    assert seats(allied="random", german="greedy") == {"Allied": "random", "German": "greedy"}
    assert seats(hotseat=True, german="random") == {"Allied": "human", "German": "random"}
