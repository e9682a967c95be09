"""Engine and oracle of Normandy '44 side by side on random positions.

    python -m tests.oracles.compare44 --each 5000            # every matter
    python -m tests.oracles.compare44 --each 500 movement    # some

A difference is told with its position and both answers. The engine is asked only what a player can ask: options,
picks, queries.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from bocage.kernel.flow import options, waiting
from tests.oracles.normandy44 import advance, arrivals, defence, movement, odds, retreat, supply, zones
from tests.oracles.normandy44.facts import SIDES, Facts, faces, facts, neighbours, other
from tests.oracles.positions44 import GAME, played, thrown

QUERIES = GAME.queries


class Difference(NamedTuple):
    matter: str
    position: str
    question: str
    engine: object
    oracle: object

    def __str__(self) -> str:
        return f"{self.matter}: {self.position}: {self.question}\n   engine {self.engine}\n   oracle {self.oracle}"


class Tally:
    """Comparisons made and differences found, up to a count."""

    def __init__(self, matter: str, most: int) -> None:
        self.matter, self.most, self.made = matter, most, 0
        self.differences: list[Difference] = []
        self.open = 0
        """Questions that the rulebook leaves open and the README does not decide."""

    @property
    def full(self) -> bool:
        return self.made >= self.most

    def compare(self, position: str, question: str, engine: object, oracle: object) -> None:
        self.made += 1
        if engine != oracle:
            self.differences.append(Difference(self.matter, position, question, engine, oracle))


Matter = Callable[[Tally, str, Any, Facts, str], None]
MATTERS: dict[str, Matter] = {}


def matter(found: Matter) -> Matter:
    MATTERS[found.__name__] = found
    return found


def frame(name: str, **fields: Any) -> Any:
    """A decision of the game by its name."""
    return GAME.frames[name](**fields)


def asked(g: Any, name: str, **fields: Any) -> Any:
    """A copy of a position at which one decision waits."""
    copied = g.copy()
    copied.stack = ((frame(name, **fields), "chosen"),)
    return copied


def words(g: Any) -> list[str]:
    """The options as a player writes them."""
    return [GAME.format(g, action) for action in options(g)]


def first(g: Any, verb: str) -> list[str]:
    """The first object of every option with this verb."""
    return [text.split()[1] for text in words(g) if text.split()[0] == verb]


def done(g: Any, *texts: str) -> Any:
    """The position after some picks."""
    from bocage.kernel.flow import pick

    after = g.copy()
    for text in texts:
        pick(after, GAME.parse(after, text))
    return after


def unit_id(g: Any, name: str) -> int:
    return int(g.board.unit_ids[name])


def hexes(g: Any, spaces: Any) -> set[str]:
    return {g.board.names[space] for space in spaces}


# --- zones and bonds (8) ---


@matter
def zone(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    shown = QUERIES.overlays["zones"](g, None).spaces
    for number, who in enumerate(SIDES):
        engine = {place for place, shade in shown.items() if number in shade.sides}
        t.compare(at, f"zone of {who}", sorted(engine), sorted(zones.zone(f, who)))


@matter
def bonds(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    shown = QUERIES.overlays["bonds"](g, None)
    for number, who in enumerate(SIDES):
        engine = {place for place, shade in shown.spaces.items() if number in shade.sides and f.land(place)}
        engine = {place for place in engine if not f.stacks.get(place)}  # nobody enters a hex that is occupied
        t.compare(at, f"bonded hexes of {who}", sorted(engine), sorted(zones.hex_bonds(f, who)))
    edges = Counter(frozenset(edge) for edge in shown.edges if f.land(edge[0]) and f.land(edge[1]))
    shut = [pair for pair, kinds in f.sides.items() if "impassable" in kinds]  # nobody crosses these anyway
    oracle = zones.edge_count(f)
    for pair in shut:
        edges.pop(pair, None)
        oracle.pop(pair, None)
    t.compare(at, "bonded hexsides", told(edges - oracle), told(oracle - edges))


def told(edges: Counter[frozenset[str]]) -> list[str]:
    return sorted("/".join(sorted(edge)) for edge in edges.elements())


# --- supply (18) ---


@matter
def supply_lines(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
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
            t.compare(at, f"supply of {unit.id} at {unit.hex}", engine, loose.reach(unit.hex, goals))


# --- movement (9, 15.2) ---


def movers(g: Any, verb: str) -> list[str]:
    return first(g, verb)


@matter
def moves(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Normal, tactical and bicycle movement: every hex that an order to move offers."""
    if type(waiting(g)).__name__ not in ("Orders", "ReserveMovement"):
        g = asked(g, ("Orders", "ReserveMovement")[t.made % 3 == 0], by=SIDES.index(side))
    reserve = type(waiting(g)).__name__ == "ReserveMovement"
    for name in movers(g, "move"):
        unit = f.units[name]
        engine = set(first(done(g, f"move {name}"), "to"))
        _ends(t, at, f, unit, f"move {name} {unit.hex} {reserve=}", engine, movement.destinations(f, unit, reserve=reserve))


@matter
def movable(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Which units may be ordered to move at all; of those that can go nowhere nothing is asked."""
    if type(waiting(g)).__name__ not in ("Orders", "ReserveMovement"):
        return
    by, reserve = SIDES[waiting(g).by], type(waiting(g)).__name__ == "ReserveMovement"
    offered = set(movers(g, "move"))
    for unit in f.units.values():
        if unit.side != by or unit.marks & {"moved", "stayed"}:
            continue
        able = movement.may_move(f, unit, reserve=reserve)
        if able and unit.id not in offered and not movement.destinations(f, unit, reserve=reserve):
            continue
        t.compare(at, f"may {unit.id} at {unit.hex} move {reserve=}", unit.id in offered, able)


@matter
def strategic_moves(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Strategic movement, the lorries, and both together (9.8)."""
    if type(waiting(g)).__name__ != "Orders":
        g = asked(g, "Orders", by=SIDES.index(side))
    ground = movement.Ground(f, SIDES[waiting(g).by])
    for manner in (movement.STRATEGIC, movement.TRUCK, movement.CONVOY):
        for name in movers(g, manner)[:4]:
            unit = f.units[name]
            engine = set(first(done(g, f"{manner} {name}"), "to"))
            oracle = movement.home(f, unit, set(movement.costs(ground, unit, manner)))
            if manner != movement.TRUCK:  # 9.8.2: alone at its end
                oracle = {to for to in oracle if not f.at(to, unit.side)}
            _ends(t, at, f, unit, f"{manner} {name} {unit.hex}", engine, oracle)


def _ends(t: Tally, at: str, f: Facts, unit: Any, question: str, engine: set[str], oracle: set[str]) -> None:
    """Compare where a move may end; a full hex is no difference while somebody in it may yet leave (7.2)."""
    stop = {to: movement.may_stop(f, unit, to) for to in engine | oracle}
    sure = {to for to in stop if stop[to] != "full"}
    engine, oracle = engine & sure, {to for to in oracle if stop[to] == "yes"}
    t.compare(at, question, sorted(engine - oracle), sorted(oracle - engine))


@matter
def legs(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """A move made in two legs goes nowhere that one move could not (9.1), whatever the first leg was."""
    if type(waiting(g)).__name__ not in ("Orders", "ReserveMovement"):
        g = asked(g, ("Orders", "ReserveMovement")[t.made % 3 == 0], by=SIDES.index(side))
    reserve = type(waiting(g)).__name__ == "ReserveMovement"
    for name in movers(g, "move")[:5]:
        unit = f.units[name]
        begun = done(g, f"move {name}")
        oracle = movement.destinations(f, unit, reserve=reserve)
        for place in first(begun, "to")[t.made % 4 :: 5][:4]:
            then = done(begun, f"to {place}")
            going = type(waiting(then)).__name__ == "Moving"
            engine = set(first(then, "to")) - {unit.hex, place} if going else set()
            t.compare(at, f"{name} {unit.hex} to {place} and on {reserve=}", sorted(engine - oracle), [])


@matter
def points(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """What a hex costs, as the map shows it (9.1 to 9.7)."""
    if type(waiting(g)).__name__ != "Orders":
        g = asked(g, "Orders", by=SIDES.index(side))
    ground = movement.Ground(f, SIDES[waiting(g).by])
    for name in movers(g, "move")[:3]:
        unit = f.units[name]
        if unit.marks & {"disrupted", "out_of_supply", "replaced"}:
            continue
        costs = movement.costs(ground, unit, movement.NORMAL)
        shown = QUERIES.reach(g, unit_id(g, name))
        for space, text in shown.items():
            place = g.board.names[space]
            if "hexes" not in text and place in costs:
                t.compare(at, f"cost {name} {unit.hex} to {place}", text, f"{costs[place] / 6:g}")


# --- retreat and advance (13, 14) ---


@matter
def retreats(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Where each unit of a stack may fall back to, as if it had to go now."""
    for origin in [place for place, stack in f.stacks.items() if stack[0].side == side][:4]:
        runners = [u for u in f.stacks[origin] if u.ma > 0 and "retreated" not in u.marks]
        left = sum(1 << unit_id(g, u.id) for u in runners)
        if not runners or len(runners) != len(f.stacks[origin]):
            continue
        length = 4 if t.made % 4 == 3 else 2
        shown = asked(
            g, "Retreat", by=SIDES.index(side), origin=g.board.ids[origin], left=left, length=length, gone=0, wet=0
        )
        back = retreat.Retreat(f, side, origin, frozenset())
        offered = [text.split() for text in words(shown)]
        for unit in runners:
            engine = {text[2] for text in offered if text[0] == "fallback" and text[1] == unit.id}
            losses, ends = back.ends(unit, length)
            if losses >= unit.steps:
                t.open += bool(ends)
                ends = ends & engine
            t.compare(at, f"retreat {unit.id} {origin} {length}", sorted(engine - ends), sorted(ends - engine))


@matter
def advances(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Both hexes of an advance, as if the enemy had just left a hex."""
    own = [u for u in f.units.values() if u.side == side and u.attacks and u.ma and not u.marks & {"scattered", "disrupted"}]
    for vacated in sorted({to for u in own for to in neighbours(u.hex) if f.land(to) and not f.stacks.get(to)})[:3]:
        units = [u for u in own if vacated in neighbours(u.hex) and "impassable" not in f.between(u.hex, vacated)]
        units = [u for u in units if u.army == units[0].army]
        if not units:
            continue
        shown = asked(
            g, "Advance", by=SIDES.index(side), vacated=g.board.ids[vacated],
            units=sum(1 << unit_id(g, u.id) for u in units), limited=t.made % 7 == 0, reserve=False,
        )  # fmt: skip
        forth = advance.Advance(f, side, vacated)
        offered = [text.split() for text in words(shown)]
        for unit in units:
            engine = {text[2] for text in offered if text[0] == "advance" and text[1] == unit.id}
            oracle = forth.first(unit, limited=waiting(shown).limited)
            _ends(t, at, f, unit, f"advance {unit.id} {unit.hex} vacated {vacated}", engine, oracle)
            for middle in sorted(engine & oracle)[:3]:
                _second(t, at, shown, unit, middle, vacated)


def _second(t: Tally, at: str, shown: Any, unit: Any, middle: str, vacated: str) -> None:
    then = done(shown, f"advance {unit.id} {middle}")
    going = type(waiting(then)).__name__ == "AdvanceOn"
    engine = set(first(then, "to")) if going else set()
    f = facts(then)
    forth = advance.Advance(f, unit.side, vacated)
    oracle = set() if waiting(shown).limited or "regroup" in unit.marks else forth.second(f.units[unit.id], unit.hex, middle)
    _ends(t, at, f, f.units[unit.id], f"advance {unit.id} {unit.hex} {middle} on, vacated {vacated}", engine, oracle)


# --- battles (10, 11, 12) ---


def battles(t: Tally, g: Any, f: Facts, side: str) -> Iterator[Any]:
    """Attacks as far as they have been declared: with whom, and with every main force."""
    if type(waiting(g)).__name__ != "Attacks":
        g = asked(g, "Attacks", by=SIDES.index(side), reserve=t.made % 5 == 4)
    for target in first(g, "attack")[:5]:
        begun = done(g, f"attack {target}")
        chosen = first(begun, "with")
        for count in {len(chosen), (t.made % 3) + 1}:
            gathered = begun
            for name in chosen[:count]:
                if name in first(gathered, "with"):
                    gathered = done(gathered, f"with {name}")
            if "ready" in words(gathered):
                yield done(gathered, "ready")


def declared(g: Any, f: Facts) -> odds.Battle:
    assault = waiting(g).assault
    names = g.board.unit_names
    attackers = tuple(f.units[names[n]] for n in range(len(names)) if assault.attackers >> n & 1)
    main = frozenset(names[n] for n in range(len(names)) if assault.main >> n & 1)
    support = len(assault.artillery) + len(assault.air) + bool(assault.naval)
    return odds.Battle(g.board.names[assault.target], attackers, main, support, assault.jabos)


def forces(g: Any) -> list[Any]:
    """The position with each main force declared; where there is one alone it is taken at once."""
    if type(waiting(g)).__name__ == "Support":
        return [g]
    return [done(g, text) for text in words(g) if text.split()[0] in ("main", "group")]


@matter
def attackers(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Which units may join which attack (10.1, 10.2, 10.7)."""
    if type(waiting(g)).__name__ != "Attacks":
        g = asked(g, "Attacks", by=SIDES.index(side), reserve=t.made % 5 == 4)
    by, reserve = SIDES[waiting(g).by], waiting(g).reserve
    shown = set(first(g, "attack"))
    for target in f.stacks:
        if not f.at(target, other(by)) or not any(f.at(h, by) for h in neighbours(target)):
            continue
        able = [u for h in neighbours(target) for u in f.at(h, by) if odds.may_attack(f, u, target, reserve=reserve)]
        able = able if odds.may_be_attacked(f, target, by) else []
        engine = set(first(done(g, f"attack {target}"), "with")) if target in shown else set()
        if not engine and able and not worthwhile(f, able, target):
            continue  # below 1-3 whatever joins (10.6)
        t.compare(at, f"who may attack {target} {reserve=}", sorted(engine), sorted(u.id for u in able))


def worthwhile(f: Facts, able: list[Any], target: str) -> bool:
    """Could any of these attack at 1-3 or better?"""
    for army in {u.army for u in able}:
        together = tuple(u for u in able if u.army == army)
        for main in odds.main_forces(together):
            if odds.starting_column(f, odds.Battle(target, together, main)) >= 0:
                return True
    return False


@matter
def columns(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Main forces that may be declared, and the column each of them fights on."""
    for ready in battles(t, g, f, side):
        found = {}
        for fight in forces(ready):
            b = declared(fight, f)
            found[b.main] = (QUERIES.preview(fight, None), b)
        b = next(iter(found.values()))[1]
        sound = {
            main
            for main in odds.main_forces(b.attackers)
            if odds.starting_column(f, odds.Battle(b.target, b.attackers, main)) >= 0
        }
        who = " ".join(u.id for u in b.attackers)
        t.compare(at, f"main forces at {b.target} of {who}", _sets(found.keys() - sound), _sets(sound - found.keys()))
        for main, (shown, fought) in found.items():
            column = odds.final_column(f, fought)
            question = f"column at {b.target} of {who}, main {sorted(main)}"
            if column >= 0:
                t.compare(at, question, shown.column, odds.COLUMNS[column])
            rolled = ["A1" if column < 0 else row[column] for row in defence.CRT]
            t.compare(at, f"{question}, faces", [result for _, result in shown.faces], rolled)


def _sets(sets: Any) -> list[list[str]]:
    return sorted(sorted(some) for some in sets)


@matter
def chances(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """The exact chances of a battle."""
    turned = defence.Faces(faces(g))
    for ready in battles(t, g, f, side):
        for fight in forces(ready)[:2]:
            b = declared(fight, f)
            shown = {o.result: o.fraction for o in QUERIES.preview(fight, None).outcomes}
            engine = {k: v for k, v in shown.items() if not v.startswith("0/")}
            oracle = {k: f"{v.numerator}/{v.denominator}" for k, v in defence.Chances(f, b, turned).all().items()}
            who = " ".join(u.id for u in b.attackers)
            t.compare(at, f"chances at {b.target} of {who}, main {sorted(b.main)}", *apart(engine, oracle))


def apart(a: dict[str, str], b: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """What of two tables differs."""
    keys = [key for key in sorted(a.keys() | b.keys()) if a.get(key) != b.get(key)]
    return {k: a[k] for k in keys if k in a}, {k: b[k] for k in keys if k in b}


# --- replacements (6.2) ---


@matter
def rebuilt(t: Tally, at: str, g: Any, f: Facts, side: str) -> None:
    """Where a unit comes back from the dead (6.2.2, 17.2)."""
    if type(waiting(g)).__name__ != "Replacements":
        return
    for name in first(g, "return"):
        then = done(g, f"return {name}")
        if type(waiting(then)).__name__ == "Arrival":
            unit = facts(then).units.get(name) or f.boxed[name]
            t.compare(at, f"return {name}", sorted(first(then, "at")), sorted(arrivals.places(f, unit)))


# --- running ---


def positions(first_seed: int) -> Iterator[tuple[str, Any, str]]:
    """Thrown positions and positions of random games, in turn, without end."""
    seed = first_seed
    while True:
        for n in range(8):
            g, side = thrown(seed * 100 + n)
            if n % 2:
                g = asked(g, ("Orders", "ReserveMovement")[n % 4 == 1], by=SIDES.index(side))
            yield f"thrown({seed * 100 + n})", g, side
        for picks, g in played(seed, 900):
            if (picks % 23 == 5 and waiting(g).by in (0, 1)) or type(waiting(g)).__name__ == "Replacements":
                yield f"after({seed}, {picks})", g.copy(), SIDES[waiting(g).by]
        seed += 1


def run(name: str, count: int, first_seed: int = 1) -> Tally:
    """At least so many comparisons of one matter."""
    t = Tally(name, count)
    for at, g, side in positions(first_seed):
        MATTERS[name](t, at, g, facts(g), side)
        if t.full:
            return t
    raise AssertionError("positions never end")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the engine of Normandy '44 with its oracles.")
    parser.add_argument("matter", nargs="*", default=[])
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    asked_for = parser.parse_args(arguments)
    failed = False
    for name in asked_for.matter or MATTERS:
        start = time.perf_counter()
        t = run(name, asked_for.each, asked_for.seed)
        failed |= bool(t.differences)
        print(f"{name}: {t.made} comparisons, {len(t.differences)} differences, {t.open} open, "
              f"{time.perf_counter() - start:.1f} s")  # fmt: skip
        for difference in t.differences[: asked_for.show]:
            print(difference)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
