"""The exact chances of a battle without cards: who wins, whether the region is cleared, what both sides lose.

What is exact: every die of both rounds with each unit's own factor, panics that fall on units drawn by lot, bunkers,
Battle Morale, who breaks, who wins, and the pursuit. The assumptions are those of `sensible.py`: owners give hits and
help by its lines, and nobody plays a card. A loser's fate beyond the pursuit (no way out, bunkers that fall with a
retreat, leaders) is not counted. A game whose data say more than two rounds is calculated with two.

How it is done: what a side loses in a round depends on the enemy's fire alone, so both sides are followed apart.
Units alike are counted, not named; positions that are alike are merged. After round 1 the forces are sorted by the
factors they fire with: between two such groups the second round is again two independent questions. Volleys
rarer than `RARE` are left out, and the rarest pairs of groups, `REST` in all; `Expected.left_out` says how much it was.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor
from bocage.games.acrosstheworld.sides import other
from bocage.games.acrosstheworld.state import Campaign
from bocage.games.acrosstheworld.trials import opened, sheltered
from bocage.games.acrosstheworld.volleys import End, Ends, Fire, Lines, Result, Roster, Toll, volley
from bocage.kernel.ids import Side, Space

REST = 1e-5
"""The chance of all pairs of groups that are left out."""

Chances: TypeAlias = dict[int, float]
"""By number, how likely it is."""
WON, LOST, PURSUED = range(3)


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
        """12.10: a side that alone breaks has lost; otherwise the lower morale, the attacker in a tie."""
        if attacker.broken != defender.broken:
            return defender.broken
        return attacker.morale > defender.morale

    def _fate(self, winner: End, loser: End, side: int) -> int:
        """12.13: a loser may be pursued, unless shut up in a fortress."""
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
    """16.1 and 16.3: a force that shuts itself up in the fortress, or dies in it, is not pursued."""
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
        {factors: rosters[n].ends_after(lines, results[1 - n]) for factors, lines in groups[n].items()} for n in (0, 1)
    ]
    for mine, theirs in _likely_pairs(groups):
        ends = _mixed(suffered[0][mine], volley(theirs)), _mixed(suffered[1][theirs], volley(mine))
        reckoning.add(*ends)


def _likely_pairs(groups: list[dict[tuple[int, ...], Lines]]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The pairs of groups that may meet in round 2, the most likely first, but for the rarest."""
    weights = [{factors: sum(lines.values()) for factors, lines in group.items()} for group in groups]
    pairs = sorted(
        ((mine * theirs, a, b) for a, mine in weights[0].items() for b, theirs in weights[1].items()), reverse=True
    )
    left = sum(chance for chance, _, _ in pairs)
    for chance, a, b in pairs:
        if left < REST:
            return
        left -= chance
        yield a, b


def _by_fire(roster: Roster, lines: Lines) -> dict[tuple[int, ...], Lines]:
    found: dict[tuple[int, ...], Lines] = {}
    for line, chance in lines.items():
        found.setdefault(roster.factors(line), {})[line] = chance
    return found


def _mixed(ends: dict[Result, Ends], fire: Fire) -> Ends:
    """The ends after a whole volley."""
    found: Ends = {}
    for result, chance in fire.items():
        for place, share in ends[result].items():
            found[place] = found.get(place, 0.0) + chance * share
    return found
