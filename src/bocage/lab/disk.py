"""What must outlast a power cut: a write is on the disk once asked for, a new name once its folder was."""

import os
from pathlib import Path


def settle(place: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and place.is_dir():
        return  # a folder cannot be opened there, and its names are safe without asking
    handle = os.open(place, os.O_RDWR if place.is_file() else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing."""
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for place in new:
        settle(place.parent)


def write_whole(file: Path, data: bytes) -> None:
    """Write a file of which no reader, and no power cut, ever sees half."""
    aside = file.with_name(f"{file.name}.part")
    aside.write_bytes(data)
    settle(aside)
    aside.replace(file)
    settle(file.parent)
