"""How the Allied planner of Normandy (1971) keeps what is won."""

from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, move, scene

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.knowledge import KNOWLEDGE
from bocage.games.normandy71.computer.screen import Screen, german_reach, loose_starts, things_won
from bocage.games.normandy71.computer.ways import Stacks
from bocage.games.normandy71.rules.r04_movement import ground, walk
from bocage.games.normandy71.rules.r09_supply import supplied
from bocage.games.normandy71.rules.r15_victory import score
from bocage.kernel.spaces import BITS, bit, members
from bocage.players.lookahead import Policy

BAYEUX = next(city for city in BOARD.cities if city.name.startswith("Bay"))
CITY = [BOARD.names[space] for space in members(BAYEUX.hexes)]


def bayeux_taken(**more: str) -> Scene:
    """One regiment in Bayeux, one on the beach behind it, panzer grenadiers in the south."""
    at = {"22/4": CITY[0], "8/4": "S25", "125/21": "T15"} | more
    return scene(at, turn=3, allied_cities=" ".join(CITY))


def test_a_city_that_counts_is_among_the_things_to_keep() -> None:
    s = bayeux_taken()
    assert BAYEUX.name in score(s.g).cities
    around = BOARD.adjacency.dilate(BAYEUX.hexes, 1)

    def fear() -> float:
        return sum(thing.worth for thing in things_won(s.g) if not around & ~thing.spoilers)

    taken = fear()
    s.g.allied_cities = 0
    s.g.touch()
    assert fear() < taken


def test_a_beach_is_spoilt_from_the_hex_itself() -> None:
    s = bayeux_taken()
    assert any(thing.spoilers == bit(s.space("S25")) for thing in things_won(s.g))


def test_what_is_won_counts_double_on_the_last_day() -> None:
    s = bayeux_taken()
    early = {thing.spoilers: thing.worth for thing in things_won(s.g)}
    s.g.turn = s.g.last_turn
    s.g.touch()
    late = {thing.spoilers: thing.worth for thing in things_won(s.g)}
    beach = bit(s.space("S25"))
    assert late[beach] == 2 * early[beach]


def test_the_reach_of_the_germans_covers_both_their_movements() -> None:
    s = bayeux_taken()
    unit = s.unit("125/21")
    once = walk(s.g, unit, s.g.space[unit], BOARD.points[unit], second=False, fresh=True).spaces
    reach = german_reach(s.g)
    assert not once & ~reach
    assert reach & ~once


def test_reconnaissance_comes_without_supply_and_others_only_with_it() -> None:
    s = bayeux_taken()
    rovers = [unit for unit in each_unit(BOARD.rovers & BOARD.of_side[GERMAN]) if s.g.space[unit] < 0]
    s.g.place(rovers[0], s.space("V15"))
    s.g.touch()
    starts = {space for space, _, _ in loose_starts(s.g)}
    assert s.space("V15") in starts
    assert s.space("T15") not in starts
    assert supplied(s.g, GERMAN) & bit(s.space("T15"))


def test_a_guard_makes_what_is_won_safer_and_stands_where_he_may() -> None:
    s = bayeux_taken()
    s.g.place(s.unit("12/4"), s.space("S23"))
    s.g.touch()
    unit = s.unit("12/4")
    screen = Screen(s.g, Stacks(s.g, ALLIED, 1 << unit))
    before = screen.loss
    ends = walk(s.g, unit, s.space("S23"), BOARD.points[unit], second=True, fresh=True).spaces
    post = screen.post(unit, ends & ground(s.g, unit, s.space("S23")) | BITS[s.space("S23")])
    assert post is not None
    gain = screen.gain(post)
    screen.stand(post)
    assert gain > 0
    assert screen.loss < before


def test_with_nothing_to_fear_nobody_stands_guard() -> None:
    s = scene({"22/4": CITY[0], "8/4": "S25"}, turn=3, allied_cities=" ".join(CITY), order="")
    screen = Screen(s.g, Stacks(s.g, ALLIED, 0))
    assert screen.post(s.unit("22/4"), BOARD.land) is None


def test_the_second_movement_leaves_a_guard_where_the_panzers_would_come() -> None:
    s = move(bayeux_taken(**{"231/50": "S22", "69/50": "T22"}), ALLIED, second=True)
    policy = Policy(GAME, KNOWLEDGE)
    policy.step(s.g)
    orders = policy.orders(s.g, ALLIED).march(s.g, 0, second=True)
    assert any("stands guard" in why or "guards the beach" in why for why in orders.why.values())
