"""9. Movement: costs, roads, water, bonds of terrain, and the manners of moving."""

from tests.games.normandy44.support import (
    ALLIED,
    CLEAR,
    GERMAN,
    OVERCAST,
    STORM,
    cost,
    destinations,
    scene,
    step_cost,
    why_not_end,
    why_not_manner,
)

from bocage.games.normandy44.rules.r03_sequence import CombatPhase
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.rules.r09_movement import (
    BICYCLE,
    CONVOY,
    NORMAL,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    Field,
    allowance,
    by_hexes,
    by_points,
    points_for,
    search,
    table_of,
)
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase, Orders
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.kernel.board import POINT
from bocage.kernel.flow import replace
from bocage.kernel.spaces import each
from bocage.testing import covers


@covers("9.1")
def test_a_unit_moves_within_its_allowance_and_never_into_an_enemy() -> None:
    s = scene({"69/50": "1631", "1/914/352": "1634"}, ask=Orders(by=ALLIED))
    s.do("move 69/50")
    assert "to 1632" in s.options()
    assert s.refusal("to 1634").rule == "9.1"
    assert s.refusal("to 1238").rule == "9.1"
    s.do("to 1630", "halt")
    assert s.at("69/50") == "1630"
    assert s.refusal("move 69/50").text == "69/50 has had its move"


@covers("9.1")
def test_a_unit_may_go_on_with_the_points_it_has_left() -> None:
    s = scene({"69/50": "1631"}, ask=Orders(by=ALLIED))
    s.do("move 69/50", "to 1632", "to 1633", "to 1634")
    assert s.at("69/50") == "1634"
    assert "to 1635" in s.options()  # four points: one is left
    s.do("to 1635")
    assert s.decides == "Allied"
    assert "end" in s.options()  # back among the orders: nothing is left


@covers("9.2")
def test_no_unit_leaves_the_map() -> None:
    s = scene({"125/21Pz": "1032"}, ask=Orders(by=GERMAN))
    s.do("move 125/21Pz")
    assert all(text.startswith(("to ", "halt")) for text in s.options())
    assert s.refusal("to britain").rule == "9.2"


@covers("9.3")
def test_roads_cost_half_a_point_and_bridge_rivers() -> None:
    s = scene({"1/914/352": "1530"})
    assert cost(s, "1/914/352", "1431") == 3  # primary
    assert cost(s, "1/914/352", "1531") == 3  # secondary
    assert cost(s, "1/914/352", "1529") == 3  # secondary, over a bridge
    assert cost(s, "1/914/352", "1631") == 6  # across country


@covers("9.3", "9.7")
def test_only_vehicles_get_a_third_of_a_point_on_primary_roads_and_german_ones_only_in_storms() -> None:
    assert cost(scene({"22a/7Armd": "1530"}), "22a/7Armd", "1431") == 2
    assert cost(scene({"125/21Pz": "1530"}, row=OVERCAST), "125/21Pz", "1431") == 3
    assert cost(scene({"125/21Pz": "1530"}, row=STORM), "125/21Pz", "1431") == 2


@covers("9.4.1")
def test_an_unbridged_major_river_costs_a_point_and_must_be_the_first_hex() -> None:
    s = scene({"69/50": "1829", "1/22/21Pz": "1829"})
    assert "major" in s.g.board.between(s.space("1829"), s.space("1828"))
    assert step_cost(s, "69/50", "1829", "1828") == (12, True)
    assert step_cost(s, "1/22/21Pz", "1829", "1828") == (12, True)
    field = Field(0, 0, bonds(s.g, GERMAN))
    lanes = s.g.board.atlas.lanes[0]
    second, _ = by_points(lanes, s.space("1830"), 18, field, fresh=True)
    assert second[s.space("1829")][0] == 6
    assert second[s.space("1828")] == (12, s.space("1928"))  # round by the bridge
    assert s.space("1828") not in {to for to, _, _ in lanes.free[s.space("1829")]}


@covers("9.4.2")
def test_an_unbridged_minor_river_costs_vehicles_a_point_and_others_nothing() -> None:
    s = scene({"1/22/21Pz": "1630", "1/914/352": "1630"})
    assert "minor" in s.g.board.between(s.space("1630"), s.space("1529"))
    assert step_cost(s, "1/22/21Pz", "1630", "1529") == (12, False)
    assert step_cost(s, "1/914/352", "1630", "1529") == (6, False)


@covers("9.5.1")
def test_flooded_hexsides_bar_vehicles_and_cost_others_a_point_as_first_hex() -> None:
    s = scene({"508/82": "2710", "70Tk": "2711"})
    assert step_cost(s, "508/82", "2710", "2711") == (12, True)
    assert step_cost(s, "70Tk", "2711", "2710") is None
    assert step_cost(s, "70Tk", "2811", "2710") == (3, False)  # along the road


@covers("9.5.2")
def test_flooded_hexes_stop_others_and_bar_vehicles_off_the_road() -> None:
    s = scene({"505/82": "2612"})
    assert cost(s, "505/82", "2611") == 18  # two points and one for the flooded hexside
    t = scene({"501/101": "2511"})
    assert cost(t, "501/101", "2411") == 12
    assert "2412" in destinations(t, "501/101")
    search = Moving(by=ALLIED, unit=t.unit("501/101")).searches(t.g)[0]
    assert t.space("2411") in search.ends  # it must stop there
    assert t.space("2411") not in search.found
    assert cost(scene({"70Tk": "2511"}), "70Tk", "2411") is None


@covers("9.5.2")
def test_who_comes_into_a_flooded_hex_by_road_goes_on_by_road() -> None:
    s = scene({"857/346": "1933"})
    unit, beyond = s.unit("857/346"), s.space("1834")
    assert search(s.g, unit, NORMAL, 12, fresh=True).cost(beyond) == 6
    halfway = search(s.g, unit, NORMAL, 12, fresh=False)
    assert halfway.cost(s.space("1932")) == 3  # the road
    assert halfway.cost(beyond) != 6


@covers("9.5.1", "9.5.2", "9.6", "6.2.5", "9.8.1", "9.8.2")
def test_refusals_name_the_ground_or_the_manner_of_moving() -> None:
    s = scene({"70Tk": "2511", "1057/91": "2409"}, ask=Orders(by=ALLIED))
    s.do("move 70Tk")
    assert s.refusal("to 2411").rule == "9.5.2"
    s = scene({"505/82": "2713"}, ask=Orders(by=ALLIED))
    s.do("move 505/82")
    assert s.refusal("to 2614").rule == "9.6"
    s = scene({"505/82": "2711"}, replaced="505/82", ask=Orders(by=ALLIED))
    s.do("move 505/82")
    assert s.refusal("to 2909").rule == "6.2.4"
    s = scene({"125/21Pz": "1530", "69/50": "1732"}, ask=Orders(by=GERMAN))
    s.do("strategic 125/21Pz")
    hostile = next(each(zone(s.g, ALLIED)))
    assert s.refusal(f"to {s.g.board.names[hostile]}").rule == "9.8.2"
    assert s.refusal("to 1631").rule == "9.8.1"


@covers("9.6")
def test_nothing_crosses_an_impassable_hexside() -> None:
    s = scene({"501/101": "2713"})
    assert "impassable" in s.g.board.between(s.space("2713"), s.space("2614"))
    assert cost(s, "501/101", "2614", left=6) is None


@covers("9.7", "4.3")
def test_german_vehicles_lose_two_points_under_clear_skies() -> None:
    s = scene({"125/21Pz": "1631", "1/914/352": "1631"}, row=CLEAR)
    assert allowance(s.g, s.unit("125/21Pz")) == 3
    assert allowance(s.g, s.unit("1/914/352")) == 3
    assert allowance(scene(row=OVERCAST).g, s.unit("125/21Pz")) == 5


@covers("9.8.1")
def test_strategic_movement_doubles_the_points_of_supplied_vehicles_on_roads() -> None:
    s = scene({"125/21Pz": "1530"})
    assert points_for(s.g, s.unit("125/21Pz"), STRATEGIC) == 60
    assert cost(s, "125/21Pz", "1631", STRATEGIC) is None  # no road
    assert cost(s, "125/21Pz", "1431", STRATEGIC) == 3
    for state in ("out_of_supply", "disrupted"):
        t = scene({"125/21Pz": "1530"}, **{state: "125/21Pz"})
        because = why_not_manner(t.g, t.unit("125/21Pz"), STRATEGIC)
        assert because is not None
        assert because.rule in ("9.8.1", "13.6", "18.4")
    u = scene({"1/914/352": "1530"})
    assert why_not_manner(u.g, u.unit("1/914/352"), STRATEGIC).rule == "9.8.1"  # type: ignore[union-attr]


@covers("9.8.2")
def test_strategic_movement_keeps_away_from_enemies_and_ends_alone() -> None:
    s = scene({"125/21Pz": "1530", "69/50": "1531"})
    assert why_not_manner(s.g, s.unit("125/21Pz"), STRATEGIC).rule == "9.8.2"  # type: ignore[union-attr]
    t = scene({"125/21Pz": "1530", "1/914/352": "1431", "2/914/352": "1331"}, strategic="2/914/352")
    assert why_not_end(t.g, t.unit("125/21Pz"), t.space("1431"), STRATEGIC).rule == "9.8.2"  # type: ignore[union-attr]
    assert why_not_end(t.g, t.unit("125/21Pz"), t.space("1431"), NORMAL) is None
    assert why_not_end(t.g, t.unit("125/21Pz"), t.space("1331"), NORMAL).rule == "9.8.2"  # type: ignore[union-attr]


@covers("9.8.3")
def test_each_side_has_three_strategic_markers() -> None:
    at = {"125/21Pz": "1530", "192/21Pz": "1431", "902/Lehr": "1330", "901/Lehr": "1130"}
    s = scene(at, strategic="125/21Pz 192/21Pz 902/Lehr")
    assert why_not_manner(s.g, s.unit("901/Lehr"), STRATEGIC).rule == "9.8.3"  # type: ignore[union-attr]
    t = scene(at, strategic="125/21Pz 192/21Pz", ask=Orders(by=GERMAN))
    t.do("strategic 901/Lehr")
    assert "to 1032" in t.options()


@covers("9.8.5")
def test_the_markers_come_off_in_the_next_own_movement_phase() -> None:
    s = scene({"125/21Pz": "1530", "1/914/352": "1630"}, strategic="125/21Pz", trucked="1/914/352")
    s.ask(MovementPhase(side=ALLIED))
    assert s.g.strategic == s.units("125/21Pz")
    s.ask(MovementPhase(side=GERMAN))
    assert s.g.strategic == 0
    assert s.g.trucked == 0


@covers("9.8.5", "9.8.6")
def test_an_attack_takes_both_markers_off() -> None:
    at = {"1/914/352": "1731", "69/50": "1631"}
    s = scene(at, strategic="1/914/352", trucked="1/914/352", ask=CombatPhase(side=ALLIED))
    s.do("attack 1731", "with 69/50", "ready")
    s.do(s.options()[0])
    s.do("fight")
    assert s.g.strategic == s.g.trucked == 0


@covers("9.8.6")
def test_one_german_unit_a_turn_rides_on_trucks() -> None:
    s = scene({"1/914/352": "1530", "2/914/352": "1630", "69/50": "2230"})
    unit = s.unit("1/914/352")
    assert points_for(s.g, unit, TRUCK) == 30
    assert points_for(s.g, unit, CONVOY) == 60
    assert points_for(scene(row=CLEAR).g, unit, TRUCK) == 18
    s.ask(Orders(by=GERMAN))
    s.do("truck 1/914/352", "to 1032", "halt")
    assert s.g.trucked == s.units("1/914/352")
    assert s.refusal("truck 2/914/352").rule == "9.8.6"
    assert why_not_manner(s.g, s.unit("69/50"), TRUCK).rule == "9.8.6"  # type: ignore[union-attr]


@covers("9.8.7")
def test_neither_on_turn_1() -> None:
    s = scene({"125/21Pz": "1530", "1/914/352": "1630"}, turn=1, ask=Orders(by=GERMAN))
    assert not [text for text in s.options() if text.startswith(("strategic", "truck", "convoy"))]
    assert s.refusal("strategic 125/21Pz").rule == "9.8.7"


@covers("9.9")
def test_bicycles_have_six_points_on_roads_in_overcast_weather() -> None:
    s = scene({"30Mob": "1708"}, row=OVERCAST)
    assert cost(s, "30Mob", "1815", BICYCLE) is not None
    assert "1918" in destinations(s, "30Mob")  # twelve road hexes
    assert "1918" not in destinations(scene({"30Mob": "1708"}, row=CLEAR), "30Mob")
    assert "1918" not in destinations(scene({"30Mob": "1708", "16/1": "1809"}), "30Mob")


@covers("9.10")
def test_tactical_movement_ignores_costs_for_two_hexes_but_no_other_rule() -> None:
    s = scene({"1/22/21Pz": "2131"}, disrupted="1/22/21Pz")  # woods 2132 cost two points
    assert "2132" in destinations(s, "1/22/21Pz")
    t = scene({"125/21Pz": "1631", "69/50": "1632"}, disrupted="125/21Pz")
    assert destinations(t, "125/21Pz") == {
        "1730",
        "1630",
        "1530",
        "1731",
        "1531",
        "1830",
        "1831",
        "1729",
        "1629",
        "1529",
        "1430",
        "1431",
    }
    assert cost(scene({"508/82": "2709"}), "508/82", "2711", TACTICAL) is None  # floods only as the first hex


@covers("9.10")
def test_whoever_can_pay_for_any_two_steps_gains_nothing_by_tactical_movement() -> None:
    s = scene({"69/50": "1631", "1/22/21Pz": "1829", "1/914/352": "1634", "2/914/352": "1833", "857/346": "2612"})
    atlas, spared = s.g.board.atlas, set()
    for name, foe in (("69/50", GERMAN), ("22a/7Armd", GERMAN), ("125/21Pz", ALLIED)):
        lanes = atlas.lanes[table_of(s.g, s.unit(name))]
        field = Field(presence(s.g).hexes[foe], zone(s.g, foe), bonds(s.g, foe))
        for start in each(atlas.land & ~field.closed):
            tactical = set().union(*by_hexes(lanes, start, 2, field, fresh=True))
            for less in (0, 1):
                points = lanes.two_steps(start) + POINT - less
                if tactical - set().union(*by_points(lanes, start, points, field, fresh=True)):
                    spared.add(less)
    assert spared == {1}  # with a little less it does gain something, somewhere
    marching = Moving(by=ALLIED, unit=s.unit("69/50"))
    assert [found.mode for found in marching.searches(s.g)] == [NORMAL]  # four points, and the country is easy
    assert [found.mode for found in replace(marching, reserve=True).searches(s.g)] == [NORMAL, TACTICAL]


@covers("9.11")
def test_causeways_cross_floods_at_no_cost() -> None:
    s = scene({"12/4": "2814", "70Tk": "2814"})
    assert cost(s, "12/4", "2713") == 6
    assert cost(s, "70Tk", "2713") == 6


@covers("9.1", "16.1.3")
def test_a_unit_picked_to_move_that_stays_has_had_its_turn_but_may_dig_in() -> None:
    s = scene({"69/50": "1631"}, ip_left=[0, 0, 1], ask=Orders(by=ALLIED))
    s.do("move 69/50", "halt")
    assert "move 69/50" not in s.options()
    assert {"entrench 69/50", "reserve 69/50"} <= set(s.options())
