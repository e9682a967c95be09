"""Where the planner does not stay in Normandy (1971), and what it counts when nobody moves any more."""

import random

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, move, scene

from bocage.games.normandy71.computer.chances import in_a_trap
from bocage.games.normandy71.computer.knowledge import KNOWLEDGE
from bocage.games.normandy71.computer.outlook import certain_points, supply_reach
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r15_victory import score
from bocage.kernel.ids import Side
from bocage.kernel.spaces import members
from bocage.players.lookahead import Policy


def after_second_movement(s: Scene, side: Side) -> Scene:
    """A side moves by its advice."""
    move(s, side, second=True)
    policy = Policy(GAME, KNOWLEDGE)
    while s.g.stack and s.g.stack[-1][0].by == side:
        policy.step(s.g)
    return s


TRAPS = [
    (GERMAN, "729/709", {"729/709": "XX31", "22/4": "YY30", "8/4": "WW30", "16/1": "WW33"}),
    (GERMAN, "729/709", {"729/709": "HH24", "22/4": "FF24", "8/4": "HH26", "16/1": "II26"}),
    (ALLIED, "22/4", {"22/4": "BB12", "125/21": "AA14", "192/21": "Z11", "22/21": "CC11"}),
    (ALLIED, "22/4", {"22/4": "U12", "125/21": "U14", "192/21": "S11", "22/21": "T13"}),
]


@pytest.mark.parametrize(("side", "unit", "at"), TRAPS)
def test_whoever_has_one_way_back_leaves_before_it_is_shut(side: Side, unit: str, at: dict[str, str]) -> None:
    s = scene(at, turn=3)
    assert in_a_trap(s.g, side, s.space(at[unit]))
    after_second_movement(s, side)
    now = s.g.space[s.unit(unit)]
    assert now != s.space(at[unit])
    assert not in_a_trap(s.g, side, now)


def test_a_german_stays_in_a_trap_if_he_shuts_a_road_there() -> None:
    """Nobody is lost for want of supply alone (Supply.B), and whoever is cut off shuts roads as before."""
    s = scene({"729/709": "R24", "22/4": "T24", "8/4": "P24", "16/1": "Q23"}, turn=3)
    assert in_a_trap(s.g, GERMAN, s.space("R24"))
    after_second_movement(s, GERMAN)
    assert s.g.space[s.unit("729/709")] == s.space("R24")
    assert not supply_reach(s.g, held(s.g, GERMAN) | zone(s.g, GERMAN)).net


def test_far_from_the_enemy_nothing_is_a_trap() -> None:
    s = scene({"22/4": "S25", "125/21": "T10"}, turn=3)
    assert not in_a_trap(s.g, ALLIED, s.space("S25"))


def test_the_certain_points_are_those_that_the_game_counts() -> None:
    """Over many random positions: cities, a division off the map, depth over one or more beachheads."""
    rng, land = random.Random(4), members(BOARD.land)
    counted = set()
    for _ in range(60):
        s = scene({"16/1 18/1 26/1": "OffSS35"}, turn=6, supply="S25 P25 QQ33")
        g = s.g
        g.exited_by = s.spaces("SS35")
        for name in ("22/4", "8/4", "12/4", "231/50", "69/50"):
            g.place(s.unit(name), land[rng.randrange(len(land))])
        for name in ("125/21", "22/21", "729/709")[: rng.randrange(4)]:
            free = [space for space in land if space not in g.here]
            g.place(s.unit(name), free[rng.randrange(len(free))])
        g.allied_cities = BOARD.city_hexes
        g.touch()
        shut = held(g, GERMAN) | zone(g, GERMAN)
        points = float(score(g).geographic)
        assert certain_points(g, supply_reach(g, shut), shut) == pytest.approx(points)
        counted.add(points)
    assert len(counted) > 20
