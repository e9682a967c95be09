"""The map against what is known of the printed one, and against what every map must be."""

from collections import defaultdict
from itertools import pairwise

import pytest
from tests.counting import totals

from bocage.games.normandy44.board import Normandy44Board, load
from bocage.kernel.ids import Space
from bocage.kernel.spaces import Adjacency, bit, each
from bocage.testing import covers


@pytest.fixture(scope="module")
def board() -> Normandy44Board:
    return load()


def names(board: Normandy44Board, mask: int) -> set[str]:
    return {board.names[space] for space in each(mask)}


def test_the_map_adds_up(board: Normandy44Board) -> None:
    counted = totals(board)
    assert counted["hexes"] - counted["terrain sea"] == 701
    assert counted["terrain city"] == 9
    assert counted["terrain town"] == 62
    assert counted["terrain flooded"] == 15
    assert counted["hexsides causeway"] == 4  # 9.11
    assert board.grid is not None
    assert (board.grid.columns, board.grid.rows) == (38, 30)


@pytest.mark.parametrize(
    ("hex_", "around"),
    [
        ("2512", "2613 2513 2413 2412 2511 2612"),  # odd rows lie half a hex east
        ("2814", "2914 2815 2714 2713 2813 2913"),
        ("2230", "2330 2231 2130 2129 2229 2329"),  # Hillman touches Épron
    ],
)
def test_neighbours_clockwise_from_the_north_east(board: Normandy44Board, hex_: str, around: str) -> None:
    assert board.grid is not None
    assert [board.grid.label(s) for s in board.grid.neighbours(board.space(hex_))] == around.split()


@pytest.mark.parametrize(
    ("hex_", "name", "terrain"),
    [
        ("2512", "Carentan", "town"), ("2506", "La Haye-du-Puits", "town"), ("2811", "Ste-Mère-Église", "town"),
        ("2515", "Isigny-sur-Mer", "town"), ("2310", "Sainteny", "town"), ("2807", "St-Sauveur-le-Vicomte", "town"),
        ("3606", "Cherbourg", "city"), ("2030", "Caen", "city"), ("2322", "Bayeux", "city"),
        ("2410", "Marais de Gorges", "marsh"), ("2408", "Mont Castre", "woods"), ("2805", "Hill 116", "bocage"),
        ("2818", "Pointe du Hoc", "mixed"),
        ("2623", "Longues-sur-Mer", "mixed"), ("2437", "Mont Canisy", "mixed"), ("3012", "Crisbecq", "bocage"),
        ("2524", "Arromanches-les-Bains", "town"), ("2131", "Ranville", "town"), ("2812", "", "bocage"),
    ],
)  # fmt: skip
def test_known_hexes(board: Normandy44Board, hex_: str, name: str, terrain: str) -> None:
    space = board.space(hex_)
    assert (board.titles[space], board.terrain[space]) == (name, terrain)


@covers("26.3.3")
def test_valognes_is_four_hexes_from_the_nearest_drop_hex_of_the_82nd(board: Normandy44Board) -> None:
    valognes = board.space("3208")
    assert board.titles[valognes] == "Valognes"
    assert min(board.distance(valognes, drop) for drop in each(board.tags["drop-82"])) == 4


def test_distances_the_rulebook_mentions(board: Normandy44Board) -> None:
    assert board.distance(board.space("2524"), board.space("2423")) == 2  # combat F retreats there from Arromanches
    assert board.distance(board.space("2230"), board.space("2129")) == 1  # a one-hex retreat from Hillman to Épron
    assert board.distance(board.space("2814"), board.space("2913")) == 1  # combat C: a second strongpoint near Utah
    assert board.distance(board.space("2431"), board.space("2331")) == 1  # combat I: Ouistreham from Sword
    assert board.distance(board.space("2431"), board.space("2230")) == 2  # combat J: Sword is out of Hillman's zone


def test_all_land_hangs_together(board: Normandy44Board) -> None:
    whole = board.adjacency.within(board.land).flood(bit(board.space("2512")), board.land)
    assert whole == board.land


def test_beaches_lie_on_the_coast_and_batteries_near_it(board: Normandy44Board) -> None:
    coast = board.tags["coastal"]
    for tag in ("utah", "omaha-w", "omaha-e", "jig", "king", "mike", "nan", "queen", "du-hoc", "arromanches"):
        assert board.tags[tag] & coast, tag
    for place in board.places:
        if place.kind == "battery":
            assert board.adjacency.dilate(bit(board.space(place.hex))) & coast, place.name


def test_roads_join_every_town_and_every_entry_hex(board: Normandy44Board) -> None:
    roads = Adjacency([*board.roads["primary"], *board.roads["secondary"]])
    network = roads.flood(bit(board.space("2512")), board.land)
    assert not board.tags["town"] & ~network
    assert not board.tags["city"] & ~network
    entries = 0
    for zone in ("green", "orange", "red", "blue"):
        entries |= board.tags[f"entry-{zone}"]
    assert not entries & ~network
    assert not entries & ~(board.tags["south-edge"] | board.tags["east-edge"])
    assert not board.tags["utah"] & ~network


def test_the_bicycles_of_the_example_reach_balleroy_by_road(board: Normandy44Board) -> None:
    """Twelve road hexes from 1708 end right outside Balleroy."""
    roads = Adjacency([*board.roads["primary"], *board.roads["secondary"]])
    reached = roads.dilate(bit(board.space("1708")), 12)
    assert bit(board.space("2019")) & reached
    assert not bit(board.space("2020")) & reached
    assert board.distance(board.space("2019"), board.space("2020")) == 1


def test_every_river_ends_in_the_sea_a_marsh_a_town_or_off_the_map(board: Normandy44Board) -> None:
    grid = board.grid
    assert grid is not None
    touching: dict[tuple[int, int], set[Space]] = defaultdict(set)
    for space in range(grid.size):
        for vertex in grid.vertices(Space(space)):
            touching[vertex].add(Space(space))
    water: dict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for kind in ("minor", "major", "flooded", "impassable"):
        for a, b in board.sides[kind]:
            one, two = set(grid.vertices(a)) & set(grid.vertices(b))
            water[one].add(two)
            water[two].add(one)
    outlets = {"sea", "flooded", "marsh", "town", "city"}
    left = set(water)
    while left:
        system, fresh = set(), [next(iter(left))]
        while fresh:
            vertex = fresh.pop()
            if vertex not in system:
                system.add(vertex)
                fresh.extend(water[vertex])
        left -= system
        assert any(len(touching[v]) < 3 or outlets & {board.terrain[s] for s in touching[v]} for v in system)


def test_the_orne_and_the_seulles_reach_the_sea(board: Normandy44Board) -> None:
    """The river between Ouistreham and Merville, and the one that parts Mike from Nan."""
    assert (board.space("2331"), board.space("2332")) in board.sides["major"]
    assert (board.space("2527"), board.space("2528")) in board.sides["minor"]


@covers("9.11")
def test_causeways_and_roads_cross_the_floods_behind_utah(board: Normandy44Board) -> None:
    assert board.sides["causeway"] <= board.sides["flooded"]
    assert board.road(board.space("2813"), board.space("2814"))
    assert (board.space("2813"), board.space("2814")) in board.sides["flooded"]


def test_printed_lines_run_where_the_excerpt_shows_them(board: Normandy44Board) -> None:
    june = "2703/2604 2609/2608 2510/2410 2412/2311 2413/2313 2415/2314 2315/2215"
    navy = "2910/2909 2811/2710 2612/2611 2512/2511 2413/2412 2315/2215"
    for kind, sides in (("june-27", june), ("naval-zone", navy)):
        for side in sides.split():
            a, b = side.split("/")
            assert (board.space(a), board.space(b)) in board.sides[kind], (kind, side)


@covers("24.3.1")
def test_the_perimeter_is_worth_nine_points(board: Normandy44Board) -> None:
    inside = board.tags["perimeter"]
    cities, towns = [(inside & board.tags[kind]).bit_count() for kind in ("city", "town")]
    assert (cities, towns) == (3, 3)
    assert 2 * cities + towns == 9


@covers("24.3.1")
def test_buron_and_epron_lie_beyond_the_june_27_line_and_caen_has_four_hexes(board: Normandy44Board) -> None:
    assert not board.tags["june-27"] & board.set_of(["2128", "2129"])
    assert not board.tags["june-27"] & board.tags["caen"]
    assert board.tags["caen"].bit_count() == 4


@covers("25.2")
def test_bayeux_is_the_city_within_reach_of_the_fleet(board: Normandy44Board) -> None:
    assert names(board, board.tags["city"] & board.tags["naval-zone"]) == {"2322"}
    drops = board.tags["drop-82"] | board.tags["drop-101"] | board.tags["drop-6"]
    assert drops.bit_count() == 9


@covers("22.1.2")
def test_the_army_boundary_parts_the_map_down_to_row_16(board: Normandy44Board) -> None:
    us, cw = board.tags["us-zone"], board.tags["cw-zone"]
    assert us & cw == 0
    assert names(board, board.land & ~(us | cw)) == {n for n in names(board, board.land) if n[:2] < "16"}
    assert not us & board.tags["caen"]
    assert not board.tags["battery-us"] & ~us
    assert not board.tags["battery-cw"] & ~cw


def test_boxes_hold_everything_off_the_map(board: Normandy44Board) -> None:
    assert {
        "britain",
        "reinforcements",
        "dead",
        "removed",
        "mobilize-243",
        "followup-gold",
        "assault-jig",
    } <= board.ids.keys()


def test_a_hex_of_real_geography_falls_where_the_map_has_it(board: Normandy44Board) -> None:
    """The affine fit of [fit]: Carentan, Falaise and Cherbourg by longitude and latitude."""
    grid = board.grid
    assert grid is not None
    x, y = board.geography.fit["x"], board.geography.fit["y"]
    assert isinstance(x, list)
    assert isinstance(y, list)
    for lon, lat, near in ((-1.2440, 49.3035, "2512"), (-0.1975, 48.8925, "1032"), (-1.6131, 49.6295, "3606")):
        at = grid.hex_at(x[0] + x[1] * lon + x[2] * lat, y[0] + y[1] * lon + y[2] * lat)
        assert board.distance(at, board.space(near)) <= 1, near


def test_roads_are_not_drawn_twice(board: Normandy44Board) -> None:
    seen: set[frozenset[str]] = set()
    for road in board.geography.road:
        for step in pairwise(road.hexes):
            assert frozenset(step) not in seen, (road.name, step)
            seen.add(frozenset(step))
