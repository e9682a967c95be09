"""The width and the colours of a terminal."""

import os
import shutil
import sys
import textwrap

COLOURS = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


def width() -> int:
    """How wide the terminal is; text stays readable on a very wide one."""
    return max(40, shutil.get_terminal_size((100, 40)).columns)


def height() -> int:
    """How many lines the terminal has."""
    return max(20, shutil.get_terminal_size((100, 40)).lines)


def wrap(text: str, indent: str = "") -> str:
    """A paragraph that fits the terminal."""
    return textwrap.fill(text, min(width(), 100), initial_indent=indent, subsequent_indent=indent)


def colourful() -> bool:
    """Whether to use colours: on a terminal, unless the user asked for none (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def paint(text: str, colour: str) -> str:
    """Text in a colour, where colours are shown."""
    return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if colourful() and colour else text
