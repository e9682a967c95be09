"""The map as it lies on the table: read from its file once more, without the engine, and spoken of by hex numbers."""

import tomllib
from functools import cache
from math import hypot
from pathlib import Path

FILE = Path(__file__).parents[3] / "src/bocage/games/bradley/data/map.toml"
MAP = tomllib.loads(FILE.read_text(encoding="utf-8"))
TURNS = ("N", "NE", "SE", "S", "SW", "NW")
ODD = {"N": (0, -1), "S": (0, 1), "NE": (1, -1), "SE": (1, 0), "NW": (-1, -1), "SW": (-1, 0)}
EVEN = {"N": (0, -1), "S": (0, 1), "NE": (1, 0), "SE": (1, 1), "NW": (-1, 0), "SW": (-1, 1)}

TERRAIN = {
    f"{column:02}{row:02}": MAP["terrain"]["legend"][letter]
    for row, letters in enumerate(MAP["terrain"]["rows"], 1)
    for column, letter in enumerate(letters, 1)
}
SIDES: dict[frozenset[str], set[str]] = {}
for _row in MAP["side"]:
    for _text in _row["hexsides"]:
        SIDES.setdefault(frozenset(_text.split("/")), set()).add(_row["kind"])
WAYS: dict[frozenset[str], set[str]] = {}
for _row in MAP["road"]:
    for _a, _b in zip(_row["hexes"], _row["hexes"][1:], strict=False):
        WAYS.setdefault(frozenset((_a, _b)), set()).add(_row["kind"])
STRONGPOINTS = {name for tag in MAP["tag"] if tag["name"] == "strongpoint" for name in tag["hexes"]}
NESTS = {name for tag in MAP["tag"] if tag["name"] == "nest" for name in tag["hexes"]}
WET = {"sea", "approach"}


def step(name: str, turn: str) -> str:
    """The hex on that side; numbers that are not on the map belong to no hex."""
    column, row = int(name[:2]), int(name[2:])
    right, down = (ODD if column % 2 else EVEN)[turn]
    return f"{column + right:02}{row + down:02}"


@cache
def around(name: str) -> tuple[str, ...]:
    """The six hexes around one, clockwise from the north, those off the map included."""
    return tuple(step(name, turn) for turn in TURNS)


def distance(a: str, b: str) -> int:
    """By counting: columns first, what is gained in rows on the way, then rows."""
    columns = abs(int(a[:2]) - int(b[:2]))
    rows = abs(_down(a) - _down(b))
    return columns + int(max(0.0, rows - columns / 2))


def _down(name: str) -> float:
    return int(name[2:]) + (0.5 if int(name[:2]) % 2 == 0 else 0.0)


def centre(name: str) -> tuple[float, float]:
    """The centre of a hex on squared paper, the side of a hex being one."""
    return 1.5 * int(name[:2]), 3**0.5 * _down(name)


def in_arc(a: str, b: str, facing: int) -> bool:
    """Whether a hex lies in the 120 degrees around the middle of a facing hexside."""
    (x, y), (u, v) = centre(a), centre(b)
    p, q = centre(around(a)[facing])
    ahead, there = (p - x, q - y), (u - x, v - y)
    along = ahead[0] * there[0] + ahead[1] * there[1]
    return bool(2 * along >= hypot(*ahead) * hypot(*there) - 1e-9)
