"""The numbers of a run that a report shows, worked out from its two tables."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from bocage.lab.extra import BadResults
from bocage.lab.results import Results
from bocage.runs.intervals import wilson

Numbers: TypeAlias = "np.ndarray[Any, np.dtype[np.float64]]"
Rows: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"
QUARTILES = (25, 50, 75)
LOT = 2000
"""How many rows are unpacked at a time: many games would not fit in memory as objects."""


class Share(NamedTuple):
    """How many of some games, with the interval that holds the true share in 95 of 100 cases."""

    name: str
    many: int
    share: float
    low: float
    high: float


class Band(NamedTuple):
    """A number over the turns: median and quartiles of the games that were still going on, and how many they were."""

    turns: list[int]
    low: list[float]
    middle: list[float]
    high: list[float]
    games: list[int]


class Study:
    """One run. The tables stay in columns; what is nested in the rows of turns is counted in one pass."""

    def __init__(self, results: Results, label: str = "") -> None:
        self.results, self.settings, self.game = results, results.settings, results.game
        games, self.table = results.read()
        if not games.num_rows:
            raise BadResults(f"{results.folder} holds no finished game yet")
        self.label = label or results.folder.name
        self.sides: tuple[str, ...] = self.settings.sides
        rows = games.to_pylist()
        self.errors: list[dict[str, Any]] = [row for row in rows if row["error"]]
        self.games: list[dict[str, Any]] = [row for row in rows if not row["error"]]
        if not self.games:
            raise BadResults(f"{results.folder}: every game failed, the first with {self.errors[0]['error']}")

    def column(self, name: str) -> Numbers:
        """A number of every turn of every game."""
        found: Numbers = self.table[name].to_numpy().astype(float)
        return found

    def of(self, side: str, name: str) -> Numbers:
        """A number of a side: its points, its losses."""
        return self.column(f"{side.lower()}_{name}")

    # --- who wins ----------------------------------------------------------------------------------

    @property
    def many(self) -> int:
        """Games that ended."""
        return len(self.games)

    @cached_property
    def wins(self) -> list[Share]:
        """Each side's share of the games, and that of draws if there are any."""
        won = Counter(row["winner"] or "Draw" for row in self.games)
        names = [*self.sides, *(["Draw"] if won["Draw"] else [])]
        return [self._share(name, won[name]) for name in names]

    def _share(self, name: str, many: int) -> Share:
        return Share(name, many, many / self.many, *wilson(many, self.many))

    @cached_property
    def levels(self) -> list[tuple[Share, str]]:
        """The results in the game's own words, each with its winner; the winner of most first."""
        seen = Counter((row["level"], row["winner"] or "Draw") for row in self.games)
        order = [*self.sides, "Draw"]
        found = sorted(seen.items(), key=lambda item: (order.index(item[0][1]), -item[1]))
        return [(self._share(level, many), winner) for (level, winner), many in found]

    # --- over the turns ----------------------------------------------------------------------------

    @cached_property
    def by_turn(self) -> dict[int, Rows]:
        """The numbers of the rows of each turn."""
        turns = self.column("turn").astype(int)
        return {int(turn): np.flatnonzero(turns == turn) for turn in np.unique(turns)}

    def band(self, values: Numbers) -> Band:
        """Median and quartiles of a number over the turns; what is not a number is left out."""
        band = Band([], [], [], [], [])
        for turn, rows in self.by_turn.items():
            here = values[rows]
            here = here[~np.isnan(here)]
            if len(here):
                low, middle, high = (float(x) for x in np.percentile(here, QUARTILES))
                band.turns.append(turn)
                band.low.append(low)
                band.middle.append(middle)
                band.high.append(high)
                band.games.append(len(here))
        return band

    def per_game(self, values: Numbers) -> list[float]:
        """The sum of a number over each game."""
        _, games = np.unique(self.column("seed").astype(int), return_inverse=True)
        return [float(total) for total in np.bincount(games, weights=values)]

    @cached_property
    def scoring(self) -> list[str]:
        """The sides that ever had points."""
        return [side for side in self.sides if self.of(side, "points").any()]

    @cached_property
    def gauges(self) -> dict[str, Band]:
        """The game's own gauges over the turns."""
        return {name: self.band(values) for name, values in self._nested.gauges.items()}

    @cached_property
    def facts(self) -> list[str]:
        """The gauges that say whether something is so."""
        return [name for name in self.gauges if name in self.game.measure.facts]

    def yes(self, name: str) -> tuple[list[int], list[Share]]:
        """In which share of the games a gauge said yes, over the turns."""
        turns, shares = [], []
        for turn, rows in self.by_turn.items():
            values = self._nested.gauges[name][rows]
            values = values[~np.isnan(values)]
            if len(values):
                won = int(values.sum())
                turns.append(turn)
                shares.append(Share(name, won, won / len(values), *wilson(won, len(values))))
        return turns, shares

    def reached(self, name: str) -> dict[int, Share]:
        """In which share of all games a gauge has said yes by the end of each turn, whatever became of it later."""
        said = self._nested.gauges[name] == 1
        turns, seeds = self.column("turn"), self.column("seed")
        by = {turn: len(np.unique(seeds[said & (turns <= turn)])) for turn in self.by_turn}
        return {turn: self._share(name, many) for turn, many in by.items()}

    def often(self, name: str) -> float:
        """In which share of the turns of all games a gauge said yes, of those in which it said anything."""
        values = self._nested.gauges[name][self.column("turn") > 0]
        return float(np.nanmean(values))

    # --- losses and results ------------------------------------------------------------------------

    @cached_property
    def _nested(self) -> "_Nested":
        return _Nested(self.table)

    @cached_property
    def losses_by_arm(self) -> dict[str, dict[str, float]]:
        """By arm and side, steps lost in a mean game; the arm that bleeds most first."""
        found: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(self.sides, 0.0))
        for (arm, side, _), steps in self._nested.losses.items():
            found[arm][side] += steps / self.many
        return dict(sorted(found.items(), key=lambda item: -sum(item[1].values())))

    def losses_by_turn(self, side: str) -> dict[str, list[float]]:
        """By arm, in the same order, the steps that a side loses in each turn, per game that was still going on."""
        lost = self._nested.losses
        return {
            arm: [lost[arm, side, turn] / len(rows) for turn, rows in self.by_turn.items()]
            for arm in self.losses_by_arm
        }

    @cached_property
    def tables(self) -> dict[str, Counter[tuple[str, str, str]]]:
        """By table, how often each (column, result, side) came up; the table read most often first."""
        return dict(sorted(self._nested.results.items(), key=lambda item: -item[1].total()))

    def rolls_by_turn(self, table: str) -> dict[str, tuple[list[int], list[float]]]:
        """By side, how often a table was read in a mean game, over the turns."""
        who = [side for side in self.sides if any(key[2] == side for key in self.tables[table])]
        rolled = self._nested.rolled
        return {
            side: (
                list(self.by_turn),
                [rolled[table, side, turn] / len(rows) for turn, rows in self.by_turn.items()],
            )
            for side in who
        }

    def turns_with(self, table: str, side: str) -> float:
        """In which share of all turns of all games a side rolled on a table."""
        turns = sum(len(rows) for turn, rows in self.by_turn.items() if turn)
        return self._nested.turns_with[table, side] / max(turns, 1)

    @cached_property
    def rules(self) -> list[tuple[str, float, float]]:
        """Every rule that came up: its number, how often in a mean game, and in which share of the games."""
        times, games = self._nested.rules, self._nested.games_of_rule
        return [(rule, many / self.many, len(games[rule]) / self.many) for rule, many in times.most_common()]

    # --- length and thought ------------------------------------------------------------------------

    def lengths(self, column: str) -> list[float]:
        """Turns, actions or seconds of each game."""
        return [float(row[column]) for row in self.games]

    @cached_property
    def thinking(self) -> dict[str, list[float]]:
        """By side, the seconds its player thought in each of its turns; empty where nobody thinks."""
        sides = [side for side in self.sides if self.settings.players[side] != "random"]
        return {side: [float(x) for x in self.of(side, "seconds") if x > 0] for side in sides}

    @property
    def who(self) -> str:
        """The players in words."""
        return ", ".join(f"{side} {self.settings.players[side]}" for side in self.sides)


class _Nested:
    """The lists inside the rows of turns, counted."""

    def __init__(self, table: Any) -> None:
        self.losses: Counter[tuple[str, str, int]] = Counter()
        self.results: dict[str, Counter[tuple[str, str, str]]] = defaultdict(Counter)
        self.rolled: Counter[tuple[str, str, int]] = Counter()
        self.turns_with: Counter[tuple[str, str]] = Counter()
        """By table and side, the turns of all games in which it was read at all; turn 0 is before the first."""
        self.rules: Counter[str] = Counter()
        self.games_of_rule: dict[str, set[int]] = defaultdict(set)
        self.gauges: dict[str, Numbers] = {}
        self.rows = table.num_rows
        number = 0
        for part in table.select(["seed", "turn", "losses", "results", "rules", "gauges"]).to_batches(LOT):
            for row in part.to_pylist():
                self._count(number, row)
                number += 1

    def _count(self, number: int, row: dict[str, Any]) -> None:
        for loss in row["losses"]:
            self.losses[loss["arm"], loss["side"], row["turn"]] += loss["steps"]
        for came in row["results"]:
            self.results[came["table"]][came["column"], came["result"], came["side"]] += came["times"]
            self.rolled[came["table"], came["side"], row["turn"]] += came["times"]
        if row["turn"]:
            self.turns_with.update({(came["table"], came["side"]) for came in row["results"]})
        for rule in row["rules"]:
            self.rules[rule["rule"]] += rule["times"]
            self.games_of_rule[rule["rule"]].add(row["seed"])
        for gauge in row["gauges"]:
            values = self.gauges.get(gauge["name"])
            if values is None:
                values = self.gauges[gauge["name"]] = np.full(self.rows, np.nan)
            values[number] = gauge["value"]


def median(values: Sequence[float]) -> float:
    """The value in the middle."""
    return float(np.median(values)) if len(values) else 0.0


def quantile(values: Sequence[float], percent: float) -> float:
    """The value below which this many per cent lie."""
    return float(np.percentile(values, percent)) if len(values) else 0.0
