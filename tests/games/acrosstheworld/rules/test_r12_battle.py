import pytest
from tests.games.acrosstheworld.support import BOARD, battle, table, units

from bocage.games.acrosstheworld.rules.r12_battle import Battle, Battles, PickBattle, battle_morale
from bocage.games.acrosstheworld.rules.r12_rounds import Volley
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.events import Eliminated, StepLost
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.testing import covers


@covers("12.1")
def test_the_moving_side_attacks_and_picks_the_order_of_its_battles() -> None:
    stacks = {"18": "Dempsey 50UK 352", "24": "Crocker 3UK 77"}
    s = table(stacks, Battles(by=ALLIED), assaulted=BOARD.set_of(["18", "24"]), bad_until=99, turn=2, allied="G 21")
    assert s.options() == ["attack 18", "attack 24"]
    s.do("attack 24")
    assert s.g.fight is not None
    assert (s.g.fight.attacker, s.g.fight.at) == (ALLIED, s.space("24"))


@covers("12.1")
def test_where_both_sides_stood_before_a_side_with_a_leader_may_attack() -> None:
    s = table({"O": "Gerow 1US Bunker-Omaha-1", "U": "4US Bunker-Utah"}, PickBattle(by=ALLIED), turn=2)
    assert s.options() == ["attack O", "done"]
    assert s.refusal("attack U").rule == "10.7"
    assert s.refusal("attack 25").rule == "12.1"
    s.do("done")


@covers("12.1")
def test_there_is_one_battle_a_turn_in_a_region() -> None:
    s = table({"O": "Gerow 1US Bunker-Omaha-1"}, PickBattle(by=ALLIED), turn=2, fought=BOARD.set_of(["O"]))
    assert s.options() == ["done"]
    assert s.refusal("attack O").rule == "12.1"


@covers("12.1")
def test_bunkers_alone_never_attack() -> None:
    s = table({"O": "1US Bunker-Omaha-1 Marcks"}, PickBattle(by=GERMAN), turn=2, active=GERMAN)
    assert s.options() == ["done"]
    assert s.refusal("attack O").rule == "12.1"


@covers("12.2", "14.2")
@pytest.mark.parametrize(
    ("names", "leader", "value"),
    [
        ("50UK", "", 5), ("50UK 3CA", "", 6), ("50UK 49UK 3CA", "", 5), ("82AB 4US 9US 1US", "", 6),
        ("50UK", "Dempsey", 7), ("12SS 21Pz", "Rommel", 11), ("352 709", "Dollmann", 6),
    ],
)  # fmt: skip
def test_battle_morale_is_the_mean_half_up_and_the_commanders_value(names: str, leader: str, value: int) -> None:
    commander = BOARD.unit_ids[leader] if leader else -1
    assert battle_morale(table({}).g, units(names), commander) == value


@covers("12.2")
def test_both_sides_begin_with_their_battle_morale() -> None:
    s = battle("24", "Dempsey 50UK 3CA", "Marcks 352")
    assert s.g.fight is not None
    assert s.g.fight.morale == (8, 8)


@covers("12.3")
def test_both_sides_fire_before_either_suffers() -> None:
    s = battle("24", "Dempsey 8UK-Bde", "91LL", allied="G")
    s.do("roll 1")  # it would destroy the defender
    assert s.at("91LL") == "24"
    s.do("roll 1")  # who fires all the same
    assert (s.at("91LL"), s.at("8UK-Bde")) == ("", "")


@covers("12.3")
def test_there_are_at_most_two_rounds() -> None:
    s = battle("24", "Dempsey 50UK", "352", allied="18")
    s.do("roll 10", "roll 10")
    assert s.g.fight is not None
    assert s.g.fight.round == 2
    s.do("roll 10", "roll 10")
    assert s.trail.endswith("Aftermath > Retreat")


class Shoot(Procedure[Campaign], frozen=True):
    """Fire with given factors and keep the result."""

    factors: tuple[int, ...]

    def start(self, g: Campaign) -> Step:
        return Call(Volley(side=ALLIED, factors=self.factors), then=self.keep)

    def keep(self, g: Campaign, result: tuple[int, int, int]) -> Step:
        RESULTS.append(result)
        return Call(Volley(side=ALLIED, factors=()), then=self.stop)

    def stop(self, g: Campaign, _: object) -> Step:
        return DONE


RESULTS: list[tuple[int, int, int]] = []


@covers("12.4")
@pytest.mark.parametrize(("face", "result"), [(4, (1, 0, 0)), (5, (0, 1, 0)), (6, (0, 0, 0)), (10, (0, 0, 1))])
def test_below_the_factor_is_a_hit_equal_a_panic_above_nothing(face: int, result: tuple[int, int, int]) -> None:
    s = table({})
    s.ask(Shoot(factors=(5,)))
    s.do(f"roll {face}")
    assert RESULTS[-1] == result


@covers("12.4", "12.3")
def test_every_unit_rolls_one_die_whatever_its_steps() -> None:
    s = battle("24", "Dempsey 50UK 49UK 3UK 51UK", "352")
    s.g.steps[s.unit("50UK")] = 1
    assert s.why_not("roll 1 1") is not None
    s.do("roll 10 10 10", "roll 10")  # four dice in two throws
    assert s.why_not("roll 10") is None  # the defender's


@covers("12.5")
def test_the_factor_stays_between_one_and_nine() -> None:
    s = battle("14", "Gerow 8UK-Bde", "352", unsupplied=units("8UK-Bde"), landed=units("8UK-Bde"))
    assert s.g.fight is not None
    assert combat_factor(s.g, s.g.fight, s.unit("8UK-Bde")) == 1
    s = battle("24", "Dempsey 50UK", "Rommel 12SS", hands="tiger")
    s.do("play tiger", "aid 12SS")
    assert s.g.fight is not None
    assert combat_factor(s.g, s.g.fight, s.unit("12SS")) == 9  # 7 + 2 + 1


@covers("12.5")
def test_a_ten_always_misses() -> None:
    s = battle("24", "Dempsey 50UK", "Rommel 12SS", hands="tiger")
    s.do("play tiger", "aid 12SS", "roll 10", "roll 10")
    assert s.g.steps[s.unit("50UK")] == 2


@covers("12.6")
def test_panics_come_before_hits_and_are_drawn() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 243")
    s.do("roll 6 1", "roll 10 10")  # a panic and a hit for the Germans
    assert (s.decides, s.options()) == ("chance", ["panic 243", "panic 352"])
    s.do("panic 352")
    assert s.g.steps[s.unit("243")] == 1  # the hit can only fall on the other
    assert s.g.steps[s.unit("352")] == 2


@covers("12.6")
def test_a_unit_in_panic_fights_no_more_and_cannot_be_hit() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 243 77")
    s.do("roll 6 1", "roll 10 10 10", "panic 77")
    assert s.options() == ["hit 243", "hit 352"]
    assert s.refusal("hit 77").rule == "12.6"
    s.do("hit 352", "roll 10 10")
    assert s.why_not("roll 10 10") is None  # two German dice in round 2


@covers("12.6")
def test_panic_strikes_at_random_with_equal_chances() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 243")
    s.do("roll 6 10", "roll 10 10")
    frame = s.g.stack[-1][0]
    assert {action: float(chance) for action, chance in frame.odds(s.g).items()} == {
        ("panic", s.unit("352")): 0.5, ("panic", s.unit("243")): 0.5,
    }  # fmt: skip


@covers("12.7")
def test_the_owner_gives_each_hit_to_a_unit() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 30Bde")
    s.do("roll 1 10", "roll 10 10")
    assert (s.decides, s.options()) == ("German", ["hit 352", "hit 30Bde"])
    s.do("hit 352")
    assert [(event.unit, event.left) for event in s.heard(StepLost)] == [(s.unit("352"), 1)]


@covers("12.7")
def test_a_hit_destroys_a_unit_of_one_step_or_a_reduced_one() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "30Bde 352")
    s.g.steps[s.unit("352")] = 1
    s.do("roll 1 1", "roll 10 10", "hit 30Bde")
    assert [event.unit for event in s.heard(Eliminated)] == [s.unit("30Bde"), s.unit("352")]
    assert s.g.dead == units("30Bde 352")


@covers("12.8")
@pytest.mark.parametrize(
    ("target", "dice", "loss"), [("352", "roll 1 10", 1), ("30Bde", "roll 1 10", 2), ("352", "roll 6 10", 1)]
)
def test_a_panic_or_step_costs_one_of_battle_morale_a_unit_two(target: str, dice: str, loss: int) -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 30Bde 243")
    assert s.g.fight is not None
    before = s.g.fight.morale[GERMAN]
    s.do(dice, "roll 10 10 10")
    s.do(f"panic {target}" if s.decides == "chance" else f"hit {target}")
    assert s.g.fight.morale[GERMAN] == before - loss
    assert s.g.fight.morale[ALLIED] == 7


@covers("12.9")
def test_a_side_without_morale_breaks_at_once() -> None:
    s = battle("24", "Dempsey 50UK 49UK 3UK", "709 711 716", allied="G")
    s.do("roll 1 1 10", "roll 10 10 10", "hit 709", "hit 711")  # morale 4 - 2 - 2
    assert s.options() == ["retreat 25"]
    assert s.g.fight is not None
    assert s.g.fight.round == 1


@covers("12.9")
def test_a_side_without_fighting_units_breaks_at_once() -> None:
    s = battle("24", "Dempsey 50UK", "352", allied="G")
    s.do("roll 6", "roll 10")  # the only defender panics
    assert s.g.fight is not None
    assert s.g.fight.round == 1
    assert s.decides == "German"
    assert all(text.startswith("retreat") for text in s.options())


@covers("12.10")
def test_after_two_rounds_the_lower_battle_morale_loses() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 243", allied="G")  # 7 against 6
    s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10")
    assert s.decides == "German"


@covers("12.10")
def test_a_tie_is_the_attackers_loss() -> None:
    for by, side in ((ALLIED, "Allied"), (GERMAN, "German")):
        s = battle("24", "Crocker 50UK 49UK", "Feuchtinger 243 77", by=by, allied="G")  # 6 against 6
        s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10")
        assert s.decides == side


@covers("12.10")
def test_a_side_that_broke_alone_has_lost_whatever_its_morale() -> None:
    s = battle("24", "Dempsey 50UK", "709", allied="G")
    s.do("roll 10", "roll 3")  # the attacker, with 7 against 4, panics
    assert s.decides == "Allied"
    assert s.options() == ["retreat G"]


@covers("12.11")
def test_the_loser_retreats_to_the_friendly_region_nearest_to_supply() -> None:
    s = battle("22", "Dempsey 50UK", "352", allied="G 24 18 19")
    s.do("roll 10", "roll 5")
    assert s.options() == ["retreat 24"]  # one step from Gold; 18 and 19 are further away
    assert s.refusal("retreat 18").rule == "12.11"
    assert s.refusal("retreat 25").text.endswith("is enemy country")
    assert s.refusal("retreat G").text.endswith("is not beside Tilly")
    s.do("retreat 24")
    assert s.at("50UK") == s.at("Dempsey") == "24"


@covers("12.11")
def test_the_owner_picks_among_equals() -> None:
    s = battle("24", "Crocker 50UK", "Marcks 352", by=GERMAN, allied="24 G J 18")
    s.do("roll 10", "roll 10", "roll 10", "roll 10")
    assert (s.decides, s.options()) == ("Allied", ["retreat G", "retreat J"])


@covers("12.11")
def test_nobody_retreats_among_enemies_or_beyond_the_limit() -> None:
    six = "49UK 3UK 51UK 43UK 59UK 53UK"
    s = table({"22": "Dempsey 50UK 352", "24": "77", "20": six}, allied="G 24 20 18", active=ALLIED, bad_until=99)
    s.ask(Battle(at=s.space("22"), by=ALLIED))
    s.do("roll 10", "roll 5")
    assert s.options() == ["retreat 18"]
    assert s.refusal("retreat 24").text == "enemies stand at Creully"
    assert s.refusal("retreat 20").rule == "3.4"


@covers("12.11")
def test_an_attacker_may_go_back_through_what_he_has_just_entered() -> None:
    s = battle("22", "Dempsey 50UK", "352", entered=BOARD.set_of(["20"]))
    s.do("roll 10", "roll 5")
    assert s.options() == ["retreat 20"]


@covers("12.11")
def test_a_beaten_landing_goes_back_to_sea() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", landed=units("Barton 4US"))
    s.do("roll 10", "roll 4")
    assert s.options() == ["retreat Channel"]
    s.do("retreat Channel")
    assert s.at("4US") == s.at("Barton") == "Channel"


@covers("12.11")
def test_the_sea_is_no_way_out_where_land_is_left_or_inland() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", landed=units("Barton 4US"), allied="5")
    s.do("roll 10", "roll 4")
    assert s.options() == ["retreat 5"]
    s = battle("22", "Dempsey 50UK", "352", allied="18")
    s.do("roll 10", "roll 5")
    assert s.refusal("retreat Channel").rule == "12.11"


@covers("12.12")
def test_without_a_way_back_a_stack_is_annihilated() -> None:
    s = battle("22", "Dempsey 50UK 49UK", "352")
    s.do("roll 10 10", "roll 10", "roll 10 10", "roll 10")  # 7 against 6: the Germans have lost
    assert s.decides == "German"
    s = battle("22", "Crocker 50UK", "352")  # 6 against 6, a tie
    s.do("roll 10", "roll 10", "roll 10", "roll 10")
    assert s.at("50UK") == ""
    assert s.trail.endswith("Fate of Crocker")


@covers("12.12")
def test_a_stack_that_has_lost_all_its_units_is_annihilated() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "Marcks 91LL", allied="G")
    s.do("roll 1 10", "roll 10")
    assert s.trail.endswith("Fate of Marcks")
    s.do("roll 1")
    assert s.at("Marcks") == ""


@covers("12.13")
def test_a_clear_winner_with_armour_pursues() -> None:
    s = battle("24", "Dempsey 50UK 8UK-Bde", "709 711", allied="G")  # 7 against 4
    s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10")
    assert (s.decides, s.options()) == ("German", ["hit 709", "hit 711"])
    assert s.refusal("hit 50UK").rule == "12.13"
    s.do("hit 709")
    assert s.at("709") == ""
    assert s.options()[0].startswith("retreat")


@covers("12.13")
def test_no_pursuit_without_armour_or_with_a_smaller_lead() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "709 711", allied="G")
    s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10")
    assert s.options()[0].startswith("retreat")
    s = battle("24", "Crocker 50UK 8UK-Bde", "709 711", allied="G")  # 6 against 4
    s.do("roll 10 10", "roll 10 10", "roll 10 10", "roll 10 10")
    assert s.options()[0].startswith("retreat")


@covers("12.13")
def test_a_pursuit_that_catches_the_last_unit_leaves_nobody_to_retreat() -> None:
    s = battle("24", "Dempsey 50UK 8UK-Bde", "709", allied="G")
    s.do("roll 10 10", "roll 10", "roll 10 10", "roll 10", "hit 709")
    assert s.at("709") == ""
    assert s.g.fight is None
    assert s.g.points == [1, 0]


@covers("12.14")
def test_units_in_panic_rejoin_their_stack() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352 243", allied="G")
    s.do("roll 10 10", "roll 4 10", "panic 49UK")
    s.do("roll 6", "roll 10 10", "panic 352", "retreat 25")
    assert s.at("352") == s.at("243")
    assert s.at("49UK") == "24"
    assert s.g.fight is None
