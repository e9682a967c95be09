"""The page for operators: its examples are tried, not believed."""

import configparser
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from bocage.cli import _parser as build
from bocage.server.settings import Settings
from bocage.tools.proxy import CONFIG, nginx

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "run-a-server.md"
TEXT = PAGE.read_text(encoding="utf-8")


def block(kind: str) -> str:
    found = re.search(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)
    assert found is not None
    return found[1]


def commands() -> list[str]:
    """Every bocage command on the page."""
    marked = re.findall(r"`(bocage [a-z]+ [^`]*)`", TEXT)
    plain = [line.split("    ")[0] for line in TEXT.splitlines() if line.startswith("bocage ")]
    service = [line.partition("/bin/")[2] for line in block("ini").splitlines() if line.startswith("ExecStart=")]
    return [*marked, *plain, *service]


@pytest.mark.parametrize("text", commands())
def test_every_command_is_understood(text: str) -> None:
    build().parse_args(shlex.split(text)[1:])


def test_the_service_starts_what_there_is() -> None:
    service = configparser.ConfigParser(strict=False, interpolation=None)
    service.optionxform = str  # type: ignore[assignment,method-assign]
    service.read_string(block("ini"))
    assert set(service) == {"DEFAULT", "Unit", "Service", "Install"}
    words = shlex.split(service["Service"]["ExecStart"])
    given = build().parse_args(words[1:])
    Settings(public_url=given.public_url, proxies=tuple(given.trusted_proxy)).check()
    assert str(given.data_dir) in service["Service"]["ReadWritePaths"]


@pytest.mark.skipif(nginx() is None, reason="nginx is missing: apt install nginx-light")
def test_nginx_takes_the_example(tmp_path: Path) -> None:
    lines = [line for line in block("nginx").splitlines() if "ssl_certificate" not in line]
    server = "\n".join(lines).replace("443 ssl", "127.0.0.1:18443")
    config = (
        CONFIG.format(folder=tmp_path, port=18080, behind=8080, path="").rstrip().removesuffix("}") + server + "\n}\n"
    )
    (tmp_path / "nginx.conf").write_text(config)
    words = [nginx() or "nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_soak_tries_the_same_lines() -> None:
    for line in block("nginx").splitlines():
        if "proxy_" in line and "proxy_pass" not in line:
            assert line.strip() in CONFIG, line
