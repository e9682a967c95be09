"""The README's example is true."""

import doctest
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_library_example_of_the_readme_runs() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted >= 6
    assert result.failed == 0


def test_the_readme_names_every_game() -> None:
    from bocage import games

    text = README.read_text(encoding="utf-8")
    assert [name for name in games() if f"`{name}`" not in text] == []
