import pytest

from bocage.kernel.board import (
    FAR,
    Area,
    Board,
    Box,
    Counter,
    Geography,
    Link,
    Place,
    Road,
    SideFeature,
    Tag,
    Terrain,
    compile_edges,
)
from bocage.kernel.grid import Grid
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId
from bocage.kernel.spaces import bit, count, holds, members, spaces

LEGEND = {"~": "sea", ".": "clear", "b": "bocage"}
NORMANDY = Geography(
    grid=Grid(4, 3),
    terrain=Terrain(legend=LEGEND, rows=["~~~~", "..b ", ".bb."]),
    side=[
        SideFeature(kind="river", name="Vire", hexsides=["0101/0202", "0202/0201"]),
        SideFeature(kind="cliff", hexsides=["0201/0202"]),
    ],
    road=[
        Road(kind="primary", name="N13", hexes=["0001", "0101", "0202"]),
        Road(kind="rail", hexes=["0101", "0001"]),
    ],
    place=[Place(hex="0101", name="Isigny"), Place(hex="0101", name="Fort", kind="battery")],
    tag=[Tag(name="beach", hexes=["0001", "0101"]), Tag(name="beach", hexes=["0201"])],
    box=[Box(id="Britain", name="In Britain"), Box(id="Eliminated")],
    link=[Link(kind="sea", between=("Britain", "0000"))],
)


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(NORMANDY, [Counter(id="505/82", side=Side(0), name="505 PIR"), Counter(id="6FJ", side=Side(1))])


def test_hexes_are_numbered_first_and_boxes_after_them(board: Board) -> None:
    assert board.ids["0202"] == 2 * 4 + 2
    assert board.ids["Britain"] == 12
    assert board.names[13] == "Eliminated"
    assert board.boxes == spaces([Space(12), Space(13)])


def test_a_hole_belongs_to_nothing(board: Board) -> None:
    hole = Space(1 * 4 + 3)
    assert not holds(board.all, hole)
    assert board.neighbours[hole] == ()
    assert board.adjacency.spread(bit(hole)) == 0
    assert hole not in {b for _, b in board.edges()}
    with pytest.raises(ValueError, match="no space '0301'"):
        board.space("0301")


def test_terrain_is_known_by_space_and_as_sets(board: Board) -> None:
    assert board.terrain[board.space("0202")] == "bocage"
    assert board.of_terrain["bocage"] == board.set_of(["0201", "0102", "0202"])
    assert sum(count(mask) for mask in board.of_terrain.values()) == count(board.hexes) == 11


def test_hexside_features_hold_both_ways(board: Board) -> None:
    a, b = board.space("0202"), board.space("0201")
    assert board.between(a, b) == board.between(b, a) == {"river", "cliff"}
    assert (a, b) in board.sides["cliff"]
    assert (b, a) in board.sides["cliff"]
    assert board.between(board.space("0001"), board.space("0101")) == frozenset()


def test_roads_join_consecutive_hexes_both_ways(board: Board) -> None:
    a, b = board.space("0001"), board.space("0101")
    assert board.road(a, b) == board.road(b, a) == {"primary", "rail"}
    assert not board.road(a, board.space("0002"))


def test_a_link_makes_a_box_the_neighbour_of_a_hex(board: Board) -> None:
    box, sea = board.space("Britain"), board.space("0000")
    assert box in board.neighbours[sea]
    assert board.neighbours[box] == (sea,)
    assert board.between(box, sea) == {"sea"}
    assert board.adjacency.spread(bit(box)) == bit(sea)


def test_places_and_tags_become_titles_and_sets(board: Board) -> None:
    isigny = board.space("0101")
    assert board.titles[isigny] == "Isigny"
    assert board.of_place["battery"] == bit(isigny)
    assert board.tags["beach"] == board.set_of(["0001", "0101", "0201"])


def test_a_space_is_described_by_number_name_and_terrain(board: Board) -> None:
    assert board.describe(board.space("0101")) == "0101 Isigny (clear)"
    assert board.describe(board.space("0202")) == "0202 (bocage)"
    assert board.describe(board.space("Britain")) == "In Britain"
    assert board.describe(NOWHERE) == "off the map"


def test_a_space_is_called_by_its_name_in_a_sentence_and_a_hex_without_one_by_its_number(board: Board) -> None:
    assert board.space_title(board.space("0101")) == "Isigny"
    assert board.space_title(board.space("0202")) == "hex 0202"
    assert board.space_title(board.space("Britain")) == "In Britain"


def test_distance_counts_hexes_by_maths_and_everything_else_by_steps(board: Board) -> None:
    assert board.distance(board.space("0201"), board.space("0302")) == 2
    assert board.distance(board.space("Britain"), board.space("0000")) == 1
    assert board.distance(board.space("Britain"), board.space("0002")) == 3
    assert board.distance(board.space("Britain"), board.space("Eliminated")) == FAR


def test_what_is_near_a_space_leaves_out_holes(board: Board) -> None:
    centre = board.space("0302")
    assert members(board.within(centre, 1)) == [board.space("0202"), centre]
    assert board.within(board.space("Britain"), 1) == board.set_of(["Britain", "0000"])


def test_counters_are_found_by_their_ids(board: Board) -> None:
    assert board.unit_ids == {"505/82": UnitId(0), "6FJ": UnitId(1)}
    assert [counter.name for counter in board.counters] == ["505 PIR", "6FJ"]
    assert repr(board) == "<Board of 13 spaces and 2 counters>"


def test_an_adjacency_can_leave_out_the_steps_that_a_rule_forbids(board: Board) -> None:
    dry = board.adjacent(lambda a, b: "river" not in board.between(a, b))
    assert not dry.joins(board.space("0101"), board.space("0202"))
    assert dry.joins(board.space("0101"), board.space("0102"))


def test_compiled_edges_cost_what_the_rule_says_and_skip_what_it_prohibits(board: Board) -> None:
    costs = {"clear": 6, "bocage": 12}
    edges = compile_edges(board, lambda _, b: costs.get(board.terrain[b]))
    assert dict(edges[board.space("0101")]) == {
        board.space("0001"): 6,
        board.space("0002"): 6,
        board.space("0102"): 12,
        board.space("0201"): 12,
        board.space("0202"): 12,
    }


def test_an_area_map_needs_no_grid() -> None:
    board = Board(
        Geography(
            area=[
                Area(id="5", name="Caen", terrain="city"),
                Area(id="8", name="Bayeux"),
                Area(id="9", name="Vire"),
            ],
            link=[Link(kind="land", between=("5", "8")), Link(kind="river", between=("8", "9"))],
        )
    )
    assert board.distance(board.space("5"), board.space("9")) == 2
    assert board.between(board.space("9"), board.space("8")) == {"river"}
    assert board.areas == board.all == 0b111
    assert board.describe(board.space("5")) == "Caen (city)"


def test_a_bare_grid_is_all_clear() -> None:
    board = Board(Geography(grid=Grid(5, 4)))
    assert board.of_terrain == {"clear": (1 << 20) - 1}


@pytest.mark.parametrize(
    ("geography", "complaint"),
    [
        (Geography(grid=Grid(2, 2), terrain=Terrain(rows=["..", "."])), "not 2 rows of 2"),
        (Geography(grid=Grid(90, 90)), "8100 spaces"),
        (Geography(grid=Grid(2, 1), terrain=Terrain(rows=[".x"])), "does not explain 'x'"),
        (Geography(grid=Grid(2, 2), road=[Road(kind="rail", hexes=["0000", "0009"])]), "no space '0009'"),
        (
            Geography(grid=Grid(3, 3), road=[Road(kind="rail", hexes=["0000", "0202"])]),
            "0000 and 0202 are not",
        ),
        (Geography(grid=Grid(3, 3), side=[SideFeature(kind="river", hexsides=["0000"])]), "no space ''"),
        (Geography(box=[Box(id="A"), Box(id="A")]), "two spaces are called 'A'"),
        (Geography(box=[Box(id="In Britain")]), "must be one word"),
        (
            Geography(box=[Box(id="A")], link=[Link(kind="sea", between=("A", "A"))]),
            "A and A are not",
        ),
    ],
)
def test_a_slip_in_the_map_is_refused(geography: Geography, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Board(geography)


@pytest.mark.parametrize(("ids", "complaint"), [(["A", "A"], "two counters"), (["a b"], "one word")])
def test_a_slip_in_the_counters_is_refused(ids: list[str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Board(Geography(), [Counter(id=name, side=Side(0)) for name in ids])
