"""A journal keeps every whole record, whatever happens to the last one."""

from pathlib import Path

import pytest

from bocage.lab.journal import Journal, read_journal


def write(file: Path, *records: bytes) -> None:
    journal = Journal(file)
    for record in records:
        journal.write(record)
    journal.close()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    write(tmp_path / "j", b"one", b"", b"three" * 1000)
    assert list(read_journal(tmp_path / "j")) == [b"one", b"", b"three" * 1000]
    assert list(read_journal(tmp_path / "none")) == []


@pytest.mark.parametrize("cut", [1, 3, 9, 11])
def test_a_torn_record_is_left_out_and_written_over(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "j"
    write(file, b"first", b"second")
    file.write_bytes(file.read_bytes()[:-cut])
    assert list(read_journal(file)) == [b"first"]
    write(file, b"third")
    assert list(read_journal(file)) == [b"first", b"third"]


def test_a_record_that_has_changed_ends_the_reading(tmp_path: Path) -> None:
    file = tmp_path / "j"
    write(file, b"first", b"second")
    file.write_bytes(file.read_bytes().replace(b"second", b"sxcond"))
    assert list(read_journal(file)) == [b"first"]


def test_a_record_is_on_the_disk_before_the_journal_is_closed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.write(b"safe")
    assert list(read_journal(tmp_path / "j")) == [b"safe"]
    journal.close()
