"""A position as a table top shows it: counters by name, hexes by number."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracles.bradley.paper import SIDES, TERRAIN, WET

from bocage.games.bradley import GAME
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel import chance, flow
from bocage.kernel.hexsides import hexside

SCENARIOS = ("dday", "omaha", "utah", "rommel", "optimal")


@dataclass(frozen=True)
class Counter:
    """One unit on the map."""

    number: int
    hex: str
    side: str
    type: str
    arm: str
    moves: str
    attack: int
    protection: int
    allowance: int
    reach: int
    morale: int
    marching: bool
    facing: int
    disrupted: bool


@dataclass(frozen=True)
class Facts:
    """All that lies on the map."""

    units: tuple[Counter, ...]
    ruins: frozenset[str]
    walls: frozenset[frozenset[str]]
    """Sea walls without a breach."""
    high: bool
    map: frozenset[str]
    """The hexes in play."""

    def of(self, side: str) -> list[Counter]:
        return [unit for unit in self.units if unit.side == side]


def facts(g: Bradley) -> Facts:
    """Read off a state what its players see."""
    board = g.board
    units = []
    for number in each_unit(g.on_map(0) | g.on_map(1)):  # type: ignore[arg-type]
        row = board.units[number]
        mode = g.marching >> number & 1
        face = row.faces[mode]
        arm = board.charts.types[row.type].arm
        units.append(
            Counter(
                number, board.names[g.space[number]], ("Allied", "German")[row.side], row.type, arm, row.moves,
                face.attack, face.protection, face.allowance, row.range, row.morale, bool(mode), g.facing[number],
                bool((g.green | g.grey) >> number & 1),
            )
        )  # fmt: skip
    walls = set()
    for pair, kinds in SIDES.items():
        a, b = (board.space(name) for name in pair)
        if "wall" in kinds and not g.breached & hexside(board.grid, a, b):  # type: ignore[arg-type]
            walls.add(pair)
    return Facts(
        tuple(units),
        frozenset(board.names[s] for s in range(len(board.terrain)) if g.ruins >> s & 1),
        frozenset(walls),
        g.high,
        frozenset(name for name, kind in TERRAIN.items() if g.playable >> board.space(name) & 1 and kind not in WET),
    )


def positions(seed: int) -> Iterator[tuple[str, Bradley]]:
    """Positions from random games of all scenarios, without end; now and then a wall is breached or a town burns."""
    while True:
        scenario = SCENARIOS[seed % len(SCENARIOS)]
        g, rng = GAME.new(scenario, seed=seed), random.Random(seed)
        assert isinstance(g, Bradley)
        n = 0
        while (frame := flow.waiting(g)) is not None:
            options = None if isinstance(frame, chance.Chance) else list(flow.options(g))
            flow.pick(g, chance.fast_pick(g, frame) if options is None else rng.choice(options))  # type: ignore[arg-type]
            n += 1
            if n % 61 == 7 and g.turn and g.stack:
                yield f"{scenario}, seed {seed}, pick {n}", shaken(g.copy(), rng)
        seed += 1


def shaken(g: Bradley, rng: random.Random) -> Bradley:
    """The same position with some towns in ruins, some walls breached and some counters turned over or disrupted."""
    board = g.board
    towns = [board.space(name) for name, kind in TERRAIN.items() if kind in {"town", "city"}]
    for space in rng.sample(towns, 6):
        g.ruins |= 1 << space
    for pair in sorted((sorted(pair) for pair, kinds in SIDES.items() if "wall" in kinds)):
        if rng.random() < 0.3:
            g.breached |= hexside(board.grid, *(board.space(name) for name in pair))  # type: ignore[arg-type]
    for unit in each_unit((g.on_map(0) | g.on_map(1)) & ~board.garrisons):  # type: ignore[arg-type]
        if rng.random() < 0.3 and not g.ruins >> g.space[unit] & 1:
            g.marching ^= 1 << unit
            g.facing[unit] = rng.randrange(6)
        if rng.random() < 0.15:
            g.grey |= 1 << unit
    g.touch()
    return g
