"""10 Movement, with Figure 3."""

import pytest
from tests.games.darksummer.support import ALLIED, COMBINED, GERMAN, MOVE, Army, Scene, hexes, scene

from bocage.games.darksummer.atlas import Going
from bocage.games.darksummer.rules.r10_boxes import behind, eastern_exits
from bocage.games.darksummer.rules.r10_emergency_withdrawal import refuges
from bocage.games.darksummer.rules.r10_movement import destinations, points, reach_of
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r13_supply import german_sources, in_supply
from bocage.games.darksummer.state import REACTION
from bocage.testing import covers


def cost(s: Scene, start: str, to: str, going: Going) -> int | None:
    return dict(s.g.board.atlas.edges(going)[s.space(start)]).get(s.space(to))


@covers("10.2", "2.4")
def test_terrain_costs_add_up_and_roads_beat_them() -> None:
    s = scene()
    foot, motor = Going(ALLIED, motor=False), Going(ALLIED, motor=True)
    german = Going(GERMAN, motor=False)
    assert cost(s, "4808", "4809", foot) == 6  # clear
    assert cost(s, "4808", "4809", german) == 12
    assert cost(s, "4808", "4809", german._replace(wet=True)) == 6
    assert cost(s, "1604", "1704", foot) == 18  # bocage and a minor river
    assert cost(s, "4604", "4703", foot) == 18  # clear and a major river
    assert cost(s, "4604", "4703", motor) is None
    assert cost(s, "4604", "4704", motor) == 6  # Pegasus bridge, a minor road
    assert cost(s, "4907", "5008", motor) == 3  # a major road
    assert cost(s, "2606", "2605", foot) is None  # flooded
    assert cost(s, "4603", "4602", foot) is None  # the sea
    assert cost(s, "3012", "3112", foot._replace(roads=False)) == 12


@covers("10.1")
def test_a_unit_moves_once_and_one_hex_is_always_possible() -> None:
    s = scene({"20/9SS": "5013", "2Rng": "3304"}, army=Army.GERMAN, kind=MOVE, ask=Movement(by=GERMAN))
    s.do("select 20/9SS", "stay")
    assert s.refusal("select 20/9SS").rule == "10.1"
    s = scene({"731/711": "3320", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE, weather="Sun", turn=3)
    s.g.halved = True
    s.g.touch()
    assert points(s.g, s.units("731/711")) == 12
    assert (
        destinations(s.g, s.units("731/711")) & s.g.board.atlas.ring[s.space("3320")]
        == s.g.board.atlas.ring[s.space("3320")]
    )


@covers("10.1")
def test_a_stack_moves_together_at_the_pace_of_the_slowest() -> None:
    s = scene({"8/4": "3304", "4Cav": "3304", "731/711": "5103"}, kind=MOVE, ask=Movement(by=ALLIED))
    fast, both = destinations(s.g, s.units("4Cav")), destinations(s.g, s.units("8/4 4Cav"))
    assert both == destinations(s.g, s.units("8/4")) & fast
    s.do("stack 3304", "to 3306")
    assert (s.at("8/4"), s.at("4Cav")) == ("3306", "3306")
    assert s.refusal("select 4Cav").rule == "10.1"


@covers("10.1")
def test_out_of_supply_the_allowance_is_three() -> None:
    ring = {"125/21": "4809", "192/21": "4910", "22/21": "4710", "4Cav": "4810"}
    s = scene(ring, kind=MOVE)
    assert points(s.g, s.units("4Cav")) == 18


@covers("10.1")
def test_no_german_ends_a_round_in_a_lettered_hex_that_he_can_leave() -> None:
    s = scene({"731/711": "2727", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE, ask=Movement(by=GERMAN))
    assert s.refusal("done").rule == "10.1"
    assert "cannot end your movement yet" in Movement(by=GERMAN).prompt(s.g)  # the question says it before anybody asks
    s.do("select 731/711")
    assert s.refusal("stay").rule == "10.1"
    assert s.refusal("to 2828").rule == "10.1"
    s.do("to 2726", "done")
    s = scene(
        {"731/711": "2727", "8/4": "2726", "22/4": "2828", "12/4": "2628"},
        army=Army.GERMAN,
        kind=MOVE,
        ask=Movement(by=GERMAN),
    )
    s.do("done")  # hemmed in, it may stay
    s = scene({"731/711": "6409", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE, ask=Movement(by=GERMAN))
    s.do("done")  # E hexes are free


@covers("10.1")
def test_exit_markers_bar_the_other_army() -> None:
    s = scene({"4Cav": "6310", "8A": "6312"}, kind=MOVE, boundary_lifted=True, exits=[0, 0])
    s.g.exits[Army.BRITISH] = s.spaces("6409")
    s.g.touch()
    assert not destinations(s.g, s.units("4Cav")) & s.spaces("6409")
    assert destinations(s.g, s.units("8A")) & s.spaces("6409")


# --- emergency withdrawal ----------------------------------------------------------------------------------

FIGURE_3 = {"1058/91": "2003", "505/82": "1901", "507/82": "2004", "508/82": "2203"}
"""A is 2003; B and C are 1803 and 1804, D is 2101."""


@covers("10.3", "10.3.1")
def test_figure_3_an_emergency_withdrawal_leads_away_from_utah_and_from_all_enemies() -> None:
    s = scene(FIGURE_3, army=Army.GERMAN, kind=MOVE, open_beaches="2403", ask=Movement(by=GERMAN))
    assert not reach_of(s.g, s.units("1058/91")).cost
    assert hexes(s, sum(1 << space for space in refuges(s.g, s.units("1058/91")))) == {"1803", "1804"}
    far = {name: s.g.board.atlas.distance(s.space(name), s.space("2403")) for name in ("2003", "1803", "1804", "2101")}
    assert far == {"2003": 4, "1803": 6, "1804": 6, "2101": 3}
    s.do("select 1058/91")
    why = s.refusal("fall-back 2101")  # two hexes away and next to no enemy, but nearer to Utah
    assert why.rule == "10.3.1"
    assert "away from the nearest enemy source" in why.text
    assert "not two hexes away" in s.refusal("fall-back 1903").text
    assert "an enemy is in" in s.refusal("fall-back 2005").text
    s.do("fall-back 1803")
    assert s.at("1058/91") == "1803"


@covers("10.3")
def test_who_can_move_does_not_withdraw() -> None:
    s = scene({"1058/91": "2004", "505/82": "2204"}, army=Army.GERMAN, kind=MOVE, open_beaches="2403")
    assert refuges(s.g, s.units("1058/91")) == {}
    s.ask(Movement(by=GERMAN))
    s.do("select 1058/91")
    assert s.refusal("fall-back 1804").text == "1058th Grenadiers, 91st Division can move: this is not an emergency"


@covers("10.3")
def test_a_stack_withdraws_only_if_none_of_it_can_move() -> None:
    at = {"731/711": "4703", "125/21": "4703", "8A": "4902", "27A": "4704"}
    s = scene(at, army=Army.GERMAN, kind=MOVE, ask=Movement(by=GERMAN))
    assert hexes(s, destinations(s.g, s.units("731/711"))) == {"4604"}  # on foot over the Orne
    assert not destinations(s.g, s.units("125/21"))
    assert refuges(s.g, s.units("125/21"))
    s.do("stack 4703")
    assert not [option for option in s.options() if option.startswith("fall-back")]


@covers("10.3.2")
@pytest.mark.parametrize(("value", "allowed"), [("in Move Rounds", False), ("also in reactions", True)])
def test_withdrawal_in_a_reaction_is_an_option(value: str, allowed: bool) -> None:
    s = scene(FIGURE_3, army=Army.GERMAN, kind=REACTION, open_beaches="2403", options={"withdrawal": value})
    assert bool(refuges(s.g, s.units("1058/91"))) is allowed


# --- boxes --------------------------------------------------------------------------------------------------


@covers("10.4", "10.4.1", "10.4.3")
def test_cherbourg_is_entered_from_c_hexes_even_with_enemies_inside() -> None:
    s = scene({"8/4": "1701", "729/709": "cherbourg"}, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 8/4", "to cherbourg")
    assert s.at("8/4") == "cherbourg"
    s = scene({"GTD/2Fr": "1701"}, kind=MOVE)
    assert not destinations(s.g, s.units("GTD/2Fr")) & s.spaces("cherbourg")
    s = scene({"920/243": "1701", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE)
    assert destinations(s.g, s.units("920/243")) & s.spaces("cherbourg")
    s.g.cherbourg_taken = 3
    s.g.touch()
    assert not destinations(s.g, s.units("920/243")) & s.spaces("cherbourg")


@covers("10.4.1")
def test_out_of_a_zone_a_box_is_entered_only_if_one_began_there() -> None:
    s = scene({"8/4": "1701", "920/243": "1600", "921/243": "1900", "922/243": "1300"}, kind=MOVE)
    assert "cherbourg" not in hexes(s, destinations(s.g, s.units("8/4")))
    s = scene({"8/4": "1700", "920/243": "1600"}, kind=MOVE)
    assert "cherbourg" in hexes(s, destinations(s.g, s.units("8/4")))


@covers("10.4.2", "10.4.3", "13.5")
def test_nobody_leaves_cherbourg_while_enemies_are_inside_or_germans_while_it_is_isolated() -> None:
    s = scene({"8/4": "cherbourg", "729/709": "cherbourg"}, kind=MOVE, ask=Movement(by=ALLIED))
    assert s.refusal("select 8/4").rule == "10.4"
    s = scene({"8/4": "cherbourg"}, kind=MOVE)
    assert s.g.board.atlas.c_hexes & destinations(s.g, s.units("8/4")) == s.g.board.atlas.c_hexes
    s = scene({"729/709": "cherbourg", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE)
    assert destinations(s.g, s.units("729/709"))
    s.g.isolated = True
    s.g.touch()
    assert not destinations(s.g, s.units("729/709"))


@covers("10.4.4", "5.4")
def test_brittany_is_entered_from_w_hexes_and_left_by_s_hexes_a_turn_later() -> None:
    s = scene({"4Cav": "2726", "22/4": "2825", "731/711": "5103"}, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 4Cav", "to brittany-entered")
    assert s.g.brittany_entered
    assert not s.g.boundary_lifted  # only after the Round
    assert s.refusal("select 4Cav").rule == "10.1"
    s = scene(
        {"4Cav": "brittany"}, kind=MOVE, boundary_lifted=True, brittany_entered=True, turn=8, ask=Movement(by=ALLIED)
    )
    s.do("select 4Cav")
    reach = set(s.options())
    assert {"to 3428", "to 3828", "to 4428", "to 5428", "to 6028"} <= reach
    s.do("to 5428")
    assert (s.g.brittany_left, s.g.came_back) == (8, s.units("4Cav"))


@covers("10.4.4")
def test_the_turn_of_the_first_return_is_the_last_to_enter_brittany() -> None:
    for turn, allowed in ((8, True), (9, False)):
        s = scene({"4Cav": "2726"}, kind=MOVE, turn=turn, brittany_left=8, brittany_entered=True, boundary_lifted=True)
        assert bool(destinations(s.g, s.units("4Cav")) & s.spaces("brittany-entered")) is allowed


@covers("10.4.4")
def test_nobody_comes_back_from_brittany_and_leaves_in_the_east_in_one_move() -> None:
    s = scene({"4Cav": "brittany"}, kind=MOVE, boundary_lifted=True, brittany_entered=True)
    assert not destinations(s.g, s.units("4Cav")) & s.spaces("east-allied")


@covers("10.4.5")
def test_the_us_leave_after_brittany_the_british_after_caen_and_in_supply() -> None:
    s = scene({"4Cav": "6410", "8A": "6414"}, kind=MOVE)
    assert eastern_exits(s.g, Army.US, s.units("4Cav")) == 0
    assert eastern_exits(s.g, Army.BRITISH, s.units("8A")) == 0
    s = scene({"4Cav": "6410", "8A": "6414"}, kind=MOVE, boundary_lifted=True, caen_fell=True)
    assert eastern_exits(s.g, Army.US, s.units("4Cav")) == s.g.board.atlas.e_hexes
    s = scene({"4Cav": "6410"}, kind=MOVE, boundary_lifted=True, open_beaches="4603", ask=Movement(by=ALLIED))
    assert eastern_exits(s.g, Army.US, s.units("4Cav")) == 0  # no US beach feeds it


@covers("10.4.5", "6.2")
def test_supply_at_the_exit_does_not_run_through_a_zone_that_the_leaving_unit_negated() -> None:
    """The line from 6425 runs through 6325, in a German zone: whoever leaves must not be the one who negates it."""
    at = {"4Cav": "6325", "731/711": "6225", "744/711": "6423", "100Pz": "6426"}
    s = scene(at, kind=MOVE, boundary_lifted=True, ask=Movement(by=ALLIED))
    assert in_supply(s.g, s.unit("4Cav"))
    s.do("select 4Cav")
    assert "to 6425" in s.options()
    assert s.refusal("to east-allied").rule == "10.4.1"
    s = scene(at | {"102Cav": "6325"}, kind=MOVE, boundary_lifted=True, ask=Movement(by=ALLIED))
    s.do("select 4Cav")
    assert "to east-allied" in s.options()


@covers("10.4.5")
def test_exit_markers_part_the_armies_and_shut_the_germans_out() -> None:
    s = scene({"4Cav": "6410"}, kind=MOVE, boundary_lifted=True, ask=Movement(by=ALLIED))
    s.do("select 4Cav", "to east-allied")
    marked = s.g.exits[Army.US]
    assert marked.bit_count() == 1
    s.g.caen_fell = True
    s.g.touch()
    south = behind(s.g, Army.US)
    open_ = eastern_exits(s.g, Army.BRITISH, s.units("8A"))
    assert not open_ & (south | marked)
    assert hexes(s, eastern_exits(s.g, Army.GERMAN, s.units("25/12SS"))) == hexes(s, s.g.board.atlas.e_hexes & ~marked)
    assert not german_sources(s.g) & marked
    s.g.exits = [0, s.spaces("6413")]
    s.g.touch()
    assert hexes(s, behind(s.g, Army.BRITISH)) == {"6401", "6405", "6409"}


@covers("10.4.5")
def test_nobody_leaves_by_the_e_hex_in_brackets_and_nobody_comes_back() -> None:
    s = scene({"731/711": "5400", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE)
    assert not destinations(s.g, s.units("731/711")) & s.spaces("east-german")
    s = scene({"731/711": "east-german", "8/4": "2403"}, army=Army.GERMAN, kind=MOVE, ask=Movement(by=GERMAN))
    assert s.refusal("select 731/711").rule == "10.4"


@covers("10.4", "10.4.3", "10.4.4", "10.4.5")
@pytest.mark.parametrize(
    ("unit", "at", "to", "rule", "why"),
    [
        ("GTD/2Fr", "1701", "cherbourg", "10.4.3", "only US units and Germans enter Cherbourg Box"),
        ("920/243", "1701", "cherbourg", "10.4.3", "no German enters Cherbourg Box once it has fallen"),
        ("GTD/2Fr", "2727", "brittany-entered", "10.4.4", "only US units enter Brittany Box: just entered"),
        ("8/4", "2727", "brittany-entered", "10.4.4", "nobody enters Brittany Box: just entered any more"),
        ("920/243", "6408", "east-allied", "5.5", "Eastern Exit Box, Allied is the enemy's section"),
        ("8/4", "3612", "east-allied", "10.4.5", "no US or French unit leaves in the east before the end of the Round"),
        ("8A", "6408", "east-allied", "10.4.5", "no British unit leaves in the east before the Allies have controlled"),
        (
            "22/4",
            "brittany",
            "east-allied",
            "10.4.5",
            "no US or French unit leaves in the east before the end of the R",
        ),
    ],
)
def test_why_a_box_is_shut(unit: str, at: str, to: str, rule: str, why: str) -> None:
    army = {"9": Army.GERMAN, "8A": Army.BRITISH}.get(unit if unit == "8A" else unit[0], Army.US)
    s = scene({unit: at, "731/711": "5103", "12/4": "2403"}, army=army, kind=MOVE, turn=9, ask=Movement(by=army.side))
    s.g.cherbourg_taken, s.g.brittany_left, s.g.brittany_entered = 4, 8, True
    s.g.touch()
    s.do(f"select {unit}")
    because = s.refusal(f"to {to}")
    assert because.rule == rule
    assert because.text.startswith(why)


@covers("10.4.1", "10.4.2", "9.3.3")
def test_boxes_in_a_combined_round() -> None:
    s = scene({"8/4": "1700"}, kind=COMBINED)
    assert "cherbourg" in hexes(s, destinations(s.g, s.units("8/4")))
    s = scene({"8/4": "1801"}, kind=COMBINED)
    assert "cherbourg" in hexes(s, destinations(s.g, s.units("8/4")))  # by road into 1700, then in
    s = scene({"8/4": "1501"}, kind=COMBINED)
    assert "cherbourg" not in hexes(s, destinations(s.g, s.units("8/4")))
    s = scene({"8/4": "cherbourg"}, kind=COMBINED)
    found = hexes(s, destinations(s.g, s.units("8/4")))
    assert {"1400", "1401", "1801"} <= found
    assert "1501" not in found


@covers("10", "9.3.4")
def test_germans_stranded_in_a_lettered_hex_leave_in_any_reaction() -> None:
    from bocage.games.darksummer.rules.r09_reaction import ReactionRound

    s = scene({"731/711": "2727", "192/21": "4709", "8/4": "2403"}, ask=ReactionRound(units=0))
    s.g.active = s.g.active
    assert s.options()[0] == "select 731/711"


@covers("3.2.2", "10.1")
def test_a_move_takes_a_town_on_its_way_and_goes_on() -> None:
    s = scene({"4Cav": "4420", "731/711": "5103"}, kind=MOVE, ask=Movement(by=ALLIED), boundary_lifted=True)
    s.do("select 4Cav")
    assert "via 4421" in s.options()  # Flers
    assert s.refusal("via 4419").rule == "3.2.2"
    s.do("via 4421")
    assert s.refusal("stay").rule == "10.1"
    s.do("to 4420")  # back where it came from
    assert s.at("4Cav") == "4420"
    assert s.g.allied_hexes & s.spaces("4421")
    assert s.refusal("select 4Cav").rule == "10.1"


@covers("10.1", "6.3")
def test_what_a_way_costs_is_gone_and_zones_stop_it() -> None:
    s = scene({"8/4": "4420"}, kind=MOVE, ask=Movement(by=ALLIED), boundary_lifted=True, weather="Rain")
    s.do("select 8/4")
    direct = {text for text in s.options() if text.startswith("to")}
    s.do("via 4421")
    too_far = direct - set(s.options())
    assert "to 4421" in too_far
    assert len(too_far) > 1
    assert {s.refusal(text).rule for text in too_far} == {"10.1"}
    s = scene({"8/4": "4420", "731/711": "4422"}, kind=MOVE, ask=Movement(by=ALLIED), boundary_lifted=True)
    s.do("select 8/4")
    assert "to 4421" in s.options()
    assert s.refusal("via 4421").rule == "10.1"  # next to a German it goes no further
