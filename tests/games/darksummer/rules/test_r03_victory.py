"""3 Set-up and victory."""

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, opening, scene

from bocage.games.darksummer.rules.r03_victory import (
    avranches_held,
    beaches_lost,
    cherbourg_held,
    final_outcome,
    germans_gone,
    score_turn,
    sudden_death,
    take_control,
    whole_divisions,
)
from bocage.games.darksummer.rules.r04_sequence import VictoryCheck
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.state import ACTION, HIDDEN, WEATHER
from bocage.kernel.events import Scored
from bocage.kernel.flow import Over
from bocage.testing import covers


@covers("3", "3.1")
def test_the_campaign_is_set_up_as_the_counters_say() -> None:
    g = opening()
    board = g.board
    where = {board.unit_names[u]: board.names[s] for u, s in enumerate(g.space)}
    assert (where["914/352"], g.steps[board.unit_ids["914/352"]]) == ("3207", 1)
    assert (where["325/82"], where["6/6"]) == ("airfield-us", "airfield-british")
    assert where["8/4"] == "2503"
    assert where["12/4"] == "2502"
    assert where["729/709"] == "cherbourg"
    strong = [u for u, unit in enumerate(board.units) if unit.type == "strongpoint"]
    assert len(strong) == 20
    assert {board.names[g.space[u]] for u in strong} >= {
        "2403",
        "3203",
        "3303",
        "4003",
        "4102",
        "4203",
        "4302",
        "4603",
        "3003",
    }
    assert all(g.value[u] == HIDDEN for u in range(len(g.value)))
    assert len(g.cups[WEATHER].inside) == 9
    assert g.cups[ACTION].counts == {} or g.turn == 1
    assert (g.turn, g.weather, g.halves) == (1, "Showers", [0, 0])


@covers("3.2.2")
def test_the_germans_control_everything_but_the_drop_zones_at_the_start() -> None:
    g = opening()
    assert g.allied_hexes == g.hexes_of(ALLIED)
    assert g.allied_hexes.bit_count() == 8


@covers("3.2.2")
def test_a_hex_changes_hands_when_a_unit_passes_through() -> None:
    s = scene({"4Cav": "3205"}, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 4Cav", "to 3207")
    assert s.g.allied_hexes & s.spaces("3206 3207") == s.spaces("3206 3207")
    take_control(s.g, GERMAN, [s.space("3206")])
    assert not s.g.allied_hexes & s.spaces("3206")


@covers("3.2.1")
@pytest.mark.parametrize(
    ("closed", "lost"),
    [
        ("3203 3303", False),
        ("3203 3303 4603", True),
        ("2403 3203 4603", False),
        ("4003 4102 4203", True),
        ("2403 4102 4302", False),
    ],
)
def test_three_closed_beaches_with_two_side_by_side_are_a_german_victory(closed: str, lost: bool) -> None:
    s = scene({"8/4": "2403", "731/711": "5103"}, closed_beaches=closed)
    assert beaches_lost(s.g) is lost
    assert (sudden_death(s.g) is not None) is lost


@covers("3.2.1")
def test_a_beach_stays_lost_even_if_the_allies_stand_on_it_again() -> None:
    s = scene(
        {"8/4": "3203", "731/711": "5103"}, closed_beaches="3203 3303 4603", open_beaches="2403 4003 4102 4203 4302"
    )
    end = sudden_death(s.g)
    assert isinstance(end, Over)
    assert end.outcome.winner == GERMAN


@covers("3.2.1")
def test_germans_in_cherbourg_at_the_end_of_turn_seven_have_won() -> None:
    s = scene({"8/4": "2403", "731/711": "5103"}, turn=7)
    assert cherbourg_held(s.g)
    s.ask(VictoryCheck())
    assert s.g.outcome is not None
    assert s.g.outcome.level == "German victory: Cherbourg held"
    assert not cherbourg_held(scene(turn=7, cherbourg_taken=6).g)
    assert not cherbourg_held(scene(turn=6).g)


@covers("3.2.1")
def test_avranches_matters_at_the_end_of_a_round_once_somebody_is_in_brittany() -> None:
    s = scene({"8/4": "2403", "731/711": "5103"}, brittany_entered=True)
    assert avranches_held(s.g)
    assert sudden_death(s.g) is None
    end = sudden_death(s.g, round_over=True)
    assert end is not None
    assert end.outcome.winner == GERMAN
    assert not avranches_held(scene(brittany_entered=True, allied_hexes="2726").g)
    assert not avranches_held(scene(brittany_entered=False).g)


@covers("3.2.1")
def test_without_a_supplied_german_on_the_map_the_allies_have_won_up_to_turn_nine() -> None:
    surrounded = {"731/711": "3304", "8/4": "3404", "22/4": "3204", "12/4": "3205"}
    s = scene(surrounded)
    assert germans_gone(s.g)
    assert sudden_death(s.g).outcome.winner == ALLIED  # type: ignore[union-attr]
    assert not germans_gone(scene(surrounded, turn=10).g)
    assert not germans_gone(scene({**surrounded, "744/711": "5401"}).g)
    assert germans_gone(scene({**surrounded, "744/711": "cherbourg"}).g)


@covers("3.2.2")
def test_a_division_scores_only_whole_but_reduced_units_count() -> None:
    at = {"8/4": "brittany", "22/4": "brittany", "12/4": "brittany-entered"}
    s = scene(at, steps={"8/4": 1})
    assert whole_divisions(s.g, ALLIED, "brittany-division") == ["4"]
    s.g.eliminate(s.unit("12/4"), "11.3.6")
    assert whole_divisions(s.g, ALLIED, "brittany-division") == []


@covers("3.2.2")
def test_exits_are_counted_by_the_kind_of_division() -> None:
    at = dict.fromkeys(
        (
            "25/12SS",
            "26/12SS",
            "12/12SS",
            "1055/89",
            "1056/89",
            "13FJ/5FJ",
            "14FJ/5FJ",
            "15FJ/5FJ",
            "1Flak",
            "2Flak",
            "3Flak",
            "4Flak",
        ),
        "east-german",
    )
    s = scene({**at, "29A/11A": "east-allied", "159/11A": "east-allied", "8/4": "2403"})
    assert whole_divisions(s.g, GERMAN, "exit-panzer") == ["12SS"]
    assert whole_divisions(s.g, GERMAN, "exit-parachute") == ["5FJ"]
    assert whole_divisions(s.g, GERMAN, "exit-infantry") == ["89"]
    assert whole_divisions(s.g, ALLIED, "exit-armor") == ["11A"]
    assert whole_divisions(s.g, ALLIED, "exit-infantry") == []


@covers("3.2.2")
@pytest.mark.parametrize(("turn", "points"), [(3, 5), (4, 4), (5, 3), (6, 2), (7, 1)])
def test_cherbourg_scores_by_the_turn_in_which_it_falls(turn: int, points: int) -> None:
    s = scene(turn=turn, cherbourg_taken=turn, allied_hexes="3012 4506 4606 4607")
    score_turn(s.g)
    assert [event.points for event in s.heard(Scored) if "Cherbourg" in event.why] == [points]


@covers("3.2.2")
def test_caen_and_st_lo_in_german_hands_score_on_their_turns() -> None:
    s = scene(turn=5, allied_hexes="4506 4606")
    score_turn(s.g)
    assert s.g.halves == [0, 4]
    s = scene(turn=5, allied_hexes="4506 4606 4607 3012")
    score_turn(s.g)
    assert s.g.halves == [0, 0]


@covers("3.2.3")
def test_there_is_no_draw_and_halves_count() -> None:
    s = scene(halves=[20, 20], turn=10)
    assert final_outcome(s.g).outcome.winner == GERMAN
    s = scene(halves=[21, 20], turn=10)
    end = final_outcome(s.g).outcome
    assert (end.winner, end.score) == (ALLIED, (10.5, 10))


@covers("3.2")
def test_the_game_ends_after_turn_ten() -> None:
    s = scene({"8/4": "2403", "731/711": "5103"}, turn=10, cherbourg_taken=5, army=Army.US)
    s.ask(VictoryCheck())
    assert s.g.outcome is not None
    assert s.g.outcome.winner == GERMAN


@covers("3.2.1")
def test_the_allies_win_in_the_middle_of_a_round_when_a_move_cuts_off_the_last_german() -> None:
    at = {"731/711": "6304", "4Cav": "6302", "8/4": "6310", "8A": "5400"}
    s = scene(
        at, kind=MOVE, turn=9, boundary_lifted=True, brittany_entered=True, brittany_left=8, ask=Movement(by=ALLIED)
    )
    s.g.exits[Army.US] = s.g.board.atlas.e_hexes & ~s.spaces("6401")
    s.g.touch()
    s.do("select 8/4", "stay", "select 4Cav")
    assert s.trail.endswith("Move 4th Cavalry")
    s.do("to 6401")
    assert s.g.outcome is not None
    assert s.g.outcome.winner == ALLIED
