"""One server to a folder: a lock that goes with the process, however it ends, and leaves the file readable."""

import contextlib
import os
import sys
from pathlib import Path

FILE = "bocage.lock"


class Taken(RuntimeError):
    """Somebody else has the folder."""


class Lock:
    """A folder for us alone, until we close or end."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _take(self._file)
        except BlockingIOError:
            os.close(self._file)
            raise Taken(str(folder)) from None

    def close(self) -> None:
        """Let others in."""
        with contextlib.suppress(OSError):
            os.close(self._file)


def _take(file: int) -> None:
    """Lock a file or raise; Windows has no such lock; there only the port keeps two servers apart."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
