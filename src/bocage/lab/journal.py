"""Finished games, one after the other in a file, each written the moment it ends: a kill loses none of them.

A record is its length, a checksum and its bytes. A record that was being written when the machine stopped is torn;
reading ends before it, and writing goes on in its place.
"""

import zlib
from collections.abc import Iterator
from pathlib import Path
from struct import Struct

_HEAD = Struct("<II")
START = b"bocage journal 1\n"


class Journal:
    """A journal that is being written."""

    def __init__(self, file: Path) -> None:
        end = sum(_HEAD.size + len(record) for record in read_journal(file)) + len(START) if file.exists() else 0
        self._file = file.open("r+b" if end else "wb", buffering=0)
        if end:
            self._file.truncate(end)
            self._file.seek(end)
        else:
            self._file.write(START)

    def write(self, record: bytes) -> None:
        """Keep a record: from now on it survives our death."""
        self._file.write(_HEAD.pack(len(record), zlib.crc32(record)) + record)

    def close(self) -> None:
        """Write no more."""
        self._file.close()


def read_journal(file: Path) -> Iterator[bytes]:
    """Every whole record; none from a file that is not there."""
    if not file.exists():
        return
    with file.open("rb") as stream:
        if stream.read(len(START)) != START:
            return
        while len(head := stream.read(_HEAD.size)) == _HEAD.size:
            length, check = _HEAD.unpack(head)
            record = stream.read(length)
            if len(record) < length or zlib.crc32(record) != check:
                return
            yield record
