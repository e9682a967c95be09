"""Where units stand and go: zones, bonds, supply, movement and replacements of engine and oracle compared."""

from collections import Counter
from typing import Any

from tests.oracles.normandy44 import arrivals, movement, supply, zones
from tests.oracles.normandy44.facts import SIDES, come_back, facts
from tests.oracles.positions44 import asking
from tests.oracles.tally44 import QUERIES, Case, Tally, asked, decision, done, ends, first, matter, unit_id

# --- zones and bonds (8) ---


@matter
def zone(t: Tally, case: Case) -> None:
    g, f = case.g, case.f
    shown = QUERIES.overlays["zones"](g, None).spaces
    for number, who in enumerate(SIDES):
        engine = {place for place, shade in shown.items() if number in shade.sides}
        t.compare(case.at, f"zone of {who}", sorted(engine), sorted(zones.zone(f, who)))


@matter
def bonds(t: Tally, case: Case) -> None:
    g, f = case.g, case.f
    shown = QUERIES.overlays["bonds"](g, None)
    for number, who in enumerate(SIDES):
        engine = {place for place, shade in shown.spaces.items() if number in shade.sides and f.land(place)}
        engine = {place for place in engine if not f.stacks.get(place)}  # nobody enters a hex that is occupied
        t.compare(case.at, f"bonded hexes of {who}", sorted(engine), sorted(zones.hex_bonds(f, who)))
    edges = Counter(frozenset(edge) for edge in shown.edges if f.land(edge[0]) and f.land(edge[1]))
    shut = [pair for pair, kinds in f.sides.items() if "impassable" in kinds]  # nobody crosses these anyway
    oracle = zones.edge_count(f)
    for pair in shut:
        edges.pop(pair, None)
        oracle.pop(pair, None)
    t.compare(case.at, "bonded hexsides", told(edges - oracle), told(oracle - edges))


def told(edges: Counter[frozenset[str]]) -> list[str]:
    return sorted("/".join(sorted(edge)) for edge in edges.elements())


# --- supply (18) ---


@matter
def supply_lines(t: Tally, case: Case) -> None:
    g, f = case.g, case.f
    for who in SIDES:
        goals = supply.sources(f, who)
        open_road = f.scenario == "cherbourg" and who == "german"  # 26.2.1
        strict = supply.Lines(f, who, town_joins=False, beyond=not open_road)
        loose = supply.Lines(f, who, town_joins=True, beyond=not open_road)
        for unit in f.units.values():
            if unit.side != who:
                continue
            engine = isinstance(QUERIES.supply_line(g, unit_id(g, unit.id)), list)
            if strict.reach(unit.hex, goals) != loose.reach(unit.hex, goals):
                t.open += 1
                continue
            t.compare(case.at, f"supply of {unit.id} at {unit.hex}", engine, loose.reach(unit.hex, goals))


# --- movement (9, 15.2) ---


def movers(g: Any, verb: str) -> list[str]:
    return first(g, verb)


@matter
def moves(t: Tally, case: Case) -> None:
    """Normal, tactical and bicycle movement: every hex that an order to move offers."""
    g, f = case.g, case.f
    if decision(g) not in ("Orders", "ReserveMovement"):
        g = asked(g, ("Orders", "ReserveMovement")[t.made % 3 == 0], by=SIDES.index(case.side))
    reserve = decision(g) == "ReserveMovement"
    for name in movers(g, "move"):
        unit = f.units[name]
        if "strategic" in unit.marks:
            continue  # in the middle of its march: in a game nobody is asked then
        if not movement.in_sector(f, unit, unit.hex):
            t.open += 1  # 26.3.2: it has to come back, by which hexes is not said
            continue
        engine = set(first(done(g, f"move {name}"), "to"))
        ends(
            t,
            case.at,
            f,
            unit,
            f"move {name} {unit.hex} {reserve=}",
            engine,
            movement.destinations(f, unit, reserve=reserve),
        )


@matter
def movable(t: Tally, case: Case) -> None:
    """Which units may be ordered to move at all; of those that can go nowhere nothing is asked."""
    g, f = case.g, case.f
    if decision(g) not in ("Orders", "ReserveMovement"):
        return
    by, reserve = SIDES[asking(g).by], decision(g) == "ReserveMovement"
    offered = set(movers(g, "move"))
    for unit in f.units.values():
        if unit.side != by or unit.marks & {"moved", "stayed"}:
            continue
        able = movement.may_move(f, unit, reserve=reserve)
        if able and unit.id not in offered and not movement.destinations(f, unit, reserve=reserve):
            continue
        t.compare(case.at, f"may {unit.id} at {unit.hex} move {reserve=}", unit.id in offered, able)


@matter
def strategic_moves(t: Tally, case: Case) -> None:
    """Strategic movement, the lorries, and both together (9.8)."""
    g, f = case.g, case.f
    if decision(g) != "Orders":
        g = asked(g, "Orders", by=SIDES.index(case.side))
    ground = movement.Ground(f, SIDES[asking(g).by])
    for manner in (movement.STRATEGIC, movement.TRUCK, movement.CONVOY):
        for name in movers(g, manner)[:4]:
            unit = f.units[name]
            engine = set(first(done(g, f"{manner} {name}"), "to"))
            oracle = movement.home(f, unit, set(movement.costs(ground, unit, manner)))
            if manner != movement.TRUCK:  # 9.8.2: alone at its end
                oracle = {to for to in oracle if not f.at(to, unit.side)}
            ends(t, case.at, f, unit, f"{manner} {name} {unit.hex}", engine, oracle)


@matter
def legs(t: Tally, case: Case) -> None:
    """A move made in two legs goes nowhere that one move could not (9.1), whatever the first leg was."""
    g, f = case.g, case.f
    if decision(g) not in ("Orders", "ReserveMovement"):
        g = asked(g, ("Orders", "ReserveMovement")[t.made % 3 == 0], by=SIDES.index(case.side))
    reserve = decision(g) == "ReserveMovement"
    for name in movers(g, "move")[:5]:
        unit = f.units[name]
        if not movement.in_sector(f, unit, unit.hex):
            continue
        begun = done(g, f"move {name}")
        oracle = movement.destinations(f, unit, reserve=reserve)
        for place in first(begun, "to")[t.made % 4 :: 5][:4]:
            then = done(begun, f"to {place}")
            going = decision(then) == "Moving"
            engine = set(first(then, "to")) - {unit.hex, place} if going else set()
            t.compare(case.at, f"{name} {unit.hex} to {place} and on {reserve=}", sorted(engine - oracle), [])


@matter
def points(t: Tally, case: Case) -> None:
    """What a hex costs, as the map shows it (9.1 to 9.7)."""
    g, f = case.g, case.f
    if decision(g) != "Orders":
        g = asked(g, "Orders", by=SIDES.index(case.side))
    ground = movement.Ground(f, SIDES[asking(g).by])
    for name in movers(g, "move")[:3]:
        unit = f.units[name]
        if unit.marks & {"disrupted", "out_of_supply", "replaced"}:
            continue
        costs = movement.costs(ground, unit, movement.NORMAL)
        shown = QUERIES.reach(g, unit_id(g, name))
        for space, text in shown.items():
            place = g.board.names[space]
            if "hexes" not in text and place in costs:
                t.compare(case.at, f"cost {name} {unit.hex} to {place}", text, written(costs[place]))


def written(sixths: int) -> str:
    whole, rest = divmod(sixths, 6)
    return f"{whole or ''}{('', '⅙', '⅓', '½', '⅔', '⅚')[rest]}" or "0"


# --- replacements (6.2) ---


@matter
def rebuilt(t: Tally, case: Case) -> None:
    """Where a unit comes back from the dead (6.2.2, 17.2)."""
    g, f = case.g, case.f
    if decision(g) != "Replacements":
        return
    for name in first(g, "return"):
        then = done(g, f"return {name}")
        if decision(then) == "Arrival":
            unit = facts(then).units.get(name) or come_back(g, name)
            t.compare(case.at, f"return {name}", sorted(first(then, "at")), sorted(arrivals.places(f, unit)))
