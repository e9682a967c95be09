"""Cherbourg: how strong both sides are there, when to fight for it, and how to keep more Germans out."""

from functools import cache

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.computer.ground import march
from bocage.games.darksummer.rules.r11_odds import factor
from bocage.games.darksummer.rules.r11_siege import inside, siege_odds
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import ACTION, COMBAT, US, DarkSummer
from bocage.kernel.combat import DEFENDER
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.probability import outcomes
from bocage.kernel.spaces import BITS, each, spaces

CHERBOURG_CORPS = frozenset({"US 4", "US 9", "US 79", "US 90", "US 82", "US 101"})
"""VII Corps: these divisions take Cherbourg first."""
PRIZE = 8.0
"""What the fall of Cherbourg is worth."""
STEP = 1.5
PRESSING, FROM_TURN = 2.5, 2
"""How much more a siege counts with each turn, from this many turns before the port must have fallen (3.2.1)."""
PRESSED_EARLY = 5
"""The same where a roll may take the port at once: every Round that is not used for it is a chance less."""
ENOUGH = 40
"""The attack strength in the Box at which no more is sent there."""
BEST_ODDS = 5
"""The last column of the Cherbourg table: more strength brings nothing."""
HELP_BEFORE = 4
"""This many turns before the port must have fallen, whoever is near helps if the corps alone falls short."""
COTENTIN_COLUMN, COTENTIN_ROW = 25, 6
"""The last column and row of the peninsula, whose garrison would be taken into Cherbourg (13.5)."""
LOOSE = 2
"""With fewer Germans than this at large in the peninsula nobody guards the doors."""
EVERY_THIRD = 3


def under_siege(g: DarkSummer) -> bool:
    """Whether US units stand in the Box and Cherbourg has not been taken."""
    return not g.cherbourg_taken and bool(inside(g, ALLIED))


def siege_worth(g: DarkSummer) -> float:
    """What Cherbourg Combat brings on average; the later, the less one can wait."""
    return storming_worth(g) + pressing(g)


def storming_worth(g: DarkSummer) -> float:
    """What Cherbourg Combat brings on average."""
    ledger = siege_odds(g, keep=False)
    if ledger.start < 0:
        return -1.0
    chances = outcomes(g.board.siege, ledger.final().column)
    total = 0.0
    for result, chance in chances.items():
        gain = {"AL2": -2 * STEP, "AL1": -STEP, "BL1": 0.3, "BL2": 0.8, "CAP": PRIZE}[result]
        total += float(chance) * gain
    return total


def pressing(g: DarkSummer) -> float:
    """How much more a siege counts because time runs out."""
    ledger = siege_odds(g, keep=False)
    if ledger.start < 0:
        return 0.0
    ahead = PRESSED_EARLY if "CAP" in outcomes(g.board.siege, ledger.final().column) else FROM_TURN
    return PRESSING * max(0, g.turn - g.rules.cherbourg_by + ahead + 1)


def chit_to_spare(g: DarkSummer) -> bool:
    """Whether the chit at hand may be played otherwise, and the US still have as many Combat Rounds as they may."""
    row = g.chits
    combats = sum(1 for some in g.played if some.army is Army.US and (some.chit or some.kind) == COMBAT)
    return g.cups[ACTION].inside.count(US) >= row.us_each - combats


def siege_force(g: DarkSummer) -> tuple[int, int]:
    """US attack strength in the Box or at its doors, and German strength inside."""
    return _attack(g, inside(g, ALLIED) | at_the_doors(g)), garrison(g)


def at_the_doors(g: DarkSummer) -> Units:
    """US units that could be in the Box after a Move Round."""
    far = march(g.board, g.board.atlas.c_hexes, ALLIED, False)
    near = g.on_map() & g.board.roster.us_only
    return sum(1 << unit for unit in each_unit(near) if far[g.space[unit]] <= g.board.units[unit].move - 1)


def _attack(g: DarkSummer, units: Units) -> int:
    return sum(g.board.units[unit].attack[g.steps[unit]] for unit in each_unit(units))


def garrison(g: DarkSummer) -> int:
    """German strength in the Box; what lies face down counts its mean."""
    return sum(factor(g, unit, DEFENDER, tanks=True) for unit in each_unit(inside(g, GERMAN)))


def helpers(g: DarkSummer) -> Units:
    """Who must help because the corps alone will hardly take the port in time: at the best odds every other roll does
    (11.7). The nearest are called, and no more than are needed, so that nobody turns away again on the march.
    """
    if g.turn < g.rules.cherbourg_by - HELP_BEFORE:
        return 0
    return g.cached("helpers at Cherbourg", _nearest_helpers)


def _nearest_helpers(g: DarkSummer) -> Units:
    far = march(g.board, g.board.atlas.c_hexes, ALLIED, False)
    others = g.on_map() & g.board.roster.us_only & ~corps(g)
    lacking = BEST_ODDS * garrison(g) - _attack(g, inside(g, ALLIED) | at_the_doors(g) & corps(g))
    found = 0
    for unit in sorted(each_unit(others), key=lambda unit: far[g.space[unit]]):
        if lacking <= 0:
            break
        found |= 1 << unit
        lacking -= g.board.units[unit].attack[g.steps[unit]]
    return found


def corps(g: DarkSummer) -> Units:
    """The counters of VII Corps."""
    return _counters_of_corps(g.board)


@cache
def _counters_of_corps(board: DarkBoard) -> Units:
    return sum(1 << n for n, counter in enumerate(board.units) if counter.division in CHERBOURG_CORPS)


def enough(g: DarkSummer) -> bool:
    """Whether the force in the Box suffices."""
    return _attack(g, inside(g, ALLIED)) >= max(ENOUGH, BEST_ODDS * garrison(g))


def at_large(g: DarkSummer) -> Units:
    """Germans in the peninsula who would fall back into Cherbourg once it is isolated (13.5)."""
    atlas, roster = g.board.atlas, g.board.roster
    return sum(
        1 << unit
        for unit in each_unit(g.units_of(GERMAN) & ~roster.immobile)
        if atlas.column[g.space[unit]] <= COTENTIN_COLUMN and atlas.row[g.space[unit]] <= COTENTIN_ROW
    )


def doors(g: DarkSummer) -> Spaces:
    """Every third C hex: who has a zone from each of them shuts them all, and no German may attack him there."""
    atlas = g.board.atlas
    in_order = sorted(each(atlas.c_hexes), key=lambda space: atlas.column[space])
    return spaces(in_order[1::EVERY_THIRD])


def shuts_a_door(g: DarkSummer, unit: UnitId, space: Space) -> bool:
    """Whether a unit in a hex keeps Germans out of Cherbourg whom nobody else there keeps out."""
    if g.cherbourg_taken or not doors(g) & BITS[space]:
        return False
    roster = g.board.roster
    if not roster.projecting & roster.us_only & 1 << unit or g.here.get(space, 0) & roster.projecting & ~(1 << unit):
        return False
    return g.cached("Germans at large", at_large).bit_count() >= LOOSE
