"""Comparing movement phases: supply at their beginning, costs, destinations, exits, detours."""

from collections.abc import Set as AbstractSet
from dataclasses import replace
from random import Random

from tests.games.normandy71.support import GAME, Scene, move
from tests.oracles.face import do, options
from tests.oracles.normandy71 import movement as ours
from tests.oracles.normandy71.facts import ALLIED, COUNTERS, ENEMY, EXIT_HEXES, GERMAN, TERRAIN, Position, position
from tests.oracles.normandy71.stacking import fits, rebuildings
from tests.oracles.normandy71.supply import fed_hexes, in_supply
from tests.oracles.normandy71.throw import throw, told
from tests.oracles.tally import Tally

from bocage.kernel.ids import Side

SIDES = (ALLIED, GERMAN)


def phase(rng: Random, tally: Tally) -> None:
    """A movement phase of one side in a random position, its supply and the reach of some of its units."""
    s = throw(rng)
    side, second = rng.randrange(2), rng.random() < 0.5
    before = position(s.g)
    text = told(s)
    move(s, Side(side), second=second)
    p = position(s.g)
    where = f"{text}; movement of the {SIDES[side]}, second={second}"
    supply(before, p, SIDES[side], where, tally)
    units = [u for u, at in p.at.items() if COUNTERS[u].side == SIDES[side] and at in TERRAIN]
    if side == 0 and p.turn == 1 and not second:
        # Only commandos and paratroops are ashore when the landing begins.
        units = [u for u in units if COUNTERS[u].paratroops or COUNTERS[u].type == "commando"]
    for unit in rng.sample(units, min(4, len(units))):
        one(s, p, unit, second=second, where=where, tally=tally)


def supply(before: Position, after: Position, side: str, where: str, tally: Tally) -> None:
    """Who is found out of supply when the phase begins."""
    fed = fed_hexes(before, side)
    for unit, at in before.at.items():
        if COUNTERS[unit].side == side and at in TERRAIN:
            wanted = not in_supply(before, unit, at, fed)
            tally.same("supply", where, f"is {unit} at {at} out of supply?", unit in after.unsupplied, wanted)


def one(s: Scene, p: Position, unit: str, *, second: bool, where: str, tally: Tally) -> None:
    """The destinations of a unit that moves first of all, and what they cost."""
    side = COUNTERS[unit].side
    reach = ours.ways(
        p, unit, p.at[unit], ours.allowance(p, unit, second=second), fresh=True, barred=barred(p, unit, second=second)
    )
    costs(s, p, unit, reach, second=second, where=where, tally=tally)
    wanted = ends(p, unit, reach, second=second)
    said = s.options()
    if f"select {unit}" not in said:
        tally.same("movement.moves", where, f"{unit} cannot be selected: destinations", set[str](), wanted)
        return
    after = s.g.copy()
    do(after, f"select {unit}")
    offered = [text.split() for text in options(after)]
    given = {words[2] for words in offered if words[0] == "move"}
    roomy = {name for name in given | wanted if fits([*others(p, side, name, unit), unit], name)}
    tally.same("movement.moves", where, f"where may {unit} at {p.at[unit]} move?", given & roomy, wanted & roomy)
    crowded = {name for name in wanted - roomy if can_clear(p, unit, name, second=second)}
    tally.same("stacking.crowded", where, f"into which full hexes may {unit} move?", given - roomy, crowded)
    exits(p, unit, reach, offered, second=second, where=where, tally=tally)


def others(p: Position, side: str, name: str, unit: str) -> list[str]:
    return [u for u in p.here(name, side) if u != unit]


def barred(p: Position, unit: str, *, second: bool) -> set[str]:
    """Invasion.2: commandos enter no enemy zone in the landing move."""
    if p.turn == 1 and not second and COUNTERS[unit].side == ALLIED:
        return p.zone(GERMAN) if COUNTERS[unit].type == "commando" else set()
    return set()


def stands_still(p: Position, unit: str, *, second: bool) -> bool:
    """Who may not move at all in this phase."""
    counter = COUNTERS[unit]
    if unit in p.digging or unit in p.cut_off:  # Entrenchment.Attempt, Movement.M
        return True
    if p.turn != 1 or counter.side != ALLIED:
        return False
    if not second:
        landed = p.at[unit] in p.zone(GERMAN)
        return counter.paratroops or landed  # Invasion.2
    # Invasion.4B: all may move but gliders, who have just landed, and paratroops who are out of supply.
    return counter.type == "glider" or (counter.paratroops and unit in p.unsupplied)


def ends(p: Position, unit: str, reach: dict[str, int], *, second: bool) -> set[str]:
    """Where a unit may end, stacking apart."""
    if stands_still(p, unit, second=second):
        return set()
    fed = fed_hexes(p, COUNTERS[unit].side)
    return {name for name in reach if name != p.at[unit] and ours.may_end(p, unit, name, fed, p.at[unit])}


def can_clear(p: Position, unit: str, name: str, *, second: bool, moved: AbstractSet[str] = frozenset()) -> bool:
    """Stacking.A: the limits count when the phase ends, so a full hex may be entered if it can be set right by
    rebuilding, or by units there that have not moved and have somewhere to go.
    """
    joined = replace(p, at=p.at | {unit: name})
    return in_order(joined, COUNTERS[unit].side, name, second=second, moved=moved | {unit})


def in_order(p: Position, side: str, name: str, *, second: bool, moved: AbstractSet[str]) -> bool:
    """Whether a hex can be brought within the limits, by units there that have not moved or by rebuilding."""
    here = p.here(name, side)
    free = [u for u in here if u not in moved]
    return settles(p, here, name) or any(
        settles(p, [u for u in here if u not in gone], name) for gone in leavers(p, free, second=second)
    )


def settles(p: Position, units: list[str], name: str) -> bool:
    models = {(COUNTERS[u].side, COUNTERS[u].factors, COUNTERS[u].type) for u in p.spare}
    if fits(units, name):
        return True
    for whole, parts in rebuildings(units):
        if whole not in models:
            continue
        left = [u for u in units if u not in parts]
        stand_in = next(u for u, c in COUNTERS.items() if (c.side, c.factors, c.type) == whole and c.regiment)
        if fits([*left, stand_in], name):
            return True
    return False


def leavers(p: Position, units: list[str], *, second: bool) -> list[set[str]]:
    """Sets of units that could leave a hex, each for a hex with room for it."""
    free = [u for u in units if has_room_elsewhere(p, u, second=second)]
    return [{u for n, u in enumerate(free) if chosen >> n & 1} for chosen in range(1, 1 << len(free))]


def has_room_elsewhere(p: Position, unit: str, *, second: bool) -> bool:
    reach = ours.ways(
        p, unit, p.at[unit], ours.allowance(p, unit, second=second), fresh=True, barred=barred(p, unit, second=second)
    )
    return any(fits([*p.here(name, COUNTERS[unit].side), unit], name) for name in ends(p, unit, reach, second=second))


def costs(s: Scene, p: Position, unit: str, reach: dict[str, int], *, second: bool, where: str, tally: Tally) -> None:
    """The costs that the overlay shows, for hexes that both know."""
    assert GAME.queries is not None
    assert GAME.queries.reach is not None
    shown = {s.g.board.names[space]: text for space, text in GAME.queries.reach(s.g, s.unit(unit)).items()}
    # Movement.N: who makes the one hex he is always allowed spends what he has.
    most = ours.allowance(p, unit, second=second)
    wanted = {name: ours.as_text(min(points, most)) for name, points in reach.items()}
    both = shown.keys() & wanted.keys() - {p.at[unit]}
    question = f"what does {unit} at {p.at[unit]} pay?"
    tally.same("movement.costs", where, question, {n: shown[n] for n in both}, {n: wanted[n] for n in both})


def exits(
    p: Position,
    unit: str,
    reach: dict[str, int],
    offered: list[list[str]],
    *,
    second: bool,
    where: str,
    tally: Tally,
) -> None:
    """Victory.Exit: by road off the map; a third of a point, and what leaving an enemy zone costs."""
    given = {words[2] for words in offered if words[0] == "exit"}
    wanted = set[str]()
    if COUNTERS[unit].side == ALLIED and p.turn > 1 and not stands_still(p, unit, second=second):
        fed, points = fed_hexes(p, ALLIED), ours.allowance(p, unit, second=second)
        zone = p.zone(ENEMY[ALLIED])
        fast = COUNTERS[unit].allowance >= 6
        for name in EXIT_HEXES & reach.keys():
            leaving = ours.ROAD + (ours.LEAVE_ZONE[fast] * ours.POINT if name in zone else 0)
            fits_in = reach[name] + leaving <= points or name == p.at[unit]
            if fits_in and name in fed and unit not in p.unsupplied:
                wanted.add(name)
    tally.same("movement.exits", where, f"by which roads may {unit} leave?", given, wanted)
