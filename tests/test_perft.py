"""Perft tables: each is found by itself; a count that differs is told first pick by first pick."""

from pathlib import Path

import pytest

from bocage.testing import perft
from bocage.testing.perft import Position

FOLDER = Path(__file__).parent / "perft"
POSITIONS = [
    (path.stem, position)
    for path in sorted(FOLDER.glob("*.perft"))
    for position in perft.read(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("name", "position"), POSITIONS, ids=lambda part: getattr(part, "id", part))
def test_the_sequences_of_picks_are_as_many_as_the_table_says(name: str, position: Position) -> None:
    assert position.game == name, "a table holds positions of the game it is named after"
    assert position.counts, "a position without a count proves nothing"
    for depth in position.counts:
        fault = position.check(depth)
        assert not fault, fault


def test_a_position_has_a_name_of_its_own() -> None:
    names = [(name, position.id) for name, position in POSITIONS]
    assert len(names) == len(set(names))


TABLE = """
# a comment
id      set-up
game    tinybeach landing
option  weather=always clear
dice    0 3
perft   1 5
perft   2 1
"""


def test_a_wrong_count_is_told_first_pick_by_first_pick() -> None:
    (position,) = perft.read(TABLE)
    assert (position.scenario, position.options, position.dice) == ("landing", {"weather": "always clear"}, (0, 3))
    assert position.check(1) == ""
    lines = position.check(2).splitlines()
    assert lines[0] == "set-up: perft 2 is 45, not 1"
    assert lines[1:] == [f"  hide {space}: 9" for space in ("0302", "0402", "0203", "0303", "0403")]


def test_counts_are_written_without_touching_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "tinybeach.perft"
    path.write_text(TABLE, encoding="utf-8")
    assert perft.main([str(path)]) == 1
    assert perft.main([str(path), "--write"]) == 0
    assert path.read_text(encoding="utf-8") == TABLE.replace("perft   2 1", "perft   2 45")
    assert perft.main([str(path)]) == 0


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game tinybeach landing", "line 1: a position begins with its id"),
        ("id a\ncolour blue", "line 2: 'colour' is not one of id, game, option, dice, play, perft"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        perft.read(text)


def test_an_illegal_pick_in_a_table_is_refused_with_its_rule() -> None:
    (position,) = perft.read("id a\ngame tinybeach landing\nplay hide 0101\nperft 1 1")
    with pytest.raises(ValueError, match=r"a: hide 0101: .*\(rule 9.1\)"):
        position.count(1)


def test_a_game_that_is_over_has_no_sequences() -> None:
    position = Position("end", "tinybeach", "dawn", dice=(0,))
    _, g, rolled = position.start()
    g.stack = ()
    assert perft.perft(g, 0, (0,), rolled) == 1
    assert perft.perft(g, 2, (0,), rolled) == 0
