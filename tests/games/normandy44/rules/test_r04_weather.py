"""4 and 5: weather, supply points, and what the initial phase gives."""

import pytest
from tests.games.normandy44.support import GAME, GERMAN, STORM, Scene, scene, why_not_return

from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r04_weather import InitialPhase, Weather, ready_headquarters
from bocage.games.normandy44.rules.r05_supply_points import GermanSupply, SupplySplit, allied_supply, store
from bocage.games.normandy44.rules.r18_supply import cherbourg_sources
from bocage.games.normandy44.rules.r19_support import storm
from bocage.games.normandy44.sides import BRITISH_INFANTRY, CANADIAN_INFANTRY, GERMAN_INFANTRY, REPLACEMENTS
from bocage.testing import Situation, covers


@covers("4.1")
@pytest.mark.parametrize(
    ("roll", "weather"), [(1, "storm"), (2, "overcast"), (3, "overcast"), (4, "clear"), (6, "clear")]
)
def test_from_turn_3_a_die_sets_the_weather(roll: int, weather: str) -> None:
    s = scene(turn=3, ask=Weather())
    s.do(f"roll {roll}")
    assert (s.g.row, s.g.board.weather[s.g.row].weather) == (roll, weather)


@covers("4.2")
@pytest.mark.parametrize(("roll", "row"), [(1, 2), (3, 2), (4, 3), (6, 3)])
def test_turn_2_is_overcast_whatever_the_die(roll: int, row: int) -> None:
    s = scene(turn=2, ask=Weather())
    s.do(f"roll {roll}")
    assert s.g.row == row


@covers("4.3")
def test_a_storm_brings_no_ships_no_points_and_no_positions() -> None:
    s = scene({"Eng-Utah": "2814"}, turn=8, ask=InitialPhase())
    s.do("roll 1", "fortress-supply 0", "nation british")
    assert storm(s.g)
    assert (s.g.naval, s.g.rp, s.g.ip_left) == ([0, 0], [0, 0], [0, 0, 0])
    assert (s.g.supply_us, s.g.supply_cw) == (0, 0)


@covers("6.1", "19.1.1", "16.1.2", "5.3")
def test_the_example_of_a_roll_of_four() -> None:
    """German 1 supply point, 1 infantry, 1 position; US infantry and armour; British armour; 4 ships; 2 + 2 aircraft;
    two supply points an army with both Mulberries.
    """
    s = scene(turn=8, mulberry=[-1, -1], mulberry_at=[scene().space("2719"), scene().space("2524")])
    s.g.replacements = [0] * 12
    s.ask(InitialPhase())
    s.do("roll 4")
    if "fortress-supply 0" in s.options():
        s.do("fortress-supply 0")
    stock = {name for name, count in zip(REPLACEMENTS, s.g.replacements, strict=True) if count}
    assert stock == {"german-infantry", "us-infantry", "us-armor", "british-armor"}
    assert (s.g.supply_7th, s.g.supply_us, s.g.supply_cw) == (1, 2, 2)
    assert (s.g.ip_left, s.g.naval, s.g.air) == ([1, 1, 1], [2, 2], [2, 2])


@covers("5.1")
def test_no_army_keeps_more_than_nineteen_points() -> None:
    assert store(18, 3) == 19
    s = scene(supply_us=19)
    allied_supply(s.g)
    assert s.g.supply_us == 19


@covers("5.2")
def test_points_may_go_to_the_fortress_while_it_can_trace_to_the_south() -> None:
    s = scene(turn=8, ask=InitialPhase())
    s.do("roll 4")
    assert s.options() == ["fortress-supply 0", "fortress-supply 1"]
    s.do("fortress-supply 1")
    assert (s.g.supply_7th, s.g.supply_cherbourg) == (0, 1)


@covers("5.2")
def test_a_cut_peninsula_gets_none() -> None:
    wall = {
        "501/101": "2510",
        "502/101": "2508",
        "505/82": "2506",
        "506/101": "2504",
        "507/82": "2512",
        "508/82": "2514",
    }
    s = scene(wall | {"39/9": "2516", "47/9": "2518", "60/9": "2520", "16/1": "2522", "18/1": "2620", "26/1": "2719"})
    assert not SupplySplit.needed(s.g)
    assert SupplySplit.needed(scene().g)


@covers("5.2")
def test_the_fortress_stock_is_lost_with_the_city() -> None:
    s = scene({"HQ-Cotentin": "3105"}, supply_cherbourg=5, allied_control="3606 3705")
    enter(s.g, s.unit("39/9"), s.space("3706"))
    assert s.g.supply_cherbourg == 0
    assert s.at("HQ-Cotentin") == "removed"


@covers("5.2", "17.4")
def test_a_city_hex_that_is_retaken_does_not_bring_the_fortress_back() -> None:
    """The marker left the track with the last city hex: no more points, and no artillery; a source of supply it is."""
    s = scene({"39/9": "3706", "HQ-Cotentin": "dead"}, supply_cherbourg=5, allied_control="3606 3705")
    s.g.steps[s.unit("HQ-Cotentin")] = 0
    s.g.replacements[GERMAN_INFANTRY] = 1
    assert why_not_return(s.g, s.unit("HQ-Cotentin")) is None  # a corps headquarters in all respects: any city will do
    enter(s.g, s.unit("39/9"), s.space("3706"))
    assert s.g.fortress_fell
    enter(s.g, s.unit("857/346"), s.space("3606"))
    assert cherbourg_sources(s.g) == s.spaces("3606")  # 18.1
    assert not SupplySplit.needed(s.g)
    assert why_not_return(s.g, s.unit("HQ-Cotentin")).rule == "17.4"  # type: ignore[union-attr]
    s.ask(GermanSupply(points=2))
    assert s.decides == ""  # nothing to choose
    assert (s.g.supply_7th, s.g.supply_cherbourg) == (2, 0)


@covers("5.2", "26.2.2")
def test_in_the_cherbourg_scenario_points_for_a_fallen_fortress_are_lost() -> None:
    for fell, kept in ((False, 2), (True, 0)):
        s: Scene = Situation(GAME, "cherbourg", turn=5, supply_cherbourg=0, fortress_fell=fell)
        s.ask(GermanSupply(points=2))
        assert (s.g.supply_7th, s.g.supply_cherbourg) == (0, kept)


@covers("5.3", "21.1.3")
@pytest.mark.parametrize(("mulberry", "row", "points"), [(0, 2, 1), (-1, 2, 2), (9, 2, 1), (-2, 4, 1), (-1, STORM, 0)])
def test_free_points_by_mulberry_and_weather(mulberry: int, row: int, points: int) -> None:
    s = scene(row=row, mulberry=[mulberry, mulberry])
    allied_supply(s.g)
    assert (s.g.supply_us, s.g.supply_cw) == (points, points)


@covers("6.2.7")
def test_a_commonwealth_replacement_is_british_or_canadian() -> None:
    s = scene(turn=8, ask=InitialPhase())
    s.do("roll 2", "fortress-supply 0")
    assert s.options() == ["nation british", "nation canadian"]
    s.do("nation canadian")
    assert s.g.replacements[CANADIAN_INFANTRY] == 1
    assert s.g.replacements[BRITISH_INFANTRY] == 0


@covers("17.2", "17.3")
def test_headquarters_and_werfers_in_supply_turn_to_their_ready_side() -> None:
    at = {"HQ-84": "1016", "7Werfer": "1016", "HQ-86": "2814"}
    s = scene(at | {"12/4": "2813", "22/4": "2913", "8/4": "2713"}, spent="HQ-84 7Werfer HQ-86")
    ready_headquarters(s.g)
    assert s.g.spent == s.units("HQ-86")
    assert GERMAN == 0
