"""Bradley's D-Day beside a second reading of its rulebook, on positions of random games.

python -m tests.oracles.compare_bradley --each 3000
"""

import argparse
import random
import sys
from collections.abc import Callable

from tests.oracles.bradley import assault as hand_to_hand
from tests.oracles.bradley import rules as oracle
from tests.oracles.bradley.facts import Facts, facts, positions
from tests.oracles.bradley.paper import TERRAIN
from tests.oracles.tally import Tally

from bocage.games.bradley.rules.r04_drops import scattered
from bocage.games.bradley.rules.r05_casualties import beach_hexes, firepower, landing_result, mine_points
from bocage.games.bradley.rules.r06_movement import unit_reach
from bocage.games.bradley.rules.r09_zones import zones
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import assault_account, assaulters
from bocage.games.bradley.rules.r10_fire_account import fire_account
from bocage.games.bradley.rules.r10_sight import field_of_fire
from bocage.games.bradley.sides import BEACHES, SIDES
from bocage.games.bradley.state import Bradley
from bocage.kernel.board import POINT
from bocage.kernel.spaces import each

Matter = Callable[[Tally, str, Bradley, Facts, random.Random], None]


def zone(t: Tally, where: str, g: Bradley, f: Facts, _: random.Random) -> None:
    for number, side in enumerate(SIDES):
        engine = {g.board.names[s] for s in each(zones(g, number))}  # type: ignore[arg-type]
        t.same("zones", where, f"zones of the {side}", engine, oracle.zone(f, side))


def movement(t: Tally, where: str, g: Bradley, f: Facts, rng: random.Random) -> None:
    units = [unit for unit in f.units if unit.type != "garrison"]
    patch = (
        frozenset(g.board.names[s] for s in each(g.board.tags["second-914"])) if g.scenario == "omaha" else frozenset()
    )
    for unit in rng.sample(units, min(4, len(units))):
        if unit.number == g.board.second_914:
            continue
        found = unit_reach(g, unit.number, unit.allowance * POINT).cost  # type: ignore[arg-type]
        engine = {g.board.names[s]: points for s, points in found.items()}
        expected = {name: int(cost * POINT) for name, cost in oracle.reach(f, unit, own_patch=patch).items()}
        t.same("movement", where, f"reach of {g.board.units[unit.number].name} from {unit.hex}", engine, expected)


def sight(t: Tally, where: str, g: Bradley, f: Facts, rng: random.Random) -> None:
    for unit in rng.sample(f.units, min(8, len(f.units))):
        near = [g.board.names[s] for s in each(g.board.disc(g.board.space(unit.hex), 4))]
        target = rng.choice([name for name in near if TERRAIN[name] not in {"sea", "approach"}])
        engine = bool(field_of_fire(g, unit.number) >> g.board.space(target) & 1)  # type: ignore[arg-type]
        question = f"{g.board.units[unit.number].name} in {unit.hex} at {target}"
        t.same("sight and range", where, question, engine, oracle.field_of_fire(f, unit, target))


def fire(t: Tally, where: str, g: Bradley, f: Facts, rng: random.Random) -> None:
    for number, side in enumerate(SIDES):
        foe = SIDES[1 - number]
        targets = sorted({unit.hex for unit in f.of(foe) if unit.type != "garrison"})
        guns = [unit for unit in f.of(side) if unit.arm not in {"headquarters", "garrison"}]
        for target in rng.sample(targets, min(3, len(targets))):
            units = rng.sample(guns, min(rng.choice([1, 1, 2, 4]), len(guns)))
            points = rng.choice([0, 0, 7, 20, 45]) if side == "Allied" else 0
            if not units and not points:
                continue
            mask = sum(1 << unit.number for unit in units)
            attack = Attack(by=number, target=g.board.space(target), units=mask, points=points)  # type: ignore[arg-type]
            account = fire_account(g, attack, keep=False)
            engine = (account.line, *map(int, account.ledger.totals), account.column, account.letter, account.modifier)
            t.same("fire", where, f"fire at {target}", engine, oracle.fire(f, units, points, target))


def assault(t: Tally, where: str, g: Bradley, f: Facts, rng: random.Random) -> None:
    """A few units are put around an enemy hex: who of them may assault it, and what comes of it."""
    for number, side in enumerate(SIDES):
        targets = sorted({unit.hex for unit in f.of(SIDES[1 - number])})
        movable = [unit.number for unit in f.of(side) if unit.type != "garrison"]
        if not targets or not movable:
            continue
        target = rng.choice(targets)
        h = besieged(g, target, rng.sample(movable, min(rng.randint(1, 5), len(movable))), rng)
        seen = facts(h)
        units = [unit for unit in seen.of(side) if hand_to_hand.may(seen, unit, target)]
        mask = sum(1 << unit.number for unit in units)
        t.same("who assaults", where, target, assaulters(h, number, h.board.space(target)), mask)  # type: ignore[arg-type]
        if units:
            attack = Attack(by=number, target=h.board.space(target), units=mask)  # type: ignore[arg-type]
            found = assault_account(h, attack, keep=False)
            engine = (*map(int, found.ledger.totals), found.column, found.letter, found.modifier)
            t.same("assault", where, f"assault on {target}", engine, hand_to_hand.account(seen, units, target))


def besieged(g: Bradley, target: str, units: list[int], rng: random.Random) -> Bradley:
    """The position with some counters moved to where they could assault a hex, facing anywhere."""
    h = g.copy()
    enemies = h.here.get(h.board.space(target), 0)
    free = [s for s in h.board.neighbours[h.board.space(target)] if h.dry & h.playable & ~_held(h, enemies) & 1 << s]
    for unit in units if free else ():
        h.place(unit, rng.choice(free))  # type: ignore[arg-type]
        h.facing[unit] = rng.randrange(6)
    h.frozen = h.assaulted = 0  # Panzers that wait, and who has fought in this segment: tested by themselves
    h.touch()
    return h


def _held(g: Bradley, enemies: int) -> int:
    return g.occupied(0 if enemies & g.board.of_side[0] else 1)  # type: ignore[arg-type]


def scatter(t: Tally, where: str, g: Bradley, _: Facts, rng: random.Random) -> None:
    inland = [name for name, kind in TERRAIN.items() if kind == "clear" and name > "0404" and 4 <= int(name[2:]) <= 31]
    for centre in rng.sample([name for name in inland if 4 <= int(name[:2]) <= 58], 3):
        result = rng.randint(-2, 15)
        found = scattered(g, g.board.space(centre), result)
        engine = None if found is None else (g.board.names[found[0]], found[1])
        t.same("scatter", where, f"{result} from {centre}", engine, oracle.scatter(centre, result))


def casualties(t: Tally, where: str, g: Bradley, f: Facts, rng: random.Random) -> None:
    for beach, name in enumerate(BEACHES):
        hexes = [g.board.names[s] for s in each(beach_hexes(g, beach))]
        engine = firepower(g, beach) - mine_points(g, beach)
        t.same("landing fire", where, f"guns on {name}", engine, oracle.guns_on(f, hexes))
        fire_, roll = rng.randrange(90), rng.randint(2, 12)
        t.same("casualties", where, f"{roll} at {fire_}", landing_result(g, fire_, roll), oracle.landing(fire_, roll))


MATTERS: tuple[Matter, ...] = (zone, movement, sight, fire, assault, scatter, casualties)


def compare(each_: int, seed: int = 1) -> Tally:
    """At least so many comparisons of every matter."""
    tally, rng = Tally(), random.Random(seed)
    for where, g in positions(seed):
        f = facts(g)
        for matter in MATTERS:
            matter(tally, where, g, f, rng)
        if len(tally.counts) >= 9 and min(tally.counts.values()) >= each_:
            return tally
    raise AssertionError("positions never end")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Compare the engine of Bradley's D-Day with its oracle.")
    parser.add_argument("--each", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    tally = compare(asked.each, asked.seed)
    sys.stdout.write(tally.report() + "\n")
    return int(bool(tally.differences))


if __name__ == "__main__":
    sys.exit(main())
