"""Sequences of orders within a phase of Normandy '44, held against plain sentences of the rulebook.

    python -m tests.oracles.seams44 --games 40

A random player gives orders; a watcher notes what each unit did since the phase began and says what no sequence of
orders may bring about (a duty dodged, an allowance spent twice, a unit used twice) and what every sequence must leave
possible (an order that puts a marker on and one that takes it off again leave things as they were).
"""

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tests.oracles.closing44 import Landings, closing
from tests.oracles.normandy44 import movement
from tests.oracles.normandy44.facts import SIDES, Facts, Unit, facts, neighbours, other
from tests.oracles.normandy44.stacking import fits
from tests.oracles.normandy44.supply import BEACHES, Lines, sources
from tests.oracles.normandy44.zones import Bonds, zone
from tests.oracles.positions44 import GAME, SCENARIOS, asking, thrown
from tests.oracles.tally44 import asked, decision, done, words

from bocage.kernel.flow import DeadEnd, options, pick


class Breach(NamedTuple):
    """A sentence of the rulebook that a sequence of orders broke."""

    rule: str
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what} [{self.where}]"


@dataclass
class Phase:
    """What happened since a phase began."""

    name: str
    by: str
    start: Facts
    orders: list[str] = field(default_factory=list)
    moved: Counter[str] = field(default_factory=Counter)
    """How often a unit was ordered to move."""
    evacuated: set[str] = field(default_factory=set)
    landed: set[str] = field(default_factory=set)
    strategic: set[str] = field(default_factory=set)
    fought: Counter[str] = field(default_factory=Counter)
    hit: Counter[str] = field(default_factory=Counter)


PHASES = {
    "Orders": "movement",
    "Attacks": "combat",
    "ReserveMovement": "reserve movement",
    "Replacements": "replacements",
}


class Watcher:
    """Looks over the shoulder of one random game."""

    def __init__(self, seed: int) -> None:
        self.seed, self.picks = seed, 0
        self.phase: Phase | None = None
        self.turn_start: Facts | None = None
        self.marched: dict[str, str] = {}
        """Units with a strategic marker of this turn, and where each began."""
        self.breaches: list[Breach] = []
        self.tests: Counter[str] = Counter()
        self.followers: set[str] = set()
        self.landings = Landings([99, 99])
        self.landing: Unit | None = None

    def say(self, rule: str, what: str) -> None:
        recent = "; ".join(self.phase.orders[-6:]) if self.phase else ""
        self.breaches.append(Breach(rule, what, f"watched({self.seed}, {self.picks}) orders: {recent}"))

    def expect(self, rule: str, what: str, *, holds: bool) -> None:
        self.tests[rule] += 1
        if not holds:
            self.say(rule, what)

    # --- before each decision ---

    def see(self, g: Any) -> None:
        frame = decision(g)
        if frame not in PHASES or asking(g).by not in (0, 1):
            return
        by, name = SIDES[asking(g).by], PHASES[frame]
        if frame == "Attacks" and asking(g).reserve:
            name = "reserve combat"
        if self.phase is None or (self.phase.name, self.phase.by) != (name, by):
            self.begin(Phase(name, by, facts(g)))
        look = {"movement": self.movement, "combat": self.combat, "reserve combat": self.combat}.get(name)
        if look is not None and self.phase is not None:
            look(g, facts(g), self.phase)

    def begin(self, phase: Phase) -> None:
        if self.phase is not None and (self.phase.name, phase.name, phase.by) == ("movement", "combat", self.phase.by):
            for look in closing(self.phase.start, phase.start, self.phase.by):
                self.expect(look.rule, look.what, holds=look.holds)
        if self.phase is not None and self.phase.by != phase.by:
            self._supply(phase.start, self.phase.by)
        if phase.name == "movement":
            self.turn_start, self.marched = phase.start, {}
            self.landings = Landings(phase.start.stock["rp"])
        self.phase = phase

    def _supply(self, f: Facts, side: str) -> None:
        """18.3: after a side's supply phase exactly those without a line bear the marker."""
        open_road = f.scenario == "cherbourg" and side == "german"
        lines, goals = Lines(f, side, town_joins=False, beyond=not open_road), sources(f, side)
        gliders = f.turn == 2 and side == "allied"  # they land after that phase (20.2.4) and may open a line
        for unit in f.units.values():
            landing = gliders and unit.id in ("325/82", "6/6Abn")
            if unit.side == side and not landing:
                marked, cut = "out_of_supply" in unit.marks, not lines.reach(unit.hex, goals)
                told = f"{unit.id} at {unit.hex}: marked {marked}, cut off {cut}"
                self.expect("18.3", told, holds=marked == cut or (marked and gliders))
                self.expect("18.3", f"{unit.id} is isolated, not marked", holds=marked or "isolated" not in unit.marks)
                self.expect("13.6", f"{unit.id} is disrupted after its recovery", holds="disrupted" not in unit.marks)
                worn = unit.marks & {"replaced", "regroup", "scattered"}
                self.expect("3.B.6", f"{unit.id} still {sorted(worn)}", holds=not worn)
                beside = any(f.at(to, other(side)) for to in neighbours(unit.hex))
                self.expect(
                    "15.4", f"{unit.id} beside the enemy in reserve", holds=not (beside and "reserve" in unit.marks)
                )

    def movement(self, g: Any, f: Facts, phase: Phase) -> None:
        offered = [text.split() for text in words(g)]
        for order in offered:
            verb, name = order[0], order[1] if len(order) > 1 else ""
            if verb in ("land", "enter") and name in phase.evacuated:
                self.expect("21.2", f"{name} lands in the phase in which it evacuated", holds=False)
            if verb == "move" and phase.moved[name]:
                self.expect("9.1", f"{name} may move a second time", holds=False)
            if verb in ("move", "reserve", "entrench", "strategic", "truck"):
                self._may_order(f, phase, verb, f.units.get(name))
        self._gliders(g, f, offered)
        self._entries(g, f, phase, offered)
        self._undone(g, f, phase, offered)
        self._duty(g, f, phase, offered)

    def _may_order(self, f: Facts, phase: Phase, verb: str, unit: Unit | None) -> None:
        """What a unit may be ordered to do at all."""
        if unit is None:
            return
        start = phase.start.units.get(unit.id)
        if verb == "move":
            asleep = f.turn == 1 and unit.kind == "ost"
            self.expect("17.1", f"{unit.id} moves on turn 1", holds=not asleep)
            self.expect("20.2.3", f"{unit.id} moves scattered", holds="scattered" not in unit.marks)
        if verb == "reserve":
            bad = unit.marks & {"disrupted", "out_of_supply", "regroup", "replaced"}
            self.expect("15.1", f"{unit.id} goes into reserve {sorted(bad)}", holds=not bad)
            alone = unit.infantry and sum(u.infantry for u in f.stacks[unit.hex]) == 1
            begun = unit.hex in f.unfinished - phase.start.unfinished
            self.expect("15.1", f"{unit.id} digs and goes into reserve", holds=not (alone and begun))
            if start is not None and start.hex != unit.hex and unit.id != "HQ-Cotentin":  # 17.4 may have lifted it
                self._one_point(f, phase, start, unit)
        if verb == "entrench":
            self.expect("16.1.3", f"{unit.id} moved and digs", holds=start is not None and start.hex == unit.hex)
            bad = unit.marks & {"disrupted", "out_of_supply", "scattered", "replaced"}
            self.expect("16.1.3", f"{unit.id} digs {sorted(bad)}", holds=not bad and unit.infantry)
        if verb in ("strategic", "truck"):
            self.expect(
                "9.8.2", f"{unit.id} starts {verb} in an enemy zone", holds=unit.hex not in zone(f, other(unit.side))
            )

    def _one_point(self, f: Facts, phase: Phase, start: Unit, unit: Unit) -> None:
        """15.1: a unit that moved goes into reserve only if it spent a point at most, and not into or out of a zone."""
        ground = movement.Ground(phase.start, unit.side)
        spent = movement.costs(ground, start, movement.NORMAL).get(unit.hex, 99)
        calm = start.hex not in ground.zone and unit.hex not in zone(f, other(unit.side))
        self.expect(
            "15.1", f"{unit.id} went {start.hex}-{unit.hex} for {spent}/6 and into reserve", holds=spent <= 6 and calm
        )

    def _undone(self, g: Any, f: Facts, phase: Phase, offered: list[list[str]]) -> None:
        """15.1, 15.4: a marker put on and taken off again leaves a unit every order that it had."""
        before = {(o[0], o[1]) for o in offered if len(o) == 2 and o[0] in ("move", "entrench", "strategic", "truck")}
        marked = [o[1] for o in offered if o[0] == "reserve"]
        for name in marked[self.picks % 7 :: 7][:1]:
            on = done(g, f"reserve {name}")
            if f"unreserve {name}" not in words(on):
                continue
            after = {(o[0], o[1]) for o in (t.split() for t in words(done(on, f"unreserve {name}"))) if len(o) == 2}
            lost = sorted(" ".join(o) for o in before - after)
            self.expect("15.4", f"reserve {name}, unreserve {name}: {lost} gone", holds=not lost)
        for verb, undo in (("strategic", "halt"), ("move", "halt")):
            for name in [o[1] for o in offered if o[0] == verb][self.picks % 5 :: 11][:1]:
                begun = done(g, f"{verb} {name}")
                if undo in words(begun):
                    then = {(o[0], o[1]) for o in (t.split() for t in words(done(begun, undo))) if len(o) == 2}
                    own = {("move", name), ("strategic", name), ("truck", name)}  # 9.1: its movement is complete
                    lost = sorted(" ".join(o) for o in before - then - own)
                    self.expect("9.1", f"{verb} {name} and {undo} at once: {lost} gone", holds=not lost)

    def _gliders(self, g: Any, f: Facts, offered: list[list[str]]) -> None:
        """20.2.4: gliders that found their hex full land once it has room, in the movement phase of turn 2."""
        for name, tag in (("325/82", "glider-82"), ("6/6Abn", "glider-6")):
            waits = f.boxed.get(name)
            place = next(iter(f.tags[tag]))
            if (
                waits is None
                or waits.hex != "gliders"
                or "diverted" in waits.marks
                or f.turn != 2
                or SIDES[asking(g).by] != "allied"
            ):
                continue
            if not f.at(place, "german") and fits([*f.at(place, "allied"), waits]):
                self.expect(
                    "20.2.4", f"{name} does not land at {place}, which has room", holds=["land", name] in offered
                )

    def _entries(self, g: Any, f: Facts, phase: Phase, offered: list[list[str]]) -> None:
        """6.6, 7.2: a reinforcement may come through an entry hex in which it could not end."""
        if phase.by != "german" or f.scenario == "cherbourg":
            return
        foe, held = zone(f, "allied"), Bonds(f, "allied")
        for name, unit in list(f.boxed.items())[: len(f.boxed)]:
            piece = g.board.counters[g.board.unit_ids[name]]
            if unit.hex != "reinforcements" or not 0 < piece.turn <= f.turn or piece.enters_on or "moved" in unit.marks:
                continue
            for place in sorted(f.tags[f"entry-{piece.zone}"]):
                free = not f.at(place, "allied") and place not in foe and place not in held.hexes
                if not free or fits([*f.at(place, "german"), unit]):
                    continue
                on = movement.tactical(movement.Ground(f, "german"), replace(unit, hex=place), 1)
                if any(movement.may_stop(f, unit, to) == "yes" for to in on):
                    come = ["enter", name] in offered and any(
                        text.split()[1] == place for text in words(done(g, f"enter {name}"))
                    )
                    self.expect("6.6", f"{name} cannot pass through {place}, which is full", holds=come)

    def _duty(self, g: Any, f: Facts, phase: Phase, offered: list[list[str]]) -> None:
        """22.1.2: the phase does not end while somebody driven across the boundary could come back."""
        if ["end"] not in offered or phase.by != "allied":
            return
        for unit in f.units.values():
            if (
                not movement.astray(f, unit)
                or unit.marks & {"scattered"}
                or phase.start.units.get(unit.id, unit).hex != unit.hex
            ):
                continue
            back = {to for to in movement.destinations(f, unit) if movement.may_stop(f, unit, to) == "yes"}
            self.expect(
                "22.1.2",
                f"{unit.id} stays beyond the boundary at {unit.hex}, could reach {sorted(back)[:4]}",
                holds=not back,
            )

    def combat(self, g: Any, f: Facts, phase: Phase) -> None:
        """2.3.1, 10.1: nobody attacks twice or after more movement than his allowance; no hex is attacked twice."""
        for target in [o.split()[1] for o in words(g) if o.startswith("attack ")][:4]:
            self.expect("10.1", f"{target} is attacked again", holds=not phase.hit[target])
            for name in [o.split()[1] for o in words(done(g, f"attack {target}")) if o.startswith("with ")]:
                self.expect("10.1", f"{name} attacks again", holds=not phase.fought[name])
                if phase.name == "combat" and name in self.marched and self.turn_start is not None:
                    self._within_allowance(f, name)

    def _within_allowance(self, f: Facts, name: str) -> None:
        assert self.turn_start is not None
        start, unit = self.turn_start.units.get(name), f.units[name]
        if start is None or start.hex == unit.hex:
            return
        ground = movement.Ground(self.turn_start, unit.side)
        spent = movement.costs(ground, start, movement.STRATEGIC).get(unit.hex, 0)
        self.expect(
            "2.3.1",
            f"{name} marched {start.hex}-{unit.hex} for {spent / 6:g} and attacks",
            holds=spent <= movement.allowance(f, start, movement.NORMAL),
        )

    # --- after each order ---

    def note(self, before: Facts, text: str, g: Any) -> None:
        phase = self.phase
        if phase is None:
            return
        phase.orders.append(text)
        order = text.split()
        verb, name = order[0], order[1] if len(order) > 1 else ""
        if verb in ("move", "truck", "strategic", "convoy"):
            phase.moved[name] += 1
        if verb in ("strategic", "convoy"):
            self.marched[name] = before.units[name].hex
        if verb == "evacuate":
            phase.evacuated.add(name)
            look = self.landings.evacuate(before.units[name].hex)
            self.expect(look.rule, look.what, holds=look.holds)
        if verb == "land":
            self.landing = before.boxed.get(name)
        if verb == "at" and self.landing is not None:
            self._land(g, self.landing, name)
            self.landing = None

    def _land(self, g: Any, unit: Unit, place: str) -> None:
        """6.5.2: points by beach and army; follow-up units cost none (20.5.3)."""
        if unit.hex != "britain":
            return
        arromanches = "gold" if place in facts(g).tags["arromanches"] else ""
        beach = arromanches or next(b for b, tags in BEACHES.items() for tag in tags if place in facts(g).tags[tag])
        cost = g.board.counters[g.board.unit_ids[unit.id]].rp
        look = self.landings.land(unit.army, beach, cost)
        self.expect(look.rule, f"{unit.id} lands: {look.what}", holds=look.holds)

    def attack(self, g: Any) -> None:
        """Called when an attack is committed: note who fights whom."""
        phase, assault = self.phase, asking(g).assault
        if phase is None:
            return
        names = g.board.unit_names
        fighters = [names[n] for n in range(len(names)) if assault.attackers >> n & 1]
        armies = {facts(g).units[name].army for name in fighters}
        self.expect("22.1.1", f"{fighters} fight together", holds=len(armies) == 1)
        f = facts(g)
        homes = {f.units[name].hex for name in fighters}
        army = f.units[fighters[0]].army
        followers = [u.id for h in homes for u in f.stacks[h] if u.army == army and not u.attacks and can_follow(u)]
        self.followers = {*(name for name in fighters if can_follow(f.units[name])), *followers}
        phase.fought.update(fighters)
        phase.hit[g.board.names[assault.target]] += 1

    def advance(self, g: Any) -> None:
        """14.1, 10.7: all who fought advance, and those in brackets who began the combat stacked with them."""
        frame, f, names = asking(g), facts(g), g.board.unit_names
        asked_for = {names[n] for n in range(len(names)) if frame.units >> n & 1}
        alive = {name for name in self.followers if name in f.units}
        self.expect("10.7", f"may advance: {sorted(asked_for)}, by the rules {sorted(alive)}", holds=asked_for == alive)
        self.followers = set()


def can_follow(unit: Unit) -> bool:
    """10.7, 14.1, 20.2.3."""
    return unit.ma > 0 and unit.kind not in ("hq", "werfer") and "scattered" not in unit.marks


def watch(seed: int, most: int = 700) -> Watcher:
    """One random game, watched."""
    rng = random.Random(seed)
    w = Watcher(seed)
    g = GAME.new(rng.choice(SCENARIOS), {}, seed=seed)
    for picks in range(most):
        if not g.stack:
            break
        w.picks = picks
        if picks % 4 == 0:
            w.see(g)
        elif decision(g) in PHASES and asking(g).by in (0, 1):
            name = PHASES[decision(g)]
            if w.phase is None or w.phase.name.split()[-1] != name.split()[-1] or w.phase.by != SIDES[asking(g).by]:
                w.see(g)
        if decision(g) == "Advance" and w.followers:
            w.advance(g)
        action = choose(rng, g)
        text = GAME.format(g, action)
        before = facts(g) if action[0] in ("strategic", "convoy", "evacuate", "land") else None
        if action[0] == "fight":
            w.attack(g)
        try:
            pick(g, action)
        except DeadEnd as stuck:
            w.say("dead end", f"{text}: {stuck}")
            break
        if g.stack:
            w.note(before or w_start(w), text, g)
    return w


def walk(seed: int, most: int = 14) -> Watcher:
    """A few orders in a position thrown together, where units stand beyond their boundary."""
    rng, w = random.Random(seed), Watcher(seed)
    g, _ = thrown(seed)
    g = asked(g, "Orders", by=1)
    for picks in range(most):
        w.picks = picks
        w.see(g)
        offered = [action for action in options(g) if action[0] != "end"]
        if not offered:
            break
        action = rng.choice(offered)
        text, before = GAME.format(g, action), facts(g)
        pick(g, action)
        w.note(before, text, g)
    return w


def w_start(w: Watcher) -> Facts:
    return w.phase.start if w.phase else Facts({}, {}, {}, {}, {}, {}, "", 0, "", frozenset(), {}, frozenset(), {})


WEIGHTS = {"end": 0.15, "withdraw": 0.1, "halt": 0.5, "dismantle": 0.1, "fortress": 0.2}


def choose(rng: random.Random, g: Any) -> Any:
    """A pick at random: first the verb, so that rare orders come up, then its object."""
    verbs = defaultdict(list)
    for action in options(g):
        verbs[action[0]].append(action)
    names = sorted(verbs)
    verb = rng.choices(names, [WEIGHTS.get(name, 1.0) for name in names])[0]
    return rng.choice(verbs[verb])


def games(count: int, first_seed: int = 1, most: int = 700) -> Iterator[Watcher]:
    for seed in range(first_seed, first_seed + count):
        yield watch(seed, most)
        for n in range(10):
            yield walk(seed * 1000 + n)


def tell(line: str) -> None:
    sys.stdout.write(line + "\n")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Search sequences of orders in Normandy '44 for seams.")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--picks", type=int, default=700)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=3)
    asked = parser.parse_args(arguments)
    tests: Counter[str] = Counter()
    found: dict[str, list[Breach]] = defaultdict(list)
    for watcher in games(asked.games, asked.seed, asked.picks):
        tests.update(watcher.tests)
        for breach in watcher.breaches:
            found[breach.rule].append(breach)
    tests.update(dict.fromkeys(found.keys() - tests.keys(), 1))
    for rule, count in sorted(tests.items()):
        tell(f"{rule}: {count} looks, {len(found[rule])} breaches")
        for breach in found[rule][: asked.show]:
            tell(f"   {breach}")
    return int(any(found.values()))


if __name__ == "__main__":
    sys.exit(main())
