"""The counters and charts against totals and cells that a person can compare with the printed ones."""

from collections import Counter

import pytest

from bocage.games.normandy44.board import Normandy44Board, Piece, load
from bocage.kernel.ids import Side
from bocage.testing import covers


@pytest.fixture(scope="module")
def board() -> Normandy44Board:
    return load()


def unit(board: Normandy44Board, name: str) -> Piece:
    return board.counters[board.unit_ids[name]]


# --- counters --------------------------------------------------------------------------------------


def test_the_counter_sheets_add_up(board: Normandy44Board) -> None:
    sides = Counter(piece.side for piece in board.counters)
    assert sides == {Side(0): 152, Side(1): 134}
    assert Counter(piece.nation for piece in board.counters) == {
        "german": 152, "us": 71, "british": 57, "canadian": 6,
    }  # fmt: skip


def test_german_counters_by_arrival_and_kind(board: Normandy44Board) -> None:
    germans = [piece for piece in board.counters if piece.nation == "german"]
    assert Counter(piece.arrival for piece in germans) == {"map": 71, "mobilization": 8, "turn": 73}
    kinds = Counter(piece.kind for piece in germans)
    assert kinds["panzergrenadier"] == 16
    assert kinds["strongpoint"] == 21
    assert kinds["hq"] == 7
    assert kinds["werfer"] == 2
    assert kinds["ost"] == 7
    assert kinds["flak88"] == 5
    assert kinds["recon"] == 7
    assert kinds["tank"] == 18


def test_german_reinforcements_by_turn_and_zone(board: Normandy44Board) -> None:
    by_turn = Counter(piece.turn for piece in board.counters if piece.arrival == "turn")
    assert by_turn == {
        2: 8, 3: 6, 4: 7, 5: 8, 6: 4, 7: 8, 8: 3, 9: 2, 11: 3, 12: 1, 13: 3, 14: 1, 15: 2, 16: 1, 17: 1, 18: 1,
        19: 4, 20: 3, 21: 2, 22: 5,
    }  # fmt: skip
    by_zone = Counter(piece.zone for piece in board.counters if piece.arrival == "turn")
    assert by_zone == {"green": 28, "orange": 34, "red": 5, "blue": 6}


def test_a_german_division_is_what_its_card_shows(board: Normandy44Board) -> None:
    hitlerjugend = {piece.id: (piece.strength, piece.tq, piece.armor, piece.ma, piece.steps, piece.reduced)
                    for piece in board.counters if piece.division == "12SS"}  # fmt: skip
    assert hitlerjugend == {
        "1/12/12SS": (5, 0, 4, 5, 2, 2),
        "2/12/12SS": (5, 0, 3, 5, 2, 2),
        "25/12SS": (9, 1, 0, 5, 3, 5),
        "26/12SS": (10, 1, 0, 5, 3, 6),
        "Rcn/12SS": (3, 1, 1, 6, 2, 1),
    }


def test_allied_counters_by_wave(board: Normandy44Board) -> None:
    allies = [piece for piece in board.counters if piece.nation != "german"]
    assert Counter(piece.arrival for piece in allies) == {
        "drop": 9, "glider": 2, "assault": 17, "tanks": 8, "ranger": 1, "followup": 22, "britain": 75,
    }  # fmt: skip


def test_two_brigades_or_regiments_and_one_tank_battalion_assault_each_beach_hex(board: Normandy44Board) -> None:
    for beach in ("utah", "omaha-w", "omaha-e", "jig", "king", "mike", "nan", "queen"):
        force = Counter(piece.arrival for piece in board.counters if piece.beach == beach and
                        piece.arrival != "followup")  # fmt: skip
        assert force == {"assault": 2, "tanks": 1}, beach
    assert [piece.id for piece in board.counters if piece.beach == "du-hoc"] == ["2Rgr", "5Rgr"]


def test_each_beach_has_its_engineer_and_the_corps_come_ashore_with_the_follow_up(board: Normandy44Board) -> None:
    follow = {beach: [piece for piece in board.counters if piece.arrival == "followup" and piece.beach == beach]
              for beach in ("utah", "omaha", "gold", "juno", "sword")}  # fmt: skip
    assert {beach: len(force) for beach, force in follow.items()} == {
        "utah": 5, "omaha": 6, "gold": 3, "juno": 3, "sword": 5,
    }  # fmt: skip
    for force in follow.values():
        assert sum(piece.kind == "engineer" for piece in force) == 1
    assert {piece.id for force in follow.values() for piece in force if piece.kind == "hq"} == {
        "HQ-7US", "HQ-5US", "HQ-30Br", "HQ-1Br",
    }  # fmt: skip


def test_in_britain_by_division(board: Normandy44Board) -> None:
    waiting = Counter(piece.division for piece in board.counters if piece.arrival == "britain" and piece.division)
    assert waiting == {
        "9": 3, "79": 3, "30": 3, "90": 3, "2": 3, "83": 3, "2Armd": 5, "3Armd": 5,
        "51": 3, "49": 3, "15": 3, "43": 3, "53": 3, "7Armd": 3, "Gds": 3, "11Armd": 3,
    }  # fmt: skip


def test_what_the_allies_pay_to_land(board: Normandy44Board) -> None:
    costs = Counter((piece.nation, piece.rp) for piece in board.counters if piece.arrival == "britain")
    assert costs["us", 4] == 6
    assert costs["us", 3] == 18
    assert costs["us", 1] == 8
    assert costs["british", 4] == 3
    assert costs["british", 3] == 18


@covers("17.9.1", "17.9.5")
def test_three_step_units_become_the_cadres_of_their_nation(board: Normandy44Board) -> None:
    for piece in board.counters:
        assert (piece.steps == 3) == bool(piece.cadre), piece.id
        assert not piece.cadre or board.cadres[piece.cadre].nation == piece.nation, piece.id
    assert {row.id: row.boxes for row in board.cadre_boxes} == {
        "german-panzergrenadier": 10, "german-parachute": 4, "us-foot": 7, "us-armor": 6, "british-airborne": 2,
        "british-foot": 5, "british-armor": 3, "canadian": 3,
    }  # fmt: skip
    assert unit(board, "26/12SS").cadre == "german-ss-panzergrenadier"
    assert board.cadres["german-ss-panzergrenadier"].strength == 3
    assert unit(board, "325/82").cadre == "us-airborne"  # airborne cadres serve gliders too


@covers("6.3")
def test_units_that_never_receive_replacements(board: Normandy44Board) -> None:
    never = {piece.id for piece in board.counters if not piece.replaceable}
    kinds = {board.counters[board.unit_ids[name]].kind for name in never}
    assert kinds == {"flak88", "ost", "strongpoint", "infantry"}
    assert {name for name in never if unit(board, name).kind == "infantry"} == {"2Rgr", "5Rgr", "1SSBde", "4SSBde"}


@covers("6.4")
def test_panthers_and_tigers(board: Normandy44Board) -> None:
    assert {p.id for p in board.counters if p.panther} == {"1/12/12SS", "1/130/Lehr", "1/3/2Pz", "1/9/9SS"}
    assert [p.id for p in board.counters if p.tiger] == ["101Tiger"]


def test_restricted_and_bicycle_units(board: Normandy44Board) -> None:
    assert {p.id for p in board.counters if p.restricted} == {
        "731/711", "744/711", "781/711", "561/709", "649/709", "17MG", "Fortress", "Naval", "Todt",
    }  # fmt: skip
    assert sum(p.kind == "bicycle" for p in board.counters) == 8


@covers("10.3.2")
def test_formations_share_a_division_or_a_brigade(board: Normandy44Board) -> None:
    formation = board.atlas.roster.formation
    ids = board.unit_ids
    assert formation[ids["1/914/352"]] == formation[ids["PzJg/352"]] == "352"
    assert formation[ids["NY"]] == formation[ids["8/8Armd"]] == "8Armd"
    assert formation[ids["6FJ"]] == formation[ids["3/6FJ"]]
    assert formation[ids["2Rgr"]] != formation[ids["5Rgr"]]
    assert formation[ids["8/3Br"]] != formation[ids["8/3Can"]]


# --- charts ----------------------------------------------------------------------------------------

SEQUENCE = ("A1/DR", "EX", "DR", "DR", "A1/D1", "D1", "D1", "A1/D2", "DH")


@covers("12.1")
def test_the_crt_is_one_diagonal(board: Normandy44Board) -> None:
    for die in range(1, 7):
        for column in range(9):
            rank = die + column - 5
            expected = "A1" if rank < 0 else SEQUENCE[min(rank, 8)]
            assert board.crt.read(die, column) == expected, (die, column)


@pytest.mark.parametrize(
    ("odds", "die", "result"),
    [
        ("5-1", 5, "D1"), ("7-1", 4, "A1/D2"), ("2-1", 3, "EX"), ("3-1", 6, "D1"), ("2-1", 4, "DR"), ("4-1", 5, "D1"),
        ("2-1", 5, "DR"), ("2-1", 1, "A1"), ("4-1", 3, "DR"), ("3-1", 5, "A1/D1"), ("4-1", 6, "D1"),
        ("1-1", 3, "A1/DR"), ("4-1", 1, "EX"),
    ],
)  # fmt: skip
def test_results_of_the_example_of_play(board: Normandy44Board, odds: str, die: int, result: str) -> None:
    assert board.crt.read(die, odds) == result


@covers("12.4.4")
def test_the_determined_defense_table(board: Normandy44Board) -> None:
    table = board.determined_defense
    assert table.read(5, "other") == "•-1"  # the Flak regiment of combat D
    assert table.read(6, "other") == "•EX"  # the 88s of combat H
    assert table.read(2, "strong") == "-"  # Hillman in combat J
    assert table.read(5, "open") == "-1"  # a loss without a hold
    assert table.read(6, "position") == "•AL*"
    assert [table.read(9, column) for column in table.columns] == ["•AL"] * 4
    assert [table.read(-1, column) for column in table.columns] == ["-"] * 4


@covers("19.1.3")
def test_jabos_shift_none_to_three_columns(board: Normandy44Board) -> None:
    assert [int(board.jabos.read(die, "shift")) for die in range(1, 7)] == [0, 0, 0, 1, 2, 3]


@covers("18.5.1", "19.1.4", "20.3.5")
def test_single_dice(board: Normandy44Board) -> None:
    assert [int(board.isolation.read(die, "steps")) for die in range(-1, 9)] == [1] * 6 + [0] * 4
    assert [int(board.strafing.read(die, "steps")) for die in range(8)] == [0] * 6 + [1] * 2
    assert [int(board.dd_tanks.read(die, "steps")) for die in range(1, 7)] == [1, 1, 1, 0, 0, 0]


@covers("20.2.2")
def test_scatter_of_the_example_of_play(board: Normandy44Board) -> None:
    rolls = [("82", 2, "S2"), ("82", 5, "S"), ("101", 2, "S1"), ("101", 6, "-"), ("101", 1, "S2"), ("6Abn", 6, "-"),
             ("6Abn", 3, "S"), ("6Abn", 1, "S1")]  # fmt: skip
    assert all(board.scatter.read(die, division) == result for division, die, result in rolls)
    assert board.scatter.read(7, "82") == "-"  # a glider on a 6


@covers("20.3.2")
def test_invasion_results_of_the_example_of_play(board: Normandy44Board) -> None:
    rolls = [
        ("utah", 4, "A1/D1 2"), ("others", 4, "A1/D1 1"), ("omaha", 1, "A1 0"), ("omaha", 6, "A1/D1 2"),
        ("omaha", 2, "A2/D1 1"), ("others", 6, "D1 2"), ("others", 2, "EX 1"), ("others", 1, "A2/D1 1"),
    ]  # fmt: skip
    assert all(board.invasion.read(die, column) == result for column, die, result in rolls)


@covers("4.1", "6.1")
def test_the_weather_table(board: Normandy44Board) -> None:
    assert [board.weather[die].weather for die in range(1, 7)] == ["storm", *["overcast"] * 2, *["clear"] * 3]
    four = board.weather[4]
    assert (four.german_supply, four.german_replacement, four.german_ip) == (1, "infantry", 1)
    assert (four.us_infantry, four.us_armor, four.cw_infantry, four.br_armor) == (1, 1, 0, 1)
    assert (four.air_us, four.air_cw, four.naval_us, four.naval_cw) == (2, 2, 2, 2)
    assert four.provenance == "printed"
    assert {row.provenance for die, row in board.weather.items() if die != 4} == {"reconstructed"}


@covers("11.2", "11.4.4")
def test_the_terrain_effects_chart(board: Normandy44Board) -> None:
    hexes = {"bocage": "2812", "mixed": "2230", "town": "2131", "city": "2030", "woods": "2806"}
    bonus = {name: board.ground[board.space(hex_)].dcb for name, hex_ in hexes.items()}
    assert bonus == {"bocage": 3, "mixed": 2, "town": 4, "city": 5, "woods": 2}
    woods, flooded = board.ground[board.space("2806")], board.ground[board.space("2411")]
    assert (woods.foot, woods.mech, woods.armor_shift) == (6, 12, False)
    assert (flooded.foot, flooded.mech) == (12, None)


def test_markers_and_turns(board: Normandy44Board) -> None:
    assert (board.limits["reserve"], board.limits["strategic"], board.limits["truck"]) == (6, 3, 1)
    assert (board.turns[1].date, board.turns[22].date) == ("June 6", "June 27")
    assert len(board.turns) == 22


def test_scenarios(board: Normandy44Board) -> None:
    assert {name: found.turns for name, found in board.scenarios.items()} == {
        "campaign": 22, "seven-turn": 7, "cherbourg": 12,
    }  # fmt: skip
    cherbourg = board.scenarios["cherbourg"]
    assert [row.turn for row in cherbourg.arrival] == [5, 6, 6]
    assert all(unit(board, name).nation in ("german", "us") for name in cherbourg.units)
    assert not [name for name in cherbourg.units if unit(board, name).division in ("1", "29", "2", "2Armd")]
