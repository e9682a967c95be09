"""Normandy (1971) against a second reading of its rulebook: a few hundred comparisons in random positions."""

from functools import cache

import pytest
from tests.oracles.compare import SEAMS, compare
from tests.oracles.tally import Tally

LEAST = 400


@cache
def tally() -> Tally:
    return compare("normandy71", LEAST)


@cache
def seams() -> Tally:
    return compare("normandy71", LEAST, of=SEAMS)


@pytest.mark.parametrize("matter", ["supply", "supply.line"])
def test_supply(matter: str) -> None:
    agree(tally(), matter)


@pytest.mark.parametrize("matter", ["movement.costs", "movement.moves", "movement.exits", "stacking.crowded"])
def test_movement(matter: str) -> None:
    agree(tally(), matter)


@pytest.mark.parametrize(
    "matter",
    [
        "landing.moves",
        "landing.reinforcements",
        "landing.gliders",
        "entering",
        "entering.crowded",
        "entering.cost",
        "digging",
    ],
)
def test_arrivals_and_digging(matter: str) -> None:
    agree(tally(), matter)


@pytest.mark.parametrize(
    "matter",
    [
        "combat.targets",
        "combat.joining",
        "combat.odds",
        "combat.chances",
        "gunfire",
        "results.eliminated",
        "results.retreat",
        "results.retreated",
    ],
)
def test_combat(matter: str) -> None:
    agree(tally(), matter)


def test_victory_points() -> None:
    agree(tally(), "victory")


@pytest.mark.parametrize(
    "matter",
    [
        "seams: moves twice",
        "seams: rebuilding",
        "seams: passing through",
        "seams: breaking down",
        "seams: breaking down late",
        "seams: broken and rebuilt",
        "seams: order of moves",
        "seams: stacks at the end",
        "seams: supply at the end",
        "seams: empty entrenchments",
        "seams: forced attacks",
    ],
)
def test_sequences_of_orders(matter: str) -> None:
    agree(seams(), matter)


def agree(found: Tally, matter: str) -> None:
    assert found.counts[matter], f"nothing was compared: {sorted(found.counts)}"
    wrong = found.of(matter)
    assert not wrong, f"{len(wrong)} of {found.counts[matter]}: {wrong[0]}"
