"""Normandy '44 beside its oracles: a sample; `make soak` makes thousands (see `compare44`)."""

from functools import cache

import pytest
from tests.oracles.compare44 import MATTERS, run
from tests.oracles.seams44 import games
from tests.oracles.tally44 import Tally

SAMPLE = 30


@cache
def tallies() -> dict[str, Tally]:
    return run(MATTERS, SAMPLE, first_seed=3)


@pytest.mark.parametrize("matter", MATTERS)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = tallies()[matter]
    assert found.full
    assert not found.differences, "\n".join(str(difference) for difference in found.differences[:5])


def test_no_sequence_of_orders_breaks_a_sentence_of_the_rulebook() -> None:
    found = [breach for watcher in games(2, first_seed=31, most=400) for breach in watcher.breaches]
    assert not found, "\n".join(str(breach) for breach in found[:8])
