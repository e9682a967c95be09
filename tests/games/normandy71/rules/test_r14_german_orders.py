"""The German orders of battle: drawn, set up and reinforced."""

import pytest
from tests.games.normandy71.support import BOARD, GAME, GERMAN, Scene, scene

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.rules.r04_movement_phase import StartMovement
from bocage.games.normandy71.rules.r13_german_setup import GermanSetup
from bocage.games.normandy71.rules.r14_reinforcements import Reinforce, entry_hexes
from bocage.testing import Situation, covers

TOTALS = {
    "A": (65, [99, 26, 24, 180, 90, 120, 37]),
    "B": (45, [99, 26, 84, 30, 52, 0, 51]),
    "C": (55, [113, 37, 124, 36, 30, 52, 36]),
    "D": (64, [113, 63, 121, 82, 67, 51, 14]),
    "E": (64, [121, 109, 129, 20, 73, 45, 14]),
    "F": (72, [95, 132, 128, 102, 89, 56, 15]),
}


@covers("German.A", "German.B", "German.C", "German.D", "German.E", "German.F")
@pytest.mark.parametrize("order", ORDERS)
def test_an_order_of_battle_is_as_printed(order: str) -> None:
    number, points = TOTALS[order]
    found = [BOARD.due(order, turn) for turn in range(7)]
    assert sum(units.bit_count() for units in found) == number
    assert [sum(BOARD.strength[unit] for unit in each_unit(units)) for units in found] == points


@covers("German.A", "German.F", "Invasion.1B2")
def test_set_up_areas_are_as_printed() -> None:
    def area(order: str, name: str) -> int:
        return BOARD.unit_hexes[order][BOARD.unit_ids[name]]

    assert area("A", "914/352") == BOARD.tags["city-caen"] | BOARD.tags["city-st-lô"]
    assert area("B", "914/352") == BOARD.inland
    assert area("F", "125/21") == BOARD.inland
    for name in ("D3", "D13", "N3"):
        assert area("B", "22/21") >> BOARD.space(name) & 1
    assert not area("B", "22/21") >> BOARD.space("D14") & 1
    assert area("B", "30M") >> BOARD.space("R10") & 1
    assert not area("B", "30M") >> BOARD.space("R11") & 1
    assert area("B", "6FJ") >> BOARD.space("WW21") & 1
    assert not area("B", "6FJ") >> BOARD.space("WW22") & 1


def start(order: str = "secret") -> Scene:
    s: Scene = Situation(GAME, options={"order": order})
    s.do("historical")
    return s


@covers("Invasion.1B1")
def test_a_secret_list_and_an_open_die_choose_the_order() -> None:
    s = start()
    for letter in "FEDC":
        s.do(f"list {letter}")
    assert s.options() == ["list A", "list B"]
    s.do("list B")
    assert s.g.listed == "FEDCBA"
    assert s.decides == "chance"
    s.do("roll 2")
    assert s.g.order == "E"
    assert s.decides == "German"


@covers("Invasion.1B1")
@pytest.mark.parametrize("order", ORDERS)
def test_the_players_may_agree_on_an_order(order: str) -> None:
    s = start(order)
    assert s.g.order == order
    assert s.g.due == BOARD.due(order, 0)


@covers("Invasion.1B2")
def test_units_begin_within_their_limits_and_never_on_the_coast() -> None:
    s = start("A")
    s.do("select 729/709")
    assert s.refusal("place 729/709 S25").rule == "Invasion.1B2"
    assert s.refusal("place 729/709 A30").rule == "Invasion.1B2"
    s.do("place 729/709 S24", "select 914/352")
    assert s.refusal("place 914/352 S24").rule == "German.A"
    s.do("place 914/352 J17", "select 916/352", "place 916/352 J17", "select 744/711")
    assert s.refusal("place 744/711 J17").rule == "Stacking"


@covers("Invasion.1B2")
@pytest.mark.parametrize("order", ORDERS)
def test_the_rest_is_placed_on_request(order: str) -> None:
    s = start(order)
    s.do("auto")
    placed = s.g.on_map(GERMAN)
    assert placed == BOARD.due(order, 0)
    for unit in each_unit(placed):
        assert BOARD.unit_hexes[order][unit] >> s.g.space[unit] & 1
    assert GAME.problems(s.g) == []


def test_our_own_set_up_is_within_the_limits() -> None:
    plan = BOARD.pack.scenarios["invasion"].german
    for area, allowed in BOARD.areas_of.items():
        listed = {BOARD.space(name) for name in getattr(plan, area.replace("-", "_"))}
        assert not [BOARD.names[space] for space in listed if not allowed >> space & 1], area
    for name, wanted in plan.units.items():
        unit = BOARD.unit_ids[name]
        orders = [hexes[unit] for hexes in BOARD.unit_hexes.values() if unit in hexes]
        assert all(any(hexes >> BOARD.space(where) & 1 for hexes in orders) for where in wanted), name


def test_every_order_keeps_may_be_entrenched_but_not_in_fortifications() -> None:
    s = start("B")
    s.do("auto")
    assert s.refusal("entrench RR31").rule == "Entrenchment"
    s.do("entrench-all")
    assert s.g.dug_in[GERMAN] & BOARD.fort == 0
    standing = {space for space in s.g.here if space < BOARD.first_box} - {s.space("RR31")}
    assert all((BOARD.fort | s.g.dug_in[GERMAN]) >> space & 1 for space in standing if s.g.units_at(space, GERMAN))
    # Those in fortifications lie open, the others do not.
    assert s.g.hidden & s.units("729/709") == 0
    assert s.g.hidden & s.units("22/21") == s.units("22/21")


@covers("Invasion.1B2")
def test_entrenchments_are_chosen_hex_by_hex_if_one_likes() -> None:
    s = scene(order="B", due="30M 621AT", turn=0)
    s.g.started = False
    s.ask(GermanSetup())
    s.do("select 30M", "place 30M S5", "select 621AT", "place 621AT R5", "entrench S5", "done")
    assert s.names(s.g.dug_in[GERMAN]) == "S5"


@covers("German")
def test_reinforcements_may_be_held_back() -> None:
    s = scene(order="B", turn=2)
    s.ask(Reinforce())
    assert s.g.due == BOARD.due("B", 2)
    s.ask(StartMovement(GERMAN, second=False))
    s.do("select 12/12SS", "hold 12/12SS", "done")
    assert s.at("12/12SS") == ""
    s.g.turn = 3
    s.ask(Reinforce())
    assert s.g.due == BOARD.due("B", 2) | BOARD.due("B", 3)


@covers("German")
def test_who_was_held_back_is_not_said_to_have_moved() -> None:
    s = scene(order="B", turn=2, due="12/12SS")
    s.ask(StartMovement(GERMAN, second=False))
    s.do("select 12/12SS", "hold 12/12SS")
    assert s.refusal("select 12/12SS").rule == "German"


@covers("German", "Play.2A", "Play.2C")
def test_they_enter_in_the_first_movement_phase_only() -> None:
    s = scene(order="B", turn=2, due="12/12SS")
    s.ask(StartMovement(GERMAN, second=True))
    assert s.options() == ["done"]
    assert s.refusal("select 12/12SS").rule == "Play.2C"
    s.ask(StartMovement(GERMAN, second=False))
    assert s.options() == ["select 12/12SS", "done"]


@covers("German.Entry")
def test_they_enter_over_their_edge_outside_allied_zones() -> None:
    s = scene({"8/4": "C2"}, order="B", turn=2, due="12/12SS 857/346")
    south_or_east = BOARD.edge["south"] | BOARD.edge["east"]
    open_ = entry_hexes(s.g, s.unit("12/12SS"))
    assert open_ & ~south_or_east == 0
    assert set(s.names(south_or_east & ~open_).split()) == {"B1", "C1", "D1"}
    assert entry_hexes(s.g, s.unit("857/346")) & ~BOARD.edge["east"] == 0
    s.ask(StartMovement(GERMAN, second=False))
    s.do("select 857/346")
    assert s.refusal("enter 857/346 P1").rule == "German.Entry"
    s.do("hold 857/346", "select 12/12SS")
    assert s.refusal("enter 12/12SS C1").rule == "German.Entry"


@covers("German.Entry")
def test_the_first_hex_counts() -> None:
    s = scene(order="B", turn=2, due="12/12SS")
    s.ask(StartMovement(GERMAN, second=False))
    s.do("select 12/12SS", "enter 12/12SS R1")  # bocage, three of six points
    assert s.at("12/12SS") == "R1"
    ends = {text.split()[2] for text in s.options() if text.startswith("move")}
    assert "R2" in ends
    assert max(BOARD.distance(s.space("R1"), s.space(end)) for end in ends) < 5
    t = scene(order="B", turn=2, due="12/12SS")
    t.ask(StartMovement(GERMAN, second=False))
    t.do("select 12/12SS", "enter 12/12SS C1")  # where a road comes in: a third of a point
    assert "D3" in {text.split()[2] for text in t.options() if text.startswith("move")}
    # Seventeen thirds along the road to Caen.
    assert "I14" in {text.split()[2] for text in t.options() if text.startswith("move")}


@covers("German.Entry", "Movement.F")
def test_they_may_enter_through_a_full_hex_if_they_go_on() -> None:
    # Friends fill the road hex at the edge; the tanks drive through them.
    s = scene({"914/352 916/352": "C1"}, order="B", turn=2, due="12/12SS 857/346")
    s.ask(StartMovement(GERMAN, second=False))
    s.do("select 12/12SS", "enter 12/12SS C1")
    assert "stay 12/12SS" in s.options()  # somebody else can make room
    s.do("move 12/12SS D3")
    assert s.at("12/12SS") == "D3"
    assert "done" in s.options()
    # A regiment with no points left after the first hex cannot, if nobody can make room: A10 has no road.
    t = scene({"914/352 916/352": "A10"}, order="B", turn=2, due="857/346")
    t.ask(StartMovement(GERMAN, second=False))
    t.do("select 914/352", "stay 914/352", "select 916/352", "stay 916/352", "select 857/346")
    assert t.refusal("enter 857/346 A10").rule == "Stacking"


def test_every_order_keeps_its_counters_apart() -> None:
    for order in ORDERS:
        entries = [entry.units for entry in BOARD.orders[order]]
        assert sum(units.bit_count() for units in entries) == sum(entries).bit_count()
