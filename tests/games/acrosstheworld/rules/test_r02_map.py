from itertools import combinations, pairwise

from tests.games.acrosstheworld.support import BOARD, table

from bocage.games.acrosstheworld.board import Atlas
from bocage.kernel.ids import Space
from bocage.kernel.spaces import each
from bocage.testing import covers

ADJACENT = """U:5 8; O:13 17 18; G:J 21 24; J:G S 24; S:J 25 26; 1:2 3 4; 2:1 3 5; 3:1 2 4 5 6; 4:1 3 6 7; 5:2 3 6 8 U;
6:3 4 5 7 8; 7:4 6 8 9 10; 8:5 6 7 9 13 14 U; 9:7 8 10 14; 10:7 9 11 12 14; 11:10 12; 12:10 11 14 15 16; 13:8 14 17 O;
14:8 9 10 12 13 15 17 19; 15:12 14 16 19 20; 16:12 15 20 31; 17:13 14 18 19 O; 18:17 19 21 22 24 O;
19:14 15 17 18 20 22; 20:15 16 19 22 23 31; 21:18 24 G; 22:18 19 20 23 24 25; 23:20 22 25 30 31; 24:18 21 22 25 G J;
25:22 23 24 26 28 29 30 S; 26:25 27 28 S; 27:26 28; 28:25 26 27 29; 29:25 28 30; 30:23 25 29 31; 31:16 20 23 30"""
RIVERS = "5-8 6-8 7-8 8-13 8-U 13-17 14-15 15-20 25-26 25-28 25-29 S-26 23-30 30-31"
RAILS = ("1-3-5-8-13-17-18-22-25-28", "13-14-10-11", "11-12-16", "25-29", "25-30")
BEACHES = ("U", "O", "G", "J", "S")


def atlas() -> Atlas:
    return BOARD.atlas


def names(mask: int) -> set[str]:
    return {BOARD.names[space] for space in each(mask)}


def pairs(edges: frozenset[tuple[Space, Space]]) -> set[frozenset[str]]:
    return {frozenset((BOARD.names[a], BOARD.names[b])) for a, b in edges}


@covers("2.1")
def test_thirty_six_regions_border_each_other_as_listed() -> None:
    listed = {line.split(":")[0].strip(): set(line.split(":")[1].split()) for line in ADJACENT.split(";")}
    assert {BOARD.names[space]: names(atlas().near[space]) for space in each(BOARD.regions)} == listed
    assert len(listed) == 36


@covers("2.1")
def test_every_land_border_of_the_list_is_drawn_and_no_other() -> None:
    """Two outlines that share two vertices in a row share a border; a common corner is none."""
    edges: dict[str, set[frozenset[tuple[float, float]]]] = {}
    for area in BOARD.geography.area:
        corners = [*area.polygon, area.polygon[0]]
        edges[area.id] = {frozenset(side) for side in pairwise(corners)}
    drawn = {frozenset(pair) for pair in combinations(edges, 2) if edges[pair[0]] & edges[pair[1]]}
    inland = {pair for pair in drawn if "Channel" not in pair}
    assert inland == pairs(BOARD.links["land"])
    assert pairs(BOARD.links["sea"]) <= drawn


@covers("2.1")
def test_the_outlines_are_one_tiling_without_gaps_or_overlaps() -> None:
    """Every side of an outline belongs to one or two regions, and those of one only form the rim of the map."""
    owners: dict[frozenset[tuple[float, float]], int] = {}
    total = 0.0
    for area in BOARD.geography.area:
        corners = [*area.polygon, area.polygon[0]]
        total += abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(corners))) / 2
        for ends_of_side in pairwise(corners):
            owners[frozenset(ends_of_side)] = owners.get(frozenset(ends_of_side), 0) + 1
    assert set(owners.values()) == {1, 2}
    rim = [tuple(sorted(side)) for side, count in owners.items() if count == 1]
    ends: dict[tuple[float, float], int] = {}
    for side in rim:
        for corner in side:
            ends[corner] = ends.get(corner, 0) + 1
    assert set(ends.values()) == {2}, "the rim is a closed line"
    ring = [rim[0][0]]
    beside: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for a, b in [(side[0], side[1]) for side in rim]:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    last = None
    while True:
        onward = next(corner for corner in beside[ring[-1]] if corner != last)
        last = ring[-1]
        if onward == ring[0]:
            break
        ring.append(onward)
    assert len(ring) == len(rim), "the rim is one line"
    closed = [*ring, ring[0]]
    area_inside = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise(closed))) / 2
    assert abs(area_inside - total) < 0.01


@covers("2.2")
def test_marsh_hills_and_forest_are_difficult() -> None:
    assert names(atlas().difficult) == {"8", "13", "19", "20", "30", "31"}
    assert {BOARD.terrain[space] for space in each(BOARD.regions)} == {
        "beach", "clear", "bocage", "marsh", "hills", "forest",
    }  # fmt: skip


@covers("2.3")
def test_rivers_run_along_fourteen_borders() -> None:
    assert pairs(atlas().river) == {frozenset(pair.split("-")) for pair in RIVERS.split()}


@covers("2.4")
def test_railways_join_neighbours() -> None:
    listed = {frozenset(pair) for line in RAILS for pair in pairwise(line.split("-"))}
    assert pairs(BOARD.links["rail"]) == listed
    assert listed <= pairs(BOARD.links["land"])


@covers("2.5")
def test_the_sea_touches_beaches_coasts_and_sea_ports() -> None:
    assert names(atlas().by_sea) == {*BEACHES, "2", "4", "21", "27", "1", "11"}
    s = table({})
    assert s.g.board.channel == s.space("Channel")
    assert not s.g.board.regions & s.spaces("Channel")


@covers("2.6")
def test_regions_hold_cities_ports_a_fortress_and_sources() -> None:
    tags = BOARD.tags
    assert names(tags["beach"]) == set(BEACHES)
    assert names(tags["city"]) == {"1", "8", "11", "14", "18", "25"}
    assert names(tags["port"]) == {"1", "11", "25"}
    assert names(tags["german-source"]) == {"11", "16", "29", "28", "27"}
    assert (BOARD.names[BOARD.fortress], BOARD.names[BOARD.mulberry]) == ("1", "21")
