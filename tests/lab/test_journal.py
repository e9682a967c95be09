"""A journal keeps every whole record, whatever happens to the last one, and throws nothing away in silence."""

import os
import threading
from io import FileIO
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from bocage.lab import journal as module
from bocage.lab.extra import BadResults
from bocage.lab.journal import START, Journal, is_blank, read_journal


def write(file: Path, *records: bytes) -> str:
    """Add records, and what the journal has to say about itself."""
    journal = Journal(file)
    for record in records:
        journal.write(record)
    journal.close()
    return journal.note


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "j", b"one", b"2", b"three" * 1000)
    assert list(read_journal(tmp_path / "j")) == [b"one", b"2", b"three" * 1000]
    assert list(read_journal(tmp_path / "none")) == []


@pytest.mark.parametrize("cut", [1, 3, 9, 11])
def test_a_torn_record_is_left_out_and_written_over_in_silence(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "j"
    write(file, b"first", b"second")
    file.write_bytes(file.read_bytes()[:-cut])
    assert list(read_journal(file)) == [b"first"]
    assert write(file, b"third") == ""
    assert list(read_journal(file)) == [b"first", b"third"]
    assert [path.name for path in tmp_path.iterdir()] == ["j"]


@pytest.mark.parametrize("many", [0, 1, len(START) - 1])
def test_a_journal_that_was_hardly_begun_is_begun_anew(tmp_path: Path, many: int) -> None:
    file = tmp_path / "j"
    file.write_bytes(START[:many])
    assert list(read_journal(file)) == []
    assert write(file, b"first") == ""
    assert list(read_journal(file)) == [b"first"]


@pytest.mark.parametrize("data", [b"x", b"Bocage journal 1\n", b"dear diary, today I played a game", b"\0" * 40])
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "j"
    file.write_bytes(data)
    with pytest.raises(BadResults, match="no journal of bocage"):
        Journal(file)
    with pytest.raises(BadResults, match="no journal of bocage"):
        list(read_journal(file))
    assert file.read_bytes() == data


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]


@pytest.mark.parametrize("where", range(8 + 6))
def test_a_flipped_byte_costs_one_record_and_the_damaged_journal_is_kept(tmp_path: Path, where: int) -> None:
    """In the length, the checksum or the record itself; the record before it and those behind it are read."""
    file = tmp_path / "j"
    write(file, b"first!", b"second", b"third!" * 100, b"fourth")
    damaged = flip(file.read_bytes(), len(START) + 8 + 6 + where)
    file.write_bytes(damaged)
    assert list(read_journal(file)) == [b"first!", b"third!" * 100, b"fourth"]
    note = write(file, b"fifth")
    assert (
        note == f"{file} was damaged: 3 games in it could be read, the others are played again; it is kept as j.damaged"
    )
    assert (tmp_path / "j.damaged").read_bytes() == damaged
    assert list(read_journal(file)) == [b"first!", b"third!" * 100, b"fourth", b"fifth"]
    assert write(file) == ""


def test_damage_at_the_end_is_told_too_and_earlier_damaged_journals_stay(tmp_path: Path) -> None:
    file = tmp_path / "j"
    write(file, b"first", b"second")
    for aside in ("j.damaged", "j.damaged-2"):
        file.write_bytes(file.read_bytes().replace(b"second", b"sxcond"))
        assert write(file, b"second").endswith(
            f"1 game in it could be read, the others are played again; it is kept as {aside}"
        )
        assert b"sxcond" in (tmp_path / aside).read_bytes()
    assert list(read_journal(file)) == [b"first", b"second"]


def test_zeros_that_a_power_cut_left_are_no_records(tmp_path: Path) -> None:
    file = tmp_path / "j"
    write(file, b"first")
    file.write_bytes(file.read_bytes() + b"\0" * 64)
    assert list(read_journal(file)) == [b"first"]


def test_what_is_blank_holds_neither_records_nor_damage(tmp_path: Path) -> None:
    file = tmp_path / "j"
    for data in (b"", START[:5], START, START + b"\x09\0\0", START + pack("<II", 9, 1) + b"half"):
        file.write_bytes(data)
        assert is_blank(file)
    for data in (START + pack("<II", 4, 1) + b"fake", START + b"\0" * 8):
        file.write_bytes(data)
        assert not is_blank(file)
    assert is_blank(tmp_path / "none")


def test_a_record_is_in_the_file_before_the_journal_is_closed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.write(b"safe")
    assert list(read_journal(tmp_path / "j")) == [b"safe"]
    journal.close()


def test_a_record_that_goes_through_in_parts_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(FileIO):
        def write(self, data: Any, /) -> int:
            return super().write(memoryview(data)[:3])

    monkeypatch.setattr(module, "FileIO", Slow)
    write(tmp_path / "j", b"a whole record", b"another")
    assert list(read_journal(tmp_path / "j")) == [b"a whole record", b"another"]


def test_a_record_is_brought_to_the_disk_soon_even_if_none_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    done = threading.Event()

    def sync(handle: int) -> None:
        synced.append(os.fstat(handle).st_size)
        if synced[-1] == whole:
            done.set()

    whole = len(START) + 8 + 4
    monkeypatch.setattr(module, "EVERY", 0.01)
    monkeypatch.setattr(os, "fsync", sync)
    journal = Journal(tmp_path / "j")
    journal.write(b"safe")
    assert done.wait(20)
    many = len(synced)
    journal.close()
    assert len(synced) == many + 1


def test_a_disk_that_fails_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        failed.set()
        raise OSError(5, "input/output error")

    failed = threading.Event()
    monkeypatch.setattr(module, "EVERY", 0.01)
    journal = Journal(tmp_path / "j")
    monkeypatch.setattr(os, "fsync", fail)
    journal.write(b"safe?")
    assert failed.wait(20)
    journal._flusher.join()
    with pytest.raises(OSError, match="input/output"):
        journal.write(b"more")
    with pytest.raises(OSError, match="input/output"):
        journal.close()
