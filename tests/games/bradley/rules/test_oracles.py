"""The hard computations written a second time, plainly from the rulebook, and compared on random positions."""

import random
from functools import cache
from itertools import pairwise

from tests.games.bradley.support import ALLIED, GERMAN, field

from bocage.games.bradley import GAME
from bocage.games.bradley.rules.r04_drops import scattered
from bocage.games.bradley.rules.r05_casualties import landing_result
from bocage.games.bradley.rules.r06_movement import unit_reach
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_fire_account import fire_account
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel import chance, flow
from bocage.kernel.spaces import each

POSITIONS = 24
WET = {"sea", "approach"}


@cache
def positions(scenario: str = "dday") -> list[Bradley]:
    """Positions from a random game, some way apart; nobody changes them."""
    g, rng = GAME.new(scenario, seed=11), random.Random(11)
    assert isinstance(g, Bradley)
    found: list[Bradley] = []
    for n in range(4800):
        frame = flow.waiting(g)
        if frame is None:
            break
        pick = chance.fast_pick(g, frame) if isinstance(frame, chance.Chance) else rng.choice(list(flow.options(g)))
        flow.pick(g, pick)
        if n % (4800 // POSITIONS) == 0 and g.turn:
            found.append(g.copy())
    return found


@cache
def xy(name: str) -> tuple[float, float]:
    """The centre of a hex on squared paper: columns 1.5 apart, even ones half a hex lower."""
    column, row = int(name[:2]), int(name[2:])
    return 1.5 * column, 3**0.5 * (row + (0.5 if column % 2 == 0 else 0.0))


def touches(name: str, a: tuple[float, float], b: tuple[float, float]) -> tuple[bool, bool]:
    """Whether a segment passes through the inside of a hex, and whether it runs along its border, by fine sampling."""
    cx, cy = xy(name)
    inside = border = 0
    length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5
    if abs((b[0] - a[0]) * (cy - a[1]) - (b[1] - a[1]) * (cx - a[0])) > 1.01 * length:
        return False, False  # the whole line lies outside the circle around the hex
    for n in range(1, 400):
        x, y = (a[0] + (b[0] - a[0]) * n / 400 - cx, a[1] + (b[1] - a[1]) * n / 400 - cy)
        reach = max(abs(y), abs(y) / 2 + abs(x) * 3**0.5 / 2)
        if reach < 3**0.5 / 2 - 1e-9:
            inside += 1
        elif reach < 3**0.5 / 2 + 1e-9:
            border += 1
    return inside > 0, border > 2


def sees(board: object, a: str, b: str) -> bool:
    """10.2.7b: no blocking hex between, and along a hexside not two of them."""
    pa, pb = xy(a), xy(b)
    columns = range(min(int(a[:2]), int(b[:2])) - 2, max(int(a[:2]), int(b[:2])) + 3)
    rows = range(min(int(a[2:]), int(b[2:])) - 2, max(int(a[2:]), int(b[2:])) + 3)
    names = [f"{column:02}{row:02}" for column in columns for row in rows]
    near = [name for name in names if name in board.ids and name not in (a, b)]  # type: ignore[attr-defined]
    edges = []
    for name in near:
        blocks = board.terrain[board.ids[name]] in {"town", "city", "swamp", "hill"}  # type: ignore[attr-defined]
        through, along = touches(name, pa, pb)
        if through and blocks:
            return False
        if along and not through:
            edges.append((name, blocks))
    pairs = [(m, n) for i, m in enumerate(edges) for n in edges[i + 1 :] if abs(xy(m[0])[0] - xy(n[0])[0]) < 3.1]
    beside = [
        (m, n)
        for m, n in pairs
        if 1.6 < ((xy(m[0])[0] - xy(n[0])[0]) ** 2 + (xy(m[0])[1] - xy(n[0])[1]) ** 2) ** 0.5 < 1.8
    ]
    return not any(m[1] and n[1] for m, n in beside)


def test_lines_of_sight_agree_with_a_drawing_on_squared_paper() -> None:
    board, rng = GAME.board(), random.Random(5)
    land = list(each(board.land))
    for _ in range(220):
        a = rng.choice(land)
        b = rng.choice([s for s in each(board.disc(a, 3)) if s != a and board.distance(a, s) > 1])
        seen = bool(board.seen_from(a, 3) >> b & 1)
        assert seen == sees(board, board.names[a], board.names[b]), (board.names[a], board.names[b])


def test_zones_agree_with_a_walk_around_every_unit() -> None:
    for g in positions():
        board = g.board
        for side in (ALLIED, GERMAN):
            found = set()
            for unit in each_unit(g.on_map(side)):
                counter = board.units[unit]
                if counter.type == "garrison" or g.disrupted >> unit & 1:
                    continue
                here = g.space[unit]
                for turn in range(6):
                    faced = not (g.marching >> unit & 1 or counter.id == "Bruno")
                    near = (turn - g.facing[unit]) % 6 in (0, 1, 5)
                    there = board.grid.neighbour(here, turn)  # type: ignore[union-attr]
                    if (faced or near) and there >= 0 and not board.between(here, there) & {"stream", "canal"}:
                        found.add(there)
            assert found == set(each(zones(g, side)))


def slow_reach(g: Bradley, unit: int, points: int) -> dict[int, int]:
    """Every hex by Bellman's method: steps, zones, walls, ruins, enemies, spelled out."""
    board, counter = g.board, g.board.units[unit]
    enemy = {g.space[u] for u in each_unit(g.on_map(GERMAN if counter.side == ALLIED else ALLIED))}
    zone = set(each(zones(g, GERMAN if counter.side == ALLIED else ALLIED)))
    mode = g.marching >> unit & 1
    best: dict[int, int] = {g.space[unit]: 0}
    frontier = [g.space[unit]]
    while frontier:
        at = frontier.pop()
        if at in zone and at != g.space[unit]:
            continue
        for to in board.neighbours[at]:
            price = board.step_cost(at, to, counter.moves, mode, high=g.high)
            if price is None or to in enemy or not g.playable >> to & 1 or (at in zone and to in zone):
                continue
            if "wall" in board.between(at, to) and not g.breached:
                continue
            if g.ruins >> to & 1:
                if mode:
                    continue
                price += (4 - int(board.charts.terrain[board.terrain[to]].foot)) * 6
            total = best[at] + price
            if total <= points and total < best.get(to, 10**9):
                best[to] = total
                frontier.append(to)
    del best[g.space[unit]]
    return best


def test_reach_agrees_with_a_slow_walk() -> None:
    rng, compared = random.Random(3), 0
    for g in positions():
        if g.breached:
            continue
        units = each_unit((g.on_map(ALLIED) | g.on_map(GERMAN)) & ~g.board.garrisons)
        for unit in rng.sample(units, min(8, len(units))):
            points = g.face(unit).allowance * 6
            assert dict(unit_reach(g, unit, points).cost) == slow_reach(g, unit, points), g.board.units[unit].name
            compared += 1
    assert compared > 100


def test_fire_totals_and_letters_agree_with_the_text() -> None:
    rng = random.Random(7)
    letters = {1: "BCDEFGH", 2: "ABCDEFG", 3: "AABCDEF", 4: "AAABCDE", 5: "AAAABCD"}
    lines = {
        "bombardment": (-2, 2, 6, 10, 15, 20, 25),
        "direct": (-1, 3, 7, 10, 13, 17, 21),
        "small-arms": (-2, 2, 6, 10, 14, 19, 24),
        "mixed": (0, 4, 8, 11, 14, 16, 19),
    }
    times = {"hill": 2, "town": 2, "city": 3, "swamp": 2}
    compared = 0
    for g in positions():
        board = g.board
        for target in each(g.regular(GERMAN)):
            units = 0
            for unit in rng.sample(each_unit(g.on_map(ALLIED)), min(3, g.on_map(ALLIED).bit_count())):
                units |= 1 << unit if not (board.headquarters | board.garrisons) >> unit & 1 else 0
            points = rng.choice([0, 7, 20])
            account = fire_account(g, Attack(by=ALLIED, target=target, units=units, points=points), keep=False)
            attack = points
            for unit in each_unit(units):
                factor = g.face(unit).attack
                factor = (factor + 1) // 2 if g.disrupted >> unit & 1 else factor
                far = (
                    board.units[unit].arm == "artillery"
                    and 2 * board.distance(g.space[unit], target) > board.units[unit].range
                )
                attack += factor // 2 if far else factor
            there = [u for u in each_unit(g.units_in(GERMAN, target)) if board.units[u].type != "garrison"]
            ground = 1 if g.ruins >> target & 1 else times.get(board.terrain[target], 1)
            fort = 3 if board.strongpoints >> target & 1 else 2 if board.nests >> target & 1 else 0
            factor = (fort + (ground if ground > 1 else 0)) if fort else ground
            defence = factor * sum(g.face(u).protection for u in there)
            assert account.ledger.totals == [attack, defence]
            lows = lines[account.line]
            column = sum(attack - defence >= low for low in lows) - 1
            assert account.column == column
            if column >= 0:
                row = letters[min(5, max(g.face(u).protection for u in there))]
                assert "ABCDEFGHI"[account.ledger.start] == row[column]
            compared += 1
    assert compared > 300


def test_scatter_agrees_with_the_turned_diagram() -> None:
    s = field()
    steps = {"N": (0, -1), "S": (0, 1), "NE": (1, -0.5), "SE": (1, 0.5), "SW": (-1, 0.5), "NW": (-1, -0.5)}
    diagram = {
        -1: "NE", 0: "SE", 1: "S S", 2: "S SW", 3: "SW SW", 4: "SW", 5: "S", 6: "", 7: "NW", 8: "N",
        9: "NW NW", 10: "NW SW", 11: "N N", 12: "N NW", 13: "N NE", 14: "NE SE",
    }  # fmt: skip
    for centre in ("0808", "1520", "0919", "1322"):
        column, row = int(centre[:2]), int(centre[2:]) + (0.5 if int(centre[:2]) % 2 == 0 else 0)
        for result, way in diagram.items():
            x = column + sum(steps[step][0] for step in way.split())
            y = row + sum(steps[step][1] for step in way.split())
            name = f"{int(x):02d}{int(y - (0.5 if x % 2 == 0 else 0)):02d}"
            found = scattered(s.g, s.space(centre), result)
            assert found is not None
            assert s.g.board.names[found[0]] == name
            assert found[1] == (result in {-1, 2, 4, 12})
    assert scattered(s.g, s.space("0808"), 15) is None
    assert scattered(s.g, s.space("0808"), -2) is None


def test_casualties_agree_with_the_chart() -> None:
    chart = {0: (99, 99), 5: (12, 99), 10: (12, 99), 20: (11, 99), 30: (10, 99), 40: (9, 12), 55: (8, 12)}
    g = field().g
    for fire in range(80):
        column = max(low for low in chart if low <= fire)
        for roll in range(2, 13):
            hurt, dead = chart[column]
            assert landing_result(g, fire, roll) == ("E" if roll >= dead else "D" if roll >= hurt else "-")
    assert all(a < b for a, b in pairwise(sorted(chart)))
