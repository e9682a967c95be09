"""9.4 The waves, with 11.4: Omaha and Pointe du Hoc."""

from typing import Any

import pytest
from tests.games.darksummer.support import ALLIED, GAME, GERMAN, Army, hexes, scene

from bocage.games.darksummer.rules.r09_amphibious_assault import begin_wave
from bocage.games.darksummer.rules.r10_movement import destinations, may_use_roads, points
from bocage.games.darksummer.rules.r11_advance import Advance, AdvanceFurther, second_hexes
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_odds import Assault, odds
from bocage.games.darksummer.rules.r11_results import effect_of, exchanged_steps
from bocage.games.darksummer.rules.r12_support import KINDS, open_kinds
from bocage.games.darksummer.state import REACTION, WAVE_1, WAVE_2
from bocage.kernel.ids import Space
from bocage.testing import Situation, covers

Day = Situation[Any]


def d_day() -> Day:
    s: Day = Situation(GAME)
    s.do("mix moves")
    return s


def take(s: Day, beach: str, value: int = 1, die: int = 6) -> None:
    """Assault a beach, show its Strongpoint, roll, and stay on it."""
    s.do(f"assault {beach}", f"draw {value}", f"roll {die}")
    while s.options()[-1] == "halt":
        s.do("halt")
    while s.options()[0].startswith("lose"):
        s.do(s.options()[0])


def first_wave(s: Day, *taken: str) -> None:
    """Play the first wave: these beaches fall, the others hold."""
    for beach in ["2403", "3003", "3203", "3303", "4003", "4102", "4203", "4302", "4603"]:
        if s.g.fought_over & s.spaces(beach):
            continue
        value = 3 if beach not in taken else 1 if beach in ("3203", "3303") else 2
        s.do(f"assault {beach}", f"draw {value}")
        s.do("roll 6" if beach in taken else "roll 1")
        for _ in range(8):
            if s.options()[0].startswith("lose"):
                s.do(s.options()[0])
            elif s.options()[-1] == "halt":
                s.do("halt")
            else:
                break


@covers("9.4.1")
def test_the_first_wave_attacks_its_beach_without_support_and_lands() -> None:
    s = d_day()
    assert len(s.options()) == 9
    s.do("assault 2403")
    assert s.decides == "chance"
    s.do("draw 2", "roll 6")
    assert (s.at("8/4"), s.at("22/4")) == ("2403", "2403")
    assert s.g.open_beaches == s.spaces("2403")
    assert s.trail.endswith("Second hex")
    s.do("advance-on 8/4 2303")
    assert s.at("8/4") == "2303"
    s.do("halt")
    assert s.refusal("assault 2403").rule == "11.1"


@covers("9.4.1")
def test_units_that_fail_stay_in_the_approach_hex() -> None:
    s = d_day()
    s.do("assault 4102", "draw 3", "roll 1")
    s.follow()
    assert (s.at("69/50"), s.g.steps[s.unit("69/50")]) == ("4101", 1)  # 4 against 3: AL1
    assert not s.g.open_beaches


@covers("9.4.1", "11.4.2")
def test_pointe_du_hoc_is_taken_by_an_exchange_without_loss_and_is_no_beach() -> None:
    s = d_day()
    s.do("assault 3003", "draw 1")
    a = Assault(ALLIED, s.space("3003"), s.units("2Rng"))
    assert [effect_of(s.g, a, result) for result in ("EX", "BL1", "DR", "AL1", "DE")] == ["DE", "DE", "-", "AL1", "DE"]
    s.do("roll 3")
    s.do("halt")
    assert s.at("2Rng") == "3003"
    assert not s.g.open_beaches
    s.g.round = WAVE_2
    assert effect_of(s.g, a, "EX") == "EX"


@covers("11.4.1", "11.4")
def test_omaha_defends_with_three_more_and_reads_a_retreat_as_an_exchange_of_two() -> None:
    s = d_day()
    s.g.value[s.unit("SP-Omaha-West")] = 2
    a = Assault(ALLIED, s.space("3203"), s.units("116/29 115/29"))
    assert odds(s.g, a).totals == [8, 5]
    assert effect_of(s.g, a, "DR*") == "EX"
    assert effect_of(s.g, a, "DR") == "-"
    assert effect_of(s.g, a, "BL1") == "BL1"
    assert exchanged_steps(s.g, a) == 2
    s.g.round = "combat"
    assert odds(s.g, a).totals == [8, 2]
    assert effect_of(s.g, a, "DR*") == "DR*"


@covers("11.5.1")
def test_a_strongpoint_ignores_a_retreat_only_from_the_sea() -> None:
    s = d_day()
    a = Assault(ALLIED, s.space("2403"), s.units("8/4 22/4"))
    assert effect_of(s.g, a, "DR") == "-"
    assert effect_of(s.g, a, "DR*") == "DR*"
    s.g.place(s.unit("22/4"), s.space("2303"))
    s.g.round = WAVE_2
    assert effect_of(s.g, a, "DR") == "DR"


@covers("9.4.1", "11.4")
def test_the_second_hex_of_the_first_wave_ignores_zones() -> None:
    s = d_day()
    take(s, "4603")
    s.g.place(s.unit("736/716"), s.space("4604"))
    s.g.round = WAVE_1
    s.ask(AdvanceFurther(by=ALLIED, origin=s.space("4603"), units=s.units("8/3 27A")))
    found = second_hexes(s.g, s.unit("8/3"), s.space("4603"))
    assert s.spaces("4503") & found
    assert not s.spaces("4604") & found
    assert s.refusal("advance-on 8/3 4604").rule == "9.4.1"


@covers("9.4.3", "6.2", "6.4")
def test_the_second_hex_of_the_second_wave_minds_zones_unless_a_friend_negates_them() -> None:
    s = d_day()
    s.g.round, s.g.army = WAVE_2, Army.BRITISH
    s.g.open_beaches = s.spaces("4603")
    s.g.place(s.unit("736/716"), s.space("4605"))
    s.g.place(s.unit("185/3"), s.space("4604"))
    s.g.place(s.unit("SP-Hillman"), s.space("lost"))
    s.g.touch()
    assert not s.spaces("4504") & second_hexes(s.g, s.unit("185/3"), s.space("4604"))  # from zone to zone
    assert s.spaces("4503") & second_hexes(s.g, s.unit("185/3"), s.space("4604"))
    s.g.place(s.unit("8/3"), s.space("4504"))
    assert s.spaces("4504") & second_hexes(s.g, s.unit("185/3"), s.space("4604"))
    assert s.spaces("4604") & second_hexes(s.g, s.unit("8/3"), s.space("4603"))  # a beach is in no zone


@covers("9.4.3", "9.4.2", "9.4.4", "5.1")
def test_the_second_wave_lands_or_joins_and_beaches_not_taken_are_closed() -> None:
    s = d_day()
    first_wave(s, "2403", "3303", "4003", "4203", "4302", "4603")
    assert s.g.halved is False
    s.do("hold")
    assert s.at("12/4") == "2403"
    assert s.at("175/29") == "3202"
    assert s.at("151/50") == "4101"
    assert s.g.round == WAVE_2
    assert {"attack 3203", "attack 4102"} <= set(s.options())
    assert s.refusal("done").rule == "11.2"
    s.do("attack 4102", "join 151/50", "fight", "ready", "roll 1")
    s.follow()
    while not s.trail.endswith("Combat"):
        s.do(s.options()[0])
    s.do("attack 3203", "join 175/29", "fight", "ready", "roll 1")
    s.follow()
    while not s.trail.endswith("Combat"):
        s.do(s.options()[0])
    while "done" not in s.options():
        s.do(s.options()[0])
    s.do("done")
    while s.options()[0].startswith("eliminate"):
        s.do(s.options()[0])
    assert s.g.closed_beaches == s.spaces("3203 4102")
    assert s.g.halves == [0, 4]
    survivors = ("115/29", "116/29", "5Rng", "69/50", "151/50")
    assert {s.at(unit) for unit in survivors} == {"waiting"}
    assert {s.g.due[s.unit(unit)] for unit in survivors} == {2}
    s.do("hold")
    assert s.decides == "chance"  # 9.4.5: chits are drawn from now on


@covers("9.4.2")
def test_the_first_reaction_has_half_its_movement_and_no_roads() -> None:
    s = d_day()
    first_wave(s, "2403", "3203", "3303", "4003", "4102", "4203", "4302", "4603")
    s.do("activate-formation 22/21")
    unit = s.units("22/21")
    assert points(s.g, unit) == 27
    assert not may_use_roads(s.g, unit)
    slow = hexes(s, destinations(s.g, unit))
    s.g.halved = False
    s.g.touch()
    assert points(s.g, unit) == 54
    assert slow < hexes(s, destinations(s.g, unit))


@covers("9.4.3", "12.3")
def test_naval_guns_speak_in_the_second_wave_for_each_army_once() -> None:
    s = d_day()
    first_wave(s, "2403", "3303", "4003", "4203", "4302", "4603")
    s.do("hold", "attack 4102", "join 151/50", "fight")
    assert s.options() == ["support naval", "ready"]
    s.do("support naval")
    assert s.decides == "chance"
    s.do("roll 6")
    while not s.trail.endswith("Combat"):
        s.do(s.options()[-1])
    assert s.g.open_beaches & s.spaces("4102")
    s.do("attack 3203", "join 175/29", "fight")
    assert s.options() == ["support naval", "ready"]


@covers("9.4.3")
@pytest.mark.parametrize("name", ["505/82", "3/6"])
def test_airborne_units_do_not_attack_in_the_waves(name: str) -> None:
    s = d_day()
    first_wave(s, "2403", "3203", "3303", "4003", "4102", "4203", "4302", "4603")
    s.do("hold")
    assert not s.g.active & s.units(name)


@covers("5.1", "9.4.3")
def test_four_units_attack_out_of_an_overstacked_beach_however_many_battles_they_fight() -> None:
    wave = "8/3 27A 185/3 9/3 1SSB"
    at = dict.fromkeys(wave.split(), "4603") | {"736/716": "4604", "731/711": "4503"}
    s = scene(at, army=Army.BRITISH, active=wave, attacked="8/3 27A 185/3", fought_over="4604")
    s.g.round = WAVE_2
    s.g.touch()
    s.ask(Attacks(by=ALLIED))
    s.do("attack 4503", "join 9/3")
    assert s.refusal("join 1SSB").rule == "5.1"
    s.g.attacked |= s.units("9/3")
    s.g.touch()
    s.ask(Attacks(by=ALLIED))
    assert s.refusal("attack 4503").rule == "5.1"


@covers("9.4.3", "11.9")
def test_a_beach_that_the_first_reaction_closed_is_not_closed_again_after_the_second_wave() -> None:
    s = d_day()
    first_wave(s, "2403", "3203", "3303", "4003", "4102", "4203", "4302", "4603")
    s.g.place(s.unit("192/21"), s.space("4302"))
    s.g.place(s.unit("8/3Can"), s.space("4203"))
    s.g.open_beaches &= ~s.spaces("4302")
    s.g.closed_beaches = s.spaces("4302")
    s.g.halves = [0, 2]
    s.g.touch()
    s.do("hold")
    assert s.at("9/3Can") == "4301"
    for _ in range(40):
        if s.trail.endswith("Reaction"):
            break
        s.do("done" if "done" in s.options() else "fight" if "fight" in s.options() else s.options()[0])
    assert s.g.closed_beaches & s.spaces("4302")
    assert s.g.halves == [0, 2 * s.g.closed_beaches.bit_count()]


@covers("12.3")
@pytest.mark.parametrize(("first", "kinds"), [(True, 0), (False, 1 << KINDS.index("naval"))])
def test_the_ships_are_silent_in_the_first_reaction(first: bool, kinds: int) -> None:
    s = scene({"192/21": "4303", "8/3Can": "4302"}, army=Army.GERMAN, kind=REACTION, turn=1, halved=first)
    assert open_kinds(s.g, Assault(GERMAN, s.space("4302"), s.units("192/21")), ALLIED) == kinds


@covers("11.3.8", "5.2")
def test_only_the_hex_that_was_taken_may_be_overstacked_in_the_second_wave() -> None:
    at = {"8/3": "4603", "27A": "4603", "231/50": "4503", "185/3": "4504", "731/711": "5103"}
    s = scene(at, army=Army.BRITISH, kind=WAVE_2, ask=AdvanceFurther(by=ALLIED, origin=Space(0), units=0))
    s.ask(AdvanceFurther(by=ALLIED, origin=s.space("4603"), units=s.units("8/3 27A")))
    assert s.refusal("advance-on 8/3 4503").rule == "5.2"
    assert "advance-on 27A 4503" in s.options()
    assert "advance-on 8/3 4604" in s.options()


@covers("5.1", "11.2")
def test_a_duty_needs_a_helper_whom_the_overstacked_hex_can_still_send() -> None:
    wave = "8/3 27A 185/3 9/3 1SSB 7/3Can"
    at = dict.fromkeys(wave.split(), "4603") | {"7/3Can": "4504", "736/716": "4604", "731/711": "4503"}
    s = scene(at, army=Army.BRITISH, kind=WAVE_2, active=wave, ask=Attacks(by=ALLIED))
    s.do("attack 4604", "join 7/3Can", "join 8/3", "join 27A", "join 185/3")
    assert s.refusal("join 9/3").rule == "11.2"  # the fourth out of 4603 must be left for 4503
    at = dict.fromkeys(wave.split()[:5], "4603") | {"736/716": "4604", "731/711": "4503"}
    s = scene(at, army=Army.BRITISH, kind=WAVE_2, active=wave, duties="4503", ask=Attacks(by=ALLIED))
    s.do("attack 4604", "join 8/3", "join 27A", "join 185/3")  # a duty of an earlier battle
    assert s.refusal("join 9/3").rule == "11.2"


@covers("9.4.3", "11.3.8")
@pytest.mark.parametrize(
    ("units", "target", "germans"),
    [("8/3 27A", "4604", "736/716"), ("39/9 47/9", "3304", "915/352")],
)
def test_winners_of_either_army_advance_inland_in_the_second_wave(units: str, target: str, germans: str) -> None:
    home = {"4604": "4603", "3304": "3303"}[target]
    s = scene(dict.fromkeys(units.split(), home) | {germans: target}, turn=1)
    begin_wave(s.g, WAVE_2)
    s.g.active = s.units(units)
    s.ask(Advance(by=ALLIED, target=s.space(target), units=s.units(units)))
    s.g.place(s.unit(germans), s.g.board.atlas.lost)
    first = units.split(maxsplit=1)[0]
    s.do(f"advance {first}")
    assert s.at(first) == target
