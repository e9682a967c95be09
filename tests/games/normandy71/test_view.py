"""What each side may see: the plan, the order of battle, what lies under entrenchments."""

import random
from typing import cast

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, combat, move, scene

from bocage.games.normandy71.imagine import imagine_germans, imagine_plan
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.rules.r08_stacking import break_down
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import NOWHERE, Side
from bocage.kernel.spaces import each
from bocage.kernel.view import View
from bocage.testing import Situation, covers


def seen(g: Game71, side: Side) -> Game71:
    """The state as a side may know it."""
    return cast("Game71", View(GAME, g, side).state)


def set_up(order: str = "secret") -> Scene:
    s: Scene = Situation(GAME, options={"order": order})
    s.do("historical")
    if order == "secret":
        s.do(*[f"list {letter}" for letter in "ABCDE"], "roll 2")
    return s


@covers("Invasion.1A1", "Invasion.1A2")
def test_the_german_knows_nothing_of_the_plan() -> None:
    s: Scene = Situation(GAME)
    s.do("assign 8/4 Beach17")
    known = seen(s.g, GERMAN)
    assert set(known.plan) == {NOWHERE}
    assert View(GAME, s.g, GERMAN).payload().prompt.text == "The Allied side plans the invasion, out of your sight."
    s.do("historical")
    german = seen(s.g, GERMAN)
    assert (german.supply, set(german.plan)) == (0, {NOWHERE})
    assert seen(s.g, ALLIED).supply == s.g.supply


@covers("Invasion.1B1")
def test_the_allies_do_not_know_the_order_of_battle() -> None:
    s = set_up()
    assert s.g.order == "B"
    allied = seen(s.g, ALLIED)
    assert (allied.order, allied.listed, allied.due) == ("", "", 0)
    assert "Order of battle" not in [track.name for track in View(GAME, s.g, ALLIED).payload().tracks]
    assert "Order of battle" in [track.name for track in View(GAME, s.g, GERMAN).payload().tracks]


@covers("Invasion.1B2")
def test_the_set_up_is_unseen_until_it_is_finished() -> None:
    s = set_up("B")
    s.do("select 729/709", "place 729/709 RR31")
    known = View(GAME, s.g, ALLIED)
    assert known.state.space[s.unit("729/709")] == NOWHERE
    assert [piece for piece in known.payload().pieces if piece.side == GERMAN] == []
    s.do("auto", "entrench-all")
    # Fortifications lie open, entrenchments show that somebody is there.
    shown = {piece.space: piece.unit for piece in View(GAME, s.g, ALLIED).payload().pieces if piece.side == GERMAN}
    assert shown["RR31"] == "729/709"
    assert shown[s.at("22/21")] == ""


@covers("Entrenchment.B")
def test_a_broken_down_unit_under_a_marker_stays_out_of_sight() -> None:
    s = scene({"914/352": "D11", "8/4": "D14"}, german_dug="D11", hidden="914/352")
    made = break_down(s.g, s.unit("914/352"))
    known = seen(s.g, ALLIED)
    assert known.here.get(s.space("D11"), 0) == 0
    assert known.spare == 0
    assert s.g.hidden & made == made
    # The counters taken in hiding come from the top of the heap, those in the open from its bottom.
    t = scene({"914/352": "D11"})
    assert break_down(t.g, t.unit("914/352")) & made == 0


def test_the_german_sees_supply_only_where_something_landed() -> None:
    s = scene({"8/4": "TT6", "22/4": "R21"}, supply="S25 P25", known_supply="P25", unsupplied="8/4")
    known = seen(s.g, GERMAN)
    assert s.names(known.supply) == "P25"
    marks = {mark.space for mark in View(GAME, s.g, GERMAN).payload().marks if mark.kind == "supply"}
    assert marks == {"P25"}


def test_after_the_game_everything_lies_open() -> None:
    from bocage.games.normandy71.rules.r02_sequence import Campaign

    s = scene({"914/352": "D11"}, german_dug="D11", hidden="914/352", turn=6)
    s.ask(Campaign(()))
    assert seen(s.g, ALLIED).order == "B"
    assert seen(s.g, ALLIED).space[s.unit("914/352")] == s.space("D11")


def test_who_moves_is_not_told_before_the_move_is_made() -> None:
    s = move(scene({"914/352": "D11", "916/352": "D12"}, german_dug="D11", hidden="914/352"), GERMAN)
    s.do("select 914/352")
    allied = View(GAME, s.g, ALLIED).payload()
    assert "914" not in allied.trail
    assert "914" not in allied.prompt.text


def test_what_is_left_undone_is_counted() -> None:
    s = move(scene({"8/4 70T": "Beach14", "22/4": "R21"}, turn=1, supply="MM28"), ALLIED)
    assert GAME.warnings(s.g) == [
        "Not moved yet: 3 units.",
        "2 units would not land today and go back to Britain.",
    ]
    s.do("select 8/4", "move 8/4 MM28", "select 70T", "move 70T MM28")
    assert GAME.warnings(s.g) == ["Not moved yet: 1 unit."]
    # A forced attack leaves no way to end the allocation; it is counted all the same.
    t = combat(scene({"8/4": "NN29", "919/709": "OO29"}, turn=1), ALLIED)
    assert t.options() == ["attack OO29"]
    assert GAME.warnings(t.g) == ["Enemy hexes that could still be attacked: 1."]


def test_a_german_is_told_where_a_unit_may_begin() -> None:
    s = set_up("A")
    s.do("select 22/21")
    assert "Within 10 hexes of Falaise" in View(GAME, s.g, GERMAN).payload().prompt.text


@pytest.mark.parametrize("order", ORDERS)
def test_an_imagined_german_set_up_is_legal_and_looks_the_same(order: str) -> None:
    s = set_up(order)
    s.do("auto", "entrench-all")
    known = View(GAME, s.g, ALLIED)
    for seed in range(5):
        world = cast("Game71", known.sample(random.Random(seed)))
        assert GAME.problems(world) == []
        assert seen(world, ALLIED).to_json() == known.state.to_json()
        hidden = [unit for unit in range(len(world.space)) if world.hidden >> unit & 1 and world.space[unit] >= 0]
        assert hidden
        assert all(world.dug_in[GERMAN] >> world.space[unit] & 1 for unit in hidden)


def test_what_was_seen_rules_out_orders_of_battle() -> None:
    # Two SS tank regiments by the second turn: only order F has them.
    s = scene({"12/12SS": "D11", "1/1SS": "D12"}, turn=2, order="F")
    s.g.hidden = BOARD.of_side[GERMAN] & ~s.units("12/12SS 1/1SS")
    world = seen(s.g, ALLIED)
    imagine_germans(world, random.Random(3))
    assert world.order == "F"


def test_battalions_may_be_under_an_entrenchment_when_every_larger_unit_has_been_seen() -> None:
    s = set_up("F")
    s.do("auto", "entrench-all")
    world = seen(s.g, ALLIED)
    world.hidden &= BOARD.battalions  # all the regiments have shown themselves elsewhere
    imagine_germans(world, random.Random(3))
    under = [world.here.get(space, 0) for space in each(world.dug_in[GERMAN])]
    assert any(units & BOARD.battalions for units in under)


def test_an_imagined_plan_has_its_limits() -> None:
    s = set_up()
    for seed in range(6):
        world = seen(s.g, GERMAN)
        imagine_plan(world, random.Random(seed))
        boxes = {space for space in world.plan if space >= BOARD.first_box}
        assert 1 <= len(boxes) <= 8
        assert 1 <= world.supply.bit_count() <= 5


def test_plans_and_reserves_lie_on_the_table_for_their_owner_alone() -> None:
    s: Scene = Situation(GAME)
    s.do("assign 8/4 Beach17")
    marks = [View(GAME, s.g, side).payload().marks for side in (ALLIED, GERMAN)]
    assert [(mark.space, mark.text) for mark in marks[0] if mark.kind == "plan"] == [("Beach17", "8/4")]
    assert [mark for mark in marks[1] if mark.kind == "plan"] == []
    s.do("historical", *[f"list {letter}" for letter in "ABCDE"], "roll 2")
    waiting = [
        {piece.unit for piece in View(GAME, s.g, side).payload().pieces if piece.space == "Reserve"}
        for side in (ALLIED, GERMAN)
    ]
    assert waiting[0] == set()
    assert waiting[1] == set(s.unit_names(BOARD.due("B", 0)).split())
