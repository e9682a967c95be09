"""8.1 Reinforcements, with Figure 2 and the printed examples."""

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, hexes, opening, scene

from bocage.games.darksummer.rules.r08_reinforcements import (
    ChooseFormation,
    PlaceReinforcement,
    Reinforcements,
    allowed_formations,
    awaiting,
    entry_hexes,
    formations,
    place_offer,
)
from bocage.games.darksummer.rules.r08_third_wave import ThirdWave
from bocage.games.darksummer.rules.r09_rounds import ActionRound
from bocage.kernel.spaces import each
from bocage.testing import covers


@covers("8.1.1")
def test_the_printed_example_of_formation_entry() -> None:
    """Seven wait: die 3 gives three, as does their half. Four left: 2 gives two, 1 gives two, 4 gives four."""
    s = scene(army=Army.GERMAN, kind=MOVE, turn=1)
    seven = formations(s.g, awaiting(s.g, Army.GERMAN))
    assert len(seven) == 7
    assert allowed_formations(s.g, Army.GERMAN, 3, 7) == 3
    assert [allowed_formations(s.g, Army.GERMAN, die, 4) for die in (2, 1, 4)] == [2, 2, 4]


@covers("8.1.1")
@pytest.mark.parametrize(
    ("weather", "army", "die", "number"),
    [
        ("Sun", Army.GERMAN, 2, 1),
        ("Sun", Army.GERMAN, 6, 4),
        ("Sun", Army.US, 2, 5),
        ("Storm", Army.US, 3, 1),
        ("Storm", Army.GERMAN, 1, 5),
    ],
)
def test_two_less_and_no_choice(weather: str, army: Army, die: int, number: int) -> None:
    s = scene(weather=weather, army=army, kind=MOVE)
    assert allowed_formations(s.g, army, die, 10) == number


@covers("8", "8.1")
def test_formations_by_turn_are_those_of_the_schedule() -> None:
    g = opening()
    counts: dict[Army, dict[int, int]] = {army: {} for army in Army}
    for some in formations(g, sum(1 << u for u, c in enumerate(g.board.units) if c.turn)):
        unit = g.board.units[next(iter(each(some)))]
        counts[unit.army][unit.turn] = counts[unit.army].get(unit.turn, 0) + 1
    assert counts[Army.GERMAN] == {1: 7, 2: 6, 3: 4, 4: 4, 5: 4, 6: 2, 7: 1, 8: 4, 9: 2, 10: 1}
    assert counts[Army.US] == {1: 5, 2: 2, 3: 2, 4: 3, 5: 2, 6: 2, 7: 2, 8: 3, 9: 1}
    assert counts[Army.BRITISH] == {1: 2, 2: 3, 3: 3, 4: 3, 6: 1, 7: 1, 8: 1}


@covers("8.1.1", "8.1")
def test_formations_of_earlier_turns_come_first() -> None:
    s = scene(army=Army.US, kind=MOVE, turn=2, ask=ChooseFormation(by=ALLIED, army=Army.US))
    assert "enter 39/9" in s.options()
    assert s.refusal("enter 313/79").rule == "8.1.1"
    assert "8.1.1" in s.refusal("enter 13/8").rule
    # On turn 2 nobody of turn 1 finds a beach of its letter: Germans of W are disregarded where Allies stand.
    s = scene(
        {"8/4": "2628", "22/4": "2727", "12/4": "2828"},
        army=Army.GERMAN,
        kind=MOVE,
        turn=2,
        ask=ChooseFormation(by=GERMAN, army=Army.GERMAN),
    )
    assert s.refusal("enter 1049/77").rule == "8.1.2"


@covers("8.1.1")
def test_the_die_decides_how_many_enter() -> None:
    s = scene({"731/711": "5103"}, army=Army.BRITISH, kind=MOVE, turn=1, ask=Reinforcements(army=Army.BRITISH))
    assert s.decides == "chance"
    s.do("roll 1", "enter 33A")
    assert s.decides == "Allied"
    s.do("place 4603")
    assert (s.at("33A"), s.at("70/49")) == ("4603", "waiting")
    assert s.g.stack == ()


@covers("8.1.2")
def test_where_each_enters() -> None:
    s = scene(army=Army.GERMAN, kind=MOVE, open_beaches="2403 3303 4603")
    assert hexes(s, entry_hexes(s.g, s.unit("39/9"))) == {"2403", "3303"}
    assert hexes(s, entry_hexes(s.g, s.unit("10A/1APo"))) == {"4603"}
    assert hexes(s, entry_hexes(s.g, s.unit("857/346"))) == {
        "6401",
        "6405",
        "6409",
        "6413",
        "6417",
        "6421",
        "6425",
        "5400",
    }
    assert "5400" not in hexes(s, entry_hexes(s.g, s.unit("101SSTiger")))
    assert hexes(s, entry_hexes(s.g, s.unit("37/17SS"))) == {"3428", "3828", "4428", "5428"}
    assert hexes(s, entry_hexes(s.g, s.unit("1049/77"))) == {"2628", "2727", "2828"}


@covers("8.1.2")
def test_germans_enter_in_allied_zones_but_not_on_allies_or_exit_markers() -> None:
    s = scene({"8/4": "6405", "22/4": "6410"}, army=Army.GERMAN, kind=MOVE, exits=[0, 0], allied_hexes="6409")
    s.g.exits[0] = s.spaces("6413")
    s.ask(PlaceReinforcement(by=GERMAN, unit=s.unit("25/12SS")))
    assert set(s.options()) == {"place 6401", "place 6409", "place 6417", "place 6421", "place 6425"}
    assert s.refusal("place 6405").rule == "8.1.2"
    assert "Exit marker" in s.refusal("place 6413").text


@covers("8.1.2", "5.1")
def test_placement_observes_the_stacking_limit() -> None:
    s = scene({"8/4": "2403"}, kind=MOVE, open_beaches="2403")
    assert not place_offer(s.g, s.unit("39/9")).open()
    assert place_offer(s.g, s.unit("4Cav")).open()
    s.ask(Reinforcements(army=Army.US))
    s.do("roll 6")
    assert {"enter 4Cav", "enter 102Cav"} <= set(s.options())
    assert "enter 39/9" not in s.options()


# --- the third wave ---------------------------------------------------------------------------------------

OMAHA = {
    "26/1": "3303", "175/29": "3203", "16/1": "3304", "18/1": "3304", "116/29": "3204", "115/29": "3204",
    "2Rng": "3003", "5Rng": "3203", "9/2": "3200", "23/2": "3200", "38/2": "3200", "505/82": "2204",
    "325/82": "airfield-us",
}  # fmt: skip


@covers("8.1.3")
def test_figure_2_the_second_division_displaces_a_regiment_of_the_first() -> None:
    s = scene(OMAHA, army=Army.US, kind=MOVE, turn=1, ask=ThirdWave(army=Army.US))
    s.do("place 3303")
    assert s.trail.endswith("Displacement")
    assert {o.split()[1] for o in s.options()} == {"26/1"}
    s.do("displace 26/1 3304")
    assert (s.at("9/2"), s.at("26/1")) == ("3303", "3304")
    s.do("place 3303", "place 3303")
    assert s.at("38/2") == "3303"
    assert s.options() == ["place 2204"]
    s.do("place 2204")
    assert s.g.stack == ()
    assert s.g.entered == s.units("9/2 23/2 38/2 325/82")


@covers("8.1.3")
def test_units_are_displaced_from_one_hex_of_a_beach_only() -> None:
    s = scene(OMAHA, army=Army.US, kind=MOVE, turn=1, ask=ThirdWave(army=Army.US))
    s.do("place 3303", "displace 26/1 3304")
    assert s.options() == ["place 3303"]
    assert s.refusal("place 3203").rule == "5.1"


@covers("8.1.3", "5.1")
def test_where_the_first_to_go_aside_takes_the_only_room_the_landing_waits() -> None:
    """In 4003 is room for one more; the other brigade of the 50th cannot follow, and 2nd Armoured is not in the way."""
    at = {
        "69/50": "4102", "151/50": "4102", "2A": "4102", "231/50": "4003", "8A": "4003", "56/50": "4003",
        "7/3Can": "4103", "8/3Can": "4203", "4SSB": "4203", "22A/7A": "4000",
    }  # fmt: skip
    s = scene(at, army=Army.BRITISH, kind=MOVE, turn=1, open_beaches="4102", ask=ThirdWave(army=Army.BRITISH))
    s.do("place 4102", "displace 69/50 4003")
    assert s.g.stack == ()
    assert (s.at("22A/7A"), s.g.due[s.unit("22A/7A")]) == ("waiting", 2)


@covers("8.1.3")
def test_a_third_wave_without_a_beach_comes_by_itself_on_turn_2() -> None:
    s = scene(OMAHA, army=Army.US, kind=MOVE, turn=1, open_beaches="2403 4603", ask=ThirdWave(army=Army.US))
    s.do("place 2204")
    assert s.at("9/2") == "waiting"
    assert s.g.automatic == s.units("9/2 23/2 38/2")
    assert s.g.due[s.unit("9/2")] == 2
    s = scene(
        OMAHA | {"9/2": "waiting"},
        army=Army.US,
        kind=MOVE,
        turn=2,
        automatic="9/2",
        open_beaches="2403",
        ask=Reinforcements(army=Army.US),
    )
    assert s.options() == ["place 2403"]
    assert s.decides == "Allied"


@covers("8.1.3")
def test_gliders_that_cannot_land_come_in_the_next_move_round() -> None:
    at = {"6/6": "airfield-british", "731/711": "4704", "8/3": "4603"}
    s = scene(at, army=Army.BRITISH, kind=MOVE, turn=1, ask=ThirdWave(army=Army.BRITISH))
    assert (s.at("6/6"), s.g.due[s.unit("6/6")]) == ("waiting", 1)
    s.ask(Reinforcements(army=Army.BRITISH))
    assert "place 4203" in s.options()
    s = scene(
        {"6/6": "airfield-british", "8/3": "4603"},
        army=Army.BRITISH,
        kind=MOVE,
        turn=1,
        ask=ThirdWave(army=Army.BRITISH),
    )
    assert s.options() == ["place 4704"]


@covers("8.1.3", "9.4.5")
def test_the_first_move_round_of_turn_1_is_the_third_wave_and_brings_nobody_else() -> None:
    s = scene(OMAHA | {"731/711": "5103"}, turn=1, ask=ActionRound(army=Army.US, kind=MOVE, chit=MOVE))
    if "done" in s.options():
        s.do("done")
    assert "place 3303" in s.options()
    assert s.g.landed_third == 1
    s = scene(OMAHA | {"731/711": "5103"}, turn=1, landed_third=1, ask=ActionRound(army=Army.US, kind=MOVE, chit=MOVE))
    s.do("done")
    assert s.decides == "chance"


@covers("8.1.3")
def test_only_those_who_are_in_the_way_are_displaced() -> None:
    at = {"231/50": "4003", "8A": "4003", "22A/7A": "4000"}
    s = scene(at, army=Army.BRITISH, kind=MOVE, turn=1, ask=ThirdWave(army=Army.BRITISH))
    s.do("place 4003")
    assert {option.split()[1] for option in s.options()} == {"231/50"}
    assert s.refusal("displace 8A 4004").rule == "8.1.3"
    at |= {"27A": "4003", "33A": "4003"}
    s = scene(at, army=Army.BRITISH, kind=MOVE, turn=1, ask=ThirdWave(army=Army.BRITISH))
    s.do("place 4003")  # five would be too many, whoever goes
    assert {option.split()[1] for option in s.options()} == {"231/50", "8A", "27A", "33A"}
