"""Random positions of The Dark Summer: counters of three armies thrown on a stretch of the map and into the boxes."""

from random import Random
from typing import Any

from tests.games.darksummer.support import COMBINED, MOVE, Army, opening
from tests.oracles.darksummer.plain import BRITISH_BEACHES, US_BEACHES, distance

from bocage.games.darksummer.rules.r09_rounds import begin_round
from bocage.games.darksummer.state import REACTION, DarkSummer
from bocage.kernel.ids import UnitId

LAST_US, FIRST_BRITISH = 36, 35
CENTRES = (
    "1402",
    "1602",
    "1801",
    "2305",
    "2716",
    "2726",
    "3012",
    "3305",
    "4506",
    "4306",
    "4912",
    "5115",
    "5619",
    "6028",
    "6310",
)


def throw(rng: Random) -> tuple[DarkSummer, str]:
    """A position, and what tells how to make it again is the seed of the dice; the words say what is special."""
    g = opening()
    army = rng.choice((Army.US, Army.BRITISH, Army.GERMAN))
    kinds = (MOVE, MOVE, REACTION) if army is Army.GERMAN else (MOVE, MOVE, COMBINED)
    _clear(g, rng)
    g.turn, g.weather = rng.randint(1, 10), rng.choice(["Sun", "Cloud", "Showers", "Rain", "Storm"])
    g.brittany_entered = g.boundary_lifted = rng.random() < 0.5
    if g.brittany_entered and rng.random() < 0.5:
        g.brittany_left = rng.randint(max(1, g.turn - 1), g.turn)
    g.caen_fell, g.cherbourg_taken = rng.random() < 0.5, rng.choice((0, 0, 3))
    centre = rng.choice(CENTRES)
    _strew(g, rng, centre)
    _mark(g, rng)
    begin_round(g, army, rng.choice(kinds))
    g.halved = g.round == REACTION and rng.random() < 0.3
    g.entered = sum(1 << unit for unit in range(len(g.space)) if rng.random() < 0.1)
    g.isolated = rng.random() < 0.3
    g.touch()
    return g, f"{army.name} {g.round}, turn {g.turn}, {g.weather}, around {centre}"


def _clear(g: DarkSummer, rng: Random) -> None:
    for unit, counter in enumerate(g.board.units):
        g.place(UnitId(unit), g.board.atlas.withdrawn)
        g.steps[unit] = rng.randint(1, counter.steps)
        if counter.hidden:
            g.value[unit] = rng.randint(1, 2)


def _strew(g: DarkSummer, rng: Random, centre: str) -> None:
    """Some of each army near the middle, legal stacks of up to three, everybody in his own Zone; a few in boxes."""
    board, wide = g.board, rng.choice((4, 6, 9))
    hexes = [n for n in board.ids if n.isdigit() and board.atlas.passable >> board.ids[n] & 1]
    hexes = [n for n in hexes if distance(n, centre) <= wide]
    for army in Army:
        several = [u for u, c in enumerate(board.units) if c.army is army]
        for unit in rng.sample(several, rng.randint(4, 26)):
            name = rng.choice(hexes)
            if _fits(g, unit, name):
                g.place(UnitId(unit), board.ids[name])
    _fill_boxes(g, rng)


def _fits(g: Any, unit: int, name: str) -> bool:
    counter, column = g.board.units[unit], int(name[:2])
    if counter.army is Army.US and column > LAST_US and not g.boundary_lifted:
        return False
    if counter.army is Army.BRITISH and column < FIRST_BRITISH:
        return False
    here = [g.board.units[u] for u in range(len(g.space)) if g.space[u] == g.board.ids[name]]
    divisions = {c.division for c in (*here, counter) if c.division}
    return all(c.army is counter.army for c in here) and len(here) < 3 and len(divisions) <= 1


def _fill_boxes(g: DarkSummer, rng: Random) -> None:
    free = [u for u in range(len(g.space)) if g.space[u] == g.board.atlas.withdrawn and not g.board.units[u].hidden]
    for unit in rng.sample(free, 12):
        counter = g.board.units[unit]
        if (counter.side and not g.cherbourg_taken and rng.random() < 0.5) or (
            counter.nation == "us" and rng.random() < 0.3
        ):
            g.place(UnitId(unit), g.board.atlas.cherbourg)
        elif counter.nation == "us" and g.brittany_entered:
            g.place(UnitId(unit), g.board.atlas.brittany)
    if g.brittany_left:
        g.came_back = sum(1 << u for u, c in enumerate(g.board.units) if c.nation == "us" and rng.random() < 0.3)


def _mark(g: DarkSummer, rng: Random) -> None:
    """Beaches opened where no German stands; Exit markers, the British ones north of the US ones."""
    board = g.board
    for name in sorted(US_BEACHES | BRITISH_BEACHES):
        german = g.here.get(board.ids[name], 0) & board.roster.side[1]
        if not german and rng.random() < 0.7:
            g.open_beaches |= 1 << board.ids[name]
    east = next(tag.hexes for tag in board.geography.tag if tag.name == "E")
    rows = sorted(east, key=lambda name: int(name[2:]))
    cut = rng.randint(0, len(rows))
    marks = [[n for n in rows[cut:] if rng.random() < 0.3], [n for n in rows[:cut] if rng.random() < 0.3]]
    if g.boundary_lifted:
        g.exits = [sum(1 << board.ids[n] for n in some) for some in marks]
