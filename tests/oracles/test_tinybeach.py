"""Tiny Beach against a second reading of its rulebook, at every decision of some random games."""

from functools import cache

import pytest
from tests.oracles.compare import compare
from tests.oracles.tally import Tally


@cache
def tally() -> Tally:
    return compare("tinybeach", 1500)


@pytest.mark.parametrize(
    "matter",
    [
        "supply.line",
        "movement",
        "combat.targets",
        "combat.odds allowed",
        "combat.odds",
        "combat.chances",
        "seams: moves twice",
    ],
)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = tally()
    assert found.counts[matter], f"nothing was compared: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"
