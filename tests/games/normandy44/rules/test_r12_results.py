"""12. Combat results, losses and determined defence."""

import pytest
from tests.games.normandy44.support import ALLIED, GERMAN, Scene, attack, scene

from bocage.games.normandy44.rules.r12_determined_defence import (
    Defence,
    Stand,
    armor_modifier,
    column,
    lead_candidates,
    modifier,
    supporters,
)
from bocage.games.normandy44.rules.r12_results import RESULTS, Battle
from bocage.kernel.flow import waiting
from bocage.testing import covers

FRONT = {"69/50": "1631", "151/50": "1631", "NY": "1631", "857/346": "1731", "1/914/352": "1731"}


def battle(result: str, at: dict[str, str] | None = None, main: str = "69/50 151/50", **more: object) -> Scene:
    """A battle whose result is given: the flow from the losses on."""
    s = scene(at or FRONT, **more)
    target = "1731"
    steps = sum(s.g.steps[u] for u in range(len(s.g.steps)) if s.g.here[s.space(target)] >> u & 1)
    names = [name for name in (at or FRONT) if s.at(name) == "1631"]
    a = attack(s, target, " ".join(names), main)
    s.g.attacked |= a.attackers
    s.g.defended |= s.g.here[s.space(target)]
    whole = sum(s.g.steps[u] for u in range(len(s.g.steps)) if a.main >> u & 1)
    frame = Battle(assault=a, result=result, steps=steps, alone=whole == 1)
    s.g.stack = ((frame, "start"),)
    from bocage.kernel import flow

    flow._settle(s.g, frame.defender_loses(s.g, None))
    return s


def steps(s: Scene, name: str) -> int:
    """The steps a unit has left."""
    return s.g.steps[s.unit(name)]


@covers("12.1")
def test_the_table_knows_the_eight_results_and_no_others() -> None:
    crt = scene().g.board.crt
    assert {crt.read(die, c) for die in range(1, 7) for c in range(9)} == set(RESULTS)


@covers("12.1")
def test_dh_takes_half_the_steps_rounded_up_and_drives_the_rest_four_hexes() -> None:
    s = battle("DH")  # three steps: two are lost
    assert s.decides == "German"
    s.do("lose 857/346", "lose 1/914/352")
    assert s.g.steps[s.unit("857/346")] == 1
    assert s.trail.endswith("Retreat")
    board = s.g.board
    ends = [text.split()[2] for text in s.options()]
    assert {board.atlas.distance(s.space("1731"), s.space(end)) for end in ends} == {4}
    s.do(s.options()[0])
    assert "reserve 69/50" in s.options()


@covers("12.1", "12.2.1", "12.2.2")
def test_a1_d2_the_enemy_picks_the_attackers_step_and_the_first_of_the_defender() -> None:
    s = battle("A1/D2")
    assert s.decides == "Allied"
    assert s.options() == ["lose 1/914/352", "lose 857/346"]
    s.do("lose 1/914/352")
    assert s.decides == "German"  # the second step took itself: one unit was left; now the attacker's loss
    assert s.options() == ["lose 69/50", "lose 151/50"]


@covers("12.1")
def test_a1_d2_costs_the_attacker_nothing_against_a_single_step() -> None:
    s = battle("A1/D2", {"69/50": "1631", "1/914/352": "1731"}, "69/50")
    assert steps(s, "69/50") == 3
    assert steps(s, "1/914/352") == 0
    assert "reserve 69/50" in s.options()


@covers("12.1", "12.2.2")
def test_d1_the_defender_picks_and_then_retreats_or_stands() -> None:
    s = battle("D1")
    assert s.decides == "German"
    s.do("lose 1/914/352")
    assert s.options() == ["stand 857/346", "retreat"]


@covers("12.1")
def test_dr_costs_no_step() -> None:
    s = battle("DR")
    assert s.options() == ["stand 1/914/352", "stand 857/346", "retreat"]


@covers("12.1", "12.2.1")
def test_ex_each_side_picks_the_others_loss_and_nobody_retreats() -> None:
    s = battle("EX")
    assert s.decides == "Allied"
    s.do("lose 857/346")
    assert s.decides == "German"
    s.do("lose 151/50")
    assert (steps(s, "857/346"), steps(s, "151/50")) == (1, 2)
    assert s.decides == ""


@covers("12.1", "14.1")
def test_ex_against_a_single_step_allows_a_limited_advance() -> None:
    s = battle("EX", {"69/50": "1631", "1/914/352": "1731"}, "69/50")
    assert s.options() == ["end", "advance 69/50 1731"]


@covers("12.1")
def test_a1_costs_the_main_force_a_step_and_nothing_else_happens() -> None:
    s = battle("A1")
    assert s.options() == ["lose 69/50", "lose 151/50"]
    s.do("lose 69/50")
    assert s.decides == ""


@covers("12.1")
@pytest.mark.parametrize(("result", "lost"), [("A1/DR", 0), ("A1/D1", 1)])
def test_results_with_a1_cost_the_main_force_a_step_and_the_defender_may_stand(result: str, lost: int) -> None:
    s = battle(result, {"69/50": "1631", "857/346": "1731"}, "69/50")
    assert steps(s, "69/50") == 2
    assert steps(s, "857/346") == 2 - lost
    assert s.options() == ["stand 857/346", "retreat"]


@covers("12.2.1")
def test_a_unit_that_earned_a_shift_must_take_the_loss() -> None:
    s = scene(FRONT)
    s.ask(Battle(assault=attack(s, "1731", "69/50 151/50 NY", "69/50 151/50 NY")))
    s.do("roll 1")  # 15 to 6 is 2-1, the tanks make it 3-1: A1/DR
    assert steps(s, "NY") == 1
    assert s.options() == ["stand 1/914/352", "stand 857/346", "retreat"]


@covers("12.3", "17.1")
def test_the_last_step_removes_a_unit_and_ost_units_have_but_one() -> None:
    s = battle("D1", {"69/50": "1631", "439/716": "1731", "857/346": "1731"}, "69/50")
    s.do("lose 439/716")
    assert s.at("439/716") == "dead"
    assert not s.g.board.counters[s.unit("439/716")].replaceable


def stand(s: Scene, lead: str, roll: int, target: str = "1731", main: str = "69/50") -> None:
    """A determined defence with a lead unit and a die."""
    s.ask(Stand(by=GERMAN, assault=attack(s, target, "69/50 NY", main), lead=s.unit(lead)))
    s.do(f"roll {roll}")


@covers("12.4.1", "13.6", "17.2", "17.3")
def test_headquarters_werfers_and_disrupted_units_may_not_lead() -> None:
    s = scene({"HQ-84": "1731", "7Werfer": "1731", "857/346": "1731", "1/914/352": "1731"}, disrupted="857/346")
    assert s.unit_names(lead_candidates(s.g, s.space("1731"))) == "1/914/352"


@covers("12.4.1", "16.1.1", "16.2")
def test_the_column_follows_terrain_position_and_lead() -> None:
    s = scene({"SP-Hillman": "2812", "1/914/352": "2812"})
    assert column(s.g, s.space("2812"), s.unit("SP-Hillman")) == "strong"
    assert column(s.g, s.space("2812"), s.unit("1/914/352")) == "other"
    assert column(s.g, s.space("1929"), s.unit("1/914/352")) == "strong"
    assert column(s.g, s.space("1731"), s.unit("1/914/352")) == "open"
    assert column(s.g, s.space("2413"), s.unit("1/914/352")) == "open"
    t = scene({"1/914/352": "1731"}, ip_german="1731")
    assert column(t.g, t.space("1731"), t.unit("1/914/352")) == "position"


@covers("12.4.1")
def test_quality_armour_and_support_add_up_to_two_at_most() -> None:
    s = scene({"69/50": "1631", "6FJ": "1731", "101Tiger": "1731", "731/711": "1731"})
    a = attack(s, "1731", "69/50", "69/50")
    assert modifier(s.g, a, s.unit("6FJ"), 1) == 2  # the example of 12.4.1
    assert modifier(s.g, a, s.unit("731/711"), 0) == -1
    assert modifier(s.g, a, s.unit("Rcn/21Pz"), 1) == 2  # quality, armour and support


@covers("12.4.2")
def test_the_picture_example_of_the_lead_unit() -> None:
    """In A paratroops give +1 and assault guns 0 against equal tanks; in B a tank gives +1 against none."""
    s = scene({"69/50": "1631", "NY": "1631", "6FJ": "1731", "902StuG": "1731", "501/101": "1732"})
    tanks = attack(s, "1731", "69/50 NY", "69/50 NY")
    assert modifier(s.g, tanks, s.unit("6FJ"), 0) == 1
    assert modifier(s.g, tanks, s.unit("902StuG"), 0) == 0
    none = attack(s, "1731", "501/101", "501/101")
    assert modifier(s.g, none, s.unit("902StuG"), 0) == 1


@covers("12.4.2", "11.4.3")
def test_an_anti_tank_gun_needs_something_to_shoot_at() -> None:
    s = scene({"69/50": "1631", "NY": "1631", "1/3FK": "1731"})
    assert modifier(s.g, attack(s, "1731", "69/50", "69/50"), s.unit("1/3FK"), 0) == 0
    assert modifier(s.g, attack(s, "1731", "69/50 NY", "69/50 NY"), s.unit("1/3FK"), 0) == 1


@covers("12.4.2")
def test_towed_guns_alone_in_the_main_force_are_nothing_for_an_anti_tank_lead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A red lead earns its +1 against armour only, however well the guns are rated that it outdoes."""
    s = scene({"634TD": "1731", "125/21Pz": "1631", "30Flak": "1631", "1/12/12SS": "1631", "PzJg/Lehr": "1631"})
    lead = s.unit("634TD")
    roster = s.g.board.atlas.roster  # where no counter outdoes a towed gun: this one shall
    monkeypatch.setattr(roster, "armor", [(0, 5) if unit == lead else ours for unit, ours in enumerate(roster.armor)])

    def earned(main: str) -> int:
        return armor_modifier(s.g, attack(s, "1731", main, main), lead)

    assert earned("125/21Pz 30Flak") == 0  # an 88 is no armour
    assert earned("125/21Pz") == 0
    assert earned("125/21Pz 1/12/12SS") == 1
    assert earned("125/21Pz PzJg/Lehr") == 1  # red itself, but self-propelled


@covers("12.4.3", "17.2", "17.3")
def test_one_gun_in_range_supports_a_determined_defence() -> None:
    at = {"69/50": "1631", "857/346": "1731", "HQ-84": "1732", "7Werfer": "1730"}
    s = scene(at, supply_7th=1, ask=None)
    names = s.unit_names([u for u in supporters(s.g, s.space("1731"), s.unit("857/346")) if u >= 0])  # type: ignore[misc]
    assert names == "HQ-84 7Werfer"
    s.ask(Defence(by=GERMAN, assault=attack(s, "1731", "69/50", "69/50")))
    s.do("stand 857/346")
    assert s.options() == ["unsupported", "artillery HQ-84", "artillery 7Werfer", "caen"]
    s.do("artillery HQ-84", "roll 5")
    assert s.g.supply_7th == 0
    assert steps(s, "857/346") == 1  # 5 + 1 is an exchange in the open
    t = scene(at, spent="7Werfer")
    assert supporters(t.g, t.space("1731"), t.unit("857/346")) == []


@covers("12.4.3", "19.2")
def test_ships_support_allied_defenders_inside_the_bombardment_zone() -> None:
    s = scene({"16/1": "2620", "857/346": "2619"}, naval=[2, 2])
    assert supporters(s.g, s.space("2620"), s.unit("16/1")) == [-2]
    t = scene({"69/50": "1631", "857/346": "1731"}, naval=[2, 2])
    assert supporters(t.g, t.space("1631"), t.unit("69/50")) == []


@covers("12.4.4")
def test_without_a_bullet_the_defence_fails_even_if_the_lead_loses_a_step() -> None:
    s = scene({"69/50": "1631", "NY": "1631", "857/346": "1731"})
    stand(s, "857/346", 5)  # in the open: -1 without a bullet
    assert steps(s, "857/346") == 1
    t = scene({"69/50": "1631", "NY": "1631", "857/346": "1731"})
    stand(t, "857/346", 4)
    assert steps(t, "857/346") == 2


@covers("12.4.4")
def test_ex_costs_the_lead_and_a_unit_of_the_main_force_al_any_attacker() -> None:
    s = scene({"69/50": "1631", "NY": "1631", "857/346": "1731"})
    stand(s, "857/346", 6)
    assert (steps(s, "857/346"), steps(s, "69/50"), steps(s, "NY")) == (1, 2, 2)
    t = scene({"69/50": "1631", "NY": "1631", "6FJ": "1731"})
    stand(t, "6FJ", 6)  # 7: AL
    assert t.decides == "Allied"
    assert t.options() == ["lose 69/50", "lose NY"]


@covers("12.4.4", "16.1.5")
def test_an_asterisk_costs_the_improved_position() -> None:
    s = scene({"69/50": "1631", "NY": "1631", "857/346": "1731"}, ip_german="1731")
    stand(s, "857/346", 6)
    assert s.g.ip_german == 0


@covers("12.4.4", "14.1")
def test_a_single_step_lost_in_a_successful_defence_allows_a_limited_advance() -> None:
    s = battle("DR", {"69/50": "1631", "1/914/352": "1731"}, "69/50")
    s.do("stand 1/914/352", "roll 6")
    assert s.options() == ["end", "advance 69/50 1731"]


# three stacks around a hex, two hexes apart from each other: every way out is a bond
ENCIRCLED = {"69/50": "1631", "151/50": "1831", "231/50": "1732", "857/346": "1731", "858/346": "1731"}


@covers("12.5")
def test_a_stack_with_no_way_back_may_stand_by_losing_two_steps() -> None:
    s = battle("DR", ENCIRCLED, "69/50")
    s.do("stand 857/346", "roll 1")
    assert s.options() == ["despair", "retreat"]
    s.do("despair", "lose 857/346")
    assert s.decides == "Allied"
    s.do("lose 858/346")
    assert (steps(s, "857/346"), steps(s, "858/346")) == (1, 1)
    assert s.decides == ""


@covers("12.5")
def test_no_desperation_with_a_way_back_or_a_single_step() -> None:
    s = battle("DR", {"69/50": "1631", "857/346": "1731"}, "69/50")
    s.do("stand 857/346", "roll 1")
    assert "despair" not in s.options()
    one = {name: at for name, at in ENCIRCLED.items() if name != "858/346"}
    t = battle("DR", one, "69/50", steps={"857/346": 1})
    t.do("stand 857/346", "roll 1")
    assert "despair" not in t.options()


@covers("12.6")
def test_if_the_only_step_of_the_main_force_dies_the_defender_may_ignore_the_retreat() -> None:
    s = battle("A1/DR", {"99Inf": "1631", "CCA/2Armd": "1631", "857/346": "1731"}, "99Inf")
    assert steps(s, "99Inf") == 0
    assert s.options() == ["ignore", "stand 857/346", "retreat"]
    s.do("ignore")
    assert s.decides == ""
    assert s.at("857/346") == "1731"


@covers("12.2.2", "13.5")
def test_units_that_retreated_before_take_no_losses() -> None:
    s = battle("D1", retreated="1/914/352")
    assert steps(s, "857/346") == 1  # the only one who could
    assert ALLIED != GERMAN


@covers("12.2.1", "12.2.2")
def test_the_question_says_whose_step_is_lost() -> None:
    s = battle("EX")
    assert "which of his units" in waiting(s.g).prompt(s.g)  # type: ignore[union-attr]
    s = battle("D1")
    assert "which of your units" in waiting(s.g).prompt(s.g)  # type: ignore[union-attr]


@covers("12.4.1", "12.6")
def test_a_refused_stand_says_why() -> None:
    at = {"69/50": "1631", "857/346": "1731", "HQ-84": "1731"}
    s = scene(at)
    s.ask(Defence(by=GERMAN, assault=attack(s, "1731", "69/50", "69/50")))
    assert "is a headquarters" in s.refusal("stand HQ-84").text
    assert s.refusal("ignore").rule == "12.6"
