"""Rule numbers: in the rulebook, in the code, in the tests, side by side."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from bocage.kernel import rulebook
from bocage.kernel.loading import BadData, Faults
from bocage.kernel.rulebook import Rule, Rulebook, coverage, implemented, load_rulebook, number_key, rule

BOOK = Rulebook(
    rule=(
        Rule("8.1", "Zones", "Units control hexes."),
        Rule("8.2", "Bonds", "Two units form a bond."),
        Rule("8.10", "Night", "Nobody sees.", not_modelled="the clock is not part of the game"),
        Rule("12", "Combat", "Units fight."),
        Rule("Movement.K", "Trains", "Trains run."),
    )
)


def test_a_case_is_found_by_its_number() -> None:
    found = BOOK.find("8.2")
    assert found is not None
    assert found.heading == "Bonds"
    assert BOOK.find("8.3") is None


def test_a_chapter_holds_its_cases_but_not_those_of_longer_numbers() -> None:
    assert [found.number for found in BOOK.under("8")] == ["8.1", "8.2", "8.10"]
    assert BOOK.under("1") == []
    assert [found.number for found in BOOK.under("Movement")] == ["Movement.K"]


def test_numbers_sort_as_people_count_and_letters_come_last() -> None:
    some = ["8.10", "10", "8.9", "8", "Movement.K", "8.1.2", "A"]
    assert sorted(some, key=number_key) == ["8", "8.1.2", "8.9", "8.10", "10", "A", "Movement.K"]


# marks in the code


def test_a_mark_notes_where_a_case_is_implemented_and_leaves_the_function_as_it_is() -> None:
    def enter(cost: int) -> int:
        return cost + 1

    enter.__module__ = "bocage.games.nowhere.r08_zones"
    marked = rule("8.1", "8.2")(enter)
    assert marked is enter
    assert marked(1) == 2
    assert marked.__rules__ == ("8.1", "8.2")  # type: ignore[attr-defined]
    places = rulebook._IMPLEMENTED["bocage.games.nowhere"]
    assert places["8.2"][0].startswith("bocage.games.nowhere.r08_zones.")


def test_a_frame_may_be_marked_twice_and_a_subclass_does_not_inherit_the_numbers() -> None:
    @rule("7.1")
    @rule("7.2")
    class Retreat:
        pass

    @rule("7.3")
    class Rout(Retreat):
        pass

    assert Retreat.__rules__ == ("7.1", "7.2")  # type: ignore[attr-defined]
    assert Rout.__rules__ == ("7.3",)  # type: ignore[attr-defined]


def test_all_modules_of_a_game_are_read_for_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "lonely_game"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "r08.py").write_text(
        "from bocage.kernel.rulebook import rule\n@rule('8.1')\ndef zones(): ...\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert implemented("lonely_game") == {"8.1": ["lonely_game.r08.zones"]}
    for name in ("lonely_game", "lonely_game.r08"):
        sys.modules.pop(name)


# marks in the tests


def test_the_numbers_of_tests_are_read_from_their_source(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_r08.py").write_text(
        "from bocage import testing\nfrom bocage.testing import covers\n"
        "@covers('8.1', '8.2')\ndef test_a(): ...\n"
        "@testing.covers('12')\ndef test_b(): raise SystemExit\n"
        "def test_c(): uncovers('9')\n",
        encoding="utf-8",
    )
    (tmp_path / "notes.py").write_text("covers('99')", encoding="utf-8")
    assert rulebook.tested_numbers(tmp_path) == {"8.1", "8.2", "12"}
    assert rulebook.tested_numbers(tmp_path / "nothing") == set()


# side by side


def test_coverage_counts_what_stands_and_names_what_lacks_code_or_test() -> None:
    found = coverage(BOOK, code=["8.1", "8.2", "12"], tests=["8.1", "12", "Movement.K"])
    assert (found.total, found.implemented, found.tested, found.not_modelled) == (5, 3, 3, 1)
    assert found.missing == ("8.2", "Movement.K")
    assert found.unknown == ()


def test_numbers_that_are_not_in_the_rulebook_are_unknown() -> None:
    found = coverage(BOOK, code=["8.1", "99"], tests=["8.1", "9.9"])
    assert found.unknown == ("9.9", "99")


def test_what_is_not_modelled_is_not_missing_and_not_counted_as_done() -> None:
    found = coverage(BOOK, code=["8.10"], tests=["8.10"])
    assert "8.10" not in found.missing
    assert (found.implemented, found.tested) == (0, 0)


# the file


def module_with(folder: Path, text: str) -> ModuleType:
    (folder / "rulebook.toml").write_text(text, encoding="utf-8")
    module = ModuleType("somewhere")
    module.__file__ = str(folder / "__init__.py")
    return module


GOOD = '[[rule]]\nnumber = "1"\nheading = "Turn"\nsummary = "One after the other."\n'


def test_a_rulebook_is_read_from_beside_the_code(tmp_path: Path) -> None:
    book = load_rulebook(module_with(tmp_path, GOOD))
    assert book.rule == (Rule("1", "Turn", "One after the other."),)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (GOOD + GOOD, "rule 1 is listed twice"),
        (GOOD.replace("Turn", " "), "rule 1 needs a heading and a summary"),
        (GOOD + 'colour = "blue"\n', "unknown key"),
        (GOOD.replace('heading = "Turn"\n', ""), "heading: missing"),
    ],
)
def test_faults_of_a_rulebook_are_told(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadData, match=reason):
        load_rulebook(module_with(tmp_path, text))
    faults = Faults()
    load_rulebook(module_with(tmp_path, text), faults)
    assert len(faults) == 1
