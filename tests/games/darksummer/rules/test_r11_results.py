"""11.3.5 to 11.9: results, losses, retreat, advance, Cherbourg, beaches."""

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, Army, Scene, hexes, scene

from bocage.games.darksummer.rules.r11_advance import AdvanceAfterCombat
from bocage.games.darksummer.rules.r11_battle import Battle
from bocage.games.darksummer.rules.r11_cherbourg import must_besiege
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_losses import Losses
from bocage.games.darksummer.rules.r11_odds import Assault
from bocage.games.darksummer.rules.r11_results import effect_of, may_spare_themselves
from bocage.games.darksummer.rules.r11_retreat import Retreat, nearest_sources, ways_back, ways_to_cherbourg
from bocage.games.darksummer.rules.r11_siege import siege_odds
from bocage.games.darksummer.state import COMBINED
from bocage.kernel.events import Rolled
from bocage.kernel.ids import Spaces
from bocage.kernel.retreat import Route
from bocage.kernel.spaces import spaces
from bocage.testing import covers


def end_spaces(routes: list[Route]) -> Spaces:
    """Where retreats lead."""
    return spaces(route.path[-1] for route in routes)


def settle(s: Scene, a: Assault, effect: str) -> None:
    """Carry out an effect of a battle as if the die had given it."""
    s.g.attacked |= a.attackers
    battle = Battle(assault=a)
    s.g.stack = ((battle, "settled"),)
    from bocage.kernel import flow

    flow._settle(s.g, battle.settled(s.g, effect))


@covers("11.3.6")
def test_two_step_units_are_reduced_before_anybody_dies() -> None:
    s = scene({"39/9": "3304", "47/9": "3304", "2Rng": "3304"}, ask=Losses(by=ALLIED, units=0, left=0))
    s.ask(Losses(by=ALLIED, units=s.units("39/9 47/9 2Rng"), left=3))
    assert s.refusal("lose 2Rng").rule == "11.3.6"
    s.do("lose 39/9", "lose 47/9", "lose 2Rng")
    assert s.at("2Rng") == "lost"
    s.ask(Losses(by=ALLIED, units=s.units("39/9"), left=5))
    s.follow()
    assert s.at("39/9") == "lost"  # what is left over is disregarded


@covers("11.3.5")
def test_both_lose_a_step_the_defender_first() -> None:
    s = scene({"39/9": "3304", "731/711": "3305", "744/711": "3305"})
    settle(s, Assault(ALLIED, s.space("3305"), s.units("39/9")), "BL1")
    assert s.decides == "German"
    s.do("lose 731/711")
    s.follow()
    assert (s.g.steps[s.unit("731/711")], s.g.steps[s.unit("39/9")]) == (1, 1)


@covers("11.3.5")
def test_an_exchange_costs_the_attacker_what_the_defender_had() -> None:
    s = scene({"39/9": "3304", "47/9": "3304", "731/711": "3305"}, steps={"731/711": 2})
    settle(s, Assault(ALLIED, s.space("3305"), s.units("39/9 47/9")), "EX")
    assert s.at("731/711") == "lost"
    s.do("lose 39/9", "lose 47/9")
    assert s.options() == ["advance 39/9", "advance 47/9", "halt"]


@covers("11.3.5")
def test_kampfgruppen_and_tigers_alone_may_spare_themselves() -> None:
    at = {"125/21": "4809", "503Tiger": "4809", "731/711": "4809", "8A": "4810"}
    s = scene(at, army=Army.GERMAN, ask=Attacks(by=GERMAN))
    fast = Assault(GERMAN, s.space("4810"), s.units("125/21 503Tiger"))
    assert may_spare_themselves(s.g, fast, "EX")
    assert not may_spare_themselves(s.g, Assault(GERMAN, s.space("4810"), s.units("125/21 731/711")), "EX")
    s = scene({"125/21": "4809", "503Tiger": "4809", "8A": "4810"}, army=Army.GERMAN, turn=1, ask=Attacks(by=GERMAN))
    s.do("attack 4810", "join 125/21", "join 503Tiger", "fight", "roll 5")
    assert s.options() == ["exchange", "spare"]
    s.do("spare", "lose 8A", "lose 125/21")
    assert s.g.steps[s.unit("8A")] == 1
    assert s.g.steps[s.unit("125/21")] == 1


# --- bocage and city ------------------------------------------------------------------------------------


@covers("11.8")
@pytest.mark.parametrize(
    ("stack", "hex_", "turn", "dr", "star"),
    [
        ("731/711", "3305", 6, "-", "BL1"),
        ("731/711", "3305", 7, "DR", "DR*"),
        ("Fus/91", "3305", 3, "-", "DR*"),
        ("1Flak", "3305", 3, "DR", "DR*"),
        ("1Flak SP-Utah Ost-2203", "3305", 3, "DR", "DR*"),
        ("1Flak 731/711", "3305", 3, "-", "BL1"),
        ("125/21", "4506", 10, "-", "BL1"),
        ("100Pz", "4506", 10, "-", "DR*"),
        ("125/21", "4810", 3, "DR", "DR*"),
    ],
)
def test_bocage_and_city_convert_retreats(stack: str, hex_: str, turn: int, dr: str, star: str) -> None:
    s = scene(dict.fromkeys(stack.split(), hex_) | {"8A": "4406", "39/9": "3304"}, turn=turn)
    a = Assault(ALLIED, s.space(hex_), s.units("39/9"))
    assert (effect_of(s.g, a, "DR"), effect_of(s.g, a, "DR*")) == (dr, star)
    assert effect_of(s.g, a, "DE") == "DE"


@covers("12.1", "11.8")
def test_carpet_bombing_takes_bocage_away_but_not_a_city() -> None:
    s = scene({"731/711": "3305", "39/9": "3304", "125/21": "4506", "8A": "4406"}, turn=6, weather="Sun")
    carpet = 1 << next(n for n, row in enumerate(s.g.board.support) if row.id == "us-carpet")
    from bocage.games.darksummer.rules.r11_odds import odds

    bocage = Assault(ALLIED, s.space("3305"), s.units("39/9"), carpet)
    assert odds(s.g, bocage).shifts == 1 - 1  # one to the right, the Aure to the left, no bocage
    assert [effect_of(s.g, bocage, printed) for printed in ("DR", "DR*")] == ["DR", "DR*"]
    city = Assault(ALLIED, s.space("4506"), s.units("8A"), carpet)
    assert odds(s.g, city).shifts == -2 + 1
    assert [effect_of(s.g, city, printed) for printed in ("DR", "DR*")] == ["-", "BL1"]


# --- retreat ----------------------------------------------------------------------------------------------


@covers("11.3.7")
def test_a_retreat_goes_two_hexes_towards_the_nearest_source() -> None:
    s = scene({"731/711": "6110", "8A": "6010"}, army=Army.BRITISH)
    assert [s.g.board.names[space] for space in nearest_sources(s.g, s.unit("731/711"), s.space("6110"))] == ["6409"]
    assert hexes(s, end_spaces(ways_back(s.g, s.unit("731/711"), s.space("6110")))) == {"6309"}
    s.ask(Retreat(side=GERMAN, units=s.units("731/711"), origin=s.space("6110")))
    first = s.options()[0]
    s.do(first)
    s.do(s.options()[0])
    assert s.at("731/711") == "6309"
    assert s.g.retreated == s.units("731/711")


@covers("11.3.7")
def test_a_source_that_cannot_be_approached_is_no_excuse_while_an_equally_near_one_can() -> None:
    s = scene({"731/711": "6003", "39/9": "6204"}, boundary_lifted=True)
    goals = [s.g.board.names[space] for space in nearest_sources(s.g, s.unit("731/711"), s.space("6003"))]
    assert goals == ["6401", "6405"]
    assert hexes(s, end_spaces(ways_back(s.g, s.unit("731/711"), s.space("6003")))) == {"6202"}


@covers("11.3.7", "6.4")
def test_zones_bar_a_retreat_unless_a_friend_stands_there_and_without_a_way_a_unit_dies() -> None:
    ring = {"731/711": "5013", "8A": "5012", "27A": "5114", "33A": "4913"}
    s = scene(ring, army=Army.BRITISH)
    assert ways_back(s.g, s.unit("731/711"), s.space("5013")) == []
    s.ask(Retreat(side=GERMAN, units=s.units("731/711"), origin=s.space("5013")))
    assert s.at("731/711") == "lost"
    s = scene(ring | {"744/711": "5113"}, army=Army.BRITISH)
    assert ways_back(s.g, s.unit("731/711"), s.space("5013"))


@covers("11.3.7")
def test_motor_types_need_a_bridge_to_retreat_over_a_major_river() -> None:
    at = {"8A": "4507", "27A": "4609"}
    s = scene(at | {"731/711": "4508"}, army=Army.BRITISH)
    foot = ways_back(s.g, s.unit("731/711"), s.space("4508"))
    s = scene(at | {"125/21": "4508"}, army=Army.BRITISH)
    motor = ways_back(s.g, s.unit("125/21"), s.space("4508"))
    atlas = s.g.board.atlas
    assert all(atlas.motor_can_cross(a, b) for route in motor for a, b in zip(route.path, route.path[1:], strict=False))
    assert len(motor) < len(foot)


@covers("11.3.7", "11.9")
def test_one_hex_into_an_open_beach_is_enough() -> None:
    s = scene({"39/9": "3304", "731/711": "3305"}, army=Army.GERMAN)
    ends = hexes(s, end_spaces(ways_back(s.g, s.unit("39/9"), s.space("3304"))))
    assert "3303" in ends
    s.ask(Retreat(side=ALLIED, units=s.units("39/9"), origin=s.space("3304")))
    s.do("retreat 39/9 3303", "halt")
    assert s.at("39/9") == "3303"
    s = scene({"39/9": "3304", "731/711": "3305", "16/1": "3303", "175/29": "3203"}, army=Army.GERMAN)
    assert "3303" not in hexes(s, end_spaces(ways_back(s.g, s.unit("39/9"), s.space("3304"))))  # no room


@covers("11.3.7", "11.9")
def test_who_may_halt_in_an_open_beach_may_also_go_on() -> None:
    s = scene({"39/9": "3304", "731/711": "3305"}, army=Army.GERMAN)
    s.ask(Retreat(side=ALLIED, units=s.units("39/9"), origin=s.space("3304")))
    s.do("retreat 39/9 3303")
    assert s.options() == ["retreat 39/9 3203", "halt"]
    s.do("retreat 39/9 3203")
    assert s.at("39/9") == "3203"
    # Out of its own beach no way is nearer to supply than another.
    s = scene({"8/3": "4003", "731/711": "4104"}, army=Army.GERMAN)
    s.ask(Retreat(side=ALLIED, units=s.units("8/3"), origin=s.space("4003")))
    assert s.options() == ["retreat 8/3 4102", "retreat 8/3 3903"]


@covers("11.3.7", "5.2")
def test_a_retreat_that_overstacks_costs_the_owner_a_unit_of_his_choice() -> None:
    at = {"731/711": "6110", "8A": "6010", "125/21": "6309", "192/21": "6310", "1057/91": "6209", "20/9SS": "6210"}
    s = scene(at, army=Army.BRITISH)
    s.ask(Retreat(side=GERMAN, units=s.units("731/711"), origin=s.space("6110")))
    while s.options() and s.options()[0].startswith("retreat"):
        s.do(s.options()[0])
    assert s.decides == "German"
    assert s.trail.endswith(("Overstacked 6309", "Overstacked 6310"))


@covers("11.3.7")
def test_a_german_cut_off_may_retreat_towards_cherbourg() -> None:
    s = scene({"1058/91": "1905", "39/9": "1906", "8A": "5400"}, brittany_entered=True, brittany_left=2)
    s.g.exits[Army.US] = s.g.board.atlas.e_hexes
    s.g.touch()
    goals = [s.g.board.names[space] for space in ways_to_cherbourg(s.g, s.unit("1058/91"), s.space("1905"))]
    assert goals == [f"{column}00" for column in range(12, 21)]
    s.g.cherbourg_taken = 4
    s.g.touch()
    assert ways_to_cherbourg(s.g, s.unit("1058/91"), s.space("1905")) == []


@covers("11.3.7", "10.1")
def test_germans_avoid_ending_a_retreat_in_lettered_hexes() -> None:
    s = scene({"731/711": "2726", "8/4": "2725"}, army=Army.US)
    ends = hexes(s, end_spaces(ways_back(s.g, s.unit("731/711"), s.space("2726"))))
    assert ends & {"2628", "2828"}  # towards the source comes first
    s = scene({"731/711": "4426", "8/4": "4425"}, army=Army.US, boundary_lifted=True)
    assert "4428" in hexes(s, end_spaces(ways_back(s.g, s.unit("731/711"), s.space("4426"))))


@covers("15", "11.3.7")
def test_allies_retreat_over_the_boundary_only_if_there_is_no_other_way() -> None:
    s = scene({"8A": "3512", "125/21": "3612"}, army=Army.GERMAN)
    ends = hexes(s, end_spaces(ways_back(s.g, s.unit("8A"), s.space("3512"))))
    assert ends
    assert all(int(name[:2]) >= 35 for name in ends)


# --- advance ----------------------------------------------------------------------------------------------


@covers("11.3.8", "6.4")
def test_attackers_advance_into_the_hex_whatever_the_zones_but_not_over_rivers_without_a_bridge() -> None:
    s = scene({"8A": "4703", "8/3": "4703", "731/711": "4605"}, army=Army.BRITISH)
    s.ask(AdvanceAfterCombat(by=ALLIED, target=s.space("4604"), attackers=s.units("8A 8/3")))
    assert s.refusal("advance 8A").rule == "11.3.8"
    s.do("advance 8/3", "halt")
    assert s.at("8/3") == "4604"


@covers("11.3.8", "5.1")
def test_an_advance_observes_the_stacking_limit() -> None:
    s = scene({"8/4": "3304", "357/90": "3304"})
    s.ask(AdvanceAfterCombat(by=ALLIED, target=s.space("3305"), attackers=s.units("8/4 357/90")))
    s.do("advance 8/4")
    assert s.refusal("advance 357/90").rule == "5.1"


# --- Open Beaches ----------------------------------------------------------------------------------------


@covers("11.9", "12.3")
def test_a_beach_alone_defends_with_one_or_seven_and_falls_to_any_loss() -> None:
    s = scene({"125/21": "4303", "8/3": "4603"}, army=Army.GERMAN, ask=Attacks(by=GERMAN))
    target = s.space("4302")
    from bocage.games.darksummer.rules.r11_odds import odds

    a = Assault(GERMAN, target, s.units("125/21"))
    assert odds(s.g, a).totals == [4, 1]
    naval = 1 << next(n for n, row in enumerate(s.g.board.support) if row.id == "british-naval")
    assert odds(s.g, Assault(GERMAN, target, s.units("125/21"), naval)).totals == [4, 7]
    assert [effect_of(s.g, a, printed) for printed in ("DR", "DR*", "BL1", "AL1", "DE")] == [
        "-",
        "DE",
        "BL1",
        "AL1",
        "DE",
    ]
    s.do("attack 4302", "join 125/21", "fight", "ready")
    assert s.options() == ["support naval", "ready"]
    s.do("ready", "roll 5")
    assert s.options() == ["advance 125/21", "halt"]
    s.do("advance 125/21", "halt")
    assert s.g.closed_beaches == s.spaces("4302")
    assert not s.g.open_beaches & s.spaces("4302")


@covers("11.9")
def test_a_beach_is_closed_only_if_somebody_advances() -> None:
    s = scene({"125/21": "4303", "8/3": "4603"}, army=Army.GERMAN, ask=Attacks(by=GERMAN))
    s.do("attack 4302", "join 125/21", "fight", "ready", "ready", "roll 6", "halt")
    assert s.g.open_beaches & s.spaces("4302")


@covers("11.9")
@pytest.mark.parametrize(("effect", "closed"), [("EX", False), ("DE", True), ("DR*", False)])
def test_under_units_only_de_closes_a_beach(effect: str, closed: bool) -> None:
    s = scene({"125/21": "4303", "22/21": "4303", "8/3": "4302", "9/3": "4603"}, army=Army.GERMAN)
    s.g.retreated = 0
    settle(s, Assault(GERMAN, s.space("4302"), s.units("125/21 22/21")), effect)
    while s.g.stack and not s.trail.endswith("Advance"):
        s.do(s.options()[0])
    assert bool(s.g.stack) is closed
    if closed:
        s.do("advance 125/21", "halt")
        assert s.g.closed_beaches == s.spaces("4302")


@covers("11.9")
def test_a_closed_beach_stays_closed_when_it_is_retaken() -> None:
    s = scene({"8/3": "4403"}, army=Army.BRITISH, open_beaches="4603", closed_beaches="4302")
    s.ask(AdvanceAfterCombat(by=ALLIED, target=s.space("4302"), attackers=s.units("8/3")))
    s.do("advance 8/3")
    assert s.g.closed_beaches == s.spaces("4302")
    assert not s.g.open_beaches & s.spaces("4302")


# --- Cherbourg -------------------------------------------------------------------------------------------

BOX = {
    "8/4": "cherbourg",
    "22/4": "cherbourg",
    "12/4": "cherbourg",
    "729/709": "cherbourg",
    "Cherbourg": "cherbourg",
    "731/711": "5103",
}


@covers("11.7")
def test_cherbourg_combat_is_a_duty_at_even_odds_in_a_us_combat_round() -> None:
    s = scene(BOX, ask=Attacks(by=ALLIED))
    assert siege_odds(s.g).totals == [12, 6]
    assert must_besiege(s.g)
    assert s.refusal("done").rule == "11.7"
    s.do("besiege")
    assert s.options() == ["support air", "support tank-destroyers", "ready"]
    s.do("ready", "roll 5")
    assert s.decides == "German"
    s.do("lose 729/709", "lose Cherbourg", "lose 8/4", "lose 22/4", "done")
    assert not s.g.cherbourg_taken


@covers("11.7")
def test_cherbourg_falls_by_the_table() -> None:
    s = scene(BOX | {"357/90": "cherbourg", "358/90": "cherbourg"}, ask=Attacks(by=ALLIED))
    s.do("besiege", "ready", "roll 6", "lose 8/4")
    assert s.g.cherbourg_taken == 3
    assert s.at("729/709") == "lost"
    assert s.refusal("besiege").rule == "11.7"


@covers("11.7")
def test_no_cherbourg_combat_in_a_combined_round_or_below_even_odds_or_without_supply() -> None:
    s = scene(BOX, kind=COMBINED, ask=Attacks(by=ALLIED))
    assert s.refusal("besiege").rule == "11.7"
    s = scene(BOX, open_beaches="4603", ask=Attacks(by=ALLIED))
    assert "out of supply" in s.refusal("besiege").text
    s = scene(
        {
            "2Rng": "cherbourg",
            "729/709": "cherbourg",
            "Cherbourg": "cherbourg",
            "739/709": "cherbourg",
            "919/709": "cherbourg",
        },
        turn=1,
        ask=Attacks(by=ALLIED),
    )
    assert "below 1-1" in s.refusal("besiege").text
    s.do("done")


@covers("11.7")
def test_support_may_make_the_odds_and_then_must_be_committed() -> None:
    at = {"8/4": "cherbourg", "729/709": "cherbourg", "Cherbourg": "cherbourg", "731/711": "5103"}
    s = scene(at, ask=Attacks(by=ALLIED))
    assert not must_besiege(s.g)
    s.do("besiege")
    assert s.refusal("ready").rule == "11.7"
    assert s.refusal("support naval").rule == "11.7"
    s.do("support air")
    assert siege_odds(s.g, s.g.used_turn).totals == [8, 6]


@covers("11.7", "11.6")
def test_support_that_rouses_the_flak_must_not_bring_the_siege_below_even_odds() -> None:
    """A regiment of Flak defends with 1, and with 4 as soon as aircraft or Tank Destroyers support the attack."""
    at = {"8/4": "cherbourg", "729/709": "cherbourg", "1Flak": "cherbourg", "2Flak": "cherbourg", "731/711": "5103"}
    s = scene(at | {"739/709": "cherbourg"}, ask=Attacks(by=ALLIED))
    assert siege_odds(s.g).totals == [4, 6]  # with all support: 4 + 4 + 2 against 2 + 2 + 4 + 4
    assert s.refusal("besiege").text == "the odds would be below 1-1"
    s = scene(at, ask=Attacks(by=ALLIED))
    assert must_besiege(s.g)
    s.do("besiege", "support air")  # 8 to 10 for the moment
    assert s.options() == ["support tank-destroyers"]
    assert s.refusal("ready").rule == "11.7"
    s.do("support tank-destroyers")
    assert siege_odds(s.g, s.g.used_turn).totals == [10, 10]
    s = scene(at | {"3Flak": "cherbourg", "22/4": "cherbourg"}, steps={"22/4": 1, "729/709": 1}, ask=Attacks(by=ALLIED))
    s.do("besiege")  # 6 to 4, but 12 to 13 with all support
    assert s.options() == ["ready"]
    assert "rouse the Flak" in s.refusal("support air").text


@covers("11.7")
@pytest.mark.parametrize(
    ("roll", "result", "us", "germans"),
    [(1, "AL2", 2, 0), (2, "AL1", 1, 0), (3, "BL1", 1, 1), (5, "BL2", 2, 2)],
)
def test_each_result_of_the_siege_at_two_to_one(roll: int, result: str, us: int, germans: int) -> None:
    s = scene(BOX, ask=Attacks(by=ALLIED))
    before = [sum(s.g.steps[s.unit(n)] for n in some) for some in (("8/4", "22/4", "12/4"), ("729/709", "Cherbourg"))]
    s.do("besiege", "ready", f"roll {roll}")
    while s.options()[0].startswith("lose"):
        s.do(s.options()[0])
    after = [sum(s.g.steps[s.unit(n)] for n in some) for some in (("8/4", "22/4", "12/4"), ("729/709", "Cherbourg"))]
    assert s.heard(Rolled)[-1].result == result
    assert (before[0] - after[0], before[1] - after[1]) == (us, germans)


@covers("11.7")
def test_a_capture_costs_a_step_and_takes_everybody() -> None:
    s = scene(BOX | {"357/90": "cherbourg", "358/90": "cherbourg", "359/90": "cherbourg"}, ask=Attacks(by=ALLIED))
    s.do("besiege", "ready", "roll 6")
    assert s.heard(Rolled)[-1].result == "CAP"


@covers("11.3.5")
@pytest.mark.parametrize(("effect", "lost"), [("AL2", 2), ("AL1", 1), ("DR", 0), ("DR*", 0), ("DE", 0)])
def test_what_each_result_costs_the_attacker(effect: str, lost: int) -> None:
    s = scene({"8A": "4809", "731/711": "4810"}, army=Army.BRITISH)
    settle(s, Assault(ALLIED, s.space("4810"), s.units("8A")), effect)
    while s.g.stack and not s.options()[0].startswith("advance"):
        s.do(s.options()[0])
    assert 2 - s.g.steps[s.unit("8A")] == lost
    assert (s.at("731/711") == "lost") is (effect == "DE")
    assert (s.at("731/711") == "4810") is (effect in ("AL1", "AL2"))


@covers("11.3.5")
def test_an_exchange_may_also_be_taken() -> None:
    s = scene({"125/21": "4809", "503Tiger": "4809", "8A": "4810"}, army=Army.GERMAN, turn=1, ask=Attacks(by=GERMAN))
    s.do("attack 4810", "join 125/21", "join 503Tiger", "fight", "roll 5", "exchange")
    assert s.at("8A") == "lost"


def test_a_german_who_is_cut_off_retreats_only_towards_c_hexes_that_he_can_reach() -> None:
    """11.3.7: the path must lead to that very hex, not to some other one."""
    wall = {"8/4": "1204", "22/4": "1404", "12/4": "1604", "357/90": "1804", "358/90": "2004", "359/90": "2203"}
    s = scene({"729/709": "1701", "39/9": "1400"} | wall)
    goals = hexes(s, spaces(ways_to_cherbourg(s.g, s.unit("729/709"), s.space("1701"))))
    assert {"1600", "1700", "1800", "1900", "2000"} <= goals
    assert not goals & {"1300", "1400", "1500"}
