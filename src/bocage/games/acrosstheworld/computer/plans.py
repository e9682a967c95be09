"""The plan of a movement phase: a goal for every counter, found by trying better and better dispositions.

A disposition is judged by the battles that it brings now (by the battle model), by the ground that is entered, by
what the army could attack next turn, and by the best that the enemy could do against it in its own.
"""

import math
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from bocage.games.acrosstheworld.computer.chances import Force, Odds, exact_odds, force, odds, terms
from bocage.games.acrosstheworld.computer.ground import fed, ground_worth, pull
from bocage.games.acrosstheworld.computer.ways import Way, counters, points_of, refused, ways
from bocage.games.acrosstheworld.computer.weights import Weights, weights
from bocage.games.acrosstheworld.rules.r09_supply import allowance
from bocage.games.acrosstheworld.rules.r10_movement import still_bound, why_not_enter
from bocage.games.acrosstheworld.rules.r10_movement_phase import movers
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.spaces import BITS, bit, each

BAD = float("-inf")
BEATEN = 0.75
"""How much less is to be feared from a stack that is sure to be beaten first."""
DEAR = 13
"""Battles with more units take too long to reckon exactly."""
TRAP = ((1.0, 0.5, 0.25), (0.0, 0.2, 0.05), (0.0, 0.0, 0.0))
"""By ways out that will surely be open, and ways open now (none, one, more): the share of a beaten stack that dies."""
LIKELY = 0.5
"""The chance from which an attack is expected to clear its region."""
FAILED = 0.2
"""What an attack that is not likely to costs beyond its losses."""
FULL = 20
"""The combat factors of a full garrison."""


class Attack(NamedTuple):
    """A stack that goes where enemies stand, with those of its side that are there already."""

    at: Space
    units: Units
    coming: Units
    start: Space


class Planning:
    """The position as a side sees it before it moves, with everything that does not depend on the plan."""

    def __init__(self, g: Campaign, side: Side) -> None:
        board = g.board
        self.barred = 0
        """Regions that are not to be attacked."""
        self.sworn = NOWHERE
        """A region that must be attacked."""
        self.g, self.side, self.foe = g, side, other(side)
        self.mine, self.theirs = board.of_side[side], board.of_side[self.foe]
        self.combat = board.combat_of[side]
        self.start: dict[UnitId, Space] = {}
        self.goal: dict[UnitId, Space] = {}
        for space, here in g.here.items():
            for unit in counters(here & self.mine):
                self.start[unit] = self.goal[unit] = space
        self.movers = movers(g, side)
        self.weigh = weights(g, side)
        self.worth, self.pull, self.fed = ground_worth(g), pull(g, side), fed(g, side)
        self.held = {
            space: here & board.combat_of[self.foe]
            for space, here in g.here.items()
            if here & board.combat_of[self.foe] and space != board.channel
        }
        self.enemies = sum(BITS[space] for space in self.held)
        self.friendly = g.friendly(side)
        self.terms = terms(board)
        self.limit = board.numbers.stacking.difficult
        self.stacks = list(self._enemy_stacks())
        self._others = [self._reach_of_others(stack) for stack in self.stacks]
        self._odds: dict[tuple[int, ...], Odds] = {}
        self._forces: dict[tuple[int, ...], Force] = {}
        self._ways: dict[tuple[Space, int, bool], dict[Space, Way]] = {}
        self._enters: dict[tuple[Units, Space], bool] = {}
        self._points: dict[Units, int] = {}
        self._best: dict[Units, Units] = {}
        self.sure: set[tuple[int, ...]] = set()
        """Battles whose odds are exact."""
        self.forget()
        self.tried = 0

    def minding(self, weigh: Weights, pull: list[float] | None = None) -> "Planning":
        """The same plan in the same position, judged by other weights and perhaps by other pulls."""
        twin = copy(self)
        twin.goal, twin.weigh, twin.tried = dict(self.goal), weigh, 0
        twin.pull = pull or self.pull
        twin.forget()
        return twin

    def forget(self) -> None:
        """Drop judgements that depend on the weights; the odds of battles and the ways stay known."""
        self._values: dict[tuple[Space, ...], float] = {}
        self._gains: dict[tuple[float, ...], float] = {}
        self._stands: dict[tuple[Space, Units, int], float] = {}
        self._quiet: dict[tuple[Space, Units], float] = {}
        self._fears: list[dict[tuple[Space, Units, int], float]] = [{} for _ in self.stacks]
        self._walked: dict[int, tuple[float, ...]] = {}

    def _enemy_stacks(self) -> Iterator[tuple[Units, Space, int, bool]]:
        """What the enemy could lead in its next turn: the counters, from where, what they reach, and whether they
        attack.
        """
        g, board = self.g, self.g.board
        for space, here in g.here.items():
            army = here & self.theirs & board.movers & ~g.besieged
            if not army & board.mobile or space == board.channel:
                continue
            slow = points_of(g, army)
            reach = sum(bit(s) for s in ways(g, self.foe, space, slow))
            yield army, space, reach, bool(army & board.leaders)
            fast = sum(1 << unit for unit in counters(army) if allowance(g, unit) > slow)
            if fast & board.mobile and fast & board.leaders:
                wide = sum(bit(s) for s in ways(g, self.foe, space, points_of(g, fast)))
                yield fast, space, wide & ~reach, True

    def _reach_of_others(self, stack: tuple[Units, Space, int, bool]) -> int:
        """Where enemies from other regions could be after the enemy's next move."""
        return sum({bit(goal) for _, at, reach, _ in self.stacks if at != stack[1] for goal in each(reach)})

    def points(self, units: Units) -> int:
        """The movement points of a stack, remembered."""
        found = self._points.get(units)
        if found is None:
            found = self._points[units] = points_of(self.g, units)
        return found

    def ways(self, start: Space, units: Units) -> dict[Space, Way]:
        """The ways of a stack from a region, remembered for stacks alike."""
        key = (start, self.points(units), not units & self.g.board.mobile)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = ways(self.g, self.side, start, key[1], alone=key[2])
        return found

    def may_enter(self, units: Units, goal: Space) -> bool:
        """10.6-10.8, 10.12 and 11.2, asked of the rule and remembered."""
        key = (units, goal)
        found = self._enters.get(key)
        if found is None:
            found = self._enters[key] = not refused(why_not_enter(self.g, self.side, units, goal))
        return found

    def reach(self, start: Space, units: Units) -> list[Space]:
        """Where a stack could go."""
        g, board = self.g, self.g.board
        if start != board.channel:
            return list(self.ways(start, units))
        return list(each(still_bound(g, units) & (board.beaches | ports_in_use(g))))

    def battle(self, attackers: Units, at: Space, defenders: Units, wet: Units, by: Side) -> Odds:
        """The odds of a battle, remembered."""
        key = (attackers, at, defenders, wet, by)
        found = self._odds.get(key)
        if found is None:
            mine = self._force(attackers, at, by, by, wet)
            theirs = self._force(defenders | self._leaders(at, other(by)), at, by, other(by))
            found = self._odds[key] = odds(mine, theirs, self.terms)
        return found

    def _force(self, units: Units, at: Space, attacker: Side, side: Side, wet: Units = 0) -> Force:
        """A side of a battle, remembered: the enemy's is the same in most of them."""
        key = (units, at, attacker, side, wet)
        found = self._forces.get(key)
        if found is None:
            # An enemy who comes at us finds us in possession, even of what we take this turn.
            walls = side == attacker == self.foe
            found = self._forces[key] = force(self.g, units, at, attacker, side, wet=wet, walls=walls)
        return found

    def _leaders(self, at: Space, side: Side) -> Units:
        """Enemy leaders and guns stand where they stand; our own are in the set."""
        if side == self.side:
            return 0
        board = self.g.board
        return self.g.here.get(at, 0) & board.of_side[side] & (board.leaders | board.support)

    def gain(self, attackers: Units, at: Space, defenders: Units, wet: Units, by: Side, *, caught: float) -> float:
        """What an attack is worth to the attacker, in points."""
        key = (attackers, at, defenders, wet, by, caught)
        found = self._gains.get(key)
        if found is None:
            found = self._gains[key] = self._gain(attackers, at, defenders, wet, by, caught=caught)
        return found

    def _gain(self, attackers: Units, at: Space, defenders: Units, wet: Units, by: Side, *, caught: float) -> float:
        g, board = self.g, self.g.board
        chance = self.battle(attackers, at, defenders, wet, by)
        ours = self.weigh.steps[by] * self._quality(attackers)
        theirs = self.weigh.steps[other(by)] * self._quality(defenders)
        value = chance.clear * self.worth[at] * 0.9
        value += chance.points[0] - chance.points[1]
        value += theirs * chance.steps[1] - ours * chance.steps[0]
        if caught:
            prey = defenders & board.mobile & board.combat
            steps = sum(g.steps[unit] for unit in counters(prey))
            tanks = (prey & board.armour & board.divisions).bit_count()
            left = max(0.0, steps - chance.steps[1])
            score = (1 if prey & board.divisions else 0) + tanks
            value += caught * chance.win * (theirs * left + max(0.0, score - chance.points[0]))
        return value

    def _quality(self, units: Units) -> float:
        """How good the troops are whose steps are at stake; an ordinary division counts one."""
        troops = counters(units & self.g.board.mobile)
        return sum(self.g.board.units[unit].combat for unit in troops) / (5 * len(troops)) if troops else 0.4

    def trap(self, at: Space, side: Side, closed: int, doubtful: int = 0) -> float:
        """The share of a beaten stack that is likely to find no way out: friendly country without enemies, or ships.

        `closed` are regions where enemies stand, `doubtful` those where they may stand by then.
        """
        board = self.g.board
        if side == ALLIED and (board.beaches | board.ports) >> at & 1:
            return 0.0
        if side == GERMAN and at == board.fortress:
            return 0.0
        ways = board.near[at] & self.g.friendly(side) & ~closed
        firm = (ways & ~doubtful).bit_count()
        return TRAP[min(2, firm)][min(2, ways.bit_count())]

    # The judgement of a disposition.

    def value(self) -> float:
        """How good the present goals are; minus infinity where the rules forbid them."""
        self.tried += 1
        key = tuple(self.goal.values())
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._value()
        return found

    def _value(self) -> float:
        own: dict[Space, Units] = {}
        for unit, goal in self.goal.items():
            own[goal] = own.get(goal, 0) | BITS[unit]
        stands: dict[Space, Units] = {}
        attacks: list[Attack] = []
        value, held, quiet = 0.0, self.held, self._quiet
        for at in own.items():
            space, units = at
            if space in held:
                gained = self._among_enemies(space, units, stands, attacks)
            else:
                stands[space] = units
                found = quiet.get(at)
                gained = quiet[at] = self._at_peace(space, units) if found is None else found
            if gained == BAD:
                return BAD
            value += gained
        if self.sworn != NOWHERE and all(attack.at != self.sworn for attack in attacks):
            return BAD
        beaten: dict[Space, float] = {}
        if attacks:
            blocked = sum(BITS[space] for space, units in own.items() if units & self.combat)
            for attack in attacks:
                value += self._attack(attack, blocked, stands, beaten)
        value += self._stance(stands, sum(BITS[space] for space in beaten) if beaten else 0)
        return value - self._dangers(stands, beaten)

    def attacks(self) -> "list[Attack]":
        """The attacks of the present goals."""
        found: list[Attack] = []
        for space in self.held:
            units = sum(1 << unit for unit, goal in self.goal.items() if goal == space)
            if units & ~self.g.here.get(space, 0):
                self._among_enemies(space, units, {}, found)
        return found

    def be_sure(self, attack: "Attack") -> bool:
        """Judge an attack by exact chances from now on; returns whether that is news."""
        at, units, coming, start = attack
        wet = coming if self._wet(start, coming, at) else 0
        key = (units, at, self.held[at], wet, self.side)
        if key in self.sure or (units & self.combat | self.held[at]).bit_count() > DEAR:
            return False
        trial = self.g.copy()
        for unit in counters(coming):
            trial.place(unit, at)
        if start == self.g.board.channel:
            trial.landed |= coming
        else:
            trial.crossed = trial.crossed & ~coming | wet
        self.sure.add(key)
        self._odds[key] = exact_odds(trial, at, self.side)
        self.forget()
        return True

    def _overfull(self, space: Space, units: Units) -> bool:
        """3.4, for the disposition as a whole."""
        return bool(self.g.board.atlas.difficult >> space & 1) and (units & self.combat).bit_count() > self.limit

    def _at_peace(self, space: Space, units: Units) -> float:
        """Counters where no enemy is: what taking the region brings."""
        board = self.g.board
        if space == board.channel:
            return 0.0
        if self._overfull(space, units):
            return BAD
        if self.friendly >> space & 1:
            return 0.0
        coming = units & ~self.g.here.get(space, 0)
        if coming & ~board.mobile and not all(self.may_enter(part, space) for part in self._parts(coming)):
            return BAD
        return self.worth[space] if units & board.land else 0.0

    def _among_enemies(self, space: Space, units: Units, stands: dict[Space, Units], attacks: "list[Attack]") -> float:
        """Counters that go where enemies are, or stand among them already."""
        g, board, foes = self.g, self.g.board, self.held[space]
        if self._overfull(space, units):
            return BAD
        coming = units & ~g.here.get(space, 0)
        if coming:
            start = None if self.barred >> space & 1 else self._one_start(coming)
            if start is None:
                return BAD
            attacks.append(Attack(space, units, coming, start))
            return 0.0
        stands[space] = stands.get(space, 0) | units
        if not (units & board.leaders and units & board.mobile & ~g.scattered):
            return 0.0
        return max(0.0, self.gain(units, space, foes, 0, self.side, caught=0.0))

    def _attack(self, attack: "Attack", blocked: int, stands: dict[Space, Units], beaten: dict[Space, float]) -> float:
        """What an attack brings, and where the attackers stand after it."""
        space, units, coming, start = attack
        foes = self.held[space]
        wet = coming if self._wet(start, coming, space) else 0
        caught = self.trap(space, self.foe, blocked & ~bit(space))
        value = self.gain(units, space, foes, wet, self.side, caught=caught)
        clear = self.battle(units, space, foes, wet, self.side).clear
        if clear >= LIKELY:
            stands[space] = stands.get(space, 0) | units
            beaten[space] = clear
            return value
        stands[start] = stands.get(start, 0) | coming
        return value - FAILED

    def _parts(self, coming: Units) -> list[Units]:
        """Counters by the region from which they come: each part is a stack of its own (10.1)."""
        by_start: dict[Space, Units] = {}
        for unit in counters(coming):
            start = self.start[unit]
            by_start[start] = by_start.get(start, 0) | 1 << unit
        return list(by_start.values())

    def _one_start(self, coming: Units) -> Space | None:
        """10.8: one stack from one region; the rules let it in, and all of it can get there."""
        first = counters(coming)[0]
        start, goal = self.start[first], self.goal[first]
        if len(self._parts(coming)) > 1 or not self.may_enter(coming, goal):
            return None
        if start != self.g.board.channel and goal not in self.ways(start, coming):
            return None
        return start

    def _wet(self, start: Space, coming: Units, goal: Space) -> bool:
        if start == self.g.board.channel:
            return True
        return self.ways(start, coming)[goal].wet

    def _stance(self, stands: dict[Space, Units], beaten: int) -> float:
        """Where the troops stand, how massed, and what they could attack next."""
        near, known, value = self.g.board.near, self._stands, 0.0
        for space, units in stands.items():
            key = (space, units, beaten & near[space])
            found = known.get(key)
            if found is None:
                found = known[key] = self._stand(*key)
            value += found
        return value

    def _stand(self, space: Space, units: Units, beaten: int) -> float:
        """The same for one stack; enemies in `beaten` regions are about to be driven out."""
        board, weigh = self.g.board, self.weigh
        troops = units & self.combat & board.mobile
        leaders = (units & board.leaders).bit_count()
        if not troops:
            return -0.15 * leaders
        strength = sum(board.units[unit].combat for unit in counters(troops))
        value = weigh.pull * strength * self.pull[space]
        if weigh.guard and space in board.cities and self.friendly >> space & 1:
            value += weigh.guard * self.worth[space] * min(1.0, strength / FULL)
        if not self.fed >> space & 1:
            value -= weigh.hungry * troops.bit_count()
        if not leaders:
            return value
        value += weigh.mass * strength * math.sqrt(troops.bit_count()) + 0.04 * min(leaders, 2)
        best = 0.0
        for goal in each(board.near[space] & ~beaten):
            foes = self.held.get(goal, 0)
            if foes:
                coming = self._room(units & board.movers, goal)
                best = max(best, self.gain(coming, goal, foes, 0, self.side, caught=0.0))
        return value + weigh.next * best

    def _room(self, army: Units, goal: Space) -> Units:
        """Those of a stack who could attack in a region: in difficult terrain the best six."""
        board = self.g.board
        troops = army & board.combat
        if not board.atlas.difficult >> goal & 1 or troops.bit_count() <= self.limit:
            return army
        found = self._best.get(army)
        if found is None:
            ranked = sorted(counters(troops), key=lambda unit: (-board.units[unit].combat, -self.g.steps[unit]))
            found = self._best[army] = army & ~troops | sum(1 << unit for unit in ranked[: self.limit])
        return found

    def _dangers(self, stands: dict[Space, Units], beaten: dict[Space, float]) -> float:
        """The best that the enemy could do against us next."""
        board = self.g.board
        near, combat = board.near, self.combat
        worst: dict[Space, float] = {}
        occupied = 0
        for space, units in stands.items():
            if units & combat:
                occupied |= BITS[space]
        walk = 0
        for (army, space, reach, leads), fears, others in zip(self.stacks, self._fears, self._others, strict=True):
            if space not in beaten:
                walk |= reach
            if not leads:
                continue
            best, where = 0.0, NOWHERE
            shut = others & ~occupied
            for goal in each((reach | BITS[space]) & occupied):
                key = (goal, stands[goal], near[goal] & shut)
                loss = fears.get(key)
                if loss is None:
                    loss = fears[key] = self._fear(army, *key)
                if loss > best:
                    best, where = loss, goal
            if where != NOWHERE:
                likely = 1 - BEATEN * beaten.get(space, 0.0)
                worst[where] = max(worst.get(where, 0.0), likely * best)
        value = self.weigh.threat * sum(worst.values())
        for loss in self._walked_into(walk & self.friendly & ~occupied & board.regions):
            value += loss
        return value

    def _walked_into(self, empty: int) -> tuple[float, ...]:
        """What regions are worth that stand open to the enemy, remembered."""
        found = self._walked.get(empty)
        if found is None:
            city, open_, cities = self.weigh.city, self.weigh.open, self.g.board.cities
            losses = ((city if space in cities else open_) * self.worth[space] for space in each(empty))
            found = self._walked[empty] = tuple(losses)
        return found

    def _fear(self, army: Units, at: Space, units: Units, doubtful: int) -> float:
        """What an enemy stack would gain from an attack on ours, while others may close `doubtful` regions."""
        caught = self.trap(at, self.side, self.enemies, doubtful)
        coming = self._room(army, at)
        return self.gain(coming, at, units & (self.combat | self.g.board.leaders), 0, self.foe, caught=caught)
