"""What is kept or looked up cheaply says the same as what is worked out in full."""

import random
from collections.abc import Iterator

import pytest
from tests.games.darksummer.support import GAME

from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r08_reinforcements import awaiting, has_entry, place_offer
from bocage.games.darksummer.rules.r10_movement import (
    SHORT_MOVE,
    barred_hexes,
    can_leave,
    destinations,
    no_end,
    out_of_place,
    points,
    steps_of,
    walk_of,
)
from bocage.games.darksummer.rules.r13_supply import lines, passage, sources
from bocage.games.darksummer.rules.r15_boundary import astray
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import COMBINED, DarkSummer
from bocage.kernel import chance, flow
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import NATURE
from bocage.kernel.movement import reach
from bocage.kernel.spaces import spaces


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


@pytest.mark.parametrize("seed", [6, 7])
def test_what_outlasts_a_move_is_what_would_be_worked_out_again(seed: int) -> None:
    for g in positions(seed, many=120, every=4):
        again = g.copy()
        again.cache = {}
        for side in (ALLIED, GERMAN):
            assert zone(g, side) == zone(again, side)
        for army in Army:
            assert passage(g, army) == passage(again, army)
            flood = g.board.atlas.ways.flood(sources(again, army), passage(again, army))
            assert lines(g, army) == (flood, flood | g.board.atlas.ways.spread(flood))


def test_a_walk_over_a_field_is_the_kernel_s_reach() -> None:
    asked = 0
    for g in positions(8, many=60, every=12):
        atlas, side = g.board.atlas, g.army.side
        near = zone(g, other(side))
        for unit in each_unit(g.on_map() & g.board.roster.army[g.army] & ~astray(g, g.army)):
            asked += 1
            allowed = SHORT_MOVE if g.round == COMBINED else points(g, 1 << unit)
            found = reach(
                steps_of(g, 1 << unit),
                g.space[unit],
                allowed,
                stop=near | atlas.boxes_in_play,
                apart=near,
                block=g.hexes_of(other(side)) | barred_hexes(g, g.army, lost=False),
                minimum_one=g.round != COMBINED,
            )
            walk = walk_of(g, 1 << unit)
            assert walk.reach().cost == found.cost
            assert all(walk.path(to) == found.path(to) for to in found.cost)
            assert spaces(walk.ends) == found.spaces & ~no_end(g, g.army)
    assert asked > 200
