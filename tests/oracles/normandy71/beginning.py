"""The first days of random games: landings from the sea, beaches and what they take, Germans who enter, digging in."""

from random import Random
from typing import Any

from tests.games.normandy71.support import GAME
from tests.oracles.face import after, do, frame, options
from tests.oracles.normandy71 import movement as ours
from tests.oracles.normandy71.facts import (
    ALLIED,
    BEACHES,
    COUNTERS,
    EDGE,
    EXIT_HEXES,
    FORTS,
    GERMAN,
    TERRAIN,
    Position,
    distance,
    position,
    rows,
)
from tests.oracles.normandy71.marching import SIDES, barred
from tests.oracles.normandy71.stacking import fits
from tests.oracles.normandy71.supply import fed_hexes
from tests.oracles.tally import Tally

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
        entering(g, said, where, tally)
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
    """Within four hexes of paratroops, not on or next to Germans, with room, and on land."""
    given = {tuple(text.split()[1:]) for text in said if text.startswith("glide ")}
    wanted = set()
    if p.turn == 1:
        drops = [at for u, at in p.at.items() if COUNTERS[u].paratroops and at in TERRAIN]
        shut = p.held(GERMAN) | p.zone(GERMAN)
        near = {name for name in TERRAIN if TERRAIN[name] != "sea" and name not in shut}
        near = {name for name in near if any(distance(name, drop) <= GLIDE for drop in drops)}
        for unit in [u for u, at in p.at.items() if at == "Britain" and COUNTERS[u].force == "glider"]:
            wanted |= {(unit, name) for name in near if fits([*p.here(name, ALLIED), unit], name)}
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


def entering(g: Any, said: list[str], where: str, tally: Tally) -> None:
    """German.Entry: any hex of its edges that the Allies neither hold nor control."""
    p = position(g)
    unit = g.board.unit_names[frame(g)["unit"]]
    row = next(row for row in COMING if row["order"] == g.order and row["turn"] != "0" and unit in row["units"].split())
    hexes = {name for edge in row["where"].split() for name in EDGE[edge]}
    wanted = hexes - p.held(ALLIED) - p.zone(ALLIED)
    given = {text.split()[2] for text in said if text.startswith("enter ")}
    roomy = {name for name in wanted | given if fits([*p.here(name, GERMAN), unit], name)}
    tally.same("entering", where, f"{unit} over {row['where']}", given & roomy, wanted & roomy)
    for name in sorted(given & roomy)[:1]:
        paid(g, unit, name, where, tally)


def paid(g: Any, unit: str, name: str, where: str, tally: Tally) -> None:
    """The first hex is paid, by road where a road comes in."""
    fast = COUNTERS[unit].allowance >= 6
    price = ours.ROAD if name in EXIT_HEXES else ours.ENTER[TERRAIN[name]][fast] * ours.POINT
    there = after(g, f"enter {unit} {name}")
    if frame(there)["frame"] != "MoveUnit":
        return
    left = max(0, ours.allowance(position(there), unit, second=False) - price)
    tally.same("entering.cost", where, f"{unit} by {name}: points left in sixths", frame(there)["points"], left)


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


__all__ = ["game"]
