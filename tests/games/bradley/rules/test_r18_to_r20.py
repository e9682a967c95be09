"""18 to 20: scenarios, options and the automaton."""

import random

import pytest
from tests.games.bradley.support import ALLIED, GERMAN, field, places

from bocage.games.bradley import GAME
from bocage.games.bradley.events import Bombed, Ordered, OutOfCommand
from bocage.games.bradley.rules.r08_stacking import too_many
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import CloseAssault, GatherAssault
from bocage.games.bradley.rules.r10_fire import Fire, GatherFire
from bocage.games.bradley.rules.r18_scenarios import LayMines, MineBeaches, PlaceAll, Postures, Reinforce, SetUp, thaw
from bocage.games.bradley.rules.r19_options import Bombing
from bocage.games.bradley.rules.r20_orders import GiveOrders, Remote, order_modifier, out_of_touch
from bocage.games.bradley.rules.r20_solitaire import reply
from bocage.games.bradley.setup import starting_spaces
from bocage.games.bradley.state import Bradley
from bocage.kernel import chance, flow
from bocage.kernel.automaton import Answer, Answered
from bocage.kernel.flow import replace, waiting
from bocage.testing import covers


@covers("18.0", "18.1.1")
def test_the_omaha_set_up_is_as_listed() -> None:
    board = GAME.board()
    at = starting_spaces(board, "omaha")
    where = {unit.id: board.names[at[n]] for n, unit in enumerate(board.units)}
    assert (where["HOC"], where["I/726"], where["II/916"], where["II/914"]) == ("3319", "5025", "4225", "2024")
    assert sum(place == "barracks" for unit, place in where.items() if unit.startswith("G")) == 13
    assert where["100Pz"] == "unused"


@covers("18.1.1")
def test_free_units_go_where_the_list_says() -> None:
    s = field("III/726 barracks, HQ/352 barracks, S1 barracks, S2 barracks", PlaceAll(), scenario="omaha")
    assert s.refusal("place 5532").rule == "18.1"
    assert s.refusal("place 3822").rule == "18.1"  # next to the beach
    s.do("place 4024") if "place 4024" in s.options() else s.do(s.options()[0])
    assert s.refusal("place 2430").rule == "18.1"
    s.do("place 3826", "place 3822")
    assert s.refusal("place 3822").text.endswith("one per hex")


@covers("18.0", "7.1.2")
def test_germans_may_begin_in_movement_mode() -> None:
    s = field("I/916 3826, Bruno 0913", Postures(by=GERMAN))
    s.do("begin I/916 NE", "begin Bruno SE", "done")
    assert s.g.marching == s.units("I/916")
    assert s.g.facing[s.unit("Bruno")] == 2


@covers("18.1.5", "5.4.3", "18.2.5")
def test_mines_are_secret_in_number_and_place() -> None:
    s = field(ask=MineBeaches(), scenario="omaha")
    s.do("roll 2", "mine 3821", "mine 3921")
    assert s.refusal("mine 3921").rule == "5.4.3"
    assert s.refusal("mine 3822").rule == "5.4.3"
    s.do("mine 4022", "mine 4123")
    assert s.names(s.g.mines) == "3821 3921 4022"  # three points: the fourth pick was void
    assert LayMines.asks_always
    seen = GAME.redact(s.g.copy(), ALLIED)
    assert (seen.mines, seen.mine_points) == (0, -1)
    assert GAME.board().scenarios["utah"].mines == [1, 2]


@covers("5.4.3", "18.3")
def test_a_beach_takes_no_more_than_four_of_five_points() -> None:
    s = field(ask=MineBeaches(), scenario="dday")
    s.do("mine 3821", "mine 3921", "mine 4022", "mine 4123")
    assert s.refusal("mine 3720").text.startswith("the beach of 3720")
    s.do("mine 1918")


@covers("18.1.2", "18.1.4", "18.2.2", "18.2.4", "3.1")
def test_reinforcements_come_on_their_turn() -> None:
    s = field("2Essex allied-due, 747Tk allied-due, 1Hamps allied-due", Reinforce(by=ALLIED), turn=9, scenario="omaha")
    assert s.at("747Tk") == "omaha-pool"
    assert places(s, "enter") == "6126 6127 6128 6129 6130"
    s.do("enter 6128")
    assert not s.g.stack
    assert s.at("1Hamps") == "allied-due"
    s = field("Sturm german-due", Reinforce(by=GERMAN), turn=3, scenario="utah")
    assert places(s, "enter") == "0301 0401 0501"


@covers("3.1")
def test_no_reinforcement_is_held_back_while_there_is_room() -> None:
    s = field("Sturm german-due", Reinforce(by=GERMAN), turn=3, scenario="utah")
    assert {text.split()[0] for text in s.options()} == {"enter"}
    s = field("Sturm german-due, 1/505 0301, 2/505 0401, 3/505 0501", Reinforce(by=GERMAN), turn=3, scenario="utah")
    assert not s.g.stack
    assert s.at("Sturm") == "german-due"


@covers("18.2", "18.2.1", "18.2.3")
def test_the_utah_set_up_keeps_what_is_printed() -> None:
    board = GAME.board()
    at = starting_spaces(board, "utah")
    where = {unit.id: board.names[at[n]] for n, unit in enumerate(board.units)}
    printed = {"100Pz": "0626", "Bruno": "0913", "AOK7c": "0917", "2/1261": "1011", "III/6FJ": "1427", "795Ost": "1818"}
    assert {unit: where[unit] for unit in printed} == printed
    assert sum(place == "utah-pool" for place in where.values()) == 26
    assert sum(place == "airborne" for place in where.values()) == 24
    assert field(scenario="utah", turn=1).g.tide == "average"


@covers("18.3", "18.4", "18.5")
def test_the_great_scenarios_hold_both_halves_and_the_panzers() -> None:
    board = GAME.board()
    for name, mines, panzers in (("dday", [5], False), ("rommel", [7], True), ("optimal", [8], True)):
        at = starting_spaces(board, name)
        assert board.scenarios[name].mines == mines
        assert (board.names[at[board.unit_ids["I/25SS"]]] == "barracks") is panzers
        assert board.names[at[board.unit_ids["1/8"]]] == "utah-pool"
    assert (board.scenarios["optimal"].tactical, board.scenarios["optimal"].strategic) == (22, 32)


@covers("18.4")
def test_the_panzers_wait_for_the_second_turn_or_an_enemy_near() -> None:
    s = field("I/25SS 2430, 1/505 1020", scenario="rommel", turn=1)
    s.g.frozen = s.units("I/25SS")
    thaw(s.g)
    assert s.g.frozen
    s.g.place(s.unit("1/505"), s.space("2228"))
    thaw(s.g)
    assert not s.g.frozen


@covers("18.5")
def test_the_optimal_defence_places_everything_that_can_walk() -> None:
    g = GAME.new("optimal", seed=1)
    assert g.space[g.board.unit_ids["I/916"]] == g.board.barracks
    assert g.board.names[g.space[g.board.unit_ids["Bruno"]]] == "0913"
    s = field("I/916 barracks", PlaceAll(), scenario="optimal")
    assert s.refusal("place 3823").rule == "18.5"
    s.do("place 3822")


@covers("19.0", "19.2")
def test_half_the_points_of_the_first_landing_are_bombs_that_scatter() -> None:
    s = field("I/916 3826, 1/505 3930", Bombing(), turn=2, support=100, options={"bombing": "yes"})
    assert s.g.support == 50
    s.do("bomb 3826", "roll 3 3")
    assert s.heard(Bombed)[0].space == s.space("3826")
    s.do("roll 1 3")
    assert s.g.support == 50
    s.do("bomb 3826", "roll 6 5")  # 11: two hexes north, where nobody is
    assert s.g.support == 50
    assert not s.g.stack or "done" in s.options()
    assert not field("I/916 3826", Bombing(), turn=2, support=100).g.stack


@covers("20.0", "20.1")
def test_the_automatons_side_has_no_seat_and_answers_at_once() -> None:
    assert [seat.name for seat in GAME.seats({"solitaire": "german"})] == ["Allied"]
    assert [seat.name for seat in GAME.seats({"solitaire": "american"})] == ["German"]
    g = GAME.new("omaha", {"solitaire": "german"}, seed=2)
    assert isinstance(waiting(g), Answer)


@covers("20.2")
def test_orders_by_two_dice_and_modifiers() -> None:
    s = field("HQ/352 3928, I/916 3929, II/916 3930", options={"solitaire": "german"}, turn=3)
    s.ask(GiveOrders(by=GERMAN))
    s.do("roll 4 4")
    (told,) = s.heard(Ordered)
    assert (told.formation, told.modified, told.order) == ("352", 8, "block")
    assert order_modifier(s.g, GERMAN, "static", s.units("S1")) == -2
    s.g.beachheads[0] = s.space("3822")
    assert order_modifier(s.g, GERMAN, "352", s.units("I/916")) == 1
    s.g.turn = 9
    assert order_modifier(s.g, GERMAN, "352", s.units("I/916")) == 0


@covers("20.3", "20.4")
def test_it_fires_at_the_best_target_and_assaults_by_its_orders() -> None:
    s = field("I/916 3924, II/916 3924, HQ/352 3925, 1/16 3824, A/1/116 3923", options={"solitaire": "german"})
    s.g.player = GERMAN
    s.g.orders = {"352": 3}
    found = reply(s.g, Fire(by=GERMAN))
    assert found.picks[0][0] == "fire"
    assert found.rule == "20.3"
    s.g.orders = {"352": 0}  # withdraw: never
    assert reply(s.g, CloseAssault(by=GERMAN)).picks == [("done",)]
    s.g.orders = {"352": 4}  # drive: from column C on
    assert reply(s.g, CloseAssault(by=GERMAN)).picks[0] == ("assault", s.space("3923"))


@covers("20.4")
def test_whoever_has_orders_to_hold_back_takes_no_part_in_the_fights_of_others() -> None:
    at = "I/12-1 3924, I/916 3924, HQ/352 3925, HQ/12SS 3925, A/1/116 3923"
    s = field(at, options={"solitaire": "german"})
    s.g.player = GERMAN
    s.g.orders = {"352": 0, "12SS": 4}  # 352nd withdraws, 12th SS drives on the beachhead
    assert reply(s.g, CloseAssault(by=GERMAN)).picks == [("assault", s.space("3923"))]
    asked = GatherAssault(by=GERMAN, attack=Attack(by=GERMAN, target=s.space("3923")))
    assert reply(s.g, asked).picks == [("join", s.unit("I/12-1"))]
    done = replace(asked, attack=replace(asked.attack, units=s.units("I/12-1")))
    assert reply(s.g, done).picks[0][0] != "join"
    s.g.orders = {"352": 3, "12SS": 4}  # both attack
    assert reply(s.g, done).picks == [("join", s.unit("I/916"))]


@covers("20.4")
def test_whoever_has_orders_to_save_ammunition_does_not_fire_at_a_bad_target() -> None:
    at = "S1 3924, I/916 3924, HQ/352 3925, 2/16 3923"
    s = field(at, options={"solitaire": "german"})
    s.g.player = GERMAN
    s.g.orders = {"352": 0, "static": 1}  # 352nd withdraws and fires from column C on, the companies from A on
    asked = GatherFire(by=GERMAN, attack=Attack(by=GERMAN, target=s.space("3923")))
    joins = reply(s.g, asked)
    assert joins.picks == [("join", s.unit("S1"))]
    s.g.orders = {"352": 1, "static": 1}
    assert reply(s.g, asked).picks == [("join", s.unit("I/916"))]


@covers("20.5")
def test_units_out_of_touch_act_on_a_die_of_morale_and_one() -> None:
    s = field("HQ/352 5631, I/916 3824, II/916 5630", options={"solitaire": "german"})
    assert out_of_touch(s.g, GERMAN) == s.units("I/916")
    s.ask(Remote(by=GERMAN))
    s.do("roll 4")
    assert s.g.remote == s.units("I/916")
    assert s.heard(OutOfCommand)[0].acts is False
    s.ask(Remote(by=GERMAN))
    s.do("roll 3")
    assert s.g.remote == 0


@pytest.mark.parametrize("side", ["german", "american"])
@covers("20.1", "20.3")
def test_the_automaton_says_what_it_does_and_by_which_rule(side: str) -> None:
    """Up to the second landing wave; whole games are played by the conformance suite."""
    g, rng = GAME.new("omaha", {"solitaire": side}, seed=4), random.Random(4)
    g.events = []
    while (frame := flow.waiting(g)) is not None and g.turn < 4:
        flow.pick(g, chance.fast_pick(g, frame) if isinstance(frame, chance.Chance) else rng.choice(flow.options(g)))
    told = [event for event in g.events if isinstance(event, Answered)]
    assert {event.rule for event in told} >= {"20.1", "20.3"}
    assert all(event.why for event in told)
    assert {event.side for event in told} == {ALLIED if side == "american" else GERMAN}


@covers("2.5", "8.1.4")
def test_a_set_up_by_lot_is_legal() -> None:
    s = field(ask=None)
    s.g.stack = ()
    g = GAME.new("utah", seed=9)
    assert isinstance(g, Bradley)
    assert "Set-up" in GAME.where(g)
    assert SetUp().title(g) == "Set-up"
    for space, here in g.here.items():
        if g.board.hexes >> space & 1:
            assert not too_many(g.board, here & g.board.of_side[GERMAN])
