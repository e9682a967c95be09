"""Who mans which post of the German line: the posts that would be lost without help first, the nearest units."""

from bocage.games.darksummer.computer.chances import Fight, outlook
from bocage.games.darksummer.computer.ground import fed_hexes, ground_shift, march
from bocage.games.darksummer.computer.line import front_line, line_units, threats
from bocage.games.darksummer.rules.r05_stacking import is_legal_stack
from bocage.games.darksummer.rules.r11_odds import factor
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.combat import DEFENDER
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.spaces import each

HOLE = 1.6
"""What an empty post counts beside one that is surely lost."""
ROUND = 0.45
"""What each Move Round on the way to a post costs."""
NEAR = 9
"""Each unit looks at this many posts, the nearest ones."""
FEWEST = 0.03
"""A unit that gains less stays in reserve."""
GARRISONS_FROM = 7
"""The turn from which towns that score have garrisons."""
STEP = 0.25
"""What a step saved counts beside a post held."""


class Posts:
    """The line and who is to stand where."""

    def __init__(self, g: DarkSummer, worth: list[float], away: "set[UnitId]") -> None:
        self.line = front_line(g)
        self.line += [space for space in each(garrisons(g)) if space not in self.line]
        self.threat = threats(g)
        self.of: dict[UnitId, Space] = {}
        self._worth = worth
        self._stacks: dict[Space, Units] = {space: self._garrison(g, space) for space in self.line}
        self._defense = {space: _defense(g, stack) for space, stack in self._stacks.items()}
        self._steps = {space: _steps(g, stack) for space, stack in self._stacks.items()}
        if self.line:
            self._seat(g, [unit for unit in map(UnitId, line_units(g)) if unit not in away])

    def _garrison(self, g: DarkSummer, space: Space) -> Units:
        """Who stands there in any case."""
        return g.here.get(space, 0) & g.board.roster.immobile

    def _seat(self, g: DarkSummer, units: list[UnitId]) -> None:
        """Unit by unit the seat that gains most; a seat taken changes what the post still needs."""
        ways = {unit: self._nearest(g, unit) for unit in units}
        gains = {unit: self._best(g, unit, ways[unit]) for unit in units}
        while gains:
            unit = max(gains, key=lambda one: gains[one][0])
            gain, space = gains.pop(unit)
            if gain <= FEWEST:
                break
            self._sit(g, unit, space)
            for other, (_, wanted) in list(gains.items()):
                if wanted == space:
                    gains[other] = self._best(g, other, ways[other])

    def _nearest(self, g: DarkSummer, unit: UnitId) -> list[tuple[float, Space]]:
        """The nearest posts, and how many Move Rounds they are away."""
        counter, at = g.board.units[unit], g.space[unit]
        slow = 1.4 if g.sky.german_roads == "no" else 1.0
        found = [(march(g.board, 1 << post, GERMAN, counter.motorized)[at], post) for post in self.line]
        found.sort()
        return [(0.0 if post == at else max(1.0, slow * far / counter.move), post) for far, post in found[:NEAR]]

    def _best(self, g: DarkSummer, unit: UnitId, ways: list[tuple[float, Space]]) -> tuple[float, Space]:
        return max(((self._gain(g, unit, space) - ROUND * rounds, space) for rounds, space in ways))

    def _gain(self, g: DarkSummer, unit: UnitId, space: Space) -> float:
        """How much better a post holds with one more."""
        if not is_legal_stack(g, self._stacks[space] | 1 << unit):
            return -9.0
        defense, steps = self._defense[space], self._steps[space]
        mine = factor(g, unit, DEFENDER, tanks=True)
        before = self._loss(g, space, defense, steps)
        return self._worth[space] * (before - self._loss(g, space, defense + mine, steps + g.steps[unit]))

    def _loss(self, g: DarkSummer, space: Space, defense: int, steps: int) -> float:
        """How likely a post falls, and what is lost with it."""
        if defense <= 0:
            return HOLE
        board = g.board
        holds = bool(
            board.atlas.city >> space & 1 or (board.atlas.bocage >> space & 1 and g.turn <= g.rules.bocage_until)
        )
        fight = Fight(max(1, int(self.threat[space])), defense, -ground_shift(g, space), max(1, min(steps, 8)), holds)
        seen = outlook(board, fight)
        return seen.won + STEP * (seen.defender_steps - seen.attacker_steps) / max(1, steps)

    def _sit(self, g: DarkSummer, unit: UnitId, space: Space) -> None:
        self.of[unit] = space
        self._stacks[space] |= 1 << unit
        self._defense[space] += factor(g, unit, DEFENDER, tanks=True)
        self._steps[space] += g.steps[unit]

    def hexes(self) -> Spaces:
        """The hexes of the line."""
        return sum(1 << space for space in self.line)


def garrisons(g: DarkSummer) -> Spaces:
    """Late in the game the towns that score are held, whatever becomes of the line."""
    if g.turn < GARRISONS_FROM:
        return 0
    found = 0
    for name in ("falaise", "argentan", "flers", "lisieux"):
        found |= g.board.tags[name]
    return found & ~g.allied_hexes & fed_hexes(g, Army.GERMAN)


def _defense(g: DarkSummer, stack: Units) -> int:
    return sum(factor(g, unit, DEFENDER, tanks=True) for unit in each_unit(stack))


def _steps(g: DarkSummer, stack: Units) -> int:
    return sum(g.steps[unit] for unit in each_unit(stack))
