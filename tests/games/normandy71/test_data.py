"""The data: what is known of the printed game, and a map that hangs together."""

from pathlib import Path

import pytest
from tests.counting import totals
from tests.games.normandy71.support import BOARD

from bocage.games.normandy71.board import load
from bocage.games.normandy71.records import DATA
from bocage.kernel.loading import BadData
from bocage.kernel.spaces import bit, each, first, members


def test_the_grid_runs_from_yy35_to_a1() -> None:
    assert (BOARD.names[0], BOARD.names[50], BOARD.names[1784]) == ("YY35", "A35", "A1")
    assert totals(BOARD)["hexes"] == 1785
    # West of OO29 and three letters on lies RR31, two hexes further north.
    assert BOARD.distance(BOARD.space("OO29"), BOARD.space("RR31")) == 4
    assert [BOARD.names[n] for n in BOARD.neighbours[BOARD.space("F21")]] == ["F22", "E22", "E21", "F20", "G21", "G22"]


def test_the_two_known_forts_are_the_only_ones_in_bocage() -> None:
    assert {BOARD.names[space] for space in each(BOARD.fort & BOARD.bocage)} == {"OO29", "RR31"}
    assert BOARD.fort & BOARD.coast == 0


def test_seventeen_beaches_lie_on_the_coast_numbered_from_the_east() -> None:
    beaches = [first(BOARD.tags[f"beach-{n}"]) for n in range(1, 18)]
    assert all(bit(beach) & BOARD.coast for beach in beaches)
    columns = [beach % 51 for beach in beaches]
    assert columns == sorted(columns, reverse=True)
    assert all(any(BOARD.road(beach, near) for near in BOARD.neighbours[beach]) for beach in beaches)


def test_land_that_touches_the_sea_is_coast_and_coast_touches_the_sea() -> None:
    by_the_sea = BOARD.adjacency.spread(BOARD.sea) & BOARD.land
    assert by_the_sea == BOARD.coast


def test_all_land_hangs_together() -> None:
    assert BOARD.country.flood(bit(BOARD.space("J17")), BOARD.land) == BOARD.land


def test_every_road_leads_to_caen() -> None:
    roads = 0
    for a, b in BOARD.roads["road"]:
        roads |= bit(a) | bit(b)
    assert BOARD.tarmac.flood(bit(BOARD.space("J17")), BOARD.hexes) == roads
    assert BOARD.exit_hexes & ~roads == 0
    assert BOARD.exit_hexes & ~BOARD.rim == 0


def test_every_river_reaches_the_sea_the_edge_or_another_river() -> None:
    grid = BOARD.grid
    assert grid is not None
    water: list[set[tuple[int, int]]] = []
    for a, b in BOARD.sides["river"] | BOARD.sides["flooded"]:
        water.append(set(grid.vertices(a)) & set(grid.vertices(b)))
    by_the_sea = {vertex for space in members(BOARD.sea | BOARD.coast) for vertex in grid.vertices(space)}
    inside: dict[tuple[int, int], int] = {}
    for space in range(grid.size):
        for vertex in grid.vertices(BOARD.space(BOARD.names[space])):
            inside[vertex] = inside.get(vertex, 0) + 1
    edge = {vertex for vertex, hexes in inside.items() if hexes < 3}
    parts = _components(water)
    assert len(parts) < 12
    for part in parts:
        assert part & (by_the_sea | edge), f"a river ends nowhere: {sorted(part)[:3]}"


def _components(lines: list[set[tuple[int, int]]]) -> list[set[tuple[int, int]]]:
    parts: list[set[tuple[int, int]]] = []
    for line in lines:
        joined = [part for part in parts if part & line]
        parts = [part for part in parts if not part & line]
        parts.append(line.union(*joined))
    return parts


def test_counters_are_as_many_as_the_orders_of_battle_need() -> None:
    big = [unit for unit in BOARD.counters if unit.force != "battalion"]
    assert (len([u for u in big if u.side == 0]), sum(u.strength for u in big if u.side == 0)) == (76, 542)
    assert len([u for u in big if u.side == 1]) == 79
    # Battalions for every unit that can break down at once.
    for model, parts in BOARD.parts.items():
        for part in set(parts):
            need = sum(BOARD.alike[whole].bit_count() * BOARD.parts[whole].count(part) for whole in BOARD.wholes[part])
            assert (BOARD.alike[part] & BOARD.battalions).bit_count() >= need, (model, part)


def test_a_corrected_data_pack_is_read_and_a_faulty_one_told(tmp_path: Path) -> None:
    naval = (DATA / "naval.csv").read_text(encoding="utf-8")
    (tmp_path / "naval.csv").write_text(naval.replace("light,4,2,40,10", "light,4,3,40,10"), encoding="utf-8")
    winds = (DATA / "scatter_plan.csv").read_text(encoding="utf-8")
    (tmp_path / "scatter_plan.csv").write_text(winds.replace("1,N\n", "1,S\n"), encoding="utf-8")
    corrected = load(tmp_path)
    assert corrected.missions[0].range == 3
    assert [corrected.winds[die] for die in range(1, 7)] == [3, 1, 2, 3, 4, 5]
    orders = (DATA / "german_orders.csv").read_text(encoding="utf-8")
    (tmp_path / "german_orders.csv").write_text(
        orders.replace("A,0,falaise,15-6,1,22/21", "A,0,falaise,15-6,2,3/2X"), encoding="utf-8"
    )
    with pytest.raises(BadData) as fault:
        load(tmp_path)
    assert "2 printed" in str(fault.value)
    assert "3/2X" in str(fault.value)
