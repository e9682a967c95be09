"""What is kept or looked up cheaply says the same as what is worked out in full."""

import random
from collections.abc import Iterator

import pytest
from tests.games.darksummer.support import GAME

from bocage.games.darksummer.rules.r08_reinforcements import awaiting, has_entry, place_offer
from bocage.games.darksummer.rules.r10_movement import can_leave, destinations, out_of_place
from bocage.games.darksummer.sides import Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel import chance, flow
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import NATURE


def positions(seed: int, many: int, every: int) -> Iterator[DarkSummer]:
    """Positions of a random game, some picks apart."""
    g, rng = GAME.new(seed=seed), random.Random(seed)
    assert isinstance(g, DarkSummer)
    for n in range(many * every):
        frame = g.stack[-1][0] if g.stack else None
        if frame is None:
            return
        if frame.by == NATURE:
            flow.pick(g, chance.fast_pick(g, frame))
        else:
            flow.pick(g, rng.choice(flow.options(g)))
        if n % every == 0:
            yield g


@pytest.mark.parametrize("seed", [3, 4])
def test_where_counters_stand_is_kept_as_it_would_be_looked_up(seed: int) -> None:
    for g in positions(seed, many=150, every=3):
        kept, again = g.presence(), g.copy()
        again.cache = {}
        assert kept == again.presence()


def test_a_look_at_the_next_hex_tells_no_more_than_a_search() -> None:
    asked = 0
    for g in positions(5, many=150, every=5):
        for unit in each_unit(out_of_place(g)):
            asked += 1
            assert can_leave(g, unit) == bool(destinations(g, 1 << unit))
        for army in Army:
            for unit in each_unit(awaiting(g, army)):
                asked += 1
                assert has_entry(g, unit) == bool(place_offer(g, unit).open())
    assert asked > 50
