"""The German line: the cheapest chain of hexes from coast to coast whose zones leave no gap, before the Allies."""

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.computer.ground import fed_hexes, ground_shift, strengths
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.spaces import BITS, each

REACH = 3
"""The enemy's strength counts up to this many hexes away, and neighbours in a line are at most this far apart."""
WEIGHT = (1.0, 1.0, 0.6, 0.3)
"""How much of a stack's strength threatens a hex, by its distance."""
POST = 1.0
"""What another post costs: the line is to be short."""
GAP = (0.0, 0.0, 0.0, 0.7)
"""What it costs to leave so much room between two posts: up to one hex is covered by the zones of both."""
LEAK = 0.4
"""What a hex between two posts costs that no zone covers."""
GIVEN_UP = 0.11
"""What it costs to stand a hex farther from the enemy."""
FARTHEST = 12
COVER = {"bocage": 0.45, "city": 0.6, "town": 0.25, "woods": 0.1, "forest": 0.25}
"""What kinds of ground are worth to a post."""
OPEN_FIRE = 0.02
"""What a point of enemy strength next to a post costs in the open."""
HUNGRY = 4.0
"""What a post costs that supply does not reach: behind the enemy there is no line."""
TAKEN = 0.4
"""What a post costs in a hex that the Allies control."""
TURNED = 0.5
"""What each column costs that a line gives up which hangs on the southern edge instead of the western coast."""
WEST_END = 28
"""The last column whose leftmost hexes are the western coast."""
EAST_END = 47
LAST_END = 60
"""The first and the last column whose uppermost hexes may end the line."""


class Shape(NamedTuple):
    """What of the ground matters for lines, worked out once: links between hexes, rings, and where a line may end."""

    links: tuple[tuple[tuple[Space, float], ...], ...]
    rings: tuple[tuple[tuple[Space, int], ...], ...]
    starts: tuple[tuple[Space, float], ...]
    ends: Spaces


@lru_cache(maxsize=8)
def shape(board: DarkBoard) -> Shape:
    """The links, rings and ends of a map."""
    atlas = board.atlas
    rings = tuple(_rings(board, Space(n)) if atlas.passable >> n & 1 else () for n in range(len(board.names)))
    links = tuple(
        tuple((b, GAP[far] + LEAK * _uncovered(board, Space(a), b, far)) for b, far in near if far)
        for a, near in enumerate(rings)
    )
    return Shape(links, rings, _starts(board), _ends(board))


def _rings(board: DarkBoard, start: Space) -> tuple[tuple[Space, int], ...]:
    """The hexes within reach of one, with their distances over land."""
    found, edge = {start: 0}, [start]
    for far in range(1, REACH + 1):
        edge = [b for a in edge for b in board.atlas.around[a] if b not in found]
        found.update(dict.fromkeys(edge, far))
        edge = list(dict.fromkeys(edge))
    return tuple(found.items())


def _uncovered(board: DarkBoard, a: Space, b: Space, far: int) -> int:
    """How many hexes between two posts no zone of theirs covers."""
    atlas = board.atlas
    if far != 2:
        return 0
    return (atlas.ring[a] & atlas.ring[b] & ~(atlas.zone_from[a] | atlas.zone_from[b])).bit_count()


def _starts(board: DarkBoard) -> tuple[tuple[Space, float], ...]:
    """The western coast for nothing, the southern edge for the country given up."""
    atlas = board.atlas
    west: dict[int, Space] = {}
    south: dict[int, Space] = {}
    for space in each(atlas.passable & ~atlas.no_stop):
        column, row = atlas.column[space], atlas.row[space]
        if column <= WEST_END and (row not in west or column < atlas.column[west[row]]):
            west[row] = space
        if column > WEST_END and (column not in south or row > atlas.row[south[column]]):
            south[column] = space
    turned = [(space, TURNED * (column - WEST_END)) for column, space in south.items()]
    return (*((space, 0.0) for space in west.values()), *turned)


def _ends(board: DarkBoard) -> Spaces:
    """The northern coast east of the Orne."""
    atlas = board.atlas
    top: dict[int, Space] = {}
    for space in each(atlas.passable):
        column = atlas.column[space]
        if EAST_END <= column <= LAST_END and (column not in top or atlas.row[space] < atlas.row[top[column]]):
            top[column] = space
    return sum(BITS[space] for space in top.values())


def gathered(g: DarkSummer, army: Army, weight: tuple[float, ...] = WEIGHT) -> list[float]:
    """By hex, the strength of an army within a few hexes, less of what is farther away."""
    around, attack = shape(g.board).rings, strengths(g).attack
    found = [0.0] * len(g.board.names)
    for space in each(g.presence().armies[army]):
        for near, far in around[space]:
            found[near] += weight[far] * attack[space]
    return found


def threats(g: DarkSummer) -> list[float]:
    """By hex, the Allied strength that may soon be brought against it, of the stronger army."""
    return [max(us, british) for us, british in zip(gathered(g, Army.US), gathered(g, Army.BRITISH), strict=True)]


def _behind(g: DarkSummer) -> list[int]:
    """By hex, how far it is from the nearest Allied stack."""
    atlas = g.board.atlas
    found = [FARTHEST] * len(g.board.names)
    edge = g.hexes_of(ALLIED) | g.open_beaches
    seen = edge
    for far in range(FARTHEST):
        for space in each(edge):
            found[space] = far
        edge = atlas.ways.spread(edge) & ~seen & atlas.passable
        seen |= edge
    return found


def prices(g: DarkSummer) -> list[float]:
    """By hex, what a post there costs: more far behind, in the open, under guns, out of supply."""
    board, threat, behind = g.board, threats(g), _behind(g)
    fed, bocage_counts = fed_hexes(g, Army.GERMAN), g.turn <= g.rules.bocage_until
    found = [0.0] * len(board.names)
    for space in each(board.atlas.passable):
        kind = board.terrain[space]
        cover = COVER.get(kind, 0.0) * (1.0 if kind != "bocage" or bocage_counts else 0.6)
        price = POST - cover + GIVEN_UP * max(0, behind[space] - 1)
        price += OPEN_FIRE * threat[space] / (1 + ground_shift(g, space))
        price += TAKEN if g.allied_hexes >> space & 1 else 0.0
        found[space] = price + (0.0 if fed >> space & 1 else HUNGRY)
    return found


def front_line(g: DarkSummer) -> list[Space]:
    """The posts of the line from west to east; none where the Allies have cut every way."""
    atlas, ground = g.board.atlas, shape(g.board)
    shut = g.hexes_of(ALLIED) | g.open_beaches | atlas.no_stop
    price = prices(g)
    heap: list[tuple[float, Space]] = []
    best: dict[Space, float] = {}
    came: dict[Space, Space] = {}
    for start, cost in ground.starts:
        if not shut >> start & 1:
            best[start] = cost + price[start]
            heappush(heap, (best[start], start))
    while heap:
        cost, space = heappop(heap)
        if cost > best[space]:
            continue
        if ground.ends >> space & 1:
            return _path(came, space)
        for near, extra in ground.links[space]:
            total = cost + extra + price[near]
            if not shut >> near & 1 and total < best.get(near, 1e9):
                best[near], came[near] = total, space
                heappush(heap, (total, near))
    return []


def _path(came: dict[Space, Space], end: Space) -> list[Space]:
    found = [end]
    while found[-1] in came:
        found.append(came[found[-1]])
    return found[::-1]


def line_units(g: DarkSummer) -> list[int]:
    """The Germans who can man the line: on the map, able to march, in supply."""
    roster, fed = g.board.roster, fed_hexes(g, Army.GERMAN)
    mobile = g.units_of(GERMAN) & ~roster.immobile
    return [unit for unit in each_unit(mobile) if fed >> g.space[unit] & 1]
