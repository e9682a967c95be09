"""The plan of a movement phase: a goal for every counter, found by trying better and better dispositions.

A disposition is judged by the battles that it brings now (by the battle model), by the ground that is entered, by
what the army could attack next turn, and by the best that the enemy could do against it in his.
"""

import math
from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from bocage.games.acrosstheworld.arrivals import STEP, use_left
from bocage.games.acrosstheworld.board import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.planner.ground import fed, ground_worth, pull
from bocage.games.acrosstheworld.planner.odds import Force, Odds, force, odds
from bocage.games.acrosstheworld.planner.ways import Way, counters, points_of, ways
from bocage.games.acrosstheworld.r09_supply import allowance
from bocage.games.acrosstheworld.r10_movement import movers
from bocage.games.acrosstheworld.r10_ways import still_bound
from bocage.games.acrosstheworld.r17_ports import ports_in_use
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.spaces import BITS, bit, each

BAD = float("-inf")
BEATEN = 0.75
"""So much less is to be feared from a stack that is sure to be beaten before."""
FULL = 20
"""The combat factors of a full garrison."""


class Weights(NamedTuple):
    """How much a side minds each thing; all in victory points."""

    pull: float
    """What a point of combat factor gains from standing where it is wanted."""
    mass: float
    """What it gains from standing together with others under a leader."""
    next: float
    """An attack that would be possible next turn counts so much of one now."""
    threat: float
    """An attack that the enemy could make in his turn counts so much of one made."""
    open: float
    """The share of a region's worth that is in danger when an enemy can walk in."""
    city: float
    """The same for a city."""
    guard: float
    """The share of a threatened city's worth that a full garrison saves."""
    hungry: float
    """What it costs to stand where no supply comes, for each unit."""
    steps: tuple[float, float]
    """What an Allied and a German step is worth."""


WEIGHTS = {
    ALLIED: Weights(0.035, 0.012, 0.45, 0.85, 0.6, 0.9, 0.0, 0.35, STEP),
    GERMAN: Weights(0.035, 0.04, 0.2, 0.85, 0.5, 0.9, 0.0, 0.35, STEP),
}


def weights(g: Campaign, side: Side) -> Weights:
    """A side's weights: steps count less as fewer battles are to come, and in the last turn only points count.

    The Germans move last and then fear nobody.
    """
    usual = WEIGHTS[side]
    left = use_left(g, g.turn)
    usual = usual._replace(steps=(left * usual.steps[0], left * usual.steps[1]))
    if g.turn < g.turns:
        return usual
    if side == GERMAN:
        return usual._replace(pull=0.0, mass=0.0, next=0.0, threat=0.0, open=0.0, city=0.0, guard=0.0, hungry=0.0)
    return usual._replace(pull=0.0, mass=0.0, next=0.0, threat=1.0, city=0.9, guard=0.0, hungry=0.0)


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
        self.limit = board.numbers.stacking.difficult
        self.stacks = list(self._enemy_stacks())
        self._odds: dict[tuple[int, ...], Odds] = {}
        self._forces: dict[tuple[int, ...], Force] = {}
        self._ways: dict[tuple[Space, int], dict[Space, Way]] = {}
        self._points: dict[Units, int] = {}
        self._best: dict[Units, Units] = {}
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
        self._gains: dict[tuple[int, ...], float] = {}
        self._stands: dict[tuple[Space, Units, int], float] = {}
        self._fears: list[dict[tuple[Space, Units], float]] = [{} for _ in self.stacks]

    def _enemy_stacks(self) -> Iterator[tuple[Units, Space, int, bool]]:
        """What the enemy could lead in his next turn: the counters, from where, what they reach, and if they attack."""
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

    def points(self, units: Units) -> int:
        """The movement points of a stack, remembered."""
        found = self._points.get(units)
        if found is None:
            found = self._points[units] = points_of(self.g, units)
        return found

    def ways(self, start: Space, points: int) -> dict[Space, Way]:
        key = (start, points)
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = ways(self.g, self.side, start, points)
        return found

    def reach(self, start: Space, units: Units) -> list[Space]:
        """Where a stack could go."""
        g, board = self.g, self.g.board
        if start != board.channel:
            return list(self.ways(start, self.points(units)))
        return list(each(still_bound(g, units) & (board.beaches | ports_in_use(g))))

    def battle(self, attackers: Units, at: Space, defenders: Units, wet: Units, by: Side) -> Odds:
        """The odds of a battle, remembered."""
        key = (attackers, at, defenders, wet, by)
        found = self._odds.get(key)
        if found is None:
            mine = self._force(attackers, at, by, by, wet)
            theirs = self._force(defenders | self._leaders(at, other(by)), at, by, other(by))
            found = self._odds[key] = odds(mine, theirs)
        return found

    def _force(self, units: Units, at: Space, attacker: Side, side: Side, wet: Units = 0) -> Force:
        """A side of a battle, remembered: the enemy's is the same in most of them."""
        key = (units, at, attacker, side, wet)
        found = self._forces.get(key)
        if found is None:
            # Who comes at us in his turn finds us in possession, also of what we take in ours.
            walls = side == attacker == self.foe
            found = self._forces[key] = force(self.g, units, at, attacker, side, wet=wet, walls=walls)
        return found

    def _leaders(self, at: Space, side: Side) -> Units:
        """Enemy leaders and guns stand where they stand; our own are in the set."""
        if side == self.side:
            return 0
        board = self.g.board
        return self.g.here.get(at, 0) & board.of_side[side] & (board.leaders | board.support)

    def gain(self, attackers: Units, at: Space, defenders: Units, wet: Units, by: Side, *, ways_out: int) -> float:
        """What an attack is worth to the attacker, in points."""
        key = (attackers, at, defenders, wet, by, ways_out)
        found = self._gains.get(key)
        if found is None:
            found = self._gains[key] = self._gain(attackers, at, defenders, wet, by, ways_out=ways_out)
        return found

    def _gain(self, attackers: Units, at: Space, defenders: Units, wet: Units, by: Side, *, ways_out: int) -> float:
        g, board = self.g, self.g.board
        chance = self.battle(attackers, at, defenders, wet, by)
        ours = self.weigh.steps[by] * self._quality(attackers)
        theirs = self.weigh.steps[other(by)] * self._quality(defenders)
        value = chance.clear * self.worth[at] * 0.9
        value += chance.points[0] - chance.points[1]
        value += theirs * chance.steps[1] - ours * chance.steps[0]
        if ways_out < 2:  # one way out may still be closed: by the next stack of the plan, or by chance
            prey = defenders & board.mobile & board.combat
            steps = sum(g.steps[unit] for unit in counters(prey))
            tanks = (prey & board.armour & board.divisions).bit_count()
            left = max(0.0, steps - chance.steps[1])
            score = (1 if prey & board.divisions else 0) + tanks
            caught = 1.0 if not ways_out else 0.2
            value += caught * chance.win * (theirs * left + max(0.0, score - chance.points[0]))
        return value

    def _quality(self, units: Units) -> float:
        """How good the troops are whose steps are at stake; an ordinary division counts one."""
        troops = counters(units & self.g.board.mobile)
        return sum(self.g.board.units[unit].combat for unit in troops) / (5 * len(troops)) if troops else 0.4

    def ways_out(self, at: Space, side: Side, enemies: int) -> int:
        """How many regions are open to a beaten stack, two for many: friendly country without enemies, or ships."""
        board = self.g.board
        if side == ALLIED and (board.beaches | board.ports) >> at & 1:
            return 2
        if side == GERMAN and at == board.fortress:
            return 2
        return min(2, (board.near[at] & self.g.friendly(side) & ~enemies).bit_count())

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
        g, board = self.g, self.g.board
        own: dict[Space, Units] = {}
        for unit, goal in self.goal.items():
            own[goal] = own.get(goal, 0) | 1 << unit
        value = 0.0
        stands: dict[Space, Units] = {}
        blocked = 0
        for space, units in own.items():
            if units & self.combat:
                blocked |= BITS[space]
        attacks = []
        for space, units in own.items():
            if space == board.channel:
                stands[space] = stands.get(space, 0) | units
                continue
            if board.atlas.difficult >> space & 1 and (units & self.combat).bit_count() > self.limit:
                return BAD
            foes = self.held.get(space, 0)
            coming = units & ~g.here.get(space, 0)
            if not foes:
                if coming and not coming & board.mobile and not self.friendly >> space & 1:
                    return BAD
                stands[space] = stands.get(space, 0) | units
                if not self.friendly >> space & 1 and units & board.land:
                    value += self.worth[space]
                continue
            if coming:
                start = None if self.barred >> space & 1 else self._one_start(coming)
                if start is None:
                    return BAD
                attacks.append((space, units, coming, start, foes))
            else:
                stands[space] = stands.get(space, 0) | units
                if units & board.leaders and units & board.mobile & ~g.scattered:
                    value += max(0.0, self.gain(units, space, foes, 0, self.side, ways_out=2))
        if self.sworn != NOWHERE and all(space != self.sworn for space, *_ in attacks):
            return BAD
        beaten: dict[Space, float] = {}
        for space, units, coming, start, foes in attacks:
            wet = coming if self._wet(start, coming, space) else 0
            out = self.ways_out(space, self.foe, blocked & ~bit(space))
            value += self.gain(units, space, foes, wet, self.side, ways_out=out)
            chance = self.battle(units, space, foes, wet, self.side)
            if chance.clear >= 0.5:
                stands[space] = stands.get(space, 0) | units
                beaten[space] = chance.clear
            else:
                stands[start] = stands.get(start, 0) | coming
                value -= 0.2
        value += self._stance(stands, sum(bit(space) for space in beaten))
        return value - self._dangers(stands, beaten)

    def _one_start(self, coming: Units) -> Space | None:
        """10.7 and 10.8: one stack from one region with a leader and troops, and all of it can get there."""
        board = self.g.board
        if not coming & board.mobile or not coming & board.leaders or coming & self.g.scattered:
            return None
        starts = {self.start[unit] for unit in counters(coming)}
        if len(starts) > 1:
            return None
        start = starts.pop()
        goal = self.goal[counters(coming)[0]]
        if self.g.assaulted >> goal & 1:
            return None
        if start != board.channel and goal not in self.ways(start, self.points(coming)):
            return None
        return start

    def _wet(self, start: Space, coming: Units, goal: Space) -> bool:
        if start == self.g.board.channel:
            return True
        return self.ways(start, self.points(coming))[goal].wet

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
                best = max(best, self.gain(coming, goal, foes, 0, self.side, ways_out=2))
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
        worst: dict[Space, float] = {}
        occupied = 0
        for space, units in stands.items():
            if units & self.combat:
                occupied |= BITS[space]
        walk = 0
        for (army, space, reach, leads), fears in zip(self.stacks, self._fears, strict=True):
            likely = 1 - BEATEN * beaten.get(space, 0.0)
            if space not in beaten:
                walk |= reach
            if not leads:
                continue
            best, where = 0.0, NOWHERE
            for goal in each((reach | BITS[space]) & occupied):
                key = (goal, stands[goal])
                loss = fears.get(key)
                if loss is None:
                    loss = fears[key] = self._fear(army, *key)
                if loss > best:
                    best, where = loss, goal
            if where != NOWHERE:
                worst[where] = max(worst.get(where, 0.0), likely * best)
        value = self.weigh.threat * sum(worst.values())
        for space in each(walk & self.friendly & ~occupied & board.regions):
            share = self.weigh.city if space in board.cities else self.weigh.open
            value += share * self.worth[space]
        return value

    def _fear(self, army: Units, at: Space, units: Units) -> float:
        """What an enemy stack would gain from an attack on ours."""
        out = self.ways_out(at, self.side, self.enemies)
        coming = self._room(army, at)
        return self.gain(coming, at, units & (self.combat | self.g.board.leaders), 0, self.foe, ways_out=out)
