"""The exact chances of a battle without cards: who wins, whether the region is cleared, what both sides lose.

Exact are: every die of both rounds with each unit's own factor, panics that fall on units drawn by lot, bunkers,
Battle Morale, who breaks, who wins, and the pursuit. The assumptions are those of `sensible.py`: owners give hits and
help by its lines, and nobody plays a card. A loser's fate beyond the pursuit (no way out, bunkers that fall with a
retreat, leaders) is not counted. A game whose data say more than two rounds is reckoned with two.

How it is done: what a side loses in a round depends on the enemy's fire alone, so both sides are followed apart.
Units alike are counted, not named; positions that are alike are merged. After round 1 the forces are sorted by the
factors they fire with: between two such groups the second round is again two independent questions. Volleys
and pairs of groups rarer than `RARE` are left out; `Expected.left_out` says how much that is in all.
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from bocage.games.acrosstheworld.board import each_unit, other
from bocage.games.acrosstheworld.r13_modifiers import combat_factor
from bocage.games.acrosstheworld.sensible import bearing, lasting, profit
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.games.acrosstheworld.trials import opened, sheltered
from bocage.kernel.ids import Side, Space, UnitId

RARE = 1e-9
FACES = 10

Fire: TypeAlias = dict[tuple[int, int], float]
"""The chances of hits and panics."""
Chances: TypeAlias = dict[int, float]


@lru_cache(maxsize=20_000)
def volley(factors: tuple[int, ...]) -> Fire:
    """12.4: the chances of a volley; dice with these factors, the highest last."""
    if not factors:
        return {(0, 0): 1.0}
    factor = factors[-1]
    hit = min(FACES, factor - 1) / FACES
    panic = 1 / FACES if factor <= FACES else 0.0
    found: Fire = {}
    for (hits, panics), chance in volley(factors[:-1]).items():
        for key, share in (((hits + 1, panics), hit), ((hits, panics + 1), panic), ((hits, panics), 1 - hit - panic)):
            if chance * share > RARE:
                found[key] = found.get(key, 0.0) + chance * share
    return found


class Cell(NamedTuple):
    """Units that are alike in all that matters."""

    bears: float
    factor: int
    """In round 2, before the bounds and the leader's help."""
    steps: int
    division: bool
    armour: bool
    bunker: bool


class Line(NamedTuple):
    """A side in the course of a battle: how many of each cell fight, and how many have fled."""

    morale: int
    standing: tuple[int, ...]
    fled: tuple[int, ...]


Lines: TypeAlias = dict[Line, float]


class Toll(NamedTuple):
    """What a side has lost, and what a pursuit would cost it more."""

    steps: int
    bunkers: int
    divisions: int
    tanks: int
    caught: tuple[int, int, int]
    """Steps, divisions and armoured divisions lost in a pursuit."""
    shut: bool
    """Bunkers alone are left: they stay (12.12)."""


class End(NamedTuple):
    """How a side stands when the fire is over."""

    broken: bool
    morale: int
    armour: bool
    """Armour that still fights can pursue."""


class Roster:
    """One side of a battle, with everything that can become of it."""

    def __init__(self, g: Campaign, fight: Fight, side: Side) -> None:
        board = g.board
        fighting = [self._cells(g, unit) for unit in each_unit(fight.standing[side])]
        away = [self._cells(g, unit) for unit in each_unit(fight.panicked[side])]
        self.cells = sorted({cell for kin in fighting + away for cell in kin}, key=lambda c: (-c.bears, c.factor))
        place = {cell: n for n, cell in enumerate(self.cells)}
        self.next = [-1] * len(self.cells)
        for kin in fighting + away:
            for cell, less in pairwise(kin):
                self.next[place[cell]] = place[less]
        self.bunkers = [n for n, cell in enumerate(self.cells) if cell.bunker]
        self.numbers = board.numbers.battle
        leader, help_ = fight.commander[side], board.modifiers["leader"]
        self.aided = board.units[leader].stars * help_.units if leader >= 0 else 0
        self.lift = help_.combat
        count, fled = Counter(kin[0] for kin in fighting), Counter(kin[0] for kin in away)
        self.start = Line(fight.morale[side], *(tuple(many[cell] for cell in self.cells) for many in (count, fled)))
        self.flight, self.struck, self.summary = cache(self._flight), cache(self._struck), cache(self._summary)
        self.ends: list[tuple[End, Toll]] = []
        self._place: dict[tuple[End, Toll], int] = {}

    @staticmethod
    def _cells(g: Campaign, unit: UnitId) -> list[Cell]:
        """A unit's own cell, and those it comes to as it loses steps."""
        counter, board = g.board.units[unit], g.board
        kinds = [bool(group >> unit & 1) for group in (board.divisions, board.armour, board.bunkers)]
        factor = lasting(g, unit)
        return [Cell(bearing(counter, steps), factor, steps, *kinds) for steps in range(g.steps[unit], 0, -1)]

    def _flight(self, line: Line) -> list[tuple[Line, float]]:
        """12.6: a unit drawn by lot panics; a bunker dies of it (15.3)."""
        many, found = sum(line.standing), []
        for n, count in enumerate(line.standing):
            if count:
                fled = line.fled if self.cells[n].bunker else changed(line.fled, n, 1)
                after = Line(line.morale - self.numbers.panic, changed(line.standing, n, -1), fled)
                found.append((after, count / many))
        return found or [(line, 1.0)]

    def flee(self, lines: Lines) -> Lines:
        """One more panic among lines of which each is so likely."""
        found: Lines = {}
        for line, chance in lines.items():
            for after, share in self.flight(line):
                found[after] = found.get(after, 0.0) + chance * share
        return found

    def hit(self, line: Line, n: int) -> Line:
        """12.7: a unit of a cell loses a step, or its life."""
        standing, onward = changed(line.standing, n, -1), self.next[n]
        if onward < 0:
            return Line(line.morale - self.numbers.destroyed, standing, line.fled)
        return Line(line.morale - self.numbers.step, changed(standing, onward, 1), line.fled)

    def _struck(self, line: Line, hits: int) -> Line:
        """After so many hits of a volley: a bunker takes the first (15.2), the others who bears them best."""
        if not hits:
            return line
        line = self.struck(line, hits - 1)
        who = [n for n in self.bunkers if line.standing[n]] if hits == 1 else []
        who = who or [n for n, count in enumerate(line.standing) if count]
        return self.hit(line, who[0]) if who else line

    def suffers(self, lines: Lines, results: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Lines]:
        """By result of a volley, what it leaves of lines of which each is so likely: panics come first, then hits."""
        found: dict[tuple[int, int], Lines] = {}
        count = 0
        for hits, panics in sorted(results, key=lambda result: result[1]):
            while count < panics:
                lines, count = self.flee(lines), count + 1
            left: Lines = {}
            for line, chance in lines.items():
                after = self.struck(line, hits)
                left[after] = left.get(after, 0.0) + chance
            found[hits, panics] = left
        return found

    def factors(self, line: Line) -> tuple[int, ...]:
        """What a line fires with in round 2, the leader's help given by `profit`."""
        low, high = self.numbers.lowest, self.numbers.highest
        units = [(cell.factor, cell.steps) for n, cell in enumerate(self.cells) for _ in range(line.standing[n])]
        units.sort(key=lambda unit: -profit(*unit, low, high))
        found = [factor + (self.lift if n < self.aided else 0) for n, (factor, _) in enumerate(units)]
        return tuple(sorted(max(low, min(high, factor)) for factor in found))

    def broken(self, line: Line) -> bool:
        """12.9."""
        return line.morale <= 0 or not any(line.standing)

    def _summary(self, line: Line) -> int:
        """How a line ends, as a place in `ends`."""
        key = (self._end(line), self._toll(line))
        if key not in self._place:
            self._place[key] = len(self.ends)
            self.ends.append(key)
        return self._place[key]

    def _end(self, line: Line) -> End:
        armour = any(count and cell.armour for count, cell in zip(line.standing, self.cells, strict=True))
        return End(self.broken(line), line.morale, armour)

    def _toll(self, line: Line) -> Toll:
        """What a line has lost since the start."""
        left = [a + b for a, b in zip(line.standing, line.fled, strict=True)]
        before = [a + b for a, b in zip(self.start.standing, self.start.fled, strict=True)]
        gone = [(cell, was - now) for cell, was, now in zip(self.cells, before, left, strict=True)]
        mobile = [n for n, cell in enumerate(self.cells) if left[n] and not cell.bunker]
        caught = (0, 0, 0)
        if mobile:
            cell = self.cells[mobile[0]]
            dies = cell.steps == 1
            caught = (1, int(dies and cell.division), int(dies and cell.division and cell.armour))
        return Toll(
            sum(cell.steps * many for cell, many in gone if not cell.bunker),
            sum(many for cell, many in gone if cell.bunker),
            sum(many for cell, many in gone if cell.division),
            sum(many for cell, many in gone if cell.division and cell.armour),
            caught,
            not mobile and any(left),
        )


def changed(counts: tuple[int, ...], n: int, by: int) -> tuple[int, ...]:
    """Counts with one of them changed."""
    return (*counts[:n], counts[n] + by, *counts[n + 1 :])


WON, LOST, PURSUED = range(3)
Ends: TypeAlias = dict[int, float]
"""By place in `Roster.ends`, how likely a side ends so."""


class Expected(NamedTuple):
    """What a battle will bring. Pairs are by attacker and defender."""

    win: float
    """The attacker's chance to win."""
    clear: float
    """His chance to win and to have the region for himself; a garrison that shuts itself up leaves it to him."""
    losses: tuple[Chances, Chances]
    """The chances of each number of steps lost, bunkers apart."""
    divisions: tuple[Chances, Chances]
    """The chances of each number of divisions destroyed."""
    steps: tuple[float, float]
    """Mean steps lost, bunkers apart."""
    bunkers: float
    """Mean bunkers destroyed by fire."""
    points: tuple[float, float]
    """What each side scores on average (19.7, 19.8)."""
    left_out: float
    """The chance of all that was too rare to be followed."""


class Reckoning:
    """Both sides' ends brought together."""

    def __init__(self, g: Campaign, rosters: list[Roster], safe: tuple[bool, bool]) -> None:
        self.lead = g.board.numbers.battle.pursuit_lead
        self.score = g.board.numbers.score
        self.rosters, self.safe = rosters, safe
        self.fates = cache(self._fates)
        self.places: tuple[dict[tuple[int, int], float], ...] = ({}, {})

    def add(self, mine: Ends, theirs: Ends) -> None:
        """Bring together two independent sets of ends."""
        both = (mine, theirs)
        by_end = [_by_end(roster, ends) for roster, ends in zip(self.rosters, both, strict=True)]
        for side in (0, 1):
            ends, found = self.rosters[side].ends, self.places[side]
            shares: dict[End, list[float]] = {}
            for own in by_end[side]:
                share = shares[own] = [0.0, 0.0, 0.0]
                for foe, chance in by_end[1 - side].items():
                    share[self.fates(own, foe)[0] if not side else self.fates(foe, own)[1]] += chance
            for place, chance in both[side].items():
                for fate, share_of in enumerate(shares[ends[place][0]]):
                    if share_of:
                        found[fate, place] = found.get((fate, place), 0.0) + chance * share_of

    def _fates(self, attacker: End, defender: End) -> tuple[int, int]:
        """What becomes of both."""
        if self._wins(attacker, defender):
            return WON, self._fate(attacker, defender, 1)
        return self._fate(defender, attacker, 0), WON

    def tally(self, side: int) -> list[tuple[int, Toll, float]]:
        """A side's fates and tolls with their chances."""
        ends = self.rosters[side].ends
        return [(fate, ends[place][1], chance) for (fate, place), chance in self.places[side].items()]

    def _wins(self, attacker: End, defender: End) -> bool:
        """12.10: who alone breaks has lost; else the lower morale, the attacker in a tie."""
        if attacker.broken != defender.broken:
            return defender.broken
        return attacker.morale > defender.morale

    def _fate(self, winner: End, loser: End, side: int) -> int:
        """12.13: a loser may be pursued, if he does not shut himself up."""
        chased = winner.armour and winner.morale - loser.morale >= self.lead
        return PURSUED if chased and not self.safe[side] else LOST

    def result(self) -> Expected:
        tallies = [self.tally(side) for side in (0, 1)]
        losses = [self._spread(tally, 0) for tally in tallies]
        divisions = [self._spread(tally, 1) for tally in tallies]
        return Expected(
            sum(chance for fate, _, chance in tallies[0] if fate == WON),
            sum(chance for fate, toll, chance in tallies[1] if fate != WON and not toll.shut),
            (losses[0], losses[1]),
            (divisions[0], divisions[1]),
            (mean(losses[0]), mean(losses[1])),
            sum(toll.bunkers * chance for tally in tallies for _, toll, chance in tally),
            (self._points(tallies[1]), self._points(tallies[0])),
            1 - sum(chance for _, _, chance in tallies[0]),
        )

    def _spread(self, tally: list[tuple[int, Toll, float]], what: int) -> Chances:
        """The chances of each number of steps, or of divisions, that a side loses in all."""
        found: Chances = {}
        for fate, toll, chance in tally:
            lost = (toll.steps, toll.divisions)[what] + (toll.caught[what] if fate == PURSUED else 0)
            found[lost] = found.get(lost, 0.0) + chance
        return dict(sorted(found.items()))

    def _points(self, tally: list[tuple[int, Toll, float]]) -> float:
        """What the enemy scores for a side's losses in a battle that it loses."""
        found = 0.0
        for fate, toll, chance in tally:
            _, divisions, tanks = toll.caught if fate == PURSUED else (0, 0, 0)
            if fate != WON and toll.divisions + divisions:
                found += chance * (self.score.battle + self.score.armour * (toll.tanks + tanks))
        return found


def mean(chances: Chances) -> float:
    return sum(number * chance for number, chance in chances.items())


def _by_end(roster: Roster, ends: Ends) -> dict[End, float]:
    found: dict[End, float] = {}
    for place, chance in ends.items():
        end = roster.ends[place][0]
        found[end] = found.get(end, 0.0) + chance
    return found


def expect(g: Campaign, at: Space, attacker: Side) -> Expected:
    """The exact chances of a battle between those who stand in a region now."""
    trial = opened(g, at, attacker)
    if not trial.stack:  # nobody on one side is fit to fight
        return _without_fire(trial, attacker)
    fight, sides = trial.battle, (attacker, other(attacker))
    rosters = [Roster(trial, fight, side) for side in sides]
    fires = [
        volley(tuple(sorted(combat_factor(trial, fight, unit) for unit in each_unit(fight.standing[side]))))
        for side in sides
    ]
    reckoning = Reckoning(g, rosters, (_safe(trial, attacker), _safe(trial, other(attacker))))
    after = [_first_round(rosters[n], fires[1 - n]) for n in (0, 1)]
    broken = [{line: chance for line, chance in after[n].items() if rosters[n].broken(line)} for n in (0, 1)]
    fit = [{line: chance for line, chance in after[n].items() if not rosters[n].broken(line)} for n in (0, 1)]
    reckoning.add(_ends(rosters[0], broken[0]), _ends(rosters[1], after[1]))
    reckoning.add(_ends(rosters[0], fit[0]), _ends(rosters[1], broken[1]))
    if g.board.numbers.battle.rounds < 2:
        reckoning.add(_ends(rosters[0], fit[0]), _ends(rosters[1], fit[1]))
    else:
        _second_round(reckoning, fit)
    return reckoning.result()


def _without_fire(g: Campaign, attacker: Side) -> Expected:
    """Decided before the first die: one side has nobody who fights."""
    assert g.outcome is not None
    win = float(g.outcome.winner == attacker)
    none = ({0: 1.0}, {0: 1.0})
    return Expected(win, win, none, none, (0.0, 0.0), 0.0, (0.0, 0.0), 0.0)


def _safe(g: Campaign, loser: Side) -> bool:
    """16.1 and 16.3: who shuts himself up in the fortress, or dies in it, is not pursued."""
    fight = g.battle
    engaged = (fight.standing[loser] | fight.panicked[loser]) & g.board.mobile
    return sheltered(g, fight, loser, engaged)


def _first_round(roster: Roster, fire: Fire) -> Lines:
    found: Lines = {}
    for result, lines in roster.suffers({roster.start: 1.0}, fire).items():
        for line, share in lines.items():
            found[line] = found.get(line, 0.0) + fire[result] * share
    return found


def _ends(roster: Roster, lines: Lines) -> Ends:
    found: Ends = {}
    for line, chance in lines.items():
        place = roster.summary(line)
        found[place] = found.get(place, 0.0) + chance
    return found


def _second_round(reckoning: Reckoning, fit: list[Lines]) -> None:
    """Between lines that fire alike both sides' losses are independent again."""
    rosters = reckoning.rosters
    groups = [_by_fire(roster, lines) for roster, lines in zip(rosters, fit, strict=True)]
    results = [{result for factors in group for result in volley(factors)} for group in groups]
    suffered = [
        {
            factors: {
                result: _ends(rosters[n], left) for result, left in rosters[n].suffers(lines, results[1 - n]).items()
            }
            for factors, lines in groups[n].items()
        }
        for n in (0, 1)
    ]
    weights = [{factors: sum(lines.values()) for factors, lines in group.items()} for group in groups]
    for mine, my_ends in suffered[0].items():
        for theirs, their_ends in suffered[1].items():
            if weights[0][mine] * weights[1][theirs] > RARE:
                reckoning.add(_mixed(my_ends, volley(theirs)), _mixed(their_ends, volley(mine)))


def _suffered(roster: Roster, lines: Lines, results: set[tuple[int, int]]) -> dict[tuple[int, int], Ends]:
    """By result of the enemy's fire, how lines end that are each so likely."""
    return {result: _ends(roster, left) for result, left in roster.suffers(lines, results).items()}


def _by_fire(roster: Roster, lines: Lines) -> dict[tuple[int, ...], Lines]:
    found: dict[tuple[int, ...], Lines] = {}
    for line, chance in lines.items():
        found.setdefault(roster.factors(line), {})[line] = chance
    return found


def _mixed(ends: dict[tuple[int, int], Ends], fire: Fire) -> Ends:
    """The ends after a whole volley."""
    found: Ends = {}
    for result, chance in fire.items():
        for place, share in ends[result].items():
            found[place] = found.get(place, 0.0) + chance * share
    return found
