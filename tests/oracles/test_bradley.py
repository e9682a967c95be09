"""Bradley's D-Day against a second reading of its rulebook, on positions of random games."""

from functools import cache

import pytest
from tests.oracles.bradley import assault, rules
from tests.oracles.bradley.paper import distance, in_arc
from tests.oracles.compare_bradley import compare
from tests.oracles.tally import Tally


@cache
def tally() -> Tally:
    return compare(8, seed=3)


@pytest.mark.parametrize(
    "matter",
    [
        "zones",
        "movement",
        "sight and range",
        "fire",
        "who assaults",
        "assault",
        "scatter",
        "landing fire",
        "casualties",
    ],
)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = tally()
    assert found.counts[matter] >= 8, f"nothing was compared: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"


def test_the_oracle_counts_hexes_as_the_rulebook_does() -> None:
    assert distance("3922", "3721") == 2
    assert distance("3922", "4124") == 3
    assert in_arc("0913", "0911", 0)
    assert not in_arc("0913", "0915", 0)


def test_the_comparison_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rules.FOOT, "clear", 2)
    monkeypatch.setattr(rules, "CASUALTIES", {0: (2, 14)})
    monkeypatch.setattr(assault, "COLUMNS", (-9, -8, -7, -6, -5, -4, -3))
    wrong = {found.matter for found in compare(4, seed=4).differences}
    assert wrong >= {"movement", "casualties", "assault"}
