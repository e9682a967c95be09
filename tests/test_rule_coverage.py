"""Every numbered case of every rulebook is in the code and proved by a test, or left out for a reason."""

from collections.abc import Container
from pathlib import Path

import pytest

from bocage.games import find_game, ids
from bocage.kernel import rulebook

TESTS = Path(__file__).parent / "games"
SHORTEST_REASON = 15  # letters: "not needed" is no reason that a player accepts


@pytest.mark.parametrize("name", ids())
def test_every_case_is_implemented_and_tested_or_left_out_for_a_reason(name: str) -> None:
    game = find_game(name)
    code, tests = rulebook.implemented(game.package), rulebook.tested_numbers(TESTS / name)
    found = rulebook.coverage(game.rulebook, code, tests)
    lacking = [f"{number}: {_what_is_missing(number, code, tests)}" for number in found.missing]
    assert not lacking, "\n" + "\n".join(lacking)
    assert not found.unknown, f"not in the rulebook: {', '.join(found.unknown)}"


def _what_is_missing(number: str, code: Container[str], tests: Container[str]) -> str:
    return " and ".join(what for what, there in (("no code", code), ("no test", tests)) if number not in there)


@pytest.mark.parametrize("name", ids())
def test_what_is_left_out_has_a_reason_in_words_and_is_not_in_the_code_after_all(name: str) -> None:
    game = find_game(name)
    code = rulebook.implemented(game.package)
    for rule in game.rulebook.rule:
        if rule.not_modelled:
            assert len(rule.not_modelled) >= SHORTEST_REASON, f"{rule.number}: {rule.not_modelled!r} is no reason"
            assert rule.number not in code, f"{rule.number} is said to be left out, but {code.get(rule.number)} has it"


@pytest.mark.parametrize("name", ids())
def test_a_rulebook_is_not_empty_and_speaks_in_sentences(name: str) -> None:
    rules = find_game(name).rulebook.rule
    assert rules
    without = [rule.number for rule in rules if not rule.summary.strip().endswith((".", "!", "?"))]
    assert not without, f"a summary is a sentence: {', '.join(without)}"
