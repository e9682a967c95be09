"""The Dark Summer against a second reading: zones, supply, movement, retreat, odds, Mandatory Attacks."""

from functools import cache

import pytest
from tests.oracles.compare import compare
from tests.oracles.tally import Tally

LEAST = 300


@cache
def tally() -> Tally:
    return compare("darksummer", LEAST)


@pytest.mark.parametrize(
    "matter", ["zones", "supply", "movement", "movement.boxes", "retreat", "odds", "mandatory attacks"]
)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = tally()
    assert found.counts[matter], f"nothing was compared: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"
