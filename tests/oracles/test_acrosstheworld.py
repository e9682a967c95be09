"""Wars Across the World against a second reading: battles by brute force, random games at every decision."""

from functools import cache

import pytest
from tests.oracles.compare import SEAMS, compare
from tests.oracles.tally import Tally

LEAST = 2500
BATTLES = 400


@cache
def tally() -> Tally:
    return compare("acrosstheworld", LEAST)


@pytest.mark.parametrize(
    "matter",
    [
        "battle.chances",
        "battle.fractions",
        "battle.factors",
        "battle.help",
        "battle.retreat",
        "movement.allowance",
        "movement.marches",
        "movement.rides",
        "supply",
        "supply.regions",
        "seams: bunkers stay",
        "seams: bunkers block",
        "seams: six in the hills",
    ],
)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = tally()
    assert found.counts[matter], f"nothing was compared: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"


def test_bunkers_die_by_fire_by_panic_or_beside_a_retreat() -> None:
    found = compare("acrosstheworld", BATTLES, of=SEAMS)
    assert not found.differences, str(found.differences[0])
