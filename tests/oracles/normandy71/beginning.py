"""The first days of random games: landings from the sea, beaches and what they take, Germans who enter, digging in."""

from random import Random
from typing import Any

from tests.games.normandy71.support import GAME, move
from tests.oracles.face import after, do, frame, options, roll_on
from tests.oracles.normandy71 import movement as ours
from tests.oracles.normandy71.facts import (
    ALLIED,
    BEACHES,
    COUNTERS,
    EDGE,
    EXIT_HEXES,
    FORTS,
    GERMAN,
    RIM,
    TERRAIN,
    Position,
    bits,
    distance,
    position,
    rows,
)
from tests.oracles.normandy71.marching import SIDES, barred, can_clear
from tests.oracles.normandy71.stacking import fits
from tests.oracles.normandy71.supply import fed_hexes
from tests.oracles.normandy71.throw import throw, told
from tests.oracles.tally import Tally

from bocage.games.normandy71.rules.r10_entrenchment import EndOfTurn
from bocage.kernel.ids import Side

QUIET = ("done", "stay", "hold", "decline")
COMING = rows("german_orders.csv")
FIRST_DAY, EVERY_DAY = 30, 15
GLIDE = 4


def game(rng: Random, tally: Tally, picks: int = 130) -> None:
    """A random game of some hundred picks from the plans on."""
    g = GAME.new(seed=rng.randrange(10**6))
    if rng.random() < 0.7:
        do(g, "historical")
    for _ in range(picks):
        if g.outcome is not None:
            return
        said = options(g)
        check(g, said, tally)
        if "auto" in said and rng.random() < 0.8:
            do(g, "auto")
            continue
        live = [text for text in said if text.split()[0] not in QUIET]
        do(g, rng.choice(live if live and rng.random() < 0.7 else said))


def check(g: Any, said: list[str], tally: Tally) -> None:
    name = frame(g)["frame"]
    where = f"turn {g.turn}, {name}"
    if name == "BringAshore":
        ashore(g, said, where, tally)
    elif name == "MoveUnit" and frame(g)["afloat"] and not frame(g)["under_way"]:
        landing(g, said, where, tally)
    elif name == "EnterMap":
        entering(g, where, tally)
    elif name == "Announce":
        digging(g, said, where, tally)


def ashore(g: Any, said: list[str], where: str, tally: Tally) -> None:
    """Invasion.4A, Allied.Capacity: 30 points on the first day, then 15 and 15 more for every idle turn."""
    p = position(g)
    given = {tuple(text.split()[1:]) for text in said if text.startswith("land ")}
    forces = {"second"} if p.turn == 1 else {"assault", "second", "followup"}
    wanted = set()
    for n, (box, beach) in enumerate(sorted(BEACHES.items(), key=lambda pair: int(pair[0][5:]))):
        if beach not in p.areas():
            continue
        room = FIRST_DAY if p.turn == 1 else EVERY_DAY * (1 + g.idle[n])
        for unit, at in p.at.items():
            if at == "Britain" and COUNTERS[unit].force in forces and COUNTERS[unit].strength <= room - g.landed[n]:
                wanted.add((unit, box))
    tally.same("landing.reinforcements", where, f"landed {g.landed}, idle {g.idle}", given, wanted)
    gliders(p, said, where, tally)


def gliders(p: Position, said: list[str], where: str, tally: Tally) -> None:
    """Within four hexes of paratroops, not on or next to Germans, with room when the movement ends, and on land."""
    given = {tuple(text.split()[1:]) for text in said if text.startswith("glide ")}
    wanted = set()
    if p.turn == 1:
        drops = [at for u, at in p.at.items() if COUNTERS[u].paratroops and at in TERRAIN]
        shut = p.held(GERMAN) | p.zone(GERMAN)
        near = {name for name in TERRAIN if TERRAIN[name] != "sea" and name not in shut}
        near = {name for name in near if any(distance(name, drop) <= GLIDE for drop in drops)}
        for unit in [u for u, at in p.at.items() if at == "Britain" and COUNTERS[u].force == "glider"]:
            open_ = {n for n in near if fits([*p.here(n, ALLIED), unit], n) or can_clear(p, unit, n, second=True)}
            wanted |= {(unit, name) for name in open_}
    tally.same("landing.gliders", where, "where may gliders land?", given, wanted)


def landing(g: Any, said: list[str], where: str, tally: Tally) -> None:
    """Invasion.2: the beach is the first hex; on the first day who lands in a German zone stops there."""
    p = position(g)
    waiting = frame(g)
    unit, second = g.board.unit_names[waiting["unit"]], waiting["second"]
    beach = g.board.names[waiting["at"]]
    p.at[unit] = beach
    zone, fast = p.zone(GERMAN), COUNTERS[unit].allowance >= 6
    # The way from the sea is no road; the beach is clear ground.
    first = ours.POINT * (1 + (ours.ENTER_ZONE[fast] if beach in zone else 0))
    points = max(0, ours.allowance(p, unit, second=second) - first)
    stops = p.turn == 1 and not second and beach in zone
    reach = (
        {beach: 0} if stops else ours.ways(p, unit, beach, points, fresh=False, barred=barred(p, unit, second=second))
    )
    fed = fed_hexes(p, ALLIED)
    wanted = {
        name
        for name in reach
        if ours.may_end(p, unit, name, fed, beach)
        and fits([*[u for u in p.here(name, ALLIED) if u != unit], unit], name)
    }
    given = {text.split()[2] for text in said if text.startswith("move ")}
    roomy = {name for name in given if fits([*[u for u in p.here(name, ALLIED) if u != unit], unit], name)}
    tally.same("landing.moves", f"{where} {p.at}", f"{unit} over {beach}, second={second}", given & roomy, wanted)


def reinforcements(rng: Random, tally: Tally) -> None:
    """A German movement phase of a random position at the edge of the map, with reinforcements due."""
    s = throw(rng, rng.randint(2, 6), rng.choice(sorted(RIM)))
    g = s.g
    g.order = rng.choice("ABCDEF")
    rows_due = [row for row in COMING if row["order"] == g.order and 1 <= int(row["turn"]) <= g.turn]
    due = [u for row in rows_due for u in row["units"].split() if s.at(u) == ""]
    g.due = sum(1 << s.unit(u) for u in due)
    where = f"{told(s)}; order {g.order}, due {due}; German movement"
    move(s, Side(1))
    for unit in rng.sample(due, min(3, len(due))):
        if f"select {unit}" not in options(g):
            tally.same("entering", where, f"{unit} is due", engine=False, oracle=True)
            continue
        entering(after(g, f"select {unit}"), where, tally)


def entering(g: Any, where: str, tally: Tally) -> None:
    """German.Entry: any hex of its edges that the Allies neither hold nor control. A full one is for passing through
    (Movement.F), or for those who can put it in order (Stacking.A).
    """
    p, said = position(g), options(g)
    unit = g.board.unit_names[frame(g)["unit"]]
    row = next(row for row in COMING if row["order"] == g.order and row["turn"] != "0" and unit in row["units"].split())
    hexes = {name for edge in row["where"].split() for name in EDGE[edge]}
    wanted = hexes - p.held(ALLIED) - p.zone(ALLIED)
    given = {text.split()[2] for text in said if text.startswith("enter ")}
    roomy = {name for name in wanted | given if fits([*p.here(name, GERMAN), unit], name)}
    tally.same("entering", where, f"{unit} over {row['where']}", given & roomy, wanted & roomy)
    moved = p.at.keys() - {g.board.unit_names[n] for n in bits(frame(g)["left"])}
    crowded = {
        name for name in wanted - roomy if passes(p, unit, name) or can_clear(p, unit, name, second=False, moved=moved)
    }
    tally.same("entering.crowded", where, f"{unit} into full hexes", given - roomy, crowded)
    for name in sorted(given & roomy)[:1] + sorted(given - roomy)[:1]:
        paid(g, unit, name, where, tally)


def passes(p: Position, unit: str, name: str) -> bool:
    """Whether a unit that comes into a full hex can go on to one where it may end, with room for it."""
    points = max(0, ours.allowance(p, unit, second=False) - price(unit, name))
    on = ours.ways(p, unit, name, points, fresh=False, barred=set()).keys() - {name}
    fed = fed_hexes(p, GERMAN)
    ends = {to for to in on if ours.may_end(p, unit, to, fed, name)}
    return any(fits([*p.here(to, GERMAN), unit], to) for to in ends)


def price(unit: str, name: str) -> int:
    """The first hex is paid, by road where a road comes in."""
    fast = COUNTERS[unit].allowance >= 6
    return ours.ROAD if name in EXIT_HEXES else ours.ENTER[TERRAIN[name]][fast] * ours.POINT


def paid(g: Any, unit: str, name: str, where: str, tally: Tally) -> None:
    """What is left of the allowance behind the first hex."""
    there = after(g, f"enter {unit} {name}")
    if frame(there)["frame"] != "MoveUnit":
        return
    left = max(0, ours.allowance(position(there), unit, second=False) - price(unit, name))
    tally.same("entering.cost", where, f"{unit} by {name}: points left in sixths", frame(there)["points"], left)


def announcing(rng: Random, tally: Tally) -> None:
    """The end of a player-turn in a random position."""
    s = throw(rng, rng.randint(2, 6))
    where = told(s)
    s.ask(EndOfTurn(by=Side(rng.randrange(2))))
    roll_on(s.g, rng)
    if frame(s.g)["frame"] == "Announce":
        digging(s.g, options(s.g), where, tally)


def digging(g: Any, said: list[str], where: str, tally: Tally) -> None:
    """Entrenchment.Attempt: units on the map, not in fortifications, not dug in, not yet announced, in supply."""
    p = position(g)
    side = SIDES[frame(g)["by"]]
    given = {text.split()[1] for text in said if text.startswith("dig ")}
    wanted = {
        unit
        for unit, at in p.at.items()
        if COUNTERS[unit].side == side and at in TERRAIN and at not in FORTS | p.dug_in[side] and unit not in p.digging
    }
    tally.same("digging", where, f"who of the {side} may announce?", given, wanted)


__all__ = ["announcing", "game", "reinforcements"]
