"""20.2: drops, scatter and gliders."""

from tests.games.normandy44.support import (
    ALLIED,
    GAME,
    GERMAN,
    Scene,
    landing_sites,
    scene,
    why_not_build,
    why_not_move,
)

from bocage.games.normandy44.rules.r03_sequence import RecoveryPhase
from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, zone
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import able
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_determined_defence import Defence
from bocage.games.normandy44.rules.r20_airborne import Gliders, GliderSite, Scatter, drops
from bocage.games.normandy44.sides import BRITISH_AIRBORNE, US_AIRBORNE
from bocage.kernel.events import Rolled
from bocage.testing import covers


@covers("20.1", "20.2.1")
def test_nine_units_stand_in_their_drop_hexes_and_roll_a_die_each() -> None:
    s = Scene(GAME, "campaign")
    assert s.decides == "chance"
    assert drops(s.g).bit_count() == 9
    for _ in range(8):
        s.do("roll 6")
    assert {roll.result for roll in s.heard(Rolled)} == {"lands together"}
    assert "scatter" in s.trail.lower()
    s.do("roll 6")
    assert "Invasion" in s.trail
    assert not s.g.scattered


@covers("20.2.2")
def test_the_drops_of_the_example_of_play() -> None:
    s = Scene(GAME, "campaign")
    rolls = {"501/101": 1, "502/101": 2, "506/101": 6, "505/82": 5, "507/82": 2, "508/82": 2, "3/6Abn": 6, "5/6Abn": 3,
             "8/3/6Abn": 1}  # fmt: skip
    for name in [c.id for c in s.g.board.counters if c.arrival == "drop"]:
        s.do(f"roll {rolls[name]}")
    steps = {name: s.g.steps[s.unit(name)] for name in rolls}
    assert steps == {"501/101": 1, "502/101": 2, "506/101": 3, "505/82": 3, "507/82": 1, "508/82": 1, "3/6Abn": 2,
                     "5/6Abn": 3, "8/3/6Abn": 1}  # fmt: skip
    assert s.unit_names(s.g.scattered) == "501/101 502/101 505/82 507/82 508/82 5/6Abn 8/3/6Abn"
    assert s.g.boxed == s.units("501/101 507/82 508/82")  # their cadres take their place
    assert (s.g.replacements[US_AIRBORNE], s.g.replacements[BRITISH_AIRBORNE]) == (4, 1)


@covers("20.2.3")
def test_scattered_units_stay_and_do_not_attack_build_or_bond() -> None:
    at = {"505/82": "2811", "507/82": "2809", "795/709": "2812"}
    s = scene(at, scattered="505/82 507/82")
    because = why_not_move(s.g, ALLIED, s.unit("505/82"))
    assert because is not None
    assert because.rule == "20.2.3"
    assert not able(s.g, ALLIED) & s.units("505/82")
    assert why_not_build(s.g, s.unit("505/82")) is not None
    assert zone(s.g, ALLIED) & s.spaces("2810")  # they have a zone
    assert not bonds(s.g, ALLIED).hexes & s.spaces("2810")
    assert bonds(scene(at).g, ALLIED).hexes & s.spaces("2810")


@covers("20.2.3")
def test_one_scattered_unit_is_no_partner_for_a_bond() -> None:
    s = scene({"505/82": "2811", "507/82": "2809"}, scattered="505/82")
    assert not bonds(s.g, ALLIED).hexes & s.spaces("2810")


@covers("20.2.3")
def test_a_scattered_unit_may_still_stand_fast() -> None:
    s = scene({"505/82": "2811", "1057/91": "2810"}, scattered="505/82")
    a = Assault(by=GERMAN, target=s.space("2811"), attackers=s.units("1057/91"), main=s.units("1057/91"))
    s.ask(Defence(by=ALLIED, assault=a))
    assert "stand 505/82" in s.options()


@covers("20.2.3", "3")
def test_scatter_ends_in_the_allied_recovery_phase() -> None:
    s = scene({"505/82": "2811"}, scattered="505/82")
    s.ask(RecoveryPhase(side=GERMAN))
    assert s.g.scattered
    s.ask(RecoveryPhase(side=ALLIED))
    assert not s.g.scattered


GLIDERS = {"325/82": "gliders", "6/6Abn": "gliders"}


@covers("20.2.4")
def test_gliders_land_in_the_initial_phase_of_turn_two_with_a_bonus() -> None:
    s = scene(GLIDERS, turn=2, ask=InitialPhase())
    s.do("roll 1")  # the weather
    while "nation british" in s.options():
        s.do("nation british")
    while s.decides == "German":
        s.do("fortress-supply 0")
    while "nation british" in s.options():
        s.do("nation british")
    s.do("roll 3", "roll 3")
    assert (s.at("325/82"), s.at("6/6Abn")) == ("2711", "2231")
    assert s.g.steps[s.unit("325/82")] == 2  # a 3 counts as 4: S1 for the 82nd
    assert s.g.steps[s.unit("6/6Abn")] == 3  # and nothing for the 6th
    assert s.g.scattered == s.units("325/82")


@covers("20.2.4")
def test_an_enemy_in_the_hex_delays_a_glider_unit_by_a_turn() -> None:
    s = scene({"325/82": "gliders", "3/1058/91": "2711"}, turn=2, ask=Gliders(late=False))
    assert s.at("325/82") == "gliders"
    s.g.place(s.unit("3/1058/91"), s.space("2709"))
    s.ask(Gliders(late=True))
    assert s.at("325/82") == "gliders"  # though he has marched off
    s.g.place(s.unit("3/1058/91"), s.space("2711"))
    s.g.turn = 3
    s.ask(Gliders(late=False))
    sites = {text.split()[1] for text in s.options()}
    home = s.space("2711")
    assert sites
    assert all(0 < s.g.board.distance(home, s.space(hex_)) <= 4 for hex_ in sites)
    assert not sites & {"2711", "2712", "2612", "2611", "2613"}  # the enemy, his zone, and flooded ground
    s.do("at 2809 normal", "roll 6")
    assert s.at("325/82") == "2809"


@covers("20.2.4")
def test_a_full_hex_delays_it_to_allied_movement() -> None:
    full = {"505/82": "2711", "507/82": "2711"}
    s = scene({"325/82": "gliders"} | full, turn=2, ask=Gliders(late=False))
    assert s.at("325/82") == "gliders"
    s.g.place(s.unit("505/82"), s.space("2811"))
    s.ask(Gliders(late=True))
    s.do("roll 6")
    assert s.at("325/82") == "2711"


@covers("20.2.4")
def test_a_late_glider_unit_picks_neither_city_nor_flood_nor_enemy_zone() -> None:
    s = scene({"6/6Abn": "gliders", "192/21Pz": "2229"}, turn=3)
    sites = {s.g.board.names[space] for space in landing_sites(s.g, s.unit("6/6Abn"))}
    assert "2132" in sites
    assert not sites & {"2030", "2133", "2230", "2129"}
    assert GliderSite(by=ALLIED, unit=s.unit("6/6Abn")).options(s.g)


@covers("20.2.5")
def test_the_327th_comes_over_the_beach_and_does_not_scatter() -> None:
    s = Scene(GAME, "campaign")
    assert s.at("327/101") == "followup-utah"
    assert not drops(s.g) & s.units("327/101")
    s = scene({"327/101": "followup-utah", "Eng-Utah": "2814"}, turn=1, ask=Orders(by=ALLIED))
    s.do("land 327/101")
    s.do("at 2814 normal")
    assert not s.g.scattered
    assert s.g.regroup == s.units("327/101")


@covers("20.2.1")
def test_each_die_is_read_in_the_column_of_its_division() -> None:
    s = scene({"505/82": "2811", "501/101": "2712", "5/6Abn": "2131"}, turn=1)
    s.ask(Scatter(left=s.units("505/82 501/101 5/6Abn")))
    s.do("roll 4", "roll 4", "roll 4")
    assert [s.g.steps[s.unit(name)] for name in ("505/82", "501/101", "5/6Abn")] == [2, 3, 3]
    assert s.unit_names(s.g.scattered) == "501/101 505/82"
