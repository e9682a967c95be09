"""25. The seven-turn game and its points."""

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.queries import victory_overlay
from bocage.games.normandy44.rules.r24_campaign import Award, tally
from bocage.games.normandy44.rules.r25_seven_turns import beaches_linked, week_awards
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.ids import NOWHERE
from bocage.testing import Situation, covers

ENGINEERS = {"Eng-Utah": "2814", "Eng-Omaha": "2719", "Eng-Gold": "2525", "Eng-Juno": "2527", "Eng-Sword": "2431"}


def week(at: dict[str, str], control: str = "") -> Situation[Normandy44]:
    s: Situation[Normandy44] = Situation(GAME, "seven-turn", at=ENGINEERS | at, rest="removed")
    s.g.allied_control = s.spaces(control)
    s.g.touch()
    return s


def points(s: Situation[Normandy44], why: str) -> int:
    return sum(award.points for award in week_awards(s.g) if award.why == why)


@covers("25.1")
def test_it_ends_after_turn_seven() -> None:
    s: Situation[Normandy44] = Situation(GAME, "seven-turn")
    assert s.g.last_turn == 7
    assert s.at("26/12SS") == "reinforcements"


@covers("25.2")
def test_a_free_road_from_juno_links_the_beaches() -> None:
    assert points(week({}), "the beaches are linked") == 3
    assert not beaches_linked(week({"795/709": "2811"}).g)


@covers("25.2")
def test_a_zone_blocks_the_road_unless_an_allied_unit_stands_in_the_hex() -> None:
    assert not beaches_linked(week({"795/709": "2812"}).g)
    assert beaches_linked(week({"795/709": "2812", "505/82": "2811", "508/82": "2711"}).g)


@covers("25.2")
def test_cities_and_towns_beyond_the_fleet() -> None:
    s = week({}, "2322 2029 3208 2809 2426")  # Bayeux, a hex of Caen, Valognes, Pont-l'Abbé; Creully is in range
    assert points(s, "beyond naval range") == 2 + 2 + 1 + 1


@covers("25.2", "2.2.5")
def test_drop_hexes_are_held_by_units_or_as_towns() -> None:
    s = week({"508/82": "2710"}, "2811 2131 2810")  # Ste-Mère-Église and Ranville are towns, 2810 is open country
    held = [award for award in week_awards(s.g) if award.why == "drop hexes held"]
    assert s.names(sum(1 << award.space for award in held)) == "2811 2710 2131"


@covers("25.2")
def test_each_beach_without_its_engineers_costs_two() -> None:
    s: Situation[Normandy44] = Situation(GAME, "seven-turn", at={"Eng-Utah": "2814"}, rest="removed")
    lost = [award for award in week_awards(s.g) if award.points < 0]
    assert lost == [Award(ALLIED, -2, NOWHERE, f"no engineers on {b}") for b in ("Omaha", "Gold", "Juno", "Sword")]


@covers("25.2")
def test_fourteen_points_win() -> None:
    towns = "2322 2029 2030 1929 1930 3208"
    s = week({}, towns)
    assert tally(week_awards(s.g)) == (0, 3 + 10 + 1)
    assert rules_of(s.g).outcome(s.g).winner == ALLIED
    s = week({"795/709": "2811"}, towns)
    assert rules_of(s.g).outcome(s.g).winner != ALLIED


@covers("25.2")
def test_the_map_shows_what_counts_in_this_scenario() -> None:
    game: Situation[Normandy44] = Situation(GAME, "seven-turn")
    shown = victory_overlay(game.g, None).spaces
    assert shown["2322"].word == "2"  # Bayeux
    assert sum(space in shown for space in ("2710", "2810", "2811")) == 3  # drop hexes
    campaign: Situation[Normandy44] = Situation(GAME, "campaign")
    assert "2322" not in victory_overlay(campaign.g, None).spaces
    port: Situation[Normandy44] = Situation(GAME, "cherbourg")
    assert victory_overlay(port.g, None).spaces["2512"].word == "needed"
