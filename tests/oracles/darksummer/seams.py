"""Whole Rounds of The Dark Summer at random: no duty dodged, nobody used twice, nobody where he may not be, and every
winner who may advance is asked.
"""

from random import Random
from typing import Any

from tests.games.darksummer.support import COMBAT, COMBINED, GAME, MOVE
from tests.oracles.darksummer.fighting import able, duties, factor
from tests.oracles.darksummer.plain import ALLIED, GERMAN, GERMANS, Plain, distance
from tests.oracles.darksummer.throw import throw
from tests.oracles.darksummer.walking import closed, no_ends, stack_is_legal, walks
from tests.oracles.face import do, options
from tests.oracles.tally import Tally

from bocage.games.darksummer.rules.r05_stacking import enforce_by_enemy
from bocage.games.darksummer.rules.r10_moving import Movement, MoveUnits
from bocage.games.darksummer.rules.r11_advance import Advance
from bocage.games.darksummer.rules.r11_combat import Attacks, Muster
from bocage.games.darksummer.state import REACTION, WAVE_2, DarkSummer
from bocage.kernel import chance, flow
from bocage.kernel.events import Moved
from bocage.kernel.ids import Side

RETREAT = 2
FOUR = 4
KEEN = 0.8


class Watch:
    """What has been done in a Round."""

    def __init__(self, g: DarkSummer, where: str, tally: Tally) -> None:
        self.g, self.where, self.tally = g, where, tally
        self.attacked: set[int] = set()
        self.fought: set[str] = set()
        self.owed: set[str] = set()
        self.sent: dict[str, int] = {}

    def holds(self, matter: str, question: str, *, truth: bool) -> None:
        self.tally.holds(matter, self.where, question, truth=truth)

    def named(self, units: Any) -> str:
        return " ".join(sorted(self.g.board.units[u].id for u in units))

    def battle(self, frame: Muster) -> None:
        """11.1, 11.2: who is used twice, and what the attack makes a duty."""
        p, target = Plain(self.g), self.g.board.names[frame.target]
        some = {u for u in range(len(self.g.space)) if frame.attackers >> u & 1}
        army = int(self.g.army)
        self.holds("nobody attacks twice", self.named(some & self.attacked), truth=not some & self.attacked)
        self.holds("no hex is attacked twice", target, truth=target not in self.fought)
        hungry = {u for u in some if self.g.army.side == ALLIED and u in p.at and not p.supplied(u)}
        self.holds("Allies attack in supply", self.named(hungry), truth=not hungry)
        self.attacked |= some
        self.fought.add(target)
        if self.g.round == WAVE_2:
            self.crowd(p, some)
        homes = {p.at[u] for u in some if u in p.at}
        if len(homes) > 1 and not self.g.landing:
            # 9.3.4: nobody is left to meet a duty in a Reaction, so none may arise.
            fresh = {n for n in duties(p, army, target, homes) if any(not self.g.defended >> u & 1 for u in p.units[n])}
            self.owed |= fresh - self.fought
            if self.g.round == REACTION:
                self.holds("a Reaction brings no duty", target, truth=not fresh - self.fought)

    def crowd(self, p: Plain, some: set[int]) -> None:
        """5.1: four at most in the whole Round out of a hex that holds too much."""
        for u in some & p.at.keys():
            self.sent[p.at[u]] = self.sent.get(p.at[u], 0) + 1
            if not stack_is_legal(p, u, p.at[u]):
                self.holds("four out of an overstacked hex", p.at[u], truth=self.sent[p.at[u]] <= FOUR)

    def done(self) -> None:
        """11.2: a duty that is left could not have been met by anybody."""
        p, army = Plain(self.g), int(self.g.army)
        for name in self.owed:
            idle: set[int] = set()
            if name not in self.fought and p.side(name) == 1 - self.g.army.side:
                beside = {u for n in p.near(name) for u in p.units.get(n, []) if u not in self.attacked}
                idle = {u for u in beside if able(p, u, army) and factor(p, u, attack=True)}
            self.holds("no duty is dodged", f"{name} by {self.named(idle)}", truth=not idle)

    def advance(self, frame: Advance) -> None:
        """11.3.8: every surviving attacker whom nothing bars may advance, of either army."""
        g, p = self.g, Plain(self.g)
        target = g.board.names[frame.target]
        if target in p.open and frame.by == GERMAN and not frame.closes:
            return  # 11.9: a beach that is open still
        wanted = {u for u in p.at if frame.units >> u & 1 and may_advance(p, u, target)}
        given = {action[1] for action in flow.options(g) if action[0] == "advance"}
        self.tally.same("who may advance", self.where, f"into {target}", given, wanted)

    def moved(self, event: Moved) -> None:
        """11.3.7: a retreat ends two hexes away, or one hex away in an Open Beach."""
        if event.how != "retreats to":
            return
        g = self.g
        way = [g.board.names[space] for space in event.path]
        far = distance(way[0], way[-1])
        short = (
            len(way) == RETREAT and g.open_beaches >> event.path[-1] & 1 and g.board.units[event.unit].side == ALLIED
        )
        self.holds("a retreat is two hexes long", f"{way}", truth=far == RETREAT or bool(short))


def may_advance(p: Plain, unit: int, target: str) -> bool:
    """11.3.8, 5.1, 10.1, 15."""
    counter = p.counters[unit]
    if counter.type == "strongpoint" or not p.g.steps[unit] or not p.can_step(unit, p.at[unit], target):
        return False
    if counter.side == ALLIED and target in closed(p, counter.army) | no_ends(p, counter.army):
        return False
    return p.g.round == WAVE_2 or stack_is_legal(p, unit, target)


def step(g: DarkSummer, rng: Random, watch: Watch, *, keen: bool = True) -> None:
    """One random pick under somebody's eyes; the keen do not end their attacks while any is left."""
    frame = flow.waiting(g)
    if isinstance(frame, chance.Chance):
        flow.pick(g, chance.fast_pick(g, frame))
        return
    some = flow.options(g)
    if isinstance(frame, Advance):
        watch.advance(frame)
    action = rng.choice(some)
    if isinstance(frame, Muster) and rng.random() < KEEN:
        action = rng.choice([other for other in some if other[0] == "join"] or [action])
    if isinstance(frame, Attacks) and action[0] == "done":
        if keen:
            action = rng.choice([other for other in some if other[0] != "done"] or [action])
        if action[0] == "done":
            watch.done()
    if isinstance(frame, Muster) and action[0] == "fight":
        watch.battle(frame)
    g.events = []
    flow.pick(g, action)
    for event in g.events:
        if isinstance(event, Moved):
            watch.moved(event)
    g.events = None


def attacks(rng: Random, tally: Tally) -> None:
    """A Combat or Combined Round from its first attack to its last."""
    g, where = throw(rng)
    g.round = rng.choice((COMBAT, COMBAT, COMBINED)) if g.army.side == ALLIED else COMBAT
    g.active, g.halved = g.board.roster.army[g.army], False
    g.touch()
    g.stack = ()
    flow.push(g, Attacks(by=Side(g.army.side)))
    watch = Watch(g, where, tally)
    while flow.waiting(g) is not None:
        step(g, rng, watch)


def moves(rng: Random, tally: Tally) -> None:
    """A Move Round from its first move to the end of the overstacking."""
    g, where = throw(rng)
    g.round, g.halved = MOVE, False
    g.touch()
    army, side = int(g.army), Side(g.army.side)
    gone: set[int] = set()
    g.stack = ()
    flow.push(g, Movement(by=side))
    for _ in range(rng.choice((4, 12, 30))):
        frame = flow.waiting(g)
        if frame is None:
            break
        p, action = Plain(g), rng.choice(flow.options(g))
        if isinstance(frame, MoveUnits) and action[0] == "to":
            units = {u for u in p.at if frame.units >> u & 1}
            tally.holds("nobody moves twice", where, str(units & gone), truth=not units & gone)
            gone |= units
            if len(units) == 1 and not frame.way:
                (unit,) = units
                end = g.board.names[action[1]]
                tally.holds("a move ends in reach", where, f"{p.at[unit]} to {end}", truth=end in walks(p, unit))
        flow.pick(g, action)
    ended(g, Plain(g), army, where, tally)
    g.stack = ()
    flow.push(g, enforce_by_enemy(side))
    while flow.waiting(g) is not None:
        flow.pick(g, rng.choice(flow.options(g)))
    p = Plain(g)
    for name, some in p.units.items():
        if p.side(name) == side:
            tally.holds("nobody is overstacked", where, name, truth=stack_is_legal(p, some[0], name))


def ended(g: DarkSummer, p: Plain, army: int, where: str, tally: Tally) -> None:
    """10.1, 5: where nobody of an army that has moved may stand, and that no enemy shares a hex."""
    for name, some in p.units.items():
        both = {p.counters[u].side for u in some}
        tally.holds("enemies never share a hex", where, name, truth=len(both) == 1)
        armies = {int(p.counters[u].army) for u in some}
        tally.holds("US and British never share a hex", where, name, truth=len(armies) == 1)
        if army == GERMANS and name in no_ends(p, army):
            late = [u for u in some if p.counters[u].move and g.moved >> u & 1 and walks(p, u)]
            tally.holds("no German stops in C, W or S", where, name, truth=not late)


def d_day(rng: Random, tally: Tally) -> None:
    """The two waves and both Reactions at random."""
    g: Any = GAME.new(None, {}, seed=rng.randrange(1_000))
    do(g, rng.choice(options(g)))
    rounds, watch = 0, Watch(g, "D-Day", tally)
    while flow.waiting(g) is not None and "D-Day" in flow.trail(g):
        if len(g.played) != rounds:
            rounds = len(g.played)
            watch = Watch(g, f"D-Day, Round {rounds}", tally)
        step(g, rng, watch, keen=rng.random() < KEEN)
    if g.outcome is not None:
        return
    p = Plain(g)
    for name in sorted(p.tags["utah"] | p.tags["omaha"] | p.tags["gold"] | p.tags["juno"] | p.tags["sword"]):
        shut = bool(g.closed_beaches >> g.board.ids[name] & 1)
        watch.holds("a beach is open or closed", name, truth=(name in p.open) != shut)
    afloat = [u for u, c in enumerate(g.board.units) if c.wave in (1, 2) and g.space[u] not in _ashore(g)]
    watch.holds("nobody is left afloat", watch.named(afloat), truth=not afloat)
    for name, some in p.units.items():
        if p.side(name) == ALLIED:
            watch.holds("nobody is overstacked after the waves", name, truth=stack_is_legal(p, some[0], name))


def _ashore(g: Any) -> set[int]:
    """Land, the Turn Record Track and the dead: where those who were afloat may be after the waves."""
    atlas = g.board.atlas
    return {s for s in range(len(g.board.names)) if atlas.land >> s & 1} | {atlas.waiting, atlas.lost}
