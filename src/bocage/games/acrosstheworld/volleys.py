"""One side of a battle and all that can become of it: units alike are counted, not named, and volleys are exact."""

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.sensible import bearing, lasting, profit
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.kernel.ids import Side, UnitId

RARE = 1e-9
"""Results of a volley rarer than this are left out."""
FACES = 10

Result: TypeAlias = tuple[int, int]
"""Hits and panics of a volley."""
Fire: TypeAlias = dict[Result, float]
Ends: TypeAlias = dict[int, float]
"""By place in `Roster.ends`, how likely a side is to end there."""


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
    """Only bunkers are left: they stay (12.12)."""


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
        self.flight, self.struck = cache(self._flight), cache(self._struck)
        self.summary, self.places = cache(self._summary), cache(self._places)
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
        """One more panic among lines, each with its chance."""
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
        """After this many hits of a volley: a bunker takes the first (15.2), the others go to the unit that bears them
        best.
        """
        if not hits:
            return line
        line = self.struck(line, hits - 1)
        who = [n for n in self.bunkers if line.standing[n]] if hits == 1 else []
        who = who or [n for n, count in enumerate(line.standing) if count]
        return self.hit(line, who[0]) if who else line

    def suffers(self, lines: Lines, results: Iterable[Result]) -> dict[Result, Lines]:
        """By result of a volley, what it leaves of lines, each with its chance: panics come first, then hits."""
        found: dict[Result, Lines] = {}
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

    def ends_after(self, lines: Lines, results: Iterable[Result]) -> dict[Result, Ends]:
        """The same in the last round, when only the end counts."""
        found: dict[Result, Ends] = {result: {} for result in results}
        for panics in range(1 + max(result[1] for result in found)):
            wanted = [(hits, ends) for (hits, count), ends in found.items() if count == panics]
            most = max((hits for hits, _ in wanted), default=0)
            for line, chance in lines.items():
                places = self.places(line, most)
                for hits, ends in wanted:
                    place = places[hits]
                    ends[place] = ends.get(place, 0.0) + chance
            lines = self.flee(lines)
        return found

    def _places(self, line: Line, hits: int) -> list[int]:
        """How a line ends after no hit, one, and so on."""
        return [self.summary(self.struck(line, count)) for count in range(hits + 1)]

    def factors(self, line: Line) -> tuple[int, ...]:
        """What a line fires with in round 2, the leader's help given by `profit`."""
        low, high = self.numbers.lowest, self.numbers.highest
        units = [(cell.factor, cell.steps) for n, cell in enumerate(self.cells) for _ in range(line.standing[n])]
        units.sort(key=lambda unit: -profit(unit[0], unit[1], low, high))
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
