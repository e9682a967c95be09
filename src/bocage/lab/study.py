"""The numbers of a run that a report shows, worked out from its two tables."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from bocage.arena.intervals import wilson
from bocage.lab.results import BadResults, Results

QUARTILES = (25, 50, 75)


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
    """One run."""

    def __init__(self, results: Results, label: str = "") -> None:
        self.results, self.settings, self.game = results, results.settings, results.game
        games, turns = results.read()
        if not games.num_rows:
            raise BadResults(f"{results.folder} holds no finished game yet")
        self.label = label or results.folder.name
        self.sides: tuple[str, ...] = self.settings.sides
        self.errors: list[dict[str, Any]] = [row for row in games.to_pylist() if row["error"]]
        self.games: list[dict[str, Any]] = [row for row in games.to_pylist() if not row["error"]]
        if not self.games:
            raise BadResults(f"{results.folder}: every game failed, the first with {self.errors[0]['error']}")
        self.turns: list[dict[str, Any]] = turns.to_pylist()

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
    def by_turn(self) -> dict[int, list[dict[str, Any]]]:
        """The rows of each turn."""
        found: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for row in self.turns:
            found[row["turn"]].append(row)
        return dict(sorted(found.items()))

    def band(self, value: Callable[[dict[str, Any]], float | None]) -> Band:
        """Median and quartiles of a number over the turns."""
        band = Band([], [], [], [], [])
        for turn, rows in self.by_turn.items():
            values = [found for row in rows if (found := value(row)) is not None]
            if values:
                low, middle, high = (float(x) for x in np.percentile(values, QUARTILES))
                band.turns.append(turn)
                band.low.append(low)
                band.middle.append(middle)
                band.high.append(high)
                band.games.append(len(values))
        return band

    def means(self, value: Callable[[dict[str, Any]], float]) -> tuple[list[int], list[float]]:
        """The mean of a number over the turns, per game that was still going on."""
        turns = list(self.by_turn)
        return turns, [float(np.mean([value(row) for row in rows])) for rows in self.by_turn.values()]

    @cached_property
    def scoring(self) -> list[str]:
        """The sides that ever had a point."""
        return [side for side in self.sides if any(row[f"{side.lower()}_points"] for row in self.turns)]

    @cached_property
    def gauges(self) -> dict[str, Band]:
        """The game's own gauges over the turns."""
        names = dict.fromkeys(gauge["name"] for row in self.turns for gauge in row["gauges"])
        return {name: self.band(lambda row, name=name: _gauge(row, name)) for name in names}  # type: ignore[misc]

    def is_yes_no(self, name: str) -> bool:
        """Whether a gauge is only ever 1 or 0."""
        values = {gauge["value"] for row in self.turns for gauge in row["gauges"] if gauge["name"] == name}
        return values <= {0.0, 1.0}

    def yes(self, name: str) -> tuple[list[int], list[Share]]:
        """In which share of the games a gauge said yes, over the turns."""
        turns, shares = [], []
        for turn, rows in self.by_turn.items():
            values = [value for row in rows if (value := _gauge(row, name)) is not None]
            if values:
                won = int(sum(values))
                turns.append(turn)
                shares.append(Share(name, won, won / len(values), *wilson(won, len(values))))
        return turns, shares

    # --- losses and results ------------------------------------------------------------------------

    @cached_property
    def losses_by_arm(self) -> dict[str, dict[str, float]]:
        """By arm and side, steps lost in a mean game; the arm that bleeds most first."""
        found: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(self.sides, 0.0))
        for row in self.turns:
            for loss in row["losses"]:
                found[loss["arm"]][loss["side"]] += loss["steps"] / self.many
        return dict(sorted(found.items(), key=lambda item: -sum(item[1].values())))

    @cached_property
    def tables(self) -> dict[str, Counter[tuple[str, str, str]]]:
        """By table, how often each (column, result, side) came up; the table read most often first."""
        found: dict[str, Counter[tuple[str, str, str]]] = defaultdict(Counter)
        for row in self.turns:
            for came in row["results"]:
                found[came["table"]][came["column"], came["result"], came["side"]] += came["times"]
        return dict(sorted(found.items(), key=lambda item: -item[1].total()))

    def rolls_by_turn(self, table: str) -> dict[str, tuple[list[int], list[float]]]:
        """By side, how often a table was read in a mean game, over the turns."""
        who = [side for side in self.sides if any(key[2] == side for key in self.tables[table])]

        def times(row: dict[str, Any], side: str) -> int:
            return sum(c["times"] for c in row["results"] if c["table"] == table and c["side"] == side)

        return {side: self.means(lambda row, side=side: times(row, side)) for side in who}  # type: ignore[misc]

    @cached_property
    def rules(self) -> list[tuple[str, float, float]]:
        """Every rule that came up: its number, how often in a mean game, and in which share of the games."""
        times: Counter[str] = Counter()
        games: dict[str, set[int]] = defaultdict(set)
        for row in self.turns:
            for rule in row["rules"]:
                times[rule["rule"]] += rule["times"]
                games[rule["rule"]].add(row["seed"])
        return [(rule, many / self.many, len(games[rule]) / self.many) for rule, many in times.most_common()]

    # --- length and thought ------------------------------------------------------------------------

    def lengths(self, column: str) -> list[float]:
        """Turns, actions or seconds of each game."""
        return [float(row[column]) for row in self.games]

    @cached_property
    def thinking(self) -> dict[str, list[float]]:
        """By side, the seconds its player thought in each of its turns; empty where nobody thinks."""
        return {
            side: [row[f"{side.lower()}_seconds"] for row in self.turns if row[f"{side.lower()}_seconds"] > 0]
            for side in self.sides
            if self.settings.players[side] != "random"
        }

    @property
    def who(self) -> str:
        """The players in words."""
        return ", ".join(f"{side} {self.settings.players[side]}" for side in self.sides)


def _gauge(row: dict[str, Any], name: str) -> float | None:
    return next((float(gauge["value"]) for gauge in row["gauges"] if gauge["name"] == name), None)


def median(values: Sequence[float]) -> float:
    """The value in the middle."""
    return float(np.median(values)) if len(values) else 0.0


def quantile(values: Sequence[float], percent: float) -> float:
    """The value below which so many per cent lie."""
    return float(np.percentile(values, percent)) if len(values) else 0.0
