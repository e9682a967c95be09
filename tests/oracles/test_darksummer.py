"""The Dark Summer against a second reading: zones, supply, movement, retreat, odds, Mandatory Attacks, whole Rounds."""

from functools import cache

import pytest
from tests.oracles.compare import SEAMS, compare
from tests.oracles.tally import Tally

LEAST, ROUNDS = 400, 2500


@cache
def tally() -> Tally:
    return compare("darksummer", LEAST)


@pytest.mark.parametrize(
    "matter",
    [
        "zones",
        "supply",
        "movement",
        "movement.boxes",
        "retreat",
        "odds",
        "mandatory attacks",
        "emergency withdrawal",
        "withdrawals",
        "isolation",
        "relocation",
        "support",
    ],
)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = tally()
    assert found.counts[matter], f"nothing was compared: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"


@cache
def seams() -> Tally:
    return compare("darksummer", ROUNDS, of=SEAMS)


@pytest.mark.parametrize(
    "matter",
    [
        "nobody attacks twice",
        "no hex is attacked twice",
        "Allies attack in supply",
        "no duty is dodged",
        "a retreat is two hexes long",
        "who may advance",
        "nobody moves twice",
        "a move ends in reach",
        "enemies never share a hex",
        "US and British never share a hex",
        "nobody is overstacked",
        "a beach is open or closed",
        "nobody is left afloat",
        "nobody is overstacked after the waves",
    ],
)
def test_whole_rounds_keep_the_rules(matter: str) -> None:
    found = seams()
    assert found.counts[matter], f"never asked: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"
