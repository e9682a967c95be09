"""`bocage serve` on the command line."""

import http.client
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.server.store import Store


def test_it_prints_one_address_serves_and_stops_cleanly(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "bocage", "serve", "--port", "0", "--data-dir", str(tmp_path / "new" / "folder")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        address = child.stdout.readline().strip()
        assert address.startswith("http://127.0.0.1:")
        connection = http.client.HTTPConnection(address.removeprefix("http://").strip("/"), timeout=20)
        connection.request("GET", "/api/games")
        assert connection.getresponse().read() == b"[]"
        child.send_signal(signal.SIGINT)
        assert child.wait(20) == 0
        assert child.stdout.read() == ""
        assert child.stderr.read() == ""
        connection.close()
    assert (tmp_path / "new" / "folder").is_dir()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--port", "x"], "should be a whole number"),
        (["--port", "70000"], "should be at most 65535"),
        (["--host", "256.1.1.1"], "256.1.1.1:8080"),
        (["--colour"], "not understood"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--data-dir", str(tmp_path), *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--data-dir", str(tmp_path)]) == 2
    assert "already in use" in capsys.readouterr().err


def test_a_folder_that_another_server_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path)
    assert main(["serve", "--port", "0", "--data-dir", str(tmp_path)]) == 2
    store.close()
    assert "another server uses this folder" in capsys.readouterr().err
