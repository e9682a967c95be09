"""What a game says to the people at its table, as data: `data/guide.toml` and `data/table.toml` of each game.

The guide holds the hints of a first turn, how each scenario is won, the order of the turn, the charts and the page "in
five minutes". The table file holds the words of each verb on a button and the part it plays in a gesture. A game
without these files can still be played: its verbs are shown as they are spelled.
"""

import csv
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Literal, TypeVar

import msgspec

from bocage.kernel import flow
from bocage.kernel.game import Game
from bocage.kernel.view import Payload, View

T = TypeVar("T", bound=msgspec.Struct)
Part = Literal["take", "spot", "halt", "join", "ready", "support", "target", "end", "back", "plan", "each", "last"]


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One piece of advice in a guided turn, and when it is given: to whom, who decides, in which phase or frame, with
    which verb or action on offer. An empty condition always holds.
    """

    text: str
    to: str = ""
    """The side that is advised."""
    by: str = ""
    trail: str = ""
    verb: str = ""
    action: str = ""

    def fits(self, learner: str, view: Payload, stages: Sequence[str]) -> bool:
        """Whether this is the moment for it."""
        return (
            (not self.to or self.to == learner)
            and (not self.by or view.prompt.by == self.by)
            and (not self.trail or self.trail in stages)
            and (not self.verb or any(found.verb == self.verb for found in view.options))
            and (not self.action or any(found.action.startswith(self.action) for found in view.options))
        )


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the order of the turn; a phase or frame of `trail` on the stack says that we are there."""

    title: str
    trail: tuple[str, ...] = ()
    rule: str = ""
    note: str = ""

    def depth(self, stages: Sequence[str]) -> int:
        """How deep on the stack we are in this phase; negative if we are not."""
        return max((n for n, stage in enumerate(stages) if stage in self.trail), default=-1)


class ChartSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the game's data that a player wants to see."""

    title: str
    file: str
    rule: str = ""
    note: str = ""
    battle: bool = False
    """Whether battles are rolled on it: it then says so when the one at hand lies off its columns."""
    hide: tuple[str, ...] = ()
    """Columns that say nothing to a player."""
    units: tuple[str, ...] = ()
    """Columns of counters by their ids, and"""
    places: tuple[str, ...] = ()
    """of spaces: they are shown by name."""
    codes: str = ""
    """The table of the game whose results these are: what each code means is said below it."""
    words: dict[str, str] = {}
    """Words of this chart alone, before those of the whole guide."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph of the page "in five minutes", with spaces whose picture stands beside it, or counters below it."""

    heading: str
    text: str
    spaces: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in a game's guide."""

    evening: str = ""
    """Which scenario and side to begin with, in words, and"""
    scenario: str = ""
    """the scenario by its id: the guided turn opens it, and a new game proposes it."""
    until: int = 1
    """The last turn that is guided."""
    side: str = ""
    """The side that a learner plays first; others can be learned where hints are for them alone."""
    win: dict[str, str] = {}
    """By scenario, how it is won."""
    options: dict[str, str] = {}
    """What the values of the options mean, as `option.value`."""
    hint: tuple[Hint, ...] = ()
    phase: tuple[Phase, ...] = ()
    words: dict[str, str] = {}
    """Words of the data files, as a chart says them: its heads, and what stands in its cells."""
    chart: tuple[ChartSource, ...] = ()
    section: tuple[Section, ...] = ()
    factors: str = ""
    """What the numbers of a counter are, in their order."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that have a guided turn, the one to begin with first."""
        return tuple(dict.fromkeys(side for side in (self.side, *(hint.to for hint in self.hint)) if side))

    def here(self, stages: Sequence[str]) -> Phase | None:
        """The phase that is played now: the innermost, if one lies in another."""
        found = max(self.phase, key=lambda phase: phase.depth(stages), default=None)
        return found if found is not None and found.depth(stages) >= 0 else None


class Handling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How verbs are worded and what they do in a gesture."""

    say: dict[str, str] = {}
    """By verb, the words on a button: `{unit}`, `{space}`, `{word}` stand for what it names."""
    part: dict[Part, tuple[str, ...]] = {}
    along: dict[str, str] = {}
    """By verb that adds support, how it is said after "with": `the guns of {unit}`."""
    ask: dict[str, str] = {}
    """Verbs that commit a player to something unexpected, and the warning given first."""
    names: dict[str, str] = {}
    """Words of the game, and spaces whose printed title is too long for a button, in everyday words."""
    stands: dict[str, str] = {}
    """By box, the tag of the hexes on the map that stand for it: a beach for the box of what waits before it."""

    def plays(self, verb: str, part: Part) -> bool:
        """Whether a verb plays a part in a gesture."""
        return verb in self.part.get(part, ())


def guide_of(game: Game) -> Guide:
    """The guide of a game; an empty one if it has none."""
    found: Guide = _read(game.package, "guide.toml", Guide)
    return found


def handling_of(game: Game) -> Handling:
    """The handling of a game; with its usual values if it says nothing."""
    found: Handling = _read(game.package, "table.toml", Handling)
    return found


@cache
def _read(package: str, name: str, kind: type[T]) -> T:
    text = _text(package, name)
    return kind() if text is None else msgspec.convert(tomllib.loads(text), kind)


def _text(package: str, name: str) -> str | None:
    path = resources.files(package) / "data" / name
    return path.read_text(encoding="utf-8") if path.is_file() else None


@cache
def chart_rows(package: str, file: str) -> tuple[tuple[str, ...], ...]:
    """A table of the game's data without its comments and provenance, the head first."""
    text = _text(package, file) or ""
    rows = list(csv.reader(line for line in text.splitlines() if line and not line.startswith("#")))
    drop = {number for number, name in enumerate(rows[0] if rows else []) if name == "provenance"}
    return tuple(tuple(cell for number, cell in enumerate(row) if number not in drop) for row in rows)


def hint_for(view: View) -> str:
    """What the guided turn says now; empty when it has nothing to say, or is over."""
    guide = guide_of(view.game)
    return "" if view.state.turn > guide.until else hint_of(guide, view)


def hint_of(guide: Guide, view: View) -> str:
    """What a guide says to a question, in whatever turn it is asked."""
    shown, stages = view.payload(), flow.stages(view.state)
    learner = "" if view.side is None else view.game.sides[view.side]
    return next((hint.text for hint in guide.hint if hint.fits(learner, shown, stages)), "")
