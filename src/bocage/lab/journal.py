"""Finished games, one after another in a file, each written the moment it ends: a kill loses none of them.

A record is its length, a checksum and its bytes. A record that was being written when we were killed is torn; reading
ends before it, and writing goes on in its place. Anything else that cannot be read is damage: readers pass over it, and
a writer keeps the damaged file aside and says so. A thread sees to it that what is written is on the disk about a
second later, so that a power cut loses no more than that.
"""

import os
import shutil
import zlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from struct import Struct
from threading import Event, Thread
from typing import BinaryIO, NamedTuple

from bocage.lab.disk import settle
from bocage.lab.extra import BadResults

_HEAD = Struct("<II")
START = b"bocage journal 1\n"
EVERY = 1.0
"""Seconds after which what is written is brought to the disk. Waiting for the disk after every game would cost more
than many games."""
SEARCH = 1 << 20
"""Bytes behind a damaged place in which the next record is looked for, and the longest record that is believed there;
real ones have some thousand."""


class _Hole(NamedTuple):
    """Bytes that are no record, from one place to another."""

    start: int
    end: int
    torn: bool
    """Whether they begin a record in which the file ends: what a kill leaves."""


class Journal:
    """A journal that is being written."""

    def __init__(self, file: Path) -> None:
        self.note = _mend(file)
        """What the user should know about the journal that was found; mostly nothing."""
        self._file = FileIO(file, "ab")
        if not self._file.tell():
            self._write(START)
            settle(file.parent)
        self._changed, self._closing = Event(), Event()
        self._changed.set()
        self._fault: OSError | None = None
        self._flusher = Thread(target=self._flush, name="journal", daemon=True)
        self._flusher.start()

    def write(self, record: bytes) -> None:
        """Keep a record: from now on it survives our death, and about a second later that of the machine."""
        self._complain()
        self._write(_HEAD.pack(len(record), zlib.crc32(record)) + record)
        self._changed.set()

    def close(self) -> None:
        """Write no more; by then everything is on the disk."""
        self._closing.set()
        self._flusher.join()
        try:
            self._complain()
            os.fsync(self._file.fileno())
        finally:
            self._file.close()

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:  # a full disk, or a signal, may let only a part through
            left = left[self._file.write(left) :]

    def _flush(self) -> None:
        while not self._closing.wait(EVERY):
            if self._changed.is_set():
                self._changed.clear()
                try:
                    os.fsync(self._file.fileno())
                except OSError as fault:
                    self._fault = fault
                    return

    def _complain(self) -> None:
        """A disk that fails has told the thread; the run should hear of it."""
        if self._fault is not None:
            raise self._fault


def read_journal(file: Path) -> Iterator[bytes]:
    """Every whole record; none from a file that is not there."""
    return (piece for piece in _pieces(file) if isinstance(piece, bytes))


def is_blank(file: Path) -> bool:
    """Whether there is nothing in a journal, not even damage; a torn record is nothing."""
    return all(isinstance(piece, _Hole) and piece.torn for piece in _pieces(file))


def _mend(file: Path) -> str:
    """Make a journal that may be torn or damaged fit for writing; returns what the user should know of it."""
    whole, holes = 0, []
    for piece in _pieces(file):
        if isinstance(piece, _Hole):
            holes.append(piece)
        else:
            whole += 1
    if not holes:
        if file.exists() and file.stat().st_size < len(START):  # killed while it was being begun
            os.truncate(file, 0)
        return ""
    if len(holes) == 1 and holes[0].torn:
        os.truncate(file, holes[0].start)
        return ""
    aside = _free_name(file)
    shutil.copyfile(file, aside)
    settle(aside)
    fresh = file.with_name(f"{file.name}.part")
    with fresh.open("wb") as out:
        out.write(START)
        for record in read_journal(file):
            out.write(_HEAD.pack(len(record), zlib.crc32(record)) + record)
    settle(fresh)
    fresh.replace(file)
    settle(file.parent)
    games = "1 game in it" if whole == 1 else f"{whole} games in it"
    return f"{file} was damaged: {games} could be read, the others are played again; it is kept as {aside.name}"


def _free_name(file: Path) -> Path:
    """Where a damaged journal is kept; earlier ones stay."""
    aside, number = file.with_name(f"{file.name}.damaged"), 1
    while aside.exists():
        number += 1
        aside = file.with_name(f"{file.name}.damaged-{number}")
    return aside


def _pieces(file: Path) -> Iterator[bytes | _Hole]:
    """What a journal consists of, in order: records, and what is not."""
    try:
        stream = file.open("rb")
    except FileNotFoundError:
        return
    with stream:
        start = stream.read(len(START))
        if start != START:
            if START.startswith(start):
                return
            raise BadResults(f"{file} is no journal of bocage: move it away, and the games in it are played again")
        size = os.fstat(stream.fileno()).st_size  # a run may be adding to it: what comes now is for the next reader
        at = len(START)
        while at < size:
            record = _record(stream, at, size)
            if record is not None:
                yield record
                at += _HEAD.size + len(record)
            else:
                after = _search(stream, at, size)
                yield _Hole(at, size if after is None else after, after is None and _is_cut(stream, at, size))
                at = size if after is None else after


def _record(stream: BinaryIO, at: int, size: int) -> bytes | None:
    """The record at a place, if it is whole. None is empty: zeros, which a power cut may leave, are not records."""
    stream.seek(at)
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    length, check = _HEAD.unpack(head)
    if not 0 < length <= size - at - _HEAD.size:
        return None
    record = stream.read(length)
    return record if len(record) == length and zlib.crc32(record) == check else None


def _is_cut(stream: BinaryIO, at: int, size: int) -> bool:
    """Whether the file ends before the record that begins here does."""
    stream.seek(at)
    head = stream.read(_HEAD.size)
    return len(head) < _HEAD.size or _HEAD.unpack(head)[0] > size - at - _HEAD.size


def _search(stream: BinaryIO, at: int, size: int) -> int | None:
    """Where the next whole record behind a damaged place begins."""
    stream.seek(at + 1)
    window = stream.read(SEARCH)
    for n in range(len(window) - _HEAD.size):
        place = at + 1 + n
        length, _ = _HEAD.unpack_from(window, n)
        if 0 < length <= min(size - place - _HEAD.size, SEARCH) and _record(stream, place, size) is not None:
            return place
    return None
