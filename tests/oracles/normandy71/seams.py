"""Sequences of orders within one phase: nobody moves twice, nothing depends on the order, what is undone is undone."""

from dataclasses import replace
from random import Random
from typing import Any

from tests.games.normandy71.support import combat, move
from tests.oracles.face import after, do, frame, options, roll_on
from tests.oracles.normandy71 import movement as ours
from tests.oracles.normandy71.combat import fit, may_attack
from tests.oracles.normandy71.facts import (
    ALLIED,
    BEACHES,
    CITIES,
    COUNTERS,
    ENEMY,
    GERMAN,
    NEXT,
    POINTS,
    TERRAIN,
    Position,
    position,
)
from tests.oracles.normandy71.marching import SIDES, barred, can_clear, ends, in_order, stands_still
from tests.oracles.normandy71.stacking import breaks_down, fits, rebuildings
from tests.oracles.normandy71.supply import fed_hexes, in_supply
from tests.oracles.normandy71.throw import throw, told
from tests.oracles.tally import Tally

from bocage.kernel.ids import Side

WATCHED = {name for row in POINTS if row["kind"] == "city" for name in CITIES[row["name"].lower()]}
"""City hexes that count for victory."""
PHASE = ("MovementPhase", "MoveUnit", "JoinUp", "Regroup")
"""The decisions of a movement phase."""


def marches(rng: Random, tally: Tally) -> None:
    """A movement phase of random orders from its beginning to its end."""
    s = throw(rng, rng.randint(2, 6))
    by, second = rng.randrange(2), rng.random() < 0.5
    side = SIDES[by]
    where = f"{told(s)}; movement of the {side}, second={second}"
    move(s, Side(by), second=second)
    g, begun = s.g, position(s.g)
    reach_first = destinations(g, begun, side, rng)
    moved: set[str] = set()
    orders: list[str] = []
    for _ in range(rng.choice((3, 6, 12, 60))):
        if not g.stack or frame(g)["frame"] not in PHASE:
            break
        asked(g, side, second=second, moved=moved, where=f"{where}; {orders}", tally=tally)
        said = [text for text in options(g) if text != "done"]
        if not said:
            do(g, "done")
            break
        pick = rng.choice(said)
        orders.append(pick)
        ordered(g, pick, moved)
    if g.stack and frame(g)["frame"] == "MoveUnit" and any(text.startswith("stay ") for text in options(g)):
        stayed = next(text for text in options(g) if text.startswith("stay "))
        ordered(g, stayed, moved)
    order_free(g, side, begun, reach_first, moved, f"{where}; {orders}", tally)
    finish(g, rng)
    closed(begun, position(g), side, f"{where}; {orders}", tally)


def ordered(g: Any, pick: str, moved: set[str]) -> None:
    """Carry out an order and keep the account of who has moved: parts of a unit that has moved have moved, and so has
    what is rebuilt with a part that has (Movement.H, Stacking.D, Stacking.E).
    """
    before = position(g).at
    do(g, pick)
    after_it, verb = position(g).at, pick.split(maxsplit=1)[0]
    gone, come = before.keys() - after_it.keys(), after_it.keys() - before.keys()
    if verb in ("move", "exit", "via", "stay"):
        moved.add(pick.split()[1])
    elif verb in ("break", "rebuild") and gone & moved:
        moved |= come
    moved -= gone


def finish(g: Any, rng: Random) -> None:
    """End the phase as it stands: whoever must move first does."""
    for _ in range(300):
        if not g.stack or frame(g)["frame"] not in PHASE:
            return
        said = options(g)
        quiet = [text for text in said if text.split()[0] in ("done", "stay", "decline", "hold")]
        do(g, rng.choice(quiet or said))


def destinations(g: Any, p: Position, side: str, rng: Random) -> dict[str, set[str]]:
    """What some units are offered before anybody moves."""
    units = sorted(u for u, at in p.at.items() if COUNTERS[u].side == side and at in TERRAIN)
    return {u: offered(g, u) for u in rng.sample(units, min(5, len(units)))}


def offered(g: Any, unit: str) -> set[str]:
    if frame(g)["frame"] != "MovementPhase" or f"select {unit}" not in options(g):
        return set()
    return {text.split()[2] for text in options(after(g, f"select {unit}")) if text.startswith("move ")}


def asked(g: Any, side: str, *, second: bool, moved: set[str], where: str, tally: Tally) -> None:
    """What must and what must not be on offer at one moment of the phase."""
    said, p = options(g), position(g)
    name = frame(g)["frame"]
    if name == "MovementPhase":
        again = {text.split()[1] for text in said if text.startswith("select ")} & moved
        tally.same("seams: moves twice", where, "who has moved and is offered again?", again, set[str]())
        breakable(g, p, side, moved, said, where, tally)
    if name != "MoveUnit":
        return
    unit = g.board.unit_names[frame(g)["unit"]]
    if p.at[unit] not in TERRAIN or frame(g)["under_way"]:
        return
    broken(g, unit, said, where, tally)
    joined(p, unit, side, said, where, tally)
    detours(g, p, unit, said, second=second, moved=moved, where=where, tally=tally)


def breakable(g: Any, p: Position, side: str, moved: set[str], said: list[str], where: str, tally: Tally) -> None:
    """Stacking.C: who has moved, digs in or has never been in supply breaks down like anybody else."""
    if frame(g)["crowded"] >= 0:
        return
    late = sorted(moved | p.digging | p.cut_off)
    for unit in late:
        if COUNTERS[unit].side != side or p.at.get(unit) not in TERRAIN or not breaks_down(unit):
            continue
        through = f"select {unit}" if f"select {unit}" in said else "regroup"
        offered_now = through in said and f"break {unit}" in options(after(g, through))
        fresh = not g.rebuilt >> g.board.unit_ids[unit] & 1
        if fresh:
            tally.holds("seams: breaking down late", where, f"{unit} at {p.at[unit]} can break down", truth=offered_now)


def broken(g: Any, unit: str, said: list[str], where: str, tally: Tally) -> None:
    """Stacking.C and E: a unit breaks down at any time of its movement phase, and is put together again."""
    if not breaks_down(unit) or g.rebuilt >> g.board.unit_ids[unit] & 1:
        return
    tally.holds("seams: breaking down", where, f"break {unit} is offered", truth=f"break {unit}" in said)
    if f"break {unit}" not in said:
        return
    there = {text.split()[2] for text in said if text.startswith("move ")}
    apart = after(g, f"break {unit}")
    part = next((text for text in options(apart) if text.startswith("select ")), None)
    if frame(apart)["frame"] == "MovementPhase" and part is not None:
        parts = {g.board.unit_names[n] for n, at in enumerate(apart.space) if at != g.space[n]} - {unit}
        one = next((u for u in sorted(parts) if f"select {u}" in options(apart)), None)
        if one is None:
            return
        do(apart, f"select {one}")
        whole = next((text for text in options(apart) if text.startswith("rebuild ")), None)
        tally.holds("seams: broken and rebuilt", where, f"{unit}: its parts can be rebuilt", truth=whole is not None)
        if whole is None:
            return
        do(apart, whole)
        again = offered_or_now(apart, whole.split()[1])
        tally.same("seams: broken and rebuilt", where, f"{unit} after break and {whole}", again, there)


def offered_or_now(g: Any, unit: str) -> set[str]:
    """The destinations of a unit, whether it has been picked already or not."""
    if frame(g)["frame"] == "MoveUnit":
        return {text.split()[2] for text in options(g) if text.startswith(f"move {unit} ")}
    return offered(g, unit)


def joined(p: Position, unit: str, side: str, said: list[str], where: str, tally: Tally) -> None:
    """Stacking.E: whoever stands with all the parts of a larger unit may be rebuilt into it."""
    here = p.here(p.at[unit], side)
    models = {(COUNTERS[u].side, COUNTERS[u].factors, COUNTERS[u].type) for u in p.spare}
    possible = any(whole in models for whole, _ in rebuildings(here, unit))
    given = any(text.startswith("rebuild ") for text in said)
    tally.same("seams: rebuilding", where, f"may {unit} at {p.at[unit]} be rebuilt with {here}?", given, possible)


def detours(
    g: Any, p: Position, unit: str, said: list[str], *, second: bool, moved: set[str], where: str, tally: Tally
) -> None:
    """Movement.K: hexes that matter may be passed on the way to any legal end, also from a hex that holds too much."""
    if stands_still(p, unit, second=second):
        return
    side = COUNTERS[unit].side
    watched = {n for n in WATCHED if (n in p.cities) != (side == ALLIED)}
    watched |= p.areas() if side == GERMAN else set()
    points, at = ours.allowance(p, unit, second=second), p.at[unit]
    bars, fed = barred(p, unit, second=second), fed_hexes(p, side)
    reach = ours.ways(p, unit, at, points, fresh=False, barred=bars)
    needed, stops = set[str](), set[str]()
    for name in watched & reach.keys() - {at}:
        if ours.may_end(p, unit, name, fed, at):
            stops.add(name)  # to pass through and to stop there is the same as to move there
        on = ours.ways(p, unit, name, points - reach[name], fresh=False, barred=bars)
        goals = {b for b in on if b not in (name, at) and ours.may_end(p, unit, b, fed, at)}
        if any(sound(g, p, unit, b, second=second, moved=moved) for b in goals):
            needed.add(name)
    given = {text.split()[2] for text in said if text.startswith("via ")} - (stops - needed)
    tally.same("seams: passing through", where, f"what may {unit} at {at} pass on the way?", given & watched, needed)


def sound(g: Any, p: Position, unit: str, goal: str, *, second: bool, moved: set[str]) -> bool:
    """Stacking.A: neither the end of a move nor the crowded hex that it leaves may be past putting in order."""
    side, crowded = COUNTERS[unit].side, frame(g)["crowded"]
    roomy = fits([*[u for u in p.here(goal, side) if u != unit], unit], goal)
    if not roomy and not can_clear(p, unit, goal, second=second, moved=moved):
        return False
    if crowded < 0:
        return True
    gone = replace(p, at=p.at | {unit: goal})
    left = g.board.names[crowded]
    return in_order(gone, side, left, second=second, moved=moved | {unit})


def order_free(
    g: Any, side: str, begun: Position, first: dict[str, set[str]], moved: set[str], where: str, tally: Tally
) -> None:
    """A unit that has not moved has the destinations it had, but for hexes whose stacks have changed."""
    if not g.stack or frame(g)["frame"] != "MovementPhase" or frame(g)["crowded"] >= 0:
        return
    now = position(g)
    changed = {at for u, at in begun.at.items() if now.at.get(u) != at}
    changed |= {at for u, at in now.at.items() if begun.at.get(u) != at}
    for unit, there in first.items():
        if unit in moved or now.at.get(unit) != begun.at[unit] or f"select {unit}" not in options(g):
            continue
        given = offered(g, unit)
        near = changed | {n for n in there | given if leaves(begun, now, n, side)}
        tally.same("seams: order of moves", where, f"{unit} before and after the others", given - near, there - near)


def leaves(begun: Position, now: Position, name: str, side: str) -> bool:
    """Whether somebody stood in a hex: then who may still step out has changed."""
    return bool(begun.here(name, side) or now.here(name, side))


def closed(begun: Position, now: Position, side: str, where: str, tally: Tally) -> None:
    """What must hold when a movement phase has ended."""
    fed = fed_hexes(now, side)
    for space in now.held(side):
        here = now.here(space, side)
        tally.holds("seams: stacks at the end", where, f"{here} at {space}", truth=fits(here, space))
    for unit, at in begun.at.items():
        on = now.at.get(unit)
        if COUNTERS[unit].side != side or at not in TERRAIN or on not in TERRAIN or COUNTERS[unit].rover:
            continue
        if unit in begun.unsupplied or on == at:
            continue
        tally.holds("seams: supply at the end", where, f"{unit} at {on}", truth=in_supply(now, unit, on or "", fed))
    for space in now.dug_in[side]:
        tally.holds("seams: empty entrenchments", where, space, truth=bool(now.here(space, side)))


# --- combat -----------------------------------------------------------------------------------------------


def assaults(rng: Random, tally: Tally) -> None:
    """Forced attacks on the first day: whoever is on a beach next to Germans attacks all of them (Invasion.3)."""
    beach = rng.choice(sorted(BEACHES.values()))
    s = throw(rng, 1, beach)
    for unit in [u for u, c in COUNTERS.items() if c.side == ALLIED and s.at(u) == "" and c.force == "assault"][:3]:
        here = [u for u in COUNTERS if s.at(u) == beach]
        if all(COUNTERS[u].side == ALLIED for u in here) and fits([*here, unit], beach):
            s.g.place(s.unit(unit), s.space(beach))
    s.g.touch()
    where = f"{told(s)}; Allied combat"
    combat(s, Side(0))
    g, p = s.g, position(s.g)
    made: list[tuple[set[str], set[str]]] = []
    for _ in range(80):
        if frame(g)["frame"] not in ("Allocation", "Muster"):
            break
        said = options(g)
        if frame(g)["frame"] == "Allocation" and "done" in said and rng.random() < 0.7:
            break
        picks = [text for text in said if text != "done"]
        if not picks:
            break
        pick = rng.choice(picks)
        if pick.startswith("attack "):
            made.append(({pick.split()[1]}, set()))
        elif pick.startswith("also "):
            made[-1][0].add(pick.split()[1])
        elif pick.startswith("join "):
            made[-1][1].add(pick.split()[1])
        elif pick == "all":
            joined_all = {text.split()[1] for text in said if text.startswith("join ")}
            made[-1][1].update(joined_all)
        do(g, pick)
    if frame(g)["frame"] == "Allocation" and "done" in options(g):
        duties(p, made, where, tally)
    roll_on(g, rng)


def duties(p: Position, made: list[tuple[set[str], set[str]]], where: str, tally: Tally) -> None:
    """The phase may be ended: then every beach has done its duty."""
    beaches = set(BEACHES.values())
    for beach in beaches & p.held(ALLIED):
        here = [u for u in p.here(beach, ALLIED) if fit(p, u)]
        for target in set(NEXT[beach]) & p.held(GERMAN):
            able = [u for u in here if may_attack(p, u, target)]
            ours_too = [u for u, at in p.at.items() if at in beaches and COUNTERS[u].side == ALLIED]
            strikers = {u for hexes, units in made if target in hexes for u in units}
            if able and not strikers & set(ours_too):
                question = f"done with {made}: nobody on a beach attacks {target}, {able} could"
                tally.holds("seams: forced attacks", where, question, truth=excused(p, able, target, made))
            else:
                tally.holds("seams: forced attacks", where, target, truth=True)


def excused(p: Position, able: list[str], target: str, made: list[tuple[set[str], set[str]]]) -> bool:
    """A duty lapses only if everybody who could do it attacks elsewhere and could not have attacked both together."""
    busy = {u: hexes for hexes, units in made for u in units}
    return all(
        u in busy and not all(may_attack(p, v, target) for hexes, units in made if u in units for v in units)
        for u in able
    )


def begins(p: Position, unit: str, *, second: bool) -> set[str]:
    """Destinations by the oracle alone; a help when a difference is looked into."""
    points = ours.allowance(p, unit, second=second)
    reach = ours.ways(p, unit, p.at[unit], points, fresh=True, barred=barred(p, unit, second=second))
    return ends(p, unit, reach, second=second)


__all__ = ["ENEMY", "assaults", "begins", "marches"]
