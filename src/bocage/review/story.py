"""A log told again for its review: picks, moments between phases, and the roll behind every pick of Nature."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.kernel.events import Event
from bocage.kernel.game import Game
from bocage.kernel.ids import NOWHERE, Side
from bocage.kernel.log import Entry, Log
from bocage.kernel.session import first_state, replay_entry
from bocage.kernel.state import Outcome, State
from bocage.review.luck import Gauge, Stroke

MOMENTS = 60
"""The most moments at which the win chance is asked for."""
PARTS = 2
"""A moment is where these first words of the trail change: the turn and its phase."""
DEED = 3
"""How many words of the trail name a deed: the turn, its phase, and the battle."""


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """One pick and what came of it."""

    n: int
    by: str
    rolled: bool
    """Whether Nature picked."""
    trail: tuple[str, ...]
    told: tuple[tuple[str, str], ...]
    """What happened, as (rule, sentence)."""
    value: float
    """What the position was worth to the first side when the deed that the pick belongs to was done."""
    spaces: tuple[int, ...]
    """Where it happened."""


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """The game as it stood after this many picks, and what that was worth to the first side."""

    n: int
    label: str
    state: State
    value: float


class Story(msgspec.Struct, kw_only=True):
    """A game with its picks, its moments, and the luck of its dice."""

    game: Game
    log: Log
    start: float
    """What the position was worth to the first side before the first pick."""
    picks: list[Pick]
    moments: list[Moment]
    strokes: list[Stroke]
    silent: Counter[str]
    """Rolls that have no stroke, by kind."""
    final: State
    note: str = ""
    """Why the story ends before its log does, if it does."""
    ended: str = ""
    """How the game ended, as its log says, if the story does not get that far."""

    @property
    def rolls(self) -> int:
        """All picks of Nature."""
        return len(self.strokes) + self.silent.total()

    @property
    def over(self) -> bool:
        """Whether the game is over: played to its end, or given up."""
        return not self.final.stack or self.log.ending is not None

    @property
    def given_up(self) -> bool:
        """Whether a side gave the game up."""
        return self.log.ending is not None and bool(self.log.ending.resigned)

    @property
    def result(self) -> Outcome | None:
        """How the game ended, by its rules or because a side gave up; `None` when nobody can say."""
        ending = self.log.ending
        if ending is None or not ending.resigned:
            return self.final.outcome
        return Outcome(self.game.side(ending.winner) if ending.winner else None, f"{ending.resigned} gave up")


def tell(game: Game, log: Log, data: Path | None = None, tick: Callable[[], None] = lambda: None) -> Story:
    """Play the log again, or raise `BadLog` naming the line that cannot be played.

    `tick` is called for every roll, as rolls take most of the time.
    """
    g = first_state(game, log.header, data)
    gauge = Gauge(game)
    start = float(gauge.value(g))
    story = Story(game=game, log=log, start=start, picks=[], moments=[], strokes=[], silent=Counter(), final=g)
    value = story.start
    every: list[Moment] = []
    for entry in log.entries:
        trail = flow.titles(g) or ("",)
        if not every or trail[:PARTS] != flow.titles(every[-1].state)[:PARTS]:
            every.append(_moment(gauge, g, entry.n - 1, trail))
        rolled = isinstance(flow.waiting(g), Chance)
        before = g.copy()
        replay_entry(game, g, entry)  # comes first: it refuses a roll that these dice cannot give
        if rolled:
            stroke = gauge.stroke(before, entry.n, game.parse(before, entry.do), entry.do)
            if stroke is None:
                story.silent[before.stack[-1][0].what] += 1
            else:
                story.strokes.append(stroke)
            tick()
        if flow.titles(g)[:DEED] != trail[:DEED]:
            value = float(gauge.value(g))
        story.picks.append(_pick(g, entry, trail, before.space, value, rolled=rolled))
        g.events = None
    last = "The end" if story.over else "Where the log ends"
    every.append(Moment(n=len(log.entries), label=last, state=g.copy(), value=float(gauge.value(g))))
    story.moments = thinned(every, MOMENTS)
    return story


def _moment(gauge: Gauge, g: State, n: int, trail: Sequence[str]) -> Moment:
    label = ", ".join(trail[:PARTS])
    return Moment(n=n, label=label, state=g.copy(), value=float(gauge.value(g)))


def thinned(moments: list[Moment], limit: int) -> list[Moment]:
    """At most this many, evenly spread, with the first and the last."""
    if len(moments) <= limit:
        return moments
    return [moments[n * (len(moments) - 1) // (limit - 1)] for n in range(limit)]


def _pick(g: State, entry: Entry, trail: tuple[str, ...], before: list[Any], value: float, *, rolled: bool) -> Pick:
    events = g.events or []
    moved = [where for unit, where in enumerate(before) if g.space[unit] != where for where in (where, g.space[unit])]
    named = [where for event in events for where in _where(event, g, before)]
    spaces = tuple(dict.fromkeys(where for where in (*named, *moved) if where != NOWHERE))
    told = tuple((event.rule, event.sentence(g)) for event in events)
    return Pick(n=entry.n, by=entry.by, rolled=rolled, trail=trail, told=told, value=value, spaces=spaces)


def _where(event: Event, g: State, before: list[Any]) -> Iterator[int]:
    """The spaces that an event speaks of, and those where its counters stood and stand."""
    about = event.about()
    for unit in about.units:
        yield before[unit]
        yield g.space[unit]
    yield from about.spaces


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Picks that belong together: a battle, a move, a phase without battles."""

    picks: tuple[Pick, ...]
    change: float
    """What it changed for the first side, in points."""

    @property
    def title(self) -> str:
        """Where the game was; for a roll its battle, as its own name says little."""
        first = self.picks[0]
        words = first.trail[:-1] if first.rolled else first.trail
        return ", ".join(words[1:DEED]) or first.trail[-1]


def deeds(story: Story, first: int, last: int) -> list[Deed]:
    """The deeds between two numbers of picks."""
    found: list[Deed] = []
    run: list[Pick] = []
    value = story.picks[first - 1].value if first else story.start
    for pick in [*story.picks[first:last], None]:
        if run and (pick is None or pick.trail[:DEED] != run[0].trail[:DEED]):
            found.append(Deed(picks=tuple(run), change=run[-1].value - value))
            value, run = run[-1].value, []
        if pick is not None:
            run.append(pick)
    return found


def points(story: Story, side: Side) -> float:
    """All the luck of a side, in points."""
    total = sum((stroke.luck for stroke in story.strokes), start=0)
    return float(total if side == 0 else -total)
