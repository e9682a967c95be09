"""Entrenchment: announced, tried, hidden and lost."""

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GERMAN, combat, fight, move, reckon, scene, targets_of

from bocage.games.normandy71.rules.r04_movement import walk
from bocage.games.normandy71.rules.r05_combat_phase import Allocation
from bocage.games.normandy71.rules.r10_entrenchment import EndOfTurn
from bocage.games.normandy71.view import redact
from bocage.kernel.events import Revealed
from bocage.testing import covers


@covers("Entrenchment", "Entrenchment.Attempt")
@pytest.mark.parametrize(("name", "die", "dug"), [("8/4", 3, "R21"), ("8/4", 4, ""), ("i1", 2, "R21"), ("i1", 3, "")])
def test_regiments_need_a_three_and_battalions_a_two(name: str, die: int, dug: str) -> None:
    s = scene({name: "R21"})
    s.ask(EndOfTurn(ALLIED))
    s.do(f"dig {name}", "done")
    assert s.g.digging == s.units(name)
    # Idle for the next player-turn, it rolls at its end.
    s.ask(EndOfTurn(ALLIED))
    assert s.decides == "chance"
    s.do(f"roll {die}")
    assert s.names(s.g.dug_in[ALLIED]) == dug
    assert s.g.digging == 0


@covers("Entrenchment.Attempt")
def test_units_that_dig_neither_move_nor_attack() -> None:
    s = move(scene({"8/4": "R21", "22/4": "R22"}, digging="8/4"), ALLIED)
    assert s.options() == ["select 22/4", "regroup", "done"]
    assert s.refusal("select 8/4").rule == "Entrenchment.Attempt"


@covers("Entrenchment.Attempt")
def test_a_unit_that_had_to_retreat_does_not_entrench_but_stays_idle() -> None:
    s = scene({"8/4": "D12", "22/21 125/21": "D11"}, digging="8/4", turn=1)
    fight(s, GERMAN, "D12", die=2)  # 22 against 7: three to one, the defender retreats
    s.do(next(text for text in s.options() if text.startswith("retreat")))
    move(s, ALLIED)
    assert s.options() == ["regroup", "done"]
    s.ask(EndOfTurn(ALLIED))
    assert s.decides == "Allied"  # nobody rolls
    assert s.g.digging == 0


@covers("Entrenchment.Attempt", "Stacking.E")
def test_a_unit_rebuilt_with_a_part_that_was_not_announced_does_not_entrench_but_stays_idle() -> None:
    s = move(scene({"i1 i2": "R22", "i3": "R21"}, spare="8/4", digging="i1 i2"), ALLIED)
    s.do("select i3", "move i3 R22", "rebuild 8/4", "done")
    move(s, ALLIED, second=True)
    assert s.refusal("select 8/4").rule == "Entrenchment.Attempt"
    s.ask(EndOfTurn(ALLIED))
    assert s.decides == "Allied"  # nobody rolls


@covers("Entrenchment.Attempt", "Stacking.E")
def test_a_unit_rebuilt_from_parts_that_were_all_announced_rolls_as_one() -> None:
    s = move(scene({"i1 i2 i3": "R22"}, spare="8/4", digging="i1 i2 i3"), ALLIED)
    s.do("regroup", "select i2", "rebuild 8/4", "done")
    s.ask(EndOfTurn(ALLIED))
    s.do("roll 3")
    assert s.names(s.g.dug_in[ALLIED]) == "R22"


@covers("Entrenchment.Attempt")
def test_without_supply_nobody_entrenches() -> None:
    s = scene({"8/4": "TT6"}, digging="8/4")
    s.ask(EndOfTurn(ALLIED))
    assert s.decides == "Allied"
    assert s.options() == ["dig 8/4", "done"]


@covers("Entrenchment.Attempt")
def test_each_unit_of_a_hex_rolls_until_one_succeeds() -> None:
    s = scene({"8/4 22/4": "R21"}, digging="8/4 22/4")
    s.ask(EndOfTurn(ALLIED))
    s.do("roll 6", "roll 1")
    assert s.names(s.g.dug_in[ALLIED]) == "R21"
    t = scene({"8/4 22/4": "R21"}, digging="8/4 22/4")
    t.ask(EndOfTurn(ALLIED))
    t.do("roll 1")
    assert t.decides == "Allied"  # the hex is entrenched, nobody needs to roll again


@covers("Entrenchment")
def test_fortifications_are_not_entrenched() -> None:
    s = scene({"729/709": "M24", "739/709": "D11"})
    s.ask(EndOfTurn(GERMAN))
    assert s.options() == ["dig 739/709", "done"]
    assert s.refusal("dig 729/709").rule == "Entrenchment"


@covers("Entrenchment.A")
def test_an_entrenchment_adds_four_and_is_lost_by_moving_away() -> None:
    s = scene({"914/352": "D11", "8/4": "D12"}, german_dug="D11")
    assert reckon(s, "8/4", "D11").modifier == 4
    t = move(scene({"914/352": "D11"}, german_dug="D11"), GERMAN)
    t.do("select 914/352", "move 914/352 D12")
    assert reckon(scene({"914/352": "D12", "8/4": "D13"}, german_dug="D11"), "8/4", "D12").modifier == 0
    t.do("done")
    assert t.g.dug_in[GERMAN] == 0


@covers("Entrenchment.B")
def test_the_enemy_looks_under_a_marker_only_by_committing_an_attack() -> None:
    s = scene({"914/352 gr1": "D11", "8/4": "D12"}, german_dug="D11", hidden="914/352 gr1")
    known = redact(s.g.copy(), ALLIED)
    assert known.here.get(s.space("D11"), 0) == 0
    assert s.names(known.dug_in[GERMAN]) == "D11"
    combat(s, ALLIED)
    s.do("attack D11", "join 8/4")
    assert redact(s.g.copy(), ALLIED).here.get(s.space("D11"), 0) == 0
    s.do("commit")
    assert redact(s.g.copy(), ALLIED).here[s.space("D11")] == s.units("914/352 gr1")
    assert s.heard(Revealed)
    # The attack cannot be taken back now.
    assert isinstance(s.g.stack[-1][0], Allocation)
    assert s.options() == ["done"]


@covers("Entrenchment.C")
def test_whoever_joins_is_entrenched_and_one_attack_ends_it_for_all() -> None:
    s = move(scene({"914/352": "D11", "916/352": "D12"}, german_dug="D11"), GERMAN)
    s.do("select 916/352", "move 916/352 D11", "done")
    t = scene({"914/352 916/352": "D11", "8/4": "D10"}, german_dug="D11", turn=1)
    assert reckon(t, "8/4", "D11").modifier == 4
    combat(t, GERMAN)
    t.do("attack D10", "join 914/352", "commit")
    assert t.g.dug_in[GERMAN] == 0
    assert reckon(t, "8/4", "D11").modifier == 0


@covers("Entrenchment.C")
def test_success_of_one_entrenches_all_in_the_hex() -> None:
    s = scene({"8/4 i1": "D11", "914/352": "D12"}, digging="i1", turn=1)
    s.ask(EndOfTurn(ALLIED))
    s.do("roll 2")
    assert reckon(s, "914/352", "D11").modifier == 4


@covers("Entrenchment.D", "Terrain.Entrenched")
def test_entrenchments_do_not_hinder_movement() -> None:
    plain, dug = scene({"8/4": "D11"}), scene({"8/4": "D11"}, allied_dug="D11 D12")
    costs = [walk(s.g, s.unit("8/4"), s.space("D11"), 24, second=False, fresh=True).cost for s in (plain, dug)]
    assert costs[0] == costs[1]


@covers("Entrenchment.E")
def test_an_entrenchment_may_be_given_up_at_no_cost() -> None:
    s = move(scene({"914/352": "D11"}, german_dug="D11", hidden="914/352"), GERMAN)
    s.do("select 914/352")
    assert "uncover D11" in s.options()
    s.do("uncover D11")
    assert s.g.dug_in[GERMAN] == 0
    assert s.g.hidden == 0
    assert "D12" in targets_of(s, "914/352")  # it may still move


@covers("Entrenchment.F")
def test_a_unit_may_relieve_another_and_an_empty_marker_is_removed() -> None:
    s = move(scene({"914/352": "D11", "916/352": "D12"}, german_dug="D11"), GERMAN)
    s.do("select 914/352", "move 914/352 D10")
    assert s.names(s.g.dug_in[GERMAN]) == "D11"  # until the phase ends
    s.do("select 916/352", "move 916/352 D11", "done")
    assert s.names(s.g.dug_in[GERMAN]) == "D11"
    t = move(scene({"914/352": "D11"}, german_dug="D11"), GERMAN)
    t.do("select 914/352", "move 914/352 D10", "done")
    assert t.g.dug_in[GERMAN] == 0


def test_what_leaves_a_marker_is_seen() -> None:
    s = move(scene({"914/352": "D11"}, german_dug="D11", hidden="914/352"), GERMAN)
    s.do("select 914/352", "move 914/352 D12")
    assert s.g.hidden == 0
    assert [event.rule for event in s.heard(Revealed)] == ["Entrenchment.E"]
    assert BOARD.names[redact(s.g.copy(), ALLIED).space[s.unit("914/352")]] == "D12"
