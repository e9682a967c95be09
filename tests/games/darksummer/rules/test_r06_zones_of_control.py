"""6 Zones of control, with Figure 1."""

from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, hexes, scene

from bocage.games.darksummer.rules.r06_zones_of_control import barring, enemies_in_zone, zone
from bocage.games.darksummer.rules.r10_movement import reach_of
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.kernel.spaces import each
from bocage.testing import covers


@covers("6", "6.1", "6.2")
def test_figure_1_the_501st_projects_into_four_hexes() -> None:
    s = scene({"501/101": "2606", "6FJ": "2706"})
    atlas, here = s.g.board.atlas, s.space("2606")
    around = [n for n in s.g.board.neighbours[here] if n not in atlas.around[here]]
    assert [s.g.board.names[n] for n in around] == ["2605"]
    assert [s.g.board.names[n] for n in atlas.around[here] if "major" in s.g.board.between(here, n)] == ["2705"]
    assert hexes(s, zone(s.g, ALLIED)) == {"2706", "2607", "2506", "2505"}
    assert hexes(s, barring(s.g, GERMAN)) == {"2607", "2506", "2505"}


@covers("6")
def test_battalions_tigers_and_strongpoints_have_no_zone_but_flak_has() -> None:
    for name in ("503Tiger", "100Pz", "Ost-2203", "SP-Utah"):
        assert zone(scene({name: "5013"}).g, GERMAN) == 0
    assert zone(scene({"2Rng": "3304"}).g, ALLIED) == 0
    s = scene({"1Flak": "5013"})
    assert zone(s.g, GERMAN) == s.g.board.atlas.ring[s.space("5013")]


@covers("6.1")
def test_zones_stop_at_cities_and_major_rivers_but_come_out_of_cities() -> None:
    s = scene({"192/21": "4506"})
    assert hexes(s, zone(s.g, GERMAN)) == {"4505", "4406", "4407", "4507"}  # over the Orne: nothing
    s = scene({"192/21": "4406"})
    assert "4506" not in hexes(s, zone(s.g, GERMAN))


@covers("6.1")
def test_strongpoints_keep_allied_zones_out_and_open_beaches_german_ones() -> None:
    s = scene({"8/3": "4503", "SP-Hillman": "4504", "736/716": "4404"})
    assert "4504" not in hexes(s, zone(s.g, ALLIED))
    assert "4403" in hexes(s, zone(s.g, GERMAN))
    s = scene({"736/716": "4303"}, open_beaches="4302 4603")
    assert "4302" not in hexes(s, zone(s.g, GERMAN))
    s = scene({"736/716": "4303"}, open_beaches="4603")
    assert "4302" in hexes(s, zone(s.g, GERMAN))


@covers("6.3")
def test_a_unit_stops_in_a_zone_and_does_not_go_from_zone_to_zone() -> None:
    s = scene(
        {"4Cav": "4710", "125/21": "4712"}, army=Army.US, kind=MOVE, boundary_lifted=True, ask=Movement(by=ALLIED)
    )
    s.do("select 4Cav")
    reach = set(s.options())
    assert "to 4711" in reach
    assert s.refusal("to 4712").rule == "10.1"
    s.do("to 4711")
    s.g.moved = 0
    s.g.touch()
    s.do("select 4Cav")
    way = reach_of(s.g, s.units("4Cav")).path(s.space("4812"))
    assert [s.g.board.names[space] for space in way] == ["4711", "4811", "4812"]  # never from zone to zone
    assert "to 4710" in s.options()


@covers("6.4")
def test_zones_say_whom_a_mandatory_attack_concerns() -> None:
    s = scene({"8/3": "4404", "185/3": "4304", "736/716": "4405"}, army=Army.BRITISH)
    assert enemies_in_zone(s.g, ALLIED, s.spaces("4404 4304")) == s.spaces("4405")
    assert list(each(enemies_in_zone(s.g, ALLIED, s.spaces("4203")))) == []
