"""A real nginx before the server, for the soak and the tests: the same lines as in docs/howto/run-a-server.md."""

import asyncio
import shutil
import socket
import subprocess
from pathlib import Path

CONFIG = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 2048; }}
http {{
  access_log {folder}/access.log;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    client_max_body_size 8m;
    location {path}/ {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffering off;
      proxy_read_timeout 1h;
    }}
  }}
}}
"""
PATIENCE = 10.0


def nginx() -> str | None:
    """Where nginx is, if it is."""
    return shutil.which("nginx", path="/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin")


def free_port() -> int:
    """A port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Proxy:
    """nginx in a folder of its own, which can be started again."""

    def __init__(self, folder: Path, behind: int, path: str = "") -> None:
        self.folder = folder
        self.port = free_port()
        self.restarts = 0
        self._child: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        config = CONFIG.format(folder=folder, port=self.port, behind=behind, path=path)
        (folder / "nginx.conf").write_text(config, encoding="utf-8")

    async def start(self) -> None:
        """Start, and wait until it listens."""
        words = [nginx() or "nginx", "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        self._child = subprocess.Popen(words, stderr=subprocess.DEVNULL)  # noqa: ASYNC220, S603 - it returns at once
        async with asyncio.timeout(PATIENCE):
            while not self._listens():  # noqa: ASYNC110 - a port has no event
                await asyncio.sleep(0.05)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            probe.settimeout(0.5)
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    async def stop(self) -> None:
        """Stop at once: every connection breaks."""
        if self._child is not None:
            self._child.terminate()
            await asyncio.to_thread(self._child.wait)
            self._child = None

    async def restart(self) -> None:
        """Stop and start."""
        await self.stop()
        await asyncio.sleep(0.3)
        await self.start()
        self.restarts += 1

    def access_log(self) -> str:
        """What it wrote about the requests."""
        return (self.folder / "access.log").read_text(encoding="utf-8", errors="replace")
