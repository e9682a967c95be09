"""Normandy '44 beside its oracles: a sample; `make soak` makes thousands (see `compare44`)."""

import pytest
from tests.oracles.compare44 import MATTERS, run

SAMPLE = 50


@pytest.mark.parametrize("matter", MATTERS)
def test_engine_and_oracle_agree(matter: str) -> None:
    found = run(matter, SAMPLE, first_seed=3)
    assert not found.differences, "\n".join(str(difference) for difference in found.differences[:5])
